//! Conversion between Rust and NumPy: grids as arrays of int8, pictures as arrays of samples.

use nonogram_kit::check_grid;
use nonogram_puzzles::formats::pixels::{Pixels, read};
use nonogram_puzzles::{Cell, Colour, Grid, ImageOptions, Puzzle};
use numpy::{
    AllowTypeChange, PyArray1, PyArray2, PyArrayLike2, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::error::{bad_argument, bad_input, raise};

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
