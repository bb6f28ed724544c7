//! The two sides of an exchange on a serial port: [`Outgoing`] decides which bytes of the boards may be sent now, and [`Incoming`] collects
//! the replies. It removes an identity that arrives late, before the last expected reply.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, Received, Reply, ReplyDecoder, board_check};
use nonogram_verilog::QUEUE_BYTES;

use super::fault::FaultKind;
use super::{Board, Fault, Plan};

/// Maximum number of bytes written to, or read from, the operating system at once: adapters use packets of 64 to 4096 bytes.
pub const CHUNK: usize = 4096;

/// Maximum number of bytes that may arrive at the design while it is still sending replies: what its receive FIFO holds, with a reserve.
/// Builds of earlier versions have FIFOs of the same depth.
const WINDOW: u64 = QUEUE_BYTES - 24;

/// A board that has been started and not yet answered.
pub struct Begun {
    /// The time at which the board was started, before its first byte is passed to the port.
    pub at: Instant,
    /// The sizes of the board and of its reply, and the search that it requests.
    pub plan: Plan,
    /// The value of its check, if it has one.
    pub check: Option<u16>,
    /// The number of bytes sent up to the end of the board, including those of the boards before it.
    pub end: u64,
}

/// Boards on their way to the device.
pub struct Outgoing<'a> {
    boards: std::vec::IntoIter<Board<'a>>,
    /// The maximum number of reply bytes that may be due when another board is started, and of board bytes that may wait behind a
    /// search; 0 to wait for every reply.
    window: u64,
    /// Boards not yet answered, the oldest first.
    pub begun: VecDeque<Begun>,
    /// The number of bytes of all boards started so far.
    pub bytes: u64,
    /// The bytes of the current board, and the number of those that the port has accepted.
    current: (Vec<u8>, usize),
    /// The number of bytes that the port has accepted.
    pub written: u64,
}

impl<'a> Outgoing<'a> {
    /// These boards, in order. If `streaming` is set, a board may be sent before the replies to the earlier ones have
    /// arrived, as far as the device's FIFO permits; otherwise it is sent after the reply to the previous one.
    pub fn new(boards: Vec<Board<'a>>, streaming: bool) -> Self {
        Self {
            boards: boards.into_iter(),
            window: if streaming { WINDOW } else { 0 },
            begun: VecDeque::new(),
            bytes: 0,
            current: (Vec::new(), 0),
            written: 0,
        }
    }

    /// Starts the next board, unless it must wait for a reply. While the replies due are transmitted, the same number of bytes can
    /// arrive at the design, and its FIFO must hold them.
    fn begin(&mut self) {
        let due: u64 = self.begun.iter().map(|board| board.plan.reply_bytes).sum();
        if due > self.window || !self.fits_queue() {
            return;
        }
        if let Some(Board { plan, bytes }) = self.boards.next() {
            let at = Instant::now();
            let bytes: Vec<u8> = bytes.collect();
            self.bytes += bytes.len() as u64;
            let check = board_check(&bytes);
            self.begun.push_back(Begun { at, plan, check, end: self.bytes });
            self.current = (bytes, 0);
        }
    }

    /// Whether the FIFO can hold the next board together with the boards that wait behind a search; always true for a board of options,
    /// and if no reply is due.
    fn fits_queue(&self) -> bool {
        let next = self.boards.as_slice().first();
        let searched = next.is_some_and(|next| next.plan.searches);
        let waiting = self.begun.iter().skip(1).map(|board| board.plan.size.bytes);
        let waiting = waiting.chain(next.map(|next| next.plan.size.bytes));
        !searched || self.begun.is_empty() || waiting.sum::<u64>() <= self.window
    }

    /// Bytes to send now; empty if a reply must be received first, or no bytes are left.
    pub fn chunk(&mut self) -> &[u8] {
        if self.is_sent() {
            self.begin();
        }
        let (bytes, accepted) = &self.current;
        &bytes[*accepted..bytes.len().min(accepted + CHUNK)]
    }

    /// Records that the port has accepted bytes of the chunk.
    pub fn accepted(&mut self, count: usize) {
        self.current.1 += count;
        self.written += count as u64;
    }

    /// Whether the port has accepted all bytes of the boards started so far.
    fn is_sent(&self) -> bool {
        self.current.1 == self.current.0.len()
    }

    /// The number of boards that have not been answered, including those not started.
    pub fn unanswered(&self) -> usize {
        self.begun.len() + self.boards.len()
    }

    /// Whether every board has been sent and answered.
    pub fn is_done(&self) -> bool {
        self.unanswered() == 0 && self.is_sent()
    }
}

/// The replies expected and received.
pub struct Incoming {
    decoder: ReplyDecoder,
    expected: usize,
    /// Number of bytes received of the current reply or late identity.
    current: u64,
    /// Number of bytes of the complete replies.
    earlier: u64,
    /// The time at which the first byte of the current reply arrived.
    begun: Instant,
    /// Number of identities that were removed from the stream.
    identities: u64,
    /// Complete replies that were not passed on yet, with the number of bytes of each.
    pub complete: VecDeque<(Reply, u64)>,
    /// Whether bytes arrived after the last expected reply.
    pub surplus: bool,
    /// The last identity that was removed from the stream, if any.
    pub identity: Option<BuildIdentity>,
}

