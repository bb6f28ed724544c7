//! `placements`: possible starts of each block, narrowed line by line, then decided by search.
//!
//! [`new`] starts a search. Source: C.-H. Yu, H.-L. Lee and L.-H. Chen, "An efficient algorithm for
//! solving nonograms", Applied Intelligence 35 (2011): the range of each run, rules that narrow the
//! ranges, chronological backtracking. In contrast to their algorithm, each
//! block keeps the exact set of its starts.

use std::collections::VecDeque;

use nonogram_puzzles::{Cell, Clue, Grid, Line, Puzzle};

use super::depth_first::{Branching, DepthFirst, Settled};
use crate::engine::Engine;
use crate::engine::search::{End, Limits, Search, Sink};
use crate::fit::{Unfit, check_cells};
use crate::hint::cells_of;
use crate::line::Contradiction;
use crate::solve::{Report, SolveOptions};

/// Maximum number of starts of all blocks together: 32 MiB at each level of the search.
const MAX_STARTS: usize = 1 << 22;

/// Runs the search through the starts of all blocks.
pub fn run(puzzle: &Puzzle, options: &SolveOptions, sink: &mut Sink<'_>) -> Report {
    super::run(puzzle, options, sink, |_| new(puzzle, options.fixed.as_ref()))
}

/// Creates a search through the starts of the blocks of `puzzle` that agree with the cells known in `fixed`.
///
/// # Errors
/// Returns [`End::Unfit`] if [`check`] fails.
pub fn new<'p>(puzzle: &'p Puzzle, fixed: Option<&Grid>) -> Result<impl Search + use<'p>, End> {
    check(puzzle).map_err(|_| End::Unfit)?;
    let lines: Vec<(Line, &[usize])> =
        puzzle.lines().map(|(line, clue)| (line, clue.as_ref())).collect();
    let all = |&(line, clue): &(Line, &[usize])| -> Starts {
        clue.iter().map(|&block| (0..=puzzle.length(line) - block).collect()).collect()
    };
    let root = Node {
        starts: lines.iter().map(all).collect(),
        grid: fixed
            .cloned()
            .unwrap_or_else(|| Grid::new(puzzle.row_count(), puzzle.column_count())),
        dirty: (0..lines.len()).collect(),
        branch: (0, 0),
    };
    Ok(DepthFirst::new(Placements { puzzle, lines }, root))
}

/// Checks that the blocks have few enough starts.
///
/// # Errors
/// Returns [`Unfit`] if the blocks have too many starts or the board has too many cells.
pub fn check(puzzle: &Puzzle) -> Result<(), Unfit> {
    check_cells(puzzle, Engine::Placements)?;
    let starts = |clues: &[Clue], length: usize| -> usize {
        let blocks = clues.iter().flat_map(|clue| clue.iter());
        blocks.map(|block| length - block + 1).sum()
    };
    let starts =
        starts(puzzle.rows(), puzzle.column_count()) + starts(puzzle.columns(), puzzle.row_count());
    if starts <= MAX_STARTS {
        return Ok(());
    }
    Err(Unfit::new(
        Engine::Placements,
        format!("{starts} starts of blocks"),
        format!("at most {MAX_STARTS}"),
    ))
}

struct Placements<'p> {
    puzzle: &'p Puzzle,
    /// Lines with their clues, rows first.
    lines: Vec<(Line, &'p [usize])>,
}

/// Possible start cells of each block of a line, in ascending order.
type Starts = Vec<Vec<usize>>;

#[derive(Clone)]
struct Node {
    /// Possible starts of the blocks of each line, rows first.
    starts: Vec<Starts>,
    grid: Grid,
    /// Lines to visit.
    dirty: VecDeque<usize>,
    /// Line and block to branch on.
    branch: (usize, usize),
}

impl Placements<'_> {
    /// Narrows one line and marks the lines that cross its changed cells dirty.
    fn visit(&self, node: &mut Node, number: usize) -> Result<(), Contradiction> {
        let (line, clue) = self.lines[number];
        let before = cells_of(&node.grid, line);
        let mut cells = before.clone();
        narrow(clue, &mut node.starts[number], &mut cells)?;
        for place in (0..cells.len()).filter(|&place| cells[place] != before[place]) {
            let (row, column, crossing) = match line {
                Line::Row(row) => (row, place, self.puzzle.row_count() + place),
                Line::Column(column) => (place, column, place),
            };
            node.grid.set(row, column, cells[place]);
            if !node.dirty.contains(&crossing) {
                node.dirty.push_back(crossing);
            }
        }
        Ok(())
    }
}

