//! The units with which the search reads and writes the board, and ends.
//! Interface: each unit states its own.

use crate::core::clue::interfaces::{CurrentIn, PutOut};
use crate::widgets::{Dff, Ram, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Writes of the search into both copies of the cells: the current cell, or the cells that undoing clears.
/// Interface: a command's write reaches line logic in the next cycle; the known cells of an undone line are written in the same cycle.
///
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

/// Selects the row to read from the board, for the search or the reply, and reports whether the board is complete.
/// Interface: at most one `read_` command per cycle; without one the row of the reply is read. The row's words are valid one cycle later.
///
/// The reader for boards of up to `SIDE` rows.
#[derive(LogicBlock, Default)]
pub struct RowReader<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Reads the row of the current cell.
    pub read_cell: Signal<In, Bit>,
    /// Row of the current cell.
    pub cell_row: Signal<In, Bits<5>>,
    /// Reads the next row to harvest.
    pub read_harvest: Signal<In, Bit>,
    /// Next row to harvest.
    pub harvest_row: Signal<In, Bits<5>>,
    /// Reads the next row to scan.
    pub read_scan: Signal<In, Bit>,
    /// Next row to scan.
    pub scan_row: Signal<In, Bits<6>>,
    /// Reads the next row to save.
    pub read_save: Signal<In, Bit>,
    /// Next row to save.
    pub save_row: Signal<In, Bits<6>>,
    /// Row that the reply reads.
    pub reply_row: Signal<In, Bits<5>>,
    /// Row to read.
    pub row: Signal<Out, Bits<5>>,

    /// Rows of the board, one bit per row.
    pub row_mask: Signal<In, Bits<SIDE>>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<In, Bits<SIDE>>,
    /// Every row of the board was complete in the previous cycle. The delay is safe: the search waits while a finding that changes this
    /// value is pending.
    pub complete: Signal<Out, Bit>,

    all_complete: Dff<Bit>,
}

impl<const SIDE: usize> Logic for RowReader<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, all_complete);
        self.row.next = self.reply_row.val();
        if self.read_cell.val() {
            self.row.next = self.cell_row.val();
        }
        if self.read_harvest.val() {
            self.row.next = self.harvest_row.val();
        }
        if self.read_scan.val() {
            self.row.next = bit_cast::<5, 6>(self.scan_row.val());
        }
        if self.read_save.val() {
            self.row.next = bit_cast::<5, 6>(self.save_row.val());
        }
        self.all_complete.d.next =
            (self.complete_rows.val() & self.row_mask.val()) == self.row_mask.val();
        self.complete.next = self.all_complete.q.val();
    }
}

/// The solution buffer: holds the picture for the reply.
/// Interface: `keep`, then `save` until `saved`: one row per cycle is read from the board and stored one cycle later.
///
/// The filled cells of up to `SIDE` rows.
#[derive(LogicBlock, SmartDefault)]
pub struct SolutionBuffer<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a copy of the board, from the next cycle on.
    pub keep: Signal<In, Bit>,
    /// Reads a row, and stores the row read in the previous cycle.
    pub save: Signal<In, Bit>,
    /// Number of rows to store, padding included.
    pub rows: Signal<In, Bits<6>>,
    /// Row to read from the board.
    pub read_row: Signal<Out, Bits<6>>,
    /// Filled cells of the row read, one bit per cell, one cycle after `read_row`; valid for known cells.
    pub row_filled: Signal<In, Bits<SIDE>>,
    /// The last row is stored in this cycle.
    pub saved: Signal<Out, Bit>,
    /// Row of the picture to read.
    pub row: Signal<In, Bits<5>>,
    /// Filled cells of the picture's row, one bit per cell, one cycle after `row`.
    pub filled: Signal<Out, Bits<SIDE>>,

    reads: Dff<Bits<6>>,
    /// `reads` equals the number of rows; registered, for timing.
    ends: Dff<Bit>,
    words: Ram<SIDE, 5>,
    row_before: Signal<Local, Bits<6>>,
    row_after: Signal<Local, Bits<6>>,

    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(constant(1))]
    one_line: Constant<Bits<6>>,
}

impl<const SIDE: usize> Logic for SolutionBuffer<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, reads, ends);
        clock!(self, clock, words);
        self.read_row.next = self.reads.q.val();
        self.saved.next = self.ends.q.val();
        self.row_after.next = self.reads.q.val() + self.one_line.val();
        if self.save.val() {
            self.reads.d.next = self.row_after.val();
            self.ends.d.next = self.row_after.val() == self.rows.val();
        }
        if self.keep.val() {
            self.reads.d.next = self.no_line.val();
            self.ends.d.next = false;
        }
        self.row_before.next = self.reads.q.val() - self.one_line.val();
        self.words.read_enable.next = true;
        self.words.read_address.next = self.row.val();
        self.words.write_enable.next = self.save.val() && self.reads.q.val().any();
        self.words.write_address.next = bit_cast::<5, 6>(self.row_before.val());
        self.words.write_data.next = self.row_filled.val();
        self.filled.next = self.words.read_data.val();
    }
}

/// The cycle limit of a search, in units of 1024 cycles.
/// Interface: `start` with the limit, 0 for none; `expires` is high for one cycle when a `running` search reaches the limit.
///
/// The cycle counter.
#[derive(LogicBlock, SmartDefault)]
pub struct ClockLimit {
    /// Clock.
    pub clock: Signal<In, Clock>,
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
    over: Signal<Local, Bit>,

    #[default(constant(0))]
    no_units: Constant<Bits<26>>,
    #[default(constant(1))]
    one_unit: Constant<Bits<26>>,
    #[default(constant(0))]
    no_fine: Constant<Bits<10>>,
    #[default(constant(1))]
    one_fine: Constant<Bits<10>>,
}

impl Logic for ClockLimit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counts, units, fine);
        self.over.next = self.counts.q.val()
            && (self.units.q.val() == self.no_units.val())
            && (self.fine.q.val() == self.one_fine.val());
        self.expires.next = self.over.val();
        if self.counts.q.val() {
            self.fine.d.next = self.fine.q.val() - self.one_fine.val();
            if self.fine.q.val() == self.no_fine.val() {
                self.units.d.next = self.units.q.val() - self.one_unit.val();
            }
        } else {
            // Loaded without waiting for `start`, which arrives late in the cycle.
            self.units.d.next = self.limit.val();
            self.fine.d.next = self.no_fine.val();
        }
        if self.over.val() || !self.running.val() {
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
    /// Clock.
    pub clock: Signal<In, Clock>,
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
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, valid from `done` on.
    pub status: Signal<Out, Bits<3>>,

    ended: Dff<Bit>,
    ended_status: Dff<Bits<3>>,

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
        dff_setup!(self, clock, ended, ended_status);
        self.ended.d.next = false;
        if self.end_solved.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.solved.val();
        }
        if self.end_unsolvable.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.unsolvable.val();
        }
        if self.end_undecided.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.undecided.val();
        }
        if self.end_multiple.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.multiple.val();
        }
        if self.clear.val() {
            self.ended.d.next = false;
        }
        self.done.next = self.ended.q.val();
        self.status.next = self.ended_status.q.val();
    }
}
