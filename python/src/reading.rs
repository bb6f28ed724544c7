//! Puzzles from files, text and lists of clues.

use nonogram_puzzles as puzzles;
use nonogram_puzzles::{Clue, Format, Palette, PuzzleFile, ReadError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{bad_input, bad_value, warn};

/// The file name for text arguments in messages.
const TEXT: &str = "<text>";

/// A text argument from Python.
#[derive(FromPyObject)]
pub enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

/// A block in Python: its length or, with colours, a string such as "3a".
#[derive(FromPyObject, IntoPyObject)]
pub enum Block {
    Length(usize),
    Coloured(String),
}

/// The clues of the rows or of the columns.
pub type Clues = Vec<Vec<Block>>;

/// Converts the argument `rows`.
pub fn row_clues(value: &Bound<'_, PyAny>) -> PyResult<Clues> {
    clues_of("rows", value)
}

/// Converts the argument `columns`.
pub fn column_clues(value: &Bound<'_, PyAny>) -> PyResult<Clues> {
    clues_of("columns", value)
}

fn clues_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Clues> {
    const CLUES: &str = "a list with one list of block lengths per line";
    const CLUE: &str = "a list of block lengths";
    const LENGTH: &str =
        "the length of a block, such as 3, or in several colours a string such as \"3a\"";
    let lines: Vec<Bound<'_, PyAny>> =
        (value.extract()).map_err(|_| bad_value(name, value, CLUES))?;
    let mut clues = Vec::new();
    for (line, clue) in lines.iter().enumerate() {
        let place = format!("{name}[{line}]");
        let blocks: Vec<Bound<'_, PyAny>> =
            (clue.extract()).map_err(|_| bad_value(&place, clue, CLUE))?;
        let blocks = blocks.iter().enumerate().map(|(block, value)| {
            let place = format!("{place}[{block}]");
            (value.extract()).map_err(|_| bad_value(&place, value, LENGTH))
        });
        clues.push(blocks.collect::<PyResult<_>>()?);
    }
    Ok(clues)
}

/// Converts clues to their Python form.
pub fn clues(palette: &Palette, clues: &[Clue]) -> Clues {
    let blocks = |clue: &Clue| {
        if palette.is_coloured() {
            (palette.blocks(clue).into_iter().map(Block::Coloured)).collect()
        } else {
            clue.iter().copied().map(Block::Length).collect()
        }
    };
    clues.iter().map(blocks).collect()
}

/// Converts clues from their Python form; `None` if a block is a string.
pub fn plain(clues: &Clues) -> Option<Vec<Clue>> {
    let clue = |blocks: &Vec<Block>| {
        let length = |block: &Block| match block {
            Block::Length(length) => Some(*length),
            Block::Coloured(_) => None,
        };
        blocks.iter().map(length).collect::<Option<Clue>>()
    };
    clues.iter().map(clue).collect()
}

/// Makes a puzzle from coloured clues. The colours of the palette are in the order of the dictionary.
pub fn coloured(
    py: Python<'_>,
    rows: Clues,
    columns: Clues,
    palette: Option<Bound<'_, PyDict>>,
) -> PyResult<puzzles::Puzzle> {
    let object = PyDict::new(py);
    object.set_item("rows", rows)?;
    object.set_item("columns", columns)?;
    if let Some(palette) = palette {
        object.set_item("palette", palette)?;
    }
    let text = py.import("json")?.call_method1("dumps", (object,))?;
    parse(py, Text::Text(text.extract()?), Some(Format::Json))
}

/// Reads the only puzzle of a text.
pub fn parse(py: Python<'_>, text: Text, format: Option<Format>) -> PyResult<puzzles::Puzzle> {
    let bytes = match text {
        Text::Text(text) => text.into_bytes(),
        Text::Bytes(bytes) => bytes,
    };
    let read = load(py, move || PuzzleFile::from_stream(&bytes[..], TEXT, format))?;
    only(read, TEXT, "pass one of them")
}

/// The format with the given name; `None` if no name is given.
pub fn format(name: Option<&str>) -> PyResult<Option<Format>> {
    name.map(|name| name.parse().map_err(bad_input)).transpose()
}

/// Returns the only puzzle of a file or text. `help` is the next step in the message if there is not exactly one.
pub fn only<T>(mut puzzles: Vec<T>, name: &str, help: &str) -> PyResult<T> {
    let count = puzzles.len();
    let puzzle = puzzles.pop().filter(|_| count == 1);
    puzzle.ok_or_else(|| bad_input(format!("{name}: {count} puzzles; expected one: {help}")))
}

/// Reads all puzzles of a file, and issues a warning for each note of the reader that affects the puzzles.
pub fn load(
    py: Python<'_>,
    open: impl FnOnce() -> Result<PuzzleFile, ReadError> + Send,
) -> PyResult<Vec<puzzles::Puzzle>> {
    let (read, notes) = py
        .detach(|| {
            let file = open()?;
            let read: Vec<_> = file.puzzles().collect::<Result<_, _>>()?;
            Ok((read, file.notes()))
        })
        .map_err(|error: ReadError| bad_input(error))?;
    for note in notes.into_iter().filter(|note| note.matters) {
        warn(py, note.text)?;
    }
    Ok(read)
}