/// Narrows the starts of a line by its cells and the cells by the starts until neither changes.
fn narrow(clue: &[usize], starts: &mut Starts, cells: &mut [Cell]) -> Result<(), Contradiction> {
    loop {
        let before: usize = starts.iter().map(Vec::len).sum();
        for (&block, starts) in clue.iter().zip(starts.iter_mut()) {
            starts.retain(|&start| fits(cells, start, block));
        }
        keep_order(clue, starts)?;
        claim(clue, starts, cells)?;
        if starts.iter().any(Vec::is_empty) {
            return Err(Contradiction);
        }
        let after: usize = starts.iter().map(Vec::len).sum();
        if !decide(clue, starts, cells) && after == before {
            return Ok(());
        }
    }
}

/// Whether a block can start here: it covers no blank cell and touches no filled cell.
fn fits(cells: &[Cell], start: usize, block: usize) -> bool {
    let is_filled =
        |place: Option<usize>| place.and_then(|place| cells.get(place)) == Some(&Cell::Filled);
    !cells[start..start + block].contains(&Cell::Blank)
        && !is_filled(start.checked_sub(1))
        && !is_filled(Some(start + block))
}

/// Removes starts that violate the order: a block starts after the earliest end of the block before it and ends before the latest
/// start of the block after it, with at least one blank in between.
fn keep_order(clue: &[usize], starts: &mut Starts) -> Result<(), Contradiction> {
    for j in 1..clue.len() {
        let earliest = starts[j - 1].first().ok_or(Contradiction)? + clue[j - 1] + 1;
        starts[j].retain(|&start| start >= earliest);
    }
    for j in (1..clue.len()).rev() {
        let latest = *starts[j].last().ok_or(Contradiction)?;
        let block = clue[j - 1];
        starts[j - 1].retain(|&start| start + block < latest);
    }
    Ok(())
}

/// Removes starts of a block that do not cover a filled cell which only this block can cover.
fn claim(clue: &[usize], starts: &mut Starts, cells: &[Cell]) -> Result<(), Contradiction> {
    for place in (0..cells.len()).filter(|&place| cells[place] == Cell::Filled) {
        let covers = |j: usize, start: usize| (start..start + clue[j]).contains(&place);
        let mut able = (0..clue.len()).filter(|&j| starts[j].iter().any(|&start| covers(j, start)));
        let first = able.next().ok_or(Contradiction)?;
        if able.next().is_none() {
            starts[first].retain(|&start| covers(first, start));
        }
    }
    Ok(())
}

/// Fills the cells that a block covers wherever it starts, and blanks the cells that no block can cover. Returns whether any
/// cell changed.
fn decide(clue: &[usize], starts: &Starts, cells: &mut [Cell]) -> bool {
    let mut reachable = vec![false; cells.len()];
    let mut decided = Vec::new();
    for (&block, starts) in clue.iter().zip(starts) {
        for &start in starts {
            reachable[start..start + block].fill(true);
        }
        let always = starts[starts.len() - 1]..starts[0] + block;
        decided.extend(always.map(|place| (place, Cell::Filled)));
    }
    let blank = (0..cells.len()).filter(|&place| !reachable[place]);
    decided.extend(blank.map(|place| (place, Cell::Blank)));
    decided.retain(|&(place, _)| cells[place] == Cell::Unknown);
    decided.iter().for_each(|&(place, cell)| cells[place] = cell);
    !decided.is_empty()
}

impl Branching for Placements<'_> {
    type Node = Node;

    fn settle(&self, node: &mut Node, limits: &Limits, visits: &mut u64) -> Settled {
        while let Some(line) = node.dirty.pop_front() {
            if limits.is_late() {
                node.dirty.push_front(line);
                return Settled::Late;
            }
            *visits += 1;
            if self.visit(node, line).is_err() {
                return Settled::Dead;
            }
        }
        // Branches on the block with the fewest starts.
        let blocks = node.starts.iter().enumerate().flat_map(|(line, starts)| {
            let lengths = starts.iter().map(Vec::len).enumerate();
            lengths.map(move |(block, count)| (count, line, block))
        });
        match blocks.filter(|&(count, ..)| count > 1).min() {
            Some((count, line, block)) => {
                node.branch = (line, block);
                Settled::Open(count)
            }
            None if self.puzzle.is_solved_by(&node.grid) => Settled::Solved(node.grid.clone()),
            None => Settled::Dead,
        }
    }

    fn child(&self, node: &Node, choice: usize) -> Node {
        let mut child = node.clone();
        let (line, block) = node.branch;
        child.starts[line][block] = vec![node.starts[line][block][choice]];
        child.dirty.push_back(line);
        child
    }
}
