//! The cycle limit of a search.
//!
//! Interface: [`ClockLimit::expires`] is called in each cycle of the search.

/// Cycles per unit of the limit.
const UNIT: u64 = 1024;

/// Cycles that remain, or `None` without a limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockLimit {
    left: Option<u64>,
}

impl ClockLimit {
    /// Creates a limit in units of 1024 cycles; 0 means no limit.
    pub fn new(limit: u32) -> Self {
        Self {
            left: (limit > 0).then_some(u64::from(limit) * UNIT),
        }
    }

    /// Counts one cycle. Returns true from the cycle in which the limit is reached.
    pub fn expires(&mut self) -> bool {
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.left == Some(0)
    }
}
