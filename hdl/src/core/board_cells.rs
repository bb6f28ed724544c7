//! The board: which cells are known, and which of those are filled.
//! Interface: reads a line in two cycles; merges newly known cells into a line in one cycle; `clear` resets the board.
//! Source: the `known` and `assigned` arrays of the published design.

use super::POSITION;
use crate::prelude::*;

/// Cells of a board of `S` rows and `S` columns. A known cell stays known until `clear`.
#[derive(LogicBlock, Default)]
pub struct BoardCells<const S: usize> {
    /// Makes every cell unknown.
    pub clear: Signal<In, Bit>,
    /// Fetches a line; `line_known` and `line_assigned` show it after the second clock edge.
    pub select: Signal<In, Bit>,
    /// Position of the line to fetch, valid with `select`.
    pub select_position: Signal<In, Bits<POSITION>>,
    /// The line to fetch is a column, valid with `select`.
    pub select_column: Signal<In, Bit>,
    /// Known cells of the line fetched last, cell 0 in bit 0.
    pub line_known: Dff<Bits<S>, Out>,
    /// Filled cells among `line_known`.
    pub line_assigned: Dff<Bits<S>, Out>,
    /// Merges `write_known` and `write_assigned` into a line at this clock edge.
    pub write: Signal<In, Bit>,
    /// Position of the line to write, valid with `write`.
    pub write_position: Signal<In, Bits<POSITION>>,
    /// The line to write is a column, valid with `write`.
    pub write_column: Signal<In, Bit>,
    /// Cells of the line that become known, cell 0 in bit 0; valid with `write`.
    pub write_known: Signal<In, Bits<S>>,
    /// Filled cells among `write_known`, valid with `write`.
    pub write_assigned: Signal<In, Bits<S>>,
    /// Known cells, one register per row.
    pub known: Array<Dff<Bits<S>>, S>,
    /// Filled cells, one register per row.
    pub assigned: Array<Dff<Bits<S>>, S>,
    row_select: Dff<Bits<S>>,
    column_select: Dff<Bits<S>>,
    selected: Signal<Local, Bits<S>>,
    row_known: Signal<Local, Bits<S>>,
    row_assigned: Signal<Local, Bits<S>>,
    column_known: Signal<Local, Bits<S>>,
    column_assigned: Signal<Local, Bits<S>>,
    row_term: Signal<Local, Bits<S>>,
    write_select: Signal<Local, Bits<S>>,
    write_row: Signal<Local, Bits<S>>,
    write_in_column: Signal<Local, Bits<S>>,
    add_known: Signal<Local, Bits<S>>,
    add_assigned: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for BoardCells<S> {
    #[hdl_gen]
    fn update(&mut self) {
        // First cycle of a read: one-hot selection.
        self.selected.next = bits::<S>(1) << self.select_position.val();
        if self.select.val() {
            self.row_select.d.next = self.selected.val();
            self.column_select.d.next = 0.into();
            if self.select_column.val() {
                self.row_select.d.next = 0.into();
                self.column_select.d.next = self.selected.val();
            }
        }

        // Second cycle: gather the line from the selected row or column.
        self.row_known.next = 0.into();
        self.row_assigned.next = 0.into();
        self.column_known.next = 0.into();
        self.column_assigned.next = 0.into();
        for i in 0..S {
            self.row_term.next = 0.into();
            if self.row_select.q.val().get_bit(i) {
                self.row_term.next = self.known[i].q.val();
            }
            self.row_known.next = self.row_known.val() | self.row_term.val();
            self.row_term.next = 0.into();
            if self.row_select.q.val().get_bit(i) {
                self.row_term.next = self.assigned[i].q.val();
            }
            self.row_assigned.next = self.row_assigned.val() | self.row_term.val();
            self.row_term.next = self.known[i].q.val() & self.column_select.q.val();
            self.column_known.next =
                self.column_known.val().replace_bit(i, self.row_term.val().any());
            self.row_term.next = self.assigned[i].q.val() & self.column_select.q.val();
            self.column_assigned.next =
                self.column_assigned.val().replace_bit(i, self.row_term.val().any());
        }
        self.line_known.d.next = self.row_known.val() | self.column_known.val();
        self.line_assigned.d.next = self.row_assigned.val() | self.column_assigned.val();

        // A write changes cells of one row, or at most one cell of each row.
        self.write_select.next = 0.into();
        if self.write.val() {
            self.write_select.next = bits::<S>(1) << self.write_position.val();
        }
        self.write_row.next = self.write_select.val();
        self.write_in_column.next = 0.into();
        if self.write_column.val() {
            self.write_row.next = 0.into();
            self.write_in_column.next = self.write_select.val();
        }
        for i in 0..S {
            self.add_known.next = 0.into();
            self.add_assigned.next = 0.into();
            if self.write_row.val().get_bit(i) {
                self.add_known.next = self.write_known.val();
                self.add_assigned.next = self.write_assigned.val();
            }
            if self.write_known.val().get_bit(i) {
                self.add_known.next = self.add_known.val() | self.write_in_column.val();
            }
            if self.write_assigned.val().get_bit(i) {
                self.add_assigned.next = self.add_assigned.val() | self.write_in_column.val();
            }
            self.known[i].d.next = self.known[i].q.val() | self.add_known.val();
            self.assigned[i].d.next = self.assigned[i].q.val() | self.add_assigned.val();
            if self.clear.val() {
                self.known[i].d.next = 0.into();
                self.assigned[i].d.next = 0.into();
            }
        }
    }
}
