//! The search: probing with selective repeat, branching and the verdict. Structural: the controller, and the units that it commands.
//! Interface: `request.start` starts a search, which reads the board (`read`) and writes it (`put`); `done` with `status` ends it.

mod board_units;
mod commands;
mod control;
mod current_cell;
mod flags;
mod records;
mod row_scanner;
mod state;
mod trail;

pub use board_units::{CellWriter, ClockLimit, RowReader, SolutionBuffer, Verdict};
pub use commands::{CommandsIn, CommandsOut, Conditions, FlagsIn, FlagsOut};
pub use control::Control;
pub use current_cell::CurrentCell;
pub use flags::Flags;
pub use records::{Gains, Harvest, News};
pub use row_scanner::RowScanner;
pub use state::{State, StateDecoder, Undoing};
pub use trail::{Trail, TrailWriter};

use super::interfaces::{CellIn, CurrentIn, FindingIn, NoteIn, PutOut, ReadOut, SearchRequest};
use super::{COUNT_BITS, FromPlanes};
use crate::prelude::*;

/// Number of free entries at which the trail counts as full: a reserve for entries that are pushed while the search ends.
const RESERVE: u64 = 64;

/// The search on boards of up to `SIDE` x `SIDE` cells, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Search<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TAG_BITS: usize,
    const TRAIL_BITS: usize,
