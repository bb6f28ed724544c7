//! Sees that the host ends a search: an end board, or the question for the identity.
//! Interface: the message that waits, and what has been acted upon, while `searching`; `cancel` once per search.
//! A start board with index 0 begins no board, so whoever sends it waits for no verdict.

use crate::widgets::{Dff, inputs};
use rust_hdl::prelude::*;

/// Detector of a search's end.
#[derive(LogicBlock, Default)]
pub struct SearchEnd {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget it.
    pub reset: Signal<In, Bit>,
    /// The core searches.
    pub searching: Signal<In, Bit>,
    /// The core has decided.
    pub done: Signal<In, Bit>,
    /// An end board is taken.
    pub end_board: Signal<In, Bit>,
    /// A message waits.
    pub valid: Signal<In, Bit>,
    /// A message is taken.
    pub take: Signal<In, Bit>,
    /// The message of the last clock was a start board.
    pub is_start_board: Signal<In, Bit>,
    /// With index 0.
    pub empty: Signal<In, Bit>,
    /// End the search, for one clock.
    pub cancel: Signal<Out, Bit>,

    steady: Dff<Bit>,
    cancelling: Dff<Bit>,
    cancelled: Dff<Bit>,
    given_up: Signal<Local, Bit>,
}

inputs!(SearchEnd: reset, searching, done, end_board, valid, take, is_start_board, empty);

impl Logic for SearchEnd {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, steady, cancelling, cancelled);
        // The message of the last clock is still there.
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
