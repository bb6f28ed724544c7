//! The units of the clue core around line logic and search: size, clues, and cells of a board.

use super::interfaces::{ClueOut, PutIn, WriteOut};
use super::{BESIDE, COLOUR_BITS, COUNT_BITS, GROUP_COUNT_BITS};
use crate::prelude::*;
use nonogram_protocol::Status;

/// Turns the sizes of a board into masks, and clears the cells when a board begins.
/// Interface: `begin_board` with the sizes; each output is valid one to three cycles later; `clearing` lasts one cycle per position.
///
/// Setup of boards of up to `SIDE` x `SIDE` cells, for engines that process `CELLS_PER_STEP` cells per cycle in each direction.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardSetup<const SIDE: usize, const POSITION_BITS: usize, const CELLS_PER_STEP: usize> {
    /// Synchronous reset: stops clearing.
    pub reset: Signal<In, Bit>,
    /// Starts a board: samples its sizes and clears the cells.
    pub begin_board: Signal<In, Bit>,
    /// Number of rows of the board, with `begin_board`.
    pub rows: Signal<In, Bits<COUNT_BITS>>,
    /// Number of columns of the board, with `begin_board`.
    pub columns: Signal<In, Bits<COUNT_BITS>>,

    /// Number of rows of the current board, valid from the cycle after `begin_board`.
    pub board_rows: Dff<Bits<COUNT_BITS>, Out>,
    /// Number of cells per line: the longer side, rounded up to whole groups; valid from the second cycle after `begin_board`.
    pub padded: Dff<Bits<COUNT_BITS>, Out>,
    /// Number of groups of cells per line, valid from the third cycle after `begin_board`.
    pub groups: Dff<Bits<GROUP_COUNT_BITS>, Out>,
    /// Rows of the board, one bit per row; valid from the second cycle after `begin_board`.
    pub row_mask: Dff<Bits<SIDE>, Out>,
    /// Columns of the board, one bit per column; valid from the second cycle after `begin_board`.
    pub column_mask: Dff<Bits<SIDE>, Out>,
    /// Cells of a line, padding included, one bit per cell; valid from the third cycle after `begin_board`.
    pub cell_mask: Dff<Bits<SIDE>, Out>,

    /// One cell of each line is cleared in this cycle.
    pub clearing: Dff<Bit, Out>,
    /// Position of the cleared cells in the rows, while `clearing`; those in the columns are at `clear_position` ^ [`BESIDE`].
    pub clear_position: Signal<Out, Bits<POSITION_BITS>>,
    /// The rows' cleared cells lie beyond the board and become blank instead of unknown, while `clearing`.
    pub blank_rows: Dff<Bit, Out>,
    /// The columns' cleared cells lie beyond the board and become blank instead of unknown, while `clearing`.
    pub blank_columns: Dff<Bit, Out>,

    column_count: Dff<Bits<COUNT_BITS>>,
    clear_at: Dff<Bits<COUNT_BITS>>,

    longer: Signal<Local, Bits<COUNT_BITS>>,
    rounded: Signal<Local, Bits<COUNT_BITS>>,
    clear_next: Signal<Local, Bits<COUNT_BITS>>,

    /// The columns' cells are cleared at the position of the rows' cells ^ `beside`.
    #[default(constant(BESIDE as u64))]
    beside: Constant<Bits<COUNT_BITS>>,
    #[default(constant(CELLS_PER_STEP as u64 - 1))]
    last_of_group: Constant<Bits<COUNT_BITS>>,
    /// 1 if a group has four cells, 0 if it has two.
    #[default(constant(u64::from(CELLS_PER_STEP == 4)))]
    of_four: Constant<Bits<1>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const CELLS_PER_STEP: usize> Logic
    for BoardSetup<SIDE, POSITION_BITS, CELLS_PER_STEP>
{
    #[hdl_gen]
    fn update(&mut self) {
        // The longer side, rounded up to whole groups.
        self.longer.next = self.board_rows.q.val();
        if self.board_rows.q.val() < self.column_count.q.val() {
            self.longer.next = self.column_count.q.val();
        }
        self.rounded.next = self.longer.val() + self.last_of_group.val();
        self.rounded.next = self.rounded.val() & !self.last_of_group.val();
        self.padded.d.next = self.rounded.val();
        self.groups.d.next = bit_cast::<GROUP_COUNT_BITS, COUNT_BITS>(self.padded.q.val() >> 1);
        if self.of_four.val() == 1 {
            self.groups.d.next = bit_cast::<GROUP_COUNT_BITS, COUNT_BITS>(self.padded.q.val() >> 2);
        }
        self.row_mask.d.next = !(!bits::<SIDE>(0) << self.board_rows.q.val());
        self.column_mask.d.next = !(!bits::<SIDE>(0) << self.column_count.q.val());
        self.cell_mask.d.next = !(!bits::<SIDE>(0) << self.padded.q.val());

        // One position per cycle. The padded size is valid from the second position on; it is at least 2, so it is not needed before.
        self.clear_next.next = self.clear_at.q.val() + 1;
        self.blank_rows.d.next = self.clear_next.val() >= self.column_count.q.val();
        self.blank_columns.d.next =
            (self.clear_next.val() ^ self.beside.val()) >= self.board_rows.q.val();
        if self.clearing.q.val() {
            self.clear_at.d.next = self.clear_next.val();
            if self.clear_next.val() == self.padded.q.val() {
                self.clearing.d.next = false;
            }
        }
        if self.begin_board.val() {
            self.board_rows.d.next = self.rows.val();
            self.column_count.d.next = self.columns.val();
            self.clearing.d.next = true;
            self.clear_at.d.next = 0.into();
            self.blank_rows.d.next = bits::<COUNT_BITS>(0) >= self.columns.val();
            self.blank_columns.d.next = self.beside.val() >= self.rows.val();
        }
        if self.reset.val() {
            self.clearing.d.next = false;
        }

        self.clear_position.next = bit_cast::<POSITION_BITS, COUNT_BITS>(self.clear_at.q.val());
    }
}

