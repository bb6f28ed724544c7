//! The units with which the search reads and writes the board, and ends.

use crate::core::clue::interfaces::{CurrentIn, PutOut};
use crate::core::clue::{COUNT_BITS, FromPlanes};
use crate::prelude::*;
use nonogram_protocol::Status;

/// Writes of the search into both copies of the cells: the current cell, or the cells that undoing restores.
/// Interface: a command's write reaches line logic in the next cycle; the planes of an undone line are written in the same cycle.
///
/// Writes for boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, Default)]
pub struct CellWriter<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> {
    /// Discards the cell write of the next cycle.
    pub clear: Signal<In, Bit>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// Writes the current cell in the copy that columns read.
    pub write_for_column: Signal<In, Bit>,
    /// Writes the current cell in the copy that rows read.
    pub write_for_row: Signal<In, Bit>,
    /// The current cell; its value is used in the cycle after the command.
    pub cell: CurrentIn<SIDE, POSITION_BITS, VALUE_BITS>,
    /// Planes of the current cell's row, one bit per cell, one cycle after `write_for_column`.
    pub row_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Planes of the current cell's column, one bit per cell, one cycle after `write_for_row`.
    pub column_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,

    /// Undoes the entry on top of the trail.
    pub undo: Signal<In, Bit>,
    /// Position of the entry's line, with `undo`.
    pub entry_position: Signal<In, Bits<POSITION_BITS>>,
    /// The entry's line is a column, with `undo`.
    pub entry_column: Signal<In, Bit>,
    /// The entry is a decision, which has nothing to restore, with `undo`.
    pub entry_decision: Signal<In, Bit>,
    /// Previous planes of the entry's line, with `undo` unless `entry_decision`.
    pub entry_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,

    /// Writes into the board.
    pub put: PutOut<SIDE, POSITION_BITS, VALUES, PLANES>,

    from_entry: FromPlanes<SIDE, VALUES, PLANES>,
    from_row: FromPlanes<SIDE, VALUES, PLANES>,
    from_column: FromPlanes<SIDE, VALUES, PLANES>,
    rows: Dff<Bit>,
    columns: Dff<Bit>,
    restores: Dff<Bit>,
    position: Dff<Bits<POSITION_BITS>>,
    mask: Dff<Bits<SIDE>>,
    restored: Array<Dff<Bits<SIDE>>, VALUES>,
    excluded: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    is_value: Signal<Local, Bit>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> Logic for CellWriter<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.rows.d.next = false;
        self.columns.d.next = false;
        self.restores.d.next = false;
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
            self.restores.d.next = true;
            self.position.d.next = self.entry_position.val();
            self.mask.d.next = self.cell_mask.val() & !self.from_entry.kept.val();
            if !self.entry_decision.val() {
                self.rows.d.next = self.entry_column.val();
                self.columns.d.next = !self.entry_column.val();
                self.put.known.next = true;
            }
        }
        if self.clear.val() {
            self.rows.d.next = false;
            self.columns.d.next = false;
        }

        for p in 0..PLANES {
            self.from_entry.planes[p].next = self.entry_planes[p].val();
            self.from_row.planes[p].next = self.row_planes[p].val();
            self.from_column.planes[p].next = self.column_planes[p].val();
            self.put.planes[p].next = self.entry_planes[p].val();
        }
        // The current cell keeps its excluded values, and loses its value or all others.
        for v in 0..VALUES {
            self.restored[v].d.next = self.from_entry.excluded[v].val();
            self.excluded[v].next = self.from_row.excluded[v].val();
            if self.rows.q.val() {
                self.excluded[v].next = self.from_column.excluded[v].val();
            }
            self.is_value.next = self.cell.value.val() == v.to_bits();
            if self.is_value.val() == self.cell.refuted.val() {
                self.excluded[v].next = !bits::<SIDE>(0);
            }
            if self.restores.q.val() {
                self.excluded[v].next = self.restored[v].q.val();
            }
            self.put.excluded[v].next = self.excluded[v].val();
        }

        self.put.rows.next = self.rows.q.val();
        self.put.columns.next = self.columns.q.val();
        self.put.marks.next = !self.restores.q.val();
        self.put.position.next = self.position.q.val();
        self.put.mask.next = self.mask.q.val();
        self.put.line_column.next = self.entry_column.val();
        self.put.line.next = self.entry_position.val();
    }
}

