//! After a lost or stray byte, a flipped bit, a truncated board or garbage, and a pause, the next complete board is solved. The pause is
//! not needed after a lost byte, a lone stray byte or, with one exception, a truncated board. A pair of start boards with index 0 is answered
//! with the build's identity, between boards and after an incomplete board and a pause.
//!
//! Faults of all kinds on a serial line never yield a wrong picture with a matching check. A board is idle again after a break.

use std::collections::VecDeque;

use common::{bytes as option_bytes, clue_bytes, plus, puzzle, send};
use nonogram_protocol::{
    BuildIdentity, CoreKind, IDENTITY_REQUEST, SearchRequest, Status, board_check, decode_reply,
};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::grid_of;
use nonogram_sim::serial_line::{Noise, Symbol};
use nonogram_sim::{Drive, Engine, SimBoard};
use nonogram_verilog::{BUILDS, Parameters, build};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{self, on};

fn board_with(build: &str, drive: Drive) -> SimBoard {
    SimBoard::new(build, drive).expect("in the table")
}

fn board(build: &str) -> SimBoard {
    board_with(build, Drive::Bytes)
}

/// The bytes of a puzzle's board message, in the form that the core of `board` receives.
fn bytes(board: &SimBoard, puzzle: &Puzzle, check: bool) -> Vec<u8> {
    match board.build().core() {
        CoreKind::Clue => clue_bytes(puzzle, check, SearchRequest::default()),
        CoreKind::Classic | CoreKind::Parallel => option_bytes(puzzle, check),
    }
}

// The option cores share framer and parser, so the parallel core does not need every test.
on! {
    [classic11, clue16]: {
        the_design_recovers_from_a_board_cut_off_at_any_byte,
        the_design_recovers_from_a_byte_lost_at_any_place,
        the_design_recovers_from_a_stray_byte_of_any_value,
        the_design_recovers_from_any_flipped_bit,
        the_design_recovers_from_garbage_of_many_kinds,
        faults_on_the_line_yield_no_wrong_picture,
    }
    [parallel11x4]: {
        the_design_recovers_from_a_board_cut_off_at_any_byte,
        the_design_recovers_from_garbage_of_many_kinds,
        faults_on_the_line_yield_no_wrong_picture,
    }
}

/// Sends corrupted bytes and, after a pause, an identity request, which must be answered, and a valid board, which must be solved.
fn survives(board: &mut SimBoard, what: &str, broken: &[u8], intact: &[u8]) {
    let begin = board.clocks();
    send(board, broken);
    let pause = u64::from(board.parameters().pause_clocks);
    board.idle(pause).expect("runs");
    let received = send(board, &[&IDENTITY_REQUEST, intact].concat()).reply;
    let answer = received.strip_prefix(&board.identity().bytes()[..]).map(<[u8]>::to_vec);
    let answer = decode_reply(answer.unwrap_or_else(|| panic!("{what}: {received:02x?}")));
    let status = answer.map(|answer| answer.status);
    assert_eq!(status, Ok(Status::Solved), "{what} (cycle {begin})");
}

/// Sends corrupted bytes and a valid board with a pause between them and without one; the last reply must be that to the valid board.
fn survives_without_pause(board: &mut SimBoard, what: &str, broken: &[u8], intact: &[u8]) {
    survives(board, what, broken, intact);
    let received = send(board, &[broken, intact].concat()).reply;
    let expected = send(board, intact).reply;
    assert!(received.ends_with(&expected), "{what}: {received:02x?}");
}

fn the_design_recovers_from_a_board_cut_off_at_any_byte(build: &str) {
    let mut board = board(build);
    for check in [false, true] {
        let intact = bytes(&board, &plus(), check);
        for length in 0..intact.len() {
            let what = format!("cut off after {length} bytes, check {check}");
            // Without a pause, a lone start board pairs with the next board's first one; the CRC then starts at that board's second one.
            let is_only_start_board = length == 2 || length == 3;
            let test = if check && is_only_start_board { survives } else { survives_without_pause };
            test(&mut board, &what, &intact[..length], &intact);
        }
    }
    let intact = bytes(&board, &plus(), true);
    for length in 1..IDENTITY_REQUEST.len() {
        let what = format!("{length} bytes of an identity request");
        survives(&mut board, &what, &IDENTITY_REQUEST[..length], &intact);
    }
    // A board with one side of 0 is not an identity request.
    let answer = send(&mut board, &[0xe0, 0, 0xe0, 2, 0, 0]).reply;
    assert_eq!(BuildIdentity::find(&answer), None);
}

fn the_design_recovers_from_a_byte_lost_at_any_place(build: &str) {
    let mut board = board(build);
    let intact = bytes(&board, &plus(), true);
    for place in 0..intact.len() {
        let broken = [&intact[..place], &intact[place + 1..]].concat();
        survives_without_pause(&mut board, &format!("byte {place} lost"), &broken, &intact);
    }
}

fn the_design_recovers_from_a_stray_byte_of_any_value(build: &str) {
    let mut board = board(build);
    let intact = bytes(&board, &plus(), true);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for stray in 0..=255_u8 {
        let place = random.random_range(0..=intact.len());
        let broken = [&intact[..place], &[stray], &intact[place..]].concat();
        survives(&mut board, &format!("{stray:#04x} added before byte {place}"), &broken, &intact);
        // A lone stray byte before a board is harmless, too.
        survives_without_pause(&mut board, &format!("{stray:#04x}"), &[stray], &intact);
    }
}

