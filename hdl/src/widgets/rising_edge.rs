//! A clock's rising edge in simulation: all registers and memories take it in one pass, without the clock being handed down to them.
//! Interface: [`rising_edge`] of a block that has settled; what stores asks [`rises`]. The clock signals stay as they are: rust-hdl's own
//! simulation, which sets them, works as well, in several times the passes.

use rust_hdl::prelude::*;
use std::cell::Cell;

thread_local! {
    static RISES: Cell<bool> = const { Cell::new(false) };
}

/// This pass is a rising edge.
#[inline]
pub(crate) fn edge_passes() -> bool {
    RISES.with(Cell::get)
}

/// Whether what has this clock takes its inputs now.
#[inline]
pub(crate) fn rises(clock: &Signal<In, Clock>) -> bool {
    edge_passes() || clock.pos_edge()
}

/// The end of the pass, also by a panic.
struct Pass;

impl Drop for Pass {
    fn drop(&mut self) {
        RISES.with(|rises| rises.set(false));
    }
}

/// A rising edge of the clock of a block whose signals have settled; then they settle again, in up to `passes` passes. False if
/// they do not.
///
/// A pass updates a block before its signals, so all that stores takes what was there before the edge.
pub fn rising_edge<B: Block>(block: &mut B, passes: usize) -> bool {
    {
        let _pass = Pass;
        RISES.with(|rises| rises.set(true));
        block.update_all();
    }
    !block.has_changed() || simulate(block, passes)
}
