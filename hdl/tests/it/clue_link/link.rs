//! The link of the clue core as a block of its own, so that the tests can take the place of the core. The connections are those of the
//! stream top (`hdl/src/stream.rs`).

use nonogram_hdl::link::clue::{COLOUR, CellPacker, ClueParser, LIMIT, MODE, PLACE, SIZE};
use nonogram_hdl::link::{Assembler, Framer, MessageIn};
use nonogram_hdl::widgets::SkipWhenIdle;
use rust_hdl::prelude::*;

/// Link of a clue core for boards up to `SIDE` x `SIDE` in up to `COLOURS` colours.
#[derive(LogicBlock, Default)]
pub struct ClueLink<const SIDE: usize, const COLOURS: usize> {
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
    pub rx_ready: Signal<Out, Bit>,
    /// `tx_data` holds a byte to send.
    pub tx_valid: Signal<Out, Bit>,
    /// Byte to send, while `tx_valid`.
    pub tx_data: Signal<Out, Bits<8>>,
    /// With `tx_valid`: the transmitter accepts the byte at this clock edge.
    pub tx_ready: Signal<In, Bit>,

    /// A board begins, with a legal size in `rows` and `columns`: high for one cycle.
    pub begin_board: Signal<Out, Bit>,
    /// Number of rows, valid with `begin_board` and stable until the next pair of start boards.
    pub rows: Signal<Out, Bits<SIZE>>,
    /// Number of columns, valid with `begin_board` and stable until the next pair of start boards.
    pub columns: Signal<Out, Bits<SIZE>>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Number of cells up to the end of the block that the blocks of the line need, blanks included; valid with `block`.
    pub block_end: Signal<Out, Bits<SIZE>>,
    /// Colour of the block, from 1, valid with `block`.
    pub block_colour: Signal<Out, Bits<COLOUR>>,
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
    /// Colour of the cell addressed three cycles ago, 0 for a blank cell; valid with `read_known`.
    pub read_code: Signal<In, Bits<COLOUR>>,

    /// A reply or the identity is being assembled; its last message is still to be transmitted when this goes low.
    pub replying: Signal<Out, Bit>,
    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    pub status: Signal<Out, Bits<3>>,

    /// Pairs received bytes into messages.
    pub framer: SkipWhenIdle<Framer>,
    /// Checks boards and passes their blocks to the core.
    pub parser: SkipWhenIdle<ClueParser<SIDE, COLOURS>>,
    /// Sends replies: status and cells, or the identity.
    pub assembler: SkipWhenIdle<Assembler>,
    /// Packs the cells of the reply.
    packer: SkipWhenIdle<CellPacker>,
}

impl<const SIDE: usize, const COLOURS: usize> Logic for ClueLink<SIDE, COLOURS> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, framer, parser, assembler, packer);
        self.framer.reset.next = self.reset.val();
        self.parser.reset.next = self.reset.val();
        self.assembler.reset.next = self.reset.val();
        self.packer.reset.next = self.reset.val();

        self.framer.byte_valid.next = self.rx_valid.val();
        self.framer.byte_data.next = self.rx_data.val();
        self.framer.byte_error.next = self.rx_error.val();
        self.framer.byte_last.next = false;
        self.rx_ready.next = self.framer.byte_ready.val();

        self.framer.packed_cells.next = true;
        MessageIn::join(&mut self.parser.message, &mut self.framer.message);
        self.parser.cells.next = self.framer.cells.val();
        self.parser.request.next = self.framer.next_option.val();
        self.framer.ready.next = self.parser.ready.val();
        self.parser.reply_ready.next = self.assembler.idle.val();
        self.parser.hold.next = self.keeps_board.val() && !self.assembler.idle.val();

        self.begin_board.next = self.parser.begin_board.val();
        self.rows.next = self.parser.board_rows.val();
        self.columns.next = self.parser.board_columns.val();
        self.block.next = self.parser.block.val();
        self.block_end.next = self.parser.block_end.val();
        self.block_colour.next = self.parser.block_colour.val();
        self.block_column.next = self.parser.block_column.val();
        self.block_position.next = self.parser.block_position.val();
        self.line_end.next = self.parser.line_end.val();
        self.mode.next = self.parser.mode.val();
        self.limit.next = self.parser.limit.val();
        self.cancel.next = self.parser.cancel.val();
        self.parser.core_ready.next = self.core_ready.val();
        self.parser.core_done.next = self.core_done.val();

        // The core solves a valid board; the assembler answers a rejected board or an identity request directly.
        self.start.next = self.parser.start.val();
        self.assembler.done.next = self.core_done.val();
        self.assembler.status.next = self.core_status.val();
        self.assembler.refuse.next = self.parser.refuse.val();
        self.assembler.result.next = self.parser.result.val();
        self.assembler.rows.next = self.parser.rows.val();
        self.assembler.columns.next = self.parser.columns.val();
        self.assembler.checked.next = self.parser.checked.val();
        self.assembler.seed.next = self.parser.seed.val();
        self.packer.start.next = self.assembler.fetch.val();
        self.packer.rows.next = self.assembler.cells_rows.val();
        self.packer.planes.next = self.parser.planes.val();
        self.packer.columns.next = self.assembler.cells_columns.val();
        self.read_row.next = self.packer.read_row.val();
        self.read_column.next = self.packer.read_column.val();
        self.packer.read_known.next = self.read_known.val();
        self.packer.read_code.next = self.read_code.val();
        self.assembler.cells_valid.next = self.packer.valid.val();
        self.assembler.cells_message.next = self.packer.message.val();
        self.assembler.cells_end.next = self.packer.finished.val();
        self.packer.ready.next = self.assembler.cells_ready.val();
        self.assembler.byte_ready.next = self.tx_ready.val();
        self.tx_valid.next = self.assembler.byte_valid.val();
        self.tx_data.next = self.assembler.byte_data.val();

        self.status.next = self.assembler.last_status.val();
        self.replying.next = !self.assembler.idle.val();
    }
}
