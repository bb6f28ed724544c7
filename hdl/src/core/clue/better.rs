//! Which of two cells is the better one to branch on: the one whose poorer value has brought more.
//! Interface: two cells in, the better one a clock later; the first of equal ones.
//! Own; the probers of a core have a row of these, for to compare all in one clock is too long a way.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Compares cells of up to `S` columns.
#[derive(LogicBlock, Default)]
pub struct Better<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// There is a first cell.
    pub first: Signal<In, Bit>,
    /// What its poorer value has brought.
    pub first_least: Signal<In, Bits<8>>,
    /// What its better value has brought.
    pub first_most: Signal<In, Bits<8>>,
    /// Its row.
    pub first_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub first_column: Signal<In, Bits<S>>,
    /// Its better value.
    pub first_value: Signal<In, Bit>,
    /// There is a second cell.
    pub second: Signal<In, Bit>,
    /// What its poorer value has brought.
    pub second_least: Signal<In, Bits<8>>,
    /// What its better value has brought.
    pub second_most: Signal<In, Bits<8>>,
    /// Its row.
    pub second_row: Signal<In, Bits<5>>,
    /// Its column, as a bit.
    pub second_column: Signal<In, Bits<S>>,
    /// Its better value.
    pub second_value: Signal<In, Bit>,

    /// There is a cell.
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

    any: Dff<Bit>,
    least: Dff<Bits<8>>,
    most: Dff<Bits<8>>,
    row: Dff<Bits<5>>,
    column: Dff<Bits<S>>,
    value: Dff<Bit>,
    takes_second: Signal<Local, Bit>,
}

impl<const S: usize> Logic for Better<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, any, least, most, row, column, value);
        self.takes_second.next = self.second.val()
            && (!self.first.val()
                || (self.second_least.val() > self.first_least.val())
                || ((self.second_least.val() == self.first_least.val())
                    && (self.second_most.val() > self.first_most.val())));
        self.any.d.next = self.first.val() || self.second.val();
        self.least.d.next = self.first_least.val();
        self.most.d.next = self.first_most.val();
        self.row.d.next = self.first_row.val();
        self.column.d.next = self.first_column.val();
        self.value.d.next = self.first_value.val();
        if self.takes_second.val() {
            self.least.d.next = self.second_least.val();
            self.most.d.next = self.second_most.val();
            self.row.d.next = self.second_row.val();
            self.column.d.next = self.second_column.val();
            self.value.d.next = self.second_value.val();
        }
        self.best.next = self.any.q.val();
        self.best_least.next = self.least.q.val();
        self.best_most.next = self.most.q.val();
        self.best_row.next = self.row.q.val();
        self.best_column.next = self.column.q.val();
        self.best_value.next = self.value.q.val();
    }
}
