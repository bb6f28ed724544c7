//! The Verilog of every design, behind a UART and behind AXI4-Streams, matches the compiled simulation in every cycle under Icarus Verilog.

use nonogram_protocol::IDENTITY_REQUEST;
use nonogram_sim::replay::stimulus::{board, every_verdict};
use nonogram_sim::replay::{
    Recording, ReplayError, Simulator, StreamRecording, StreamSource, Visible, serial_inputs,
};
use nonogram_verilog::{BUILDS, Build, build, fast_verilog};

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

/// A run of a stream top: boards with each verdict, whole and cut off, and identity requests, with pauses and resets.
pub fn streamed(build: &'static Build, seed: u64) -> StreamRecording {
    let boards = every_verdict(build);
    let mut packets = vec![IDENTITY_REQUEST.to_vec(), boards.clone()];
    packets.push(boards[..boards.len() / 2 + 1].to_vec());
    packets.push(boards);
    StreamRecording::new(build, StreamSource::new(&packets, true, seed))
}

#[test]
fn every_stream_top_matches_its_model_under_icarus() {
    for build in BUILDS {
        let recording = streamed(build, 1);
        let ends = recording.received.iter().filter(|beat| beat.last).count();
        assert!(ends >= 3, "{}: {ends} replies", build.name);
        let work = tempfile::tempdir().expect("a temporary folder");
        let replayed = recording.replay(Simulator::Icarus, work.path());
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_difference_between_model_and_stream_top_is_found() {
    let build = build("classic11").expect("in the table");
    let verilog = fast_verilog(build.name).expect("a known build");
    let (good, bad) = ("final_byte <= ends;", "final_byte <= 1'b1;");
    assert!(verilog.contains(good));
    let work = tempfile::tempdir().expect("a temporary folder");
    let faulty = verilog.replace(good, bad);
    let fault = streamed(build, 1).replay_text(Simulator::Icarus, &faulty, work.path());
    assert!(matches!(fault, Err(ReplayError::Differs { .. })));
}
