//! Selects the write into the board from outside line logic: the search's write or, while a board begins, the clearing of cells.
//! Interface: combinational.
//! Source: own; no arbitration is needed, because no search runs while cells are cleared.

use super::interfaces::{PutIn, WriteOut};
use crate::widgets::constant;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Selects the write from outside line logic, on boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardWriter<const SIDE: usize> {
    /// Write of the search.
    pub put: PutIn<SIDE>,
    /// One cell of each line is cleared in this cycle.
    pub clearing: Signal<In, Bit>,
    /// Position of the cleared cells in the rows, with `clearing`; those in the columns are at `clear_position` ^ `SlotCells::BESIDE`.
    pub clear_position: Signal<In, Bits<5>>,
    /// The rows' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_rows: Signal<In, Bit>,
    /// The columns' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_columns: Signal<In, Bit>,
    /// The selected write.
    pub write: WriteOut<SIDE>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant((1 << SIDE) - 1))]
    all: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for BoardWriter<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.rows.next = self.put.rows.val() || self.clearing.val();
        self.write.columns.next = self.put.columns.val() || self.clearing.val();
        self.write.marks.next = self.put.value.val() && !self.clearing.val();
        if self.clearing.val() {
            self.write.rows_value.next = self.blank_rows.val();
            self.write.columns_value.next = self.blank_columns.val();
            self.write.position.next = self.clear_position.val();
            self.write.mask.next = self.all.val();
            self.write.filled.next = self.none.val();
        } else {
            self.write.rows_value.next = self.put.value.val();
            self.write.columns_value.next = self.put.value.val();
            self.write.position.next = self.put.position.val();
            self.write.mask.next = self.put.mask.val();
            self.write.filled.next = self.put.filled.val();
        }
        self.write.known.next = self.put.known.val();
        self.write.line.next = self.put.line.val();
        self.write.word.next = self.put.word.val();
    }
}
