//! The clue core: line logic with automata, and search, on one copy of the board. Structural.
//! Interface: `begin_board`, then `block`, `line_end` and `start` while `ready`; `done` comes with `status`, and then `read_row` and
//! `read_column` read the picture.
//! Source: own; docs/reference/clue-core.md describes each unit.

use super::interfaces::{ClueIn, FindingIn, PutIn, ReadIn, WriteIn};
use super::{BoardSetup, BoardWriter, ClueLoader, LineLogic, Search, SolutionReader};
use crate::widgets::{Dff, SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// Boards of up to `SIDE` x `SIDE` cells, `GROUPS` groups of `CELLS_PER_STEP` cells per line, on `ENGINES` engines of `LINES` rows and
/// `LINES` columns, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, Default)]
pub struct ClueCore<
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
    /// The core can accept `block`, `line_end` or `start` in this cycle.
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
    /// Ends the board and starts the search; only while `ready`.
    pub start: Signal<In, Bit>,
    /// Mode of the search, with `start`: 0 full proof, 1 line logic only, 2 first solution.
    pub mode: Signal<In, Bits<2>>,
    /// Limit of the search in units of 1024 cycles, 0 for none; with `start`.
    pub limit: Signal<In, Bits<26>>,
    /// Ends the running search as undecided, unless it reaches another verdict first.
    pub cancel: Signal<In, Bit>,

    /// A search is running: from the cycle after `start` to the one before `done`, or until it is discarded.
    pub running: Signal<Out, Bit>,
    /// The search has ended; high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, valid from `done` until the next board begins or `reset`.
    pub status: Signal<Out, Bits<3>>,
    /// No new board may begin while the reply is read; always high in this core.
    pub keeps_board: Signal<Out, Bit>,
    /// Row of the cell to read, after `done`.
    pub read_row: Signal<In, Bits<6>>,
    /// Column of the cell to read, after `done`.
    pub read_column: Signal<In, Bits<6>>,
    /// The cell is known, three cycles after `read_row` and `read_column`.
    pub read_known: Signal<Out, Bit>,
    /// The cell is filled, valid with `read_known`, three cycles after `read_row` and `read_column`.
    pub read_filled: Signal<Out, Bit>,

    /// A finding is on the bus, and no contradiction drops it.
    pub visited: Signal<Out, Bit>,
    /// Line of the finding, with `visited`: bit 5 is set for a column, bits 4..0 are the position.
    pub visited_line: Signal<Out, Bits<6>>,
    /// Newly known cells of the line, one bit per cell, with `visited`.
    pub visited_learned: Signal<Out, Bits<SIDE>>,
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

inputs!(ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>,
    [const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize]:
    reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position, start, mode, limit, cancel,
    read_row, read_column);

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Logic for ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>
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
        self.search.clear.next = self.restart.val();
        self.search.request.start.next = self.start.val();
        self.search.request.mode.next = self.mode.val();
        self.search.request.limit.next = self.limit.val();
        self.search.request.cancel.next = self.cancel.val();
        self.search.rows.next = self.setup.board_rows.val();
        self.search.padded.next = self.setup.padded.val();
        self.search.row_mask.next = self.setup.row_mask.val();
        self.search.column_mask.next = self.setup.column_mask.val();
        self.search.cell_mask.next = self.setup.cell_mask.val();
        FindingIn::<SIDE>::join(&mut self.search.finding, &mut self.lines.finding);
        self.search.quiet.next = self.lines.quiet.val();
        self.search.conflict.next = self.lines.conflict.val() || self.failed.q.val();
        self.search.complete_rows.next = self.lines.complete_rows.val();
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

        self.keeps_board.next = true;
        self.visited.next = self.lines.finding.valid.val();
        self.visited_line.next = self.lines.finding.line.val();
        self.visited_learned.next = self.lines.finding.learned.val();
        self.quiet.next = self.lines.quiet.val();
        self.probing.next = self.search.probing.val();
        self.decides.next = self.search.decides.val();
        self.undoes.next = self.search.undoes.val();
    }
}
