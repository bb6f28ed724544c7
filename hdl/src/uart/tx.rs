//! UART transmitter.
//! Interface: when `ready`, a byte given with `send` goes out as start bit, 8 data bits, stop bit.
//! Source: the usual 8N1 shift register; a whole stop bit is kept before the next start bit.

use crate::widgets::{Dff, inputs};
use rust_hdl::prelude::*;

/// Width of the counter that divides the clock down to the baud rate.
const COUNTER: usize = 16;

/// UART transmitter, `DIV` clocks a bit (4 to 65535). The line is high when idle, from power-on.
#[derive(LogicBlock)]
pub struct UartTx<const DIV: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Back to idle, the line high.
    pub reset: Signal<In, Bit>,
    /// Send `data` (taken only when `ready`).
    pub send: Signal<In, Bit>,
    /// The byte to send.
    pub data: Signal<In, Bits<8>>,
    /// Idle: a byte can be taken.
    pub ready: Signal<Out, Bit>,
    /// The line.
    pub line: Signal<Out, Bit>,
    busy: Dff<Bit>,
    low: Dff<Bit>,
    counter: Dff<Bits<COUNTER>>,
    shift: Dff<Bits<8>>,
    bit_count: Dff<Bits<4>>,
    expired: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<8>>,
    full_bit: Constant<Bits<COUNTER>>,
    zero: Constant<Bits<COUNTER>>,
    one: Constant<Bits<COUNTER>>,
    start_bit: Constant<Bits<4>>,
    stop_bit: Constant<Bits<4>>,
    next_bit: Constant<Bits<4>>,
}

inputs!(UartTx<DIV>, [const DIV: u64]:
    reset, send, data);

impl<const DIV: u64> Default for UartTx<DIV> {
    fn default() -> Self {
        assert!(
            (4..1 << COUNTER).contains(&DIV),
            "{DIV} clocks a bit: the transmitter takes 4 to 65535"
        );
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            send: Signal::default(),
            data: Signal::default(),
            ready: Signal::default(),
            line: Signal::default(),
            busy: Dff::default(),
            low: Dff::default(),
            counter: Dff::default(),
            shift: Dff::default(),
            bit_count: Dff::default(),
            expired: Signal::default(),
            shifted: Signal::default(),
            full_bit: Constant::new((DIV - 1).into()),
            zero: Constant::new(0.into()),
            one: Constant::new(1.into()),
            start_bit: Constant::new(0.into()),
            stop_bit: Constant::new(9.into()),
            next_bit: Constant::new(1.into()),
        }
    }
}

impl<const DIV: u64> Logic for UartTx<DIV> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, low, counter, shift, bit_count);
        // The register holds the inverted line, so that its power-on 0 is an idle line.
        self.line.next = !self.low.q.val();
        self.ready.next = !self.busy.q.val();
        self.shifted.next = self.shift.q.val().replace_bit(7, true);
        for i in 0..7 {
            self.shifted.next = self
                .shifted
                .val()
                .replace_bit(i, self.shift.q.val().get_bit(i + 1));
        }
        self.expired.next = self.counter.q.val() == self.zero.val();
        if !self.expired.val() {
            self.counter.d.next = self.counter.q.val() - self.one.val();
        }

        if self.busy.q.val() && self.expired.val() {
            self.counter.d.next = self.full_bit.val();
            self.bit_count.d.next = self.bit_count.q.val() + self.next_bit.val();
            // Ones follow the data bits in: they are the stop bit.
            self.shift.d.next = self.shifted.val();
            self.low.d.next = !self.shift.q.val().get_bit(0);
            if self.bit_count.q.val() == self.stop_bit.val() {
                self.busy.d.next = false;
                self.low.d.next = false;
            }
        }
        if !self.busy.q.val() && self.send.val() {
            self.busy.d.next = true;
            self.low.d.next = true;
            self.shift.d.next = self.data.val();
            self.counter.d.next = self.full_bit.val();
            self.bit_count.d.next = self.start_bit.val();
        }

        if self.reset.val() {
            self.busy.d.next = false;
            self.low.d.next = false;
        }
    }
}
