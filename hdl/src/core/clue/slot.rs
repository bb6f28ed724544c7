//! An engine, with the clues, the marks and the cells of the lines that it visits.
//! Interface: `wants` a visit of the candidate; `grant` starts it; the finding stands in the second clock after `ends`.

use super::{Clues, Engine, GROUP, GROUPS, INDEX, SlotCells};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// One engine for `L` rows and `L` columns of up to `S` cells, which are `H` groups of `W`, up to 2^`N`. Its lines are `S / L`
/// apart, a power of two, and each first line is one of that many.
#[derive(LogicBlock, SmartDefault)]
pub struct Slot<const S: usize, const W: usize, const H: usize, const N: usize, const L: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget the visit and all marks.
    pub clear: Signal<In, Bit>,
    /// Groups of a line.
    pub groups: Signal<In, Bits<GROUPS>>,

    /// The first of its rows.
    pub first_row: Signal<In, Bits<5>>,
    /// The first of its columns.
    pub first_column: Signal<In, Bits<5>>,

    /// Which of its rows to mark.
    pub mark_rows: Signal<In, Bits<L>>,
    /// Which of its columns to mark.
    pub mark_columns: Signal<In, Bits<L>>,
    /// A column rather than a row, if both have marks.
    pub prefer_column: Signal<In, Bit>,
    /// A line is marked, and the engine can begin.
    pub wants: Signal<Out, Bit>,
    /// The candidate is a column.
    pub candidate_column: Signal<Out, Bit>,
    /// The candidate's visit starts.
    pub grant: Signal<In, Bit>,
    /// A line is marked or under way.
    pub waiting: Signal<Out, Bit>,

    /// A line's clue is complete.
    pub receive: Signal<In, Bit>,
    /// Its line, of this slot or another: bit 5 is set for a column, below is the position.
    pub receive_line: Signal<In, Bits<6>>,
    /// The clue's filled symbols.
    pub receive_ones: Signal<In, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub receive_end: Signal<In, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub receive_top: Signal<In, Bit>,

    /// A column tells the rows.
    pub tell_rows: Signal<In, Bit>,
    /// It tells them a value; else that nothing is known.
    pub rows_value: Signal<In, Bit>,
    /// A row tells the columns.
    pub tell_columns: Signal<In, Bit>,
    /// It tells them a value.
    pub columns_value: Signal<In, Bit>,
    /// Rows and columns are told at once.
    pub tell_both: Signal<In, Bit>,
    /// The position of the line that tells.
    pub position: Signal<In, Bits<5>>,
    /// Which of the slot's rows it tells.
    pub rows_mask: Signal<In, Bits<L>>,
    /// Those that are filled there.
    pub rows_filled: Signal<In, Bits<L>>,
    /// Which of the slot's columns it tells.
    pub columns_mask: Signal<In, Bits<L>>,
    /// Those that are filled there.
    pub columns_filled: Signal<In, Bits<L>>,

    /// This is the last clock of a visit.
    pub ends: Signal<Out, Bit>,
    /// The visited line is a column.
    pub column: Signal<Out, Bit>,
    /// Its position.
    pub line: Signal<Out, Bits<5>>,
    /// The line cannot be completed.
    pub conflict: Signal<Out, Bit>,
    /// Cells with one possible value, as of the last visit.
    pub known: Signal<Out, Bits<S>>,
    /// Those of them that are filled.
    pub filled: Signal<Out, Bits<S>>,
    /// Those of them that were unknown when they were read.
    pub fresh: Signal<Out, Bits<S>>,

    engine: SkipWhenIdle<Engine<S, W, H, N>>,
    cells: SlotCells<S, W, L>,
    clues: Clues<S, L>,
    dirty_rows: Dff<Bits<L>>,
    dirty_columns: Dff<Bits<L>>,
    visit_column: Dff<Bit>,
    visit_index: Dff<Bits<INDEX>>,
    visit_line: Dff<Bits<5>>,

    row_index: Signal<Local, Bits<INDEX>>,
    row_position: Signal<Local, Bits<5>>,
    row_bit: Signal<Local, Bits<L>>,
    row_found: Signal<Local, Bit>,
    column_index: Signal<Local, Bits<INDEX>>,
    column_position: Signal<Local, Bits<5>>,
    column_bit: Signal<Local, Bits<L>>,
    column_found: Signal<Local, Bit>,
    choose_column: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<5>>,
    rows_left: Signal<Local, Bits<L>>,
    columns_left: Signal<Local, Bits<L>>,
    candidate_index: Signal<Local, Bits<INDEX>>,
    receive_column: Signal<Local, Bit>,
    receive_position: Signal<Local, Bits<5>>,
    receive_first: Signal<Local, Bits<5>>,
    receive_index: Signal<Local, Bits<INDEX>>,
    receives: Signal<Local, Bit>,
    any: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<L>>,
    #[default(constant(0))]
    no_index: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
    #[default(from_fn(|index| constant(index as u64)))]
    indexes: [Constant<Bits<INDEX>>; L],
    #[default(from_fn(|index| constant(1 << index)))]
    bits: [Constant<Bits<L>>; L],
    /// How far each of the lines is from the first.
    #[default(from_fn(|index| constant((index * S / L) as u64)))]
    distances: [Constant<Bits<5>>; L],
}

