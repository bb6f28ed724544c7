//! The Verilog under Verilator, with noise, and the netlists synthesised from it, match the compiled simulation in every cycle.

use nonogram_protocol::IDENTITY_REQUEST;
use nonogram_sim::netlist::{Family, synthesised};
use nonogram_test_support::replay::stimulus::{
    self, REPLY, every_verdict, narrowed, noise, widest,
};
use nonogram_test_support::replay::{Recording, Simulator, StreamSource, Visible, serial_inputs};
use nonogram_verilog::{BUILDS, build};

#[test]
fn every_build_matches_its_model_under_verilator() {
    for build in BUILDS {
        let recording = Recording::new(build, stimulus::all(build));
        let replayed = recording.replay_design(Simulator::Verilator);
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn every_stream_top_matches_its_model_under_verilator() {
    for build in BUILDS {
        let mut packets =
            vec![IDENTITY_REQUEST.to_vec(), every_verdict(build), widest(build), narrowed(build)];
        packets.extend(vec![every_verdict(build); 20]);
        let recording = Recording::of_streams(build, StreamSource::new(&packets, true, 1));
        let replayed = recording.replay_design(Simulator::Verilator);
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Compares only the pins, cycle by cycle, because a netlist does not keep the names of the arrays `known` and `assigned`.
#[test]
fn netlists_match_their_models() {
    let cases =
        [(Family::Ice40, "classic11"), (Family::Ecp5, "classic11"), (Family::Ecp5, "parallel11x4")];
    for (family, name) in cases {
        let build = build(name).expect("in the table");
        let mut inputs = serial_inputs(every_verdict(build), REPLY);
        inputs.extend(noise(build));
        let recording = Recording::new(build, inputs);
        let verilog = build.fast_verilog();
        let netlist =
            synthesised(family, &verilog, &build.top()).unwrap_or_else(|error| panic!("{error}"));
        recording
            .replay(Simulator::Verilator, &netlist, Visible::Pins)
            .unwrap_or_else(|error| panic!("{family:?}, {name}: {error}"));
    }
}
