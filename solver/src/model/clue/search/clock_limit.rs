//! The cycle limit of a search.
//! Interface: [`ClockLimit::expires`] is called in each cycle of the search.

/// Cycles in a unit of the limit.
const UNIT: u64 = 1024;

/// Cycles that are left, or no limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockLimit {
    left: Option<u64>,
}

impl ClockLimit {
    /// A limit in units of 1024 cycles, 0 for none.
    pub fn new(limit: u32) -> Self {
        Self {
            left: (limit > 0).then_some(u64::from(limit) * UNIT),
        }
    }

    /// Counts a cycle; the limit is reached in it, or was before.
    pub fn expires(&mut self) -> bool {
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.left == Some(0)
    }
}
