//! Writes of the search into both copies of the cells: the current cell, or the cells that undoing clears.
//! Interface: a command's write reaches line logic in the next cycle; the known cells of an undone line are written in the same cycle.
//! Source: own; the writes are registered because their fan-out is every cell memory of every engine.

use crate::core::clue::interfaces::{CurrentIn, PutOut};
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Writes for boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct CellWriter<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the cell write of the next cycle.
    pub clear: Signal<In, Bit>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// Writes the current cell in the copy that columns read.
    pub write_for_column: Signal<In, Bit>,
    /// Writes the current cell in the copy that rows read.
    pub write_for_row: Signal<In, Bit>,
    /// The current cell; its value is used in the cycle after the command.
    pub cell: CurrentIn<SIDE>,

    /// Undoes the entry on top of the trail.
    pub undo: Signal<In, Bit>,
    /// Tag of the entry, valid with `undo`: bit 6 is set for a decision, which has nothing to restore; otherwise bits 5..0 are the line.
    pub entry_tag: Signal<In, Bits<8>>,
    /// Previously known cells of the entry's line, valid with `undo` unless bit 6 of `entry_tag` is set.
    pub entry_word: Signal<In, Bits<SIDE>>,

    /// Writes into the board.
    pub put: PutOut<SIDE>,

    rows: Dff<Bit>,
    columns: Dff<Bit>,
    known: Dff<Bit>,
    position: Dff<Bits<5>>,
    mask: Dff<Bits<SIDE>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for CellWriter<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, rows, columns, known, position, mask);
        self.rows.d.next = false;
        self.columns.d.next = false;
        self.known.d.next = true;
        self.put.known.next = false;
        if self.write_for_column.val() {
            self.columns.d.next = true;
            self.position.d.next = self.cell.row.val();
            self.mask.d.next = self.cell.column_bit.val();
        }
        if self.write_for_row.val() {
            self.rows.d.next = true;
            self.position.d.next = self.cell.column.val();
            self.mask.d.next = self.cell.row_bit.val();
        }
        if self.undo.val() {
            self.known.d.next = false;
            self.position.d.next = bit_cast::<5, 8>(self.entry_tag.val());
            self.mask.d.next = self.cell_mask.val() & !self.entry_word.val();
            if !self.entry_tag.val().get_bit(6) {
                self.rows.d.next = self.entry_tag.val().get_bit(5);
                self.columns.d.next = !self.entry_tag.val().get_bit(5);
                self.put.known.next = true;
            }
        }
        if self.clear.val() {
            self.rows.d.next = false;
            self.columns.d.next = false;
        }

        self.put.rows.next = self.rows.q.val();
        self.put.columns.next = self.columns.q.val();
        self.put.value.next = self.known.q.val();
        self.put.position.next = self.position.q.val();
        self.put.mask.next = self.mask.q.val();
        self.put.filled.next = self.none.val();
        if self.cell.value.val() {
            self.put.filled.next = self.mask.q.val();
        }
        self.put.line.next = bit_cast::<6, 8>(self.entry_tag.val());
        self.put.word.next = self.entry_word.val();
    }
}
