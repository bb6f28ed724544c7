//! Replies that are missing, broken or wrong: none is accepted. After a transient fault the board is retransmitted if retries are left, but
//! only once if the device has sent nothing yet.
//!
//! A device that is still busy with the boards of an earlier host, or whose replies are lost, doubled, exchanged, late or retransmitted: no
//! verdict on one board passes for that on another.
//!
//! Hosts that are killed or interrupted at random moments: the next command gets the right verdict.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nonogram_protocol::{BuildIdentity, CoreKind, Reply, Status};
use nonogram_puzzles::{Puzzle, formats, read_from};
use nonogram_test_support::random::mixed;
use predicates::prelude::*;
use predicates::str::contains;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

use super::on_fake;
use crate::common::fake::{Board, FakeDevice, Output, bytes, identity, pty, reply, verdict};
use crate::common::{
    CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, VirtualBoard, json_lines, json_lines_of,
    nonogram, run, uniform,
};

#[test]
fn wrong_replies_are_rejected() {
    const QUICK: &[&str] = &["--timeout", "0.3", "--retries", "1"];
    type Change = fn(&mut Reply);
    type Cut = fn(Vec<u8>) -> Vec<u8>;
    let flip_check = |mut reply: Vec<u8>| {
        let check = reply.len() - 3;
        reply[check] ^= 1;
        reply
    };
    let changed: [(&str, Change, i32, &str); 9] = [
        (SOLVABLE, |reply| reply.cells[4] = Some(0), 5, "violate the clue of row 2"),
        (SOLVABLE, |reply| reply.rows = 1, 5, "cell 3 is outside"),
        (CONTRADICTORY, |reply| reply.rows = 4, 5, "for a board of 4 x 3; expected 3 x 3"),
        // The check does not cover the status.
        (SOLVABLE, |reply| reply.status = Status::Stalled, 5, "every cell is known"),
        // The reply is stalled, with a filled cell that no solution has.
        (PARTIAL, |reply| reply.cells[4] = Some(1), 5, "violate the clue of row 2"),
        (SOLVABLE, |reply| reply.status = Status::BadCheck, 5, "status 3"),
        (
            SOLVABLE,
            |reply| reply.status = Status::TooLarge,
            2,
            "(status 4): 3 x 3, up to 3 options",
        ),
        (SOLVABLE, |reply| reply.status = Status::Malformed, 5, "status 5"),
        (SOLVABLE, |reply| reply.seed = None, 5, "has no check message"),
    ];
    let cut: [(&[&str], Cut, &str); 6] = [
        (QUICK, |_| Vec::new(), "no reply within"),
        (&[], |_| b"login: \xff\x00".to_vec(), "is not a reply: message 1"),
        (QUICK, |reply| reply[..1].to_vec(), "broke off, silent for 0.3 s: message 1 ("),
        (QUICK, |reply| reply[..9].to_vec(), "broke off, silent for 0.3 s: message 5 ("),
        (QUICK, |reply| reply[..20].to_vec(), "broke off, silent for 0.3 s: message 11 ("),
        (&["--check"], flip_check, "does not match"),
    ];
    // At once, because each command waits for its device.
    thread::scope(|scope| {
        for (puzzle, change, code, message) in changed {
            scope.spawn(move || {
                let options: &[&str] =
                    if message.contains("check message") { &["--check"] } else { &[] };
                let refused = on_fake(puzzle, options, move |board| {
                    let mut reply = board.reply();
                    change(&mut reply);
                    bytes(&reply)
                });
                refused.code(code).stdout("").stderr(contains(message));
            });
        }
        for (options, cut, message) in cut {
            scope.spawn(move || {
                let refused = on_fake(SOLVABLE, options, move |board| cut(board.right()));
                refused
                    .code(5)
                    .stdout("")
                    .stderr(contains("puzzle.non: /dev/").and(contains(message)));
            });
        }
    });
}

#[test]
fn a_port_that_stops_accepting_bytes_is_reported() {
    let folder = Folder::new();
    folder.file("worst.non", uniform(11, "1,1,1"));
    let (_far, port, _near) = pty();
    folder.rows(&format!(
        "solve --baud 1000000 --timeout 0.3 --on {port} worst.non | 5 | | accepted no byte"
    ));
}

