//! The emitted Verilog, and what synthesis makes of it, do what the rust-hdl model does, on every clock.

use nonogram_hdl::{BUILDS, Build, build, fast_verilog};
use nonogram_protocol::{CANCEL, CoreKind, IDENTITY_REQUEST};
use nonogram_sim::board_bytes;
use nonogram_sim::netlist::{Family, synthesised};
use nonogram_sim::replay::{Inputs, Recording, Simulator, Visible, serial_inputs};
use rand::{Rng, SeedableRng};

/// A reply of a full board is sent within this many clocks.
const REPLY: usize = 30_000;

/// A board as the build's core takes it.
fn board(build: &Build, rows: &[Vec<usize>], columns: &[Vec<usize>], check: bool) -> Vec<u8> {
    board_bytes(build.core(), rows, columns, check).expect("a board that fits")
}

fn replay(build: &'static Build, inputs: Vec<Inputs>, simulator: Simulator) {
    let recording = Recording::new(build, inputs);
    let work = tempfile::tempdir().expect("a temporary folder");
    let verilog = fast_verilog(build.name).expect("a known build");
    recording
        .replay(simulator, &verilog, Visible::Board, work.path())
        .unwrap_or_else(|error| panic!("{error}"));
}

/// A solved, a stalled and an unsolvable board.
fn three_boards(build: &Build) -> Vec<u8> {
    let plus = [vec![1], vec![3], vec![1]];
    let diagonal = [vec![1], vec![1]];
    let mut bytes = board(build, &plus, &plus, true);
    bytes.extend(board(build, &diagonal, &diagonal, false));
    bytes.extend(board(
        build,
        &[vec![3], vec![], vec![3]],
        &[vec![2], vec![1, 1], vec![1]],
        true,
    ));
    bytes
}

/// A board of the build's full side, with lines from one option to many.
fn widest(build: &Build) -> Vec<u8> {
    let rows: Vec<Vec<usize>> = (1..=build.side()).map(|block| vec![block]).collect();
    let columns: Vec<Vec<usize>> = (1..=build.side()).rev().map(|block| vec![block]).collect();
    board(build, &rows, &columns, true)
}

/// A board that needs search, and the end of the search of one with many solutions.
fn searches(build: &Build) -> Vec<u8> {
    let knot = [vec![1, 1], vec![1], vec![1, 2], vec![1, 1], vec![2]];
    let turned = [vec![2], vec![1, 1], vec![1, 1], vec![2], vec![1, 1]];
    let ones = vec![vec![1]; build.side()];
    let mut bytes = board(build, &knot, &turned, true);
    bytes.extend(board(build, &ones, &ones, false));
    bytes.extend(CANCEL.to_bytes());
    bytes
}

/// Boards with flipped bits, cut off, with breaks and resets between; at the end a whole one.
fn noise(build: &Build) -> Vec<Inputs> {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let plus = [vec![1], vec![3], vec![1]];
    let mut inputs = Vec::new();
    for _ in 0..40 {
        let mut bytes = board(build, &plus, &plus, true);
        for _ in 0..random.random_range(0..4) {
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
        }
        bytes.truncate(random.random_range(1..=bytes.len()));
        inputs.extend(serial_inputs(bytes, random.random_range(0..5000)));
        let low = random.random_range(0..100);
        inputs.extend(vec![
            Inputs {
                reset: false,
                rx: false
            };
            low
        ]);
        inputs.extend(vec![
            Inputs {
                reset: random.random_bool(0.3),
                rx: true
            };
            8
        ]);
    }
    inputs.extend(serial_inputs(board(build, &plus, &plus, false), 2000));
    inputs
}

/// The builds, without those that differ only in their clock: a replay has its own.
fn distinct() -> impl Iterator<Item = &'static Build> {
    let mut seen = std::collections::HashSet::new();
    BUILDS
        .iter()
        .filter(move |build| seen.insert(fast_verilog(build.name).expect("a known build")))
}

#[test]
fn every_build_under_icarus() {
    for build in distinct() {
        let plus = [vec![1], vec![3], vec![1]];
        let bytes = [&IDENTITY_REQUEST[..], &board(build, &plus, &plus, true)].concat();
        replay(build, serial_inputs(bytes, 1500), Simulator::Icarus);
    }
}

#[test]
fn every_build_under_verilator() {
    for build in distinct() {
        let mut inputs = serial_inputs(three_boards(build), 0);
        inputs.extend(serial_inputs(widest(build), REPLY));
        if build.core() == CoreKind::Clue {
            inputs.extend(serial_inputs(searches(build), REPLY));
        }
        inputs.extend(noise(build));
        replay(build, inputs, Simulator::Verilator);
    }
}

/// Clock by clock at the pins: the cells inside have lost their names.
fn replay_synthesised(family: Family, name: &str) {
    let build = build(name).expect("in the table");
    let mut inputs = serial_inputs(three_boards(build), REPLY);
    inputs.extend(noise(build));
    let recording = Recording::new(build, inputs);
    let verilog = fast_verilog(name).expect("a known build");
    let netlist = synthesised(family, &verilog).unwrap_or_else(|error| panic!("{error}"));
    let work = tempfile::tempdir().expect("a temporary folder");
    recording
        .replay(Simulator::Verilator, &netlist, Visible::Pins, work.path())
        .unwrap_or_else(|error| panic!("{family:?}, {name}: {error}"));
}

#[test]
fn classic_synthesised_for_ice40() {
    replay_synthesised(Family::Ice40, "classic11");
}

#[test]
fn classic_synthesised_for_ecp5() {
    replay_synthesised(Family::Ecp5, "classic11");
}

#[test]
fn parallel_synthesised_for_ecp5() {
    replay_synthesised(Family::Ecp5, "parallel11x4");
}

#[test]
fn a_difference_is_found() {
    let build = build("classic11").expect("in the table");
    let plus = [vec![1], vec![3], vec![1]];
    let recording = Recording::new(
        build,
        serial_inputs(board(build, &plus, &plus, false), 1500),
    );
    let work = tempfile::tempdir().expect("a temporary folder");
    let verilog = fast_verilog(build.name).expect("a known build");
    let (good, bad) = ("always1 & option", "always1 | option");
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
