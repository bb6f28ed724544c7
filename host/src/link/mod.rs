//! The devices that speak the protocol: each takes a board's bytes and brings back a reply.
//!
//! [`Link`] is all that a back end sees: boards out, replies in, in order. [`serial`] is a board on a serial port, [`sim`] the
//! simulated one, [`emulated`] its Verilog or its bitstream. A new device is a new file here.

pub mod codec;
mod designs;
pub mod emulated;
mod incoming;
mod open;
mod outgoing;
mod plan;
pub mod serial;
pub mod sim;
mod timeouts;

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_protocol::{BuildIdentity, DecodeError, Reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::SimError;
use nonogram_sim::emulator::EmulatorError;
use thiserror::Error;

pub use designs::Designs;
pub use open::OpenError;
pub use plan::{Demand, Outgoing, Plan};
pub use timeouts::{Timeouts, longest_search};

use crate::exit::{Exit, Failure};
use crate::observer::Observer;
use codec::Codec;

/// Takes each reply and its traffic, and says whether to go on.
pub type EachReply<'a> = &'a mut dyn FnMut(Reply, Traffic) -> ControlFlow<()>;

/// A device.
pub trait Link {
    /// Sends boards one after the other, and gives `each` the replies in their order. When it
    /// breaks off, and after an error, the next call first resynchronises the device.
    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn Observer,
        each: EachReply<'_>,
    ) -> Result<(), LinkError>;

    /// How this puzzle and its reply travel to and from the device, and the build that takes it, where it is known.
    fn design(&self, puzzle: &Puzzle) -> (&'static dyn Codec, Option<BuildIdentity>);

    /// What the device says of itself; `None` when it does not know the question.
    fn identify(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        Ok(None)
    }

    /// How many boards should be there at once, so that they can follow each other.
    fn batch(&self) -> usize {
        1
    }
}

/// Sends each board when the one before it has been answered.
fn one_by_one<'a>(
    boards: Vec<Outgoing<'a>>,
    each: EachReply<'_>,
    mut exchange: impl FnMut(Outgoing<'a>) -> Result<(Reply, Traffic), LinkError>,
) -> Result<(), LinkError> {
    for board in boards {
        let (reply, traffic) = exchange(board)?;
        if each(reply, traffic).is_break() {
            break;
        }
    }
    Ok(())
}

/// What a board and its reply took.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// Bytes of the board.
    pub bytes_sent: u64,
    /// Bytes of the reply.
    pub bytes_received: u64,
    /// From the board's first byte to the reply's last.
    pub elapsed: Duration,
    /// Clock cycles from the end of the board to the verdict, where the device reports it.
    pub cycles: Option<u64>,
    /// Clock cycles of it all, where the device reports it.
    pub clocks: Option<u64>,
}

/// Why an exchange failed.
#[derive(Debug, Error)]
pub enum LinkError {
    /// Nothing came back.
    #[error(
        "no reply within {:.1} s of the board's last byte; expected start board: check that the \
         design is loaded, that --baud is the board's, and that TX and RX are not swapped, or \
         give it more time with --timeout",
        .0.as_secs_f64()
    )]
    Silent(Duration),
    /// The device stopped taking bytes.
    #[error(
        "no byte was taken for {:.1} s, at byte {sent} of {bytes}; expected the port to take \
         them at {baud} baud: check that something listens there, or use --timeout",
        .waited.as_secs_f64()
    )]
    Stuck {
        /// How long nothing was taken.
        waited: Duration,
        /// Bytes taken before that.
        sent: u64,
        /// Bytes of the board.
        bytes: u64,
        /// The baud rate.
        baud: u32,
    },
    /// A reply began and did not end.
    #[error(
        "the reply broke off, silent for {:.1} s: {place}; check the cable and solve again, or \
         use --timeout",
        .waited.as_secs_f64()
    )]
    BrokenOff {
        /// How long nothing came.
        waited: Duration,
        /// Where in the reply.
        place: DecodeError,
    },
    /// What came back is no reply.
    #[error(
        "the device's answer is no reply: {0}; check that --baud is the board's ({1} here) and \
         solve again"
    )]
    Garbage(DecodeError, u32),
    /// The port failed, or was unplugged.
    #[error("the port failed: {0}; plug the board in again and look at `nonogram ports`")]
    Port(#[from] std::io::Error),
    /// The serial library refused.
    #[error("the port failed: {0}; plug the board in again and look at `nonogram ports`")]
    Serial(#[from] serialport::Error),
    /// No build takes the board.
    #[error(
        "the board is too large, nothing was sent: {plan}; expected at most, by build, {limits}: \
         use `--on software`"
    )]
    TooLarge {
        /// The board.
        plan: Plan,
        /// What the builds take.
        limits: String,
    },
    /// The simulation failed.
    #[error("the simulation failed: {0}; this is a defect of the design: please report it")]
    Simulation(#[from] SimError),
    /// The Verilog simulator is missing, or failed.
    #[error(transparent)]
    Emulator(#[from] EmulatorError),
    /// The simulated design answered with something else than a reply.
    #[error("the simulated design's answer is no reply: {0}; please report this defect")]
    Simulated(DecodeError),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl LinkError {
    /// The failure to end with, naming the device.
    pub fn at(self, name: &str) -> Failure {
        match self {
            Self::Interrupted => Failure::Interrupted,
            error => {
                let exit = match error {
                    Self::Emulator(error) => return Failure::from(error).within(name),
                    Self::TooLarge { .. } => Exit::Usage,
                    Self::Simulation(_) | Self::Simulated(_) => Exit::Fault,
                    _ => Exit::Link,
                };
                Failure::new(exit, format!("{name}: {error}"))
            }
        }
    }
}
