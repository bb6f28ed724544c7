//! Detects the format of a file from its content: the only format that fits or, of several, one in which the first puzzle can be read.
//!
//! [`format`] falls back to the most likely of the formats that fit, and then to the format of the file's name.
//! For known kinds of files that no reader supports, the error names the kind.

use super::ReadError;
use crate::Puzzle;
use crate::formats::{Format, Source};

/// Classes of formats by the certainty of their detection, most certain first.
const TIERS: [fn(Format) -> bool; 3] = [
    |format| !is_vague(format) && format != Format::Table,
    |format| format == Format::Table,
    is_vague,
];

/// Whether files of other formats often fit this format, too.
fn is_vague(format: Format) -> bool {
    NUMBERS.contains(&format) || matches!(format, Format::Text | Format::Lists)
}

/// Formats of numbers without keywords. The meaning of the first numbers differs from format to format.
const NUMBERS: [Format; 3] = [Format::Mk, Format::Nin, Format::Cwd];

/// Whether a file's name does not determine its format: text and tables may hold lists, drawings and other data.
pub(super) fn is_open(named: Option<Format>) -> bool {
    matches!(
        named,
        None | Some(Format::Text | Format::Table | Format::Lists)
    )
}

/// The picture format that the content fits, regardless of the file's name; `None` if it fits none.
pub(super) fn picture(source: &Source) -> Option<Format> {
    let is_picture = |format: &Format| format.is_picture();
    Format::sniff(source).into_iter().find(is_picture)
}

/// The format of the content; `named`, the format of the name, is used if the content shows none. An error if neither shows a format,
/// or if the content can be read as different puzzles in formats of equal certainty.
pub(super) fn format(source: &Source, named: Option<Format>) -> Result<Format, ReadError> {
    let fitting = Format::sniff(source);
    if let [format] = fitting[..] {
        return Ok(format);
    }
    let first = |format: Format| format.read(source).ok()?.next()?.ok();
    for tier in TIERS {
        let mut found: Vec<(Format, Puzzle)> = Vec::new();
        for &format in fitting.iter().filter(|&&format| tier(format)) {
            found.extend(first(format).map(|puzzle| (format, puzzle)));
        }
        let Some((format, puzzle)) = found.first() else {
            continue;
        };
        if found.iter().all(|(_, other)| other.has_clues_of(puzzle)) {
            return Ok(*format);
        }
        return Err(ReadError::Ambiguous {
            file: source.name.to_owned(),
            choices: found.into_iter().map(|(format, _)| format).collect(),
        });
    }
    // The content cannot be read in any format that fits. The reader of the most likely format gives the most helpful error.
    let of_tier = |tier: &fn(Format) -> bool| {
        let mut fitting = fitting.iter().filter(|format| !NUMBERS.contains(format));
        fitting.find(|&&format| tier(format))
    };
    let likely = TIERS.iter().find_map(of_tier);
    let no_format = || ReadError::NoFormat {
        file: source.name.to_owned(),
    };
    (likely.or(fitting.first()).copied().or(named))
        .ok_or_else(|| foreign(source).unwrap_or_else(no_format))
}

/// A kind of file without a reader: its bytes at an offset, its description, and the next step for the user.
struct Kind {
    at: usize,
    bytes: &'static [u8],
    what: &'static str,
    help: &'static str,
}

const EXPORT: &str = "save or export it as PNG or JPEG";
const SHEET: &str = "export the sheet as CSV, or save the document as plain text";

const KINDS: &[Kind] = &[
    Kind {
        at: 0,
        bytes: b"%PDF",
        what: "a PDF document",
        help: "save the page with the puzzle as PNG",
    },
    Kind {
        at: 4,
        bytes: b"ftyphei",
        what: "a HEIC photograph",
        help: EXPORT,
    },
    Kind {
        at: 4,
        bytes: b"ftypmif",
        what: "a HEIF photograph",
        help: EXPORT,
    },
    Kind {
        at: 4,
        bytes: b"ftypavif",
        what: "an AVIF picture",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"II*\0",
        what: "a TIFF picture",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"MM\0*",
        what: "a TIFF picture",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"\0\0\x01\0",
        what: "an icon",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"\xff\x0a",
        what: "a JPEG XL picture",
        help: EXPORT,
    },
    Kind {
        at: 4,
        bytes: b"JXL ",
        what: "a JPEG XL picture",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"8BPS",
        what: "a Photoshop picture",
        help: EXPORT,
    },
    Kind {
        at: 0,
        bytes: b"\xff\xd8\xff",
        what: "a JPEG picture",
        help: "save it as PNG",
    },
    Kind {
        at: 0,
        bytes: b"GIF8",
        what: "a GIF picture",
        help: "save it as PNG",
    },
    Kind {
        at: 8,
        bytes: b"WEBP",
        what: "a WebP picture",
        help: "save it as PNG",
    },
    Kind {
        at: 0,
        bytes: b"PK\x03\x04",
        what: "a ZIP archive, or a document such as XLSX, ODS or DOCX",
        help: "unpack the archive, export the sheet as CSV, or save the document as plain text",
    },
    Kind {
        at: 0,
        bytes: b"\xd0\xcf\x11\xe0",
        what: "an old Office document",
        help: SHEET,
    },
    Kind {
        at: 0,
        bytes: b"{\\rtf",
        what: "an RTF document",
        help: "save it as plain text",
    },
    Kind {
        at: 0,
        bytes: b"7z\xbc\xaf",
        what: "a 7z archive",
        help: "unpack it",
    },
    Kind {
        at: 0,
        bytes: b"Rar!",
        what: "a RAR archive",
        help: "unpack it",
    },
    Kind {
        at: 0,
        bytes: b"BZh",
        what: "a file packed by bzip2",
        help: "unpack it",
    },
    Kind {
        at: 0,
        bytes: b"\xfd7zXZ",
        what: "a file packed by xz",
        help: "unpack it",
    },
    Kind {
        at: 0,
        bytes: b"\x28\xb5\x2f\xfd",
        what: "a file packed by zstd",
        help: "unpack it",
    },
    Kind {
        at: 0,
        bytes: b"\x7fELF",
        what: "a program",
        help: "check the name",
    },
];

/// The error for content of a known kind without a reader; `None` if the kind is unknown.
fn foreign(source: &Source) -> Option<ReadError> {
    let bytes = source.bytes;
    let has = |kind: &&Kind| {
        bytes
            .get(kind.at..)
            .is_some_and(|rest| rest.starts_with(kind.bytes))
    };
    let refuse = |what, help| ReadError::Foreign {
        file: source.name.to_owned(),
        what,
        help,
    };
    if let Some(kind) = KINDS.iter().find(has) {
        return Some(refuse(kind.what, kind.help));
    }
    let text = std::str::from_utf8(&bytes[..bytes.len().min(1024)])
        .ok()?
        .trim_start();
    let begins = |tag: &str| {
        text.get(..tag.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(tag))
    };
    if begins("<!doctype html") || begins("<html") {
        return Some(refuse("a web page", "copy the clues into a text file"));
    }
    if begins("<svg") || (begins("<?xml") && text.contains("<svg")) {
        return Some(refuse("an SVG drawing", EXPORT));
    }
    None
}
