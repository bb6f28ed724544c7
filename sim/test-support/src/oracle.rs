//! All solutions of a small board by brute force: an independent check of the cores and of the reference.
//! Interface: [`Oracle::new`] enumerates the solutions of a puzzle; [`Oracle::accept`] compares each cell of an answer with them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Cell, Clue, Colour, Grid, Puzzle};

/// Largest number of colours of a board.
const MOST_COLOURS: usize = 3;
/// Largest number of cells of a board: a picture has a word per value with one bit per cell.
const MOST_CELLS: usize = 64;
/// Largest number of fillings of a line, regardless of its clue.
const MOST_FILLINGS: usize = 1 << 20;

/// The request that a core received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The extent of the search; option cores have line logic only.
    pub mode: SearchMode,
    /// Whether a limit or a message can have ended the search before its verdict.
    pub may_end: bool,
}

/// For each value (0: blank, n: colour n), cells in row-major order, one bit per cell: those that have the value, or can have it.
pub type Cells = [u64; MOST_COLOURS + 1];

/// A board's solutions, and the result of line logic.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The cells of each value in each solution.
    solutions: Vec<Cells>,
    /// The values that line logic leaves, or `None` if it finds a contradiction.
    by_lines: Option<Cells>,
}

/// The fillings of lines of one length in one number of values, by clue; a filling has the value of each cell.
pub type Fillings = Rc<HashMap<Clue, Vec<Vec<usize>>>>;

/// All fillings of `length` cells with `values` values. They are computed once per thread.
pub fn fillings(length: usize, values: usize) -> Fillings {
    thread_local! {
        static KNOWN: RefCell<HashMap<(usize, usize), Fillings>> = RefCell::default();
    }
    let enumerate = || {
        let count = values.pow(length as u32);
        assert!(count <= MOST_FILLINGS, "lines of {length} cells: expected shorter ones");
        let mut all: HashMap<Clue, Vec<Vec<usize>>> = HashMap::new();
        for code in 0..count {
            let value = |place| code / values.pow(place as u32) % values;
            let filling: Vec<usize> = (0..length).map(value).collect();
            let colours = filling.iter().map(|value| value.checked_sub(1).and_then(Colour::new));
            all.entry(Clue::of_colours(colours)).or_default().push(filling);
        }
        Rc::new(all)
    };
    KNOWN.with_borrow_mut(|known| {
        let fillings = known.entry((length, values)).or_insert_with(enumerate);
        Rc::clone(fillings)
    })
}

/// The cells of a line, and its fillings.
struct Ways {
    cells: u64,
    ways: Vec<Cells>,
}

impl Ways {
    fn new(clue: &Clue, values: usize, places: &[usize]) -> Self {
        let spread = |filling: &Vec<usize>| {
            let mut way = Cells::default();
            for (value, place) in filling.iter().zip(places) {
                way[*value] |= 1 << place;
            }
            way
        };
        let fillings = fillings(places.len(), values);
        let ways = fillings.get(clue).into_iter().flatten();
        Self {
            cells: places.iter().fold(0, |word, place| word | 1 << place),
            ways: ways.map(spread).collect(),
        }
    }
}

/// Whether each value is at cells of `of` only in `way`, on the cells `on`.
fn fits(way: &Cells, of: &Cells, on: u64) -> bool {
    way.iter().zip(of).all(|(way, of)| way & !of & on == 0)
}

fn union(left: Cells, right: &Cells) -> Cells {
    std::array::from_fn(|value| left[value] | right[value])
}

/// Adds each filling of the row `row` to the rows above it, and discards a picture that leaves a column without a matching filling.
fn search(
    rows: &[Ways],
    columns: &[Ways],
    row: usize,
    placed: (u64, Cells),
    found: &mut Vec<Cells>,
) {
    let Some(ways) = rows.get(row) else {
        found.push(placed.1);
        return;
    };
    let cells = placed.0 | ways.cells;
    for way in &ways.ways {
        let picture = union(placed.1, way);
        let stands = |column: &Ways| {
            let mut ways = column.ways.iter();
            ways.any(|way| fits(way, &picture, cells))
        };
        if columns.iter().all(stands) {
            search(rows, columns, row + 1, (cells, picture), found);
        }
    }
}

