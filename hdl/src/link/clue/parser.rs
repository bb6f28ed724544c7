//! Receives a clue board message by message, passes its blocks to the core, and launches the search, an error reply or the identity.
//! Interface: accepts messages from the framer, each in its second cycle; passes `begin_board` and blocks to the core; asserts `start` or
//! `refuse` once per complete board, and `refuse` once per identity request.
//! Source: docs/reference/protocol.md, section "Clue boards".

use super::{BlockFeeder, COLOUR, LIMIT, MODE, PLACE, PLANES, Requests, SIZE};
use crate::link::{BoardControl, INDEX, LineCounter, MessageIn, PAYLOAD};
use crate::prelude::*;
use nonogram_protocol::request_kind;

/// All bits of a request's payload except the mode.
const MODE_MASK: u64 = 0x1fff << MODE & 0x1fff;
/// All bits of a request's payload except the digit of a limit.
const LIMIT_MASK: u64 = 0x1fff << request_kind::DIGIT_BITS & 0x1fff;

/// All bits of a request's payload except the number of colours.
const COLOURS_MASK: u64 = 0x1fff << COLOUR & 0x1fff;

/// Parser of clue boards up to `SIDE` x `SIDE` with up to `COLOURS` colours.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueParser<const SIDE: usize, const COLOURS: usize> {
    /// Discards the board.
    pub reset: Signal<In, Bit>,
    /// Message from the framer.
    pub message: MessageIn,
    /// The message has packed cells: blocks of a line; valid with `message.valid`.
    pub cells: Signal<In, Bit>,
    /// The message is a request; valid with `message.valid`.
    pub request: Signal<In, Bit>,
    /// Accepts the message at this clock edge.
    pub ready: Signal<Out, Bit>,
    /// Stalls start boards while the previous board is still in use.
    pub hold: Signal<In, Bit>,

    /// A board begins, with a legal size in `board_rows` and `board_columns`: high for one cycle.
    pub begin_board: Signal<Out, Bit>,
    /// Number of rows, valid with `begin_board` and stable until the next pair of start boards.
    pub board_rows: Signal<Out, Bits<SIZE>>,
    /// Number of columns, valid with `begin_board` and stable until the next pair of start boards.
    pub board_columns: Signal<Out, Bits<SIZE>>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Number of cells up to the end of the block that the blocks of the line need, blanks included; valid with `block`.
    pub block_end: Signal<Out, Bits<SIZE>>,
    /// Colour of the block, from 1, valid with `block`; 1 in a board without a number of colours.
    pub block_colour: Signal<Out, Bits<COLOUR>>,
    /// The line is a column, valid with `block` or `line_end`.
    pub block_column: Signal<Out, Bit>,
    /// Position of the line, valid with `block` or `line_end`.
    pub block_position: Signal<Out, Bits<PLACE>>,
    /// The line's blocks are complete: high for one cycle.
    pub line_end: Signal<Out, Bit>,
    /// Search mode (full proof, line logic only, or first solution), valid with `start`.
    pub mode: Signal<Out, Bits<MODE>>,
    /// Limit in units of 1024 cycles, 0 for none; valid with `start`.
    pub limit: Signal<Out, Bits<LIMIT>>,
    /// Number of planes that hold the colours of the picture, valid from the cycle after `start` until the next board starts.
    pub planes: Dff<Bits<PLANES>, Out>,
    /// Cancels the search: high for one cycle.
    pub cancel: Dff<Bit, Out>,
    /// The core accepts a block, a line end or a start in this cycle.
    pub core_ready: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,

    /// The board is complete, and its search starts: high for one cycle.
    pub start: Signal<Out, Bit>,
    /// The board is rejected, or the identity is requested: high for one cycle.
    pub refuse: Signal<Out, Bit>,
    /// Status to reply, valid with `refuse`; [`IDENTITY_STATUS`](nonogram_protocol::IDENTITY_STATUS) requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check, or the identity is requested; valid from `start` or `refuse` until the reply starts.
    pub checked: Signal<Out, Bit>,
    /// Value of the board's check, 0 without a check and for the identity; valid from `start` or `refuse` until the reply starts.
    pub seed: Signal<Out, Bits<PAYLOAD>>,
    /// Number of rows, as received; valid from `start` or `refuse` until the reply starts.
    pub rows: Signal<Out, Bits<INDEX>>,
    /// Number of columns, as received; valid from `start` or `refuse` until the reply starts.
    pub columns: Signal<Out, Bits<INDEX>>,
    /// No reply is in progress, so `start` or `refuse` may be asserted.
    pub reply_ready: Signal<In, Bit>,

    /// Position in the board, its size and its status.
    pub control: BoardControl<SIDE>,
    feeder: BlockFeeder,
    counter: LineCounter,
    requests: Requests,
    /// The first line has begun, so a request is illegal.
    in_lines: Dff<Bit>,
    /// The message requests a search mode that exists.
    takes_mode: Dff<Bit>,
    /// The message is a digit of a limit.
    takes_limit: Dff<Bit>,
    /// The message requests a number of colours, 1 to 7.
    takes_colours: Dff<Bit>,
    /// With `takes_colours`: that number exceeds `COLOURS`.
    too_many: Dff<Bit>,
    /// As a block with a colour, the message has none, or one that the board does not have.
    bad_colour: Dff<Bit>,
    /// The host has cancelled the search.
    cancelled: Dff<Bit>,

    payload: Signal<Local, Bits<PAYLOAD>>,
    without_mode: Signal<Local, Bits<PAYLOAD>>,
    without_digit: Signal<Local, Bits<PAYLOAD>>,
    without_colours: Signal<Local, Bits<PAYLOAD>>,
    requested: Signal<Local, Bits<COLOUR>>,
    field: Signal<Local, Bits<PLACE>>,
    mode_exists: Signal<Local, Bit>,
    coloured: Signal<Local, Bit>,
    bad_block: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    first: Signal<Local, Bit>,
    legal_take: Signal<Local, Bit>,
    given_up: Signal<Local, Bit>,

    #[default(constant(MODE_MASK))]
    mode_mask: Constant<Bits<PAYLOAD>>,
    #[default(constant(LIMIT_MASK))]
    limit_mask: Constant<Bits<PAYLOAD>>,
    #[default(constant((request_kind::MODE as u64) << request_kind::KIND_SHIFT))]
    mode_code: Constant<Bits<PAYLOAD>>,
    #[default(constant((request_kind::LIMIT as u64) << request_kind::KIND_SHIFT))]
    limit_code: Constant<Bits<PAYLOAD>>,
    #[default(constant(COLOURS_MASK))]
    colours_mask: Constant<Bits<PAYLOAD>>,
    #[default(constant((request_kind::COLOURS as u64) << request_kind::KIND_SHIFT))]
    colours_code: Constant<Bits<PAYLOAD>>,
    #[default(constant(COLOURS as u64))]
    most_colours: Constant<Bits<COLOUR>>,
}

