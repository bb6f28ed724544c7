//! The clue core: clues in, line logic by automata, search and proof, by one prober or by several that work together.
//! Interface: `begin`, blocks and line ends, `start`; then `done` with `status`, and the picture by `read_row` and `read_column`.
//! Own: each prober has a board of its own and probes its share of the cells; what one refutes all are told, and all branch on the same cell.

use super::interfaces::BranchIn;
use super::{Better, Prober};
use crate::widgets::{Dff, SkipWhenIdle, checked, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The most probers: a bit for each.
const PROBERS: usize = 4;

/// Boards of up to `S` x `S` cells, `H` groups of `W` per line, up to 2^`N`, on `B` probers (1, 2 or 4), each with `P` engines of `L` rows
/// and `L` columns and a trail of 2^`A` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueCore<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
    const A: usize,
    const B: usize,
> {
    /// Clock.
    #[default(checked(Self::FITS))]
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
    /// The board is complete.
    pub start: Signal<In, Bit>,
    /// With it: 0 full proof, 1 line logic only, 2 first solution.
    pub mode: Signal<In, Bits<2>>,
    /// With it: the limit in units of 1024 clocks, 0 for none.
    pub limit: Signal<In, Bits<26>>,
    /// End with what is certain.
    pub cancel: Signal<In, Bit>,

    /// From the clock after `start` to the one before `done`.
    pub running: Signal<Out, Bit>,
    /// The search has ended.
    pub done: Signal<Out, Bit>,
    /// Its status.
    pub status: Signal<Out, Bits<3>>,
    /// No new board may begin while the reply is read.
    pub keeps_board: Signal<Out, Bit>,
    /// A cell to read, after `done`.
    pub read_row: Signal<In, Bits<6>>,
    /// Its column.
    pub read_column: Signal<In, Bits<6>>,
    /// Three clocks later: it is known.
    pub read_known: Signal<Out, Bit>,
    /// Three clocks later: it is filled.
    pub read_filled: Signal<Out, Bit>,

    /// A visit's finding is taken, in the first prober.
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

    /// Boards and searches.
    #[default(from_fn(|_| SkipWhenIdle::default()))]
    pub probers: [SkipWhenIdle<Prober<S, W, H, N, L, P, A>>; B],

    all_settled: Dff<Bit>,
    all_exhausted: Dff<Bit>,
    fact: Dff<Bit>,
    fact_row: Dff<Bits<5>>,
    fact_column: Dff<Bits<S>>,
    fact_value: Dff<Bit>,
    /// The best cell to branch on of the probers up to each: there when the probers are exhausted, at the earliest four clocks
    /// after the last cell was compared.
    #[default(from_fn(|_| Better::default()))]
    ladder: [Better<S>; B],
    /// The prober whose search has ended first.
    pub winner: Dff<Bits<PROBERS>>,

    is_alone: Signal<Local, Bit>,
    settled: Signal<Local, Bit>,
    exhausted: Signal<Local, Bit>,
    refutes: Signal<Local, Bit>,
    row: Signal<Local, Bits<5>>,
    column: Signal<Local, Bits<S>>,
    value: Signal<Local, Bit>,
    best: Signal<Local, Bit>,
    best_least: Signal<Local, Bits<8>>,
    best_most: Signal<Local, Bits<8>>,
    best_row: Signal<Local, Bits<5>>,
    best_column: Signal<Local, Bits<S>>,
    best_value: Signal<Local, Bit>,
    is_running: Signal<Local, Bit>,
    is_quiet: Signal<Local, Bit>,
    is_probing: Signal<Local, Bit>,
    is_undoing: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    ended: Signal<Local, Bits<PROBERS>>,
    shows: Signal<Local, Bits<PROBERS>>,
    shown_status: Signal<Local, Bits<3>>,
    known: Signal<Local, Bit>,
    filled: Signal<Local, Bit>,

    /// There is one prober: it asks nobody.
    #[default(constant(u64::from(B == 1)))]
    alone: Constant<Bits<1>>,
    #[default(constant(1))]
    yes: Constant<Bits<1>>,
    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(0))]
    no_row: Constant<Bits<5>>,
    #[default(constant(0))]
    no_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_status: Constant<Bits<3>>,
    #[default(constant(0))]
    nobody: Constant<Bits<PROBERS>>,
    #[default(constant(1))]
    first: Constant<Bits<PROBERS>>,
    #[default(constant(B as u64 - 1))]
    last_share: Constant<Bits<2>>,
    #[default(from_fn(|number| constant(number as u64)))]
    shares: [Constant<Bits<2>>; B],
}

