//! Boards of the open flow: the tools take every pin of every board, and make a bitstream of Gowin's family.

mod common;

use std::fs;
use std::path::Path;

use common::{FLOW_TIMEOUT, Folder, json_lines, nonogram, repository};
use nonogram_sim::tools::{NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, RECENT_YOSYS, Tool, YOSYS};
use predicates::str::contains;
use serde_json::Value;

/// A design with the ports of the solver, small enough to be placed at once; each pin matters.
const SMALL: &str = "\
module top (input clock, reset, rx, output reg tx, solving, replying, output reg [2:0] status);
    always @(posedge clock) {tx, solving, replying, status} <=
        reset ? 6'd0 : {tx, solving, replying, status} + {5'd0, rx};
endmodule
";

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// yosys and its command, nextpnr and its option for the pins.
fn tools(family: &str) -> (Tool, &'static str, Tool, [&'static str; 2]) {
    match family {
        "ice40" => (YOSYS, "synth_ice40", NEXTPNR_ICE40, ["--pcf", ""]),
        "ecp5" => (YOSYS, "synth_ecp5", NEXTPNR_ECP5, ["--lpf", ""]),
        "gowin" => (
            RECENT_YOSYS,
            "synth_gowin",
            NEXTPNR_GOWIN,
            ["--vopt", "cst="],
        ),
        _ => panic!("{family}: expected a family of the open flow"),
    }
}

/// Places a board's wrapper around [`SMALL`], with the pins in a file.
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
fn the_tools_take_every_pin() {
    let output = nonogram().args(["boards", "--json"]).assert().success();
    let boards = json_lines(&output.get_output().stdout);
    let open = boards.iter().filter(|board| board["flow"] == "open");
    let mut families = Vec::new();
    for board in open {
        let (name, family) = (text(&board["name"]), text(&board["family"]));
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
        place(board, pins, &work).unwrap_or_else(|failed| panic!("{name}: {failed}"));

        // Once a family: a pin that the package does not have is refused.
        if !families.contains(&family) {
            families.push(family);
            let right = fs::read_to_string(folder.path(pins)).expect("its pins");
            let (pin, port) = (text(&board["uart"]["rx"]), "uart_rx");
            let wrong: String = right
                .lines()
                .map(|line| match line.contains(port) {
                    true => line.replace(pin, "Q99") + "\n",
                    false => line.to_owned() + "\n",
                })
                .collect();
            folder.file("wrong", wrong);
            let refused = place(board, "wrong", &work).expect_err(name);
            assert!(refused.contains("Q99"), "{name}: {refused}");
        }
    }
    assert_eq!(families, ["ice40", "ecp5", "gowin"]);
}

/// The bitstream of a GW1NR-9: a line of ones and zeros a frame, some 700 of them.
#[test]
fn gowins_bitstream_is_made() {
    let folder = Folder::new();
    nonogram()
        .args(["bitstream", "--board", "tang_nano_9k", "--output"])
        .arg(folder.path("out"))
        .timeout(FLOW_TIMEOUT)
        .assert()
        .success()
        .stderr(contains("sha256"));
    let bitstream = folder.path("out").join("tang_nano_9k-classic11.fs");
    let bitstream = fs::read_to_string(bitstream).expect("ones and zeros");
    let frames = bitstream.lines().filter(|line| !line.starts_with("//"));
    assert!(frames.clone().count() > 700, "{} frames", frames.count());
    let mut bits = frames.flat_map(str::chars);
    assert!(bits.all(|bit| bit == '0' || bit == '1'));
    // The whole design is in it.
    let report = fs::read_to_string(
        folder
            .path("out")
            .join("tang_nano_9k-classic11.report.json"),
    );
    let report: Value = serde_json::from_str(&report.expect("a report")).expect("JSON");
    assert!(report["utilization"]["DFF"]["used"].as_u64() > Some(800));
}
