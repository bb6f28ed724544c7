//! A prober of the clue core: its own copy of the board, with line logic and search. Structural.
//! Interface: `begin_board`, then `block`, `line_end` and `request.start` while `ready`; `done` comes with `status`, and then `read_row`
//! and `read_column` read the picture.
//! Source: own; the [`ClueCore`](super::ClueCore) connects its probers.

use super::interfaces::{
    BranchOut, CellIn, CellOut, ClueIn, FindingIn, FindingOut, Peers, PutIn, ReadIn, SearchRequest,
    WriteIn,
};
use super::{BoardSetup, BoardWriter, ClueLoader, LineLogic, Search, SolutionReader};
use crate::widgets::{Dff, SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// Boards of up to `SIDE` x `SIDE` cells, `GROUPS` groups of `CELLS_PER_STEP` cells per line, on `ENGINES` engines of `LINES` rows and
/// `LINES` columns, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, Default)]
pub struct Prober<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: discards the board and the search.
    pub reset: Signal<In, Bit>,
    /// Starts a board; discards the previous one.
    pub begin_board: Signal<In, Bit>,
    /// Number of rows of the board, with `begin_board`.
    pub rows: Signal<In, Bits<6>>,
    /// Number of columns of the board, with `begin_board`.
    pub columns: Signal<In, Bits<6>>,
    /// The prober can accept `block`, `line_end` or `request.start` in this cycle.
    pub ready: Signal<Out, Bit>,
    /// Accepts a block of the current line; only while `ready`.
    pub block: Signal<In, Bit>,
    /// Length of the block in cells, with `block`.
    pub block_length: Signal<In, Bits<6>>,
    /// Ends the current line; only while `ready`.
    pub line_end: Signal<In, Bit>,
    /// The line that ends is a column, with `line_end`.
    pub block_column: Signal<In, Bit>,
    /// Position of the line that ends, counted from 0, with `line_end`.
    pub block_position: Signal<In, Bits<6>>,
    /// Request of a search: start, mode, limit and cancel.
    pub request: SearchRequest,

    /// A search is running: from the cycle after `request.start` to the one before `done`, or until it is discarded.
    pub running: Signal<Out, Bit>,
    /// The search has ended; high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, valid from `done` on.
    pub status: Signal<Out, Bits<3>>,
    /// Row of the cell to read, after `done`.
    pub read_row: Signal<In, Bits<6>>,
    /// Column of the cell to read, after `done`.
    pub read_column: Signal<In, Bits<6>>,
    /// The cell is known, three cycles after `read_row` and `read_column`.
    pub read_known: Signal<Out, Bit>,
    /// The cell is filled, valid with `read_known`, three cycles after `read_row` and `read_column`.
    pub read_filled: Signal<Out, Bit>,

    /// Share and progress of this prober, and progress of all probers.
    pub peers: Peers,
    /// The probe that this prober refutes in this cycle: its cell and value.
    pub refuted: CellOut<SIDE>,
    /// The refuted probe that is broadcast to all probers until all are settled; never valid in a core with one prober.
    pub fact: CellIn<SIDE>,
    /// The best branching cell of this prober.
    pub best: BranchOut<SIDE>,
    /// The best branching cell of all probers, with the value to try first.
    pub branch: CellIn<SIDE>,
    /// The first search of a core with several probers has ended: discards the search of this prober.
    pub over: Signal<In, Bit>,

    /// The finding on the bus.
    pub finding: FindingOut<SIDE>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<Out, Bit>,
    /// The current value of the current cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// A decision is pushed onto the trail in this cycle.
    pub decides: Signal<Out, Bit>,
    /// An entry of the trail is undone in this cycle.
    pub undoes: Signal<Out, Bit>,

    /// Line logic.
    pub lines: SkipWhenIdle<LineLogic<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES>>,
    search: SkipWhenIdle<Search<SIDE, TRAIL_BITS>>,
    setup: BoardSetup<SIDE, CELLS_PER_STEP, LINES>,
    loader: ClueLoader<SIDE>,
    board_writer: BoardWriter<SIDE>,
    solution_reader: SolutionReader<SIDE>,
    /// A visit has found a contradiction since the board began, while no search was running.
    failed: Dff<Bit>,

    line: Signal<Local, Bits<6>>,
    restart: Signal<Local, Bit>,
}

