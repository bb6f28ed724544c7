//! The reference of the clue core: what its line logic and its search may do, with candidate sets, for up to 7 colours and 64 x 64 cells.
//!
//! A [`Reference`] is a board and a search tree. Each of its methods is a step of the core (a finding, a probe, its end or refutation, a
//! decision, its reversal, a solution, the verdict); it fails with a [`Fault`] if the step is wrong. It has no cycles and prescribes no
//! order. The simulation applies the steps of a running design; [`solve()`] makes its own. Line logic is that of the module `board`,
//! which shares nothing with the automata of the hardware.

mod solve;
#[cfg(test)]
mod tests;

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Clue, Grid, Line, Puzzle};

use crate::board::{Board, Shape, Sweep, runs};
use crate::word::Bits;
pub use solve::{Answer, solve};

/// Maximum number of colours of a board.
pub const MOST_COLOURS: usize = 7;
/// Maximum number of rows and of columns of a board.
pub const MOST_SIDE: usize = 64;
/// Words of a set of cells: a line of 64 cells has 65 places between its cells.
const WORDS: usize = 2;

/// For each value (0: blank, n: colour n), the cells of a line that cannot have it, one bit per cell.
pub type Excluded = [u64; MOST_COLOURS + 1];

/// A cell and one of its values: 0 for blank, n for colour n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Row, counted from 0.
    pub row: usize,
    /// Column, counted from 0.
    pub column: usize,
    /// The value.
    pub value: usize,
}

/// A step that a correct core does not make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Fails with the description `what()` unless `holds`.
fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault(what())) }
}

/// Whether `all` contains every cell of `part` for each value.
fn contains(all: &Excluded, part: &Excluded) -> bool {
    all.iter().zip(part).all(|(all, part)| part & !all == 0)
}

/// The union of two sets of exclusions.
fn union(left: &Excluded, right: &Excluded) -> Excluded {
    std::array::from_fn(|value| left[value] | right[value])
}

/// What undoing restores.
#[derive(Clone, Debug)]
struct State {
    /// Possible values of each cell.
    board: Board<WORDS>,
    /// Lines with a changed cell since line logic was last found to exclude nothing more, one bit per line, rows first.
    dirty: u128,
    /// What the findings of each line have excluded, rows first.
    found: Vec<Excluded>,
}

/// A probe or a decision.
#[derive(Clone, Debug)]
struct Frame {
    is_probe: bool,
    choice: Choice,
    /// The state before it.
    below: State,
}

/// A board, its search tree, and the solutions found.
#[derive(Clone, Debug)]
pub struct Reference {
    shape: Shape,
    /// Lines whose clues are known, one bit per line, rows first.
    received: u128,
    sweep: Sweep<WORDS>,
    now: State,
    /// The probes and decisions in force, the last one on top.
    frames: Vec<Frame>,
    /// The solutions found: the first, and possibly a second one.
    solutions: Vec<Grid>,
    /// The current board is the last solution.
    is_solution: bool,
}

impl Reference {
    /// A board without clues: every cell can have every value.
    ///
    /// # Panics
    /// The board has no cells, or more than 64 rows or columns; or there are no colours, or more than 7.
    pub fn new(rows: usize, columns: usize, colours: usize) -> Self {
        assert!(
            (1..=MOST_SIDE).contains(&rows)
                && (1..=MOST_SIDE).contains(&columns)
                && (1..=MOST_COLOURS).contains(&colours),
            "{rows} x {columns} cells in {colours} colours: expected up to 64 x 64 in up to 7"
        );
        let lines = rows + columns;
        let shape = Shape {
            height: rows,
            width: columns,
            values: 1 + colours,
            lines: vec![Vec::new(); lines],
        };
        let now =
            State { board: Board::new(&shape), dirty: 0, found: vec![Excluded::default(); lines] };
        Self {
            sweep: Sweep::with_room(MOST_SIDE, shape.values),
            shape,
            received: 0,
            now,
            frames: Vec::new(),
            solutions: Vec::new(),
            is_solution: false,
        }
    }

