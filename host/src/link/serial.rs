//! A board on a serial port: writes in large chunks while it reads, so that nothing deadlocks.
//!
//! One thread writes, the caller's reads and keeps the time. The port is the crate serialport's.

use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use nonogram_protocol::{Reply, ReplyDecoder, ReplyEvent, StreamSize};
use serialport::{ClearBuffer, SerialPort};

use super::open::port_names;
use super::patience::realign;
use super::{Exchange, Link, LinkError, OpenError, Patience, Plan, Progress};
use crate::interrupt;

/// Bytes handed to the operating system at once: adapters work in packets of 64 to 4096.
const CHUNK: usize = 4096;

/// Chunks made before the writer takes them.
const CHUNKS_AHEAD: usize = 2;

/// How long a read or a write may block before clocks and Ctrl-C are looked at.
const TICK: Duration = Duration::from_millis(20);

/// An open serial port with a board behind it.
pub struct Serial {
    port: Box<dyn SerialPort>,
    baud: u32,
    timeout: Option<Duration>,
    /// The line was quiet and all buffers were empty when the last exchange ended.
    in_step: bool,
}

impl Serial {
    /// Opens a port at `baud`, 8N1; `timeout` is that of [`Patience::new`].
    pub fn open(name: &str, baud: u32, timeout: Option<Duration>) -> Result<Self, OpenError> {
        let port = serialport::new(name, settable_baud(name, baud))
            .timeout(TICK)
            .open()
            .map_err(|error| OpenError::new(&error, port_names))?;
        Ok(Self {
            port,
            baud,
            timeout,
            in_step: false,
        })
    }

    /// Waits out what an earlier exchange, or another program, may have left behind.
    fn fall_in_step(&mut self) -> Result<(), LinkError> {
        if !self.in_step {
            self.port.clear(ClearBuffer::All)?;
            thread::sleep(realign(self.baud));
        }
        self.port.clear(ClearBuffer::Input)?;
        self.in_step = false;
        Ok(())
    }
}

/// Pseudo-terminals have no rate; macOS refuses to set one on them, and takes 0 for "leave it".
fn settable_baud(name: &str, baud: u32) -> u32 {
    let is_pty = cfg!(target_os = "macos") && name.starts_with("/dev/ttys");
    if is_pty { 0 } else { baud }
}

/// The writing side: a thread that takes chunks and counts what the port took.
struct Writer {
    chunks: Option<SyncSender<Vec<u8>>>,
    written: Arc<AtomicU64>,
    failed: mpsc::Receiver<std::io::Error>,
}

impl Writer {
    fn start(mut port: Box<dyn SerialPort>) -> Self {
        let (chunks, incoming) = mpsc::sync_channel::<Vec<u8>>(CHUNKS_AHEAD);
        let (report, failed) = mpsc::channel();
        let written = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&written);
        // Not joined: on a port that takes nothing the thread stays blocked in the system.
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
                            // Nobody listens any more when the exchange has been given up.
                            let _ = report.send(error);
                            return;
                        }
                    }
                }
            }
        });
        Self {
            chunks: Some(chunks),
            written,
            failed,
        }
    }

    /// Keeps the writer supplied; after the last chunk it only waits.
    fn feed(&mut self, ready: &mut Option<Vec<u8>>, board: &mut dyn Iterator<Item = u8>) {
        while let Some(chunks) = &self.chunks {
            let chunk = ready
                .take()
                .unwrap_or_else(|| (&mut *board).take(CHUNK).collect());
            if chunk.is_empty() {
                self.chunks = None;
                return;
            }
            match chunks.try_send(chunk) {
                Ok(()) => {}
                Err(TrySendError::Full(chunk)) => {
                    *ready = Some(chunk);
                    return;
                }
                // It failed; `failure` says how.
                Err(TrySendError::Disconnected(_)) => self.chunks = None,
            }
        }
    }

    fn failure(&self) -> Result<(), LinkError> {
        match self.failed.try_recv() {
            Ok(error) => Err(error.into()),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(()),
        }
    }
}

fn is_delay(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted
    )
}

impl Link for Serial {
    fn exchange(
        &mut self,
        board: &mut dyn Iterator<Item = u8>,
        plan: &Plan,
        observer: &mut dyn FnMut(Progress),
    ) -> Result<Exchange, LinkError> {
        let _guard = interrupt::guard();
        self.fall_in_step()?;
        let patience = Patience::new(plan.size, self.baud, self.timeout);
        let result = self.converse(board, plan.size, patience, observer);
        if !self.in_step {
            // Unblocks the writer, and spares the next board what this one left.
            let _ = self.port.clear(ClearBuffer::All);
        }
        result
    }
}

