//! Accepts or rejects a reply: a solved picture must satisfy the clues, a partial one must leave
//! every clue a placement, checks must match.

use nonogram_protocol::{BuildIdentity, CoreKind, SearchRequest, Status};
use nonogram_puzzles::{Cell, Grid, Line, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_solver::LineSolver;

use super::Verdict;
use super::fault::{Coloured, Fault, ReplyFault};
use super::search::ended_by_limit;
use crate::link::codec::Codec;
use crate::link::{Demand, LinkError, LinkReply, Outgoing, Plan};

/// What host and device keep to for one board.
pub struct Terms {
    /// How puzzle and reply travel.
    pub codec: &'static dyn Codec,
    /// Board and reply have check messages.
    pub check: bool,
    /// What the device says of itself, where it does.
    pub identity: Option<BuildIdentity>,
    /// The device's core, where it is known.
    pub core: Option<CoreKind>,
    /// What is asked of a core that searches.
    pub request: SearchRequest,
    /// The core's clock, where it is known.
    pub clock_khz: u32,
}

impl Terms {
    /// The board of a puzzle, if the device takes it.
    pub fn board<'a>(&self, puzzle: &'a Puzzle) -> Result<Outgoing<'a>, Fault> {
        Coloured::check(puzzle)?;
        let board = self.codec.board(puzzle, self.check, self.request)?;
        match &self.identity {
            Some(identity) if !board.plan.fits(identity) => Err(LinkError::TooLarge {
                plan: board.plan,
                limits: identity.to_string(),
            }
            .into()),
            _ => Ok(board),
        }
    }

    /// The verdict and the picture of a reply, checked against the puzzle.
    pub fn judge(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        reply: &LinkReply,
    ) -> Result<(Verdict, Grid), ReplyFault> {
        let LinkReply { reply, traffic } = reply;
        let searches = matches!(plan.demand, Demand::Clues(_));
        match reply.check {
            Some(false) => return Err(ReplyFault::CheckMismatch),
            // The device may have given up before it saw the board's check.
            None if self.check && !matches!(reply.status, Status::TooLarge | Status::Malformed) => {
                return Err(ReplyFault::CheckMissing);
            }
            _ => {}
        }
        let verdict = match reply.status {
            Status::Solved => Verdict::Solved,
            Status::Unsolvable => Verdict::Unsolvable,
            Status::Stalled
                if searches && !ended_by_limit(self.request, self.clock_khz, traffic) =>
            {
                return Err(ReplyFault::SearchEnded);
            }
            Status::Stalled => Verdict::Stalled,
            Status::Multiple => Verdict::Multiple,
            Status::TooLarge if self.identity.is_some_and(|identity| plan.fits(&identity)) => {
                return Err(ReplyFault::ArrivedLarger);
            }
            Status::TooLarge => return Err(ReplyFault::TooLarge(*plan)),
            Status::BadCheck => return Err(ReplyFault::ArrivedWithBadCheck),
            Status::Malformed => return Err(ReplyFault::ArrivedMalformed),
        };
        let found = (reply.rows, reply.columns);
        let expected = (puzzle.row_count(), puzzle.column_count());
        if found != expected {
            return Err(ReplyFault::WrongSize { found, expected });
        }
        let grid = grid_of(reply);
        // The status comes after the check, which does not cover it: one flipped bit makes "stalled" of "solved".
        if verdict == Verdict::Stalled && !searches && grid.known_cells() == expected.0 * expected.1
        {
            return Err(ReplyFault::StalledButWhole);
        }
        if verdict != Verdict::Unsolvable
            && let Some(line) = broken_line(puzzle, &grid)
        {
            return Err(ReplyFault::BreaksClue(line));
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
