//! Detects the format of a file from its content: the only format that fits or, of several, one in which the first puzzle can be read.
//!
//! [`format`] falls back to the most likely of the formats that fit, and then to the format of the file's name. A reading in which the
//! sums of rows and columns differ loses to one in which they agree. Known kinds of files that no reader supports are refused first; the
//! error names the kind.

use super::ReadError;
use crate::formats::{Format, ParseErrorKind, Source};
use crate::{Excerpt, Puzzle};

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
const NUMBERS: [Format; 4] = [Format::Mk, Format::Nin, Format::Cwd, Format::Cwc];

/// Whether a file's name does not determine its format: text and tables may hold lists, drawings and other data.
pub(super) fn is_open(named: Option<Format>) -> bool {
    matches!(named, None | Some(Format::Text | Format::Table | Format::Lists))
}

/// Whether no file of another format fits this format, so that a file that does is not read as anything else.
fn is_certain(format: Format) -> bool {
    let may_be_lists =
        matches!(format, Format::Non | Format::G | Format::Json | Format::Jsonl | Format::Dzn);
    format != Format::Table && !is_vague(format) && !may_be_lists
}

/// The picture format that the content fits, regardless of the file's name; `None` if it fits none. An error if the content is of a known
/// kind without a reader.
pub(super) fn picture(source: &Source) -> Result<Option<Format>, ReadError> {
    let is_picture = |format: &Format| format.is_picture();
    let picture = Format::sniff(source).into_iter().find(is_picture);
    match foreign(source).filter(|_| picture.is_none()) {
        Some(error) => Err(error),
        None => Ok(picture),
    }
}

/// The format of the content; `named`, the format of the name, is used if the content shows none. An error if neither shows a format,
/// or if the content can be read as different puzzles in formats of equal certainty.
pub(super) fn format(source: &Source, named: Option<Format>) -> Result<Format, ReadError> {
    let fitting = Format::sniff(source);
    let is_picture = |format: &Format| format.is_picture();
    if let Some(error) = foreign(source).filter(|_| !fitting.iter().any(is_picture)) {
        return Err(error);
    }
    if let [format] = fitting[..] {
        return Ok(format);
    }
    if let Some(&format) = fitting.iter().find(|&&format| is_certain(format)) {
        return Ok(format);
    }
    // Lists of numbers with several readings are refused even if another format of numbers takes one of them, unless the caller states
    // the number of rows.
    if fitting.contains(&Format::Lists) && fitting.iter().all(|&format| is_vague(format)) {
        match Format::Lists.read(source).next() {
            Some(Ok(_)) if source.lists.rows.is_some() => return Ok(Format::Lists),
            Some(Err(ReadError::Parse(error)))
                if matches!(error.kind, ParseErrorKind::SeveralReadings { .. }) =>
            {
                return Ok(Format::Lists);
            }
            _ => {}
        }
    }
    // The first puzzle, and whether there are others.
    let first = |format: Format| {
        let mut puzzles = format.read(source);
        Some((puzzles.next()?.ok()?, puzzles.next().is_some()))
    };
    let mut disagreeing = None;
    for tier in TIERS {
        let mut found: Vec<(Format, (Puzzle, bool))> = Vec::new();
        for &format in fitting.iter().filter(|&&format| tier(format)) {
            found.extend(first(format).map(|puzzle| (format, puzzle)));
        }
        let agree = found.iter().any(|(_, (puzzle, _))| puzzle.sums_agree());
        if agree {
            found.retain(|(_, (puzzle, _))| puzzle.sums_agree());
        }
        let Some((format, (puzzle, several))) = found.first() else {
            continue;
        };
        let is_same = |(_, (other, others)): &(_, (Puzzle, bool))| {
            other.has_clues_of(puzzle) && others == several
        };
        let outcome = if found.iter().all(is_same) {
            Ok(*format)
        } else {
            Err(ReadError::Ambiguous {
                file: source.name.to_owned(),
                choices: found.into_iter().map(|(format, _)| format).collect(),
            })
        };
        if agree {
            return outcome;
        }
        disagreeing.get_or_insert(outcome);
    }
    if let Some(outcome) = disagreeing {
        return outcome;
    }
    // The content cannot be read in any format that fits. The reader of the most likely format gives the most helpful error.
    let of_tier = |tier: &fn(Format) -> bool| {
        let mut fitting = fitting.iter().filter(|format| !NUMBERS.contains(format));
        fitting.find(|&&format| tier(format))
    };
    let likely = TIERS.iter().find_map(of_tier);
    let no_format =
        || ReadError::NoFormat { file: source.name.to_owned(), seen: seen(source.bytes) };
    (likely.or(fitting.first()).copied().or(named)).ok_or_else(no_format)
}

