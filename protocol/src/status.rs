//! The verdict that closes a reply, as the index of its end board.
//!
//! [`Status`] converts to and from the index. A published version-1 FPGA always sends 0.

use core::fmt;

/// What became of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Status {
    /// Every cell is known.
    Solved = 0,
    /// No picture satisfies the lines.
    Unsolvable = 1,
    /// Line logic ran out; only the known cells were sent.
    Stalled = 2,
    /// The board's check message did not match its bytes.
    BadCheck = 3,
    /// Rows, columns, options or words beyond the build.
    TooLarge = 4,
    /// The messages came in no valid order.
    Malformed = 5,
}

impl Status {
    /// Every status, in index order.
    pub const ALL: [Self; 6] = [
        Self::Solved,
        Self::Unsolvable,
        Self::Stalled,
        Self::BadCheck,
        Self::TooLarge,
        Self::Malformed,
    ];

    /// The index that carries this status.
    pub fn index(self) -> u16 {
        self as u16
    }

    /// Whether a reply with this status carries cells.
    pub fn has_cells(self) -> bool {
        matches!(self, Self::Solved | Self::Stalled)
    }

    /// The status in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stalled => "stalled",
            Self::BadCheck => "bad check",
            Self::TooLarge => "too large",
            Self::Malformed => "malformed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An index that names no [`Status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no status has index {0}; expected 0 to 5")]
pub struct UnknownStatus(pub u16);

impl TryFrom<u16> for Status {
    type Error = UnknownStatus;

    fn try_from(index: u16) -> Result<Self, UnknownStatus> {
        Self::ALL
            .get(usize::from(index))
            .copied()
            .ok_or(UnknownStatus(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_round_trip() {
        for (index, status) in (0..).zip(Status::ALL) {
            assert_eq!(status.index(), index);
            assert_eq!(Status::try_from(index), Ok(status));
        }
        assert_eq!(Status::try_from(6), Err(UnknownStatus(6)));
    }
}
