//! What a clue board holds besides its size: requests, and the blocks that are passed to the core.

use super::{COLOUR, LIMIT, MODE, PLACE, PLANES, SIZE};
use crate::prelude::*;
use nonogram_protocol::request_kind;

/// Width of the number of cells used by a line's blocks: the sum is at most a full line, a blank, and one more block.
const USED: usize = SIZE + 1;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum FeederState {
    Idle,
    Give,
    End,
}

/// Passes the blocks of a message to the core, one by one, as long as they fit their line.
/// Interface: `load` accepts a message with up to two blocks, or with one block and its colour; `block` and `line_end` are asserted when
/// the core is `ready`, one per cycle. Each block is compared with the line's length one cycle before it is passed to the core.
///
/// Feeds the core with the blocks of lines.
#[derive(LogicBlock, SmartDefault)]
pub struct BlockFeeder {
    /// Discards pending blocks and starts a new line, at the beginning of a board or on reset.
    pub clear: Signal<In, Bit>,
    /// Accepts the message's blocks (only while not `busy`).
    pub load: Signal<In, Bit>,
    /// Message with the blocks, sampled with `load`; stable from the previous cycle on.
    pub message: Signal<In, Bits<16>>,
    /// The index of the message is 0, so it has no block; sampled with `load`, stable from the previous cycle on.
    pub empty: Signal<In, Bit>,
    /// The message has one block with its colour, instead of up to two blocks of colour 1; sampled with `load`, stable from the previous
    /// cycle on.
    pub coloured: Signal<In, Bit>,
    /// Number of cells in the line, stable from `load` on while `busy`.
    pub length: Signal<In, Bits<SIZE>>,
    /// Blocks of a message or the end of their line are pending.
    pub busy: Signal<Out, Bit>,
    /// The current line has a block; valid while not `busy`.
    pub begun: Signal<Out, Bit>,
    /// A block does not fit: high for one cycle; the rest of the message is discarded.
    pub overflow: Signal<Out, Bit>,
    /// The core accepts a block or a line end in this cycle.
    pub ready: Signal<In, Bit>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Number of cells up to the end of the block that the blocks of the line need, valid with `block`.
    pub block_end: Signal<Out, Bits<SIZE>>,
    /// Colour of the block, from 1; valid with `block`.
    pub block_colour: Dff<Bits<COLOUR>, Out>,
    /// The line ends: high for one cycle.
    pub line_end: Signal<Out, Bit>,

    state: Dff<FeederState>,
    /// Length of the message's first block, one cycle after the message.
    ahead: Dff<Bits<SIZE>>,
    following: Dff<Bits<PLACE>>,
    follows: Dff<Bit>,
    ends: Dff<Bit>,
    /// The block that is to be passed on exists: its length is not 0.
    exists: Dff<Bit>,
    /// Cells that the line's blocks so far need with the blanks between them, the block to be passed on included.
    used: Dff<Bits<USED>>,
    fits: Dff<Bit>,

    first: Signal<Local, Bits<SIZE>>,
    second: Signal<Local, Bits<PLACE>>,
    adds: Signal<Local, Bit>,
    length_added: Signal<Local, Bits<SIZE>>,
    colour_added: Signal<Local, Bits<COLOUR>>,
    gap: Signal<Local, Bits<USED>>,
    sum: Signal<Local, Bits<USED>>,
    #[default(constant(1))]
    only_colour: Constant<Bits<COLOUR>>,
}

impl Logic for BlockFeeder {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.state.q.val() != FeederState::Idle;
        self.begun.next = self.block_colour.q.val().any();
        self.block.next = (self.state.q.val() == FeederState::Give)
            && self.exists.q.val()
            && self.fits.q.val()
            && self.ready.val();
        self.block_end.next = bit_cast::<SIZE, USED>(self.used.q.val());
        self.overflow.next =
            (self.state.q.val() == FeederState::Give) && self.exists.q.val() && !self.fits.q.val();
        self.line_end.next = (self.state.q.val() == FeederState::End) && self.ready.val();

        // Fields of the message: lengths in bits 12..7 and 6..1, or a length minus 1 and a colour; bit 0 ends the line.
        self.second.next = bit_cast::<PLACE, 16>(self.message.val() >> 1);
        self.first.next = bit_cast::<SIZE, PLACE>(bit_cast::<PLACE, 16>(self.message.val() >> 7));
        if self.coloured.val() && !self.empty.val() {
            self.first.next =
                bit_cast::<SIZE, PLACE>(bit_cast::<PLACE, 16>(self.message.val() >> 7)) + 1;
        }
        self.ahead.d.next = self.first.val();