/// A fault affects only its board, which is retransmitted with `--retries 2` and fails alone with `--retries 0`.
#[test]
fn the_next_board_is_solved_after_a_fault() {
    let run = |retries: &str| {
        let folder = Folder::new();
        let files = ["a.non", "b.non"].map(|name| folder.file(name, SOLVABLE));
        let mut first = true;
        let board = FakeDevice::published(move |board| {
            let reply = board.right();
            let length = if std::mem::take(&mut first) { 7 } else { reply.len() };
            reply[..length].to_vec()
        });
        let mut command = nonogram();
        command.args(["solve", "--baud", "1000000", "--timeout", "0.3", "--json"]);
        command.args(["--retries", retries, "--on", &board.port]);
        command.args(files).assert()
    };
    let assert = run("2").success().stderr(
        contains("a.non: /dev/")
            .and(contains("broke off"))
            .and(contains("retransmitted, retry 1 of at most 2")),
    );
    let records = json_lines(&assert);
    assert_eq!((&records[0]["retries"], &records[1]["retries"]), (&1.into(), &0.into()));
    let assert = run("0").code(5).stderr(contains("a.non"));
    let records = json_lines(&assert);
    assert_eq!(records[0]["status"], "error");
    assert!(records[1]["file"].as_str().unwrap().ends_with("b.non"));
    assert_eq!(records[1]["status"], "solved");
}

#[test]
fn a_board_is_retransmitted_once_after_silence() {
    let mut silent = 1;
    let answer = move |board: &Board| {
        let reply = board.right();
        if silent == 0 {
            return reply;
        }
        silent -= 1;
        Vec::new()
    };
    on_fake(SOLVABLE, &["--timeout", "0.3"], answer).success().stdout(PICTURE).stderr(
        contains("no reply within")
            .and(contains("retransmitted once, because the device has sent nothing")),
    );
}

const NOW: Duration = Duration::ZERO;

fn puzzle(text: &str) -> Puzzle {
    read_from(text.as_bytes(), "puzzle", None).expect("a puzzle").remove(0)
}

/// The stale reply arrives while the host waits for an identity or for its first reply.
#[test]
fn a_busy_device_does_not_report_the_verdict_of_an_earlier_board() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for core in CoreKind::ALL {
        for (binds, check) in [(false, None), (true, None), (true, Some(0x0abc))] {
            for (busy, retries) in [(300, "0"), (1500, "7")] {
                let stale = reply(&puzzle(CONTRADICTORY), Some(core), check);
                let busy = Duration::from_millis(busy);
                let stale = stale.repeat(3);
                let device = FakeDevice::new(Some(identity(core, binds)), busy, stale, |reply| {
                    vec![reply.into()]
                });
                let solve = format!("solve --json --baud 1000000 --retries {retries} --on");
                let record = &json_lines(&run(&format!("{solve} {}", device.port), &[&file]))[0];
                let what = format!("{core}, binds: {binds}, busy: {busy:?}: {record}");
                // Replies that arrive late can use up the retries of a host that does not know the device.
                if retries == "7" {
                    assert_eq!(record["status"], "solved", "{what}");
                } else {
                    assert_ne!(record["status"], "unsolvable", "{what}");
                }
            }
        }
    }
}

#[test]
fn a_verdict_that_line_logic_disproves_is_a_fault_of_the_link() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    for core in [CoreKind::Classic, CoreKind::Clue] {
        // The device names the right board, but answers another one of the same size.
        let lie = puzzle(CONTRADICTORY);
        let device = FakeDevice::new(Some(identity(core, false)), NOW, Vec::new(), move |_| {
            vec![reply(&lie, Some(core), Some(0)).into()]
        });
        let refused =
            run(&format!("solve --baud 1000000 --retries 1 --on {}", device.port), &[&file]);
        let refused = refused.code(5).stdout("");
        refused.stderr(contains("disproves it"));
    }
}

/// Regression test: the command reported that memory was full.
#[test]
fn a_first_solution_with_status_2_is_solved() {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let clue = identity(CoreKind::Clue, false);
    let device = FakeDevice::new(Some(clue), NOW, Vec::new(), |mut reply| {
        // The index of the end board, which is the status.
        *reply.last_mut().expect("a reply") = 2 << 1;
        vec![reply.into()]
    });
    run(&format!("solve --baud 1000000 --max-solutions 1 --on {}", device.port), &[&file])
        .success()
        .stdout(PICTURE);
}

/// What happens to the replies of a device.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Dropped,
    Doubled,
    Swapped,
    Flipped,
    Late,
    Repeated,
}

