//! UART: 8 data bits, no parity, 1 stop bit, least significant bit first.
//! Interface: `UartRx` receives bytes, `UartTx` transmits them; [`Divider`] times the bits.

use crate::prelude::*;
use nonogram_verilog::{LONGEST_BIT, PARTS};

/// Width of the cycle counter, in bits.
const COUNTER: usize = 16;
/// Width of the fraction of a cycle, in bits; a sum of two fractions has one more bit, the carry.
const FRACTION: usize = 4;
const SUM: usize = FRACTION + 1;
const _: () = assert!(PARTS == 1 << FRACTION && LONGEST_BIT == (PARTS << COUNTER) - 1);

/// Fractional baud-rate divider.
/// Interface: `half` loads half a bit period, rounded down to whole cycles, and `full` a whole one; `expired` is high once the loaded
/// period has elapsed.
///
/// Bit timer: a bit lasts `bit_sixteenths` sixteenths of a clock cycle on average ([`SHORTEST_BIT`](nonogram_verilog::SHORTEST_BIT) to [`LONGEST_BIT`]).
///
/// Each bit lasts a whole number of cycles: the bit period rounded down, plus one cycle whenever the accumulated
/// fractions carry. The error at the end of a bit is therefore less than one cycle, for any number of consecutive bits.
#[derive(LogicBlock, Default)]
pub struct Divider {
    /// Loads half a bit period, rounded down to whole cycles, and clears the accumulated fraction.
    pub half: Signal<In, Bit>,
    /// Loads a whole bit period.
    pub full: Signal<In, Bit>,
    /// With `full`: clears the accumulated fraction first.
    pub first: Signal<In, Bit>,
    /// The loaded period has elapsed; high until the next load.
    pub expired: Signal<Out, Bit>,
    counter: Dff<Bits<COUNTER>>,
    rest: Dff<Bits<SUM>>,
    carried: Signal<Local, Bits<SUM>>,
    sum: Signal<Local, Bits<SUM>>,
    /// Bit period, in sixteenths of a cycle.
    pub bit_sixteenths: Parameter,
    whole_bit: Signal<Local, Bits<COUNTER>>,
    fraction: Signal<Local, Bits<FRACTION>>,
}

impl Logic for Divider {
    #[hdl_gen]
    fn update(&mut self) {
        // The whole cycles of a bit period, of half a period, and the fraction of a cycle.
        self.whole_bit.next = self.bit_sixteenths.val().get_bits::<COUNTER>(4);
        self.fraction.next = self.bit_sixteenths.val().get_bits::<FRACTION>(0);
        self.expired.next = self.counter.q.val() == 0;
        if !self.expired.val() {
            self.counter.d.next = self.counter.q.val() - 1;
        }
        self.carried.next = self.rest.q.val().replace_bit(4, false);
        if self.first.val() {
            self.carried.next = 0.into();
        }
        self.sum.next = self.carried.val() + bit_cast::<SUM, FRACTION>(self.fraction.val());
        if self.full.val() {
            self.rest.d.next = self.sum.val();
            self.counter.d.next = self.whole_bit.val() - 1;
            if self.sum.val().get_bit(4) {
                self.counter.d.next = self.whole_bit.val();
            }
        }
        if self.half.val() {
            self.rest.d.next = 0.into();
            self.counter.d.next = self.bit_sixteenths.val().get_bits::<COUNTER>(5) - 1;
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum RxState {
    Idle,
    Start,
    Data,
    Stop,
    Break,
}

/// UART receiver: samples the start bit, each data bit and the stop bit at their midpoints.
/// Interface: samples the synchronised serial line; asserts `strobe` for one cycle per byte, with `framing_error` if the stop bit is
/// missing.
///
/// UART receiver, with a [`Divider`] that times its bits.
///
/// A low pulse that ends before the midpoint of a start bit is ignored. After a missing stop bit the receiver waits for
/// the serial line to return high before it looks for the next start bit, so a break yields a single byte with `framing_error`.
#[derive(LogicBlock, SmartDefault)]
pub struct UartRx {
    /// Synchronous reset to the idle state.
    pub reset: Signal<In, Bit>,
    /// Serial line, already synchronised; high when idle.
    pub line: Signal<In, Bit>,
    /// A byte has been received: high for one cycle.
    pub strobe: Signal<Out, Bit>,
    /// Received byte, valid with `strobe`.
    pub data: Dff<Bits<8>, Out>,
    /// The byte's stop bit was low (framing error or break); valid with `strobe`.
    pub framing_error: Signal<Out, Bit>,
    state: Dff<RxState>,
    /// Times the bits.
    pub divider: Divider,
    bit_count: Dff<Bits<3>>,
    shifted: Signal<Local, Bits<8>>,
    #[default(constant(7))]
    last_bit: Constant<Bits<3>>,
}

impl Logic for UartRx {
    #[hdl_gen]
    fn update(&mut self) {
        self.strobe.next = false;
        self.framing_error.next = false;
        self.shifted.next = self.data.q.val() >> 1;
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
                self.bit_count.d.next = 0.into();
                if self.divider.expired.val() {
                    self.state.d.next = RxState::Data;
                    if self.line.val() {
                        self.state.d.next = RxState::Idle;
                    }
                }
            }
            RxState::Data => {
                if self.divider.expired.val() {
                    self.data.d.next = self.shifted.val();
                    self.bit_count.d.next = self.bit_count.q.val() + 1;
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

/// UART transmitter.
/// Interface: `valid` with `ready` transmits `data` as start bit, 8 data bits and stop bit.
///
/// UART transmitter, with a [`Divider`] that times its bits. The serial line is high at power-on.
#[derive(LogicBlock, SmartDefault)]
pub struct UartTx {
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
    /// Times the bits.
    pub divider: Divider,
    shift: Dff<Bits<8>>,
    bit_count: Dff<Bits<4>>,
    begins: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<8>>,
    #[default(constant(9))]
    stop_bit: Constant<Bits<4>>,
}

impl Logic for UartTx {
    #[hdl_gen]
    fn update(&mut self) {
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
            self.bit_count.d.next = self.bit_count.q.val() + 1;
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
            self.bit_count.d.next = 0.into();
        }

        if self.reset.val() {
            self.busy.d.next = false;
            self.low.d.next = false;
        }
    }
}
