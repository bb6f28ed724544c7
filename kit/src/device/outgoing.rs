//! The sending side of a serial exchange: boards split into chunks, and a thread that writes them.
//!
//! [`Feeder`] decides which bytes may be sent now; [`Writer`] passes them to the port and counts them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::Instant;

use serialport::SerialPort;

use super::serial::is_delay;
use super::{Board, Fault, Plan, Tail};

/// Maximum number of bytes written to, or read from, the operating system at once: adapters use packets of 64 to 4096 bytes.
pub const CHUNK: usize = 4096;

/// The capacity of the writer's queue, in chunks.
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
                chunk[before..]
                    .iter()
                    .for_each(|&byte| board.tail.push(byte));
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
        Self {
            chunks: Some(chunks),
            ready: None,
            written,
            failed,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::encode;
    use nonogram_protocol::{CoreKind, SearchRequest};
    use nonogram_puzzles::{Clue, Puzzle};

    fn boards<'a>(count: usize) -> Vec<Board<'a>> {
        boards_for(None, count)
    }

    fn boards_for<'a>(core: Option<CoreKind>, count: usize) -> Vec<Board<'a>> {
        let clues = || vec![Clue::new([11]); 11];
        let puzzle = Puzzle::new(clues(), clues()).unwrap();
        let board = encode(&puzzle, core, true, SearchRequest::default());
        let plan = board.unwrap().plan;
        let board = || Board {
            plan,
            bytes: Box::new(std::iter::repeat_n(7, plan.bytes as usize)),
        };
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
        let waiting: u64 = (feeder.begun.iter().skip(1))
            .map(|board| board.plan.bytes)
            .sum();
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
        let second: usize = std::iter::repeat_with(|| feeder.chunk().len())
            .take_while(|&length| length > 0)
            .sum();
        assert_eq!(second as u64, first);
        feeder.begun.pop_front();
        assert!(feeder.is_done());
    }
}
