//! Sends 16-bit messages as two bytes each, high byte first, and accumulates their CRC.
//! Interface: `valid` with `ready` samples `message` and sends its bytes through `byte_*`.
//! Source: the published 16-bit board protocol.

use super::{Crc13, PAYLOAD};
use crate::widgets::{Dff, SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// Message sender.
#[derive(LogicBlock, Default)]
pub struct MessageTx {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the message in progress.
    pub reset: Signal<In, Bit>,
    /// `message` is accepted: no transmission and no CRC calculation is in progress.
    pub ready: Signal<Out, Bit>,
    /// `message` is to be sent; only while `ready`.
    pub valid: Signal<In, Bit>,
    /// With `valid`: restarts the CRC from `seed` with this message.
    pub first: Signal<In, Bit>,
    /// Value from which the CRC starts, sampled with `first`.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// Message to send, sampled with `valid`.
    pub message: Signal<In, Bits<16>>,
    /// CRC of all messages from the last one with `first` on; valid while `ready`, but after `reset` not before the next `first`.
    pub crc: Signal<Out, Bits<PAYLOAD>>,
    /// `byte_data` holds a byte to send.
    pub byte_valid: Signal<Out, Bit>,
    /// Byte to send, while `byte_valid`.
    pub byte_data: Signal<Out, Bits<8>>,
    /// With `byte_valid`: the transmitter accepts the byte at this clock edge.
    pub byte_ready: Signal<In, Bit>,
    sum: SkipWhenIdle<Crc13>,
    high_waits: Dff<Bit>,
    low_waits: Dff<Bit>,
    held: Dff<Bits<16>>,
    idle: Signal<Local, Bit>,
    current: Signal<Local, Bits<8>>,
}

inputs!(MessageTx:
    reset, valid, first, seed, message, byte_ready);

impl Logic for MessageTx {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, high_waits, low_waits, held);
        clock!(self, clock, sum);

        self.idle.next = !self.high_waits.q.val() && !self.low_waits.q.val();
        self.ready.next = self.idle.val() && !self.sum.busy.val();
        self.crc.next = self.sum.crc.val();
        self.sum.reset.next = self.reset.val();
        self.sum.load.next = self.valid.val();
        self.sum.clear.next = self.valid.val() && self.first.val();
        self.sum.seed.next = self.seed.val();
        self.sum.high_only.next = false;
        self.sum.message.next = self.message.val();

        self.byte_valid.next = self.high_waits.q.val() || self.low_waits.q.val();
        self.current.next = bit_cast::<8, 16>(self.held.q.val());
        if self.high_waits.q.val() {
            self.current.next = bit_cast::<8, 16>(self.held.q.val() >> 8);
        }
        self.byte_data.next = self.current.val();
        if self.byte_ready.val() {
            if self.high_waits.q.val() {
                self.high_waits.d.next = false;
            } else {
                self.low_waits.d.next = false;
            }
        }
        if self.valid.val() {
            self.held.d.next = self.message.val();
            self.high_waits.d.next = true;
            self.low_waits.d.next = true;
        }

        if self.reset.val() {
            self.high_waits.d.next = false;
            self.low_waits.d.next = false;
        }
    }
}
