//! The search of a watched clue core: what is certain and what is assumed, its last event, its counters, the trail's depth.
//! Interface: [`Follower::observe`] in each clock; [`Follower::shown`] is what the page shows.

use nonogram_hdl::design::Design;
use nonogram_puzzles::{Grid, Line};
use nonogram_sim::search::{Cell, Counts, Event, Known, Tracer, What};
use serde::Serialize;

/// The most depths that are kept: the greatest in each of as many equal spans.
const DEPTHS: usize = 512;

/// The levels that are counted; a deeper one counts as the last.
const LEVELS: usize = 9;

/// How deep the trail was, from the beginning of the search on.
#[derive(Debug)]
struct Depths {
    /// Clocks of a span.
    span: u64,
    /// Clocks of the last span so far.
    clocks: u64,
    greatest: Vec<usize>,
}

impl Default for Depths {
    fn default() -> Self {
        Self {
            span: 1,
            clocks: 0,
            greatest: Vec::new(),
        }
    }
}

impl Depths {
    fn sample(&mut self, depth: usize) {
        if self.clocks == 0 {
            if self.greatest.len() == DEPTHS {
                let pairs = self.greatest.chunks(2);
                self.greatest = pairs
                    .filter_map(|pair| pair.iter().max().copied())
                    .collect();
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

/// Follows a search.
#[derive(Debug, Default)]
pub(super) struct Follower {
    tracer: Tracer,
    last: Option<Event>,
    /// The cell that is probed or branched on.
    current: Option<Cell>,
    depths: Depths,
}

/// A search as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Search"))]
pub struct Shown {
    /// Of each cell: `?` unknown, `p` follows from the probe, else the level that it depends on; 0 is certain.
    pub marks: String,
    /// Decisions that hold.
    pub level: usize,
    /// Whether a value is being probed.
    pub in_probe: bool,
    /// Place of the cell that is probed or branched on.
    pub current: Option<usize>,
    /// The line that a conflict was found in, if that was the last event; rows first, then columns.
    pub conflict: Option<usize>,
    /// The last event.
    #[cfg_attr(test, ts(type = "SearchEvent | null"))]
    pub last: Option<Event>,
    /// Probes so far.
    pub probes: u64,
    /// Refuted ones.
    pub refuted: u64,
    /// Decisions so far.
    pub decisions: u64,
    /// Conflicts so far.
    pub conflicts: u64,
    /// Cells that became certain.
    pub facts: u64,
    /// Entries on the trail: the greatest number in each of some equal spans since the search began.
    pub depths: Vec<usize>,
}

impl Follower {
    /// Looks at the design in a clock.
    pub(super) fn observe(&mut self, clock: u64, design: &dyn Design) {
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
        if let Some(state) = design.search() {
            self.depths.sample(state.trail as usize);
        }
    }

    /// How often each kind of event came.
    pub(super) fn counts(&self) -> Counts {
        self.tracer.replay().counts()
    }

    /// What is known, once a board has begun.
    pub(super) fn cells(&self) -> Option<Grid> {
        self.last.as_ref()?;
        Grid::from_lines(&self.tracer.replay().lines()).ok()
    }

    /// What the page shows, once a board has begun.
    pub(super) fn shown(&self) -> Option<Shown> {
        let last = self.last.clone()?;
        let replay = self.tracer.replay();
        let (rows, columns) = replay.size();
        let mark = |known: &Option<Known>| match known {
            None => '?',
            Some(known) if known.in_probe => 'p',
            Some(known) => (b'0' + known.level.min(LEVELS) as u8) as char,
        };
        let counts = self.counts();
        let conflict = match last.what {
            What::Conflict { line } => line,
            _ => None,
        };
        Some(Shown {
            marks: replay.cells().iter().map(mark).collect(),
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
    fn depths_take_bounded_memory_and_keep_the_greatest() {
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
