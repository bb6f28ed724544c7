//! Boards of the open flow: the tools accept every pin of every board, and make a bitstream for each family of FPGAs.
//!
//! Utilisation and Fmax that `nonogram report` measures.

use std::fs;
use std::path::Path;

use nonogram_sim::tools::{NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, RECENT_YOSYS, Tool, YOSYS};
use predicates::str::contains;
use serde_json::Value;

use crate::FLOW_TIMEOUT;
use crate::common::{Folder, json_lines, nonogram, repository};

/// The boards whose bitstreams are made here or in `bitstream.rs` beside it; making a bitstream places every pin of the board.
const MADE: [&str; 7] = [
    "colorlight_i5",
    "hx8k_breakout",
    "icesugar",
    "tang_nano_20k",
    "tang_nano_9k",
    "tang_primer_25k",
    "ulx3s_85f",
];

/// A design with the ports of the solver, small enough for fast placement; each pin has an effect.
const SMALL: &str = "\
module nonogram_classic11 (input clock, reset, reset_low, locked, rx, output reg tx, solving, replying, output reg [2:0] status);
    always @(posedge clock) {tx, solving, replying, status} <=
        reset != reset_low || !locked ? 6'd0 : {tx, solving, replying, status} + {5'd0, rx};
endmodule
";

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// For a family of FPGAs: yosys and its synthesis command, nextpnr and its option for the pin constraints, with the value's prefix.
fn tools(family: &str) -> (Tool, &'static str, Tool, [&'static str; 2]) {
    match family {
        "ice40" => (YOSYS, "synth_ice40", NEXTPNR_ICE40, ["--pcf", ""]),
        "ecp5" => (YOSYS, "synth_ecp5", NEXTPNR_ECP5, ["--lpf", ""]),
        "gowin" => (RECENT_YOSYS, "synth_gowin", NEXTPNR_GOWIN, ["--vopt", "cst="]),
        "gw5a" => {
            (RECENT_YOSYS, "synth_gowin -family gw5a -nolutram", NEXTPNR_GOWIN, ["--vopt", "cst="])
        }
        _ => panic!("{family}: expected a family of the open flow"),
    }
}

/// Places a board's wrapper around [`SMALL`], with the pin constraints in the file `pins`.
fn place(board: &Value, pins: &str, work: &Path) -> Result<(), String> {
    let (_, _, nextpnr, [option, before]) = tools(text(&board["family"]));
    let pins = format!("{before}{pins}");
    let device = board["place"]["arguments"].as_array().expect("options");
    let mut arguments: Vec<&str> = device.iter().map(text).collect();
    arguments.extend(["-q", "--json", "small.json", option, &pins]);
    nextpnr
        .find()
        .unwrap_or_else(|missing| panic!("{missing}"))
        .call(&arguments, work)
        .map(|_| ())
        .map_err(|failed| failed.to_string())
}

#[test]
fn the_tools_accept_every_pin() {
    let boards = json_lines(&nonogram().args(["boards", "--json"]).assert().success());
    let open = boards.iter().filter(|board| board["flow"] == "open");
    let mut families = Vec::new();
    for board in open {
        let (name, family) = (text(&board["name"]), text(&board["family"]));
        let is_made = MADE.contains(&name);
        if is_made && families.contains(&family) {
            continue;
        }
        let folder = Folder::new();
        let work = folder.path(".");
        let source = repository("constraints").join(name);
        let pins = text(&board["constraints"]);
        for file in [pins, &format!("{name}.v")] {
            fs::copy(source.join(file), folder.path(file)).expect("a file of the board");
        }
        folder.file("small.v", SMALL);
        let (yosys, synthesis, ..) = tools(family);
        let script =
            format!("read_verilog small.v {name}.v; {synthesis} -top {name} -json small.json");
        yosys
            .find()
            .unwrap_or_else(|missing| panic!("{missing}"))
            .call(&["-q", "-p", &script], &work)
            .unwrap_or_else(|failed| panic!("{name}: {failed}"));
        if !is_made {
            place(board, pins, &work).unwrap_or_else(|failed| panic!("{name}: {failed}"));
        }

        // Once per family: a pin that the package does not have is refused.
        if !families.contains(&family) {
            families.push(family);
            let right = fs::read_to_string(folder.path(pins)).expect("its pins");
            let (pin, port) = (text(&board["uart"]["rx"]), "uart_rx");
            let wrong: String = right
                .lines()
                .map(|line| {
                    if line.contains(port) {
                        line.replace(pin, "Q99") + "\n"
                    } else {
                        line.to_owned() + "\n"
                    }
                })
                .collect();
            folder.file("wrong", wrong);
            let refused = place(board, "wrong", &work).expect_err(name);
            assert!(refused.contains("Q99"), "{name}: {refused}");
        }
    }
    assert_eq!(families, ["ice40", "ecp5", "gowin", "gw5a"]);
    let names: Vec<&str> = boards.iter().map(|board| text(&board["name"])).collect();
    assert!(MADE.iter().all(|made| names.contains(made)), "{names:?}");
}

