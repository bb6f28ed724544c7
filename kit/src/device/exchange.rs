//! The two sides of an exchange: boards split into chunks, and a thread that writes them; complete replies, and the part of a reply received
//! so far.
//!
//! [`Feeder`] decides which bytes may be sent now; [`Writer`] passes them to the port and counts them. [`Incoming`] removes an identity that
//! arrives late, before the last expected reply.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    BuildIdentity, DecodeError, IDENTITY_BYTES, IDENTITY_REQUEST, Reply, ReplyDecoder, ReplyEvent,
};
use serialport::SerialPort;

use super::serial::is_delay;
use super::{Board, Fault, Plan, Tail};

/// Maximum number of bytes written to, or read from, the operating system at once: adapters use packets of 64 to 4096 bytes.
pub const CHUNK: usize = 4096;

const CHUNKS_AHEAD: usize = 2;

/// Maximum number of bytes that may arrive at the design while it is still sending replies; its receive FIFO holds 1024.
const WINDOW: u64 = 1000;

/// A board that has been started and not yet answered.
pub struct Begun {
    /// The time at which the board was started, before its first byte is passed to the writer.
    pub at: Instant,
    /// The sizes of the board and of its reply, and the search that it requests.
    pub plan: Plan,
    /// The number of bytes sent up to the end of the board, including those of the boards before it.
    pub end: u64,
    /// The end of the board, once it has been divided into chunks.
    pub tail: Tail,
}

/// Divides boards into chunks of bytes, and returns those that may be sent now.
pub struct Feeder<'a> {
    boards: std::vec::IntoIter<Board<'a>>,
    current: Option<Box<dyn Iterator<Item = u8> + 'a>>,
    /// The maximum number of reply bytes that may be due when another board is started, and of board bytes that may wait behind a
    /// search; 0 to wait for every reply.
    window: u64,
    /// Boards not yet answered, the oldest first.
    pub begun: VecDeque<Begun>,
    /// The number of bytes of all boards started so far, including those not yet passed to the writer.
    pub bytes: u64,
}

impl<'a> Feeder<'a> {
    /// A feeder of these boards, in order. If `streaming` is set, a board may be sent before the replies to the earlier ones have
    /// arrived, as far as the device's FIFO permits; otherwise it is sent after the reply to the previous one.
    pub fn new(boards: Vec<Board<'a>>, streaming: bool) -> Self {
        Self {
            boards: boards.into_iter(),
            current: None,
            window: if streaming { WINDOW } else { 0 },
            begun: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Starts the next board and returns its bytes; `None` if it must wait for a reply, or no board is left. While the replies due are
    /// transmitted, the same number of bytes can arrive at the design, and its FIFO must hold them.
    fn begin(&mut self) -> Option<Box<dyn Iterator<Item = u8> + 'a>> {
        let due: u64 = self.begun.iter().map(|board| board.plan.reply_bytes).sum();
        if due > self.window || !self.fits_queue() {
            return None;
        }
        let Board { plan, bytes } = self.boards.next()?;
        self.bytes = self.bytes.saturating_add(plan.bytes);
        self.begun.push_back(Begun {
            at: Instant::now(),
            plan,
            end: self.bytes,
            tail: Tail::default(),
        });
        Some(bytes)
    }

    /// Whether the FIFO can hold the next board together with the boards that wait behind a search; always true for a board of options,
    /// and if no reply is due.
    fn fits_queue(&self) -> bool {
        let next = self.boards.as_slice().first();
        let searched = next.is_some_and(|next| next.plan.searches);
        let waiting = self.begun.iter().skip(1).map(|board| board.plan.bytes);
        let waiting = waiting.chain(next.map(|next| next.plan.bytes));
        !searched || self.begun.is_empty() || waiting.sum::<u64>() <= self.window
    }

    /// The next bytes to send; empty if a reply must be received first, or no bytes are left.
    fn chunk(&mut self) -> Vec<u8> {
        let mut chunk = Vec::new();
        while chunk.len() < CHUNK {
            let Some(current) = &mut self.current else {
                self.current = self.begin();
                if self.current.is_none() {
                    break;
                }
                continue;
            };
            let before = chunk.len();
            chunk.extend(current.take(CHUNK - before));
            // The current board is the one that was begun last.
            if let Some(board) = self.begun.back_mut() {
                chunk[before..].iter().for_each(|&byte| board.tail.push(byte));
            }
            if chunk.len() < CHUNK {
                self.current = None;
            }
        }
        chunk
    }

    /// The number of boards that have not been answered, including those not started.
    pub fn unanswered(&self) -> usize {
        self.begun.len() + self.boards.len()
    }

    /// Whether every board has been divided into chunks, and answered.
    pub fn is_done(&self) -> bool {
        self.begun.is_empty() && self.current.is_none() && self.boards.len() == 0
    }
}

/// A thread that writes chunks and counts the bytes written.
pub struct Writer {
    /// The thread's queue; `None` once the thread has failed.
    chunks: Option<SyncSender<Vec<u8>>>,
    /// A chunk for which the queue had no space, if any.
    ready: Option<Vec<u8>>,
    /// The number of bytes that the port has accepted.
    written: Arc<AtomicU64>,
    /// Receives the error that ended the thread.
    failed: mpsc::Receiver<std::io::Error>,
}

impl Writer {
    /// Starts the thread that writes to this port.
    pub fn start(mut port: Box<dyn SerialPort>) -> Self {
        let (chunks, incoming) = mpsc::sync_channel::<Vec<u8>>(CHUNKS_AHEAD);
        let (report, failed) = mpsc::channel();
        let written = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&written);
        // The thread is not joined, because it does not end while the port accepts no bytes.
        thread::spawn(move || {
            for chunk in incoming {
                let mut rest = &chunk[..];
                while !rest.is_empty() {
                    match port.write(rest) {
                        Ok(taken) => {
                            counter.fetch_add(taken as u64, Ordering::Relaxed);
                            rest = &rest[taken..];
                        }
                        Err(error) if is_delay(&error) => {}
                        Err(error) => {
                            // Sending fails if the exchange has been aborted and its receiver dropped.
                            let _ = report.send(error);
                            return;
                        }
                    }
                }
            }
        });
        Self { chunks: Some(chunks), ready: None, written, failed }
    }

