//! UART receiver: confirms the start bit at its middle, samples each bit at its middle, checks the stop bit.
//! Interface: the synchronised line in; one strobe a byte out, with a mark when the stop bit was missing.
//! Source: mid-bit sampling as in the usual 8N1 receivers.

use crate::widgets::{Dff, inputs};
use rust_hdl::prelude::*;

/// Width of the counter that divides the clock down to the baud rate.
const COUNTER: usize = 16;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum RxState {
    Idle,
    Start,
    Data,
    Stop,
    Break,
}

/// UART receiver, `DIV` clocks a bit (4 to 65535).
///
/// A low pulse shorter than half a bit is no start bit. After a missing stop bit the receiver waits for
/// the line to go high before it looks for the next start bit, so a break gives one marked byte only.
#[derive(LogicBlock)]
pub struct UartRx<const DIV: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Back to idle.
    pub reset: Signal<In, Bit>,
    /// The line, already synchronised; high when idle.
    pub line: Signal<In, Bit>,
    /// A byte has arrived: high for one clock.
    pub strobe: Signal<Out, Bit>,
    /// That byte.
    pub data: Signal<Out, Bits<8>>,
    /// Its stop bit was low (framing error or break).
    pub framing_error: Signal<Out, Bit>,
    state: Dff<RxState>,
    counter: Dff<Bits<COUNTER>>,
    shift: Dff<Bits<8>>,
    bit_count: Dff<Bits<3>>,
    expired: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<8>>,
    half_bit: Constant<Bits<COUNTER>>,
    full_bit: Constant<Bits<COUNTER>>,
    zero: Constant<Bits<COUNTER>>,
    one: Constant<Bits<COUNTER>>,
    first_bit: Constant<Bits<3>>,
    last_bit: Constant<Bits<3>>,
    next_bit: Constant<Bits<3>>,
}

inputs!(UartRx<DIV>, [const DIV: u64]:
    reset, line);

impl<const DIV: u64> Default for UartRx<DIV> {
    fn default() -> Self {
        assert!(
            (4..1 << COUNTER).contains(&DIV),
            "{DIV} clocks a bit: the receiver takes 4 to 65535"
        );
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            line: Signal::default(),
            strobe: Signal::default(),
            data: Signal::default(),
            framing_error: Signal::default(),
            state: Dff::default(),
            counter: Dff::default(),
            shift: Dff::default(),
            bit_count: Dff::default(),
            expired: Signal::default(),
            shifted: Signal::default(),
            half_bit: Constant::new((DIV / 2 - 1).into()),
            full_bit: Constant::new((DIV - 1).into()),
            zero: Constant::new(0.into()),
            one: Constant::new(1.into()),
            first_bit: Constant::new(0.into()),
            last_bit: Constant::new(7.into()),
            next_bit: Constant::new(1.into()),
        }
    }
}

impl<const DIV: u64> Logic for UartRx<DIV> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, counter, shift, bit_count);
        self.strobe.next = false;
        self.framing_error.next = false;
        self.data.next = self.shift.q.val();
        self.shifted.next = self.shift.q.val().replace_bit(7, self.line.val());
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

        match self.state.q.val() {
            RxState::Idle => {
                self.counter.d.next = self.half_bit.val();
                if !self.line.val() {
                    self.state.d.next = RxState::Start;
                }
            }
            RxState::Start => {
                self.bit_count.d.next = self.first_bit.val();
                if self.expired.val() {
                    self.counter.d.next = self.full_bit.val();
                    self.state.d.next = RxState::Data;
                    if self.line.val() {
                        self.state.d.next = RxState::Idle;
                    }
                }
            }
            RxState::Data => {
                if self.expired.val() {
                    self.counter.d.next = self.full_bit.val();
                    self.shift.d.next = self.shifted.val();
                    self.bit_count.d.next = self.bit_count.q.val() + self.next_bit.val();
                    if self.bit_count.q.val() == self.last_bit.val() {
                        self.state.d.next = RxState::Stop;
                    }
                }
            }
            RxState::Stop => {
                if self.expired.val() {
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