impl Incoming {
    /// The state before the first of `expected` replies.
    pub fn new(expected: usize) -> Self {
        Self {
            decoder: ReplyDecoder::new(),
            expected,
            current: 0,
            earlier: 0,
            begun: Instant::now(),
            identities: 0,
            complete: VecDeque::new(),
            surplus: false,
            identity: None,
        }
    }

    /// Whether no byte of the next reply, or of a late identity before it, has been received.
    pub fn is_between(&self) -> bool {
        self.current == 0
    }

    /// Number of bytes received, without those of identities.
    pub fn bytes(&self) -> u64 {
        self.earlier + if self.decoder.may_be_identity() { 0 } else { self.current }
    }

    /// Adds received bytes.
    ///
    /// # Errors
    /// The bytes are neither a reply nor an identity.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        for &byte in bytes {
            if self.expected == 0 {
                self.surplus = true;
                return Ok(());
            }
            if self.is_between() {
                self.begun = Instant::now();
            }
            self.current += 1;
            match self.decoder.push(byte).map_err(|error| Fault::garbage(&error))? {
                None => continue,
                Some(Received::Identity(identity)) => {
                    self.identity = Some(identity);
                    self.identities += 1;
                }
                Some(Received::Reply(reply)) => {
                    self.complete.push_back((reply, self.current));
                    self.earlier += self.current;
                    self.expected -= 1;
                }
            }
            self.current = 0;
        }
        Ok(())
    }

    /// The time since the first byte of the current reply; `None` between replies.
    pub fn lasted(&self, now: Instant) -> Option<Duration> {
        (!self.is_between()).then(|| now.saturating_duration_since(self.begun))
    }

    /// The fault of a reply that ends here.
    pub fn cut_short(&self) -> Fault {
        Fault::garbage(&self.decoder.cut_short())
    }

    /// The fault of a device that has been silent for too long.
    pub fn overdue(&self, waited: Duration) -> Fault {
        if self.is_between() {
            return silence(waited, self.identities);
        }
        let message = format!(
            "the reply broke off, silent for {:.1} s: {}; check the cable and solve again, or allow more time with --timeout",
            waited.as_secs_f64(),
            self.decoder.cut_short()
        );
        Fault::link(FaultKind::Broken, message)
    }
}

/// The fault of a device that has not replied, although it may have sent its identity.
pub fn silence(waited: Duration, identities: u64) -> Fault {
    let (kind, only) = match identities {
        0 => (FaultKind::Silence, String::new()),
        count => (FaultKind::Broken, format!(", but {count} times the device's identity")),
    };
    let message = format!(
        "no reply within {:.1} s of the last byte{only}; expected a start board: check that the design is loaded, that --baud is the \
         board's rate, and that TX and RX are not swapped, or allow more time with --timeout",
        waited.as_secs_f64()
    );
    Fault::link(kind, message)
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
            *self = Self { count, since: now };
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use nonogram_protocol::{CoreKind, SearchRequest};
    use nonogram_puzzles::{Clue, Puzzle};

    use super::*;

    fn outgoing<'a>(core: Option<CoreKind>, count: usize, streaming: bool) -> Outgoing<'a> {
        let clues = || vec![Clue::new([11]); 11];
        let puzzle = Puzzle::new(clues(), clues()).unwrap();
        let board = Board::new(&puzzle, core, true, SearchRequest::default());
        let plan = board.unwrap().plan;
        let board =
            || Board { plan, bytes: Box::new(std::iter::repeat_n(7, plan.size.bytes as usize)) };
        Outgoing::new(std::iter::repeat_with(board).take(count).collect(), streaming)
    }

    /// Sends what may be sent now; returns the number of bytes.
    fn send(outgoing: &mut Outgoing<'_>) -> u64 {
        let before = outgoing.written;
        while let count @ 1.. = outgoing.chunk().len() {
            outgoing.accepted(count);
        }
        outgoing.written - before
    }

    #[test]
    fn due_replies_fit_in_the_receive_fifo() {
        let mut outgoing = outgoing(None, 9, true);
        send(&mut outgoing);
        // 250 bytes per reply: another board may start while four are due.
        assert_eq!(outgoing.begun.len(), 5);
        outgoing.begun.pop_front();
        assert_eq!(send(&mut outgoing), outgoing.begun[0].plan.size.bytes);
    }

    #[test]
    fn boards_behind_a_search_fit_in_the_receive_fifo() {
        let mut outgoing = outgoing(Some(CoreKind::Clue), 40, true);
        send(&mut outgoing);
        let waiting: u64 = (outgoing.begun.iter().skip(1)).map(|board| board.plan.size.bytes).sum();
        let bytes = outgoing.begun[0].plan.size.bytes;
        assert!(waiting <= WINDOW && waiting + bytes > WINDOW, "{waiting}");
    }

    #[test]
    fn board_waits_for_the_previous_reply_without_streaming() {
        let mut outgoing = outgoing(None, 2, false);
        for _ in 0..2 {
            assert!(!outgoing.is_done());
            let sent = send(&mut outgoing);
            assert_eq!((outgoing.begun.len(), sent), (1, outgoing.begun[0].plan.size.bytes));
            outgoing.begun.pop_front();
        }
        assert!(outgoing.is_done());
    }
}
