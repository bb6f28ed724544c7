//! Handshake preconditions that the comments of ports state, checked in every cycle of boards, requests and noise, in every design.

use nonogram_protocol::{IDENTITY_REQUEST, board_bytes};
use nonogram_sim::signals::{self, Selection};
use nonogram_sim::{Drive, SimBoard};
use nonogram_verilog::BUILDS;

/// A signal that may be high only while another one is high or, if `!` precedes its name, low. A design may lack some of them.
const CONTRACTS: [(&str, &str); 16] = [
    ("queue.ready", "queue.valid"),
    ("framer.ready", "framer.decoded"),
    ("framer.sum.load", "!framer.sum.busy"),
    ("parser.start", "assembler.idle"),
    ("parser.store_write", "!core.running"),
    ("parser.count_write", "!core.running"),
    ("parser.feeder.load", "!parser.feeder.busy"),
    ("assembler.done", "assembler.idle"),
    ("assembler.refuse", "assembler.idle"),
    ("assembler.sender.valid", "assembler.sender.ready"),
    ("assembler.sender.sum.load", "!assembler.sender.sum.busy"),
    ("core.block", "core.ready"),
    ("core.line_end", "core.ready"),
    ("core.start", "!core.running"),
    ("core.search.trail.pop", "core.search.trail.count"),
    ("core.search.trail.pop", "!core.search.trail.push"),
];
/// Number of contracts that every design has.
const COMMON: usize = 8;
/// Cycles per design and kind of drive.
const CYCLES: usize = 20_000;

/// Valid boards, a rejected one, an identity request, noise, and a cut-off board, over and over.
fn stimulus(board: &SimBoard) -> Vec<u8> {
    let core = board.build().core();
    let of = |clues: &[Vec<usize>], check| board_bytes(core, clues, clues, check).expect("a board");
    let plus = of(&[vec![1], vec![3], vec![1]], true);
    let ambiguous = of(&[vec![1], vec![1]], false);
    // A linear congruential generator.
    let mut state: u32 = 5;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut bytes = Vec::new();
    for round in 0..30 {
        bytes.extend(plus.iter().chain(&ambiguous).chain(&IDENTITY_REQUEST));
        bytes.extend(&plus[..round % plus.len()]);
        bytes.extend((0..round).map(|_| noise()));
        bytes.extend([0xe0, 0x06, 0xe0, 0x06, 0xe0, 0x06, 0, 0]);
    }
    bytes
}

#[test]
fn handshake_preconditions_hold_in_every_cycle() {
    for build in BUILDS {
        for drive in [Drive::Bytes, Drive::Pins] {
            let mut board = SimBoard::new(build.name, drive).expect("in the table");
            let listed = signals::list(board.design());
            let signal = |end: &str| {
                let end = end.trim_start_matches('!');
                let is_it = |name: &str| {
                    let rest = name.strip_suffix(end);
                    rest.is_some_and(|rest| rest.is_empty() || rest == "solver.")
                };
                listed.iter().find(|signal| is_it(&signal.name))
            };
            let contracts: Vec<_> = (CONTRACTS.iter())
                .filter_map(|(high, needs)| Some((high, needs, [signal(high)?, signal(needs)?])))
                .collect();
            assert!(contracts.len() >= COMMON, "{}: {contracts:?}", build.name);
            let pairs = contracts.iter().flat_map(|(.., pair)| *pair);
            let selection = Selection::new(pairs);
            let mut bytes = stimulus(&board).into_iter().cycle();
            let mut happened = vec![false; contracts.len()];
            for cycle in 0..CYCLES {
                let values = selection.read(board.design());
                for (number, pair) in values.chunks(2).enumerate() {
                    let (high, needs, _) = contracts[number];
                    let holds = (pair[1] != 0) != needs.starts_with('!');
                    happened[number] |= pair[0] != 0;
                    assert!(
                        pair[0] == 0 || holds,
                        "{} in cycle {cycle}: {high} without {needs}",
                        build.name
                    );
                }
                board.step(&mut || bytes.next()).expect("runs");
            }
            assert!(happened[..COMMON].iter().all(|&seen| seen), "{happened:?}");
        }
    }
}
