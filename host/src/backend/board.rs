//! The protocol's back end: a board out, a reply in, and nothing believed that can be checked.
//!
//! A solved picture must satisfy the clues, a partial one must leave every clue a placement.

use nonogram_protocol::{BoardStream, Reply, Status};
use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use nonogram_solver::LineSolver;

use super::{Answer, Backend, Observer, Verdict};
use crate::exit::{Exit, Failure, OrExit};
use crate::link::{Exchange, Link, Plan};
use crate::wire::grid_of;

/// A board behind a link.
pub struct Board {
    name: String,
    link: Box<dyn Link>,
    check: bool,
}

impl Board {
    /// The board behind `link`, called `name` in errors; with check messages or without.
    pub fn new(name: String, link: Box<dyn Link>, check: bool) -> Self {
        Self { name, link, check }
    }

    fn fault(&self, message: &str) -> Failure {
        Failure::new(Exit::Link, format!("{}: {message}", self.name))
    }

    /// The picture and the verdict of a reply, checked against the puzzle.
    fn judge(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        reply: &Reply,
    ) -> Result<(Verdict, Grid), Failure> {
        match reply.check {
            Some(false) => {
                return Err(self.fault(
                    "the reply's check message does not match its bytes; check the cable and \
                     solve again",
                ));
            }
            // The far end may have given up before it saw the board's check.
            None if self.check && !matches!(reply.status, Status::TooLarge | Status::Malformed) => {
                return Err(self.fault(
                    "the reply has no check message; expected one, for the board had one: solve \
                     without --check when the far end does not know checks",
                ));
            }
            _ => {}
        }
        let verdict = match reply.status {
            Status::Solved => Verdict::Solved,
            Status::Unsolvable => Verdict::Unsolvable,
            Status::Stalled => Verdict::Stalled,
            Status::TooLarge => {
                return Err(Failure::new(
                    Exit::Usage,
                    format!(
                        "{}: the board is too large for this build (status 4): {plan}; expected \
                         less: use a larger build, or `--on software`",
                        self.name
                    ),
                ));
            }
            Status::BadCheck => {
                return Err(self.fault(
                    "the board arrived with a bad check (status 3); check the cable and solve \
                     again",
                ));
            }
            Status::Malformed => {
                return Err(self.fault(
                    "the board arrived malformed (status 5); check the cable and --baud, and \
                     solve again",
                ));
            }
        };
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        if (reply.rows, reply.columns) != (rows, columns) {
            return Err(self.fault(&format!(
                "the reply is for a board of {} x {}; expected {rows} x {columns}: solve again",
                reply.rows, reply.columns
            )));
        }
        let grid = grid_of(reply);
        if verdict != Verdict::Unsolvable
            && let Some(line) = broken_line(puzzle, &grid)
        {
            return Err(self.fault(&format!(
                "the reply's cells break the clue of {line}; expected a picture that satisfies \
                 every clue: check the cable, and solve again with --check"
            )));
        }
        Ok((verdict, grid))
    }
}

/// The first line whose known cells leave its clue no placement.
fn broken_line(puzzle: &Puzzle, grid: &Grid) -> Option<Line> {
    let mut lines = puzzle.lines();
    let broken = lines.find(|&(line, clue)| {
        let mut cells: Vec<Cell> = match line {
            Line::Row(row) => grid.row(row).collect(),
            Line::Column(column) => grid.column(column).collect(),
        };
        LineSolver::default().solve(clue, &mut cells).is_err()
    });
    broken.map(|(line, _)| line)
}

impl Backend for Board {
    fn solve(&mut self, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Answer, Failure> {
        let stream = BoardStream::new(puzzle.rows(), puzzle.columns())
            .or_exit(Exit::Usage)?
            .with_check(self.check);
        let plan = Plan::new(puzzle, self.check).or_exit(Exit::Usage)?;
        observer.begin(&plan);
        let Exchange {
            reply,
            bytes_sent,
            bytes_received,
            cycles,
            clocks,
        } = self
            .link
            .exchange(&mut stream.bytes(), &plan, &mut |progress| {
                observer.progress(progress);
            })
            .map_err(|error| error.at(&self.name))?;
        let (verdict, grid) = self.judge(puzzle, &plan, &reply)?;
        Ok(Answer {
            verdict,
            grid,
            bytes_sent,
            bytes_received,
            cycles,
            clocks,
            ..Answer::impossible(puzzle)
        })
    }
}
