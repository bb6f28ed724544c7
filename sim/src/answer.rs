//! Checks of a core's replies.
//! Interface: [`judge`] accepts or rejects a device's reply; [`compare`] compares a status with that of a software engine, and checks the
//! picture; `grid_of` returns the picture of a reply.
//! Source: own; [`compare`] uses the engine `portfolio`, which shares only the puzzle with the core.

use nonogram_protocol::{Reply, Status};
use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use nonogram_solver::{SolveOptions, Verdict as Software, broken_lines, solve};

/// The result of solving a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The picture is complete and satisfies every clue.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// The core did not settle the puzzle; the cells that it reports as known are certain.
    Stalled,
    /// There is more than one solution.
    Multiple,
}

impl Verdict {
    /// The name of the verdict: "solved", "unsolvable", "stalled" or "multiple".
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stalled => "stalled",
            Self::Multiple => "multiple",
        }
    }
}

/// The reason for the rejection of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The reply's check message does not match: it answers another board, or its bytes are corrupted.
    #[error("the reply's check does not match: it answers another board, or is corrupted")]
    CheckMismatch,
    /// The reply has no check message although the board had one.
    #[error("the reply has no check message; expected one, because the board had one")]
    CheckMissing,
    /// The device reported that the board's check does not match.
    #[error("the board arrived with a bad check (status 3)")]
    BadCheck,
    /// The device reported that the board is malformed.
    #[error("the board arrived malformed (status 5)")]
    Malformed,
    /// The device reported that the board is too large.
    #[error("the board is too large for the device (status 4)")]
    TooLarge,
    /// The size of the reply differs from that of the board.
    #[error(
        "the reply is for a board of {} x {}; expected {} x {}",
        found.0, found.1, expected.0, expected.1
    )]
    WrongSize {
        /// Rows and columns of the reply.
        found: (usize, usize),
        /// Rows and columns of the board.
        expected: (usize, usize),
    },
    /// The status of a core without search is "stalled" although every cell is known.
    #[error("the status is \"stalled\" but every cell is known; expected an unknown cell")]
    StalledButWhole,
    /// The status implies a complete picture although some cells are unknown.
    #[error("the status is \"{0}\" but some cells are unknown; expected a complete picture")]
    WholeButUnknown(Status),
    /// The reply's cells violate a clue.
    #[error(
        "the reply's cells violate the clue of {0}; expected a picture that satisfies every clue"
    )]
    BreaksClue(Line),
}

/// Accepts or rejects a reply; returns its verdict and picture.
///
/// A reply is accepted if its size is the board's, its status is a verdict that agrees with its cells, its cells violate no clue, and its
/// check matches; the cells of an unsolvable reply are ignored. `seed` is the value from which the reply's check must start: the board's
/// check if the device binds its replies, otherwise 0; `None` if the board had no check, and the reply needs none. If the core searches (`searches`), every cell of a stalled reply can be known, because a search that ends early returns the certain
/// cells.
///
/// # Errors
/// Returns the reason for the rejection.
pub fn judge(
    puzzle: &Puzzle,
    reply: &Reply,
    seed: Option<u16>,
    searches: bool,
) -> Result<(Verdict, Grid), Rejection> {
    let checked = match (reply.seed, seed) {
        (Some(found), expected) if found != expected.unwrap_or(0) => {
            return Err(Rejection::CheckMismatch);
        }
        (found, expected) => found.is_some() || expected.is_none(),
    };
    let verdict = match reply.status {
        // The device can reject the board before the board's check arrives.
        Status::TooLarge => return Err(Rejection::TooLarge),
        Status::Malformed => return Err(Rejection::Malformed),
        _ if !checked => return Err(Rejection::CheckMissing),
        Status::BadCheck => return Err(Rejection::BadCheck),
        Status::Solved => Verdict::Solved,
        Status::Unsolvable => Verdict::Unsolvable,
        Status::Stalled => Verdict::Stalled,
        Status::Multiple => Verdict::Multiple,
    };
    let found = (reply.rows, reply.columns);
    let expected = (puzzle.row_count(), puzzle.column_count());
    if found != expected {
        return Err(Rejection::WrongSize { found, expected });
    }
    let grid = grid_of(reply);
    // The check precedes the status and does not cover it: one flipped bit turns "solved" into "stalled".
    match verdict {
        Verdict::Unsolvable => return Ok((verdict, grid)),
        Verdict::Stalled if !searches && grid.is_complete() => {
            return Err(Rejection::StalledButWhole);
        }
        Verdict::Solved | Verdict::Multiple if !grid.is_complete() => {
            return Err(Rejection::WholeButUnknown(reply.status));
        }
        _ => {}
    }
    match broken_lines(puzzle, &grid)[..] {
        [line, ..] => Err(Rejection::BreaksClue(line)),
        [] => Ok((verdict, grid)),
    }
}