const FAULTS: [Fault; 6] =
    [Fault::Dropped, Fault::Doubled, Fault::Swapped, Fault::Flipped, Fault::Late, Fault::Repeated];

/// The devices of the campaign: a published one, and clue cores that do not bind their replies, or do.
const DEVICES: [Option<BuildIdentity>; 3] =
    [None, Some(identity(CoreKind::Clue, false)), Some(identity(CoreKind::Clue, true))];

/// Puzzles per run.
const PUZZLES: usize = 7;

/// The time-out of the host.
const TIMEOUT: Duration = Duration::from_millis(200);

impl Fault {
    /// A device that spoils one reply in three.
    fn disturb(self, seed: u64) -> impl FnMut(Vec<u8>) -> Vec<Output> + Send + 'static {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut held, mut sent): (Option<Vec<u8>>, Vec<Vec<u8>>) = (None, Vec::new());
        move |mut reply| {
            let hit = random.random_range(0..3) == 0;
            let earlier =
                (!sent.is_empty()).then(|| sent[random.random_range(0..sent.len())].clone());
            sent.push(reply.clone());
            if let Some(held) = held.take() {
                return vec![reply.into(), held.into()];
            }
            match self {
                _ if !hit => vec![reply.into()],
                Self::Dropped => Vec::new(),
                Self::Doubled => vec![reply.clone().into(), reply.into()],
                Self::Swapped => {
                    held = Some(reply);
                    Vec::new()
                }
                Self::Flipped => {
                    let bit = random.random_range(0..8 * reply.len());
                    reply[bit / 8] ^= 1 << (bit % 8);
                    vec![reply.into()]
                }
                Self::Late => {
                    let pause = TIMEOUT.mul_f64(random.random_range(0.5..6.0));
                    vec![Output { pause, bytes: reply }]
                }
                Self::Repeated => earlier.into_iter().chain([reply]).map(Output::from).collect(),
            }
        }
    }
}

/// Solves puzzles on a device with this fault; each answer is right, or a fault of the link.
fn solve_disturbed(fault: Fault, identity: Option<BuildIdentity>, seed: u64) {
    let core = identity.and_then(|identity| identity.core_kind());
    let puzzles: Vec<Puzzle> =
        mixed(seed, 5..=6).filter(Puzzle::sums_agree).take(PUZZLES).collect();
    let folder = Folder::new();
    let files = puzzles
        .iter()
        .enumerate()
        .map(|(number, puzzle)| folder.file(&format!("{number}.non"), formats::non::write(puzzle)));
    let device = FakeDevice::new(identity, NOW, Vec::new(), fault.disturb(seed));
    let mut command = nonogram();
    command.args(["solve", "--json", "--baud", "1000000", "--retries", "3"]);
    command.args(["--timeout", &TIMEOUT.as_secs_f64().to_string()]);
    command.args(["--time-limit", "0.2", "--on", &device.port]);
    let output = command.args(files).output().expect("it runs");
    let records = json_lines_of(&output.stdout);
    assert_eq!(records.len(), PUZZLES, "{fault:?}, seed {seed}");
    for (record, puzzle) in records.iter().zip(&puzzles) {
        if record["status"] == "error" {
            continue;
        }
        let (status, grid) = verdict(puzzle, core);
        assert_eq!(record["status"], status.name(), "{fault:?}, seed {seed}: {record}");
        if status == Status::Solved {
            let lines = grid.expect("a picture").to_lines();
            assert_eq!(record["grid"], serde_json::json!(lines), "{fault:?}, seed {seed}");
        }
    }
}

#[test]
fn disturbed_replies_never_yield_a_wrong_verdict() {
    for (number, fault) in FAULTS.into_iter().enumerate() {
        for identity in DEVICES {
            solve_disturbed(fault, identity, number as u64);
        }
    }
}

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
            let file = folder.file("next.non", formats::non::write(&next));
            let output = board.solve().arg("--json").arg(file).output().expect("it runs");
            let record = &json_lines_of(&output.stdout)[0];
            let (status, grid) = verdict(&next, Some(core));
            assert_eq!(record["status"], status.name(), "{what}: {record}");
            if let Some(grid) = grid.filter(|_| status == Status::Solved) {
                assert_eq!(record["grid"], serde_json::json!(grid.to_lines()), "{what}");
            }
        }
    }
}
