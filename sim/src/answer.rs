//! Checks of a core's replies.
//! Interface: [`judge`] accepts or rejects a device's reply; [`compare`] compares a status with that of a software engine, and checks the
//! picture; `grid_of` returns the picture of a reply.
//! [`compare`] uses the engine `portfolio`, which shares only the puzzle with the core.

use crate::wire::colours_of;
use nonogram_protocol::{Reply, Status, colour_planes};
use nonogram_puzzles::{Cell, Colour, Grid, Line, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, broken_lines, propagate, solve};

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
    /// The cells are packed in another number of planes than the colours of the board need.
    #[error("the reply's cells have {found} planes of colours; expected {expected}")]
    WrongPlanes {
        /// The number of planes of the reply.
        found: usize,
        /// The number of planes that the colours of the board need.
        expected: usize,
    },
    /// A cell has a colour that the board does not have.
    #[error("the reply has a cell of colour {found}; expected at most {colours}")]
    WrongColour {
        /// The number of the colour.
        found: u8,
        /// The number of colours of the board.
        colours: u8,
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
    /// Line logic in software contradicts the verdict or the cells.
    #[error(
        "the status is \"{0}\" but line logic in software disproves it; expected the verdict on this board"
    )]
    Refuted(Status),
}

/// Accepts or rejects a reply; returns its verdict and picture.
///
/// A reply is accepted if its size is the board's, its status is a verdict that agrees with its cells, its cells violate no clue, and its
/// check matches; the cells of an unsolvable reply are ignored. `seed` is the value from which the reply's check must start: the board's
/// check if the device binds its replies, otherwise 0; `None` if the board had no check, and the reply needs none. Line logic in software
/// must not disprove the reply, and must reach the same result as a core without search. If the core searches (`searches`), every cell of a
/// stalled reply can be known, because a search that ends early returns the certain cells.
///
/// # Errors
/// Returns the reason for the rejection.
pub fn judge(
    puzzle: &Puzzle,
    reply: &Reply,
    seed: Option<u16>,
    searches: bool,
) -> Result<(Status, Grid), Rejection> {
    let checked = match (reply.seed, seed) {
        (Some(found), expected) if found != expected.unwrap_or(0) => {
            return Err(Rejection::CheckMismatch);
        }
        (found, expected) => found.is_some() || expected.is_none(),
    };
    let found = (reply.rows, reply.columns);
    let expected = (puzzle.row_count(), puzzle.column_count());
    let verdict = match reply.status {
        // Another board was too large.
        Status::TooLarge if found != expected => {
            return Err(Rejection::WrongSize { found, expected });
        }
        // The device can reject the board before the board's check arrives.
        Status::TooLarge => return Err(Rejection::TooLarge),
        Status::Malformed => return Err(Rejection::Malformed),
        _ if !checked => return Err(Rejection::CheckMissing),
        Status::BadCheck => return Err(Rejection::BadCheck),
        verdict => verdict,
    };
    if found != expected {
        return Err(Rejection::WrongSize { found, expected });
    }
    let colours = colours_of(puzzle) as u8;
    let planes = colour_planes(colours);
    if !reply.cells.is_empty() && reply.planes > 0 && reply.planes != planes {
        return Err(Rejection::WrongPlanes { found: reply.planes, expected: planes });
    }
    let cells = reply.cells.iter().flatten();
    if let Some(&found) = cells.max().filter(|&&colour| colour > colours) {
        return Err(Rejection::WrongColour { found, colours });
    }
    let grid = grid_of(reply);
    // The check precedes the status and does not cover it: one flipped bit turns "solved" into "stalled".
    match verdict {
        Status::Unsolvable if agrees(puzzle, verdict, &grid, searches) => {
            return Ok((verdict, grid));
        }
        Status::Unsolvable => return Err(Rejection::Refuted(reply.status)),
        Status::Stalled if !searches && grid.is_complete() => {
            return Err(Rejection::StalledButWhole);
        }
        Status::Solved | Status::Multiple if !grid.is_complete() => {
            return Err(Rejection::WholeButUnknown(reply.status));
        }
        _ => {}
    }
    if let [line, ..] = broken_lines(puzzle, &grid)[..] {
        return Err(Rejection::BreaksClue(line));
    }
    agrees(puzzle, verdict, &grid, searches)
        .then_some((verdict, grid))
        .ok_or(Rejection::Refuted(reply.status))
}

