//! The parallel core's algorithm, clock for clock: rows and columns are visited at the same time.
//!
//! [`Parallel::new`] is what has happened when a board is whole, [`Parallel::clock`] is one clock of the
//! hardware from then on. Source: own; the visit is the classic core's ([`crate::classic`]).
//!
//! - Each line is visited first as it is received: options that contradict known cells are dropped, the
//!   others are dealt to the lanes in turn, and what they agree on is written.
//! - A side has a mark for each line. A visit marks the lines across in which it wrote cells that were
//!   unknown when it read its line; the beginning of a visit takes its line's mark away.
//! - A side chooses the first marked line after its last choice (round and round) that is not under way. The
//!   chosen line waits until all words of the one before are issued: one word a clock, an option a lane.
//! - A visit reads its line in the clock in which its first word is issued, and writes
//!   [`WRITE_DELAY`] clocks after its last. Two writes of one clock are joined: what is known stays
//!   known, and what is filled stays filled. If they differ, the line that said "blank" has a mark.
//! - The board is decided when a visit has left no option, or when no line is marked, chosen or under way.

use std::collections::VecDeque;

use crate::classic::{MAX_LINE, Outcome};

/// Clocks from a board's launch to the first choice of a line.
const START_DELAY: u64 = 2;

/// Clocks from the issue of a line's last word to the write of what it says.
pub const WRITE_DELAY: u64 = 5;

/// Rows, or columns.
#[derive(Clone, Debug)]
struct Side {
    /// For each line, for each lane, its options.
    lanes: Vec<Vec<Vec<u32>>>,
    length: usize,
    marked: u32,
    under_way: u32,
    chosen: Option<usize>,
    /// Lines above the last choice.
    after: u32,
    /// Words of the visit that is being issued.
    words_left: usize,
    visits: VecDeque<Visit>,
}

/// A visit on its way through the stages.
#[derive(Clone, Copy, Debug)]
struct Visit {
    line: usize,
    known: u32,
    assigned: u32,
    writes_at: u64,
}

/// What a visit says of its line.
#[derive(Clone, Copy, Debug)]
struct Finding {
    line: usize,
    known: u32,
    assigned: u32,
    fresh: u32,
}

/// The model's state between two clocks. Cell 0 of a line is bit 0 of a word.
#[derive(Clone, Debug)]
pub struct Parallel {
    sides: [Side; 2],
    /// Known cells of each row and, across, of each column.
    known: [Vec<u32>; 2],
    assigned: [Vec<u32>; 2],
    clock: u64,
    visits: u64,
    wrote: bool,
    /// A line was left without option.
    failed: bool,
    /// Nothing was left to do.
    settled: bool,
    outcome: Option<Outcome>,
}

impl Side {
    fn new(lines: usize, length: usize, lanes: usize) -> Self {
        Self {
            lanes: vec![vec![Vec::new(); lanes]; lines],
            length,
            marked: 0,
            under_way: 0,
            chosen: None,
            after: u32::MAX,
            words_left: 0,
            visits: VecDeque::new(),
        }
    }

    fn words(&self, line: usize) -> usize {
        self.lanes[line]
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or_default()
    }

    /// Drops the options of a line that contradict what the visit read; what the others agree on, if any is left.
    fn eliminate(&mut self, visit: &Visit) -> Option<Finding> {
        let Visit {
            line,
            known,
            assigned,
            ..
        } = *visit;
        let mask = u32::MAX >> (MAX_LINE - self.length);
        let (mut always1, mut always0, mut left) = (mask, mask, false);
        for lane in &mut self.lanes[line] {
            lane.retain(|option| (option ^ assigned) & known == 0);
            for option in lane {
                (always1, always0, left) = (always1 & *option, always0 & !*option, true);
            }
        }
        left.then_some(Finding {
            line,
            known: always1 | always0,
            assigned: always1,
            fresh: (always1 | always0) & !known,
        })
    }

    /// The next choice, given the marks at the beginning of this clock.
    fn choose(&mut self) {
        let waiting = self.chosen.map_or(0, |line| 1 << line);
        let ready = self.marked & !self.under_way & !waiting;
        let later = ready & self.after;
        let choice = if later != 0 { later } else { ready };
        self.chosen = (choice != 0).then(|| choice.trailing_zeros() as usize);
        if choice != 0 {
            self.after = !(choice ^ (choice - 1));
        }
    }

    fn waits(&self) -> bool {
        self.marked != 0 || self.under_way != 0 || self.chosen.is_some()
    }
}