inputs!(Prober<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>, [const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize]:
    reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position,
    request.start, request.mode, request.limit, request.cancel, read_row, read_column, peers.share, peers.last_share,
    peers.all_settled, peers.all_exhausted, fact.valid, fact.row, fact.column_bit, fact.value, branch.valid, branch.row,
    branch.column_bit, branch.value, over);

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Logic for Prober<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, failed);
        clock!(self, clock, setup, loader, lines, search, solution_reader);

        self.restart.next = self.begin_board.val() || self.reset.val();
        self.setup.reset.next = self.reset.val();
        self.setup.begin_board.next = self.begin_board.val();
        self.setup.rows.next = self.rows.val();
        self.setup.columns.next = self.columns.val();

        self.line.next = self.block_position.val();
        self.line.next = self.line.val().replace_bit(5, self.block_column.val());
        self.loader.clear.next = self.restart.val();
        self.loader.block.next = self.block.val();
        self.loader.block_length.next = self.block_length.val();
        self.loader.line_end.next = self.line_end.val();
        self.loader.line.next = self.line.val();
        self.loader.bus_taken.next = self.lines.bus_taken.val();
        self.ready.next = self.loader.ready.val() && !self.setup.clearing.val();

        PutIn::<SIDE>::join(&mut self.board_writer.put, &mut self.search.put);
        self.board_writer.clearing.next = self.setup.clearing.val();
        self.board_writer.clear_position.next = self.setup.clear_position.val();
        self.board_writer.blank_rows.next = self.setup.blank_rows.val();
        self.board_writer.blank_columns.next = self.setup.blank_columns.val();

        self.lines.begin_board.next = self.restart.val();
        self.lines.abort.next = self.search.abort.val();
        self.lines.groups.next = self.setup.groups.val();
        self.lines.cell_mask.next = self.setup.cell_mask.val();
        ClueIn::<SIDE>::join(&mut self.lines.clue, &mut self.loader.clue);
        WriteIn::<SIDE>::join(&mut self.lines.write, &mut self.board_writer.write);
        ReadIn::<SIDE>::join(&mut self.lines.read, &mut self.search.read);

        self.failed.d.next =
            self.failed.q.val() || (self.lines.conflict.val() && !self.search.running.val());
        if self.restart.val() {
            self.failed.d.next = false;
        }
        self.search.clear.next = self.restart.val() || self.over.val();
        SearchRequest::link(&mut self.request, &mut self.search.request);
        self.search.rows.next = self.setup.board_rows.val();
        self.search.padded.next = self.setup.padded.val();
        self.search.row_mask.next = self.setup.row_mask.val();
        self.search.column_mask.next = self.setup.column_mask.val();
        self.search.cell_mask.next = self.setup.cell_mask.val();
        FindingIn::<SIDE>::join(&mut self.search.finding, &mut self.lines.finding);
        self.search.quiet.next = self.lines.quiet.val();
        self.search.conflict.next = self.lines.conflict.val() || self.failed.q.val();
        self.search.complete_rows.next = self.lines.complete_rows.val();
        Peers::link(&mut self.peers, &mut self.search.peers);
        CellOut::<SIDE>::link(&mut self.refuted, &mut self.search.refuted);
        CellIn::<SIDE>::link(&mut self.fact, &mut self.search.fact);
        BranchOut::<SIDE>::link(&mut self.best, &mut self.search.best);
        CellIn::<SIDE>::link(&mut self.branch, &mut self.search.branch);
        self.running.next = self.search.running.val();
        self.done.next = self.search.done.val();
        self.status.next = self.search.status.val();

        self.solution_reader.row.next = self.read_row.val();
        self.solution_reader.column.next = self.read_column.val();
        self.solution_reader.status.next = self.search.status.val();
        self.solution_reader.row_known.next = self.lines.read.row_known.val();
        self.solution_reader.row_filled.next = self.lines.read.row_filled.val();
        self.solution_reader.solution_filled.next = self.search.solution_filled.val();
        self.search.reply_row.next = self.solution_reader.reply_row.val();
        self.read_known.next = self.solution_reader.known.val();
        self.read_filled.next = self.solution_reader.filled.val();

        FindingOut::<SIDE>::link(&mut self.finding, &mut self.lines.finding);
        self.quiet.next = self.lines.quiet.val();
        self.probing.next = self.search.probing.val();
        self.decides.next = self.search.decides.val();
        self.undoes.next = self.search.undoes.val();
    }
}
