//! The requests of a clue board: the extent of the search, its limit in units of 1,024 clock cycles, and the number of colours.
//!
//! [`SearchRequest`] converts to and from the payloads of its messages (control 010), [`colours_of`] returns the number of colours in a
//! payload; [`CANCEL`] cancels a search.

use core::fmt;

use super::MAX_COLOURS;
use crate::Message;

/// Ends the search that is running. Sent between boards while no search is running, it has no effect.
pub const CANCEL: Message = Message::EndBoard(0);

/// Clock cycles of the core in one unit of [`SearchRequest::limit`].
pub const LIMIT_UNIT: u32 = 1024;

/// The largest [`SearchRequest::limit`]: 26 bits.
pub const MAX_LIMIT: u32 = (1 << 26) - 1;

/// The kinds of request, in the payload's upper five bits.
pub mod request_kind {
    /// The lower bits are a [`SearchMode`](super::SearchMode).
    pub const MODE: u16 = 1;
    /// The lower bits are the next digit of the limit, the most significant digit first.
    pub const LIMIT: u16 = 2;
    /// The lower bits are the number of colours of the board, and each message of its lines has one block.
    pub const COLOURS: u16 = 3;
    /// Bit position of the kind in the payload.
    pub const KIND_SHIFT: u32 = 8;
    /// Bits of a digit; the bit above them is 0, so that a digit's byte never equals a start board's high byte.
    pub const DIGIT_BITS: u32 = 7;
}
use request_kind::{DIGIT_BITS, KIND_SHIFT};

const DIGIT_MASK: u16 = (1 << DIGIT_BITS) - 1;

/// The extent of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum SearchMode {
    /// Search until it is proven whether a solution exists and whether it is the only one.
    #[default]
    Proof = 0,
    /// Line logic alone: no search.
    LineLogic = 1,
    /// Search until the first solution.
    FirstSolution = 2,
}

impl SearchMode {
    /// Every mode, by its number.
    pub const ALL: [Self; 3] = [Self::Proof, Self::LineLogic, Self::FirstSolution];

    /// The mode in words.
    const fn name(self) -> &'static str {
        match self {
            Self::Proof => "full proof",
            Self::LineLogic => "line logic",
            Self::FirstSolution => "first solution",
        }
    }
}

/// A search request. A board without one has the default request: search for a proof, without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchRequest {
    /// The extent of the search.
    pub mode: SearchMode,
    /// Limit of the search in units of [`LIMIT_UNIT`] cycles, counted from the end of the board, up to [`MAX_LIMIT`]; 0 for no limit.
    pub limit: u32,
}

impl SearchRequest {
    /// The messages that encode the request; none for the default. A limit above [`MAX_LIMIT`] is sent as [`MAX_LIMIT`].
    pub fn messages(self) -> impl Iterator<Item = Message> {
        let mode = self.mode as u16;
        let mode = (mode != 0).then_some(Message::Request(request_kind::MODE << KIND_SHIFT | mode));
        let limit = self.limit.min(MAX_LIMIT);
        let digits = (u32::BITS - limit.leading_zeros()).div_ceil(DIGIT_BITS);
        let limit = (0..digits).rev().map(move |place| {
            let digit = (limit >> (DIGIT_BITS * place)) as u16 & DIGIT_MASK;
            Message::Request(request_kind::LIMIT << KIND_SHIFT | digit)
        });
        mode.into_iter().chain(limit)
    }

    /// Applies one message's payload; returns false if the request is unknown, or if the limit exceeds [`MAX_LIMIT`].
    #[must_use]
    pub fn take(&mut self, payload: u16) -> bool {
        let (kind, low) = (payload >> KIND_SHIFT, payload & ((1 << KIND_SHIFT) - 1));
        match kind {
            request_kind::MODE => {
                let mode = SearchMode::ALL.get(usize::from(low));
                self.mode = mode.copied().unwrap_or_default();
                mode.is_some()
            }
            request_kind::LIMIT if low <= DIGIT_MASK && self.limit <= MAX_LIMIT >> DIGIT_BITS => {
                self.limit = self.limit << DIGIT_BITS | u32::from(low);
                true
            }
            _ => false,
        }
    }
}

/// The request for a board with this number of colours, whose messages have one block each.
pub(super) fn colours_request(colours: u8) -> Message {
    Message::Request(request_kind::COLOURS << KIND_SHIFT | u16::from(colours))
}

/// The number of colours that a request states; `None` if it is another request, or the number is 0 or above [`MAX_COLOURS`].
pub(crate) fn colours_of(payload: u16) -> Option<u8> {
    (1..=MAX_COLOURS).find(|&colours| Message::Request(payload) == colours_request(colours))
}

/// Writes what a request means, in brackets after a space; nothing for an unknown request.
pub(crate) fn write_meaning(payload: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (kind, low) = (payload >> KIND_SHIFT, payload & ((1 << KIND_SHIFT) - 1));
    match (kind, colours_of(payload)) {
        (_, Some(1)) => f.write_str(" (1 colour)"),
        (_, Some(colours)) => write!(f, " ({colours} colours)"),
        (request_kind::MODE, _) => match SearchMode::ALL.get(usize::from(low)) {
            Some(mode) => write!(f, " ({})", mode.name()),
            None => Ok(()),
        },
        (request_kind::LIMIT, _) if low <= DIGIT_MASK => write!(f, " (digit {low} of the limit)"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn payloads(mode: SearchMode, limit: u32) -> Vec<u16> {
        let messages = SearchRequest { mode, limit }.messages();
        messages.map(|message| message.to_bits() & 0x1fff).collect()
    }

    #[test]
    fn requests_are_encoded_in_the_fewest_messages() {
        assert!(payloads(SearchMode::Proof, 0).is_empty());
        assert_eq!(payloads(SearchMode::LineLogic, 0), [0x101]);
        assert_eq!(payloads(SearchMode::FirstSolution, 5), [0x102, 0x205]);
        assert_eq!(payloads(SearchMode::Proof, 128), [0x201, 0x200]);
        assert_eq!(
            payloads(SearchMode::Proof, MAX_LIMIT),
            [0x21f, 0x27f, 0x27f, 0x27f]
        );
        assert_eq!(
            payloads(SearchMode::Proof, u32::MAX),
            payloads(SearchMode::Proof, MAX_LIMIT)
        );
    }

    #[test]
    fn unknown_requests_and_limits_beyond_26_bits_are_refused() {
        for payload in 0..1 << 13 {
            let known = matches!(payload, 0x100..=0x102 | 0x200..=0x27f);
            assert_eq!(
                SearchRequest::default().take(payload),
                known,
                "{payload:#x}"
            );
        }
        let mut request = SearchRequest::default();
        let taken = [0x21f, 0x27f, 0x27f, 0x27f].map(|payload| request.take(payload));
        assert_eq!((taken, request.limit), ([true; 4], MAX_LIMIT));
        assert!(!request.take(0x200));
    }
}