impl Parallel {
    /// A board of `rows` x `columns` whose line `i` (rows first, then columns) has `options[i]`, received by
    /// a core with this many lanes a side.
    ///
    /// # Panics
    /// A side is 0 or above [`MAX_LINE`], there is no lane, or there are not as many option lists as lines.
    pub fn new(rows: usize, columns: usize, lanes: usize, options: Vec<Vec<u32>>) -> Self {
        assert!((1..=MAX_LINE).contains(&rows) && (1..=MAX_LINE).contains(&columns));
        assert_eq!(options.len(), rows + columns, "one option list a line");
        assert!(lanes > 0, "a core has a lane");
        let mut model = Self {
            sides: [
                Side::new(rows, columns, lanes),
                Side::new(columns, rows, lanes),
            ],
            known: [vec![0; rows], vec![0; columns]],
            assigned: [vec![0; rows], vec![0; columns]],
            clock: 0,
            visits: 0,
            wrote: false,
            failed: false,
            settled: false,
            outcome: None,
        };
        for (number, options) in options.into_iter().enumerate() {
            let (side, line) = match number.checked_sub(rows) {
                None => (0, number),
                Some(column) => (1, column),
            };
            model.receive(side, line, &options);
        }
        model
    }

    /// The first visit of a line, while it is received.
    fn receive(&mut self, side: usize, line: usize, options: &[u32]) {
        let visit = self.read(side, line, 0);
        let survive = |option: &&u32| (**option ^ visit.assigned) & visit.known == 0;
        let lanes = &mut self.sides[side].lanes[line];
        let count = lanes.len();
        for (turn, option) in options.iter().filter(survive).enumerate() {
            lanes[turn % count].push(*option);
        }
        let finding = self.sides[side].eliminate(&visit);
        self.sides[side].marked &= !(1 << line);
        self.write(side, finding);
    }

    /// The visit of a line that begins now.
    fn read(&self, side: usize, line: usize, writes_at: u64) -> Visit {
        Visit {
            line,
            known: self.known[side][line],
            assigned: self.assigned[side][line],
            writes_at,
        }
    }

    /// Joins what a visit found to the board, and marks the lines across.
    fn write(&mut self, side: usize, finding: Option<Finding>) {
        let Some(finding) = finding else {
            self.failed = true;
            return;
        };
        let Finding {
            line,
            known,
            assigned,
            fresh,
        } = finding;
        self.known[side][line] |= known;
        self.assigned[side][line] |= assigned;
        let across = 1 - side;
        for cell in 0..self.known[across].len() {
            self.known[across][cell] |= (known >> cell & 1) << line;
            self.assigned[across][cell] |= (assigned >> cell & 1) << line;
        }
        self.sides[across].marked |= fresh;
    }

    /// One clock.
    pub fn clock(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        self.wrote = false;
        self.clock += 1;
        let now = self.clock;
        if now < START_DELAY {
            return;
        }
        if self.failed {
            self.outcome = Some(Outcome::Unsolvable);
            return;
        }
        if self.settled {
            let full = u32::MAX >> (MAX_LINE - self.sides[0].length);
            let solved = self.known[0].iter().all(|&row| row == full);
            self.outcome = Some(if solved {
                Outcome::Solved
            } else {
                Outcome::Stalled
            });
            return;
        }
        self.settled = !self.sides.iter().any(Side::waits);

        // All of this happens at the end of the clock, on what there was at its beginning.
        let mut findings = Vec::new();
        for side in 0..2 {
            let ready = self.sides[side].words_left == 0;
            if ready && let Some(line) = self.sides[side].chosen {
                let words = self.sides[side].words(line);
                let writes_at = now + words as u64 - 1 + WRITE_DELAY;
                let visit = self.read(side, line, writes_at);
                let this = &mut self.sides[side];
                this.choose();
                this.visits.push_back(visit);
                this.marked &= !(1 << line);
                this.under_way |= 1 << line;
                this.words_left = words - 1;
            } else {
                let this = &mut self.sides[side];
                if this.chosen.is_none() {
                    this.choose();
                }
                this.words_left = this.words_left.saturating_sub(1);
            }
            let this = &mut self.sides[side];
            if let Some(&visit) = this.visits.front()
                && visit.writes_at == now
            {
                this.visits.pop_front();
                this.under_way &= !(1 << visit.line);
                findings.push((side, this.eliminate(&visit)));
            }
        }
        self.wrote = !findings.is_empty();
        self.visits += findings.len() as u64;
        for (side, finding) in findings {
            self.write(side, finding);
        }
    }

