//! A complete or partial picture: a rectangle of coloured, blank and unknown cells.
//!
//! [`Grid`] stores two bits per cell (known, filled) in two bit planes, row by row. Colours other than the first one need
//! further planes, one per bit of the colour's index.

use std::fmt;
use std::hash::{Hash, Hasher};

use thiserror::Error;

use crate::{Cell, Clue, Colour, Line};

/// Number of bits per word of a [`Plane`].
const BITS: usize = u64::BITS as usize;

/// A picture of `rows` x `columns` cells, with row 0 at the top and column 0 at the left.
///
/// ```
/// use nonogram_puzzles::{Cell, Clue, Grid, Line};
///
/// let mut grid = Grid::from_lines(&["##-?"])?;
/// assert_eq!(grid.clue(Line::Row(0)), None);
/// grid.set(0, 3, Cell::Filled);
/// assert_eq!(grid.clue(Line::Row(0)), Some(Clue::from([2, 1])));
/// assert_eq!(grid.to_string(), "##-#");
/// # Ok::<(), nonogram_puzzles::GridError>(())
/// ```
#[derive(Clone)]
pub struct Grid {
    rows: usize,
    columns: usize,
    known: Plane,
    filled: Plane,
    /// Planes of the bits of the colour indices, lowest bit first. Planes are added when an index needs them and never removed.
    colours: Vec<Plane>,
}

impl Grid {
    /// Creates a grid in which every cell is unknown.
    pub fn new(rows: usize, columns: usize) -> Self {
        let cells = rows * columns;
        Self {
            rows,
            columns,
            known: Plane::new(cells),
            filled: Plane::new(cells),
            colours: Vec::new(),
        }
    }

    /// Creates a grid whose cells are all known. A cell is filled if `filled(row, column)` is true.
    pub fn from_fn(
        rows: usize,
        columns: usize,
        mut filled: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        Self::from_cells(rows, columns, |row, column| filled(row, column).into())
    }

