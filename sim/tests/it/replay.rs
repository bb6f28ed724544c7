//! The Verilog of every design, behind a UART and behind AXI4-Streams, matches the compiled simulation in every cycle under Icarus Verilog. A
//! reset alone, without power-on values of the registers, makes every output known and the design ready. In another simulator the Verilog
//! answers like the simulated board: the same bytes in the same number of cycles.

use nonogram_netlist::tree::ItemKind;
use nonogram_netlist::{print, read};
use nonogram_protocol::{CoreKind, IDENTITY_REQUEST, SearchRequest, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::emulator::{Dut, Emulator, Stimulus};
use nonogram_sim::{Drive, SimBoard};
use nonogram_test_support::random::line_solvable;
use nonogram_test_support::replay::{
    Inputs, Recording, ReplayError, Simulator, StreamSource, Visible, serial_inputs, stimulus,
};
use nonogram_verilog::{BUILDS, Build, build};

use crate::common::{bytes, encoded, plus, puzzle, reply, send};

#[test]
fn every_build_matches_its_model_under_icarus() {
    for build in BUILDS {
        let plus = [vec![1], vec![3], vec![1]];
        let bytes = [&IDENTITY_REQUEST[..], &stimulus::board(build, &plus, &plus, true)].concat();
        let recording = Recording::new(build, serial_inputs(bytes, 1500));
        let replayed = recording.replay_design(Simulator::Icarus);
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_difference_between_model_and_verilog_is_found() {
    let build = build("classic11").expect("in the table");
    let plus = [vec![1], vec![3], vec![1]];
    let recording =
        Recording::new(build, serial_inputs(stimulus::board(build, &plus, &plus, false), 1500));
    let verilog = build.fast_verilog();
    let (good, bad) = ("always1 & option", "always1 | option");
    assert!(verilog.contains(good));
    let fault = recording.replay(Simulator::Icarus, &verilog.replace(good, bad), Visible::Board);
    assert!(fault.expect_err("a seeded fault").to_string().contains("the model gives"));
}

/// A run of a stream top: boards with each verdict, whole and cut off, and identity requests, with pauses and resets.
pub fn streamed(build: &'static Build, seed: u64) -> Recording {
    let boards = stimulus::every_verdict(build);
    let mut packets = vec![IDENTITY_REQUEST.to_vec(), boards.clone()];
    packets.push(boards[..boards.len() / 2 + 1].to_vec());
    packets.push(boards);
    Recording::of_streams(build, StreamSource::new(&packets, true, seed))
}

#[test]
fn every_stream_top_matches_its_model_under_icarus() {
    for build in BUILDS {
        let recording = streamed(build, 1);
        let ends = recording.received.iter().filter(|beat| beat.last).count();
        assert!(ends >= 3, "{}: {ends} replies", build.name);
        let replayed = recording.replay_design(Simulator::Icarus);
        replayed.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_difference_between_model_and_stream_top_is_found() {
    let build = build("classic11").expect("in the table");
    let verilog = build.fast_verilog();
    let (good, bad) = ("byte_last <= ends;", "byte_last <= 1'b1;");
    assert!(verilog.contains(good));
    let faulty = verilog.replace(good, bad);
    let fault = streamed(build, 1).replay(Simulator::Icarus, &faulty, Visible::Board);
    assert!(matches!(fault, Err(ReplayError::Differs { .. })));
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
    stimulus::board(build, &rows, &columns, true)
}

/// Compares the model with its Verilog without power-on values: on an identity request and a small board, after some cycles with or without
/// reset.
fn run(name: &str, resets: bool) -> Result<(), ReplayError> {
    let build = build(name).expect("in the table");
    let held = Inputs { reset: resets, ..Inputs::IDLE };
    let mut inputs = vec![held; HELD];
    inputs.extend(serial_inputs(IDENTITY_REQUEST.into_iter().chain(board(build)), REPLY));
    let recording = Recording::from_clock(ARRIVES + 1, build, inputs);
    assert_eq!(replies(&recording), 2, "identity and board are answered");
    let verilog = without_power_on(&build.fast_verilog());
    recording.replay(Simulator::Icarus, &verilog, Visible::Pins)
}

/// Number of complete replies of the model.
fn replies(recording: &Recording) -> usize {
    const REPLYING: usize = 2;
    let replying = |line: &String| {
        let pins = line.split(' ').nth(1).expect("the pins");
        pins.chars().nth(REPLYING) == Some('1')
    };
    let replying: Vec<bool> = recording.outputs.iter().map(replying).collect();
    replying.windows(2).filter(|pair| pair[0] && !pair[1]).count()
}

#[test]
fn no_core_needs_values_at_power_on() {
    for name in ["classic11", "parallel11x4", "clue16"] {
        run(name, true).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn without_reset_the_outputs_are_unknown() {
    let error = run("classic11", false).expect_err("unknown outputs");
    let ReplayError::Differs { verilog, .. } = error else {
        panic!("{error}");
    };
    let verilog = verilog.expect("the Verilog has a line");
    assert!(verilog.contains('x'), "{verilog}");
}

fn emulator(name: &str, simulator: Simulator) -> Emulator {
    let target = Dut::fast(build(name).expect("in the table"));
    Emulator::compile(&target, simulator).unwrap_or_else(|error| panic!("{error}"))
}

/// A solvable, an unsolvable and an ambiguous puzzle, then larger puzzles that line logic solves.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = vec![
        plus(),
        puzzle(&[&[3], &[], &[3]], &[&[2], &[1, 1], &[1]]),
        puzzle(&[&[1], &[1]], &[&[1], &[1]]),
    ];
    puzzles.extend(line_solvable(9, 11, 55).take(2));
    puzzles.extend(line_solvable(9, 8, 65).take(2));
    puzzles
}

/// Compares the replies of a simulator, and the cycles that it reports, with those of the simulated board.
fn agrees(name: &str, simulator: Simulator, puzzles: &[Puzzle]) {
    let core = build(name).expect("in the table").core();
    let mut board = SimBoard::new(name, Drive::Pins).expect("in the table");
    // Idle cycles after each board, which suffice for its reply; the simulated board, too, gets each board after the previous reply.
    let pause = 12_000;
    let (mut replies, mut cycles, mut script) = (Vec::new(), Vec::new(), Vec::new());
    for (number, puzzle) in puzzles.iter().enumerate() {
        let sent = encoded(puzzle, core, number % 2 == 0, SearchRequest::default());
        let exchange = send(&mut board, &sent);
        replies.extend(exchange.reply);
        cycles.extend(exchange.cycles);
        script.extend(sent.iter().copied().map(Stimulus::Byte));
        script.push(Stimulus::Idle(pause));
    }
    let mut counts = (0, 0);
    let run = emulator(name, simulator)
        .run(&script, &mut |sent, received| counts = (sent, received))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run.reply, replies);
    assert_eq!(run.cycles, cycles);
    assert_eq!(run.framing_errors, 0);
    let sent = script.iter().filter(|stimulus| matches!(stimulus, Stimulus::Byte(_)));
    assert_eq!(counts, (sent.count() as u64, replies.len() as u64));
}

#[test]
fn icarus_and_verilator_agree_on_each_core() {
    for name in ["classic11", "parallel11x4", "clue16"] {
        agrees(name, Simulator::Icarus, &puzzles()[..3]);
        agrees(name, Simulator::Verilator, &puzzles());
    }
}

#[test]
fn a_board_is_solved_after_a_break_and_a_reset() {
    let sent = bytes(&plus(), true);
    let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
    let bytes = || sent.iter().copied().map(Stimulus::Byte);
    let mut script: Vec<Stimulus> = bytes().take(sent.len() / 2).collect();
    script.extend([
        Stimulus::Low(100),
        Stimulus::Idle(3),
        Stimulus::Low(1),
        Stimulus::Idle(50),
        Stimulus::Reset(5),
    ]);
    script.extend(bytes());
    let run = emulator("classic11", Simulator::Icarus)
        .run(&script, &mut |_, _| {})
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(decode_reply(run.reply), Ok(reply(&mut board, &sent)));
}
