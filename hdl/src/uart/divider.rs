//! Fractional baud-rate divider.
//! Interface: `half` loads half a bit period, rounded down to whole cycles, and `full` a whole one; `expired` is high once the loaded
//! period has elapsed.
//! Source: phase accumulation, as in UARTs with fractional baud-rate generators.

use crate::widgets::{Dff, checked, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Width of the cycle counter, in bits.
const COUNTER: usize = 16;
/// Width of the fraction of a cycle, in bits; a sum of two fractions has one more bit, the carry.
const FRACTION: usize = 4;
const SUM: usize = FRACTION + 1;
/// Parts per cycle: the unit of bit periods is 1 / `PARTS` of a cycle.
pub const PARTS: u64 = 1 << FRACTION;
/// Minimum and maximum number of whole cycles per bit.
const FEWEST: u64 = 4;
const MOST: u64 = (1 << COUNTER) - 1;

/// Bit timer: a bit lasts `BIT` sixteenths of a clock cycle on average (at least 4 cycles, less than 65536).
///
/// Each bit lasts a whole number of cycles: the bit period rounded down, plus one cycle whenever the accumulated
/// fractions carry. The error at the end of a bit is therefore less than one cycle, for any number of consecutive bits.
#[derive(LogicBlock, SmartDefault)]
pub struct Divider<const BIT: u64> {
    /// Clock.
    #[default(checked(Self::FITS))]
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
    #[default(constant(Self::CLOCKS / 2 - 1))]
    half_bit: Constant<Bits<COUNTER>>,
    #[default(constant(Self::CLOCKS - 1))]
    short_bit: Constant<Bits<COUNTER>>,
    #[default(constant(Self::CLOCKS))]
    long_bit: Constant<Bits<COUNTER>>,
    #[default(constant(0))]
    nothing: Constant<Bits<SUM>>,
    #[default(constant(BIT % PARTS))]
    fraction: Constant<Bits<SUM>>,
}

inputs!(Divider<BIT>, [const BIT: u64]:
    half, full, first);

impl<const BIT: u64> Divider<BIT> {
    /// Whole cycles per bit.
    const CLOCKS: u64 = BIT / PARTS;
    /// Checks the parameters at compile time.
    const FITS: () = assert!(
        FEWEST <= Self::CLOCKS && Self::CLOCKS <= MOST,
        "BIT is out of range: a bit lasts 4 to 65535 cycles"
    );
}

impl<const BIT: u64> Logic for Divider<BIT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counter, rest);
        self.expired.next = self.counter.q.val() == self.zero.val();
        if !self.expired.val() {
            self.counter.d.next = self.counter.q.val() - self.one.val();
        }
        self.carried.next = self.rest.q.val().replace_bit(4, false);
        if self.first.val() {
            self.carried.next = self.nothing.val();
        }
        self.sum.next = self.carried.val() + self.fraction.val();
        if self.full.val() {
            self.rest.d.next = self.sum.val();
            self.counter.d.next = self.short_bit.val();
            if self.sum.val().get_bit(4) {
                self.counter.d.next = self.long_bit.val();
            }
        }
        if self.half.val() {
            self.rest.d.next = self.nothing.val();
            self.counter.d.next = self.half_bit.val();
        }
    }
}
