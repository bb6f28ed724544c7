//! The state of the lines as of their last visit that is not undone: their planes; for rows also the values of known cells, and whether all
//! cells are known.
//! Interface: each of three read ports outputs a line one cycle after its number; a write takes effect at the clock edge. A
//! word that is read in the cycle in which it is written is undefined.
//!
//! Each reader has its own memory, because selecting the line to read would lengthen the critical path.

use crate::core::clue::KnownCells;
use crate::core::clue::interfaces::ReadIn;
use crate::prelude::*;

/// The state of up to `SIDE` rows and `SIDE` columns: `PLANES` planes of each.
#[derive(LogicBlock, Default)]
pub struct LineState<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> {
    /// Starts a board: no row is complete.
    pub clear: Signal<In, Bit>,
    /// Read port of the search.
    pub read: ReadIn<SIDE, POSITION_BITS, PLANES, VALUE_BITS>,
    /// The line whose visit has ended is a column.
    pub ended_column: Signal<In, Bit>,
    /// Position of the line whose visit has ended.
    pub ended_line: Signal<In, Bits<POSITION_BITS>>,
    /// Planes of the line whose visit has ended, one bit per cell, one cycle after `ended_line`.
    pub ended: Array<Signal<Out, Bits<SIDE>>, PLANES>,
    /// Stores the planes of a line.
    pub write: Signal<In, Bit>,
    /// The line to write is a column, with `write` or `write_values`.
    pub write_column: Signal<In, Bit>,
    /// Position of the line to write, with `write` or `write_values`.
    pub write_line: Signal<In, Bits<POSITION_BITS>>,
    /// Planes to store, one bit per cell, with `write`.
    pub write_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// With `write_planes` every cell of the line is known, with `write`.
    pub write_full: Signal<In, Bit>,
    /// Stores the values of the line's cells, if it is a row and its planes do not show them.
    pub write_values: Signal<In, Bit>,
    /// Cells of the line that are not blank, one bit per cell, with `write_values`.
    pub filled_cells: Signal<In, Bits<SIDE>>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Dff<Bits<SIDE>, Out>,

    /// The rows: their planes and, if there is only one plane, their filled cells, which are valid for known cells.
    pub rows: Array<Ram<SIDE, POSITION_BITS>, VALUES>,
    /// Planes of the columns.
    columns: Array<Ram<SIDE, POSITION_BITS>, PLANES>,
    /// Copy of the rows' planes, read when a visit ends.
    rows_before: Array<Ram<SIDE, POSITION_BITS>, PLANES>,
    /// Copy of `columns`, read when a visit ends.
    columns_before: Array<Ram<SIDE, POSITION_BITS>, PLANES>,
    known_cells: KnownCells<SIDE, VALUES, PLANES, VALUE_BITS>,
    ended_is_column: Dff<Bit>,
    writes_row: Signal<Local, Bit>,
    writes_column: Signal<Local, Bit>,
    write_bit: Signal<Local, Bits<SIDE>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> Logic for LineState<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.ended_is_column.d.next = self.ended_column.val();
        self.writes_row.next = self.write.val() && !self.write_column.val();
        self.writes_column.next = self.write.val() && self.write_column.val();

        for i in 0..VALUES {
            self.rows[i].read_enable.next = true;
            self.rows[i].read_address.next = self.read.row.val();
            self.rows[i].write_address.next = self.write_line.val();
            self.known_cells.stored[i].next = self.rows[i].read_data.val();
        }
        for i in 0..PLANES {
            self.rows[i].write_enable.next = self.writes_row.val();
            self.rows[i].write_data.next = self.write_planes[i].val();
            self.read.row_planes[i].next = self.rows[i].read_data.val();
            self.columns[i].read_enable.next = true;
            self.columns[i].read_address.next = self.read.column.val();
            self.columns[i].write_enable.next = self.writes_column.val();
            self.columns[i].write_address.next = self.write_line.val();
            self.columns[i].write_data.next = self.write_planes[i].val();
            self.read.column_planes[i].next = self.columns[i].read_data.val();
            self.rows_before[i].read_enable.next = true;
            self.rows_before[i].read_address.next = self.ended_line.val();
            self.rows_before[i].write_enable.next = self.writes_row.val();
            self.rows_before[i].write_address.next = self.write_line.val();
            self.rows_before[i].write_data.next = self.write_planes[i].val();
            self.columns_before[i].read_enable.next = true;
            self.columns_before[i].read_address.next = self.ended_line.val();
            self.columns_before[i].write_enable.next = self.writes_column.val();
            self.columns_before[i].write_address.next = self.write_line.val();
            self.columns_before[i].write_data.next = self.write_planes[i].val();
            self.ended[i].next = self.rows_before[i].read_data.val();
            if self.ended_is_column.q.val() {
                self.ended[i].next = self.columns_before[i].read_data.val();
            }
        }
        // What the planes do not show.
        for i in PLANES..VALUES {
            self.rows[i].write_enable.next = self.write_values.val() && !self.write_column.val();
            self.rows[i].write_data.next = self.filled_cells.val();
        }
        self.read.row_known.next = self.known_cells.known.val();
        for i in 0..VALUE_BITS {
            self.read.row_values[i].next = self.known_cells.values[i].val();
        }

        self.write_bit.next = bits::<SIDE>(1) << self.write_line.val();
        if self.writes_row.val() {
            self.complete_rows.d.next = self.complete_rows.q.val() & !self.write_bit.val();
            if self.write_full.val() {
                self.complete_rows.d.next = self.complete_rows.q.val() | self.write_bit.val();
            }
        }
        if self.clear.val() {
            self.complete_rows.d.next = 0.into();
        }
    }
}
