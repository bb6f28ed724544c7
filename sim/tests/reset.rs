//! Reset alone, without the registers' values at power-on, makes every output known and the design ready.

use nonogram_hdl::{Build, build, fast_verilog};
use nonogram_protocol::{BoardStream, IDENTITY_REQUEST};
use nonogram_sim::replay::{Inputs, Recording, ReplayError, Simulator, Visible, serial_inputs};

/// Clocks for which reset is held, and those of them that it takes to arrive: two flip-flops, and one to be obeyed.
const HELD: usize = 8;
const ARRIVES: usize = 3;
/// Clocks in which the last reply leaves.
const REPLY: usize = 2000;

/// The text without its `initial` blocks.
fn without_power_on(verilog: &str) -> String {
    let mut is_initial = false;
    let mut kept = |line: &&str| {
        is_initial |= line.trim() == "initial begin";
        let keeps = !is_initial;
        is_initial &= line.trim() != "end";
        keeps
    };
    let lines: Vec<&str> = verilog.lines().filter(|line| kept(line)).collect();
    assert!(!lines.iter().any(|line| line.contains("initial")));
    lines.join("\n")
}

/// A question for the identity and a small board, after some clocks of reset or of nothing.
fn run(build: &'static Build, resets: bool) -> Result<(), ReplayError> {
    let plus = [vec![1], vec![3], vec![1]];
    let board = BoardStream::new(&plus, &plus).expect("a board that fits");
    let board = board.with_check(true).bytes();
    let held = Inputs {
        reset: resets,
        ..Inputs::IDLE
    };
    let mut inputs = vec![held; HELD];
    inputs.extend(serial_inputs(
        IDENTITY_REQUEST.into_iter().chain(board),
        REPLY,
    ));
    let recording = Recording::from_clock(ARRIVES, build, inputs);
    let verilog = without_power_on(&fast_verilog(build.name).expect("a known build"));
    let work = tempfile::tempdir().expect("a temporary folder");
    recording.replay(Simulator::Icarus, &verilog, Visible::Pins, work.path())
}

fn named(name: &str) -> &'static Build {
    build(name).expect("in the table")
}

#[test]
fn the_classic_core_needs_no_values_at_power_on() {
    run(named("classic11"), true).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_parallel_core_needs_no_values_at_power_on() {
    run(named("parallel11x4"), true).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn without_reset_the_outputs_are_unknown() {
    let error = run(named("classic11"), false).expect_err("unknown outputs");
    let ReplayError::Differs { verilog, .. } = error else {
        panic!("{error}");
    };
    assert!(verilog.contains('x'), "{verilog}");
}
