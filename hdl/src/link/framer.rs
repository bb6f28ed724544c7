//! Pairs received bytes into 16-bit messages, resynchronises after a lost or an extra byte, and pairs start boards.
//! Interface: accepts bytes through `byte_*`; decoded messages leave through `message` with a valid / ready handshake. A message is valid in
//! the cycle after its second byte is offered.
//! Source: docs/reference/protocol.md has the resynchronisation rules (shift, pause, start boards in a row).

use super::{Crc13, INDEX, MessageOut, control_code};
use crate::prelude::*;
use nonogram_protocol::control;
use nonogram_verilog::LONGEST_PAUSE;

/// Width in bits of the counter that measures pauses.
const TIMER: usize = 24;
const _: () = assert!(LONGEST_PAUSE == (1 << TIMER) - 1);
/// All bits of a control field.
const CONTROL: u16 = 0b111;
/// The upper bits of an index, all 0 in a start board that a host sends.
const UPPER_INDEX_MASK: u64 = 0x1f00;
/// The lower byte of a message.
const LOW_BYTE_MASK: u64 = 0x00ff;

/// Message framer. The first byte of a message is discarded if the second one does not arrive within
/// `pause_clocks` cycles, 1 to [`LONGEST_PAUSE`].
#[derive(LogicBlock, SmartDefault)]
pub struct Framer {
    /// Discards pending bytes and a pending start board, and restarts the pause counter.
    pub reset: Signal<In, Bit>,
    /// `byte_data` holds a received byte.
    pub byte_valid: Signal<In, Bit>,
    /// Received byte, while `byte_valid`.
    pub byte_data: Signal<In, Bits<8>>,
    /// Error flag of the received byte, while `byte_valid`.
    pub byte_error: Signal<In, Bit>,
    /// The byte is the last one of a packet, while `byte_valid`: half a message that it leaves is discarded with it.
    pub byte_last: Signal<In, Bit>,
    /// The byte is accepted at this clock edge.
    pub byte_ready: Signal<Out, Bit>,
    /// The protocol has messages of packed cells, whose second byte may be up to `DF`; constant.
    pub packed_cells: Signal<In, Bit>,
    /// The next message.
    pub message: MessageOut,
    /// The message is a start line; valid with `message.valid`.
    pub start_line: Dff<Bit, Out>,
    /// The message is an assignment; valid with `message.valid`.
    pub assignment: Dff<Bit, Out>,
    /// The message has packed cells; valid with `message.valid`.
    pub cells: Dff<Bit, Out>,
    /// The message is a next option, which is a request in a clue board; valid with `message.valid`.
    pub next_option: Dff<Bit, Out>,
    /// The message is an end line; valid with `message.valid`.
    pub end_line: Dff<Bit, Out>,
    /// Accepts the message at this clock edge; only while `message.valid`.
    pub ready: Signal<In, Bit>,

    sum: Crc13,
    have: Dff<Bit>,
    high: Dff<Bits<8>>,
    high_error: Dff<Bit>,
    /// `high` is the second byte of the message that was accepted last, which is not in the CRC yet.
    uncounted: Dff<Bit>,
    timer: Dff<Bits<TIMER>>,

    /// The message is decoded.
    decoded: Dff<Bit>,
    out_of_step: Dff<Bit>,
    broken_check: Dff<Bit>,
    is_start_board: Dff<Bit>,
    is_check: Dff<Bit>,
    is_end_board: Dff<Bit>,
    is_empty: Dff<Bit>,
    match_found: Dff<Bit>,

    /// The last message was the first start board of a pair.
    begun: Dff<Bit>,
    /// That start board has index 0.
    first_empty: Dff<Bit>,
    /// That start board came directly after a pair.
    spare: Dff<Bit>,
    /// The last two messages were a pair of start boards that is not an identity request.
    paired: Dff<Bit>,
    /// The last message was a broken check, whose second byte begins the next message.
    slipped: Dff<Bit>,

