//! The block diagrams of the docs are what `make diagrams` draws of the design as it is.

#[path = "../examples/diagrams.rs"]
mod diagrams;

use std::fs;
use std::path::Path;

#[test]
fn they_are_those_of_the_design() {
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

/// What a drawing is for: the blocks of the parallel core, and that rows mark columns.
#[test]
fn blocks_and_signals_are_in_them() {
    let drawings = diagrams::drawings();
    let (_, text) = drawings
        .iter()
        .find(|(name, _)| name == "parallel.svg")
        .expect("drawn");
    for word in ["rows", "columns", "cells", "learn_known", "fresh"] {
        assert!(text.contains(&format!(">{word}</text>")), "{word}");
    }
}
