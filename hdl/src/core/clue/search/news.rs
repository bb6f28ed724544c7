//! News: the rows and columns in which cells became known outside a probe since the last pass began or, if later, since the last decision
//! was made or inverted; when a search starts, all rows and columns.
//! Interface: `note` outside a probe records a finding; `pass` moves the record to the pass that begins; `row_news` follows `row_bit` one
//! cycle later.
//! Source: own; selective repeat: a pass probes only cells whose row or column has news.

use crate::core::clue::interfaces::NoteIn;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// News of up to `SIDE` rows and columns.
#[derive(LogicBlock, SmartDefault)]
pub struct News<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a search: every line has news.
    pub start: Signal<In, Bit>,
    /// Clears the news of all lines.
    pub forget: Signal<In, Bit>,
    /// Begins a pass: it probes the cells of the lines with news, and a new record starts.
    pub pass: Signal<In, Bit>,
    /// The finding of the previous cycle.
    pub note: NoteIn<SIDE>,
    /// The finding belongs to a probe and is not recorded, with `note.valid`.
    pub probing: Signal<In, Bit>,
    /// In the previous cycle at least one line had news for the next pass.
    pub any: Signal<Out, Bit>,
    /// The row that is scanned, one-hot.
    pub row_bit: Signal<In, Bits<SIDE>>,
    /// Cells of the scanned row whose row or column had news when the pass began, one bit per cell, one cycle after `row_bit`.
    pub row_news: Signal<Out, Bits<SIDE>>,

    rows: Dff<Bits<SIDE>>,
    columns: Dff<Bits<SIDE>>,
    pass_rows: Dff<Bits<SIDE>>,
    pass_columns: Dff<Bits<SIDE>>,
    has_any: Dff<Bit>,
    row_has: Dff<Bit>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant((1 << SIDE) - 1))]
    all: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for News<SIDE> {
    #[hdl_gen]
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
        if self.note.valid.val() && !self.probing.val() {
            if self.note.column.val() {
                self.columns.d.next = self.columns.q.val() | self.note.position_bit.val();
                self.rows.d.next = self.rows.q.val() | self.note.learned.val();
            } else {
                self.rows.d.next = self.rows.q.val() | self.note.position_bit.val();
                self.columns.d.next = self.columns.q.val() | self.note.learned.val();
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
        self.row_news.next = self.pass_columns.q.val();
        if self.row_has.q.val() {
            self.row_news.next = self.all.val();
        }
    }
}
