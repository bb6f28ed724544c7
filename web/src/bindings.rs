//! The API for JavaScript: functions whose arguments and results are numbers, text or bytes, and the simulated FPGA.
//! Interface: puzzles, drawings and palettes are passed as JSON of [`Sheet`], [`Drawing`] and [`Paints`], and cells as text. Structured
//! results are JSON, time limits are in milliseconds, and an error is thrown as its message.

use std::time::Duration;

use nonogram_puzzles::render::book::{self, Paper};
use nonogram_puzzles::{Format, Grid, Puzzle, link};
use nonogram_solver::{SolveOptions, rate};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::draw::{self, Drawing};
use crate::sheet::{self, Paints, Sheet};
use crate::watch::{Recording, Until, Watch};
use crate::{advice, paper, watch, wire};

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("these types are JSON")
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn puzzle_of(text: &str) -> Result<Puzzle, String> {
    from_json::<Sheet>(text)?.puzzle()
}

fn milliseconds(limit: u32) -> Duration {
    Duration::from_millis(limit.into())
}

fn with_grid(puzzle: &str, cells: &str) -> Result<(Puzzle, Grid), String> {
    let puzzle = puzzle_of(puzzle)?;
    let grid = sheet::grid(puzzle.row_count(), puzzle.column_count(), cells)?;
    Ok((puzzle, grid))
}

/// Reads the puzzles of a file, from its name and content; returns an array of [`Sheet`]s.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<String, String> {
    sheet::read(name, bytes).map(|sheets| json(&sheets))
}

/// Parses typed clues into a puzzle of the given size; a height or width of 0 stands for the number of lines typed.
#[wasm_bindgen]
pub fn typed(rows: &str, columns: &str, height: usize, width: usize) -> String {
    json(&sheet::typed(rows, columns, [height, width]))
}

/// Derives the names and text colours of a palette from its colours.
#[wasm_bindgen]
pub fn paints(chosen: &str) -> Result<String, String> {
    let chosen: Paints = from_json(chosen)?;
    Ok(json(&Paints::from(&chosen.palette()?)))
}

/// Adds an unused standard colour to a palette, if there is one and the palette is not full.
#[wasm_bindgen]
pub fn another_paint(chosen: &str) -> Result<String, String> {
    let chosen: Paints = from_json(chosen)?;
    Ok(json(&chosen.another()?))
}

/// Converts a picture to a drawing; `samples` are RGBA bytes, `wanted` is JSON of the picture options [`draw::PictureOptions`].
#[wasm_bindgen]
pub fn traced(width: usize, height: usize, samples: &[u8], wanted: &str) -> Result<String, String> {
    let wanted = from_json(wanted)?;
    draw::traced((width, height), samples, wanted).map(|drawing| json(&drawing))
}

/// Derives the puzzle of a drawing.
#[wasm_bindgen]
pub fn drawing(drawing: &str) -> Result<String, String> {
    let puzzle = from_json::<Drawing>(drawing)?.puzzle()?;
    Ok(json(&Sheet::from(&puzzle)))
}

/// Generates a random puzzle; `wanted` is JSON of the generator's options [`draw::RandomOptions`].
#[wasm_bindgen]
pub fn generate(wanted: &str, limit: u32) -> Result<String, String> {
    let wanted = from_json(wanted)?;
    draw::generate(wanted, milliseconds(limit)).map(|puzzle| json(&Sheet::from(&puzzle)))
}

/// Encodes a puzzle as the code of a link.
#[wasm_bindgen]
pub fn link(puzzle: &str) -> Result<String, String> {
    puzzle_of(puzzle).and_then(|puzzle| link::encode(&puzzle))
}

/// Decodes the puzzle from the code of a link.
#[wasm_bindgen]
pub fn linked(code: &str) -> Result<String, String> {
    link::decode(code).map(|puzzle| json(&Sheet::from(&puzzle)))
}

/// Solves a puzzle, and returns its verdict and up to two solutions.
#[wasm_bindgen]
pub fn solve(puzzle: &str, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    Ok(json(&advice::solve(&puzzle, milliseconds(limit))))
}

/// Counts the solutions of a puzzle, up to `most`.
#[wasm_bindgen]
pub fn count(puzzle: &str, most: usize, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    let time_limit = Some(milliseconds(limit));
    let options = SolveOptions { max_solutions: most, time_limit, ..SolveOptions::default() };
    Ok(json(&nonogram_kit::count(&puzzle, &options)))
}

