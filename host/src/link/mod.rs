//! The far ends that speak the protocol: each takes a board's bytes and brings back a reply.
//!
//! [`Link`] is all that a back end sees: boards out, replies in, in order. [`serial`] is a board on a serial port, [`sim`] the
//! simulated one, [`emulated`] its Verilog or its bitstream. A new far end is a new file here.

pub mod emulated;
mod incoming;
mod open;
mod outgoing;
mod patience;
pub mod serial;
pub mod sim;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use nonogram_protocol::{
    BoardStream, BuildIdentity, DecodeError, EncodeError, MESSAGE_BYTES, Reply, StreamSize,
    reply_messages,
};
use nonogram_puzzles::Puzzle;
use nonogram_sim::SimError;
use nonogram_sim::emulator::EmulatorError;
use thiserror::Error;

pub use open::OpenError;
pub use patience::Patience;

use crate::exit::{Exit, Failure};

/// What is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Row count.
    pub rows: usize,
    /// Column count.
    pub columns: usize,
    /// The board's size on the wire and in the FPGA.
    pub size: StreamSize,
    /// Bytes of a reply with every cell.
    pub reply_bytes: u64,
}

impl Plan {
    /// What a puzzle takes, with check messages or without.
    pub fn new(puzzle: &Puzzle, check: bool) -> Result<Self, EncodeError> {
        let stream = BoardStream::new(puzzle.rows(), puzzle.columns())?;
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        Ok(Self {
            rows,
            columns,
            size: stream.with_check(check).size(),
            reply_bytes: MESSAGE_BYTES as u64 * reply_messages(rows * columns, check),
        })
    }

    /// Whether a build takes the board.
    pub fn fits(&self, build: &BuildIdentity) -> bool {
        self.rows.max(self.columns) <= usize::from(build.side)
            && self.size.most_options <= u64::from(build.most_options)
            && self.size.fifo_words <= u64::from(build.store_words)
    }

    /// Bytes of the board and of a reply with every cell.
    pub fn bytes(&self) -> u64 {
        self.size.bytes.saturating_add(self.reply_bytes)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} x {}, up to {} options a line, {} words",
            self.rows, self.columns, self.size.most_options, self.size.fifo_words
        )
    }
}

/// A board to send.
pub struct Outgoing<'a> {
    /// What it takes.
    pub plan: Plan,
    /// Its bytes.
    pub bytes: Box<dyn Iterator<Item = u8> + 'a>,
}

/// Takes each exchange, and says whether to go on.
pub type Each<'a> = &'a mut dyn FnMut(Exchange) -> ControlFlow<()>;

/// A far end.
pub trait Link {
    /// Sends boards one after the other, and gives `each` the replies in their order. When it
    /// breaks off, and after an error, the next call first gets the far end back into step.
    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn FnMut(Progress),
        each: Each<'_>,
    ) -> Result<(), LinkError>;

    /// What the far end says of itself; `None` when it does not know the question.
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
    each: Each<'_>,
    mut exchange: impl FnMut(Outgoing<'a>) -> Result<Exchange, LinkError>,
) -> Result<(), LinkError> {
    for board in boards {
        if each(exchange(board)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// How far a stream of boards has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Bytes of boards that are on their way.
    Sent(u64),
    /// Bytes of replies that have arrived.
    Received(u64),
}

/// What an exchange brought.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The reply.
    pub reply: Reply,
    /// Bytes of the board.
    pub bytes_sent: u64,
    /// Bytes of the reply.
    pub bytes_received: u64,
    /// From the board's first byte to the reply's last.
    pub elapsed: Duration,
    /// Clock cycles from the end of the board to the verdict, where the far end can tell.
    pub cycles: Option<u64>,
    /// Clock cycles of the whole exchange, where the far end can tell.
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
    /// The far end stopped taking bytes.
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
        "the far end's answer is no reply: {0}; check that --baud is the board's ({1} here) and \
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
    /// The failure to end with, naming the far end.
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
