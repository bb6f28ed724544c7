//! The reasons why a board has no answer: the board itself, the link, the simulation, or the reply.
//!
//! [`Fault::is_transient`] states whether a retransmission may help, and [`Fault::at`] the exit code.

use std::time::Duration;

use nonogram_protocol::{DecodeError, EncodeError, Status};
use nonogram_sim::SimError;
use nonogram_sim::answer::Rejection;
use nonogram_sim::emulator::EmulatorError;
use thiserror::Error;

use super::board::{MOST_BYTES, Weight, size};
use super::{OpenError, Plan};
use crate::exit::{Exit, Failure};

/// Why a board has no answer.
#[derive(Debug, Error)]
pub enum Fault {
    /// The board cannot be encoded.
    #[error(transparent)]
    Encode(EncodeError),
    /// The puzzle has more colours than the protocol can express for the core.
    #[error(
        "this puzzle has {colours} colours; expected at most {most} for the core: solve it with `nonogram solve --on software`"
    )]
    Coloured {
        /// The number of colours.
        colours: u8,
        /// The largest number of colours.
        most: u8,
    },
    /// The board is too large to be sent or written without `--force`; the text names an alternative.
    #[error("the board takes {0}; expected at most {most}: {1}, or use --force", most = size(MOST_BYTES))]
    TooHeavy(Weight, &'static str),
    /// The board exceeds the limits of the device, or of every build of the simulated core; the text has the size and the limit.
    #[error(
        "the board is too large, and nothing was sent: {0}; use `nonogram solve --on software`"
    )]
    TooLarge(String),

    /// The port cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// No reply was received.
    #[error(
        "no reply within {:.1} s of the last byte{}; expected a start board: check that the design is loaded, that --baud is the \
         board's rate, and that TX and RX are not swapped, or allow more time with --timeout",
        .waited.as_secs_f64(), only(*.identities)
    )]
    Silent {
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
        "the device's answer is not a reply: {0}; check the design and, on a serial port, that --baud is the board's rate; solve \
         again"
    )]
    Garbage(DecodeError),
    /// The port or the network failed, or the board was unplugged.
    #[error("the port failed: {0}; check the connection, and look at `nonogram ports`")]
    Port(#[from] std::io::Error),
    /// Nothing behind UDP has answered a datagram, or its repeats.
    #[error(
        "no answer within {:.1} s; expected a board that serves the protocol over UDP: check the address, the board and the network, \
         that no other host uses the board, or allow more time with --timeout",
        .0.as_secs_f64()
    )]
    Unanswered(Duration),
    /// The machine at the address has refused a datagram.
    #[error(
        "nothing listens on this UDP port; expected a board, or `nonogram virtual-board --udp`: start it, or correct the address"
    )]
    Refused,
    /// A device behind UDP works on a board for too long.
    #[error(
        "the device has the board, but no reply within {:.1} s; expected one: solve again, or allow more time with --timeout",
        .0.as_secs_f64()
    )]
    Unfinished(Duration),
    /// A device behind UDP answers the request for its identity with something else.
    #[error(
        "the device's answer is not an identity; expected that of a design of this project: load the design again"
    )]
    Unidentified,

    /// The simulation failed, the Verilog to simulate could not be generated, or the simulated design answered with something other than a
    /// reply.
    #[error("the simulation failed: {0}; please report this defect")]
    Simulation(anyhow::Error),
    /// The waveform or the trace of a simulation could not be written.
    #[error("cannot write the waveform or the trace: {0}; check the disk")]
    Recording(#[source] std::io::Error),
    /// The Verilog simulator is missing or failed, a file cannot be read or written, or the core was still solving at its time-out.
    #[error(transparent)]
    Emulator(#[from] EmulatorError),

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
    ReportedTooLarge(Plan),
    /// A search ended without a verdict before its limit, if it has one, because of noise on the link or a full trail.
    #[error(
        "the search ended early, without a verdict (status 2); check the cable and solve again, or use `--on software`"
    )]
    SearchEnded,
    /// Nothing proves that this verdict belongs to the board: the device does not bind its replies, and line logic does not reach it.
    #[error(
        "the verdict \"{0}\" awaits confirmation, because the device's replies do not name their board; solve again, with --retries 1 or \
         more"
    )]
    Unconfirmed(Status),

    /// Interrupted by Ctrl-C, by a request to terminate, or by the caller of the library.
    #[error("interrupted")]
    Interrupted,
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Colours { colours, most } => Self::Coloured { colours, most },
            error => Self::Encode(error),
        }
    }
}