/// The first line of a text, or the first bytes of other content.
fn seen(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    match text.map(|text| text.lines().map(str::trim).find(|line| !line.is_empty())) {
        Some(Some(line)) => format!("{:?}", Excerpt(line)),
        Some(None) => "no text".to_owned(),
        None => {
            let bytes = bytes.iter().take(8).map(|byte| format!("{byte:02x}"));
            format!("the bytes {}", bytes.collect::<Vec<_>>().join(" "))
        }
    }
}

/// A kind of file without a reader: its bytes at an offset, its description, and the next step for the user.
type Kind = (usize, &'static [u8], &'static str, &'static str);

const EXPORT: &str = "save or export it as PNG or JPEG";
const PAGE: &str = "save the page with the puzzle as PNG";
const PNG: &str = "save it as PNG";
const PLAIN: &str = "save it as plain text";
const SHEET: &str = "export the sheet as CSV, or save the document as plain text";
const DOCUMENT: &str =
    "unpack the archive, export the sheet as CSV, or save the document as plain text";
const UNPACK: &str = "unpack it";
const ZIP: &str = "a ZIP archive, or a document such as XLSX, ODS or DOCX";

const KINDS: &[Kind] = &[
    (0, b"%PDF", "a PDF document", PAGE),
    (4, b"ftyphei", "a HEIC photograph", EXPORT),
    (4, b"ftyphev", "a HEIC photograph", EXPORT),
    (4, b"ftypavis", "an AVIF picture", EXPORT),
    (257, b"ustar", "a TAR archive", UNPACK),
    (0, b"PK\x05\x06", "an empty ZIP archive", "check that this is the right file"),
    (0, b"SQLite format 3", "a database", "export the puzzle as text"),
    (4, b"ftypmif", "a HEIF photograph", EXPORT),
    (4, b"ftypavif", "an AVIF picture", EXPORT),
    (0, b"II*\0", "a TIFF picture", EXPORT),
    (0, b"MM\0*", "a TIFF picture", EXPORT),
    (0, b"\0\0\x01\0", "an icon", EXPORT),
    (0, b"\xff\x0a", "a JPEG XL picture", EXPORT),
    (4, b"JXL ", "a JPEG XL picture", EXPORT),
    (0, b"8BPS", "a Photoshop picture", EXPORT),
    (0, b"\xff\xd8\xff", "a JPEG picture", PNG),
    (0, b"GIF8", "a GIF picture", PNG),
    (8, b"WEBP", "a WebP picture", PNG),
    (0, b"PK\x03\x04", ZIP, DOCUMENT),
    (0, b"\xd0\xcf\x11\xe0", "an old Office document", SHEET),
    (0, b"{\\rtf", "an RTF document", PLAIN),
    (0, b"7z\xbc\xaf", "a 7z archive", UNPACK),
    (0, b"Rar!", "a RAR archive", UNPACK),
    (0, b"BZh", "a file packed by bzip2", UNPACK),
    (0, b"\xfd7zXZ", "a file packed by xz", UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a file packed by zstd", UNPACK),
    (0, b"\x7fELF", "a program", "check the name"),
];

/// The error for content of a known kind without a reader; `None` if the kind is unknown.
fn foreign(source: &Source) -> Option<ReadError> {
    let bytes = source.bytes;
    let refuse = |what, help| {
        let file = source.name.to_owned();
        Some(ReadError::Foreign { file, what, help })
    };
    let has =
        |(at, start, ..): &&Kind| bytes.get(*at..).is_some_and(|rest| rest.starts_with(start));
    if let Some((_, _, what, help)) = KINDS.iter().find(has) {
        return refuse(what, help);
    }
    let head = &bytes[..bytes.len().min(1024)];
    if head.windows(5).any(|part| part == b"%PDF-") {
        return refuse("a PDF document", PAGE);
    }
    // The first bytes may end within a character.
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut text = text.trim_start();
    // A declaration or comments may precede the first element.
    while let Some(rest) = [("<?", "?>"), ("<!--", "-->")].iter().find_map(|(open, close)| {
        let (_, rest) = text.strip_prefix(open)?.split_once(close)?;
        Some(rest.trim_start())
    }) {
        text = rest;
    }
    let begins =
        |tag: &str| text.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    let page = "<!doctype html|<html|<head|<body|<table|<div|<script|<p>|<meta|<link";
    if page.split('|').any(begins) {
        return refuse("a web page", "copy the clues into a text file");
    }
    if begins("<svg") || begins("<!doctype svg") {
        return refuse("an SVG drawing", EXPORT);
    }
    None
}
