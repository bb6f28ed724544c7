//! The partly known board of the engines, which packs the cells of each line into words.
//!
//! Lines are numbered rows first (`0..m`), then columns (`m..m+n`), cells row by row. Each cell is stored in the words of
//! its row and, transposed, in those of its column. The trail lists the known cells in the order in which they became known, so that
//! a search can undo them.

use std::ops::Range;

use nonogram_puzzles::{Cell, Grid, Line, Puzzle};

use crate::line::bits::{Decided, Scratch, Shape};
use crate::line::{Contradiction, LineSolver, bits};
use crate::word::Bits;

/// A partly known board and the clues of its lines.
#[derive(Debug, Clone)]
pub struct PartialGrid<'p, const N: usize> {
    puzzle: &'p Puzzle,
    height: usize,
    width: usize,
    /// Known cells of each line.
    known: Vec<Known<N>>,
    /// Shape of each line's clue.
    shapes: Vec<Shape>,
    trail: Vec<usize>,
    scratch: Scratch<N>,
}

#[derive(Debug, Clone)]
struct Known<const N: usize> {
    filled: Bits<N>,
    blank: Bits<N>,
}

impl<const N: usize> Known<N> {
    const NONE: Self = Self { filled: Bits::EMPTY, blank: Bits::EMPTY };

    #[inline]
    fn insert(&mut self, place: usize, filled: bool) {
        if filled {
            self.filled.insert(place);
        } else {
            self.blank.insert(place);
        }
    }

    #[inline]
    fn remove(&mut self, place: usize) {
        self.filled.remove(place);
        self.blank.remove(place);
    }
}

/// Number of cells for which the words of a puzzle's board need room: those of the longest line, and the states of the longest automaton
/// with which the learner explains a line.
pub fn room(puzzle: &Puzzle) -> usize {
    let states = puzzle.lines().map(|(_, clue)| clue.min_length() + 2);
    let side = puzzle.row_count().max(puzzle.column_count());
    states.fold(side, usize::max)
}

