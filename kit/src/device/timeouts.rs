//! Time limits for a device, calculated from the number of bytes, the baud rate and `--timeout`.
//!
//! `--timeout` sets the quiet time; the other limits of [`Timeouts`] add a transmission time to it, except that
//! [`Timeouts::board`] is 0 with `--timeout`.

use std::time::Duration;

use nonogram_protocol::{IDENTITY_BYTES, wire_seconds};

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
        Self {
            sending: wire(ADAPTER_BUFFER, baud).saturating_add(quiet),
            board,
            quiet,
        }
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
