//! `permutations`: the options of each row, tried row by row against the columns.
//!
//! [`new`] starts a search. Source: the generate-and-test programs of many tutorials, which list every row's options and check each
//! column's prefix. Forward checking and choosing the row with the fewest options come from R. M. Haralick and G. L. Elliott,
//! "Increasing tree search efficiency for constraint satisfaction problems", Artificial Intelligence 14 (1980).

use std::sync::Arc;

use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::depth_first::{Branching, DepthFirst, Settled};
use super::{agrees, options};
use crate::engine::Engine;
use crate::engine::search::{End, Limits, Search, Sink};
use crate::line::fast;
use crate::solve::{Report, SolveOptions};

/// Runs the search through the options of the rows.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    super::run(puzzle, options, sink, |limits| new(puzzle, options.fixed.as_ref(), limits))
}

/// Creates a search through the options of the rows of `puzzle` except those that contradict the cells known in `fixed`.
///
/// # Errors
/// Returns the error of [`options`].
pub fn new<'p>(
    puzzle: &'p Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Result<impl Search + use<'p>, End> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let mut open = options(puzzle, Engine::Permutations, fixed, limits)?;
    open.truncate(rows);
    let cells = |column: usize| match fixed {
        Some(fixed) => fixed.column(column).collect(),
        None => vec![Cell::Unknown; rows],
    };
    let root = Node {
        open: open.into_iter().map(|options| Some(Arc::new(options))).collect(),
        columns: (0..columns).map(cells).collect(),
        next: 0,
    };
    Ok(DepthFirst::new(Permutations { puzzle }, root))
}

struct Permutations<'p> {
    puzzle: &'p Puzzle,
}

#[derive(Clone)]
struct Node {
    /// Remaining options of each row; `None` for a row that is placed.
    open: Vec<Option<Arc<Vec<u32>>>>,
    /// Known cells of each column.
    columns: Vec<Vec<Cell>>,
    /// The row to place next.
    next: usize,
}

impl Permutations<'_> {
    /// Decides cells of the columns, and eliminates options of rows not yet placed (forward checking). Returns false if a column has no
    /// placement.
    fn is_possible(&self, node: &mut Node, visits: &mut u64) -> bool {
        for (clue, cells) in self.puzzle.columns().iter().zip(&mut node.columns) {
            *visits += 1;
            if fast(clue, cells).is_err() {
                return false;
            }
        }
        for (row, open) in node.open.iter_mut().enumerate() {
            let Some(open) = open else { continue };
            let cells: Vec<Cell> = node.columns.iter().map(|column| column[row]).collect();
            if !open.iter().all(|&option| agrees(option, &cells)) {
                Arc::make_mut(open).retain(|&option| agrees(option, &cells));
            }
        }
        true
    }
}

impl Branching for Permutations<'_> {
    type Node = Node;

    fn settle(&self, node: &mut Node, _: &Limits, visits: &mut u64) -> Settled {
        if !self.is_possible(node, visits) {
            return Settled::Dead;
        }
        // The next row is the one with the fewest options.
        let open = (node.open.iter().enumerate())
            .filter_map(|(row, open)| open.as_ref().map(|open| (open.len(), row)));
        match open.min() {
            Some((0, _)) => Settled::Dead,
            Some((count, row)) => {
                node.next = row;
                Settled::Open(count)
            }
            None => {
                let filled = |row: usize, column: usize| node.columns[column][row] == Cell::Filled;
                let (rows, columns) = (self.puzzle.row_count(), self.puzzle.column_count());
                Settled::Solved(Grid::from_fn(rows, columns, filled))
            }
        }
    }

    fn child(&self, node: &Node, choice: usize) -> Node {
        let mut child = node.clone();
        let row = node.next;
        if let Some(options) = child.open[row].take() {
            for (place, column) in child.columns.iter_mut().enumerate() {
                column[row] = Cell::from(options[choice] >> place & 1 == 1);
            }
        }
        child
    }
}
