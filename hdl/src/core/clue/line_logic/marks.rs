//! Selects the lines to mark for a visit, and reports whether line logic is quiet.
//! Interface: `mark_rows` and `mark_columns` are combinational; `quiet` follows one cycle later.
//! Source: own; a line is marked when its clue arrives, so a write before that does not mark it.

use crate::core::clue::interfaces::{ClueIn, WriteIn};
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Marks of up to `SIDE` rows and columns.
#[derive(LogicBlock, SmartDefault)]
pub struct Marks<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a board: no clue has arrived yet.
    pub begin_board: Signal<In, Bit>,
    /// All visits and marks are discarded in this cycle.
    pub abort: Signal<In, Bit>,
    /// A clue that arrives.
    pub clue: ClueIn<SIDE>,
    /// Cells that are written in this cycle.
    pub write: WriteIn<SIDE>,
    /// Cells are written from outside and mark lines in this cycle.
    pub outside: Signal<In, Bit>,
    /// A finding is written in this cycle.
    pub finding: Signal<In, Bit>,
    /// The line of the finding is a column, with `finding`.
    pub finding_column: Signal<In, Bit>,
    /// Cells of the finding that are written for the crossing lines, one bit per cell, with `finding`.
    pub crossing: Signal<In, Bits<SIDE>>,
    /// A line is marked or visited, or a finding is in the pipeline before the bus.
    pub busy: Signal<In, Bit>,

    /// Rows to mark, one bit per row.
    pub mark_rows: Signal<Out, Bits<SIDE>>,
    /// Columns to mark, one bit per column.
    pub mark_columns: Signal<Out, Bits<SIDE>>,
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<Out, Bit>,

    /// Rows whose clue has arrived, one bit per row.
    received_rows: Dff<Bits<SIDE>>,
    /// Columns whose clue has arrived, one bit per column.
    received_columns: Dff<Bits<SIDE>>,
    /// A line is marked or visited, or a finding is pending.
    stirs: Dff<Bit>,

    clue_bit: Signal<Local, Bits<SIDE>>,
    rows: Signal<Local, Bits<SIDE>>,
    columns: Signal<Local, Bits<SIDE>>,
    crossed: Signal<Local, Bits<SIDE>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    /// The first position, one-hot.
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for Marks<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, received_rows, received_columns, stirs);
        self.clue_bit.next = self.first.val() << bit_cast::<5, 6>(self.clue.line.val());
        self.rows.next = self.none.val();
        self.columns.next = self.none.val();
        if self.write.marks.val() && self.write.rows.val() {
            self.rows.next = self.write.mask.val() & self.received_rows.q.val();
        }
        if self.write.marks.val() && self.write.columns.val() {
            self.columns.next = self.write.mask.val() & self.received_columns.q.val();
        }
        if self.clue.valid.val() && !self.clue.line.val().get_bit(5) {
            self.rows.next = self.rows.val() | self.clue_bit.val();
            self.received_rows.d.next = self.received_rows.q.val() | self.clue_bit.val();
        }
        if self.clue.valid.val() && self.clue.line.val().get_bit(5) {
            self.columns.next = self.columns.val() | self.clue_bit.val();
            self.received_columns.d.next = self.received_columns.q.val() | self.clue_bit.val();
        }
        self.mark_rows.next = self.rows.val();
        self.mark_columns.next = self.columns.val();

        // A write from outside is not compared with the received lines, for timing: it always marks at least one line.
        self.crossed.next = self.crossing.val() & self.received_columns.q.val();
        if self.finding_column.val() {
            self.crossed.next = self.crossing.val() & self.received_rows.q.val();
        }
        self.stirs.d.next = self.busy.val()
            || self.clue.valid.val()
            || self.outside.val()
            || (self.finding.val() && self.crossed.val().any());
        self.quiet.next = !self.stirs.q.val();
        if self.begin_board.val() || self.abort.val() {
            self.stirs.d.next = false;
        }
        if self.begin_board.val() {
            self.received_rows.d.next = self.none.val();
            self.received_columns.d.next = self.none.val();
        }
    }
}
