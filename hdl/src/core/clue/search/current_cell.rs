//! The cell that is written next, and its value: the candidate of the scan, the cell to branch on, a popped decision or a refuted probe.
//! Interface: at most one `select_` command per cycle; the cell is valid from the next cycle on, `cell.column` one cycle later.
//!
//! The row is stored as a number and the column one-hot, as they arrive, because conversion would lengthen the critical paths.

use crate::core::clue::interfaces::{CellIn, CurrentOut};
use crate::prelude::*;

/// A cell of a board of up to `SIDE` x `SIDE` cells, with one of `VALUES` values.
#[derive(LogicBlock, SmartDefault)]
pub struct CurrentCell<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const VALUES: usize,
    const VALUE_BITS: usize,
> {
    /// Selects the candidate of the scan; `fill_value` or `choose_value` sets its value.
    pub select_hit: Signal<In, Bit>,
    /// Row of the scan's candidate, valid with `select_hit`.
    pub hit_row: Signal<In, Bits<POSITION_BITS>>,
    /// Column of the scan's candidate, one-hot, valid with `select_hit`.
    pub hit_column_bit: Signal<In, Bits<SIDE>>,
    /// Selects the cell to branch on, with its value.
    pub select_branch: Signal<In, Bit>,
    /// The cell to branch on, with the value to try first.
    pub branch: CellIn<SIDE, POSITION_BITS, VALUE_BITS>,
    /// Selects the decision on top of the trail, whose value is refuted.
    pub select_decision: Signal<In, Bit>,
    /// Row of the decision, valid with `select_decision`.
    pub decision_row: Signal<In, Bits<POSITION_BITS>>,
    /// Column of the decision, one-hot, valid with `select_decision`.
    pub decision_column_bit: Signal<In, Bits<SIDE>>,
    /// Value of the decision, valid with `select_decision`.
    pub decision_value: Signal<In, Bits<VALUE_BITS>>,
    /// The probe of the cell is refuted: keeps the cell, whose value is refuted.
    pub select_refuted: Signal<In, Bit>,

    /// Values that may be probed for the scan's candidate, one signal per value; valid one cycle after `select_hit`.
    pub open: Array<Signal<In, Bit>, VALUES>,
    /// Sets the value to the lowest one in `open` that is not blank.
    pub fill_value: Signal<In, Bit>,
    /// Sets the value to the lowest one in `open`.
    pub choose_value: Signal<In, Bit>,
    /// Sets the value to the next one in `open` of `choose_value`; only while `values_left`.
    pub next_value: Signal<In, Bit>,
    /// Values are left to probe after the current one.
    pub values_left: Signal<Out, Bit>,
    /// Only one value may be probed, with `choose_value`.
    pub only_value: Signal<Out, Bit>,
    /// Value that the current cell will have in the next cycle.
    pub coming_value: Signal<Out, Bits<VALUE_BITS>>,

    /// The current cell and its value.
    pub cell: CurrentOut<SIDE, POSITION_BITS, VALUE_BITS>,

    row: Dff<Bits<POSITION_BITS>>,
    column_bit: Dff<Bits<SIDE>>,
    column: Dff<Bits<POSITION_BITS>>,
    value: Dff<Bits<VALUE_BITS>>,
    is_refuted: Dff<Bit>,
    left: Dff<Bits<VALUES>>,
    column_number: Signal<Local, Bits<POSITION_BITS>>,
    choices: Signal<Local, Bits<VALUES>>,
    rest: Signal<Local, Bits<VALUES>>,
    taken: Signal<Local, Bit>,
    lowest: Signal<Local, Bits<VALUE_BITS>>,
    lowest_colour: Signal<Local, Bits<VALUE_BITS>>,

    #[default(from_fn(|number| constant(number as u64)))]
    numbers: [Constant<Bits<VALUE_BITS>>; VALUES],
    #[default(constant(VALUES as u64 - 1))]
    last_colour: Constant<Bits<VALUE_BITS>>,
}

impl<const SIDE: usize, const POSITION_BITS: usize, const VALUES: usize, const VALUE_BITS: usize>
    Logic for CurrentCell<SIDE, POSITION_BITS, VALUES, VALUE_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.column_number.next = 0.into();
        for i in 0..SIDE {
            if self.column_bit.q.val().get_bit(i) {
                self.column_number.next = self.column_number.val() | i.to_bits();
            }
        }
        self.column.d.next = self.column_number.val();

        // The values to choose from, and the lowest of them.
        self.choices.next = self.left.q.val();
        if self.choose_value.val() {
            self.choices.next = 0.into();
            for v in 0..VALUES {
                self.choices.next = self.choices.val().replace_bit(v, self.open[v].val());
            }
        }
        self.rest.next = self.choices.val();
        self.taken.next = false;
        self.lowest.next = 0.into();
        self.lowest_colour.next = self.last_colour.val();
        for v in 0..VALUES {
            if self.choices.val().get_bit(v) && !self.taken.val() {
                self.taken.next = true;
                self.lowest.next = v.to_bits();
                self.rest.next = self.rest.val().replace_bit(v, false);
            }
        }
        for last in (VALUES - 1)..VALUES {
            for v in 1..VALUES {
                if self.open[last + 1 - v].val() {
                    self.lowest_colour.next = self.numbers[last + 1 - v].val();
                }
            }
        }

        if self.select_hit.val() {
            self.row.d.next = self.hit_row.val();
            self.column_bit.d.next = self.hit_column_bit.val();
            self.is_refuted.d.next = false;
        }
        if self.select_branch.val() {
            self.row.d.next = self.branch.row.val();
            self.column_bit.d.next = self.branch.column_bit.val();
            self.value.d.next = self.branch.value.val();
            self.is_refuted.d.next = false;
        }
        if self.select_decision.val() {
            self.row.d.next = self.decision_row.val();
            self.column_bit.d.next = self.decision_column_bit.val();
            self.value.d.next = self.decision_value.val();
        }
        if self.select_decision.val() || self.select_refuted.val() {
            self.is_refuted.d.next = true;
        }
        if self.choose_value.val() || self.next_value.val() {
            self.value.d.next = self.lowest.val();
            self.left.d.next = self.rest.val();
        }
        if self.fill_value.val() {
            self.value.d.next = self.lowest_colour.val();
        }

        self.values_left.next = self.left.q.val().any();
        self.only_value.next = !self.rest.val().any();
        self.coming_value.next = self.value.d.val();
        self.cell.row.next = self.row.q.val();
        self.cell.row_bit.next = bits::<SIDE>(1) << self.row.q.val();
        self.cell.column.next = self.column.q.val();
        self.cell.column_bit.next = self.column_bit.q.val();
        self.cell.value.next = self.value.q.val();
        self.cell.refuted.next = self.is_refuted.q.val();
    }
}
