//! The search: probing with selective repeat, branching, and the verdict.
//! Interface: [`Search::clock`] is one clock, after the propagator's; [`Search::start`] begins, [`Search::done`] has the status.
//! Full probing as in Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat as in the ICGA Journal, 2018.

use super::cells::{LineId, SIDE};
use super::propagator::{Entry, Propagator, Visit};

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A solution, and whether it is the only one.
    #[default]
    Proof,
    /// What follows by line logic.
    LineLogic,
    /// A solution.
    FirstSolution,
}

/// The status of the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Solved; in [`Mode::Proof`] this is the only solution.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// The limit or the end of line logic came first; what is certain is known.
    Undecided,
    /// Solved, and there is another solution.
    Multiple,
}

/// In which order cells are probed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Row by row, from left to right: the hardware's.
    #[default]
    Board,
    /// Most known neighbours first.
    Neighbours,
    /// Most known cells in row and column together first.
    Lines,
    /// The row with the fewest unknown cells first.
    Rows,
}

/// The states of the hardware's machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// No search.
    #[default]
    Idle,
    /// Waits until nothing is dirty.
    Propagate,
    /// Reads the row of a cell to write.
    Fetch,
    /// Writes the cell for its column, and reads that.
    WriteRow,
    /// Writes the cell for its row.
    WriteColumn,
    /// Notes what a consistent probe has shown, row by row.
    Harvest,
    /// Reads the top of the trail.
    UndoFetch,
    /// Takes entries back.
    Undo,
    /// Reads a row.
    ScanFetch,
    /// Looks for the next cell to probe, row by row.
    Scan,
    /// Notes a decision on the trail.
    Decide,
    /// Keeps the picture, row by row.
    Save,
}

/// An entry of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trail {
    Line(Entry),
    Decision(Cell),
}

/// A cell and a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    row: usize,
    column: usize,
    filled: bool,
}

/// Why entries are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Undoing {
    /// A probe is over.
    #[default]
    Probe,
    /// A probe is refuted: the opposite holds.
    Refuted,
    /// A decision is exhausted: the opposite holds.
    Decision,
    /// The search ends.
    All,
}

/// Most entries of the trail before the search gives up.
pub const TRAIL: usize = 2048;
const TRAIL_RESERVE: usize = 64;

/// Clocks in a unit of the limit.
pub const LIMIT_UNIT: u64 = 1024;

/// Bits of a probe's gain that are compared.
const MOST_GAIN: usize = 255;

/// The search's registers.
#[derive(Clone, Debug, Default)]
pub struct Search {
    state: State,
    order: Order,
    mode: Mode,
    /// Clocks until the limit, or none.
    left: Option<u64>,
    stop: bool,
    trail: Vec<Trail>,
    level: usize,
    probing: bool,
    cell: Cell,
    /// The cell's other value is to be probed too.
    second: bool,
    mark: usize,
    /// The pass goes on once nothing is dirty.
    resume: bool,
    undoing: Undoing,
    touched: u32,
    consistent_filled: [u32; SIDE],
    consistent_blank: [u32; SIDE],
    /// Rows whose notes of consistent values are from this pass.
    noted: u32,
    /// Rows and columns with news since they were probed: in this pass, in the next.
    old_news: [u32; 2],
    news: [u32; 2],
    row: usize,
    /// The pass takes the first unknown cell as decision.
    any: bool,
    /// Entries of the trail that the probes of the cell took: the last, and the one before.
    gains: [usize; 2],
    best: Option<([usize; 2], Cell)>,
    found: bool,
    ending: Option<Status>,
    picture: [u32; SIDE],
    done: Option<Status>,
    statistics: Statistics,
}

/// What the search has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Values of cells that were tried.
    pub probes: u64,
    /// Those of them that were refuted.
    pub refuted: u64,
    /// Decisions.
    pub decisions: u64,
    /// Entries of the trail that were taken back.
    pub undone: u64,
}