impl From<SimError> for Fault {
    fn from(error: SimError) -> Self {
        match error {
            SimError::Stopped { .. } => Self::Interrupted,
            // The waveform and the trace are its only files; `virtual_board` reports errors of its pseudo-terminal.
            SimError::Io(error) => Self::Recording(error),
            error => Self::Simulation(error.into()),
        }
    }
}

impl From<serialport::Error> for Fault {
    fn from(error: serialport::Error) -> Self {
        Self::Port(error.into())
    }
}

impl Fault {
    /// Whether a retransmission of the board may help.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Silent { .. }
                | Self::LateIdentity
                | Self::BrokenOff { .. }
                | Self::Garbage(_)
                | Self::Unanswered(_)
                | Self::Unfinished(_)
                | Self::Rejected(_)
                | Self::ArrivedLarger
                | Self::SearchEnded
                | Self::Unconfirmed(_)
        )
    }

    /// Whether the device has sent at least a part of a reply, or its identity.
    pub fn is_sign_of_life(&self) -> bool {
        matches!(
            self,
            Self::BrokenOff { .. }
                | Self::Silent { identities: 1.., .. }
                | Self::LateIdentity
                | Self::Unfinished(_)
        )
    }

    /// The verdict that another reply to the same board must confirm.
    pub fn unconfirmed(&self) -> Option<Status> {
        match self {
            Self::SearchEnded => Some(Status::Stalled),
            Self::Unconfirmed(verdict) => Some(*verdict),
            _ => None,
        }
    }

    /// The failure to report: an interruption, or an error. The message for a fault of the link or of the reply contains the name of the
    /// device.
    pub fn at(self, name: &str) -> Failure {
        let exit = match self {
            Self::Interrupted => return Failure::Interrupted,
            Self::Emulator(error) => return Failure::from(error).within(name),
            Self::Encode(_) | Self::Coloured { .. } | Self::TooHeavy(..) => {
                return Failure::Error(Exit::Usage, self.into());
            }
            Self::TooLarge(_) | Self::ReportedTooLarge(_) => Exit::Usage,
            Self::Open(ref error) => error.exit(),
            Self::Simulation(_) | Self::Recording(_) => Exit::Fault,
            _ => Exit::Link,
        };
        Failure::new(exit, format!("{name}: {self}"))
    }
}

/// What was received instead of a reply, as part of a message.
fn only(identities: u64) -> String {
    match identities {
        0 => String::new(),
        count => format!(", but {count} times the device's identity"),
    }
}

/// The action after a rejected reply, as part of a message.
fn advice(why: &Rejection) -> &'static str {
    match why {
        Rejection::CheckMissing => {
            "check the cable, or solve with --no-check if the device does not support checks"
        }
        Rejection::Malformed => {
            "check the cable and, on a serial port, --baud; leave out --no-check if the device has a clue core; solve again"
        }
        Rejection::Refuted(_) => "check the cable and the design, and solve again",
        Rejection::BreaksClue(_) => "check the cable, and solve again with --check",
        _ => "check the cable, and solve again",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_not_reported_as_a_defect() {
        let full = std::io::Error::other("no space left");
        let message = Fault::from(SimError::Io(full)).to_string();
        assert!(message.ends_with("no space left; check the disk"), "{message}");
    }
}
