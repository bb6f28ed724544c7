//! CRC-13/BBC over bytes, one byte per cycle.
//! Interface: `add` adds a byte, which `crc` covers in the next cycle.
//! Source: the CRC-13/BBC entry of the catalogue of parametrised CRC algorithms (poly 0x1CF5, init 0).

use super::PAYLOAD;
use crate::prelude::*;

/// CRC-13/BBC.
#[derive(LogicBlock, Default)]
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
        self.rest.next = self.rest.val().replace_bit(
            0,
            self.out.val().get_bit(0)
                ^ self.out.val().get_bit(1)
                ^ self.out.val().get_bit(4)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6)
                ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            1,
            self.out.val().get_bit(1)
                ^ self.out.val().get_bit(2)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6)
                ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            2,
            self.out.val().get_bit(0)
                ^ self.out.val().get_bit(1)
                ^ self.out.val().get_bit(2)
                ^ self.out.val().get_bit(3)
                ^ self.out.val().get_bit(4)
                ^ self.out.val().get_bit(5),
        );
        self.rest.next = self.rest.val().replace_bit(
            3,
            self.out.val().get_bit(1)
                ^ self.out.val().get_bit(2)
                ^ self.out.val().get_bit(3)
                ^ self.out.val().get_bit(4)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6),
        );
        self.rest.next = self.rest.val().replace_bit(
            4,
            self.out.val().get_bit(0)
                ^ self.out.val().get_bit(1)
                ^ self.out.val().get_bit(2)
                ^ self.out.val().get_bit(3),
        );
        self.rest.next = self.rest.val().replace_bit(
            5,
            self.out.val().get_bit(0)
                ^ self.out.val().get_bit(2)
                ^ self.out.val().get_bit(3)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6)
                ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            6,
            self.out.val().get_bit(0) ^ self.out.val().get_bit(3) ^ self.out.val().get_bit(5),
        );
        self.rest.next = self.rest.val().replace_bit(
            7,
            self.out.val().get_bit(0) ^ self.out.val().get_bit(5) ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            8,
            self.rest.val().get_bit(8) ^ self.out.val().get_bit(1) ^ self.out.val().get_bit(6),
        );
        self.rest.next = self.rest.val().replace_bit(
            9,
            self.rest.val().get_bit(9) ^ self.out.val().get_bit(2) ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            10,
            self.rest.val().get_bit(10)
                ^ self.out.val().get_bit(0)
                ^ self.out.val().get_bit(1)
                ^ self.out.val().get_bit(3)
                ^ self.out.val().get_bit(4)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6)
                ^ self.out.val().get_bit(7),
        );
        self.rest.next = self.rest.val().replace_bit(
            11,
            self.rest.val().get_bit(11) ^ self.out.val().get_bit(0) ^ self.out.val().get_bit(2),
        );
        self.rest.next = self.rest.val().replace_bit(
            12,
            self.rest.val().get_bit(12)
                ^ self.out.val().get_bit(0)
                ^ self.out.val().get_bit(3)
                ^ self.out.val().get_bit(4)
                ^ self.out.val().get_bit(5)
                ^ self.out.val().get_bit(6)
                ^ self.out.val().get_bit(7),
        );
        if self.add.val() {
            self.crc.d.next = self.rest.val();
        }
    }
}
