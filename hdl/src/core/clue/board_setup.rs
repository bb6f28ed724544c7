//! Turns the sizes of a board into masks, and clears the cells when a board begins.
//! Interface: `begin_board` with the sizes; each output is valid one to three cycles later; `clearing` lasts one cycle per position.
//! Source: own; masks and comparisons are registered, for timing.

use super::SlotCells;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

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
