//! Detects that the host cancels a search, by an end board or by the first start board of an identity request.
//! Interface: observes the pending and the executed message while `searching`; asserts `cancel` at most once per search.
//! Source: own; a start board with index 0 begins no board, so a host that sends one no longer waits for a verdict.

use crate::widgets::{Dff, inputs};
use rust_hdl::prelude::*;

/// Detector of cancelled searches.
#[derive(LogicBlock, Default)]
pub struct SearchEnd {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards a detected cancellation.
    pub reset: Signal<In, Bit>,
    /// The core is searching.
    pub searching: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub done: Signal<In, Bit>,
    /// An end board is accepted.
    pub end_board: Signal<In, Bit>,
    /// A message is pending.
    pub valid: Signal<In, Bit>,
    /// A message is accepted.
    pub take: Signal<In, Bit>,
    /// The message of the previous cycle was a start board.
    pub is_start_board: Signal<In, Bit>,
    /// The message of the previous cycle had index 0.
    pub empty: Signal<In, Bit>,
    /// Cancels the search: high for one cycle.
    pub cancel: Signal<Out, Bit>,

    steady: Dff<Bit>,
    cancelling: Dff<Bit>,
    cancelled: Dff<Bit>,
    given_up: Signal<Local, Bit>,
}

inputs!(SearchEnd: reset, searching, done, end_board, valid, take, is_start_board, empty);

impl Logic for SearchEnd {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, steady, cancelling, cancelled);
        // High if the message of the previous cycle is still pending.
        self.steady.d.next = self.valid.val() && !self.take.val();
        self.given_up.next = self.end_board.val()
            || (self.steady.q.val()
                && self.valid.val()
                && self.is_start_board.val()
                && self.empty.val());
        self.cancel.next = self.cancelling.q.val();
        self.cancelling.d.next = false;
        if !self.searching.val() {
            self.cancelled.d.next = false;
        } else if self.given_up.val() && !self.cancelled.q.val() {
            self.cancelling.d.next = !self.done.val();
            self.cancelled.d.next = true;
        }
        if self.reset.val() {
            self.cancelling.d.next = false;
            self.cancelled.d.next = false;
        }
    }
}
