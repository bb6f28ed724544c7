//! The example of several cores behind a dispatcher, in the compiled simulation: each board gets its own reply, whatever the pauses.

use std::collections::HashMap;
use std::path::Path;

use nonogram_hdl::dispatcher_verilog;
use nonogram_netlist::{elaborate, read};
use nonogram_protocol::{CoreKind, SearchRequest, Status, board_check, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::answer::grid_of;
use nonogram_sim::compiled::{Machine, Place};
use nonogram_sim::design::Beat;
use nonogram_sim::wire::encode;
use nonogram_test_support::random::{line_solvable, mixed};
use nonogram_test_support::verdict::compare;
use nonogram_verilog::build;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The example with its cores.
struct Farm {
    machine: Machine,
    /// The inputs `aresetn`, `m_axis_tready`, and those of `s_axis`: valid, data and last.
    inputs: [usize; 5],
    /// `s_axis_tready`, and the outputs of `m_axis`: valid, data and last.
    outputs: [Place; 4],
}

fn committed(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog/farm");
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

impl Farm {
    /// The example with so many cores of this design in place of `clue32`.
    fn new(design: &str, cores: u64) -> Self {
        let build = build(design).expect("in the table");
        let top = committed("farm.sv").replace("nonogram_clue32", &build.top());
        let text = [&top, &committed("dispatcher.sv"), build.text].concat();
        let source = read::source(&text).expect("Verilog");
        let netlist = elaborate::netlist(&source, "nonogram_farm", &[("CORES", cores)]);
        let mut machine = Machine::new(netlist.expect("a netlist"), &[], &[]).expect("a machine");
        let inputs = ["aresetn", "m_axis_tready", "s_axis_tvalid", "s_axis_tdata", "s_axis_tlast"];
        let outputs = ["s_axis_tready", "m_axis_tvalid", "m_axis_tdata", "m_axis_tlast"];
        let mut farm = Self {
            inputs: inputs.map(|name| machine.input(name).expect("an input")),
            outputs: outputs.map(|name| machine.place(name).expect("an output")),
            machine,
        };
        for _ in 0..4 {
            farm.clock(true, None, false);
        }
        farm
    }

    /// Simulates a cycle; returns whether the beat was accepted, and the beat that left.
    fn clock(&mut self, reset: bool, beat: Option<Beat>, ready: bool) -> (bool, Option<Beat>) {
        let Beat { byte, last, .. } = beat.unwrap_or_default();
        let values = [!reset, ready, beat.is_some()].map(u64::from);
        let values = values.into_iter().chain([byte.into(), last.into()]);
        for (input, value) in self.inputs.into_iter().zip(values) {
            self.machine.set(input, value);
        }
        self.machine.settle();
        let [taken, valid, byte, last] = self.outputs.map(|place| self.machine.get(place));
        self.machine.rise();
        let left = Beat { byte: byte as u8, last: last != 0, damaged: false };
        (beat.is_some() && taken != 0, (ready && valid != 0).then_some(left))
    }

    /// Sends packets, with pauses on both sides that `pauses` decides, until there have been this many replies; returns the replies and the
    /// number of cycles.
    fn send(
        &mut self,
        packets: &[Vec<u8>],
        replies: usize,
        mut pauses: impl FnMut() -> bool,
    ) -> (Vec<Vec<u8>>, u64) {
        let beats = packets.iter().flat_map(|packet| {
            (packet.iter().enumerate()).map(|(place, byte)| Beat {
                byte: *byte,
                last: place + 1 == packet.len(),
                damaged: false,
            })
        });
        let mut beats = beats.peekable();
        let (mut received, mut reply, mut offered, mut cycles) = (Vec::new(), Vec::new(), false, 0);
        while received.len() < replies {
            offered = offered || !pauses();
            let beat = beats.peek().copied().filter(|_| offered);
            let (taken, left) = self.clock(false, beat, !pauses());
            if taken {
                beats.next();
                offered = false;
            }
            if let Some(Beat { byte, last, .. }) = left {
                reply.push(byte);
                if last {
                    received.push(std::mem::take(&mut reply));
                }
            }
            cycles += 1;
            assert!(cycles < 2_000_000, "{} replies", received.len());
        }
        assert!(beats.peek().is_none(), "every packet was sent");
        (received, cycles)
    }
}

fn board(puzzle: &Puzzle, check: bool) -> Vec<u8> {
    let board = encode(puzzle, CoreKind::Clue, check, SearchRequest::default());
    board.expect("a board").bytes().collect()
}

/// Checks that each board gets one correct reply, given the boards by their checks.
fn answers(mut boards: HashMap<Option<u16>, Puzzle>, replies: Vec<Vec<u8>>) {
    for bytes in replies {
        let reply = decode_reply(bytes).expect("a reply");
        let puzzle = boards.remove(&reply.seed).expect("a reply to a board");
        compare(&puzzle, reply.status, &grid_of(&reply)).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(boards.is_empty(), "{boards:?}");
}

/// Boards that differ in their checks, packets without a board between them, on three cores; random pauses.
#[test]
fn each_board_gets_its_reply() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut farm = Farm::new("clue10", 3);
    let mut boards = HashMap::new();
    let mut packets = Vec::new();
    for puzzle in mixed(11, 1..=8).take(40) {
        let sent = board(&puzzle, true);
        if boards.insert(board_check(&sent), puzzle).is_none() {
            packets.push(sent);
        }
        if random.random_bool(0.2) {
            // Noise, and half a board: neither gets a reply.
            packets.push(vec![0x55; random.random_range(1..9)]);
        }
    }
    let (replies, _) = farm.send(&packets, boards.len(), || random.random_bool(0.3));
    answers(boards, replies);
}

#[test]
fn the_committed_dispatcher_is_up_to_date() {
    assert!(committed("dispatcher.sv") == dispatcher_verilog(), "run `make verilog`");
}

/// Throughput of the farm, the table of docs/reports/throughput.md: line-solvable boards of 25 x 25 without pauses.
#[test]
#[ignore = "takes a minute; make test-hardware runs it"]
fn cycles_per_board_are_those_of_the_docs() {
    let puzzles: Vec<Puzzle> = line_solvable(2026, 25, 65).take(60).collect();
    let packets: Vec<Vec<u8>> = puzzles.iter().map(|puzzle| board(puzzle, false)).collect();
    let cycles = [1, 2, 3, 4].map(|cores| {
        let mut farm = Farm::new("clue32", cores);
        let (replies, cycles) = farm.send(&packets, packets.len(), || false);
        for bytes in replies {
            let reply = decode_reply(bytes).expect("a reply");
            assert_eq!(reply.status, Status::Solved);
        }
        cycles / packets.len() as u64
    });
    assert_eq!(cycles, [921, 474, 357, 357]);
}
