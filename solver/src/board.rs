//! The board as the engines hold it: every line packed into words, twice.
//!
//! Lines are numbered rows first (`0..m`), then columns (`m..m+n`), cells row by row. Each cell is
//! kept in its row's word and, transposed, in its column's; a trail of the cells in the order they
//! became known lets a search take them back.

use nonogram_puzzles::{Cell, Grid, Line, Puzzle};

use crate::line::bits::{self, Allowed, Scratch};
use crate::line::{Contradiction, LineSolver};
use crate::word::Word;

/// A partly known board and the clues of its lines.
#[derive(Debug, Clone)]
pub struct Board<'p, W> {
    puzzle: &'p Puzzle,
    height: usize,
    width: usize,
    /// For each line, the cells known to be filled.
    filled: Vec<W>,
    /// For each line, the cells known to be blank.
    blank: Vec<W>,
    trail: Vec<usize>,
    scratch: Scratch<W>,
}

/// Runs `$body` with the type `$W` bound to the narrowest [`Word`] that holds every line of a puzzle.
macro_rules! with_word {
    ($puzzle:expr, $W:ident => $body:expr) => {
        match $puzzle.row_count().max($puzzle.column_count()) {
            0..=64 => {
                type $W = u64;
                $body
            }
            65..=128 => {
                type $W = u128;
                $body
            }
            129..=256 => {
                type $W = $crate::word::Wide<4>;
                $body
            }
            _ => {
                type $W = $crate::word::Long;
                $body
            }
        }
    };
}
pub(crate) use with_word;

