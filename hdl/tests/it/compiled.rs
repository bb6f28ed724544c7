//! Compares the design in rust-hdl with the compiled simulation of its committed Verilog, in every cycle: one design per core.

use std::collections::HashMap;

use nonogram_hdl::ENGINE;
use nonogram_protocol::IDENTITY_REQUEST;
use nonogram_sim::design::PinDesign;
use nonogram_sim::replay::stimulus::every_verdict;
use nonogram_sim::replay::{Inputs, serial_inputs};
use nonogram_sim::signals::{Selection, list};
use nonogram_sim::{Drive, Engine, SimBoard};
use nonogram_verilog::{Build, Parameters, build};

/// Both simulations of a design, with the fast serial line.
fn both(build: &'static Build) -> (Box<dyn PinDesign>, Box<dyn PinDesign>) {
    let parameters = Parameters::default().fast();
    let [reference, compiled] = [ENGINE, Engine::COMPILED]
        .map(|engine| (engine.pins)(build, &parameters).expect("a design"));
    (reference, compiled)
}

/// Runs both simulations on these inputs, and compares every signal of the source, and what observers read.
fn compare(name: &str, inputs: &[Inputs]) {
    let (mut reference, mut compiled) = both(build(name).expect("in the table"));
    let (ours, theirs) = (list(&*reference), list(&*compiled));
    let by_name: HashMap<&str, _> = (theirs.iter())
        .map(|signal| (signal.name.as_str(), signal))
        .collect();
    let same = ours.iter().map(|signal| {
        let found = by_name.get(signal.name.as_str());
        let found = *found.unwrap_or_else(|| panic!("{name}: the Verilog has no {}", signal.name));
        assert_eq!(
            (found.width, &found.states),
            (signal.width, &signal.states),
            "{name}: {}",
            signal.name
        );
        found
    });
    let theirs = Selection::new(same.collect::<Vec<_>>());
    let own = Selection::new(&ours);
    for (clock, input) in inputs.iter().enumerate() {
        for design in [&mut reference, &mut compiled] {
            design.set_reset(input.reset);
            design.set_rx(input.rx);
            assert!(design.settle(), "{name}");
        }
        let (left, right) = (own.read(&*reference), theirs.read(&*compiled));
        for ((signal, left), right) in ours.iter().zip(left).zip(right) {
            assert_eq!(left, right, "{name}, cycle {clock}: {}", signal.name);
        }
        assert_eq!(
            reference.events(),
            compiled.events(),
            "{name}, cycle {clock}"
        );
        assert_eq!(
            reference.ending(),
            compiled.ending(),
            "{name}, cycle {clock}"
        );
        assert_eq!(reference.probe(), compiled.probe(), "{name}, cycle {clock}");
        for design in [&mut reference, &mut compiled] {
            assert!(design.rise(), "{name}");
        }
    }
}

#[test]
fn every_signal_of_each_core_matches_rust_hdl() {
    for name in ["classic11", "parallel11x4", "clue10"] {
        let build = build(name).expect("in the table");
        let bytes = every_verdict(build);
        compare(name, &serial_inputs(bytes, 1_000));
    }
}

/// The clock and the baud rate of the identity are parameters of both.
#[test]
fn identity_has_the_clock_and_the_baud_rate_of_the_parameters() {
    let parameters = Parameters::new(100_000_000, 3_000_000).expect("in range");
    for name in ["parallel11x4", "clue10"] {
        let [reference, compiled] = [ENGINE, Engine::COMPILED].map(|engine| {
            let board = SimBoard::with_engine(name, Drive::TruePins, engine, &parameters);
            let mut board = board.expect("in the table");
            let mut bytes = IDENTITY_REQUEST.into_iter();
            board.exchange(&mut bytes, &mut |_, _| {}).expect("a reply")
        });
        assert_eq!(reference, compiled, "{name}");
        assert!(!compiled.reply.is_empty(), "{name}");
    }
}
