//! The verdict that closes a reply, as the index of its end board.
//!
//! [`Status`] converts to and from the index. A published version-1 FPGA always sends 0.

use core::fmt;

/// The verdict on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Status {
    /// Every cell is known; in a reply to a board that was searched for its first solution, other solutions can exist.
    Solved = 0,
    /// No picture satisfies the clues.
    Unsolvable = 1,
    /// Line logic made no further progress and some cells are unknown, or the search was ended before a verdict.
    Stalled = 2,
    /// The board's check message did not match its bytes.
    BadCheck = 3,
    /// The rows, the columns, a line's options or the words of the store exceed the build's limits.
    TooLarge = 4,
    /// A message is corrupted or illegal at its position, either the row or the column count is 0 (both are 0 in an identity request),
    /// an option does not contain each cell exactly once, a request is unknown or its limit exceeds 26 bits, or lines are missing or
    /// surplus.
    Malformed = 5,
    /// A solution is known, and another one exists.
    Multiple = 7,
}

impl Status {
    /// Every status, in index order.
    pub const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::Stalled,
        Self::BadCheck,
        Self::TooLarge,
        Self::Malformed,
        Self::Multiple,
    ];

    /// The index of the end board that encodes this status.
    pub const fn index(self) -> u16 {
        self as u16
    }

    /// Whether a reply with this status carries cells.
    pub const fn has_cells(self) -> bool {
        match self {
            Self::Solved | Self::Stalled | Self::Multiple => true,
            Self::Unsolvable | Self::BadCheck | Self::TooLarge | Self::Malformed => false,
        }
    }

    /// The status in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stalled => "stalled",
            Self::BadCheck => "bad check",
            Self::TooLarge => "too large",
            Self::Malformed => "malformed",
            Self::Multiple => "multiple",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An index that is not the index of a [`Status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no status has index {0}; expected 0 to 5, or 7")]
pub struct UnknownStatus(pub u16);

impl TryFrom<u16> for Status {
    type Error = UnknownStatus;

    fn try_from(index: u16) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| status.index() == index).ok_or(UnknownStatus(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IDENTITY_STATUS;
    use alloc::vec::Vec;

    #[test]
    fn indexes_round_trip() {
        for status in Status::ALL {
            assert_eq!(Status::try_from(status.index()), Ok(status));
        }
        let known: Vec<u16> =
            (0..=u16::MAX).filter(|&index| Status::try_from(index).is_ok()).collect();
        assert_eq!(known, [0, 1, 2, 3, 4, 5, 7]);
        // No reply to a board has the status of an identity.
        assert_eq!(Status::try_from(IDENTITY_STATUS), Err(UnknownStatus(IDENTITY_STATUS)));
    }
}
