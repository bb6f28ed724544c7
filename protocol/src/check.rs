//! The running CRC-13/BBC of a board, a reply or an identity.
//!
//! Add the messages to a [`Check`], beginning with the first start board; [`Check::message`] is then the check message to send. The check
//! of a reply can start from the value of the check of the board that it answers ([`Check::starting_from`]), so that it belongs to it.
//! The polynomial comes from the catalogue in the crate `crc`.

use core::fmt;

use crc::{CRC_13_BBC, Crc, Digest, Table};

use crate::{MESSAGE_BYTES, Message};

static CRC: Crc<u16> = Crc::<u16>::new(&CRC_13_BBC);

/// A CRC in progress.
#[derive(Clone)]
pub struct Check {
    digest: Digest<'static, u16, Table<1>>,
    /// The value before the first message.
    seed: u16,
    messages: usize,
}

impl Check {
    /// A CRC over no bytes yet, which starts from zero.
    pub fn new() -> Self {
        Self::starting_from(0)
    }

    /// A CRC over no bytes yet, which starts from this value of 13 bits.
    pub fn starting_from(seed: u16) -> Self {
        Self { digest: CRC.digest_with_initial(seed), seed, messages: 0 }
    }

    /// Adds a message's two bytes.
    pub fn add(&mut self, message: Message) {
        self.digest.update(&message.to_bytes());
        self.messages += 1;
    }

    /// The 13 bits of the CRC over the messages added so far.
    pub fn value(&self) -> u16 {
        self.digest.clone().finalize()
    }

    /// The value from which a CRC over the messages added so far must start in order to end in `value`. There is exactly one.
    pub fn seed_of(&self, value: u16) -> u16 {
        let polynomial = CRC.algorithm.poly;
        // Each bit shifts the difference of two CRCs over the same bytes left by one place; this reverses it.
        let shift_back = |difference: u16, _| match difference & 1 {
            0 => difference >> 1,
            _ => (difference ^ polynomial) >> 1 | 1 << (CRC.algorithm.width - 1),
        };
        let bits = 0..self.messages * MESSAGE_BYTES * 8;
        self.seed ^ bits.fold(value ^ self.value(), shift_back)
    }

    /// The check message for the messages added so far.
    pub fn message(&self) -> Message {
        Message::Check(self.value())
    }
}

impl Default for Check {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Check(0x{:04x})", self.value())
    }
}

/// The value of the check of a whole board, from which the check of its reply starts; `None` if the board has no check. The last four
/// bytes of the board suffice.
pub fn board_check(board: &[u8]) -> Option<u16> {
    let [.., high, low, _, _] = *board else {
        return None;
    };
    match Message::from_bytes([high, low]) {
        Message::Check(value) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_agrees_with_the_catalogue() {
        // The catalogue's check value is over the ASCII digits 1 to 9.
        assert_eq!(CRC.checksum(b"123456789"), 0x04fa);
    }

    #[test]
    fn value_is_the_crc_of_the_added_messages() {
        let mut check = Check::new();
        check.add(Message::StartBoard(3));
        check.add(Message::StartBoard(2));
        assert_eq!(check.value(), CRC.checksum(&[0xe0, 0x06, 0xe0, 0x04]));
        assert_eq!(check.seed_of(check.value()), 0);
        let shown = alloc::format!("{check:?}");
        assert_eq!(shown, alloc::format!("Check(0x{:04x})", check.value()));
    }

    #[test]
    fn seed_is_recovered_from_the_value() {
        for seed in [0, 1, 0x1000, 0x0abc, 0x1fff] {
            let mut check = Check::starting_from(seed);
            assert_eq!(check.value(), seed);
            for lines in 0..40 {
                check.add(Message::StartBoard(lines));
                assert_eq!(check.seed_of(check.value()), seed);
                let mut zero = Check::new();
                (0..=lines).for_each(|lines| zero.add(Message::StartBoard(lines)));
                assert_eq!(zero.seed_of(check.value()), seed);
                assert_ne!(zero.seed_of(check.value() ^ 1), seed);
            }
        }
    }

    #[test]
    fn check_of_a_board_is_the_message_before_its_end() {
        assert_eq!(board_check(&[0xe0, 2, 0xe0, 2, 0x61, 0x23, 0, 0]), Some(0x0123));
        assert_eq!(board_check(&[0x20, 0, 0, 0]), None);
        assert_eq!(board_check(&[0, 0]), None);
    }
}
