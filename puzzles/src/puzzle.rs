//! A puzzle: one clue per row, one per column, their colours, and optionally metadata and a picture that satisfies the clues.
//!
//! [`Puzzle::new`] checks sizes and that each clue fits its line. It does not check whether a solution exists; sums that
//! differ ([`Puzzle::sums_agree`]) are not an error.

use std::borrow::Cow;
use std::fmt;

use hmac_sha256::Hash as Sha256;
use thiserror::Error;

use crate::{Block, Cell, Clue, Colour, Excerpt, Grid, MAX_COLOURS, MAX_SIDE, Palette};

/// Metadata of a puzzle, which are those of the `.non` format with the nonogram-db extensions. Solvers do not use them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Metadata {
    /// Catalogue entry, such as a collection and a number.
    pub catalogue: Option<String>,
    /// Title of the puzzle.
    pub title: Option<String>,
    /// Author of the puzzle.
    pub by: Option<String>,
    /// Copyright notice.
    pub copyright: Option<String>,
    /// Licence, as an SPDX identifier if there is one.
    pub license: Option<String>,
}

impl Metadata {
    /// The names of the fields in `.non` and JSON files, with their values.
    pub fn fields(&self) -> [(&'static str, Option<&str>); 5] {
        let Self { catalogue, title, by, copyright, license } = self;
        let values = [catalogue, title, by, copyright, license];
        std::array::from_fn(|nth| (Self::NAMES[nth], values[nth].as_deref()))
    }

    /// The field with a name of `.non` and JSON files.
    pub fn field_mut(&mut self, name: &str) -> Option<&mut Option<String>> {
        let Self { catalogue, title, by, copyright, license } = self;
        let fields = [catalogue, title, by, copyright, license];
        Self::NAMES.iter().zip(fields).find_map(|(&known, field)| (known == name).then_some(field))
    }

    /// The names of the fields, in the order in which files have them.
    pub(crate) const NAMES: [&str; 5] = ["catalogue", "title", "by", "copyright", "license"];
}

/// A row or a column, numbered from 0. Its text form counts from 1: `Line::Row(0)` is `row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(index) => write!(f, "row {}", index + 1),
            Self::Column(index) => write!(f, "column {}", index + 1),
        }
    }
}

/// Why clues, or clues and a goal, are not a valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// There are no rows or no columns, or a side is longer than [`MAX_SIDE`].
    #[error("a puzzle of {rows} x {columns} cells; expected 1 to {MAX_SIDE} rows and columns")]
    Size {
        /// Number of row clues.
        rows: usize,
        /// Number of column clues.
        columns: usize,
    },
    /// A clue needs more cells than its line has.
    #[error("the clue {} of {line} needs {needs} cells; expected at most {length}", Excerpt(clue))]
    ClueTooLong {
        /// Line of the clue.
        line: Line,
        /// Clue of the line, as text.
        clue: String,
        /// Number of cells that the clue needs.
        needs: usize,
        /// Number of cells of the line.
        length: usize,
    },
    /// A clue has a colour that is not in the palette.
    #[error(
        "the clues need a palette of {needs} colours; expected at most {palette}, the size of the palette"
    )]
    PaletteTooShort {
        /// Number of colours in the shortest sufficient palette.
        needs: usize,
        /// Number of colours in the palette.
        palette: usize,
    },
    /// The size of the goal differs from that of the puzzle.
    #[error("the goal has {found_rows} x {found_columns} cells; expected {rows} x {columns}")]
    GoalSize {
        /// Height of the goal.
        found_rows: usize,
        /// Width of the goal.
        found_columns: usize,
        /// Height of the puzzle.
        rows: usize,
        /// Width of the puzzle.
        columns: usize,
    },
    /// The goal has an unknown cell.
    #[error("the goal has unknown cells; expected every cell filled or blank")]
    GoalIncomplete,
    /// The goal does not match the puzzle's clues.
    #[error(
        "the goal has {} in {line}; expected its clue {}",
        Excerpt(.found), Excerpt(.expected)
    )]
    GoalDisagrees {
        /// The first line that does not match; rows precede columns.
        line: Line,
        /// Clue of the goal in that line, as text.
        found: String,
        /// Clue of the puzzle in that line, as text.
        expected: String,
    },
}

