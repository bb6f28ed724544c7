//! Observers of solving, to which bytes on the wire, searches and retransmitted boards are reported.
//!
//! The progress bar implements [`Observer`]; links and back ends call it.

use crate::link::{Demand, Plan};

/// The progress of a stream of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Bytes of boards sent so far.
    Sent(u64),
    /// Bytes of replies received so far.
    Received(u64),
    /// The device has received a complete board, and searches for the verdict.
    Searching,
}

/// An observer of links and back ends.
pub trait Observer {
    /// Boards are about to be sent; together with their replies they have at most `bytes` bytes.
    fn begin(&mut self, bytes: u64);
    /// The stream has made this progress.
    fn progress(&mut self, progress: Progress);
    /// The board of the puzzle `name` is retransmitted because of `cause`, as retry number `retry` of at most `limit`. If `limit`
    /// is `None`, the board is retransmitted once, because the device has never sent anything.
    fn again(&mut self, name: &str, cause: &str, retry: u32, limit: Option<u32>);
}

/// Returns a function that reports the bytes of `board` sent and received to an observer when they have changed, and the start of a
/// search when all bytes of a clue board are sent.
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

/// An observer that ignores everything.
pub struct Silent;

impl Observer for Silent {
    fn begin(&mut self, _: u64) {}
    fn progress(&mut self, _: Progress) {}
    fn again(&mut self, _: &str, _: &str, _: u32, _: Option<u32>) {}
}