impl<'p, W: Word> Board<'p, W> {
    /// The board of `puzzle` with every cell unknown.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let (height, width) = (puzzle.row_count(), puzzle.column_count());
        let empty: Vec<W> = (0..height)
            .map(|_| W::zero(width))
            .chain((0..width).map(|_| W::zero(height)))
            .collect();
        Self {
            puzzle,
            height,
            width,
            filled: empty.clone(),
            blank: empty,
            trail: Vec::with_capacity(height * width),
            scratch: Scratch::default(),
        }
    }

    /// Number of lines, rows and columns together.
    pub fn lines(&self) -> usize {
        self.height + self.width
    }

    /// Number of rows and of columns.
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
        if line < self.height {
            self.width
        } else {
            self.height
        }
    }

    /// The clue of a line.
    pub fn clue(&self, line: usize) -> &'p [usize] {
        match line.checked_sub(self.height) {
            None => &self.puzzle.rows()[line],
            Some(column) => &self.puzzle.columns()[column],
        }
    }

    /// What people call a line.
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

    /// The place of a cell in a line that it lies on.
    pub fn place_in(&self, line: usize, cell: usize) -> usize {
        if line < self.height {
            cell % self.width
        } else {
            cell / self.width
        }
    }

    /// The row of a cell and its column, as line numbers.
    #[inline]
    pub fn lines_of(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.place_of(cell);
        (row, self.height + column)
    }

    /// The row and the column of a cell. Narrow division is several times faster.
    #[inline]
    fn place_of(&self, cell: usize) -> (usize, usize) {
        let (cell, width) = (cell as u32, self.width as u32);
        ((cell / width) as usize, (cell % width) as usize)
    }

    /// The colour of a cell, if it is known.
    pub fn value(&self, cell: usize) -> Option<bool> {
        let (row, column) = (cell / self.width, cell % self.width);
        if self.filled[row].has(column) {
            Some(true)
        } else if self.blank[row].has(column) {
            Some(false)
        } else {
            None
        }
    }

    /// The known cells of a line: filled ones and blank ones.
    pub fn planes(&self, line: usize) -> (&W, &W) {
        (&self.filled[line], &self.blank[line])
    }

    /// Cells of a line that are not yet known.
    pub fn unknown_in(&self, line: usize) -> W {
        W::ones(self.length(line))
            .without(&self.filled[line])
            .without(&self.blank[line])
    }

    /// Colours an unknown cell.
    pub fn set(&mut self, cell: usize, filled: bool) {
        let (row, column) = self.place_of(cell);
        let plane = if filled {
            &mut self.filled
        } else {
            &mut self.blank
        };
        plane[row].insert(column);
        plane[self.height + column].insert(row);
        self.trail.push(cell);
    }

    /// Colours cells, some of which may be known already.
    ///
    /// # Errors
    /// [`Contradiction`] when one is known to have the other colour.
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

    /// The cells of the trail from number `known` on, with their colours.
    pub fn known_since(&self, known: usize) -> Vec<(usize, bool)> {
        let fact = |&cell: &usize| (cell, self.value(cell) == Some(true));
        self.trail[known..].iter().map(fact).collect()
    }

    /// The known cells, in the order they became known.
    pub fn trail(&self) -> &[usize] {
        &self.trail
    }

    /// Takes back every cell but the first `known` of the trail.
    pub fn undo_to(&mut self, known: usize) {
        let width = self.width as u32;
        for cell in self.trail.drain(known..) {
            let cell = cell as u32;
            let (row, column) = ((cell / width) as usize, (cell % width) as usize);
            for plane in [&mut self.filled, &mut self.blank] {
                plane[row].remove(column);
                plane[self.height + column].remove(row);
            }
        }
    }

    /// What the placements of one line allow.
    ///
    /// # Errors
    /// [`Contradiction`] when there is no placement.
    #[inline]
    pub fn allowed(&mut self, line: usize) -> Result<Allowed<W>, Contradiction> {
        let length = self.length(line);
        let clue = self.clue(line);
        bits::solve(
            clue,
            length,
            &self.filled[line],
            &self.blank[line],
            &mut self.scratch,
        )
    }

    /// Solves one line with [`LineSolver::Bits`] and gives the places it learned; their cells are the new
    /// ones of the trail.
    ///
    /// # Errors
    /// [`Contradiction`] when there is no placement.
    #[inline]
    pub fn visit(&mut self, line: usize) -> Result<W, Contradiction> {
        let unknown = self.unknown_in(line);
        let allowed = self.allowed(line)?;
        let filled = unknown.without(&allowed.blank);
        let blank = unknown.without(&allowed.filled);
        let learned = filled.or(&blank);
        if !learned.is_empty() {
            self.learn(line, &filled, true);
            self.learn(line, &blank, false);
        }
        Ok(learned)
    }

    /// Colours unknown cells of a line.
    #[inline]
    fn learn(&mut self, line: usize, places: &W, filled: bool) {
        let plane = if filled {
            &mut self.filled
        } else {
            &mut self.blank
        };
        plane[line] = plane[line].or(places);
        match line.checked_sub(self.height) {
            None => {
                for column in places.cells() {
                    plane[self.height + column].insert(line);
                    self.trail.push(line * self.width + column);
                }
            }
            Some(column) => {
                for row in places.cells() {
                    plane[row].insert(column);
                    self.trail.push(row * self.width + column);
                }
            }
        }
    }

    /// [`Board::visit`] with any line solver.
    ///
    /// # Errors
    /// [`Contradiction`] when there is no placement.
    pub fn visit_with(&mut self, solver: LineSolver, line: usize) -> Result<W, Contradiction> {
        if solver == LineSolver::Bits {
            return self.visit(line);
        }
        let before = self.line_cells(line);
        let mut after = before.clone();
        solver.solve(self.clue(line), &mut after)?;
        let learned = |value: Cell| {
            W::from_fn(before.len(), |place| {
                before[place] == Cell::Unknown && after[place] == value
            })
        };
        let (filled, blank) = (learned(Cell::Filled), learned(Cell::Blank));
        self.learn(line, &filled, true);
        self.learn(line, &blank, false);
        Ok(filled.or(&blank))
    }

    /// The cells of a line, one by one.
    pub fn line_cells(&self, line: usize) -> Vec<Cell> {
        (0..self.length(line))
            .map(|place| {
                self.value(self.cell_at(line, place))
                    .map_or(Cell::Unknown, Cell::from)
            })
            .collect()
    }

    /// Colours the cells known in `grid`.
    ///
    /// # Panics
    /// When `grid` has not the size of the puzzle, or a cell is known already.
    pub fn set_grid(&mut self, grid: &Grid) {
        assert_eq!(
            (grid.rows(), grid.columns()),
            (self.height, self.width),
            "the fixed cells have the size of the puzzle"
        );
        for cell in 0..self.cells() {
            if let Some(filled) = grid.get(cell / self.width, cell % self.width).value() {
                assert_eq!(self.value(cell), None, "fixed cells come first");
                self.set(cell, filled);
            }
        }
    }

    /// The board as a grid.
    pub fn to_grid(&self) -> Grid {
        Grid::from_words(self.height, self.width, |row, n| {
            let (filled, blank) = (self.filled[row].part(n), self.blank[row].part(n));
            (filled | blank, filled)
        })
    }
}