/// Selects the write into the board from outside line logic: the search's write or, while a board begins, the clearing of cells.
/// Interface: combinational.
///
/// Selects the write from outside line logic, on boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardWriter<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
> {
    /// Write of the search.
    pub put: PutIn<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// One cell of each line is cleared in this cycle.
    pub clearing: Signal<In, Bit>,
    /// Position of the cleared cells in the rows, with `clearing`; those in the columns are at `clear_position` ^ [`BESIDE`].
    pub clear_position: Signal<In, Bits<POSITION_BITS>>,
    /// The rows' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_rows: Signal<In, Bit>,
    /// The columns' cleared cells become blank instead of unknown, with `clearing`.
    pub blank_columns: Signal<In, Bit>,
    /// The selected write.
    pub write: WriteOut<SIDE, POSITION_BITS, VALUES, PLANES>,

    /// The excluded values of a blank cell.
    #[default(from_fn(|value| constant(if value == 0 { 0 } else { u64::MAX >> (64 - SIDE) })))]
    blank: [Constant<Bits<SIDE>>; VALUES],
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUES: usize, const PLANES: usize> Logic
    for BoardWriter<SIDE, POSITION_BITS, VALUES, PLANES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.write.rows.next = self.put.rows.val() || self.clearing.val();
        self.write.columns.next = self.put.columns.val() || self.clearing.val();
        self.write.marks.next = self.put.marks.val() && !self.clearing.val();
        if self.clearing.val() {
            self.write.rows_value.next = self.blank_rows.val();
            self.write.columns_value.next = self.blank_columns.val();
            self.write.position.next = self.clear_position.val();
            self.write.mask.next = !bits::<SIDE>(0);
        } else {
            self.write.rows_value.next = true;
            self.write.columns_value.next = true;
            self.write.position.next = self.put.position.val();
            self.write.mask.next = self.put.mask.val();
        }
        for v in 0..VALUES {
            self.write.excluded[v].next = self.put.excluded[v].val();
            if self.clearing.val() {
                self.write.excluded[v].next = self.blank[v].val();
            }
        }
        self.write.known.next = self.put.known.val();
        self.write.line_column.next = self.put.line_column.val();
        self.write.line.next = self.put.line.val();
        for p in 0..PLANES {
            self.write.planes[p].next = self.put.planes[p].val();
        }
    }
}

