//! The request in a line of a batch: an object with the clues of a puzzle, a text of puzzles, or the name of a file of puzzles.
//!
//! [`read`] parses the text of a line; it returns the id as it was written, even if other keys are bad. The id is null if the line is
//! not a JSON object or has no id.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use nonogram_puzzles::{Clue, Format, Puzzle, PuzzleFile, ReadError};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::json_error;

/// The id of a line, as it was written.
#[derive(Default, Deserialize)]
struct Id {
    id: Option<Box<RawValue>>,
}

/// The keys of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(rename = "id")]
    _id: Option<IgnoredAny>,
    rows: Option<Vec<Vec<usize>>>,
    columns: Option<Vec<Vec<usize>>>,
    file: Option<PathBuf>,
    text: Option<String>,
    format: Option<String>,
}

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

/// The id of a line, and its puzzles or the reason why it has none.
pub fn read(line: &[u8]) -> (Box<RawValue>, anyhow::Result<Puzzles>) {
    const EXPECTED: &str = "expected an object per line, such as {\"id\": 1, \"rows\": [[1]], \"columns\": [[1]]}: correct the line";
    // A list could be read as the values of the keys.
    if !line.trim_ascii_start().starts_with(b"{") {
        return (RawValue::NULL.to_owned(), Err(anyhow!("not a JSON object; {EXPECTED}")));
    }
    let Id { id } = serde_json::from_slice(line).unwrap_or_default();
    let request = serde_json::from_slice::<Request>(line).map_err(|error| {
        let found = json_error::found(&error);
        let part = line.get(..error.column().max(1)).unwrap_or(line);
        let column = String::from_utf8_lossy(part).chars().count();
        anyhow!(
            "{found} at column {column}; expected lists of clues such as [[1, 1], [3]] for `rows` and `columns`, and strings for `file`, \
             `text` and `format`: correct the line"
        )
    });
    (id.unwrap_or(RawValue::NULL.to_owned()), request.and_then(puzzles))
}

fn puzzles(request: Request) -> anyhow::Result<Puzzles> {
    let Request { rows, columns, file, text, format, .. } = request;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A line may name any file that the process can read.
    #[test]
    fn content_of_a_file_that_is_no_puzzle_is_not_quoted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, "\nroot:secret:1\n").unwrap();
        let name = serde_json::to_string(&path).unwrap();
        for format in Format::ALL {
            let line = format!(r#"{{"id": 7, "file": {name}, "format": "{format}"}}"#);
            if let (_, Err(error)) = read(line.as_bytes()) {
                let message = error.to_string().replace(&*path.to_string_lossy(), "");
                assert!(!message.contains("secret"), "{message}");
                assert!(message.contains("expected"), "{message}");
            }
        }
    }
}
