//! Measures the gains of probes, and keeps the best cell to branch on: largest minimum gain and, on a tie, largest maximum gain.
//! Interface: `reset` before a cell's probes, `take` at the end of each consistent probe, `keep` after the last; `best` is the best
//! cell so far.
//! Source: own; a gain is the number of trail entries that a probe pushes, at most 255.

use crate::core::clue::interfaces::{CellOut, CurrentIn};
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The best cell of a pass, on boards of up to `SIDE` columns, with a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Gains<const SIDE: usize, const TRAIL_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Begins a pass: discards the best cell.
    pub pass: Signal<In, Bit>,
    /// Begins the probes of a cell: sets its gains to 0.
    pub reset: Signal<In, Bit>,
    /// A probe has ended without contradiction.
    pub take: Signal<In, Bit>,
    /// Number of trail entries that the probe has pushed, valid with `take`.
    pub grown: Signal<In, Bits<TRAIL_BITS>>,
    /// Keeps the current cell if it is better than the best cell so far; three or more cycles after the last `take`.
    pub keep: Signal<In, Bit>,
    /// The current cell, with the value of its last probe, with `keep`.
    pub cell: CurrentIn<SIDE>,

    /// The best cell of the pass so far, with the value with the larger gain, on a tie the one probed last.
    pub best: CellOut<SIDE>,

    gain: Dff<Bits<8>>,
    gain_before: Dff<Bits<8>>,
    least: Dff<Bits<8>>,
    most: Dff<Bits<8>>,
    before_brought_more: Dff<Bit>,
    better: Dff<Bit>,
    valid: Dff<Bit>,
    valid_least: Dff<Bits<8>>,
    valid_most: Dff<Bits<8>>,
    valid_row: Dff<Bits<5>>,
    valid_column: Dff<Bits<SIDE>>,
    valid_value: Dff<Bit>,
    gain_now: Signal<Local, Bits<8>>,

    #[default(constant(255))]
    most_grown: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(255))]
    most_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_gain: Constant<Bits<8>>,
}

impl<const SIDE: usize, const TRAIL_BITS: usize> Logic for Gains<SIDE, TRAIL_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            gain,
            gain_before,
            least,
            most,
            before_brought_more,
            better,
            valid,
            valid_least,
            valid_most,
            valid_row,
            valid_column,
            valid_value
        );
        self.gain_now.next = bit_cast::<8, TRAIL_BITS>(self.grown.val());
        if self.grown.val() >= self.most_grown.val() {
            self.gain_now.next = self.most_gain.val();
        }
        if self.take.val() {
            self.gain.d.next = self.gain_now.val();
            self.gain_before.d.next = self.gain.q.val();
        }
        if self.reset.val() {
            self.gain.d.next = self.no_gain.val();
            self.gain_before.d.next = self.no_gain.val();
        }

        // The gains are ordered in one cycle, and the cell is compared in the next.
        self.before_brought_more.d.next = self.gain_before.q.val() > self.gain.q.val();
        self.least.d.next = self.gain.q.val();
        self.most.d.next = self.gain_before.q.val();
        if self.gain_before.q.val() < self.gain.q.val() {
            self.least.d.next = self.gain_before.q.val();
            self.most.d.next = self.gain.q.val();
        }
        self.better.d.next = !self.valid.q.val()
            || (self.least.q.val() > self.valid_least.q.val())
            || ((self.least.q.val() == self.valid_least.q.val())
                && (self.most.q.val() > self.valid_most.q.val()));
        if self.keep.val() && self.better.q.val() {
            self.valid.d.next = true;
            self.valid_least.d.next = self.least.q.val();
            self.valid_most.d.next = self.most.q.val();
            self.valid_row.d.next = self.cell.row.val();
            self.valid_column.d.next = self.cell.column_bit.val();
            self.valid_value.d.next = self.cell.value.val() ^ self.before_brought_more.q.val();
        }
        if self.pass.val() {
            self.valid.d.next = false;
        }
        self.best.valid.next = self.valid.q.val();
        self.best.row.next = self.valid_row.q.val();
        self.best.column_bit.next = self.valid_column.q.val();
        self.best.value.next = self.valid_value.q.val();
    }
}
