//! Line logic on the whole board: dirty lines, the scheduler, the engines, and the bus that takes their findings.
//! Interface: [`Propagator::clock`] is one clock; [`Propagator::write`], [`Propagator::undo`] and [`Propagator::abort`] are the search's.

use super::cells::{Cells, LineId, SIDE, Values};
use super::engine::{Automaton, Engine, Finding, Groups};

/// What is put back when a line's knowledge is undone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The line.
    pub line: LineId,
    /// Its cells that were known before.
    pub known: u32,
}

/// A visit's end, as it stands on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The line.
    pub line: LineId,
    /// What the engine has found.
    pub finding: Finding,
    /// Cells known now that were not known to the line before.
    pub learned: u32,
    /// Those that the lines across are told of.
    pub told: u32,
}

/// Engines, cells, marks.
#[derive(Clone, Debug)]
pub struct Propagator {
    /// Cells in a group.
    width: usize,
    groups: usize,
    sizes: [usize; 2],
    clues: [[Automaton; SIDE]; 2],
    cells: Cells,
    engines: Vec<Engine>,
    /// The line of each engine's visit.
    lines: Vec<LineId>,
    dirty: [u32; 2],
    /// Lines whose clue is there; others are not visited.
    received: [u32; 2],
    /// The engine whose visit has just ended, and its line.
    settling: Option<(usize, LineId)>,
    /// The engine whose finding is gathered, and its line.
    gathered: Option<(usize, LineId)>,
    /// The finding on the bus, and its line.
    bus: Option<(LineId, Finding)>,
    known: [[u32; SIDE]; 2],
    filled: [u32; SIDE],
    /// Rows of which every cell is known.
    complete: u32,
    /// The line of the first visit of the last clock that has found a contradiction.
    met_conflict: Option<LineId>,
    conflict: Option<LineId>,
    visits: u64,
    /// The visit started last is a column's.
    column_last: bool,
}

impl Propagator {
    /// No board, on engines whose directions take `width` cells a clock.
    pub fn new(engines: usize, width: usize) -> Self {
        Self {
            width,
            groups: 0,
            sizes: [0; 2],
            clues: [[Automaton::default(); SIDE]; 2],
            cells: Cells::default(),
            engines: vec![Engine::new(width); engines],
            lines: vec![LineId::default(); engines],
            dirty: [0; 2],
            received: [0; 2],
            settling: None,
            gathered: None,
            bus: None,
            known: [[0; SIDE]; 2],
            filled: [0; SIDE],
            complete: 0,
            met_conflict: None,
            conflict: None,
            visits: 0,
            column_last: false,
        }
    }

    /// Visits begun.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Begins a board; its cells are to be cleared.
    pub fn begin(&mut self, rows: usize, columns: usize) {
        *self = Self::new(self.engines.len(), self.width);
        self.sizes = [rows, columns];
        self.groups = rows.max(columns).div_ceil(self.width);
    }

    /// Forgets one line of each kind; the cells beyond the board are blank.
    pub fn clear(&mut self, position: usize) {
        for (column, size) in [(false, self.sizes[0]), (true, self.sizes[1])] {
            let values = if position < size {
                Values::Unknown
            } else {
                Values::Known(0)
            };
            self.cells
                .tell(LineId { column, position }, u32::MAX, values);
        }
    }

    /// The board's rows.
    pub fn rows(&self) -> usize {
        self.sizes[0]
    }

    /// The board's columns.
    pub fn columns(&self) -> usize {
        self.sizes[1]
    }

    /// Cells of a line, padding included.
    pub fn padded(&self) -> usize {
        self.width * self.groups
    }

    /// A finding stands on the bus.
    pub fn bus_is_taken(&self) -> bool {
        self.bus.is_some()
    }

    /// The bits of a line's cells, padding included.
    fn mask(&self) -> u32 {
        u32::MAX >> (SIDE - self.padded())
    }

    /// A line's clue is complete.
    pub fn receive(&mut self, line: LineId, clue: Automaton) {
        self.clues[usize::from(line.column)][line.position] = clue;
        self.dirty[usize::from(line.column)] |= 1 << line.position;
        self.received[usize::from(line.column)] |= 1 << line.position;
        self.known[usize::from(line.column)][line.position] = 0;
    }

    /// Nothing is under way, and no line is dirty.
    pub fn is_quiet(&self) -> bool {
        self.dirty == [0; 2]
            && self.settling.is_none()
            && self.gathered.is_none()
            && self.bus.is_none()
            && !self.engines.iter().any(Engine::is_busy)
    }