impl<'p, const N: usize> PartialGrid<'p, N> {
    /// Creates the board of `puzzle` with every cell unknown.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        let mut shapes = Vec::with_capacity(height + width);
        shapes.extend(puzzle.rows().iter().map(|clue| Shape::new(clue, width)));
        shapes.extend(puzzle.columns().iter().map(|clue| Shape::new(clue, height)));
        Self {
            puzzle,
            height,
            width,
            known: vec![Known::NONE; height + width],
            shapes,
            trail: Vec::with_capacity(height * width),
            scratch: Scratch::default(),
        }
    }

    /// Whether the row clues and the column clues have the same number of filled cells; if not, there is no solution.
    pub fn sums_agree(&self) -> bool {
        let sum = |shapes: &[Shape]| shapes.iter().map(Shape::filled).sum::<usize>();
        let (rows, columns) = self.shapes.split_at(self.height);
        sum(rows) == sum(columns)
    }

    /// Number of lines, rows and columns together.
    pub fn lines(&self) -> usize {
        self.height + self.width
    }

    /// Number of rows, and number of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.height * self.width
    }

    /// Number of cells not yet known.
    pub fn unknown(&self) -> usize {
        self.cells() - self.trail.len()
    }

    /// Number of cells in a line.
    pub fn length(&self, line: usize) -> usize {
        if line < self.height { self.width } else { self.height }
    }

    /// The clue of a line.
    pub fn clue(&self, line: usize) -> &'p [usize] {
        match line.checked_sub(self.height) {
            None => &self.puzzle.rows()[line],
            Some(column) => &self.puzzle.columns()[column],
        }
    }

    /// The line as a row or a column.
    pub fn name(&self, line: usize) -> Line {
        match line.checked_sub(self.height) {
            None => Line::Row(line),
            Some(column) => Line::Column(column),
        }
    }

    /// The cell at a place of a line.
    pub fn cell_at(&self, line: usize, place: usize) -> usize {
        match line.checked_sub(self.height) {
            None => line * self.width + place,
            Some(column) => place * self.width + column,
        }
    }

    /// The place of a cell in a line that contains it.
    pub fn place_in(&self, line: usize, cell: usize) -> usize {
        if line < self.height { cell % self.width } else { cell / self.width }
    }

    /// The row and the column of a cell, as line numbers.
    #[inline]
    pub fn lines_of(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.place_of(cell);
        (row, self.height + column)
    }

    /// The row and the column of a cell, from 0. Divides 32-bit numbers, which is several times faster than a 64-bit division.
    #[inline]
    fn place_of(&self, cell: usize) -> (usize, usize) {
        let (cell, width) = (cell as u32, self.width as u32);
        ((cell / width) as usize, (cell % width) as usize)
    }

    /// The value of a cell, true for filled; `None` if it is unknown.
    pub fn value(&self, cell: usize) -> Option<bool> {
        let (row, column) = self.place_of(cell);
        let known = &self.known[row];
        if known.filled.has(column) {
            Some(true)
        } else if known.blank.has(column) {
            Some(false)
        } else {
            None
        }
    }

    /// The filled and the blank cells of a line.
    pub fn planes(&self, line: usize) -> (&Bits<N>, &Bits<N>) {
        let known = &self.known[line];
        (&known.filled, &known.blank)
    }

    /// Cells of a line that are not yet known.
    pub fn unknown_in(&self, line: usize) -> Bits<N> {
        let (filled, blank) = self.planes(line);
        Bits::ones(self.length(line)).without(filled).without(blank)
    }

    /// Number of the line that crosses `line` at its first place.
    #[inline]
    pub fn across(&self, line: usize) -> usize {
        if line < self.height { self.height } else { 0 }
    }

    /// Unknown cells of the parallel line before `line` and of the one after it; empty beyond the edges.
    pub fn beside(&self, line: usize) -> (Bits<N>, Bits<N>) {
        let (first, end) =
            if line < self.height { (0, self.height) } else { (self.height, self.lines()) };
        let beside = |other: Option<usize>| match other {
            Some(other) if (first..end).contains(&other) => self.unknown_in(other),
            _ => Bits::EMPTY,
        };
        (beside(line.checked_sub(1)), beside(Some(line + 1)))
    }

    /// Sets an unknown cell.
    pub fn set(&mut self, cell: usize, filled: bool) {
        let (row, column) = self.place_of(cell);
        self.known[row].insert(column, filled);
        self.known[self.height + column].insert(row, filled);
        self.trail.push(cell);
    }

    /// Sets cells, some of which may already be known.
    ///
    /// # Errors
    /// Returns [`Contradiction`] if a cell is known to have the other value. The cells before it in `facts` are then set.
    pub fn set_all(&mut self, facts: &[(usize, bool)]) -> Result<(), Contradiction> {
        for &(cell, filled) in facts {
            match self.value(cell) {
                None => self.set(cell, filled),
                Some(known) if known == filled => {}
                Some(_) => return Err(Contradiction),
            }
        }
        Ok(())
    }

    /// Cells of the trail from index `known` on, with their values.
    pub fn known_since(&self, known: usize) -> impl Iterator<Item = (usize, bool)> {
        let fact = |&cell: &usize| (cell, self.value(cell) == Some(true));
        self.trail[known..].iter().map(fact)
    }

    /// The known cells, in the order they became known.
    pub fn trail(&self) -> &[usize] {
        &self.trail
    }

    /// Makes all cells unknown except the first `known` cells of the trail.
    pub fn undo_to(&mut self, known: usize) {
        let width = self.width as u32;
        for cell in self.trail.drain(known..) {
            let cell = cell as u32;
            let (row, column) = ((cell / width) as usize, (cell % width) as usize);
            self.known[row].remove(column);
            self.known[self.height + column].remove(row);
        }
    }

    /// Solves one line with [`LineSolver::Bits`] and returns the places of the cells that it decides. These cells are
    /// set and appended to the trail.
    ///
    /// # Errors
    /// Returns [`Contradiction`] if the clue has no placement that agrees with the known cells.
    #[inline]
    pub fn visit(&mut self, line: usize) -> Result<Bits<N>, Contradiction> {
        let Known { filled, blank } = &self.known[line];
        let (clue, shape) = (self.clue(line), &self.shapes[line]);
        let decided = bits::decide(clue, shape, filled, blank, &mut self.scratch)?;
        let learned = decided.filled.or(&decided.blank);
        if !learned.is_empty() {
            self.learn(line, &decided);
        }
        Ok(learned)
    }

    /// Sets these unknown cells of a line and appends them to the trail.
    #[inline]
    fn learn(&mut self, line: usize, decided: &Decided<N>) {
        let own = &mut self.known[line];
        own.filled = own.filled.or(&decided.filled);
        own.blank = own.blank.or(&decided.blank);
        let (rows, columns) = self.known.split_at_mut(self.height);
        // The crossing lines, the index of the line among the parallel ones, its first cell, and the distance between its cells.
        let (across, number, first, step) = match line.checked_sub(self.height) {
            None => (columns, line, line * self.width, 1),
            Some(column) => (rows, column, column, self.width),
        };
        for place in decided.filled.cells() {
            across[place].filled.insert(number);
            self.trail.push(first + place * step);
        }
        for place in decided.blank.cells() {
            across[place].blank.insert(number);
            self.trail.push(first + place * step);
        }
    }

    /// Solves one line like [`PartialGrid::visit`], but with any line solver.
    ///
    /// # Errors
    /// Returns [`Contradiction`] if the clue has no placement that agrees with the known cells.
    pub fn visit_with(
        &mut self,
        solver: LineSolver,
        line: usize,
    ) -> Result<Bits<N>, Contradiction> {
        if solver == LineSolver::Bits {
            return self.visit(line);
        }
        let before = self.line_cells(line);
        let mut after = before.clone();
        solver.solve(self.clue(line), &mut after)?;
        let learned = |value: Cell| {
            Bits::from_fn(before.len(), |place| {
                before[place] == Cell::Unknown && after[place] == value
            })
        };
        let decided = Decided { filled: learned(Cell::Filled), blank: learned(Cell::Blank) };
        self.learn(line, &decided);
        Ok(decided.filled.or(&decided.blank))
    }

    /// The cells of a line, one by one.
    pub fn line_cells(&self, line: usize) -> Vec<Cell> {
        (0..self.length(line))
            .map(|place| self.value(self.cell_at(line, place)).map_or(Cell::Unknown, Cell::from))
            .collect()
    }

    /// Sets the cells known in `grid`.
    ///
    /// # Panics
    /// Panics if the size of `grid` differs from that of the puzzle, or if a cell known in `grid` is already known on the board.
    pub fn set_grid(&mut self, grid: &Grid) {
        assert_eq!(
            (grid.rows(), grid.columns()),
            (self.height, self.width),
            "the grid has the size of the puzzle"
        );
        for cell in 0..self.cells() {
            if let Some(filled) = grid.get(cell / self.width, cell % self.width).value() {
                assert_eq!(self.value(cell), None, "the cell is not yet known");
                self.set(cell, filled);
            }
        }
    }

    /// The board as a grid.
    pub fn to_grid(&self) -> Grid {
        Grid::from_values(self.height, self.width, 2, |row, value, n| {
            let known = &self.known[row];
            if value == 0 { known.blank.part(n) } else { known.filled.part(n) }
        })
    }
}

