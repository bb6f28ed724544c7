//! Simulates a rising clock edge in one pass: all registers and memories sample their inputs without the clock signal propagating to them.
//! Interface: [`rising_edge`] simulates a clock edge in a settled block and leaves the clock signals unchanged; registers and memories call
//! [`rises`].
//! Source: own; rust-hdl's own simulation, which drives the clock signals, also works but takes several times as many passes.

use rust_hdl::prelude::*;
use std::cell::Cell;

thread_local! {
    static RISES: Cell<bool> = const { Cell::new(false) };
}

/// Whether the current pass is a rising edge.
#[inline]
pub(crate) fn edge_passes() -> bool {
    RISES.with(Cell::get)
}

/// Whether a register or memory on this clock samples its inputs in the current pass.
#[inline]
pub(crate) fn rises(clock: &Signal<In, Clock>) -> bool {
    edge_passes() || clock.pos_edge()
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
