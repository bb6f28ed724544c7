//! Accepts or rejects the reply to a board.
//! Interface: [`Terms`]. [`judge`], of nonogram-sim, makes the checks that do not depend on the device.

use nonogram_protocol::{BuildIdentity, CoreKind, Reply, SearchMode, SearchRequest};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::answer::{Rejection, judge};
use nonogram_solver::{LineOutcome, propagate};

use super::Verdict;
use super::fault::{Coloured, Fault, ReplyFault};
use super::search::may_be_noise;
use crate::link::codec::Codec;
use crate::link::{Demand, LinkError, Outgoing, Plan, Traffic};

/// The settings with which host and device exchange one board.
pub struct Terms {
    /// The encoding of the board.
    pub codec: &'static dyn Codec,
    /// Whether board and reply have check messages.
    pub check: bool,
    /// Whether the check of a reply starts from the board's check, instead of 0.
    pub binds_replies: bool,
    /// The identity of the device; `None` if it was not requested, or the device does not report one.
    pub identity: Option<BuildIdentity>,
    /// The device's core, if it is known.
    pub core: Option<CoreKind>,
    /// The request to a core that searches.
    pub request: SearchRequest,
    /// The core's clock in kHz, or 0 if it is unknown.
    pub clock_khz: u32,
}

impl Terms {
    /// The board of a puzzle.
    ///
    /// # Errors
    /// The puzzle has several colours, cannot be encoded, or exceeds the limits that the device reports.
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

    /// The verdict and the picture of a reply, verified against the puzzle. `unconfirmed` is the verdict of an earlier reply to this board
    /// that was not accepted alone; the same verdict again is accepted. A search that ends early twice has probably filled its trail,
    /// which a retransmission cannot avoid.
    ///
    /// # Errors
    /// The reply is rejected, it states that the board is too large, noise may have ended the search, or nothing proves that the verdict
    /// belongs to this board.
    pub fn judge(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        reply: &Reply,
        traffic: &Traffic,
        unconfirmed: Option<Verdict>,
    ) -> Result<(Verdict, Grid), ReplyFault> {
        let searches = matches!(plan.demand, Demand::Clues(_));
        let bound = traffic.check.filter(|_| self.binds_replies);
        let seed = self.check.then(|| bound.unwrap_or(0));
        let (verdict, grid) = judge(puzzle, reply, seed, searches).map_err(|why| match why {
            Rejection::TooLarge if self.identity.is_some_and(|identity| plan.fits(&identity)) => {
                ReplyFault::ArrivedLarger
            }
            Rejection::TooLarge => ReplyFault::TooLarge(*plan),
            why => ReplyFault::Rejected(why),
        })?;
        if !searches || unconfirmed == Some(verdict) {
            return Ok((verdict, grid));
        }
        match verdict {
            // The picture satisfies every clue, and no more was requested.
            Verdict::Stalled
                if grid.is_complete() && self.request.mode == SearchMode::FirstSolution =>
            {
                Ok((Verdict::Solved, grid))
            }
            Verdict::Stalled if may_be_noise(self.request, self.clock_khz, traffic) => {
                Err(ReplyFault::SearchEnded)
            }
            Verdict::Stalled | Verdict::Unsolvable
                if !self.binds_replies
                    && !matches!(propagate(puzzle), LineOutcome::Contradiction { .. }) =>
            {
                Err(ReplyFault::Unconfirmed(verdict))
            }
            _ => Ok((verdict, grid)),
        }
    }
}
