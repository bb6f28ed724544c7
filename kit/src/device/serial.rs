//! A board on a serial port: the host writes large chunks while it reads, so that neither end can block the other.
//!
//! One thread writes; the caller's thread reads and checks the time limits. The port is opened by the crate serialport. `--timeout` sets
//! the quiet time; the other limits of [`Timeouts`] add a transmission time to it, except that [`Timeouts::board`] is 0 with `--timeout`.

use std::io::{ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, CANCEL, IDENTITY_BYTES, wire_seconds};
use serialport::{ClearBuffer, SerialPort};

use super::exchange::{Activity, Begun, CHUNK, Feeder, Incoming, Writer};
use super::port::{port_names, refuse_terminal};
use super::{Board, EachReply, Event, Fault, OnEvent, OpenError, Traffic};
use crate::stop;

/// The longest time that a read or a write blocks between checks of the time limits and of Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// Factor on the calculated time of a board or a reply, after which it counts as one that never ends.
const ENDLESS: u32 = 4;

/// An open serial port with a board behind it.
pub struct Serial {
    pub(super) port: Box<dyn SerialPort>,
    pub(super) baud: u32,
    /// The silence after which to give up, from `--timeout`; `None` to calculate it.
    timeout: Option<Duration>,
    /// Whether the serial line was silent and all buffers were empty at the end of the last exchange.
    pub(super) in_step: bool,
    /// The device's identity, if it has reported one.
    pub(super) identity: Option<BuildIdentity>,
    /// Whether the identity has been requested.
    pub(super) asked: bool,
    /// Whether the device has answered a board, but not the request for its identity before the board.
    pub(super) plain: bool,
    /// The longest time that the device may still work on boards that were sent, besides the quiet time.
    pub(super) busy: Duration,
    /// To a device without identity: the number of boards that were sent, and whose replies may still arrive.
    pub(super) owed: usize,
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
            plain: false,
            busy: Duration::ZERO,
            owed: 0,
        })
    }

    /// The silence after which a device that does not search counts as one that does not answer.
    pub(super) fn quiet(&self) -> Duration {
        Timeouts::new(0, self.baud, self.timeout).quiet
    }

    /// Reads the available bytes; empty if none arrive within about a tick.
    pub(super) fn receive(&mut self) -> Result<Vec<u8>, Fault> {
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
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

impl Serial {
    /// The identity of the device; `None` if no identity arrives.
    ///
    /// # Errors
    /// The link fails, or Ctrl-C was pressed.
    pub fn identify(&mut self) -> Result<Option<BuildIdentity>, Fault> {
        if self.identity.is_none() && !self.plain {
            let _guard = stop::guard();
            self.asked = true;
            self.meet()?;
        }
        Ok(self.identity)
    }

    /// Sends boards one after the other, and passes the replies to `each` in their order. The call after an error, or after `each` broke
    /// off, first resynchronises with the device.
    pub(super) fn stream(
        &mut self,
        boards: Vec<Board<'_>>,
        on_event: OnEvent<'_>,
        each: EachReply<'_>,
    ) -> Result<(), Fault> {
        let _guard = stop::guard();
        self.fall_in_step()?;
        let mut feeder = Feeder::new(boards, self.identity.is_some());
        let result = self.converse(&mut feeder, on_event, each);
        let searches = feeder.begun.iter().filter_map(|board| board.plan.longest_search());
        self.busy = searches.fold(Duration::ZERO, Duration::saturating_add);
        if self.identity.is_none() {
            self.owed += feeder.begun.len();
        }
        if !self.in_step {
            // This unblocks the writer, and discards the rest of the boards before the next exchange.
            let _ = self.port.clear(ClearBuffer::All);
        }
        result
    }

    /// Cancels the search that the device is working on, so that the device accepts the next board.
    fn end_search(&mut self) {
        // If the cancel is lost, the search ends at its limit.
        let _ = self.port.write_all(&CANCEL.to_bytes());
        let _ = self.port.flush();
    }

    /// Sends the boards, and passes each reply to `each`, until all boards are answered or `each` breaks off.
    fn converse(
        &mut self,
        feeder: &mut Feeder<'_>,
        on_event: OnEvent<'_>,
        each: EachReply<'_>,
    ) -> Result<(), Fault> {
        let start = Instant::now();
        let mut incoming = Incoming::new(start, feeder.unanswered());
        let mut writer = Writer::start(self.port.try_clone()?);
        let mut sent = Activity::new(start);
        while !feeder.is_done() {
            writer.feed(feeder);
            let heard = self.read(&mut incoming).and_then(|()| writer.failure());
            if self.asked && self.identity.is_none() && incoming.identity.is_some() {
                // The device was busy with boards of an earlier host. What it has sent so far answers those.
                self.identity = incoming.identity;
                self.plain = false;
                return Err(Fault::LateIdentity);
            }

            let now = Instant::now();
            // Some drivers do not report queued bytes; then bytes accepted count as bytes sent.
            let queued = u64::from(self.port.bytes_to_write().unwrap_or(0));
            if sent.update(writer.written().saturating_sub(queued), now) {
                on_event(Event::Sent(sent.count));
            }
            if incoming.seen.update(incoming.bytes, now) {
                on_event(Event::Received(incoming.bytes));
            }

            let timeouts = Timeouts::new(feeder.bytes, self.baud, self.timeout);
            let unsent = sent.count < feeder.bytes;
            let search = (feeder.begun.front()).and_then(|board| board.plan.longest_search());
            let arrived = |board: &Begun| sent.count >= board.end && incoming.is_between();
            if search.is_some() && feeder.begun.front().is_some_and(arrived) {
                on_event(Event::Searching);
            }
            if stop::requested() {
                if !unsent && search.is_some() {
                    self.end_search();
                }
                return Err(Fault::Interrupted);
            }
            let stuck = unsent && now - sent.since > timeouts.sending;
            // A verdict can arrive before the whole board is sent. The rest of the board is sent nevertheless, so that the
            // device stays synchronised, unless the port accepts no more bytes or the link fails.
            while let Some(board) = feeder.begun.front()
                && (sent.count >= board.end || stuck || heard.is_err())
                && let Some((reply, bytes_received)) = incoming.whole.pop_front()
            {
                let left = board.end.saturating_sub(sent.count).min(board.plan.bytes);
                let traffic = Traffic {
                    bytes_sent: board.plan.bytes - left,
                    check: board.tail.check(),
                    bytes_received,
                    elapsed: now - board.at,
                    cycles: None,
                    clocks: None,
                };
                feeder.begun.pop_front();
                let in_step = feeder.is_done() && !unsent && !incoming.surplus;
                if each(reply, traffic).is_break() {
                    return Ok(());
                }
                self.plain = self.identity.is_none();
                self.in_step = in_step && self.owed == 0;
                if feeder.is_done() {
                    return Ok(());
                }
            }
            heard?;
            self.check_times(feeder, &incoming, &sent, [start, now])?;
        }
        Ok(())
    }

    /// Checks that the port accepts bytes, and that the reply to the oldest board arrives in time.
    fn check_times(
        &self,
        feeder: &Feeder<'_>,
        incoming: &Incoming,
        sent: &Activity,
        [start, now]: [Instant; 2],
    ) -> Result<(), Fault> {
        let timeouts = Timeouts::new(feeder.bytes, self.baud, self.timeout);
        let plan = feeder.begun.front().map(|board| board.plan);
        if sent.count < feeder.bytes {
            let waited = now - sent.since;
            if waited > timeouts.sending {
                return Err(Fault::Stuck {
                    waited,
                    sent: sent.count,
                    bytes: feeder.bytes,
                    baud: self.baud,
                });
            }
        } else {
            let waited = now - sent.since.max(incoming.seen.since);
            let early = incoming.is_between() && now - start <= timeouts.board;
            let search = plan.and_then(|plan| plan.longest_search());
            let search = search.filter(|_| incoming.is_between());
            let quiet = timeouts.quiet.saturating_add(search.unwrap_or_default());
            if waited > quiet && !early {
                return Err(incoming.overdue(waited));
            }
        }
        let longest = plan.map_or(0, |plan| plan.reply_bytes);
        let longest = Timeouts::new(longest, self.baud, None).board;
        match incoming.lasted(now) {
            Some(lasted) if lasted > longest.saturating_mul(ENDLESS) => {
                Err(incoming.overdue(lasted))
            }
            _ => Ok(()),
        }
    }

    /// Adds the available bytes to `incoming`; waits for about a tick at most.
    fn read(&mut self, incoming: &mut Incoming) -> Result<(), Fault> {
        let bytes = self.receive()?;
        incoming.take(&bytes).map_err(Fault::Garbage)
    }
}

/// Quiet time without `--timeout`: far longer than line logic takes on any build, and enough for a virtual board on a busy machine.
const QUIET: Duration = Duration::from_secs(10);

/// Bytes that an adapter may hold back and then accept all at once.
const ADAPTER_BUFFER: u64 = 512;

/// Factor on calculated transmission times: clocks differ, and operating systems delay.
const SLACK: f64 = 1.1;

/// Idle bits that resynchronise a receiver, with a margin over the design's own 1024.
const REALIGN_BITS: f64 = 1200.0;

/// The shortest pause that is used to resynchronise a receiver, with a margin over the 100 ms minimum of the design.
const SHORTEST_PAUSE: Duration = Duration::from_millis(125);

/// How long the serial line may be silent before an identity arrives, besides its transmission time:
/// adapters hold bytes back for up to 16 ms, and a virtual board works in slices of 10 ms.
const ANSWER: Duration = Duration::from_millis(400);

/// The limits for one board, or several in a stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeouts {
    /// The longest time without progress while sending.
    pub sending: Duration,
    /// The time from the first byte sent during which a missing reply is not an error.
    pub board: Duration,
    /// The longest time from the last byte sent or received to the next byte received, if the core does not search.
    pub quiet: Duration,
}

