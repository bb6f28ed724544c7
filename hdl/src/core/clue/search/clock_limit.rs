//! The cycle limit of a search, in units of 1024 cycles.
//! Interface: `start` with the limit, 0 for none; `expires` is high for one cycle when a `running` search reaches the limit.
//! Source: own; a counter of units above a counter of 1024 cycles.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The cycle counter.
#[derive(LogicBlock, SmartDefault)]
pub struct ClockLimit {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a search.
    pub start: Signal<In, Bit>,
    /// Limit in units of 1024 cycles, 0 for none, valid with `start`.
    pub limit: Signal<In, Bits<26>>,
    /// A search is running.
    pub running: Signal<In, Bit>,
    /// The limit is reached in this cycle.
    pub expires: Signal<Out, Bit>,

    counts: Dff<Bit>,
    units: Dff<Bits<26>>,
    fine: Dff<Bits<10>>,
    over: Signal<Local, Bit>,

    #[default(constant(0))]
    no_units: Constant<Bits<26>>,
    #[default(constant(1))]
    one_unit: Constant<Bits<26>>,
    #[default(constant(0))]
    no_fine: Constant<Bits<10>>,
    #[default(constant(1))]
    one_fine: Constant<Bits<10>>,
}

impl Logic for ClockLimit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counts, units, fine);
        self.over.next = self.counts.q.val()
            && (self.units.q.val() == self.no_units.val())
            && (self.fine.q.val() == self.one_fine.val());
        self.expires.next = self.over.val();
        if self.counts.q.val() {
            self.fine.d.next = self.fine.q.val() - self.one_fine.val();
            if self.fine.q.val() == self.no_fine.val() {
                self.units.d.next = self.units.q.val() - self.one_unit.val();
            }
        } else {
            // Loaded without waiting for `start`, which arrives late in the cycle.
            self.units.d.next = self.limit.val();
            self.fine.d.next = self.no_fine.val();
        }
        if self.over.val() || !self.running.val() {
            self.counts.d.next = false;
        }
        if self.start.val() {
            self.counts.d.next = self.limit.val().any();
        }
    }
}