/// The open part of a line, and the blocks in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPart<'p> {
    /// Places of the part's cells in the line.
    pub places: Range<usize>,
    /// Blocks of the part.
    pub clue: &'p [usize],
}

impl<'p, const N: usize> PartialGrid<'p, N> {
    /// The open part of a line, or `None` if every cell is known. Outside of that part, the line must agree with its clue.
    pub fn open_part(&self, line: usize) -> Option<OpenPart<'p>> {
        let (filled, blank) = self.planes(line);
        let unknown = self.unknown_in(line);
        let (first, last) = (unknown.lowest()?, unknown.highest()?);
        let length = self.length(line);
        let start = blank.and(&Bits::ones(first)).highest();
        let start = start.map_or(0, |blank| blank + 1);
        let end = blank.without(&Bits::ones(last)).lowest().unwrap_or(length);
        let blocks = |cells: Bits<N>| cells.without(&cells.up_within(1)).count();
        let clue = self.clue(line);
        let before = blocks(filled.and(&Bits::ones(start)));
        let behind = blocks(filled.without(&Bits::ones(end)));
        Some(OpenPart {
            places: start..end,
            clue: clue.get(before..clue.len().checked_sub(behind)?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Clue, Grid, Puzzle};

    use super::*;

    #[test]
    fn the_open_part_of_a_line_lies_between_blanks_or_ends() {
        let rows = vec![Clue::from([2, 1, 1, 3])];
        let columns = "111100010111".chars().map(|cell| match cell {
            '1' => Clue::from([1]),
            _ => Clue::new([]),
        });
        let puzzle = Puzzle::new(rows, columns.collect()).unwrap();
        let part = |line: &str| {
            let mut board = PartialGrid::<1>::new(&puzzle);
            board.set_grid(&Grid::from_lines(&[line]).unwrap());
            board.open_part(0)
        };
        let (clue, open) =
            (puzzle.rows()[0].to_vec(), |places, clue| Some(OpenPart { places, clue }));
        assert_eq!(part("????????????"), open(0..12, &clue));
        assert_eq!(part("##-??-?-?###"), open(3..12, &clue[1..]));
        assert_eq!(part("##-??-#-?-##"), open(3..9, &clue[1..3]));
        assert_eq!(part("##-#-#---###"), None);
    }

    /// A puzzle of 3 x 4 cells with one filled cell in each row.
    fn puzzle() -> Puzzle {
        let rows = vec![Clue::from([1]); 3];
        let columns = [1, 1, 1, 0].map(|block| match block {
            0 => Clue::default(),
            block => Clue::from([block]),
        });
        Puzzle::new(rows, columns.to_vec()).unwrap()
    }

    #[test]
    fn facts_that_contradict_known_cells_are_refused() {
        let puzzle = puzzle();
        let mut board = PartialGrid::<1>::new(&puzzle);
        assert!(board.set_all(&[(1, true), (6, false)]).is_ok());
        assert!(board.set_all(&[(6, false), (7, true), (1, true)]).is_ok());
        assert_eq!(board.trail(), [1, 6, 7]);
        assert!(board.set_all(&[(8, true), (1, false), (9, true)]).is_err());
        assert!(board.known_since(1).eq([(6, false), (7, true), (8, true)]));
    }

    #[test]
    fn lines_have_parallel_neighbours_and_crossing_lines() {
        let puzzle = puzzle();
        let mut board = PartialGrid::<1>::new(&puzzle);
        board.set(1, true);
        board.set(6, false);
        // Rows are lines 0 to 2, columns 3 to 6.
        assert_eq!([0, 2, 3, 6].map(|line| board.across(line)), [3, 3, 0, 0]);
        // The cells that are still unknown in the lines beside a line, as places.
        let beside = |line: usize| {
            let (before, after) = board.beside(line);
            [before, after].map(|set| set.cells().collect::<Vec<_>>())
        };
        let cases: [(usize, [&[usize]; 2]); 6] = [
            (0, [&[], &[0, 1, 3]]),
            (1, [&[0, 2, 3], &[0, 1, 2, 3]]),
            (2, [&[0, 1, 3], &[]]),
            (3, [&[], &[1, 2]]),
            (4, [&[0, 1, 2], &[0, 2]]),
            (6, [&[0, 2], &[]]),
        ];
        for (line, expected) in cases {
            assert_eq!(beside(line), expected, "line {line}");
        }
    }
}
