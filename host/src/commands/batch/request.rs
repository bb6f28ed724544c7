//! What a line of a batch asks for: an object that holds, or names, one or more puzzles.
//!
//! [`read`] takes the text of a line; its id comes out even where the rest of it is bad.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use nonogram_puzzles::{Clue, Format, Puzzle, read_file, read_from};
use serde::Deserialize;
use serde_json::Value;

/// The keys of a line, but for the id.
#[derive(Deserialize)]
struct Request {
    rows: Option<Vec<Vec<usize>>>,
    columns: Option<Vec<Vec<usize>>>,
    file: Option<PathBuf>,
    text: Option<String>,
    format: Option<String>,
}

/// The id of a line, and its puzzles or why it has none.
pub fn read(text: &[u8]) -> (Value, anyhow::Result<Vec<Puzzle>>) {
    let value = serde_json::from_slice::<Value>(text).context(
        "no JSON; expected an object a line, such as {\"id\": 1, \"rows\": [[1]], \"columns\": [[1]]}",
    );
    match value {
        Err(error) => (Value::Null, Err(error)),
        Ok(value) => (value.get("id").cloned().unwrap_or_default(), puzzles(value)),
    }
}

fn puzzles(value: Value) -> anyhow::Result<Vec<Puzzle>> {
    const EXPECTED: &str =
        "expected an object with `id` and `rows` and `columns`, or `file`, or `text`";
    ensure!(value.is_object(), "no object; {EXPECTED}");
    let request: Request = serde_json::from_value(value).context(EXPECTED)?;
    let format: Option<Format> = request.format.as_deref().map(str::parse).transpose()?;
    match (request.rows, request.columns, request.file, request.text) {
        (Some(rows), Some(columns), None, None) => {
            let clues = |lines: Vec<Vec<usize>>| lines.into_iter().map(Clue::new).collect();
            Ok(vec![Puzzle::new(clues(rows), clues(columns))?])
        }
        (None, None, Some(file), None) if file == Path::new("-") => bail!(
            "a line cannot name stdin, where lines come from; expected the path of a file, or its `text`"
        ),
        (None, None, Some(file), None) => Ok(read_file(file, format)?),
        (None, None, None, Some(text)) => Ok(read_from(text.as_bytes(), "<text>", format)?),
        _ => bail!(
            "expected one puzzle: both `rows` and `columns`, or `file`, or `text`: correct the line"
        ),
    }
}
