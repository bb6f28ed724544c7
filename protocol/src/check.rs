//! The running CRC-13/BBC of a board, a reply or an identity.
//!
//! Add the messages to a [`Check`], beginning with the first start board; [`Check::message`] is then the check message to send.
//! The polynomial comes from the catalogue in the crate `crc`.

use core::fmt;

use crc::{CRC_13_BBC, Crc, Digest, Table};

use crate::Message;

static CRC: Crc<u16> = Crc::<u16>::new(&CRC_13_BBC);

/// A CRC in progress.
#[derive(Clone)]
pub struct Check(Digest<'static, u16, Table<1>>);

impl Check {
    /// A CRC over no bytes yet.
    pub fn new() -> Self {
        Self(CRC.digest())
    }

    /// Adds a message's two bytes.
    pub fn add(&mut self, message: Message) {
        self.0.update(&message.to_bytes());
    }

    /// The 13 bits of the CRC over the messages added so far.
    pub fn value(&self) -> u16 {
        self.0.clone().finalize()
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
        let shown = alloc::format!("{check:?}");
        assert_eq!(shown, alloc::format!("Check(0x{:04x})", check.value()));
    }
}
