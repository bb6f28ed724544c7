//! Compares the design in rust-hdl with the compiled simulation of its committed Verilog, in every cycle: one design behind a UART, and
//! one per core behind AXI4-Streams.

use std::collections::HashMap;

use nonogram_hdl::ENGINE;
use nonogram_protocol::IDENTITY_REQUEST;
use nonogram_sim::Engine;
use nonogram_sim::design::{Beat, Design};
use nonogram_sim::simulation::Signal;
use nonogram_test_support::replay::stimulus::{board, every_verdict};
use nonogram_test_support::replay::{Inputs, StreamInputs, StreamSource, serial_inputs};
use nonogram_verilog::{BUILDS, Build, Parameters, Top, build};

/// The inputs of a design in every cycle.
trait Stimulus {
    /// Sets the inputs of a cycle; false if there is no further cycle.
    fn drive(&self, design: &mut Design) -> bool;
    /// Goes on to the next cycle, given the settled design.
    fn advance(&mut self, design: &Design);
}

impl Stimulus for &[Inputs] {
    fn drive(&self, design: &mut Design) -> bool {
        let input = self.first().copied();
        let Inputs { reset, rx } = input.unwrap_or(Inputs::IDLE);
        design.set_reset(reset);
        design.set_rx(rx);
        input.is_some()
    }

    fn advance(&mut self, _: &Design) {
        *self = &self[1..];
    }
}

impl Stimulus for (StreamSource, StreamInputs) {
    fn drive(&self, design: &mut Design) -> bool {
        self.1.apply(design);
        !self.0.is_done()
    }

    fn advance(&mut self, design: &Design) {
        self.1 = self.0.next(design.takes());
    }
}

/// Runs both simulations of a design on the same inputs, and compares every signal of the source, and what observers read. A signal that
/// the Verilog does not have must equal an output of its block that it has.
fn compare(name: &str, mut both: [Design; 2], mut stimulus: impl Stimulus) {
    let [ours, theirs] = both.each_ref().map(|design| design.simulation().signals());
    let by_name: HashMap<&str, _> =
        (theirs.iter()).map(|signal| (signal.name.as_str(), signal)).collect();
    let (ours, copied): (Vec<_>, Vec<_>) =
        ours.into_iter().partition(|signal| by_name.contains_key(signal.name.as_str()));
    let scope = |signal: &Signal| signal.name.rsplit_once('.').map(|(scope, _)| scope.to_owned());
    let mut originals: Vec<Vec<usize>> = (copied.iter())
        .map(|copy| {
            let is_like =
                |other: &&Signal| (scope(other), other.width) == (scope(copy), copy.width);
            (0..ours.len()).filter(|&place| is_like(&&ours[place])).collect()
        })
        .collect();
    let nets = |signals: &[Signal]| signals.iter().map(|signal| signal.net).collect::<Vec<usize>>();
    let same = ours.iter().map(|signal| {
        let found = by_name[signal.name.as_str()];
        assert_eq!(
            (found.width, &found.states),
            (signal.width, &signal.states),
            "{name}: {}",
            signal.name
        );
        found.net
    });
    let theirs: Vec<usize> = same.collect();
    let (own, copies) = (nets(&ours), nets(&copied));
    let mut clock = 0;
    loop {
        for design in &mut both {
            if !stimulus.drive(design) {
                for (copy, originals) in copied.iter().zip(&originals) {
                    assert!(!originals.is_empty(), "{name}: the Verilog has no {}", copy.name);
                }
                return;
            }
            assert!(design.settle(), "{name}");
        }
        let [reference, compiled] = &both;
        let read = |design: &Design, nets: &[usize]| design.simulation().values(nets);
        let (left, right) = (read(reference, &own), read(compiled, &theirs));
        for (copy, originals) in read(reference, &copies).into_iter().zip(&mut originals) {
            originals.retain(|&place| left[place] == copy);
        }
        for ((signal, left), right) in ours.iter().zip(left).zip(right) {
            assert_eq!(left, right, "{name}, cycle {clock}: {}", signal.name);
        }
        assert_eq!(reference.events(), compiled.events(), "{name}, cycle {clock}");
        assert_eq!(reference.ending(), compiled.ending(), "{name}, cycle {clock}");
        assert_eq!(reference.probe(), compiled.probe(), "{name}, cycle {clock}");
        assert_eq!(reference.search(), compiled.search(), "{name}, cycle {clock}");
        stimulus.advance(reference);
        for design in &mut both {
            assert!(design.rise(), "{name}");
        }
        clock += 1;
    }
}

/// What is in front of the stream top is the same in every design.
#[test]
fn every_signal_of_a_design_with_pins_matches_rust_hdl() {
    let parameters = Parameters::default().fast();
    let build = build("classic11").expect("in the table");
    let both = [ENGINE, Engine::COMPILED]
        .map(|engine| (engine.design)(build, Top::Uart, &parameters).expect("a design"));
    let inputs = serial_inputs(every_verdict(build), 1_000);
    compare(build.name, both, inputs.as_slice());
}

/// Packets with a board each, whole and cut off, and identity requests.
fn packets(build: &Build) -> Vec<Vec<u8>> {
    let plus = [vec![1], vec![3], vec![1]];
    let sent = board(build, &plus, &plus, true);
    let mut packets = vec![
        IDENTITY_REQUEST.to_vec(),
        every_verdict(build),
        sent[..7].to_vec(),
        sent.clone(),
        sent[..3].to_vec(),
        sent[..2].to_vec(),
    ];
    packets.push(sent);
    packets
}

/// Pauses on both sides, marked ends of packets, damaged bytes and resets included.
#[test]
fn every_signal_of_each_stream_top_matches_rust_hdl() {
    let parameters = Parameters::default().fast();
    for name in ["classic11", "parallel11x4", "clue10"] {
        let build = build(name).expect("in the table");
        let both = [ENGINE, Engine::COMPILED]
            .map(|engine| (engine.design)(build, Top::Stream, &parameters).expect("a design"));
        let mut source = StreamSource::new(&packets(build), true, 1);
        let first = source.next(false);
        compare(name, both, (source, first));
    }
}

/// In every cycle, other levels of the inputs change no output but `s_axis_tready`, and that only with `s_axis_tvalid`.
#[test]
fn only_tready_of_the_slave_depends_on_an_input_of_the_same_cycle() {
    let parameters = Parameters::default().fast();
    for build in BUILDS {
        let design = (Engine::COMPILED.design)(build, Top::Stream, &parameters);
        let mut design = design.expect("a design");
        let mut source = StreamSource::new(&packets(build), false, 3);
        let mut inputs = source.next(false);
        let mut depends = 0;
        while !source.is_done() {
            let mut outputs = |inputs: StreamInputs| {
                inputs.apply(&mut design);
                assert!(design.settle());
                (design.sends(), design.events(), design.takes())
            };
            let (sends, events, takes) = outputs(inputs);
            let other = Beat { byte: 0xe0, last: true, damaged: true };
            for (ready, beat) in [(!inputs.ready, inputs.beat), (inputs.ready, Some(other))] {
                let changed = outputs(StreamInputs { ready, beat, ..inputs });
                assert_eq!((changed.0, changed.1), (sends, events), "{}", build.name);
                let same = changed.2 == takes;
                assert!(same || inputs.beat.is_none() && beat.is_some());
                depends += usize::from(!same);
            }
            outputs(inputs);
            assert!(design.rise());
            inputs = source.next(takes);
        }
        assert!(depends > 0, "{}", build.name);
    }
}
