//! A prober of the clue core: a board of its own, line logic on it by automata, search and proof.
//! Interface: `begin`, blocks and line ends, `start`; then `done` with `status`, and the picture by `read_row` and `read_column`;
//! what goes between the probers of a core is the [`ClueCore`](super::ClueCore)'s work.

use super::interfaces::{BranchOut, CellIn, CellOut, FindingIn, Peers, ReadIn, SearchRequest};
use super::{BoardSetup, ClueLoader, LineLogic, Search, SolutionReader};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Boards of up to `S` x `S` cells, `H` groups of `W` per line, up to 2^`N`, on `P` engines of `L` rows and `L` columns; a
/// trail of 2^`A` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Prober<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
    const A: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Drop everything.
    pub reset: Signal<In, Bit>,
    /// A board begins.
    pub begin_board: Signal<In, Bit>,
    /// With it: its rows.
    pub rows: Signal<In, Bits<6>>,
    /// With it: its columns.
    pub columns: Signal<In, Bits<6>>,
    /// A block, the end of a line or the start may be given in this clock.
    pub ready: Signal<Out, Bit>,
    /// A block of the line.
    pub block: Signal<In, Bit>,
    /// Its length.
    pub block_length: Signal<In, Bits<6>>,
    /// The line is complete.
    pub line_end: Signal<In, Bit>,
    /// It is a column.
    pub block_column: Signal<In, Bit>,
    /// Its position.
    pub block_position: Signal<In, Bits<6>>,
    /// What to search for, and when to stop.
    pub request: SearchRequest,

    /// From the clock after `start` to the one before `done`.
    pub running: Signal<Out, Bit>,
    /// The search has ended.
    pub done: Signal<Out, Bit>,
    /// Its status.
    pub status: Signal<Out, Bits<3>>,
    /// A cell to read, after `done`.
    pub read_row: Signal<In, Bits<6>>,
    /// Its column.
    pub read_column: Signal<In, Bits<6>>,
    /// Three clocks later: it is known.
    pub read_known: Signal<Out, Bit>,
    /// Three clocks later: it is filled.
    pub read_filled: Signal<Out, Bit>,

    /// Progress of all probers.
    pub peers: Peers,
    /// A probe of this prober is refuted in this cycle: its cell and value.
    pub refuted: CellOut<S>,
    /// The refuted probe that is broadcast to all probers, until all are settled.
    pub fact: CellIn<S>,
    /// The best cell of this prober to branch on.
    pub best: BranchOut<S>,
    /// The best cell of all probers to branch on, with the value that is tried first.
    pub branch: CellIn<S>,
    /// Another prober's search has ended first.
    pub over: Signal<In, Bit>,

    /// A visit's finding is taken.
    pub visited: Signal<Out, Bit>,
    /// Its line: bit 5 is set for a column.
    pub visited_line: Signal<Out, Bits<6>>,
    /// What its line has learned.
    pub visited_learned: Signal<Out, Bits<S>>,
    /// No line is marked or under way.
    pub quiet: Signal<Out, Bit>,
    /// A value of a cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// A decision is made.
    pub decides: Signal<Out, Bit>,
    /// The trail gets shorter.
    pub undoes: Signal<Out, Bit>,

    /// The lines: clues, cells, visits.
    pub lines: SkipWhenIdle<LineLogic<S, W, H, N, L, P>>,
    search: SkipWhenIdle<Search<S, A>>,
    setup: BoardSetup<S, W, L>,
    loader: ClueLoader<S>,
    solution_reader: SolutionReader<S>,
    failed: Dff<Bit>,

    line: Signal<Local, Bits<6>>,
    restart: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
}

inputs!(Prober<S, W, H, N, L, P, A>, [const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize, const A: usize]:
    reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position,
    request.start, request.mode, request.limit, request.cancel, read_row, read_column, peers.share, peers.last_share,
    peers.all_settled, peers.all_exhausted, fact.valid, fact.row, fact.column_bit, fact.value, branch.valid, branch.row,
    branch.column_bit, branch.value, over);

impl<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
    const A: usize,
> Logic for Prober<S, W, H, N, L, P, A>
{
    #[cfg_attr(feature = "native", hdl_gen)]
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

        // Line logic, told by the search or cleared.
        self.lines.begin_board.next = self.restart.val();
        self.lines.abort.next = self.search.abort.val();
        self.lines.groups.next = self.setup.groups.val();
        self.lines.cells.next = self.setup.cell_mask.val();
        self.lines.receive.next = self.loader.stores.val();
        self.lines.receive_line.next = self.loader.stored_line.val();
        self.lines.receive_ones.next = self.loader.filled_symbols.val();
        self.lines.receive_end.next = self.loader.last_symbol.val();
        self.lines.receive_top.next = self.loader.last_is_top.val();
        self.lines.put_rows.next = self.search.put.rows.val() || self.setup.clearing.val();
        self.lines.put_columns.next = self.search.put.columns.val() || self.setup.clearing.val();
        self.lines.put_rows_value.next = self.search.put.value.val();
        self.lines.put_columns_value.next = self.search.put.value.val();
        self.lines.put_position.next = self.search.put.position.val();
        self.lines.put_mask.next = self.search.put.mask.val();
        self.lines.put_filled.next = self.search.put.filled.val();
        self.lines.put_marks.next = self.search.put.value.val() && !self.setup.clearing.val();
        if self.setup.clearing.val() {
            self.lines.put_rows_value.next = self.setup.blank_rows.val();
            self.lines.put_columns_value.next = self.setup.blank_columns.val();
            self.lines.put_position.next = self.setup.clear_position.val();
            self.lines.put_mask.next = self.all.val();
            self.lines.put_filled.next = self.none.val();
        }
        self.lines.put_known.next = self.search.put.known.val();
        self.lines.put_line.next = self.search.put.line.val();
        self.lines.put_word.next = self.search.put.word.val();
        ReadIn::<S>::join(&mut self.lines.read, &mut self.search.read);

        // The search.
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
        FindingIn::<S>::join(&mut self.search.finding, &mut self.lines.finding);
        self.search.quiet.next = self.lines.quiet.val();
        self.search.conflict.next = self.lines.conflict.val() || self.failed.q.val();
        self.search.complete_rows.next = self.lines.complete.val();
        Peers::link(&mut self.peers, &mut self.search.peers);
        CellOut::<S>::link(&mut self.refuted, &mut self.search.refuted);
        CellIn::<S>::link(&mut self.fact, &mut self.search.fact);
        BranchOut::<S>::link(&mut self.best, &mut self.search.best);
        CellIn::<S>::link(&mut self.branch, &mut self.search.branch);
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

        self.visited.next = self.lines.finding.valid.val();
        self.visited_line.next = self.lines.finding.line.val();
        self.visited_learned.next = self.lines.finding.learned.val();
        self.quiet.next = self.lines.quiet.val();
        self.probing.next = self.search.probing.val();
        self.decides.next = self.search.decides.val();
        self.undoes.next = self.search.undoes.val();
    }
}
