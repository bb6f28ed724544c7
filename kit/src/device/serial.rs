//! A board on a serial port: the host writes as much as the port accepts, and reads whenever bytes have arrived, so that neither end can
//! block the other.
//!
//! The port is opened by the crate serialport. `--timeout` sets the quiet time, to which the other limits add transmission times.

use std::io::ErrorKind;
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, CANCEL, IDENTITY_BYTES, wire_seconds};
use serialport::{ClearBuffer, SerialPort, SerialPortBuilder};

use super::exchange::{Activity, Begun, CHUNK, Incoming, Outgoing};
use super::fault::FaultKind;
use super::port::{not_opened, port_names};
use super::{Board, EachReply, Event, Fault, OnEvent, Traffic};
use crate::stop;

/// The longest time that a read or a write blocks between checks of the time limits and of Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// Factor on the calculated time of a reply, after which it counts as one that never ends.
const ENDLESS: u32 = 4;

/// An open serial port with a board behind it.
pub struct Serial {
    pub(super) port: Box<dyn SerialPort>,
    pub(super) baud: u32,
    /// The silence after which to give up, from `--timeout`; `None` to calculate it.
    timeout: Option<Duration>,
    /// Whether the serial line was silent and all buffers were empty at the end of the last exchange.
    pub(super) is_synchronised: bool,
    /// The device's identity, if it has reported one.
    pub(super) identity: Option<BuildIdentity>,
    /// Whether the identity has been requested.
    identity_requested: bool,
    /// Whether the device has answered a board, but not the request for its identity before the board.
    pub(super) plain: bool,
    /// The longest time that the device may still work on boards that were sent, besides the quiet time.
    pub(super) busy: Duration,
    /// To a device without identity: the number of boards that were sent, and whose replies may still arrive.
    pub(super) replies_due: usize,
}

