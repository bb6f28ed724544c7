//! Rebuilds the board of a search from its events.
//! Interface: [`Replay::apply`] takes events in order; [`Replay::cells`] returns the cells, the known ones with their levels.

use super::{Cell, What};

/// A known cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether the cell is filled.
    pub filled: bool,
    /// The number of decisions that the cell can depend on. A cell of level 0 outside a probe has its value in every solution that was not
    /// found before.
    pub level: usize,
    /// Whether the cell is the probed cell, or follows from its value.
    pub in_probe: bool,
}

/// Counts of the events of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Probes that were started.
    pub probes: u64,
    /// Probes that were refuted.
    pub refuted: u64,
    /// Decisions that were made.
    pub decisions: u64,
    /// Contradictions, including those of probes.
    pub conflicts: u64,
    /// Cells that became known at level 0 outside a probe; a cell that is learned again with the other value counts again.
    pub facts: u64,
}

/// A probe or a decision, with the board before it.
#[derive(Clone, Debug)]
struct Frame {
    is_probe: bool,
    below: Vec<Option<Known>>,
}

/// The board of a search, after the events applied so far.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Known>>,
    frames: Vec<Frame>,
    counts: Counts,
}

impl Replay {
    /// The height and the width of the board.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The cells of the board, row by row; `None` for an unknown cell.
    pub fn cells(&self) -> &[Option<Known>] {
        &self.cells
    }

    /// Whether a cell is filled; `None` if it is unknown.
    pub fn value(&self, row: usize, column: usize) -> Option<bool> {
        self.cells[row * self.columns + column].map(|known| known.filled)
    }

    /// The number of active decisions.
    pub fn level(&self) -> usize {
        self.frames.len() - usize::from(self.in_probe())
    }

    /// Whether a probe is active.
    pub fn in_probe(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_probe)
    }

    /// The counts of events since the start of the board.
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

    /// Applies the next event.
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
            What::Withdrawal => drop(self.drop_frame()),
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

    /// Undoes the last probe or decision; returns false if there is none.
    fn drop_frame(&mut self) -> bool {
        let frame = self.frames.pop();
        let is_frame = frame.is_some();
        if let Some(frame) = frame {
            self.cells = frame.below;
        }
        is_frame
    }
}