    /// A board with the clues of a puzzle.
    ///
    /// # Panics
    /// The puzzle has more than 64 rows or columns, or more than 7 colours.
    pub fn of(puzzle: &Puzzle) -> Self {
        let colours = puzzle.palette().count();
        let mut reference = Self::new(puzzle.row_count(), puzzle.column_count(), colours);
        for (line, clue) in puzzle.lines() {
            reference.receive(line, clue).expect("the clues fit");
        }
        reference
    }

    /// The index of a line: rows first.
    fn index(&self, line: Line) -> usize {
        match line {
            Line::Row(row) => row,
            Line::Column(column) => self.shape.height + column,
        }
    }

    /// Stores the clue of a line. Lines without a clue exclude nothing.
    ///
    /// # Errors
    /// The board has no such line, or the clue does not fit it.
    pub fn receive(&mut self, line: Line, clue: &Clue) -> Result<(), Fault> {
        let is_inside = match line {
            Line::Row(row) => row < self.shape.height,
            Line::Column(column) => column < self.shape.width,
        };
        expect(is_inside, || format!("{line} is beyond the board"))?;
        let index = self.index(line);
        let fits = clue.min_length() <= self.shape.length(index)
            && clue.palette_size() < self.shape.values;
        expect(fits, || format!("the clue {clue} of {line} does not fit"))?;
        self.shape.lines[index] = runs(clue);
        self.now.found[index] = Excluded::default();
        self.received |= 1 << index;
        self.now.dirty |= 1 << index;
        Ok(())
    }

    /// Values that the cells of a line cannot have.
    pub fn excluded(&self, line: Line) -> Excluded {
        let index = self.index(line);
        let cells = Bits::ones(self.shape.length(index));
        let planes = self.now.board.line(&self.shape, index);
        std::array::from_fn(|value| match planes.get(value) {
            Some(plane) => cells.without(plane).part(0),
            None => 0,
        })
    }

    /// Complete line logic: all values that the cells of a line cannot have, given some; `None` if no placement of the blocks is left.
    pub fn deduce(&mut self, line: Line, given: &Excluded) -> Option<Excluded> {
        let index = self.index(line);
        let cells = Bits::ones(self.shape.length(index));
        let planes = given.map(|excluded| cells.without(&Bits::of_word(excluded)));
        let (runs, length) = (&self.shape.lines[index], self.shape.length(index));
        let values = self.shape.values;
        self.sweep.line(runs, length, &planes[..values]).ok()?;
        Some(std::array::from_fn(|value| match self.sweep.found[..values].get(value) {
            Some(found) => cells.without(found).part(0),
            None => 0,
        }))
    }

    /// Excludes values of the cells of a line.
    fn exclude(&mut self, line: Line, excluded: &Excluded) {
        let index = self.index(line);
        let before = self.excluded(line);
        for value in 0..self.shape.values {
            let mut gone = Bits::<1>::of_word(excluded[value] & !before[value]);
            while let Some(place) = gone.pop() {
                let cell = self.shape.cell(index, place);
                self.now.board.remove(&self.shape, cell, value);
                self.touch(cell);
            }
        }
    }

    fn touch(&mut self, (row, column): (usize, usize)) {
        self.now.dirty |= (1 << row | 1 << (self.shape.height + column)) & self.received;
        self.is_solution = false;
    }

    /// A finding of line logic.
    ///
    /// `read` are the exclusions of the line when its visit started, `learned` those that the finding adds to the earlier findings of the
    /// line. `learned` must follow, by complete line logic, from the exclusions of the line in this cycle; and it must contain, with the
    /// earlier findings, everything that follows from `read`.
    ///
    /// # Errors
    /// One of these does not hold, or an earlier finding contains a part of `learned`.
    pub fn finding(
        &mut self,
        line: Line,
        read: &Excluded,
        learned: &Excluded,
    ) -> Result<(), Fault> {
        let index = self.index(line);
        let is_known = self.received >> index & 1 == 1;
        expect(is_known, || format!("{line} is visited before its clue arrives"))?;
        let found = self.now.found[index];
        let again = found.iter().zip(learned).any(|(found, new)| found & new != 0);
        expect(!again, || format!("{line} learns {learned:x?} again"))?;
        let all = union(&found, learned);
        let now = self.excluded(line);
        let deduced = self.deduce(line, &now);
        let follows = |deduced| contains(deduced, learned);
        expect(deduced.as_ref().is_none_or(follows), || {
            format!("{line} learns {learned:x?}, which does not follow from {now:x?}")
        })?;
        // A line that has become contradictory since its visit started can have any part of what follows from the cells read.
        let least = match deduced {
            Some(_) if *read != now => self.deduce(line, read),
            deduced => deduced,
        };
        expect(least.is_none_or(|least| contains(&all, &least)), || {
            format!("{line} learns only {learned:x?} and before {found:x?}, given {read:x?}")
        })?;
        self.now.found[index] = all;
        self.exclude(line, learned);
        Ok(())
    }

