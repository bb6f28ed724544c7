//! A device that is still busy with the boards of an earlier host, or whose replies are lost, doubled, exchanged, late or retransmitted: no
//! verdict on one board passes for that on another.

use std::time::Duration;

use nonogram_protocol::{BuildIdentity, CoreKind, Status};
use nonogram_puzzles::{Puzzle, formats, read_from};
use nonogram_sim::random::mixed;
use predicates::str::contains;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::fake::{FakeDevice, Output, identity, reply, verdict};
use crate::common::{
    CONTRADICTORY, Folder, PICTURE, SOLVABLE, json_lines, json_lines_of, nonogram, run,
};

const NOW: Duration = Duration::ZERO;
const CLASSIC: Option<CoreKind> = Some(CoreKind::Classic);

fn puzzle(text: &str) -> Puzzle {
    read_from(text.as_bytes(), "puzzle", None)
        .expect("a puzzle")
        .remove(0)
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
                let record = &json_lines(&run!(solve.as_str(), &device.port, &file))[0];
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
        let command = run!(
            "solve --json --baud 1000000 --timeout 0.3 --on",
            &device.port,
            &files
        );
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
        let refused = run!("solve --baud 1000000 --retries 1 --on", &device.port, &file);
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
                cells
                    .row(row)
                    .map(|cell| cell.value().map(u8::from))
                    .collect::<Vec<_>>()
            })
            .collect();
        let stream = ReplyStream::new(3, 3, &cells, Status::Stalled);
        let stream = stream.with_seed(Some(0)).with_packed_cells(true);
        vec![stream.bytes().collect::<Vec<u8>>().into()]
    });
    run!(
        "solve --baud 1000000 --max-solutions 1 --on",
        &device.port,
        &file
    )
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

const FAULTS: [Fault; 6] = [
    Fault::Dropped,
    Fault::Doubled,
    Fault::Swapped,
    Fault::Flipped,
    Fault::Late,
    Fault::Repeated,
];

/// The devices of the campaign: their names, and their identities.
const DEVICES: [(&str, Option<BuildIdentity>); 3] = [
    ("published", None),
    (
        "clue, replies not bound",
        Some(identity(CoreKind::Clue, false)),
    ),
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
                    vec![Output {
                        pause,
                        bytes: reply,
                    }]
                }
                Self::Repeated => earlier
                    .into_iter()
                    .chain([reply])
                    .map(Output::from)
                    .collect(),
            }
        }
    }
}

/// Numbers of answers: right, link faults, wrong.
fn run(fault: Fault, identity: Option<BuildIdentity>, seed: u64) -> [usize; 3] {
    let core = identity.and_then(|identity| identity.core_kind());
    let puzzles: Vec<Puzzle> = mixed(seed, 5..=6)
        .filter(Puzzle::sums_agree)
        .take(PUZZLES)
        .collect();
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
            let [_, _, wrong] = run(fault, identity, number as u64);
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
                let run = run(fault, identity, 100 + seed);
                counts
                    .iter_mut()
                    .zip(run)
                    .for_each(|(sum, count)| *sum += count);
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
