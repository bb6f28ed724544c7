//! What probes have brought, and the cell to branch on: the one whose poorer value has brought most.
//! Interface: `reset` before a cell's probes, `take` at the end of each that is consistent, `keep` after the last; `best_*` is the cell.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The best cell of a pass over up to `S` columns, with a trail of 2^`A` entries.
#[derive(LogicBlock, SmartDefault)]
pub struct Gains<const S: usize, const A: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A pass begins: no cell is best.
    pub pass: Signal<In, Bit>,
    /// A cell is probed next.
    pub reset: Signal<In, Bit>,
    /// A probe has come to its end.
    pub take: Signal<In, Bit>,
    /// With it: its entries on the trail.
    pub grown: Signal<In, Bits<A>>,
    /// Three or more clocks after the last `take`: compare the cell with the best one.
    pub keep: Signal<In, Bit>,
    /// Its row.
    pub row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub column_bit: Signal<In, Bits<S>>,
    /// Its value in the last probe.
    pub value: Signal<In, Bit>,

    /// There is a best cell.
    pub best: Signal<Out, Bit>,
    /// What its poorer value has brought.
    pub best_least: Signal<Out, Bits<8>>,
    /// What its better value has brought.
    pub best_most: Signal<Out, Bits<8>>,
    /// Its row.
    pub best_row: Signal<Out, Bits<5>>,
    /// Its column, as a bit.
    pub best_column: Signal<Out, Bits<S>>,
    /// Its value that has brought more.
    pub best_value: Signal<Out, Bit>,

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
    valid_column: Dff<Bits<S>>,
    valid_value: Dff<Bit>,
    gain_now: Signal<Local, Bits<8>>,

    #[default(constant(255))]
    most_grown: Constant<Bits<A>>,
    #[default(constant(255))]
    most_gain: Constant<Bits<8>>,
    #[default(constant(0))]
    no_gain: Constant<Bits<8>>,
}

impl<const S: usize, const A: usize> Logic for Gains<S, A> {
    #[cfg_attr(feature = "native", hdl_gen)]
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
        self.gain_now.next = bit_cast::<8, A>(self.grown.val());
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

        // In one clock the gains are put in order, in the next the cell is compared.
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
            self.valid_row.d.next = self.row.val();
            self.valid_column.d.next = self.column_bit.val();
            self.valid_value.d.next = self.value.val() ^ self.before_brought_more.q.val();
        }
        if self.pass.val() {
            self.valid.d.next = false;
        }
        self.best.next = self.valid.q.val();
        self.best_least.next = self.valid_least.q.val();
        self.best_most.next = self.valid_most.q.val();
        self.best_row.next = self.valid_row.q.val();
        self.best_column.next = self.valid_column.q.val();
        self.best_value.next = self.valid_value.q.val();
    }
}
