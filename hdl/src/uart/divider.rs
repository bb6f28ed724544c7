//! Divides the clock down to the baud rate, whole or not.
//! Interface: `half` or `full` loads a bit's length; `expired` when it has passed. The rest of a division is carried on.
//! Source: a fractional divider by accumulation, as UARTs with fractional baud generators have.

use crate::widgets::{Dff, inputs};
use rust_hdl::prelude::*;

/// Width of the counter of clocks.
const COUNTER: usize = 16;
/// Width of the fraction of a clock, and of a sum with its carry.
const FRACTION: usize = 4;
const SUM: usize = FRACTION + 1;
/// Parts of a clock in which a bit's length is given.
pub const PARTS: u64 = 1 << FRACTION;
/// Fewest and most clocks a bit.
const FEWEST: u64 = 4;
const MOST: u64 = (1 << COUNTER) - 1;

/// Bit timer: a bit lasts `BIT` sixteenths of a clock (4 to 65535 clocks).
///
/// Bits last a whole number of clocks each, rounded down, and one more whenever the rests add up to a clock: the end
/// of a bit is never a clock off, however many bits follow each other.
#[derive(LogicBlock)]
pub struct Divider<const BIT: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Half a bit from now, with nothing carried on.
    pub half: Signal<In, Bit>,
    /// A whole bit from now.
    pub full: Signal<In, Bit>,
    /// With `full`: nothing is carried on.
    pub first: Signal<In, Bit>,
    /// The time has passed.
    pub expired: Signal<Out, Bit>,
    counter: Dff<Bits<COUNTER>>,
    rest: Dff<Bits<SUM>>,
    carried: Signal<Local, Bits<SUM>>,
    sum: Signal<Local, Bits<SUM>>,
    zero: Constant<Bits<COUNTER>>,
    one: Constant<Bits<COUNTER>>,
    half_bit: Constant<Bits<COUNTER>>,
    short_bit: Constant<Bits<COUNTER>>,
    long_bit: Constant<Bits<COUNTER>>,
    nothing: Constant<Bits<SUM>>,
    fraction: Constant<Bits<SUM>>,
}

inputs!(Divider<BIT>, [const BIT: u64]:
    half, full, first);

impl<const BIT: u64> Default for Divider<BIT> {
    fn default() -> Self {
        let clocks = BIT / PARTS;
        assert!(
            (FEWEST..=MOST).contains(&clocks),
            "{clocks} clocks a bit: a serial line takes {FEWEST} to {MOST}"
        );
        Self {
            clock: Signal::default(),
            half: Signal::default(),
            full: Signal::default(),
            first: Signal::default(),
            expired: Signal::default(),
            counter: Dff::default(),
            rest: Dff::default(),
            carried: Signal::default(),
            sum: Signal::default(),
            zero: Constant::new(0.into()),
            one: Constant::new(1.into()),
            half_bit: Constant::new((clocks / 2 - 1).into()),
            short_bit: Constant::new((clocks - 1).into()),
            long_bit: Constant::new(clocks.into()),
            nothing: Constant::new(0.into()),
            fraction: Constant::new((BIT % PARTS).into()),
        }
    }
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
