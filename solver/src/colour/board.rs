//! A board with a set of possible values per cell, and line logic that narrows these sets to its fixpoint.
//!
//! [`Board`] stores one bit set per line and value, rows first, then columns. [`Sweeper`] solves dirty lines until none is left, a
//! line has no placement, or a limit is reached.

use nonogram_puzzles::{Cell, Colour, Grid, Line, Puzzle};

use super::line::{Run, Sweep, runs};
use crate::engine::search::Limits;
use crate::line::Contradiction;
use crate::word::Bits;
use crate::worklist::DirtyLines;

/// Number of lines solved between two checks of the clock.
const CLOCK: u64 = 64;

/// Properties of a puzzle that are constant while it is solved.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub height: usize,
    pub width: usize,
    /// Number of values per cell: the colours and blank.
    pub values: usize,
    /// Blocks of each line, rows first.
    pub lines: Vec<Vec<Run>>,
}

impl Shape {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        Self {
            height: puzzle.row_count(),
            width: puzzle.column_count(),
            values: 1 + puzzle.palette().count(),
            lines: puzzle.lines().map(|(_, clue)| runs(clue)).collect(),
        }
    }

    /// Number of cells of a line.
    pub(crate) fn length(&self, line: usize) -> usize {
        if line < self.height {
            self.width
        } else {
            self.height
        }
    }

    /// The line as a row or a column.
    pub(crate) fn name(&self, line: usize) -> Line {
        match line.checked_sub(self.height) {
            None => Line::Row(line),
            Some(column) => Line::Column(column),
        }
    }

    /// Row and column of the cell at a position of a line.
    pub(crate) fn cell(&self, line: usize, place: usize) -> (usize, usize) {
        match line.checked_sub(self.height) {
            None => (line, place),
            Some(column) => (place, column),
        }
    }

    /// The line that crosses `line` at a position, and the position of their common cell in the crossing line.
    #[inline]
    fn across(&self, line: usize, place: usize) -> (usize, usize) {
        match line.checked_sub(self.height) {
            None => (self.height + place, line),
            Some(column) => (place, column),
        }
    }
}

/// Number of positions between the cells of the longest line of a puzzle, both ends included.
pub(crate) fn places(puzzle: &Puzzle) -> usize {
    puzzle.row_count().max(puzzle.column_count()) + 1
}

/// Value of a cell; `None` if it is unknown.
fn value(cell: Cell) -> Option<usize> {
    match cell {
        Cell::Unknown => None,
        Cell::Blank => Some(0),
        Cell::Colour(colour) => Some(1 + colour.index()),
    }
}

/// The cell with a value.
pub(crate) fn cell(value: usize) -> Cell {
    match value.checked_sub(1).and_then(Colour::new) {
        None => Cell::Blank,
        Some(colour) => Cell::Colour(colour),
    }
}

/// Possible values of each cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Board<const N: usize> {
    /// For each line and value, the cells that can have the value.
    planes: Vec<Bits<N>>,
}

impl<const N: usize> Board<N> {
    /// A board on which every cell can have every value.
    pub(crate) fn new(shape: &Shape) -> Self {
        let mut planes = Vec::with_capacity(shape.lines.len() * shape.values);
        for line in 0..shape.lines.len() {
            let cells = Bits::ones(shape.length(line));
            planes.extend(std::iter::repeat_n(cells, shape.values));
        }
        Self { planes }
    }

    /// Planes of a line, one per value.
    pub(crate) fn line(&self, shape: &Shape, line: usize) -> &[Bits<N>] {
        &self.planes[line * shape.values..][..shape.values]
    }

    /// Sets the known cells of a grid of the puzzle's size. Returns false if a cell has a colour that the puzzle does not have.
    pub(crate) fn give(&mut self, shape: &Shape, grid: &Grid) -> bool {
        let size = (shape.height, shape.width);
        assert_eq!(
            (grid.rows(), grid.columns()),
            size,
            "the grid has the puzzle's size"
        );
        let mut is_possible = true;
        for row in 0..shape.height {
            for (column, known) in grid.row(row).enumerate() {
                if let Some(value) = value(known) {
                    is_possible &= value < shape.values;
                    self.set(shape, (row, column), value);
                }
            }
        }
        is_possible
    }

    /// Whether a cell can have a value.
    pub(crate) fn can(&self, shape: &Shape, (row, column): (usize, usize), value: usize) -> bool {
        self.planes[row * shape.values + value].has(column)
    }

    /// Value of a cell; `None` unless exactly one value is possible.
    pub(crate) fn value(&self, shape: &Shape, cell: (usize, usize)) -> Option<usize> {
        let mut values = (0..shape.values).filter(|&value| self.can(shape, cell, value));
        values.next().filter(|_| values.next().is_none())
    }

    /// Removes all other values of a cell.
    pub(crate) fn set(&mut self, shape: &Shape, cell: (usize, usize), value: usize) {
        for other in (0..shape.values).filter(|other| *other != value) {
            self.remove(shape, cell, other);
        }
    }

    /// Removes a value of a cell.
    pub(crate) fn remove(&mut self, shape: &Shape, (row, column): (usize, usize), value: usize) {
        self.planes[row * shape.values + value].remove(column);
        self.planes[(shape.height + column) * shape.values + value].remove(row);
    }

