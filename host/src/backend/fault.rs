//! The reasons why a board has no answer: the link, the reply, or the board itself.
//!
//! [`Fault::is_transient`] states whether a retransmission may help.

use nonogram_protocol::EncodeError;
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::{Rejection, Verdict};
use thiserror::Error;

use super::weight::TooHeavy;
use crate::exit::{Exit, Failure};
use crate::link::{LinkError, Plan};

/// Why a board has no answer.
#[derive(Debug, Error)]
pub enum Fault {
    /// The board cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The puzzle has several colours.
    #[error(transparent)]
    Coloured(#[from] Coloured),
    /// The board is too large to be sent without `--force`.
    #[error(transparent)]
    TooHeavy(#[from] TooHeavy),
    /// The link failed, or the board exceeds the limits of the device, or of every build of the simulated core.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The reply is not accepted, or it states that the board is too large for the build.
    #[error(transparent)]
    Reply(#[from] ReplyFault),
}

impl Fault {
    /// Whether a retransmission of the board may help.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Encode(_) | Self::Coloured(_) | Self::TooHeavy(_) => false,
            Self::Link(error) => matches!(
                error,
                LinkError::Silent(_)
                    | LinkError::OnlyIdentities { .. }
                    | LinkError::LateIdentity
                    | LinkError::BrokenOff { .. }
                    | LinkError::Garbage(..)
            ),
            Self::Reply(fault) => !matches!(fault, ReplyFault::TooLarge(_)),
        }
    }

    /// The failure to report. The message for a fault of the link or of the reply contains the name of the device.
    pub fn at(self, name: &str) -> Failure {
        let exit = match self {
            Self::Link(error) => return error.at(name),
            Self::Encode(error) => return Failure::Error(Exit::Usage, error.into()),
            Self::Coloured(error) => return Failure::Error(Exit::Usage, error.into()),
            Self::TooHeavy(error) => return Failure::Error(Exit::Usage, error.into()),
            Self::Reply(ReplyFault::TooLarge(_)) => Exit::Usage,
            Self::Reply(_) => Exit::Link,
        };
        Failure::new(exit, format!("{name}: {self}"))
    }
}

/// A puzzle of several colours, which no design accepts.
#[derive(Debug, Error)]
#[error(
    "the FPGA solves puzzles in black and white, and this puzzle has {0} colours; expected one: solve it with \
     `nonogram solve --on software`"
)]
pub struct Coloured(usize);

impl Coloured {
    /// Checks that a puzzle has one colour, as the designs require.
    ///
    /// # Errors
    /// The puzzle has several colours.
    pub fn check(puzzle: &Puzzle) -> Result<(), Self> {
        match puzzle.palette().count() {
            1 => Ok(()),
            colours => Err(Self(colours)),
        }
    }
}

/// Why a reply is not accepted.
#[derive(Debug, Error)]
pub enum ReplyFault {
    /// The reply is rejected, for the reason that the rejection states.
    #[error("{0}: {advice}", advice = advice(.0))]
    Rejected(Rejection),
    /// The device reports that the board is too large, although it fits: the link corrupted the board.
    #[error(
        "the device received a larger board than was sent (status 4); check the cable and solve again"
    )]
    ArrivedLarger,
    /// The device reports that the board is too large for its build.
    #[error(
        "the board is too large for this build (status 4): {0}; expected a smaller one: use a larger build, or \
         `--on software`"
    )]
    TooLarge(Plan),
    /// A search ended without a verdict before its limit, if it has one, because of noise on the link or a full trail.
    #[error(
        "the search ended early, without a verdict (status 2); check the cable and solve again, or use `--on software`"
    )]
    SearchEnded,
    /// Nothing proves that this verdict belongs to the board: the device does not bind its replies, and line logic does not reach it.
    #[error(
        "the verdict \"{}\" awaits confirmation, because the device's replies do not name their board; solve again, with --retries 1 or \
         more",
        .0.name()
    )]
    Unconfirmed(Verdict),
}

impl ReplyFault {
    /// The verdict that another reply to the same board must confirm.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::SearchEnded => Some(Verdict::Stalled),
            Self::Unconfirmed(verdict) => Some(*verdict),
            _ => None,
        }
    }
}

/// The action after a rejected reply, as part of a message.
fn advice(why: &Rejection) -> &'static str {
    match why {
        Rejection::CheckMissing => {
            "check the cable, or solve with --no-check if the device does not support checks"
        }
        Rejection::Malformed => "check the cable and --baud, and solve again",
        Rejection::Refuted(_) => "check the cable and the design, and solve again",
        Rejection::BreaksClue(_) => "check the cable, and solve again with --check",
        _ => "check the cable, and solve again",
    }
}
