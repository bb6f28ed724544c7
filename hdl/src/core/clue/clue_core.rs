//! The clue core: line logic with automata, and search, on one copy of the board. Structural.
//! Interface: `begin_board`, then `block`, `line_end` and `start` while `ready`; `done` comes with `status`, and then `read_row` and
//! `read_column` read the picture.

use super::interfaces::{ClueIn, FindingIn, PutIn, ReadIn, WriteIn};
use super::{BoardSetup, BoardWriter, ClueLoader, LineLogic, Search, SolutionReader};
use super::{COLOUR_BITS, COUNT_BITS, LINE_NUMBER_BITS};
use crate::prelude::*;
use nonogram_protocol::Status;

/// Boards of up to `SIDE` x `SIDE` cells, `GROUPS` groups of `CELLS_PER_STEP` cells per line, on `ENGINES` engines of `LINES` rows and
/// `LINES` columns, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueCore<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const TAG_BITS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> {
    /// Synchronous reset: discards the board and the search.
    pub reset: Signal<In, Bit>,
    /// Starts a board; discards the previous one.
    pub begin_board: Signal<In, Bit>,
    /// Number of rows of the board, with `begin_board`.
    pub rows: Signal<In, Bits<COUNT_BITS>>,
    /// Number of columns of the board, with `begin_board`.
    pub columns: Signal<In, Bits<COUNT_BITS>>,
    /// The core can accept `block`, `line_end` or `start` in this cycle.
    pub ready: Signal<Out, Bit>,
    /// Accepts a block of the current line; only while `ready`.
    pub block: Signal<In, Bit>,
    /// Number of cells up to the end of the block that the blocks of the line need, blanks included; with `block`.
    pub block_end: Signal<In, Bits<COUNT_BITS>>,
    /// Colour of the block, with `block`: 1 to `COLOURS`.
    pub block_colour: Signal<In, Bits<COLOUR_BITS>>,
    /// Ends the current line; only while `ready`.
    pub line_end: Signal<In, Bit>,
    /// The line that ends is a column, with `line_end`.
    pub block_column: Signal<In, Bit>,
    /// Position of the line that ends, counted from 0, with `line_end`.
    pub block_position: Signal<In, Bits<LINE_NUMBER_BITS>>,
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
    /// Status of the last search that ended, valid from `done` until the next search ends.
    pub status: Signal<Out, Bits<3>>,
    /// No new board may begin while the reply is read, from the cycle after `done` on: the search has ended undecided, so the reply reads
    /// the board. With the other statuses the picture is in the solution buffer, or there is none.
    pub keeps_board: Dff<Bit, Out>,
    /// Row of the cell to read, after `done`.
    pub read_row: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// Column of the cell to read, after `done`.
    pub read_column: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// The cell is known, three cycles after `read_row` and `read_column`.
    pub read_known: Signal<Out, Bit>,
    /// Value of the cell, valid with `read_known`, three cycles after `read_row` and `read_column`: 0 is blank, otherwise the number of the
    /// colour.
    pub read_code: Signal<Out, Bits<COLOUR_BITS>>,

    /// A finding is on the bus, and no contradiction drops it.
    pub visited: Signal<Out, Bit>,
    /// The line of the finding is a column, with `visited`.
    pub visited_column: Signal<Out, Bit>,
    /// Position of the line of the finding, with `visited`.
    pub visited_line: Signal<Out, Bits<POSITION_BITS>>,
    /// What the finding adds to each plane of the line, one bit per cell, with `visited`.
    pub visited_learned: Array<Signal<Out, Bits<SIDE>>, PLANES>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<Out, Bit>,
    /// The current value of the current cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// A decision is pushed onto the trail in this cycle.
    pub decides: Signal<Out, Bit>,
    /// An entry of the trail is undone in this cycle.
    pub undoes: Signal<Out, Bit>,

    /// Line logic.
    pub lines: Boxed<
        LineLogic<
            SIDE,
            POSITION_BITS,
            COLOURS,
            VALUES,
            PLANES,
            VALUE_BITS,
            GAPS,
            CELLS_PER_STEP,
            GROUPS,
            GROUP_BITS,
            LINES,
            ENGINES,
        >,
    >,
    search: Boxed<Search<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS, TAG_BITS, TRAIL_BITS>>,
    setup: BoardSetup<SIDE, POSITION_BITS, CELLS_PER_STEP>,
    loader: ClueLoader<SIDE, POSITION_BITS, COLOURS, GAPS>,
    board_writer: BoardWriter<SIDE, POSITION_BITS, VALUES, PLANES>,
    solution_reader: SolutionReader<SIDE, POSITION_BITS, VALUE_BITS>,
    /// A visit has found a contradiction since the board began, while no search was running.
    failed: Dff<Bit>,

    restart: Signal<Local, Bit>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const TAG_BITS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Logic
    for ClueCore<
        SIDE,
        POSITION_BITS,
        COLOURS,
        VALUES,
        PLANES,
        VALUE_BITS,
        GAPS,
        TAG_BITS,
        CELLS_PER_STEP,
        GROUPS,
        GROUP_BITS,
        LINES,
        ENGINES,
        TRAIL_BITS,
    >
{
    #[hdl_gen]
    fn update(&mut self) {
        self.restart.next = self.begin_board.val() || self.reset.val();
        self.setup.reset.next = self.reset.val();
        self.setup.begin_board.next = self.begin_board.val();
        self.setup.rows.next = self.rows.val();
        self.setup.columns.next = self.columns.val();

        self.loader.clear.next = self.restart.val();
        self.loader.block.next = self.block.val();
        self.loader.block_end.next = self.block_end.val();
        self.loader.line_end.next = self.line_end.val();
        self.loader.block_colour.next = self.block_colour.val();
        self.loader.column.next = self.block_column.val();
        self.loader.position.next =
            bit_cast::<POSITION_BITS, LINE_NUMBER_BITS>(self.block_position.val());
        // No line may be visited before all cells are cleared.
        self.loader.bus_taken.next = self.lines.bus_taken.val() || self.setup.clearing.val();
        self.ready.next = self.loader.ready.val();

        PutIn::<SIDE, POSITION_BITS, VALUES, PLANES>::join(
            &mut self.board_writer.put,
            &mut self.search.put,
        );
        self.board_writer.clearing.next = self.setup.clearing.val();
        self.board_writer.clear_position.next = self.setup.clear_position.val();
        self.board_writer.blank_rows.next = self.setup.blank_rows.val();
        self.board_writer.blank_columns.next = self.setup.blank_columns.val();

        self.lines.begin_board.next = self.restart.val();
        self.lines.abort.next = self.search.abort.val();
        self.lines.groups.next = self.setup.groups.val();
        self.lines.cell_mask.next = self.setup.cell_mask.val();
        ClueIn::<SIDE, POSITION_BITS, COLOURS, GAPS>::join(
            &mut self.lines.clue,
            &mut self.loader.clue,
        );
        WriteIn::<SIDE, POSITION_BITS, VALUES, PLANES>::join(
            &mut self.lines.write,
            &mut self.board_writer.write,
        );
        ReadIn::<SIDE, POSITION_BITS, PLANES, VALUE_BITS>::join(
            &mut self.lines.read,
            &mut self.search.read,
        );

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
        FindingIn::<SIDE, POSITION_BITS, PLANES>::join(
            &mut self.search.finding,
            &mut self.lines.finding,
        );
        self.search.quiet.next = self.lines.quiet.val();
        self.search.conflict.next = self.lines.conflict.val() || self.failed.q.val();
        self.search.complete_rows.next = self.lines.complete_rows.val();
        self.running.next = self.search.running.val();
        self.done.next = self.search.done.val();
        self.status.next = self.search.status.val();

        self.solution_reader.row.next =
            bit_cast::<POSITION_BITS, LINE_NUMBER_BITS>(self.read_row.val());
        self.solution_reader.column.next =
            bit_cast::<POSITION_BITS, LINE_NUMBER_BITS>(self.read_column.val());
        self.solution_reader.status.next = self.search.status.val();
        self.solution_reader.row_known.next = self.lines.read.row_known.val();
        for i in 0..VALUE_BITS {
            self.solution_reader.row_values[i].next = self.lines.read.row_values[i].val();
            self.solution_reader.solution_values[i].next = self.search.solution_values[i].val();
        }
        self.search.reply_row.next = self.solution_reader.reply_row.val();
        self.read_known.next = self.solution_reader.known.val();
        self.read_code.next = self.solution_reader.value.val();

        if self.search.done.val() {
            self.keeps_board.d.next = self.search.status.val() == self.stalled.val();
        }
        if self.reset.val() {
            self.keeps_board.d.next = false;
        }
        self.visited.next = self.lines.finding.valid.val();
        self.visited_column.next = self.lines.finding.column.val();
        self.visited_line.next = self.lines.finding.position.val();
        for p in 0..PLANES {
            self.visited_learned[p].next = self.lines.finding.learned[p].val();
        }
        self.quiet.next = self.lines.quiet.val();
        self.probing.next = self.search.probing.val();
        self.decides.next = self.search.decides.val();
        self.undoes.next = self.search.undoes.val();
    }
}
