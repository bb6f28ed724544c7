//! Fractional baud-rate divider.
//! Interface: `half` loads half a bit period, rounded down to whole cycles, and `full` a whole one; `expired` is high once the loaded
//! period has elapsed.
//! Source: phase accumulation, as in UARTs with fractional baud-rate generators.

use crate::widgets::{Dff, Parameter, constant, inputs};
use nonogram_verilog::{LONGEST_BIT, PARTS};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Width of the cycle counter, in bits.
const COUNTER: usize = 16;
/// Width of the fraction of a cycle, in bits; a sum of two fractions has one more bit, the carry.
const FRACTION: usize = 4;
const SUM: usize = FRACTION + 1;
const _: () = assert!(PARTS == 1 << FRACTION && LONGEST_BIT == (PARTS << COUNTER) - 1);

/// Bit timer: a bit lasts `bit_sixteenths` sixteenths of a clock cycle on average ([`SHORTEST_BIT`](nonogram_verilog::SHORTEST_BIT) to [`LONGEST_BIT`]).
///
/// Each bit lasts a whole number of cycles: the bit period rounded down, plus one cycle whenever the accumulated
/// fractions carry. The error at the end of a bit is therefore less than one cycle, for any number of consecutive bits.
#[derive(LogicBlock, SmartDefault)]
pub struct Divider {
    /// Clock.
    pub clock: Signal<In, Clock>,
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
    #[default(constant(0))]
    zero: Constant<Bits<COUNTER>>,
    #[default(constant(1))]
    one: Constant<Bits<COUNTER>>,
    /// Bit period, in sixteenths of a cycle.
    pub bit_sixteenths: Parameter,
    half_bit: Signal<Local, Bits<COUNTER>>,
    whole_bit: Signal<Local, Bits<COUNTER>>,
    fraction: Signal<Local, Bits<FRACTION>>,
    #[default(constant(0))]
    nothing: Constant<Bits<SUM>>,
}

inputs!(Divider:
    half, full, first);

impl Logic for Divider {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counter, rest);
        // The whole cycles of a bit period, of half a period, and the fraction of a cycle.
        self.half_bit.next = self.bit_sixteenths.val().get_bits::<COUNTER>(5);
        self.whole_bit.next = self.bit_sixteenths.val().get_bits::<COUNTER>(4);
        self.fraction.next = self.bit_sixteenths.val().get_bits::<FRACTION>(0);
        self.expired.next = self.counter.q.val() == self.zero.val();
        if !self.expired.val() {
            self.counter.d.next = self.counter.q.val() - self.one.val();
        }
        self.carried.next = self.rest.q.val().replace_bit(4, false);
        if self.first.val() {
            self.carried.next = self.nothing.val();
        }
        self.sum.next = self.carried.val() + bit_cast::<SUM, FRACTION>(self.fraction.val());
        if self.full.val() {
            self.rest.d.next = self.sum.val();
            self.counter.d.next = self.whole_bit.val() - self.one.val();
            if self.sum.val().get_bit(4) {
                self.counter.d.next = self.whole_bit.val();
            }
        }
        if self.half.val() {
            self.rest.d.next = self.nothing.val();
            self.counter.d.next = self.half_bit.val() - self.one.val();
        }
    }
}