    /// Runs until the board is decided.
    pub fn run(&mut self) -> Outcome {
        loop {
            if let Some(outcome) = self.outcome {
                return outcome;
            }
            self.clock();
        }
    }

    /// How the board ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Clocks since the board was launched; once it has ended, what it took.
    pub fn cycles(&self) -> u64 {
        self.clock
    }

    /// Visits that have ended since the board was launched.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// A visit has ended in the last clock.
    pub fn wrote(&self) -> bool {
        self.wrote
    }

    /// The next clock is the first in which lines are chosen.
    pub fn begins(&self) -> bool {
        self.clock + 1 == START_DELAY
    }

    /// Known cells, a word a row, column 0 in bit 0.
    pub fn known(&self) -> &[u32] {
        &self.known[0]
    }

    /// Filled cells among them.
    pub fn assigned(&self) -> &[u32] {
        &self.assigned[0]
    }

    /// Options left of each line, rows first; `None` while a visit of the line is under way.
    pub fn counts(&self) -> Vec<Option<usize>> {
        let count = |side: &Side, line: usize| {
            let under_way = side.under_way >> line & 1 == 1;
            (!under_way).then(|| side.lanes[line].iter().map(Vec::len).sum())
        };
        self.sides
            .iter()
            .flat_map(|side| (0..side.lanes.len()).map(|line| count(side, line)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::{Classic, options};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The options of a puzzle with these clues.
    fn board(rows: &[Vec<usize>], columns: &[Vec<usize>]) -> Vec<Vec<u32>> {
        let row_options = rows.iter().map(|clue| options(columns.len(), clue));
        let column_options = columns.iter().map(|clue| options(rows.len(), clue));
        row_options.chain(column_options).collect()
    }

    /// The clues of a picture: its rows', and its columns'.
    fn clues(picture: &[Vec<bool>]) -> [Vec<Vec<usize>>; 2] {
        let clue = |cells: Vec<bool>| -> Vec<usize> {
            cells
                .split(|filled| !filled)
                .map(<[bool]>::len)
                .filter(|&length| length > 0)
                .collect()
        };
        let column = |place: usize| picture.iter().map(|row| row[place]).collect();
        [
            picture.iter().cloned().map(clue).collect(),
            (0..picture[0].len()).map(column).map(clue).collect(),
        ]
    }

    #[test]
    fn a_plus_is_solved_while_it_is_received() {
        let lines = [vec![1], vec![3], vec![1]];
        let mut model = Parallel::new(3, 3, 1, board(&lines, &lines));
        assert_eq!(model.run(), Outcome::Solved);
        assert_eq!(model.assigned(), [0b010, 0b111, 0b010]);
    }

    #[test]
    fn a_diagonal_stalls_with_nothing_known() {
        let lines = [vec![1], vec![1]];
        let mut model = Parallel::new(2, 2, 2, board(&lines, &lines));
        assert_eq!(model.run(), Outcome::Stalled);
        assert_eq!(model.known(), [0, 0]);
        assert_eq!(model.visits(), 0);
    }

    #[test]
    fn lines_that_disagree_are_unsolvable() {
        let rows = [vec![3], vec![], vec![3]];
        let columns = [vec![2], vec![1, 1], vec![1]];
        let mut model = Parallel::new(3, 3, 1, board(&rows, &columns));
        assert_eq!(model.run(), Outcome::Unsolvable);
    }

    proptest! {
        #[test]
        fn it_answers_as_the_classic_core_does(
            picture in (1..9_usize, 1..9_usize)
                .prop_flat_map(|(rows, columns)| vec(vec(any::<bool>(), columns), rows)),
            lanes in 1..5_usize,
            swap in any::<bool>(),
        ) {
            let [rows, mut columns] = clues(&picture);
            if swap {
                columns.rotate_left(1);
            }
            let options = board(&rows, &columns);
            let mut classic = Classic::new(rows.len(), columns.len(), options.clone());
            let mut parallel = Parallel::new(rows.len(), columns.len(), lanes, options);
            let outcome = classic.run();
            prop_assert_eq!(parallel.run(), outcome);
            if outcome != Outcome::Unsolvable {
                prop_assert_eq!(parallel.known(), classic.known());
                prop_assert_eq!(parallel.assigned(), classic.assigned());
            }
        }
    }
}
