//! Receives a board of options message by message, stores its options, and launches the core, an error reply or the identity.
//! Interface: accepts messages from the framer, each in its second cycle; writes words and counts to the core; asserts `start` or `refuse`
//! once per complete board, and `refuse` once per identity request.
//! Source: the published 16-bit board protocol; docs/reference/protocol.md has checks and statuses.

use super::clue::PLACE;
use super::{
    BoardControl, INDEX, LineCounter, MessageIn, OptionCells, OptionCount, PAYLOAD, SizeMasks,
    StoreWriter,
};
use crate::core::{FLAG, LINE, LINE_FLAG, LINES, POSITION};
use crate::prelude::*;

/// Parser of boards up to `S` x `S` with up to `MAX` options per line (counted in `CW` bits), for a store of 2^`AW` words
/// (`PW` = `AW` + 1).
#[derive(LogicBlock, SmartDefault)]
pub struct Parser<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64>
{
    /// Discards the board.
    #[default({ const { assert!(MAX < 1 << CW, "CW is too small: the option counts must hold MAX") }; Signal::default() })]
    pub reset: Signal<In, Bit>,
    /// Message from the framer.
    pub message: MessageIn,
    /// The message is a start line; valid with `message.valid`.
    pub start_line: Signal<In, Bit>,
    /// The message is an assignment; valid with `message.valid`.
    pub assignment: Signal<In, Bit>,
    /// The message is a next option; valid with `message.valid`.
    pub next_option: Signal<In, Bit>,
    /// The message is an end line; valid with `message.valid`.
    pub end_line: Signal<In, Bit>,
    /// Accepts the message at this clock edge.
    pub ready: Signal<Out, Bit>,
    /// Stalls start boards while the previous board is still in use.
    pub hold: Signal<In, Bit>,

    /// A board of legal size begins: high for one cycle.
    pub begin_board: Signal<Out, Bit>,
    /// Writes `store_data` into the store.
    pub store_write: Signal<Out, Bit>,
    /// Address of the word to store, valid with `store_write`.
    pub store_address: Signal<Out, Bits<AW>>,
    /// Word to store, valid with `store_write`: header or option.
    pub store_data: Signal<Out, Bits<16>>,
    /// The word to store is a header, valid with `store_write`.
    pub store_header: Signal<Out, Bit>,
    /// Writes `count_data` as a line's option count.
    pub count_write: Signal<Out, Bit>,
    /// Line of the word and of the count, valid with `store_write` or `count_write`: column flag and position.
    pub count_line: Signal<Out, Bits<LINE>>,
    /// Number of options of the line, valid with `count_write`.
    pub count_data: Signal<Out, Bits<CW>>,

    /// The core starts to solve the board: high for one cycle.
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
    /// Number of lines (rows and columns), valid with `start`.
    pub lines: Signal<Out, Bits<LINES>>,
    /// Cells that exist in a row, one bit per cell; stable from the first line of a board until the next start board.
    pub row_mask: Signal<Out, Bits<S>>,
    /// Cells that exist in a column, one bit per cell; stable from the first line of a board until the next start board.
    pub column_mask: Signal<Out, Bits<S>>,
    /// Number of words stored, valid with `start`.
    pub words: Signal<Out, Bits<PW>>,
    /// No reply is in progress, so `start` or `refuse` may be asserted.
    pub reply_ready: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,

    /// Position in the board, its size and its status.
    pub control: BoardControl<S>,
    masks: SizeMasks<S>,
    counter: LineCounter,
    cells: OptionCells<S>,
    options: OptionCount<CW, MAX>,
    writer: StoreWriter<S, AW, PW>,
    /// A line has started and not ended; valid while the board is open.
    in_line: Dff<Bit>,
    /// The message completes a header or an option to store; valid in the cycle in which it is executed.
    to_store: Dff<Bit>,
    /// The payload of the message is not 0.
    has_payload: Dff<Bit>,

    option_end: Signal<Local, Bit>,
    between: Signal<Local, Bit>,
    line_open: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    oversized: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    line_mask: Signal<Local, Bits<S>>,
    take: Signal<Local, Bit>,
    put: Signal<Local, Bit>,
    first: Signal<Local, Bit>,
    index: Signal<Local, Bits<INDEX>>,

