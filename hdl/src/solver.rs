//! An option core with its link: receives boards and identity requests as bytes, and sends replies and the identity as bytes.
//! Interface: received bytes in, reply bytes out, with valid / ready handshakes.
//! Source: the structure of the published design (parser, store, solver, assembler).

use crate::core::{Classic, Parallel};
use crate::link::{Assembler, CellReader, Framer, MessageIn, Parser};
use crate::widgets::{SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// A board solver without its UART, for one of the option cores.
macro_rules! solver {
    ($(#[$doc:meta])* $name:ident, [$($decl:tt)*], [$($use:tt)*], $core:ident<$($core_use:tt),*>) => {
        $(#[$doc])*
        #[derive(LogicBlock, Default)]
        pub struct $name<$($decl)*> {
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

            /// Pairs received bytes into messages.
            pub framer: SkipWhenIdle<Framer>,
            /// Checks a board and writes it to the core; recognises identity requests.
            pub parser: SkipWhenIdle<Parser<S, AW, PW, CW, MAX>>,
            /// Solves the board.
            pub core: SkipWhenIdle<$core<$($core_use),*>>,
            /// Sends replies: status and cells, or the identity.
            pub assembler: SkipWhenIdle<Assembler>,
            /// Reads the cells of the reply.
            reader: SkipWhenIdle<CellReader<S>>,
                }

        inputs!($name<$($use)*>, [$($decl)*]:
            reset, rx_valid, rx_data, rx_error, tx_ready);

        impl<$($decl)*> Logic for $name<$($use)*> {
            #[hdl_gen]
            fn update(&mut self) {
                clock!(self, clock, framer, parser, core, assembler, reader);
                self.framer.reset.next = self.reset.val();
                self.parser.reset.next = self.reset.val();
                self.core.reset.next = self.reset.val();
                self.assembler.reset.next = self.reset.val();
                self.reader.reset.next = self.reset.val();

                self.framer.byte_valid.next = self.rx_valid.val();
                self.framer.byte_data.next = self.rx_data.val();
                self.framer.byte_error.next = self.rx_error.val();
                self.rx_ready.next = self.framer.byte_ready.val();

                self.framer.packed_cells.next = false;
                MessageIn::join(&mut self.parser.message, &mut self.framer.message);
                self.parser.start_line.next = self.framer.start_line.val();
                self.parser.assignment.next = self.framer.assignment.val();
                self.parser.next_option.next = self.framer.next_option.val();
                self.parser.end_line.next = self.framer.end_line.val();
                self.framer.ready.next = self.parser.ready.val();
                self.parser.reply_ready.next = self.assembler.idle.val();
                self.parser.hold.next = self.core.keeps_board.val() && !self.assembler.idle.val();
                self.parser.core_done.next = self.core.done.val();

                self.core.begin_board.next = self.parser.begin_board.val();
                self.core.store_write.next = self.parser.store_write.val();
                self.core.store_address.next = self.parser.store_address.val();
                self.core.store_data.next = self.parser.store_data.val();
                self.core.store_header.next = self.parser.store_header.val();
                self.core.count_write.next = self.parser.count_write.val();
                self.core.count_line.next = self.parser.count_line.val();
                self.core.count_data.next = self.parser.count_data.val();
                self.core.words.next = self.parser.words.val();
                self.core.lines.next = self.parser.lines.val();
                self.core.row_mask.next = self.parser.row_mask.val();
                self.core.column_mask.next = self.parser.column_mask.val();

                // The core solves a valid board; the assembler answers a rejected board or an identity request directly.
                self.core.start.next = self.parser.start.val();
                self.assembler.done.next = self.core.done.val();
                self.assembler.status.next = self.core.status.val();
                self.assembler.refuse.next = self.parser.refuse.val();
                self.assembler.result.next = self.parser.result.val();
                self.assembler.rows.next = self.parser.rows.val();
                self.assembler.columns.next = self.parser.columns.val();
                self.assembler.checked.next = self.parser.checked.val();
                self.assembler.seed.next = self.parser.seed.val();
                self.reader.start.next = self.assembler.fetch.val();
                self.reader.rows.next = self.assembler.cells_rows.val();
                self.reader.columns.next = self.assembler.cells_columns.val();
                self.core.select.next = self.reader.select.val();
                self.core.select_position.next = self.reader.select_position.val();
                self.reader.known.next = self.core.known.val();
                self.reader.assigned.next = self.core.assigned.val();
                self.assembler.cells_valid.next = self.reader.valid.val();
                self.assembler.cells_message.next = self.reader.message.val();
                self.assembler.cells_end.next = self.reader.finished.val();
                self.reader.ready.next = self.assembler.cells_ready.val();
                self.assembler.byte_ready.next = self.tx_ready.val();
                self.tx_valid.next = self.assembler.byte_valid.val();
                self.tx_data.next = self.assembler.byte_data.val();

                self.status.next = self.assembler.last_status.val();
                self.solving.next = self.core.running.val();
                self.launched.next = self.parser.start.val();
                self.decided.next = self.core.done.val();
                self.replying.next = !self.assembler.idle.val();
            }
        }
    };
}

solver! {
    /// Board solver with the classic core, without the UART.
    ///
    /// Boards of up to `S` x `S` cells; a store of 2^`AW` words (`PW` = `AW` + 1); up to `MAX` options per line, counted in `CW` bits.
    Solver,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64],
    [S, AW, PW, CW, MAX],
    Classic<S, AW, PW, CW>
}

solver! {
    /// Board solver with the parallel core, without the UART.
    ///
    /// The parameters are those of [`Solver`], but 2^`AW` is the maximum number of words of a board. Each side has `L` lanes of 2^`OW`
    /// words per line (`LW` = `OW` + [`PLACE`](crate::core::parallel::PLACE)).
    ParallelSolver,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64,
     const L: usize, const OW: usize, const LW: usize],
    [S, AW, PW, CW, MAX, L, OW, LW],
    Parallel<S, AW, PW, CW, L, OW, LW>
}
