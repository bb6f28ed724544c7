//! The design behind a UART: pins, synchronisers, UART, receive FIFO, stream top.
//! Interface: clock, reset, `rx` and `tx` pins, and signals for LEDs; `reset`, `locked` and `rx` are asynchronous and enter a flip-flop
//! before any logic.
//! Source: the structure of the published design.

use nonogram_verilog::QUEUE_BYTES;

/// Address width of the receive FIFO.
pub(crate) const QUEUE: usize = QUEUE_BYTES.ilog2() as usize;

/// The design behind a UART, for one of the stream tops.
macro_rules! top {
    ($(#[$doc:meta])* $name:ident, [$($decl:tt)*], [$($use:tt)*], $stream:ident<$($stream_use:tt),*>) => {
        $(#[$doc])*
        #[derive(LogicBlock, SmartDefault)]
        pub struct $name<$($decl)*> {
            /// Reset pin, asynchronous; active high unless `reset_low`.
            pub reset: Signal<In, Bit>,
            /// The reset pin is active low; constant.
            pub reset_low: Signal<In, Bit>,
            /// The clock is stable, asynchronous; the design is reset while it is low.
            pub locked: Signal<In, Bit>,
            /// Serial input pin, high when idle; asynchronous.
            pub rx: Signal<In, Bit>,
            /// Serial output pin, high when idle.
            pub tx: Signal<Out, Bit>,
            /// The core is solving a board.
            pub solving: Signal<Out, Bit>,
            /// A reply or the identity is being assembled; its last message is still to be transmitted when this goes low.
            pub replying: Signal<Out, Bit>,
            /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
            pub status: Signal<Out, Bits<3>>,

            /// UART receiver.
            pub uart_rx: UartRx,
            /// Receive FIFO.
            pub queue: ByteFifo<QUEUE, { QUEUE + 1 }>,
            /// Stream top: received bytes in, reply bytes out.
            pub solver: Boxed<$stream<$($stream_use),*>>,
            /// UART transmitter.
            pub uart_tx: UartTx,
            reset_sync: Synchronizer,
            #[default(Synchronizer::high())]
            locked_sync: Synchronizer,
            /// Powers up high, as an idle serial line.
            #[default(Synchronizer::high())]
            rx_sync: Synchronizer,
            /// The reset of all blocks: a plain register, which the tools may replicate.
            in_reset: Dff<Bit>,
        }

        impl<$($decl)*> Logic for $name<$($use)*> {
            #[hdl_gen]
            fn update(&mut self) {
                self.reset_sync.pin.next = self.reset.val();
                self.locked_sync.pin.next = self.locked.val();
                self.in_reset.d.next = self.reset_sync.stable.val() || !self.locked_sync.stable.val();
                if self.reset_low.val() {
                    self.in_reset.d.next =
                        !self.reset_sync.stable.val() || !self.locked_sync.stable.val();
                }
                self.uart_rx.reset.next = self.in_reset.q.val();
                self.queue.reset.next = self.in_reset.q.val();
                self.solver.aresetn.next = !self.in_reset.q.val();
                self.uart_tx.reset.next = self.in_reset.q.val();

                self.rx_sync.pin.next = self.rx.val();
                self.uart_rx.line.next = self.rx_sync.stable.val();
                self.queue.write.next = self.uart_rx.strobe.val();
                self.queue.write_data.next = self.uart_rx.data.val();
                self.queue.write_error.next = self.uart_rx.framing_error.val();
                self.solver.s_axis_tvalid.next = self.queue.valid.val();
                self.solver.s_axis_tdata.next = self.queue.data.val();
                self.solver.s_axis_tlast.next = false;
                self.solver.s_axis_tuser.next = self.queue.error.val();
                self.queue.ready.next = self.solver.s_axis_tready.val();

                self.uart_tx.valid.next = self.solver.m_axis_tvalid.val();
                self.uart_tx.data.next = self.solver.m_axis_tdata.val();
                self.solver.m_axis_tready.next = self.uart_tx.ready.val();
                self.tx.next = self.uart_tx.line.val();

                self.solving.next = self.solver.solving.val();
                self.replying.next = self.solver.replying.val();
                self.status.next = self.solver.status.val();
            }
        }

        pin_design!($name, [$($decl)*], [$($use)*]);

        impl<$($decl)*> Pins for $name<$($use)*> {
            type Stream = $stream<$($stream_use),*>;
        }
    };
}
