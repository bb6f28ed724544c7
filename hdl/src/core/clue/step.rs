//! One cell's step of a line automaton.
//! Interface: combinational; `after` are the symbols that can have taken the cell.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A step over symbols 1 to `S`.
#[derive(LogicBlock, SmartDefault)]
pub struct Step<const S: usize> {
    /// Symbols that are filled cells.
    pub ones: Signal<In, Bits<S>>,
    /// Symbols before the cell.
    pub states: Signal<In, Bits<S>>,
    /// Symbols whose predecessor was there before the cell.
    pub entered: Signal<In, Bits<S>>,
    /// The cell is known to be filled.
    pub filled: Signal<In, Bit>,
    /// The cell is known to be blank.
    pub blank: Signal<In, Bit>,
    /// Symbols after the cell.
    pub after: Signal<Out, Bits<S>>,
    by_fill: Signal<Local, Bits<S>>,
    by_blank: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for Step<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        self.by_fill.next = self.entered.val() & self.ones.val();
        if self.blank.val() {
            self.by_fill.next = self.by_fill.val() ^ self.by_fill.val();
        }
        self.by_blank.next = (self.states.val() | self.entered.val()) & !self.ones.val();
        if self.filled.val() {
            self.by_blank.next = self.by_blank.val() ^ self.by_blank.val();
        }
        self.after.next = self.by_fill.val() | self.by_blank.val();
    }
}
