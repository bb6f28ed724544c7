//! The picture that is kept for the reply.
//! Interface: `keep`, then `save`: a row is read in each clock and kept in the next; `saved` with the last one.

use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The filled cells of up to `S` rows.
#[derive(LogicBlock, SmartDefault)]
pub struct Picture<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A picture is kept from the next clock on.
    pub keep: Signal<In, Bit>,
    /// Go on with it.
    pub save: Signal<In, Bit>,
    /// Its rows, padding included.
    pub rows: Signal<In, Bits<6>>,
    /// The row to read.
    pub look: Signal<Out, Bits<6>>,
    /// A clock later: its filled cells.
    pub look_filled: Signal<In, Bits<S>>,
    /// This is the last clock.
    pub saved: Signal<Out, Bit>,
    /// The row to show in the next clock.
    pub row: Signal<In, Bits<5>>,
    /// Its filled cells.
    pub filled: Signal<Out, Bits<S>>,

    reads: Dff<Bits<6>>,
    /// `reads` is the number of rows: known in the clock before, for much follows from it.
    ends: Dff<Bit>,
    words: Ram<S, 5>,
    row_before: Signal<Local, Bits<6>>,
    row_after: Signal<Local, Bits<6>>,

    #[default(constant(0))]
    no_line: Constant<Bits<6>>,
    #[default(constant(1))]
    one_line: Constant<Bits<6>>,
}

impl<const S: usize> Logic for Picture<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, reads, ends);
        clock!(self, clock, words);
        self.look.next = self.reads.q.val();
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
        self.words.write_data.next = self.look_filled.val();
        self.filled.next = self.words.read_data.val();
    }
}