    #[default(constant(LINE_FLAG))]
    line_flag: Constant<Bits<FLAG>>,
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64> Logic
    for Parser<S, AW, PW, CW, MAX>
{
    #[hdl_gen]
    fn update(&mut self) {
        MessageIn::link(&mut self.message, &mut self.control.message);
        self.control.reset.next = self.reset.val();
        self.control.stall.next = self.control.solving.val();
        self.control.hold.next = self.hold.val();
        self.control.complete.next = self.counter.complete.val() && !self.in_line.q.val();
        self.control.overflow.next = false;
        self.control.reply_ready.next = self.reply_ready.val();
        self.control.core_ready.next = true;
        self.control.core_done.next = self.core_done.val();
        self.ready.next = self.control.ready.val();
        self.begin_board.next = self.control.begin_board.val();
        self.start.next = self.control.start.val();
        self.refuse.next = self.control.refuse.val();
        self.result.next = self.control.result.val();
        self.checked.next = self.control.checked.val();
        self.seed.next = self.control.seed.val();
        self.rows.next = self.control.rows.val();
        self.columns.next = self.control.columns.val();
        self.lines.next = bit_cast::<LINES, INDEX>(self.control.rows.val())
            + bit_cast::<LINES, INDEX>(self.control.columns.val());
        self.row_mask.next = self.masks.row_mask.val();
        self.column_mask.next = self.masks.column_mask.val();
        self.words.next = self.writer.words.val();

        // First cycle of a message: whether it is legal in its line.
        self.index.next = bit_cast::<INDEX, 16>(self.message.bits.val() >> 1);
        self.has_payload.d.next = bit_cast::<PAYLOAD, 16>(self.message.bits.val()).any();
        self.line_mask.next = self.masks.row_mask.val();
        if self.counter.column.val() {
            self.line_mask.next = self.masks.column_mask.val();
        }
        self.option_end.next = self.next_option.val() || self.end_line.val();
        self.between.next = self.control.open.val() && !self.in_line.q.val();
        self.line_open.next = self.control.open.val() && self.in_line.q.val();
        self.wrong.next = true;
        self.oversized.next = false;
        self.stores.next = self.start_line.val() || self.option_end.val();
        if self.start_line.val() {
            self.wrong.next = !self.between.val()
                || self.counter.complete.val()
                || self.control.checked.val()
                || self.has_payload.q.val();
        } else if self.assignment.val() {
            self.wrong.next = !self.line_open.val() || !self.cells.acceptable.val();
        } else if self.option_end.val() {
            self.wrong.next = !self.line_open.val() || !self.cells.complete.val();
            self.oversized.next = self.options.full.val();
        }
        self.to_store.d.next = self.stores.val() && !self.wrong.val() && !self.oversized.val();
        self.control.wrong.next = self.wrong.val();
        self.control.oversized.next =
            self.oversized.val() || (self.stores.val() && self.writer.full.val());

        // Second cycle: the message is executed.
        self.take.next = self.control.take.val();
        self.put.next = self.take.val() && self.to_store.q.val();
        self.first.next = self.take.val() && self.message.first.val();
        if self.put.val() {
            self.in_line.d.next = !self.end_line.val();
        }
        if self.first.val() {
            self.in_line.d.next = false;
        }
        self.masks.index.next = self.index.val();
        self.masks.first.next = self.first.val();
        self.masks.second.next = self.take.val() && self.message.second.val();
        self.masks.swap.next = self.control.swap.val();
        self.options.clear.next = self.take.val() && self.start_line.val();
        self.options.count.next = self.take.val() && self.option_end.val();
        self.cells.clear.next = self.options.clear.val() || self.options.count.val();
        self.cells.take.next = self.take.val() && self.assignment.val();
        self.cells.index.next = self.index.val();
        self.cells.filled.next = self.message.bits.val().get_bit(0);
        self.cells.line_mask.next = self.line_mask.val();
        self.counter.rows.next = self.control.board_rows.val();
        self.counter.columns.next = self.control.board_columns.val();
        self.counter.clear.next = self.first.val();
        self.counter.advance.next = self.put.val() && self.end_line.val();

        // Write the word to the store, unless it is full, and the count of the line.
        self.count_write.next = self.put.val() && self.end_line.val();
        self.count_line.next = bit_cast::<LINE, PLACE>(self.counter.position.val())
            .replace_bit(self.line_flag.val().index(), self.counter.column.val());
        self.count_data.next = self.options.following.val();
        self.writer.clear.next = self.first.val();
        self.writer.put.next = self.put.val();
        self.writer.is_header.next = self.start_line.val();
        self.writer.column.next = self.counter.column.val();
        self.writer.position.next = bit_cast::<POSITION, PLACE>(self.counter.position.val());
        self.writer.option.next = self.cells.value.val();
        self.store_write.next = self.writer.write.val();
        self.store_address.next = self.writer.address.val();
        self.store_data.next = self.writer.data.val();
        self.store_header.next = self.start_line.val();
    }
}
