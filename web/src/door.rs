//! What JavaScript sees: functions of text, and the watched FPGA.
//! Interface: puzzles go in and out as JSON of [`Sheet`], cells as text, results as JSON; limits are milliseconds.

use std::time::Duration;

use nonogram_protocol::CoreKind;
use nonogram_puzzles::render::book::{self, Paper};
use nonogram_puzzles::render::png_sheet;
use nonogram_puzzles::{Format, Grid, Puzzle, link};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::draw::{self, Drawing};
use crate::paints::Paints;
use crate::record::Recording;
use crate::sheet::{self, Sheet};
use crate::watch::{Until, Watch};
use crate::{advice, paper, random, verdict, watch, wire};

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

/// The puzzles of a file.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<String, String> {
    sheet::read(name, bytes).map(|sheets| json(&sheets))
}

/// The puzzle of typed clues, of a chosen size or (0) of as many lines as are typed.
#[wasm_bindgen]
pub fn typed(rows: &str, columns: &str, height: usize, width: usize) -> String {
    json(&sheet::typed(rows, columns, [height, width]))
}

/// Names, letters and contrast of colours.
#[wasm_bindgen]
pub fn paints(chosen: &str) -> Result<String, String> {
    let chosen: Paints = from_json(chosen)?;
    Ok(json(&Paints::from(&chosen.palette()?)))
}

/// The same colours and another one.
#[wasm_bindgen]
pub fn another_paint(chosen: &str) -> Result<String, String> {
    let chosen: Paints = from_json(chosen)?;
    Ok(json(&chosen.another()?))
}

/// The drawing of a picture, of its samples in red, green, blue and opacity, as JSON of [`draw::Wanted`] asks.
#[wasm_bindgen]
pub fn traced(width: usize, height: usize, samples: &[u8], wanted: &str) -> Result<String, String> {
    let wanted = from_json(wanted)?;
    draw::traced((width, height), samples, wanted).map(|drawing| json(&drawing))
}

/// The puzzle of a drawing.
#[wasm_bindgen]
pub fn drawing(drawing: &str) -> Result<String, String> {
    let puzzle = from_json::<Drawing>(drawing)?.puzzle()?;
    Ok(json(&Sheet::from(&puzzle)))
}

/// A random puzzle, as JSON of [`random::Wanted`] asks.
#[wasm_bindgen]
pub fn generate(wanted: &str, limit: u32) -> Result<String, String> {
    let wanted = from_json(wanted)?;
    random::generate(wanted, milliseconds(limit)).map(|puzzle| json(&Sheet::from(&puzzle)))
}

/// The letters of a link.
#[wasm_bindgen]
pub fn link(puzzle: &str) -> Result<String, String> {
    puzzle_of(puzzle).map(|puzzle| link::encode(&puzzle))
}

/// The puzzle of a link.
#[wasm_bindgen]
pub fn linked(code: &str) -> Result<String, String> {
    link::decode(code).map(|puzzle| json(&Sheet::from(&puzzle)))
}

/// Solutions and verdict.
#[wasm_bindgen]
pub fn solve(puzzle: &str, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    Ok(json(&verdict::solve(&puzzle, None, milliseconds(limit))))
}

/// How many solutions there are, up to `most`.
#[wasm_bindgen]
pub fn count(puzzle: &str, most: usize, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    Ok(json(&verdict::count(&puzzle, most, milliseconds(limit))))
}

/// How hard it is; `null` for those that are not rated.
#[wasm_bindgen]
pub fn rating(puzzle: &str, limit: u32) -> Result<String, String> {
    let puzzle = puzzle_of(puzzle)?;
    // Without a limit the result is the same everywhere.
    let limit = (limit > 0).then(|| milliseconds(limit));
    Ok(json(&verdict::rating(&puzzle, limit)))
}

/// Mistakes among these cells.
#[wasm_bindgen]
pub fn check(puzzle: &str, cells: &str, limit: u32) -> Result<String, String> {
    let (puzzle, grid) = with_grid(puzzle, cells)?;
    Ok(json(&advice::mistakes(&puzzle, &grid, milliseconds(limit))))
}

/// The next step from these cells.
#[wasm_bindgen]
pub fn hint(puzzle: &str, cells: &str, limit: u32) -> Result<String, String> {
    let (puzzle, grid) = with_grid(puzzle, cells)?;
    Ok(json(&advice::hint(&puzzle, &grid, milliseconds(limit))))
}

/// What the page's HTML offers, as JSON: the usual file name extension of each format that puzzles are read from, the sizes of paper,
/// and how many puzzles a page of a book can have.
#[wasm_bindgen]
pub fn choices() -> String {
    let papers = Paper::ALL.map(Paper::name);
    let counts: Vec<usize> = book::counts().collect();
    json(&(sheet::extensions(), papers, counts))
}

/// A file of it, in a format by its name.
#[wasm_bindgen]
pub fn file(puzzle: &str, format: &str) -> Result<Vec<u8>, String> {
    let mut formats = Format::ALL.iter();
    let found = formats.find(|known| known.name() == format);
    let found = found.ok_or_else(|| format!("no format is named {format}"))?;
    let written = found.write(&puzzle_of(puzzle)?, None);
    written.map_err(|error| error.to_string())
}

