//! Reads bitstreams back as netlists, and simulates them through their pins: with the results of the simulated board.

use std::fs;

use predicates::str::contains;
use serde_json::Value;

use crate::FLOW_TIMEOUT;
use crate::common::{
    AMBIGUOUS, CONTRADICTORY, Folder, SOLVABLE, json_lines, nonogram, pick, repository,
};

const BOARD: &str = "hx8k_breakout";

/// Makes a design's bitstream, which is simulated through its pins; puzzle by puzzle, these keys of its results have the values of the
/// simulated board.
fn solves(build: &str, baud: &str, puzzles: &[&str], keys: &str, expected: &[&str]) {
    let folder = Folder::new();
    let out = folder.path("out");
    nonogram()
        .args(["bitstream", "--board", BOARD, "--build", build, "--baud", baud, "--output"])
        .arg(&out)
        .timeout(FLOW_TIMEOUT)
        .assert()
        .success()
        .stderr(contains("sha256"));
    assert_eq!(fs::read_dir(&out).expect("the folder").count(), 3);
    let files: Vec<_> = (puzzles.iter().enumerate())
        .map(|(number, puzzle)| folder.file(&format!("{number}.non"), puzzle))
        .collect();
    let answers = |arguments: &[&str]| -> Vec<Value> {
        let mut sim = nonogram();
        sim.args(["sim", "--json", "--build", build, "--baud", baud]).args(arguments).args(&files);
        let records = json_lines(&sim.timeout(FLOW_TIMEOUT).assert());
        records.iter().map(|record| pick(record, keys)).collect()
    };
    let bitstream = out.join(format!("{BOARD}-{build}.bin"));
    let bitstream = bitstream.to_str().expect("a path in UTF-8");
    let design = answers(&[]);
    let statuses: Vec<&str> = design.iter().filter_map(|found| found[0].as_str()).collect();
    assert_eq!(statuses, expected);
    assert_eq!(answers(&["--bitstream", bitstream, "--board", BOARD]), design);
}

/// Small boards, because each byte takes 52,340 cycles at 9600 baud.
#[test]
fn classic_bitstream_solves_like_the_design() {
    let puzzles = [SOLVABLE, CONTRADICTORY, AMBIGUOUS];
    let expected = ["solved", "unsolvable", "stalled"];
    solves("classic11", "9600", &puzzles, "status grid bytes_received cycles", &expected);
}

#[test]
fn parallel_bitstream_solves_like_the_design() {
    let drawing = repository("puzzles/library/11/cave-canem.non");
    let drawing = fs::read_to_string(drawing).expect("a puzzle");
    let puzzles = [&*drawing, CONTRADICTORY, AMBIGUOUS];
    let expected = ["solved", "unsolvable", "stalled"];
    solves("parallel11x4", "3000000", &puzzles, "status grid bytes_received cycles", &expected);
}

/// A puzzle with one solution, which line logic alone does not find.
const SEARCH: &str = "\
width 9
height 9

rows
1,2,2
1,1,2
1
1,1,1
1,2
3,2
1,1
2,2,1
1,3,1

columns
2,2
1,1
1,1,1
1,2
1,2,1,2
2,3,1
2
2,1,1
2,1
";

#[test]
fn clue_bitstream_searches_like_the_design() {
    solves("clue16", "3000000", &[SEARCH], "status unique grid", &["solved"]);
}
