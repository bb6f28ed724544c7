//! What a clue board holds besides its size: search requests, and the blocks that are passed to the core.
//! Interface: each unit states its own.

use super::{LIMIT, MODE, PLACE};
use crate::widgets::{Dff, constant, inputs};
use nonogram_protocol::request_kind;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Width of the number of cells used by a line's blocks: the sum is at most a full line, the blank after it, and one more block.
const TAKEN: usize = PLACE + 1;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum FeederState {
    Idle,
    Add,
    Give,
    End,
}

/// Passes the blocks of a message to the core, one by one, as long as they fit their line.
/// Interface: `load` accepts a message with up to two blocks; `block` and `line_end` are asserted when the core is `ready`. Each block
/// takes two cycles or more: the first compares the cells used with the line's length, then the block is passed to the core.
///
/// Feeds the core with the blocks of lines.
#[derive(LogicBlock, SmartDefault)]
pub struct BlockFeeder {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards pending blocks and starts a new line, at the beginning of a board or on reset.
    pub clear: Signal<In, Bit>,
    /// Accepts the message's blocks (only while not `busy`).
    pub load: Signal<In, Bit>,
    /// Message with the blocks, sampled with `load`.
    pub message: Signal<In, Bits<16>>,
    /// Number of cells in the line, stable while `busy`.
    pub length: Signal<In, Bits<PLACE>>,
    /// Blocks of a message or the end of their line are pending.
    pub busy: Signal<Out, Bit>,
    /// A block does not fit: high for one cycle; the rest of the message is discarded.
    pub overflow: Signal<Out, Bit>,
    /// The core accepts a block or a line end in this cycle.
    pub ready: Signal<In, Bit>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Length of the block in cells, valid with `block`.
    pub block_length: Signal<Out, Bits<PLACE>>,
    /// The line ends: high for one cycle.
    pub line_end: Signal<Out, Bit>,

    state: Dff<FeederState>,
    current: Dff<Bits<PLACE>>,
    following: Dff<Bits<PLACE>>,
    follows: Dff<Bit>,
    ends: Dff<Bit>,
    /// Cells used by the line's blocks so far, with a blank after each.
    taken: Dff<Bits<TAKEN>>,
    sum: Dff<Bits<TAKEN>>,
    fits: Dff<Bit>,

    first: Signal<Local, Bits<PLACE>>,
    second: Signal<Local, Bits<PLACE>>,
    exists: Signal<Local, Bit>,
    sum_now: Signal<Local, Bits<TAKEN>>,
    given: Signal<Local, Bit>,
    #[default(constant(0))]
    nothing: Constant<Bits<TAKEN>>,
    #[default(constant(1))]
    blank: Constant<Bits<TAKEN>>,
}

inputs!(BlockFeeder: clear, load, message, length, ready);

impl Logic for BlockFeeder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, current, following, follows, ends, taken, sum, fits
        );

        self.busy.next = self.state.q.val() != FeederState::Idle;
        self.exists.next = self.current.q.val().any();
        self.sum_now.next = self.taken.q.val() + bit_cast::<TAKEN, PLACE>(self.current.q.val());
        self.given.next = (self.state.q.val() == FeederState::Give)
            && self.exists.val()
            && self.fits.q.val()
            && self.ready.val();
        self.block.next = self.given.val();
        self.block_length.next = self.current.q.val();
        self.overflow.next =
            (self.state.q.val() == FeederState::Give) && self.exists.val() && !self.fits.q.val();
        self.line_end.next = (self.state.q.val() == FeederState::End) && self.ready.val();

        // Fields of the message: lengths in bits 12..7 and 6..1; bit 0 ends the line.
        self.first.next = bit_cast::<PLACE, 16>(self.message.val() >> 7);
        self.second.next = bit_cast::<PLACE, 16>(self.message.val() >> 1);

        match self.state.q.val() {
            FeederState::Idle => {
                if self.load.val() {
                    self.current.d.next = self.first.val();
                    self.following.d.next = self.second.val();
                    self.follows.d.next = true;
                    self.ends.d.next = self.message.val().get_bit(0);
                    self.state.d.next = FeederState::Add;
                }
            }
            FeederState::Add => {
                self.sum.d.next = self.sum_now.val();
                self.fits.d.next =
                    self.sum_now.val() <= bit_cast::<TAKEN, PLACE>(self.length.val());
                self.state.d.next = FeederState::Give;
            }
            FeederState::Give => {
                if self.given.val() {
                    self.taken.d.next = self.sum.q.val() + self.blank.val();
                }
                if self.overflow.val() {
                    self.state.d.next = FeederState::Idle;
                } else if self.given.val() || !self.exists.val() {
                    self.current.d.next = self.following.q.val();
                    self.follows.d.next = false;
                    self.state.d.next = FeederState::Idle;
                    if self.follows.q.val() {
                        self.state.d.next = FeederState::Add;
                    } else if self.ends.q.val() {
                        self.state.d.next = FeederState::End;
                    }
                }
            }
            FeederState::End => {
                if self.ready.val() {
                    self.taken.d.next = self.nothing.val();
                    self.state.d.next = FeederState::Idle;
                }
            }
            _ => {
                self.state.d.next = FeederState::Idle;
            }
        }

        if self.clear.val() {
            self.taken.d.next = self.nothing.val();
            self.state.d.next = FeederState::Idle;
        }
    }
}

/// Width of a digit of the limit, in bits.
const DIGIT: usize = request_kind::DIGIT_BITS as usize;

/// Holds a board's search request: the search mode and the limit.
/// Interface: `take_mode` and `take_limit` store the request from `message`; `clear` restores the defaults of a board without requests. A
/// limit arrives in digits of seven bits, the most significant first.
///
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
