//! The search: probing with selective repeat, branching and the verdict. Structural: the controller, and the units that it commands.
//! Interface: `request.start` begins; the board is read through `read` and written through `put`; `done` with `status` ends.
//! `docs/reference/clue-core.md` describes each unit.

mod cell_writer;
mod clock_limit;
mod control;
mod current_cell;
mod gains;
mod harvest;
mod news;
mod row_reader;
mod row_scanner;
mod solution_buffer;
mod trail;
mod trail_writer;
mod verdict;

pub use cell_writer::CellWriter;
pub use clock_limit::ClockLimit;
pub use control::{Control, State, Undoing};
pub use current_cell::CurrentCell;
pub use gains::Gains;
pub use harvest::Harvest;
pub use news::News;
pub use row_reader::RowReader;
pub use row_scanner::RowScanner;
pub use solution_buffer::SolutionBuffer;
pub use trail::Trail;
pub use trail_writer::TrailWriter;
pub use verdict::Verdict;

use super::interfaces::{
    BranchOut, CellIn, CellOut, CurrentIn, FindingIn, NoteIn, Peers, PutOut, ReadOut, SearchRequest,
};
use crate::widgets::{constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Entries of the trail that are free when it is full: room for those that are pushed while the search ends.
const RESERVE: u64 = 64;

/// The search on boards of up to `SIDE` x `SIDE` cells, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Search<const SIDE: usize, const TRAIL_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Ends the search without a verdict.
    pub clear: Signal<In, Bit>,
    /// What to search for, and when to stop.
    pub request: SearchRequest,
    /// A search is running: from the cycle after `request.start` to the one before `done`.
    pub running: Signal<Out, Bit>,
    /// The search has ended: one cycle.
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, from `done` on.
    pub status: Signal<Out, Bits<3>>,

    /// Rows of the board.
    pub rows: Signal<In, Bits<6>>,
    /// Cells of a line, padded to whole groups.
    pub padded: Signal<In, Bits<6>>,
    /// Rows of the board, one bit per row.
    pub row_mask: Signal<In, Bits<SIDE>>,
    /// Columns of the board, one bit per column.
    pub column_mask: Signal<In, Bits<SIDE>>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// The finding on the bus.
    pub finding: FindingIn<SIDE>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<In, Bit>,
    /// A visit has found a contradiction.
    pub conflict: Signal<In, Bit>,
    /// Rows of which every cell is known, one bit per row.
    pub complete_rows: Signal<In, Bits<SIDE>>,
    /// The board, read by rows and columns; without a search the row is that of the reply.
    pub read: ReadOut<SIDE>,
    /// Writes into the board.
    pub put: PutOut<SIDE>,
    /// Ends all visits and clears all marks.
    pub abort: Signal<Out, Bit>,
    /// Row of the reply.
    pub reply_row: Signal<In, Bits<5>>,
    /// Filled cells of that row in the solution buffer, one bit per cell, one cycle after `reply_row`.
    pub solution_filled: Signal<Out, Bits<SIDE>>,

    /// Progress of all probers.
    pub peers: Peers,
    /// A probe of this search is refuted in this cycle: its cell and value.
    pub refuted: CellOut<SIDE>,
    /// The refuted probe that is broadcast to all probers, until all are settled.
    pub fact: CellIn<SIDE>,
    /// The best cell of this search to branch on.
    pub best: BranchOut<SIDE>,
    /// The best cell of all probers to branch on, with the value that is tried first.
    pub branch: CellIn<SIDE>,

    /// The current value of the current cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// A decision is made in this cycle.
    pub decides: Signal<Out, Bit>,
    /// An entry of the trail is undone in this cycle.
    pub undoes: Signal<Out, Bit>,

    control: Control,
    current_cell: CurrentCell<SIDE>,
    cell_writer: CellWriter<SIDE>,
    trail: Trail<SIDE, TRAIL_BITS, RESERVE>,
    trail_writer: TrailWriter<SIDE, TRAIL_BITS>,
    row_reader: RowReader<SIDE>,
    row_scanner: RowScanner<SIDE>,
    news: News<SIDE>,
    harvest: Harvest<SIDE>,
    gains: Gains<SIDE, TRAIL_BITS>,
    clock_limit: ClockLimit,
    solution_buffer: SolutionBuffer<SIDE>,
    verdict: Verdict,

    #[default(constant(1))]
    line_logic: Constant<Bits<2>>,
    #[default(constant(2))]
    first_solution: Constant<Bits<2>>,
}

inputs!(Search<SIDE, TRAIL_BITS>, [const SIDE: usize, const TRAIL_BITS: usize]:
    clear, request.start, request.mode, request.limit, request.cancel, rows, padded, row_mask, column_mask, cell_mask,
    finding.valid, finding.line, finding.learned, finding.known_before, quiet, conflict, complete_rows,
    read.row_known, read.row_filled, read.column_known, reply_row, peers.share, peers.last_share, peers.all_settled,
    peers.all_exhausted, fact.valid, fact.row, fact.column_bit, fact.value, branch.valid, branch.row, branch.column_bit, branch.value);

