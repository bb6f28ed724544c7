//! The class `Puzzle`: clues, and the software solver's functions on them; the function `generate`.

use std::path::PathBuf;
use std::sync::Arc;

use nonogram_kit::{
    Exit, Failure, HintRecord, count, judge, may_be_more, next_random, solve_in_software,
};
use nonogram_puzzles as puzzles;
use nonogram_puzzles::{Format, Grid, ImageOptions, Metadata, PuzzleFile};
use nonogram_solver::hint::hint;
use nonogram_solver::{Demand, End, Random, fit, rate};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{self, Clues, Text};
use crate::error::{bad_input, limit_reached, raise};
use crate::limits::{self, Cancel, duration, options};
use crate::results::{self, Object, Solutions};
use crate::worker;

/// A nonogram: the clues of its rows, top to bottom, and of its columns, left to right.
///
/// Make one with `Puzzle.read`, `Puzzle.parse`, `Puzzle.from_clues`, `Puzzle.from_image` or `nonogram.generate`.
#[pyclass(module = "nonogram", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle(pub Arc<puzzles::Puzzle>);

impl From<puzzles::Puzzle> for Puzzle {
    fn from(puzzle: puzzles::Puzzle) -> Self {
        Self(Arc::new(puzzle))
    }
}

#[pymethods]
impl Puzzle {
    /// Read the puzzle of a file in any format that the command reads, optionally compressed with gzip.
    ///
    /// format: the format's name; needed if neither the file's name nor its content shows the format.
    /// Raises InputError if there is no such format, if the file cannot be read, or if it does not contain exactly one puzzle (see
    /// `read_all`).
    #[staticmethod]
    #[pyo3(signature = (path, *, format=None))]
    fn read(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Self> {
        let name = path.display().to_string();
        convert::only(Self::read_all(py, path, format)?, &name, "use Puzzle.read_all")
    }

    /// Read all puzzles of a file; `format` as in `read`.
    ///
    /// Raises InputError if there is no such format, or if the file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, format=None))]
    fn read_all(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Vec<Self>> {
        let format = convert::format(format)?;
        let read = convert::load(py, move || PuzzleFile::open(path, format))?;
        Ok(read.into_iter().map(Self::from).collect())
    }

    /// Read a puzzle from text or bytes in any format that the command reads.
    ///
    /// Raises InputError if there is no such format, if the text cannot be read, or if it does not contain exactly one puzzle.
    #[staticmethod]
    #[pyo3(signature = (text, *, format=None))]
    fn parse(py: Python<'_>, text: Text, format: Option<&str>) -> PyResult<Self> {
        convert::parse(py, text, convert::format(format)?).map(Self::from)
    }

    /// Make a puzzle from clues: one list of block lengths (in cells) per row and per column; [] or [0] is a blank line.
    ///
    /// With several colours a block is a string such as "3a", and `palette` maps letters to colours such as "#ff0000".
    /// Raises InputError if a clue does not fit its line, or a block or colour is invalid.
    #[staticmethod]
    #[pyo3(signature = (rows, columns, *, title=None, palette=None))]
    fn from_clues(
        py: Python<'_>,
        #[pyo3(from_py_with = convert::row_clues)] rows: Clues,
        #[pyo3(from_py_with = convert::column_clues)] columns: Clues,
        title: Option<String>,
        palette: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let words = Metadata { title, ..Metadata::default() };
        let puzzle = match (&palette, convert::plain(&rows), convert::plain(&columns)) {
            (None, Some(rows), Some(columns)) => {
                puzzles::Puzzle::new(rows, columns).map_err(bad_input)?
            }
            _ => convert::coloured(py, rows, columns, palette)?,
        };
        Ok(puzzle.with_metadata(words).into())
    }

    /// Make a puzzle from a picture in a NumPy array; the picture, scaled to the puzzle's size, becomes the goal. The dark cells are filled
    /// or, if the ink is clearly coloured, the inked ones.
    ///
    /// image: shape (rows, columns) or (rows, columns, 1 to 4 samples per pixel); bool (True is filled), uint8 from 0
    /// (black) to 255 (white), or floats from 0 to 1.
    /// threshold: cells darker than this level, from 0 to 255, are filled; in a coloured picture, darker near-neutral pixels are ink.
    /// size: rows and columns of the puzzle; max_side: without `size`, longest side, in cells, to which larger pictures are scaled down
    /// (by default 4095).
    /// invert: fill the light cells instead.
    /// colours: maximum number of colours besides the background, 1 to 26; without it, a coloured picture keeps up to 8.
    /// Raises InputError if the array is not such a picture, if a number is out of range, or if no cell is filled.
    #[staticmethod]
    #[pyo3(signature = (image, *, threshold=128, size=None, max_side=None, invert=false, colours=None))]
    fn from_image(
        image: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = limits::threshold)] threshold: u8,
        #[pyo3(from_py_with = limits::size)] size: Option<(usize, usize)>,
        #[pyo3(from_py_with = limits::max_side)] max_side: Option<usize>,
        invert: bool,
        #[pyo3(from_py_with = limits::most_colours)] colours: Option<usize>,
    ) -> PyResult<Self> {
        let usual = ImageOptions::default();
        let options = ImageOptions {
            threshold,
            max_side: max_side.unwrap_or(usual.max_side),
            size,
            invert,
            colours,
        };
        convert::to_puzzle(image, options).map(Self::from)
    }

