//! Which rows and columns have news since their cells were probed.
//! Interface: findings outside of probes are noted; a pass takes what is noted; `here` says which cells of the row at `row_bit` to probe.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// News of up to `S` rows and `S` columns.
#[derive(LogicBlock, SmartDefault)]
pub struct News<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Everything is news.
    pub start: Signal<In, Bit>,
    /// Nothing is news.
    pub forget: Signal<In, Bit>,
    /// A pass begins.
    pub pass: Signal<In, Bit>,
    /// A line has learned something.
    pub note: Signal<In, Bit>,
    /// It is a column.
    pub note_column: Signal<In, Bit>,
    /// The bit of its position.
    pub note_bit: Signal<In, Bits<S>>,
    /// The cells that it has learned.
    pub note_learned: Signal<In, Bits<S>>,
    /// There are news for a next pass, as of the clock before.
    pub any: Signal<Out, Bit>,
    /// A row, as one bit.
    pub row_bit: Signal<In, Bits<S>>,
    /// A clock later: its cells in lines with news.
    pub here: Signal<Out, Bits<S>>,

    rows: Dff<Bits<S>>,
    columns: Dff<Bits<S>>,
    pass_rows: Dff<Bits<S>>,
    pass_columns: Dff<Bits<S>>,
    has_any: Dff<Bit>,
    row_has: Dff<Bit>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant((1 << S) - 1))]
    all: Constant<Bits<S>>,
}

impl<const S: usize> Logic for News<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            rows,
            columns,
            pass_rows,
            pass_columns,
            has_any,
            row_has
        );
        if self.note.val() {
            if self.note_column.val() {
                self.columns.d.next = self.columns.q.val() | self.note_bit.val();
                self.rows.d.next = self.rows.q.val() | self.note_learned.val();
            } else {
                self.rows.d.next = self.rows.q.val() | self.note_bit.val();
                self.columns.d.next = self.columns.q.val() | self.note_learned.val();
            }
        }
        if self.pass.val() {
            self.pass_rows.d.next = self.rows.q.val();
            self.pass_columns.d.next = self.columns.q.val();
        }
        if self.pass.val() || self.forget.val() {
            self.rows.d.next = self.none.val();
            self.columns.d.next = self.none.val();
        }
        if self.start.val() {
            self.rows.d.next = self.all.val();
            self.columns.d.next = self.all.val();
        }
        self.has_any.d.next = self.rows.q.val().any() || self.columns.q.val().any();
        self.any.next = self.has_any.q.val();

        self.row_has.d.next = (self.pass_rows.q.val() & self.row_bit.val()).any();
        self.here.next = self.pass_columns.q.val();
        if self.row_has.q.val() {
            self.here.next = self.all.val();
        }
    }
}
