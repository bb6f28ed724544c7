//! Compares every signal of each core in rust-hdl and in the compiled simulation, in every cycle.

use std::collections::HashMap;

use nonogram_hdl::design::{Design, PinDesign};
use nonogram_hdl::{Parameters, build};
use nonogram_sim::compiled::CompiledDesign;
use nonogram_sim::replay::stimulus::every_verdict;
use nonogram_sim::replay::{Inputs, serial_inputs};
use nonogram_sim::signals::{Selection, list};

/// Runs both simulations on these inputs, and compares all signals.
fn compare(name: &str, inputs: &[Inputs]) {
    let build = build(name).expect("in the table");
    let mut design = (build.designs.pins)(&Parameters::default().fast());
    let netlist = nonogram_hdl::netlist(design.block()).expect("a netlist");
    let mut compiled = CompiledDesign::new(build, netlist, true).expect("a design");
    let signals = list(design.block());
    let theirs = list(of(&compiled));
    let places: HashMap<&str, usize> = theirs
        .iter()
        .enumerate()
        .map(|(place, signal)| (signal.name.as_str(), place))
        .collect();
    assert_eq!(signals.len(), theirs.len(), "{name}");
    let all: Vec<usize> = (0..signals.len()).collect();
    let same: Vec<usize> = signals
        .iter()
        .map(|signal| places[signal.name.as_str()])
        .collect();
    for (signal, &place) in signals.iter().zip(&same) {
        assert_eq!(signal, &theirs[place], "{name}");
    }
    let (own, theirs) = (Selection::new(&all), Selection::new(&same));
    for (clock, input) in inputs.iter().enumerate() {
        for design in [&mut *design, &mut compiled] {
            design.set_reset(input.reset);
            design.set_rx(input.rx);
            assert!(design.settle(), "{name}");
        }
        let (left, right) = (own.read(design.block()), theirs.read(of(&compiled)));
        for (place, signal) in signals.iter().enumerate() {
            let name = &signal.name;
            assert_eq!(left[place], right[place], "cycle {clock}: {name}");
        }
        assert_eq!(design.events(), compiled.events(), "{name}, cycle {clock}");
        assert_eq!(design.ending(), compiled.ending(), "{name}, cycle {clock}");
        for design in [&mut *design, &mut compiled] {
            assert!(design.rise(), "{name}");
        }
    }
}

fn of(design: &dyn PinDesign) -> &dyn rust_hdl::prelude::Block {
    design.block()
}

#[test]
fn every_signal_of_each_core_matches_rust_hdl() {
    for name in ["classic11", "parallel11x4", "clue16", "clue32"] {
        let build = build(name).expect("in the table");
        let bytes = every_verdict(build);
        compare(name, &serial_inputs(bytes, 1_000));
    }
}
