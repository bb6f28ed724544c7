//! The functions `encode` and `decode`: conversion between puzzles and the bytes of the protocol.

use nonogram_kit::check_board;
use nonogram_protocol::{CoreKind, SearchRequest};
use nonogram_sim::wire;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{bad_argument, bad_input, raise, warn};
use crate::puzzle::Puzzle;
use crate::results;

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
        let board = wire::encode(puzzle, core, check, SearchRequest::default());
        board.map(|board| board.bytes().collect::<Vec<u8>>())
    });
    Ok(PyBytes::new(py, &bytes.map_err(bad_input)?))
}

/// Decode recorded bytes in sequence: boards of one kind, or replies and identities.
///
/// boards: the bytes of the boards that the replies answer, in order. The check of a reply starts from that of its board, or from 0 if
/// there is no such board, or it has no check.
/// A board that is cut off by the start of the next one is skipped with a warning.
/// Raises InputError if the bytes are none of these, end in the middle of one, or are empty.
#[pyfunction]
#[pyo3(signature = (data, *, boards=None))]
pub fn decode<'py>(
    py: Python<'py>,
    data: &[u8],
    boards: Option<&[u8]>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    let mut note = |text| notes.push(text);
    let shown = nonogram_kit::decode(data, boards.unwrap_or_default(), &mut note, |item| {
        items.push(item);
        Ok(())
    });
    shown.map_err(raise)?;
    notes.into_iter().try_for_each(|text| warn(py, text))?;
    items.into_iter().map(|item| results::decoded(py, item)).collect()
}
