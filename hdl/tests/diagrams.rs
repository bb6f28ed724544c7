//! The block diagrams of the docs are up to date (`make diagrams`); the structure read from the emitted Verilog is complete; every module
//! and port is documented.

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

/// The diagram of the parallel core has its blocks, and signals between rows, columns and cells.
#[test]
fn diagram_of_the_parallel_core_shows_blocks_and_signals() {
    let drawings = diagrams::drawings();
    let (_, text) = drawings
        .iter()
        .find(|(name, _)| name == "parallel.svg")
        .expect("a drawing of the parallel core");
    for word in ["rows", "columns", "cells", "learn_known", "fresh"] {
        assert!(text.contains(&format!(">{word}</text>")), "{word}");
    }
}

/// The structure has every port that a module header declares, and the module of every instance is in the text.
#[test]
fn structure_has_every_port_and_the_module_of_every_instance() {
    for build in ["classic11", "parallel11x4", "clue16"] {
        let verilog = diagrams::verilog(build);
        let modules = nonogram_hdl::structure::modules(&verilog);
        let headers: Vec<&str> = verilog.split("\nmodule ").skip(1).collect();
        assert_eq!(modules.len(), headers.len());
        for (module, header) in modules.iter().zip(headers) {
            let (head, rest) = header.split_once("(\n").expect("a list of ports");
            let (name, rest) = match head.strip_suffix(" #") {
                Some(name) => (name, rest.split_once("\n) (\n").expect("a list of ports").1),
                None => (head, rest),
            };
            assert_eq!(module.name, name);
            let (ports, _) = rest.split_once("\n);\n").expect("the end of the list");
            let ports = ports.lines().filter(|line| !line.contains("//"));
            let ports = ports.filter_map(|line| line.trim_end_matches(',').split(' ').next_back());
            assert!(
                ports.eq(module.ports.iter().map(|port| port.name)),
                "{name}"
            );
            assert!(
                module
                    .text
                    .trim_end()
                    .ends_with(&format!("endmodule // {}", module.name))
            );
            for block in &module.blocks {
                let found = modules.iter().find(|other| other.name == block.module);
                let found = found.unwrap_or_else(|| panic!("{build}: no module {}", block.module));
                // The enclosing module declares an output of a block as a `wire` and an input as a `reg`.
                for port in &found.ports {
                    let declared = match port.is_output {
                        true => "wire ",
                        false => "reg ",
                    };
                    let is_it = |line: &str| {
                        line.trim_start().starts_with(declared)
                            && line.ends_with(&format!(" {}${};", block.name, port.name))
                    };
                    let name = port.name;
                    assert!(name == "clock" || module.text.lines().any(is_it), "{name}");
                }
            }
        }
    }
}

/// Every module of the emitted Verilog has the documentation of its block, and every port is documented.
#[test]
fn every_module_and_port_is_documented() {
    for build in nonogram_verilog::BUILDS {
        let verilog = diagrams::verilog(build.name);
        for module in nonogram_hdl::structure::modules(&verilog) {
            let name = module.name;
            let block = module
                .block
                .unwrap_or_else(|| panic!("{}: no block matches {name}", build.name));
            assert!(
                !block.about.is_empty() && !block.interface.is_empty(),
                "{name}"
            );
            let head = format!("// Source: {}\nmodule {name}", block.source);
            assert!(
                ["(", " #("]
                    .iter()
                    .any(|ports| verilog.contains(&format!("{head}{ports}")))
            );
            for port in module.ports {
                let known = block.port(port.name);
                let about = known.map_or("", |known| known.about);
                assert!(!about.is_empty(), "{name}: {}", port.name);
            }
        }
    }
}

/// Signals of an array element belong to that element, not to the array.
#[test]
fn elements_of_arrays_are_blocks_of_their_own() {
    let verilog = diagrams::verilog("clue16");
    let modules = nonogram_hdl::structure::modules(&verilog);
    let lines = modules.iter().find(|module| module.name == "top$lines");
    let lines = lines.expect("line logic");
    let place = lines
        .blocks
        .iter()
        .position(|block| block.name == "slots$1");
    let second = 1 + place.expect("a second slot");
    let into: Vec<&String> = lines
        .signals
        .iter()
        .flat_map(|from| &from[second])
        .collect();
    assert!(!into.is_empty());
    let is_numbered = |name: &&&String| name.starts_with(|first: char| first.is_numeric());
    assert_eq!(into.iter().find(is_numbered), None);
}