/// A nonogram: row clues top to bottom, column clues left to right.
///
/// Each clue fits its line. The goal, if there is one, satisfies every clue.
///
/// ```
/// use nonogram_puzzles::{Clue, Grid, Line, Puzzle, PuzzleError};
///
/// let rows = vec![Clue::from([1, 1]), Clue::from([3]), Clue::default()];
/// let columns = vec![Clue::from([2]), Clue::from([1]), Clue::from([2])];
/// let puzzle = Puzzle::new(rows, columns)?;
/// assert_eq!((puzzle.row_count(), puzzle.column_count()), (3, 3));
///
/// let grid = Grid::from_lines(&["#-#", "###", "---"]).unwrap();
/// assert!(puzzle.is_solved_by(&grid));
/// assert_eq!(puzzle, Puzzle::from_grid(&grid));
///
/// let error = Puzzle::new(vec![Clue::from([2])], vec![Clue::from([1])]).unwrap_err();
/// assert!(matches!(error, PuzzleError::ClueTooLong { line: Line::Row(0), .. }));
/// # Ok::<(), PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    rows: Vec<Clue>,
    columns: Vec<Clue>,
    palette: Palette,
    metadata: Metadata,
    goal: Option<Grid>,
}

impl Puzzle {
    /// Creates a puzzle from clues, with the shortest sufficient [`Palette::standard`] and without metadata or a goal.
    ///
    /// # Errors
    /// Returns a [`PuzzleError`] if there are no cells, a side is too long, or a clue is longer than its line.
    pub fn new(rows: Vec<Clue>, columns: Vec<Clue>) -> Result<Self, PuzzleError> {
        let palette = Palette::standard(palette_size(&rows, &columns));
        Self::in_colours(rows, columns, palette)
    }

    /// Creates a puzzle from clues and a palette, without metadata or a goal.
    ///
    /// # Errors
    /// Returns a [`PuzzleError`] if there are no cells, a side is too long, a clue is longer than its line, or a clue has a colour that is
    /// not in the palette.
    pub fn in_colours(
        rows: Vec<Clue>,
        columns: Vec<Clue>,
        palette: Palette,
    ) -> Result<Self, PuzzleError> {
        let (height, width) = (rows.len(), columns.len());
        if height.min(width) == 0 || height.max(width) > MAX_SIDE {
            return Err(PuzzleError::Size { rows: height, columns: width });
        }
        check_palette(&palette, palette_size(&rows, &columns))?;
        let puzzle = Self { rows, columns, palette, metadata: Metadata::default(), goal: None };
        for (line, clue) in puzzle.lines() {
            let needs = clue.min_length();
            let length = puzzle.length(line);
            if needs > length {
                return Err(PuzzleError::ClueTooLong {
                    line,
                    clue: puzzle.palette.clue(clue),
                    needs,
                    length,
                });
            }
        }
        Ok(puzzle)
    }

    /// Creates the puzzle whose clues describe `grid` in the shortest sufficient [`Palette::standard`], without metadata or a goal.
    /// Unknown cells count as blank.
    ///
    /// # Panics
    /// Panics if the grid has no cells or has a side longer than [`MAX_SIDE`].
    pub fn from_grid(grid: &Grid) -> Self {
        let clue =
            |cells: &mut dyn Iterator<Item = Cell>| Clue::of_colours(cells.map(Cell::colour));
        let rows = (0..grid.rows()).map(|row| clue(&mut grid.row(row)));
        let columns = (0..grid.columns()).map(|column| clue(&mut grid.column(column)));
        let (rows, columns) = (rows.collect(), columns.collect());
        Self::new(rows, columns).expect("the clues of a grid of allowed size fit it")
    }

