//! Checks the events of a search: replayed, they give the board in the core, and no value that is excluded at level 0 outside a probe is in a
//! solution that was not found before.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crate::oracle::{Cells, Oracle, fillings};
use crate::trials::{Trial, coloured, trials};
use nonogram_protocol::{CoreKind, SearchMode, Status, board_bytes, decode_reply};
use nonogram_puzzles::{self as puzzles, Clue, Colour, Grid, Line, Puzzle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::design::Probe;
use nonogram_sim::search::{Cell, Event, Letters, Replay, State, Step, Steps, Trace, Tracer, What};
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::reference;

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
    let open: Vec<usize> = (0..places.len())
        .filter(|cell| disputed.contains(&places[*cell]))
        .collect();
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
                self.disputed
                    .extend(disputed.map(|cell| (cell.row, cell.column)));
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
        self.check_certain();
    }

    /// Checks that no value that is certainly excluded is in a solution that was not found before.
    fn check_certain(&self) {
        let columns = self.puzzle.column_count();
        let lines = |picture: &Cells| -> Vec<String> {
            let cell = |row: usize, column: usize| {
                let place = row * columns + column;
                let value = picture.iter().position(|cells| cells >> place & 1 == 1);
                let colour = value.expect("a value").checked_sub(1);
                colour.map_or(puzzles::Cell::Blank, |colour| {
                    puzzles::Cell::Colour(Colour::new(colour).expect("a colour"))
                })
            };
            Grid::from_cells(self.puzzle.row_count(), columns, cell).to_lines()
        };
        let pictures = self.oracle.pictures().iter();
        let new = pictures
            .filter(|picture| self.found.is_empty() || !self.found.contains(&lines(picture)));
        let new: Vec<&Cells> = new.collect();
        for (place, known) in self.replay.cells().iter().enumerate() {
            if known.level > 0 || known.in_probe {
                continue;
            }
            for picture in &new {
                let value = picture.iter().position(|cells| cells >> place & 1 == 1);
                assert!(
                    known.values.has(value.expect("a value")),
                    "cell {place}: {:?}",
                    self.puzzle
                );
            }
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
        assert_eq!(
            values, stored,
            "row {row}, column {column}: {:?}",
            trial.puzzle
        );
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
        idle = if bytes.len() == 0 && board.is_idle() {
            idle + 1
        } else {
            0
        };
    }
    (course, reply)
}

/// Checks the events of these trials on a build, and that each kind of event occurs.
fn events_are_correct(build: &str, trials: impl Iterator<Item = Trial>) {
    let mut board = SimBoard::new(build, Drive::Bytes).expect("a build");
    let mut tracer = Tracer::default();
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
            kinds.get(kind).is_some_and(|count| *count >= 10),
            "{kind}: {kinds:?}"
        );
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