/// Turns the blocks of a line into the symbols of its automaton.
/// Interface: `block` or `line_end` while `ready`, one per cycle; `clue` is valid for one cycle, the first after `line_end` in which
/// `bus_taken` is low.
///
/// The loader of clues of up to `SIDE` + 1 symbols after the leading blank, of `COLOURS` colours.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueLoader<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const GAPS: usize,
> {
    /// Discards the current line, and a clue that waits for the bus.
    pub clear: Signal<In, Bit>,
    /// Accepts a block of the current line; only while `ready`.
    pub block: Signal<In, Bit>,
    /// Number of symbols up to the end of the block, with `block`: of the blocks of the line, and of the blanks between them.
    pub block_end: Signal<In, Bits<COUNT_BITS>>,
    /// Colour of the block, with `block`: 1 to `COLOURS`.
    pub block_colour: Signal<In, Bits<COLOUR_BITS>>,
    /// Ends the current line; only while `ready`.
    pub line_end: Signal<In, Bit>,
    /// The line that ends is a column, with `line_end`.
    pub column: Signal<In, Bit>,
    /// Position of the line that ends, with `line_end`.
    pub position: Signal<In, Bits<POSITION_BITS>>,
    /// No clue can be stored in this cycle.
    pub bus_taken: Signal<In, Bit>,
    /// The loader can accept `block` or `line_end` in this cycle.
    pub ready: Signal<Out, Bit>,

    /// Clue of the line that has ended, for one cycle.
    pub clue: ClueOut<SIDE, POSITION_BITS, COLOURS, GAPS>,

    /// Symbols up to the end of the last block.
    reached: Dff<Bits<SIDE>>,
    /// Symbols before the last block.
    preceding: Dff<Bits<SIDE>>,
    /// A block was accepted in the previous cycle, and its symbols are added in this one.
    adds: Dff<Bit>,
    symbols: Array<Dff<Bits<SIDE>>, COLOURS>,
    gaps: Array<Dff<Bits<SIDE>>, GAPS>,
    /// Colour of the last block; a design of one colour has no such register.
    colours: Array<Dff<Bits<COLOUR_BITS>>, GAPS>,
    pending: Dff<Bit>,
    pending_column: Dff<Bit>,
    pending_line: Dff<Bits<POSITION_BITS>>,

    ends: Signal<Local, Bit>,
    same_colour: Signal<Local, Bit>,
    with_next: Signal<Local, Bits<SIDE>>,
    of_colour: Array<Signal<Local, Bit>, COLOURS>,

    #[default(constant(1 << (SIDE - 1)))]
    last: Constant<Bits<SIDE>>,
    #[default(from_fn(|colour| constant(colour as u64 + 1)))]
    numbers: [Constant<Bits<COLOUR_BITS>>; COLOURS],
}

impl<const SIDE: usize, const POSITION_BITS: usize, const COLOURS: usize, const GAPS: usize> Logic
    for ClueLoader<SIDE, POSITION_BITS, COLOURS, GAPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.next = (self.pending.q.val() && !self.bus_taken.val()) || self.clear.val();
        self.with_next.next = (self.reached.q.val() << 1) | 1;

        // Between blocks of the same colour there is the symbol of a blank; between others an optional blank after the previous symbol.
        self.same_colour.next = true;
        for g in 0..GAPS {
            self.same_colour.next = self.colours[g].q.val() == self.block_colour.val();
        }
        self.adds.d.next = self.block.val() && !self.clear.val();
        if self.block.val() {
            self.reached.d.next = !(!bits::<SIDE>(0) << self.block_end.val());
            self.preceding.d.next = self.reached.q.val();
            if self.reached.q.val().get_bit(0) && self.same_colour.val() {
                self.preceding.d.next = self.with_next.val();
            }
        }
        for g in 0..GAPS {
            if self.block.val() {
                self.colours[g].d.next = self.block_colour.val();
                if !self.same_colour.val() {
                    self.gaps[g].d.next = self.gaps[g].q.val()
                        | (self.reached.q.val() & !(self.reached.q.val() >> 1));
                }
            }
            if self.ends.val() {
                self.gaps[g].d.next = 0.into();
            }
            self.clue.gaps[g].next = self.gaps[g].q.val();
        }
        for c in 0..COLOURS {
            self.of_colour[c].next = true;
            for g in 0..GAPS {
                self.of_colour[c].next = self.colours[g].q.val() == self.numbers[c].val();
            }
            if self.adds.q.val() && self.of_colour[c].val() {
                self.symbols[c].d.next =
                    self.symbols[c].q.val() | (self.reached.q.val() & !self.preceding.q.val());
            }
            if self.ends.val() {
                self.symbols[c].d.next = 0.into();
            }
            self.clue.symbols[c].next = self.symbols[c].q.val();
        }

        if self.line_end.val() {
            self.pending.d.next = true;
            self.pending_column.d.next = self.column.val();
            self.pending_line.d.next = self.position.val();
        }
        if self.ends.val() {
            self.pending.d.next = false;
            self.reached.d.next = 0.into();
        }

        self.ready.next = !self.pending.q.val();
        self.clue.valid.next = self.pending.q.val() && !self.bus_taken.val();
        self.clue.column.next = self.pending_column.q.val();
        self.clue.position.next = self.pending_line.q.val();
        self.clue.last_symbol.next = self.with_next.val() & !self.reached.q.val();
        self.clue.last_is_top.next = (self.reached.q.val() & self.last.val()).any();
    }
}