/// Puzzles on paper, as PDF, as JSON of [`paper::Wanted`] asks.
#[wasm_bindgen]
pub fn book(puzzles: &str, wanted: &str, limit: u32) -> Result<Vec<u8>, String> {
    let sheets: Vec<Sheet> = from_json(puzzles)?;
    paper::book(&sheets, &from_json(wanted)?, milliseconds(limit))
}

/// A sheet to solve on paper: its clues and an empty lattice.
#[wasm_bindgen]
pub fn png(puzzle: &str) -> Result<Vec<u8>, String> {
    let puzzle = puzzle_of(puzzle)?;
    let empty = Grid::new(puzzle.row_count(), puzzle.column_count());
    Ok(png_sheet(&puzzle, &empty, true))
}

/// What a drawing is as a puzzle.
#[wasm_bindgen]
pub fn judge(drawing: &str, limit: u32) -> Result<String, String> {
    let drawing = from_json(drawing)?;
    draw::judge(&drawing, milliseconds(limit)).map(|judged| json(&judged))
}

/// Edits that leave a drawing one solution.
#[wasm_bindgen]
pub fn disambiguate(drawing: &str, limit: u32) -> Result<String, String> {
    let drawing = from_json(drawing)?;
    draw::propose(&drawing, milliseconds(limit)).map(|proposed| json(&proposed))
}

/// The bytes of a board, for a core by its name.
#[wasm_bindgen]
pub fn board_bytes(puzzle: &str, core: &str) -> Result<Vec<u8>, String> {
    wire::board_bytes(&puzzle_of(puzzle)?, kind(core)?)
}

fn kind(core: &str) -> Result<CoreKind, String> {
    CoreKind::from_name(core).ok_or_else(|| format!("no core is named {core}"))
}

/// The bytes of an identity request.
#[wasm_bindgen]
pub fn question() -> Vec<u8> {
    wire::QUESTION.to_vec()
}

/// Who answered; `null` when nobody has.
#[wasm_bindgen]
pub fn identity(bytes: &[u8]) -> String {
    json(&wire::identity(bytes))
}

/// What came back for a board, so far.
#[wasm_bindgen]
pub fn heard(puzzle: &str, core: &str, bytes: &[u8]) -> Result<String, String> {
    Ok(json(&wire::heard(&puzzle_of(puzzle)?, kind(core)?, bytes)))
}

/// The name of the build of a core that takes a puzzle.
#[wasm_bindgen]
pub fn build(core: &str, puzzle: &str) -> Result<String, String> {
    let build = watch::build(core, &puzzle_of(puzzle)?)?;
    Ok(build.name.to_owned())
}

/// A simulated FPGA that solves a puzzle.
#[wasm_bindgen]
pub struct Fpga(Watch);

#[wasm_bindgen]
impl Fpga {
    /// With a core, "classic", "parallel" or "clue", from the netlist of its build.
    #[wasm_bindgen(constructor)]
    pub fn new(core: &str, puzzle: &str, netlist: &[u8]) -> Result<Fpga, String> {
        Watch::new(core, puzzle_of(puzzle)?, netlist).map(Self)
    }

    /// Lets clocks pass, up to an event: "clocks" (none), "visit", "round", "byte", "phase", and of a clue
    /// core's search "decision", "conflict", "fact". Returns how many did.
    pub fn run(&mut self, clocks: u32, until: &str) -> u32 {
        self.0.run(clocks, Until::named(until))
    }

    /// The names of its signals, as JSON.
    pub fn signals(&self) -> String {
        let signals = self.0.signals();
        json(
            &signals
                .iter()
                .map(|signal| &signal.name)
                .collect::<Vec<_>>(),
        )
    }

    /// Keeps what the signals of these names (JSON) hold from now on.
    pub fn choose(&mut self, names: &str) -> Result<(), String> {
        let names: Vec<String> = from_json(names)?;
        self.0.choose(&names)
    }

    /// Counts the clocks in which blocks of these paths (JSON) change, and shows what the signals of these names (JSON) hold.
    pub fn observe(&mut self, blocks: &str, signals: &str) -> Result<(), String> {
        let (blocks, signals): (Vec<String>, Vec<String>) =
            (from_json(blocks)?, from_json(signals)?);
        self.0.observe(&blocks, &signals)
    }

    /// Begins a step, for which changes are counted.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// What signals held from a clock to before another, for a picture of that many columns, as JSON.
    pub fn wave(&self, from: u32, to: u32, parts: u32) -> String {
        json(&self.0.wave(from.into(), to.into(), parts.into()))
    }

    /// What there is to see.
    pub fn state(&self) -> String {
        json(&self.0.state())
    }
}

/// A simulated FPGA that writes a waveform.
#[wasm_bindgen]
pub struct Recorder(Recording);

#[wasm_bindgen]
impl Recorder {
    /// With a core, from the netlist of its build, from power-on.
    #[wasm_bindgen(constructor)]
    pub fn new(core: &str, puzzle: &str, netlist: &[u8]) -> Result<Recorder, String> {
        Recording::new(core, &puzzle_of(puzzle)?, netlist).map(Self)
    }

    /// The next part of the VCD, of that many clocks.
    pub fn run(&mut self, clocks: u32) -> Result<Vec<u8>, String> {
        self.0.run(clocks)
    }
}
