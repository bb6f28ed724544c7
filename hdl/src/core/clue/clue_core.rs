//! The clue core: solves boards from their clues by line logic with automata and by search, with one prober or several.
//! Interface: `begin_board`, then `block`, `line_end` and `start` while `ready`; `done` comes with `status`, and then `read_row` and
//! `read_column` read the picture.
//! Source: own; each prober has its own copy of the board and probes its share of the cells. If there are several, one refuted
//! probe at a time is broadcast to all of them, and all branch on the same cell.

use super::interfaces::BranchIn;
use super::{Better, Prober};
use crate::widgets::{Dff, SkipWhenIdle, checked, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Maximum number of probers: the width of a one-hot prober mask.
const MOST_PROBERS: usize = 4;

/// Boards of up to `SIDE` x `SIDE` cells, `GROUPS` groups of `CELLS_PER_STEP` cells per line, on `PROBERS` probers (1, 2 or 4), each with
/// `ENGINES` engines of `LINES` rows and `LINES` columns and a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueCore<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
    const PROBERS: usize,
> {
    /// Clock.
    #[default(checked(Self::FITS))]
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

    /// A finding is on the bus of the first prober, and no contradiction drops it.
    pub visited: Signal<Out, Bit>,
    /// Line of the finding, with `visited`: bit 5 is set for a column, bits 4..0 are the position.
    pub visited_line: Signal<Out, Bits<6>>,
    /// Newly known cells of the line, one bit per cell, with `visited`.
    pub visited_learned: Signal<Out, Bits<SIDE>>,
    /// No line is marked or visited, and no finding is pending, in any prober.
    pub quiet: Signal<Out, Bit>,
    /// At least one prober is probing.
    pub probing: Signal<Out, Bit>,
    /// The first prober makes a decision in this cycle.
    pub decides: Signal<Out, Bit>,
    /// At least one prober undoes a trail entry in this cycle.
    pub undoes: Signal<Out, Bit>,

    /// The probers.
    #[default(from_fn(|_| SkipWhenIdle::default()))]
    pub probers: [SkipWhenIdle<
        Prober<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>,
    >; PROBERS],

    all_settled: Dff<Bit>,
    all_exhausted: Dff<Bit>,
    fact: Dff<Bit>,
    fact_row: Dff<Bits<5>>,
    fact_column: Dff<Bits<SIDE>>,
    fact_value: Dff<Bit>,
    /// Entry i selects the best of the branching cells of probers 0 to i, one cycle after entry i - 1. The last entry is valid when all
    /// probers are exhausted, because that is reported at least four cycles after the last change of a prober's best cell.
    #[default(from_fn(|_| Better::default()))]
    chain: [Better<SIDE>; PROBERS],
    /// Prober whose search ended first, one-hot; the first prober while none has ended.
    pub winner: Dff<Bits<MOST_PROBERS>>,

    is_alone: Signal<Local, Bit>,
    settled: Signal<Local, Bit>,
    exhausted: Signal<Local, Bit>,
    refutes: Signal<Local, Bit>,
    row: Signal<Local, Bits<5>>,
    column: Signal<Local, Bits<SIDE>>,
    value: Signal<Local, Bit>,
    best: Signal<Local, Bit>,
    best_least: Signal<Local, Bits<8>>,
    best_most: Signal<Local, Bits<8>>,
    best_row: Signal<Local, Bits<5>>,
    best_column: Signal<Local, Bits<SIDE>>,
    best_value: Signal<Local, Bit>,
    is_running: Signal<Local, Bit>,
    is_quiet: Signal<Local, Bit>,
    is_probing: Signal<Local, Bit>,
    is_undoing: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    ended: Signal<Local, Bits<MOST_PROBERS>>,
    shows: Signal<Local, Bits<MOST_PROBERS>>,
    shown_status: Signal<Local, Bits<3>>,
    known: Signal<Local, Bit>,
    filled: Signal<Local, Bit>,

    /// 1 if the core has a single prober, which needs no registers between probers.
    #[default(constant(u64::from(PROBERS == 1)))]
    alone: Constant<Bits<1>>,
    #[default(constant(1))]
    yes: Constant<Bits<1>>,
    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(0))]
    no_row: Constant<Bits<5>>,
    #[default(constant(0))]
    no_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_status: Constant<Bits<3>>,
    #[default(constant(0))]
    nobody: Constant<Bits<MOST_PROBERS>>,
    #[default(constant(1))]
    first: Constant<Bits<MOST_PROBERS>>,
    #[default(constant(PROBERS as u64 - 1))]
    last_share: Constant<Bits<2>>,
    #[default(from_fn(|number| constant(number as u64)))]
    shares: [Constant<Bits<2>>; PROBERS],
}

