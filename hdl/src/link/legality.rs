//! Judges whether a message is legal at its place in a board.
//! Interface: the inputs are the decoded message and the parser's position in the board; the outputs are valid one cycle later.
//! Source: the published 16-bit board protocol; docs/reference/protocol.md lists the faults.

use super::KindIn;
use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Judges the messages of boards with up to `S` cells per line.
#[derive(LogicBlock, Default)]
pub struct Legality<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,

    /// Kind of the message.
    pub kind: KindIn<S>,

    /// The parser waits for the second start board.
    pub in_start: Signal<In, Bit>,
    /// The first start board had index 0.
    pub first_empty: Signal<In, Bit>,
    /// The parser is between lines.
    pub between: Signal<In, Bit>,
    /// The parser is within a line.
    pub in_line: Signal<In, Bit>,
    /// The parser skips the rest of a board that it has rejected.
    pub bad: Signal<In, Bit>,
    /// All lines of the board have been received.
    pub complete: Signal<In, Bit>,
    /// The board's check has been received.
    pub checked: Signal<In, Bit>,
    /// Cells that exist in the current line, one bit per cell.
    pub line_mask: Signal<In, Bits<S>>,
    /// Cells of the current option that have been received, one bit per cell.
    pub seen: Signal<In, Bits<S>>,
    /// All cells of the current option have been received.
    pub option_complete: Signal<In, Bit>,
    /// The current line has as many options as the build allows.
    pub options_full: Signal<In, Bit>,
    /// The store is full.
    pub store_full: Signal<In, Bit>,

    /// The message, if it is a start board, completes an identity request; valid one cycle after the inputs.
    pub asks: Signal<Out, Bit>,
    /// The message is corrupted, or illegal at its place in the board; valid one cycle after the inputs.
    pub malformed: Signal<Out, Bit>,
    /// The message exceeds a limit of the build; valid one cycle after the inputs.
    pub too_large: Signal<Out, Bit>,
    /// The message completes a header or an option to store; valid one cycle after the inputs.
    pub put: Signal<Out, Bit>,

    asked: Dff<Bit>,
    out_of_order: Dff<Bit>,
    beyond: Dff<Bit>,
    to_store: Dff<Bit>,
    expects_end: Signal<Local, Bit>,
    cell_exists: Signal<Local, Bit>,
    cell_is_new: Signal<Local, Bit>,
    identifies: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    oversized: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
}

impl<const S: usize> Logic for Legality<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked, out_of_order, beyond, to_store);
        self.expects_end.next = self.bad.val() || (self.between.val() && self.complete.val());
        self.cell_exists.next = (self.kind.cell_bit.val() & self.line_mask.val()).any();
        self.cell_is_new.next = !((self.kind.cell_bit.val() & self.seen.val()).any());
        // A pair of start boards with index 0 requests the identity.
        self.identifies.next =
            self.kind.empty.val() && self.in_start.val() && self.first_empty.val();
        self.asked.d.next = self.identifies.val();
        self.wrong.next = true;
        self.oversized.next = false;
        self.stores.next = false;
        if self.kind.start_board.val() {
            self.wrong.next = self.kind.empty.val() && !self.identifies.val();
            self.oversized.next = self.kind.too_big.val();
        } else if self.kind.end_board.val() {
            self.wrong.next = !self.bad.val() && !self.expects_end.val();
        } else if self.kind.check.val() {
            self.wrong.next = !self.expects_end.val();
        } else if self.kind.start_line.val() {
            self.wrong.next = !self.between.val()
                || self.complete.val()
                || self.checked.val()
                || self.kind.payload.val();
            self.stores.next = true;
        } else if self.kind.assignment.val() {
            self.wrong.next =
                !self.in_line.val() || !self.cell_exists.val() || !self.cell_is_new.val();
        } else if self.kind.option_end.val() {
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
