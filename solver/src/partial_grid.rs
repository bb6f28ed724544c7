//! The partly known board of the engines, which packs the cells of each line into words.
//!
//! Lines are numbered rows first (`0..m`), then columns (`m..m+n`), cells row by row. Each cell is stored in the words of
//! its row and, transposed, in those of its column. The trail lists the known cells in the order in which they became known, so that
//! a search can undo them.

use nonogram_puzzles::{Grid, Line, Puzzle};

use crate::line::bits::{Decided, Scratch, Shape};
use crate::line::{Contradiction, bits};
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

    /// Whether the clues of rows and columns have equally many filled cells; if not, there is no solution.
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
    #[inline]
    pub fn length(&self, line: usize) -> usize {
        if line < self.height { self.width } else { self.height }
    }

    /// The clue of a line.
    #[inline]
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
    #[inline]
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

    /// Sets an unknown cell.
    pub fn set(&mut self, cell: usize, filled: bool) {
        let (row, column) = self.place_of(cell);
        self.known[row].insert(column, filled);
        self.known[self.height + column].insert(row, filled);
        self.trail.push(cell);
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

    /// Solves one line and returns the places of the cells that it decides. These cells are
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
