//! The clock in simulation: a rising edge takes one pass over a settled design.
//! Interface: [`rising_edge`] simulates an edge; registers and memories call [`rises`].

use crate::prelude::*;
use std::cell::Cell;

thread_local! {
    static RISES: Cell<bool> = const { Cell::new(false) };
}

/// Whether registers and memories sample their inputs in the current pass.
#[inline]
pub(crate) fn rises() -> bool {
    RISES.with(Cell::get)
}

/// Ends the pass when dropped, also on a panic.
struct Pass;

impl Drop for Pass {
    fn drop(&mut self) {
        RISES.with(|rises| rises.set(false));
    }
}

/// Simulates a rising edge of the clock of a block whose signals have settled, then lets them settle again in up to `passes`
/// passes. Returns whether they have settled.
///
/// A pass updates a block before its signals, so every register and memory samples the values from before the edge.
pub fn rising_edge<B: Block>(block: &mut B, passes: usize) -> bool {
    {
        let _pass = Pass;
        RISES.with(|rises| rises.set(true));
        block.update_all();
    }
    !block.has_changed() || simulate(block, passes)
}
