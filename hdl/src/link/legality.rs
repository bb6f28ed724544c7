//! Is a message in order where it stands in a board?
//! Interface: the message as decoded and where the parser is; the judgement stands in the next clock.
//! Source: the published 16-bit board protocol; limits as in ARCHITECTURE.md.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Judges messages of boards with up to `S` cells a line.
#[derive(LogicBlock, Default)]
pub struct Legality<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,

    /// The message is a start board.
    pub start_board: Signal<In, Bit>,
    /// Its index is 0.
    pub empty: Signal<In, Bit>,
    /// Its index is above `S`.
    pub too_big: Signal<In, Bit>,
    /// The message is an end board.
    pub end_board: Signal<In, Bit>,
    /// It is a check.
    pub check: Signal<In, Bit>,
    /// It is a start line.
    pub start_line: Signal<In, Bit>,
    /// Its payload is not 0.
    pub payload: Signal<In, Bit>,
    /// It is an assignment.
    pub assignment: Signal<In, Bit>,
    /// Of this cell: one bit, or none if there is no such cell.
    pub cell_bit: Signal<In, Bits<S>>,
    /// It ends an option.
    pub option_end: Signal<In, Bit>,

    /// A second start board can come.
    pub in_start: Signal<In, Bit>,
    /// The index of the first was 0.
    pub first_empty: Signal<In, Bit>,
    /// Between lines.
    pub between: Signal<In, Bit>,
    /// In a line.
    pub in_line: Signal<In, Bit>,
    /// In a board that cannot be answered.
    pub bad: Signal<In, Bit>,
    /// A check or an end board can come.
    pub expects_end: Signal<In, Bit>,
    /// All lines have come.
    pub complete: Signal<In, Bit>,
    /// A check has come.
    pub checked: Signal<In, Bit>,
    /// Cells of the line.
    pub line_mask: Signal<In, Bits<S>>,
    /// Cells that the option has.
    pub seen: Signal<In, Bits<S>>,
    /// It has all.
    pub option_complete: Signal<In, Bit>,
    /// The line has as many options as it may have.
    pub options_full: Signal<In, Bit>,
    /// The store is full.
    pub store_full: Signal<In, Bit>,

    /// The message asks for the identity.
    pub asks: Signal<Out, Bit>,
    /// It is out of order.
    pub malformed: Signal<Out, Bit>,
    /// It is more than this build takes.
    pub too_large: Signal<Out, Bit>,
    /// It is a header or an option to store.
    pub put: Signal<Out, Bit>,

    asked: Dff<Bit>,
    out_of_order: Dff<Bit>,
    beyond: Dff<Bit>,
    to_store: Dff<Bit>,
    cell_exists: Signal<Local, Bit>,
    cell_is_new: Signal<Local, Bit>,
    identifies: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    oversized: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
}

impl<const S: usize> Logic for Legality<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, asked, out_of_order, beyond, to_store);
        self.cell_exists.next = (self.cell_bit.val() & self.line_mask.val()).any();
        self.cell_is_new.next = !((self.cell_bit.val() & self.seen.val()).any());
        // A pair of start boards with index 0 asks for the identity.
        self.identifies.next = self.empty.val() && self.in_start.val() && self.first_empty.val();
        self.asked.d.next = self.identifies.val();
        self.wrong.next = true;
        self.oversized.next = false;
        self.stores.next = false;
        if self.start_board.val() {
            self.wrong.next = self.empty.val() && !self.identifies.val();
            self.oversized.next = self.too_big.val();
        } else if self.end_board.val() {
            self.wrong.next = !self.bad.val() && !self.expects_end.val();
        } else if self.check.val() {
            self.wrong.next = !self.expects_end.val();
        } else if self.start_line.val() {
            self.wrong.next = !self.between.val()
                || self.complete.val()
                || self.checked.val()
                || self.payload.val();
            self.stores.next = true;
        } else if self.assignment.val() {
            self.wrong.next =
                !self.in_line.val() || !self.cell_exists.val() || !self.cell_is_new.val();
        } else if self.option_end.val() {
            self.wrong.next = !self.in_line.val() || !self.option_complete.val();
            self.oversized.next = self.options_full.val();
            self.stores.next = true;
        }
        self.to_store.d.next = self.stores.val() && !self.wrong.val() && !self.oversized.val();
        self.out_of_order.d.next = self.wrong.val();
        self.beyond.d.next = self.oversized.val() || (self.stores.val() && self.store_full.val());
        self.asks.next = self.asked.q.val();
        self.malformed.next = self.out_of_order.q.val();
        self.too_large.next = self.beyond.q.val();
        self.put.next = self.to_store.q.val();
    }
}
