//! A board on a serial port: the host writes large chunks while it reads, so that neither end can block the other.
//!
//! One thread writes; the caller's thread reads and checks the time limits. The port is opened by the crate serialport.

use std::io::{ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, CANCEL, IDENTITY_REQUEST};
use nonogram_puzzles::Puzzle;
use serialport::{ClearBuffer, SerialPort};

use super::codec::{self, Codec};
use super::incoming::{Activity, Incoming};
use super::open::{port_names, refuse_terminal};
use super::outgoing::{Begun, CHUNK, Feeder, Writer};
use super::timeouts::{answer_time, realign};
use super::{
    Demand, EachReply, Link, LinkError, OpenError, Outgoing, Timeouts, Traffic, longest_search,
};
use crate::interrupt;
use crate::observer::{Observer, Progress};

/// The longest time that a read or a write blocks between checks of the time limits and of Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// The number of unanswered identity requests after which the device counts as one that does not report its identity.
const SILENT_QUESTIONS: u32 = 2;
/// The largest number of identity requests, reached if the device answers with bytes that are not an identity.
const QUESTIONS: u32 = 6;

/// The longest wait for a device to become silent, or for its identity, while it keeps sending.
const LONGEST_DRAIN: Duration = Duration::from_secs(20);

/// An open serial port with a board behind it.
pub struct Serial {
    port: Box<dyn SerialPort>,
    baud: u32,
    /// The silence after which to give up, from `--timeout`; `None` to calculate it.
    timeout: Option<Duration>,
    /// Whether the serial line was silent and all buffers were empty at the end of the last exchange.
    in_step: bool,
    /// The device's identity, if it has reported one.
    identity: Option<BuildIdentity>,
    /// Whether the identity has been requested.
    asked: bool,
}

impl Serial {
    /// Opens a port at `baud`, 8N1; `timeout` is passed to [`Timeouts::new`].
    ///
    /// # Errors
    /// The port cannot be opened.
    pub fn open(name: &str, baud: u32, timeout: Option<Duration>) -> Result<Self, OpenError> {
        refuse_terminal(name)?;
        let port = serialport::new(name, settable_baud(name, baud))
            .timeout(TICK)
            .open()
            .map_err(|error| OpenError::new(name, &error, port_names))?;
        Ok(Self {
            port,
            baud,
            timeout,
            in_step: false,
            identity: None,
            asked: false,
        })
    }

    /// Resynchronises with the device, unless the last exchange left it synchronised: drains the serial line, so that receivers discard
    /// incomplete messages, and requests the identity of a device that has reported one.
    fn fall_in_step(&mut self) -> Result<(), LinkError> {
        if !self.in_step {
            self.port.clear(ClearBuffer::All)?;
            self.drain()?;
            // Replies are sent in order: after the answer to a request, no earlier reply is outstanding.
            if self.identity.is_some() && self.ask()?.is_none() {
                self.drain()?;
            }
        }
        self.port.clear(ClearBuffer::Input)?;
        self.in_step = false;
        Ok(())
    }

    /// Reads until the serial line has been silent for as long as a receiver needs to discard half a message, but at most for
    /// [`LONGEST_DRAIN`].
    fn drain(&mut self) -> Result<(), LinkError> {
        let pause = realign(self.baud);
        let start = Instant::now();
        let mut heard = start;
        while heard.elapsed() < pause && start.elapsed() < LONGEST_DRAIN {
            if !self.receive()?.is_empty() {
                heard = Instant::now();
            }
            if interrupt::requested() {
                return Err(LinkError::Interrupted);
            }
        }
        Ok(())
    }

    /// Requests the identity, and repeats the request if no complete identity arrives; `None` if none arrives at all.
    fn ask(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        let mut silent = 0;
        for _ in 0..QUESTIONS {
            let answer = self.ask_once()?;
            if let Some((identity, _)) = BuildIdentity::find(&answer) {
                return Ok(Some(identity));
            }
            silent += u32::from(answer.is_empty());
            if silent == SILENT_QUESTIONS {
                break;
            }
            self.drain()?;
        }
        Ok(None)
    }

