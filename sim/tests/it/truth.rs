//! Checks every statement of a reply against brute force on small boards: verdict, picture, and the cells reported as certain.
//!
//! Clue core: the reference, the simulated board and the emitted Verilog; a seeded fault must be found. Option cores: with status 2 the known cells are exactly those that line logic determines, also if options are repeated. The events of
//! a search, replayed, give the board in the core, whose steps the lockstep checks.

use std::collections::BTreeSet;

use nonogram_protocol::{CoreKind, Reply, SearchMode, SearchRequest, Status, decode_reply};
use nonogram_puzzles::{Clue, Line, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::design::Probe;
use nonogram_sim::emulator::{Dut, Emulator, Simulator};
use nonogram_sim::search::{Cell, Event, Letters, Replay, State, Step, Steps, Trace, Tracer, What};
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::reference;
use nonogram_test_support::oracle::{Oracle, fillings};
use nonogram_test_support::replay::stimulus::repeated;
use nonogram_test_support::trials::{Trial, coloured, count_of_boards, emulate, nth_board, trials};
use nonogram_verilog::{BUILDS, Build, build};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{Written, clue_bytes, puzzle, reply};

/// A board with five solutions.
fn undecided() -> Puzzle {
    puzzle(&[&[1], &[2, 1], &[], &[1], &[1, 1]], &[&[1, 1], &[1], &[1], &[2], &[1]])
}

#[test]
fn every_cell_that_the_reference_calls_certain_agrees_with_every_solution() {
    let mut ended_with_several = 0;
    for trial in trials(1).take(10_000).chain(coloured(1).take(10_000)) {
        let (status, picture) = trial.of_reference();
        (trial.check(CoreKind::Clue, status, &picture)).unwrap_or_else(|error| panic!("{error}"));
        let several = || Oracle::new(&trial.puzzle).solutions() > 1;
        ended_with_several += usize::from(status == Status::Stalled && several());
    }
    assert!(ended_with_several > 1000, "{ended_with_several}");
}

/// A trial of a proof that ends early after `cancel` cycles, if given.
fn proof(puzzle: Puzzle, cancel: Option<u64>) -> Trial {
    Trial { puzzle, request: SearchRequest::default(), cancel }
}

#[test]
fn every_board_of_2_by_3_in_two_colours_has_the_right_answer_in_the_reference() {
    for number in 0..count_of_boards(2, 3, 2) {
        let trial = proof(nth_board(2, 3, 2, number), None);
        let (status, picture) = trial.of_reference();
        (trial.check(CoreKind::Clue, status, &picture)).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Cancels the search in each of its cycles: the status and the cells of each reply are correct by brute force.
#[test]
fn a_search_cancelled_in_any_cycle_gives_a_correct_answer() {
    let puzzle = undecided();
    let board = SimBoard::new("clue10", Drive::Bytes).expect("in the table");
    let mut board = board.with_lockstep();
    let mut statuses = BTreeSet::new();
    for cycles in 0.. {
        let trial = proof(puzzle.clone(), Some(cycles));
        let reply = decode_reply(trial.send(&mut board).0).expect("a reply");
        let checked = trial.check(CoreKind::Clue, reply.status, &grid_of(&reply));
        checked.unwrap_or_else(|error| panic!("{error}"));
        statuses.insert(reply.status.index());
        if reply.status == Status::Multiple {
            break;
        }
    }
    assert_eq!(statuses.len(), 2);
}

#[test]
fn every_cell_that_a_board_calls_certain_is_certain() {
    for Build { name: build, .. } in BUILDS {
        let board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        // Larger designs are slower.
        let count = 2400 / board.build().side();
        let mut board = board.with_lockstep();
        let core = board.build().core();
        let mut stalled = 0;
        for trial in trials(2).take(count) {
            let reply = decode_reply(trial.send(&mut board).0).expect("a reply");
            let checked = trial.check(core, reply.status, &grid_of(&reply));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
            stalled += usize::from(reply.status == Status::Stalled);
        }
        assert!(stalled > count / 10, "{build}: {stalled} boards stalled");
        assert_eq!(board.lockstep().expect("in lockstep").boards(), count as u64);
    }
}

/// Boards with several solutions whose search is ended by a limit, or late by a cancellation.
fn ended_late() -> Vec<Trial> {
    let of_limit = Trial {
        puzzle: undecided(),
        request: SearchRequest { mode: SearchMode::Proof, limit: 1 },
        cancel: None,
    };
    let mut board = SimBoard::new("clue16", Drive::Bytes).expect("in the table");
    let mut stalls = |trial: &Trial| {
        let reply = decode_reply(trial.send(&mut board).0).expect("a reply");
        reply.status == Status::Stalled
    };
    let late = trials(3).filter(|trial| {
        trial.request.mode == SearchMode::Proof
            && trial.cancel.is_some_and(|clocks| clocks > 200)
            && Oracle::new(&trial.puzzle).solutions() > 1
            && stalls(trial)
    });
    let late: Vec<Trial> = late.take(5).collect();
    std::iter::once(of_limit).chain(late).collect()
}

/// The errors in the answers of `clue16`'s Verilog.
fn wrong_answers(verilog: String) -> Vec<String> {
    let target = Dut { verilog, ..Dut::fast(build("clue16").expect("in the table")) };
    let emulator = Emulator::compile(&target, Simulator::Icarus).expect("a compiled design");
    emulate(&emulator, CoreKind::Clue, &ended_late()).expect("the simulation runs")
}

#[test]
fn the_verilog_is_right_and_a_seeded_fault_is_found() {
    let verilog = build("clue16").expect("in the table").fast_verilog();
    assert_eq!(wrong_answers(verilog.clone()), Vec::<String>::new());
    // Cells that became known after the first solution hold in all further solutions, but can differ in the first.
    let good = "agreed = agreed & ~(row_values_0 ^ solution_values_0);";
    assert_eq!(verilog.matches(good).count(), 1);
    let faulty = verilog.replace(good, "agreed = agreed;");
    assert!(!wrong_answers(faulty).is_empty());
}

#[test]
fn an_option_that_is_sent_several_times_counts_as_one() {
    for build in ["classic11", "parallel11x4"] {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        let mut board = board.with_lockstep();
        let core = board.build().core();
        let mut solved = 0;
        for trial in trials(6).take(150) {
            let once = trial.bytes(core);
            let bytes = repeated(&once, || random.random_range(1..4));
            let [answer, expected] = [&bytes, &once].map(|bytes| {
                // The check of a reply starts from that of its board, which differs.
                let seed = None;
                let answer = reply(&mut board, bytes);
                Reply { seed, ..answer }
            });
            assert_eq!(answer, expected, "{build}: {trial:?}");
            let checked = trial.check(core, answer.status, &grid_of(&answer));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
            solved += usize::from(answer.status == Status::Solved);
        }
        assert!(solved > 15, "{build}: {solved} boards solved");
    }
}

/// Whether no filling of a line agrees with the values that its cells can have, for at least one choice of the values of its disputed cells,
/// which a core of one colour knows with both values.
fn is_contradictory(
    puzzle: &Puzzle,
    line: Line,
    board: &Replay,
    disputed: &[(usize, usize)],
) -> bool {
    let (clue, places): (&Clue, Vec<(usize, usize)>) = match line {
        Line::Row(row) => {
            let places = (0..puzzle.column_count()).map(|column| (row, column));
            (&puzzle.rows()[row], places.collect())
        }
        Line::Column(column) => {
            let places = (0..puzzle.row_count()).map(|row| (row, column));
            (&puzzle.columns()[column], places.collect())
        }
    };
    let values = 1 + puzzle.palette().count();
    let fillings = fillings(places.len(), values);
    let fillings = fillings.get(clue).map_or(&[][..], Vec::as_slice);
    let open: Vec<usize> =
        (0..places.len()).filter(|cell| disputed.contains(&places[*cell])).collect();
    (0..values.pow(open.len() as u32)).any(|choice| {
        let has = |cell: usize, value: usize| match open.iter().position(|open| *open == cell) {
            Some(nth) => choice / values.pow(nth as u32) % values == value,
            None => board.values(places[cell].0, places[cell].1).has(value),
        };
        let fits = |filling: &Vec<usize>| {
            let mut cells = filling.iter().enumerate();
            cells.all(|(cell, value)| has(cell, *value))
        };
        !fillings.iter().any(fits)
    })
}

/// The observed search of a board.
struct Course<'a> {
    puzzle: &'a Puzzle,
    oracle: Oracle,
    replay: Replay,
    /// The solutions found so far.
    found: Vec<Vec<String>>,
    verdict: Option<Status>,
    /// Cells on which two simultaneous line visits of a core of one colour disagreed.
    disputed: Vec<(usize, usize)>,
}

impl Course<'_> {
    fn take(&mut self, event: &Event) {
        let before = self.replay.clone();
        self.replay.apply(&event.what);
        assert_eq!(event.level, self.replay.level(), "{event:?}");
        assert_eq!(event.in_probe, self.replay.in_probe(), "{event:?}");
        match &event.what {
            What::Learned { cells, .. } => {
                let is_disputed = |cell: &&Cell| {
                    let (left, before) = (cell.values, before.values(cell.row, cell.column));
                    assert_ne!(left, before, "{event:?}");
                    left.bits() & !before.bits() != 0
                };
                let disputed = cells.iter().filter(is_disputed);
                self.disputed.extend(disputed.map(|cell| (cell.row, cell.column)));
            }
            What::Fact { .. } | What::Reversal { .. } | What::Withdrawal | What::Abandoned => {
                self.disputed.clear();
            }
            What::Conflict { line: Some(line) } => {
                assert!(
                    is_contradictory(self.puzzle, *line, &before, &self.disputed),
                    "{event:?}: {before:?} {:?}",
                    self.puzzle
                );
            }
            What::Solution { grid } => {
                let picture = before.picture().expect("a board");
                assert_eq!(*grid, picture.to_lines(), "{event:?}");
                assert!(self.puzzle.is_solved_by(&picture), "{event:?}");
                assert!(!self.found.contains(grid), "{event:?}");
                self.found.push(grid.clone());
            }
            What::Verdict { status } => self.verdict = *status,
            _ => {}
        }
    }
}

/// Checks that the core stores the values of the replayed cells.
fn check_stored(replay: &Replay, probe: &Probe, trial: &Trial) {
    let (rows, columns) = replay.size();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let bit = |words: &[u64]| words[row] >> column & 1 == 1;
        let values = replay.values(row, column);
        // Values beyond those of the board are ignored.
        let all = Letters::of(&trial.puzzle).all();
        let excluded = probe.excluded.iter().enumerate();
        let excluded = excluded.filter(|(_, words)| bit(words));
        let stored = excluded.fold(all, |left, (value, _)| left.without(value));
        assert_eq!(values, stored, "row {row}, column {column}: {:?}", trial.puzzle);
    }
}

