//! The Verilog of the dispatcher in front of several cores: each board gets its own reply, whatever the pauses.

use std::collections::HashMap;
use std::path::Path;

use nonogram_hdl::dispatcher_verilog;
use nonogram_netlist::{elaborate, read};
use nonogram_protocol::{Status, board_check, decode_reply};
use nonogram_puzzles::Puzzle;
use nonogram_sim::Engine;
use nonogram_sim::answer::{compare, grid_of};
use nonogram_sim::compiled::{Machine, Place};
use nonogram_sim::design::{Beat, StreamDesign};
use nonogram_sim::random::{line_solvable, mixed};
use nonogram_sim::tools::{IVERILOG, VVP};
use nonogram_sim::wire::clue_stream;
use nonogram_verilog::{Parameters, build};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Cores that the dispatcher can serve.
const CORES: usize = 8;

/// The pins of a stream that the dispatcher sends.
struct Sent {
    valid: Place,
    data: Place,
    last: Place,
    /// An input of the dispatcher.
    ready: usize,
}

/// The pins of a stream that the dispatcher receives.
struct Received {
    /// Inputs of the dispatcher.
    valid: usize,
    data: usize,
    last: usize,
    ready: Place,
}

/// The committed dispatcher with cores behind it, all in the compiled simulation.
struct Farm {
    dispatcher: Machine,
    aresetn: usize,
    requests: Received,
    replies: Sent,
    /// For each core that the dispatcher can serve, its board stream and its reply stream.
    streams: Vec<(Sent, Received)>,
    cores: Vec<Box<dyn StreamDesign>>,
}

fn committed() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog/farm/dispatcher.sv");
    std::fs::read_to_string(path).expect("a file")
}

fn input(machine: &Machine, name: &str) -> usize {
    machine.input(name).unwrap_or_else(|| panic!("no input {name}"))
}

fn output(machine: &mut Machine, name: &str) -> Place {
    machine.place(name).unwrap_or_else(|| panic!("no output {name}"))
}

/// The pins of a stream, such as `board_0`.
fn sent(machine: &mut Machine, stream: &str) -> Sent {
    let [valid, data, last] =
        ["valid", "data", "last"].map(|pin| output(machine, &format!("{stream}_t{pin}")));
    Sent { valid, data, last, ready: input(machine, &format!("{stream}_tready")) }
}

fn received(machine: &mut Machine, stream: &str) -> Received {
    let [valid, data, last] =
        ["valid", "data", "last"].map(|pin| input(machine, &format!("{stream}_t{pin}")));
    Received { valid, data, last, ready: output(machine, &format!("{stream}_tready")) }
}

impl Sent {
    fn beat(&self, machine: &Machine) -> Option<Beat> {
        (machine.get(self.valid) != 0).then(|| Beat {
            byte: machine.get(self.data) as u8,
            last: machine.get(self.last) != 0,
            damaged: false,
        })
    }
}

impl Received {
    fn offer(&self, machine: &mut Machine, beat: Option<Beat>) {
        let Beat { byte, last, .. } = beat.unwrap_or_default();
        machine.set(self.valid, beat.is_some().into());
        machine.set(self.data, byte.into());
        machine.set(self.last, last.into());
    }
}

impl Farm {
    fn new(design: &str, cores: usize) -> Self {
        let build = build(design).expect("in the table");
        let parameters = Parameters::default().without_uart();
        let core = |_| (Engine::COMPILED.stream)(build, &parameters).expect("a design");
        let source = read::source(&committed()).expect("Verilog");
        let netlist = elaborate::netlist(&source, "nonogram_dispatcher", &[]).expect("a netlist");
        let mut dispatcher = Machine::new(netlist, &[], &[]).expect("a machine");
        let connected = input(&dispatcher, "connected");
        dispatcher.set(connected, (1 << cores) - 1);
        let streams = (0..CORES).map(|core| {
            let board = sent(&mut dispatcher, &format!("board_{core}"));
            (board, received(&mut dispatcher, &format!("reply_{core}")))
        });
        let streams = streams.collect();
        let mut farm = Self {
            aresetn: input(&dispatcher, "aresetn"),
            requests: received(&mut dispatcher, "s_axis"),
            replies: sent(&mut dispatcher, "m_axis"),
            streams,
            dispatcher,
            cores: (0..cores).map(core).collect(),
        };
        for _ in 0..4 {
            farm.clock(true, None, false);
        }
        farm
    }