    /// Runs line logic to its fixpoint; false if it finds a contradiction.
    pub fn settle(&mut self) -> bool {
        while self.now.dirty != 0 {
            let index = self.now.dirty.trailing_zeros() as usize;
            let line = self.shape.name(index);
            let now = self.excluded(line);
            let Some(deduced) = self.deduce(line, &now) else {
                return false;
            };
            self.exclude(line, &deduced);
            self.now.dirty &= !(1 << index);
        }
        true
    }

    fn dirty_lines(&self) -> Vec<Line> {
        let lines = 0..self.shape.lines.len();
        let dirty = lines.filter(|index| self.now.dirty >> index & 1 == 1);
        dirty.map(|index| self.shape.name(index)).collect()
    }

    /// Line logic is quiet.
    ///
    /// # Errors
    /// The board is not at the fixpoint of line logic.
    pub fn quiet(&mut self) -> Result<(), Fault> {
        for line in self.dirty_lines() {
            let now = self.excluded(line);
            let deduced = self.deduce(line, &now);
            expect(deduced == Some(now), || {
                format!("line logic is quiet, but {line} gives {deduced:x?} from {now:x?}")
            })?;
        }
        self.now.dirty = 0;
        Ok(())
    }

    /// A line without placement.
    ///
    /// # Errors
    /// There is none.
    pub fn conflict(&mut self) -> Result<(), Fault> {
        for line in self.dirty_lines() {
            let now = self.excluded(line);
            if self.deduce(line, &now).is_none() {
                return Ok(());
            }
        }
        Err(Fault("a contradiction is reported, but every line has a placement".to_owned()))
    }

    /// Whether every cell has one value.
    pub fn is_complete(&self) -> bool {
        self.now.board.is_complete(&self.shape)
    }

