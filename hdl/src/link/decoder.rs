//! Decodes a received message: its index, and registered flags for its kind, for properties of its index, and for two bytes that do not
//! belong together.
//! Interface: the message is held until its flags have been used; the flags are valid one cycle later, the index in the same cycle.
//! Source: the published 16-bit board protocol; docs/reference/protocol.md has the resynchronisation rules.

use super::{INDEX, KindOut, control_code};
use crate::widgets::{Dff, constant, inputs};
use nonogram_protocol::control;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// All bits of a control field.
const CONTROL: u16 = 0b111;
/// The upper bits of an index, all 0 in a start board that a host sends.
const UPPER_INDEX_MASK: u64 = 0x1f00;
/// The lower byte of a message.
const LOW_BYTE_MASK: u64 = 0x00ff;

/// Message decoder for lines of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct Decoder<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Message to decode, held until its flags have been used.
    pub message: Signal<In, Bits<16>>,
    /// Error flag of the message.
    pub error: Signal<In, Bit>,
    /// The message's payload equals the CRC of the messages before it.
    pub check_matches: Signal<In, Bit>,
    /// The message's first byte was the second byte of a check that did not match.
    pub after_check: Signal<In, Bit>,

    /// The two bytes cannot belong to one message.
    pub out_of_step: Signal<Out, Bit>,
    /// The message is a check that does not match, and its second byte may begin a start board.
    pub is_broken_check: Signal<Out, Bit>,
    /// Kind of the message.
    pub kind: KindOut<S>,
    /// `check_matches` in the previous cycle.
    pub crc_matches: Signal<Out, Bit>,
    /// Index of the message, in the same cycle.
    pub index: Signal<Out, Bits<INDEX>>,
    /// Mask of the index taken as a size: that many low bits are 1, at most `S`; valid one cycle after the message.
    pub size_mask: Signal<Out, Bits<S>>,

    strange: Dff<Bit>,
    broken_check: Dff<Bit>,
    start_board: Dff<Bit>,
    start_line: Dff<Bit>,
    assignment: Dff<Bit>,
    option_end: Dff<Bit>,
    end_line: Dff<Bit>,
    end_board: Dff<Bit>,
    check: Dff<Bit>,
    match_found: Dff<Bit>,
    above: Dff<Bit>,
    zero: Dff<Bit>,
    nonzero: Dff<Bit>,
    mask: Dff<Bits<S>>,
    place: Dff<Bits<S>>,

    control_bits: Signal<Local, Bits<16>>,
    payload_bits: Signal<Local, Bits<13>>,
    low_may_start: Signal<Local, Bit>,
    upper_index: Signal<Local, Bits<16>>,
    low_byte: Signal<Local, Bits<16>>,
    has_size: Signal<Local, Bit>,
    mismatched: Signal<Local, Bit>,
    readable: Signal<Local, Bit>,
    next_mask: Signal<Local, Bits<S>>,
    next_place: Signal<Local, Bits<S>>,

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
    #[default(control_code(control::NEXT_OPTION))]
    next_option_code: Constant<Bits<16>>,
    #[default(control_code(control::END_LINE))]
    end_line_code: Constant<Bits<16>>,
    #[default(control_code(control::END_BOARD))]
    end_board_code: Constant<Bits<16>>,
    #[default(control_code(control::CHECK))]
    check_code: Constant<Bits<16>>,
    #[default(constant(S as u64))]
    largest: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    index_zero: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    nothing: Constant<Bits<S>>,
}

inputs!(Decoder<S>, [const S: usize]:
    message, error, check_matches, after_check);