/// Rates the difficulty of a puzzle: the difficulty, as `nonogram validate` prints it, and the maximum number of nested assumptions; `null`
/// if it cannot be rated. A limit of 0 stands for no limit.
#[wasm_bindgen]
pub fn rating(puzzle: &str, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    // Without a limit the result does not depend on the speed of the machine.
    let limit = (limit > 0).then(|| milliseconds(limit));
    Ok(json(&rate(&puzzle, limit).map(|rating| (rating.rounded(), rating.depth))))
}

/// Reports the mistakes among the given cells.
#[wasm_bindgen]
pub fn check(puzzle: &str, cells: &str, limit: u32) -> Result<String, String> {
    let (puzzle, grid) = with_grid(puzzle, cells)?;
    Ok(json(&advice::mistakes(&puzzle, &grid, milliseconds(limit))))
}

/// Returns the next step from the given cells, or the reason why there is none.
#[wasm_bindgen]
pub fn hint(puzzle: &str, cells: &str, limit: u32) -> Result<String, String> {
    let (puzzle, grid) = with_grid(puzzle, cells)?;
    Ok(json(&advice::hint(&puzzle, &grid, milliseconds(limit))))
}

/// The choices that the page offers, as JSON: the table of formats, the paper sizes, and the possible numbers of puzzles per page of a
/// book.
#[wasm_bindgen]
pub fn choices() -> String {
    let papers = Paper::ALL.map(Paper::name);
    let counts: Vec<usize> = book::counts().collect();
    json(&(sheet::formats(), papers, counts))
}

fn named(format: &str) -> Result<Format, String> {
    let mut formats = Format::ALL.iter().copied();
    formats.find(|known| known.name() == format).ok_or_else(|| {
        format!("no format is named {format}; expected one of `nonogram convert`: reload the page")
    })
}

/// Writes a puzzle as a file in the named format.
#[wasm_bindgen]
pub fn file(puzzle: &str, format: &str) -> Result<Vec<u8>, String> {
    let written = named(format)?.write(&puzzle_of(puzzle)?, None);
    written.map_err(|error| error.to_string())
}

/// Prints puzzles to a PDF; `puzzles` is an array of [`Sheet`]s, and `wanted` is JSON of the print options [`paper::BookOptions`].
#[wasm_bindgen]
pub fn book(puzzles: &str, wanted: &str, limit: u32) -> Result<Vec<u8>, String> {
    let sheets: Vec<Sheet> = from_json(puzzles)?;
    paper::book(&sheets, &from_json(wanted)?, milliseconds(limit))
}

/// The QR code of a text as JSON: its rows, with `#` for dark modules, without the quiet zone; `null` if the text is too long for a code.
#[wasm_bindgen]
pub fn qr(text: &str) -> String {
    json(&book::qr_code(text).map(|code| code.to_lines()))
}

/// Draws a puzzle to be solved on paper, its clues and an empty grid, in the named format.
#[wasm_bindgen]
pub fn sheet(puzzle: &str, format: &str) -> Result<Vec<u8>, String> {
    let puzzle = puzzle_of(puzzle)?;
    let empty = Grid::new(puzzle.row_count(), puzzle.column_count());
    let sheet = named(format)?.sheet(&puzzle, &empty, true);
    sheet.ok_or_else(|| {
        format!("{format} files hold no sheet; expected png or svg: reload the page")
    })
}

/// Judges a drawing as a puzzle; returns the judgement, and the cells that line logic decides.
#[wasm_bindgen]
pub fn judge(drawing: &str, limit: u32) -> Result<String, String> {
    let drawing = from_json(drawing)?;
    draw::judge(&drawing, milliseconds(limit)).map(|judged| json(&judged))
}

/// Proposes edits after which the puzzle of a drawing has one solution or, if none are found, edits that leave fewer cells open.
#[wasm_bindgen]
pub fn disambiguate(drawing: &str, limit: u32) -> Result<String, String> {
    let drawing = from_json(drawing)?;
    draw::propose(&drawing, milliseconds(limit)).map(|proposed| json(&proposed))
}