    /// The clues of the rows, top to bottom: one list of block lengths (in cells) per row; with colours, of strings such as "3a".
    #[getter]
    fn rows(&self) -> Clues {
        convert::clues(self.0.palette(), self.0.rows())
    }

    /// The clues of the columns, left to right: one list of block lengths (in cells) per column; with colours, of strings such as "3a".
    #[getter]
    fn columns(&self) -> Clues {
        convert::clues(self.0.palette(), self.0.columns())
    }

    /// Rows and columns, as a NumPy shape.
    #[getter]
    pub fn shape(&self) -> (usize, usize) {
        (self.0.row_count(), self.0.column_count())
    }

    /// The title; None if there is none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.metadata().title.as_deref()
    }

    /// The colours besides the background, as "#rrggbb": a cell of value k in an array has `colours[k - 1]`.
    #[getter]
    fn colours(&self) -> Vec<String> {
        let inks = self.0.palette().inks().iter();
        inks.map(|ink| ink.rgb.to_string()).collect()
    }

    /// The colours by their letters in clues, in the order of `colours`; the form that `from_clues` accepts.
    #[getter]
    fn palette<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let palette = PyDict::new(py);
        for ink in self.0.palette().inks() {
            palette.set_item(ink.letter, ink.rgb.to_string())?;
        }
        Ok(palette)
    }

    /// The picture that the clues describe, an array of int8 of the puzzle's shape; None if it is not known.
    #[getter]
    fn goal<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<i8>>>> {
        let goal = self.0.goal();
        goal.map(|grid| convert::of_grid(py, grid)).transpose()
    }

    /// The puzzle as text in a format that the command writes: "non", "json", "xml" and others.
    ///
    /// Raises InputError if there is no such format, or if it is not text or cannot represent the puzzle.
    #[pyo3(signature = (format="non"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(bad_input)?;
        let bytes = format.write(&self.0, None).map_err(bad_input)?;
        String::from_utf8(bytes).map_err(|_| {
            bad_input(format!(
                "files of the format {format} are not text; expected a text format, such as non"
            ))
        })
    }

    /// Solve the puzzle in software, and check whether the solution is the only one.
    ///
    /// limit: seconds after which the search ends. If no solution was found by then, if the engine stalls, or if the board is
    /// too large to be searched, the status is "stalled", and the grid contains the cells that line logic determines.
    /// engine: one of the command's engines.
    /// Raises InputError if there is no such engine, if it cannot solve puzzles of this size or in several colours, or if a number is out of
    /// range.
    #[pyo3(signature = (*, limit=None, engine="portfolio"))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = limits::limit_or_none)] limit: Option<f64>,
        engine: &str,
    ) -> Object<'py> {
        let cancel = Cancel::default();
        let options = options(engine, limit, 2, &cancel)?;
        let puzzle = self.0.clone();
        let start = std::time::Instant::now();
        let answer =
            worker::run(py, || cancel.set(), move || solve_in_software(&puzzle, &options))?;
        let answer = answer.map_err(bad_input)?;
        results::solution(py, self.0.clone(), &answer, "software", start.elapsed())
    }

    /// Count the solutions, up to `most`.
    ///
    /// Raises LimitError if the search ends before the solutions are counted: at `limit`, in seconds, because the engine stalls, or
    /// because the board is too large to be searched. Raises InputError like `solve`.
    #[pyo3(signature = (*, most=None, limit=None, engine="portfolio"))]
    fn count(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = limits::most)] most: Option<usize>,
        #[pyo3(from_py_with = limits::limit_or_none)] limit: Option<f64>,
        engine: &str,
    ) -> PyResult<usize> {
        let cancel = Cancel::default();
        let options = options(engine, limit, most.unwrap_or(usize::MAX), &cancel)?;
        fit::check(&self.0, options.engine).map_err(bad_input)?;
        let puzzle = self.0.clone();
        let counted = worker::run(py, || cancel.set(), move || count(&puzzle, &options))?;
        match counted.end {
            End::Complete | End::Enough => Ok(counted.solutions),
            _ => Err(limit_reached(may_be_more(counted.solutions))),
        }
    }

    /// Iterate over the solutions: arrays of int8 of the puzzle's shape, each as soon as it is found.
    ///
    /// Raises LimitError at the end of the iteration if the search reached `limit`, in seconds, if the engine stalled, or if the
    /// board is too large to be searched. Raises InputError like `solve`.
    #[pyo3(signature = (*, limit=None, engine="portfolio"))]
    fn solutions(
        &self,
        #[pyo3(from_py_with = limits::limit_or_none)] limit: Option<f64>,
        engine: &str,
    ) -> PyResult<Solutions> {
        let cancel = Cancel::default();
        let options = options(engine, limit, usize::MAX, &cancel)?;
        fit::check(&self.0, options.engine).map_err(bad_input)?;
        Solutions::start(self.0.clone(), options, cancel)
    }

    /// Determine whether the puzzle has exactly one solution, and if so its difficulty; `limit` is in seconds.
    ///
    /// Raises InputError if `limit` is not above 0.
    #[pyo3(signature = (*, limit=60.0))]
    fn validate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = limits::limit)] limit: f64,
    ) -> Object<'py> {
        let limit = duration(limit);
        let puzzle = self.0.clone();
        let judgement = worker::run(py, || {}, move || judge(&puzzle, limit))?;
        results::validation(py, judgement)
    }

    /// Rate the difficulty of the puzzle; None unless probing proves within `limit` seconds and 1,000 decisions that it has one solution.
    ///
    /// Raises InputError if `limit` is not above 0.
    #[pyo3(signature = (*, limit=60.0))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = limits::limit)] limit: f64,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limit = duration(limit);
        let puzzle = self.0.clone();
        let rating = worker::run(py, || {}, move || rate(&puzzle, Some(limit)))?;
        rating.map(|rating| results::rating(py, rating)).transpose()
    }

    /// Find and explain the next deduction from a partial grid.
    ///
    /// grid: an array of int8 of the puzzle's shape, -1 unknown, 0 blank, 1 filled or the number of a colour; by default all unknown.
    /// limit: seconds after which the search for a hint ends. The hint is then the best step found so far; if there is none, the
    /// hint's rule is "stuck".
    /// Raises InputError if the array has another shape or an invalid value, or if `limit` is not above 0.
    #[pyo3(signature = (grid=None, *, limit=60.0))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        grid: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = limits::limit)] limit: f64,
    ) -> Object<'py> {
        let limit = duration(limit);
        let puzzle = self.0.clone();
        let grid = match grid {
            Some(array) => convert::to_grid(&puzzle, array)?,
            None => Grid::new(puzzle.row_count(), puzzle.column_count()),
        };
        let found = worker::run(
            py,
            || {},
            move || HintRecord::new(&hint(&puzzle, &grid, limit), &puzzle, &grid),
        )?;
        results::hint(py, found)
    }

    /// Whether an array of the puzzle's shape is a solution: every cell is known, and every clue is satisfied.
    ///
    /// Raises InputError if the array has another shape or an invalid value.
    fn is_solved_by(&self, grid: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_solved_by(&convert::to_grid(&self.0, grid)?))
    }

    /// The picture in an array as text, one line per row.
    fn _picture(&self, grid: &Bound<'_, PyAny>) -> PyResult<String> {
        let grid = convert::to_grid(&self.0, grid)?;
        Ok(self.0.palette().to_lines(&grid).join("\n"))
    }

    /// The picture in an array as SVG.
    fn _svg(&self, grid: &Bound<'_, PyAny>) -> PyResult<String> {
        let grid = convert::to_grid(&self.0, grid)?;
        let bytes = Format::Svg.write(&self.0, Some(&grid)).map_err(bad_input)?;
        String::from_utf8(bytes).map_err(bad_input)
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, text: String) -> PyResult<Self> {
        convert::parse(py, Text::Text(text), Some(Format::Non)).map(Self::from)
    }

    fn __str__(&self) -> PyResult<String> {
        self.to_text(Format::Non.name())
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = self.shape();
        match self.title() {
            Some(title) => format!("<nonogram.Puzzle {title:?}, {rows} x {columns}>"),
            None => format!("<nonogram.Puzzle {rows} x {columns}>"),
        }
    }
}

