//! JSON Lines: the objects of [`json`](super::json), one per line.
//!
//! Interface: [`write_lines`]. The readers of JSON and JSON Lines accept files of both formats.

use super::{Description, json};
use crate::Puzzle;

pub(super) const DESCRIPTION: Description = Description {
    name: "jsonl",
    about: "the objects of json, one per line",
    extensions: &["jsonl", "ndjson"],
    sniff: |_| false,
    read: Some(json::read),
    write: |puzzle, picture| Ok(json::write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_lines(puzzles).into_bytes()),
};

/// Writes several puzzles, one line per puzzle.
pub fn write_lines(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(json::write).collect()
}