    /// Cells of a line with several possible values.
    pub(crate) fn open(&self, shape: &Shape, line: usize) -> Bits<N> {
        let (_, twice) = (self.line(shape, line).iter())
            .fold((Bits::EMPTY, Bits::EMPTY), |(once, twice), plane| {
                (once.or(plane), twice.or(&once.and(plane)))
            });
        twice
    }

    /// Whether no cell has several possible values.
    pub(crate) fn is_complete(&self, shape: &Shape) -> bool {
        (0..shape.height).all(|row| self.open(shape, row).is_empty())
    }

    /// Total number of possible values of all cells.
    pub(crate) fn size(&self, shape: &Shape) -> usize {
        let rows = &self.planes[..shape.height * shape.values];
        rows.iter().map(Bits::count).sum()
    }

    /// Unites the possible values with those of another board.
    pub(crate) fn unite(&mut self, other: &Self) {
        for (plane, other) in self.planes.iter_mut().zip(&other.planes) {
            *plane = plane.or(other);
        }
    }

    /// Copies another board into this one.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.planes.clone_from(&other.planes);
    }

    /// The known cells as a grid. Cells with several possible values are unknown.
    pub(crate) fn to_grid(&self, shape: &Shape) -> Grid {
        let open: Vec<Bits<N>> = (0..shape.height).map(|row| self.open(shape, row)).collect();
        Grid::from_values(shape.height, shape.width, shape.values, |row, value, n| {
            self.line(shape, row)[value].part(n) & !open[row].part(n)
        })
    }
}

/// Solves lines up to their fixpoint.
#[derive(Debug)]
pub(crate) struct Sweeper<'s, const N: usize> {
    shape: &'s Shape,
    sweep: Sweep<N>,
    dirty: DirtyLines<N>,
    visits: u64,
    /// Line in which [`Sweeper::settle`] found the last contradiction; 0 before the first one.
    broken: usize,
}

impl<'s, const N: usize> Sweeper<'s, N> {
    pub(crate) fn new(shape: &'s Shape) -> Self {
        Self {
            shape,
            sweep: Sweep::new(shape),
            dirty: DirtyLines::none(shape.height),
            visits: 0,
            broken: 0,
        }
    }

    /// Line in which [`Sweeper::settle`] found the last contradiction; 0 before the first one.
    pub(crate) fn broken(&self) -> usize {
        self.broken
    }

    /// Number of visits to lines so far.
    pub(crate) fn visits(&self) -> u64 {
        self.visits
    }

    /// Whether no line is dirty: false if the last [`Sweeper::settle`] was cut short by a limit.
    pub(crate) fn is_settled(&self) -> bool {
        self.dirty.is_empty()
    }

    /// Possible starts of the blocks of a line. Fails if the line has no placement.
    pub(crate) fn starts(
        &mut self,
        board: &Board<N>,
        line: usize,
    ) -> Result<&[Bits<N>], Contradiction> {
        let runs = &self.shape.lines[line];
        let length = self.shape.length(line);
        self.sweep
            .line(runs, length, board.line(self.shape, line))?;
        Ok(&self.sweep.starts[..runs.len()])
    }

    /// Marks every line dirty.
    pub(crate) fn begin(&mut self) {
        self.dirty = DirtyLines::all((self.shape.height, self.shape.width));
    }

    /// Solves one dirty line. Returns the line and whether it has a placement, or `None` if no line is dirty.
    pub(crate) fn step(
        &mut self,
        board: &mut Board<N>,
    ) -> Option<(usize, Result<(), Contradiction>)> {
        let line = self.dirty.pop()?;
        self.visits += 1;
        Some((line, self.visit(board, line)))
    }

    /// Like [`Sweeper::settle`], but with every line dirty at first.
    pub(crate) fn settle_all(
        &mut self,
        board: &mut Board<N>,
        limits: &Limits,
    ) -> Result<(), Contradiction> {
        self.begin();
        self.settle(board, limits)
    }

    /// Marks the lines of a cell dirty.
    pub(crate) fn touch(&mut self, (row, column): (usize, usize)) {
        self.dirty.push(row);
        self.dirty.push(self.shape.height + column);
    }

    /// Solves dirty lines until none is left or a limit is reached. Fails if a line has no placement.
    pub(crate) fn settle(
        &mut self,
        board: &mut Board<N>,
        limits: &Limits,
    ) -> Result<(), Contradiction> {
        while let Some(line) = self.dirty.pop() {
            self.visits += 1;
            if self.visits.is_multiple_of(CLOCK) && limits.is_late() {
                self.dirty.push(line);
                return Ok(());
            }
            if self.visit(board, line).is_err() {
                self.dirty.clear();
                self.broken = line;
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Solves one line and marks the lines that cross its changed cells dirty.
    fn visit(&mut self, board: &mut Board<N>, line: usize) -> Result<(), Contradiction> {
        let shape = self.shape;
        let length = shape.length(line);
        self.sweep
            .line(&shape.lines[line], length, board.line(shape, line))?;
        for value in 0..shape.values {
            let plane = &mut board.planes[line * shape.values + value];
            let mut gone = plane.without(&self.sweep.found[value]);
            if gone.is_empty() {
                continue;
            }
            *plane = plane.without(&gone);
            self.dirty.push_across(line, &gone);
            while let Some(place) = gone.pop() {
                let (across, place) = shape.across(line, place);
                board.planes[across * shape.values + value].remove(place);
            }
        }
        Ok(())
    }
}
