//! The block diagrams of the docs are up to date (`make diagrams`); every module and port of the designs is documented.

#[path = "../examples/diagrams.rs"]
mod diagrams;

use std::fs;
use std::path::Path;

use nonogram_netlist::read;
use nonogram_netlist::structure::{About, about_port, signals};
use nonogram_netlist::tree::Source;
use nonogram_verilog::{BUILDS, Build, build};

fn source(build: &Build) -> Source {
    read::source(build.text).unwrap_or_else(|error| panic!("{}: {error}", build.name))
}

#[test]
fn diagrams_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    let drawings = diagrams::drawings();
    assert!(drawings.len() >= 4);
    for (name, text) in drawings {
        let there = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        assert!(there == text, "docs/images/{name} is out of date: run `make diagrams`");
    }
}

/// Every module has the documentation of its block, and every port is documented.
#[test]
fn every_module_and_port_is_documented() {
    for build in BUILDS {
        let source = source(build);
        assert!(source.modules.len() > 10, "{}", build.name);
        for module in &source.modules {
            let name = &module.name;
            let about = About::of(module);
            assert!(!about.name.is_empty() && !about.about.is_empty(), "{name}");
            assert!(!about.interface.is_empty(), "{name}");
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&about.source);
            assert!(file.is_file(), "{name}: {}", file.display());
            for port in &module.ports {
                assert!(!about_port(&source, module, port).is_empty(), "{name}: {}", port.name);
            }
            for instance in module.instances() {
                assert!(source.module(&instance.module).is_some(), "{name}: {}", instance.name);
            }
        }
    }
}

/// Signals of an array element belong to that element, not to the array.
#[test]
fn elements_of_arrays_are_blocks_of_their_own() {
    let source = source(build("clue16").expect("in the table"));
    let lines = source.module("nonogram_clue16_line_logic").expect("line logic");
    let place = (lines.instances().iter()).position(|block| block.name == "slots_1");
    let second = 1 + place.expect("a second slot");
    let signals = signals(&source, lines);
    let into: Vec<&String> = signals.iter().flat_map(|from| &from[second]).collect();
    assert!(!into.is_empty());
    let is_numbered = |name: &&&String| name.starts_with(|first: char| first.is_numeric());
    assert_eq!(into.iter().find(is_numbered), None);
}
