//! A search that does not probe at each node: it selects cells by line weights, tries their last values first, and restarts.
//! Interface: [`Search::clock`] runs a cycle of the search after that of line logic; [`Search::verdict`] returns the result.

mod choice;
mod probing;

use nonogram_protocol::Status;
use nonogram_solver::model::clue::{Entry, LineId, LineLogic, SIDE, Visit};

use crate::weights::{BITS, LineWeights};

/// Rule that selects the cell to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The cell with the largest product of three factors: 1 + weights of both lines, 1 + 0.3 per neighbour that is known
    /// or beyond the edge, and 1 + known cells of both lines / side.
    Sum,
    /// The heaviest row with an unknown cell, and the heaviest column among its unknown cells.
    RowThenColumn,
    /// The heaviest row or column with an unknown cell, and the heaviest line that crosses it in an unknown cell.
    LineThenAcross,
}

/// When the search probes all unknown cells once at level 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probing {
    /// The search never probes.
    Never,
    /// The search probes after the first restart.
    AfterRestart,
    /// The search probes at the start and after each restart.
    AtStartAndRestarts,
}

/// A variant of the search.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Rule that selects the cell to branch on.
    pub rule: Rule,
    /// When cells are probed.
    pub probing: Probing,
    /// Whether values set by a consistent probe are skipped in the same pass.
    pub skips_consistent: bool,
    /// Number of conflicts before the first restart. The limit grows by 5/16 at each restart.
    pub first_restart: u32,
}

/// Cycles to choose a cell: one per bit of a weight for the row and for the column, and three to read the row and decide.
const CHOICE: u32 = 2 * BITS + 3;

/// States of the state machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Propagate,
    Harvest,
    FactFetch,
    FactCheck,
    ScanFetch,
    Scan,
    Choose(u32),
    Decide,
    Fetch,
    WriteRow,
    WriteColumn,
    UndoFetch,
    Undo,
    Save(usize),
    Idle,
}

/// A cell and its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    row: usize,
    column: usize,
    filled: bool,
}

/// An entry of the trail: the previous state of a line, or the cell of a decision or probe.
#[derive(Clone, Copy, Debug)]
enum Trail {
    Line(Entry),
    Decision(Cell),
}

/// Maximum number of facts from other probers that can be queued.
const FACTS: usize = 32;

/// The search: its variant, registers and memories.
#[derive(Clone, Debug)]
pub struct Search {
    way: Way,
    /// Whether the last of equally heavy lines is chosen, for rows and for columns.
    last: [bool; 2],
    state: State,
    trail: Vec<Trail>,
    /// Rows and columns with an entry since the current cell was fetched.
    entered: [u32; 2],
    /// Entry for the visit of the previous cycle, to be pushed onto the trail; `None` if that cycle had no visit that decided a cell.
    noting: Option<Entry>,
    /// Number of decisions and probes on the trail.
    level: usize,
    /// The cell that is written next.
    cell: Cell,
    /// Whether entries are undone back to the last decision, which is then inverted; otherwise all entries are undone.
    flips: bool,
    /// Whether `picture` holds a solution, and whether the rows compared so far differ from it.
    found: bool,
    differs: bool,
    picture: [u32; SIDE],
    /// The last value of each cell.
    saved: [u32; SIDE],
    weights: LineWeights,
    /// Conflicts outside probes since the last restart, and the number that triggers the next one.
    conflicts: u32,
    restart_after: u32,
    restarts: u32,
    /// Whether the last decision is a probe.
    probing: bool,
    /// Whether a pass of probes is under way or due.
    passing: bool,
    /// Cell at which the pass continues, and whether its second value is next.
    scan_row: usize,
    scan_column: usize,
    scan_second: bool,
    /// Rows in which the current probe has set cells.
    touched: u32,
    /// Cells that consistent probes of the pass have made blank (index 0) and filled (index 1).
    consistent: [[u32; SIDE]; 2],
    facts: Vec<Cell>,
    proven: Option<Cell>,
    verdict: Option<Status>,
}

