//! The Verilog in another simulator answers like the simulated board: the same bytes in the same number of cycles.

use crate::common;

use common::{bytes, plus, puzzle, reply, send};
use nonogram_protocol::{board_bytes, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Stimulus, Top};
use nonogram_sim::random::line_solvable;
use nonogram_sim::{Drive, SimBoard};
use nonogram_verilog::{SIM_CLOCKS_PER_BIT, build, fast_verilog};

fn emulator(name: &str, simulator: Simulator) -> Emulator {
    let build = build(name).expect("a known build");
    let target = Dut {
        verilog: fast_verilog(name).expect("a known build"),
        top: Top::Design(build.top()),
        clocks_per_bit: SIM_CLOCKS_PER_BIT,
        core: build.core(),
    };
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
        let sent = board_bytes(core, puzzle.rows(), puzzle.columns(), number % 2 == 0);
        let sent = sent.expect("a board that can be sent");
        let exchange = send(&mut board, &sent);
        replies.extend(exchange.reply);
        cycles.extend(exchange.cycles);
        script.extend(sent.iter().copied().map(Stimulus::Byte));
        script.push(Stimulus::Idle(pause));
    }
    let mut heard = (0, 0);
    let run = emulator(name, simulator)
        .run(&script, &mut |sent, received| heard = (sent, received))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run.reply(), replies);
    assert_eq!(run.cycles, cycles);
    assert_eq!(run.framing_errors, 0);
    let sent = script
        .iter()
        .filter(|stimulus| matches!(stimulus, Stimulus::Byte(_)));
    assert_eq!(heard, (sent.count() as u64, replies.len() as u64));
}

#[test]
fn icarus_agrees_on_the_classic_core() {
    agrees("classic11", Simulator::Icarus, &puzzles()[..3]);
}

#[test]
fn verilator_agrees_on_the_classic_core() {
    agrees("classic11", Simulator::Verilator, &puzzles());
}

#[test]
fn verilator_agrees_on_the_parallel_core() {
    agrees("parallel11x4", Simulator::Verilator, &puzzles());
}

#[test]
fn icarus_and_verilator_agree_on_the_clue_core() {
    agrees("clue16", Simulator::Icarus, &puzzles()[..3]);
    agrees("clue16", Simulator::Verilator, &puzzles());
}

#[test]
fn a_board_is_solved_after_a_break_and_a_reset() {
    let sent = bytes(&plus(), true);
    let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
    let whole = || sent.iter().copied().map(Stimulus::Byte);
    let mut script: Vec<Stimulus> = whole().take(sent.len() / 2).collect();
    script.extend([
        Stimulus::Low(100),
        Stimulus::Idle(3),
        Stimulus::Low(1),
        Stimulus::Idle(50),
        Stimulus::Reset(5),
    ]);
    script.extend(whole());
    let run = emulator("classic11", Simulator::Icarus)
        .run(&script, &mut |_, _| {})
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(decode_reply(run.reply()), Ok(reply(&mut board, &sent)));
}
