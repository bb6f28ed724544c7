//! What each line knows: its known cells, the rows' filled cells, and which rows are complete.
//! Interface: each of three ports shows a line in the next clock; a write lands at the clock's end. A line is not read while it is written.
//! Each reader has a memory of its own, for the way through a choice of the line to the memory's word is too long for a clock.

use super::interfaces::ReadIn;
use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The knowledge of up to `S` rows and `S` columns.
#[derive(LogicBlock, SmartDefault)]
pub struct Knowledge<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// No row is complete.
    pub clear: Signal<In, Bit>,
    /// The board as the search reads it.
    pub read: ReadIn<S>,
    /// The line whose visit has ended: bit 5 is set for a column.
    pub ended_line: Signal<In, Bits<6>>,
    /// Its known cells.
    pub ended_known: Signal<Out, Bits<S>>,
    /// Store known cells.
    pub write: Signal<In, Bit>,
    /// The line to write.
    pub write_line: Signal<In, Bits<6>>,
    /// Its known cells.
    pub write_known: Signal<In, Bits<S>>,
    /// These are all cells of the line.
    pub write_full: Signal<In, Bit>,
    /// Store filled cells too, if it is a row.
    pub write_filled: Signal<In, Bit>,
    /// The filled cells.
    pub filled_cells: Signal<In, Bits<S>>,
    /// Rows of which every cell is known.
    pub complete: Signal<Out, Bits<S>>,

    /// Known cells of the rows.
    pub rows: Ram<S, 5>,
    columns: Ram<S, 5>,
    /// Both again, for what the lines knew before their visits.
    rows_before: Ram<S, 5>,
    columns_before: Ram<S, 5>,
    ended_column: Dff<Bit>,
    /// Filled cells of the rows.
    pub filled: Ram<S, 5>,
    complete_rows: Dff<Bits<S>>,
    position: Signal<Local, Bits<5>>,
    writes_row: Signal<Local, Bit>,
    writes_column: Signal<Local, Bit>,
    write_bit: Signal<Local, Bits<S>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
}

impl<const S: usize> Logic for Knowledge<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, complete_rows, ended_column);
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

        self.write_bit.next = self.none.val();
        for i in 0..S {
            if self.position.val() == self.positions[i].val() {
                self.write_bit.next = self.write_bit.val().replace_bit(i, true);
            }
        }
        if self.writes_row.val() {
            self.complete_rows.d.next = self.complete_rows.q.val() & !self.write_bit.val();
            if self.write_full.val() {
                self.complete_rows.d.next = self.complete_rows.q.val() | self.write_bit.val();
            }
        }
        if self.clear.val() {
            self.complete_rows.d.next = self.none.val();
        }
        self.complete.next = self.complete_rows.q.val();
    }
}
