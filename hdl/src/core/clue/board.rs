//! The units of the clue core around line logic and search: size, clues, and cells of a board.
//! Interface: each unit states its own.

use super::SlotCells;
use super::interfaces::{ClueOut, PutIn, WriteOut};
use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Turns the sizes of a board into masks, and clears the cells when a board begins.
/// Interface: `begin_board` with the sizes; each output is valid one to three cycles later; `clearing` lasts one cycle per position.
///
/// Setup of boards of up to `SIDE` x `SIDE` cells, for engines that process `CELLS_PER_STEP` cells per cycle in each direction and serve
/// `LINES` rows and `LINES` columns each.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardSetup<const SIDE: usize, const CELLS_PER_STEP: usize, const LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: stops clearing.
    pub reset: Signal<In, Bit>,
    /// Starts a board: samples its sizes and clears the cells.
    pub begin_board: Signal<In, Bit>,
    /// Number of rows of the board, with `begin_board`.
    pub rows: Signal<In, Bits<6>>,
    /// Number of columns of the board, with `begin_board`.
    pub columns: Signal<In, Bits<6>>,

    /// Number of rows of the current board, valid from the cycle after `begin_board`.
    pub board_rows: Signal<Out, Bits<6>>,
    /// Number of cells per line: the longer side, rounded up to whole groups; valid from the second cycle after `begin_board`.
    pub padded: Signal<Out, Bits<6>>,
    /// Number of groups of cells per line, valid from the third cycle after `begin_board`.
    pub groups: Signal<Out, Bits<6>>,
    /// Rows of the board, one bit per row; valid from the second cycle after `begin_board`.
    pub row_mask: Signal<Out, Bits<SIDE>>,
    /// Columns of the board, one bit per column; valid from the second cycle after `begin_board`.
    pub column_mask: Signal<Out, Bits<SIDE>>,
    /// Cells of a line, padding included, one bit per cell; valid from the third cycle after `begin_board`.
    pub cell_mask: Signal<Out, Bits<SIDE>>,

    /// One cell of each line is cleared in this cycle.
    pub clearing: Signal<Out, Bit>,
    /// Position of the cleared cells in the rows, while `clearing`; those in the columns are at `clear_position` ^ `SlotCells::BESIDE`.
    pub clear_position: Signal<Out, Bits<5>>,
    /// The rows' cleared cells lie beyond the board and become blank instead of unknown, while `clearing`.
    pub blank_rows: Signal<Out, Bit>,
    /// The columns' cleared cells lie beyond the board and become blank instead of unknown, while `clearing`.
    pub blank_columns: Signal<Out, Bit>,

    row_count: Dff<Bits<6>>,
    column_count: Dff<Bits<6>>,
    padded_size: Dff<Bits<6>>,
    group_count: Dff<Bits<6>>,
    row_bits: Dff<Bits<SIDE>>,
    column_bits: Dff<Bits<SIDE>>,
    cell_bits: Dff<Bits<SIDE>>,
    clears: Dff<Bit>,
    clear_at: Dff<Bits<6>>,
    beyond_rows: Dff<Bit>,
    beyond_columns: Dff<Bit>,

    longer: Signal<Local, Bits<6>>,
    rounded: Signal<Local, Bits<6>>,
    clear_next: Signal<Local, Bits<6>>,
    clear_beside: Signal<Local, Bits<6>>,

    /// The columns' cells are cleared at the position of the rows' cells ^ `beside`.
    #[default(constant(SlotCells::<SIDE, CELLS_PER_STEP, LINES>::BESIDE as u64))]
    beside: Constant<Bits<6>>,
    #[default(constant(0))]
    zero: Constant<Bits<6>>,
    #[default(constant(1))]
    one: Constant<Bits<6>>,
    #[default(constant(CELLS_PER_STEP as u64 - 1))]
    last_of_group: Constant<Bits<6>>,
    /// 1 if a group has four cells, 0 if it has two.
    #[default(constant(u64::from(CELLS_PER_STEP == 4)))]
    of_four: Constant<Bits<1>>,
    #[default(constant(1))]
    yes: Constant<Bits<1>>,
    #[default(constant(u64::MAX >> (64 - SIDE)))]
    all: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const LINES: usize> Logic
    for BoardSetup<SIDE, CELLS_PER_STEP, LINES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            row_count,
            column_count,
            padded_size,
            group_count,
            row_bits,
            column_bits,
            cell_bits,
            clears,
            clear_at,
            beyond_rows,
            beyond_columns
        );

        // The longer side, rounded up to whole groups.
        self.longer.next = self.row_count.q.val();
        if self.row_count.q.val() < self.column_count.q.val() {
            self.longer.next = self.column_count.q.val();
        }
        self.rounded.next = self.longer.val() + self.last_of_group.val();
        self.rounded.next = self.rounded.val() & !self.last_of_group.val();
        self.padded_size.d.next = self.rounded.val();
        self.group_count.d.next = self.padded_size.q.val() >> 1;
        if self.of_four.val() == self.yes.val() {
            self.group_count.d.next = self.padded_size.q.val() >> 2;
        }
        self.row_bits.d.next = !(self.all.val() << self.row_count.q.val());
        self.column_bits.d.next = !(self.all.val() << self.column_count.q.val());
        self.cell_bits.d.next = !(self.all.val() << self.padded_size.q.val());

        // One position per cycle. The padded size is valid from the second position on; it is at least 2, so it is not needed before.
        self.clear_next.next = self.clear_at.q.val() + self.one.val();
        self.clear_beside.next = self.clear_next.val() ^ self.beside.val();
        self.beyond_rows.d.next = self.clear_next.val() >= self.column_count.q.val();
        self.beyond_columns.d.next = self.clear_beside.val() >= self.row_count.q.val();
        if self.clears.q.val() {
            self.clear_at.d.next = self.clear_next.val();
            if self.clear_next.val() == self.padded_size.q.val() {
                self.clears.d.next = false;
            }
        }
        if self.begin_board.val() {
            self.row_count.d.next = self.rows.val();
            self.column_count.d.next = self.columns.val();
            self.clears.d.next = true;
            self.clear_at.d.next = self.zero.val();
            self.beyond_rows.d.next = self.zero.val() >= self.columns.val();
            self.beyond_columns.d.next = self.beside.val() >= self.rows.val();
        }
        if self.reset.val() {
            self.clears.d.next = false;
        }

        self.board_rows.next = self.row_count.q.val();
        self.padded.next = self.padded_size.q.val();
        self.groups.next = self.group_count.q.val();
        self.row_mask.next = self.row_bits.q.val();
        self.column_mask.next = self.column_bits.q.val();
        self.cell_mask.next = self.cell_bits.q.val();
        self.clearing.next = self.clears.q.val();
        self.clear_position.next = bit_cast::<5, 6>(self.clear_at.q.val());
        self.blank_rows.next = self.beyond_rows.q.val();
        self.blank_columns.next = self.beyond_columns.q.val();
    }
}

