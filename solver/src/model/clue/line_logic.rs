//! Line logic on the whole board: marks, scheduler, engines, and the bus for their findings.
//!
//! Interface: [`LineLogic::clock`] runs one cycle; the search uses [`LineLogic::write`], [`LineLogic::undo`] and [`LineLogic::abort`].

use super::cells::{Cells, LineId, SIDE, Values};
use super::engine::{Automaton, Engine, Finding, Groups};

/// Trail entry of a line: the state that undoing restores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The line that the entry restores.
    pub line: LineId,
    /// Cells of the line that were known before the change, one bit per cell.
    pub known: u32,
}

/// A visit that ended, with its finding on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The visited line.
    pub line: LineId,
    /// Result of the engine.
    pub finding: Finding,
    /// Cells that the finding adds to the known cells of its line, one bit per cell.
    pub learned: u32,
    /// Learned cells that are written into the crossing lines, one bit per cell.
    pub crossing: u32,
}

/// Engines, cells and marks of one board.
#[derive(Clone, Debug)]
pub struct LineLogic {
    cells_per_step: usize,
    /// Number of groups of cells per line.
    groups: usize,
    /// Number of rows and of columns.
    sizes: [usize; 2],
    clues: [[Automaton; SIDE]; 2],
    cells: Cells,
    engines: Vec<Engine>,
    /// Line that each engine visits.
    lines: Vec<LineId>,
    /// Lines to be visited, one bit per line: rows, and columns.
    marked: [u32; 2],
    /// Lines whose clue has arrived, one bit per line. Other lines are not visited.
    received: [u32; 2],
    /// The engine whose visit has just ended, and its line.
    settling: Option<(usize, LineId)>,
    /// The engine whose finding is selected in this cycle, and its line.
    gathered: Option<(usize, LineId)>,
    /// The line and the finding on the bus.
    bus: Option<(LineId, Finding)>,
    /// Known cells of each row and of each column.
    known: [[u32; SIDE]; 2],
    /// Filled cells of each row.
    filled: [u32; SIDE],
    /// Rows whose cells are all known in `known`, one bit per row.
    complete: u32,
    /// Whether a visit found a contradiction in the previous cycle.
    met_conflict: bool,
    /// Value of `met_conflict` in the previous cycle.
    conflict: bool,
    visits: u64,
    /// Whether the visit that started last is to a column.
    column_last: bool,
}

impl LineLogic {
    /// Creates line logic without a board. Engines process `cells_per_step` cells per cycle in each direction.
    pub fn new(engines: usize, cells_per_step: usize) -> Self {
        Self {
            cells_per_step,
            groups: 0,
            sizes: [0; 2],
            clues: [[Automaton::default(); SIDE]; 2],
            cells: Cells::default(),
            engines: vec![Engine::new(cells_per_step); engines],
            lines: vec![LineId::default(); engines],
            marked: [0; 2],
            received: [0; 2],
            settling: None,
            gathered: None,
            bus: None,
            known: [[0; SIDE]; 2],
            filled: [0; SIDE],
            complete: 0,
            met_conflict: false,
            conflict: false,
            visits: 0,
            column_last: false,
        }
    }

    /// Number of visits begun since the board began.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Begins a board. [`Self::clear`] clears its cells.
    pub fn begin(&mut self, rows: usize, columns: usize) {
        *self = Self::new(self.engines.len(), self.cells_per_step);
        self.sizes = [rows, columns];
        self.groups = rows.max(columns).div_ceil(self.cells_per_step);
    }

    /// Clears the cells of the row and of the column at `position`. Those of a line beyond the board become blank.
    pub fn clear(&mut self, position: usize) {
        for (column, size) in [(false, self.sizes[0]), (true, self.sizes[1])] {
            let values = if position < size {
                Values::Unknown
            } else {
                Values::Known(0)
            };
            self.cells
                .write(LineId { column, position }, u32::MAX, values);
        }
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.sizes[0]
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.sizes[1]
    }

    /// Cells per line, padding included.
    pub fn padded(&self) -> usize {
        self.cells_per_step * self.groups
    }

    /// Whether a finding is on the bus.
    pub fn bus_is_taken(&self) -> bool {
        self.bus.is_some()
    }

    /// Mask of the cells of a line, padding included.
    fn mask(&self) -> u32 {
        u32::MAX >> (SIDE - self.padded())
    }

    /// Stores the complete clue of a line and marks the line.
    pub fn receive(&mut self, line: LineId, clue: Automaton) {
        self.clues[usize::from(line.column)][line.position] = clue;
        self.marked[usize::from(line.column)] |= 1 << line.position;
        self.received[usize::from(line.column)] |= 1 << line.position;
        self.known[usize::from(line.column)][line.position] = 0;
    }

    /// Whether no line is marked or visited, and no finding is pending.
    pub fn is_quiet(&self) -> bool {
        self.marked == [0; 2]
            && self.settling.is_none()
            && self.gathered.is_none()
            && self.bus.is_none()
            && !self.engines.iter().any(Engine::is_busy)
    }

    /// Whether every cell is known, as of the last visit or undo of its row.
    pub fn is_complete(&self) -> bool {
        let rows = u32::MAX >> (SIDE - self.sizes[0]);
        self.complete & rows == rows
    }

