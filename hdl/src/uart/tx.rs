//! UART transmitter.
//! Interface: `valid` with `ready` transmits `data` as start bit, 8 data bits and stop bit.
//! Source: the usual 8N1 shift register; a whole stop bit precedes the next start bit.

use super::Divider;
use crate::widgets::{Dff, Parameter, SkipWhenIdle, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// UART transmitter, with a [`Divider`] that times its bits. The serial line is high at power-on.
#[derive(LogicBlock, SmartDefault)]
pub struct UartTx {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the idle state; the line goes high.
    pub reset: Signal<In, Bit>,
    /// `data` is to be transmitted; ignored unless `ready`.
    pub valid: Signal<In, Bit>,
    /// Byte to transmit, sampled with `valid`.
    pub data: Signal<In, Bits<8>>,
    /// The transmitter is idle and accepts a byte.
    pub ready: Signal<Out, Bit>,
    /// Serial line, high when idle.
    pub line: Signal<Out, Bit>,
    busy: Dff<Bit>,
    low: Dff<Bit>,
    divider: SkipWhenIdle<Divider>,
    shift: Dff<Bits<8>>,
    bit_count: Dff<Bits<4>>,
    begins: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<8>>,
    #[default(constant(0))]
    start_bit: Constant<Bits<4>>,
    #[default(constant(9))]
    stop_bit: Constant<Bits<4>>,
    #[default(constant(1))]
    next_bit: Constant<Bits<4>>,
}

inputs!(UartTx:
    reset, valid, data);

impl UartTx {
    /// Sets the bit period, in sixteenths of a clock cycle.
    pub fn set_bit(&mut self, sixteenths: u32) {
        self.divider.bit_sixteenths = Parameter::new(sixteenths);
    }
}

impl Logic for UartTx {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, low, shift, bit_count);
        clock!(self, clock, divider);
        // `low` is the inverted serial line, so that its power-on value of 0 represents an idle line.
        self.line.next = !self.low.q.val();
        self.ready.next = !self.busy.q.val();
        self.shifted.next = self.shift.q.val() >> 1;
        self.shifted.next = self.shifted.val().replace_bit(7, true);
        self.begins.next = !self.busy.q.val() && self.valid.val();
        self.passes.next = self.busy.q.val() && self.divider.expired.val();
        self.divider.half.next = false;
        self.divider.first.next = self.begins.val();
        self.divider.full.next = self.begins.val() || self.passes.val();

        if self.passes.val() {
            self.bit_count.d.next = self.bit_count.q.val() + self.next_bit.val();
            // Ones are shifted in after the data bits; the first is the stop bit.
            self.shift.d.next = self.shifted.val();
            self.low.d.next = !self.shift.q.val().get_bit(0);
            if self.bit_count.q.val() == self.stop_bit.val() {
                self.busy.d.next = false;
                self.low.d.next = false;
            }
        }
        if self.begins.val() {
            self.busy.d.next = true;
            self.low.d.next = true;
            self.shift.d.next = self.data.val();
            self.bit_count.d.next = self.start_bit.val();
        }

        if self.reset.val() {
            self.busy.d.next = false;
            self.low.d.next = false;
        }
    }
}
