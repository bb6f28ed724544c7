//! Exact model of the parallel core: rows and columns are visited at the same time.
//!
//! Interface: [`Parallel::new`] models the reception of a board; from then on [`Parallel::clock`] models one cycle of the hardware.
//! A visit eliminates options as the classic core does ([`crate::model::classic`]).

use std::collections::VecDeque;

use nonogram_protocol::Status;

use crate::model::classic::MAX_LINE;

/// Cycles from the launch of a board to the first choice of a line.
const START_DELAY: u64 = 2;

/// Cycles from the issue of the last word of a line to the write of its finding.
const WRITE_DELAY: u64 = 5;

/// State of the model between two cycles. Cell 0 of a line is bit 0 of a word.
///
/// ```
/// use nonogram_protocol::Status;
/// use nonogram_solver::model::classic::options;
/// use nonogram_solver::model::parallel::Parallel;
///
/// // A plus: the clues 1, 3, 1 in rows and columns.
/// let lines: Vec<_> = [1, 3, 1, 1, 3, 1].iter().map(|&block| options(3, &[block])).collect();
/// let mut model = Parallel::new(3, 3, 1, lines);
/// assert_eq!(model.run(), Status::Solved);
/// assert_eq!(model.assigned(), [0b010, 0b111, 0b010]);
/// ```
///
/// - Each line is first visited while it is received: options that contradict known cells are dropped, the
///   others are distributed round-robin to the lanes, and the cells on which they agree are written.
/// - A side has one mark per line. A visit marks the crossing lines in which it wrote cells that were
///   unknown when it read its line. The start of a visit clears the mark of its line.
/// - A side chooses, in round-robin order, among its marked lines that are not under way. The chosen line waits until all words of
///   the previous line are issued, at one word per cycle. A word has up to one option per lane.
/// - A visit reads its line in the cycle in which its first word is issued, and writes
///   `WRITE_DELAY` cycles after its last word. Two writes in one cycle are merged: known cells stay
///   known, and filled cells stay filled. If the writes disagree on a cell, the line that found it blank is marked, and
///   its next visit leaves no option.
/// - The board is decided when a visit has left no option, or when no line is marked, chosen or under way.
#[derive(Clone, Debug)]
pub struct Parallel {
    sides: [Side; 2],
    /// Known cells per row and, in the second element, per column.
    known: [Vec<u32>; 2],
    /// Filled cells among the known ones, in the same layout.
    assigned: [Vec<u32>; 2],
    clock: u64,
    visits: u64,
    wrote: bool,
    /// Whether a line has no option left.
    failed: bool,
    /// Whether no line is marked, chosen or under way.
    settled: bool,
    status: Option<Status>,
}