/// Selects the write into the board from outside line logic: the search's write or, while a board begins, the clearing of cells.
/// Interface: combinational.
///
/// Selects the write from outside line logic, on boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardWriter<const SIDE: usize> {
    /// Write of the search.
    pub put: PutIn<SIDE>,
    /// One cell of each line is cleared in this cycle.
    pub clearing: Signal<In, Bit>,
    /// Position of the cleared cells in the rows, with `clearing`; those in the columns are at `clear_position` ^ `SlotCells::BESIDE`.
    pub clear_position: Signal<In, Bits<5>>,
    /// The rows' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_rows: Signal<In, Bit>,
    /// The columns' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_columns: Signal<In, Bit>,
    /// The selected write.
    pub write: WriteOut<SIDE>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant((1 << SIDE) - 1))]
    all: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for BoardWriter<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.write.rows.next = self.put.rows.val() || self.clearing.val();
        self.write.columns.next = self.put.columns.val() || self.clearing.val();
        self.write.marks.next = self.put.value.val() && !self.clearing.val();
        if self.clearing.val() {
            self.write.rows_value.next = self.blank_rows.val();
            self.write.columns_value.next = self.blank_columns.val();
            self.write.position.next = self.clear_position.val();
            self.write.mask.next = self.all.val();
            self.write.filled.next = self.none.val();
        } else {
            self.write.rows_value.next = self.put.value.val();
            self.write.columns_value.next = self.put.value.val();
            self.write.position.next = self.put.position.val();
            self.write.mask.next = self.put.mask.val();
            self.write.filled.next = self.put.filled.val();
        }
        self.write.known.next = self.put.known.val();
        self.write.line.next = self.put.line.val();
        self.write.word.next = self.put.word.val();
    }
}

