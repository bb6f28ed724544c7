//! What is believed of a reply: a solved picture must satisfy the clues, a partial one must leave
//! every clue a placement, checks must match, and faults are told apart by whether they may pass.

use nonogram_protocol::{BuildIdentity, Reply, Status};
use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use nonogram_solver::LineSolver;

use super::Verdict;
use crate::exit::{Exit, Failure};
use crate::link::Plan;
use crate::wire::grid_of;

/// Why there is no answer.
pub enum Trouble {
    /// Sending the board again may help.
    Passing(Failure),
    /// It will not.
    Lasting(Failure),
}

/// The verdict and the picture of a reply from the far end `name`, checked against the puzzle.
pub fn judge(
    name: &str,
    puzzle: &Puzzle,
    plan: &Plan,
    check: bool,
    identity: Option<&BuildIdentity>,
    reply: &Reply,
) -> Result<(Verdict, Grid), Trouble> {
    let fault =
        |message: &str| Trouble::Passing(Failure::new(Exit::Link, format!("{name}: {message}")));
    match reply.check {
        Some(false) => {
            return Err(fault(
                "the reply's check message does not match its bytes; check the cable and solve \
                 again",
            ));
        }
        // The far end may have given up before it saw the board's check.
        None if check && !matches!(reply.status, Status::TooLarge | Status::Malformed) => {
            return Err(fault(
                "the reply has no check message; expected one, for the board had one: solve with \
                 --no-check when the far end does not know checks",
            ));
        }
        _ => {}
    }
    let verdict = match reply.status {
        Status::Solved => Verdict::Solved,
        Status::Unsolvable => Verdict::Unsolvable,
        Status::Stalled => Verdict::Stalled,
        Status::Multiple => Verdict::Multiple,
        Status::TooLarge if identity.is_some_and(|identity| plan.fits(identity)) => {
            return Err(fault(
                "the board arrived larger than it is (status 4); check the cable and solve again",
            ));
        }
        Status::TooLarge => {
            return Err(Trouble::Lasting(Failure::new(
                Exit::Usage,
                format!(
                    "{name}: the board is too large for this build (status 4): {plan}; expected \
                     less: use a larger build, or `--on software`"
                ),
            )));
        }
        Status::BadCheck => {
            return Err(fault(
                "the board arrived with a bad check (status 3); check the cable and solve again",
            ));
        }
        Status::Malformed => {
            return Err(fault(
                "the board arrived malformed (status 5); check the cable and --baud, and solve \
                 again",
            ));
        }
    };
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    if (reply.rows, reply.columns) != (rows, columns) {
        return Err(fault(&format!(
            "the reply is for a board of {} x {}; expected {rows} x {columns}: solve again",
            reply.rows, reply.columns
        )));
    }
    let grid = grid_of(reply);
    // The status comes after the check, which does not cover it: one flipped bit makes "stalled" of "solved".
    if verdict == Verdict::Stalled && grid.known_cells() == rows * columns {
        return Err(fault(
            "the reply says \"stalled\" and knows every cell; expected an unknown one: check the \
             cable, and solve again",
        ));
    }
    if verdict != Verdict::Unsolvable
        && let Some(line) = broken_line(puzzle, &grid)
    {
        return Err(fault(&format!(
            "the reply's cells break the clue of {line}; expected a picture that satisfies every \
             clue: check the cable, and solve again with --check"
        )));
    }
    Ok((verdict, grid))
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
