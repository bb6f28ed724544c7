//! Checks the events of a search: replayed, they give the board in the core, and every cell that is known at level 0 outside a probe has
//! its value in every solution that was not found before.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crate::oracle::{Cells, Oracle};
use crate::trials::{Trial, trials};
use nonogram_protocol::{CoreKind, Status, board_bytes, decode_reply};
use nonogram_puzzles::{Clue, Grid, Line, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::search::{Cell, Event, Replay, State, Step, Steps, Trace, Tracer, What};
use nonogram_sim::{Drive, SimBoard};

/// Whether no filling of a line agrees with its known cells, for at least one choice of the values of its disputed cells, which are known
/// with both values.
fn is_contradictory(
    puzzle: &Puzzle,
    line: Line,
    known: &[String],
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
    let is_filled = |way: u32, cell: usize| way >> cell & 1 == 1;
    let fillings: Vec<u32> = (0..1 << places.len())
        .filter(|way| Clue::of_cells((0..places.len()).map(|cell| is_filled(*way, cell))) == *clue)
        .collect();
    let open: Vec<usize> = (0..places.len())
        .filter(|cell| disputed.contains(&places[*cell]))
        .collect();
    (0..1u32 << open.len()).any(|choice| {
        let value = |cell: usize| match open.iter().position(|open| *open == cell) {
            Some(nth) => Some(is_filled(choice, nth)),
            None => match known[places[cell].0].as_bytes()[places[cell].1] {
                b'?' => None,
                value => Some(value == b'#'),
            },
        };
        let fits = |way: &u32| {
            (0..places.len())
                .all(|cell| value(cell).is_none_or(|value| value == is_filled(*way, cell)))
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
    /// Cells on which two simultaneous line visits disagreed.
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
                let is_disputed = |cell: &&Cell| before.value(cell.row, cell.column).is_some();
                let disputed = cells.iter().filter(is_disputed);
                self.disputed
                    .extend(disputed.map(|cell| (cell.row, cell.column)));
            }
            What::Fact { .. } | What::Reversal { .. } | What::Withdrawal | What::Abandoned => {
                self.disputed.clear();
            }
            What::Conflict { line: Some(line) } => {
                let known = before.lines();
                assert!(
                    is_contradictory(self.puzzle, *line, &known, &self.disputed),
                    "{event:?}: {known:?} {:?}",
                    self.puzzle
                );
            }
            What::Solution { grid } => {
                let picture = Grid::from_lines(grid).expect("a picture");
                assert!(self.puzzle.is_solved_by(&picture), "{event:?}");
                assert!(!self.found.contains(grid), "{event:?}");
                self.found.push(grid.clone());
            }
            What::Verdict { status } => self.verdict = *status,
            _ => {}
        }
        self.check_certain();
    }

    /// Checks that every certain cell has its value in every solution that was not found before.
    fn check_certain(&self) {
        let columns = self.puzzle.column_count();
        let is_found = |picture: &Cells| {
            let is_filled = |place: usize| picture[1] >> place & 1 == 1;
            let row = |row: &str, nth: usize| {
                let cells = row.bytes().enumerate();
                cells
                    .into_iter()
                    .all(|(column, cell)| (cell == b'#') == is_filled(nth * columns + column))
            };
            let has =
                |grid: &Vec<String>| grid.iter().enumerate().all(|(nth, text)| row(text, nth));
            self.found.iter().any(has)
        };
        for (place, known) in self.replay.cells().iter().enumerate() {
            let Some(known) = known.filter(|known| known.level == 0 && !known.in_probe) else {
                continue;
            };
            for picture in self.oracle.pictures() {
                let holds = (picture[1] >> place & 1 == 1) == known.filled;
                assert!(
                    holds || is_found(picture),
                    "cell {place}: {:?}",
                    self.puzzle
                );
            }
        }
    }
}

/// Runs a trial and observes its search; returns the search and the reply.
fn follow<'a>(
    board: &mut SimBoard,
    tracer: &mut Tracer,
    trial: &'a Trial,
) -> (Course<'a>, Vec<u8>) {
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
            let probe = design.probe();
            for (row, text) in course.replay.lines().iter().enumerate() {
                for (column, cell) in text.chars().enumerate() {
                    let bit = |words: &[u64]| words[row] >> column & 1 == 1;
                    let actual = match (bit(&probe.known), bit(&probe.assigned)) {
                        (false, _) => '?',
                        (true, true) => '#',
                        (true, false) => '-',
                    };
                    assert_eq!(
                        cell, actual,
                        "row {row}, column {column}: {:?}",
                        trial.puzzle
                    );
                }
            }
        }
        idle = if bytes.len() == 0 && board.is_idle() {
            idle + 1
        } else {
            0
        };
    }
    (course, reply)
}

#[test]
fn events_of_a_search_are_correct_and_end_in_the_picture() {
    let mut board = SimBoard::new("clue16", Drive::Bytes).expect("a build");
    let mut tracer = Tracer::default();
    let mut kinds = std::collections::BTreeMap::new();
    for trial in trials(40).take(600) {
        let (course, reply) = follow(&mut board, &mut tracer, &trial);
        let reply = decode_reply(reply).expect("a reply");
        assert_eq!(course.verdict, Some(reply.status), "{trial:?}");
        let picture = grid_of(&reply);
        match reply.status {
            Status::Solved | Status::Multiple => {
                assert_eq!(course.found[0], picture.to_lines(), "{trial:?}");
            }
            Status::Stalled if course.found.is_empty() => {
                assert_eq!(course.replay.lines(), picture.to_lines(), "{trial:?}");
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
    for kind in [
        "probes",
        "refuted",
        "decisions",
        "conflicts",
        "facts",
        "solved",
        "unsolvable",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|count| *count > 20),
            "{kind}: {kinds:?}"
        );
    }
}

/// A trace that the test can read while the board writes it.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reset_during_propagation_is_not_a_conflict() {
    let clues = [vec![1, 1], vec![1], vec![1, 2], vec![1, 1], vec![2]];
    let bytes = board_bytes(CoreKind::Clue, &clues, &clues, true).expect("a board that fits");
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