    /// Simulates a cycle; returns whether the beat was accepted, and the beat that left.
    fn clock(&mut self, reset: bool, beat: Option<Beat>, ready: bool) -> (bool, Option<Beat>) {
        let dispatcher = &mut self.dispatcher;
        dispatcher.set(self.aresetn, (!reset).into());
        self.requests.offer(dispatcher, beat);
        dispatcher.set(self.replies.ready, ready.into());
        for ((_, reply), core) in self.streams.iter().zip(&self.cores) {
            reply.offer(dispatcher, core.sends());
        }
        dispatcher.settle();
        // The bytes that are offered come from registers, so that the cores settle in one pass.
        for ((board, reply), core) in self.streams.iter().zip(&mut self.cores) {
            core.set_reset(reset);
            core.offer(board.beat(dispatcher));
            core.set_ready(dispatcher.get(reply.ready) != 0);
            assert!(core.settle(), "the core settles");
            dispatcher.set(board.ready, core.takes().into());
        }
        dispatcher.settle();
        let taken = beat.is_some() && dispatcher.get(self.requests.ready) != 0;
        let left = self.replies.beat(dispatcher).filter(|_| ready);
        dispatcher.rise();
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

/// Sends the beats of `beats.mem` through the example top, and prints the bytes that leave, each packet on a line.
const BENCH: &str = "`timescale 1ns / 1ps
module bench;
    reg aclk = 0, aresetn = 0;
    reg [8:0] beats [0:COUNT];
    integer next = 0, replies = 0;
    wire taken, valid, last;
    wire [7:0] data;
    nonogram_farm farm(.aclk(aclk), .aresetn(aresetn), .s_axis_tvalid(next < COUNT), .s_axis_tdata(beats[next][7:0]),
        .s_axis_tlast(beats[next][8]), .s_axis_tready(taken), .m_axis_tvalid(valid), .m_axis_tdata(data), .m_axis_tlast(last),
        .m_axis_tready(1'b1));
    always #5 aclk = ~aclk;
    initial begin
        $readmemh(\"beats.mem\", beats);
        #40 aresetn <= 1;
        #2000000 $finish(0);
    end
    always @(posedge aclk) if (aresetn) begin
        if (next < COUNT && taken) next <= next + 1;
        if (valid) $write(\"%02x\", data);
        if (valid && last) begin
            $write(\"\\n\");
            replies = replies + 1;
            if (replies == REPLIES) $finish(0);
        end
    end
endmodule
";

/// The example top, `hdl/verilog/farm/farm.sv`, under Icarus.
#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_farm_of_the_example_answers_every_board() {
    let puzzles: Vec<Puzzle> = mixed(5, 2..=6).take(9).collect();
    let packets: Vec<Vec<u8>> = puzzles.iter().map(|puzzle| board(puzzle, true)).collect();
    let beats: Vec<String> = (packets.iter())
        .flat_map(|packet| {
            let last = packet.len() - 1;
            let beat = move |(place, byte): (usize, &u8)| {
                format!("{:03x}\n", u16::from(*byte) | u16::from(place == last) << 8)
            };
            packet.iter().enumerate().map(beat)
        })
        .collect();
    let bench = BENCH.replace("COUNT", &beats.len().to_string());
    let bench = bench.replace("REPLIES", &packets.len().to_string());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog/farm");
    let top = std::fs::read_to_string(folder.join("farm.sv")).expect("a file");
    let design = build("clue32").expect("in the table").text;
    let work = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(work.path().join("beats.mem"), beats.concat()).expect("a writable folder");
    std::fs::write(work.path().join("farm.sv"), [&bench, &top, &committed(), design].concat())
        .expect("a writable folder");
    let compiler = IVERILOG.find().expect("Icarus Verilog");
    compiler
        .call(&["-g2012", "-s", "bench", "-o", "farm.vvp", "farm.sv"], work.path())
        .expect("compiles");
    let runner = VVP.find().expect("Icarus Verilog");
    let printed = runner.call(&["-n", "farm.vvp"], work.path()).expect("runs");
    let byte = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).expect("ASCII");
        u8::from_str_radix(digits, 16).expect("a byte")
    };
    let replies = printed
        .lines()
        .filter(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let replies = replies.map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect();
    let checks = packets.iter().map(|packet| board_check(packet));
    answers(checks.zip(puzzles).collect(), replies);
}

#[test]
fn the_committed_dispatcher_is_up_to_date() {
    assert!(committed() == dispatcher_verilog(), "run `make verilog`");
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
