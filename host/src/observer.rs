//! What watches puzzles being solved: bytes on the wire, boards retransmitted.
//!
//! [`Observer`] is implemented by the progress bar; links and back ends call it.

use crate::link::{Demand, Plan};

/// How far a stream of boards has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Bytes of boards that are on their way.
    Sent(u64),
    /// Bytes of replies that have arrived.
    Received(u64),
    /// The device has a whole board, and searches for its verdict.
    Searching,
}

/// Watches links and back ends at work.
pub trait Observer {
    /// Boards are about to be sent; with whole replies, `bytes` pass the wire.
    fn begin(&mut self, bytes: u64);
    /// They have come this far.
    fn progress(&mut self, progress: Progress);
    /// The board of the puzzle `name` is retransmitted, for this cause, as retry number `retry` of at most `limit`; without
    /// a limit once, because the device has never sent anything.
    fn again(&mut self, name: &str, cause: &str, retry: u32, limit: Option<u32>);
}

/// Reports counts of bytes of a board sent and received to an observer, where they have changed.
pub fn counts(observer: &mut dyn Observer, board: &Plan) -> impl FnMut(u64, u64) {
    let searched = matches!(board.demand, Demand::Clues(_)).then_some(board.bytes);
    let (mut sent, mut received) = (0, 0);
    move |now_sent, now_received| {
        if sent != now_sent {
            sent = now_sent;
            observer.progress(Progress::Sent(sent));
            if Some(sent) == searched {
                observer.progress(Progress::Searching);
            }
        }
        if received != now_received {
            received = now_received;
            observer.progress(Progress::Received(received));
        }
    }
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {
    fn begin(&mut self, _: u64) {}
    fn progress(&mut self, _: Progress) {}
    fn again(&mut self, _: &str, _: &str, _: u32, _: Option<u32>) {}
}
