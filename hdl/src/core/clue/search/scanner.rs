//! The scan of a pass: row by row, which cell is probed next.
//! Interface: while it `scans`, rows are read; two clocks later they are judged, `judge`, until `hits`, `widens` or `last`.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Parts of a row of which each says whether it has a cell to probe.
const PARTS: usize = 4;

/// Scans up to `S` rows of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct Scanner<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Go back to the first row.
    pub restart: Signal<In, Bit>,
    /// A scan is under way: rows are read, one a clock.
    pub scans: Signal<In, Bit>,
    /// The clocks after it in which rows are judged.
    pub judge: Signal<In, Bit>,
    /// Every unknown cell will do.
    pub any: Signal<In, Bit>,
    /// The board's rows.
    pub rows: Signal<In, Bits<6>>,
    /// A bit for each column of the board.
    pub column_bits: Signal<In, Bits<S>>,
    /// Of every `of` + 1 diagonals, a power of two, the one whose cells are probed.
    pub share: Signal<In, Bits<2>>,
    /// That number.
    pub of: Signal<In, Bits<2>>,

    /// The row to read.
    pub look: Signal<Out, Bits<6>>,
    /// The same as a bit.
    pub look_bit: Signal<Out, Bits<S>>,
    /// A clock later: its known cells.
    pub look_known: Signal<In, Bits<S>>,
    /// Its cells in lines with news.
    pub news: Signal<In, Bits<S>>,
    /// Its cells of which filled is consistent.
    pub filled: Signal<In, Bits<S>>,
    /// Its cells of which blank is consistent.
    pub blank: Signal<In, Bits<S>>,

    /// The row judged has a cell to probe.
    pub hits: Signal<Out, Bit>,
    /// It is the board's last, and every cell was looked at.
    pub last: Signal<Out, Bit>,
    /// It is the board's last; the scan begins again, for cells with fewer known ones beside them.
    pub widens: Signal<Out, Bit>,
    /// Its position.
    pub row: Signal<Out, Bits<6>>,
    /// The first cell to probe, as a bit.
    pub column_bit: Signal<Out, Bits<S>>,
    /// That cell again, a clock after it was found.
    pub chosen: Signal<In, Bits<S>>,
    /// Filled is consistent in it.
    pub chosen_filled: Signal<Out, Bit>,
    /// Blank is consistent in it.
    pub chosen_blank: Signal<Out, Bit>,

    /// The row to judge.
    judged: Dff<Bits<6>>,
    /// The same as a bit: the way from a row to its cells is long.
    judged_bit: Dff<Bits<S>>,
    /// It is the board's last: what ends a scan is to be known early in the clock.
    judges_last: Dff<Bit>,
    /// What follows from the board's rows, long before a scan: the row before the last, and that there is but one.
    before_last: Dff<Bits<6>>,
    only_row: Dff<Bit>,
    /// The row to read; without a scan, the one to judge.
    ahead: Dff<Bits<6>>,
    ahead_bit: Dff<Bits<S>>,
    /// The row whose cells are there, modulo 4.
    shown: Dff<Bits<2>>,
    /// A cell to probe has a known one left and right of it (3), on one side (1), or neither need be (0).
    beside: Dff<Bits<2>>,
    eligible: Dff<Bits<S>>,
    /// Which parts have any: what follows from a hit is to be known early in the clock.
    eligible_parts: Dff<Bits<PARTS>>,
    filled_judged: Dff<Bits<S>>,
    blank_judged: Dff<Bits<S>>,
    filled_chosen: Dff<Bits<S>>,
    blank_chosen: Dff<Bits<S>>,

    looks_after: Signal<Local, Bits<S>>,
    judged_after: Signal<Local, Bits<S>>,
    wanted: Signal<Local, Bits<S>>,
    known: Signal<Local, Bits<S>>,
    left_known: Signal<Local, Bits<S>>,
    right_known: Signal<Local, Bits<S>>,
    near: Signal<Local, Bits<S>>,
    diagonal: Signal<Local, Bits<2>>,
    shared: Signal<Local, Bits<S>>,
    found: Signal<Local, Bits<S>>,
    found_parts: Signal<Local, Bits<PARTS>>,
    hit: Signal<Local, Bit>,
    below: Signal<Local, Bits<S>>,
    next_row: Signal<Local, Bits<6>>,
    goes_on: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(1 << (S - 1)))]
    last_cell: Constant<Bits<S>>,
    #[default(constant(0))]
    no_part: Constant<Bits<PARTS>>,
    #[default(from_fn(|part| constant(part_of_row(S, part))))]
    parts: [Constant<Bits<S>>; PARTS],
    #[default(constant(1))]
    first: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
    #[default(from_fn(|column| constant(column as u64 % 4)))]
    columns: [Constant<Bits<2>>; S],
    #[default(constant(3))]
    both_sides: Constant<Bits<2>>,
    #[default(constant(1))]
    one_side: Constant<Bits<2>>,
    #[default(constant(0))]
    no_side: Constant<Bits<2>>,
    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(constant(1))]
    one_line: Constant<Bits<6>>,
    #[default(constant(2))]
    two_lines: Constant<Bits<6>>,
}

