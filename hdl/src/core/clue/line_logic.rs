//! Line logic on the whole board: engines with their lines, the scheduler, and the bus that takes their findings.
//! Interface: lines are received; each is visited until nothing is new; `put` writes cells from outside.
//! Longer than 400 lines for its ports and the wires between its parts; the work is done in those.

use super::interfaces::{FindingOut, ReadIn};
use super::{Bus, Deal, GROUPS, INDEX, Knowledge, Slot};
use crate::widgets::{Dff, SkipWhenIdle, checked, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Boards of up to `S` x `S` cells, `H` groups of `W` cells a line, on `P` engines that serve `L` rows and `L` columns each.
#[derive(LogicBlock, SmartDefault)]
pub struct LineLogic<
    const S: usize,
    const W: usize,
    const H: usize,
    const N: usize,
    const L: usize,
    const P: usize,
> {
    /// Clock.
    #[default(checked(Self::FITS))]
    pub clock: Signal<In, Clock>,
    /// Forget all lines, visits and marks.
    pub begin_board: Signal<In, Bit>,
    /// Forget visits and marks.
    pub abort: Signal<In, Bit>,
    /// Groups of a line.
    pub groups: Signal<In, Bits<GROUPS>>,
    /// Cells of a line, padding included: a bit for each.
    pub cells: Signal<In, Bits<S>>,

    /// A line's clue is complete (when no finding is on the bus).
    pub receive: Signal<In, Bit>,
    /// Its line: bit 5 is set for a column, below is the position.
    pub receive_line: Signal<In, Bits<6>>,
    /// The clue's filled symbols.
    pub receive_ones: Signal<In, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub receive_end: Signal<In, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub receive_top: Signal<In, Bit>,

    /// The rows are told from outside (when no finding is on the bus).
    pub put_rows: Signal<In, Bit>,
    /// They are told values; else that nothing is known.
    pub put_rows_value: Signal<In, Bit>,
    /// The columns are told from outside.
    pub put_columns: Signal<In, Bit>,
    /// They are told values.
    pub put_columns_value: Signal<In, Bit>,
    /// At this position.
    pub put_position: Signal<In, Bits<5>>,
    /// Which of them.
    pub put_mask: Signal<In, Bits<S>>,
    /// The filled cells.
    pub put_filled: Signal<In, Bits<S>>,
    /// Mark who is told, at least one (when all lines are received).
    pub put_marks: Signal<In, Bit>,
    /// Store a line's known cells from outside.
    pub put_known: Signal<In, Bit>,
    /// The line.
    pub put_line: Signal<In, Bits<6>>,
    /// Its known cells.
    pub put_word: Signal<In, Bits<S>>,

    /// The board as the search reads it.
    pub read: ReadIn<S>,

    /// The finding on the bus.
    pub finding: FindingOut<S>,
    /// Those that the lines across are told of.
    pub told: Signal<Out, Bits<S>>,
    /// The finding's filled cells.
    pub bus_filled: Signal<Out, Bits<S>>,
    /// A finding waits on the bus, even if a contradiction drops it.
    pub bus_taken: Signal<Out, Bit>,
    /// Nothing is marked or under way.
    pub quiet: Signal<Out, Bit>,
    /// A visit has found a contradiction, two clocks ago.
    pub conflict: Signal<Out, Bit>,
    /// Rows of which every cell is known.
    pub complete: Signal<Out, Bits<S>>,

    #[default(from_fn(|_| SkipWhenIdle::default()))]
    slots: [SkipWhenIdle<Slot<S, W, H, N, L>>; P],
    deal_mark_rows: Deal<S, L>,
    #[default(Deal::turned(P / 2))]
    deal_mark_columns: Deal<S, L>,
    deal_rows_mask: Deal<S, L>,
    deal_rows_filled: Deal<S, L>,
    #[default(Deal::turned(P / 2))]
    deal_columns_mask: Deal<S, L>,
    #[default(Deal::turned(P / 2))]
    deal_columns_filled: Deal<S, L>,
    findings: Bus<S>,
    /// What the lines know.
    pub knowledge: Knowledge<S>,
    received_rows: Dff<Bits<S>>,
    received_columns: Dff<Bits<S>>,
    column_last: Dff<Bit>,
    stirs: Dff<Bit>,
    settled_from: Dff<Bits<P>>,
    gathered_from: Dff<Bits<P>>,

    grants: Signal<Local, Bit>,
    granted: Signal<Local, Bit>,
    slot_position: Signal<Local, Bits<5>>,
    slot_line: Signal<Local, Bits<6>>,
    busy: Signal<Local, Bit>,
    ending: Signal<Local, Bit>,
    ending_from: Signal<Local, Bits<P>>,
    ending_line: Signal<Local, Bits<6>>,
    any_conflict: Signal<Local, Bit>,
    gate: Signal<Local, Bits<S>>,
    found: Signal<Local, Bits<S>>,
    found_filled: Signal<Local, Bits<S>>,
    found_fresh: Signal<Local, Bits<S>>,
    takes: Signal<Local, Bit>,
    is_column: Signal<Local, Bit>,
    tell_rows: Signal<Local, Bit>,
    tell_columns: Signal<Local, Bit>,
    rows_value: Signal<Local, Bit>,
    columns_value: Signal<Local, Bit>,
    position: Signal<Local, Bits<5>>,
    mask: Signal<Local, Bits<S>>,
    told_filled: Signal<Local, Bits<S>>,
    marks: Signal<Local, Bit>,
    mark_rows: Signal<Local, Bits<S>>,
    mark_columns: Signal<Local, Bits<S>>,
    told_received: Signal<Local, Bits<S>>,
    write_known: Signal<Local, Bit>,
    write_line: Signal<Local, Bits<6>>,
    write_word: Signal<Local, Bits<S>>,
    receive_bit: Signal<Local, Bits<S>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
    #[default(constant(0))]
    no_slot: Constant<Bits<P>>,
    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
    #[default(from_fn(|slot| constant(slot as u64)))]
    first_rows: [Constant<Bits<5>>; P],
    #[default(from_fn(|slot| constant(((slot + P / 2) % P) as u64)))]
    first_columns: [Constant<Bits<5>>; P],
    /// Where a slot's lines begin in a dealt word.
    #[default(from_fn(|slot| constant((slot * L) as u64)))]
    shares: [Constant<Bits<5>>; P],
}

inputs!(LineLogic<S, W, H, N, L, P>, [const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize]:
    begin_board, abort, groups, cells, receive, receive_line, receive_ones, receive_end, receive_top, put_rows, put_rows_value,
    put_columns, put_columns_value, put_position, put_mask, put_filled, put_marks, put_known, put_line, put_word, read.row, read.column);

impl<const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize>
    LineLogic<S, W, H, N, L, P>
{
    /// What is asked of the parameters.
    const FITS: () = assert!(
        S == W * H
            && (W == 2 || W == 4)
            && H <= 1 << N
            && S == L * P
            && P.is_power_of_two()
            && S <= 32
            && L <= 1 << INDEX,
        "groups and engines share the lines"
    );
}

impl<const S: usize, const W: usize, const H: usize, const N: usize, const L: usize, const P: usize>
    Logic for LineLogic<S, W, H, N, L, P>
{
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            received_rows,
            received_columns,
            column_last,
            stirs,
            settled_from,
            gathered_from
        );
        clock!(self, clock, knowledge, findings);

        // The first engine that wants a visit starts it.
        self.granted.next = false;
        self.busy.next = false;
        self.ending.next = false;
        self.ending_from.next = self.no_slot.val();
        self.ending_line.next = self.no_line.val();
        self.any_conflict.next = false;
        self.found.next = self.none.val();
        self.found_filled.next = self.none.val();
        self.found_fresh.next = self.none.val();
        for i in 0..P {
            self.slots[i].clock.next = self.clock.val();
            // Each port is driven once: a slot that is woken by a change and its parent would wake each other for ever.
            self.grants.next = self.slots[i].wants.val() && !self.granted.val();
            self.slots[i].grant.next = self.grants.val();
            self.granted.next = self.granted.val() || self.grants.val();
            if self.grants.val() {
                self.column_last.d.next = self.slots[i].candidate_column.val();
            }
            self.busy.next = self.busy.val() || self.slots[i].waiting.val();
            self.any_conflict.next = self.any_conflict.val() || self.slots[i].conflict.val();
            self.ending.next = self.ending.val() || self.slots[i].ends.val();
            self.slot_position.next = self.slots[i].line.val();
            self.slot_line.next = bit_cast::<6, 5>(self.slot_position.val());
            self.slot_line.next = self
                .slot_line
                .val()
                .replace_bit(5, self.slots[i].column.val());
            if self.slots[i].ends.val() {
                self.ending_from.next = self.ending_from.val().replace_bit(i, true);
                self.ending_line.next = self.ending_line.val() | self.slot_line.val();
            }
            self.gate.next = self.none.val();
            if self.gathered_from.q.val().get_bit(i) {
                self.gate.next = self.all.val();
            }
            self.found.next = self.found.val() | (self.slots[i].known.val() & self.gate.val());
            self.found_filled.next =
                self.found_filled.val() | (self.slots[i].filled.val() & self.gate.val());
            self.found_fresh.next =
                self.found_fresh.val() | (self.slots[i].fresh.val() & self.gate.val());
        }
        // In the clock after a visit's end its line's known cells are read; in the next its finding is gathered from its
        // engine, and what is news of it; in the one after that it is on the bus.
        self.knowledge.ended_line.next = self.findings.settles_line.val();
        ReadIn::<S>::link(&mut self.read, &mut self.knowledge.read);
        self.settled_from.d.next = self.ending_from.val();
        self.gathered_from.d.next = self.settled_from.q.val();
        self.findings.clear.next = self.begin_board.val() || self.abort.val();
        self.findings.ends.next = self.ending.val();
        self.findings.ends_line.next = self.ending_line.val();
        self.findings.contradicts.next = self.any_conflict.val();
        self.findings.cells.next = self.cells.val();
        self.findings.found.next = self.found.val();
        self.findings.found_filled.next = self.found_filled.val();
        self.findings.found_fresh.next = self.found_fresh.val();
        self.findings.found_before.next = self.knowledge.ended_known.val();
        self.takes.next = self.findings.takes.val();
        self.is_column.next = self.findings.line.val().get_bit(5);

        // Who is told what: by the bus, or from outside.
        self.tell_rows.next = self.put_rows.val();
        self.rows_value.next = self.put_rows_value.val();
        self.tell_columns.next = self.put_columns.val();
        self.columns_value.next = self.put_columns_value.val();
        self.position.next = self.put_position.val();
        self.mask.next = self.put_mask.val();
        self.told_filled.next = self.put_filled.val();
        self.marks.next = self.put_marks.val();
        self.write_known.next = self.put_known.val();
        self.write_line.next = self.put_line.val();
        self.write_word.next = self.put_word.val();
        if self.receive.val() {
            self.write_known.next = true;
            self.write_line.next = self.receive_line.val();
            self.write_word.next = self.none.val();
        }
        if self.takes.val() {
            self.tell_rows.next = self.is_column.val();
            self.rows_value.next = true;
            self.tell_columns.next = !self.is_column.val();
            self.columns_value.next = true;
            self.position.next = bit_cast::<5, 6>(self.findings.line.val());
            self.mask.next = self.findings.told.val();
            self.told_filled.next = self.findings.filled.val();
            self.marks.next = true;
            self.write_known.next = true;
            self.write_line.next = self.findings.line.val();
            self.write_word.next = self.findings.after_visit.val();
        }
        self.knowledge.clear.next = self.begin_board.val();
        self.knowledge.write.next = self.write_known.val();
        self.knowledge.write_line.next = self.write_line.val();
        self.knowledge.write_known.next = self.write_word.val();
        // What is put from outside is less than a line's cells.
        self.knowledge.write_full.next =
            self.takes.val() && (self.findings.after_visit.val() == self.cells.val());
        self.knowledge.write_filled.next = self.takes.val();
        self.knowledge.filled_cells.next = self.findings.filled.val();
        self.complete.next = self.knowledge.complete.val();
        self.receive_bit.next = self.none.val();
        for i in 0..S {
            if bit_cast::<5, 6>(self.receive_line.val()) == self.positions[i].val() {
                self.receive_bit.next = self.receive_bit.val().replace_bit(i, true);
            }
        }

        // Marks: who is told something, if its clue is there, and a line that is received.
        self.mark_rows.next = self.none.val();
        self.mark_columns.next = self.none.val();
        if self.marks.val() && self.tell_rows.val() {
            self.mark_rows.next = self.mask.val() & self.received_rows.q.val();
        }
        if self.marks.val() && self.tell_columns.val() {
            self.mark_columns.next = self.mask.val() & self.received_columns.q.val();
        }
        if self.receive.val() && !self.receive_line.val().get_bit(5) {
            self.mark_rows.next = self.mark_rows.val() | self.receive_bit.val();
            self.received_rows.d.next = self.received_rows.q.val() | self.receive_bit.val();
        }
        if self.receive.val() && self.receive_line.val().get_bit(5) {
            self.mark_columns.next = self.mark_columns.val() | self.receive_bit.val();
            self.received_columns.d.next = self.received_columns.q.val() | self.receive_bit.val();
        }

        self.deal_mark_rows.word.next = self.mark_rows.val();
        self.deal_mark_columns.word.next = self.mark_columns.val();
        self.deal_rows_mask.word.next = self.mask.val();
        self.deal_rows_filled.word.next = self.told_filled.val();
        self.deal_columns_mask.word.next = self.mask.val();
        self.deal_columns_filled.word.next = self.told_filled.val();
        for i in 0..P {
            self.slots[i].first_row.next = self.first_rows[i].val();
            self.slots[i].first_column.next = self.first_columns[i].val();
            self.slots[i].clear.next = self.begin_board.val() || self.abort.val();
            self.slots[i].groups.next = self.groups.val();
            self.slots[i].mark_rows.next = self
                .deal_mark_rows
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
            self.slots[i].mark_columns.next = self
                .deal_mark_columns
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
            self.slots[i].prefer_column.next = self.column_last.q.val();
            self.slots[i].receive.next = self.receive.val();
            self.slots[i].receive_line.next = self.receive_line.val();
            self.slots[i].receive_ones.next = self.receive_ones.val();
            self.slots[i].receive_end.next = self.receive_end.val();
            self.slots[i].receive_top.next = self.receive_top.val();
            self.slots[i].tell_rows.next = self.tell_rows.val();
            self.slots[i].rows_value.next = self.rows_value.val();
            self.slots[i].tell_columns.next = self.tell_columns.val();
            self.slots[i].columns_value.next = self.columns_value.val();
            self.slots[i].tell_both.next = self.put_rows.val() && self.put_columns.val();
            self.slots[i].position.next = self.position.val();
            self.slots[i].rows_mask.next = self
                .deal_rows_mask
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
            self.slots[i].rows_filled.next = self
                .deal_rows_filled
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
            self.slots[i].columns_mask.next = self
                .deal_columns_mask
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
            self.slots[i].columns_filled.next = self
                .deal_columns_filled
                .dealt
                .val()
                .get_bits::<L>(self.shares[i].val().index());
        }

        self.finding.valid.next = self.takes.val();
        self.bus_taken.next = self.findings.taken.val();
        self.finding.line.next = self.findings.line.val();
        self.finding.learned.next = self.findings.learned.val();
        self.told.next = self.findings.told.val();
        self.finding.known_before.next = self.findings.before_visit.val();
        self.bus_filled.next = self.findings.filled.val();
        self.conflict.next = self.findings.conflict.val();

        // Something is marked or under way in the next clock, if it is in this one, or comes. What is put with marks is put
        // when all lines are received, so it marks some; to look for these would take too long.
        self.told_received.next = self.findings.told.val() & self.received_columns.q.val();
        if self.is_column.val() {
            self.told_received.next = self.findings.told.val() & self.received_rows.q.val();
        }
        self.stirs.d.next = self.busy.val()
            || self.findings.settles.val()
            || self.findings.gathers.val()
            || self.receive.val()
            || (self.put_marks.val() && (self.put_rows.val() || self.put_columns.val()))
            || (self.takes.val() && self.told_received.val().any());
        self.quiet.next = !self.stirs.q.val();

        if self.begin_board.val() || self.abort.val() {
            self.stirs.d.next = false;
        }
        if self.begin_board.val() {
            self.received_rows.d.next = self.none.val();
            self.received_columns.d.next = self.none.val();
            self.column_last.d.next = false;
        }
    }
}
