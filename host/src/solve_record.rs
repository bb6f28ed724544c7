//! The `--json` records of `solve` and `sim`: one object per line, for a puzzle or one of several requested solutions, and in `solve` also
//! for a puzzle or file without a result. Their keys are part of the command's interface.

use std::collections::BTreeMap;

use nonogram_kit::{Answer, Source};
use nonogram_protocol::wire_seconds;
use nonogram_puzzles::{Colour, Ink, Palette, Rgb};
use serde::Serialize;

use crate::exit::Failure;

/// One result; the keys of `--json`, in order.
#[derive(Debug, Serialize)]
pub struct SolveRecord<'a> {
    file: &'a str,
    /// The puzzle's position in a file of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<usize>,
    #[serde(flatten)]
    result: ResultKeys,
    backend: &'a str,
    pub core: Option<&'a str>,
    /// The software engine that solved the puzzle, or in the subcommand `sim` the engine that simulated the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'a str>,
    bytes_sent: u64,
    bytes_received: u64,
    /// The transmission time of the bytes; null for a link without a baud rate.
    wire_seconds: Option<f64>,
    /// Clock cycles from the end of the board to the verdict; null if unknown.
    cycles: Option<u64>,
    elapsed_seconds: f64,
    /// On a port: the number of times that the board was retransmitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// On a port: whether board and reply had check messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<bool>,
    /// In the subcommand `sim`: the clock cycles of the whole exchange, including idle time such as that after the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<u64>,
    /// Of a software engine or a core that searches: whether the solution is the only one; null if that is undecided or there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<Option<bool>>,
    /// The solution's number, from 1, if several were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<usize>,
}

/// The keys that every record of an answer has, also in `batch`.
#[derive(Debug, Serialize)]
pub struct ResultKeys {
    status: &'static str,
    rows: usize,
    columns: usize,
    grid: Vec<String>,
    /// The colours by their letters, as `#rrggbb`; `None` if the only colour is black.
    #[serde(skip_serializing_if = "Option::is_none")]
    palette: Option<BTreeMap<char, String>>,
}

impl ResultKeys {
    /// The keys of an answer to a puzzle with this palette.
    pub fn new(answer: &Answer, palette: &Palette) -> Self {
        let ink = |ink: &Ink| (ink.letter, ink.rgb.to_string());
        let is_black = !palette.is_coloured() && palette.rgb(Colour::FIRST) == Rgb::BLACK;
        Self {
            status: answer.verdict.status().name(),
            rows: answer.grid.rows(),
            columns: answer.grid.columns(),
            grid: palette.to_lines(&answer.grid),
            palette: (!is_black).then(|| palette.inks().iter().map(ink).collect()),
        }
    }
}

/// The record of a puzzle, or of a file, that has no result.
#[derive(Debug, Serialize)]
pub struct ErrorRecord<'a> {
    /// The file as named on the command line.
    pub file: &'a str,
    /// The puzzle's position in a file of several puzzles, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<usize>,
    /// Always "error".
    status: &'static str,
    /// The message that is printed on stderr.
    error: String,
}

impl<'a> ErrorRecord<'a> {
    /// The record of a failure.
    pub fn new(file: &'a str, puzzle: Option<usize>, failure: &Failure) -> Self {
        Self { file, puzzle, status: "error", error: failure.to_string() }
    }
}

impl<'a> SolveRecord<'a> {
    /// The record of an answer of this back end, which took `elapsed_seconds`; the bytes were sent at this baud rate, if the link has one.
    pub fn new(
        source: &'a Source,
        answer: &Answer,
        backend: &'a str,
        baud: Option<u32>,
        elapsed_seconds: f64,
    ) -> Self {
        let traffic = answer.traffic;
        let bytes_sent = traffic.map_or(0, |traffic| traffic.bytes_sent);
        let bytes_received = traffic.map_or(0, |traffic| traffic.bytes_received);
        Self {
            file: &source.file,
            puzzle: source.number,
            result: ResultKeys::new(answer, source.puzzle.palette()),
            backend,
            core: answer.core(),
            engine: None,
            bytes_sent,
            bytes_received,
            wire_seconds: baud.map(|baud| wire_seconds(bytes_sent + bytes_received, baud)),
            cycles: answer.cycles(),
            elapsed_seconds,
            retries: None,
            check: None,
            clocks: None,
            unique: answer.search.as_ref().map(|_| answer.verdict.unique()),
            solution: None,
        }
    }
}
