//! The link of the clue core: framer, parser and assembler around the ports of a core.
//! Interface: accepts received bytes and sends reply bytes, with valid / ready handshakes; passes blocks and the start to the core, and
//! reads its picture.
//! Source: own; docs/reference/protocol.md has the latency from a message to each event.

use super::super::Framer;
use super::{ClueAssembler, ClueParser, LIMIT, MODE, PLACE};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Link of a clue core for boards up to `SIDE` x `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueLink<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset of the link.
    pub reset: Signal<In, Bit>,
    /// `rx_data` holds a received byte.
    pub rx_valid: Signal<In, Bit>,
    /// Received byte, while `rx_valid`.
    pub rx_data: Signal<In, Bits<8>>,
    /// Error flag of the received byte, while `rx_valid`.
    pub rx_error: Signal<In, Bit>,
    /// The received byte is accepted at this clock edge.
    pub rx_pop: Signal<Out, Bit>,
    /// `tx_data` holds a byte to send.
    pub tx_send: Signal<Out, Bit>,
    /// Byte to send, while `tx_send`.
    pub tx_data: Signal<Out, Bits<8>>,
    /// With `tx_send`: the transmitter accepts the byte at this clock edge.
    pub tx_ready: Signal<In, Bit>,

    /// A board begins, with a legal size in `rows` and `columns`: high for one cycle.
    pub begins: Signal<Out, Bit>,
    /// Number of rows, valid with `begins` and stable until the next pair of start boards.
    pub rows: Signal<Out, Bits<PLACE>>,
    /// Number of columns, valid with `begins` and stable until the next pair of start boards.
    pub columns: Signal<Out, Bits<PLACE>>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Length of the block in cells, valid with `block`.
    pub block_length: Signal<Out, Bits<PLACE>>,
    /// The line is a column, valid with `block` or `line_end`.
    pub block_column: Signal<Out, Bit>,
    /// Position of the line, valid with `block` or `line_end`.
    pub block_position: Signal<Out, Bits<PLACE>>,
    /// The line's blocks are complete: high for one cycle.
    pub line_end: Signal<Out, Bit>,
    /// The core accepts a block, a line's end or a start in this cycle.
    pub core_ready: Signal<In, Bit>,
    /// The board is complete, and its search starts: high for one cycle.
    pub start: Signal<Out, Bit>,
    /// Search mode (full proof, line logic only, or first solution), valid with `start`.
    pub mode: Signal<Out, Bits<MODE>>,
    /// Limit in units of 1024 cycles, 0 for none; valid with `start`.
    pub limit: Signal<Out, Bits<LIMIT>>,
    /// Cancels the search: high for one cycle.
    pub cancel: Signal<Out, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,
    /// Status code of the verdict, valid with `core_done`.
    pub core_status: Signal<In, Bits<3>>,
    /// A new board must wait until the reply to the last one has been read out.
    pub keeps_board: Signal<In, Bit>,
    /// Row of the cell to read.
    pub read_row: Signal<Out, Bits<PLACE>>,
    /// Column of the cell to read.
    pub read_column: Signal<Out, Bits<PLACE>>,
    /// The cell addressed three cycles ago is known.
    pub read_known: Signal<In, Bit>,
    /// The cell addressed three cycles ago is filled; valid with `read_known`.
    pub read_filled: Signal<In, Bit>,

    /// A reply or the identity is being assembled; its last message is still to be transmitted when this goes low.
    pub replying: Signal<Out, Bit>,
    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    pub status: Signal<Out, Bits<3>>,

    /// Pairs received bytes into messages.
    pub framer: SkipWhenIdle<Framer>,
    /// Checks boards and passes their blocks to the core.
    pub parser: SkipWhenIdle<ClueParser<SIDE>>,
    /// Sends replies: status and cells, or the identity.
    pub assembler: SkipWhenIdle<ClueAssembler>,
    last_status: Dff<Bits<3>>,
    refused: Signal<Local, Bit>,
    reply: Signal<Local, Bit>,
    outcome: Signal<Local, Bits<3>>,
    #[default(constant(Status::Solved as u64))]
    no_status: Constant<Bits<3>>,
}

inputs!(ClueLink<SIDE>, [const SIDE: usize]:
    reset, rx_valid, rx_data, rx_error, tx_ready,
    core_ready, core_done, core_status, keeps_board, read_known, read_filled);

impl<const SIDE: usize> Logic for ClueLink<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last_status);
        clock!(self, clock, framer, parser, assembler);
        self.framer.reset.next = self.reset.val();
        self.parser.reset.next = self.reset.val();
        self.assembler.reset.next = self.reset.val();

        self.framer.byte_valid.next = self.rx_valid.val();
        self.framer.byte_data.next = self.rx_data.val();
        self.framer.byte_error.next = self.rx_error.val();
        self.rx_pop.next = self.framer.byte_pop.val();

        self.parser.valid.next = self.framer.valid.val();
        self.parser.message.next = self.framer.message.val();
        self.parser.error.next = self.framer.error.val();
        self.parser.check_matches.next = self.framer.check_matches.val();
        self.framer.take.next = self.parser.take.val();
        self.framer.shift.next = self.parser.shift.val();
        self.framer.first.next = self.parser.first.val();
        self.framer.watch.next = self.parser.watch.val();
        self.parser.paused.next = self.framer.paused.val();
        self.parser.ready.next = self.assembler.idle.val();
        self.parser.hold.next = self.keeps_board.val() && !self.assembler.idle.val();

        self.begins.next = self.parser.begins.val();
        self.rows.next = self.parser.begin_rows.val();
        self.columns.next = self.parser.begin_columns.val();
        self.block.next = self.parser.block.val();
        self.block_length.next = self.parser.block_length.val();
        self.block_column.next = self.parser.block_column.val();
        self.block_position.next = self.parser.block_position.val();
        self.line_end.next = self.parser.line_end.val();
        self.mode.next = self.parser.mode.val();
        self.limit.next = self.parser.limit.val();
        self.cancel.next = self.parser.cancel.val();
        self.parser.core_ready.next = self.core_ready.val();
        self.parser.core_done.next = self.core_done.val();

        // The core solves a valid board; the assembler answers a rejected board or an identity request directly.
        self.refused.next = self.parser.launch.val() && self.parser.result.val().any();
        self.start.next = self.parser.launch.val() && !self.refused.val();
        self.outcome.next = self.core_status.val();
        if self.refused.val() {
            self.outcome.next = self.parser.result.val();
        }
        self.reply.next = self.core_done.val() || self.refused.val();
        self.assembler.start.next = self.reply.val();
        self.assembler.status.next = self.outcome.val();
        self.assembler.rows.next = self.parser.rows.val();
        self.assembler.columns.next = self.parser.columns.val();
        self.assembler.checked.next = self.parser.checked.val();
        self.assembler.seed.next = self.parser.seed.val();
        self.read_row.next = self.assembler.read_row.val();
        self.read_column.next = self.assembler.read_column.val();
        self.assembler.read_known.next = self.read_known.val();
        self.assembler.read_filled.next = self.read_filled.val();
        self.assembler.byte_ready.next = self.tx_ready.val();
        self.tx_send.next = self.assembler.byte_send.val();
        self.tx_data.next = self.assembler.byte_data.val();

        if self.reply.val() {
            self.last_status.d.next = self.outcome.val();
        }
        if self.reset.val() {
            self.last_status.d.next = self.no_status.val();
        }
        self.status.next = self.last_status.q.val();
        self.replying.next = !self.assembler.idle.val();
    }
}