impl<const SIDE: usize, const COLOURS: usize> Logic for ClueParser<SIDE, COLOURS> {
    #[hdl_gen]
    fn update(&mut self) {
        MessageIn::link(&mut self.message, &mut self.control.message);
        // During a search only start boards stall. An end board and a start board with index 0 cancel the search; other messages are
        // discarded, as between boards.
        self.control.reset.next = self.reset.val();
        self.control.stall.next = self.feeder.busy.val();
        self.control.hold.next = self.hold.val();
        self.control.complete.next = self.counter.complete.val();
        self.control.overflow.next = self.feeder.overflow.val();
        self.control.reply_ready.next = self.reply_ready.val();
        self.control.core_ready.next = self.core_ready.val();
        self.control.core_done.next = self.core_done.val();
        self.ready.next = self.control.ready.val();
        self.begin_board.next = self.control.begin_board.val();
        self.board_rows.next = self.control.board_rows.val();
        self.board_columns.next = self.control.board_columns.val();
        self.start.next = self.control.start.val();
        self.refuse.next = self.control.refuse.val();
        self.result.next = self.control.result.val();
        self.checked.next = self.control.checked.val();
        self.seed.next = self.control.seed.val();
        self.rows.next = self.control.rows.val();
        self.columns.next = self.control.columns.val();
        self.mode.next = self.requests.mode.val();
        self.limit.next = self.requests.limit.val();
        if self.control.start.val() {
            self.planes.d.next = self.requests.planes.val();
        }
        self.coloured.next = self.requests.colours.val().any();

        // Decode requests and colours one cycle before the message is valid.
        self.payload.next = bit_cast::<PAYLOAD, 16>(self.message.bits.val());
        self.without_mode.next = self.payload.val() & self.mode_mask.val();
        self.without_digit.next = self.payload.val() & self.limit_mask.val();
        self.mode_exists.next = !self.payload.val().get_bit(1) || !self.payload.val().get_bit(0);
        self.takes_mode.d.next =
            self.mode_exists.val() && (self.without_mode.val() == self.mode_code.val());
        self.takes_limit.d.next = self.without_digit.val() == self.limit_code.val();
        self.without_colours.next = self.payload.val() & self.colours_mask.val();
        self.requested.next = bit_cast::<COLOUR, PAYLOAD>(self.payload.val());
        self.takes_colours.d.next =
            self.requested.val().any() && (self.without_colours.val() == self.colours_code.val());
        self.too_many.d.next = self.requested.val() > self.most_colours.val();
        self.field.next = bit_cast::<PLACE, PAYLOAD>(self.payload.val() >> 1);
        self.bad_colour.d.next = !self.field.val().any()
            || (self.field.val() > bit_cast::<PLACE, COLOUR>(self.requests.colours.val()));

        // First cycle of a message: whether it is legal at its place.
        self.bad_block.next = self.coloured.val() && self.bad_colour.q.val();
        if self.coloured.val() && self.message.empty.val() {
            self.bad_block.next = self.feeder.begun.val() || !self.payload.val().get_bit(0);
        }
        self.wrong.next = true;
        if self.control.open.val() {
            if self.request.val() && self.takes_mode.q.val() {
                self.wrong.next = self.in_lines.q.val();
            } else if self.request.val() && self.takes_limit.q.val() {
                self.wrong.next = self.in_lines.q.val() || self.requests.full.val();
            } else if self.request.val() && self.takes_colours.q.val() {
                self.wrong.next = self.in_lines.q.val() || self.coloured.val();
            } else if self.cells.val() {
                self.wrong.next = self.counter.complete.val()
                    || self.control.checked.val()
                    || self.bad_block.val();
            }
        }
        self.control.wrong.next = self.wrong.val();
        self.control.oversized.next =
            self.request.val() && self.takes_colours.q.val() && self.too_many.q.val();

        // Second cycle: the message is executed.
        self.first.next = self.control.take.val() && self.message.first.val();
        self.legal_take.next = self.control.take.val() && self.control.legal.val();
        self.requests.clear.next = self.first.val();
        self.requests.message.next = self.message.bits.val();
        self.requests.take_mode.next =
            self.legal_take.val() && self.request.val() && self.takes_mode.q.val();
        self.requests.take_limit.next =
            self.legal_take.val() && self.request.val() && self.takes_limit.q.val();
        self.requests.take_colours.next =
            self.legal_take.val() && self.request.val() && self.takes_colours.q.val();
        if self.legal_take.val() && self.cells.val() {
            self.in_lines.d.next = true;
        }
        if self.first.val() {
            self.in_lines.d.next = false;
        }

        // Pass the blocks of the message to the core.
        self.feeder.clear.next = self.reset.val() || self.control.begin_board.val();
        self.feeder.load.next = self.legal_take.val() && self.cells.val();
        self.feeder.message.next = self.message.bits.val();
        self.feeder.empty.next = self.message.empty.val();
        self.feeder.coloured.next = self.coloured.val();
        self.feeder.length.next = self.counter.length.val();
        self.feeder.ready.next = self.core_ready.val();
        self.block.next = self.feeder.block.val();
        self.block_end.next = self.feeder.block_end.val();
        self.block_colour.next = self.feeder.block_colour.val();
        self.block_column.next = self.counter.column.val();
        self.block_position.next = self.counter.position.val();
        self.line_end.next = self.feeder.line_end.val();
        self.counter.clear.next = self.first.val();
        self.counter.advance.next = self.feeder.line_end.val();
        self.counter.rows.next = self.control.board_rows.val();
        self.counter.columns.next = self.control.board_columns.val();

        // The host cancels a search by an end board or by a start board with index 0, which begins no board; the start board stalls.
        self.given_up.next = (self.control.take.val() && self.message.end_board.val())
            || (self.message.valid.val() && self.message.first.val() && self.message.empty.val());
        self.cancel.d.next = false;
        if !self.control.solving.val() {
            self.cancelled.d.next = false;
        } else if self.given_up.val() && !self.cancelled.q.val() {
            self.cancel.d.next = !self.core_done.val();
            self.cancelled.d.next = true;
        }
        if self.reset.val() {
            self.cancel.d.next = false;
            self.cancelled.d.next = false;
        }
    }
}