> {
    /// Ends the search without a verdict.
    pub clear: Signal<In, Bit>,
    /// Request of a search: start, mode, limit and cancel.
    pub request: SearchRequest,
    /// A search is running: from the cycle after `request.start` to the one before `done`, or to the cycle of `clear`.
    pub running: Signal<Out, Bit>,
    /// The search has ended; high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, valid from `done` on.
    pub status: Signal<Out, Bits<3>>,

    /// Number of rows of the board.
    pub rows: Signal<In, Bits<COUNT_BITS>>,
    /// Number of cells per line: the longer side, rounded up to whole groups.
    pub padded: Signal<In, Bits<COUNT_BITS>>,
    /// Rows of the board, one bit per row.
    pub row_mask: Signal<In, Bits<SIDE>>,
    /// Columns of the board, one bit per column.
    pub column_mask: Signal<In, Bits<SIDE>>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// The finding on the bus.
    pub finding: FindingIn<SIDE, POSITION_BITS, PLANES>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<In, Bit>,
    /// A visit has found a contradiction.
    pub conflict: Signal<In, Bit>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<In, Bits<SIDE>>,
    /// Read port of the board; while no search runs, it reads the row of the reply.
    pub read: ReadOut<SIDE, POSITION_BITS, PLANES, VALUE_BITS>,
    /// Writes into the board.
    pub put: PutOut<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// Aborts all visits and clears all marks.
    pub abort: Signal<Out, Bit>,
    /// Row that the reply reads.
    pub reply_row: Signal<In, Bits<POSITION_BITS>>,
    /// Values of the cells of row `reply_row` in the solution buffer, one word per bit of the value, one cycle after `reply_row`.
    pub solution_values: Array<Signal<Out, Bits<SIDE>>, VALUE_BITS>,

    /// The current value of the current cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// A decision is pushed onto the trail in this cycle.
    pub decides: Signal<Out, Bit>,
    /// An entry of the trail is undone in this cycle.
    pub undoes: Signal<Out, Bit>,

    control: Control,
    flags: Flags,
    decoder: StateDecoder,
    current_cell: CurrentCell<SIDE, POSITION_BITS, VALUES, VALUE_BITS>,
    cell_writer: CellWriter<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS>,
    trail: Trail<SIDE, POSITION_BITS, PLANES, VALUE_BITS, TAG_BITS, TRAIL_BITS, RESERVE>,
    trail_writer: TrailWriter<SIDE, POSITION_BITS, PLANES, VALUE_BITS, TRAIL_BITS>,
    row_reader: RowReader<SIDE, POSITION_BITS>,
    row_scanner: RowScanner<SIDE, VALUES>,
    row_excluded: FromPlanes<SIDE, VALUES, PLANES>,
    news: News<SIDE>,
    harvest: Harvest<SIDE, POSITION_BITS, VALUES, VALUE_BITS>,
    gains: Gains<SIDE, POSITION_BITS, VALUE_BITS, TRAIL_BITS>,
    clock_limit: ClockLimit,
    solution_buffer: SolutionBuffer<SIDE, POSITION_BITS, VALUE_BITS>,
    verdict: Verdict,

    #[default(constant(1))]
    line_logic: Constant<Bits<2>>,
    #[default(constant(2))]
    first_solution: Constant<Bits<2>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const TAG_BITS: usize,
    const TRAIL_BITS: usize,
> Logic for Search<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS, TAG_BITS, TRAIL_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.control.clear.next = self.clear.val();
        self.control.start.next = self.request.start.val();
        FlagsIn::join(&mut self.control.flags, &mut self.flags.flags);
        self.decoder.state.next = self.control.state.val();
        self.flags.start.next = self.request.start.val();
        CommandsIn::join(&mut self.flags.command, &mut self.control.command);
        self.flags.line_logic.next = self.request.mode.val() == self.line_logic.val();
        self.flags.first_solution.next = self.request.mode.val() == self.first_solution.val();
        self.flags.cancel.next = self.request.cancel.val();
        self.flags.expires.next = self.clock_limit.expires.val();
        self.flags.trail_full.next = self.trail.full.val();
        self.control.when.quiet.next = self.quiet.val();
        self.control.when.conflict.next = self.conflict.val();
        self.control.when.complete.next = self.row_reader.complete.val();
        self.control.when.noting.next = self.trail_writer.note.valid.val();
        self.control.when.full.next = self.trail.full.val();
        self.control.when.decided.next = self.trail_writer.decided.val();
        self.control.when.at_mark.next = self.trail_writer.at_mark.val();
        self.control.when.at_first.next = self.trail_writer.at_first.val();
        self.control.when.top_is_decision.next = self.trail.decision.val();
        self.control.when.values_left.next = self.current_cell.values_left.val();
        self.control.when.rows_left.next = self.harvest.rows_left.val();
        self.control.when.hit.next = self.row_scanner.hit.val();
        self.control.when.widens.next = self.row_scanner.widens.val();
        self.control.when.last_row.next = self.row_scanner.last_row.val();
        self.control.when.news_left.next = self.news.any.val();
        self.control.when.saved.next = self.solution_buffer.saved.val();
        self.control.when.branch_valid.next = self.gains.best.valid.val();
        self.running.next = self.decoder.running.val();
        self.probing.next = self.flags.flags.in_probe.val();
        self.abort.next = self.control.command.abort.val();
        self.decides.next = self.decoder.decide.val();
        self.undoes.next = self.decoder.undo.val();

        self.current_cell.select_hit.next = self.control.command.select_hit.val();
        self.current_cell.hit_row.next =
            bit_cast::<POSITION_BITS, COUNT_BITS>(self.row_scanner.row.val());
        self.current_cell.hit_column_bit.next = self.row_scanner.column_bit.val();
        self.current_cell.select_branch.next = self.control.command.select_branch.val();
        CellIn::<SIDE, POSITION_BITS, VALUE_BITS>::join(
            &mut self.current_cell.branch,
            &mut self.gains.best,
        );
        self.current_cell.select_decision.next = self.control.command.select_decision.val();
        self.current_cell.decision_row.next = self.trail.position.val();
        self.current_cell.decision_column_bit.next = self.trail.words[0].val();
        self.current_cell.decision_value.next = self.trail.value.val();
        self.current_cell.select_refuted.next = self.control.command.select_refuted.val();
        self.current_cell.fill_value.next = self.control.command.fill_value.val();
        self.current_cell.choose_value.next = self.control.command.choose_value.val();
        self.current_cell.next_value.next = self.control.command.next_value.val();
        for v in 0..VALUES {
            self.current_cell.open[v].next = self.row_scanner.open[v].val();
            self.row_scanner.consistent[v].next = self.harvest.consistent[v].val();
            self.row_scanner.excluded[v].next = self.row_excluded.excluded[v].val();
        }

        self.cell_writer.clear.next = self.clear.val();
        self.cell_writer.cell_mask.next = self.cell_mask.val();
        self.cell_writer.write_for_column.next = self.decoder.fetch.val();
        self.cell_writer.write_for_row.next = self.decoder.write_row.val();
        CurrentIn::<SIDE, POSITION_BITS, VALUE_BITS>::join(
            &mut self.cell_writer.cell,
            &mut self.current_cell.cell,
        );
        self.cell_writer.undo.next = self.decoder.undo.val();
        self.cell_writer.entry_position.next = self.trail.position.val();
        self.cell_writer.entry_column.next = self.trail.column.val();
        self.cell_writer.entry_decision.next = self.trail.decision.val();
        PutOut::<SIDE, POSITION_BITS, VALUES, PLANES>::link(
            &mut self.put,
            &mut self.cell_writer.put,
        );

        self.trail.clear.next = self.request.start.val()
            || (self.control.command.begin_scan.val() && !self.trail_writer.decided.val());
        self.trail.push.next = self.trail_writer.push.val();
        self.trail.push_position.next = self.trail_writer.push_position.val();
        self.trail.push_column.next = self.trail_writer.push_column.val();
        self.trail.push_decision.next = self.trail_writer.push_decision.val();
        self.trail.push_value.next = self.trail_writer.push_value.val();
        for p in 0..PLANES {
            self.trail.push_words[p].next = self.trail_writer.push_words[p].val();
            self.trail_writer.row_planes[p].next = self.read.row_planes[p].val();
            self.trail_writer.column_planes[p].next = self.read.column_planes[p].val();
            self.cell_writer.row_planes[p].next = self.read.row_planes[p].val();
            self.cell_writer.column_planes[p].next = self.read.column_planes[p].val();
            self.cell_writer.entry_planes[p].next = self.trail.words[p].val();
            self.row_excluded.planes[p].next = self.read.row_planes[p].val();
        }
        self.trail_writer.decision_value.next = self.current_cell.coming_value.val();
        self.trail.pop.next = self.decoder.undo.val();
        self.trail_writer.start.next = self.request.start.val();
        FindingIn::<SIDE, POSITION_BITS, PLANES>::link(
            &mut self.finding,
            &mut self.trail_writer.finding,
        );
        self.trail_writer.fetch.next = self.decoder.fetch.val();
        self.trail_writer.write_row.next = self.decoder.write_row.val();
        self.trail_writer.write_column.next = self.decoder.write_column.val();
        self.trail_writer.decide.next = self.decoder.decide.val();
        self.trail_writer.pop_decision.next = self.decoder.undo.val() && self.trail.decision.val();
        self.trail_writer.set_mark.next =
            self.control.command.begin_probe.val() || self.control.command.begin_dive.val();
        CurrentIn::<SIDE, POSITION_BITS, VALUE_BITS>::join(
            &mut self.trail_writer.cell,
            &mut self.current_cell.cell,
        );
        self.trail_writer.top.next = self.trail.top.val();

        self.row_reader.read_cell.next = self.decoder.read_cell.val();
        self.row_reader.cell_row.next = self.current_cell.cell.row.val();
        self.row_reader.read_harvest.next = self.decoder.read_harvest.val();
        self.row_reader.harvest_row.next = self.harvest.row.val();
        self.row_reader.read_scan.next = self.decoder.read_scan.val();
        self.row_reader.scan_row.next = self.row_scanner.read_row.val();
        self.row_reader.read_save.next = self.decoder.save.val();
        self.row_reader.save_row.next = self.solution_buffer.read_row.val();
        self.row_reader.reply_row.next = self.reply_row.val();
        self.row_reader.row_mask.next = self.row_mask.val();
        self.row_reader.complete_rows.next = self.complete_rows.val();
        self.read.row.next = self.row_reader.row.val();
        self.read.column.next = self.current_cell.cell.column.val();

        self.row_scanner.rewind.next = self.control.command.rewind_scan.val();
        self.row_scanner.hold.next = self.control.command.hold_scan.val();
        self.row_scanner.scan.next = self.decoder.read_scan.val();
        self.row_scanner.judge.next = self.decoder.judge.val();
        self.row_scanner.any.next = self.flags.flags.any_cell.val();
        self.row_scanner.rows.next = self.rows.val();
        self.row_scanner.column_mask.next = self.column_mask.val();
        self.row_scanner.row_known.next = self.read.row_known.val();
        self.row_scanner.news.next = self.news.row_news.val();
        self.row_scanner.chosen.next = self.current_cell.cell.column_bit.val();

        self.news.start.next = self.request.start.val();
        self.news.forget.next = self.control.command.forget_news.val();
        self.news.pass.next = self.control.command.begin_pass.val();
        NoteIn::<SIDE>::join(&mut self.news.note, &mut self.trail_writer.note);
        self.news.probing.next = self.flags.flags.in_probe.val() || self.flags.flags.in_dive.val();
        self.news.row_bit.next = self.row_scanner.read_row_bit.val();
        self.harvest.start.next = self.request.start.val();
        self.harvest.pass.next = self.control.command.begin_pass.val();
        NoteIn::<SIDE>::join(&mut self.harvest.note, &mut self.trail_writer.note);
        self.harvest.probing.next = self.flags.flags.in_probe.val();
        self.harvest.take.next = self.decoder.harvest.val();
        self.harvest.row_known.next = self.read.row_known.val();
        for i in 0..VALUE_BITS {
            self.harvest.row_values[i].next = self.read.row_values[i].val();
            self.solution_buffer.row_values[i].next = self.read.row_values[i].val();
            self.solution_values[i].next = self.solution_buffer.values[i].val();
        }
        self.harvest.scanned.next =
            bit_cast::<POSITION_BITS, COUNT_BITS>(self.row_scanner.read_row.val());
        self.harvest.row_bit.next = self.row_scanner.read_row_bit.val();
        self.gains.pass.next = self.control.command.begin_pass.val();
        self.gains.reset.next = self.control.command.begin_probe.val();
        self.gains.only_value.next =
            self.control.command.choose_value.val() && self.current_cell.only_value.val();
        self.gains.take.next = self.control.command.end_probe.val();
        self.gains.grown.next = self.trail_writer.grown.val();
        self.gains.keep.next = self.control.command.keep_gain.val();
        CurrentIn::<SIDE, POSITION_BITS, VALUE_BITS>::join(
            &mut self.gains.cell,
            &mut self.current_cell.cell,
        );

        self.clock_limit.start.next = self.request.start.val();
        self.clock_limit.limit.next = self.request.limit.val();
        self.clock_limit.running.next = self.decoder.running.val();
        self.solution_buffer.keep.next = self.control.command.keep_solution.val();
        self.solution_buffer.save.next = self.decoder.save.val();
        self.solution_buffer.rows.next = self.padded.val();
        self.solution_buffer.row.next = self.reply_row.val();
        self.verdict.clear.next = self.clear.val();
        self.verdict.end_solved.next = self.control.command.end_solved.val();
        self.verdict.end_unsolvable.next = self.control.command.end_unsolvable.val();
        self.verdict.end_undecided.next = self.control.command.end_undecided.val();
        self.verdict.end_multiple.next = self.control.command.end_multiple.val();
        self.done.next = self.verdict.done.val();
        self.status.next = self.verdict.status.val();
    }
}
