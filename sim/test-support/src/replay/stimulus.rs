//! The stimulus of replays: an identity request, boards with one, two and no solutions, larger boards, searches, and noise.
//! Interface: [`board`], [`every_verdict`], [`widest`], [`full`], [`narrowed`], [`searches`] and [`repeated`] return bytes; [`noise`] and
//! [`all`] return input pins, cycle by cycle.

use nonogram_protocol::{CANCEL, Check, CoreKind, IDENTITY_REQUEST, Message, SearchRequest};
use nonogram_puzzles::{Clue, Puzzle};
use nonogram_verilog::Build;
use rand::{Rng, SeedableRng};

use super::{Inputs, serial_inputs};
use crate::random::line_solvable;
use nonogram_sim::wire::encode;

/// Cycles that suffice to solve a full board and to send its reply.
pub const REPLY: usize = 30_000;

/// Cycles that suffice to send an identity.
const IDENTITY_REPLY: usize = 1_500;

/// The bytes of a board for the build's core.
///
/// # Panics
/// A clue does not fit its line, or the protocol cannot express the board.
pub fn board<C: AsRef<[usize]>>(build: &Build, rows: &[C], columns: &[C], check: bool) -> Vec<u8> {
    let clues = |lines: &[C]| -> Vec<Clue> {
        lines.iter().map(|blocks| Clue::new(blocks.as_ref().iter().copied())).collect()
    };
    let puzzle = Puzzle::new(clues(rows), clues(columns)).expect("clues that fit");
    let board = encode(&puzzle, build.core(), check, SearchRequest::default());
    board.expect("a board that fits").bytes().collect()
}

/// The bytes of three small boards: with one solution, with two solutions and with no solution.
pub fn every_verdict(build: &Build) -> Vec<u8> {
    let plus = [vec![1], vec![3], vec![1]];
    let diagonal = [vec![1], vec![1]];
    let mut bytes = board(build, &plus, &plus, true);
    bytes.extend(board(build, &diagonal, &diagonal, false));
    bytes.extend(board(build, &[vec![3], vec![], vec![3]], &[vec![2], vec![1, 1], vec![1]], true));
    bytes
}

/// A board of the build's full side. Each line has one block; among the rows, and among the columns, each length
/// from one cell to the full side occurs once.
pub fn widest(build: &Build) -> Vec<u8> {
    let rows: Vec<Vec<usize>> = (1..=build.side()).map(|block| vec![block]).collect();
    let columns: Vec<Vec<usize>> = (1..=build.side()).rev().map(|block| vec![block]).collect();
    board(build, &rows, &columns, true)
}

/// A board that needs search, then a board with many solutions whose search is cancelled.
pub fn searches(build: &Build) -> Vec<u8> {
    let knot = [vec![1, 1], vec![1], vec![1, 2], vec![1, 1], vec![2]];
    let turned = [vec![2], vec![1, 1], vec![1, 1], vec![2], vec![1, 1]];
    let ones = vec![vec![1]; build.side()];
    let mut bytes = board(build, &knot, &turned, true);
    bytes.extend(board(build, &ones, &ones, false));
    bytes.extend(CANCEL.to_bytes());
    bytes
}

/// A board of the build's full side with one blank cell in each row and column, so that each line has cells of both values.
/// Each line has one or two options, which keeps the board short.
pub fn full(build: &Build) -> Vec<u8> {
    let side = build.side();
    // Coprime to the side of every build, so that no two rows have their blank cell in the same column.
    const STEP: usize = 7;
    let clue = |blank: usize| -> Vec<usize> {
        let blocks = [blank, side - 1 - blank].into_iter();
        blocks.filter(|&block| block > 0).collect()
    };
    let blanks: Vec<usize> = (0..side).map(|row| (STEP * row + 1) % side).collect();
    let rows: Vec<_> = blanks.iter().copied().map(clue).collect();
    let columns: Vec<_> = (0..side)
        .filter_map(|column| blanks.iter().position(|&blank| blank == column))
        .map(clue)
        .collect();
    board(build, &rows, &columns, true)
}

/// A random board of 11 x 11 cells, or of the build's full side if that is smaller, mostly filled, that line logic solves by removing
/// options step by step.
///
/// # Panics
/// None of the tried boards is short enough.
pub fn narrowed(build: &Build) -> Vec<u8> {
    const SIDE: usize = 11;
    /// Largest number of bytes of the board, which takes up to 120,000 cycles to send.
    const LONGEST: usize = 3_000;
    const FILLED_PERCENT: u32 = 80;
    line_solvable(1, SIDE.min(build.side()), FILLED_PERCENT)
        .take(100)
        .map(|puzzle| board(build, puzzle.rows(), puzzle.columns(), true))
        .find(|bytes| bytes.len() <= LONGEST)
        .unwrap_or_else(|| panic!("{}: each of 100 boards is too long", build.name))
}

/// The bytes of boards of options, with each option sent as many times in a row as `copies` returns for it.
pub fn repeated(boards: &[u8], mut copies: impl FnMut() -> usize) -> Vec<u8> {
    let mut messages = Vec::new();
    let mut check = Check::new();
    let mut option = Vec::new();
    let (pairs, _) = boards.as_chunks();
    for message in pairs.iter().copied().map(Message::from_bytes) {
        let begin = messages.len();
        match message {
            Message::Assignment { .. } => option.push(message),
            Message::NextOption | Message::EndLine => {
                let copies = vec![std::mem::take(&mut option); copies()];
                messages.extend(copies.join(&Message::NextOption));
                messages.push(message);
            }
            Message::Check(_) => messages.push(check.message()),
            _ => messages.push(message),
        }
        messages[begin..].iter().for_each(|&message| check.add(message));
        if matches!(message, Message::EndBoard(_)) {
            check = Check::new();
        }
    }
    messages.into_iter().flat_map(Message::to_bytes).collect()
}

/// Boards, most of them corrupted or truncated, with low pulses, breaks and resets in between, then an intact board.
pub fn noise(build: &Build) -> Vec<Inputs> {
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
        inputs.extend(vec![Inputs { reset: false, rx: false }; low]);
        inputs.extend(vec![Inputs { reset: random.random_bool(0.3), rx: true }; 8]);
    }
    inputs.extend(serial_inputs(board(build, &plus, &plus, false), 2000));
    inputs
}

/// The inputs of all stimuli, one after the other; only a clue core gets the searches.
pub fn all(build: &Build) -> Vec<Inputs> {
    let mut inputs = serial_inputs(IDENTITY_REQUEST, IDENTITY_REPLY);
    inputs.extend(serial_inputs(every_verdict(build), 0));
    inputs.extend(serial_inputs(widest(build), REPLY));
    inputs.extend(serial_inputs(full(build), REPLY));
    inputs.extend(serial_inputs(narrowed(build), REPLY));
    if build.core() == CoreKind::Clue {
        inputs.extend(serial_inputs(searches(build), REPLY));
    } else {
        let bytes = repeated(&every_verdict(build), || 2);
        inputs.extend(serial_inputs(bytes, REPLY));
    }
    inputs.extend(noise(build));
    inputs
}
