//! An option core with its link: receives boards and identity requests as bytes, and sends replies and the identity as bytes.
//! Interface: received bytes in, reply bytes out, with valid / ready handshakes.
//! Source: the structure of the published design (parser, store, solver, assembler).

use crate::core::{Classic, Parallel};
use crate::link::{Assembler, Framer, Parser};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A board solver without its UART, for one of the option cores.
macro_rules! solver {
    ($(#[$doc:meta])* $name:ident, [$($decl:tt)*], [$($use:tt)*], $core:ident<$($core_use:tt),*>) => {
        $(#[$doc])*
        #[derive(LogicBlock, SmartDefault)]
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
            pub rx_pop: Signal<Out, Bit>,
            /// `tx_data` holds a byte to send.
            pub tx_send: Signal<Out, Bit>,
            /// Byte to send, while `tx_send`.
            pub tx_data: Signal<Out, Bits<8>>,
            /// With `tx_send`: the transmitter accepts the byte at this clock edge.
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
            pub assembler: SkipWhenIdle<Assembler<S>>,
            last_status: Dff<Bits<3>>,
            clear: Dff<Bit>,
            refused: Signal<Local, Bit>,
            reply: Signal<Local, Bit>,
            outcome: Signal<Local, Bits<3>>,
            #[default(constant(Status::Solved as u64))]
            no_status: Constant<Bits<3>>,
        }

        inputs!($name<$($use)*>, [$($decl)*]:
            reset, rx_valid, rx_data, rx_error, tx_ready);

        impl<$($decl)*> Logic for $name<$($use)*> {
            #[hdl_gen]
            fn update(&mut self) {
                dff_setup!(self, clock, last_status, clear);
                clock!(self, clock, framer, parser, core, assembler);
                self.framer.reset.next = self.reset.val();
                self.parser.reset.next = self.reset.val();
                self.core.reset.next = self.reset.val();
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
                self.parser.hold.next = self.core.keeps_board.val() && !self.assembler.idle.val();
                self.parser.core_done.next = self.core.done.val();

                // Pipeline register, for timing. `clear` may arrive one cycle late: the first message of a board stores no word.
                self.clear.d.next = self.parser.take.val() && self.parser.first.val();
                self.core.clear.next = self.clear.q.val();
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

                // A valid board is solved by the core; a rejected board or an identity request is answered directly.
                self.refused.next = self.parser.launch.val() && self.parser.result.val().any();
                self.core.start.next = self.parser.launch.val() && !self.refused.val();
                self.outcome.next = self.core.status.val();
                if self.refused.val() {
                    self.outcome.next = self.parser.result.val();
                }
                self.reply.next = self.core.done.val() || self.refused.val();
                self.assembler.start.next = self.reply.val();
                self.assembler.status.next = self.outcome.val();
                self.assembler.rows.next = self.parser.rows.val();
                self.assembler.columns.next = self.parser.columns.val();
                self.assembler.checked.next = self.parser.checked.val();
                self.assembler.seed.next = self.parser.seed.val();
                self.core.select.next = self.assembler.select.val();
                self.core.select_position.next = self.assembler.select_position.val();
                self.assembler.known.next = self.core.known.val();
                self.assembler.assigned.next = self.core.assigned.val();
                self.assembler.byte_ready.next = self.tx_ready.val();
                self.tx_send.next = self.assembler.byte_send.val();
                self.tx_data.next = self.assembler.byte_data.val();

                if self.reply.val() {
                    self.last_status.d.next = self.outcome.val();
                }
                if self.reset.val() {
                    self.clear.d.next = false;
                    self.last_status.d.next = self.no_status.val();
                }
                self.status.next = self.last_status.q.val();
                self.solving.next = self.core.running.val();
                self.launched.next = self.parser.launch.val() && !self.refused.val();
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
