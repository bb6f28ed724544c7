//! Prepares the bytes of a file for the readers: decompresses them, and converts text to UTF-8.
//!
//! [`plain`] handles gzip, byte order marks of UTF-8 and UTF-16, and XML that declares ISO-8859-1 or Windows-1252.

use flate2::read::GzDecoder;

use super::{ReadError, read_all};

/// Number of bytes at the start of a file that may be its XML declaration.
const DECLARATION: usize = 256;

/// The characters of the bytes 0x80 to 0x9f in Windows-1252. Five bytes without a character keep their value, as in browsers.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The content of a file, decompressed, without a byte order mark, and converted to UTF-8 if it is marked as text in another encoding.
/// Invalid UTF-16 is returned as it is. An error if the content cannot be decompressed or is too large.
pub(super) fn plain(bytes: Vec<u8>, name: &str) -> Result<Vec<u8>, ReadError> {
    let bytes = if bytes.starts_with(b"\x1f\x8b") {
        unpacked(&bytes, name)?
    } else {
        bytes
    };
    Ok(match bytes {
        // Windows editors start UTF-8 text with a byte order mark.
        _ if bytes.starts_with(b"\xef\xbb\xbf") => bytes[3..].to_vec(),
        _ if bytes.starts_with(b"\xff\xfe") => {
            utf16(&bytes[2..], u16::from_le_bytes).unwrap_or(bytes)
        }
        _ if bytes.starts_with(b"\xfe\xff") => {
            utf16(&bytes[2..], u16::from_be_bytes).unwrap_or(bytes)
        }
        _ if is_latin1(&bytes) => bytes
            .iter()
            .map(|&byte| windows_1252(byte))
            .collect::<String>()
            .into_bytes(),
        _ => bytes,
    })
}

fn unpacked(bytes: &[u8], name: &str) -> Result<Vec<u8>, ReadError> {
    read_all(GzDecoder::new(bytes), name).map_err(|error| match error {
        ReadError::Io { file, .. } => ReadError::Foreign {
            file,
            what: "a damaged gzip file",
            help: "download or compress it again",
        },
        other => other,
    })
}

/// Converts UTF-16 to UTF-8; `None` if the bytes are not valid UTF-16.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Vec<u8>> {
    let (pairs, rest) = bytes.as_chunks();
    let units = pairs.iter().map(|&pair| unit(pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(text.ok().filter(|_| rest.is_empty())?.into_bytes())
}

/// The character of a byte in Windows-1252, which differs from ISO-8859-1 only in that it replaces control characters.
fn windows_1252(byte: u8) -> char {
    let place = byte.checked_sub(0x80).map(usize::from);
    let special = place.and_then(|place| WINDOWS_1252.chars().nth(place));
    special.unwrap_or_else(|| char::from(byte))
}

/// Whether the bytes are XML that declares ISO-8859-1 or its Windows superset and that is not valid UTF-8.
fn is_latin1(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(DECLARATION)];
    if !head.starts_with(b"<?xml") || std::str::from_utf8(bytes).is_ok() {
        return false;
    }
    let end = head
        .windows(2)
        .position(|pair| pair == b"?>")
        .unwrap_or(head.len());
    let declaration = String::from_utf8_lossy(&head[..end]).to_ascii_lowercase();
    ["iso-8859-1", "latin1", "latin-1", "windows-1252"]
        .iter()
        .any(|name| declaration.contains(name))
}
