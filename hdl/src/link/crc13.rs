//! CRC-13/BBC over the bytes of messages, one bit per cycle.
//! Interface: `load` adds a message in 16 cycles, or only its high byte in 8; `crc` is valid while `busy` is low.
//! Source: the CRC-13/BBC entry of the catalogue of parametrised CRC algorithms (poly 0x1CF5, init 0).

use super::PAYLOAD;
use crate::widgets::{Dff, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const POLYNOMIAL: u64 = 0x1CF5;

/// Bit-serial CRC-13/BBC.
#[derive(LogicBlock, SmartDefault)]
pub struct Crc13 {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Aborts the calculation in progress.
    pub reset: Signal<In, Bit>,
    /// Adds `message` to the CRC (only while not `busy`).
    pub load: Signal<In, Bit>,
    /// Restarts the CRC from `seed`; with `load`, `message` is the first one.
    pub clear: Signal<In, Bit>,
    /// Value from which the CRC starts, sampled with `clear`.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// With `load`: adds the high byte only.
    pub high_only: Signal<In, Bit>,
    /// Message to add, high byte first; sampled with `load`.
    pub message: Signal<In, Bits<16>>,
    /// A message is being added; `crc` is not valid.
    pub busy: Signal<Out, Bit>,
    /// CRC of the bytes added since the last `clear`, from its `seed`; valid while `busy` is low; after `reset`, invalid until the next `clear`.
    pub crc: Signal<Out, Bits<PAYLOAD>>,
    remainder: Dff<Bits<PAYLOAD>>,
    shift: Dff<Bits<16>>,
    left: Dff<Bits<5>>,
    feedback: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<PAYLOAD>>,
    #[default(constant(POLYNOMIAL))]
    polynomial: Constant<Bits<PAYLOAD>>,
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
    reset, load, clear, seed, high_only, message);

impl Logic for Crc13 {
    #[hdl_gen]
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
            self.remainder.d.next = self.seed.val();
        }
        if self.reset.val() {
            self.left.d.next = self.none.val();
        }
    }
}
