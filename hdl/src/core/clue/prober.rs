//! A prober of the clue core: a board of its own, line logic on it by automata, search and proof.
//! Interface: `begin`, blocks and line ends, `start`; then `done` with `status`, and the picture by `read_row` and `read_column`;
//! what goes between the probers of a core is the [`ClueCore`](super::ClueCore)'s work.

use super::{BoardSetup, ClueLoader, LineLogic, Search};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

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
    /// A cell to read, after `done`.
    pub read_row: Signal<In, Bits<6>>,
    /// Its column.
    pub read_column: Signal<In, Bits<6>>,
    /// Three clocks later: it is known.
    pub read_known: Signal<Out, Bit>,
    /// Three clocks later: it is filled.
    pub read_filled: Signal<Out, Bit>,

    /// Of every `of` + 1 diagonals, a power of two, the one whose cells this prober probes.
    pub share: Signal<In, Bits<2>>,
    /// That number.
    pub of: Signal<In, Bits<2>>,
    /// What is certain is settled.
    pub settled: Signal<Out, Bit>,
    /// All probers are settled.
    pub together: Signal<In, Bit>,
    /// A probe is refuted: that of the cell.
    pub refutes: Signal<Out, Bit>,
    /// The row of the cell.
    pub cell_row: Signal<Out, Bits<5>>,
    /// Its column, as a bit.
    pub cell_column: Signal<Out, Bits<S>>,
    /// Its value.
    pub cell_value: Signal<Out, Bit>,
    /// A probe is refuted in one of the probers, from the clock after to the one in which all are settled.
    pub told: Signal<In, Bit>,
    /// Its row.
    pub told_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub told_column: Signal<In, Bits<S>>,
    /// Its value.
    pub told_value: Signal<In, Bit>,
    /// Nothing is left to probe in this pass.
    pub exhausted: Signal<Out, Bit>,
    /// Nor in any prober.
    pub all_exhausted: Signal<In, Bit>,
    /// There is a cell to branch on.
    pub best: Signal<Out, Bit>,
    /// What its poorer value has brought.
    pub best_least: Signal<Out, Bits<8>>,
    /// What its better value has brought.
    pub best_most: Signal<Out, Bits<8>>,
    /// Its row.
    pub best_row: Signal<Out, Bits<5>>,
    /// Its column, as a bit.
    pub best_column: Signal<Out, Bits<S>>,
    /// Its better value.
    pub best_value: Signal<Out, Bit>,
    /// There is a cell to branch on, the best of all probers.
    pub branch: Signal<In, Bit>,
    /// Its row.
    pub branch_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub branch_column: Signal<In, Bits<S>>,
    /// Its better value.
    pub branch_value: Signal<In, Bit>,
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
    failed: Dff<Bit>,
    row_read: Dff<Bits<5>>,
    column_read: Dff<Bits<5>>,
    column_looked: Dff<Bits<5>>,
    cell_known: Dff<Bit>,
    cell_filled: Dff<Bit>,

    line: Signal<Local, Bits<6>>,
    restart: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    differs: Signal<Local, Bits<S>>,
    agreed: Signal<Local, Bits<S>>,
    known_bit: Signal<Local, Bit>,
    filled_bit: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
}