    /// Whether a visit found a contradiction two cycles ago.
    pub fn conflict(&self) -> bool {
        self.conflict
    }

    /// Known cells of a line, as of its last visit or undo.
    pub fn known(&self, line: LineId) -> u32 {
        self.known[usize::from(line.column)][line.position]
    }

    /// Filled cells of a row, as of its last visit.
    pub fn filled(&self, row: usize) -> u32 {
        self.filled[row]
    }

    /// Stores the known cells of a line, and for a row whether it is complete.
    fn put_known(&mut self, line: LineId, known: u32) {
        self.known[usize::from(line.column)][line.position] = known;
        if !line.column {
            let full = known & self.mask() == self.mask();
            self.complete =
                self.complete & !(1 << line.position) | u32::from(full) << line.position;
        }
    }

    /// Writes cells into the crossing lines, and marks those of these lines whose clue has arrived.
    fn write_across(&mut self, line: LineId, mask: u32, filled: u32) {
        self.cells.write(line, mask, Values::Known(filled));
        let across = usize::from(!line.column);
        self.marked[across] |= mask & self.received[across];
    }

    /// Writes the cell of a line at position `across` into the crossing line, and marks that line. Returns the entry that undoes the write.
    pub fn write(&mut self, line: LineId, across: usize, filled: bool) -> Entry {
        self.write_across(line, 1 << across, u32::from(filled) << across);
        Entry {
            line,
            known: self.known(line),
        }
    }

    /// Restores a line from an entry of the trail.
    pub fn undo(&mut self, entry: Entry) {
        self.cells
            .write(entry.line, !entry.known & self.mask(), Values::Unknown);
        self.put_known(entry.line, entry.known);
    }

    /// Ends all visits, discards their findings and contradictions, and clears all marks.
    pub fn abort(&mut self) {
        self.engines.iter_mut().for_each(Engine::abort);
        self.marked = [0; 2];
        (self.settling, self.gathered, self.bus) = (None, None, None);
        (self.met_conflict, self.conflict) = (false, false);
    }

    /// Runs one cycle. Returns the visit whose finding was on the bus, if any; a finding is dropped if there is a contradiction.
    pub fn clock(&mut self) -> Option<Visit> {
        let marked = self.marked;
        // The finding is written at the end of the cycle, so the engines read first.
        let finding = self.bus.take().filter(|_| !self.conflict);
        self.bus =
            (self.gathered.take()).map(|(engine, line)| (line, self.engines[engine].finding()));
        self.gathered = self.settling.take();
        self.conflict = std::mem::take(&mut self.met_conflict);
        let mut starts = None;
        for number in 0..self.engines.len() {
            let line = self.lines[number];
            let engine = &mut self.engines[number];
            let free = !engine.is_busy() || engine.ends(self.groups);
            if engine.is_busy() {
                if engine.ends(self.groups) {
                    self.settling = Some((number, line));
                }
                let read =
                    engine
                        .reads(self.groups)
                        .map_or_else(Groups::default, |(front, back)| Groups {
                            front: self.cells.group(line, front, self.cells_per_step),
                            back: self.cells.group(line, back, self.cells_per_step),
                        });
                let clue = self.clues[usize::from(line.column)][line.position];
                self.met_conflict |= engine.clock(self.groups, clue, read);
            }
            if free && starts.is_none() {
                starts = self.candidate(number, marked).map(|line| (number, line));
            }
        }
        let visit = finding.map(|(line, finding)| self.finish(line, finding));
        if let Some((number, line)) = starts {
            self.engines[number].start();
            self.lines[number] = line;
            let crossing = visit.map_or(0, |visit| {
                if visit.line.column == line.column {
                    0
                } else {
                    visit.crossing
                }
            });
            if crossing >> line.position & 1 == 0 {
                self.marked[usize::from(line.column)] &= !(1 << line.position);
            }
            self.visits += 1;
            self.column_last = line.column;
        }
        visit
    }

    /// The next line that an engine would visit: the first marked one that it serves, preferably of the same kind (row or column) as the
    /// line of the visit that started last. `None` if no line that it serves is marked.
    fn candidate(&self, number: usize, marked: [u32; 2]) -> Option<LineId> {
        let engines = self.engines.len();
        let first = |column: bool| {
            let served = if column {
                (number + engines / 2) % engines
            } else {
                number
            };
            (served..SIDE)
                .step_by(engines)
                .find(|&position| marked[usize::from(column)] >> position & 1 == 1)
                .map(|position| LineId { column, position })
        };
        first(self.column_last).or_else(|| first(!self.column_last))
    }

    /// Writes the new cells of the finding on the bus into the crossing lines, and stores the known cells of its line.
    fn finish(&mut self, line: LineId, finding: Finding) -> Visit {
        let before = self.known(line);
        let learned = finding.known & self.mask() & !before;
        let crossing = finding.fresh & learned;
        self.write_across(line, crossing, finding.filled);
        self.put_known(line, finding.known & self.mask());
        if !line.column {
            self.filled[line.position] = finding.filled;
        }
        Visit {
            line,
            finding,
            learned,
            crossing,
        }
    }

    /// The trail entry of a visit whose finding has been written.
    pub fn entry(&self, visit: &Visit) -> Entry {
        Entry {
            line: visit.line,
            known: visit.finding.known & self.mask() & !visit.learned,
        }
    }
}
