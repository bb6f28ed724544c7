//! Selects the write of a cycle into the cells and the line state: the finding on the bus, or else the write from outside line logic and,
//! for the line state, a clue that arrives.
//! Interface: combinational.
//! Source: own; nothing is written from outside while a finding is on the bus, so one write port is enough.

use crate::core::clue::interfaces::{ClueIn, FindingIn, WriteIn, WriteOut};
use crate::widgets::constant;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Selects the write of a cycle, on boards of up to `SIDE` x `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct CrossWriter<const SIDE: usize> {
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,
    /// The finding on the bus.
    pub finding: FindingIn<SIDE>,
    /// Cells of the finding that are written for the crossing lines, one bit per cell, with `finding.valid`.
    pub crossing: Signal<In, Bits<SIDE>>,
    /// Filled cells of the finding, one bit per cell, with `finding.valid`.
    pub finding_filled: Signal<In, Bits<SIDE>>,
    /// A clue that arrives: clears the known cells of its line.
    pub clue: ClueIn<SIDE>,
    /// The write from outside line logic.
    pub outside: WriteIn<SIDE>,
    /// The write of this cycle.
    pub write: WriteOut<SIDE>,
    /// A finding is on the bus, and with it every cell of its line is known.
    pub full: Signal<Out, Bit>,

    is_column: Signal<Local, Bit>,
    known_after: Signal<Local, Bits<SIDE>>,
    writes_known: Signal<Local, Bit>,
    known_line: Signal<Local, Bits<6>>,
    known_word: Signal<Local, Bits<SIDE>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for CrossWriter<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_column.next = self.finding.line.val().get_bit(5);
        self.known_after.next = self.finding.known_before.val() | self.finding.learned.val();
        self.writes_known.next = self.outside.known.val();
        self.known_line.next = self.outside.line.val();
        self.known_word.next = self.outside.word.val();
        if self.clue.valid.val() {
            self.writes_known.next = true;
            self.known_line.next = self.clue.line.val();
            self.known_word.next = self.none.val();
        }
        if self.finding.valid.val() {
            self.writes_known.next = true;
            self.known_line.next = self.finding.line.val();
            self.known_word.next = self.known_after.val();
        }
        self.write.known.next = self.writes_known.val();
        self.write.line.next = self.known_line.val();
        self.write.word.next = self.known_word.val();
        // A write from outside never completes a line.
        self.full.next =
            self.finding.valid.val() && (self.known_after.val() == self.cell_mask.val());

        if self.finding.valid.val() {
            self.write.rows.next = self.is_column.val();
            self.write.rows_value.next = true;
            self.write.columns.next = !self.is_column.val();
            self.write.columns_value.next = true;
            self.write.position.next = bit_cast::<5, 6>(self.finding.line.val());
            self.write.mask.next = self.crossing.val();
            self.write.filled.next = self.finding_filled.val();
            self.write.marks.next = true;
        } else {
            self.write.rows.next = self.outside.rows.val();
            self.write.rows_value.next = self.outside.rows_value.val();
            self.write.columns.next = self.outside.columns.val();
            self.write.columns_value.next = self.outside.columns_value.val();
            self.write.position.next = self.outside.position.val();
            self.write.mask.next = self.outside.mask.val();
            self.write.filled.next = self.outside.filled.val();
            self.write.marks.next = self.outside.marks.val();
        }
    }
}
