//! Decodes a received message of a clue board: its index, and registered flags for its kind, for its index as a size, and for two bytes
//! that do not belong together.
//! Interface: the message is held until its flags have been used; the flags are valid one cycle later, the index in the same cycle.
//! Source: docs/reference/protocol.md, sections "Clue boards" and "Resynchronisation".

use super::super::INDEX;
use super::KindOut;
use crate::widgets::{Dff, constant, inputs};
use nonogram_protocol::{control, request_kind};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A control field at its place in a message.
const fn code(control: u16) -> u64 {
    (control as u64) << 13
}

/// The request message of this kind whose other bits are 0.
const fn request(kind: u16) -> u64 {
    code(control::NEXT_OPTION) | (kind as u64) << request_kind::KIND_SHIFT
}

/// All bits of the control field.
const CONTROL_MASK: u64 = code(0b111);
/// All bits of a mode request except the mode.
const MODE_MASK: u64 = 0xffff << super::MODE & 0xffff;
/// All bits of a limit request except the digit.
const LIMIT_MASK: u64 = 0xffff << request_kind::DIGIT_BITS & 0xffff;
/// The upper bits of an index, all 0 in a start board that a host sends.
const UPPER_INDEX_MASK: u64 = 0x1f00;
/// The lower byte of a message.
const LOW_BYTE_MASK: u64 = 0x00ff;

/// Message decoder for clue boards of up to `SIDE` x `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueDecoder<const SIDE: usize> {
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
    pub kind: KindOut,
    /// `check_matches` in the previous cycle.
    pub crc_matches: Signal<Out, Bit>,
    /// Index of the message, in the same cycle.
    pub index: Signal<Out, Bits<INDEX>>,

    strange: Dff<Bit>,
    broken_check: Dff<Bit>,
    start_board: Dff<Bit>,
    cells: Dff<Bit>,
    mode: Dff<Bit>,
    limit: Dff<Bit>,
    end_board: Dff<Bit>,
    check: Dff<Bit>,
    match_found: Dff<Bit>,
    above: Dff<Bit>,
    zero: Dff<Bit>,

    control: Signal<Local, Bits<16>>,
    without_mode: Signal<Local, Bits<16>>,
    without_digit: Signal<Local, Bits<16>>,
    mode_exists: Signal<Local, Bit>,
    low_may_start: Signal<Local, Bit>,
    upper_index: Signal<Local, Bits<16>>,
    low_byte: Signal<Local, Bits<16>>,
    has_size: Signal<Local, Bit>,
    mismatched: Signal<Local, Bit>,
    readable: Signal<Local, Bit>,
    found_index: Signal<Local, Bits<INDEX>>,

    #[default(constant(CONTROL_MASK))]
    control_mask: Constant<Bits<16>>,
    #[default(constant(UPPER_INDEX_MASK))]
    upper_index_mask: Constant<Bits<16>>,
    #[default(constant(LOW_BYTE_MASK))]
    low_byte_mask: Constant<Bits<16>>,
    #[default(constant(MODE_MASK))]
    mode_mask: Constant<Bits<16>>,
    #[default(constant(LIMIT_MASK))]
    limit_mask: Constant<Bits<16>>,
    #[default(constant(code(control::START_BOARD)))]
    start_board_code: Constant<Bits<16>>,
    #[default(constant(code(control::CELLS)))]
    cells_code: Constant<Bits<16>>,
    #[default(constant(code(control::END_BOARD)))]
    end_board_code: Constant<Bits<16>>,
    #[default(constant(code(control::CHECK)))]
    check_code: Constant<Bits<16>>,
    #[default(constant(request(request_kind::MODE)))]
    mode_code: Constant<Bits<16>>,
    #[default(constant(request(request_kind::LIMIT)))]
    limit_code: Constant<Bits<16>>,
    #[default(constant(SIDE as u64))]
    largest: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    index_zero: Constant<Bits<INDEX>>,
}

inputs!(ClueDecoder<SIDE>, [const SIDE: usize]:
    message, error, check_matches, after_check);

impl<const SIDE: usize> Logic for ClueDecoder<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            strange,
            broken_check,
            start_board,
            cells,
            mode,
            limit,
            end_board,
            check,
            match_found,
            above,
            zero
        );

        // Fields of the message.
        self.control.next = self.message.val() & self.control_mask.val();
        self.without_mode.next = self.message.val() & self.mode_mask.val();
        self.without_digit.next = self.message.val() & self.limit_mask.val();
        self.found_index.next = bit_cast::<INDEX, 16>(self.message.val() >> 1);
        self.index.next = self.found_index.val();

        // Detect two bytes that cannot belong to one message.
        self.low_may_start.next = self.message.val().get_bit(7)
            && self.message.val().get_bit(6)
            && self.message.val().get_bit(5);
        self.upper_index.next = self.message.val() & self.upper_index_mask.val();
        self.low_byte.next = self.message.val() & self.low_byte_mask.val();
        self.has_size.next = !self.upper_index.val().any() && self.low_byte.val().any();
        self.mismatched.next = self.message.val().get_bit(7);
        self.broken_check.d.next = false;
        if self.control.val() == self.start_board_code.val() {
            // After a check that did not match, a start board must also have an index that a host sends.
            self.mismatched.next =
                self.low_may_start.val() || (self.after_check.val() && !self.has_size.val());
        } else if self.control.val() == self.cells_code.val() {
            self.mismatched.next = self.low_may_start.val();
        } else if self.control.val() == self.end_board_code.val() {
            self.mismatched.next = self.message.val().any();
        } else if self.control.val() == self.check_code.val() {
            self.mismatched.next = self.low_may_start.val() && !self.check_matches.val();
            self.broken_check.d.next = self.low_may_start.val() && !self.check_matches.val();
        }
        self.strange.d.next = self.mismatched.val();
        self.match_found.d.next = self.check_matches.val();

        // Kind of the message.
        self.readable.next = !self.mismatched.val() && !self.error.val();
        self.mode_exists.next = !self.message.val().get_bit(1) || !self.message.val().get_bit(0);
        self.start_board.d.next =
            self.readable.val() && (self.control.val() == self.start_board_code.val());
        self.cells.d.next = self.readable.val() && (self.control.val() == self.cells_code.val());
        self.mode.d.next = self.readable.val()
            && self.mode_exists.val()
            && (self.without_mode.val() == self.mode_code.val());
        self.limit.d.next =
            self.readable.val() && (self.without_digit.val() == self.limit_code.val());
        self.end_board.d.next =
            self.readable.val() && (self.control.val() == self.end_board_code.val());
        self.check.d.next = self.readable.val() && (self.control.val() == self.check_code.val());

        // The index as a size.
        self.above.d.next = self.found_index.val() > self.largest.val();
        self.zero.d.next = self.found_index.val() == self.index_zero.val();

        self.out_of_step.next = self.strange.q.val();
        self.is_broken_check.next = self.broken_check.q.val();
        self.kind.start_board.next = self.start_board.q.val();
        self.kind.cells.next = self.cells.q.val();
        self.kind.mode.next = self.mode.q.val();
        self.kind.limit.next = self.limit.q.val();
        self.kind.end_board.next = self.end_board.q.val();
        self.kind.check.next = self.check.q.val();
        self.crc_matches.next = self.match_found.q.val();
        self.kind.too_big.next = self.above.q.val();
        self.kind.empty.next = self.zero.q.val();
    }
}
