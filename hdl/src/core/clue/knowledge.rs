//! What each line knows: its known cells, the rows' filled cells, and which rows are complete.
//! Interface: the line at `look` is shown in the next clock; a write lands at the clock's end. A line is not read while it is written.

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
    /// The line to read: bit 5 is set for a column.
    pub look: Signal<In, Bits<6>>,
    /// Its known cells.
    pub look_known: Signal<Out, Bits<S>>,
    /// The filled cells of the row at that position.
    pub look_filled: Signal<Out, Bits<S>>,
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
    /// Filled cells of the rows.
    pub filled: Ram<S, 5>,
    complete_rows: Dff<Bits<S>>,
    looked_column: Dff<Bit>,
    write_bit: Signal<Local, Bits<S>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
}

impl<const S: usize> Logic for Knowledge<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, complete_rows, looked_column);
        clock!(self, clock, rows, columns, filled);

        self.rows.read_enable.next = true;
        self.rows.read_address.next = bit_cast::<5, 6>(self.look.val());
        self.columns.read_enable.next = true;
        self.columns.read_address.next = bit_cast::<5, 6>(self.look.val());
        self.filled.read_enable.next = true;
        self.filled.read_address.next = bit_cast::<5, 6>(self.look.val());
        self.looked_column.d.next = self.look.val().get_bit(5);
        self.look_known.next = self.rows.read_data.val();
        if self.looked_column.q.val() {
            self.look_known.next = self.columns.read_data.val();
        }
        self.look_filled.next = self.filled.read_data.val();

        self.rows.write_enable.next = self.write.val() && !self.write_line.val().get_bit(5);
        self.rows.write_address.next = bit_cast::<5, 6>(self.write_line.val());
        self.rows.write_data.next = self.write_known.val();
        self.columns.write_enable.next = self.write.val() && self.write_line.val().get_bit(5);
        self.columns.write_address.next = bit_cast::<5, 6>(self.write_line.val());
        self.columns.write_data.next = self.write_known.val();
        self.filled.write_enable.next =
            self.write_filled.val() && !self.write_line.val().get_bit(5);
        self.filled.write_address.next = bit_cast::<5, 6>(self.write_line.val());
        self.filled.write_data.next = self.filled_cells.val();

        self.write_bit.next = self.none.val();
        for i in 0..S {
            if bit_cast::<5, 6>(self.write_line.val()) == self.positions[i].val() {
                self.write_bit.next = self.write_bit.val().replace_bit(i, true);
            }
        }
        if self.write.val() && !self.write_line.val().get_bit(5) {
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
