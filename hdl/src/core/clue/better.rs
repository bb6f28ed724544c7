//! Selects the better of two cells to branch on: the one with the larger minimum gain or, on a tie, the larger maximum gain.
//! Interface: two cells in, the better one out one cycle later; the first one if they have equal gains.
//! Source: own; a core compares its probers' cells in a chain, because one comparison of all cells would lengthen the critical path.

use super::interfaces::{BranchIn, BranchOut};
use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Compares two cells of boards with up to `SIDE` columns.
#[derive(LogicBlock, Default)]
pub struct Better<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The first cell.
    pub first: BranchIn<SIDE>,
    /// The second cell.
    pub second: BranchIn<SIDE>,
    /// The better cell, one cycle later.
    pub best: BranchOut<SIDE>,

    any: Dff<Bit>,
    least: Dff<Bits<8>>,
    most: Dff<Bits<8>>,
    row: Dff<Bits<5>>,
    column: Dff<Bits<SIDE>>,
    value: Dff<Bit>,
    takes_second: Signal<Local, Bit>,
}

impl<const SIDE: usize> Logic for Better<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, any, least, most, row, column, value);
        self.takes_second.next = self.second.valid.val()
            && (!self.first.valid.val()
                || (self.second.least.val() > self.first.least.val())
                || ((self.second.least.val() == self.first.least.val())
                    && (self.second.most.val() > self.first.most.val())));
        self.any.d.next = self.first.valid.val() || self.second.valid.val();
        self.least.d.next = self.first.least.val();
        self.most.d.next = self.first.most.val();
        self.row.d.next = self.first.row.val();
        self.column.d.next = self.first.column_bit.val();
        self.value.d.next = self.first.value.val();
        if self.takes_second.val() {
            self.least.d.next = self.second.least.val();
            self.most.d.next = self.second.most.val();
            self.row.d.next = self.second.row.val();
            self.column.d.next = self.second.column_bit.val();
            self.value.d.next = self.second.value.val();
        }
        self.best.valid.next = self.any.q.val();
        self.best.least.next = self.least.q.val();
        self.best.most.next = self.most.q.val();
        self.best.row.next = self.row.q.val();
        self.best.column_bit.next = self.column.q.val();
        self.best.value.next = self.value.q.val();
    }
}