    /// The number of bytes that the port has accepted.
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Keeps the thread supplied with chunks.
    pub fn feed(&mut self, feeder: &mut Feeder) {
        while let Some(chunks) = &self.chunks {
            let chunk = self.ready.take().unwrap_or_else(|| feeder.chunk());
            if chunk.is_empty() {
                return;
            }
            match chunks.try_send(chunk) {
                Ok(()) => {}
                Err(TrySendError::Full(chunk)) => {
                    self.ready = Some(chunk);
                    return;
                }
                // The thread failed; `failure` has the error.
                Err(TrySendError::Disconnected(_)) => self.chunks = None,
            }
        }
    }

    /// Checks that the port has not failed.
    ///
    /// # Errors
    /// Writing to the port has failed; its error is returned once.
    pub fn failure(&self) -> Result<(), Fault> {
        match self.failed.try_recv() {
            Ok(error) => Err(error.into()),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(()),
        }
    }
}

/// The state of reception: the replies expected and received.
pub struct Incoming {
    decoder: ReplyDecoder,
    /// The bytes of the current reply or late identity.
    current: Vec<u8>,
    expected: usize,
    /// Number of bytes received, without those of identities.
    pub bytes: u64,
    /// Number of bytes of the complete replies.
    earlier: u64,
    /// The time at which the first byte of the current reply arrived.
    begun: Instant,
    /// Number of identities that were removed from the stream.
    identities: u64,
    /// The value of `bytes` at the last update, and the time at which it last changed.
    pub seen: Activity,
    /// Complete replies that were not passed on yet, with the number of bytes of each.
    pub whole: VecDeque<(Reply, u64)>,
    /// Whether bytes arrived after the last expected reply.
    pub surplus: bool,
    /// The last valid identity that was removed from the stream, if any.
    pub identity: Option<BuildIdentity>,
}

impl Incoming {
    /// The state before the first of `expected` replies.
    pub fn new(start: Instant, expected: usize) -> Self {
        Self {
            decoder: ReplyDecoder::new(),
            current: Vec::new(),
            expected,
            bytes: 0,
            earlier: 0,
            begun: start,
            identities: 0,
            seen: Activity::new(start),
            whole: VecDeque::new(),
            surplus: false,
            identity: None,
        }
    }

    /// Whether no byte of the next reply, or of a late identity before it, has been received.
    pub fn is_between(&self) -> bool {
        self.current.is_empty()
    }

