//! UART receiver: samples the start bit, each data bit and the stop bit at their midpoints.
//! Interface: samples the synchronised serial line; asserts `strobe` for one cycle per byte, with `framing_error` if the stop bit is
//! missing.
//! Source: mid-bit sampling, as in the usual 8N1 receivers.

use super::Divider;
use crate::widgets::{Dff, Parameter, SkipWhenIdle, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum RxState {
    Idle,
    Start,
    Data,
    Stop,
    Break,
}

/// UART receiver, with a [`Divider`] that times its bits.
///
/// A low pulse that ends before the midpoint of a start bit is ignored. After a missing stop bit the receiver waits for
/// the serial line to return high before it looks for the next start bit, so a break yields a single byte with `framing_error`.
#[derive(LogicBlock, SmartDefault)]
pub struct UartRx {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the idle state.
    pub reset: Signal<In, Bit>,
    /// Serial line, already synchronised; high when idle.
    pub line: Signal<In, Bit>,
    /// A byte has been received: high for one cycle.
    pub strobe: Signal<Out, Bit>,
    /// Received byte, valid with `strobe`.
    pub data: Signal<Out, Bits<8>>,
    /// The byte's stop bit was low (framing error or break); valid with `strobe`.
    pub framing_error: Signal<Out, Bit>,
    state: Dff<RxState>,
    divider: SkipWhenIdle<Divider>,
    shift: Dff<Bits<8>>,
    bit_count: Dff<Bits<3>>,
    shifted: Signal<Local, Bits<8>>,
    #[default(constant(0))]
    first_bit: Constant<Bits<3>>,
    #[default(constant(7))]
    last_bit: Constant<Bits<3>>,
    #[default(constant(1))]
    next_bit: Constant<Bits<3>>,
}

inputs!(UartRx:
    reset, line);

impl UartRx {
    /// Sets the bit period, in sixteenths of a clock cycle.
    pub fn set_bit(&mut self, sixteenths: u32) {
        self.divider.bit_sixteenths = Parameter::new(sixteenths);
    }
}

impl Logic for UartRx {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, shift, bit_count);
        clock!(self, clock, divider);
        self.strobe.next = false;
        self.framing_error.next = false;
        self.data.next = self.shift.q.val();
        self.shifted.next = self.shift.q.val() >> 1;
        self.shifted.next = self.shifted.val().replace_bit(7, self.line.val());
        self.divider.first.next = false;
        self.divider.half.next = self.state.q.val() == RxState::Idle;
        self.divider.full.next =
            self.divider.expired.val() && (self.state.q.val() != RxState::Idle);

        match self.state.q.val() {
            RxState::Idle => {
                if !self.line.val() {
                    self.state.d.next = RxState::Start;
                }
            }
            RxState::Start => {
                self.bit_count.d.next = self.first_bit.val();
                if self.divider.expired.val() {
                    self.state.d.next = RxState::Data;
                    if self.line.val() {
                        self.state.d.next = RxState::Idle;
                    }
                }
            }
            RxState::Data => {
                if self.divider.expired.val() {
                    self.shift.d.next = self.shifted.val();
                    self.bit_count.d.next = self.bit_count.q.val() + self.next_bit.val();
                    if self.bit_count.q.val() == self.last_bit.val() {
                        self.state.d.next = RxState::Stop;
                    }
                }
            }
            RxState::Stop => {
                if self.divider.expired.val() {
                    self.strobe.next = true;
                    self.state.d.next = RxState::Idle;
                    if !self.line.val() {
                        self.framing_error.next = true;
                        self.state.d.next = RxState::Break;
                    }
                }
            }
            RxState::Break => {
                if self.line.val() {
                    self.state.d.next = RxState::Idle;
                }
            }
            _ => {
                self.state.d.next = RxState::Idle;
            }
        }

        if self.reset.val() {
            self.state.d.next = RxState::Idle;
        }
    }
}
