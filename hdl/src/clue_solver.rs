//! The clue core with its link: receives boards and requests as bytes, and sends replies and the identity as bytes.
//! Interface: received bytes in, reply bytes out, with valid / ready handshakes, as in [`Solver`](crate::Solver).
//! Source: own; the link and the core as one block.

use crate::core::clue::ClueCore;
use crate::link::clue::ClueLink;
use crate::widgets::{SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// Board solver with the clue core, without the UART.
///
/// Boards of up to `SIDE` x `SIDE` cells; `GROUPS` = `SIDE` / `CELLS_PER_STEP` groups (at most 2^`GROUP_BITS`) of `CELLS_PER_STEP` cells
/// per line; `ENGINES` engines that serve `LINES` rows and `LINES` columns each; a trail of 2^`TRAIL_BITS` entries.
#[derive(LogicBlock, Default)]
pub struct ClueSolver<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset of the link and the core.
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
    /// The core is solving a board.
    pub solving: Signal<Out, Bit>,
    /// The core starts to solve a board: high for one cycle.
    pub launched: Signal<Out, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub decided: Signal<Out, Bit>,
    /// A reply or the identity is being assembled; its last message is still to be transmitted when this goes low.
    pub replying: Signal<Out, Bit>,
    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    pub status: Signal<Out, Bits<3>>,

    /// Link: decodes received bytes into clues and requests, and encodes status and cells, or the identity, as bytes to send.
    pub link: SkipWhenIdle<ClueLink<SIDE>>,
    /// Core: solves boards from their clues.
    pub core: SkipWhenIdle<
        ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>,
    >,
}

inputs!(ClueSolver<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>,
    [const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize]:
    reset, rx_valid, rx_data, rx_error, tx_ready);

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Logic for ClueSolver<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, link, core);
        self.link.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();

        self.link.rx_valid.next = self.rx_valid.val();
        self.link.rx_data.next = self.rx_data.val();
        self.link.rx_error.next = self.rx_error.val();
        self.rx_ready.next = self.link.rx_ready.val();
        self.link.tx_ready.next = self.tx_ready.val();
        self.tx_valid.next = self.link.tx_valid.val();
        self.tx_data.next = self.link.tx_data.val();

        self.core.begin_board.next = self.link.begin_board.val();
        self.core.rows.next = self.link.rows.val();
        self.core.columns.next = self.link.columns.val();
        self.link.core_ready.next = self.core.ready.val();
        self.core.block.next = self.link.block.val();
        self.core.block_length.next = self.link.block_length.val();
        self.core.line_end.next = self.link.line_end.val();
        self.core.block_column.next = self.link.block_column.val();
        self.core.block_position.next = self.link.block_position.val();
        self.core.start.next = self.link.start.val();
        self.core.mode.next = self.link.mode.val();
        self.core.limit.next = self.link.limit.val();
        self.core.cancel.next = self.link.cancel.val();
        self.link.core_done.next = self.core.done.val();
        self.link.core_status.next = self.core.status.val();
        self.link.keeps_board.next = self.core.keeps_board.val();
        self.core.read_row.next = self.link.read_row.val();
        self.core.read_column.next = self.link.read_column.val();
        self.link.read_known.next = self.core.read_known.val();
        self.link.read_filled.next = self.core.read_filled.val();

        self.solving.next = self.core.running.val();
        self.launched.next = self.link.start.val();
        self.decided.next = self.core.done.val();
        self.replying.next = self.link.replying.val();
        self.status.next = self.link.status.val();
    }
}