/// Selects the row to read from the board, for the search or the reply, and reports whether the board is complete.
/// Interface: at most one `read_` command per cycle; without one the row of the reply is read. The row's words are valid one cycle later.
///
/// The reader for boards of up to `SIDE` rows.
#[derive(LogicBlock, Default)]
pub struct RowReader<const SIDE: usize, const POSITION_BITS: usize> {
    /// Reads the row of the current cell.
    pub read_cell: Signal<In, Bit>,
    /// Row of the current cell.
    pub cell_row: Signal<In, Bits<POSITION_BITS>>,
    /// Reads the next row to harvest.
    pub read_harvest: Signal<In, Bit>,
    /// Next row to harvest.
    pub harvest_row: Signal<In, Bits<POSITION_BITS>>,
    /// Reads the next row to scan.
    pub read_scan: Signal<In, Bit>,
    /// Next row to scan.
    pub scan_row: Signal<In, Bits<COUNT_BITS>>,
    /// Reads the next row to save.
    pub read_save: Signal<In, Bit>,
    /// Next row to save.
    pub save_row: Signal<In, Bits<COUNT_BITS>>,
    /// Row that the reply reads.
    pub reply_row: Signal<In, Bits<POSITION_BITS>>,
    /// Row to read.
    pub row: Signal<Out, Bits<POSITION_BITS>>,

    /// Rows of the board, one bit per row.
    pub row_mask: Signal<In, Bits<SIDE>>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<In, Bits<SIDE>>,
    /// Every row of the board was complete in the previous cycle. The delay is safe: the search waits while a finding that changes this
    /// value is pending.
    pub complete: Dff<Bit, Out>,
}

impl<const SIDE: usize, const POSITION_BITS: usize> Logic for RowReader<SIDE, POSITION_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.reply_row.val();
        if self.read_cell.val() {
            self.row.next = self.cell_row.val();
        }
        if self.read_harvest.val() {
            self.row.next = self.harvest_row.val();
        }
        if self.read_scan.val() {
            self.row.next = bit_cast::<POSITION_BITS, COUNT_BITS>(self.scan_row.val());
        }
        if self.read_save.val() {
            self.row.next = bit_cast::<POSITION_BITS, COUNT_BITS>(self.save_row.val());
        }
        self.complete.d.next =
            (self.complete_rows.val() & self.row_mask.val()) == self.row_mask.val();
    }
}

/// The solution buffer: holds the picture for the reply.
/// Interface: `keep`, then `save` until `saved`: one row per cycle is read from the board and stored one cycle later.
///
/// The values of the cells of up to `SIDE` rows, one word per bit of the value.
#[derive(LogicBlock, Default)]
pub struct SolutionBuffer<const SIDE: usize, const POSITION_BITS: usize, const VALUE_BITS: usize> {
    /// Starts a copy of the board, from the next cycle on.
    pub keep: Signal<In, Bit>,
    /// Reads a row, and stores the row read in the previous cycle.
    pub save: Signal<In, Bit>,
    /// Number of rows to store, padding included.
    pub rows: Signal<In, Bits<COUNT_BITS>>,
    /// Row to read from the board.
    pub read_row: Dff<Bits<COUNT_BITS>, Out>,
    /// Values of the cells of the row read, one word per bit of the value, one cycle after `read_row`; valid for known cells.
    pub row_values: Array<Signal<In, Bits<SIDE>>, VALUE_BITS>,
    /// The last row is stored in this cycle.
    pub saved: Dff<Bit, Out>,
    /// Row of the picture to read.
    pub row: Signal<In, Bits<POSITION_BITS>>,
    /// Values of the cells of the picture's row, one word per bit of the value, one cycle after `row`.
    pub values: Array<Signal<Out, Bits<SIDE>>, VALUE_BITS>,