inputs!(ClueCore<S, W, H, N, L, P, A, B>,
    [const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize, const A: usize, const B: usize]:
    reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position, start, mode, limit, cancel,
    read_row, read_column);

impl<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
    const A: usize,
    const B: usize,
> ClueCore<S, W, H, N, L, P, A, B>
{
    /// What is asked of the parameters.
    const FITS: () = assert!(
        B == 1 || B == 2 || B == 4,
        "probers share the diagonals of a board"
    );
}

impl<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
    const A: usize,
    const B: usize,
> Logic for ClueCore<S, W, H, N, L, P, A, B>
{
    #[cfg_attr(feature = "native", hdl_gen)]
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

        // What the probers say: whether all have come to the same point, the first refuted probe, the best cell to branch on.
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
        for i in 0..B {
            self.settled.next = self.settled.val() && self.probers[i].peers.settled.val();
            self.exhausted.next = self.exhausted.val() && self.probers[i].peers.exhausted.val();
            if self.probers[i].refuted.valid.val() && !self.refutes.val() {
                self.refutes.next = true;
                self.row.next = self.probers[i].refuted.row.val();
                self.column.next = self.probers[i].refuted.column_bit.val();
                self.value.next = self.probers[i].refuted.value.val();
            }
            self.ladder[i].clock.next = self.clock.val();
            self.ladder[i].first.valid.next = self.best.val();
            self.ladder[i].first.least.next = self.best_least.val();
            self.ladder[i].first.most.next = self.best_most.val();
            self.ladder[i].first.row.next = self.best_row.val();
            self.ladder[i].first.column_bit.next = self.best_column.val();
            self.ladder[i].first.value.next = self.best_value.val();
            BranchIn::<S>::join(&mut self.ladder[i].second, &mut self.probers[i].best);
            self.best.next = self.ladder[i].best.valid.val();
            self.best_least.next = self.ladder[i].best.least.val();
            self.best_most.next = self.ladder[i].best.most.val();
            self.best_row.next = self.ladder[i].best.row.val();
            self.best_column.next = self.ladder[i].best.column_bit.val();
            self.best_value.next = self.ladder[i].best.value.val();
            self.is_running.next = self.is_running.val() && self.probers[i].running.val();
            self.is_quiet.next = self.is_quiet.val() && self.probers[i].quiet.val();
            self.is_probing.next = self.is_probing.val() || self.probers[i].probing.val();
            self.is_undoing.next = self.is_undoing.val() || self.probers[i].undoes.val();
            if self.probers[i].done.val() && !self.ends.val() {
                self.ends.next = true;
                self.ended.next = self.ended.val().replace_bit(i, true);
            }
        }

        // What they hear, a clock later: a refuted probe until all have written its cell.
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

        // The first search that ends has the verdict and the picture.
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
        for i in 0..B {
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
        self.visited.next = self.probers[0].visited.val();
        self.visited_line.next = self.probers[0].visited_line.val();
        self.visited_learned.next = self.probers[0].visited_learned.val();
        self.quiet.next = self.is_quiet.val();
        self.probing.next = self.is_probing.val();
        self.decides.next = self.probers[0].decides.val();
        self.undoes.next = self.is_undoing.val();
    }
}
