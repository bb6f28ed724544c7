//! The cell that is written next, and its value: the candidate of the scan, the cell to branch on, a popped decision or a refuted probe.
//! Interface: at most one `select_` command per cycle; the cell is valid from the next cycle on, `cell.column` one cycle later.
//! Source: own; the row is stored as a number and the column one-hot, as they arrive, because conversion would lengthen the critical paths.

use crate::core::clue::interfaces::{CellIn, CurrentOut};
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// A cell of a board of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct CurrentCell<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,

    /// Selects the candidate of the scan; `fill_value` or `choose_value` sets its value.
    pub select_hit: Signal<In, Bit>,
    /// Row of the scan's candidate, valid with `select_hit`.
    pub hit_row: Signal<In, Bits<5>>,
    /// Column of the scan's candidate, one-hot, valid with `select_hit`.
    pub hit_column_bit: Signal<In, Bits<SIDE>>,
    /// Selects the cell to branch on, with its value.
    pub select_branch: Signal<In, Bit>,
    /// The cell to branch on, with the value to try first.
    pub branch: CellIn<SIDE>,
    /// Selects the decision on top of the trail, with the opposite value.
    pub select_decision: Signal<In, Bit>,
    /// Row of the decision, valid with `select_decision`.
    pub decision_row: Signal<In, Bits<5>>,
    /// Column of the decision, one-hot, valid with `select_decision`.
    pub decision_column_bit: Signal<In, Bits<SIDE>>,
    /// Value of the decision, valid with `select_decision`.
    pub decision_value: Signal<In, Bit>,
    /// The probe of the cell is refuted: keeps the cell, with the opposite value.
    pub select_refuted: Signal<In, Bit>,

    /// Sets the value to filled.
    pub fill_value: Signal<In, Bit>,
    /// Sets the value to filled if blank is known to be consistent, else to blank.
    pub choose_value: Signal<In, Bit>,
    /// Blank is known to be consistent for the cell, valid with `choose_value`.
    pub blank_consistent: Signal<In, Bit>,
    /// Inverts the value.
    pub flip_value: Signal<In, Bit>,

    /// The current cell and its value.
    pub cell: CurrentOut<SIDE>,

    row: Dff<Bits<5>>,
    column_bit: Dff<Bits<SIDE>>,
    column: Dff<Bits<5>>,
    value: Dff<Bit>,
    column_number: Signal<Local, Bits<5>>,
    row_as_bit: Signal<Local, Bits<SIDE>>,

    /// The first position, one-hot.
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
    #[default(constant(0))]
    no_position: Constant<Bits<5>>,
    #[default(from_fn(|number| constant(number as u64)))]
    positions: [Constant<Bits<5>>; SIDE],
}

impl<const SIDE: usize> Logic for CurrentCell<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, row, column_bit, column, value);
        self.column_number.next = self.no_position.val();
        self.row_as_bit.next = self.first.val() << self.row.q.val();
        for i in 0..SIDE {
            if self.column_bit.q.val().get_bit(i) {
                self.column_number.next = self.column_number.val() | self.positions[i].val();
            }
        }
        self.column.d.next = self.column_number.val();

        if self.select_hit.val() {
            self.row.d.next = self.hit_row.val();
            self.column_bit.d.next = self.hit_column_bit.val();
        }
        if self.select_branch.val() {
            self.row.d.next = self.branch.row.val();
            self.column_bit.d.next = self.branch.column_bit.val();
            self.value.d.next = self.branch.value.val();
        }
        if self.select_decision.val() {
            self.row.d.next = self.decision_row.val();
            self.column_bit.d.next = self.decision_column_bit.val();
            self.value.d.next = !self.decision_value.val();
        }
        if self.flip_value.val() || self.select_refuted.val() {
            self.value.d.next = !self.value.q.val();
        }
        if self.choose_value.val() {
            self.value.d.next = self.blank_consistent.val();
        }
        if self.fill_value.val() {
            self.value.d.next = true;
        }

        self.cell.row.next = self.row.q.val();
        self.cell.row_bit.next = self.row_as_bit.val();
        self.cell.column.next = self.column.q.val();
        self.cell.column_bit.next = self.column_bit.q.val();
        self.cell.value.next = self.value.q.val();
    }
}
