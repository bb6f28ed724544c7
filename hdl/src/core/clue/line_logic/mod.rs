//! Line logic on the whole board: the engines with their lines, the arbiter, and the bus for findings.
//! Interface: `clue` stores a clue; marked lines are visited until none is left; `write` writes cells from outside. In the cycle in which a
//! finding is on the bus, it is written and marks crossing lines, unless a contradiction drops it.

mod cells;
mod clues;
mod engine;
mod line_state;
mod result_packer;
mod scheduling;
mod slot;

pub use cells::SlotCells;
pub use clues::Clues;
pub use engine::{CellSets, Engine, Meet, Pace, Step};
pub use line_state::LineState;
pub use result_packer::ResultPacker;
pub use scheduling::{Arbiter, CrossWriter, FindingPipeline, Marks, SlotOrder};
pub use slot::Slot;

use super::GROUP_COUNT_BITS;
use super::interfaces::{ClueIn, FindingIn, FindingOut, ReadIn, WriteIn};
use crate::prelude::*;

/// Boards of up to `SIDE` x `SIDE` cells, `GROUPS` groups of `CELLS_PER_STEP` cells per line, on `ENGINES` engines that serve `LINES` rows
/// and `LINES` columns each.
#[derive(LogicBlock, SmartDefault)]
pub struct LineLogic<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
> {
    #[default({
        const {
            assert!(SIDE == CELLS_PER_STEP * GROUPS && (CELLS_PER_STEP == 2 || CELLS_PER_STEP == 4));
            assert!(SIDE == LINES * ENGINES && ENGINES.is_power_of_two() && GROUPS <= 1 << GROUP_BITS);
            assert!(SIDE <= 1 << POSITION_BITS && SIDE <= super::MOST_SIDE);
            assert!(VALUES == COLOURS + 1 && VALUES <= 1 << VALUE_BITS);
            assert!(PLANES == if COLOURS == 1 { 1 } else { VALUES } && GAPS == (COLOURS > 1) as usize);
        };
        Signal::default()
    })]
    /// Starts a board: discards all clues, visits, marks, pending findings and pending contradictions.
    pub begin_board: Signal<In, Bit>,
    /// Discards all visits, marks, pending findings and pending contradictions.
    pub abort: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,
    /// Clue to store; `clue.valid` only while not `finding.valid`.
    pub clue: ClueIn<SIDE, POSITION_BITS, COLOURS, GAPS>,
    /// Write from outside; `write.rows` only while not `finding.valid`, `write.columns` only while not `finding.valid`.
    pub write: WriteIn<SIDE, POSITION_BITS, VALUES, PLANES>,
    /// Read port of the search.
    pub read: ReadIn<SIDE, POSITION_BITS, PLANES, VALUE_BITS>,

    /// The finding on the bus.
    pub finding: FindingOut<SIDE, POSITION_BITS, PLANES>,
    /// Excluded values of the finding, one bit per cell, with `finding.valid`.
    pub finding_excluded: Array<Signal<Out, Bits<SIDE>>, VALUES>,
    /// A finding is on the bus, even if a contradiction drops it.
    pub bus_taken: Signal<Out, Bit>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<Out, Bit>,
    /// A visit found a contradiction two cycles ago.
    pub conflict: Signal<Out, Bit>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<Out, Bits<SIDE>>,

    slots: Array<
        Slot<SIDE, POSITION_BITS, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES>,
        ENGINES,
    >,
    arbiter: Arbiter<ENGINES>,
    marks: Marks<SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, GAPS>,
    pipeline: FindingPipeline<SIDE, POSITION_BITS, VALUES, PLANES>,
    cross_writer: CrossWriter<SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS>,
    /// What is known of all lines.
    pub state: LineState<SIDE, POSITION_BITS, VALUES, PLANES, VALUE_BITS>,
    order_mark_rows: SlotOrder<SIDE, LINES>,
    #[default(SlotOrder::turned(ENGINES / 2))]
    order_mark_columns: SlotOrder<SIDE, LINES>,
    order_rows_mask: SlotOrder<SIDE, LINES>,
    order_rows_excluded: Array<SlotOrder<SIDE, LINES>, VALUES>,
    #[default(SlotOrder::turned(ENGINES / 2))]
    order_columns_mask: SlotOrder<SIDE, LINES>,
    #[default(from_fn(|_| SlotOrder::turned(ENGINES / 2)))]
    order_columns_excluded: [SlotOrder<SIDE, LINES>; VALUES],
    /// Engine whose visit ended one cycle ago, one-hot; 0 if none did.
    settled_from: Dff<Bits<ENGINES>>,
    /// Engine whose visit ended two cycles ago, one-hot; 0 if none did.
    gathered_from: Dff<Bits<ENGINES>>,

    wants: Signal<Local, Bits<ENGINES>>,
    candidate_columns: Signal<Local, Bits<ENGINES>>,
    waiting: Signal<Local, Bit>,
    ending: Signal<Local, Bit>,
    ending_from: Signal<Local, Bits<ENGINES>>,
    ending_column: Signal<Local, Bit>,
    ending_line: Signal<Local, Bits<POSITION_BITS>>,
    any_conflict: Signal<Local, Bit>,
    gate: Signal<Local, Bits<SIDE>>,
    found: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    found_fresh: Signal<Local, Bits<SIDE>>,

    #[default(from_fn(|slot| constant(((slot + ENGINES / 2) % ENGINES) as u64)))]
    first_columns: [Constant<Bits<POSITION_BITS>>; ENGINES],
    /// Index of each slot's first bit in an ordered word.
    #[default(from_fn(|slot| constant((slot * LINES) as u64)))]
    shares: [Constant<Bits<POSITION_BITS>>; ENGINES],
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
> Logic
    for LineLogic<
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
    >
{
    #[hdl_gen]
    fn update(&mut self) {
        // Requests, ends and findings of the engines. A finding is sampled from its engine two cycles after the end of the visit.
        self.wants.next = 0.into();
        self.candidate_columns.next = 0.into();
        self.waiting.next = false;
        self.ending.next = false;
        self.ending_from.next = 0.into();
        self.ending_column.next = false;
        self.ending_line.next = 0.into();
        self.any_conflict.next = false;
        for v in 0..VALUES {
            self.found[v].next = 0.into();
        }
        self.found_fresh.next = 0.into();
        for i in 0..ENGINES {
            self.wants.next = self.wants.val().replace_bit(i, self.slots[i].wants.val());
            self.candidate_columns.next =
                self.candidate_columns.val().replace_bit(i, self.slots[i].candidate_column.val());
            self.waiting.next = self.waiting.val() || self.slots[i].waiting.val();
            self.any_conflict.next = self.any_conflict.val() || self.slots[i].conflict.val();
            self.ending.next = self.ending.val() || self.slots[i].ends.val();
            if self.slots[i].ends.val() {
                self.ending_from.next = self.ending_from.val().replace_bit(i, true);
                self.ending_column.next =
                    self.ending_column.val() || self.slots[i].line_column.val();
                self.ending_line.next = self.ending_line.val() | self.slots[i].line.val();
            }
            self.gate.next = 0.into();
            if self.gathered_from.q.val().get_bit(i) {
                self.gate.next = !bits::<SIDE>(0);
            }
            for v in 0..VALUES {
                self.found[v].next =
                    self.found[v].val() | (self.slots[i].excluded[v].val() & self.gate.val());
            }
            self.found_fresh.next =
                self.found_fresh.val() | (self.slots[i].fresh.val() & self.gate.val());
        }
        self.arbiter.begin_board.next = self.begin_board.val();
        self.arbiter.wants.next = self.wants.val();
        self.arbiter.candidate_columns.next = self.candidate_columns.val();
        self.settled_from.d.next = self.ending_from.val();
        self.gathered_from.d.next = self.settled_from.q.val();

        self.pipeline.clear.next = self.begin_board.val() || self.abort.val();
        self.pipeline.ends.next = self.ending.val();
        self.pipeline.ends_column.next = self.ending_column.val();
        self.pipeline.ends_line.next = self.ending_line.val();
        self.pipeline.contradicts.next = self.any_conflict.val();
        self.pipeline.cell_mask.next = self.cell_mask.val();
        for v in 0..VALUES {
            self.pipeline.found[v].next = self.found[v].val();
            self.finding_excluded[v].next = self.pipeline.excluded[v].val();
            self.cross_writer.finding_excluded[v].next = self.pipeline.excluded[v].val();
        }
        for p in 0..PLANES {
            self.pipeline.found_before[p].next = self.state.ended[p].val();
            self.state.write_planes[p].next = self.cross_writer.write.planes[p].val();
        }
        self.pipeline.found_fresh.next = self.found_fresh.val();
        FindingOut::<SIDE, POSITION_BITS, PLANES>::link(
            &mut self.finding,
            &mut self.pipeline.finding,
        );
        self.bus_taken.next = self.pipeline.taken.val();
        self.conflict.next = self.pipeline.conflict.val();

        self.cross_writer.cell_mask.next = self.cell_mask.val();
        FindingIn::<SIDE, POSITION_BITS, PLANES>::join(
            &mut self.cross_writer.finding,
            &mut self.pipeline.finding,
        );
        self.cross_writer.crossing.next = self.pipeline.crossing.val();
        ClueIn::<SIDE, POSITION_BITS, COLOURS, GAPS>::link(
            &mut self.clue,
            &mut self.cross_writer.clue,
        );
        WriteIn::<SIDE, POSITION_BITS, VALUES, PLANES>::link(
            &mut self.write,
            &mut self.cross_writer.outside,
        );

        self.state.clear.next = self.begin_board.val();
        ReadIn::<SIDE, POSITION_BITS, PLANES, VALUE_BITS>::link(
            &mut self.read,
            &mut self.state.read,
        );
        self.state.ended_column.next = self.pipeline.settles_column.val();
        self.state.ended_line.next = self.pipeline.settles_line.val();
        self.state.write.next = self.cross_writer.write.known.val();
        self.state.write_column.next = self.cross_writer.write.line_column.val();
        self.state.write_line.next = self.cross_writer.write.line.val();
        self.state.write_full.next = self.cross_writer.full.val();
        self.state.write_values.next = self.pipeline.finding.valid.val();
        self.state.filled_cells.next = self.pipeline.excluded[0].val();
        self.complete_rows.next = self.state.complete_rows.val();

        self.marks.begin_board.next = self.begin_board.val();
        self.marks.abort.next = self.abort.val();
        ClueIn::<SIDE, POSITION_BITS, COLOURS, GAPS>::link(&mut self.clue, &mut self.marks.clue);
        WriteIn::<SIDE, POSITION_BITS, VALUES, PLANES>::join(
            &mut self.marks.write,
            &mut self.cross_writer.write,
        );
        self.marks.outside.next =
            self.write.marks.val() && (self.write.rows.val() || self.write.columns.val());
        self.marks.finding.next = self.pipeline.finding.valid.val();
        self.marks.finding_column.next = self.pipeline.finding.column.val();
        self.marks.crossing.next = self.pipeline.crossing.val();
        self.marks.busy.next =
            self.waiting.val() || self.pipeline.settles.val() || self.pipeline.gathers.val();
        self.quiet.next = self.marks.quiet.val();

        self.order_mark_rows.word.next = self.marks.mark_rows.val();
        self.order_mark_columns.word.next = self.marks.mark_columns.val();
        self.order_rows_mask.word.next = self.cross_writer.write.mask.val();
        self.order_columns_mask.word.next = self.cross_writer.write.mask.val();
        for v in 0..VALUES {
            self.order_rows_excluded[v].word.next = self.cross_writer.write.excluded[v].val();
            self.order_columns_excluded[v].word.next = self.cross_writer.write.excluded[v].val();
        }
        for i in 0..ENGINES {
            self.slots[i].first_row.next = i.to_bits();
            self.slots[i].first_column.next = self.first_columns[i].val();
            self.slots[i].clear.next = self.begin_board.val() || self.abort.val();
            self.slots[i].groups.next = self.groups.val();
            self.slots[i].grant.next = self.arbiter.grants.val().get_bit(i);
            self.slots[i].prefer_column.next = self.arbiter.prefer_column.val();
            ClueIn::<SIDE, POSITION_BITS, COLOURS, GAPS>::link(
                &mut self.clue,
                &mut self.slots[i].clue,
            );
            self.slots[i].write_rows.next = self.cross_writer.write.rows.val();
            self.slots[i].rows_value.next = self.cross_writer.write.rows_value.val();
            self.slots[i].write_columns.next = self.cross_writer.write.columns.val();
            self.slots[i].columns_value.next = self.cross_writer.write.columns_value.val();
            self.slots[i].write_both.next = self.write.rows.val() && self.write.columns.val();
            self.slots[i].position.next = self.cross_writer.write.position.val();
            self.slots[i].mark_rows.next =
                self.order_mark_rows.ordered.val().get_bits::<LINES>(self.shares[i].val().index());
            self.slots[i].mark_columns.next = self
                .order_mark_columns
                .ordered
                .val()
                .get_bits::<LINES>(self.shares[i].val().index());
            self.slots[i].rows_mask.next =
                self.order_rows_mask.ordered.val().get_bits::<LINES>(self.shares[i].val().index());
            for v in 0..VALUES {
                self.slots[i].rows_excluded[v].next =
                    self.order_rows_excluded[v]
                        .ordered
                        .val()
                        .get_bits::<LINES>(self.shares[i].val().index());
                self.slots[i].columns_excluded[v].next = self.order_columns_excluded[v]
                    .ordered
                    .val()
                    .get_bits::<LINES>(self.shares[i].val().index());
            }
            self.slots[i].columns_mask.next = self
                .order_columns_mask
                .ordered
                .val()
                .get_bits::<LINES>(self.shares[i].val().index());
        }
    }
}
