//! The acceptance of a device's reply.
//! Interface: [`accept`] returns the verdict and the picture of a reply, or the [`Rejection`]. [`verdict_of`] is the one place where a status
//! of the protocol becomes a verdict or an error.

use nonogram_protocol::{Reply, SearchMode, Status, colour_planes};
use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::wire::colours_of;
use nonogram_solver::{LineOutcome, Verdict, broken_lines, propagate};

use crate::exit::Exit;

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
    StalledButComplete,
    /// The status implies a complete picture although some cells are unknown.
    #[error("the status is \"{0}\" but some cells are unknown; expected a complete picture")]
    Incomplete(Status),
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

impl Rejection {
    /// The exit code.
    pub fn exit(self) -> Exit {
        match self {
            Self::TooLarge => Exit::Usage,
            _ => Exit::Link,
        }
    }
}

/// The verdict that a status states; `search` is the extent of the search that the board requested, and `None` for a core without search.
///
/// # Errors
/// The status states that the device rejected the board.
pub fn verdict_of(status: Status, search: Option<SearchMode>) -> Result<Verdict, Rejection> {
    match status {
        Status::Solved => match search {
            Some(SearchMode::Proof | SearchMode::LineLogic) => Ok(Verdict::Unique),
            Some(SearchMode::FirstSolution) | None => Ok(Verdict::Solved),
        },
        Status::Multiple => Ok(Verdict::Multiple),
        Status::Unsolvable => Ok(Verdict::Unsolvable),
        Status::Stalled => Ok(Verdict::Stalled),
        Status::BadCheck => Err(Rejection::BadCheck),
        Status::TooLarge => Err(Rejection::TooLarge),
        Status::Malformed => Err(Rejection::Malformed),
    }
}

/// Accepts or rejects a reply; returns its verdict and picture.
///
/// A reply is accepted if its size is the board's, its status is a verdict that agrees with its cells, its cells violate no clue, and its
/// check matches; the cells of an unsolvable reply are ignored. `seed` is the value from which the reply's check must start: the board's
/// check if the device binds its replies, otherwise 0; `None` if the board had no check, and the reply needs none. `search` is the extent
/// of the search that the board requests, and `None` for a core without search. Line logic in software must not disprove the reply, and
/// must reach the same result as a core without search. If the core searches, every cell of a stalled reply can be known, because a search
/// that ends early returns the certain cells; that is a solution, and enough if only the first one was requested.
///
/// # Errors
/// Returns the reason for the rejection.
pub fn accept(
    puzzle: &Puzzle,
    reply: &Reply,
    seed: Option<u16>,
    search: Option<SearchMode>,
) -> Result<(Verdict, Grid), Rejection> {
    let searches = search.is_some();
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
        Status::TooLarge | Status::Malformed => verdict_of(reply.status, search)?,
        _ if !checked => return Err(Rejection::CheckMissing),
        status => verdict_of(status, search)?,
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
        Verdict::Unsolvable if agrees(puzzle, verdict, &grid, searches) => {
            return Ok((verdict, grid));
        }
        Verdict::Unsolvable => return Err(Rejection::Refuted(reply.status)),
        Verdict::Stalled if !searches && grid.is_complete() => {
            return Err(Rejection::StalledButComplete);
        }
        Verdict::Unique | Verdict::Solved | Verdict::Multiple if !grid.is_complete() => {
            return Err(Rejection::Incomplete(reply.status));
        }
        _ => {}
    }
    if let [line, ..] = broken_lines(puzzle, &grid)[..] {
        return Err(Rejection::BreaksClue(line));
    }
    if !agrees(puzzle, verdict, &grid, searches) {
        return Err(Rejection::Refuted(reply.status));
    }
    match verdict {
        Verdict::Stalled if grid.is_complete() && search == Some(SearchMode::FirstSolution) => {
            Ok((Verdict::Solved, grid))
        }
        verdict => Ok((verdict, grid)),
    }
}

/// Whether line logic in software, which takes microseconds, agrees with a verdict and a picture that satisfies the clues as far as it is
/// known.
fn agrees(puzzle: &Puzzle, verdict: Verdict, grid: &Grid, searches: bool) -> bool {
    if matches!(verdict, Verdict::Unique | Verdict::Solved) {
        return true;
    }
    match (verdict, propagate(puzzle)) {
        (Verdict::Unsolvable, LineOutcome::Contradiction { .. }) => true,
        (Verdict::Unsolvable, LineOutcome::Stalled(_)) => searches,
        // The search can end before the whole line logic is done.
        (Verdict::Stalled, LineOutcome::Contradiction { .. }) => searches,
        (Verdict::Stalled, LineOutcome::Solved(known)) => searches && is_compatible(grid, &known),
        (Verdict::Stalled, LineOutcome::Stalled(known)) => {
            *grid == known || (searches && is_compatible(grid, &known))
        }
        (Verdict::Multiple, LineOutcome::Stalled(_)) => true,
        _ => false,
    }
}