inputs!(Slot<S, W, H, N, L>, [const S: usize, const W: usize, const H: usize, const N: usize, const L: usize]:
    clear, groups, first_row, first_column, mark_rows, mark_columns, prefer_column, grant, receive, receive_line, receive_ones, receive_end, receive_top,
    tell_rows, rows_value, tell_columns, columns_value, tell_both, position, rows_mask, rows_filled, columns_mask, columns_filled);

impl<const S: usize, const W: usize, const H: usize, const N: usize, const L: usize> Logic
    for Slot<S, W, H, N, L>
{
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            dirty_rows,
            dirty_columns,
            visit_column,
            visit_index,
            visit_line
        );
        clock!(self, clock, engine, cells, clues);

        // The candidate: the first marked line, of the preferred kind if there is one.
        self.row_found.next = false;
        self.row_index.next = self.no_index.val();
        self.row_position.next = self.no_position.val();
        self.row_bit.next = self.none.val();
        self.column_found.next = false;
        self.column_index.next = self.no_index.val();
        self.column_position.next = self.no_position.val();
        self.column_bit.next = self.none.val();
        for i in 0..L {
            if self.dirty_rows.q.val().get_bit(i) && !self.row_found.val() {
                self.row_found.next = true;
                self.row_index.next = self.indexes[i].val();
                self.row_position.next = self.first_row.val() | self.distances[i].val();
                self.row_bit.next = self.bits[i].val();
            }
            if self.dirty_columns.q.val().get_bit(i) && !self.column_found.val() {
                self.column_found.next = true;
                self.column_index.next = self.indexes[i].val();
                self.column_position.next = self.first_column.val() | self.distances[i].val();
                self.column_bit.next = self.bits[i].val();
            }
        }
        self.choose_column.next =
            self.column_found.val() && (self.prefer_column.val() || !self.row_found.val());
        self.any.next = self.row_found.val() || self.column_found.val();
        self.wants.next = self.any.val() && (!self.engine.busy.val() || self.engine.ends.val());
        self.candidate_column.next = self.choose_column.val();
        self.chosen.next = self.row_position.val();
        self.candidate_index.next = self.row_index.val();
        if self.choose_column.val() {
            self.chosen.next = self.column_position.val();
            self.candidate_index.next = self.column_index.val();
        }
        self.waiting.next = self.any.val() || self.engine.busy.val();

        // Marks: one that comes as the visit starts stays.
        self.rows_left.next = self.dirty_rows.q.val();
        self.columns_left.next = self.dirty_columns.q.val();
        if self.grant.val() {
            self.visit_column.d.next = self.choose_column.val();
            self.visit_line.d.next = self.chosen.val();
            self.visit_index.d.next = self.candidate_index.val();
            if self.choose_column.val() {
                self.columns_left.next = self.dirty_columns.q.val() & !self.column_bit.val();
            } else {
                self.rows_left.next = self.dirty_rows.q.val() & !self.row_bit.val();
            }
        }
        self.dirty_rows.d.next = self.rows_left.val() | self.mark_rows.val();
        self.dirty_columns.d.next = self.columns_left.val() | self.mark_columns.val();
        if self.clear.val() {
            self.dirty_rows.d.next = self.none.val();
            self.dirty_columns.d.next = self.none.val();
        }

        // A clue that is complete is stored, if its line is one of the slot's.
        self.receive_column.next = self.receive_line.val().get_bit(5);
        self.receive_position.next = bit_cast::<5, 6>(self.receive_line.val());
        self.receive_first.next = self.first_row.val();
        if self.receive_column.val() {
            self.receive_first.next = self.first_column.val();
        }
        self.receive_index.next = self.no_index.val();
        self.receives.next = false;
        for i in 0..L {
            if self.receive_position.val() == (self.receive_first.val() | self.distances[i].val()) {
                self.receive_index.next = self.indexes[i].val();
                self.receives.next = self.receive.val();
            }
        }
        self.clues.write.next = self.receives.val();
        self.clues.write_column.next = self.receive_column.val();
        self.clues.write_index.next = self.receive_index.val();
        self.clues.write_ones.next = self.receive_ones.val();
        self.clues.write_end.next = self.receive_end.val();
        self.clues.write_top.next = self.receive_top.val();

        // The candidate's clue is read, for the case that its visit starts.
        self.clues.look_column.next = self.choose_column.val();
        self.clues.look.next = self.candidate_index.val();

        // The engine and its cells.
        self.engine.clear.next = self.clear.val();
        self.engine.start.next = self.grant.val();
        self.engine.groups.next = self.groups.val();
        self.engine.clue_ones.next = self.clues.look_ones.val();
        self.engine.clue_end.next = self.clues.look_end.val();
        self.engine.clue_end_top.next = self.clues.look_top.val();
        self.cells.tell_rows.next = self.tell_rows.val();
        self.cells.rows_value.next = self.rows_value.val();
        self.cells.tell_columns.next = self.tell_columns.val();
        self.cells.columns_value.next = self.columns_value.val();
        self.cells.tell_both.next = self.tell_both.val();
        self.cells.position.next = self.position.val();
        self.cells.rows_mask.next = self.rows_mask.val();
        self.cells.rows_filled.next = self.rows_filled.val();
        self.cells.columns_mask.next = self.columns_mask.val();
        self.cells.columns_filled.next = self.columns_filled.val();
        self.cells.column.next = self.visit_column.q.val();
        self.cells.index.next = self.visit_index.q.val();
        self.cells.front_group.next = bit_cast::<GROUP, N>(self.engine.front_group.val());
        self.cells.back_group.next = bit_cast::<GROUP, N>(self.engine.back_group.val());
        self.cells.next_column.next = self.visit_column.d.val();
        self.cells.front_next.next = bit_cast::<GROUP, N>(self.engine.front_next.val());
        self.cells.back_next.next = bit_cast::<GROUP, N>(self.engine.back_next.val());
        self.engine.front_filled.next = self.cells.front_filled.val();
        self.engine.front_blank.next = self.cells.front_blank.val();
        self.engine.back_filled.next = self.cells.back_filled.val();
        self.engine.back_blank.next = self.cells.back_blank.val();

        self.ends.next = self.engine.ends.val();
        self.column.next = self.visit_column.q.val();
        self.line.next = self.visit_line.q.val();
        self.conflict.next = self.engine.conflict.val();
        self.known.next = self.engine.known.val();
        self.filled.next = self.engine.filled.val();
        self.fresh.next = self.engine.fresh.val();
    }
}
