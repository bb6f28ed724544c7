//! Conversion between Rust and Python: grids as arrays of int8, pictures as arrays of samples, clues as lists; and the puzzles of files.

use nonogram_kit::check_grid;
use nonogram_puzzles as puzzles;
use nonogram_puzzles::formats::pixels::{Pixels, read};
use nonogram_puzzles::{
    Cell, Clue, Colour, Format, Grid, ImageOptions, Palette, Puzzle, PuzzleFile, ReadError,
};
use numpy::{
    AllowTypeChange, PyArray1, PyArray2, PyArrayLike2, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{bad_argument, bad_input, bad_value, raise, warn};

/// The value of an unknown cell. A blank cell is 0, and a cell of the first colour is 1.
const UNKNOWN: i8 = -1;

/// Converts a grid to an array of the same shape.
/// # Panics
/// Panics if NumPy is missing.
pub fn of_grid<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let value = |cell| match cell {
        Cell::Unknown => UNKNOWN,
        Cell::Blank => 0,
        // The index is at most 25.
        Cell::Colour(colour) => colour.index() as i8 + 1,
    };
    let cells: Vec<i8> = (0..grid.rows()).flat_map(|row| grid.row(row).map(value)).collect();
    PyArray1::from_vec(py, cells).reshape([grid.rows(), grid.columns()])
}

/// Converts an array, or an object that NumPy converts to one, to a grid of the puzzle's size.
pub fn to_grid(puzzle: &Puzzle, array: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    let array: PyArrayLike2<'_, f64, AllowTypeChange> = array.extract().map_err(|_| {
        let expected = format!(
            "an array of {rows} x {columns} int8: -1 unknown, 0 blank, 1 filled or the number of a colour"
        );
        bad_argument("grid", array.get_type().to_string(), &expected)
    })?;
    let cells = array.as_array();
    let (found_rows, found_columns) = cells.dim();
    let mut grid = Grid::new(found_rows, found_columns);
    check_grid(&grid, puzzle, "grid").map_err(raise)?;
    let colours = puzzle.palette().count();
    let largest = colours as f64;
    for ((row, column), &value) in cells.indexed_iter() {
        if value.fract() != 0.0 || !(f64::from(UNKNOWN)..=largest).contains(&value) {
            return Err(bad_input(format!(
                "grid[{row}, {column}] is {value}; expected -1 to {colours}, a whole number"
            )));
        }
        let cell = match value as i8 {
            UNKNOWN => Cell::Unknown,
            0 => Cell::Blank,
            value => Colour::new(value as usize - 1).map_or(Cell::Unknown, Cell::Colour),
        };
        grid.set(row, column, cell);
    }
    Ok(grid)
}

/// Derives a puzzle from a picture: booleans (true is filled), grey levels or colours as uint8, or floats from 0 to 1.
pub fn to_puzzle(image: &Bound<'_, PyAny>, options: ImageOptions) -> PyResult<Puzzle> {
    let numpy = image.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (image,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if kind == "f" {
        fits_scale(&array)?;
    }
    let array = match kind.as_str() {
        // True becomes 0, which is black.
        "b" => (numpy.call_method1("logical_not", (&array,))?)
            .call_method1("astype", ("uint8",))?
            .mul(255u8)?,
        "f" => array.mul(255)?.call_method1("astype", ("uint8",))?,
        _ => array,
    };
    let array = numpy.call_method1("ascontiguousarray", (array,))?;
    let samples: PyReadonlyArrayDyn<'_, u8> =
        array.extract().map_err(|_| bad_argument("image", dtype.to_string(), SAMPLES))?;
    let (height, width, channels) = match *samples.shape() {
        [height, width] => (height, width, 1),
        [height, width, channels] => (height, width, channels),
        _ => {
            let expected = "(rows, columns) or (rows, columns, samples per pixel)";
            return Err(bad_argument("image.shape", samples.shape(), expected));
        }
    };
    let pixels = Pixels { width, height, channels, samples: samples.as_slice()? };
    read(pixels, "image", options).map_err(bad_input)
}

/// The samples of a picture.
const SAMPLES: &str =
    "an array of bool, uint8 from 0 (black) to 255 (white), or floats from 0 to 1";

/// Refuses a picture of floats in which a sample is not from 0 to 1.
fn fits_scale(array: &Bound<'_, PyAny>) -> PyResult<()> {
    if array.getattr("size")?.extract::<usize>()? == 0 {
        return Ok(());
    }
    // The least and the greatest sample are NaN if one sample is.
    let (least, most) = (array.call_method0("min")?, array.call_method0("max")?);
    if least.ge(0)? && most.le(1)? {
        return Ok(());
    }
    Err(bad_input(format!("image has samples from {least} to {most}; expected {SAMPLES}")))
}

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
