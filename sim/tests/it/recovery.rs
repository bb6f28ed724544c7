//! After a lost or stray byte, a flipped bit, a truncated board or garbage, and a pause, the next complete board is solved. The pause is
//! not needed after a lost byte, a lone stray byte or, with one exception, a truncated board.
//!
//! In a short fault campaign the design never hangs, never returns a wrong verdict or picture with a matching check, and solves the next valid
//! board. Further tests check the receiver's baud tolerance, and that a board is idle again after a break and a glitch.

use common::{bytes as option_bytes, clue_bytes, plus, puzzle, reply, send};
use nonogram_protocol::{CoreKind, SearchRequest, Status, board_check};
use nonogram_puzzles::Puzzle;
use nonogram_sim::{Drive, SimBoard};
use nonogram_verilog::PARTS;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::campaign::{Campaign, Trial, tolerance};
use crate::common::{self, on};

fn board(build: &str) -> SimBoard {
    SimBoard::new(build, Drive::Bytes).expect("in the table")
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
    }
    [parallel11x4]: {
        the_design_recovers_from_a_board_cut_off_at_any_byte,
        the_design_recovers_from_garbage_of_many_kinds,
    }
}

/// Sends corrupted bytes and, after a pause, a valid board, which must be solved.
fn survives(board: &mut SimBoard, what: &str, broken: &[u8], whole: &[u8]) {
    let begin = board.clocks();
    send(board, broken);
    let pause = board.pause_cycles();
    board.idle(pause).expect("runs");
    let answer = reply(board, whole);
    assert_eq!(answer.status, Status::Solved, "{what} (cycle {begin})");
}

/// Sends corrupted bytes and a valid board without a pause between them; the last reply must be that to the valid board.
fn survives_without_pause(board: &mut SimBoard, what: &str, broken: &[u8], whole: &[u8]) {
    let received = send(board, &[broken, whole].concat()).reply;
    let expected = send(board, whole).reply;
    assert!(received.ends_with(&expected), "{what}: {received:02x?}");
}

fn the_design_recovers_from_a_board_cut_off_at_any_byte(build: &str) {
    let mut board = board(build);
    for check in [false, true] {
        let whole = bytes(&board, &plus(), check);
        for length in 0..whole.len() {
            let what = format!("cut off after {length} bytes, check {check}");
            survives(&mut board, &what, &whole[..length], &whole);
            // Without a pause, a lone start board pairs with the next board's first one; the CRC then starts at that board's second one.
            let only_start_board = length == 2 || length == 3;
            if !(check && only_start_board) {
                survives_without_pause(&mut board, &what, &whole[..length], &whole);
            }
        }
    }
}

fn the_design_recovers_from_a_byte_lost_at_any_place(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    for place in 0..whole.len() {
        let broken = [&whole[..place], &whole[place + 1..]].concat();
        let what = format!("byte {place} lost");
        survives(&mut board, &what, &broken, &whole);
        survives_without_pause(&mut board, &what, &broken, &whole);
    }
}

fn the_design_recovers_from_a_stray_byte_of_any_value(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for stray in 0..=255_u8 {
        let place = random.random_range(0..=whole.len());
        let broken = [&whole[..place], &[stray], &whole[place..]].concat();
        let what = format!("{stray:#04x} added before byte {place}");
        survives(&mut board, &what, &broken, &whole);
        // A lone stray byte before a board is harmless, too.
        survives_without_pause(&mut board, &what, &[stray], &whole);
    }
}

fn the_design_recovers_from_any_flipped_bit(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut broken = whole.clone();
            broken[place] ^= 1 << bit;
            let answer = send(&mut board, &broken).reply;
            // A flipped bit never yields a solved reply with a matching check.
            if let Ok(answer) = nonogram_protocol::decode_reply(answer) {
                let fine = answer.status != Status::Solved || answer.seed != board_check(&whole);
                assert!(fine, "bit {bit} of byte {place} flipped but not detected");
            }
            survives(
                &mut board,
                &format!("bit {bit} of byte {place} flipped"),
                &[],
                &whole,
            );
        }
    }
}