impl Serial {
    fn converse(
        &mut self,
        board: &mut dyn Iterator<Item = u8>,
        size: StreamSize,
        patience: Patience,
        observer: &mut dyn FnMut(Progress),
    ) -> Result<Exchange, LinkError> {
        let mut writer = Writer::start(self.port.try_clone()?);
        let mut ready = None;
        let start = Instant::now();
        let mut reply = Incoming::new(start);
        let mut sent = Watch::new(start);
        loop {
            writer.feed(&mut ready, board);
            let heard = self.read(&mut reply).and_then(|()| writer.failure());
            if interrupt::requested() {
                return Err(LinkError::Interrupted);
            }

            let now = Instant::now();
            let written = writer.written.load(Ordering::Relaxed);
            // Some drivers cannot tell; then taken is as good as gone.
            let queued = u64::from(self.port.bytes_to_write().unwrap_or(0));
            if sent.update(written.saturating_sub(queued), now) {
                observer(Progress::Sent(sent.count));
            }
            if reply.seen.update(reply.bytes, now) {
                observer(Progress::Received(reply.bytes));
            }

            let unsent = sent.count < size.bytes;
            let waited = now - sent.since;
            let stuck = unsent && waited > patience.sending;
            // A verdict can come early; the rest of the board is sent all the same, so that the
            // far end stays in step, unless it takes no more.
            if (!unsent || stuck || heard.is_err())
                && let Some(reply) = reply.whole.take()
            {
                self.in_step = !unsent;
                return Ok(reply.into_exchange(sent.count));
            }
            heard?;
            if stuck {
                return Err(LinkError::Stuck {
                    waited,
                    sent: sent.count,
                    bytes: size.bytes,
                    baud: self.baud,
                });
            }
            if !unsent {
                let waited = now - sent.since.max(reply.seen.since);
                let early = reply.bytes == 0 && now - start <= patience.board;
                if waited > patience.quiet && !early {
                    return Err(reply.overdue(waited));
                }
            }
        }
    }

    /// Reads whatever is there, for a tick at most.
    fn read(&mut self, reply: &mut Incoming) -> Result<(), LinkError> {
        let mut buffer = [0; CHUNK];
        match self.port.read(&mut buffer) {
            Ok(0) => Err(std::io::Error::from(ErrorKind::UnexpectedEof).into()),
            Ok(count) => reply.take(&buffer[..count], self.baud),
            Err(error) if is_delay(&error) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The reply as far as it has come.
struct Incoming {
    decoder: ReplyDecoder,
    /// Bytes received.
    bytes: u64,
    /// When the last of them came.
    seen: Watch,
    whole: Option<Whole>,
}

/// A complete reply, and the bytes it took.
struct Whole {
    reply: Reply,
    bytes: u64,
}

impl Whole {
    fn into_exchange(self, bytes_sent: u64) -> Exchange {
        Exchange {
            reply: self.reply,
            bytes_sent,
            bytes_received: self.bytes,
            cycles: None,
            clocks: None,
        }
    }
}

impl Incoming {
    fn new(start: Instant) -> Self {
        Self {
            decoder: ReplyDecoder::new(),
            bytes: 0,
            seen: Watch::new(start),
            whole: None,
        }
    }

    /// Takes in bytes; what follows a complete reply is left to the next exchange to discard.
    fn take(&mut self, bytes: &[u8], baud: u32) -> Result<(), LinkError> {
        for &byte in bytes {
            if self.whole.is_some() {
                return Ok(());
            }
            self.bytes += 1;
            match self.decoder.push(byte) {
                Ok(Some(ReplyEvent::End(reply))) => {
                    let bytes = self.bytes;
                    self.whole = Some(Whole { reply, bytes });
                }
                Ok(_) => {}
                Err(error) => return Err(LinkError::Garbage(error, baud)),
            }
        }
        Ok(())
    }

    /// The error for a far end that has been quiet for too long.
    fn overdue(&self, waited: Duration) -> LinkError {
        if self.bytes == 0 {
            LinkError::Silent(waited)
        } else {
            let place = self.decoder.cut_short();
            LinkError::BrokenOff { waited, place }
        }
    }
}

/// A count, and since when it stands.
struct Watch {
    count: u64,
    since: Instant,
}

impl Watch {
    fn new(since: Instant) -> Self {
        Self { count: 0, since }
    }

    /// Notes the count; true when it has moved.
    fn update(&mut self, count: u64, now: Instant) -> bool {
        let moved = count != self.count;
        if moved {
            self.count = count;
            self.since = now;
        }
        moved
    }
}