    /// Creates a grid with `cell(row, column)` for each cell.
    pub fn from_cells(
        rows: usize,
        columns: usize,
        mut cell: impl FnMut(usize, usize) -> Cell,
    ) -> Self {
        let mut grid = Self::new(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                grid.set(row, column, cell(row, column));
            }
        }
        grid
    }

    /// Creates a grid from bit sets. `word(row, value, n)` returns, for cells 64·`n` to 64·`n` + 63 of a row,
    /// the cells that are known to be blank (value 0) or of the colour with index `value` - 1, with the first cell in the lowest
    /// bit. `values` is the number of values, including 0. Bits beyond the row are ignored.
    pub fn from_values(
        rows: usize,
        columns: usize,
        values: usize,
        word: impl Fn(usize, usize, usize) -> u64,
    ) -> Self {
        let mut grid = Self::new(rows, columns);
        let planes = usize::BITS - values.saturating_sub(2).leading_zeros();
        let plane = Plane::new(rows * columns);
        grid.colours = vec![plane; planes as usize];
        for row in 0..rows {
            for start in (0..columns).step_by(BITS) {
                let (at, mask) =
                    (row * columns + start, u64::MAX >> (BITS - BITS.min(columns - start)));
                for value in 0..values {
                    let cells = word(row, value, start / BITS) & mask;
                    grid.known.put(at, cells);
                    let Some(place) = value.checked_sub(1) else {
                        continue;
                    };
                    grid.filled.put(at, cells);
                    for (bit, plane) in grid.colours.iter_mut().enumerate() {
                        if place >> bit & 1 == 1 {
                            plane.put(at, cells);
                        }
                    }
                }
            }
        }
        grid
    }

    /// Reads one string per row, of `#`, `-` and `?`.
    /// [`Palette::to_grid`](crate::Palette::to_grid) accepts the letters of a puzzle.
    ///
    /// # Errors
    /// Returns a [`GridError`] if there are no cells, the rows differ in length, or a character is not a cell.
    pub fn from_lines<S: AsRef<str>>(lines: &[S]) -> Result<Self, GridError> {
        Self::from_characters(lines, |found| {
            Cell::from_char(found).ok_or("'#', '-' or '?'".to_owned())
        })
    }

    /// Reads one string per row. `cell` returns the cell of a character or, for an invalid character, what was expected.
    pub(crate) fn from_characters<S: AsRef<str>>(
        lines: &[S],
        cell: impl Fn(char) -> Result<Cell, String>,
    ) -> Result<Self, GridError> {
        let columns = lines.first().map_or(0, |line| line.as_ref().chars().count());
        if columns == 0 {
            return Err(GridError::Empty);
        }
        let mut grid = Self::new(lines.len(), columns);
        for (row, line) in lines.iter().enumerate() {
            let found = line.as_ref().chars().count();
            if found != columns {
                return Err(GridError::Ragged { row: row + 1, found, expected: columns });
            }
            for (column, found) in line.as_ref().chars().enumerate() {
                let cell = cell(found).map_err(|expected| {
                    let (row, column) = (row + 1, column + 1);
                    GridError::Character { row, column, found, expected }
                })?;
                grid.set(row, column, cell);
            }
        }
        Ok(grid)
    }

    /// Height in cells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Width in cells.
    pub fn columns(&self) -> usize {
        self.columns
    }

    fn index(&self, row: usize, column: usize) -> usize {
        assert!(
            row < self.rows && column < self.columns,
            "cell ({row}, {column}) is outside a grid of {} x {}",
            self.rows,
            self.columns
        );
        row * self.columns + column
    }

    /// The cell in `row` and `column`, both from 0.
    ///
    /// # Panics
    /// Panics if the cell is outside the grid.
    pub fn get(&self, row: usize, column: usize) -> Cell {
        let index = self.index(row, column);
        match (self.known.get(index), self.filled.get(index)) {
            (false, _) => Cell::Unknown,
            (true, false) => Cell::Blank,
            (true, true) => Cell::Colour(self.colour(index)),
        }
    }

    fn colour(&self, index: usize) -> Colour {
        let bits = self.colours.iter().enumerate();
        let number =
            bits.fold(0, |number, (bit, plane)| number | usize::from(plane.get(index)) << bit);
        Colour::new(number).expect("the planes hold the index of a colour")
    }

    /// Sets the cell in `row` and `column`, both from 0.
    ///
    /// # Panics
    /// Panics if the cell is outside the grid.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        let index = self.index(row, column);
        self.known.set(index, cell != Cell::Unknown);
        self.filled.set(index, cell.is_filled());
        let mut number = cell.colour().map_or(0, Colour::index);
        for plane in &mut self.colours {
            plane.set(index, number & 1 != 0);
            number >>= 1;
        }
        while number > 0 {
            let mut plane = Plane::new(self.rows * self.columns);
            plane.set(index, number & 1 != 0);
            self.colours.push(plane);
            number >>= 1;
        }
    }

    /// Number of colours in the shortest palette with all colours of the grid, at least 1.
    pub fn palette_size(&self) -> usize {
        if self.colours.is_empty() {
            return 1;
        }
        let colours = self.filled.ones().map(|index| self.colour(index).index());
        1 + colours.max().unwrap_or(0)
    }

    /// Whether every cell is known.
    pub fn is_complete(&self) -> bool {
        self.known.is_full()
    }

    /// Number of known cells.
    pub fn known_cells(&self) -> usize {
        self.known.count()
    }

    /// Number of cells known to be filled.
    pub fn filled_cells(&self) -> usize {
        self.filled.count()
    }

    /// The cells of a row, left to right.
    ///
    /// # Panics
    /// Panics if the row is outside the grid.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cell> + '_ {
        assert!(row < self.rows, "row {row} is outside a grid of height {}", self.rows);
        (0..self.columns).map(move |column| self.get(row, column))
    }

    /// The cells of a column, top to bottom.
    ///
    /// # Panics
    /// Panics if the column is outside the grid.
    pub fn column(&self, column: usize) -> impl Iterator<Item = Cell> + '_ {
        assert!(
            column < self.columns,
            "column {column} is outside a grid of width {}",
            self.columns
        );
        (0..self.rows).map(move |row| self.get(row, column))
    }

    /// The clue of a line; `None` if the line has unknown cells.
    ///
    /// # Panics
    /// Panics if the line is outside the grid.
    pub fn clue(&self, line: Line) -> Option<Clue> {
        match line {
            Line::Row(row) => Clue::of_line(self.row(row)),
            Line::Column(column) => Clue::of_line(self.column(column)),
        }
    }

    /// Returns one string per row, of `-`, `?` and `#`. If a cell has a colour other than the first one, filled cells are the letters
    /// `a`, `b` and so on instead of `#`. [`Palette::to_lines`](crate::Palette::to_lines) uses the letters of a puzzle.
    pub fn to_lines(&self) -> Vec<String> {
        let is_coloured = self.palette_size() > 1;
        let character = |cell| match cell {
            Cell::Colour(colour) if is_coloured => colour.letter(),
            cell => cell.to_char(),
        };
        (0..self.rows).map(|row| self.row(row).map(character).collect()).collect()
    }
}

/// Colour planes without a set bit, which remain when a colour is no longer used, are ignored.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.colours.len().min(other.colours.len());
        let (ours, theirs) = (&self.colours[..shared], &other.colours[..shared]);
        let rest = self.colours[shared..].iter().chain(&other.colours[shared..]);
        (self.rows, self.columns) == (other.rows, other.columns)
            && (&self.known, &self.filled) == (&other.known, &other.filled)
            && ours == theirs
            && rest.into_iter().all(|plane| plane.is_empty())
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rows, self.columns).hash(state);
        (&self.known, &self.filled).hash(state);
        for plane in self.colours.iter().filter(|plane| !plane.is_empty()) {
            plane.hash(state);
        }
    }
}