    /// Every row is known.
    pub fn is_complete(&self) -> bool {
        let rows = u32::MAX >> (SIDE - self.sizes[0]);
        self.complete & rows == rows
    }

    /// A visit has found a contradiction, two clocks ago.
    pub fn conflict(&self) -> bool {
        self.conflict.is_some()
    }

    /// The line of that visit; of several, that of the first engine.
    pub fn conflict_line(&self) -> Option<LineId> {
        self.conflict
    }

    /// The cells of a line that are known, as of its last visit.
    pub fn known(&self, line: LineId) -> u32 {
        self.known[usize::from(line.column)][line.position]
    }

    /// The filled cells of a row, as of its last visit.
    pub fn filled(&self, row: usize) -> u32 {
        self.filled[row]
    }

    /// Puts a line's knowledge: its word, and the row's mark.
    fn put_known(&mut self, line: LineId, known: u32) {
        self.known[usize::from(line.column)][line.position] = known;
        if !line.column {
            let full = known & self.mask() == self.mask();
            self.complete =
                self.complete & !(1 << line.position) | u32::from(full) << line.position;
        }
    }

    /// Tells the lines across.
    fn tell(&mut self, line: LineId, mask: u32, filled: u32) {
        self.cells.tell(line, mask, Values::Known(filled));
        let across = usize::from(!line.column);
        self.dirty[across] |= mask & self.received[across];
    }

    /// The search writes a cell: its row tells the column, or its column the row.
    pub fn write(&mut self, line: LineId, across: usize, filled: bool) -> Entry {
        self.tell(line, 1 << across, u32::from(filled) << across);
        Entry {
            line,
            known: self.known(line),
        }
    }

    /// Takes an entry of the trail back.
    pub fn undo(&mut self, entry: Entry) {
        self.cells
            .tell(entry.line, !entry.known & self.mask(), Values::Unknown);
        self.put_known(entry.line, entry.known);
    }

    /// Drops all visits and marks.
    pub fn abort(&mut self) {
        self.engines.iter_mut().for_each(Engine::abort);
        self.dirty = [0; 2];
        (self.settling, self.gathered, self.bus) = (None, None, None);
        (self.met_conflict, self.conflict) = (None, None);
    }

    /// One clock; what stood on the bus in it.
    pub fn clock(&mut self) -> Option<Visit> {
        let dirty = self.dirty;
        // Findings of the bus land at the end of the clock, so the engines read first.
        let finding = self.bus.take().filter(|_| self.conflict.is_none());
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
                            front: self.cells.group(line, front, self.width),
                            back: self.cells.group(line, back, self.width),
                        });
                let clue = self.clues[usize::from(line.column)][line.position];
                if engine.clock(self.groups, clue, read) {
                    self.met_conflict = self.met_conflict.or(Some(line));
                }
            }
            if free && starts.is_none() {
                starts = self.candidate(number, dirty).map(|line| (number, line));
            }
        }
        let visit = finding.map(|(line, finding)| self.finish(line, finding));
        if let Some((number, line)) = starts {
            self.engines[number].start();
            self.lines[number] = line;
            let told = visit.map_or(0, |visit| {
                if visit.line.column == line.column {
                    0
                } else {
                    visit.told
                }
            });
            if told >> line.position & 1 == 0 {
                self.dirty[usize::from(line.column)] &= !(1 << line.position);
            }
            self.visits += 1;
            self.column_last = line.column;
        }
        visit
    }

    /// The line that an engine would visit next: the first dirty one that it serves, of the kind started last if there is one.
    fn candidate(&self, number: usize, dirty: [u32; 2]) -> Option<LineId> {
        let engines = self.engines.len();
        let first = |column: bool| {
            let served = if column {
                (number + engines / 2) % engines
            } else {
                number
            };
            (served..SIDE)
                .step_by(engines)
                .find(|&position| dirty[usize::from(column)] >> position & 1 == 1)
                .map(|position| LineId { column, position })
        };
        first(self.column_last).or_else(|| first(!self.column_last))
    }

    /// Takes a finding from the bus.
    fn finish(&mut self, line: LineId, finding: Finding) -> Visit {
        let before = self.known(line);
        let learned = finding.known & self.mask() & !before;
        let told = finding.fresh & learned;
        self.tell(line, told, finding.filled);
        self.put_known(line, finding.known & self.mask());
        if !line.column {
            self.filled[line.position] = finding.filled;
        }
        Visit {
            line,
            finding,
            learned,
            told,
        }
    }

    /// What an entry of the trail says after this visit.
    pub fn entry(&self, visit: &Visit) -> Entry {
        Entry {
            line: visit.line,
            known: visit.finding.known & self.mask() & !visit.learned,
        }
    }
}