fn the_design_recovers_from_garbage_of_many_kinds(build: &str) {
    let mut board = board(build);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let whole = bytes(&board, &puzzle(&[&[2], &[1]], &[&[2], &[1]]), false);
    for round in 0..60 {
        let length = random.random_range(1..300);
        let highest = [0x01, 0x20, 0x80, 0xff][round % 4];
        let garbage: Vec<u8> = (0..length)
            .map(|_| random.random_range(0..=highest))
            .collect();
        survives(
            &mut board,
            &format!("seed 5, garbage {round}"),
            &garbage,
            &whole,
        );
    }
}

fn campaign(build: &str, drive: Drive, count: u64) {
    let mut campaign = Campaign::new(build, drive, 7).expect("in the table");
    let trials = Trial::ALL.into_iter().chain([Trial::Garbage(200)]);
    for trial in trials.filter(|trial| drive == Drive::Pins || !trial.needs_pins()) {
        let counts = campaign.run(trial, count).expect("runs");
        let what = format!("{build}, {trial}, seed 7: {counts:?}");
        assert_eq!((counts.hangs, counts.next_failed), (0, 0), "{what}");
        assert_eq!(counts.wrong, 0, "{what}");
        assert_eq!(
            counts.right + counts.refused + counts.unanswered,
            counts.broken,
            "{what}"
        );
        if trial == Trial::BackToBack {
            assert_eq!(counts.right, counts.broken, "{what}");
        }
        if matches!(trial, Trial::One(_) | Trial::CutOff) {
            assert!(counts.right < counts.broken, "nothing was broken: {what}");
        }
    }
}

#[test]
fn classic_core_survives_faults_in_bytes() {
    campaign("classic11", Drive::Bytes, 10);
}

#[test]
fn classic_core_survives_faults_on_the_line() {
    campaign("classic11", Drive::Pins, 4);
}

#[test]
fn parallel_core_survives_faults_in_bytes() {
    campaign("parallel11x4", Drive::Bytes, 10);
}

#[test]
fn parallel_core_survives_faults_on_the_line() {
    campaign("parallel11x4", Drive::Pins, 4);
}

#[test]
fn clue_core_survives_faults_in_bytes() {
    campaign("clue16", Drive::Bytes, 10);
}

#[test]
fn clue_core_survives_faults_on_the_line() {
    campaign("clue16", Drive::Pins, 4);
}

#[test]
fn the_design_survives_a_flood_of_garbage() {
    for build in ["classic11", "clue16"] {
        let mut campaign = Campaign::new(build, Drive::Bytes, 3).expect("in the table");
        let counts = campaign.run(Trial::Garbage(10_000), 1).expect("runs");
        assert_eq!((counts.hangs, counts.next_failed, counts.wrong), (0, 0, 0));
    }
}

#[test]
fn the_campaigns_board_can_be_solved() {
    let campaign = Campaign::new("classic11", Drive::Bytes, 1).expect("in the table");
    assert!(matches!(
        nonogram_solver::propagate(campaign.puzzle()),
        nonogram_solver::LineOutcome::Solved(_)
    ));
}

#[test]
fn baud_tolerance_is_the_theoretical_limit_less_the_sampling_resolution() {
    let (shortest, longest) = tolerance(104 * PARTS as u32);
    // In theory the error can be half a bit in 10 or in 9 bits, which gives 0.95 and 1.0556; the sampling resolution reduces it.
    assert!((0.95..0.956).contains(&shortest), "{shortest}");
    assert!((1.05..1.0556).contains(&longest), "{longest}");
}

#[test]
fn a_board_is_idle_again_after_a_break_and_a_glitch() {
    let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
    board.send_break(20);
    assert!(!board.is_idle());
    board.idle(100).expect("runs");
    assert!(board.is_idle());
    board.glitch(1);
    assert!(!board.is_idle());
    board.idle(2).expect("runs");
    assert!(board.is_idle());
}