/// Expands the blocks of a line into the symbols of its automaton.
/// Interface: `block` or `line_end` while `ready`; a block of length k takes k + 1 cycles; `clue` is valid for one cycle, the first after
/// `line_end` in which `bus_taken` is low.
///
/// The loader of clues of up to `SIDE` + 1 symbols after the leading blank.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueLoader<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the current line, and a clue that waits for the bus.
    pub clear: Signal<In, Bit>,
    /// Accepts a block of the current line; only while `ready`.
    pub block: Signal<In, Bit>,
    /// Length of the block in cells, with `block`.
    pub block_length: Signal<In, Bits<6>>,
    /// Ends the current line; only while `ready`.
    pub line_end: Signal<In, Bit>,
    /// Line that ends, with `line_end`: bit 5 is set for a column, bits 4..0 are the position.
    pub line: Signal<In, Bits<6>>,
    /// A finding is on the bus, so no clue can be stored in this cycle.
    pub bus_taken: Signal<In, Bit>,
    /// The loader can accept `block` or `line_end` in this cycle.
    pub ready: Signal<Out, Bit>,

    /// Clue of the line that has ended, for one cycle.
    pub clue: ClueOut<SIDE>,

    /// Number of cells of the block that are still to be expanded.
    remaining: Dff<Bits<6>>,
    /// A block is being expanded.
    expands: Dff<Bit>,
    /// Next symbol of the line, one-hot from symbol 1; 0 if it is symbol `SIDE` + 1.
    symbol: Dff<Bits<SIDE>>,
    symbol_is_top: Dff<Bit>,
    filled: Dff<Bits<SIDE>>,
    pending: Dff<Bit>,
    pending_line: Dff<Bits<6>>,

    shifts: Signal<Local, Bit>,
    is_stored: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
    #[default(constant(1 << (SIDE - 1)))]
    last: Constant<Bits<SIDE>>,
    #[default(constant(1))]
    one: Constant<Bits<6>>,
}

impl<const SIDE: usize> Logic for ClueLoader<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            remaining,
            expands,
            symbol,
            symbol_is_top,
            filled,
            pending,
            pending_line
        );

        self.shifts.next = false;
        if self.expands.q.val() {
            self.filled.d.next = self.filled.q.val() | self.symbol.q.val();
            self.remaining.d.next = self.remaining.q.val() - self.one.val();
            self.expands.d.next = self.remaining.q.val() != self.one.val();
            self.shifts.next = true;
        } else if self.block.val() {
            self.remaining.d.next = self.block_length.val();
            self.expands.d.next = self.block_length.val().any();
            self.shifts.next = self.filled.q.val().any();
        }
        if self.shifts.val() {
            self.symbol.d.next = self.symbol.q.val() << 1;
            self.symbol_is_top.d.next = (self.symbol.q.val() & self.last.val()).any();
        }

        self.is_stored.next = self.pending.q.val() && !self.bus_taken.val();
        if self.line_end.val() {
            self.pending.d.next = true;
            self.pending_line.d.next = self.line.val();
        }
        if self.is_stored.val() || self.clear.val() {
            self.pending.d.next = false;
            self.filled.d.next = self.none.val();
            self.symbol.d.next = self.first.val();
            self.symbol_is_top.d.next = false;
        }
        if self.clear.val() {
            self.expands.d.next = false;
        }

        self.ready.next = !self.expands.q.val() && !self.pending.q.val();
        self.clue.valid.next = self.is_stored.val();
        self.clue.line.next = self.pending_line.q.val();
        self.clue.filled_symbols.next = self.filled.q.val();
        self.clue.last_symbol.next = self.symbol.q.val();
        self.clue.last_is_top.next = self.symbol_is_top.q.val();
    }
}

