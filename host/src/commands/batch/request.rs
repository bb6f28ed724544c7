//! The request in a line of a batch: an object with the clues of a puzzle, a text of puzzles, or the name of a file of puzzles.
//!
//! [`read`] parses the text of a line; it returns the id as it was written, even if other keys are bad. The id is null if the line is
//! not a JSON object or has no id.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use nonogram_puzzles::{Clue, Format, Puzzle, PuzzleFile, ReadError};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::json_error;

/// The keys of a line.
const KEYS: [&str; 6] = ["id", "rows", "columns", "file", "text", "format"];

/// The puzzles of a line.
pub enum Puzzles {
    /// A puzzle given by clues.
    One(Puzzle),
    /// The puzzles of a file or of a text, and their number.
    Several(PuzzleFile, usize),
}

impl Puzzles {
    /// The puzzles of a file; an error if one of them cannot be read.
    fn of(file: PuzzleFile) -> Result<Self, ReadError> {
        let count = file.count()?;
        Ok(Self::Several(file, count))
    }

    /// The puzzles of the ordinary file at `path`.
    fn at(path: &Path, format: Option<Format>) -> anyhow::Result<Self> {
        let name = path.display();
        // Opening or reading anything else could block, or take the lines of the batch from stdin.
        let what = match std::fs::metadata(path) {
            Ok(found) if !found.is_file() => Some("a folder, a device or a pipe"),
            Ok(found) if found.len() == 0 => Some("an empty file"),
            _ => None,
        };
        if let Some(what) = what {
            bail!(
                "{name}: {what}; expected an ordinary file with a puzzle: correct its name, or give its content as `text`"
            );
        }
        let file = PuzzleFile::open(path, format)?;
        let format = file.format();
        Self::of(file).map_err(|error| match error {
            // The content is not quoted, because the line may name any file.
            ReadError::Parse(error) => {
                let place = error.line.map(|line| format!(" at line {line}"));
                let place = place.unwrap_or_default();
                anyhow!(
                    "{name}: not a puzzle in the format {format}{place}; expected one: `nonogram validate` shows the fault"
                )
            }
            error => error.into(),
        })
    }
}

/// The members of a line's object: the keys, and the values as they were written.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The id of a line, and its puzzles or the reason why it has none.
pub fn read(text: &[u8]) -> (Box<RawValue>, anyhow::Result<Puzzles>) {
    match serde_json::from_slice::<Members>(text) {
        Err(error) => {
            let found = json_error::found(&error);
            let column = characters(text, error.column().max(1));
            let bad = anyhow!(
                "not a JSON object: {found} at column {column}; expected one per line, such as {{\"id\": 1, \"rows\": [[1]], \
                 \"columns\": [[1]]}}: correct the line"
            );
            (RawValue::NULL.to_owned(), Err(bad))
        }
        Ok(members) => {
            let id = members.get("id").map_or(RawValue::NULL, |id| *id);
            (id.to_owned(), puzzles(text, &members))
        }
    }
}

fn puzzles(line: &[u8], members: &Members) -> anyhow::Result<Puzzles> {
    if let Some(key) = members.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let keys = KEYS.join("`, `");
        bail!("unknown key {key:?}; expected only `{keys}`: correct or remove it");
    }
    let rows: Option<Vec<Vec<usize>>> = value(line, members, "rows", CLUES)?;
    let columns: Option<Vec<Vec<usize>>> = value(line, members, "columns", CLUES)?;
    let file: Option<PathBuf> = value(line, members, "file", "a string")?;
    let text: Option<String> = value(line, members, "text", "a string")?;
    let format: Option<String> = value(line, members, "format", "a string")?;
    let format: Option<Format> = format.as_deref().map(str::parse).transpose()?;
    match (rows, columns, file, text) {
        (Some(rows), Some(columns), None, None) => {
            let clues = |lines: Vec<Vec<usize>>| lines.into_iter().map(Clue::new).collect();
            Ok(Puzzles::One(Puzzle::new(clues(rows), clues(columns))?))
        }
        (None, None, Some(file), None) => {
            ensure!(
                file != Path::new("-"),
                "a line cannot name stdin; expected the path of a file, or its `text`: correct the line"
            );
            Puzzles::at(&file, format)
        }
        (None, None, None, Some(text)) => {
            let file = PuzzleFile::from_stream(text.as_bytes(), "<text>", format)?;
            Ok(Puzzles::of(file)?)
        }
        _ => bail!(
            "no puzzle, an incomplete one or more than one source; expected both `rows` and `columns`, or `file`, or `text`: \
             correct the line"
        ),
    }
}

