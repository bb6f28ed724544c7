//! The solution buffer: holds the picture for the reply.
//! Interface: `keep`, then `save` until `saved`: one row per cycle is read from the board and stored one cycle later.
//! Source: own; the reply reads it together with the known cells of the board.

use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The filled cells of up to `SIDE` rows.
#[derive(LogicBlock, SmartDefault)]
pub struct SolutionBuffer<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a copy of the board, from the next cycle on.
    pub keep: Signal<In, Bit>,
    /// Reads a row, and stores the row read in the previous cycle.
    pub save: Signal<In, Bit>,
    /// Number of rows to store, padding included.
    pub rows: Signal<In, Bits<6>>,
    /// Row to read from the board.
    pub read_row: Signal<Out, Bits<6>>,
    /// Filled cells of the row read, one bit per cell, one cycle after `read_row`; valid for known cells.
    pub row_filled: Signal<In, Bits<SIDE>>,
    /// The last row is stored in this cycle.
    pub saved: Signal<Out, Bit>,
    /// Row of the picture to read.
    pub row: Signal<In, Bits<5>>,
    /// Filled cells of the picture's row, one bit per cell, one cycle after `row`.
    pub filled: Signal<Out, Bits<SIDE>>,

    reads: Dff<Bits<6>>,
    /// `reads` equals the number of rows; registered, for timing.
    ends: Dff<Bit>,
    words: Ram<SIDE, 5>,
    row_before: Signal<Local, Bits<6>>,
    row_after: Signal<Local, Bits<6>>,

    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(constant(1))]
    one_line: Constant<Bits<6>>,
}

impl<const SIDE: usize> Logic for SolutionBuffer<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, reads, ends);
        clock!(self, clock, words);
        self.read_row.next = self.reads.q.val();
        self.saved.next = self.ends.q.val();
        self.row_after.next = self.reads.q.val() + self.one_line.val();
        if self.save.val() {
            self.reads.d.next = self.row_after.val();
            self.ends.d.next = self.row_after.val() == self.rows.val();
        }
        if self.keep.val() {
            self.reads.d.next = self.no_line.val();
            self.ends.d.next = false;
        }
        self.row_before.next = self.reads.q.val() - self.one_line.val();
        self.words.read_enable.next = true;
        self.words.read_address.next = self.row.val();
        self.words.write_enable.next = self.save.val() && self.reads.q.val().any();
        self.words.write_address.next = bit_cast::<5, 6>(self.row_before.val());
        self.words.write_data.next = self.row_filled.val();
        self.filled.next = self.words.read_data.val();
    }
}
