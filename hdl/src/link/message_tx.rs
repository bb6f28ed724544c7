//! Sends 16-bit messages as two bytes each, high byte first, and accumulates their CRC.
//! Interface: `valid` with `ready` samples `message` and sends its bytes through `byte_*`.
//! Source: the published 16-bit board protocol.

use super::{Crc13, PAYLOAD};
use crate::prelude::*;

/// Message sender.
#[derive(LogicBlock, SmartDefault)]
pub struct MessageTx {
    /// Discards the message in progress.
    pub reset: Signal<In, Bit>,
    /// `message` is accepted: no transmission is in progress.
    pub ready: Signal<Out, Bit>,
    /// `message` is to be sent; only while `ready`.
    pub valid: Signal<In, Bit>,
    /// With `valid`: restarts the CRC from `seed` with this message.
    pub first: Signal<In, Bit>,
    /// Value from which the CRC starts; stable from `first` until the first byte of that message has been accepted.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// Message to send, sampled with `valid`.
    pub message: Signal<In, Bits<16>>,
    /// The message is the last one of a reply, sampled with `valid`.
    pub last: Signal<In, Bit>,
    /// CRC of all messages from the last one with `first` on; valid while `ready`, but after `reset` not before the next `first`.
    pub crc: Signal<Out, Bits<PAYLOAD>>,
    /// `byte_data` holds a byte to send; stable until `byte_ready`, except at a reset.
    pub byte_valid: Dff<Bit, Out>,
    /// Byte to send, while `byte_valid`.
    pub byte_data: Signal<Out, Bits<8>>,
    /// The byte is the last one of a reply, while `byte_valid`.
    pub byte_last: Dff<Bit, Out>,
    /// With `byte_valid`: the transmitter accepts the byte at this clock edge.
    pub byte_ready: Signal<In, Bit>,
    sum: Crc13,
    /// The byte that is offered is the first one from which the CRC starts.
    starts: Dff<Bit>,
    /// Another byte of the message follows.
    more: Dff<Bit>,
    /// The message is the last one of a reply.
    ends: Dff<Bit>,
    /// The byte that is offered, and below it the one that follows.
    held: Dff<Bits<16>>,
    #[default(constant(0xff))]
    low_byte: Constant<Bits<16>>,
}

impl Logic for MessageTx {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.byte_valid.q.val();
        self.crc.next = self.sum.crc.val();
        self.sum.add.next = self.byte_valid.q.val() && self.byte_ready.val();
        self.sum.clear.next = self.starts.q.val();
        self.sum.seed.next = self.seed.val();
        self.sum.data.next = bit_cast::<8, 16>(self.held.q.val() >> 8);

        self.byte_data.next = bit_cast::<8, 16>(self.held.q.val() >> 8);
        if self.byte_ready.val() {
            self.held.d.next = (self.held.q.val() << 8) | (self.held.q.val() & self.low_byte.val());
            self.byte_valid.d.next = self.more.q.val();
            self.starts.d.next = false;
            self.more.d.next = false;
            self.byte_last.d.next = self.ends.q.val();
        }
        if self.valid.val() {
            self.held.d.next = self.message.val();
            self.byte_valid.d.next = true;
            self.starts.d.next = self.first.val();
            self.more.d.next = true;
            self.ends.d.next = self.last.val();
            self.byte_last.d.next = false;
        }

        if self.reset.val() {
            self.byte_valid.d.next = false;
            self.more.d.next = false;
        }
    }
}