/// The rows of [`Grid::to_lines`], separated by newlines.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_lines().join("\n"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid {}x{}\n{self}", self.rows, self.columns)
    }
}

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// There are no rows, or the first row has no cells.
    #[error("the grid is empty; expected one line per row, of at least one cell")]
    Empty,
    /// A row differs in length from the first one.
    #[error("row {row} has length {found}; expected {expected} as in row 1")]
    Ragged {
        /// Number of the row, from 1.
        row: usize,
        /// Number of cells in the row.
        found: usize,
        /// Number of cells in the first row.
        expected: usize,
    },
    /// A character is not a cell.
    #[error("row {row}, cell {column} is {found:?}; expected {expected}")]
    Character {
        /// Number of the row, from 1.
        row: usize,
        /// Position in the row, from 1.
        column: usize,
        /// Character that is not a cell.
        found: char,
        /// The characters of cells.
        expected: String,
    },
}

impl GridError {
    /// Number of the invalid row, from 1, if there is one.
    pub fn row(&self) -> Option<usize> {
        match *self {
            Self::Empty => None,
            Self::Ragged { row, .. } | Self::Character { row, .. } => Some(row),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plane {
    /// The bits, the first one in the lowest bit of the first word. Bits beyond the last cell are zero.
    words: Vec<u64>,
    cells: usize,
}

impl Plane {
    fn new(cells: usize) -> Self {
        Self { words: vec![0; cells.div_ceil(BITS)], cells }
    }

    #[inline]
    fn get(&self, cell: usize) -> bool {
        self.words[cell / BITS] >> (cell % BITS) & 1 == 1
    }

    /// Sets the bit of a cell to `bit`.
    #[inline]
    fn set(&mut self, cell: usize, bit: bool) {
        let (word, mask) = (&mut self.words[cell / BITS], 1 << (cell % BITS));
        *word = (*word & !mask) | if bit { mask } else { 0 };
    }

    /// Combines `bits` by bitwise OR with the bits from cell `at` on. Bits beyond the last cell must be zero.
    #[inline]
    fn put(&mut self, at: usize, bits: u64) {
        let (word, shift) = (at / BITS, at % BITS);
        let rest = bits.checked_shr((BITS - shift) as u32).unwrap_or(0);
        if bits != 0 {
            self.words[word] |= bits << shift;
        }
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    fn count(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    fn is_full(&self) -> bool {
        self.count() == self.cells
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The cells whose bits are one.
    fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells).filter(|&cell| self.get(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn errors_name_row_and_cell_and_debug_output_shows_the_picture() {
        let error = |lines: &[&str]| Grid::from_lines(lines).unwrap_err();
        insta::assert_snapshot!(error(&[]), @"the grid is empty; expected one line per row, of at least one cell");
        insta::assert_snapshot!(error(&["##", "#"]), @"row 2 has length 1; expected 2 as in row 1");
        insta::assert_snapshot!(error(&["##", "#x"]), @"row 2, cell 2 is 'x'; expected '#', '-' or '?'");
        assert_eq!((error(&[]).row(), error(&["#-", "#"]).row()), (None, Some(2)));
        let grid = Grid::from_lines(&["#-", "?-"]).unwrap();
        assert_eq!(format!("{grid:?}"), "Grid 2x2\n#-\n?-");
    }

    #[test]
    fn cells_of_a_new_grid_are_unknown_until_they_are_set() {
        let mut grid = Grid::new(2, 3);
        assert_eq!(grid.to_lines(), ["???", "???"]);
        assert_eq!((grid.known_cells(), grid.is_complete()), (0, false));
        grid.set(1, 2, Cell::Filled);
        grid.set(0, 0, Cell::Blank);
        assert_eq!(grid.to_string(), "-??\n??#");
        assert_eq!((grid.known_cells(), grid.filled_cells()), (2, 1));
        grid.set(1, 2, Cell::Unknown);
        assert_eq!((grid.known_cells(), grid.filled_cells()), (1, 0));
    }

    #[test]
    fn line_with_unknown_cells_has_no_clue() {
        let grid = Grid::from_lines(&["##-#", "-?-#"]).unwrap();
        assert_eq!(grid.clue(Line::Row(0)), Some(Clue::from([2, 1])));
        assert_eq!(grid.clue(Line::Row(1)), None);
        assert_eq!(grid.clue(Line::Column(1)), None);
        assert_eq!(grid.clue(Line::Column(3)), Some(Clue::from([2])));
    }

    proptest! {
        #[test]
        fn grid_from_bit_sets_has_their_values(
            (columns, cells) in (1usize..140).prop_flat_map(|columns| {
                (Just(columns), prop::collection::vec(0..8usize, columns..3 * columns))
            }),
            values in 2usize..7,
        ) {
            let rows = cells.len() / columns;
            // Cells that are in no set are unknown.
            let value = |row: usize, column: usize| cells[row * columns + column];
            let grid = Grid::from_values(rows, columns, values, |row, wanted, n| {
                let places = 64 * n..(64 * n + 64).min(columns);
                places.filter(|&column| value(row, column) == wanted)
                    .fold(0, |word, column| word | 1 << (column % 64))
            });
            let expected = Grid::from_cells(rows, columns, |row, column| match value(row, column) {
                0 => Cell::Blank,
                value if value < values => Cell::Colour(Colour::new(value - 1).unwrap()),
                _ => Cell::Unknown,
            });
            prop_assert_eq!(grid, expected);
        }
    }
}
