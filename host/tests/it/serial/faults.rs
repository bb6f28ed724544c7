//! Replies that are missing, broken or wrong: none is accepted. After a transient fault the board is retransmitted if retries are left, but
//! only once if the device has sent nothing yet.
//!
//! A device that is still busy with the boards of an earlier host, or whose replies are lost, doubled, exchanged, late or retransmitted: no
//! verdict on one board passes for that on another.
//!
//! Hosts that are killed or interrupted, and boards that are unplugged, at random moments: the next command gets the right verdict.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nonogram_protocol::{BuildIdentity, CoreKind, Reply, Status};
use nonogram_puzzles::{Puzzle, formats, read_from};
use nonogram_sim::random::mixed;
use predicates::prelude::*;
use predicates::str::contains;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

use super::{on_fake, spoilt};
use crate::common::fake::{Board, FakeDevice, Output, identity, pty, reply, verdict};
use crate::common::{
    CONTRADICTORY, Folder, PARTIAL, PICTURE, SOLVABLE, VirtualBoard, json_lines, json_lines_of,
    nonogram, run, uniform,
};

#[test]
fn silence_is_reported_after_the_timeout() {
    let assert = on_fake(SOLVABLE, &["--timeout", "0.3"], |_| Vec::new()).code(5);
    assert.stdout("").stderr(
        contains("puzzle.non: /dev/").and(contains("no reply within")).and(contains("--timeout")),
    );
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

#[test]
fn garbage_is_refused() {
    let assert = on_fake(SOLVABLE, &[], |_| b"login: \xff\x00".to_vec()).code(5);
    assert.stdout("").stderr(contains("is not a reply: message 1").and(contains("--baud")));
}

#[test]
fn a_truncated_reply_is_reported() {
    for length in [1, 2, 4, 9, 20] {
        let cut = move |board: &Board| board.right()[..length].to_vec();
        let message = format!("message {}", length / 2 + 1);
        on_fake(SOLVABLE, &["--timeout", "0.3", "--retries", "1"], cut)
            .code(5)
            .stdout("")
            .stderr(contains("broke off").and(contains(message)));
    }
}

#[test]
fn wrong_replies_are_rejected() {
    type Spoil = fn(&mut Reply);
    let cases: [(&str, Spoil, i32, &str); 8] = [
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
            "too large for this build (status 4): 3 x 3, up to 3 options per line",
        ),
        (SOLVABLE, |reply| reply.status = Status::Malformed, 5, "status 5"),
    ];
    // At once, because each command waits for its device.
    std::thread::scope(|scope| {
        for (puzzle, spoil, code, message) in cases {
            scope.spawn(move || {
                let refused = on_fake(puzzle, &[], spoilt(spoil)).code(code);
                refused.stdout("").stderr(contains(message));
            });
        }
    });
}

