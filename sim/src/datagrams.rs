//! A simulated board behind UDP, as docs/reference/udp.md describes it for hardware: without the UART, and reset before each request.
//! Interface: [`DatagramBoard::take`] receives a datagram, [`DatagramBoard::run`] runs the design; each returns an answer, if there is one.
//! [`serve`] runs the board on a socket until `stop` is set.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nonogram_protocol::{
    DATAGRAM_HEADER, DatagramHeader, LATE_REQUESTS, MAX_DATAGRAM_DATA, MESSAGE_BYTES,
};

use crate::{Drive, Engine, SimBoard, SimError};
use nonogram_verilog::{Build, Parameters};

/// Cycles for which the reset is asserted, and cycles after it before the first byte: the design synchronises its reset.
const RESET_CYCLES: u64 = 8;

/// The control field in the first byte of a message; it is 0 in an end board.
const CONTROL: u8 = 0xe0;

/// A simulated board that receives requests, and answers them, in datagrams.
pub struct DatagramBoard {
    board: SimBoard,
    request: Option<Request>,
}

/// The request that the board received last.
struct Request {
    host: SocketAddr,
    /// The header of the last part that was accepted.
    header: DatagramHeader,
    /// The bytes that the design has not taken yet.
    incoming: VecDeque<u8>,
    /// The bytes of the replies.
    replies: Vec<u8>,
    /// The number of complete replies.
    complete: u8,
    /// The place in the replies from which the answer to the last part is taken.
    from: usize,
    /// Whether the answer to the last part was sent.
    answered: bool,
}

impl Request {
    /// Whether the answer to the last part is ready: all replies are complete or, if further parts follow, the design has taken this one.
    fn is_ready(&self) -> bool {
        if self.header.replies == 0 {
            self.incoming.is_empty()
        } else {
            self.complete >= self.header.replies
        }
    }

    /// The answer to the last part: its header, with the replies if they are complete.
    fn answer(&self) -> Vec<u8> {
        let replies = if self.header.replies > 0 && self.is_ready() {
            let rest = self.replies.get(self.from..).unwrap_or_default();
            &rest[..rest.len().min(MAX_DATAGRAM_DATA)]
        } else {
            &[]
        };
        self.header.with_data(replies)
    }

    /// Adds a byte that the design sent.
    fn push(&mut self, byte: u8) {
        self.replies.push(byte);
        let (messages, rest) = self.replies.as_chunks::<MESSAGE_BYTES>();
        if rest.is_empty() && messages.last().is_some_and(|[high, _]| high & CONTROL == 0) {
            self.complete = self.complete.saturating_add(1);
        }
    }
}

impl DatagramBoard {
    /// A board with a design on the compiled simulation; the design reports the clock and the baud rate of `parameters`.
    ///
    /// # Errors
    /// The netlist of the design cannot be compiled.
    pub fn new(build: &'static Build, parameters: &Parameters) -> Result<Self, SimError> {
        let board = SimBoard::with_engine(build, Drive::Bytes, Engine::COMPILED, parameters)?;
        Ok(Self { board, request: None })
    }

    /// The simulated board.
    pub fn board(&self) -> &SimBoard {
        &self.board
    }

    /// Receives a datagram, and returns the answer that can be sent at once, if there is one. A datagram of another format, a late repeat,
    /// and a part out of turn are discarded.
    ///
    /// # Errors
    /// The simulation fails.
    pub fn take(&mut self, host: SocketAddr, datagram: &[u8]) -> Result<Option<Vec<u8>>, SimError> {
        let Some((header, data)) = DatagramHeader::split(datagram) else {
            return Ok(None);
        };
        let current = (self.request.as_mut())
            .filter(|request| request.host == host && request.header.request == header.request);
        if let Some(request) = current {
            let last = request.header;
            if header == last {
                let is_taken = last.replies > 0 || request.is_ready();
                return Ok(is_taken.then(|| request.answer()));
            }
            let continues = last.replies == 0 || header.replies == last.replies;
            if Some(header.part) != last.part.checked_add(1) || !continues || !request.is_ready() {
                return Ok(None);
            }
            request.header = header;
            if last.replies == 0 {
                request.incoming.extend(data);
                request.answered = false;
                return Ok(None);
            }
            request.from += MAX_DATAGRAM_DATA;
            return Ok(Some(request.answer()));
        }
        let is_late = self.request.as_ref().is_some_and(|request| {
            let behind = request.header.request.wrapping_sub(header.request);
            request.host == host && behind <= LATE_REQUESTS
        });
        if header.part == 0 && !is_late {
            self.board.reset(RESET_CYCLES)?;
            self.board.idle(RESET_CYCLES)?;
            self.request = Some(Request {
                host,
                header,
                incoming: data.iter().copied().collect(),
                replies: Vec::new(),
                complete: 0,
                from: 0,
                answered: false,
            });
        }
        Ok(None)
    }

    /// Whether there is nothing to do until the next datagram.
    pub fn is_idle(&self) -> bool {
        self.request.as_ref().is_none_or(|request| request.answered)
    }

    /// Runs at most `cycles` cycles, until an answer is ready; returns the answer and the host that it is for.
    ///
    /// # Errors
    /// The simulation fails.
    pub fn run(&mut self, cycles: u64) -> Result<Option<(SocketAddr, Vec<u8>)>, SimError> {
        let Some(request) = &mut self.request else {
            return Ok(None);
        };
        let mut left = cycles;
        while !request.answered && left > 0 {
            left -= 1;
            if let Some(byte) = self.board.step(&mut || request.incoming.pop_front())? {
                request.push(byte);
            }
            request.answered = request.is_ready();
        }
        let is_new = request.answered && left < cycles;
        Ok(is_new.then(|| (request.host, request.answer())))
    }
}

/// Cycles between two accesses to the socket while the board is busy.
const BUSY_CYCLES: u64 = 10_000;

/// The longest wait for a datagram between two looks at the stop flag.
const WAIT: Duration = Duration::from_millis(10);

/// Runs `board` behind `socket` until `stop` is set.
///
/// # Errors
/// The socket or the simulation fails. An answer that cannot be sent counts as lost.
pub fn serve(
    board: &mut DatagramBoard,
    socket: &UdpSocket,
    stop: &AtomicBool,
) -> Result<(), SimError> {
    socket.set_read_timeout(Some(WAIT))?;
    // A longer datagram is truncated to this length, and then not of the format.
    let mut buffer = [0; DATAGRAM_HEADER + MAX_DATAGRAM_DATA + 1];
    while !stop.load(Ordering::Relaxed) {
        let is_idle = board.is_idle();
        socket.set_nonblocking(!is_idle)?;
        match socket.recv_from(&mut buffer) {
            Ok((length, host)) => {
                if let Some(answer) = board.take(host, &buffer[..length])? {
                    let _ = socket.send_to(&answer, host);
                }
            }
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error.into()),
        }
        if let Some((host, answer)) = board.run(BUSY_CYCLES)? {
            let _ = socket.send_to(&answer, host);
        }
    }
    Ok(())
}

/// Whether an error of a socket only means that nothing was received, or that an earlier answer did not reach its host.
fn is_passing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock
            | ErrorKind::TimedOut
            | ErrorKind::Interrupted
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionRefused
    )
}