/// The number of characters in the first `bytes` bytes of a line.
fn characters(line: &[u8], bytes: usize) -> usize {
    let part = line.get(..bytes).unwrap_or(line);
    String::from_utf8_lossy(part).chars().count()
}

/// The expected value of `rows` and `columns`, as part of a message.
const CLUES: &str = "a list of clues, each a list of lengths, such as [[1, 1], [3]]";

/// The value of a key of a line, if the key is present; null counts as absent.
fn value<'a, T: Deserialize<'a>>(
    line: &[u8],
    members: &Members<'a>,
    key: &'static str,
    expected: &'static str,
) -> anyhow::Result<Option<T>> {
    let Some(value) = members.get(key) else {
        return Ok(None);
    };
    let value = value.get();
    serde_json::from_str(value).map_err(|error| {
        // The text of the value is a slice of the line.
        let before = value.as_ptr().addr() - line.as_ptr().addr();
        let found = json_error::found(&error);
        let column = characters(line, before + error.column().max(1));
        anyhow!("key `{key}`: {found} at column {column}; expected {expected}: correct it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n";

    fn asked(line: &str) -> anyhow::Result<Puzzles> {
        let (id, puzzles) = read(line.as_bytes());
        assert_eq!(id.get(), "7");
        puzzles
    }

    #[test]
    fn line_without_exactly_one_readable_source_is_refused() {
        for (sources, expected) in [
            ("".to_owned(), "no puzzle"),
            (r#", "rows": [[1]]"#.to_owned(), "no puzzle"),
            (format!(r#", "file": "a.non", "text": "{TEXT}""#), "no puzzle"),
            (r#", "file": "-""#.to_owned(), "cannot name stdin"),
            (r#", "file": "/dev/null", "format": "non""#.to_owned(), "a device"),
            (r#", "file": "/", "format": "non""#.to_owned(), "a folder"),
            (r#", "file": "/dev/tty", "format": "non""#.to_owned(), "a device"),
            (r#", "file": "/no/such/file""#.to_owned(), "/no/such/file"),
        ] {
            let Err(error) = asked(&format!(r#"{{"id": 7{sources}}}"#)) else {
                panic!("{sources} is read");
            };
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    /// A line may name any file that the process can read.
    #[test]
    fn content_of_a_file_that_is_no_puzzle_is_not_quoted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, "\nroot:secret:1\n").unwrap();
        let name = serde_json::to_string(&path).unwrap();
        for format in Format::ALL {
            let line = format!(r#"{{"id": 7, "file": {name}, "format": "{format}"}}"#);
            if let Err(error) = asked(&line) {
                let message = error.to_string().replace(&*path.to_string_lossy(), "");
                assert!(!message.contains("secret"), "{message}");
                assert!(message.contains("expected"), "{message}");
            }
        }
    }

    /// Columns count characters, not bytes, from the start of the line.
    #[test]
    fn bad_value_is_reported_with_its_column() {
        for (line, message) in [
            (
                r#"{"id": 7, "rows": [[-1]], "columns": [[1]]}"#,
                "key `rows`: the number -1 at column 22; expected a list of clues, each a list of lengths, such as \
                 [[1, 1], [3]]: correct it",
            ),
            (
                r#"{"id": 7, "format": "nön", "text": {}}"#,
                "key `text`: an object at column 36; expected a string: correct it",
            ),
        ] {
            let Err(error) = asked(line) else {
                panic!("{line} is read");
            };
            assert_eq!(error.to_string(), message);
        }
        let (_, puzzles) = read(b"[1]");
        let Err(error) = puzzles else {
            panic!("a list is read");
        };
        let message = error.to_string();
        assert!(
            message.starts_with("not a JSON object: a list at column 1; expected"),
            "{message}"
        );
    }
}
