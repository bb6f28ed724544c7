//! The devices that implement the protocol: each receives the bytes of a board and returns a reply.
//!
//! Interface: [`Link`] sends boards and returns replies, in order. [`serial`] is a board on a serial port, [`sim`] the
//! simulated board, [`emulated`] a Verilog simulator with the design or a bitstream. A new kind of device needs a new file here.

pub mod codec;
mod designs;
pub mod emulated;
mod incoming;
mod open;
mod outgoing;
mod plan;
mod resync;
pub mod serial;
pub mod sim;
mod timeouts;

use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_protocol::{BuildIdentity, DecodeError, Reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::SimError;
use nonogram_sim::emulator::EmulatorError;
use nonogram_verilog::UnknownDesign;
use thiserror::Error;

pub use designs::Designs;
pub use open::OpenError;
pub use plan::{Demand, Outgoing, Plan, Tail};
pub use timeouts::{Timeouts, longest_search};

use crate::exit::{Exit, Failure};
use crate::observer::Observer;
use codec::Codec;

/// Receives each reply and its traffic, and decides whether to continue.
pub type EachReply<'a> = &'a mut dyn FnMut(Reply, Traffic) -> ControlFlow<()>;

/// A device that implements the protocol.
pub trait Link {
    /// Sends boards one after the other, and passes the replies to `each` in their order. On a serial port, the call after an error,
    /// or after `each` broke off, first resynchronises with the device.
    ///
    /// # Errors
    /// The link fails, no simulated build fits a board, or Ctrl-C was pressed. After an error no more boards are sent.
    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn Observer,
        each: EachReply<'_>,
    ) -> Result<(), LinkError>;

    /// The codec for this puzzle, and the identity of the build that receives the board, if it is known.
    fn design(&self, puzzle: &Puzzle) -> (&'static dyn Codec, Option<BuildIdentity>);

    /// The identity of the device; `None` if this link does not support the request, or no identity arrives.
    ///
    /// # Errors
    /// The link fails, or Ctrl-C was pressed.
    fn identify(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        Ok(None)
    }

    /// The number of boards to pass to [`Link::stream`] at once, so that they can follow each other.
    fn batch(&self) -> usize {
        1
    }
}

/// Sends each board after the reply to the previous one, until `each` breaks off.
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

/// The bytes, time and cycles of a board and its reply.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// Bytes of the board that were sent: fewer than all if the link failed, or the port accepted no more bytes, after the reply arrived.
    pub bytes_sent: u64,
    /// The value of the board's check; `None` if it has none, or was not sent completely.
    pub check: Option<u16>,
    /// Bytes of the reply.
    pub bytes_received: u64,
    /// Time from the start of the board until it is sent and its reply is complete; on a simulated board, until the simulation ends.
    pub elapsed: Duration,
    /// Clock cycles from the end of the board to the verdict, if the device reports them.
    pub cycles: Option<u64>,
    /// Clock cycles of the whole exchange, including idle time such as that after the reply, if the device reports them.
    pub clocks: Option<u64>,
}