impl Timeouts {
    /// The limits for boards of `bytes` at `baud`; `timeout` replaces the default quiet time.
    pub fn new(bytes: u64, baud: u32, timeout: Option<Duration>) -> Self {
        let quiet = timeout.unwrap_or(QUIET);
        // With --timeout, the time counts from the driver's report that the last byte was sent.
        let board = match timeout {
            Some(_) => Duration::ZERO,
            None => wire(bytes, baud).saturating_add(quiet),
        };
        Self { sending: wire(ADAPTER_BUFFER, baud).saturating_add(quiet), board, quiet }
    }
}

/// The pause that resynchronises a receiver that lost a byte.
pub fn realign(baud: u32) -> Duration {
    Duration::from_secs_f64(REALIGN_BITS / f64::from(baud)).max(SHORTEST_PAUSE)
}

/// The silence after which an identity request counts as unanswered.
pub fn answer_time(baud: u32) -> Duration {
    wire(IDENTITY_BYTES as u64, baud).saturating_add(ANSWER)
}

/// The transmission time of `bytes`, with [`SLACK`].
fn wire(bytes: u64, baud: u32) -> Duration {
    Duration::try_from_secs_f64(wire_seconds(bytes, baud) * SLACK).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_with_the_board() {
        let worst = Timeouts::new(44_402, 9600, None);
        let seconds = worst.board.as_secs_f64();
        assert!(
            (60.0..62.0).contains(&seconds),
            "expected 46 s on the wire x 1.1 + 10 s, not {seconds}"
        );
        assert!(Timeouts::new(44_402, 115_200, None).board < worst.board);
        assert!(Timeouts::new(100, 9600, None).board < worst.board);
        assert_eq!(worst.quiet, QUIET);
    }

    #[test]
    fn timeout_is_the_quiet_time() {
        let second = Duration::from_secs(1);
        let timeouts = Timeouts::new(44_402, 9600, Some(second));
        assert_eq!((timeouts.board, timeouts.quiet), (Duration::ZERO, second));
        assert!(timeouts.sending > second);
    }

    #[test]
    fn time_limits_do_not_overflow() {
        assert_eq!(Timeouts::new(u64::MAX, 1, None).board, Duration::MAX);
    }
}
