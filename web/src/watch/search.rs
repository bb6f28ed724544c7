//! The search of a watched clue core: certain and assumed cells, the last event, counters, and the depth of the trail.
//! Interface: [`Follower::observe`] is called once per cycle; [`Follower::shown`] returns what the page shows.

use nonogram_puzzles::{Grid, Line, Puzzle};
use nonogram_sim::design::Design;
use nonogram_sim::search::{Cell, Counts, Event, Known, Letters, Tracer, Values, What};
use serde::Serialize;

/// Maximum number of stored depths. Each is the maximum in a span of cycles; all spans have the same length.
const DEPTHS: usize = 512;

/// Highest level that is marked in a cell; higher levels are marked as this level.
const LEVELS: usize = 9;

/// Depth of the trail over time, since the search or, before it, the board began.
#[derive(Debug)]
struct Depths {
    /// Cycles per span.
    span: u64,
    /// Number of cycles sampled in the last span; 0 if the last span is complete.
    clocks: u64,
    /// Maximum depth in each span.
    greatest: Vec<usize>,
}

impl Default for Depths {
    fn default() -> Self {
        Self { span: 1, clocks: 0, greatest: Vec::new() }
    }
}

impl Depths {
    fn sample(&mut self, depth: usize) {
        if self.clocks == 0 {
            if self.greatest.len() == DEPTHS {
                let pairs = self.greatest.chunks(2);
                self.greatest = pairs.filter_map(|pair| pair.iter().max().copied()).collect();
                self.span *= 2;
            }
            self.greatest.push(0);
        }
        if let Some(last) = self.greatest.last_mut() {
            *last = depth.max(*last);
        }
        self.clocks = (self.clocks + 1) % self.span;
    }
}

/// Follows the search of a clue core.
#[derive(Debug)]
pub(super) struct Follower {
    tracer: Tracer,
    /// All values of a cell.
    all: Values,
    last: Option<Event>,
    /// The cell of the last probe or decision; `None` after a fact, a reversal or a verdict.
    current: Option<Cell>,
    depths: Depths,
}

/// A search, as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Search"))]
pub struct Shown {
    /// One character per cell: `?` every value is left, `p` the probe excludes a value, else the level that its values depend on, at most 9.
    pub marks: String,
    /// For each cell of a coloured puzzle the values that are left, one bit each: bit 0 is blank, bit n colour n. Empty in black and white.
    pub possible: Vec<u8>,
    /// Number of decisions currently in force.
    pub level: usize,
    /// Whether a value is being probed.
    pub in_probe: bool,
    /// Index of the cell of the last probe or decision, in row-major order; none after a fact, a reversal or a verdict.
    pub current: Option<usize>,
    /// Index of the line with a conflict, if that was the last event and its line is known; rows first, then columns.
    pub conflict: Option<usize>,
    /// The last event of the search.
    #[cfg_attr(test, ts(type = "SearchEvent | null"))]
    pub last: Option<Event>,
    /// Probes so far.
    pub probes: u64,
    /// Probes refuted so far.
    pub refuted: u64,
    /// Decisions so far.
    pub decisions: u64,
    /// Conflicts so far, including those of probes.
    pub conflicts: u64,
    /// Cells that have become known on level 0 outside a probe so far.
    pub facts: u64,
    /// Maximum number of entries on the trail in each of several equal spans since the search (before it, the board) began.
    pub depths: Vec<usize>,
}

impl Follower {
    /// Follows the search for the solutions of a puzzle.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let letters = Letters::of(puzzle);
        let mut tracer = Tracer::default();
        tracer.name(letters);
        Self { tracer, all: letters.all(), last: None, current: None, depths: Depths::default() }
    }

    /// Samples the design in cycle `clock`.
    pub(super) fn observe(&mut self, clock: u64, design: &Design) {
        for event in self.tracer.observe(clock, design) {
            match &event.what {
                What::Board { .. } | What::Search => self.depths = Depths::default(),
                What::Probe { cell } | What::Decision { cell } => self.current = Some(*cell),
                What::Fact { .. } | What::Reversal { .. } | What::Verdict { .. } => {
                    self.current = None;
                }
                _ => {}
            }
            self.last = Some(event);
        }
        if let Some(signals) = self.tracer.signals() {
            self.depths.sample(signals.trail);
        }
    }

    /// The counts of the search's events since the board began.
    pub(super) fn counts(&self) -> Counts {
        self.tracer.replay().counts()
    }

    /// The cells that are known, assumed or implied by a probe; `None` before the first board, and for other cores.
    pub(super) fn cells(&self) -> Option<Grid> {
        self.tracer.replay().picture()
    }

    /// The search, as the page shows it; `None` before the first board, and for other cores.
    pub(super) fn shown(&self) -> Option<Shown> {
        let last = self.last.clone()?;
        let replay = self.tracer.replay();
        let (rows, columns) = replay.size();
        let mark = |known: &Known| match known {
            known if known.values == self.all => '?',
            known if known.in_probe => 'p',
            known => (b'0' + known.level.min(LEVELS) as u8) as char,
        };
        let is_coloured = self.all.bits().count_ones() > 2;
        let coloured = replay.cells().iter().filter(|_| is_coloured);
        let counts = self.counts();
        let conflict = match last.what {
            What::Conflict { line } => line,
            _ => None,
        };
        Some(Shown {
            marks: replay.cells().iter().map(mark).collect(),
            possible: coloured.map(|known| known.values.bits()).collect(),
            level: replay.level(),
            in_probe: replay.in_probe(),
            current: self.current.map(|cell| cell.row * columns + cell.column),
            conflict: conflict.map(|line| match line {
                Line::Row(row) => row,
                Line::Column(column) => rows + column,
            }),
            last: Some(last),
            probes: counts.probes,
            refuted: counts.refuted,
            decisions: counts.decisions,
            conflicts: counts.conflicts,
            facts: counts.facts,
            depths: self.depths.greatest.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_take_bounded_memory_and_keep_the_maximum() {
        let mut depths = Depths::default();
        for clock in 0..10_000 {
            depths.sample(if clock == 7777 { 99 } else { clock % 3 });
        }
        assert!(depths.greatest.len() <= DEPTHS);
        assert!(depths.span * depths.greatest.len() as u64 >= 10_000);
        let peak = 7777 / depths.span as usize;
        assert_eq!(depths.greatest[peak], 99);
        assert!(depths.greatest.iter().filter(|depth| **depth > 2).count() == 1);
    }
}
