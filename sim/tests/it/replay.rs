//! The Verilog of every design under Icarus Verilog matches the compiled simulation in every cycle.

use nonogram_protocol::IDENTITY_REQUEST;
use nonogram_sim::replay::stimulus::board;
use nonogram_sim::replay::{Recording, Simulator, Visible, serial_inputs};
use nonogram_verilog::{BUILDS, build, fast_verilog};

#[test]
fn every_build_matches_its_model_under_icarus() {
    for build in BUILDS {
        let plus = [vec![1], vec![3], vec![1]];
        let bytes = [&IDENTITY_REQUEST[..], &board(build, &plus, &plus, true)].concat();
        let recording = Recording::new(build, serial_inputs(bytes, 1500));
        let replayed = recording.replay_design(Simulator::Icarus);
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_difference_between_model_and_verilog_is_found() {
    let build = build("classic11").expect("in the table");
    let plus = [vec![1], vec![3], vec![1]];
    let recording = Recording::new(
        build,
        serial_inputs(board(build, &plus, &plus, false), 1500),
    );
    let work = tempfile::tempdir().expect("a temporary folder");
    let verilog = fast_verilog(build.name).expect("a known build");
    let (good, bad) = ("ones & option", "ones | option");
    assert!(verilog.contains(good));
    let fault = recording.replay(
        Simulator::Icarus,
        &verilog.replace(good, bad),
        Visible::Board,
        work.path(),
    );
    assert!(
        fault
            .expect_err("a seeded fault")
            .to_string()
            .contains("the model gives")
    );
}
