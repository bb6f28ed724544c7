//! Resynchronisation with a device on a serial port, after which everything that it sends answers this host.
//!
//! An identity request is a barrier: a device answers in order, so everything up to the identity answers something earlier, and is
//! discarded. Requests that follow each other are answered without a gap, because nothing between them takes time; the silence after
//! their answers therefore ends them all, whichever host sent them. A device without identity is synchronised by silence.

use std::time::{Duration, Instant};

use nonogram_protocol::{BuildIdentity, IDENTITY_REQUEST, Received, ReplyDecoder};
use serialport::ClearBuffer;

use super::Fault;
use super::exchange::silence;
use super::fault::FaultKind;
use super::serial::{Serial, answer_time, realign};
use crate::stop;

/// The number of identity requests to an unknown device that sends nothing at all, and to one that sends anything but replies.
const SILENT_REQUESTS: u32 = 2;
const REQUESTS: u32 = 6;

/// The longest wait for an answer before the request is repeated.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The largest number of replies to earlier boards that are discarded; a device sends more only if it never stops.
const MOST_REPLIES: usize = 200;

/// The number of the last bytes received that an error shows.
const SHOWN: usize = 32;

/// What has arrived, of which only the identity is used.
#[derive(Default)]
struct Arrived {
    decoder: ReplyDecoder,
    identity: Option<BuildIdentity>,
    replies: usize,
    bytes: Vec<u8>,
}

impl Arrived {
    fn take(&mut self, byte: u8) {
        self.bytes.push(byte);
        match self.decoder.push(byte) {
            Ok(None) => {}
            Ok(Some(Received::Identity(identity))) => self.identity = Some(identity),
            Ok(Some(Received::Reply(_))) => self.replies += 1,
            Err(_) => {
                self.decoder = ReplyDecoder::new();
                // The byte may be the first of a reply.
                let _ = self.decoder.push(byte);
            }
        }
    }

    /// The last bytes, as text.
    fn shown(&self) -> String {
        let from = self.bytes.len().saturating_sub(SHOWN);
        self.bytes[from..].escape_ascii().to_string()
    }
}

impl Serial {
    /// Requests the identity of a device that has not reported one. A device that sends nothing has none, or is busy with boards of an
    /// earlier host; then its identity arrives before the reply to the first board.
    pub(super) fn find_identity(&mut self) -> Result<(), Fault> {
        self.port.clear(ClearBuffer::All)?;
        self.settle()?;
        self.identity = self.barrier(answer_time(self.baud) * SILENT_REQUESTS)?;
        // If there was no identity, it may still arrive.
        self.is_synchronised = self.identity.is_some();
        Ok(())
    }

    /// Resynchronises with the device, unless the last exchange left it synchronised.
    ///
    /// # Errors
    /// The port fails, the device never becomes silent or does not report its identity again, or Ctrl-C was pressed.
    pub(super) fn resynchronise(&mut self) -> Result<(), Fault> {
        if !self.is_synchronised {
            self.port.clear(ClearBuffer::All)?;
            self.settle()?;
            if self.identity.is_some() {
                let patience = self.quiet().saturating_add(self.busy);
                if self.barrier(patience)?.is_none() {
                    return Err(silence(patience, 0));
                }
            }
        }
        self.port.clear(ClearBuffer::Input)?;
        self.is_synchronised = false;
        Ok(())
    }

    /// Reads until receivers have discarded half a message. If a device without identity owes replies, reads until they have arrived, or
    /// the device has been silent for as long as a reply may take.
    fn settle(&mut self) -> Result<(), Fault> {
        if self.identity.is_none() && self.replies_due > 0 {
            let due = self.replies_due;
            let arrived = self.receive_until(self.quiet(), |arrived| arrived.replies >= due)?;
            // If the board that was sent last has been answered, the earlier replies were lost.
            self.replies_due =
                if self.plain { 0 } else { self.replies_due.saturating_sub(arrived.replies) };
        }
        self.receive_until(realign(self.baud), |_| false).map(drop)
    }

    /// Requests the identity, and discards everything up to it. The request is repeated, because a device may lose one. Returns `None` if
    /// the device has sent no identity for `patience`, or longer if it has sent other bytes.
    fn barrier(&mut self, mut patience: Duration) -> Result<Option<BuildIdentity>, Fault> {
        let mut since = Instant::now();
        let mut wait = answer_time(self.baud);
        let mut replies = 0;
        for request in 1_u32.. {
            self.request_identity()?;
            let arrived = self.receive_until(wait, |arrived| arrived.identity.is_some())?;
            if arrived.identity.is_some() {
                if request > 1 {
                    // The answers to the other requests follow at once.
                    self.receive_until(realign(self.baud), |_| false)?;
                }
                return Ok(arrived.identity);
            }
            if arrived.replies > 0 {
                // The device works on earlier boards.
                patience = patience.max(self.quiet());
                since = Instant::now();
                replies += arrived.replies;
                self.replies_due = self.replies_due.saturating_sub(arrived.replies);
            } else if !arrived.bytes.is_empty() {
                patience = patience.max(answer_time(self.baud) * REQUESTS);
            } else if request >= SILENT_REQUESTS {
                wait = LONGEST_WAIT.min(wait * 2);
            }
            if since.elapsed() >= patience || replies > MOST_REPLIES {
                break;
            }
        }
        Ok(None)
    }

    fn request_identity(&mut self) -> Result<(), Fault> {
        let start = Instant::now();
        let mut rest = &IDENTITY_REQUEST[..];
        while !rest.is_empty() {
            rest = &rest[self.send(rest)?..];
            if stop::requested() {
                return Err(Fault::interrupted());
            }
            if !rest.is_empty() && start.elapsed() > self.quiet() {
                let bytes = IDENTITY_REQUEST.len() as u64;
                return Err(self.stuck(start.elapsed(), bytes - rest.len() as u64, bytes));
            }
        }
        Ok(())
    }

    /// Reads until the device has been silent for this time, or what it has sent is enough.
    ///
    /// # Errors
    /// The device has not been silent for the quiet time, without a complete reply; the port fails; or Ctrl-C was pressed.
    fn receive_until(
        &mut self,
        silence: Duration,
        is_enough: impl Fn(&Arrived) -> bool,
    ) -> Result<Arrived, Fault> {
        let longest = self.quiet().saturating_add(silence);
        let (mut start, mut last) = (Instant::now(), Instant::now());
        let mut arrived = Arrived::default();
        while last.elapsed() < silence {
            let replies = arrived.replies;
            for byte in self.receive()? {
                last = Instant::now();
                arrived.take(byte);
                if is_enough(&arrived) {
                    return Ok(arrived);
                }
            }
            if stop::requested() {
                return Err(Fault::interrupted());
            }
            if arrived.replies > replies && arrived.replies <= MOST_REPLIES {
                start = Instant::now();
            }
            if start.elapsed() > longest {
                let message = format!(
                    "the device sends without a pause, for {:.1} s: \"…{}\"; expected it to be silent until it receives a board: check \
                     that the port is the board's UART, that the design is loaded, and that --baud is its rate",
                    start.elapsed().as_secs_f64(),
                    arrived.shown()
                );
                return Err(Fault::link(FaultKind::Permanent, message));
            }
        }
        Ok(arrived)
    }
}
