//! All solutions of a small board by brute force: an independent check of the cores and their models.
//! Interface: [`Oracle::new`] enumerates the solutions of a puzzle; [`Oracle::judge`] compares each cell of an answer with them.

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};

/// Largest number of cells of a board: a picture is a 32-bit word with one bit per cell, and the bound of the enumeration in `fillings`,
/// 2^31 for a line of 31 cells, must fit a 32-bit word, too.
const MOST_CELLS: usize = 31;

/// The request that a core received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The extent of the search; option cores have line logic only.
    pub mode: SearchMode,
    /// Whether a limit or a message can have ended the search before its verdict.
    pub may_end: bool,
}

/// Known cells of a board, one bit per cell in row-major order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    known: u32,
    filled: u32,
}

/// A board's solutions, and the result of line logic.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The filled cells of each solution.
    solutions: Vec<u32>,
    /// The cells that line logic determines, or `None` if it finds a contradiction.
    by_lines: Option<Known>,
}

/// The fillings of a line that satisfy its clue, one bit per cell, the first cell in bit 0.
fn fillings(clue: &Clue, length: usize) -> Vec<u32> {
    let fits = |line: &u32| Clue::of_cells((0..length).map(|cell| line >> cell & 1 == 1)) == *clue;
    (0..1 << length).filter(fits).collect()
}

/// The cells of a line, and its fillings, as words with one bit per cell of the board.
struct Fillings {
    cells: u32,
    ways: Vec<u32>,
}

impl Fillings {
    fn new(clue: &Clue, places: &[usize]) -> Self {
        let spread = |line: u32| {
            (places.iter().enumerate())
                .fold(0, |word, (cell, place)| word | (line >> cell & 1) << place)
        };
        let ways = fillings(clue, places.len());
        Self {
            cells: places.iter().fold(0, |word, place| word | 1 << place),
            ways: ways.into_iter().map(spread).collect(),
        }
    }
}

/// Adds each filling of the row `row` to the rows above it, and discards a picture that leaves a column without a matching filling.
fn search(
    rows: &[Fillings],
    columns: &[Fillings],
    row: usize,
    placed: (u32, u32),
    found: &mut Vec<u32>,
) {
    let Some(fillings) = rows.get(row) else {
        found.push(placed.1);
        return;
    };
    let cells = placed.0 | fillings.cells;
    for way in &fillings.ways {
        let picture = placed.1 | way;
        let stands = |column: &Fillings| {
            (column.ways.iter()).any(|way| (way ^ picture) & column.cells & cells == 0)
        };
        if columns.iter().all(stands) {
            search(rows, columns, row + 1, (cells, picture), found);
        }
    }
}

