//! Collects the cells of an option from its assignments.
//! Interface: `take` stores a cell (cells may arrive in any order); `clear` starts the next option; `seen` and `value` hold the cells
//! received so far.
//! Source: own; the assignments are those of the published 16-bit board protocol.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// An option of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct OptionCells<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts the next option.
    pub clear: Signal<In, Bit>,
    /// Stores the cell `cell_bit` at this clock edge.
    pub take: Signal<In, Bit>,
    /// Cell to store, one-hot; valid with `take`.
    pub cell_bit: Signal<In, Bits<S>>,
    /// The cell to store is filled; valid with `take`.
    pub filled: Signal<In, Bit>,
    /// Cells that exist in the line, one bit per cell.
    pub line_mask: Signal<In, Bits<S>>,
    /// In the previous cycle `seen` contained all cells of the line.
    pub complete: Signal<Out, Bit>,
    /// Cells of the option received so far, one bit per cell.
    pub seen: Signal<Out, Bits<S>>,
    /// Filled cells among `seen`; kept after `clear` until the next `take`.
    pub value: Signal<Out, Bits<S>>,
    come: Dff<Bits<S>>,
    option: Dff<Bits<S>>,
    all: Dff<Bit>,
    #[default(constant(0))]
    nothing: Constant<Bits<S>>,
}

impl<const S: usize> Logic for OptionCells<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, come, option, all);
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
        self.all.d.next = self.come.q.val() == self.line_mask.val();
        self.complete.next = self.all.q.val();
        self.seen.next = self.come.q.val();
        self.value.next = self.option.q.val();
    }
}