#[test]
fn replies_with_a_wrong_or_missing_check_are_rejected() {
    let flip = |board: &Board| {
        let mut reply = board.right();
        let check = reply.len() - 3;
        reply[check] ^= 1;
        reply
    };
    on_fake(SOLVABLE, &["--check"], flip).code(5).stderr(contains("does not match"));
    on_fake(SOLVABLE, &["--check"], spoilt(|reply| reply.seed = None))
        .code(5)
        .stderr(contains("has no check message"));
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
const CLASSIC: Option<CoreKind> = Some(CoreKind::Classic);

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

/// A published device whose first reply is late: the second reply to the same board does not answer the next one.
#[test]
fn a_late_reply_does_not_answer_the_next_board() {
    let folder = Folder::new();
    let files = [
        folder.file("a.non", CONTRADICTORY),
        folder.file("b.non", SOLVABLE),
        folder.file("c.non", SOLVABLE),
    ];
    for pause in [400, 700, 1100] {
        let mut pause = Some(Duration::from_millis(pause));
        let device = FakeDevice::new(None, NOW, Vec::new(), move |bytes| {
            let pause = pause.take().unwrap_or_default();
            vec![Output { pause, bytes }]
        });
        let command =
            run(&format!("solve --json --baud 1000000 --timeout 0.3 --on {}", device.port), &files);
        let records = json_lines(&command);
        let statuses = records.iter().map(|record| record["status"].as_str());
        let statuses: Vec<_> = statuses.map(Option::unwrap_or_default).collect();
        for (status, right) in statuses.iter().zip(["unsolvable", "solved", "solved"]) {
            assert!([right, "error"].contains(status), "{statuses:?}");
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
    use nonogram_protocol::ReplyStream;
    let folder = Folder::new();
    let file = folder.file("puzzle.non", SOLVABLE);
    let clue = identity(CoreKind::Clue, false);
    let device = FakeDevice::new(Some(clue), NOW, Vec::new(), |_| {
        let (_, grid) = verdict(&puzzle(SOLVABLE), CLASSIC);
        let cells = grid.expect("a picture");
        let cells: Vec<_> = (0..3)
            .flat_map(|row| {
                cells.row(row).map(|cell| cell.value().map(u8::from)).collect::<Vec<_>>()
            })
            .collect();
        let stream = ReplyStream::new(3, 3, &cells, Status::Stalled);
        let stream = stream.with_seed(Some(0)).with_packed_cells(true);
        vec![stream.bytes().collect::<Vec<u8>>().into()]
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

/// The devices of the campaign: their names, and their identities.
const DEVICES: [(&str, Option<BuildIdentity>); 3] = [
    ("published", None),
    ("clue, replies not bound", Some(identity(CoreKind::Clue, false))),
    ("clue, replies bound", Some(identity(CoreKind::Clue, true))),
];

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

/// Numbers of answers: right, link faults, wrong.
fn answers(fault: Fault, identity: Option<BuildIdentity>, seed: u64) -> [usize; 3] {
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
    let mut counts = [0; 3];
    for (record, puzzle) in records.iter().zip(&puzzles) {
        let (status, grid) = verdict(puzzle, core);
        let right = record["status"] == status.name()
            && (status != Status::Solved
                || record["grid"] == serde_json::json!(grid.expect("a picture").to_lines()));
        let kind = match record["status"].as_str() {
            Some("error") => 1,
            _ if right => 0,
            _ => {
                eprintln!("{fault:?}, seed {seed}: expected {status}, not {record}");
                2
            }
        };
        counts[kind] += 1;
    }
    counts
}

#[test]
fn disturbed_replies_never_yield_a_wrong_verdict() {
    for (number, fault) in FAULTS.into_iter().enumerate() {
        for (_, identity) in DEVICES {
            let [_, _, wrong] = answers(fault, identity, number as u64);
            assert_eq!(wrong, 0, "{fault:?}");
        }
    }
}

/// Prints the table of docs/reports/faults.md: 108 runs, 756 puzzles.
#[test]
#[ignore = "takes minutes; prints a table of docs/reports/faults.md"]
fn campaign_of_disturbed_replies() {
    println!("| replies | device | puzzles | right | link fault | wrong |");
    println!("|---|---|---|---|---|---|");
    let mut all_wrong = 0;
    for fault in FAULTS {
        for (name, identity) in DEVICES {
            let mut counts = [0; 3];
            for seed in 0..6 {
                let found = answers(fault, identity, 100 + seed);
                counts.iter_mut().zip(found).for_each(|(sum, count)| *sum += count);
            }
            let [right, failed, wrong] = counts;
            let puzzles = right + failed + wrong;
            let fault = format!("{fault:?}").to_lowercase();
            println!("| {fault} | {name} | {puzzles} | {right} | {failed} | {wrong} |");
            all_wrong += wrong;
        }
    }
    assert_eq!(all_wrong, 0);
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

/// Solves a puzzle on the board, and compares the answer.
fn check(board: &VirtualBoard, core: CoreKind, puzzle: &Puzzle, what: &str) {
    let folder = Folder::new();
    let file = folder.file("puzzle.non", formats::non::write(puzzle));
    let output = board.solve().arg("--json").arg(file).output().expect("it runs");
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
                assert!([status.name(), "error"].contains(&told), "{build}: {record}");
            }
        }
    }
}