impl Search {
    /// Creates the search of prober `number`.
    pub fn new(way: Way, number: usize) -> Self {
        Self {
            way,
            last: [number & 1 == 1, number & 2 == 2],
            state: State::Propagate,
            trail: Vec::new(),
            entered: [0; 2],
            noting: None,
            level: 0,
            cell: Cell::default(),
            flips: false,
            found: false,
            differs: false,
            picture: [0; SIDE],
            saved: [if number & 1 == 1 { 0 } else { u32::MAX }; SIDE],
            weights: LineWeights::default(),
            conflicts: 0,
            restart_after: way.first_restart,
            restarts: 0,
            probing: false,
            passing: way.probing == Probing::AtStartAndRestarts,
            scan_row: 0,
            scan_column: 0,
            scan_second: false,
            touched: 0,
            consistent: [[0; SIDE]; 2],
            facts: Vec::new(),
            proven: None,
            verdict: None,
        }
    }

    /// The verdict; `None` until the search has ended.
    pub fn verdict(&self) -> Option<Status> {
        self.verdict
    }

    /// The cell that the last cycle has proven to have this value in every solution; `None` if it has proven none.
    pub fn proven(&self) -> Option<Cell> {
        self.proven
    }

    /// Queues a cell that another prober has proven, unless the queue is full.
    pub fn hear(&mut self, fact: Cell) {
        if self.facts.len() < FACTS {
            self.facts.push(fact);
        }
    }

    /// Runs one cycle, in which the board ended `visit`, if any. `conflict` and `quiet` are the board's outputs before the cycle.
    pub fn clock(
        &mut self,
        board: &mut LineLogic,
        visit: Option<Visit>,
        conflict: Option<LineId>,
        quiet: bool,
    ) {
        self.proven = None;
        let note = self.note(board, visit);
        match self.state {
            State::Propagate => self.propagate(board, conflict, quiet && !note),
            State::Harvest => self.harvest(board),
            State::FactFetch => self.state = State::FactCheck,
            State::FactCheck => self.check_fact(board),
            State::ScanFetch => self.state = State::Scan,
            State::Scan => self.scan(board),
            State::Choose(1) => {
                self.choose(board);
                self.state = State::Decide;
            }
            State::Choose(left) => self.state = State::Choose(left - 1),
            State::Decide => {
                self.trail.push(Trail::Decision(self.cell));
                self.level += 1;
                self.state = State::Fetch;
            }
            State::Fetch => {
                self.entered = [0; 2];
                self.state = State::WriteRow;
            }
            State::WriteRow => {
                let Cell { row, column, .. } = self.cell;
                self.write(board, row_id(row), column);
                self.state = State::WriteColumn;
            }
            State::WriteColumn => {
                let Cell { row, column, .. } = self.cell;
                self.write(board, column_id(column), row);
                self.state = State::Propagate;
            }
            State::UndoFetch if note => {}
            State::UndoFetch => self.state = State::Undo,
            State::Undo => self.undo(board),
            State::Save(row) => self.save(board, row),
            State::Idle => {}
        }
    }

    /// Saves the values of a visited row. Pushes the entry of the previous cycle, unless its line has an entry since the current cell was
    /// fetched. Prepares the entry of this cycle. Returns whether the previous cycle had an entry.
    fn note(&mut self, board: &LineLogic, visit: Option<Visit>) -> bool {
        if let Some(visit) = visit.filter(|visit| !visit.line.column) {
            let known = board.known(visit.line);
            let saved = &mut self.saved[visit.line.position];
            *saved = *saved & !known | visit.finding.filled & known;
        }
        let learned = visit.filter(|visit| visit.learned != 0);
        let entry = learned.map(|visit| board.entry(&visit));
        let note = std::mem::replace(&mut self.noting, entry);
        if let Some(entry) = note {
            let LineId { column, position } = entry.line;
            self.touched |= u32::from(!column) << position;
            if self.entered[usize::from(column)] >> position & 1 == 0 {
                self.enter(entry);
            }
        }
        note.is_some()
    }

