//! Reads the picture cell by cell for the reply.
//! Interface: `known` and `filled` follow `row` and `column` three cycles later, while no search is running.
//! Source: own; address, word and bit each take one cycle.

use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

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