fn the_design_recovers_from_any_flipped_bit(build: &str) {
    let mut board = board(build);
    let intact = bytes(&board, &plus(), true);
    for place in 0..intact.len() {
        for bit in 0..8 {
            let mut broken = intact.clone();
            broken[place] ^= 1 << bit;
            let answer = send(&mut board, &broken).reply;
            // A flipped bit never yields a solved reply with a matching check.
            if let Ok(answer) = decode_reply(answer) {
                let fine = answer.status != Status::Solved || answer.seed != board_check(&intact);
                assert!(fine, "bit {bit} of byte {place} flipped but not detected");
            }
            survives(&mut board, &format!("bit {bit} of byte {place} flipped"), &[], &intact);
        }
    }
}

fn the_design_recovers_from_garbage_of_many_kinds(build: &str) {
    let mut board = board(build);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let intact = bytes(&board, &puzzle(&[&[2], &[1]], &[&[2], &[1]]), false);
    for round in 0..60 {
        let length = random.random_range(1..300);
        let highest = [0x01, 0x20, 0x80, 0xff][round % 4];
        let garbage: Vec<u8> = (0..length).map(|_| random.random_range(0..=highest)).collect();
        survives(&mut board, &format!("seed 5, garbage {round}"), &garbage, &intact);
    }
}

/// Faults of all kinds on a serial line, in one of twenty bytes: the design never returns a wrong picture with a matching check, becomes idle,
/// and solves the next board.
fn faults_on_the_line_yield_no_wrong_picture(build: &str) {
    const LONGEST: u64 = 300_000;
    const BREAK_BITS: u64 = 20;
    let mut board = board_with(build, Drive::Pins);
    let intact = bytes(&board, &plus(), true);
    let mut noise = Noise::new(0.05, 7);
    for number in 0..20 {
        let begin = board.clocks();
        let mut symbols: VecDeque<Symbol> =
            intact.iter().flat_map(|byte| noise.pass(*byte)).collect();
        let mut answer = Vec::new();
        while !symbols.is_empty() || !board.is_idle() {
            assert!(board.clocks() - begin < LONGEST, "seed 7, board {number}: no end");
            if symbols.front() == Some(&Symbol::Break) {
                symbols.pop_front();
                board.send_break(BREAK_BITS);
            }
            let byte = board.step(&mut || match symbols.front() {
                Some(&Symbol::Byte(byte)) => {
                    symbols.pop_front();
                    Some(byte)
                }
                _ => None,
            });
            answer.extend(byte.expect("runs"));
        }
        if let Ok(reply) = decode_reply(answer)
            && reply.status == Status::Solved
            && reply.seed == board_check(&intact)
        {
            assert!(plus().is_solved_by(&grid_of(&reply)), "seed 7, board {number}: {reply:?}");
        }
        survives(&mut board, &format!("seed 7, board {number}"), &[], &intact);
    }
}

#[test]
fn a_board_is_idle_again_after_a_break() {
    let mut board = board_with("classic11", Drive::Pins);
    board.send_break(20);
    assert!(!board.is_idle());
    board.idle(100).expect("runs");
    assert!(board.is_idle());
}

#[test]
fn every_build_reports_its_identity() {
    for build in BUILDS {
        let mut board = board_with(build.name, Drive::Bytes);
        let answer = send(&mut board, &IDENTITY_REQUEST).reply;
        assert_eq!(answer, board.identity().bytes(), "{}", build.name);
        assert_eq!(board.identity().core_kind(), Some(build.core()));
    }
}

/// The clock and the baud rate of the identity are parameters.
#[test]
fn identity_has_the_clock_and_the_baud_rate_of_the_parameters() {
    let parameters = Parameters::new(100_000_000, 3_000_000).expect("in range");
    for name in ["parallel11x4", "clue10"] {
        let engine = Engine::COMPILED;
        let build = build(name).expect("in the table");
        let board = SimBoard::with_engine(build, Drive::TruePins, engine, &parameters);
        let mut board = board.expect("a design that compiles");
        let answer = send(&mut board, &IDENTITY_REQUEST).reply;
        let identity = BuildIdentity::find(&answer).expect("an identity").0;
        assert_eq!((identity.clock_khz, identity.baud), (100_000, 3_000_000));
        assert_eq!(identity, board.identity());
    }
}

#[test]
fn identity_is_reported_between_boards_without_a_pause() {
    for build in ["classic11", "parallel11x4"] {
        let mut board = board_with(build, Drive::Pins).with_lockstep();
        let identity = board.identity().bytes();
        let intact = option_bytes(&plus(), true);
        let solved = send(&mut board, &intact).reply;
        let stream = [
            &IDENTITY_REQUEST[..],
            &intact,
            &intact,
            &IDENTITY_REQUEST,
            &IDENTITY_REQUEST,
            &intact,
        ]
        .concat();
        let expected = [&identity[..], &solved, &solved, &identity, &identity, &solved].concat();
        assert_eq!(send(&mut board, &stream).reply, expected, "{build}");
    }
}
