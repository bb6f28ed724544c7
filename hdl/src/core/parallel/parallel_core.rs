//! The parallel core: two sides that share the board, and the verdict.
//! Interface: `begin_board`, then a board's words as they are received; `start` solves the board; `done` reports a status; `select` reads a row.
//! Source: the stated goal of the published design ("two FIFOs, one for rows and one for columns").

use super::super::{FLAG, LINE, LINE_FLAG, LINES, POSITION};
use super::{CellArray, PLACE, Side};
use crate::prelude::*;
use nonogram_protocol::Status;

/// Parallel core for boards of up to `S` x `S` cells and 2^`AW` words (`PW` = `AW` + 1), with option counts of `CW` bits;
/// see [`Side`] for the other parameters.
#[derive(LogicBlock, SmartDefault)]
pub struct Parallel<
    const S: usize,
    const AW: usize,
    const PW: usize,
    const CW: usize,
    const L: usize,
    const OW: usize,
    const LW: usize,
> {
    /// Aborts the board.
    pub reset: Signal<In, Bit>,
    /// Starts a board; discards the previous one.
    pub begin_board: Signal<In, Bit>,
    /// The board is complete: solves it; high for one cycle.
    pub start: Signal<In, Bit>,
    /// Cells that exist in a row, one bit per cell; stable from the first word of a board to `done`.
    pub row_mask: Signal<In, Bits<S>>,
    /// Cells that exist in a column, one bit per cell; stable from the first word of a board to `done`.
    pub column_mask: Signal<In, Bits<S>>,
    /// The core has reached a verdict: high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Verdict, valid with `done`: solved, unsolvable or stalled.
    pub status: Signal<Out, Bits<3>>,
    /// The core is solving.
    pub running: Signal<Out, Bit>,
    /// A new board must wait until the reply to the last one has been read out, because both use the same cells; always high in this core.
    pub keeps_board: Signal<Out, Bit>,
    /// At least one visit other than a first visit has ended, and the cells include its result.
    pub visited: Dff<Bit, Out>,

    /// Number of words received; ignored by the parallel core, whose lanes count their options.
    pub words: Signal<In, Bits<PW>>,
    /// Number of lines of the board; ignored by the parallel core.
    pub lines: Signal<In, Bits<LINES>>,
    /// A word is received, between `begin_board` and `start`; only while not `running`.
    pub store_write: Signal<In, Bit>,
    /// Address of the word in a single store; ignored by the parallel core.
    pub store_address: Signal<In, Bits<AW>>,
    /// Received word, valid with `store_write`; an option has cell 0 in bit 0.
    pub store_data: Signal<In, Bits<16>>,
    /// High: the word is a header and begins a line; low: it is an option. Valid with `store_write`.
    pub store_header: Signal<In, Bit>,
    /// The line at `count_line` ends; in a legal board its last option is received in the same cycle. It ends only while not `running`.
    pub count_write: Signal<In, Bit>,
    /// Line of the received word, or line that ends: column flag and position; valid with `store_write` or `count_write`.
    pub count_line: Signal<In, Bits<LINE>>,
    /// Number of options of the line; ignored by the parallel core.
    pub count_data: Signal<In, Bits<CW>>,

    /// Fetches a row of the board; only between `done` and the next `begin_board`; two cycles of latency.
    pub select: Signal<In, Bit>,
    /// Position of the row to fetch, valid with `select`.
    pub select_position: Signal<In, Bits<POSITION>>,
    /// Known cells of the row fetched last, cell 0 in bit 0; valid from two cycles after `select` until the next `select` or `begin_board`.
    pub known: Signal<Out, Bits<S>>,
    /// Filled cells among `known`.
    pub assigned: Signal<Out, Bits<S>>,

    /// Side of the rows.
    pub rows: Boxed<Side<S, L, OW, LW>>,
    /// Side of the columns.
    pub columns: Boxed<Side<S, L, OW, LW>>,
    /// Known and filled cells of the board.
    pub cells: CellArray<S>,
    starting: Dff<Bit>,
    active: Dff<Bit>,
    failed: Dff<Bit>,
    settled: Dff<Bit>,

    at_row: Signal<Local, Bit>,
    at_column: Signal<Local, Bit>,
    place: Signal<Local, Bits<PLACE>>,
    row_place: Signal<Local, Bits<PLACE>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
    #[default(constant(LINE_FLAG))]
    line_flag: Constant<Bits<FLAG>>,
}

impl<
    const S: usize,
    const AW: usize,
    const PW: usize,
    const CW: usize,
    const L: usize,
    const OW: usize,
    const LW: usize,