/// The cells of a part, as bits.
fn part_of_row(cells: usize, part: usize) -> u64 {
    (0..cells)
        .filter(|cell| cell * PARTS / cells == part)
        .fold(0, |bits, cell| bits | 1 << cell)
}

impl<const S: usize> Logic for Scanner<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            judged,
            judged_bit,
            judges_last,
            before_last,
            only_row,
            ahead,
            ahead_bit,
            shown,
            beside,
            eligible,
            eligible_parts,
            filled_judged,
            blank_judged,
            filled_chosen,
            blank_chosen
        );

        // Reading.
        self.look.next = self.ahead.q.val();
        self.look_bit.next = self.ahead_bit.q.val();
        self.looks_after.next = self.none.val();
        self.judged_after.next = self.none.val();
        for i in 1..S {
            self.looks_after.next = self
                .looks_after
                .val()
                .replace_bit(i, self.ahead_bit.q.val().get_bit(i - 1));
            self.judged_after.next = self
                .judged_after
                .val()
                .replace_bit(i, self.judged_bit.q.val().get_bit(i - 1));
        }
        self.ahead.d.next = self.judged.q.val();
        self.ahead_bit.d.next = self.judged_bit.q.val();
        if self.scans.val() {
            self.ahead.d.next = self.ahead.q.val() + self.one_line.val();
            self.ahead_bit.d.next = self.looks_after.val();
        }
        // What a cell has beside it; beyond the board's edge all is known.
        self.known.next = self.look_known.val() | !self.column_bits.val();
        self.left_known.next = self.first.val();
        self.right_known.next = self.last_cell.val();
        for i in 1..S {
            self.left_known.next = self
                .left_known
                .val()
                .replace_bit(i, self.known.val().get_bit(i - 1));
            self.right_known.next = self
                .right_known
                .val()
                .replace_bit(i - 1, self.known.val().get_bit(i));
        }
        self.near.next = self.all.val();
        if self.beside.q.val() == self.both_sides.val() {
            self.near.next = self.left_known.val() & self.right_known.val();
        }
        if self.beside.q.val() == self.one_side.val() {
            self.near.next = self.left_known.val() | self.right_known.val();
        }
        self.shown.d.next = bit_cast::<2, 6>(self.ahead.q.val());
        self.shared.next = self.none.val();
        for i in 0..S {
            self.diagonal.next = self.shown.q.val() + self.columns[i].val();
            self.shared.next = self
                .shared
                .val()
                .replace_bit(i, (self.diagonal.val() & self.of.val()) == self.share.val());
        }
        self.wanted.next = self.shared.val()
            & self.near.val()
            & self.news.val()
            & !(self.filled.val() & self.blank.val());
        if self.any.val() {
            self.wanted.next = self.all.val();
        }
        self.wanted.next = self.wanted.val() & self.column_bits.val();
        self.found.next = self.wanted.val() & !self.look_known.val();
        self.found_parts.next = self.no_part.val();
        for i in 0..PARTS {
            self.found_parts.next = self
                .found_parts
                .val()
                .replace_bit(i, (self.found.val() & self.parts[i].val()).any());
        }
        self.eligible.d.next = self.found.val();
        self.eligible_parts.d.next = self.found_parts.val();
        self.filled_judged.d.next = self.filled.val();
        self.blank_judged.d.next = self.blank.val();

        // Judging.
        self.hit.next = self.eligible_parts.q.val().any();
        self.hits.next = self.hit.val();
        self.below.next = self.eligible.q.val() - self.first.val();
        self.column_bit.next = self.eligible.q.val() & !self.below.val();
        self.filled_chosen.d.next = self.filled_judged.q.val();
        self.blank_chosen.d.next = self.blank_judged.q.val();
        self.chosen_filled.next = (self.chosen.val() & self.filled_chosen.q.val()).any();
        self.chosen_blank.next = (self.chosen.val() & self.blank_chosen.q.val()).any();
        self.row.next = self.judged.q.val();
        self.next_row.next = self.judged.q.val() + self.one_line.val();
        self.last.next = self.judges_last.q.val();
        self.widens.next = self.judges_last.q.val()
            && !self.any.val()
            && (self.beside.q.val() != self.no_side.val());
        self.before_last.d.next = self.rows.val() - self.two_lines.val();
        self.only_row.d.next = self.rows.val() == self.one_line.val();
        self.goes_on.next = self.judge.val() && !self.hit.val() && !self.judges_last.q.val();
        if self.goes_on.val() {
            self.judged.d.next = self.next_row.val();
            self.judged_bit.d.next = self.judged_after.val();
            self.judges_last.d.next = self.judged.q.val() == self.before_last.q.val();
        }
        self.begins.next = self.restart.val();
        if self.judge.val() && !self.hit.val() && self.widens.val() {
            self.begins.next = true;
            self.beside.d.next = self.no_side.val();
            if self.beside.q.val() == self.both_sides.val() {
                self.beside.d.next = self.one_side.val();
            }
        }
        if self.restart.val() {
            self.beside.d.next = self.both_sides.val();
        }
        if self.begins.val() {
            self.ahead.d.next = self.no_line.val();
            self.ahead_bit.d.next = self.first.val();
            self.judged.d.next = self.no_line.val();
            self.judged_bit.d.next = self.first.val();
            self.judges_last.d.next = self.only_row.q.val();
        }
    }
}