/// Runs a trial and observes its search; returns the search and the reply.
fn follow<'a>(
    board: &mut SimBoard,
    tracer: &mut Tracer,
    trial: &'a Trial,
) -> (Course<'a>, Vec<u8>) {
    tracer.name(Letters::of(&trial.puzzle));
    let mut course = Course {
        puzzle: &trial.puzzle,
        oracle: Oracle::new(&trial.puzzle),
        replay: Replay::default(),
        found: Vec::new(),
        verdict: None,
        disputed: Vec::new(),
    };
    let mut bytes = trial.bytes(CoreKind::Clue).into_iter();
    let mut reply = Vec::new();
    let mut idle = 0;
    while idle < 100 {
        reply.extend(board.step(&mut || bytes.next()).expect("the board runs"));
        let design = board.design();
        for event in tracer.observe(board.clocks(), design) {
            course.take(&event);
        }
        let signals = tracer.signals().expect("a clue core");
        if signals.state == State::Scan {
            check_stored(&course.replay, &design.probe(), trial);
        }
        idle = if bytes.len() == 0 && board.is_idle() { idle + 1 } else { 0 };
    }
    (course, reply)
}

/// Checks the events of these trials on a build, and that each kind of event occurs.
fn events_are_correct(build: &str, trials: impl Iterator<Item = Trial>) {
    let board = SimBoard::new(build, Drive::Bytes).expect("a build");
    let (mut board, mut tracer) = (board.with_lockstep(), Tracer::default());
    let mut kinds = std::collections::BTreeMap::new();
    for trial in trials {
        let (course, reply) = follow(&mut board, &mut tracer, &trial);
        let reply = decode_reply(reply).expect("a reply");
        assert_eq!(course.verdict, Some(reply.status), "{trial:?}");
        let picture = grid_of(&reply);
        match reply.status {
            Status::Solved | Status::Multiple => {
                assert_eq!(course.found[0], picture.to_lines(), "{trial:?}");
            }
            Status::Stalled if course.found.is_empty() => {
                assert_eq!(course.replay.picture(), Some(picture), "{trial:?}");
            }
            Status::Unsolvable => assert_eq!(course.oracle.pictures().len(), 0),
            _ => {}
        }
        let counts = course.replay.counts();
        let seen = [
            ("probes", counts.probes),
            ("refuted", counts.refuted),
            ("decisions", counts.decisions),
            ("conflicts", counts.conflicts),
            ("facts", counts.facts),
            (reply.status.name(), 1),
        ];
        for (kind, count) in seen {
            *kinds.entry(kind).or_insert(0) += count;
        }
    }
    for kind in ["probes", "refuted", "decisions", "conflicts", "facts", "solved", "unsolvable"] {
        assert!(kinds.get(kind).is_some_and(|count| *count >= 10), "{kind}: {kinds:?}");
    }
}

