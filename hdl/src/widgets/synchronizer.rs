//! Two flip-flops in a row, for a signal that comes from another clock domain or from a pin.
//! Interface: `pin` shows at `stable` two clock edges later.
//! Source: standard practice against metastability.

use super::{Dff, inputs};
use rust_hdl::prelude::*;

/// Two-flop synchroniser of one bit. Both flops start at 0.
#[derive(LogicBlock, Default)]
pub struct Synchronizer {
    /// Clock of the receiving side.
    pub clock: Signal<In, Clock>,
    /// The asynchronous signal.
    pub pin: Signal<In, Bit>,
    /// The same, two clocks later.
    pub stable: Signal<Out, Bit>,
    first: Dff<Bit>,
    second: Dff<Bit>,
}

inputs!(Synchronizer: pin);

impl Logic for Synchronizer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, second);
        self.first.d.next = self.pin.val();
        self.second.d.next = self.first.q.val();
        self.stable.next = self.second.q.val();
    }
}