        self.adds.next = self.load.val();
        self.length_added.next = self.ahead.q.val();
        self.colour_added.next = self.only_colour.val();
        if self.coloured.val() {
            self.colour_added.next = bit_cast::<COLOUR, PLACE>(self.second.val());
        }
        match self.state.q.val() {
            FeederState::Idle => {
                if self.load.val() {
                    self.following.d.next = self.second.val();
                    self.follows.d.next = !self.coloured.val() && self.second.val().any();
                    self.ends.d.next = self.message.val().get_bit(0);
                    self.state.d.next = FeederState::Give;
                }
            }
            FeederState::Give => {
                self.length_added.next = bit_cast::<SIZE, PLACE>(self.following.q.val());
                self.colour_added.next = self.only_colour.val();
                if self.overflow.val() {
                    self.state.d.next = FeederState::Idle;
                } else if self.block.val() || !self.exists.q.val() {
                    self.follows.d.next = false;
                    self.state.d.next = FeederState::Idle;
                    if self.follows.q.val() {
                        self.adds.next = true;
                        self.state.d.next = FeederState::Give;
                    } else if self.ends.q.val() {
                        self.state.d.next = FeederState::End;
                    }
                }
            }
            FeederState::End => {
                if self.ready.val() {
                    self.used.d.next = 0.into();
                    self.block_colour.d.next = 0.into();
                    self.state.d.next = FeederState::Idle;
                }
            }
            _ => {
                self.state.d.next = FeederState::Idle;
            }
        }

        // A blank precedes a block if the block before it has the same colour.
        self.gap.next = 0.into();
        if self.colour_added.val() == self.block_colour.q.val() {
            self.gap.next = 1.into();
        }
        self.sum.next =
            self.used.q.val() + bit_cast::<USED, SIZE>(self.length_added.val()) + self.gap.val();
        if self.adds.val() {
            self.exists.d.next = self.length_added.val().any();
            self.fits.d.next = self.sum.val() <= bit_cast::<USED, SIZE>(self.length.val());
            if self.length_added.val().any() {
                self.used.d.next = self.sum.val();
                self.block_colour.d.next = self.colour_added.val();
            }
        }

        if self.clear.val() {
            self.used.d.next = 0.into();
            self.block_colour.d.next = 0.into();
            self.state.d.next = FeederState::Idle;
        }
    }
}

/// Width of a digit of the limit, in bits.
const DIGIT: usize = request_kind::DIGIT_BITS as usize;

/// Holds a board's requests: the search mode, the limit and the number of colours.
/// Interface: `take_mode`, `take_limit` and `take_colours` store the request from `message`; `clear` restores the defaults of a board
/// without requests. A limit arrives in digits of seven bits, the most significant first.
///
/// The requests of a board.
#[derive(LogicBlock, SmartDefault)]
pub struct Requests {
    /// A board begins; restores the defaults.
    pub clear: Signal<In, Bit>,
    /// Stores the mode from `message`.
    pub take_mode: Signal<In, Bit>,
    /// Appends the digit from `message` to the limit.
    pub take_limit: Signal<In, Bit>,
    /// Stores the number of colours from `message`.
    pub take_colours: Signal<In, Bit>,
    /// Message with the request, sampled with `take_mode`, `take_limit` and `take_colours`.
    pub message: Signal<In, Bits<16>>,
    /// Search mode: 0 for the full proof, 1 for line logic only, 2 for the first solution.
    pub mode: Dff<Bits<MODE>, Out>,
    /// Limit in units of 1024 cycles; 0 for none.
    pub limit: Dff<Bits<LIMIT>, Out>,
    /// A further digit of the limit would not fit.
    pub full: Signal<Out, Bit>,
    /// Number of colours of the board, 0 without such a request.
    pub colours: Dff<Bits<COLOUR>, Out>,
    /// Number of planes that hold the colours of the picture: 1, 2 or 3.
    pub planes: Signal<Out, Bits<PLANES>>,

    digit: Signal<Local, Bits<DIGIT>>,
    upper: Signal<Local, Bits<LIMIT>>,
    #[default(constant(0))]
    whole_proof: Constant<Bits<MODE>>,
    /// Bits of the limit that a further digit would shift out.
    #[default(constant(((1 << DIGIT) - 1) << (LIMIT - DIGIT)))]
    top_digit: Constant<Bits<LIMIT>>,
    #[default(constant(2))]
    two_planes: Constant<Bits<PLANES>>,
    #[default(constant(3))]
    three_planes: Constant<Bits<PLANES>>,
}

impl Logic for Requests {
    #[hdl_gen]
    fn update(&mut self) {
        self.upper.next = self.limit.q.val() & self.top_digit.val();
        self.full.next = self.upper.val().any();
        self.planes.next = 1.into();
        if self.colours.q.val().get_bit(2) {
            self.planes.next = self.three_planes.val();
        } else if self.colours.q.val().get_bit(1) {
            self.planes.next = self.two_planes.val();
        }
        self.digit.next = bit_cast::<DIGIT, 16>(self.message.val());
        if self.take_mode.val() {
            self.mode.d.next = bit_cast::<MODE, 16>(self.message.val());
        }
        if self.take_limit.val() {
            self.limit.d.next =
                (self.limit.q.val() << 7) | bit_cast::<LIMIT, DIGIT>(self.digit.val());
        }
        if self.take_colours.val() {
            self.colours.d.next = bit_cast::<COLOUR, 16>(self.message.val());
        }
        if self.clear.val() {
            self.colours.d.next = 0.into();
            self.mode.d.next = self.whole_proof.val();
            self.limit.d.next = 0.into();
        }
    }
}