impl<const S: usize> Logic for Decoder<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            strange,
            broken_check,
            start_board,
            start_line,
            assignment,
            option_end,
            end_line,
            end_board,
            check,
            match_found,
            above,
            zero,
            nonzero,
            mask,
            place
        );

        // Fields of the message.
        self.control_bits.next = self.message.val() & self.control_mask.val();
        self.payload_bits.next = bit_cast::<13, 16>(self.message.val());
        self.index.next = bit_cast::<INDEX, 16>(self.message.val() >> 1);

        // Detect two bytes that cannot belong to one message.
        self.low_may_start.next = self.message.val().get_bit(7)
            && self.message.val().get_bit(6)
            && self.message.val().get_bit(5);
        self.upper_index.next = self.message.val() & self.upper_index_mask.val();
        self.low_byte.next = self.message.val() & self.low_byte_mask.val();
        self.has_size.next = !self.upper_index.val().any() && self.low_byte.val().any();
        self.mismatched.next = self.message.val().get_bit(7);
        self.broken_check.d.next = false;
        if self.control_bits.val() == self.start_board_code.val() {
            // After a check that did not match, a start board must also have an index that a host sends.
            self.mismatched.next =
                self.low_may_start.val() || (self.after_check.val() && !self.has_size.val());
        } else if self.control_bits.val() == self.end_board_code.val() {
            self.mismatched.next = self.message.val().any();
        } else if self.control_bits.val() == self.check_code.val() {
            self.mismatched.next = self.low_may_start.val() && !self.check_matches.val();
            self.broken_check.d.next = self.low_may_start.val() && !self.check_matches.val();
        }
        self.strange.d.next = self.mismatched.val();
        self.match_found.d.next = self.check_matches.val();

        // Kind of the message.
        self.readable.next = !self.mismatched.val() && !self.error.val();
        self.start_board.d.next =
            self.readable.val() && (self.control_bits.val() == self.start_board_code.val());
        self.start_line.d.next =
            self.readable.val() && (self.control_bits.val() == self.start_line_code.val());
        self.assignment.d.next =
            self.readable.val() && (self.control_bits.val() == self.assignment_code.val());
        self.end_line.d.next =
            self.readable.val() && (self.control_bits.val() == self.end_line_code.val());
        self.end_board.d.next =
            self.readable.val() && (self.control_bits.val() == self.end_board_code.val());
        self.check.d.next =
            self.readable.val() && (self.control_bits.val() == self.check_code.val());
        self.option_end.d.next = self.readable.val()
            && ((self.control_bits.val() == self.end_line_code.val())
                || (self.control_bits.val() == self.next_option_code.val()));

        // The index, as a size and as a position.
        self.above.d.next = self.index.val() > self.largest.val();
        self.zero.d.next = self.index.val() == self.index_zero.val();
        self.nonzero.d.next = self.payload_bits.val().any();
        self.next_mask.next = self.nothing.val();
        self.next_place.next = self.nothing.val();
        for i in 0..S {
            self.next_mask.next = self
                .next_mask
                .val()
                .replace_bit(i, self.index.val().index() > i);
            self.next_place.next = self
                .next_place
                .val()
                .replace_bit(i, self.index.val().index() == i);
        }
        self.mask.d.next = self.next_mask.val();
        self.place.d.next = self.next_place.val();

        self.out_of_step.next = self.strange.q.val();
        self.is_broken_check.next = self.broken_check.q.val();
        self.kind.start_board.next = self.start_board.q.val();
        self.kind.start_line.next = self.start_line.q.val();
        self.kind.assignment.next = self.assignment.q.val();
        self.kind.option_end.next = self.option_end.q.val();
        self.kind.end_line.next = self.end_line.q.val();
        self.kind.end_board.next = self.end_board.q.val();
        self.kind.check.next = self.check.q.val();
        self.crc_matches.next = self.match_found.q.val();
        self.kind.too_big.next = self.above.q.val();
        self.kind.empty.next = self.zero.q.val();
        self.kind.payload.next = self.nonzero.q.val();
        self.size_mask.next = self.mask.q.val();
        self.kind.cell_bit.next = self.place.q.val();
    }
}