    fn enter(&mut self, entry: Entry) {
        self.entered[usize::from(entry.line.column)] |= 1 << entry.line.position;
        self.trail.push(Trail::Line(entry));
    }

    fn write(&mut self, board: &mut LineLogic, line: LineId, across: usize) {
        let entry = board.write(line, across, self.cell.filled);
        self.enter(entry);
    }

    fn propagate(&mut self, board: &mut LineLogic, conflict: Option<LineId>, quiet: bool) {
        if let Some(line) = conflict {
            board.abort();
            self.weights.raise(line);
            self.conflicts += u32::from(!self.probing);
            self.backtrack();
        } else if !quiet {
        } else if board.is_complete() {
            self.state = State::Save(0);
        } else if self.probing {
            self.state = State::Harvest;
        } else if self.conflicts >= self.restart_after {
            self.restart();
        } else if self.level > 0 {
            self.state = State::Choose(CHOICE);
        } else {
            self.trail.clear();
            if !self.facts.is_empty() {
                self.cell = self.facts.remove(0);
                self.state = State::FactFetch;
            } else if self.passing {
                self.state = State::ScanFetch;
            } else {
                self.state = State::Choose(CHOICE);
            }
        }
    }

    fn restart(&mut self) {
        self.conflicts = 0;
        self.restart_after += self.restart_after * 5 / 16;
        self.restarts += 1;
        self.passing |= match self.way.probing {
            Probing::Never => false,
            Probing::AfterRestart => self.restarts == 1,
            Probing::AtStartAndRestarts => true,
        };
        (self.scan_row, self.scan_column, self.scan_second) = (0, 0, false);
        self.consistent = [[0; SIDE]; 2];
        if self.level > 0 {
            self.undo_all();
        }
    }

    fn undo_all(&mut self) {
        self.flips = false;
        self.state = State::UndoFetch;
    }

    fn backtrack(&mut self) {
        if self.level == 0 {
            self.exhausted();
        } else {
            self.flips = true;
            self.state = State::UndoFetch;
        }
    }

    fn exhausted(&mut self) {
        self.end(match self.found {
            true => Status::Solved,
            false => Status::Unsolvable,
        });
    }

    fn end(&mut self, verdict: Status) {
        self.verdict = Some(verdict);
        self.state = State::Idle;
    }

    fn undo(&mut self, board: &mut LineLogic) {
        match self.trail.pop() {
            Some(Trail::Line(entry)) => board.undo(entry),
            Some(Trail::Decision(cell)) if self.flips => {
                self.level -= 1;
                self.probing = false;
                let filled = !cell.filled;
                self.cell = Cell { filled, ..cell };
                // A cell that only excludes a solution already found is not a fact for other probers.
                self.proven = (self.level == 0 && !self.found).then_some(self.cell);
                self.state = State::Fetch;
                return;
            }
            Some(Trail::Decision(_)) | None => {}
        }
        if self.trail.is_empty() {
            self.level = 0;
            self.probing = false;
            self.state = State::Propagate;
        }
    }

    /// Saves the picture, one row per cycle; if a solution was found before, compares the picture with it instead.
    fn save(&mut self, board: &LineLogic, row: usize) {
        if row < board.rows() {
            let filled = board.filled(row) & (u32::MAX >> (SIDE - board.columns()));
            self.differs |= self.found && self.picture[row] != filled;
            if !self.found {
                self.picture[row] = filled;
            }
        }
        self.state = State::Save(row + 1);
        if row < board.padded() {
            return;
        }
        if self.differs {
            self.end(Status::Multiple);
        } else if self.level == 0 {
            self.end(Status::Solved);
        } else {
            self.found = true;
            self.backtrack();
        }
    }
}

fn row_id(position: usize) -> LineId {
    LineId {
        column: false,
        position,
    }
}

fn column_id(position: usize) -> LineId {
    LineId {
        column: true,
        position,
    }
}

/// The unknown cells of a row.
fn unknown(board: &LineLogic, row: usize) -> u32 {
    !board.known(row_id(row)) & (u32::MAX >> (SIDE - board.columns()))
}