    /// Sends one identity request, and returns the bytes of the answer; empty if none arrives.
    fn ask_once(&mut self) -> Result<Vec<u8>, LinkError> {
        let mut rest = &IDENTITY_REQUEST[..];
        let start = Instant::now();
        let mut heard = start;
        let mut answer = Vec::new();
        while heard.elapsed() < answer_time(self.baud) && start.elapsed() < LONGEST_DRAIN {
            if !rest.is_empty() {
                match self.port.write(rest) {
                    Ok(taken) => rest = &rest[taken..],
                    Err(error) if is_delay(&error) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            let bytes = self.receive()?;
            if !bytes.is_empty() {
                heard = Instant::now();
                answer.extend(bytes);
                if BuildIdentity::find(&answer).is_some() {
                    break;
                }
            }
            if interrupt::requested() {
                return Err(LinkError::Interrupted);
            }
        }
        Ok(answer)
    }

    /// Reads the available bytes; empty if none arrive within about a tick.
    fn receive(&mut self) -> Result<Vec<u8>, LinkError> {
        let mut buffer = [0; CHUNK];
        match self.port.read(&mut buffer) {
            Ok(0) => Err(std::io::Error::from(ErrorKind::UnexpectedEof).into()),
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) if is_delay(&error) => {
                // Some drivers return at once instead of waiting.
                thread::sleep(Duration::from_millis(1));
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The baud rate to set on a port: `baud`, but on a pseudo-terminal of macOS 0, which sets none, because macOS refuses to set one there.
fn settable_baud(name: &str, baud: u32) -> u32 {
    let is_pty = cfg!(target_os = "macos") && name.starts_with("/dev/ttys");
    if is_pty { 0 } else { baud }
}

/// Whether an error only means that nothing could be read or written yet.
pub fn is_delay(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted
    )
}

impl Link for Serial {
    fn design(&self, _: &Puzzle) -> (&'static dyn Codec, Option<BuildIdentity>) {
        let core = self.identity.and_then(|identity| identity.core_kind());
        (codec::by_core(core), self.identity)
    }

    fn identify(&mut self) -> Result<Option<BuildIdentity>, LinkError> {
        if !self.asked {
            let _guard = interrupt::guard();
            self.fall_in_step()?;
            self.identity = self.ask()?;
            self.asked = true;
            // If there was no identity, part of an answer may still arrive.
            self.in_step = self.identity.is_some();
        }
        Ok(self.identity)
    }

    fn stream(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn Observer,
        each: EachReply<'_>,
    ) -> Result<(), LinkError> {
        let _guard = interrupt::guard();
        self.fall_in_step()?;
        let result = self.converse(boards, observer, each);
        if !self.in_step {
            // This unblocks the writer, and discards the rest of the boards before the next exchange.
            let _ = self.port.clear(ClearBuffer::All);
        }
        result
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// The number of puzzles that are read ahead, so that boards can follow each other without a gap.
const BATCH: usize = 64;

impl Serial {
    /// The longest time that the core may search for the next verdict; [`Duration::MAX`] if the search has no limit, or the clock is
    /// unknown; `None` if the core does not search, or no reply is due.
    fn longest_search(&self, feeder: &Feeder<'_>) -> Option<Duration> {
        let Demand::Clues(request) = feeder.begun.front()?.demand else {
            return None;
        };
        let clock_khz = self.identity?.clock_khz;
        Some(longest_search(request, clock_khz).unwrap_or(Duration::MAX))
    }

    /// Cancels the search that the device is working on, so that the device accepts the next board.
    fn end_search(&mut self) {
        // If the cancel is lost, the search ends at its limit.
        let _ = self.port.write_all(&CANCEL.to_bytes());
        let _ = self.port.flush();
    }

    /// Sends the boards, and passes each reply to `each`, until all boards are answered or `each` breaks off.
    ///
    /// # Errors
    /// The port or the device fails, a time limit is exceeded, or Ctrl-C was pressed.
    fn converse(
        &mut self,
        boards: Vec<Outgoing<'_>>,
        observer: &mut dyn Observer,
        each: EachReply<'_>,
    ) -> Result<(), LinkError> {
        let start = Instant::now();
        let mut incoming = Incoming::new(start, boards.len());
        let mut feeder = Feeder::new(boards, self.identity.is_some());
        let mut writer = Writer::start(self.port.try_clone()?);
        let mut sent = Activity::new(start);
        while !feeder.is_done() {
            writer.feed(&mut feeder);
            let heard = self.read(&mut incoming).and_then(|()| writer.failure());
            self.identity = self.identity.or(incoming.identity);

            let now = Instant::now();
            // Some drivers do not report queued bytes; then bytes accepted count as bytes sent.
            let queued = u64::from(self.port.bytes_to_write().unwrap_or(0));
            if sent.update(writer.written().saturating_sub(queued), now) {
                observer.progress(Progress::Sent(sent.count));
            }
            if incoming.seen.update(incoming.bytes, now) {
                observer.progress(Progress::Received(incoming.bytes));
            }

            let timeouts = Timeouts::new(feeder.bytes, self.baud, self.timeout);
            let unsent = sent.count < feeder.bytes;
            let search = self.longest_search(&feeder);
            let arrived = |board: &Begun| sent.count >= board.end && incoming.is_between();
            if search.is_some() && feeder.begun.front().is_some_and(arrived) {
                observer.progress(Progress::Searching);
            }
            if interrupt::requested() {
                if !unsent && search.is_some() {
                    self.end_search();
                }
                return Err(LinkError::Interrupted);
            }
            let waited = now - sent.since;
            let stuck = unsent && waited > timeouts.sending;
            // A verdict can arrive before the whole board is sent. The rest of the board is sent nevertheless, so that the
            // device stays synchronised, unless the port accepts no more bytes or the link fails.
            while let Some(board) = feeder.begun.front()
                && (sent.count >= board.end || stuck || heard.is_err())
                && let Some((reply, bytes_received)) = incoming.whole.pop_front()
            {
                let left = board.end.saturating_sub(sent.count).min(board.bytes);
                let traffic = Traffic {
                    bytes_sent: board.bytes - left,
                    check: board.tail.check(),
                    bytes_received,
                    elapsed: now - board.at,
                    cycles: None,
                    clocks: None,
                };
                feeder.begun.pop_front();
                self.in_step = feeder.is_done() && !unsent && !incoming.surplus;
                if each(reply, traffic).is_break() || feeder.is_done() {
                    return Ok(());
                }
            }
            heard?;
            if stuck {
                return Err(LinkError::Stuck {
                    waited,
                    sent: sent.count,
                    bytes: feeder.bytes,
                    baud: self.baud,
                });
            }
            if !unsent {
                let waited = now - sent.since.max(incoming.seen.since);
                let early = incoming.is_between() && now - start <= timeouts.board;
                let search = search.filter(|_| incoming.is_between());
                let quiet = timeouts.quiet.saturating_add(search.unwrap_or_default());
                if waited > quiet && !early {
                    return Err(incoming.overdue(waited));
                }
            }
        }
        Ok(())
    }

    /// Adds the available bytes to `incoming`; waits for about a tick at most.
    fn read(&mut self, incoming: &mut Incoming) -> Result<(), LinkError> {
        let bytes = self.receive()?;
        incoming.take(&bytes, self.baud)
    }
}
