//! The block diagrams of the docs are up to date with the design (`make diagrams`).

#[path = "../examples/diagrams.rs"]
mod diagrams;

use std::fs;
use std::path::Path;

#[test]
fn diagrams_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    let drawings = diagrams::drawings();
    assert!(drawings.len() >= 4);
    for (name, text) in drawings {
        let there = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        assert!(
            there == text,
            "docs/images/{name} is out of date: run `make diagrams`"
        );
    }
}

/// The diagrams show what they are for: the blocks of the parallel core, and the marks from rows to columns.
#[test]
fn diagrams_show_blocks_and_signals() {
    let drawings = diagrams::drawings();
    let (_, text) = drawings
        .iter()
        .find(|(name, _)| name == "parallel.svg")
        .expect("drawn");
    for word in ["rows", "columns", "cells", "learn_known", "fresh"] {
        assert!(text.contains(&format!(">{word}</text>")), "{word}");
    }
}
