//! Rebuilds the board of a search from its events.
//! Interface: [`Replay::apply`] takes events in order; [`Replay::cells`] returns the cells, with their values and levels.

use nonogram_puzzles::Grid;

use super::{Cell, Letters, Values, What};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The values that are left.
    pub values: Values,
    /// The number of decisions that the values can depend on. A value that is excluded at level 0 outside a probe is in no solution that
    /// was not found before.
    pub level: usize,
    /// Whether the cell is the probed cell, or the probed value excludes one of its values.
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
    below: Vec<Known>,
}

/// The board of a search, after the events applied so far.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    rows: usize,
    columns: usize,
    cells: Vec<Known>,
    frames: Vec<Frame>,
    counts: Counts,
}

impl Replay {
    /// The height and the width of the board.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The cells of the board, row by row.
    pub fn cells(&self) -> &[Known] {
        &self.cells
    }

    /// The values that a cell can have.
    pub fn values(&self, row: usize, column: usize) -> Values {
        self.cells[row * self.columns + column].values
    }

    /// The values that a cell can have without the probe in force and, if the decision ends too, without the last decision.
    pub(super) fn values_below(&self, row: usize, column: usize, ends_decision: bool) -> Values {
        let kept = self.level().saturating_sub(usize::from(ends_decision));
        let cells = self.frames.get(kept).map_or(&self.cells, |frame| &frame.below);
        cells[row * self.columns + column].values
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

    /// One string per row: the letter of each cell's value, `?` if it is unknown.
    pub fn lines(&self) -> Vec<String> {
        let rows = self.cells.chunks(self.columns.max(1));
        let line = |row: &[Known]| row.iter().map(|cell| cell.values.letter()).collect();
        rows.map(line).collect()
    }

    /// The board as a picture, in which undecided cells are unknown; `None` before the first board.
    pub fn picture(&self) -> Option<Grid> {
        let cell = |row, column| self.values(row, column).cell();
        (!self.cells.is_empty()).then(|| Grid::from_cells(self.rows, self.columns, cell))
    }

    /// Applies the next event.
    pub fn apply(&mut self, what: &What) {
        match what {
            What::Board { rows, columns, letters } => self.begin(*rows, *columns, *letters),
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

    fn begin(&mut self, rows: usize, columns: usize, letters: Letters) {
        let open = Known { values: letters.all(), level: 0, in_probe: false };
        *self = Self { rows, columns, cells: vec![open; rows * columns], ..Self::default() };
    }

    fn set(&mut self, cell: Cell) {
        let known = Known { values: cell.values, level: self.level(), in_probe: self.in_probe() };
        let is_fact = known.values.only().is_some() && known.level == 0 && !known.in_probe;
        self.counts.facts += u64::from(is_fact);
        self.cells[cell.row * self.columns + cell.column] = known;
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