inputs!(Prober<S, W, H, N, L, P, A>, [const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize, const A: usize]:
    reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position, start, mode, limit, cancel,
    read_row, read_column, share, of, together, told, told_row, told_column, told_value, all_exhausted, branch, branch_row,
    branch_column, branch_value, over);

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
        dff_setup!(
            self,
            clock,
            failed,
            row_read,
            column_read,
            column_looked,
            cell_known,
            cell_filled
        );
        clock!(self, clock, setup, loader, lines, search);

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
        self.lines.put_rows.next = self.search.put_rows.val() || self.setup.clearing.val();
        self.lines.put_columns.next = self.search.put_columns.val() || self.setup.clearing.val();
        self.lines.put_rows_value.next = self.search.put_value.val();
        self.lines.put_columns_value.next = self.search.put_value.val();
        self.lines.put_position.next = self.search.put_position.val();
        self.lines.put_mask.next = self.search.put_mask.val();
        self.lines.put_filled.next = self.search.put_filled.val();
        self.lines.put_marks.next = self.search.put_value.val() && !self.setup.clearing.val();
        if self.setup.clearing.val() {
            self.lines.put_rows_value.next = self.setup.blank_rows.val();
            self.lines.put_columns_value.next = self.setup.blank_columns.val();
            self.lines.put_position.next = self.setup.clear_position.val();
            self.lines.put_mask.next = self.all.val();
            self.lines.put_filled.next = self.none.val();
        }
        self.lines.put_known.next = self.search.put_known.val();
        self.lines.put_line.next = self.search.put_line.val();
        self.lines.put_word.next = self.search.put_word.val();
        self.lines.look.next = self.search.look.val();
        self.lines.look_column.next = self.search.look_column.val();

        // The search.
        self.failed.d.next =
            self.failed.q.val() || (self.lines.conflict.val() && !self.search.running.val());
        if self.restart.val() {
            self.failed.d.next = false;
        }
        self.search.clear.next = self.restart.val() || self.over.val();
        self.search.start.next = self.start.val();
        self.search.mode.next = self.mode.val();
        self.search.limit.next = self.limit.val();
        self.search.cancel.next = self.cancel.val();
        self.search.rows.next = self.setup.board_rows.val();
        self.search.padded.next = self.setup.padded.val();
        self.search.row_bits.next = self.setup.row_mask.val();
        self.search.column_bits.next = self.setup.column_mask.val();
        self.search.cells.next = self.setup.cell_mask.val();
        self.search.bus.next = self.lines.bus.val();
        self.search.bus_line.next = self.lines.bus_line.val();
        self.search.learned.next = self.lines.learned.val();
        self.search.known_before.next = self.lines.known_before.val();
        self.search.quiet.next = self.lines.quiet.val();
        self.search.conflict.next = self.lines.conflict.val() || self.failed.q.val();
        self.search.complete.next = self.lines.complete.val();
        self.search.look_known.next = self.lines.look_known.val();
        self.search.look_filled.next = self.lines.look_filled.val();
        self.search.look_column_known.next = self.lines.look_column_known.val();
        self.search.share.next = self.share.val();
        self.search.of.next = self.of.val();
        self.search.together.next = self.together.val();
        self.search.told.next = self.told.val();
        self.search.told_row.next = self.told_row.val();
        self.search.told_column.next = self.told_column.val();
        self.search.told_value.next = self.told_value.val();
        self.search.all_exhausted.next = self.all_exhausted.val();
        self.search.branch.next = self.branch.val();
        self.search.branch_row.next = self.branch_row.val();
        self.search.branch_column.next = self.branch_column.val();
        self.search.branch_value.next = self.branch_value.val();
        self.settled.next = self.search.settled.val();
        self.refutes.next = self.search.refutes.val();
        self.cell_row.next = self.search.cell_row.val();
        self.cell_column.next = self.search.cell_column.val();
        self.cell_value.next = self.search.cell_value.val();
        self.exhausted.next = self.search.exhausted.val();
        self.best.next = self.search.best.val();
        self.best_least.next = self.search.best_least.val();
        self.best_most.next = self.search.best_most.val();
        self.best_row.next = self.search.best_row.val();
        self.best_column.next = self.search.best_column.val();
        self.best_value.next = self.search.best_value.val();
        self.running.next = self.search.running.val();
        self.done.next = self.search.done.val();
        self.status.next = self.search.status.val();

        // A cell of the picture: address, word, bit, a clock each.
        self.row_read.d.next = bit_cast::<5, 6>(self.read_row.val());
        self.column_read.d.next = bit_cast::<5, 6>(self.read_column.val());
        self.column_looked.d.next = self.column_read.q.val();
        self.search.picture_row.next = self.row_read.q.val();
        self.complete.next = (self.search.status.val() == self.solved.val())
            || (self.search.status.val() == self.multiple.val());
        // Once a solution is found, what is known without decisions holds for every other one: certain is what it agrees with.
        self.differs.next = self.lines.look_filled.val() ^ self.search.picture_filled.val();
        self.agreed.next = self.lines.look_known.val() & !self.differs.val();
        self.known_bit.next = false;
        self.filled_bit.next = false;
        for i in 0..S {
            if self.column_looked.q.val() == self.positions[i].val() {
                self.known_bit.next = self.agreed.val().get_bit(i);
                self.filled_bit.next = self.search.picture_filled.val().get_bit(i);
            }
        }
        self.cell_known.d.next = self.known_bit.val() || self.complete.val();
        self.cell_filled.d.next = self.filled_bit.val();
        self.read_known.next = self.cell_known.q.val();
        self.read_filled.next = self.cell_filled.q.val();

        self.visited.next = self.lines.bus.val();
        self.visited_line.next = self.lines.bus_line.val();
        self.visited_learned.next = self.lines.learned.val();
        self.quiet.next = self.lines.quiet.val();
        self.probing.next = self.search.is_probing.val();
        self.decides.next = self.search.decides.val();
        self.undoes.next = self.search.undoes.val();
    }
}
