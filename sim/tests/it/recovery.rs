//! After a lost or stray byte, a flipped bit, a truncated board or garbage, and a pause, the next complete board is solved. The pause is
//! not needed after a lost byte, a lone stray byte or, with one exception, a truncated board.

use crate::common::{self, on};

use common::{bytes as option_bytes, clue_bytes, plus, puzzle, reply, send};
use nonogram_protocol::{CoreKind, SearchRequest, Status, board_check};
use nonogram_puzzles::Puzzle;
use nonogram_sim::{Drive, SimBoard};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