> Logic for Parallel<S, AW, PW, CW, L, OW, LW>
{
    #[hdl_gen]
    fn update(&mut self) {
        // A received word is forwarded to its side, which visits the line as it arrives.
        self.at_column.next = self.count_line.val().get_bit(self.line_flag.val().index());
        self.at_row.next = !self.at_column.val();
        self.place.next = bit_cast::<PLACE, LINE>(self.count_line.val());
        self.row_place.next = self.place.val();
        if self.select.val() {
            self.row_place.next = bit_cast::<PLACE, POSITION>(self.select_position.val());
        }
        self.rows.arrive_header.next =
            self.store_write.val() && self.store_header.val() && self.at_row.val();
        self.rows.arrive.next =
            self.store_write.val() && !self.store_header.val() && self.at_row.val();
        self.rows.arrive_last.next = self.count_write.val() && self.at_row.val();
        self.rows.arrive_word.next = bit_cast::<S, 16>(self.store_data.val());
        self.rows.place.next = self.row_place.val();
        self.rows.show.next = self.select.val();
        self.rows.mask.next = self.row_mask.val();
        self.columns.arrive_header.next =
            self.store_write.val() && self.store_header.val() && self.at_column.val();
        self.columns.arrive.next =
            self.store_write.val() && !self.store_header.val() && self.at_column.val();
        self.columns.arrive_last.next = self.count_write.val() && self.at_column.val();
        self.columns.arrive_word.next = bit_cast::<S, 16>(self.store_data.val());
        self.columns.place.next = self.place.val();
        self.columns.show.next = false;
        self.columns.mask.next = self.column_mask.val();

        // Both sides read and write the board.
        self.cells.row_mask.next = self.row_mask.val();
        self.cells.column_mask.next = self.column_mask.val();
        self.cells.row.next = self.rows.look.val();
        self.rows.look_known.next = self.cells.row_known.val();
        self.rows.look_assigned.next = self.cells.row_assigned.val();
        self.cells.column.next = self.columns.look.val();
        self.columns.look_known.next = self.cells.column_known.val();
        self.columns.look_assigned.next = self.cells.column_assigned.val();
        self.cells.learn_row.next = self.rows.learn.val();
        self.cells.learn_row_known.next = self.rows.learn_known.val();
        self.cells.learn_row_assigned.next = self.rows.learn_assigned.val();
        self.cells.learn_column.next = self.columns.learn.val();
        self.cells.learn_column_known.next = self.columns.learn_known.val();
        self.cells.learn_column_assigned.next = self.columns.learn_assigned.val();
        self.columns.mark.next = self.rows.fresh.val();
        self.rows.mark.next = self.columns.fresh.val();
        self.known.next = self.rows.known.val();
        self.assigned.next = self.rows.assigned.val();

        // `start` is combinational, so `starting` registers it: a pipeline register, for timing. The sides run from the second cycle after
        // `start`. All first visits have ended by then, because the CRC of a line's last message delays the next message by 16 cycles.
        self.starting.d.next = self.start.val();
        self.rows.run.next = self.active.q.val();
        self.columns.run.next = self.active.q.val();
        self.running.next = self.starting.q.val() || self.active.q.val();
        self.visited.d.next =
            self.active.q.val() && (self.rows.ended.val() || self.columns.ended.val());
        self.keeps_board.next = true;

        // The board has ended when a line has no option, or when no line is left to visit.
        self.settled.d.next =
            self.active.q.val() && !self.rows.waiting.val() && !self.columns.waiting.val();
        self.failed.d.next =
            self.failed.q.val() || self.rows.failed.val() || self.columns.failed.val();
        self.done.next = self.active.q.val() && (self.settled.q.val() || self.failed.q.val());
        self.status.next = self.stalled.val();
        if self.cells.complete.val() {
            self.status.next = self.solved.val();
        }
        if self.failed.q.val() {
            self.status.next = self.unsolvable.val();
        }

        self.cells.clear.next = self.begin_board.val();
        self.rows.clear.next = self.begin_board.val() || self.done.val() || self.reset.val();
        self.columns.clear.next = self.begin_board.val() || self.done.val() || self.reset.val();
        if self.starting.q.val() {
            self.active.d.next = true;
        }
        if self.done.val() || self.reset.val() {
            self.active.d.next = false;
            self.starting.d.next = false;
        }
        if self.begin_board.val() || self.reset.val() || self.done.val() {
            self.settled.d.next = false;
            self.failed.d.next = false;
        }
    }
}