impl Search {
    /// A search that probes in this order.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            ..Self::default()
        }
    }

    /// Ends whatever is going on.
    pub fn clear(&mut self) {
        *self = Self::new(self.order);
    }

    /// The board is complete. `limit` is in units of [`LIMIT_UNIT`] clocks, 0 for none.
    pub fn start(&mut self, mode: Mode, limit: u32) {
        self.clear();
        self.state = State::Propagate;
        self.mode = mode;
        self.left = (limit > 0).then_some(u64::from(limit) * LIMIT_UNIT);
        self.news = [u32::MAX; 2];
    }

    /// The search is to end now.
    pub fn cancel(&mut self) {
        self.stop |= self.is_running();
    }

    /// From the clock after the start to that of the status.
    pub fn is_running(&self) -> bool {
        self.state != State::Idle
    }

    /// The state in this clock.
    pub fn state(&self) -> State {
        self.state
    }

    /// The status, when the search has ended.
    pub fn done(&self) -> Option<Status> {
        self.done
    }

    /// The filled cells of a row of the picture.
    pub fn picture(&self, row: usize) -> u32 {
        self.picture[row]
    }

    /// What was counted.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// One clock, after the propagator's, whose bus had `visit`; `conflict` and `quiet` are what it showed in this clock.
    pub fn clock(
        &mut self,
        board: &mut Propagator,
        visit: Option<Visit>,
        conflict: bool,
        quiet: bool,
    ) {
        if !self.is_running() {
            return;
        }
        if let Some(visit) = visit.filter(|visit| visit.learned != 0) {
            self.note(board, &visit);
        }
        let overflow = self.trail.len() >= TRAIL - TRAIL_RESERVE;
        let stop = self.stop;
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.stop |= overflow || self.left == Some(0);
        match self.state {
            State::Idle => {}
            State::Propagate => self.propagate(board, conflict, quiet, stop),
            State::Fetch => self.state = State::WriteRow,
            State::WriteRow => {
                let Cell {
                    row,
                    column,
                    filled,
                } = self.cell;
                let entry = board.write(
                    LineId {
                        column: false,
                        position: row,
                    },
                    column,
                    filled,
                );
                self.trail.push(Trail::Line(entry));
                self.state = State::WriteColumn;
            }
            State::WriteColumn => {
                let Cell {
                    row,
                    column,
                    filled,
                } = self.cell;
                let entry = board.write(
                    LineId {
                        column: true,
                        position: column,
                    },
                    row,
                    filled,
                );
                self.trail.push(Trail::Line(entry));
                self.state = State::Propagate;
            }
            State::Harvest => self.harvest(board),
            State::UndoFetch => self.state = State::Undo,
            State::Undo => self.undo(board),
            State::ScanFetch => self.scan_fetch(stop),
            State::Scan => self.scan(board),
            State::Decide => {
                self.trail.push(Trail::Decision(self.cell));
                self.level += 1;
                self.statistics.decisions += 1;
                self.news = [0; 2];
                self.resume = false;
                self.state = State::Fetch;
            }
            State::Save => self.save(board),
        }
    }

    /// A visit has learned something.
    fn note(&mut self, board: &Propagator, visit: &Visit) {
        self.trail.push(Trail::Line(board.entry(visit)));
        let LineId { column, position } = visit.line;
        if self.probing {
            self.touched |= u32::from(!column) << position;
        } else {
            self.news[usize::from(column)] |= 1 << position;
            self.news[usize::from(!column)] |= visit.learned;
        }
    }

    fn propagate(&mut self, board: &mut Propagator, conflict: bool, quiet: bool, stop: bool) {
        let certain = self.level == 0 && !self.probing;
        if stop && !certain {
            board.abort();
            self.undo_for(Undoing::All);
        } else if conflict {
            board.abort();
            if self.probing {
                self.statistics.refuted += 1;
                self.undo_for(Undoing::Refuted);
            } else {
                self.backtrack();
            }
        } else if quiet {
            if self.probing {
                if board.is_complete() && self.mode == Mode::FirstSolution {
                    self.save_for(Status::Solved);
                } else {
                    let gain = (self.trail.len() - self.mark).min(MOST_GAIN);
                    self.gains = [gain, self.gains[0]];
                    self.state = State::Harvest;
                }
            } else if board.is_complete() {
                self.solved();
            } else if self.mode == Mode::LineLogic {
                self.save_for(Status::Undecided);
            } else {
                if self.level == 0 {
                    self.trail.clear();
                }
                if !self.resume {
                    self.pass();
                }
                self.state = State::ScanFetch;
            }
        }
    }

    /// A pass over the board begins.
    fn pass(&mut self) {
        self.old_news = self.news;
        self.news = [0; 2];
        self.noted = 0;
        self.row = 0;
        self.any = false;
        self.best = None;
        self.resume = true;
    }

    /// The board is complete, by the decisions on the trail.
    fn solved(&mut self) {
        if self.found {
            self.end(Status::Multiple);
        } else if self.level == 0 || self.mode == Mode::FirstSolution {
            self.save_for(Status::Solved);
        } else {
            self.found = true;
            self.ending = None;
            self.row = 0;
            self.state = State::Save;
        }
    }

    /// The decisions on the trail leave nothing more.
    fn backtrack(&mut self) {
        if self.level > 0 {
            self.undo_for(Undoing::Decision);
        } else {
            self.end(if self.found {
                Status::Solved
            } else {
                Status::Unsolvable
            });
        }
    }

    fn undo_for(&mut self, undoing: Undoing) {
        self.undoing = undoing;
        self.state = State::UndoFetch;
    }

    /// Keeps the picture, then ends.
    fn save_for(&mut self, status: Status) {
        if self.found {
            self.end(status);
        } else {
            self.ending = Some(status);
            self.row = 0;
            self.state = State::Save;
        }
    }

    fn end(&mut self, status: Status) {
        self.done = Some(status);
        self.state = State::Idle;
    }

    /// Reads a row, and keeps the one read before.
    fn save(&mut self, board: &Propagator) {
        if let Some(row) = self.row.checked_sub(1) {
            self.picture[row] = board.filled(row);
        }
        self.row += 1;
        if self.row > board.padded() {
            match self.ending {
                Some(status) => self.end(status),
                None => self.backtrack(),
            }
        }
    }

    /// What a consistent probe has set is consistent too.
    fn harvest(&mut self, board: &Propagator) {
        if self.touched == 0 {
            self.undo_for(Undoing::Probe);
            return;
        }
        let row = self.touched.trailing_zeros() as usize;
        self.touched &= self.touched - 1;
        let fresh = self.noted >> row & 1 == 0;
        let known = board.known(LineId {
            column: false,
            position: row,
        });
        let filled = board.filled(row);
        let before = |word: u32| if fresh { 0 } else { word };
        self.consistent_filled[row] = before(self.consistent_filled[row]) | known & filled;
        self.consistent_blank[row] = before(self.consistent_blank[row]) | known & !filled;
        self.noted |= 1 << row;
    }

    /// Takes an entry back.
    fn undo(&mut self, board: &mut Propagator) {
        match self.trail.pop() {
            Some(Trail::Line(entry)) => {
                board.undo(entry);
                self.statistics.undone += 1;
            }
            Some(Trail::Decision(cell)) if self.undoing == Undoing::Decision => {
                self.level -= 1;
                self.news = [0; 2];
                self.resume = false;
                self.cell = Cell {
                    filled: !cell.filled,
                    ..cell
                };
                self.state = State::Fetch;
            }
            Some(Trail::Decision(_)) | None => {}
        }
        match self.undoing {
            Undoing::Probe if self.trail.len() == self.mark => self.probed(),
            Undoing::Refuted if self.trail.len() == self.mark => {
                self.probing = false;
                self.cell.filled = !self.cell.filled;
                self.state = State::Fetch;
            }
            Undoing::All if self.trail.is_empty() => {
                self.level = 0;
                self.probing = false;
                self.save_for(Status::Undecided);
            }
            _ => {}
        }
    }

    /// The probe is consistent, and the trail is as it was before it.
    fn probed(&mut self) {
        if self.second {
            self.second = false;
            self.cell.filled = !self.cell.filled;
            self.statistics.probes += 1;
            self.state = State::Fetch;
            return;
        }
        self.probing = false;
        let [last, before] = self.gains;
        let score = [last.min(before), last.max(before)];
        if self.best.is_none_or(|(best, _)| score > best) {
            // The value that teaches more comes first.
            let filled = self.cell.filled ^ (before > last);
            self.best = Some((
                score,
                Cell {
                    filled,
                    ..self.cell
                },
            ));
        }
        self.state = State::ScanFetch;
    }

    fn scan_fetch(&mut self, stop: bool) {
        if stop && self.level > 0 {
            self.undo_for(Undoing::All);
        } else if stop {
            self.save_for(Status::Undecided);
        } else {
            self.state = State::Scan;
        }
    }

    /// Looks at a row.
    fn scan(&mut self, board: &Propagator) {
        let hit = match self.order {
            _ if self.any => self.first_of_row(board),
            Order::Board => self.first_of_row(board),
            order => self.best_of_board(board, order),
        };
        if let Some((row, column)) = hit {
            self.row = row;
            let bit = 1 << column;
            let (filled, blank) = (
                self.filled_noted(row) & bit != 0,
                self.blank_noted(row) & bit != 0,
            );
            self.cell = Cell {
                row,
                column,
                filled: !filled || self.any,
            };
            if self.any {
                self.state = State::Decide;
                return;
            }
            self.second = !filled && !blank;
            self.gains = [0; 2];
            self.mark = self.trail.len();
            self.probing = true;
            self.statistics.probes += 1;
            self.state = State::Fetch;
        } else if self.row + 1 < board.rows() && (self.order == Order::Board || self.any) {
            self.row += 1;
        } else if self.news != [0; 2] {
            self.pass();
            self.state = State::ScanFetch;
        } else if let Some((_, cell)) = self.best {
            self.cell = cell;
            self.state = State::Decide;
        } else {
            self.any = true;
            self.row = 0;
            self.state = State::ScanFetch;
        }
    }

    fn first_of_row(&self, board: &Propagator) -> Option<(usize, usize)> {
        let eligible = self.eligible(board, self.row);
        (eligible != 0).then(|| (self.row, eligible.trailing_zeros() as usize))
    }

    /// For the orders that the hardware does not have: a look at the whole board, in one clock.
    fn best_of_board(&self, board: &Propagator, order: Order) -> Option<(usize, usize)> {
        let known = |column, position| board.known(LineId { column, position });
        let score = |row: usize, column: usize| match order {
            Order::Board => 0,
            // A cell beyond the board's edge counts as known.
            Order::Neighbours => [
                (known(false, row), column, board.columns()),
                (known(true, column), row, board.rows()),
            ]
            .into_iter()
            .map(|(line, at, length)| {
                let before = at == 0 || line >> (at - 1) & 1 == 1;
                let after = at + 1 == length || line >> (at + 1) & 1 == 1;
                u32::from(before) + u32::from(after)
            })
            .sum(),
            Order::Lines => known(false, row).count_ones() + known(true, column).count_ones(),
            Order::Rows => known(false, row).count_ones(),
        };
        let mut best = None;
        for row in 0..board.rows() {
            let eligible = self.eligible(board, row);
            for column in (0..board.columns()).filter(|column| eligible >> column & 1 == 1) {
                let score = score(row, column);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, (row, column)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The cells of a row that this pass is to probe.
    fn eligible(&self, board: &Propagator, row: usize) -> u32 {
        let columns = u32::MAX >> (SIDE - board.columns());
        let unknown = columns
            & !board.known(LineId {
                column: false,
                position: row,
            });
        if self.any {
            return unknown;
        }
        let news = if self.old_news[0] >> row & 1 == 1 {
            u32::MAX
        } else {
            self.old_news[1]
        };
        unknown & news & !(self.filled_noted(row) & self.blank_noted(row))
    }

    fn filled_noted(&self, row: usize) -> u32 {
        if self.noted >> row & 1 == 1 {
            self.consistent_filled[row]
        } else {
            0
        }
    }

    fn blank_noted(&self, row: usize) -> u32 {
        if self.noted >> row & 1 == 1 {
            self.consistent_blank[row]
        } else {
            0
        }
    }
}
