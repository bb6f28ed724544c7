//! Counts the options of a line.
//! Interface: `clear` begins a line, `count` ends an option; `following` includes the current option; `full` is valid two cycles after
//! `count`.
//! Source: own; `hdl/src/builds.rs` has the limits of the builds.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Counter of up to `MAX` options in `CW` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct OptionCount<const CW: usize, const MAX: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A line begins: restarts the count.
    pub clear: Signal<In, Bit>,
    /// An option of the line ends.
    pub count: Signal<In, Bit>,
    /// Number of options of the line, including the one being received.
    pub following: Signal<Out, Bits<CW>>,
    /// In the previous cycle the line had as many options as the build allows.
    pub full: Signal<Out, Bit>,
    number: Dff<Bits<CW>>,
    at_limit: Dff<Bit>,
    increased: Signal<Local, Bits<CW>>,
    #[default(constant(0))]
    zero: Constant<Bits<CW>>,
    #[default(constant(1))]
    one: Constant<Bits<CW>>,
    #[default(constant(MAX))]
    most_options: Constant<Bits<CW>>,
}

impl<const CW: usize, const MAX: u64> Logic for OptionCount<CW, MAX> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, number, at_limit);
        self.increased.next = self.number.q.val() + self.one.val();
        if self.count.val() {
            self.number.d.next = self.increased.val();
        }
        if self.clear.val() {
            self.number.d.next = self.zero.val();
        }
        self.at_limit.d.next = self.number.q.val() == self.most_options.val();
        self.following.next = self.increased.val();
        self.full.next = self.at_limit.q.val();
    }
}