/// Encodes a puzzle as a board for the named core, with a check message.
#[wasm_bindgen]
pub fn board_bytes(puzzle: &str, core: &str) -> Result<Vec<u8>, String> {
    Ok(wire::encode(&puzzle_of(puzzle)?, watch::core_kind(core)?)?.bytes().collect())
}

/// The bytes of an identity request.
#[wasm_bindgen]
pub fn question() -> Vec<u8> {
    wire::QUESTION.to_vec()
}

/// Finds the identity of a build in received bytes; returns it with its description, or `null` if there is none.
#[wasm_bindgen]
pub fn identity(bytes: &[u8]) -> String {
    json(&wire::identity(bytes).as_ref().map(|identity| (identity, &identity.text)))
}

/// Decodes and judges the bytes received so far in reply to a board.
#[wasm_bindgen]
pub fn judge_reply(
    puzzle: &str,
    core: &str,
    binds_replies: bool,
    bytes: &[u8],
) -> Result<String, String> {
    let core = watch::core_kind(core)?;
    Ok(json(&wire::judge_reply(&puzzle_of(puzzle)?, core, binds_replies, bytes)))
}

/// The name of the first build of the table with the named core that fits a puzzle.
#[wasm_bindgen]
pub fn build(core: &str, puzzle: &str) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    let (build, _) = watch::build(core, &puzzle)?;
    Ok(build.name.to_owned())
}

/// A simulated FPGA that solves a puzzle.
#[wasm_bindgen]
pub struct Fpga(Watch);

#[wasm_bindgen]
impl Fpga {
    /// Powers on an FPGA with the core "classic", "parallel" or "clue", from the Verilog of its design.
    #[wasm_bindgen(constructor)]
    pub fn new(core: &str, puzzle: &str, verilog: &str) -> Result<Fpga, String> {
        Watch::new(core, puzzle_of(puzzle)?, verilog).map(Self)
    }

    /// Runs at most `clocks` cycles; stops earlier at an event, at the end of the reply, or at a fault. `until` names the event
    /// ([`Until`]): "visit", "round", "byte", "phase", or for the search of a clue core "decision", "conflict" or "fact"; any other name,
    /// such as "clocks", stands for no event. Returns the number of cycles run.
    pub fn run(&mut self, clocks: u32, until: &str) -> u32 {
        self.0.run(clocks, Until::named(until))
    }

    /// The names of all signals of the design except its constants, as JSON.
    pub fn signals(&self) -> String {
        let signals = self.0.signals();
        json(&signals.iter().map(|signal| &signal.name).collect::<Vec<_>>())
    }

    /// Records the values of the named signals (a JSON array) from now on; replaces the previous choice.
    pub fn choose(&mut self, names: &str) -> Result<(), String> {
        let names: Vec<String> = from_json(names)?;
        self.0.choose(&names)
    }

    /// Chooses the blocks whose cycles with a change are counted, by their paths, and the signals whose values are shown, by their names;
    /// both are JSON arrays. Without blocks, nothing is observed.
    pub fn observe(&mut self, blocks: &str, signals: &str) -> Result<(), String> {
        let (blocks, signals): (Vec<String>, Vec<String>) =
            (from_json(blocks)?, from_json(signals)?);
        self.0.observe(&blocks, &signals)
    }

    /// Begins a step: restarts the counts of changes.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// The events and the values of the recorded signals from cycle `from` to before `to`, for a waveform of `parts` columns, as JSON.
    pub fn wave(&self, from: u32, to: u32, parts: u32) -> String {
        json(&self.0.wave(from.into(), to.into(), parts.into()))
    }

    /// A snapshot of the FPGA, as JSON of [`watch::State`].
    pub fn state(&self) -> String {
        json(&self.0.state())
    }
}

/// A simulated FPGA whose signals are recorded as a waveform.
#[wasm_bindgen]
pub struct Recorder(Recording);

#[wasm_bindgen]
impl Recorder {
    /// Powers on an FPGA with the named core, from the Verilog of its design.
    #[wasm_bindgen(constructor)]
    pub fn new(core: &str, puzzle: &str, verilog: &str) -> Result<Recorder, String> {
        Recording::new(core, &puzzle_of(puzzle)?, verilog).map(Self)
    }

    /// Runs `clocks` cycles and returns the part of the VCD that they add.
    pub fn run(&mut self, clocks: u32) -> Result<Vec<u8>, String> {
        self.0.run(clocks)
    }
}
