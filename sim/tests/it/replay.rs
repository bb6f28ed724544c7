//! The Verilog of every design under Icarus Verilog matches the compiled simulation in every cycle. A reset alone, without power-on values of
//! the registers, makes every output known and the design ready.

use nonogram_netlist::tree::ItemKind;
use nonogram_netlist::{print, read};
use nonogram_protocol::{CoreKind, IDENTITY_REQUEST, board_bytes};
use nonogram_sim::replay::{Inputs, Recording, ReplayError, Simulator, Visible, serial_inputs};
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

/// Cycles for which the reset pin is asserted.
const HELD: usize = 8;
/// Latency of the reset in cycles, after which the comparison starts: two synchroniser flip-flops and one register.
const ARRIVES: usize = 3;
/// Cycles that suffice to solve the board and to send its reply.
const REPLY: usize = 3000;

/// The Verilog without its `initial` processes, and without its assertions, which fail while values are unknown.
fn without_power_on(verilog: &str) -> String {
    let mut source = read::source(verilog).expect("the text of a design");
    let mut count = 0;
    for module in &mut source.modules {
        for item in std::mem::take(&mut module.items) {
            match item.kind {
                ItemKind::Initial(_) => count += 1,
                ItemKind::Ifdef(ifdef) => module.items.extend(ifdef.otherwise),
                _ => module.items.push(item),
            }
        }
    }
    assert!(count > 10, "{count} processes");
    print::source(&source)
}

/// A small board in the form that the build's core receives: line logic solves the option board; the clue board needs search.
fn board(build: &Build) -> Vec<u8> {
    let (rows, columns) = match build.core() {
        CoreKind::Clue => (
            vec![vec![1, 1], vec![1], vec![1, 2], vec![1, 1], vec![2]],
            vec![vec![2], vec![1, 1], vec![1, 1], vec![2], vec![1, 1]],
        ),
        CoreKind::Classic | CoreKind::Parallel => {
            let plus = vec![vec![1], vec![3], vec![1]];
            (plus.clone(), plus)
        }
    };
    board_bytes(build.core(), &rows, &columns, true).expect("a board that fits")
}

/// Compares the model with its Verilog without power-on values: on an identity request and a small board, after some cycles with or without
/// reset.
fn run(build: &'static Build, resets: bool) -> Result<(), ReplayError> {
    let held = Inputs {
        reset: resets,
        ..Inputs::IDLE
    };
    let mut inputs = vec![held; HELD];
    inputs.extend(serial_inputs(
        IDENTITY_REQUEST.into_iter().chain(board(build)),
        REPLY,
    ));
    let recording = Recording::from_clock(ARRIVES, build, inputs);
    assert_eq!(replies(&recording), 2, "identity and board are answered");
    let verilog = without_power_on(&fast_verilog(build.name).expect("a known build"));
    let work = tempfile::tempdir().expect("a temporary folder");
    recording.replay(Simulator::Icarus, &verilog, Visible::Pins, work.path())
}

/// Number of complete replies of the model.
fn replies(recording: &Recording) -> usize {
    const REPLYING: usize = 3;
    let outputs = recording.outputs.iter();
    let replying: Vec<bool> = outputs
        .map(|line| line.split(' ').nth(REPLYING) == Some("1"))
        .collect();
    replying
        .windows(2)
        .filter(|pair| pair[0] && !pair[1])
        .count()
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
fn the_clue_core_needs_no_values_at_power_on() {
    run(named("clue16"), true).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn without_reset_the_outputs_are_unknown() {
    let error = run(named("classic11"), false).expect_err("unknown outputs");
    let ReplayError::Differs { verilog, .. } = error else {
        panic!("{error}");
    };
    let verilog = verilog.expect("the Verilog has a line");
    assert!(verilog.contains('x'), "{verilog}");
}
