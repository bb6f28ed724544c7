//! An engine with the clues, the marks and the cells of the lines that it visits.
//! Interface: `wants` requests a visit of the candidate line, and `grant` starts it; the results are valid in the second cycle
//! after `ends`.
//!
//! Clues and cells are kept beside the engine, so that their lookup bypasses the scheduler.

use super::{Clues, Engine, SlotCells};
use crate::core::clue::GROUP_COUNT_BITS;
use crate::core::clue::interfaces::ClueIn;
use crate::prelude::*;

/// One engine for `LINES` rows and `LINES` columns of up to `SIDE` cells in `GROUPS` groups of `CELLS_PER_STEP`. The lines of a slot are
/// `SIDE / LINES` apart, a power of two, and the number of the first line is less than this distance.
#[derive(LogicBlock, SmartDefault)]
pub struct Slot<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
> {
    /// Discards the running visit and all marks.
    pub clear: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// The first row of the slot.
    pub first_row: Signal<In, Bits<POSITION_BITS>>,
    /// The first column of the slot.
    pub first_column: Signal<In, Bits<POSITION_BITS>>,

    /// Rows of the slot to mark, one bit per row.
    pub mark_rows: Signal<In, Bits<LINES>>,
    /// Columns of the slot to mark, one bit per column.
    pub mark_columns: Signal<In, Bits<LINES>>,
    /// If both rows and columns are marked, the candidate is a column.
    pub prefer_column: Signal<In, Bit>,
    /// Requests a visit: a line is marked, and the engine can start.
    pub wants: Signal<Out, Bit>,
    /// The candidate is a column, with `wants`.
    pub candidate_column: Signal<Out, Bit>,
    /// Starts the visit of the candidate; only while `wants`.
    pub grant: Signal<In, Bit>,
    /// A line is marked or visited.
    pub waiting: Signal<Out, Bit>,

    /// A clue that arrives, for a line of this slot or of another slot.
    pub clue: ClueIn<SIDE, POSITION_BITS, COLOURS, GAPS>,

    /// Writes cells in the copy that rows read.
    pub write_rows: Signal<In, Bit>,
    /// 1: the rows' cells have the excluded values of `rows_excluded`; 0: they have none; with `write_rows`.
    pub rows_value: Signal<In, Bit>,
    /// Writes cells in the copy that columns read.
    pub write_columns: Signal<In, Bit>,
    /// 1: the columns' cells have the excluded values of `columns_excluded`; 0: they have none; with `write_columns`.
    pub columns_value: Signal<In, Bit>,
    /// Rows and columns are written in the same cycle: the columns at `position` ^ [`BESIDE`](crate::core::clue::BESIDE).
    pub write_both: Signal<In, Bit>,
    /// Position of the cells in the lines that read them, with `write_rows` or `write_columns`.
    pub position: Signal<In, Bits<POSITION_BITS>>,
    /// Rows of the slot that are written, one bit per row, with `write_rows`.
    pub rows_mask: Signal<In, Bits<LINES>>,
    /// Excluded values of the written cell in each row of `rows_mask`, one bit per row, with `rows_value`.
    pub rows_excluded: Array<Signal<In, Bits<LINES>>, VALUES>,
    /// Columns of the slot that are written, one bit per column, with `write_columns`.
    pub columns_mask: Signal<In, Bits<LINES>>,
    /// Excluded values of the written cell in each column of `columns_mask`, one bit per column, with `columns_value`.
    pub columns_excluded: Array<Signal<In, Bits<LINES>>, VALUES>,

    /// Last cycle of a visit.
    pub ends: Signal<Out, Bit>,
    /// The line that is being visited or was visited last is a column.
    pub line_column: Dff<Bit, Out>,
    /// Position of the line that is being visited or was visited last.
    pub line: Dff<Bits<POSITION_BITS>, Out>,
    /// A contradiction was found in the visited line in the previous cycle.
    pub conflict: Signal<Out, Bit>,
    /// Excluded values of the last visited line, one bit per cell, valid in the second cycle after `ends`.
    pub excluded: Array<Signal<Out, Bits<SIDE>>, VALUES>,
    /// Cells with an excluded value that was not excluded when they were read, one bit per cell; valid with `excluded`.
    pub fresh: Signal<Out, Bits<SIDE>>,

    engine: Boxed<Engine<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>>,
    cells: SlotCells<POSITION_BITS, VALUES, CELLS_PER_STEP, GROUP_BITS, LINES>,
    clues: Clues<SIDE, POSITION_BITS, COLOURS, GAPS, LINES>,
    marked_rows: Dff<Bits<LINES>>,
    marked_columns: Dff<Bits<LINES>>,
    visit_index: Dff<Bits<POSITION_BITS>>,

    row_index: Signal<Local, Bits<POSITION_BITS>>,
    row_position: Signal<Local, Bits<POSITION_BITS>>,
    row_bit: Signal<Local, Bits<LINES>>,
    row_found: Signal<Local, Bit>,
    column_index: Signal<Local, Bits<POSITION_BITS>>,
    column_position: Signal<Local, Bits<POSITION_BITS>>,
    column_bit: Signal<Local, Bits<LINES>>,
    column_found: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<POSITION_BITS>>,
    rows_left: Signal<Local, Bits<LINES>>,
    columns_left: Signal<Local, Bits<LINES>>,
    candidate_index: Signal<Local, Bits<POSITION_BITS>>,
    clue_first: Signal<Local, Bits<POSITION_BITS>>,
    clue_index: Signal<Local, Bits<POSITION_BITS>>,
    stores_clue: Signal<Local, Bit>,
    any: Signal<Local, Bit>,

    #[default(from_fn(|index| constant(1 << index)))]
    bits: [Constant<Bits<LINES>>; LINES],
    /// Distance of each line of the slot from the first.
    #[default(from_fn(|index| constant((index * SIDE / LINES) as u64)))]
    distances: [Constant<Bits<POSITION_BITS>>; LINES],
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
> Logic
    for Slot<SIDE, POSITION_BITS, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES>
{
    #[hdl_gen]
    fn update(&mut self) {
        // The candidate: the first marked line of the preferred kind, else of the other kind.
        self.row_found.next = false;
        self.row_index.next = 0.into();
        self.row_position.next = 0.into();
        self.row_bit.next = 0.into();
        self.column_found.next = false;
        self.column_index.next = 0.into();
        self.column_position.next = 0.into();
        self.column_bit.next = 0.into();
        for i in 0..LINES {
            if self.marked_rows.q.val().get_bit(i) && !self.row_found.val() {
                self.row_found.next = true;
                self.row_index.next = i.to_bits();
                self.row_position.next = self.first_row.val() | self.distances[i].val();
                self.row_bit.next = self.bits[i].val();
            }
            if self.marked_columns.q.val().get_bit(i) && !self.column_found.val() {
                self.column_found.next = true;
                self.column_index.next = i.to_bits();
                self.column_position.next = self.first_column.val() | self.distances[i].val();
                self.column_bit.next = self.bits[i].val();
            }
        }
        self.candidate_column.next =
            self.column_found.val() && (self.prefer_column.val() || !self.row_found.val());
        self.any.next = self.row_found.val() || self.column_found.val();
        self.wants.next = self.any.val() && (!self.engine.busy.val() || self.engine.ends.val());
        self.chosen.next = self.row_position.val();
        self.candidate_index.next = self.row_index.val();
        if self.candidate_column.val() {
            self.chosen.next = self.column_position.val();
            self.candidate_index.next = self.column_index.val();
        }
        self.waiting.next = self.any.val() || self.engine.busy.val();

        // A mark that arrives in the cycle of the grant is kept.
        self.rows_left.next = self.marked_rows.q.val();
        self.columns_left.next = self.marked_columns.q.val();
        if self.grant.val() {
            self.line_column.d.next = self.candidate_column.val();
            self.line.d.next = self.chosen.val();
            self.visit_index.d.next = self.candidate_index.val();
            if self.candidate_column.val() {
                self.columns_left.next = self.marked_columns.q.val() & !self.column_bit.val();
            } else {
                self.rows_left.next = self.marked_rows.q.val() & !self.row_bit.val();
            }
        }
        self.marked_rows.d.next = self.rows_left.val() | self.mark_rows.val();
        self.marked_columns.d.next = self.columns_left.val() | self.mark_columns.val();
        if self.clear.val() {
            self.marked_rows.d.next = 0.into();
            self.marked_columns.d.next = 0.into();
        }

        // A clue is stored if its line belongs to the slot.
        self.clue_first.next = self.first_row.val();
        if self.clue.column.val() {
            self.clue_first.next = self.first_column.val();
        }
        self.clue_index.next = 0.into();
        self.stores_clue.next = false;
        for i in 0..LINES {
            if self.clue.position.val() == (self.clue_first.val() | self.distances[i].val()) {
                self.clue_index.next = i.to_bits();
                self.stores_clue.next = self.clue.valid.val();
            }
        }
        self.clues.write.next = self.stores_clue.val();
        self.clues.write_column.next = self.clue.column.val();
        self.clues.write_index.next = self.clue_index.val();
        for c in 0..COLOURS {
            self.clues.write_symbols[c].next = self.clue.symbols[c].val();
            self.engine.colour_symbols[c].next = self.clues.read_symbols[c].val();
        }
        for g in 0..GAPS {
            self.clues.write_gaps[g].next = self.clue.gaps[g].val();
            self.engine.gap_symbols[g].next = self.clues.read_gaps[g].val();
        }
        self.clues.write_last.next = self.clue.last_symbol.val();
        self.clues.write_top.next = self.clue.last_is_top.val();

        // The candidate's clue is read whether or not the visit is granted, for timing.
        self.clues.read_column.next = self.candidate_column.val();
        self.clues.read.next = self.candidate_index.val();

        // The engine and its cells.
        self.engine.clear.next = self.clear.val();
        self.engine.start.next = self.grant.val();
        self.engine.groups.next = self.groups.val();
        self.engine.last_symbol.next = self.clues.read_last.val();
        self.engine.last_is_top.next = self.clues.read_top.val();
        self.cells.write_rows.next = self.write_rows.val();
        self.cells.rows_value.next = self.rows_value.val();
        self.cells.write_columns.next = self.write_columns.val();
        self.cells.columns_value.next = self.columns_value.val();
        self.cells.write_both.next = self.write_both.val();
        self.cells.position.next = self.position.val();
        self.cells.rows_mask.next = self.rows_mask.val();
        self.cells.columns_mask.next = self.columns_mask.val();
        self.cells.column.next = self.line_column.q.val();
        self.cells.index.next = self.visit_index.q.val();
        self.cells.front_group.next = self.engine.front_group.val();
        self.cells.back_group.next = self.engine.back_group.val();
        self.cells.next_column.next = self.line_column.d.val();
        self.cells.front_next.next = self.engine.front_next.val();
        self.cells.back_next.next = self.engine.back_next.val();
        for v in 0..VALUES {
            self.cells.rows_excluded[v].next = self.rows_excluded[v].val();
            self.cells.columns_excluded[v].next = self.columns_excluded[v].val();
            self.engine.front_excluded[v].next = self.cells.front_excluded[v].val();
            self.engine.back_excluded[v].next = self.cells.back_excluded[v].val();
            self.excluded[v].next = self.engine.excluded[v].val();
        }

        self.ends.next = self.engine.ends.val();
        self.conflict.next = self.engine.conflict.val();
        self.fresh.next = self.engine.fresh.val();
    }
}