impl<const SIDE: usize, const TRAIL_BITS: usize> Logic for Search<SIDE, TRAIL_BITS> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        clock!(
            self,
            clock,
            control,
            current_cell,
            cell_writer,
            trail,
            trail_writer,
            row_reader,
            row_scanner,
            news,
            harvest,
            gains,
            clock_limit,
            solution_buffer,
            verdict
        );

        self.control.clear.next = self.clear.val();
        self.control.start.next = self.request.start.val();
        self.control.line_logic.next = self.request.mode.val() == self.line_logic.val();
        self.control.first_solution.next = self.request.mode.val() == self.first_solution.val();
        self.control.cancel.next = self.request.cancel.val();
        self.control.expires.next = self.clock_limit.expires.val();
        self.control.trail_full.next = self.trail.full.val();
        self.control.quiet.next = self.quiet.val();
        self.control.conflict.next = self.conflict.val();
        self.control.complete.next = self.row_reader.complete.val();
        self.control.noting.next = self.trail_writer.note.valid.val();
        self.control.decided.next = self.trail_writer.decided.val();
        self.control.at_mark.next = self.trail_writer.at_mark.val();
        self.control.at_first.next = self.trail_writer.at_first.val();
        self.control.top_is_decision.next = self.trail.tag.val().get_bit(6);
        self.control.filled_consistent.next = self.row_scanner.filled_consistent.val();
        self.control.blank_consistent.next = self.row_scanner.blank_consistent.val();
        self.control.rows_left.next = self.harvest.rows_left.val();
        self.control.hit.next = self.row_scanner.hit.val();
        self.control.widens.next = self.row_scanner.widens.val();
        self.control.last_row.next = self.row_scanner.last_row.val();
        self.control.news_left.next = self.news.any.val();
        self.control.saved.next = self.solution_buffer.saved.val();
        self.control.all_settled.next = self.peers.all_settled.val();
        self.control.all_exhausted.next = self.peers.all_exhausted.val();
        self.control.fact_valid.next = self.fact.valid.val();
        self.control.branch_valid.next = self.branch.valid.val();
        self.running.next = self.control.running.val();
        self.probing.next = self.control.probing.val();
        self.abort.next = self.control.abort.val();
        self.decides.next = self.control.decide.val();
        self.undoes.next = self.control.undo.val();
        self.peers.settled.next = self.control.settled.val();
        self.peers.exhausted.next = self.control.exhausted.val();

        self.current_cell.select_hit.next = self.control.select_hit.val();
        self.current_cell.hit_row.next = bit_cast::<5, 6>(self.row_scanner.row.val());
        self.current_cell.hit_column_bit.next = self.row_scanner.column_bit.val();
        self.current_cell.select_branch.next = self.control.select_branch.val();
        CellIn::<SIDE>::link(&mut self.branch, &mut self.current_cell.branch);
        self.current_cell.select_decision.next = self.control.select_decision.val();
        self.current_cell.decision_row.next = bit_cast::<5, 8>(self.trail.tag.val());
        self.current_cell.decision_column_bit.next = self.trail.word.val();
        self.current_cell.decision_value.next = self.trail.tag.val().get_bit(7);
        self.current_cell.select_fact.next = self.control.select_fact.val();
        CellIn::<SIDE>::link(&mut self.fact, &mut self.current_cell.fact);
        self.current_cell.fill_value.next = self.control.fill_value.val();
        self.current_cell.choose_value.next = self.control.choose_value.val();
        self.current_cell.blank_consistent.next = self.row_scanner.blank_consistent.val();
        self.current_cell.flip_value.next = self.control.flip_value.val();
        self.refuted.valid.next = self.control.refutes.val();
        self.refuted.row.next = self.current_cell.cell.row.val();
        self.refuted.column_bit.next = self.current_cell.cell.column_bit.val();
        self.refuted.value.next = self.current_cell.cell.value.val();

        self.cell_writer.clear.next = self.clear.val();
        self.cell_writer.cell_mask.next = self.cell_mask.val();
        self.cell_writer.write_for_column.next = self.control.fetch.val();
        self.cell_writer.write_for_row.next = self.control.write_row.val();
        CurrentIn::<SIDE>::join(&mut self.cell_writer.cell, &mut self.current_cell.cell);
        self.cell_writer.undo.next = self.control.undo.val();
        self.cell_writer.entry_tag.next = self.trail.tag.val();
        self.cell_writer.entry_word.next = self.trail.word.val();
        PutOut::<SIDE>::link(&mut self.put, &mut self.cell_writer.put);

        self.trail.clear.next = self.request.start.val()
            || (self.control.begin_scan.val() && !self.trail_writer.decided.val());
        self.trail.push.next = self.trail_writer.push.val();
        self.trail.push_tag.next = self.trail_writer.push_tag.val();
        self.trail.push_word.next = self.trail_writer.push_word.val();
        self.trail.pop.next = self.control.undo.val();
        self.trail_writer.start.next = self.request.start.val();
        FindingIn::<SIDE>::link(&mut self.finding, &mut self.trail_writer.finding);
        self.trail_writer.fetch.next = self.control.fetch.val();
        self.trail_writer.write_row.next = self.control.write_row.val();
        self.trail_writer.write_column.next = self.control.write_column.val();
        self.trail_writer.decide.next = self.control.decide.val();
        self.trail_writer.pop_decision.next = self.control.select_decision.val();
        self.trail_writer.forget_decisions.next = self.control.forget_decisions.val();
        self.trail_writer.begin_probe.next = self.control.begin_probe.val();
        CurrentIn::<SIDE>::join(&mut self.trail_writer.cell, &mut self.current_cell.cell);
        self.trail_writer.row_known.next = self.read.row_known.val();
        self.trail_writer.column_known.next = self.read.column_known.val();
        self.trail_writer.top.next = self.trail.top.val();

        self.row_reader.read_cell.next = self.control.read_cell.val();
        self.row_reader.cell_row.next = self.current_cell.cell.row.val();
        self.row_reader.read_harvest.next = self.control.read_harvest.val();
        self.row_reader.harvest_row.next = self.harvest.row.val();
        self.row_reader.read_scan.next = self.control.read_scan.val();
        self.row_reader.scan_row.next = self.row_scanner.read_row.val();
        self.row_reader.read_save.next = self.control.read_save.val();
        self.row_reader.save_row.next = self.solution_buffer.read_row.val();
        self.row_reader.reply_row.next = self.reply_row.val();
        self.row_reader.row_mask.next = self.row_mask.val();
        self.row_reader.complete_rows.next = self.complete_rows.val();
        self.read.row.next = self.row_reader.row.val();
        self.read.column.next = self.current_cell.cell.column.val();

        self.row_scanner.rewind.next = self.control.rewind_scan.val();
        self.row_scanner.hold.next = self.control.hold_scan.val();
        self.row_scanner.scan.next = self.control.read_scan.val();
        self.row_scanner.judge.next = self.control.judge.val();
        self.row_scanner.any.next = self.control.take_any.val();
        self.row_scanner.rows.next = self.rows.val();
        self.row_scanner.column_mask.next = self.column_mask.val();
        self.row_scanner.share.next = self.peers.share.val();
        self.row_scanner.last_share.next = self.peers.last_share.val();
        self.row_scanner.row_known.next = self.read.row_known.val();
        self.row_scanner.news.next = self.news.row_news.val();
        self.row_scanner.filled.next = self.harvest.filled.val();
        self.row_scanner.blank.next = self.harvest.blank.val();
        self.row_scanner.chosen.next = self.current_cell.cell.column_bit.val();

        self.news.start.next = self.request.start.val();
        self.news.forget.next = self.control.forget_news.val();
        self.news.pass.next = self.control.begin_pass.val();
        NoteIn::<SIDE>::join(&mut self.news.note, &mut self.trail_writer.note);
        self.news.probing.next = self.control.probing.val();
        self.news.row_bit.next = self.row_scanner.read_row_bit.val();
        self.harvest.start.next = self.request.start.val();
        self.harvest.pass.next = self.control.begin_pass.val();
        NoteIn::<SIDE>::join(&mut self.harvest.note, &mut self.trail_writer.note);
        self.harvest.probing.next = self.control.probing.val();
        self.harvest.take.next = self.control.harvest.val();
        self.harvest.row_known.next = self.read.row_known.val();
        self.harvest.row_filled.next = self.read.row_filled.val();
        self.harvest.scanned.next = bit_cast::<5, 6>(self.row_scanner.read_row.val());
        self.harvest.row_bit.next = self.row_scanner.read_row_bit.val();
        self.gains.pass.next = self.control.begin_pass.val();
        self.gains.reset.next = self.control.begin_probe.val();
        self.gains.take.next = self.control.end_probe.val();
        self.gains.grown.next = self.trail_writer.grown.val();
        self.gains.keep.next = self.control.keep_gain.val();
        CurrentIn::<SIDE>::join(&mut self.gains.cell, &mut self.current_cell.cell);
        BranchOut::<SIDE>::link(&mut self.best, &mut self.gains.best);

        self.clock_limit.start.next = self.request.start.val();
        self.clock_limit.limit.next = self.request.limit.val();
        self.clock_limit.running.next = self.control.running.val();
        self.solution_buffer.keep.next = self.control.keep_solution.val();
        self.solution_buffer.save.next = self.control.save.val();
        self.solution_buffer.rows.next = self.padded.val();
        self.solution_buffer.row_filled.next = self.read.row_filled.val();
        self.solution_buffer.row.next = self.reply_row.val();
        self.solution_filled.next = self.solution_buffer.filled.val();
        self.verdict.clear.next = self.clear.val();
        self.verdict.end_solved.next = self.control.end_solved.val();
        self.verdict.end_unsolvable.next = self.control.end_unsolvable.val();
        self.verdict.end_undecided.next = self.control.end_undecided.val();
        self.verdict.end_multiple.next = self.control.end_multiple.val();
        self.done.next = self.verdict.done.val();
        self.status.next = self.verdict.status.val();
    }
}
