//! Pairs received bytes into 16-bit messages, and resynchronises after a lost or an extra byte.
//! Interface: accepts bytes through `byte_*`; `valid` presents a message, of which the parser accepts both bytes (`take`) or discards the
//! first (`take` with `shift`).
//! Source: own; docs/reference/protocol.md has the two resynchronisation rules (shift, pause).

use super::{Crc13, PAYLOAD};
use crate::widgets::{Dff, Parameter, SkipWhenIdle, constant, inputs};
use nonogram_verilog::LONGEST_PAUSE;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Width in bits of the counter that measures pauses.
const TIMER: usize = 24;
const _: () = assert!(LONGEST_PAUSE == (1 << TIMER) - 1);

/// Message framer. The first byte of a message is discarded if the second one does not arrive within
/// `pause_clocks` cycles, 1 to [`LONGEST_PAUSE`].
#[derive(LogicBlock, SmartDefault)]
pub struct Framer {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards a pending first byte, aborts the CRC calculation and restarts the pause counter.
    pub reset: Signal<In, Bit>,
    /// `byte_data` holds a received byte.
    pub byte_valid: Signal<In, Bit>,
    /// Received byte, while `byte_valid`.
    pub byte_data: Signal<In, Bits<8>>,
    /// Error flag of the received byte, while `byte_valid`.
    pub byte_error: Signal<In, Bit>,
    /// The byte is accepted at this clock edge.
    pub byte_pop: Signal<Out, Bit>,
    /// `message` is complete, and the CRC calculation for the bytes before it is done.
    pub valid: Signal<Out, Bit>,
    /// Message, while `valid`.
    pub message: Signal<Out, Bits<16>>,
    /// At least one of the message's bytes has an error flag; valid while `valid`.
    pub error: Signal<Out, Bit>,
    /// Accepts the message at this clock edge; only while `valid`.
    pub take: Signal<In, Bit>,
    /// With `take`: discards only the first byte; the second becomes the first of the next message.
    pub shift: Signal<In, Bit>,
    /// With `take`: restarts the CRC with this message.
    pub first: Signal<In, Bit>,
    /// Counts idle cycles even if no half message is pending.
    pub watch: Signal<In, Bit>,
    /// No byte has arrived for `pause_clocks` cycles with a pending first byte or with `watch`: high for one cycle.
    pub paused: Signal<Out, Bit>,
    /// The message's payload equals the CRC of all bytes taken since `first`, those discarded by `shift` included; valid while `valid`, but
    /// after `reset` not before the next `first`.
    pub check_matches: Signal<Out, Bit>,
    sum: SkipWhenIdle<Crc13>,
    have: Dff<Bit>,
    high: Dff<Bits<8>>,
    high_error: Dff<Bit>,
    timer: Dff<Bits<TIMER>>,
    joined: Signal<Local, Bits<16>>,
    pop: Signal<Local, Bit>,
    expired: Signal<Local, Bit>,
    limit: Signal<Local, Bits<TIMER>>,
    /// Idle cycles after which half a message is discarded.
    pub pause_clocks: Parameter,
    #[default(constant(0))]
    zero: Constant<Bits<TIMER>>,
    #[default(constant(0))]
    no_seed: Constant<Bits<PAYLOAD>>,
    #[default(constant(1))]
    one: Constant<Bits<TIMER>>,
}

inputs!(Framer:
    reset, byte_valid, byte_data, byte_error, take, shift, first,
    watch);

impl Logic for Framer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, have, high, high_error, timer);
        clock!(self, clock, sum);

        self.joined.next =
            (bit_cast::<16, 8>(self.high.q.val()) << 8) | bit_cast::<16, 8>(self.byte_data.val());
        self.message.next = self.joined.val();
        self.error.next = self.high_error.q.val() || self.byte_error.val();
        self.valid.next = self.have.q.val() && self.byte_valid.val() && !self.sum.busy.val();
        self.check_matches.next = bit_cast::<13, 16>(self.joined.val()) == self.sum.crc.val();

        self.sum.reset.next = self.reset.val();
        self.sum.message.next = self.joined.val();
        self.sum.load.next = self.take.val();
        self.sum.high_only.next = self.shift.val();
        self.sum.clear.next = self.take.val() && self.first.val();
        self.sum.seed.next = self.no_seed.val();

        self.limit.next = self.pause_clocks.val().get_bits::<TIMER>(0);
        self.expired.next = self.timer.q.val() == self.limit.val();
        self.paused.next = self.expired.val() && !self.byte_valid.val();
        self.pop.next = self.take.val();
        self.timer.d.next = self.zero.val();
        if self.byte_valid.val() {
            if !self.have.q.val() {
                self.pop.next = true;
                self.have.d.next = true;
                self.high.d.next = self.byte_data.val();
                self.high_error.d.next = self.byte_error.val();
            }
        } else if self.have.q.val() || self.watch.val() {
            self.timer.d.next = self.timer.q.val() + self.one.val();
            if self.expired.val() {
                self.timer.d.next = self.zero.val();
                self.have.d.next = false;
            }
        }
        if self.take.val() {
            self.have.d.next = self.shift.val();
            self.high.d.next = self.byte_data.val();
            self.high_error.d.next = self.byte_error.val();
        }

        self.byte_pop.next = self.pop.val();

        if self.reset.val() {
            self.have.d.next = false;
            self.timer.d.next = self.zero.val();
        }
    }
}