/// Whether line logic in software, which takes microseconds, agrees with a verdict and a picture that satisfies the clues as far as it is
/// known.
fn agrees(puzzle: &Puzzle, verdict: Status, grid: &Grid, searches: bool) -> bool {
    if verdict == Status::Solved {
        return true;
    }
    match (verdict, propagate(puzzle)) {
        (Status::Unsolvable, LineOutcome::Contradiction { .. }) => true,
        (Status::Unsolvable, LineOutcome::Stalled(_)) => searches,
        // The search can end before the whole line logic is done.
        (Status::Stalled, LineOutcome::Contradiction { .. }) => searches,
        (Status::Stalled, LineOutcome::Solved(known)) => searches && is_compatible(grid, &known),
        (Status::Stalled, LineOutcome::Stalled(known)) => {
            *grid == known || (searches && is_compatible(grid, &known))
        }
        (Status::Multiple, LineOutcome::Stalled(_)) => true,
        _ => false,
    }
}

/// Whether no cell has different known values in two pictures of equal size.
fn is_compatible(one: &Grid, other: &Grid) -> bool {
    let agree =
        |one: Cell, other: Cell| one == Cell::Unknown || other == Cell::Unknown || one == other;
    (0..one.rows()).all(|row| one.row(row).zip(other.row(row)).all(|(a, b)| agree(a, b)))
}