/// Unites the fillings of each line that agree with the possible values, until a pass excludes no value; `None` at a contradiction.
fn propagate(lines: &[Ways]) -> Option<Cells> {
    let cells = lines.iter().fold(0, |cells, line| cells | line.cells);
    let mut now = [cells; MOST_COLOURS + 1];
    loop {
        let before = now;
        for line in lines {
            let left = (line.ways.iter())
                .filter(|way| fits(way, &now, line.cells))
                .fold(Cells::default(), union);
            if left == Cells::default() {
                return None;
            }
            for (now, left) in now.iter_mut().zip(left) {
                *now &= left | !line.cells;
            }
        }
        if now == before {
            return Some(now);
        }
    }
}

impl Oracle {
    /// The oracle of a puzzle.
    ///
    /// # Panics
    /// The puzzle has more than 64 cells or 3 colours, or a line with more than 2^20 fillings.
    pub fn new(puzzle: &Puzzle) -> Self {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        assert!(
            rows * columns <= MOST_CELLS,
            "a board of {rows} x {columns}: expected at most {MOST_CELLS} cells"
        );
        let values = 1 + puzzle.palette().count();
        let of_rows =
            (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect());
        let of_columns =
            (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect());
        let places: Vec<Vec<usize>> = of_rows.chain(of_columns).collect();
        let clues = puzzle.rows().iter().chain(puzzle.columns());
        let lines: Vec<Ways> =
            clues.zip(&places).map(|(clue, places)| Ways::new(clue, values, places)).collect();
        let (of_rows, of_columns) = lines.split_at(rows);
        let mut solutions = Vec::new();
        search(of_rows, of_columns, 0, (0, Cells::default()), &mut solutions);
        Self { solutions, by_lines: propagate(&lines) }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> usize {
        self.solutions.len()
    }

    /// The cells of each value in each solution.
    pub fn pictures(&self) -> &[Cells] {
        &self.solutions
    }

    /// Compares the status of an answer and, unless the status is "unsolvable", every cell with the solutions. If nothing can have ended
    /// the search early, only line logic may stall, and the known cells must be exactly those that line logic determines.
    ///
    /// # Errors
    /// Returns a description of the error in the answer.
    pub fn accept(&self, asked: Asked, status: Status, picture: &Grid) -> Result<(), String> {
        let claim = claim(picture);
        let expect = |holds: bool, what: &str| {
            let count = self.solutions.len();
            (holds.then_some(()))
                .ok_or_else(|| format!("{status} with {count} solutions: {what}\n{picture}"))
        };
        let complete = picture.is_complete();
        match status {
            Status::Solved | Status::Multiple => {
                expect(
                    complete && self.solutions.contains(&claim),
                    "the picture is not a solution",
                )?;
                let of_all = asked.mode != SearchMode::FirstSolution;
                expect(
                    status == Status::Multiple || !of_all || self.solutions.len() == 1,
                    "there are other solutions",
                )?;
                expect(
                    status == Status::Solved || self.solutions.len() > 1,
                    "there is no other solution",
                )
            }
            Status::Unsolvable => expect(self.solutions.is_empty(), "the board has solutions"),
            Status::Stalled => {
                expect(
                    asked.may_end || asked.mode == SearchMode::LineLogic,
                    "nothing ended the search",
                )?;
                expect(
                    self.solutions.iter().all(|solution| fits(&claim, solution, u64::MAX)),
                    "a known cell has the other value in a solution",
                )?;
                let exact = self.by_lines.map(known) == Some(claim) && !complete;
                expect(asked.may_end || exact, "the known cells are not those of line logic")
            }
            other => Err(format!(
                "unexpected status: {other}; expected solved, multiple, unsolvable or stalled"
            )),
        }
    }
}

/// The cells with one possible value.
fn known(possible: Cells) -> Cells {
    let (_, twice) =
        (possible.iter()).fold((0, 0), |(once, twice), cells| (once | cells, twice | once & cells));
    possible.map(|cells| cells & !twice)
}

/// The known cells of an answer.
fn claim(picture: &Grid) -> Cells {
    let mut claim = Cells::default();
    for row in 0..picture.rows() {
        for (column, cell) in picture.row(row).enumerate() {
            let bit = 1 << (row * picture.columns() + column);
            match cell {
                Cell::Unknown => {}
                Cell::Blank => claim[0] |= bit,
                Cell::Colour(colour) => claim[1 + colour.index()] |= bit,
            }
        }
    }
    claim
}
