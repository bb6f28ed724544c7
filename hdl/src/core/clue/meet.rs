//! What a cell can be, once both directions have taken it.
//! Interface: combinational; the symbols that took the cell, from the front and from the back.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The meeting at one cell.
#[derive(LogicBlock, SmartDefault)]
pub struct Meet<const S: usize> {
    /// Symbols that are filled cells.
    pub ones: Signal<In, Bits<S>>,
    /// From the front: symbols 1 to `S`.
    pub ahead: Signal<In, Bits<S>>,
    /// From the front: symbol 0.
    pub ahead_lead: Signal<In, Bit>,
    /// From the back: symbols 1 to `S`.
    pub behind: Signal<In, Bits<S>>,
    /// From the back: symbol 0.
    pub behind_lead: Signal<In, Bit>,
    /// The cell has one value.
    pub known: Signal<Out, Bit>,
    /// That is: filled.
    pub filled: Signal<Out, Bit>,
    /// The cell can have no value.
    pub conflict: Signal<Out, Bit>,
    both: Signal<Local, Bits<S>>,
    can_fill: Signal<Local, Bit>,
    can_blank: Signal<Local, Bit>,
}

impl<const S: usize> Logic for Meet<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        self.both.next = self.ahead.val() & self.behind.val();
        self.can_fill.next = (self.both.val() & self.ones.val()).any();
        self.can_blank.next = (self.both.val() & !self.ones.val()).any()
            || (self.ahead_lead.val() && self.behind_lead.val());
        self.known.next = self.can_fill.val() ^ self.can_blank.val();
        self.filled.next = self.can_fill.val() && !self.can_blank.val();
        self.conflict.next = !self.can_fill.val() && !self.can_blank.val();
    }
}