impl Serial {
    /// Opens a port at `baud`, 8N1; `timeout` replaces the default quiet time. The message for a missing port has the other values that
    /// the option accepts, `alternatives`.
    ///
    /// # Errors
    /// The port cannot be opened.
    pub fn open(
        name: &str,
        baud: u32,
        timeout: Option<Duration>,
        alternatives: &str,
    ) -> Result<Self, Fault> {
        let port = open(&serialport::new(name, settable_baud(name, baud)).timeout(TICK))
            .map_err(|error| not_opened(name, &error, alternatives, port_names))?;
        Ok(Self {
            port,
            baud,
            timeout,
            is_synchronised: false,
            identity: None,
            identity_requested: false,
            plain: false,
            busy: Duration::ZERO,
            replies_due: 0,
        })
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

    /// Writes what the port accepts within about a tick; returns the number of bytes.
    pub(super) fn send(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        match self.port.write(bytes) {
            Ok(count) => Ok(count),
            Err(error) if is_delay(&error) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// The identity of the device; `None` if no identity arrives.
    ///
    /// # Errors
    /// The link fails, or Ctrl-C was pressed.
    pub fn identify(&mut self) -> Result<Option<BuildIdentity>, Fault> {
        if self.identity.is_none() && !self.plain {
            let _guard = stop::guard();
            self.identity_requested = true;
            self.find_identity()?;
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
        self.resynchronise()?;
        let mut outgoing = Outgoing::new(boards, self.identity.is_some());
        let result = self.converse(&mut outgoing, on_event, each);
        let searches = outgoing.begun.iter().filter_map(|board| board.plan.longest_search());
        self.busy = searches.fold(Duration::ZERO, Duration::saturating_add);
        if self.identity.is_none() {
            self.replies_due += outgoing.begun.len();
        }
        if !self.is_synchronised {
            // This discards what is left of the boards in the port's buffer.
            let _ = self.port.clear(ClearBuffer::All);
        }
        result
    }

    /// Cancels the search that the device is working on, so that the device accepts the next board.
    fn end_search(&mut self) {
        // If the cancel is lost, the search ends at its limit.
        let _ = self.send(&CANCEL.to_bytes());
        let _ = self.port.flush();
    }

    /// Writes bytes that may be sent now, and reads those that have arrived; waits for about a tick if there are neither.
    fn pass(&mut self, outgoing: &mut Outgoing<'_>, incoming: &mut Incoming) -> Result<(), Fault> {
        let chunk = outgoing.chunk();
        if !chunk.is_empty() {
            let count = self.send(chunk)?;
            outgoing.accepted(count);
            if let Ok(0) = self.port.bytes_to_read() {
                return Ok(());
            }
        }
        incoming.take(&self.receive()?)
    }

    /// Sends the boards, and passes each reply to `each`, until all boards are answered or `each` breaks off.
    fn converse(
        &mut self,
        outgoing: &mut Outgoing<'_>,
        on_event: OnEvent<'_>,
        each: EachReply<'_>,
    ) -> Result<(), Fault> {
        let start = Instant::now();
        let mut incoming = Incoming::new(outgoing.unanswered());
        let (mut sent, mut seen) = (Activity::new(start), Activity::new(start));
        while !outgoing.is_done() {
            let passed = self.pass(outgoing, &mut incoming);
            if self.identity_requested && self.identity.is_none() && incoming.identity.is_some() {
                // The device was busy with boards of an earlier host. What it has sent so far answers those.
                self.identity = incoming.identity;
                self.plain = false;
                let message = "the device was busy and has reported its identity late; solve again";
                return Err(Fault::link(FaultKind::LateIdentity, message));
            }

            let now = Instant::now();
            // Some drivers do not report queued bytes; then bytes accepted count as bytes sent.
            let queued = u64::from(self.port.bytes_to_write().unwrap_or(0));
            if sent.update(outgoing.written.saturating_sub(queued), now) {
                on_event(Event::Sent(sent.count));
            }
            if seen.update(incoming.bytes(), now) {
                on_event(Event::Received(seen.count));
            }

            let unsent = sent.count < outgoing.bytes;
            let search = (outgoing.begun.front()).and_then(|board| board.plan.longest_search());
            let arrived = |board: &Begun| sent.count >= board.end && incoming.is_between();
            if search.is_some() && outgoing.begun.front().is_some_and(arrived) {
                on_event(Event::Searching);
            }
            if stop::requested() {
                if !unsent && search.is_some() {
                    self.end_search();
                }
                return Err(Fault::interrupted());
            }
            let stuck = unsent && now - sent.since > self.longest_write();
            // A verdict can arrive before the whole board is sent. The rest of the board is sent nevertheless, so that the
            // device stays synchronised, unless the port accepts no more bytes or the link fails.
            while let Some(board) = outgoing.begun.front()
                && (sent.count >= board.end || stuck || passed.is_err())
                && let Some((reply, bytes_received)) = incoming.complete.pop_front()
            {
                let left = board.end.saturating_sub(sent.count).min(board.plan.size.bytes);
                let traffic = Traffic {
                    plan: board.plan,
                    bytes_sent: board.plan.size.bytes - left,
                    check: board.check.filter(|_| left == 0),
                    bytes_received,
                    elapsed: now - board.at,
                    cycles: None,
                    clocks: None,
                };
                outgoing.begun.pop_front();
                let is_synchronised = outgoing.is_done() && !unsent && !incoming.surplus;
                if each(reply, traffic).is_break() {
                    return Ok(());
                }
                self.plain = self.identity.is_none();
                self.is_synchronised = is_synchronised && self.replies_due == 0;
                if outgoing.is_done() {
                    return Ok(());
                }
            }
            passed?;
            self.check_times(outgoing, &incoming, [&sent, &seen], [start, now])?;
        }
        Ok(())
    }

    /// Checks that the port accepts bytes, and that the reply to the oldest board arrives in time.
    fn check_times(
        &self,
        outgoing: &Outgoing<'_>,
        incoming: &Incoming,
        [sent, seen]: [&Activity; 2],
        [start, now]: [Instant; 2],
    ) -> Result<(), Fault> {
        let plan = outgoing.begun.front().map(|board| board.plan);
        if sent.count < outgoing.bytes {
            let waited = now - sent.since;
            if waited > self.longest_write() {
                return Err(self.stuck(waited, sent.count, outgoing.bytes));
            }
        } else {
            let waited = now - sent.since.max(seen.since);
            // With --timeout, the time counts from the driver's report that the last byte was sent.
            let is_early = self.timeout.is_none() && now - start <= self.longest(outgoing.bytes);
            let search = plan.and_then(|plan| plan.longest_search()).unwrap_or_default();
            let search = if incoming.is_between() { search } else { Duration::ZERO };
            if waited > self.quiet().saturating_add(search) && !(is_early && incoming.is_between())
            {
                return Err(incoming.overdue(waited));
            }
        }
        let longest = wire(plan.map_or(0, |plan| plan.reply_bytes), self.baud);
        let longest = longest.saturating_add(QUIET).saturating_mul(ENDLESS);
        match incoming.lasted(now) {
            Some(lasted) if lasted > longest => Err(incoming.overdue(lasted)),
            _ => Ok(()),
        }
    }

    /// The fault of a port that has stopped accepting bytes.
    pub(super) fn stuck(&self, waited: Duration, sent: u64, bytes: u64) -> Fault {
        let message = format!(
            "the port accepted no byte for {:.1} s, at byte {sent} of {bytes}; expected the port to accept them at {} baud: check that \
             a device is connected, or allow more time with --timeout",
            waited.as_secs_f64(),
            self.baud
        );
        Fault::link(FaultKind::Permanent, message)
    }

    /// The longest time from the last byte sent or received to the next byte received, if the core does not search.
    pub(super) fn quiet(&self) -> Duration {
        self.timeout.unwrap_or(QUIET)
    }

    /// The longest time without progress while sending.
    fn longest_write(&self) -> Duration {
        self.longest(ADAPTER_BUFFER)
    }

    /// The transmission time of `bytes` and the quiet time.
    fn longest(&self, bytes: u64) -> Duration {
        wire(bytes, self.baud).saturating_add(self.quiet())
    }
}

/// Opens a port whose writes do not block.
#[cfg(unix)]
fn open(builder: &SerialPortBuilder) -> serialport::Result<Box<dyn SerialPort>> {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use std::os::fd::AsRawFd;
    let port = builder.clone().open_native()?;
    let set = fcntl(port.as_raw_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK));
    set.map_err(std::io::Error::from)?;
    Ok(Box::new(port))
}

/// Opens a port, whose writes end at their time-out.
#[cfg(not(unix))]
fn open(builder: &SerialPortBuilder) -> serialport::Result<Box<dyn SerialPort>> {
    builder.clone().open()
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
