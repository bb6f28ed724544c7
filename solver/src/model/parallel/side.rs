//! One side of the parallel core's model, the rows or the columns: options in lanes, marks, and visits under way.
//!
//! [`Side::issue`] begins a visit, [`Side::finish`] ends one.

use std::collections::VecDeque;

use crate::model::classic::MAX_LINE;

/// Rows, or columns. Line 0 is bit 0 of a mark.
#[derive(Clone, Debug)]
pub struct Side {
    /// For each line, for each lane, its options.
    pub lanes: Vec<Vec<Vec<u32>>>,
    /// Cells of a line.
    pub length: usize,
    /// Lines that are to be visited.
    pub marked: u32,
    /// Lines whose visit has begun and has not written yet.
    pub under_way: u32,
    /// The line that is visited next.
    chosen: Option<usize>,
    /// Lines above the last choice.
    after: u32,
    /// Words of the visit that is being issued.
    words_left: usize,
    /// The visits under way, the oldest first.
    visits: VecDeque<Visit>,
}

/// A visit on its way through the stages.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    pub line: usize,
    /// The cells of its line that were known at its beginning, and the filled ones among them.
    pub known: u32,
    pub assigned: u32,
    /// The clock in which it writes.
    pub writes_at: u64,
}

/// What a visit found out about its line.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    pub line: usize,
    /// The cells on which all options left agree, and the filled ones among them.
    pub known: u32,
    pub assigned: u32,
    /// Those that were unknown at the beginning of the visit.
    pub fresh: u32,
}

impl Side {
    /// `lines` lines without an option.
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

    /// Words of a line: an option per lane each.
    fn words(&self, line: usize) -> usize {
        self.lanes[line]
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or_default()
    }

    /// Drops the options of a line that contradict what the visit read; what the others agree on, if any is left.
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

    /// Begins the visit of the chosen line once all words of the one before are issued. `read` gives the known and the
    /// filled cells of a line, `write_delay` the clocks from its last word to its write.
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

    /// The visit that ends in this clock, if there is one: what it found, or nothing when no option was left.
    pub fn finish(&mut self, now: u64) -> Option<Option<Finding>> {
        let visit = *self.visits.front().filter(|visit| visit.writes_at == now)?;
        self.visits.pop_front();
        self.under_way &= !(1 << visit.line);
        Some(self.eliminate(&visit))
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

    /// Whether there is a line to visit, or a visit under way.
    pub fn waits(&self) -> bool {
        self.marked != 0 || self.under_way != 0 || self.chosen.is_some()
    }
}
