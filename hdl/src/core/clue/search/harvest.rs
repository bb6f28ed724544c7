//! What consistent probes have shown in this pass: values that need not be probed any more.
//! Interface: rows are `touched` by a probe; while `take`, one a clock is read from the board and noted; `filled` and `blank` show a row.

use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Values of the cells of up to `S` rows of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct Harvest<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A search begins: no row is touched.
    pub start: Signal<In, Bit>,
    /// A pass begins: nothing is noted.
    pub pass: Signal<In, Bit>,
    /// Rows that the probe has touched in this clock.
    pub touched: Signal<In, Bits<S>>,
    /// Rows are still to be noted.
    pub any: Signal<Out, Bit>,
    /// Note the next one.
    pub take: Signal<In, Bit>,
    /// Its position, to be read from the board in this clock.
    pub row: Signal<Out, Bits<5>>,
    /// A clock later: its known cells.
    pub look_known: Signal<In, Bits<S>>,
    /// Its filled cells.
    pub look_filled: Signal<In, Bits<S>>,
    /// The row that is scanned.
    pub scanned: Signal<In, Bits<5>>,
    /// The same as a bit.
    pub row_bit: Signal<In, Bits<S>>,
    /// A clock later: its cells of which filled is consistent.
    pub filled: Signal<Out, Bits<S>>,
    /// Its cells of which blank is consistent.
    pub blank: Signal<Out, Bits<S>>,

    rows: Dff<Bits<S>>,
    /// The first of them, as one bit.
    first_bit: Dff<Bits<S>>,
    first_row: Dff<Bits<5>>,
    noted: Dff<Bits<S>>,
    noted_here: Dff<Bit>,
    writes: Dff<Bit>,
    write_row: Dff<Bits<5>>,
    fresh: Dff<Bit>,
    consistent_filled: Ram<S, 5>,
    consistent_blank: Ram<S, 5>,

    left: Signal<Local, Bits<S>>,
    below: Signal<Local, Bits<S>>,
    number: Signal<Local, Bits<5>>,
    seen: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    seen_filled: Signal<Local, Bits<S>>,
    seen_blank: Signal<Local, Bits<S>>,
    read_row: Signal<Local, Bits<5>>,
    shown: Signal<Local, Bits<S>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(1))]
    one: Constant<Bits<S>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; S],
}

impl<const S: usize> Logic for Harvest<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self, clock, rows, first_bit, first_row, noted, noted_here, writes, write_row, fresh
        );
        clock!(self, clock, consistent_filled, consistent_blank);

        // The first row is found in the clock before it is taken: no row is touched in the clock before a harvest.
        self.takes.next = self.take.val() && self.rows.q.val().any();
        self.any.next = self.rows.q.val().any();
        self.left.next = self.rows.q.val();
        if self.take.val() {
            self.left.next = self.rows.q.val() & !self.first_bit.q.val();
        }
        self.below.next = self.left.val() - self.one.val();
        self.first_bit.d.next = self.left.val() & !self.below.val();
        self.rows.d.next = self.left.val() | self.touched.val();
        if self.start.val() {
            self.rows.d.next = self.none.val();
        }
        self.number.next = self.no_position.val();
        self.seen.next = false;
        for i in 0..S {
            if self.left.val().get_bit(i) && !self.seen.val() {
                self.number.next = self.number.val() | self.positions[i].val();
            }
            self.seen.next = self.seen.val() || self.left.val().get_bit(i);
        }
        self.first_row.d.next = self.number.val();
        self.row.next = self.first_row.q.val();
        self.writes.d.next = self.takes.val();
        self.write_row.d.next = self.first_row.q.val();
        self.fresh.d.next = !(self.noted.q.val() & self.first_bit.q.val()).any();
        if self.takes.val() {
            self.noted.d.next = self.noted.q.val() | self.first_bit.q.val();
        }
        if self.pass.val() {
            self.noted.d.next = self.none.val();
        }

        self.seen_filled.next = self.look_known.val() & self.look_filled.val();
        self.seen_blank.next = self.look_known.val() & !self.look_filled.val();
        self.read_row.next = self.scanned.val();
        if self.take.val() {
            self.read_row.next = self.first_row.q.val();
        }
        self.consistent_filled.read_enable.next = true;
        self.consistent_filled.read_address.next = self.read_row.val();
        self.consistent_filled.write_enable.next = self.writes.q.val();
        self.consistent_filled.write_address.next = self.write_row.q.val();
        self.consistent_filled.write_data.next = self.seen_filled.val();
        self.consistent_blank.read_enable.next = true;
        self.consistent_blank.read_address.next = self.read_row.val();
        self.consistent_blank.write_enable.next = self.writes.q.val();
        self.consistent_blank.write_address.next = self.write_row.q.val();
        self.consistent_blank.write_data.next = self.seen_blank.val();
        if !self.fresh.q.val() {
            self.consistent_filled.write_data.next =
                self.consistent_filled.read_data.val() | self.seen_filled.val();
            self.consistent_blank.write_data.next =
                self.consistent_blank.read_data.val() | self.seen_blank.val();
        }

        self.noted_here.d.next = (self.noted.q.val() & self.row_bit.val()).any();
        // Each output is driven once: in an event-driven simulation the search and this block would else wake each other for ever.
        self.shown.next = self.none.val();
        if self.noted_here.q.val() {
            self.shown.next = !self.none.val();
        }
        self.filled.next = self.consistent_filled.read_data.val() & self.shown.val();
        self.blank.next = self.consistent_blank.read_data.val() & self.shown.val();
    }
}
