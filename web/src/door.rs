//! What JavaScript sees: functions of text, and the watched FPGA.
//! Interface: puzzles go in and out as JSON of [`Sheet`], cells as text, results as JSON; limits are milliseconds.

use std::time::Duration;

use nonogram_protocol::CoreKind;
use nonogram_puzzles::render::png_sheet;
use nonogram_puzzles::{Format, Grid, Puzzle, link};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::record::Recording;
use crate::sheet::{self, Sheet};
use crate::watch::{Until, Watch};
use crate::{advice, draw, verdict, watch, wire};

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("these types are JSON")
}

fn puzzle_of(text: &str) -> Result<Puzzle, String> {
    let sheet: Sheet = serde_json::from_str(text).map_err(|error| error.to_string())?;
    sheet.puzzle()
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

/// The puzzle of a drawing.
#[wasm_bindgen]
pub fn drawing(rows: usize, columns: usize, cells: &str, title: &str) -> Result<String, String> {
    let grid = sheet::grid(rows, columns, cells)?;
    let title = (!title.is_empty()).then(|| title.to_owned());
    draw::of_drawing(&grid, title).map(|puzzle| json(&Sheet::from(&puzzle)))
}

/// A random puzzle, as JSON of [`draw::Wanted`] asks.
#[wasm_bindgen]
pub fn generate(wanted: &str, limit: u32) -> Result<String, String> {
    let wanted = serde_json::from_str(wanted).map_err(|error| error.to_string())?;
    draw::generate(wanted, milliseconds(limit)).map(|(puzzle, _)| json(&Sheet::from(&puzzle)))
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

/// The `.non` file of it.
#[wasm_bindgen]
pub fn non(puzzle: &str) -> Result<String, String> {
    written(puzzle, Format::Non)
}

/// A picture of its clues.
#[wasm_bindgen]
pub fn svg(puzzle: &str) -> Result<String, String> {
    written(puzzle, Format::Svg)
}

/// A sheet to solve on paper: its clues and an empty lattice.
#[wasm_bindgen]
pub fn png(puzzle: &str) -> Result<Vec<u8>, String> {
    let puzzle = puzzle_of(puzzle)?;
    let empty = Grid::new(puzzle.row_count(), puzzle.column_count());
    Ok(png_sheet(&puzzle, &empty, true))
}

fn written(puzzle: &str, format: Format) -> Result<String, String> {
    let bytes = format
        .write(&puzzle_of(puzzle)?, None)
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What a drawing is as a puzzle.
#[wasm_bindgen]
pub fn judge(rows: usize, columns: usize, cells: &str, limit: u32) -> Result<String, String> {
    let drawing = sheet::grid(rows, columns, cells)?;
    draw::judge(&drawing, milliseconds(limit)).map(|judged| json(&judged))
}

/// Edits that leave a drawing one solution.
#[wasm_bindgen]
pub fn disambiguate(
    rows: usize,
    columns: usize,
    cells: &str,
    limit: u32,
) -> Result<String, String> {
    let drawing = sheet::grid(rows, columns, cells)?;
    draw::propose(&drawing, milliseconds(limit)).map(|proposed| json(&proposed))
}

/// The bytes of a board, for a core by its name.
#[wasm_bindgen]
pub fn board_bytes(puzzle: &str, core: &str) -> Result<Vec<u8>, String> {
    let kind = CoreKind::from_name(core).ok_or_else(|| format!("no core is named {core}"))?;
    wire::board_bytes(&puzzle_of(puzzle)?, kind)
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
pub fn heard(puzzle: &str, bytes: &[u8]) -> Result<String, String> {
    Ok(json(&wire::heard(&puzzle_of(puzzle)?, bytes)))
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

    /// Lets clocks pass, up to an event: "clocks" (none), "visit", "round", "byte", "phase". Returns how many did.
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
        let names: Vec<String> = serde_json::from_str(names).map_err(|error| error.to_string())?;
        self.0.choose(&names)
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
