//! A board with a set of possible values per cell, and line logic that narrows these sets to its fixpoint.
//!
//! [`Board`] stores one bit set per line and value, rows first, then columns. [`Sweeper`] solves dirty lines until none is left, a
//! line has no placement, or a limit is reached.

use nonogram_puzzles::{Cell, Clue, Colour, Grid, Line, Puzzle};

use crate::engine::search::Limits;
use crate::line::{Contradiction, bits};
use crate::propagate::{CLOCK, DirtyLines};
use crate::word::Bits;

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
        if line < self.height { self.width } else { self.height }
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
pub(crate) fn value(cell: Cell) -> Option<usize> {
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
        assert_eq!((grid.rows(), grid.columns()), size, "the grid has the puzzle's size");
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
}

impl<'s, const N: usize> Sweeper<'s, N> {
    pub(crate) fn new(shape: &'s Shape) -> Self {
        Self { shape, sweep: Sweep::new(shape), dirty: DirtyLines::none(shape.height), visits: 0 }
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
        self.sweep.line(runs, length, board.line(self.shape, line))?;
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
    pub(crate) fn settle_all(&mut self, board: &mut Board<N>, limits: &Limits) -> Result<(), Line> {
        self.begin();
        self.settle(board, limits)
    }

    /// Marks the lines of a cell dirty.
    pub(crate) fn touch(&mut self, (row, column): (usize, usize)) {
        self.dirty.push(row);
        self.dirty.push(self.shape.height + column);
    }

    /// Marks every line clean.
    pub(crate) fn clear(&mut self) {
        self.dirty.clear();
    }

    /// Solves dirty lines until none is left or a limit is reached. Fails with a line that has no placement.
    pub(crate) fn settle(&mut self, board: &mut Board<N>, limits: &Limits) -> Result<(), Line> {
        while let Some(line) = self.dirty.pop() {
            self.visits += 1;
            if self.visits.is_multiple_of(CLOCK) && limits.is_late() {
                self.dirty.push(line);
                return Ok(());
            }
            if self.visit(board, line).is_err() {
                self.dirty.clear();
                return Err(self.shape.name(line));
            }
        }
        Ok(())
    }

    /// Solves one line and marks the lines that cross its changed cells dirty.
    fn visit(&mut self, board: &mut Board<N>, line: usize) -> Result<(), Contradiction> {
        let shape = self.shape;
        let length = shape.length(line);
        self.sweep.line(&shape.lines[line], length, board.line(shape, line))?;
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

/// A block of a line in terms of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Length in cells.
    pub length: usize,
    /// Value of the block's cells in the planes.
    pub value: usize,
    /// Whether the next block has the same value, so that at least one blank separates them.
    pub is_apart: bool,
}

/// Converts a clue into runs.
pub(crate) fn runs(clue: &Clue) -> Vec<Run> {
    let next = clue.blocks().skip(1).map(Some).chain([None]);
    let run = |(block, next): (nonogram_puzzles::Block, Option<nonogram_puzzles::Block>)| Run {
        length: block.length,
        value: block.colour.index() + 1,
        is_apart: next.is_some_and(|next| next.colour == block.colour),
    };
    clue.blocks().zip(next).map(run).collect()
}

/// Working memory of [`Sweep::line`], kept between calls to avoid allocation.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<const N: usize> {
    /// For each number j from 0 to k, the places up to which the first j blocks and blanks can fill the line.
    reached: Vec<Bits<N>>,
    /// Possible starts of each block; after both sweeps, those that the whole line allows.
    pub starts: Vec<Bits<N>>,
    /// Cells that can have each value according to the line, one plane per value.
    pub found: Vec<Bits<N>>,
}

impl<const N: usize> Sweep<N> {
    /// Creates working memory that is large enough for every line of a board.
    pub(crate) fn new(shape: &Shape) -> Self {
        let blocks = shape.lines.iter().map(Vec::len).max().unwrap_or(0);
        Self::with_room(blocks, shape.values)
    }

    /// Creates working memory for lines of up to `blocks` blocks and cells of up to `values` values.
    pub(crate) fn with_room(blocks: usize, values: usize) -> Self {
        Self {
            reached: vec![Bits::EMPTY; blocks + 1],
            starts: vec![Bits::EMPTY; blocks],
            found: vec![Bits::EMPTY; values],
        }
    }

    /// Finds the possible values of each cell (`found`) and the possible starts of each block (`starts`). Fails if the blocks have no
    /// placement.
    pub(crate) fn line(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        self.forwards(runs, length, planes)?;
        self.backwards(runs, length, planes)
    }