    joined: Signal<Local, Bits<16>>,
    control_bits: Signal<Local, Bits<16>>,
    whole: Signal<Local, Bit>,
    crc_equal: Signal<Local, Bit>,
    low_may_start: Signal<Local, Bit>,
    upper_index: Signal<Local, Bits<16>>,
    low_byte: Signal<Local, Bits<16>>,
    has_size: Signal<Local, Bit>,
    mismatched: Signal<Local, Bit>,
    readable: Signal<Local, Bit>,
    second: Signal<Local, Bit>,
    identity: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    expired: Signal<Local, Bit>,
    limit: Signal<Local, Bits<TIMER>>,

    /// Idle cycles after which half a message is discarded.
    pub pause_clocks: Parameter,
    #[default(control_code(CONTROL))]
    control_mask: Constant<Bits<16>>,
    #[default(constant(UPPER_INDEX_MASK))]
    upper_index_mask: Constant<Bits<16>>,
    #[default(constant(LOW_BYTE_MASK))]
    low_byte_mask: Constant<Bits<16>>,
    #[default(control_code(control::START_BOARD))]
    start_board_code: Constant<Bits<16>>,
    #[default(control_code(control::START_LINE))]
    start_line_code: Constant<Bits<16>>,
    #[default(control_code(control::ASSIGNMENT))]
    assignment_code: Constant<Bits<16>>,
    #[default(control_code(control::CELLS))]
    cells_code: Constant<Bits<16>>,
    #[default(control_code(control::CHECK))]
    check_code: Constant<Bits<16>>,
    #[default(control_code(control::NEXT_OPTION))]
    next_option_code: Constant<Bits<16>>,
    #[default(control_code(control::END_LINE))]
    end_line_code: Constant<Bits<16>>,
    #[default(control_code(control::END_BOARD))]
    end_board_code: Constant<Bits<16>>,
}