/// Whether no cell has different known values in two pictures of equal size.
fn is_compatible(one: &Grid, other: &Grid) -> bool {
    let agree =
        |one: Cell, other: Cell| one == Cell::Unknown || other == Cell::Unknown || one == other;
    (0..one.rows()).all(|row| one.row(row).zip(other.row(row)).all(|(a, b)| agree(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::Palette;

    /// The check of the board.
    const SEED: u16 = 0x0abc;

    /// A reply with these cells: `-` blank, `#` or `a` the first colour, `b` and `c` the next ones, `?` unknown.
    fn reply(status: Status, cells: &str) -> Reply {
        let cell = |letter: u8| match letter {
            b'?' => None,
            b'-' => Some(0),
            b'#' => Some(1),
            letter => Some(letter - b'a' + 1),
        };
        let cells = cells.bytes().filter(|letter| *letter != b' ').map(cell).collect();
        Reply { rows: 2, columns: 2, cells, planes: 0, status, seed: Some(SEED) }
    }

    fn accepted(
        picture: &str,
        reply: &Reply,
        search: Option<SearchMode>,
    ) -> Result<Verdict, Rejection> {
        let rows: Vec<&str> = picture.split(' ').collect();
        let picture = if picture.contains('a') {
            Palette::standard(2).to_grid(&rows)
        } else {
            Grid::from_lines(&rows)
        };
        let puzzle = Puzzle::from_grid(&picture.expect("a picture"));
        accept(&puzzle, reply, Some(SEED), search).map(|(verdict, _)| verdict)
    }

    /// Replies to the puzzles of pictures, of cores without a search (`lines`) and with one for a proof or for a first solution. `#- -#`
    /// has two solutions, the others have one.
    #[test]
    fn replies_are_accepted_or_rejected_with_their_fault() {
        // Picture, core, status and cells of the reply, and the expected verdict or rejection.
        let cases = "
            #- ## | lines | Solved     | #- ## | Ok(Solved)
            #- ## | proof | Solved     | #- ## | Ok(Unique)
            #- ## | first | Solved     | #- ## | Ok(Solved)
            #- -# | proof | Multiple   | #- -# | Ok(Multiple)
            #- -# | all   | Stalled    | ?? ?? | Ok(Stalled)
            #- -# | proof | Unsolvable | #- -# | Ok(Unsolvable)
            #- ## | proof | Stalled    | #- ## | Ok(Stalled)
            #- ## | first | Stalled    | #- ## | Ok(Solved)
            #- ## | all   | Unsolvable | #- ## | Err(Refuted(Unsolvable))
            #- ## | all   | Multiple   | #- ## | Err(Refuted(Multiple))
            #- ## | lines | Stalled    | #? ## | Err(Refuted(Stalled))
            #- -# | lines | Unsolvable | ?? ?? | Err(Refuted(Unsolvable))
            #- -# | lines | Stalled    | #? ?? | Err(Refuted(Stalled))
            ## -- | proof | Stalled    | -? ?? | Err(BreaksClue(Row(0)))
            #- ## | proof | Stalled    | ?# ?? | Err(Refuted(Stalled))
            #- ## | lines | Stalled    | #- ## | Err(StalledButComplete)
            #- ## | all   | Solved     | #? ## | Err(Incomplete(Solved))
            #- ## | lines | Multiple   | #? ## | Err(Incomplete(Multiple))
            #- ## | all   | Solved     | ## ## | Err(BreaksClue(Row(0)))
            #- ## | lines | Multiple   | ## ## | Err(BreaksClue(Row(0)))
            #- ## | lines | Stalled    | ## ?# | Err(BreaksClue(Row(0)))
            #- ## | lines | Solved     | b- ## | Err(WrongColour { found: 2, colours: 1 })
            ab -a | proof | Solved     | ab -a | Ok(Unique)
            ab -a | proof | Solved     | ba -a | Err(BreaksClue(Row(0)))
            ab -a | proof | Solved     | ac -a | Err(WrongColour { found: 3, colours: 2 })
        ";
        for case in cases.lines().filter(|case| case.contains('|')) {
            let columns: Vec<&str> = case.split('|').map(str::trim).collect();
            let [picture, core, status, cells, expected] = columns[..] else { panic!("{case}") };
            let all = [Status::Solved, Status::Unsolvable, Status::Stalled, Status::Multiple];
            let status = all.into_iter().find(|each| format!("{each:?}") == status).expect(case);
            let (proof, first) = (Some(SearchMode::Proof), Some(SearchMode::FirstSolution));
            let searches = match core {
                "lines" => &[None][..],
                "proof" => &[proof],
                "first" => &[first],
                _ => &[None, proof, first],
            };
            for &search in searches {
                let found = accepted(picture, &reply(status, cells), search);
                assert_eq!(format!("{found:?}"), expected, "{case}");
            }
        }
    }

    #[test]
    fn replies_with_another_check_size_or_packing_are_rejected() {
        let with = |status, change: fn(&mut Reply)| {
            let mut reply = reply(status, "#- ##");
            change(&mut reply);
            accepted("#- ##", &reply, None).expect_err("a fault")
        };
        let size = Rejection::WrongSize { found: (1, 2), expected: (2, 2) };
        let cases: [(_, fn(&mut Reply), _); 8] = [
            (Status::Solved, |reply| reply.seed = None, Rejection::CheckMissing),
            (Status::Solved, |reply| reply.seed = Some(0), Rejection::CheckMismatch),
            (Status::BadCheck, |_| {}, Rejection::BadCheck),
            (Status::Malformed, |reply| reply.seed = None, Rejection::Malformed),
            (Status::TooLarge, |reply| reply.seed = None, Rejection::TooLarge),
            (Status::Solved, |reply| reply.rows = 1, size),
            (Status::TooLarge, |reply| reply.rows = 1, size),
            (
                Status::Solved,
                |reply| reply.planes = 2,
                Rejection::WrongPlanes { found: 2, expected: 1 },
            ),
        ];
        for (status, change, expected) in cases {
            assert_eq!(with(status, change), expected);
        }
    }
}