inputs!(ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS, PROBERS>,
    [const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize, const PROBERS: usize]:
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
    const PROBERS: usize,
> ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS, PROBERS>
{
    /// Checks the parameters at compile time.
    const FITS: () = assert!(
        PROBERS == 1 || PROBERS == 2 || PROBERS == 4,
        "PROBERS must be 1, 2 or 4"
    );
}

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
    const PROBERS: usize,
> Logic
    for ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS, PROBERS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            all_settled,
            all_exhausted,
            fact,
            fact_row,
            fact_column,
            fact_value,
            winner
        );

        // Combine the probers' reports: all settled, all exhausted, the first refuted probe, the best cell to branch on.
        self.settled.next = true;
        self.exhausted.next = true;
        self.refutes.next = false;
        self.row.next = self.no_row.val();
        self.column.next = self.none.val();
        self.value.next = false;
        self.best.next = false;
        self.best_least.next = self.no_gain.val();
        self.best_most.next = self.no_gain.val();
        self.best_row.next = self.no_row.val();
        self.best_column.next = self.none.val();
        self.best_value.next = false;
        self.is_running.next = true;
        self.is_quiet.next = true;
        self.is_probing.next = false;
        self.is_undoing.next = false;
        self.ends.next = false;
        self.ended.next = self.nobody.val();
        for i in 0..PROBERS {
            self.settled.next = self.settled.val() && self.probers[i].peers.settled.val();
            self.exhausted.next = self.exhausted.val() && self.probers[i].peers.exhausted.val();
            if self.probers[i].refuted.valid.val() && !self.refutes.val() {
                self.refutes.next = true;
                self.row.next = self.probers[i].refuted.row.val();
                self.column.next = self.probers[i].refuted.column_bit.val();
                self.value.next = self.probers[i].refuted.value.val();
            }
            self.chain[i].clock.next = self.clock.val();
            self.chain[i].first.valid.next = self.best.val();
            self.chain[i].first.least.next = self.best_least.val();
            self.chain[i].first.most.next = self.best_most.val();
            self.chain[i].first.row.next = self.best_row.val();
            self.chain[i].first.column_bit.next = self.best_column.val();
            self.chain[i].first.value.next = self.best_value.val();
            BranchIn::<SIDE>::join(&mut self.chain[i].second, &mut self.probers[i].best);
            self.best.next = self.chain[i].best.valid.val();
            self.best_least.next = self.chain[i].best.least.val();
            self.best_most.next = self.chain[i].best.most.val();
            self.best_row.next = self.chain[i].best.row.val();
            self.best_column.next = self.chain[i].best.column_bit.val();
            self.best_value.next = self.chain[i].best.value.val();
            self.is_running.next = self.is_running.val() && self.probers[i].running.val();
            self.is_quiet.next = self.is_quiet.val() && self.probers[i].quiet.val();
            self.is_probing.next = self.is_probing.val() || self.probers[i].probing.val();
            self.is_undoing.next = self.is_undoing.val() || self.probers[i].undoes.val();
            if self.probers[i].done.val() && !self.ends.val() {
                self.ends.next = true;
                self.ended.next = self.ended.val().replace_bit(i, true);
            }
        }

        // Broadcast to the probers one cycle later; a refuted probe is held until all probers are settled.
        self.all_settled.d.next = self.settled.val();
        self.all_exhausted.d.next = self.exhausted.val();
        if self.all_settled.q.val() {
            self.fact.d.next = false;
        }
        if self.refutes.val() && (!self.fact.q.val() || self.all_settled.q.val()) {
            self.fact.d.next = true;
            self.fact_row.d.next = self.row.val();
            self.fact_column.d.next = self.column.val();
            self.fact_value.d.next = self.value.val();
        }
        self.is_alone.next = self.alone.val() == self.yes.val();
        if self.is_alone.val() {
            self.best.next = self.probers[0].best.valid.val();
            self.best_row.next = self.probers[0].best.row.val();
            self.best_column.next = self.probers[0].best.column_bit.val();
            self.best_value.next = self.probers[0].best.value.val();
        }

        // The first search that ends supplies the verdict and the picture.
        self.shows.next = self.winner.q.val();
        if self.ends.val() {
            self.shows.next = self.ended.val();
        }
        self.winner.d.next = self.shows.val();
        if self.start.val() || self.begin_board.val() || self.reset.val() {
            self.all_settled.d.next = false;
            self.all_exhausted.d.next = false;
            self.fact.d.next = false;
            self.winner.d.next = self.first.val();
        }

        self.shown_status.next = self.no_status.val();
        self.known.next = false;
        self.filled.next = false;
        for i in 0..PROBERS {
            self.probers[i].clock.next = self.clock.val();
            self.probers[i].reset.next = self.reset.val();
            self.probers[i].begin_board.next = self.begin_board.val();
            self.probers[i].rows.next = self.rows.val();
            self.probers[i].columns.next = self.columns.val();
            self.probers[i].block.next = self.block.val();
            self.probers[i].block_length.next = self.block_length.val();
            self.probers[i].line_end.next = self.line_end.val();
            self.probers[i].block_column.next = self.block_column.val();
            self.probers[i].block_position.next = self.block_position.val();
            self.probers[i].request.start.next = self.start.val();
            self.probers[i].request.mode.next = self.mode.val();
            self.probers[i].request.limit.next = self.limit.val();
            self.probers[i].request.cancel.next = self.cancel.val();
            self.probers[i].read_row.next = self.read_row.val();
            self.probers[i].read_column.next = self.read_column.val();
            self.probers[i].peers.share.next = self.shares[i].val();
            self.probers[i].peers.last_share.next = self.last_share.val();
            self.probers[i].peers.all_settled.next =
                self.all_settled.q.val() || self.is_alone.val();
            self.probers[i].fact.valid.next = self.fact.q.val() && !self.is_alone.val();
            self.probers[i].fact.row.next = self.fact_row.q.val();
            self.probers[i].fact.column_bit.next = self.fact_column.q.val();
            self.probers[i].fact.value.next = self.fact_value.q.val();
            self.probers[i].peers.all_exhausted.next =
                self.all_exhausted.q.val() || self.is_alone.val();
            self.probers[i].over.next = self.ends.val() && !self.is_alone.val();
            self.probers[i].branch.valid.next = self.best.val();
            self.probers[i].branch.row.next = self.best_row.val();
            self.probers[i].branch.column_bit.next = self.best_column.val();
            self.probers[i].branch.value.next = self.best_value.val();
            if self.shows.val().get_bit(i) || self.is_alone.val() {
                self.shown_status.next = self.shown_status.val() | self.probers[i].status.val();
                self.known.next = self.known.val() || self.probers[i].read_known.val();
                self.filled.next = self.filled.val() || self.probers[i].read_filled.val();
            }
        }
        self.ready.next = self.probers[0].ready.val();
        self.running.next = self.is_running.val();
        self.done.next = self.ends.val();
        self.status.next = self.shown_status.val();
        self.keeps_board.next = true;
        self.read_known.next = self.known.val();
        self.read_filled.next = self.filled.val();
        self.visited.next = self.probers[0].finding.valid.val();
        self.visited_line.next = self.probers[0].finding.line.val();
        self.visited_learned.next = self.probers[0].finding.learned.val();
        self.quiet.next = self.is_quiet.val();
        self.probing.next = self.is_probing.val();
        self.decides.next = self.probers[0].decides.val();
        self.undoes.next = self.is_undoing.val();
    }
}
