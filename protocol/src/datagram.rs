//! Datagrams: boards and replies over UDP. A request is one or more boards in the data of its parts, one part per datagram; the answer to a
//! datagram repeats its header.
//!
//! [`DatagramHeader::with_data`] makes a datagram, and [`DatagramHeader::split`] takes one apart.

use alloc::vec::Vec;

/// The first bytes of a datagram: `NG`, and the version of the format.
pub const DATAGRAM_MAGIC: [u8; 3] = *b"NG\x01";

/// Bytes of a datagram before its data.
pub const DATAGRAM_HEADER: usize = 12;

/// The largest number of bytes of data in a datagram, so that it fits into one Ethernet frame.
pub const MAX_DATAGRAM_DATA: usize = 1460;

/// The number of requests before the current one whose late repeats a device discards.
pub const LATE_REQUESTS: u32 = 255;

/// The header of a datagram, without magic and length. Numbers are sent high byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagramHeader {
    /// The number of replies that the request is to have; 0 if further parts of the request follow.
    pub replies: u8,
    /// The number of the request.
    pub request: u32,
    /// The number of the part, from 0.
    pub part: u16,
}

impl DatagramHeader {
    /// The datagram with this header and these data, at most [`MAX_DATAGRAM_DATA`] bytes; further bytes are left out.
    pub fn with_data(&self, data: &[u8]) -> Vec<u8> {
        let data = &data[..data.len().min(MAX_DATAGRAM_DATA)];
        let mut bytes = Vec::with_capacity(DATAGRAM_HEADER + data.len());
        bytes.extend(DATAGRAM_MAGIC);
        bytes.push(self.replies);
        bytes.extend(self.request.to_be_bytes());
        bytes.extend(self.part.to_be_bytes());
        bytes.extend((data.len() as u16).to_be_bytes());
        bytes.extend(data);
        bytes
    }

    /// The header and the data of a datagram; `None` if it is not of this format, or not complete.
    pub fn split(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (header, data) = bytes.split_first_chunk::<DATAGRAM_HEADER>()?;
        let &[m0, m1, m2, replies, r0, r1, r2, r3, p0, p1, l0, l1] = header;
        let is_complete = usize::from(u16::from_be_bytes([l0, l1])) == data.len();
        let header = Self {
            replies,
            request: u32::from_be_bytes([r0, r1, r2, r3]),
            part: u16::from_be_bytes([p0, p1]),
        };
        ([m0, m1, m2] == DATAGRAM_MAGIC && is_complete && data.len() <= MAX_DATAGRAM_DATA)
            .then_some((header, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: DatagramHeader =
        DatagramHeader { replies: 2, request: 0x0102_0304, part: 0x0506 };

    #[test]
    fn fields_have_their_places() {
        let bytes = HEADER.with_data(&[0xe0, 0]);
        let expected = [b'N', b'G', 1, 2, 1, 2, 3, 4, 5, 6, 0, 2, 0xe0, 0];
        assert_eq!(bytes, expected);
        assert_eq!(DatagramHeader::split(&bytes), Some((HEADER, &[0xe0, 0][..])));
    }

    #[test]
    fn foreign_and_truncated_datagrams_are_refused() {
        let whole = HEADER.with_data(&[7; 20]);
        for length in 0..whole.len() {
            assert_eq!(DatagramHeader::split(&whole[..length]), None, "{length}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert_eq!(DatagramHeader::split(&longer), None);
        for place in 0..DATAGRAM_MAGIC.len() {
            let mut foreign = whole.clone();
            foreign[place] ^= 1;
            assert_eq!(DatagramHeader::split(&foreign), None, "{place}");
        }
    }

    #[test]
    fn data_fit_into_one_frame() {
        // 1,500 bytes of an Ethernet frame, less the headers of IP and UDP.
        let longest = HEADER.with_data(&[0; 3000]);
        assert_eq!(longest.len(), 1500 - 20 - 8);
        assert!(DatagramHeader::split(&longest).is_some());
    }
}
