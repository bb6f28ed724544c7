//! The state of the lines as of their last visit that is not undone: known cells; for rows also filled cells, and whether all are known.
//! Interface: each of three read ports outputs a line one cycle after its number; a write takes effect at the clock edge. A
//! word that is read in the cycle in which it is written is undefined.
//! Source: own; each reader has its own memory, because selecting the line to read would lengthen the critical path.

use crate::core::clue::interfaces::ReadIn;
use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The state of up to `SIDE` rows and `SIDE` columns.
#[derive(LogicBlock, SmartDefault)]
pub struct LineState<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a board: no row is complete.
    pub clear: Signal<In, Bit>,
    /// Read port of the search.
    pub read: ReadIn<SIDE>,
    /// Line whose visit has ended: bit 5 is set for a column, bits 4..0 are the position.
    pub ended_line: Signal<In, Bits<6>>,
    /// Known cells of line `ended_line`, one bit per cell, one cycle after `ended_line`.
    pub ended_known: Signal<Out, Bits<SIDE>>,
    /// Stores the known cells of line `write_line`.
    pub write: Signal<In, Bit>,
    /// Line to write, with `write` or `write_filled`: bit 5 is set for a column, bits 4..0 are the position.
    pub write_line: Signal<In, Bits<6>>,
    /// Known cells to store, one bit per cell, with `write`.
    pub write_known: Signal<In, Bits<SIDE>>,
    /// `write_known` contains every cell of the line, with `write`.
    pub write_full: Signal<In, Bit>,
    /// Stores the filled cells of line `write_line`, if it is a row.
    pub write_filled: Signal<In, Bit>,
    /// Filled cells to store, one bit per cell, with `write_filled`.
    pub filled_cells: Signal<In, Bits<SIDE>>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<Out, Bits<SIDE>>,

    /// Known cells of the rows.
    pub rows: Ram<SIDE, 5>,
    /// Known cells of the columns.
    columns: Ram<SIDE, 5>,
    /// Copy of `rows`, read when a visit ends.
    rows_before: Ram<SIDE, 5>,
    /// Copy of `columns`, read when a visit ends.
    columns_before: Ram<SIDE, 5>,
    ended_column: Dff<Bit>,
    /// Filled cells of the rows; valid for known cells.
    pub filled: Ram<SIDE, 5>,
    complete: Dff<Bits<SIDE>>,
    position: Signal<Local, Bits<5>>,
    writes_row: Signal<Local, Bit>,
    writes_column: Signal<Local, Bit>,
    write_bit: Signal<Local, Bits<SIDE>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    /// The first position, one-hot.
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for LineState<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, complete, ended_column);
        clock!(
            self,
            clock,
            rows,
            columns,
            rows_before,
            columns_before,
            filled
        );

        self.rows.read_enable.next = true;
        self.rows.read_address.next = self.read.row.val();
        self.read.row_known.next = self.rows.read_data.val();
        self.filled.read_enable.next = true;
        self.filled.read_address.next = self.read.row.val();
        self.read.row_filled.next = self.filled.read_data.val();
        self.columns.read_enable.next = true;
        self.columns.read_address.next = self.read.column.val();
        self.read.column_known.next = self.columns.read_data.val();
        self.rows_before.read_enable.next = true;
        self.rows_before.read_address.next = bit_cast::<5, 6>(self.ended_line.val());
        self.columns_before.read_enable.next = true;
        self.columns_before.read_address.next = bit_cast::<5, 6>(self.ended_line.val());
        self.ended_column.d.next = self.ended_line.val().get_bit(5);
        self.ended_known.next = self.rows_before.read_data.val();
        if self.ended_column.q.val() {
            self.ended_known.next = self.columns_before.read_data.val();
        }

        self.position.next = bit_cast::<5, 6>(self.write_line.val());
        self.writes_row.next = self.write.val() && !self.write_line.val().get_bit(5);
        self.writes_column.next = self.write.val() && self.write_line.val().get_bit(5);
        self.rows.write_enable.next = self.writes_row.val();
        self.rows.write_address.next = self.position.val();
        self.rows.write_data.next = self.write_known.val();
        self.rows_before.write_enable.next = self.writes_row.val();
        self.rows_before.write_address.next = self.position.val();
        self.rows_before.write_data.next = self.write_known.val();
        self.columns.write_enable.next = self.writes_column.val();
        self.columns.write_address.next = self.position.val();
        self.columns.write_data.next = self.write_known.val();
        self.columns_before.write_enable.next = self.writes_column.val();
        self.columns_before.write_address.next = self.position.val();
        self.columns_before.write_data.next = self.write_known.val();
        self.filled.write_enable.next =
            self.write_filled.val() && !self.write_line.val().get_bit(5);
        self.filled.write_address.next = self.position.val();
        self.filled.write_data.next = self.filled_cells.val();

        self.write_bit.next = self.first.val() << self.position.val();
        if self.writes_row.val() {
            self.complete.d.next = self.complete.q.val() & !self.write_bit.val();
            if self.write_full.val() {
                self.complete.d.next = self.complete.q.val() | self.write_bit.val();
            }
        }
        if self.clear.val() {
            self.complete.d.next = self.none.val();
        }
        self.complete_rows.next = self.complete.q.val();
    }
}
