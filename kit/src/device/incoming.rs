//! The receiving side of an exchange: complete replies, and the part of a reply received so far.
//!
//! An identity that arrives late, before the last expected reply, is removed from the stream.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use nonogram_protocol::{
    BuildIdentity, DecodeError, IDENTITY_BYTES, IDENTITY_REQUEST, Reply, ReplyDecoder, ReplyEvent,
};

use super::Fault;

/// The state of reception: the replies expected and received.
pub struct Incoming {
    decoder: ReplyDecoder,
    /// The bytes of the current reply or late identity.
    current: Vec<u8>,
    /// Replies still expected.
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
        let identities = self.identities;
        if self.is_between() && identities > 0 {
            Fault::OnlyIdentities { waited, identities }
        } else if self.is_between() {
            Fault::Silent(waited)
        } else {
            let place = self.cut_short();
            Fault::BrokenOff { waited, place }
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
    use super::*;
    use nonogram_protocol::{ReplyStream, Status};

    #[test]
    fn late_identity_is_removed_from_the_stream() {
        let identity =
            nonogram_verilog::BUILDS[0].identity(&nonogram_verilog::Parameters::default());
        let reply: Vec<u8> = ReplyStream::new(1, 1, &[Some(1)], Status::Solved)
            .bytes()
            .collect();
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