#[test]
fn events_of_a_search_are_correct_and_end_in_the_picture() {
    events_are_correct("clue16", trials(40).take(600));
}

#[test]
fn events_of_a_search_in_colours_are_correct_and_end_in_the_picture() {
    // Line logic solves most of these small boards: 300 of the others are added.
    let is_search = |trial: &Trial| {
        let by_lines = reference::solve(&trial.puzzle, SearchMode::LineLogic, None);
        by_lines.status == Status::Stalled
    };
    let searched = coloured(41).filter(is_search);
    events_are_correct("clue16c3", coloured(40).take(400).chain(searched.take(300)));
}

#[test]
fn a_reset_during_propagation_is_not_a_conflict() {
    let clues: [&[usize]; 5] = [&[1, 1], &[1], &[1, 2], &[1, 1], &[2]];
    let bytes = clue_bytes(&puzzle(&clues, &clues), true, SearchRequest::default());
    let written = Written::default();
    let trace = Trace::new(Box::new(written.clone()));
    let board = SimBoard::new("clue16", Drive::Bytes).expect("a build");
    let mut board = board.with_trace(trace);
    let mut bytes = bytes.into_iter();
    let mut steps = Steps::default();
    let mut propagates = |board: &SimBoard| {
        let found = steps.observe(board.design());
        found.contains(&Step::Search)
    };
    while !propagates(&board) {
        board.step(&mut || bytes.next()).expect("the board runs");
    }
    let text = || String::from_utf8(written.0.borrow().clone()).expect("JSON");
    let before = text();
    assert!(!before.is_empty(), "the board has begun");
    board.reset(8).expect("the board runs");
    assert_eq!(text(), before);
}
