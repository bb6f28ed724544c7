//! The functions `encode` and `decode`: conversion between puzzles and the bytes of the protocol.

use nonogram_kit::{Clues, Item, check_board};
use nonogram_protocol::{CoreKind, EncodeError, Message};
use nonogram_puzzles::Grid;
use nonogram_sim::wire::board_messages;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert;
use crate::error::{bad_argument, bad_input, raise, warn};
use crate::puzzle::Puzzle;

/// The bytes that a host sends for a puzzle: two per message, the high byte first.
///
/// core: "classic" or "parallel" for a board of options, "clue" for a board of clues. check: add a check message.
/// Raises InputError if there is no such core, or if the puzzle cannot be encoded for the core: only boards of clues have several colours.
#[pyfunction]
#[pyo3(signature = (puzzle, *, core="classic", check=false))]
pub fn encode<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    core: &str,
    check: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let core = CoreKind::from_name(core)
        .ok_or_else(|| bad_argument("core", core, "\"classic\", \"parallel\" or \"clue\""))?;
    let puzzle = &puzzle.0;
    check_board(puzzle, core, false).map_err(|failure| raise(failure.within("puzzle")))?;
    let bytes = py.detach(|| {
        let messages = board_messages(core, puzzle, check)?;
        Ok::<Vec<u8>, EncodeError>(messages.flat_map(Message::to_bytes).collect())
    });
    Ok(PyBytes::new(py, &bytes.map_err(bad_input)?))
}

/// A decoded item: a board, a reply, or the identity of a build.
#[pyclass(module = "nonogram", frozen)]
pub struct Decoded {
    /// "board", "reply" or "identity".
    #[pyo3(get)]
    kind: &'static str,
    /// Number of rows of a board or a reply; None for an identity.
    #[pyo3(get)]
    rows: Option<usize>,
    /// Number of columns of a board or a reply; None for an identity.
    #[pyo3(get)]
    columns: Option<usize>,
    /// Status of a reply: "solved", "unsolvable", "stalled", "multiple", or the name of another status of the protocol. None for
    /// a board or an identity.
    #[pyo3(get)]
    status: Option<&'static str>,
    /// Whether the check message of a board or a reply matches; None without a check message, or for an identity.
    #[pyo3(get)]
    check: Option<bool>,
    /// The output of the command `nonogram decode`: a board as a puzzle file, or option by option if `clues` is None; a reply as its
    /// picture, empty if it has none; an identity as one line of text.
    #[pyo3(get)]
    text: String,
    clues: Option<Clues>,
    grid: Option<Grid>,
}

impl From<Item> for Decoded {
    fn from(item: Item) -> Self {
        let record = item.record();
        Self {
            kind: record.kind,
            rows: record.rows,
            columns: record.columns,
            status: record.status,
            clues: record.clues,
            check: record.check.flatten(),
            text: item.text(),
            grid: record.grid.map(|picture| picture.grid),
        }
    }
}

#[pymethods]
impl Decoded {
    /// Clues of a board, rows first: for each line, block lengths (in cells) or, in several colours, strings such as "3a". None for a reply
    /// or an identity, or if the options of some line are not exactly those of one clue.
    #[getter]
    fn clues(&self) -> Option<convert::Clues> {
        let Clues { clues, palette } = self.clues.as_ref()?;
        Some(convert::clues(palette, clues))
    }

    /// The picture of a reply: an array of int8, 1 filled (in several colours, the number of the colour), 0 blank, -1 unknown. None if the reply has no picture, or for a board or an
    /// identity.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<i8>>>> {
        let grid = self.grid.as_ref();
        grid.map(|grid| convert::of_grid(py, grid)).transpose()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match (self.rows, self.columns, self.status) {
            (Some(rows), Some(columns), Some(status)) => {
                format!("<nonogram.Decoded {}, {status}, {rows} x {columns}>", self.kind)
            }
            (Some(rows), Some(columns), None) => {
                format!("<nonogram.Decoded {}, {rows} x {columns}>", self.kind)
            }
            _ => format!("<nonogram.Decoded {}>", self.kind),
        }
    }
}

/// Decode recorded bytes in sequence: boards of one kind, or replies and identities.
///
/// boards: the bytes of the boards that the replies answer, in order. The check of a reply starts from that of its board, or from 0 if
/// there is no such board, or it has no check.
/// A board that is cut off by the start of the next one is skipped with a warning.
/// Raises InputError if the bytes are none of these, end in the middle of one, or are empty.
#[pyfunction]
#[pyo3(signature = (data, *, boards=None))]
pub fn decode(py: Python<'_>, data: &[u8], boards: Option<&[u8]>) -> PyResult<Vec<Decoded>> {
    let (mut decoded, mut notes) = (Vec::new(), Vec::new());
    let mut note = |text| notes.push(text);
    let shown = nonogram_kit::decode(data, boards.unwrap_or_default(), &mut note, |item| {
        decoded.push(item.into());
        Ok(())
    });
    shown.map_err(raise)?;
    notes.into_iter().try_for_each(|text| warn(py, text))?;
    Ok(decoded)
}
