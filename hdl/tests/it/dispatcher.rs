//! The dispatcher in front of several cores: each board gets its own reply, whatever the pauses; the Verilog agrees in every cycle.

use std::collections::HashMap;
use std::path::Path;

use nonogram_hdl::widgets::rising_edge;
use nonogram_hdl::{Dispatcher, dispatcher, dispatcher_verilog};
use nonogram_protocol::{Status, board_check, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::Engine;
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::design::{Beat, StreamDesign};
use nonogram_sim::random::{line_solvable, mixed};
use nonogram_sim::wire::clue_stream;
use nonogram_verilog::{Parameters, build};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::*;

use crate::replay::Replay;

/// Cores that the dispatcher can serve.
const CORES: usize = 8;
/// Passes within which the dispatcher settles.
const SETTLE: usize = 100;

/// A dispatcher in rust-hdl with compiled cores behind it.
struct Farm {
    dispatcher: Dispatcher<CORES, 11, 12>,
    cores: Vec<Box<dyn StreamDesign>>,
    /// The pins of the dispatcher in each cycle, in the order of [`inputs`] and [`outputs`].
    pins: Vec<(String, String)>,
}

fn per_core(names: &[(&str, usize)]) -> Vec<(String, usize)> {
    (names.iter())
        .flat_map(|(name, width)| {
            let (stream, signal) = name.split_once('_').expect("the name of a stream");
            (0..CORES).map(move |core| (format!("{stream}_{core}_{signal}"), *width))
        })
        .collect()
}

fn named(names: &[(&str, usize)]) -> Vec<(String, usize)> {
    names.iter().map(|(name, width)| ((*name).to_owned(), *width)).collect()
}

fn inputs() -> Vec<(String, usize)> {
    let single = [
        ("aresetn", 1),
        ("connected", CORES),
        ("s_axis_tvalid", 1),
        ("s_axis_tdata", 8),
        ("s_axis_tlast", 1),
        ("m_axis_tready", 1),
    ];
    let multiple =
        [("board_tready", 1), ("reply_tvalid", 1), ("reply_tdata", 8), ("reply_tlast", 1)];
    [named(&single), per_core(&multiple)].concat()
}

fn outputs() -> Vec<(String, usize)> {
    let single =
        [("s_axis_tready", 1), ("m_axis_tvalid", 1), ("m_axis_tdata", 8), ("m_axis_tlast", 1)];
    let multiple =
        [("board_tvalid", 1), ("board_tdata", 8), ("board_tlast", 1), ("reply_tready", 1)];
    [named(&single), per_core(&multiple)].concat()
}

fn bit(value: bool) -> String {
    u8::from(value).to_string()
}

fn byte(value: u8) -> String {
    format!("{value:08b}")
}

impl Farm {
    fn new(design: &str, cores: usize) -> Self {
        let build = build(design).expect("in the table");
        let parameters = Parameters::default().without_uart();
        let core = |_| (Engine::COMPILED.stream)(build, &parameters).expect("a design");
        let mut farm = Self {
            dispatcher: dispatcher(),
            cores: (0..cores).map(core).collect(),
            pins: Vec::new(),
        };
        for _ in 0..4 {
            farm.clock(true, None, false);
        }
        farm
    }

    /// Simulates a cycle; returns whether the beat was accepted, and the beat that left.
    fn clock(&mut self, reset: bool, beat: Option<Beat>, ready: bool) -> (bool, Option<Beat>) {
        let dispatcher = &mut self.dispatcher;
        dispatcher.aresetn.next = !reset;
        dispatcher.connected.next = ((1_u64 << self.cores.len()) - 1).into();
        dispatcher.s_axis_tvalid.next = beat.is_some();
        let sent = beat.unwrap_or_default();
        dispatcher.s_axis_tdata.next = u64::from(sent.byte).into();
        dispatcher.s_axis_tlast.next = sent.last;
        dispatcher.m_axis_tready.next = ready;
        let mut replies = Vec::new();
        for core in 0..CORES {
            let reply = self.cores.get(core).and_then(|core| core.sends());
            let shown = reply.unwrap_or_default();
            dispatcher.reply_tvalid[core].next = reply.is_some();
            dispatcher.reply_tdata[core].next = u64::from(shown.byte).into();
            dispatcher.reply_tlast[core].next = shown.last;
            replies.push(reply);
        }
        assert!(simulate(dispatcher, SETTLE), "the dispatcher settles");
        // The bytes that are offered come from registers, so that the cores settle in one pass.
        let mut takes = [false; CORES];
        for (place, core) in self.cores.iter_mut().enumerate() {
            let offered = dispatcher.board_tvalid[place].val().then(|| Beat {
                byte: dispatcher.board_tdata[place].val().to_u8(),
                last: dispatcher.board_tlast[place].val(),
                damaged: false,
            });
            core.set_reset(reset);
            core.offer(offered);
            core.set_ready(dispatcher.reply_tready[place].val());
            assert!(core.settle(), "the core settles");
            takes[place] = core.takes();
            dispatcher.board_tready[place].next = takes[place];
        }
        assert!(simulate(dispatcher, SETTLE), "the dispatcher settles");
        let taken = beat.is_some() && dispatcher.s_axis_tready.val();
        let left = (dispatcher.m_axis_tvalid.val() && ready).then(|| Beat {
            byte: dispatcher.m_axis_tdata.val().to_u8(),
            last: dispatcher.m_axis_tlast.val(),
            damaged: false,
        });

        let pins = |parts: &[Vec<String>]| parts.concat().concat();
        let of = |reply: &Option<Beat>| reply.unwrap_or_default();
        let stimulus = pins(&[
            vec![bit(!reset), format!("{:08b}", (1_u64 << self.cores.len()) - 1)],
            vec![bit(beat.is_some()), byte(sent.byte), bit(sent.last), bit(ready)],
            takes.map(bit).into(),
            replies.iter().map(|reply| bit(reply.is_some())).collect(),
            replies.iter().map(|reply| byte(of(reply).byte)).collect(),
            replies.iter().map(|reply| bit(of(reply).last)).collect(),
        ]);
        let expected = pins(&[
            vec![
                bit(dispatcher.s_axis_tready.val()),
                bit(dispatcher.m_axis_tvalid.val()),
                byte(dispatcher.m_axis_tdata.val().to_u8()),
                bit(dispatcher.m_axis_tlast.val()),
            ],
            dispatcher.board_tvalid.iter().map(|signal| bit(signal.val())).collect(),
            dispatcher.board_tdata.iter().map(|signal| byte(signal.val().to_u8())).collect(),
            dispatcher.board_tlast.iter().map(|signal| bit(signal.val())).collect(),
            dispatcher.reply_tready.iter().map(|signal| bit(signal.val())).collect(),
        ]);
        self.pins.push((stimulus, expected));
        assert!(rising_edge(dispatcher, SETTLE), "the dispatcher settles");
        for core in &mut self.cores {
            core.rise();
        }
        (taken, left)
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
    clue_stream(puzzle).expect("a board").with_check(check).bytes().collect()
}

/// Boards that differ in their checks, packets without a board between them, on three cores; random pauses.
fn mixture() -> Farm {
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
    for bytes in replies {
        let reply = decode_reply(bytes).expect("a reply");
        let puzzle = boards.remove(&reply.seed).expect("a reply to a board");
        compare(&puzzle, reply.status, &grid_of(&reply)).unwrap_or_else(|error| panic!("{error}"));
    }
    farm
}

#[test]
fn each_board_gets_its_reply_and_the_verilog_agrees() {
    let farm = mixture();
    let replay = Replay {
        module: "nonogram_dispatcher",
        clock: "aclk",
        inputs: inputs(),
        outputs: outputs(),
        pins: farm.pins,
        verilog: dispatcher_verilog(),
    };
    replay.icarus();
}

/// The example top, `hdl/verilog/farm/farm.sv`: the pins of its streams are those of the dispatcher with four cores.
#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_farm_of_the_example_is_the_dispatcher_with_four_cores() {
    let mut farm = Farm::new("clue32", 4);
    let packets: Vec<Vec<u8>> =
        mixed(5, 2..=6).take(9).map(|puzzle| board(&puzzle, true)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    farm.send(&packets, packets.len(), || random.random_bool(0.2));
    // Of the dispatcher's pins, those of the two streams: without `connected` and the pins per core.
    let streams = |ports: Vec<(String, usize)>| -> Vec<(String, usize)> {
        ports.into_iter().filter(|(name, _)| name.contains("axis") || name == "aresetn").collect()
    };
    let width = |ports: &[(String, usize)]| ports.iter().map(|(_, width)| width).sum::<usize>();
    let (inputs, outputs) = (streams(inputs()), streams(outputs()));
    let pins = farm.pins.iter().map(|(stimulus, expected)| {
        let stimulus = format!("{}{}", &stimulus[..1], &stimulus[1 + CORES..]);
        (stimulus[..width(&inputs)].to_owned(), expected[..width(&outputs)].to_owned())
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog/farm");
    let top = std::fs::read_to_string(folder.join("farm.sv")).expect("a file");
    let design = build("clue32").expect("in the table").text;
    let replay = Replay {
        module: "nonogram_farm",
        clock: "aclk",
        pins: pins.collect(),
        inputs,
        outputs,
        verilog: [&top, &*dispatcher_verilog(), design].concat(),
    };
    replay.icarus();
    replay.verilator();
}

#[test]
fn the_committed_dispatcher_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog/farm/dispatcher.sv");
    let committed = std::fs::read_to_string(path).expect("a file");
    assert!(committed == dispatcher_verilog(), "run `make verilog`");
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