/// The options for a clock of 100 MHz.
const AT_100_MHZ: [&str; 2] = ["--clock", "100e6"];

/// A bitstream of `nonogram bitstream`, with its report and its summary.
struct Made {
    bytes: Vec<u8>,
    report: Value,
    summary: String,
}

impl Made {
    fn new(board: &str, build: &str, extension: &str) -> Self {
        Self::at(board, build, &[], extension)
    }

    /// The bitstream with these options for the clock.
    fn at(board: &str, build: &str, clock: &[&str], extension: &str) -> Self {
        let folder = Folder::new();
        let out = folder.path("out");
        nonogram()
            .args(["bitstream", "--board", board, "--build", build])
            .args(clock)
            .arg("--output")
            .arg(&out)
            .timeout(FLOW_TIMEOUT)
            .assert()
            .success()
            .stderr(contains("sha256"));
        let file = |end: &str| out.join(format!("{board}-{build}.{end}"));
        let text = |end: &str| fs::read_to_string(file(end)).expect("text");
        Self {
            bytes: fs::read(file(extension)).expect("a bitstream"),
            report: serde_json::from_str(&text("report.json")).expect("JSON"),
            summary: text("summary.txt"),
        }
    }

    /// The number of LUTs in the summary.
    fn luts(&self) -> u32 {
        let line = self.summary.lines().find(|line| line.starts_with("cells"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or_else(|| panic!("{}", self.summary))
    }

    /// Asserts that the slowest clock of the design was constrained to this frequency, in MHz, and meets it.
    fn runs_at(&self, wanted: f64) {
        let clocks = self.report["fmax"].as_object().expect("clocks").values();
        let rate = |clock: &Value, key: &str| clock[key].as_f64().expect("a rate");
        let slowest = clocks.min_by(|a, b| rate(a, "achieved").total_cmp(&rate(b, "achieved")));
        let slowest = slowest.expect("a clock");
        let (goal, reached) = (rate(slowest, "constraint"), rate(slowest, "achieved"));
        assert!((goal - wanted).abs() < 0.01, "{goal}, not {wanted} MHz");
        assert!(reached >= goal, "{reached} MHz; expected {goal} MHz");
    }

    /// Whether the bitstream contains these bytes.
    fn has(&self, bytes: &[u8]) -> bool {
        self.bytes.windows(bytes.len()).any(|window| window == bytes)
    }

    /// Checks a Gowin bitstream: one line of ones and zeros per frame, more than `least` frames, and more than 800 flip-flops.
    fn is_gowins(&self, least: usize) {
        let text = String::from_utf8(self.bytes.clone()).expect("ones and zeros");
        let frames = text.lines().filter(|line| !line.starts_with("//"));
        assert!(frames.clone().count() > least, "{} frames", frames.count());
        let mut bits = frames.flat_map(str::chars);
        assert!(bits.all(|bit| bit == '0' || bit == '1'));
        assert!(self.report["utilization"]["DFF"]["used"].as_u64() > Some(800));
    }
}

#[test]
fn tang_nano_9k_bitstream_is_made() {
    Made::new("tang_nano_9k", "classic11", "fs").is_gowins(700);
}

#[test]
fn tang_nano_20k_bitstream_is_made_at_100_mhz() {
    let made = Made::at("tang_nano_20k", "classic11", &AT_100_MHZ, "fs");
    made.is_gowins(1000);
    made.runs_at(100.29);
}

#[test]
fn tang_primer_25k_bitstream_is_made() {
    let made = Made::new("tang_primer_25k", "classic11", "fs");
    made.is_gowins(1000);
    made.runs_at(50.0);
}

/// The IDCODE of an ECP5-25, after the command that verifies it.
const ECP5_25: [u8; 8] = [0xe2, 0, 0, 0, 0x41, 0x11, 0x10, 0x43];
/// The IDCODE of an ECP5-85, after the command that verifies it.
const ECP5_85: [u8; 8] = [0xe2, 0, 0, 0, 0x41, 0x11, 0x30, 0x43];

#[test]
fn colorlight_i5_bitstream_is_made_at_100_mhz() {
    let made = Made::at("colorlight_i5", "parallel11x4", &AT_100_MHZ, "bit");
    assert!(made.has(&ECP5_25) && !made.has(&ECP5_85));
    assert!(made.luts() <= 4000, "{}", made.summary);
    made.runs_at(100.0);
}

#[test]
fn colorlight_i5_takes_puzzles_in_colours() {
    let made = Made::new("colorlight_i5", "clue16c3", "bit");
    assert!(made.has(&ECP5_25));
    assert!(made.luts() <= 7500, "{}", made.summary);
    made.runs_at(50.0);
}

/// nextpnr derives the core's clock frequency from that of the input clock and the settings of the clock generator.
#[test]
fn ulx3s_85f_bitstream_is_made_at_100_mhz() {
    let made = Made::at("ulx3s_85f", "classic11", &AT_100_MHZ, "bit");
    assert!(made.has(&ECP5_85) && !made.has(&ECP5_25));
    assert!(made.luts() <= 3000, "{}", made.summary);
    made.runs_at(100.0);
}

#[test]
fn icesugar_bitstream_is_made_and_reproduced() {
    let [made, again] = ["bin"; 2].map(|end| Made::new("icesugar", "classic11", end));
    assert!(made.bytes == again.bytes, "the same input gives the same bytes");
    assert!(made.has(&[0x7e, 0xaa, 0x99, 0x7e]));
    assert!(made.luts() <= 3400, "{}", made.summary);
    made.runs_at(12.0);
}

/// The table that a successful `nonogram report` prints.
fn table(mut report: assert_cmd::Command) -> String {
    let output = report.timeout(FLOW_TIMEOUT).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

/// A figure in the table of `nonogram report`.
fn figure(table: &str, board: &str, build: &str, column: usize) -> f64 {
    let row = table
        .lines()
        .find(|line| line.starts_with(&format!("| {board} | `{build}` |")))
        .unwrap_or_else(|| panic!("{board}, {build}: {table}"));
    let cell = row.split('|').nth(column).expect("a column").trim();
    cell.parse().unwrap_or_else(|_| panic!("{row}"))
}

/// Columns of the table of `nonogram report`: LUTs, and the median of Fmax in MHz.
const LUTS: usize = 3;
const MEDIAN: usize = 7;

/// `nonogram report` succeeds: a build fits a board of the open flow, meets its clock, and is synthesised for AMD's parts.
/// [`super::pins`] and [`super::bitstream`] cover other boards and designs.
#[test]
fn builds_fit_and_meet_their_clocks() {
    let folder = Folder::new();
    let mut report = nonogram();
    report.current_dir(folder.path("."));
    report.args(["report", "--seeds", "1", "--build", "classic11"]);
    report.args(["--board", "alchitry_cu", "--board", "nexys4ddr"]);
    let table = table(report);
    let of = |board, column| figure(&table, board, "classic11", column);
    assert!(of("`alchitry_cu`", LUTS) <= 3400.0, "{table}");
    assert!(of("AMD 7 series", LUTS) <= 4340.0, "{table}");
    assert!(of("`alchitry_cu`", MEDIAN) >= 50.0, "{table}");
}
