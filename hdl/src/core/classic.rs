//! The classic core: one option per cycle, line by line, and the verdict on the board.
//! Interface: `Classic` receives the options of a board and solves it; `Verdict` decides when it ends.

use super::{BoardCells, LINE, LINES, POSITION, Visitor};
use crate::prelude::*;
use nonogram_protocol::Status;

/// The classic core: all lines circulate through one option store and one visitor that eliminates options.
/// Interface: `store_*` and `count_*` write a board; `start` solves it; `done` reports a status; `select` reads a row of cells.
///
/// Classic core for boards of up to `S` x `S` cells; see [`Visitor`] for the other parameters.
#[derive(LogicBlock, Default)]
pub struct Classic<const S: usize, const AW: usize, const PW: usize, const CW: usize> {
    /// Aborts the board.
    pub reset: Signal<In, Bit>,
    /// Starts a board; ignored by the classic core, but used by the parallel core.
    pub begin_board: Signal<In, Bit>,
    /// Solves the stored board: high for one cycle.
    pub start: Signal<In, Bit>,
    /// Number of words in the store, sampled with `start`.
    pub words: Signal<In, Bits<PW>>,
    /// Number of lines of the board, sampled with `start`.
    pub lines: Signal<In, Bits<LINES>>,
    /// Cells that exist in a row, one bit per cell; stable while `running`.
    pub row_mask: Signal<In, Bits<S>>,
    /// Cells that exist in a column, one bit per cell; stable while `running`.
    pub column_mask: Signal<In, Bits<S>>,
    /// The core has reached a verdict: high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Verdict, valid with `done`: solved, unsolvable or stalled.
    pub status: Signal<Out, Bits<3>>,
    /// The core is solving.
    pub running: Signal<Out, Bit>,
    /// A new board must wait until the reply to the last one has been read out; always low in the classic core.
    pub keeps_board: Signal<Out, Bit>,

    /// Writes `store_data` into the store; only while not `running`.
    pub store_write: Signal<In, Bit>,
    /// Address of the word to store, valid with `store_write`.
    pub store_address: Signal<In, Bits<AW>>,
    /// Word to store, valid with `store_write`: a header (column flag in bit 15, position in the low bits) or an option (cell 0 in bit 0).
    pub store_data: Signal<In, Bits<16>>,
    /// The word to store is a header; ignored by the classic core, which locates headers by the option counts.
    pub store_header: Signal<In, Bit>,
    /// Writes `count_data` as a line's option count; only while not `running`.
    pub count_write: Signal<In, Bit>,
    /// Line of the option count, valid with `count_write`: column flag and position.
    pub count_line: Signal<In, Bits<LINE>>,
    /// Number of options of the line, valid with `count_write`.
    pub count_data: Signal<In, Bits<CW>>,

    /// Fetches a row of the board; ignored while `running`; two cycles of latency.
    pub select: Signal<In, Bit>,
    /// Position of the row to fetch, valid with `select`.
    pub select_position: Signal<In, Bits<POSITION>>,
    /// Known cells of the row fetched last, cell 0 in bit 0; while `running`, of the line that the visitor fetched last.
    pub known: Signal<Out, Bits<S>>,
    /// Filled cells among `known`.
    pub assigned: Signal<Out, Bits<S>>,

    /// Option store.
    pub store: Store<16, AW, LONGEST>,
    /// Option count of each line.
    pub counts: Ram<CW, LINE>,
    /// Known and filled cells of the board.
    pub cells: BoardCells<S>,
    /// Visit pipeline.
    pub visitor: Visitor<S, AW, PW, CW>,
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize> Logic
    for Classic<S, AW, PW, CW>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.visitor.reset.next = self.reset.val();
        self.visitor.start.next = self.start.val();
        self.visitor.words.next = self.words.val();
        self.visitor.lines.next = self.lines.val();
        self.visitor.row_mask.next = self.row_mask.val();
        self.visitor.column_mask.next = self.column_mask.val();
        self.done.next = self.visitor.done.val();
        self.status.next = self.visitor.status.val();
        self.running.next = self.visitor.running.val();
        self.keeps_board.next = false;

