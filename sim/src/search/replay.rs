//! The board of a search, rebuilt from its events.
//! Interface: [`Replay::apply`] takes events in order; [`Replay::cells`] has what is known, and why.

use super::{Cell, What};

/// Why a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether it is filled.
    pub filled: bool,
    /// Decisions that it depends on at most; 0 is certain, outside of a probe.
    pub level: usize,
    /// Whether it follows from the value that is being probed.
    pub in_probe: bool,
}

/// How often each kind of event came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Values that were probed.
    pub probes: u64,
    /// Probes that were refuted.
    pub refuted: u64,
    /// Assumptions.
    pub decisions: u64,
    /// Contradictions, those of probes included.
    pub conflicts: u64,
    /// Cells that became certain.
    pub facts: u64,
}

/// An assumption, and the board below it.
#[derive(Clone, Debug)]
struct Frame {
    is_probe: bool,
    below: Vec<Option<Known>>,
}

/// The board of a search.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Known>>,
    frames: Vec<Frame>,
    counts: Counts,
}

impl Replay {
    /// Its height and its width.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Its cells, row by row.
    pub fn cells(&self) -> &[Option<Known>] {
        &self.cells
    }

    /// Whether a cell is filled, if it is known.
    pub fn value(&self, row: usize, column: usize) -> Option<bool> {
        self.cells[row * self.columns + column].map(|known| known.filled)
    }

    /// Decisions that hold.
    pub fn level(&self) -> usize {
        self.frames.len() - usize::from(self.in_probe())
    }

    /// Whether a value is being probed.
    pub fn in_probe(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_probe)
    }

    /// How often each kind of event came since the board began.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// One string per row: `#` filled, `-` blank, `?` unknown.
    pub fn lines(&self) -> Vec<String> {
        let cell = |known: &Option<Known>| match known {
            None => '?',
            Some(known) if known.filled => '#',
            Some(_) => '-',
        };
        let rows = self.cells.chunks(self.columns.max(1));
        rows.map(|row| row.iter().map(cell).collect()).collect()
    }

    /// Takes the next event.
    pub fn apply(&mut self, what: &What) {
        match what {
            What::Board { rows, columns } => {
                *self = Self {
                    rows: *rows,
                    columns: *columns,
                    cells: vec![None; rows * columns],
                    ..Self::default()
                };
            }
            What::Learned { cells, .. } => cells.iter().for_each(|cell| self.set(*cell)),
            What::Probe { cell } => {
                self.counts.probes += 1;
                self.assume(*cell, true);
            }
            What::Decision { cell } => {
                self.counts.decisions += 1;
                self.assume(*cell, false);
            }
            What::Consistent => self.end_probe(),
            What::Conflict { .. } => {
                self.counts.conflicts += 1;
                self.counts.refuted += u64::from(self.in_probe());
            }
            What::Fact { cell } => {
                self.end_probe();
                self.set(*cell);
            }
            What::Reversal { cell } => {
                self.end_probe();
                self.drop_frame();
                self.set(*cell);
            }
            What::Abandoned => while self.drop_frame() {},
            What::Search | What::Solution { .. } | What::Verdict { .. } => {}
        }
    }

    fn set(&mut self, cell: Cell) {
        let known = Known {
            filled: cell.filled,
            level: self.level(),
            in_probe: self.in_probe(),
        };
        self.counts.facts += u64::from(known.level == 0 && !known.in_probe);
        self.cells[cell.row * self.columns + cell.column] = Some(known);
    }

    fn assume(&mut self, cell: Cell, is_probe: bool) {
        let below = self.cells.clone();
        self.frames.push(Frame { is_probe, below });
        self.set(cell);
    }

    fn end_probe(&mut self) {
        if self.in_probe() {
            self.drop_frame();
        }
    }

    /// Undoes the last assumption; false if there is none.
    fn drop_frame(&mut self) -> bool {
        let frame = self.frames.pop();
        let is_frame = frame.is_some();
        if let Some(frame) = frame {
            self.cells = frame.below;
        }
        is_frame
    }
}
