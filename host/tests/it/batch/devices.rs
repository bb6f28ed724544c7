//! `batch --on`: devices of several kinds share the puzzles. Puzzles of a device that does not answer go to the others; if none is left,
//! each remaining line gets an error.

use std::collections::BTreeMap;

use crate::common::fake::pty;
use crate::common::virtual_board::VirtualBoard;
use crate::common::{Folder, json_lines, json_lines_of, nonogram, run};

/// The clues of a plus sign on 3 x 3 cells.
const PLUS: &str = "\"rows\": [[1], [3], [1]], \"columns\": [[1], [3], [1]]";
/// The clues of a board with two solutions, on which a core without search stalls.
const AMBIGUOUS: &str = "\"rows\": [[1], [1]], \"columns\": [[1], [1]]";

/// The clues of a filled board of 20 x 20 cells, which is too large for the classic and the parallel core.
fn wide() -> String {
    let lines = vec!["[20]"; 20].join(", ");
    format!("\"rows\": [{lines}], \"columns\": [{lines}]")
}

/// Seconds of silence after which a reply counts as missing: far above the answer time of a device on a busy machine.
const SILENCE: &str = "5";

/// Solves these puzzles in a batch on the devices `on`; returns the exit code, the answers by id, and stderr.
fn run(on: &str, puzzles: &[String]) -> (Option<i32>, BTreeMap<u64, serde_json::Value>, String) {
    let folder = Folder::new();
    let lines: Vec<String> = (puzzles.iter().enumerate())
        .map(|(id, puzzle)| format!("{{\"id\": {id}, {puzzle}}}\n"))
        .collect();
    let file = folder.file("lines.jsonl", lines.concat());
    let mut command = nonogram();
    command.args(["batch", "--on", on]).arg(file);
    if on != "sim" {
        command.args(["--timeout", SILENCE]);
    }
    let output = command.output().expect("it runs");
    let answers = json_lines_of(&output.stdout);
    let count = answers.len();
    let by_id: BTreeMap<u64, serde_json::Value> = (answers.into_iter())
        .map(|answer| (answer["id"].as_u64().expect("an id"), answer))
        .collect();
    assert_eq!(by_id.len(), count, "one answer per puzzle");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), by_id, said)
}

#[test]
fn boards_of_two_cores_share_a_batch() {
    let classic = VirtualBoard::start(&["--core", "classic"]);
    let clue = VirtualBoard::start(&["--build", "clue32"]);
    let mut puzzles = vec![PLUS.to_owned(); 12];
    puzzles.push(wide());
    let on = format!("{},{}", classic.port, clue.port);
    let (code, answers, _) = run(&on, &puzzles);
    assert_eq!((code, answers.len()), (Some(0), 13));
    for answer in answers.values() {
        assert_eq!(answer["status"], "solved", "{answer}");
    }
    // The board that fits only the clue core was sent to it.
    assert_eq!(answers[&12]["core"], "clue");
    assert_eq!(answers[&12]["unique"], true);
}

#[test]
fn nothing_is_lost_when_a_device_is_silent() {
    let clue = VirtualBoard::start(&["--build", "clue16"]);
    let (_far, silent, _near) = pty();
    let puzzles = vec![AMBIGUOUS.to_owned(); 9];
    let on = format!("{silent},{},/dev/no-such-port", clue.port);
    let (code, answers, said) = run(&on, &puzzles);
    assert_eq!((code, answers.len()), (Some(0), 9));
    for answer in answers.values() {
        assert_eq!(answer["status"], "multiple", "{answer}");
        assert_eq!(answer["unique"], false);
    }
    assert!(said.contains("/dev/no-such-port"), "{said}");
    assert!(said.contains("its puzzles go to the others"), "{said}");
}

#[test]
fn with_no_device_left_every_line_has_an_error() {
    let (_far, silent, _near) = pty();
    let puzzles = vec![PLUS.to_owned(); 3];
    let (code, answers, said) = run(&silent, &puzzles);
    assert!(
        said.contains("no other device is left for its puzzles"),
        "{said}"
    );
    assert_eq!((code, answers.len()), (Some(2), 3));
    for answer in answers.values() {
        assert!(answer["error"].is_string(), "{answer}");
    }
}

#[test]
fn option_of_the_clue_core_selects_it_on_the_simulated_board() {
    let mut command = nonogram();
    command.args(["batch", "--on", "sim", "--max-solutions", "1"]);
    let line = format!("{{\"id\": 0, {PLUS}}}\n");
    let assert = command.write_stdin(line).assert().success();
    let answer = &json_lines(&assert)[0];
    assert_eq!(answer["core"], "clue");
}

#[test]
fn the_simulated_board_takes_a_batch_and_software_options_are_refused() {
    let puzzles = [PLUS.to_owned(), wide()];
    let (code, answers, _) = run("sim", &puzzles);
    assert_eq!((code, answers.len()), (Some(0), 2));
    assert_eq!(answers[&0]["core"], "classic");
    assert_eq!(answers[&1]["core"], "clue");
    run!("batch --on sim --engine sat")
        .code(2)
        .stderr(predicates::str::contains(
            "--engine has no effect with --on",
        ));
}