impl Parallel {
    /// Creates a board of `rows` x `columns` cells, received by a core with `lanes` lanes per side. `options[i]` are the
    /// options of line `i`, rows first, then columns.
    ///
    /// # Panics
    /// Panics if a side is 0 or above [`MAX_LINE`], there is no lane, or the number of option lists differs from the number of lines.
    pub fn new(rows: usize, columns: usize, lanes: usize, options: Vec<Vec<u32>>) -> Self {
        assert!((1..=MAX_LINE).contains(&rows) && (1..=MAX_LINE).contains(&columns));
        assert_eq!(options.len(), rows + columns, "one option list per line");
        assert!(lanes > 0, "a core has at least one lane");
        let mut model = Self {
            sides: [Side::new(rows, columns, lanes), Side::new(columns, rows, lanes)],
            known: [vec![0; rows], vec![0; columns]],
            assigned: [vec![0; rows], vec![0; columns]],
            clock: 0,
            visits: 0,
            wrote: false,
            failed: false,
            settled: false,
            status: None,
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

    /// Visits a line for the first time, while it is received.
    fn receive(&mut self, side: usize, line: usize, options: &[u32]) {
        let visit = Visit {
            line,
            known: self.known[side][line],
            assigned: self.assigned[side][line],
            writes_at: 0,
        };
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

    /// Merges the finding of a visit into the board, and marks the crossing lines of its fresh cells. Without a finding, the board
    /// has failed.
    fn write(&mut self, side: usize, finding: Option<Finding>) {
        let Some(finding) = finding else {
            self.failed = true;
            return;
        };
        let Finding { line, known, assigned, fresh } = finding;
        self.known[side][line] |= known;
        self.assigned[side][line] |= assigned;
        let across = 1 - side;
        for cell in 0..self.known[across].len() {
            self.known[across][cell] |= (known >> cell & 1) << line;
            self.assigned[across][cell] |= (assigned >> cell & 1) << line;
        }
        self.sides[across].marked |= fresh;
    }

    /// Runs one cycle. Has no effect once the board has a final status.
    pub fn clock(&mut self) {
        if self.status.is_some() {
            return;
        }
        self.wrote = false;
        self.clock += 1;
        let now = self.clock;
        if now < START_DELAY {
            return;
        }
        if self.failed {
            self.status = Some(Status::Unsolvable);
            return;
        }
        if self.settled {
            let full = u32::MAX >> (MAX_LINE - self.sides[0].length);
            let solved = self.known[0].iter().all(|&row| row == full);
            self.status = Some(if solved { Status::Solved } else { Status::Stalled });
            return;
        }
        self.settled = !self.sides.iter().any(Side::waits);

        // Both sides read the state at the beginning of the cycle; the findings are written at its end.
        let mut findings = Vec::new();
        let (known, assigned) = (&self.known, &self.assigned);
        for (number, side) in self.sides.iter_mut().enumerate() {
            side.issue(now, |line| (known[number][line], assigned[number][line]));
            findings.extend(side.finish(now).map(|finding| (number, finding)));
        }
        self.wrote = !findings.is_empty();
        self.visits += findings.len() as u64;
        for (side, finding) in findings {
            self.write(side, finding);
        }
    }

    /// Runs until the board has a final status.
    pub fn run(&mut self) -> Status {
        loop {
            if let Some(status) = self.status {
                return status;
            }
            self.clock();
        }
    }

    /// Final status of the board, or `None` while the model runs.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// Cycles since the launch of the board, up to its end.
    pub fn cycles(&self) -> u64 {
        self.clock
    }

    /// Number of visits that have ended since the launch of the board.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Whether a visit ended in the last cycle.
    pub fn wrote(&self) -> bool {
        self.wrote
    }

    /// Whether the next cycle is the first one in which lines can be chosen.
    pub fn begins(&self) -> bool {
        self.clock + 1 == START_DELAY
    }

    /// Known cells, one word per row, column 0 in bit 0.
    pub fn known(&self) -> &[u32] {
        &self.known[0]
    }

    /// Filled cells, one word per row, column 0 in bit 0. A subset of [`Self::known`].
    pub fn assigned(&self) -> &[u32] {
        &self.assigned[0]
    }

    /// Number of options left per line, rows first; `None` for a line that is being visited.
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

/// Rows or columns. In sets of lines, bit 0 is line 0.
#[derive(Clone, Debug)]
struct Side {
    /// Options per line and lane.
    lanes: Vec<Vec<Vec<u32>>>,
    /// Number of cells per line.
    length: usize,
    /// Marked lines, one bit per line.
    marked: u32,
    /// Lines with a visit that has started but has not written yet, one bit per line.
    under_way: u32,
    /// The next line to visit; `None` if no line is chosen.
    chosen: Option<usize>,
    /// Lines after the line that was chosen last, one bit per line.
    after: u32,
    /// Number of words of the current visit that remain to be issued.
    words_left: usize,
    /// Visits under way, oldest first.
    visits: VecDeque<Visit>,
}

/// A visit in the pipeline.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// The line that is visited.
    line: usize,
    /// Cells of the line that were known when the visit started.
    known: u32,
    /// Filled cells among `known`.
    assigned: u32,
    /// Cycle in which the visit writes.
    writes_at: u64,
}

/// Result of a visit.
#[derive(Clone, Copy, Debug)]
struct Finding {
    /// The line that was visited.
    line: usize,
    /// Cells on which all remaining options agree.
    known: u32,
    /// Filled cells among `known`.
    assigned: u32,
    /// Cells of `known` that were unknown when the visit started.
    fresh: u32,
}

impl Side {
    /// Creates a side of `lines` lines without options.
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

    /// Number of words of a line, with one option per lane and word.
    fn words(&self, line: usize) -> usize {
        self.lanes[line].iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Drops options that contradict the cells that the visit read. Returns the cells on which the others agree, or `None` if no option
    /// is left.
    fn eliminate(&mut self, visit: &Visit) -> Option<Finding> {
        let Visit { line, known, assigned, .. } = *visit;
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

    /// Issues one word, if there is one: the next word of the current visit or, after its last, the first word of the chosen line,
    /// whose visit then starts. Chooses the next line if none waits. `read` returns the known and the filled cells of a line.
    fn issue(&mut self, now: u64, read: impl Fn(usize) -> (u32, u32)) {
        let Some(line) = self.chosen.filter(|_| self.words_left == 0) else {
            if self.chosen.is_none() {
                self.choose();
            }
            self.words_left = self.words_left.saturating_sub(1);
            return;
        };
        let words = self.words(line);
        let (known, assigned) = read(line);
        self.choose();
        self.visits.push_back(Visit {
            line,
            known,
            assigned,
            writes_at: now + words as u64 - 1 + WRITE_DELAY,
        });
        self.marked &= !(1 << line);
        self.under_way |= 1 << line;
        self.words_left = words - 1;
    }

    /// Ends the visit that writes in this cycle, if there is one. Returns its finding, `Some(None)` if no option
    /// was left, or `None` if no visit writes.
    fn finish(&mut self, now: u64) -> Option<Option<Finding>> {
        let visit = *self.visits.front().filter(|visit| visit.writes_at == now)?;
        self.visits.pop_front();
        self.under_way &= !(1 << visit.line);
        Some(self.eliminate(&visit))
    }

    /// Chooses the next line from the marks at the beginning of this cycle.
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

    /// Whether a line is marked, chosen or under way.
    fn waits(&self) -> bool {
        self.marked != 0 || self.under_way != 0 || self.chosen.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::model::classic::{Classic, options};

    /// The options of all lines of a puzzle with these clues.
    fn board(rows: &[Vec<usize>], columns: &[Vec<usize>]) -> Vec<Vec<u32>> {
        let row_options = rows.iter().map(|clue| options(columns.len(), clue));
        let column_options = columns.iter().map(|clue| options(rows.len(), clue));
        row_options.chain(column_options).collect()
    }

    /// The row clues and the column clues of a picture.
    fn clues(picture: &[Vec<bool>]) -> [Vec<Vec<usize>>; 2] {
        let clue = |cells: Vec<bool>| -> Vec<usize> {
            cells.split(|filled| !filled).map(<[bool]>::len).filter(|&length| length > 0).collect()
        };
        let column = |place: usize| picture.iter().map(|row| row[place]).collect();
        [
            picture.iter().cloned().map(clue).collect(),
            (0..picture[0].len()).map(column).map(clue).collect(),
        ]
    }

    proptest! {
        #[test]
        fn result_equals_that_of_the_classic_core(
            picture in (1..9_usize, 1..9_usize)
                .prop_flat_map(|(rows, columns)| vec(vec(any::<bool>(), columns), rows)),
            lanes in 1..5_usize,
            swap in any::<bool>(),
            repeats in vec(1..4_usize, 1..9),
        ) {
            let [rows, mut columns] = clues(&picture);
            if swap {
                columns.rotate_left(1);
            }
            // Each option occurs up to three times.
            let mut repeats = repeats.into_iter().cycle();
            let mut repeated = |line: Vec<u32>| -> Vec<u32> {
                let copies = |option: u32| std::iter::repeat_n(option, repeats.next().unwrap_or(1));
                line.into_iter().flat_map(copies).collect()
            };
            let options = board(&rows, &columns);
            let once = Classic::new(rows.len(), columns.len(), options.clone()).run();
            let options: Vec<Vec<u32>> = options.into_iter().map(&mut repeated).collect();
            let mut classic = Classic::new(rows.len(), columns.len(), options.clone());
            let mut parallel = Parallel::new(rows.len(), columns.len(), lanes, options);
            let status = classic.run();
            prop_assert_eq!(status, once);
            prop_assert_eq!(parallel.run(), status);
            if status != Status::Unsolvable {
                prop_assert_eq!(parallel.known(), classic.known());
                prop_assert_eq!(parallel.assigned(), classic.assigned());
            }
        }
    }
}
