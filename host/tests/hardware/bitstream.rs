//! Reads bitstreams back as netlists, and simulates them through their pins.

use crate::common;

use std::fs;
use std::path::Path;

use crate::FLOW_TIMEOUT;
use common::{AMBIGUOUS, CONTRADICTORY, Folder, SOLVABLE, json_lines, nonogram};
use nonogram_protocol::{CoreKind, Status, decode_reply};
use nonogram_puzzles::{Puzzle, read_from};
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::{Drive, SimBoard, netlist};
use nonogram_verilog::{Build, Parameters};
use predicates::str::contains;

const BOARD: &str = "hx8k_breakout";
/// The clock of the design in the bitstream, in Hz.
const CLOCK: u64 = 50_250_000;
/// A baud rate for boards of many bytes.
const FAST: u64 = 3_000_000;
/// Time after each board in addition to the transmission time of its reply, in byte times.
const SPARE: usize = 4;
/// Bit times of a break: longer than a byte.
const BREAK_BITS: u32 = 15;

/// Makes a design's bitstream in the folder `out`, which then contains only the three results; returns the bitstream.
fn make(build: &str, baud: u64, out: &Path) -> Vec<u8> {
    let baud = baud.to_string();
    nonogram()
        .args(["bitstream", "--board", BOARD, "--build", build, "--baud", &baud, "--output"])
        .arg(out)
        .timeout(FLOW_TIMEOUT)
        .assert()
        .success()
        .stderr(contains("sha256"));
    assert_eq!(fs::read_dir(out).expect("the folder").count(), 3);
    fs::read(out.join(format!("{BOARD}-{build}.bin"))).expect("a bitstream")
}

/// After a truncated board and a break, the netlist of a bitstream solves the puzzle `solvable`, refutes a second puzzle and stalls on
/// a third, with the same replies and cycle counts as the simulated board without its UART.
fn solves(bitstream: &[u8], build: &Build, baud: u64, solvable: &str) {
    let parameters = Parameters::new(CLOCK, baud).expect("in range");
    let clocks_per_bit = parameters.clocks_per_bit();
    let bit = u32::try_from(clocks_per_bit).expect("a short bit");
    let constraints = format!("constraints/{BOARD}/{BOARD}.pcf");
    let constraints = fs::read_to_string(common::repository(&constraints)).expect("a PCF");
    let verilog = netlist::from_bitstream(bitstream, &constraints, "ct256", BOARD)
        .unwrap_or_else(|error| panic!("{error}"));
    let target =
        Dut { verilog, top: Top::Board(BOARD.to_owned()), clocks_per_bit, core: build.core() };
    let emulator =
        Emulator::compile(&target, Simulator::Verilator).unwrap_or_else(|error| panic!("{error}"));

    let puzzles = [solvable, CONTRADICTORY, AMBIGUOUS].map(puzzle);
    let boards = puzzles.each_ref().map(board_bytes);
    // The simulated board with the same build, without its UART.
    let mut model = SimBoard::new(build.name, Drive::Bytes).expect("in the table");
    let (mut expected, mut cycles) = (Vec::new(), Vec::new());
    let mut replies = Vec::new();
    for (bytes, status) in boards.iter().zip([Status::Solved, Status::Unsolvable, Status::Stalled])
    {
        let exchange = model
            .exchange(&mut bytes.iter().copied(), &mut |_, _| {})
            .unwrap_or_else(|error| panic!("{error}"));
        let reply = decode_reply(exchange.reply.iter().copied()).expect("a reply");
        assert_eq!(reply.status, status);
        replies.push(exchange.reply.len());
        expected.extend(exchange.reply);
        cycles.extend(exchange.cycles);
    }

    // A board that is cut off in the middle of a message, and a break.
    let mut script = vec![Stimulus::Idle(100)];
    script.extend(boards[1][..13].iter().copied().map(Stimulus::Byte));
    script.extend([Stimulus::Low(BREAK_BITS * bit), Stimulus::Idle(4 * bit)]);
    for (bytes, reply) in boards.iter().zip(replies) {
        script.extend(bytes.iter().copied().map(Stimulus::Byte));
        // Time for the reply, with a margin.
        let bits = u32::try_from((reply + SPARE) * 10).expect("a small board");
        script.push(Stimulus::Idle(bits * bit));
    }
    let run = emulator.run(&script, &mut |_, _| {}).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run.framing_errors, 0);
    assert_eq!(run.reply, expected);
    assert_eq!(run.cycles, cycles);
}

fn known(build: &str) -> &'static Build {
    nonogram_verilog::build(build).expect("in the table")
}

fn puzzle(text: &str) -> Puzzle {
    let mut puzzles = read_from(text.as_bytes(), "puzzle", None).expect("a puzzle");
    puzzles.remove(0)
}

/// The bytes of a puzzle's board, with its check message.
fn board_bytes(puzzle: &Puzzle) -> Vec<u8> {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    nonogram_protocol::board_bytes(CoreKind::Classic, rows, columns, true).expect("a small board")
}

#[test]
fn classic_bitstream_solves_like_the_design() {
    let folder = Folder::new();
    let bitstream = make("classic11", 9600, &folder.path("out"));
    assert!(bitstream.len() > 100_000);
    // A small board, because each byte takes 52,340 cycles at 9600 baud.
    solves(&bitstream, known("classic11"), 9600, SOLVABLE);
}

#[test]
fn parallel_bitstream_solves_like_the_design() {
    const BUILD: &str = "parallel11x4";
    let folder = Folder::new();
    let bitstream = make(BUILD, FAST, &folder.path("out"));
    let solvable = common::repository("puzzles/library/11/cave-canem.non");
    let solvable = fs::read_to_string(solvable).expect("a puzzle");
    solves(&bitstream, known(BUILD), FAST, &solvable);
}

/// A puzzle with one solution, which line logic alone does not find.
const SEARCH: &str = "\
width 9
height 9

rows
1,2,2
1,1,2
1
1,1,1
1,2
3,2
1,1
2,2,1
1,3,1

columns
2,2
1,1
1,1,1
1,2
1,2,1,2
2,3,1
2
2,1,1
2,1
";

/// The clue core solves [`SEARCH`] through the bitstream's pins, with the result of the simulated board.
#[test]
fn clue_bitstream_searches_like_the_design() {
    const BUILD: &str = "clue16";
    let folder = Folder::new();
    let out = folder.path("out");
    make(BUILD, FAST, &out);
    let bitstream = out.join(format!("{BOARD}-{BUILD}.bin"));
    let file = folder.path("search.non");
    fs::write(&file, SEARCH).expect("free disk space");
    let answer = |arguments: &[&str]| -> serde_json::Value {
        let baud = FAST.to_string();
        let mut sim = nonogram();
        sim.args(["sim", "--json", "--build", BUILD, "--baud", &baud]).args(arguments).arg(&file);
        json_lines(&sim.timeout(FLOW_TIMEOUT).assert().success()).remove(0)
    };
    let bitstream = bitstream.to_str().expect("a path in UTF-8");
    let pins = answer(&["--bitstream", bitstream, "--board", BOARD]);
    let design = answer(&[]);
    assert_eq!(pins["status"], "solved");
    assert_eq!(pins["unique"], true);
    for key in ["status", "unique", "grid"] {
        assert!(!design[key].is_null(), "{key}");
        assert_eq!(pins[key], design[key], "{key}");
    }
}