    /// Adds received bytes.
    ///
    /// # Errors
    /// The bytes are neither a reply nor an identity.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        for &byte in bytes {
            if self.expected == 0 {
                self.surplus = true;
                continue;
            }
            if self.current.is_empty() {
                self.begun = Instant::now();
            }
            self.current.push(byte);
            if self.current.len() > IDENTITY_REQUEST.len()
                && self.current.starts_with(&IDENTITY_REQUEST)
            {
                self.take_identity();
                continue;
            }
            if !IDENTITY_REQUEST.starts_with(&self.current) {
                self.bytes = self.earlier + self.current.len() as u64;
            }
            match self.decoder.push(byte) {
                Ok(Some(ReplyEvent::End(reply))) => {
                    self.whole.push_back((reply, self.current.len() as u64));
                    self.earlier += self.current.len() as u64;
                    self.current.clear();
                    self.decoder = ReplyDecoder::new();
                    self.expected -= 1;
                }
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Removes an identity from the current bytes once it is complete.
    fn take_identity(&mut self) {
        if let Ok(bytes) = <&[u8; IDENTITY_BYTES]>::try_from(&self.current[..]) {
            self.identity = BuildIdentity::from_bytes(bytes).or(self.identity);
            self.identities += 1;
            self.current.clear();
            self.decoder = ReplyDecoder::new();
        }
    }

    /// The time since the first byte of the current reply; `None` between replies.
    pub fn lasted(&self, now: Instant) -> Option<Duration> {
        (!self.is_between()).then(|| now.saturating_duration_since(self.begun))
    }

    /// The error for a reply that ends here.
    pub fn cut_short(&self) -> DecodeError {
        self.decoder.cut_short()
    }

    /// The error for a device that has been silent for too long.
    pub fn overdue(&self, waited: Duration) -> Fault {
        if self.is_between() {
            Fault::Silent { waited, identities: self.identities }
        } else {
            Fault::BrokenOff { waited, place: self.cut_short() }
        }
    }
}

/// A count, and the time of its last change.
pub struct Activity {
    /// The count.
    pub count: u64,
    /// Time of the last change.
    pub since: Instant,
}

impl Activity {
    /// A count of 0 that last changed at `since`.
    pub fn new(since: Instant) -> Self {
        Self { count: 0, since }
    }

    /// Records the count; returns whether it has changed.
    pub fn update(&mut self, count: u64, now: Instant) -> bool {
        let moved = count != self.count;
        if moved {
            self.count = count;
            self.since = now;
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use nonogram_protocol::{CoreKind, ReplyStream, SearchRequest, Status};
    use nonogram_puzzles::{Clue, Puzzle};

    use super::*;
    use crate::device::encode;

    fn boards<'a>(count: usize) -> Vec<Board<'a>> {
        boards_for(None, count)
    }

    fn boards_for<'a>(core: Option<CoreKind>, count: usize) -> Vec<Board<'a>> {
        let clues = || vec![Clue::new([11]); 11];
        let puzzle = Puzzle::new(clues(), clues()).unwrap();
        let board = encode(&puzzle, core, true, SearchRequest::default());
        let plan = board.unwrap().plan;
        let board = || Board { plan, bytes: Box::new(std::iter::repeat_n(7, plan.bytes as usize)) };
        std::iter::repeat_with(board).take(count).collect()
    }

    #[test]
    fn due_replies_fit_in_the_receive_fifo() {
        let mut feeder = Feeder::new(boards(9), true);
        while !feeder.chunk().is_empty() {}
        // 250 bytes per reply: another board may start while four are due.
        assert_eq!(feeder.begun.len(), 5);
        feeder.begun.pop_front();
        assert!(!feeder.chunk().is_empty());
        assert!(feeder.chunk().is_empty());
    }

    #[test]
    fn boards_behind_a_search_fit_in_the_receive_fifo() {
        let mut feeder = Feeder::new(boards_for(Some(CoreKind::Clue), 40), true);
        while !feeder.chunk().is_empty() {}
        let waiting: u64 = (feeder.begun.iter().skip(1)).map(|board| board.plan.bytes).sum();
        let bytes = feeder.begun[0].plan.bytes;
        assert!(waiting <= WINDOW && waiting + bytes > WINDOW, "{waiting}");
    }

    #[test]
    fn board_waits_for_the_previous_reply_without_streaming() {
        let mut feeder = Feeder::new(boards(2), false);
        let first = feeder.begin().unwrap().count() as u64;
        assert_eq!(first, feeder.begun[0].plan.bytes);
        assert!(feeder.chunk().is_empty() && !feeder.is_done());
        feeder.begun.pop_front();
        let second: usize =
            std::iter::repeat_with(|| feeder.chunk().len()).take_while(|&length| length > 0).sum();
        assert_eq!(second as u64, first);
        feeder.begun.pop_front();
        assert!(feeder.is_done());
    }

    #[test]
    fn late_identity_is_removed_from_the_stream() {
        let identity =
            nonogram_verilog::BUILDS[0].identity(&nonogram_verilog::Parameters::default());
        let reply: Vec<u8> = ReplyStream::new(1, 1, &[Some(1)], Status::Solved).bytes().collect();
        let stream = [&identity.bytes()[..], &reply, &identity.bytes(), &reply].concat();
        let mut incoming = Incoming::new(Instant::now(), 2);
        incoming.take(&stream).unwrap();
        assert_eq!(incoming.whole.len(), 2);
        assert_eq!(incoming.identity, Some(identity));
        assert!(incoming.is_between() && !incoming.surplus);
        incoming.take(&reply).unwrap();
        assert!(incoming.surplus);
    }
}
