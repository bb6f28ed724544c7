//! The reasons why a board has no answer: the board itself, the link, the simulation, or the reply.
//!
//! [`Fault::kind`] decides whether a retransmission may help; [`Fault::at`] is the failure to report.

use std::fmt;

use nonogram_protocol::{DecodeError, EncodeError};
use nonogram_sim::SimError;
use nonogram_sim::emulator::EmulatorError;
use nonogram_solver::Verdict;

use crate::accept::Rejection;
use crate::exit::{Exit, Failure};

/// Why a board has no answer.
#[derive(Debug)]
pub struct Fault {
    /// What the fault means for the board and the device.
    pub kind: FaultKind,
    failure: Failure,
}

/// What a fault means for the board and the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// No device is at fault: the board cannot be encoded, or is too large to be sent.
    Board,
    /// The port cannot be opened.
    NotOpened,
    /// There is no device at the address.
    Absent,
    /// A retransmission does not help.
    Permanent,
    /// The device has sent nothing; a retransmission may help.
    Silence,
    /// The device has sent something else than a reply; a retransmission may help.
    Garbage,
    /// The device has sent at least a part of a reply, or its identity; a retransmission may help.
    Broken,
    /// The device has reported its identity after a board was sent: it was busy when the identity was requested.
    LateIdentity,
    /// Another reply to the same board must confirm this verdict.
    Unconfirmed(Verdict),
}

impl Fault {
    /// A fault with this exit code and message.
    pub fn new(kind: FaultKind, exit: Exit, message: impl Into<String>) -> Self {
        Self { kind, failure: Failure::new(exit, message) }
    }

    /// A fault of the link, the device or the reply.
    pub fn link(kind: FaultKind, message: impl Into<String>) -> Self {
        Self::new(kind, Exit::Link, message)
    }

    /// The board exceeds the limits of the device, or of every build of the simulated core.
    pub fn too_large(excess: &str) -> Self {
        let message = format!(
            "the board is too large, and nothing was sent: {excess}; use `nonogram solve --on software`"
        );
        Self::new(FaultKind::Permanent, Exit::Usage, message)
    }

    /// The bytes received are not a reply.
    pub fn garbage(error: &DecodeError) -> Self {
        let message = format!(
            "the device's answer is not a reply: {error}; check the design and, on a serial port, that --baud is the board's rate; \
             solve again"
        );
        Self::link(FaultKind::Garbage, message)
    }

    /// The simulation failed, the Verilog to simulate could not be generated, or the simulated design answered with something other than
    /// a reply.
    pub fn simulation(error: impl fmt::Display) -> Self {
        let message = format!("the simulation failed: {error}; please report this defect");
        Self::new(FaultKind::Permanent, Exit::Fault, message)
    }

    /// Interrupted by Ctrl-C, by a request to terminate, or by the caller of the library.
    pub fn interrupted() -> Self {
        Self { kind: FaultKind::Permanent, failure: Failure::Interrupted }
    }

    /// Whether a retransmission of the board may help.
    pub fn is_transient(&self) -> bool {
        !matches!(
            self.kind,
            FaultKind::Board | FaultKind::NotOpened | FaultKind::Absent | FaultKind::Permanent
        )
    }

    /// Whether the device has sent at least a part of a reply, or its identity.
    pub fn is_sign_of_life(&self) -> bool {
        matches!(self.kind, FaultKind::Broken | FaultKind::LateIdentity)
    }

    /// The verdict that another reply to the same board must confirm.
    pub fn unconfirmed(&self) -> Option<Verdict> {
        match self.kind {
            FaultKind::Unconfirmed(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        self.failure.exit()
    }

    /// The failure to report: an interruption, or an error, whose message contains the name of the device if it may be at fault.
    pub fn at(self, name: &str) -> Failure {
        match self.kind {
            FaultKind::Board => self.failure,
            _ => self.failure.within(name),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.fmt(f)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        fault.failure
    }
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        let message = match error {
            EncodeError::Colours { colours, most } => format!(
                "this puzzle has {colours} colours; expected at most {most} for the core: solve it with `nonogram solve --on software`"
            ),
            error => error.to_string(),
        };
        Self::new(FaultKind::Board, Exit::Usage, message)
    }
}

impl From<SimError> for Fault {
    fn from(error: SimError) -> Self {
        match error {
            SimError::Stopped { .. } => Self::interrupted(),
            // The waveform and the trace are its only files; `virtual_board` reports errors of its pseudo-terminal.
            SimError::Io(error) => {
                let message =
                    format!("cannot write the waveform or the trace: {error}; check the disk");
                Self::new(FaultKind::Permanent, Exit::Fault, message)
            }
            error => Self::simulation(error),
        }
    }
}

impl From<EmulatorError> for Fault {
    fn from(error: EmulatorError) -> Self {
        Self { kind: FaultKind::Permanent, failure: error.into() }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        let message =
            format!("the port failed: {error}; check the connection, and look at `nonogram ports`");
        Self::link(FaultKind::Permanent, message)
    }
}

impl From<serialport::Error> for Fault {
    fn from(error: serialport::Error) -> Self {
        std::io::Error::from(error).into()
    }
}

impl From<Rejection> for Fault {
    fn from(why: Rejection) -> Self {
        let advice = match why {
            Rejection::CheckMissing => {
                "check the cable, or solve with --no-check if the device does not support checks"
            }
            Rejection::Malformed => {
                "check the cable and, on a serial port, --baud; leave out --no-check if the device has a clue core; solve again"
            }
            Rejection::Refuted(_) => "check the cable and the design, and solve again",
            Rejection::BreaksClue(_) => "check the cable, and solve again with --check",
            _ => "check the cable, and solve again",
        };
        Self::link(FaultKind::Broken, format!("{why}: {advice}"))
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
