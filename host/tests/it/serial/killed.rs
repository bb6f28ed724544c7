//! Hosts that are killed or interrupted, and boards that are unplugged, at random moments: the next command gets the right verdict.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nonogram_protocol::CoreKind;
use nonogram_puzzles::{Puzzle, formats};
use nonogram_sim::random::mixed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

use crate::common::fake::verdict;
use crate::common::virtual_board::VirtualBoard;
use crate::common::{Folder, json_lines_of, nonogram};

/// The builds under test, one per core.
const BUILDS: [(&str, CoreKind); 3] = [
    ("classic11", CoreKind::Classic),
    ("parallel11x4", CoreKind::Parallel),
    ("clue16", CoreKind::Clue),
];

/// Interrupted commands per build.
const ROUNDS: u64 = 6;

/// Puzzles of equal size, so that the size of a reply does not show which board it answers.
fn puzzles(seed: u64) -> impl Iterator<Item = Puzzle> {
    mixed(seed, 9..=9).filter(Puzzle::sums_agree)
}

/// Solves a puzzle on the board, and compares the answer.
fn check(board: &VirtualBoard, core: CoreKind, puzzle: &Puzzle, what: &str) {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", formats::non::write(puzzle));
    let output = board
        .solve()
        .arg("--json")
        .arg(file)
        .output()
        .expect("it runs");
    let record = &json_lines_of(&output.stdout)[0];
    let (status, grid) = verdict(puzzle, Some(core));
    assert_eq!(record["status"], status.name(), "{what}: {record}");
    if let Some(grid) = grid.filter(|_| status.name() == "solved") {
        assert_eq!(record["grid"], serde_json::json!(grid.to_lines()), "{what}");
    }
}

#[test]
fn the_next_command_after_an_interrupted_one_reports_its_own_verdict() {
    for (build, core) in BUILDS {
        let mut random = ChaCha8Rng::seed_from_u64(49);
        let board = VirtualBoard::start(&["--build", build]);
        for round in 0..ROUNDS {
            let folder = Folder::new();
            let files = puzzles(round).take(12).enumerate().map(|(number, puzzle)| {
                folder.file(&format!("{number}.non"), formats::non::write(&puzzle))
            });
            let files: Vec<_> = files.collect();
            let mut host = Command::new(assert_cmd::cargo::cargo_bin("nonogram"))
                .args(["solve", "--on", &board.port])
                .args(files)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts");
            thread::sleep(Duration::from_millis(random.random_range(0..800)));
            let signal = [Signal::INT, Signal::KILL, Signal::TERM][random.random_range(0..3)];
            // The command may have ended.
            let _ = kill_process(Pid::from_child(&host), signal);
            let _ = host.wait();
            let what = format!("{build}, round {round}, {signal:?}");
            let next = puzzles(1000 + round).next().expect("a puzzle");
            check(&board, core, &next, &what);
        }
    }
}

#[test]
fn an_unplugged_board_is_an_error_and_no_verdict() {
    for (build, core) in BUILDS {
        let mut random = ChaCha8Rng::seed_from_u64(50);
        for round in 0..3 {
            let board = VirtualBoard::start(&["--build", build]);
            let folder = Folder::new();
            let puzzles: Vec<Puzzle> = puzzles(round).take(12).collect();
            let files = puzzles.iter().enumerate().map(|(number, puzzle)| {
                folder.file(&format!("{number}.non"), formats::non::write(puzzle))
            });
            let mut command = nonogram();
            command.args(["solve", "--json", "--timeout", "0.5", "--retries", "1"]);
            command.args(["--on", &board.port]).args(files);
            let host = thread::spawn(move || command.output().expect("it runs"));
            thread::sleep(Duration::from_millis(random.random_range(0..800)));
            board.stop(Signal::KILL);
            let output = host.join().expect("no panic");
            for (record, puzzle) in json_lines_of(&output.stdout).iter().zip(&puzzles) {
                let (status, _) = verdict(puzzle, Some(core));
                let told = record["status"].as_str().expect("a status");
                assert!(
                    [status.name(), "error"].contains(&told),
                    "{build}: {record}"
                );
            }
        }
    }
}
