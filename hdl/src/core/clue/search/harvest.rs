//! Records the values that consistent probes of this pass have set: these values are consistent, too, and need no probe.
//! Interface: `note` with a finding of a row during a probe records the row; `take` reads one recorded row per cycle from the board and
//! stores its values in the next cycle; `filled` and `blank` show a stored row one cycle after `scanned`.
//! Source: own; one row is stored per cycle, because the board is read by rows.

use crate::core::clue::interfaces::NoteIn;
use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Values of the cells of up to `SIDE` rows and columns.
#[derive(LogicBlock, SmartDefault)]
pub struct Harvest<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a search: no row is recorded.
    pub start: Signal<In, Bit>,
    /// Begins a pass: discards all stored values.
    pub pass: Signal<In, Bit>,
    /// The finding of the previous cycle; findings of rows are recorded.
    pub note: NoteIn<SIDE>,
    /// The finding belongs to a probe, with `note.valid`.
    pub probing: Signal<In, Bit>,
    /// Rows are left to store.
    pub rows_left: Signal<Out, Bit>,
    /// Takes the next row: reads it in this cycle and stores its values one cycle later.
    pub take: Signal<In, Bit>,
    /// Number of the next row to store, for the read port of the board.
    pub row: Signal<Out, Bits<5>>,
    /// Known cells of the row read, one bit per cell, one cycle after `row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Filled cells of the row read, one bit per cell, one cycle after `row`; valid for the cells in `row_known`.
    pub row_filled: Signal<In, Bits<SIDE>>,
    /// Number of the row that is scanned.
    pub scanned: Signal<In, Bits<5>>,
    /// The row that is scanned, one-hot.
    pub row_bit: Signal<In, Bits<SIDE>>,
    /// Cells of the scanned row for which filled is known to be consistent, one bit per cell, one cycle after `scanned`.
    pub filled: Signal<Out, Bits<SIDE>>,
    /// Cells of the scanned row for which blank is known to be consistent, one bit per cell, one cycle after `scanned`.
    pub blank: Signal<Out, Bits<SIDE>>,

    rows: Dff<Bits<SIDE>>,
    /// The first recorded row, one-hot.
    first_bit: Dff<Bits<SIDE>>,
    first_row: Dff<Bits<5>>,
    noted: Dff<Bits<SIDE>>,
    noted_here: Dff<Bit>,
    writes: Dff<Bit>,
    write_row: Dff<Bits<5>>,
    fresh: Dff<Bit>,
    consistent_filled: Ram<SIDE, 5>,
    consistent_blank: Ram<SIDE, 5>,

    touched: Signal<Local, Bits<SIDE>>,
    left: Signal<Local, Bits<SIDE>>,
    below: Signal<Local, Bits<SIDE>>,
    number: Signal<Local, Bits<5>>,
    seen: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    seen_filled: Signal<Local, Bits<SIDE>>,
    seen_blank: Signal<Local, Bits<SIDE>>,
    read_row: Signal<Local, Bits<5>>,
    shown: Signal<Local, Bits<SIDE>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(1))]
    one: Constant<Bits<SIDE>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; SIDE],
}

impl<const SIDE: usize> Logic for Harvest<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, rows, first_bit, first_row, noted, noted_here, writes, write_row, fresh
        );
        clock!(self, clock, consistent_filled, consistent_blank);

        // The first row is found one cycle before it is taken: no row is recorded in the cycle before a harvest.
        self.takes.next = self.take.val() && self.rows.q.val().any();
        self.rows_left.next = self.rows.q.val().any();
        self.touched.next = self.none.val();
        if self.note.valid.val() && self.probing.val() && !self.note.column.val() {
            self.touched.next = self.note.position_bit.val();
        }
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
        for i in 0..SIDE {
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

        self.seen_filled.next = self.row_known.val() & self.row_filled.val();
        self.seen_blank.next = self.row_known.val() & !self.row_filled.val();
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
        // Each output is assigned once; otherwise this block and the search would trigger each other endlessly in simulation.
        self.shown.next = self.none.val();
        if self.noted_here.q.val() {
            self.shown.next = !self.none.val();
        }
        self.filled.next = self.consistent_filled.read_data.val() & self.shown.val();
        self.blank.next = self.consistent_blank.read_data.val() & self.shown.val();
    }
}