/// Reads the picture cell by cell for the reply.
/// Interface: `known` and `value` follow `row` and `column` three cycles later, while no search is running.
///
/// The read port of a picture of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct SolutionReader<const SIDE: usize, const POSITION_BITS: usize, const VALUE_BITS: usize> {
    /// Row of the cell to read.
    pub row: Signal<In, Bits<POSITION_BITS>>,
    /// Column of the cell to read.
    pub column: Signal<In, Bits<POSITION_BITS>>,
    /// The cell is known, three cycles after `row` and `column`.
    pub known: Dff<Bit, Out>,
    /// Value of the cell, valid with `known`, three cycles after `row` and `column`: 0 is blank, otherwise the number of the colour.
    pub value: Signal<Out, Bits<COLOUR_BITS>>,

    /// Status of the last search that ended.
    pub status: Signal<In, Bits<3>>,
    /// Row to read from the board and from the solution buffer.
    pub reply_row: Dff<Bits<POSITION_BITS>, Out>,
    /// Known cells of the board's row, one bit per cell, one cycle after `reply_row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Values of the cells of the board's row, one word per bit of the value, one cycle after `reply_row`; valid for the cells in
    /// `row_known`.
    pub row_values: Array<Signal<In, Bits<SIDE>>, VALUE_BITS>,
    /// Values of the row in the solution buffer, one word per bit of the value, one cycle after `reply_row`.
    pub solution_values: Array<Signal<In, Bits<SIDE>>, VALUE_BITS>,

    column_read: Dff<Bits<POSITION_BITS>>,
    column_shown: Dff<Bits<POSITION_BITS>>,
    cell_value: Array<Dff<Bit>, VALUE_BITS>,

    solved: Signal<Local, Bit>,
    agreed: Signal<Local, Bits<SIDE>>,
    shown_bit: Signal<Local, Bits<SIDE>>,
    shown_value: Signal<Local, Bits<COLOUR_BITS>>,

    #[default(constant(Status::Solved as u64))]
    status_solved: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    status_multiple: Constant<Bits<3>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUE_BITS: usize> Logic
    for SolutionReader<SIDE, POSITION_BITS, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.reply_row.d.next = self.row.val();
        self.column_read.d.next = self.column.val();
        self.column_shown.d.next = self.column_read.q.val();

        // Once a first solution has been found, a cell that is known without decisions has its value in every other solution. The cell is
        // certain if the first solution has the same value. If no solution has been found, the buffer is a copy of the board.
        self.solved.next = (self.status.val() == self.status_solved.val())
            || (self.status.val() == self.status_multiple.val());
        self.agreed.next = self.row_known.val();
        self.shown_bit.next = bits::<SIDE>(1) << self.column_shown.q.val();
        self.shown_value.next = 0.into();
        for i in 0..VALUE_BITS {
            self.agreed.next =
                self.agreed.val() & !(self.row_values[i].val() ^ self.solution_values[i].val());
            self.cell_value[i].d.next =
                (self.solution_values[i].val() & self.shown_bit.val()).any();
            self.shown_value.next =
                self.shown_value.val().replace_bit(i, self.cell_value[i].q.val());
        }
        self.known.d.next = (self.agreed.val() & self.shown_bit.val()).any() || self.solved.val();
        self.value.next = self.shown_value.val();
    }
}
