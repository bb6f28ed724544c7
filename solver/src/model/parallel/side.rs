//! One side of the parallel core's model, rows or columns: options in lanes, marks, and visits under way.
//!
//! Interface: in each cycle, [`Side::issue`] issues a word and may begin a visit, and [`Side::finish`] may end one.

use std::collections::VecDeque;

use crate::model::classic::MAX_LINE;

/// Rows or columns. In sets of lines, bit 0 is line 0.
#[derive(Clone, Debug)]
pub struct Side {
    /// Options per line and lane.
    pub lanes: Vec<Vec<Vec<u32>>>,
    /// Number of cells per line.
    pub length: usize,
    /// Marked lines, one bit per line.
    pub marked: u32,
    /// Lines with a visit that has started but has not written yet, one bit per line.
    pub under_way: u32,
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
pub struct Visit {
    /// The line that is visited.
    pub line: usize,
    /// Cells of the line that were known when the visit started.
    pub known: u32,
    /// Filled cells among `known`.
    pub assigned: u32,
    /// Cycle in which the visit writes.
    pub writes_at: u64,
}

/// Result of a visit.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The line that was visited.
    pub line: usize,
    /// Cells on which all remaining options agree.
    pub known: u32,
    /// Filled cells among `known`.
    pub assigned: u32,
    /// Cells of `known` that were unknown when the visit started.
    pub fresh: u32,
}

impl Side {
    /// Creates a side of `lines` lines without options.
    pub fn new(lines: usize, length: usize, lanes: usize) -> Self {
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
        self.lanes[line]
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or_default()
    }

    /// Drops options that contradict the cells that the visit read. Returns the cells on which the others agree, or `None` if no option
    /// is left.
    pub fn eliminate(&mut self, visit: &Visit) -> Option<Finding> {
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

    /// Issues one word, if there is one: the next word of the current visit or, after its last, the first word of the chosen line,
    /// whose visit then starts. Chooses the next line if none waits. `read` returns the known and the filled cells of a line;
    /// `write_delay` is the number of cycles from the last word of a visit to its write.
    pub fn issue(&mut self, now: u64, write_delay: u64, read: impl Fn(usize) -> (u32, u32)) {
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
            writes_at: now + words as u64 - 1 + write_delay,
        });
        self.marked &= !(1 << line);
        self.under_way |= 1 << line;
        self.words_left = words - 1;
    }

    /// Ends the visit that writes in this cycle, if there is one. Returns its finding, `Some(None)` if no option
    /// was left, or `None` if no visit writes.
    pub fn finish(&mut self, now: u64) -> Option<Option<Finding>> {
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
    pub fn waits(&self) -> bool {
        self.marked != 0 || self.under_way != 0 || self.chosen.is_some()
    }
}
