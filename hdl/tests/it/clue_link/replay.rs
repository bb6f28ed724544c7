//! The link's Verilog matches its rust-hdl model in every cycle.

use nonogram_hdl::block_verilog;
use nonogram_protocol::{CANCEL, ClueStream, IDENTITY_REQUEST, SearchMode, SearchRequest, Status};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, Decision, PAUSE, SIDE, link};
use super::sequences::sample;
use super::{board, filled, plus};
use crate::replay::Replay;

/// The inputs and the outputs of the link with their widths, in the order in which [`Bench`] records them.
const INPUTS: [(&str, usize); 11] = [
    ("reset", 1),
    ("rx_valid", 1),
    ("rx_data", 8),
    ("rx_error", 1),
    ("tx_ready", 1),
    ("core_ready", 1),
    ("core_done", 1),
    ("core_status", 3),
    ("keeps_board", 1),
    ("read_known", 1),
    ("read_code", 3),
];
const OUTPUTS: [(&str, usize); 20] = [
    ("rx_ready", 1),
    ("tx_valid", 1),
    ("tx_data", 8),
    ("begin_board", 1),
    ("rows", 7),
    ("columns", 7),
    ("block", 1),
    ("block_end", 7),
    ("block_colour", 3),
    ("block_column", 1),
    ("block_position", 6),
    ("line_end", 1),
    ("start", 1),
    ("mode", 2),
    ("limit", 26),
    ("cancel", 1),
    ("read_row", 6),
    ("read_column", 6),
    ("replying", 1),
    ("status", 3),
];

/// A recording of valid and invalid boards, a cancelled search, noise and resets.
fn recording() -> Bench {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut bench = Bench::new(Decision { status: 0, cells: Vec::new(), clocks: Some(3) });
    bench.send(&IDENTITY_REQUEST);
    let full = vec![vec![1; SIDE / 2]; SIDE];
    for (status, clues, colours) in [
        (Status::Solved, full, 1),
        (Status::Stalled, plus(), 5),
        (Status::Multiple, plus(), 2),
        (Status::Solved, plus(), 7),
    ] {
        let cell = |_| match status {
            Status::Stalled => [None, Some(0), Some(5)][random.random_range(0..3)],
            _ => Some(random.random_range(0..=5)),
        };
        let cells = (0..clues.len() * clues.len()).map(cell).collect();
        bench.core.decision = Decision { status: status.index(), cells, clocks: Some(7) };
        bench.core.busy = 1;
        let request = SearchRequest { mode: SearchMode::FirstSolution, limit: 54_321_012 };
        let clues = filled(&clues);
        let stream = ClueStream::coloured(&clues, &clues, colours).unwrap();
        let stream = stream.with_check(true).with_request(request);
        bench.send(&stream.bytes().collect::<Vec<u8>>());
    }
    bench.core.decision.clocks = None;
    bench.send(&board(&plus(), &plus(), false));
    bench.send(&[0x21, 0x7f, 0x60, 0x00]);
    bench.send(&CANCEL.to_bytes());
    bench.core.decision.clocks = Some(20);
    for _ in 0..60 {
        let mut bytes = board(&plus(), &plus(), random.random_bool(0.5));
        for _ in 0..random.random_range(0..4) {
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
        }
        bytes.truncate(random.random_range(1..=bytes.len()));
        bench.send(&bytes);
        bench.idle(random.random_range(0..2 * PAUSE));
        bench.clock(random.random_bool(0.2));
    }
    bench.send(&board(&plus(), &plus(), true));
    for sequence in sample(8, 60) {
        bench.send(&sequence);
        bench.idle(2 * PAUSE);
    }
    bench
}

fn recorded() -> Replay {
    Replay {
        module: "link",
        clock: "clock",
        inputs: INPUTS.map(|(name, width)| (name.to_owned(), width)).into(),
        outputs: OUTPUTS.map(|(name, width)| (name.to_owned(), width)).into(),
        pins: recording().pins,
        verilog: block_verilog("link", &link()),
    }
}

#[test]
fn link_matches_its_model_under_icarus() {
    recorded().icarus();
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn link_matches_its_model_under_verilator() {
    recorded().verilator();
}