/// Make a random puzzle, with its picture as its goal.
///
/// rows, columns: size in cells. density: probability that a cell is filled. seed: the same seed and arguments give the
/// same puzzle, also in the command `nonogram generate`; without it, a random seed is used, which is in the title.
/// unique: only puzzles with one solution. line_solvable: only puzzles that line logic solves. difficulty: minimum and
/// maximum difficulty, as `Puzzle.rate` measures it, rounded to a tenth; implies unique. colours: number of colours besides the
/// background, 1 to 26.
/// Raises LimitError if none of `tries` puzzles meets these conditions, and InputError if an argument is out of range.
#[pyfunction]
#[pyo3(signature = (rows=10, columns=10, *, density=0.5, seed=None, unique=false, line_solvable=false, difficulty=None,
                    tries=100_000, colours=1))]
#[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = limits::rows)] rows: usize,
    #[pyo3(from_py_with = limits::columns)] columns: usize,
    #[pyo3(from_py_with = limits::density)] density: f64,
    #[pyo3(from_py_with = limits::seed)] seed: Option<u64>,
    unique: bool,
    line_solvable: bool,
    #[pyo3(from_py_with = limits::difficulty)] difficulty: Option<(f64, f64)>,
    #[pyo3(from_py_with = limits::tries)] tries: u32,
    #[pyo3(from_py_with = limits::colours)] colours: usize,
) -> PyResult<Puzzle> {
    let demand = Demand {
        unique,
        line_solvable,
        difficulty: difficulty.map(|(least, most)| least..=most),
        ..Demand::default()
    };
    let seed = match seed {
        Some(seed) => seed,
        None => (py.import("secrets")?.call_method1("randbits", (64,))?).extract()?,
    };
    let mut random = Random::new((rows, columns), density, seed, demand).in_colours(colours);
    let made = worker::run_until_stopped(py, move || {
        next_random(&mut random, |tried| tried < tries).map_err(|complaint| {
            let help = "expected one: change density, rows or columns, or raise tries";
            Failure::of_stopped(Exit::Stalled, format!("{complaint}; {help}"))
        })
    })?;
    made.map(Puzzle::from).map_err(raise)
}