    words: Array<Ram<SIDE, POSITION_BITS>, VALUE_BITS>,
    row_before: Signal<Local, Bits<COUNT_BITS>>,
    row_after: Signal<Local, Bits<COUNT_BITS>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUE_BITS: usize> Logic
    for SolutionBuffer<SIDE, POSITION_BITS, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.row_after.next = self.read_row.q.val() + 1;
        if self.save.val() {
            self.read_row.d.next = self.row_after.val();
            self.saved.d.next = self.row_after.val() == self.rows.val();
        }
        if self.keep.val() {
            self.read_row.d.next = 0.into();
            self.saved.d.next = false;
        }
        self.row_before.next = self.read_row.q.val() - 1;
        for i in 0..VALUE_BITS {
            self.words[i].read_enable.next = true;
            self.words[i].read_address.next = self.row.val();
            self.words[i].write_enable.next = self.save.val() && self.read_row.q.val().any();
            self.words[i].write_address.next =
                bit_cast::<POSITION_BITS, COUNT_BITS>(self.row_before.val());
            self.words[i].write_data.next = self.row_values[i].val();
            self.values[i].next = self.words[i].read_data.val();
        }
    }
}

/// The cycle limit of a search, in units of 1024 cycles.
/// Interface: `start` with the limit, 0 for none; `expires` is high for one cycle when a `running` search reaches the limit.
///
/// The cycle counter.
#[derive(LogicBlock, Default)]
pub struct ClockLimit {
    /// Starts a search.
    pub start: Signal<In, Bit>,
    /// Limit in units of 1024 cycles, 0 for none, valid with `start`.
    pub limit: Signal<In, Bits<26>>,
    /// A search is running.
    pub running: Signal<In, Bit>,
    /// The limit is reached in this cycle.
    pub expires: Signal<Out, Bit>,

    counts: Dff<Bit>,
    units: Dff<Bits<26>>,
    fine: Dff<Bits<10>>,
}

impl Logic for ClockLimit {
    #[hdl_gen]
    fn update(&mut self) {
        self.expires.next =
            self.counts.q.val() && (self.units.q.val() == 0) && (self.fine.q.val() == 1);
        if self.counts.q.val() {
            self.fine.d.next = self.fine.q.val() - 1;
            if self.fine.q.val() == 0 {
                self.units.d.next = self.units.q.val() - 1;
            }
        } else {
            // Loaded without waiting for `start`, which arrives late in the cycle.
            self.units.d.next = self.limit.val();
            self.fine.d.next = 0.into();
        }
        if self.expires.val() || !self.running.val() {
            self.counts.d.next = false;
        }
        if self.start.val() {
            self.counts.d.next = self.limit.val().any();
        }
    }
}

/// Encodes the verdict of a search as its status.
/// Interface: at most one `end_` command per cycle; `done` is high in the next cycle; `status` keeps its value until the next verdict.
///
/// The status register.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// Suppresses `done` for a verdict of this cycle.
    pub clear: Signal<In, Bit>,
    /// Ends the search: solved, and unique unless only a first solution was requested.
    pub end_solved: Signal<In, Bit>,
    /// Ends the search: no solution.
    pub end_unsolvable: Signal<In, Bit>,
    /// Ends the search: undecided; only certain cells are reported as known.
    pub end_undecided: Signal<In, Bit>,
    /// Ends the search: more than one solution.
    pub end_multiple: Signal<In, Bit>,
    /// The search has ended; high for one cycle.
    pub done: Dff<Bit, Out>,
    /// Status of the last search that ended, valid from `done` on.
    pub status: Dff<Bits<3>, Out>,

    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    undecided: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        self.done.d.next = false;
        if self.end_solved.val() {
            self.done.d.next = true;
            self.status.d.next = self.solved.val();
        }
        if self.end_unsolvable.val() {
            self.done.d.next = true;
            self.status.d.next = self.unsolvable.val();
        }
        if self.end_undecided.val() {
            self.done.d.next = true;
            self.status.d.next = self.undecided.val();
        }
        if self.end_multiple.val() {
            self.done.d.next = true;
            self.status.d.next = self.multiple.val();
        }
        if self.clear.val() {
            self.done.d.next = false;
        }
    }
}