        self.store.read_enable.next = self.visitor.read.val();
        self.store.read_address.next = self.visitor.read_address.val();
        self.store.advance.next = self.visitor.advance.val();
        self.visitor.word.next = self.store.word.val();
        self.store.write_enable.next = self.visitor.write.val();
        self.store.write_address.next = self.visitor.write_address.val();
        self.store.write_data.next = self.visitor.write_data.val();
        if !self.visitor.running.val() {
            self.store.write_enable.next = self.store_write.val();
            self.store.write_address.next = self.store_address.val();
            self.store.write_data.next = self.store_data.val();
        }

        self.counts.read_enable.next = self.visitor.count_read.val();
        self.counts.read_address.next = self.visitor.count_read_line.val();
        self.visitor.count.next = self.counts.read_data.val();
        self.counts.write_enable.next = self.visitor.count_write.val();
        self.counts.write_address.next = self.visitor.count_write_line.val();
        self.counts.write_data.next = self.visitor.new_count.val();
        if !self.visitor.running.val() {
            self.counts.write_enable.next = self.count_write.val();
            self.counts.write_address.next = self.count_line.val();
            self.counts.write_data.next = self.count_data.val();
        }

        self.cells.clear.next = self.start.val();
        self.cells.write.next = self.visitor.learn.val();
        self.cells.write_position.next = self.visitor.learn_position.val();
        self.cells.write_column.next = self.visitor.learn_column.val();
        self.cells.write_known.next = self.visitor.learn_known.val();
        self.cells.write_assigned.next = self.visitor.learn_assigned.val();
        self.cells.select.next = self.visitor.select.val();
        self.cells.select_position.next = self.visitor.select_position.val();
        self.cells.select_column.next = self.visitor.select_column.val();
        if !self.visitor.running.val() {
            self.cells.select.next = self.select.val();
            self.cells.select_position.next = self.select_position.val();
            self.cells.select_column.next = false;
        }
        self.visitor.known.next = self.cells.line_known.val();
        self.visitor.assigned.next = self.cells.line_assigned.val();
        self.known.next = self.cells.line_known.val();
        self.assigned.next = self.cells.line_assigned.val();
    }
}

/// Decides, at the end of each visit, whether the board has a verdict.
/// Interface: `start` with the number of lines; `visit` with its outcome; `ended` and `status` in the same cycle as `visit`.
///
/// Counts the lines left, and the consecutive visits without progress.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// A board begins.
    pub start: Signal<In, Bit>,
    /// Number of lines of the board, sampled with `start`.
    pub lines: Signal<In, Bits<LINES>>,
    /// A visit has ended; `any`, `many` and `productive` hold its outcome.
    pub visit: Signal<In, Bit>,
    /// The visited line has at least one option left; valid with `visit`.
    pub any: Signal<In, Bit>,
    /// The visited line has at least two different options left; valid with `visit`.
    pub many: Signal<In, Bit>,
    /// The visit eliminated an option or found a cell; valid with `visit` and `many`.
    pub productive: Signal<In, Bit>,
    /// The board has a verdict: high for one cycle.
    pub ended: Signal<Out, Bit>,
    /// Verdict, valid with `ended`: solved, unsolvable or stalled.
    pub status: Signal<Out, Bits<3>>,
    lines_left: Dff<Bits<LINES>>,
    quiet: Dff<Bits<LINES>>,
    next_quiet: Signal<Local, Bits<LINES>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        // Unsolvable when a line has no option; solved when no line is left; stalled when a whole round made no progress.
        self.next_quiet.next = self.quiet.q.val() + 1;
        self.ended.next = false;
        self.status.next = self.solved.val();
        if self.visit.val() {
            if !self.any.val() {
                self.ended.next = true;
                self.status.next = self.unsolvable.val();
            } else if !self.many.val() {
                self.quiet.d.next = 0.into();
                self.lines_left.d.next = self.lines_left.q.val() - 1;
                self.ended.next = self.lines_left.q.val() == 1;
            } else if self.productive.val() {
                self.quiet.d.next = 0.into();
            } else {
                self.quiet.d.next = self.next_quiet.val();
                self.ended.next = self.next_quiet.val() == self.lines_left.q.val();
                self.status.next = self.stalled.val();
            }
        }
        if self.start.val() {
            self.lines_left.d.next = self.lines.val();
            self.quiet.d.next = 0.into();
        }
    }
}