impl Logic for Framer {
    #[hdl_gen]
    fn update(&mut self) {
        // First cycle: two bytes, the kind of their message, and whether they belong together.
        self.joined.next =
            (bit_cast::<16, 8>(self.high.q.val()) << 8) | bit_cast::<16, 8>(self.byte_data.val());
        self.whole.next = self.have.q.val() && self.byte_valid.val();
        self.crc_equal.next = bit_cast::<13, 16>(self.joined.val()) == self.sum.crc.val();
        self.control_bits.next = self.joined.val() & self.control_mask.val();
        self.low_may_start.next = self.joined.val().get_bit(7)
            && self.joined.val().get_bit(6)
            && self.joined.val().get_bit(5);
        self.upper_index.next = self.joined.val() & self.upper_index_mask.val();
        self.low_byte.next = self.joined.val() & self.low_byte_mask.val();
        self.has_size.next = !self.upper_index.val().any() && self.low_byte.val().any();
        self.mismatched.next = self.joined.val().get_bit(7);
        self.broken_check.d.next = false;
        if self.control_bits.val() == self.start_board_code.val() {
            // After a check that did not match, a start board must also have an index that a host sends.
            self.mismatched.next =
                self.low_may_start.val() || (self.slipped.q.val() && !self.has_size.val());
        } else if self.packed_cells.val() && (self.control_bits.val() == self.cells_code.val()) {
            self.mismatched.next = self.low_may_start.val();
        } else if self.control_bits.val() == self.end_board_code.val() {
            self.mismatched.next = self.joined.val().any();
        } else if self.control_bits.val() == self.check_code.val() {
            self.mismatched.next = self.low_may_start.val() && !self.crc_equal.val();
            self.broken_check.d.next = self.low_may_start.val() && !self.crc_equal.val();
        }
        self.readable.next =
            !self.mismatched.val() && !self.high_error.q.val() && !self.byte_error.val();
        self.decoded.d.next = self.whole.val() && !self.ready.val();
        self.out_of_step.d.next = self.mismatched.val();
        self.match_found.d.next = self.crc_equal.val();
        self.is_empty.d.next = (bit_cast::<INDEX, 16>(self.joined.val() >> 1)) == 0;
        self.is_start_board.d.next =
            self.readable.val() && (self.control_bits.val() == self.start_board_code.val());
        self.start_line.d.next =
            self.readable.val() && (self.control_bits.val() == self.start_line_code.val());
        self.assignment.d.next =
            self.readable.val() && (self.control_bits.val() == self.assignment_code.val());
        self.cells.d.next =
            self.readable.val() && (self.control_bits.val() == self.cells_code.val());
        self.is_check.d.next =
            self.readable.val() && (self.control_bits.val() == self.check_code.val());
        self.next_option.d.next =
            self.readable.val() && (self.control_bits.val() == self.next_option_code.val());
        self.end_line.d.next =
            self.readable.val() && (self.control_bits.val() == self.end_line_code.val());
        self.is_end_board.d.next =
            self.readable.val() && (self.control_bits.val() == self.end_board_code.val());

        // Second cycle and later: the message, until it is accepted.
        self.second.next = self.is_start_board.q.val() && self.begun.q.val();
        self.identity.next = self.second.val() && self.is_empty.q.val() && self.first_empty.q.val();
        self.swap.next = self.begun.q.val() && self.spare.q.val() && !self.is_start_board.q.val();
        self.message.valid.next = self.decoded.q.val();
        self.message.bits.next = self.joined.val();
        self.message.first.next = self.is_start_board.q.val() && !self.begun.q.val();
        self.message.after_pair.next = self.paired.q.val();
        self.message.second.next = self.second.val();
        self.message.identity.next = self.identity.val();
        self.message.swap.next = self.swap.val();
        self.message.begun.next = self.begun.q.val();
        self.message.empty.next = self.is_empty.q.val();
        self.message.end_board.next = self.is_end_board.q.val();
        self.message.check.next = self.is_check.q.val();
        self.message.broken_check.next = self.broken_check.q.val();
        self.message.crc_matches.next = self.match_found.q.val();

        // A pause discards half a message, or a start board without its second.
        self.limit.next = self.pause_clocks.val().get_bits::<TIMER>(0);
        self.expired.next = self.timer.q.val() == self.limit.val();
        self.timer.d.next = 0.into();
        if (self.have.q.val() || self.begun.q.val())
            && !self.byte_valid.val()
            && !self.expired.val()
        {
            self.timer.d.next = self.timer.q.val() + 1;
        }
        if self.expired.val() && !self.byte_valid.val() {
            self.have.d.next = false;
            self.begun.d.next = false;
            self.slipped.d.next = false;
        }

        // The acceptance of a swap leaves the message in place.
        self.take.next = self.ready.val() && !self.swap.val();
        self.byte_ready.next = self.take.val() || (self.byte_valid.val() && !self.have.q.val());
        if self.byte_valid.val() && !self.have.q.val() {
            self.have.d.next = true;
        }
        if self.byte_ready.val() {
            self.high.d.next = self.byte_data.val();
            self.high_error.d.next = self.byte_error.val();
        }
        if self.ready.val() {
            self.begun.d.next = self.is_start_board.q.val() && !self.begun.q.val();
            self.spare.d.next = self.paired.q.val();
        }
        if self.take.val() {
            self.have.d.next = self.out_of_step.q.val();
            self.first_empty.d.next = self.is_empty.q.val();
            self.paired.d.next = self.second.val() && !self.identity.val();
            self.slipped.d.next = self.broken_check.q.val();
        }
        // The end of a packet does so at once.
        if self.byte_ready.val() && self.byte_last.val() {
            self.have.d.next = false;
            self.begun.d.next = false;
            self.slipped.d.next = false;
        }
        // The CRC covers the first byte of a message as it is accepted, the second one in the next cycle unless it begins another message.
        self.uncounted.d.next = self.take.val() && !self.out_of_step.q.val();
        self.sum.data.next = self.high.q.val();
        self.sum.add.next = self.take.val() || self.uncounted.q.val();
        self.sum.clear.next = self.take.val() && self.is_start_board.q.val() && !self.begun.q.val();
        self.sum.seed.next = 0.into();

        if self.reset.val() {
            self.have.d.next = false;
            self.uncounted.d.next = false;
            self.timer.d.next = 0.into();
            self.decoded.d.next = false;
            self.begun.d.next = false;
            self.paired.d.next = false;
            self.slipped.d.next = false;
        }
    }
}
