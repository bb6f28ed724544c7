//! An option, cell by cell as its assignments come.
//! Interface: `take` takes a cell; `clear` begins the next option; the option stands while its cells come in any order.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// An option of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct OptionCells<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// No cell has come.
    pub clear: Signal<In, Bit>,
    /// A cell has come.
    pub take: Signal<In, Bit>,
    /// Which: one bit.
    pub cell_bit: Signal<In, Bits<S>>,
    /// It is filled.
    pub filled: Signal<In, Bit>,
    /// The cells that have come.
    pub seen: Signal<Out, Bits<S>>,
    /// The filled ones among them.
    pub value: Signal<Out, Bits<S>>,
    come: Dff<Bits<S>>,
    option: Dff<Bits<S>>,
    #[default(constant(0))]
    nothing: Constant<Bits<S>>,
}

impl<const S: usize> Logic for OptionCells<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, come, option);
        if self.take.val() {
            self.come.d.next = self.come.q.val() | self.cell_bit.val();
            self.option.d.next = self.option.q.val() & !self.cell_bit.val();
            if self.filled.val() {
                self.option.d.next = self.option.q.val() | self.cell_bit.val();
            }
            if !self.come.q.val().any() {
                self.option.d.next = self.nothing.val();
                if self.filled.val() {
                    self.option.d.next = self.cell_bit.val();
                }
            }
        }
        if self.clear.val() {
            self.come.d.next = self.nothing.val();
        }
        self.seen.next = self.come.q.val();
        self.value.next = self.option.q.val();
    }
}
