//! CRC-13/BBC over the bytes of messages, one bit a clock.
//! Interface: `load` a message (or its high byte only); the sum is in `crc` when `busy` has gone.
//! Source: the CRC-13/BBC entry of the catalogue of parametrised CRC algorithms (poly 0x1CF5, init 0).

use crate::widgets::{Dff, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const POLYNOMIAL: u64 = 0x1CF5;

/// Bit-serial CRC-13/BBC.
#[derive(LogicBlock, SmartDefault)]
pub struct Crc13 {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Stop adding.
    pub reset: Signal<In, Bit>,
    /// Add `message` to the sum (only when not `busy`).
    pub load: Signal<In, Bit>,
    /// Forget what was summed before; with `load`, the message is the first one.
    pub clear: Signal<In, Bit>,
    /// Add the high byte only.
    pub high_only: Signal<In, Bit>,
    /// The message, high byte first.
    pub message: Signal<In, Bits<16>>,
    /// Still adding.
    pub busy: Signal<Out, Bit>,
    /// The sum.
    pub crc: Signal<Out, Bits<13>>,
    remainder: Dff<Bits<13>>,
    shift: Dff<Bits<16>>,
    left: Dff<Bits<5>>,
    feedback: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<13>>,
    #[default(constant(POLYNOMIAL))]
    polynomial: Constant<Bits<13>>,
    #[default(constant(0))]
    cleared: Constant<Bits<13>>,
    #[default(constant(8))]
    one_byte: Constant<Bits<5>>,
    #[default(constant(16))]
    both: Constant<Bits<5>>,
    #[default(constant(1))]
    one: Constant<Bits<5>>,
    #[default(constant(0))]
    none: Constant<Bits<5>>,
}

inputs!(Crc13:
    reset, load, clear, high_only, message);

impl Logic for Crc13 {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, remainder, shift, left);
        self.busy.next = self.left.q.val().any();
        self.crc.next = self.remainder.q.val();
        self.feedback.next = self.remainder.q.val().get_bit(12) ^ self.shift.q.val().get_bit(15);
        self.shifted.next = self.remainder.q.val() << 1;
        if self.left.q.val().any() {
            self.left.d.next = self.left.q.val() - self.one.val();
            self.shift.d.next = self.shift.q.val() << 1;
            self.remainder.d.next = self.shifted.val();
            if self.feedback.val() {
                self.remainder.d.next = self.shifted.val() ^ self.polynomial.val();
            }
        }
        if self.load.val() {
            self.shift.d.next = self.message.val();
            self.left.d.next = self.both.val();
            if self.high_only.val() {
                self.left.d.next = self.one_byte.val();
            }
        }
        if self.clear.val() {
            self.remainder.d.next = self.cleared.val();
        }
        if self.reset.val() {
            self.left.d.next = self.none.val();
        }
    }
}
