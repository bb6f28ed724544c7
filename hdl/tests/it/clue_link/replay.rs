//! The link's Verilog matches its rust-hdl model in every cycle.

use std::fmt::Write as _;
use std::path::Path;

use nonogram_hdl::block_verilog;
use nonogram_protocol::{CANCEL, ClueStream, IDENTITY_REQUEST, SearchMode, SearchRequest, Status};
use nonogram_sim::tools::{Found, IVERILOG, VERILATOR, VVP};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, Decision, PAUSE, SIDE, link};
use super::sequences::sample;
use super::{board, filled, plus};

/// The test bench: it reads one line of inputs and outputs per cycle, and stops at the first mismatch.
fn testbench(pins: &[(String, String)]) -> String {
    let inputs = "reset, rx_valid, rx_data, rx_error, tx_ready, core_ready, core_done, core_status, keeps_board, \
                  read_known, read_code";
    let outputs = "rx_ready, tx_valid, tx_data, begin_board, rows, columns, block, block_end, block_colour, block_column, \
                   block_position, line_end, start, mode, limit, cancel, read_row, read_column, replying, status";
    let ports: String = ["clock", inputs, outputs].join(", ");
    let mut connections = String::new();
    for port in ports.split(", ") {
        let _ = write!(
            connections,
            "{}.{port}({port})",
            if connections.is_empty() { "" } else { ", " }
        );
    }
    format!(
        "`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
    reg reset, rx_valid, rx_error, tx_ready, core_ready, core_done, keeps_board, read_known;
    reg [7:0] rx_data;
    reg [2:0] core_status, read_code;
    wire rx_ready, tx_valid, begin_board, block, block_column, line_end, start, cancel, replying;
    wire [7:0] tx_data;
    wire [6:0] rows, columns, block_end;
    wire [5:0] block_position, read_row, read_column;
    wire [2:0] block_colour;
    wire [1:0] mode;
    wire [25:0] limit;
    wire [2:0] status;
    reg [{inputs_top}:0] stimulus [0:{last}];
    reg [{outputs_top}:0] expected [0:{last}];
    wire [{outputs_top}:0] now = {{{outputs}}};
    integer i, wrong;
    link uut({connections});
    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        $readmemb(\"expected.mem\", expected);
        wrong = 0;
        for (i = 0; i <= {last} && wrong == 0; i = i + 1) begin
            {{{inputs}}} = stimulus[i];
            #5 if (now !== expected[i]) begin
                $display(\"cycle %0d: %b, expected %b\", i, now, expected[i]);
                wrong = 1;
            end
            clock = 1;
            #5 clock = 0;
        end
        if (wrong == 0) $display(\"equal\");
        $finish(0);
    end
endmodule
",
        inputs_top = pins[0].0.len() - 1,
        outputs_top = pins[0].1.len() - 1,
        last = pins.len() - 1,
    )
}

/// A recording of valid and invalid boards, a cancelled search, noise and resets.
fn recording() -> Bench {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut bench = Bench::new(Decision {
        status: 0,
        cells: Vec::new(),
        clocks: Some(3),
    });
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
        bench.core.decision = Decision {
            status: status.index(),
            cells,
            clocks: Some(7),
        };
        bench.core.busy = 1;
        let request = SearchRequest {
            mode: SearchMode::FirstSolution,
            limit: 54_321_012,
        };
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

fn write(bench: &Bench, work: &Path) {
    let column = |pick: fn(&(String, String)) -> &String| -> String {
        bench
            .pins
            .iter()
            .map(|pins| format!("{}\n", pick(pins)))
            .collect()
    };
    let files = [
        ("stimulus.mem", column(|pins| &pins.0)),
        ("expected.mem", column(|pins| &pins.1)),
        ("testbench.v", testbench(&bench.pins)),
        ("design.sv", block_verilog("link", &link())),
    ];
    for (name, text) in files {
        std::fs::write(work.join(name), text).expect("a writable folder");
    }
}

const SOURCES: [&str; 2] = ["testbench.v", "design.sv"];

#[test]
fn link_matches_its_model_under_icarus() {
    let work = tempfile::tempdir().expect("a temporary folder");
    write(&recording(), work.path());
    let options = ["-g2012", "-o", "replay.vvp"];
    let compiler = IVERILOG.find().expect("Icarus Verilog");
    compiler
        .call(&[&options[..], &SOURCES].concat(), work.path())
        .expect("compiles");
    let runner = VVP.find().expect("Icarus Verilog");
    let printed = runner
        .call(&["-n", "replay.vvp"], work.path())
        .expect("runs");
    assert_eq!(printed.trim(), "equal");
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn link_matches_its_model_under_verilator() {
    let work = tempfile::tempdir().expect("a temporary folder");
    write(&recording(), work.path());
    let options = [
        "--binary",
        "--timing",
        "-Wno-fatal",
        "-Wno-lint",
        "--x-initial",
        "0",
    ];
    let top = ["--top-module", "testbench"];
    let compiler = VERILATOR.find().expect("Verilator");
    compiler
        .call(&[&options[..], &top, &SOURCES].concat(), work.path())
        .expect("compiles");
    let program = Found {
        tool: VERILATOR,
        path: work.path().join("obj_dir").join("Vtestbench"),
    };
    let printed = program.call::<&str>(&[], work.path()).expect("runs");
    assert_eq!(printed.lines().next(), Some("equal"));
}