    /// Whether a probe is in force.
    pub fn in_probe(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_probe)
    }

    /// Whether a cell is unknown and can have a value.
    pub fn is_open(&self, Choice { row, column, value }: Choice) -> bool {
        let is_inside = row < self.shape.height && column < self.shape.width;
        is_inside
            && value < self.shape.values
            && self.now.board.can(&self.shape, (row, column), value)
            && self.now.board.value(&self.shape, (row, column)).is_none()
    }

    fn assume(&mut self, choice: Choice, is_probe: bool) -> Result<(), Fault> {
        expect(!self.in_probe(), || format!("{choice:?} during a probe"))?;
        expect(self.is_open(choice), || {
            format!("{choice:?} of a known cell, or of an excluded value")
        })?;
        self.quiet()?;
        self.frames.push(Frame { is_probe, choice, below: self.now.clone() });
        let cell = (choice.row, choice.column);
        self.now.board.set(&self.shape, cell, choice.value);
        self.touch(cell);
        Ok(())
    }

    /// A probe begins.
    ///
    /// # Errors
    /// Another probe is in force, line logic is not quiet, the cell is known or cannot have the value.
    pub fn probe(&mut self, choice: Choice) -> Result<(), Fault> {
        self.assume(choice, true)
    }

    /// A decision is made.
    ///
    /// # Errors
    /// As for [`Reference::probe`].
    pub fn decide(&mut self, choice: Choice) -> Result<(), Fault> {
        self.assume(choice, false)
    }

    /// Removes the last frame, and restores the state before it.
    fn pop(&mut self, is_probe: bool) -> Result<Choice, Fault> {
        let is_it = |frame: &mut Frame| frame.is_probe == is_probe;
        let Some(frame) = self.frames.pop_if(is_it) else {
            return Err(Fault("the end of a probe or decision that is not in force".to_owned()));
        };
        self.now = frame.below;
        self.is_solution = false;
        Ok(frame.choice)
    }

    fn invert(&mut self, is_probe: bool) -> Result<Choice, Fault> {
        let choice = self.pop(is_probe)?;
        let cell = (choice.row, choice.column);
        self.now.board.remove(&self.shape, cell, choice.value);
        self.touch(cell);
        Ok(choice)
    }

    /// The probe in force is consistent and is undone.
    ///
    /// # Errors
    /// There is none, or line logic is not quiet.
    pub fn end_probe(&mut self) -> Result<(), Fault> {
        self.quiet()?;
        self.pop(true).map(drop)
    }

    /// The probe in force is refuted: it is undone, and its value, which is returned, is excluded.
    ///
    /// # Errors
    /// There is none, or no line is contradictory.
    pub fn refute(&mut self) -> Result<Choice, Fault> {
        self.conflict()?;
        self.invert(true)
    }

    /// The last decision is exhausted: it is undone, and its value, which is returned, is excluded.
    ///
    /// # Errors
    /// There is none, or no line is contradictory and the board is not a solution that was just found.
    pub fn reverse(&mut self) -> Result<Choice, Fault> {
        if !self.is_solution {
            self.conflict()?;
        }
        self.invert(false)
    }

    /// The last decision is undone, and nothing is excluded.
    ///
    /// # Errors
    /// There is none.
    pub fn withdraw(&mut self) -> Result<(), Fault> {
        self.pop(false).map(drop)
    }

    /// The board is a solution; a probe in force ends.
    ///
    /// # Errors
    /// The board is incomplete, contradictory, or the solution that was found before.
    pub fn solution(&mut self) -> Result<(), Fault> {
        self.quiet()?;
        expect(self.is_complete(), || "the solution is incomplete".to_owned())?;
        let grid = self.now.board.to_grid(&self.shape);
        expect(!self.solutions.contains(&grid), || "a solution is found again".to_owned())?;
        self.solutions.push(grid);
        self.is_solution = true;
        Ok(())
    }

    /// All probes and decisions are undone, before an early end.
    pub fn abandon(&mut self) {
        if !self.frames.is_empty() {
            self.now = self.frames.swap_remove(0).below;
            self.frames.clear();
        }
    }

    /// The search ends; `may_end` if it may end early.
    ///
    /// # Errors
    /// The status does not follow from the search.
    pub fn verdict(
        &mut self,
        mode: SearchMode,
        status: Status,
        may_end: bool,
    ) -> Result<(), Fault> {
        let is_root = self.frames.is_empty();
        let found = self.solutions.len();
        let follows = match status {
            Status::Solved if mode == SearchMode::FirstSolution => found == 1,
            Status::Solved => {
                found == 1 && is_root && (self.is_solution || self.conflict().is_ok())
            }
            Status::Multiple => found == 2 && mode != SearchMode::FirstSolution,
            Status::Unsolvable => found == 0 && is_root && self.conflict().is_ok(),
            Status::Stalled => {
                let stalls = mode == SearchMode::LineLogic && !self.is_complete();
                is_root && self.quiet().is_ok() && (may_end || stalls)
            }
            Status::BadCheck | Status::TooLarge | Status::Malformed => false,
        };
        expect(follows, || {
            let frames = self.frames.len();
            format!("{status} in mode {mode:?} with {found} solutions and {frames} open branches")
        })
    }

    /// The value of a cell in the reply: that of the first solution, or if the search has ended early, one that every solution has; `None`
    /// for other cells. Without meaning if the board is unsolvable.
    pub fn value(&self, status: Status, row: usize, column: usize) -> Option<usize> {
        let first = self.solutions.first().map(|grid| grid.get(row, column));
        let first = first.and_then(crate::board::value);
        let known = self.now.board.value(&self.shape, (row, column));
        match (status, first) {
            (Status::Solved | Status::Multiple, _) => first,
            // The board excludes the first solution, so its cells hold in the others only.
            (_, Some(_)) => known.filter(|_| known == first),
            _ => known,
        }
    }
}
