//! The board of the parallel core: which cells are known, and which of those are filled.
//! Interface: in every cycle, reads one row and one column (combinational) and writes at most one row and one column.
//! Source: the `known` and `assigned` arrays of the published design, with a read port and a write port for each side.

use crate::prelude::*;

/// Cells of a board of `S` rows and `S` columns.
///
/// Simultaneous writes are merged: a known cell stays known, and a cell is filled if either side reports it as filled.
/// If row and column disagree, the line that reported the cell as blank is visited again, and none of its options survives.
#[derive(LogicBlock, Default)]
pub struct CellArray<const S: usize> {
    /// Makes every cell unknown.
    pub clear: Signal<In, Bit>,
    /// Row to read, one-hot.
    pub row: Signal<In, Bits<S>>,
    /// Known cells of the row selected by `row`, in the same cycle; cell 0 in bit 0.
    pub row_known: Signal<Out, Bits<S>>,
    /// Filled cells among `row_known`.
    pub row_assigned: Signal<Out, Bits<S>>,
    /// Column to read, one-hot.
    pub column: Signal<In, Bits<S>>,
    /// Known cells of the column selected by `column`, in the same cycle; cell 0 in bit 0.
    pub column_known: Signal<Out, Bits<S>>,
    /// Filled cells among `column_known`.
    pub column_assigned: Signal<Out, Bits<S>>,
    /// Row to write, one-hot; zero writes no row.
    pub learn_row: Signal<In, Bits<S>>,
    /// Cells that become known in the row selected by `learn_row`.
    pub learn_row_known: Signal<In, Bits<S>>,
    /// Filled cells among `learn_row_known`.
    pub learn_row_assigned: Signal<In, Bits<S>>,
    /// Column to write, one-hot; zero writes no column.
    pub learn_column: Signal<In, Bits<S>>,
    /// Cells that become known in the column selected by `learn_column`.
    pub learn_column_known: Signal<In, Bits<S>>,
    /// Filled cells among `learn_column_known`.
    pub learn_column_assigned: Signal<In, Bits<S>>,
    /// Cells that exist in a row, one bit per cell.
    pub row_mask: Signal<In, Bits<S>>,
    /// Cells that exist in a column, one bit per cell.
    pub column_mask: Signal<In, Bits<S>>,
    /// Every cell that exists was known in the previous cycle.
    pub complete: Signal<Out, Bit>,

    /// Known cells, one register per row.
    pub known: Array<Dff<Bits<S>>, S>,
    /// Filled cells, one register per row.
    pub assigned: Array<Dff<Bits<S>>, S>,
    full: Dff<Bits<S>>,

    one_row: Signal<Local, Bits<S>>,
    gathered: Signal<Local, Bits<S>>,
    add: Signal<Local, Bits<S>>,
    row_is_full: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for CellArray<S> {
    #[hdl_gen]
    fn update(&mut self) {
        // A row is read as one register, a column as one cell of each register.
        self.gathered.next = 0.into();
        for i in 0..S {
            self.one_row.next = 0.into();
            if self.row.val().get_bit(i) {
                self.one_row.next = self.known[i].q.val();
            }
            self.gathered.next = self.gathered.val() | self.one_row.val();
        }
        self.row_known.next = self.gathered.val();
        self.gathered.next = 0.into();
        for i in 0..S {
            self.one_row.next = 0.into();
            if self.row.val().get_bit(i) {
                self.one_row.next = self.assigned[i].q.val();
            }
            self.gathered.next = self.gathered.val() | self.one_row.val();
        }
        self.row_assigned.next = self.gathered.val();
        self.gathered.next = 0.into();
        for i in 0..S {
            self.one_row.next = self.known[i].q.val() & self.column.val();
            self.gathered.next = self.gathered.val().replace_bit(i, self.one_row.val().any());
        }
        self.column_known.next = self.gathered.val();
        self.gathered.next = 0.into();
        for i in 0..S {
            self.one_row.next = self.assigned[i].q.val() & self.column.val();
            self.gathered.next = self.gathered.val().replace_bit(i, self.one_row.val().any());
        }
        self.column_assigned.next = self.gathered.val();

        // Write: merge the cells that the row visit and the column visit found.
        for i in 0..S {
            self.add.next = 0.into();
            if self.learn_row.val().get_bit(i) {
                self.add.next = self.learn_row_known.val();
            }
            if self.learn_column_known.val().get_bit(i) {
                self.add.next = self.add.val() | self.learn_column.val();
            }
            self.known[i].d.next = self.known[i].q.val() | self.add.val();
            self.add.next = 0.into();
            if self.learn_row.val().get_bit(i) {
                self.add.next = self.learn_row_assigned.val();
            }
            if self.learn_column_assigned.val().get_bit(i) {
                self.add.next = self.add.val() | self.learn_column.val();
            }
            self.assigned[i].d.next = self.assigned[i].q.val() | self.add.val();
            if self.clear.val() {
                self.known[i].d.next = 0.into();
                self.assigned[i].d.next = 0.into();
            }
        }

        // A row is complete when all its cells are known, or when it does not exist.
        self.row_is_full.next = !self.column_mask.val();
        for i in 0..S {
            self.one_row.next = self.row_mask.val() & !self.known[i].q.val();
            if !self.one_row.val().any() {
                self.row_is_full.next = self.row_is_full.val().replace_bit(i, true);
            }
        }
        self.full.d.next = self.row_is_full.val();
        self.complete.next = self.full.q.val().all();
    }
}
