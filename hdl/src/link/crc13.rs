//! CRC-13/BBC over bytes, one byte per cycle.
//! Interface: `add` adds a byte, which `crc` covers in the next cycle.
//! Source: the CRC-13/BBC entry of the catalogue of parametrised CRC algorithms (poly 0x1CF5, init 0).

use super::PAYLOAD;
use crate::prelude::*;

/// The polynomial without its highest power, x^13.
const POLYNOMIAL: u64 = 0x1cf5;

/// CRC-13/BBC.
#[derive(LogicBlock, SmartDefault)]
pub struct Crc13 {
    /// Adds `data` to the CRC.
    pub add: Signal<In, Bit>,
    /// With `add`: restarts the CRC from `seed` with this byte.
    pub clear: Signal<In, Bit>,
    /// Value from which the CRC starts, sampled with `clear`.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// Byte to add, most significant bit first; sampled with `add`.
    pub data: Signal<In, Bits<8>>,
    /// CRC of the bytes added since the last `clear`, from its `seed`.
    pub crc: Dff<Bits<PAYLOAD>, Out>,
    from: Signal<Local, Bits<PAYLOAD>>,
    rest: Signal<Local, Bits<PAYLOAD>>,
    out: Signal<Local, Bits<8>>,
    /// For each bit of the remainder, the leaving bits of whose parity it consists.
    #[default(from_fn(|bit| constant(taps(bit))))]
    taps: [Constant<Bits<8>>; PAYLOAD],
}

/// The leaving bits n whose remainder, that of x^(13 + n), has this bit.
fn taps(bit: usize) -> u64 {
    let mut remainder = POLYNOMIAL;
    let mut taps = 0;
    for leaving in 0..8 {
        taps |= (remainder >> bit & 1) << leaving;
        remainder <<= 1;
        if remainder >> PAYLOAD & 1 == 1 {
            remainder ^= 1 << PAYLOAD | POLYNOMIAL;
        }
    }
    taps
}

impl Logic for Crc13 {
    #[hdl_gen]
    fn update(&mut self) {
        self.from.next = self.crc.q.val();
        if self.clear.val() {
            self.from.next = self.seed.val();
        }
        // Each bit after eight steps of the division is the parity of some of the bits that leave the remainder, each with that of the byte,
        // and of a bit that stays. A loop over the eight steps takes more LUTs.
        self.out.next = bit_cast::<8, PAYLOAD>(self.from.val() >> 5) ^ self.data.val();
        self.rest.next = self.from.val() << 8;
        for i in 0..PAYLOAD {
            self.rest.next = self.rest.val().replace_bit(
                i,
                self.rest.val().get_bit(i) ^ (self.out.val() & self.taps[i].val()).xor(),
            );
        }
        if self.add.val() {
            self.crc.d.next = self.rest.val();
        }
    }
}