/// Intersects the fillings of each line that agree with the known cells, until a pass learns no cell; `None` at a contradiction.
fn propagate(lines: &[Fillings]) -> Option<Known> {
    let mut now = Known::default();
    loop {
        let before = now;
        for line in lines {
            let fits = |way: &&u32| (*way ^ now.filled) & now.known & line.cells == 0;
            let (filled, blank) = (line.ways.iter().filter(fits))
                .fold((line.cells, line.cells), |(filled, blank), way| {
                    (filled & way, blank & !way)
                });
            if filled & blank != 0 {
                return None;
            }
            now.known |= filled | blank;
            now.filled |= filled;
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
    /// The puzzle has more than 31 cells.
    pub fn new(puzzle: &Puzzle) -> Self {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        assert!(
            rows * columns <= MOST_CELLS,
            "a board of {rows} x {columns}: expected at most {MOST_CELLS} cells"
        );
        let of_rows =
            (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect());
        let of_columns =
            (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect());
        let places: Vec<Vec<usize>> = of_rows.chain(of_columns).collect();
        let clues = puzzle.rows().iter().chain(puzzle.columns());
        let lines: Vec<Fillings> = clues
            .zip(&places)
            .map(|(clue, places)| Fillings::new(clue, places))
            .collect();
        let (of_rows, of_columns) = lines.split_at(rows);
        let mut solutions = Vec::new();
        search(of_rows, of_columns, 0, (0, 0), &mut solutions);
        Self {
            solutions,
            by_lines: propagate(&lines),
        }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> usize {
        self.solutions.len()
    }

    /// The filled cells of each solution, one bit per cell in row-major order.
    pub fn pictures(&self) -> &[u32] {
        &self.solutions
    }

    /// Compares the status of an answer and, unless the status is "unsolvable", every cell with the solutions. If nothing can have ended
    /// the search early, only line logic may stall, and the known cells must be exactly those that line logic determines.
    ///
    /// # Errors
    /// Returns a description of the error in the answer.
    pub fn judge(&self, asked: Asked, status: Status, picture: &Grid) -> Result<(), String> {
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
                    complete && self.solutions.contains(&claim.filled),
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
                let wrong = |solution: &u32| (solution ^ claim.filled) & claim.known != 0;
                expect(
                    !self.solutions.iter().any(wrong),
                    "a known cell has the other value in a solution",
                )?;
                let exact = self.by_lines == Some(claim) && !complete;
                expect(
                    asked.may_end || exact,
                    "the known cells are not those of line logic",
                )
            }
            other => Err(format!(
                "unexpected status: {other}; expected solved, multiple, unsolvable or stalled"
            )),
        }
    }
}

/// The known cells of an answer.
fn claim(picture: &Grid) -> Known {
    let mut claim = Known::default();
    for row in 0..picture.rows() {
        for (column, cell) in picture.row(row).enumerate() {
            let bit = 1 << (row * picture.columns() + column);
            claim.known |= if cell == Cell::Unknown { 0 } else { bit };
            claim.filled |= if cell == Cell::Filled { bit } else { 0 };
        }
    }
    claim
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: Asked = Asked {
        mode: SearchMode::Proof,
        may_end: true,
    };

    /// The oracle of a 2 x 2 board with one filled cell per line; its two solutions are the diagonals.
    fn pair() -> Oracle {
        let ones = || vec![Clue::new([1]); 2];
        Oracle::new(&Puzzle::new(ones(), ones()).expect("clues that fit"))
    }

    fn grid(lines: &[&str]) -> Grid {
        Grid::from_lines(lines).expect("a grid")
    }

    #[test]
    #[should_panic(expected = "a board of 1 x 32: expected at most 31 cells")]
    fn a_line_of_32_cells_is_refused() {
        Oracle::new(&Puzzle::from_grid(&Grid::from_fn(1, 32, |_, _| true)));
    }

    #[test]
    fn a_verdict_is_compared_with_the_number_of_solutions() {
        let oracle = pair();
        assert_eq!(oracle.solutions(), 2);
        let picture = grid(&["#-", "-#"]);
        assert!(oracle.judge(PROOF, Status::Multiple, &picture).is_ok());
        assert!(oracle.judge(PROOF, Status::Solved, &picture).is_err());
        assert!(oracle.judge(PROOF, Status::Unsolvable, &picture).is_err());
        let first = Asked {
            mode: SearchMode::FirstSolution,
            may_end: false,
        };
        assert!(oracle.judge(first, Status::Solved, &picture).is_ok());
        assert!(
            oracle
                .judge(first, Status::Solved, &grid(&["##", "--"]))
                .is_err()
        );
    }

    #[test]
    fn a_stalled_answer_with_an_unproven_cell_or_without_an_early_end_is_refused() {
        let oracle = pair();
        assert!(
            oracle
                .judge(PROOF, Status::Stalled, &grid(&["??", "??"]))
                .is_ok()
        );
        assert!(
            oracle
                .judge(PROOF, Status::Stalled, &grid(&["#?", "??"]))
                .is_err()
        );
        let complete = Asked {
            may_end: false,
            ..PROOF
        };
        assert!(
            oracle
                .judge(complete, Status::Stalled, &grid(&["??", "??"]))
                .is_err()
        );
    }

    #[test]
    fn line_logic_must_learn_every_cell_unless_it_was_ended() {
        let clue = |lengths: &[usize]| Clue::new(lengths.iter().copied());
        let rows = vec![clue(&[2]), clue(&[1]), clue(&[1])];
        let puzzle = Puzzle::new(rows, vec![clue(&[2]), clue(&[1, 1])]).expect("clues that fit");
        let oracle = Oracle::new(&puzzle);
        let asked = Asked {
            mode: SearchMode::LineLogic,
            may_end: false,
        };
        assert!(
            oracle
                .judge(asked, Status::Solved, &grid(&["##", "#-", "-#"]))
                .is_ok()
        );
        assert!(
            oracle
                .judge(asked, Status::Stalled, &grid(&["##", "#-", "-?"]))
                .is_err()
        );
        assert!(
            oracle
                .judge(
                    Asked {
                        may_end: true,
                        ..asked
                    },
                    Status::Stalled,
                    &grid(&["##", "#-", "-?"])
                )
                .is_ok()
        );
    }
}
