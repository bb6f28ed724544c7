//! Intersects the forward and the backward set at one cell, to determine the values that the cell can have.
//! Interface: combinational, from the two sets of symbols that can occupy the cell, one from the front and one from the back.
//! Source: own; a symbol determines the value of the cell that it occupies: filled or blank.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Intersection at one cell, over symbols 0 to `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct Meet<const SIDE: usize> {
    /// Filled symbols of the clue, one bit per symbol from symbol 1.
    pub filled_symbols: Signal<In, Bits<SIDE>>,
    /// Set from the front: symbols 1 to `SIDE`, one bit per symbol.
    pub ahead: Signal<In, Bits<SIDE>>,
    /// The set from the front contains symbol 0.
    pub ahead_lead: Signal<In, Bit>,
    /// Set from the back: symbols 1 to `SIDE`, one bit per symbol.
    pub behind: Signal<In, Bits<SIDE>>,
    /// The set from the back contains symbol 0.
    pub behind_lead: Signal<In, Bit>,
    /// The cell has one possible value.
    pub known: Signal<Out, Bit>,
    /// The only possible value of the cell is filled.
    pub filled: Signal<Out, Bit>,
    /// The cell has no possible value.
    pub conflict: Signal<Out, Bit>,
    both: Signal<Local, Bits<SIDE>>,
    can_fill: Signal<Local, Bit>,
    can_blank: Signal<Local, Bit>,
}

impl<const SIDE: usize> Logic for Meet<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = self.ahead.val() & self.behind.val();
        self.can_fill.next = (self.both.val() & self.filled_symbols.val()).any();
        self.can_blank.next = (self.both.val() & !self.filled_symbols.val()).any()
            || (self.ahead_lead.val() && self.behind_lead.val());
        self.known.next = self.can_fill.val() ^ self.can_blank.val();
        self.filled.next = self.can_fill.val() && !self.can_blank.val();
        self.conflict.next = !self.can_fill.val() && !self.can_blank.val();
    }
}
