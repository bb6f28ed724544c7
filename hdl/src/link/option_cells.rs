//! Collects the cells of an option from its assignments.
//! Interface: `index` is decoded in one cycle; `take` stores the cell (cells may arrive in any order); `clear` starts the next option;
//! `value` holds the cells received so far.
//! Source: the assignments are those of the published 16-bit board protocol.

use super::INDEX;
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
    /// Stores the cell at this clock edge.
    pub take: Signal<In, Bit>,
    /// Cell to store, in the cycle before `take`.
    pub index: Signal<In, Bits<INDEX>>,
    /// The cell to store is filled; valid with `take`.
    pub filled: Signal<In, Bit>,
    /// Cells that exist in the line, one bit per cell.
    pub line_mask: Signal<In, Bits<S>>,
    /// The cell at the `index` of the previous cycle exists in the line and has not been received.
    pub acceptable: Signal<Out, Bit>,
    /// In the previous cycle all cells of the line had been received.
    pub complete: Signal<Out, Bit>,
    /// Filled cells among those received so far; kept after `clear` until the next `take`.
    pub value: Signal<Out, Bits<S>>,
    /// Cell at the index, one-hot; zero if it is not below `S`.
    cell_bit: Dff<Bits<S>>,
    /// Cells of the option received so far, one bit per cell.
    come: Dff<Bits<S>>,
    option: Dff<Bits<S>>,
    all: Dff<Bit>,
    place: Signal<Local, Bits<S>>,
    #[default(constant(0))]
    nothing: Constant<Bits<S>>,
}

impl<const S: usize> Logic for OptionCells<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, cell_bit, come, option, all);
        self.place.next = self.nothing.val();
        for i in 0..S {
            self.place.next = self
                .place
                .val()
                .replace_bit(i, self.index.val().index() == i);
        }
        self.cell_bit.d.next = self.place.val();
        self.acceptable.next =
            (self.cell_bit.q.val() & self.line_mask.val() & !self.come.q.val()).any();
        if self.take.val() {
            self.come.d.next = self.come.q.val() | self.cell_bit.q.val();
            self.option.d.next = self.option.q.val() & !self.cell_bit.q.val();
            if self.filled.val() {
                self.option.d.next = self.option.q.val() | self.cell_bit.q.val();
            }
            if !self.come.q.val().any() {
                self.option.d.next = self.nothing.val();
                if self.filled.val() {
                    self.option.d.next = self.cell_bit.q.val();
                }
            }
        }
        if self.clear.val() {
            self.come.d.next = self.nothing.val();
        }
        self.all.d.next = self.come.q.val() == self.line_mask.val();
        self.complete.next = self.all.q.val();
        self.value.next = self.option.q.val();
    }
}