    /// The puzzle in the colours of a palette.
    ///
    /// # Errors
    /// Returns [`PuzzleError::PaletteTooShort`] if a clue has a colour that is not in the palette.
    pub fn with_palette(mut self, palette: Palette) -> Result<Self, PuzzleError> {
        check_palette(&palette, palette_size(&self.rows, &self.columns))?;
        self.palette = palette;
        Ok(self)
    }

    /// The puzzle with this metadata.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Metadata) -> Self {
        self.metadata = metadata;
        self
    }

    /// The puzzle with this goal.
    ///
    /// # Errors
    /// Returns a [`PuzzleError`] if the goal differs in size, has unknown cells, or does not match the clues.
    pub fn with_goal(mut self, goal: Grid) -> Result<Self, PuzzleError> {
        if (goal.rows(), goal.columns()) != (self.row_count(), self.column_count()) {
            return Err(PuzzleError::GoalSize {
                found_rows: goal.rows(),
                found_columns: goal.columns(),
                rows: self.row_count(),
                columns: self.column_count(),
            });
        }
        for (line, expected) in self.lines() {
            let found = goal.clue(line).ok_or(PuzzleError::GoalIncomplete)?;
            if found != *expected {
                return Err(PuzzleError::GoalDisagrees {
                    line,
                    found: self.goal_clue(&found),
                    expected: self.palette.clue(expected),
                });
            }
        }
        self.goal = Some(goal);
        Ok(self)
    }

    /// A clue of a goal as text. The goal may have colours that are not in the palette.
    fn goal_clue(&self, clue: &Clue) -> String {
        if clue.palette_size() > self.palette.count() {
            return clue.to_string();
        }
        self.palette.clue(clue)
    }

    /// The puzzle with `picture` as its goal if the picture is a solution, otherwise the unchanged puzzle.
    pub(crate) fn with_picture(&self, picture: Option<&Grid>) -> Cow<'_, Self> {
        match picture {
            Some(picture) if self.is_solved_by(picture) => {
                Cow::Owned(Self { goal: Some(picture.clone()), ..self.clone() })
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// The row clues, top to bottom.
    pub fn rows(&self) -> &[Clue] {
        &self.rows
    }

    /// The column clues, left to right.
    pub fn columns(&self) -> &[Clue] {
        &self.columns
    }

    /// Whether both puzzles have the same clues, regardless of everything else.
    pub(crate) fn has_clues_of(&self, other: &Self) -> bool {
        (&self.rows, &self.columns) == (&other.rows, &other.columns)
    }

    /// Height in cells.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Width in cells.
    pub fn column_count(&self) -> usize {
        self.columns.len()
    }

    /// Number of lines, rows and columns together.
    pub fn line_count(&self) -> usize {
        self.rows.len() + self.columns.len()
    }

    /// Every line with its clue, rows first.
    pub fn lines(&self) -> impl Iterator<Item = (Line, &Clue)> {
        let rows = (0..).map(Line::Row).zip(&self.rows);
        rows.chain((0..).map(Line::Column).zip(&self.columns))
    }

    /// The clue of a line.
    ///
    /// # Panics
    /// Panics if the line is outside the puzzle.
    pub fn clue(&self, line: Line) -> &Clue {
        match line {
            Line::Row(row) => &self.rows[row],
            Line::Column(column) => &self.columns[column],
        }
    }

    /// Number of cells of a line.
    pub fn length(&self, line: Line) -> usize {
        match line {
            Line::Row(_) => self.column_count(),
            Line::Column(_) => self.row_count(),
        }
    }

    /// Colours of the puzzle.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Metadata of the puzzle.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// A picture that satisfies the clues; `None` if the puzzle was created without one.
    pub fn goal(&self) -> Option<&Grid> {
        self.goal.as_ref()
    }

    /// Number of filled cells according to the row clues, and according to the column clues.
    pub fn sums(&self) -> (usize, usize) {
        let sum = |clues: &[Clue]| clues.iter().map(Clue::filled).sum();
        (sum(&self.rows), sum(&self.columns))
    }

    /// The first colour for which the row clues and the column clues have different numbers of cells, with both numbers; `None` if there
    /// is no such colour.
    pub fn sums_differ(&self) -> Option<(Colour, usize, usize)> {
        let sums = |clues: &[Clue]| {
            let mut sums = [0usize; MAX_COLOURS];
            for block in clues.iter().flat_map(Clue::blocks) {
                let sum = &mut sums[block.colour.index()];
                *sum = sum.saturating_add(block.length);
            }
            sums
        };
        let (rows, columns) = (sums(&self.rows), sums(&self.columns));
        let sums = |colour: Colour| (colour, rows[colour.index()], columns[colour.index()]);
        let differ = |&(_, rows, columns): &(_, usize, usize)| rows != columns;
        self.palette.colours().map(sums).find(differ)
    }

    /// Whether row clues and column clues have the same number of cells of each colour; if not, there is no solution.
    pub fn sums_agree(&self) -> bool {
        self.sums_differ().is_none()
    }

    /// Whether the grid is complete, has the size of the puzzle, and matches its clues.
    pub fn is_solved_by(&self, grid: &Grid) -> bool {
        (grid.rows(), grid.columns()) == (self.row_count(), self.column_count())
            && self.lines().all(|(line, clue)| grid.clue(line).as_ref() == Some(clue))
    }
}

/// Number of colours in the shortest palette for these clues.
fn palette_size(rows: &[Clue], columns: &[Clue]) -> usize {
    let sizes = rows.iter().chain(columns).map(Clue::palette_size);
    sizes.max().unwrap_or(1)
}

fn check_palette(palette: &Palette, needs: usize) -> Result<(), PuzzleError> {
    let palette = palette.count();
    if needs > palette {
        return Err(PuzzleError::PaletteTooShort { needs, palette });
    }
    Ok(())
}

/// Number of bytes in [`PuzzleIdentity::short`].
const SHORT: usize = 8;

/// The SHA-256 of a puzzle's canonical text. Its text form is 64 lower-case hexadecimal digits.
///
/// The canonical text is ASCII. It starts with the height, a space, the width and a newline. One line per row, from the top, and
/// one per column, from the left, follow: the block lengths separated by commas, or `0` if there are none, and a newline. If the
/// clues use several colours, each length is followed by a letter: `a` for the colour of the first block, `b` for the next
/// different colour, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleIdentity([u8; 32]);

impl PuzzleIdentity {
    /// The first 16 hex digits, for people and file names.
    pub fn short(&self) -> String {
        hex(&self.0[..SHORT])
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl fmt::Display for PuzzleIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl Puzzle {
    /// The identity of the puzzle. Puzzles with equal clues have equal identities, regardless of everything else in their files,
    /// including the order and the RGB values of their colours.
    pub fn identity(&self) -> PuzzleIdentity {
        let mut hash = Sha256::new();
        hash.update(format!("{} {}\n", self.row_count(), self.column_count()));
        let blocks = self.lines().flat_map(|(_, clue)| clue.blocks());
        let mut colours: Vec<Colour> = Vec::new();
        for block in blocks {
            if !colours.contains(&block.colour) {
                colours.push(block.colour);
            }
        }
        let number = |block: Block| {
            let place = colours.iter().position(|&colour| colour == block.colour);
            let colour = place.and_then(Colour::new).unwrap_or_default();
            Block { colour, ..block }
        };
        let letters = Palette::standard(colours.len().max(1));
        for (_, clue) in self.lines() {
            let clue = Clue::of_blocks(clue.blocks().map(number));
            hash.update(format!("{}\n", letters.clue(&clue)));
        }
        PuzzleIdentity(hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clues<const N: usize>(blocks: [&[usize]; N]) -> Vec<Clue> {
        blocks.iter().map(|lengths| lengths.iter().copied().collect()).collect()
    }

    #[test]
    fn a_picture_becomes_the_goal_if_it_is_a_solution() {
        let [one, other] =
            [["#-", "-#"], ["-#", "#-"]].map(|rows| Grid::from_lines(&rows).unwrap());
        let puzzle = Puzzle::from_grid(&one).with_goal(one.clone()).unwrap();
        let goal = |picture| puzzle.with_picture(picture).goal().cloned();
        assert_eq!(goal(None), Some(one.clone()));
        assert_eq!(goal(Some(&other)), Some(other.clone()));
        let wrong = Grid::from_lines(&["##", "-#"]).unwrap();
        assert_eq!(goal(Some(&wrong)), Some(one));
    }

    #[test]
    fn a_grid_solves_its_own_puzzle() {
        let grid = Grid::from_lines(&["#-#", "-#-"]).unwrap();
        let puzzle = Puzzle::from_grid(&grid);
        assert_eq!(puzzle.rows(), clues([&[1, 1], &[1]]));
        assert_eq!(puzzle.columns(), clues([&[1], &[1], &[1]]));
        assert_eq!((puzzle.row_count(), puzzle.column_count(), puzzle.line_count()), (2, 3, 5));
        assert_eq!((puzzle.sums(), puzzle.sums_agree()), ((3, 3), true));
        assert!(puzzle.is_solved_by(&grid));
        assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#", "-?-"]).unwrap()));
        assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#", "#--"]).unwrap()));
        assert!(!puzzle.is_solved_by(&Grid::from_lines(&["#-#"]).unwrap()));
        assert_eq!(puzzle.clone().with_goal(grid.clone()).unwrap().goal(), Some(&grid));
    }

    #[test]
    fn invalid_sizes_and_clues_are_refused() {
        let error = |rows, columns| Puzzle::new(rows, columns).unwrap_err().to_string();
        insta::assert_snapshot!(error(vec![], clues([&[1]])), @"a puzzle of 0 x 1 cells; expected 1 to 4095 rows and columns");
        insta::assert_snapshot!(error(clues([&[1], &[1, 1]]), clues([&[1], &[1]])), @"the clue 1,1 of row 2 needs 3 cells; expected at most 2");
        insta::assert_snapshot!(error(clues([&[1]]), clues([&[1], &[2]])), @"the clue 2 of column 2 needs 2 cells; expected at most 1");
        insta::assert_snapshot!(error(vec![Clue::default(); 5000], clues([&[1]])), @"a puzzle of 5000 x 1 cells; expected 1 to 4095 rows and columns");
    }

    #[test]
    fn invalid_goals_are_refused() {
        let puzzle = Puzzle::from_grid(&Grid::from_lines(&["#-", "-#"]).unwrap());
        let error = |lines: &[&str]| {
            puzzle.clone().with_goal(Grid::from_lines(lines).unwrap()).unwrap_err().to_string()
        };
        insta::assert_snapshot!(error(&["#-"]), @"the goal has 1 x 2 cells; expected 2 x 2");
        insta::assert_snapshot!(error(&["#-", "-?"]), @"the goal has unknown cells; expected every cell filled or blank");
        insta::assert_snapshot!(error(&["#-", "#-"]), @"the goal has 2 in column 1; expected its clue 1");
    }

    /// The expected hash is the output of `printf '2 3\n1,1\n0\n1\n0\n1\n' | sha256sum`.
    #[test]
    fn identity_is_the_hash_of_the_canonical_text() {
        let identity = Puzzle::from_grid(&Grid::from_lines(&["#-#", "---"]).unwrap()).identity();
        insta::assert_snapshot!(identity, @"04ea69af1f8e3a1a80dd05fb27597ddd56cf9d67ad26f506074d7c40895888c7");
        assert_eq!(identity.short(), identity.to_string()[..16]);
    }
}