    fn forwards(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        let blank = &planes[0];
        let mut ends = Bits::EMPTY;
        ends.insert(0);
        let mut is_apart = false;
        for (j, run) in runs.iter().enumerate() {
            let reached = behind_blanks(&ends, blank);
            let free = if is_apart { reached.and(blank).up_within(1) } else { reached };
            let starts = free.and(&bits::runs(&planes[run.value], run.length));
            if starts.is_empty() {
                return Err(Contradiction);
            }
            ends = starts.up_within(run.length);
            is_apart = run.is_apart;
            self.reached[j] = reached;
            self.starts[j] = starts;
        }
        let reached = behind_blanks(&ends, blank);
        if !reached.has(length) {
            return Err(Contradiction);
        }
        self.reached[runs.len()] = reached;
        Ok(())
    }

    fn backwards(
        &mut self,
        runs: &[Run],
        length: usize,
        planes: &[Bits<N>],
    ) -> Result<(), Contradiction> {
        self.found.fill(Bits::EMPTY);
        let blank = &planes[0];
        let mut rest = Bits::EMPTY;
        rest.insert(length);
        rest = before_blanks(&rest, blank, length);
        let mut blanks = self.reached[runs.len()].and(blank).and(&rest.down_within(1));
        for (j, run) in runs.iter().enumerate().rev() {
            let ends = if run.is_apart { blank.and(&rest.down_within(1)) } else { rest };
            let starts = self.starts[j].and(&ends.down_within(run.length));
            if starts.is_empty() {
                return Err(Contradiction);
            }
            let cover = &mut self.found[run.value];
            *cover = cover.or(&bits::stretched(starts, run.length));
            rest = before_blanks(&starts, blank, length);
            blanks = blanks.or(&self.reached[j].and(blank).and(&rest.down_within(1)));
            self.starts[j] = starts;
        }
        self.found[0] = blanks;
        Ok(())
    }
}

/// Places that can be reached from the given ones upwards over blank cells.
#[inline]
fn behind_blanks<const N: usize>(places: &Bits<N>, blank: &Bits<N>) -> Bits<N> {
    places.or(&blank.flood(&places.and(blank)).up_within(1))
}

/// Places from which the given ones can be reached upwards over blank cells.
#[inline]
fn before_blanks<const N: usize>(places: &Bits<N>, blank: &Bits<N>, length: usize) -> Bits<N> {
    let seeds = places.down_within(1).and(blank);
    places.or(&blank.flood_down(&seeds, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::MOST_WORDS;
    use nonogram_puzzles::Colour;
    use proptest::prelude::*;

    const LENGTH: usize = 6;

    /// Possible values of each cell, by enumeration of all lines of three values that have the clue and agree with `domains`;
    /// `None` if there is no such line.
    fn by_all_lines(clue: &Clue, domains: &[u8; LENGTH]) -> Option<[u8; LENGTH]> {
        let mut found = [0; LENGTH];
        for code in 0..3usize.pow(LENGTH as u32) {
            let values: [usize; LENGTH] = std::array::from_fn(|i| code / 3usize.pow(i as u32) % 3);
            let colours = values.map(|value| value.checked_sub(1).and_then(Colour::new));
            let agrees =
                values.iter().zip(domains).all(|(value, domain)| *domain >> value & 1 == 1);
            if agrees && Clue::of_colours(colours) == *clue {
                (found.iter_mut().zip(values)).for_each(|(found, value)| *found |= 1 << value);
            }
        }
        (found != [0; LENGTH]).then_some(found)
    }

    fn by_sweeps<const N: usize>(clue: &Clue, domains: &[u8; LENGTH]) -> Option<[u8; LENGTH]> {
        let shape = Shape { height: 1, width: LENGTH, values: 3, lines: vec![runs(clue)] };
        let plane = |value: usize| {
            Bits::from_fn(LENGTH + 1, |i| i < LENGTH && domains[i] >> value & 1 == 1)
        };
        let planes: Vec<Bits<N>> = (0..3).map(plane).collect();
        let mut sweep = Sweep::new(&shape);
        sweep.line(&shape.lines[0], LENGTH, &planes).ok()?;
        let domain = |i| (0..3).map(|value| u8::from(sweep.found[value].has(i)) << value).sum();
        Some(std::array::from_fn(domain))
    }

    proptest! {
        #[test]
        fn sweeps_agree_with_enumeration(
            code in 0..3usize.pow(LENGTH as u32),
            domains in proptest::array::uniform6(1..8u8),
        ) {
            let value = |i: usize| code / 3usize.pow(i as u32) % 3;
            let colours = (0..LENGTH).map(|i| value(i).checked_sub(1).and_then(Colour::new));
            let clue = Clue::of_colours(colours);
            let expected = by_all_lines(&clue, &domains);
            prop_assert_eq!(by_sweeps::<1>(&clue, &domains), expected);
            prop_assert_eq!(by_sweeps::<4>(&clue, &domains), expected);
            prop_assert_eq!(by_sweeps::<MOST_WORDS>(&clue, &domains), expected);
        }
    }
}