/// The picture of a reply; a cell that is unknown in the reply, or missing from it, is unknown.
pub fn grid_of(reply: &Reply) -> Grid {
    let mut grid = Grid::new(reply.rows, reply.columns);
    for (place, cell) in reply.cells.iter().enumerate() {
        let cell = cell.map_or(Cell::Unknown, Cell::from);
        grid.set(place / reply.columns, place % reply.columns, cell);
    }
    grid
}

/// Compares a status with that of the engine `portfolio`, and checks the picture unless the puzzle is unsolvable; returns the status on
/// which core and engine agree. The core must have searched for a full proof, without a limit.
///
/// # Errors
/// The statuses differ, the picture is not a solution, or the engine has no verdict.
pub fn compare(puzzle: &Puzzle, status: Status, picture: &Grid) -> Result<Status, String> {
    let software = solve(puzzle, &SolveOptions::default());
    let expected = match software.verdict {
        Software::Unique => Status::Solved,
        Software::Multiple => Status::Multiple,
        Software::None => Status::Unsolvable,
        Software::Unsettled => return Err("software has no verdict".into()),
    };
    if status != expected {
        return Err(format!("the answer is {status}, expected {expected}"));
    }
    if expected != Status::Unsolvable && !(picture.is_complete() && puzzle.is_solved_by(picture)) {
        return Err(format!("the picture is not a solution:\n{picture}"));
    }
    Ok(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of the board.
    const SEED: u16 = 0x0abc;

    /// A reply with the picture of the puzzle `1 2` / `2 1`.
    fn reply(status: Status) -> Reply {
        Reply {
            rows: 2,
            columns: 2,
            cells: [true, false, true, true].map(Some).into(),
            status,
            seed: Some(SEED),
        }
    }

    fn judged(reply: &Reply, searches: bool) -> Result<Verdict, Rejection> {
        let picture = Grid::from_lines(&["#-", "##"]).expect("a picture");
        judge(&Puzzle::from_grid(&picture), reply, Some(SEED), searches).map(|(verdict, _)| verdict)
    }

    fn with(status: Status, change: impl FnOnce(&mut Reply)) -> Result<Verdict, Rejection> {
        let mut reply = reply(status);
        change(&mut reply);
        judged(&reply, false)
    }

    #[test]
    fn replies_whose_cells_agree_with_clues_and_status_are_accepted() {
        assert_eq!(with(Status::Solved, |_| {}), Ok(Verdict::Solved));
        assert_eq!(with(Status::Multiple, |_| {}), Ok(Verdict::Multiple));
        let partial = |reply: &mut Reply| reply.cells[1] = None;
        assert_eq!(with(Status::Stalled, partial), Ok(Verdict::Stalled));
        let empty = |reply: &mut Reply| reply.cells.clear();
        assert_eq!(with(Status::Unsolvable, empty), Ok(Verdict::Unsolvable));
        // The certain cells of a search that ended early can be all cells.
        assert_eq!(judged(&reply(Status::Stalled), true), Ok(Verdict::Stalled));
    }

    #[test]
    fn faulty_replies_are_rejected_with_their_fault() {
        let no_check = |reply: &mut Reply| reply.seed = None;
        let bad_check = |reply: &mut Reply| reply.seed = Some(0);
        let rejected = [
            with(Status::Solved, no_check),
            with(Status::Solved, bad_check),
            with(Status::BadCheck, |_| {}),
            with(Status::Malformed, no_check),
            with(Status::TooLarge, no_check),
            with(Status::Solved, |reply| reply.rows = 1),
        ];
        let size = Rejection::WrongSize {
            found: (1, 2),
            expected: (2, 2),
        };
        let expected = [
            Rejection::CheckMissing,
            Rejection::CheckMismatch,
            Rejection::BadCheck,
            Rejection::Malformed,
            Rejection::TooLarge,
            size,
        ];
        assert_eq!(rejected, expected.map(Err));
    }

    #[test]
    fn cells_that_contradict_status_or_clues_are_rejected() {
        let whole = with(Status::Stalled, |_| {});
        assert_eq!(whole, Err(Rejection::StalledButWhole));
        for status in [Status::Solved, Status::Multiple] {
            let partial = with(status, |reply| reply.cells[1] = None);
            assert_eq!(partial, Err(Rejection::WholeButUnknown(status)));
        }
        for status in [Status::Solved, Status::Multiple, Status::Stalled] {
            let broken = with(status, |reply| {
                reply.cells[1] = Some(true);
                reply.cells[2] = (status != Status::Stalled).then_some(true);
            });
            assert_eq!(broken, Err(Rejection::BreaksClue(Line::Row(0))));
        }
    }
}