/// Reads the picture cell by cell for the reply.
/// Interface: `known` and `filled` follow `row` and `column` three cycles later, while no search is running.
///
/// The read port of a picture of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct SolutionReader<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Row of the cell to read.
    pub row: Signal<In, Bits<6>>,
    /// Column of the cell to read.
    pub column: Signal<In, Bits<6>>,
    /// The cell is known, three cycles after `row` and `column`.
    pub known: Signal<Out, Bit>,
    /// The cell is filled, valid with `known`, three cycles after `row` and `column`.
    pub filled: Signal<Out, Bit>,

    /// Status of the last search that ended.
    pub status: Signal<In, Bits<3>>,
    /// Row to read from the board and from the solution buffer.
    pub reply_row: Signal<Out, Bits<5>>,
    /// Known cells of the board's row, one bit per cell, one cycle after `reply_row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Filled cells of the board's row, one bit per cell, one cycle after `reply_row`; valid for the cells in `row_known`.
    pub row_filled: Signal<In, Bits<SIDE>>,
    /// Filled cells of the row in the solution buffer, one bit per cell, one cycle after `reply_row`.
    pub solution_filled: Signal<In, Bits<SIDE>>,

    row_read: Dff<Bits<5>>,
    column_read: Dff<Bits<5>>,
    column_shown: Dff<Bits<5>>,
    cell_known: Dff<Bit>,
    cell_filled: Dff<Bit>,

    solved: Signal<Local, Bit>,
    differs: Signal<Local, Bits<SIDE>>,
    agreed: Signal<Local, Bits<SIDE>>,
    shown_bit: Signal<Local, Bits<SIDE>>,

    #[default(constant(Status::Solved as u64))]
    status_solved: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    status_multiple: Constant<Bits<3>>,
    /// The first position, one-hot.
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for SolutionReader<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            row_read,
            column_read,
            column_shown,
            cell_known,
            cell_filled
        );
        self.row_read.d.next = bit_cast::<5, 6>(self.row.val());
        self.column_read.d.next = bit_cast::<5, 6>(self.column.val());
        self.column_shown.d.next = self.column_read.q.val();
        self.reply_row.next = self.row_read.q.val();

        // Once a first solution has been found, a cell that is known without decisions has its value in every other solution. The cell is
        // certain if the first solution has the same value. If no solution has been found, the buffer is a copy of the board.
        self.solved.next = (self.status.val() == self.status_solved.val())
            || (self.status.val() == self.status_multiple.val());
        self.differs.next = self.row_filled.val() ^ self.solution_filled.val();
        self.agreed.next = self.row_known.val() & !self.differs.val();
        self.shown_bit.next = self.first.val() << self.column_shown.q.val();
        self.cell_known.d.next =
            (self.agreed.val() & self.shown_bit.val()).any() || self.solved.val();
        self.cell_filled.d.next = (self.solution_filled.val() & self.shown_bit.val()).any();
        self.known.next = self.cell_known.q.val();
        self.filled.next = self.cell_filled.q.val();
    }
}
