//! `permutations`: the options of each row, tried row by row against the columns.
//!
//! [`new`] starts a search. Source: the generate-and-test programs of many tutorials, which list every row's options and check each
//! column's prefix. Forward checking and choosing the row with the fewest options come from R. M. Haralick and G. L. Elliott,
//! "Increasing tree search efficiency for constraint satisfaction problems", Artificial Intelligence 14 (1980).

use std::sync::Arc;

use nonogram_puzzles::{Cell, Grid, Puzzle};

use super::Obstacle;
use super::depth_first::{Branching, DepthFirst, Settled};
use crate::engine::search::{Limits, Search};
use crate::engine::{Engine, Unfit, check_cells};
use crate::line::{count_options, fast, in_words};

/// Maximum number of options of all rows together.
const MAX_OPTIONS: u64 = 1 << 20;
/// Maximum number of cells in these options, one byte each.
const MAX_CELLS: u64 = 1 << 26;

/// Creates a search through the options of the rows of `puzzle` except those that contradict the cells known in `fixed`.
///
/// # Errors
/// Returns the error of [`check`], if any, or [`Obstacle::Late`] if a limit is reached while the options are listed.
pub fn new<'p>(
    puzzle: &'p Puzzle,
    fixed: Option<&Grid>,
    limits: &Limits,
) -> Result<impl Search + use<'p>, Obstacle> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    check(puzzle)?;
    let fixed = fixed.map_or_else(|| Grid::new(rows, columns), Grid::clone);
    let mut options = Vec::with_capacity(rows);
    for (row, clue) in puzzle.rows().iter().enumerate() {
        let given: Vec<Cell> = fixed.row(row).collect();
        let mut found = Vec::new();
        list(clue, &given, Vec::new(), limits, &mut found)?;
        options.push(found);
    }
    let permutations = Permutations { puzzle, options };
    let root = Node {
        open: (permutations.options.iter())
            .map(|options| Some(Arc::new((0..options.len()).collect())))
            .collect(),
        columns: (0..columns).map(|column| fixed.column(column).collect()).collect(),
        next: 0,
    };
    Ok(DepthFirst::new(permutations, root))
}

/// Checks that the rows have few enough options.
///
/// # Errors
/// Returns [`Unfit`] if there are too many options or the board has too many cells.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    check_cells(puzzle, Engine::Permutations)?;
    let columns = puzzle.column_count();
    let counts = puzzle.rows().iter().map(|clue| count_options(columns, clue));
    let count = counts.fold(0, u64::saturating_add);
    let most = MAX_OPTIONS.min(MAX_CELLS / columns as u64);
    if count <= most {
        return Ok(());
    }
    Err(Unfit::new(
        Engine::Permutations,
        format!("{} of rows", in_words(count)),
        match most {
            MAX_OPTIONS => format!("at most {MAX_OPTIONS}"),
            _ => format!("at most {most} with {columns} cells each"),
        },
    ))
}

/// The cells of a row, `true` for a filled one.
type Row = Box<[bool]>;

/// Lists the rows that start with `cells`, continue with the blocks of `clue` and agree with the known cells in `given`, leftmost
/// first.
fn list(
    clue: &[usize],
    given: &[Cell],
    cells: Vec<bool>,
    limits: &Limits,
    found: &mut Vec<Row>,
) -> Result<(), Obstacle> {
    let Some((&block, rest)) = clue.split_first() else {
        let mut cells = cells;
        cells.resize(given.len(), false);
        if agrees(&cells, given) {
            found.push(cells.into());
        }
        return Ok(());
    };
    if limits.is_late() {
        return Err(Obstacle::Late);
    }
    let room = clue.iter().sum::<usize>() + rest.len();
    for start in cells.len()..=given.len() - room {
        let mut cells = cells.clone();
        cells.resize(start, false);
        cells.resize(start + block, true);
        if !rest.is_empty() {
            cells.push(false);
        }
        list(rest, given, cells, limits, found)?;
    }
    Ok(())
}

/// Whether an option agrees with the known cells of its row.
fn agrees(option: &[bool], cells: &[Cell]) -> bool {
    let mut pairs = option.iter().zip(cells);
    pairs.all(|(filled, cell)| cell.value().is_none_or(|known| known == *filled))
}

struct Permutations<'p> {
    puzzle: &'p Puzzle,
    options: Vec<Vec<Row>>,
}

#[derive(Clone)]
struct Node {
    /// Remaining options of each row; `None` for a row that is placed.
    open: Vec<Option<Arc<Vec<usize>>>>,
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
            let fits = |&option: &usize| agrees(&self.options[row][option], &cells);
            if !open.iter().all(fits) {
                *open = Arc::new(open.iter().copied().filter(fits).collect());
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
        if let Some(open) = child.open[row].take() {
            let option = &self.options[row][open[choice]];
            for (column, &filled) in child.columns.iter_mut().zip(option) {
                column[row] = Cell::from(filled);
            }
        }
        child
    }
}
