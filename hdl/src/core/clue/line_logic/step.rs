//! One cell's step of a line automaton.
//! Interface: combinational; `after` is the set of symbols that can occupy the cell.
//! Source: Baeza-Yates and Gonnet, "A new approach to text searching" (1992).

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A step over symbols 1 to `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct Step<const SIDE: usize> {
    /// Filled symbols of the clue, one bit per symbol from symbol 1.
    pub filled_symbols: Signal<In, Bits<SIDE>>,
    /// Set of symbols that can occupy the previous cell in the direction of the step, one bit per symbol.
    pub states: Signal<In, Bits<SIDE>>,
    /// `states` moved by one symbol in the direction of the step, including moves from symbols 0 and `SIDE` + 1.
    pub entered: Signal<In, Bits<SIDE>>,
    /// The cell is known to be filled.
    pub filled: Signal<In, Bit>,
    /// The cell is known to be blank.
    pub blank: Signal<In, Bit>,
    /// Set of symbols that can occupy the cell, one bit per symbol.
    pub after: Signal<Out, Bits<SIDE>>,
    by_fill: Signal<Local, Bits<SIDE>>,
    by_blank: Signal<Local, Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for Step<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.by_fill.next = self.entered.val() & self.filled_symbols.val();
        if self.blank.val() {
            self.by_fill.next = self.by_fill.val() ^ self.by_fill.val();
        }
        self.by_blank.next = (self.states.val() | self.entered.val()) & !self.filled_symbols.val();
        if self.filled.val() {
            self.by_blank.next = self.by_blank.val() ^ self.by_blank.val();
        }
        self.after.next = self.by_fill.val() | self.by_blank.val();
    }
}
