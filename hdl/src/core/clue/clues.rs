//! The lines' clues, as the engines take them.
//! Interface: the clue of the line at `look` is shown in the next clock; a write lands at the clock's end.

use crate::widgets::{Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The clues of up to `S` rows and `S` columns; bit 5 of a line's number is set for a column.
#[derive(LogicBlock, SmartDefault)]
pub struct Clues<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Read a clue.
    pub read: Signal<In, Bit>,
    /// Its line.
    pub look: Signal<In, Bits<6>>,
    /// Its filled symbols.
    pub look_ones: Signal<Out, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub look_end: Signal<Out, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub look_top: Signal<Out, Bit>,
    /// Store a clue.
    pub write: Signal<In, Bit>,
    /// Its line.
    pub write_line: Signal<In, Bits<6>>,
    /// Its filled symbols.
    pub write_ones: Signal<In, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub write_end: Signal<In, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub write_top: Signal<In, Bit>,

    ones_store: Ram<S, 6>,
    end_store: Ram<S, 6>,
    top_store: Ram<1, 6>,
    #[default(constant(0))]
    zero: Constant<Bits<1>>,
    #[default(constant(1))]
    one: Constant<Bits<1>>,
}

impl<const S: usize> Logic for Clues<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        clock!(self, clock, ones_store, end_store, top_store);
        self.ones_store.read_enable.next = self.read.val();
        self.ones_store.read_address.next = self.look.val();
        self.look_ones.next = self.ones_store.read_data.val();
        self.end_store.read_enable.next = self.read.val();
        self.end_store.read_address.next = self.look.val();
        self.look_end.next = self.end_store.read_data.val();
        self.top_store.read_enable.next = self.read.val();
        self.top_store.read_address.next = self.look.val();
        self.look_top.next = self.top_store.read_data.val().any();
        self.ones_store.write_enable.next = self.write.val();
        self.ones_store.write_address.next = self.write_line.val();
        self.ones_store.write_data.next = self.write_ones.val();
        self.end_store.write_enable.next = self.write.val();
        self.end_store.write_address.next = self.write_line.val();
        self.end_store.write_data.next = self.write_end.val();
        self.top_store.write_enable.next = self.write.val();
        self.top_store.write_address.next = self.write_line.val();
        self.top_store.write_data.next = self.zero.val();
        if self.write_top.val() {
            self.top_store.write_data.next = self.one.val();
        }
    }
}
