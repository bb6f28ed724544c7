//! Holds a board's search request: the search mode and the limit.
//! Interface: `take_mode` and `take_limit` store the request from `message`; `clear` restores the defaults of a board without requests. A
//! limit arrives in digits of seven bits, the most significant first.
//! Source: docs/reference/protocol.md, section "Clue boards".

use super::{LIMIT, MODE};
use crate::widgets::{Dff, constant, inputs};
use nonogram_protocol::request_kind;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Width of a digit of the limit, in bits.
const DIGIT: usize = request_kind::DIGIT_BITS as usize;

/// The search request of a board.
#[derive(LogicBlock, SmartDefault)]
pub struct Requests {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A board begins; restores the defaults.
    pub clear: Signal<In, Bit>,
    /// Stores the mode from `message`.
    pub take_mode: Signal<In, Bit>,
    /// Appends the digit from `message` to the limit.
    pub take_limit: Signal<In, Bit>,
    /// Message with the request, sampled with `take_mode` and `take_limit`.
    pub message: Signal<In, Bits<16>>,
    /// Search mode: 0 for the full proof, 1 for line logic only, 2 for the first solution.
    pub mode: Signal<Out, Bits<MODE>>,
    /// Limit in units of 1024 cycles; 0 for none.
    pub limit: Signal<Out, Bits<LIMIT>>,
    /// A further digit of the limit would not fit.
    pub full: Signal<Out, Bit>,

    search_mode: Dff<Bits<MODE>>,
    search_limit: Dff<Bits<LIMIT>>,
    digit: Signal<Local, Bits<DIGIT>>,
    upper: Signal<Local, Bits<LIMIT>>,
    #[default(constant(0))]
    whole_proof: Constant<Bits<MODE>>,
    #[default(constant(0))]
    no_limit: Constant<Bits<LIMIT>>,
    /// Bits of the limit that a further digit would shift out.
    #[default(constant(((1 << DIGIT) - 1) << (LIMIT - DIGIT)))]
    top_digit: Constant<Bits<LIMIT>>,
}

inputs!(Requests: clear, take_mode, take_limit, message);

impl Logic for Requests {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, search_mode, search_limit);
        self.mode.next = self.search_mode.q.val();
        self.limit.next = self.search_limit.q.val();
        self.upper.next = self.search_limit.q.val() & self.top_digit.val();
        self.full.next = self.upper.val().any();
        self.digit.next = bit_cast::<DIGIT, 16>(self.message.val());
        if self.take_mode.val() {
            self.search_mode.d.next = bit_cast::<MODE, 16>(self.message.val());
        }
        if self.take_limit.val() {
            self.search_limit.d.next =
                (self.search_limit.q.val() << 7) | bit_cast::<LIMIT, DIGIT>(self.digit.val());
        }
        if self.clear.val() {
            self.search_mode.d.next = self.whole_proof.val();
            self.search_limit.d.next = self.no_limit.val();
        }
    }
}