/// The picture of a reply; a cell that is unknown in the reply, or missing from it, is unknown.
pub fn grid_of(reply: &Reply) -> Grid {
    let mut grid = Grid::new(reply.rows, reply.columns);
    for (place, cell) in reply.cells.iter().enumerate() {
        let cell = match cell.map(usize::from) {
            None => Cell::Unknown,
            Some(0) => Cell::Blank,
            Some(colour) => Colour::new(colour - 1).map_or(Cell::Unknown, Cell::Colour),
        };
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
        Verdict::Unique => Status::Solved,
        Verdict::Multiple => Status::Multiple,
        Verdict::None => Status::Unsolvable,
        Verdict::Unsettled => return Err("software has no verdict".into()),
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
    use nonogram_puzzles::Palette;

    /// The check of the board.
    const SEED: u16 = 0x0abc;

    /// A reply with the picture `#-` / `##`.
    fn reply(status: Status) -> Reply {
        Reply {
            rows: 2,
            columns: 2,
            cells: [1, 0, 1, 1].map(Some).into(),
            planes: 0,
            status,
            seed: Some(SEED),
        }
    }

    /// The verdict on the puzzle of this picture.
    fn on(picture: &[&str], reply: &Reply, searches: bool) -> Result<Status, Rejection> {
        let picture = Grid::from_lines(picture).expect("a picture");
        judge(&Puzzle::from_grid(&picture), reply, Some(SEED), searches).map(|(verdict, _)| verdict)
    }

    fn judged(reply: &Reply, searches: bool) -> Result<Status, Rejection> {
        on(&["#-", "##"], reply, searches)
    }

    /// The reply to the puzzle `1 1` / `1 1`, which has two solutions.
    fn ambiguous(
        status: Status,
        cells: [Option<u8>; 4],
        searches: bool,
    ) -> Result<Status, Rejection> {
        let mut reply = reply(status);
        reply.cells = cells.into();
        on(&["#-", "-#"], &reply, searches)
    }

    fn with(status: Status, change: impl FnOnce(&mut Reply)) -> Result<Status, Rejection> {
        let mut reply = reply(status);
        change(&mut reply);
        judged(&reply, false)
    }

    #[test]
    fn replies_whose_cells_agree_with_clues_and_status_are_accepted() {
        assert_eq!(with(Status::Solved, |_| {}), Ok(Status::Solved));
        let one = [Some(1), Some(0), Some(0), Some(1)];
        let multiple = ambiguous(Status::Multiple, one, true);
        assert_eq!(multiple, Ok(Status::Multiple));
        for searches in [false, true] {
            let stalled = ambiguous(Status::Stalled, [None; 4], searches);
            assert_eq!(stalled, Ok(Status::Stalled));
        }
        let unsolvable = ambiguous(Status::Unsolvable, one, true);
        assert_eq!(unsolvable, Ok(Status::Unsolvable));
        // The certain cells of a search that ended early can be all cells.
        assert_eq!(judged(&reply(Status::Stalled), true), Ok(Status::Stalled));
    }

    #[test]
    fn verdicts_that_line_logic_disproves_are_refuted() {
        let refuted = |status| Err(Rejection::Refuted(status));
        for searches in [false, true] {
            let unsolvable = judged(&reply(Status::Unsolvable), searches);
            assert_eq!(unsolvable, refuted(Status::Unsolvable));
            let multiple = judged(&reply(Status::Multiple), searches);
            assert_eq!(multiple, refuted(Status::Multiple));
        }
        // A core without search ends where line logic ends.
        let partial = |reply: &mut Reply| reply.cells[1] = None;
        assert_eq!(with(Status::Stalled, partial), refuted(Status::Stalled));
        let unsolvable = ambiguous(Status::Unsolvable, [None; 4], false);
        assert_eq!(unsolvable, refuted(Status::Unsolvable));
        let known = [Some(1), None, None, None];
        assert_eq!(ambiguous(Status::Stalled, known, false), refuted(Status::Stalled));
        // No line contradicts this cell alone.
        let mut wrong = reply(Status::Stalled);
        wrong.cells = vec![Some(0), None, None, None];
        assert_eq!(on(&["##", "--"], &wrong, true), Err(Rejection::BreaksClue(Line::Row(0))));
        wrong.cells = vec![None, Some(1), None, None];
        assert_eq!(on(&["#-", "##"], &wrong, true), refuted(Status::Stalled));
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
            with(Status::TooLarge, |reply| reply.rows = 1),
        ];
        let size = Rejection::WrongSize { found: (1, 2), expected: (2, 2) };
        let expected = [
            Rejection::CheckMissing,
            Rejection::CheckMismatch,
            Rejection::BadCheck,
            Rejection::Malformed,
            Rejection::TooLarge,
            size,
            size,
        ];
        assert_eq!(rejected, expected.map(Err));
    }

    #[test]
    fn cells_with_other_colours_than_the_board_are_rejected() {
        let planes = with(Status::Solved, |reply| reply.planes = 2);
        let wrong = Rejection::WrongPlanes { found: 2, expected: 1 };
        assert_eq!(planes, Err(wrong));
        let colour = with(Status::Solved, |reply| reply.cells[0] = Some(2));
        let wrong = Rejection::WrongColour { found: 2, colours: 1 };
        assert_eq!(colour, Err(wrong));

        // `ab` / `-a`, of which a reply has the colours interchanged, or a colour beyond the board's two.
        let picture = Palette::standard(2).to_grid(&["ab", "-a"]).expect("a picture");
        let on = |cells: [u8; 4]| {
            let mut reply = reply(Status::Solved);
            (reply.cells, reply.planes) = (cells.map(Some).into(), 2);
            let judged = judge(&Puzzle::from_grid(&picture), &reply, Some(SEED), true);
            judged.map(|(_, grid)| grid)
        };
        assert_eq!(on([1, 2, 0, 1]), Ok(picture.clone()));
        assert_eq!(on([2, 1, 0, 1]), Err(Rejection::BreaksClue(Line::Row(0))));
        let wrong = Rejection::WrongColour { found: 3, colours: 2 };
        assert_eq!(on([1, 3, 0, 1]), Err(wrong));
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
                reply.cells[1] = Some(1);
                reply.cells[2] = (status != Status::Stalled).then_some(1);
            });
            assert_eq!(broken, Err(Rejection::BreaksClue(Line::Row(0))));
        }
    }
}