/// Why an exchange failed.
#[derive(Debug, Error)]
pub enum LinkError {
    /// No reply was received.
    #[error(
        "no reply within {:.1} s of the last byte; expected a start board: check that the \
         design is loaded, that --baud is the board's rate, and that TX and RX are not swapped, or \
         allow more time with --timeout",
        .0.as_secs_f64()
    )]
    Silent(Duration),
    /// Only identities were received.
    #[error(
        "no reply within {:.1} s of the last byte, but {identities} times the device's identity; expected a start board: load the \
         design again",
        .waited.as_secs_f64()
    )]
    OnlyIdentities {
        /// The time without a byte of a reply.
        waited: Duration,
        /// The number of identities received.
        identities: u64,
    },
    /// The device never stops sending.
    #[error(
        "the device sends without a pause, for {:.1} s: \"…{received}\"; expected it to be silent until it receives a board: check \
         that the port is the board's UART, that the design is loaded, and that --baud is its rate",
        .waited.as_secs_f64()
    )]
    Chatty {
        /// The time during which the device was not silent.
        waited: Duration,
        /// The last bytes received, as text.
        received: String,
    },
    /// The device has reported its identity after a board was sent: it was busy when the identity was requested.
    #[error("the device was busy and has reported its identity late; solve again")]
    LateIdentity,
    /// The port stopped accepting bytes.
    #[error(
        "the port accepted no byte for {:.1} s, at byte {sent} of {bytes}; expected the port to accept \
         them at {baud} baud: check that a device is connected, or allow more time with --timeout",
        .waited.as_secs_f64()
    )]
    Stuck {
        /// The time without an accepted byte.
        waited: Duration,
        /// Bytes accepted before that, of all boards.
        sent: u64,
        /// Bytes of all boards started so far.
        bytes: u64,
        /// The baud rate of the port.
        baud: u32,
    },
    /// A reply was not completed.
    #[error(
        "the reply broke off, silent for {:.1} s: {place}; check the cable and solve again, or \
         allow more time with --timeout",
        .waited.as_secs_f64()
    )]
    BrokenOff {
        /// The time without a received byte.
        waited: Duration,
        /// The position in the reply.
        place: DecodeError,
    },
    /// The bytes received are not a reply.
    #[error(
        "the device's answer is not a reply: {0}; check that --baud is the board's rate ({1} here) and \
         solve again"
    )]
    Garbage(DecodeError, u32),
    /// The port failed, or was unplugged.
    #[error("the port failed: {0}; plug the board in again and look at `nonogram ports`")]
    Port(#[from] std::io::Error),
    /// The serial library reported an error.
    #[error("the port failed: {0}; plug the board in again and look at `nonogram ports`")]
    Serial(#[from] serialport::Error),
    /// The board exceeds the limits of the device, or of every build of the simulated core.
    #[error(
        "the board is too large, and nothing was sent: {plan}; expected a board within these limits: {limits}; \
         use `--on software`"
    )]
    TooLarge {
        /// The size of the board.
        plan: Plan,
        /// The limits of the device, or of each build of the core, as text.
        limits: String,
    },
    /// The simulation failed.
    #[error("the simulation failed: {0}; please report this defect")]
    Simulation(#[source] SimError),
    /// The waveform or the trace of a simulation could not be written.
    #[error("cannot write the waveform or the trace: {0}; check the disk")]
    Recording(#[source] std::io::Error),
    /// The Verilog of a build could not be generated.
    #[error("the Verilog to simulate cannot be generated: {0}; please report this defect")]
    Verilog(#[from] UnknownDesign),
    /// The Verilog simulator is missing or failed, a file cannot be read or written, or the core was still solving at its time-out.
    #[error(transparent)]
    Emulator(#[from] EmulatorError),
    /// The simulated design answered with something other than a reply.
    #[error("the simulated design's answer is not a reply: {0}; please report this defect")]
    Simulated(DecodeError),
    /// Interrupted by Ctrl-C, by a request to terminate, or by the caller of the library.
    #[error("interrupted")]
    Interrupted,
}

impl From<SimError> for LinkError {
    fn from(error: SimError) -> Self {
        match error {
            SimError::Stopped { .. } => Self::Interrupted,
            // The waveform and the trace are its only files; `virtual_board` reports errors of its pseudo-terminal.
            SimError::Io(error) => Self::Recording(error),
            error => Self::Simulation(error),
        }
    }
}

impl LinkError {
    /// The failure to report: an interruption, or an error with the name of the device.
    pub fn at(self, name: &str) -> Failure {
        match self {
            Self::Interrupted => Failure::Interrupted,
            error => {
                let exit = match error {
                    Self::Emulator(error) => return Failure::from(error).within(name),
                    Self::TooLarge { .. } => Exit::Usage,
                    Self::Simulation(_)
                    | Self::Recording(_)
                    | Self::Verilog(_)
                    | Self::Simulated(_) => Exit::Fault,
                    _ => Exit::Link,
                };
                Failure::new(exit, format!("{name}: {error}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_not_reported_as_a_defect() {
        let full = std::io::Error::other("no space left");
        let message = LinkError::from(SimError::Io(full)).to_string();
        assert!(
            message.ends_with("no space left; check the disk"),
            "{message}"
        );
    }

    /// Regression test: the message blamed the files of the Verilog simulator.
    #[test]
    fn verilog_that_cannot_be_generated_is_reported_as_a_defect() {
        let error = nonogram_verilog::verilog("none", &nonogram_verilog::Parameters::default())
            .unwrap_err();
        let failure = LinkError::from(error).at("sim");
        assert_eq!(failure.exit(), Exit::Fault);
        let message = failure.to_string();
        let start = "sim: the Verilog to simulate cannot be generated: no design is named \"none\"";
        assert!(message.starts_with(start), "{message}");
    }
}
