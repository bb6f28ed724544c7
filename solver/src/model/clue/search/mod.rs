//! The search: probing with selective repeat, branching, and the verdict; here its registers, and what each state does.
//! Interface: [`Search::clock`] is one clock, after the propagator's; [`Search::start`] begins, [`Search::done`] has the status.
//! Full probing as in Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat as in the ICGA Journal, 2018.

mod council;
mod probing;
mod trail;
mod verdict;

use std::iter::Sum;

use super::cells::SIDE;
use super::propagator::{Propagator, Visit};
pub use council::{Council, Share};
use council::{Heard, Said};
pub use probing::Order;
use trail::{Note, Trail, Undoing};
pub use verdict::{Mode, Status};

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
    /// Reads the trail, once a finding on its way has been noted.
    UndoFetch,
    /// Takes entries back.
    Undo,
    /// Reads a row.
    ScanFetch,
    /// Reads the next one.
    ScanRead,
    /// Looks for the next cell to probe, row by row.
    Scan,
    /// Notes a decision on the trail.
    Decide,
    /// Keeps the picture, row by row.
    Save,
}

/// A cell and a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    row: usize,
    column: usize,
    filled: bool,
}

/// Clocks in a unit of the limit.
pub const LIMIT_UNIT: u64 = 1024;

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
    /// Rows and columns with an entry since the last cell was fetched to be written.
    entered: [u32; 2],
    /// What was learned on the bus in the last clock.
    noting: Option<Note>,
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
    /// Known cells left and right that a cell has to have to be probed now.
    beside: u32,
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
    /// The cells that it probes.
    share: Share,
    /// It has nothing left to probe in this pass, and waits for the others.
    exhausted: bool,
    /// It has written the fact that it was told.
    taken: bool,
    said: Said,
    heard: Heard,
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
    /// Refuted probes that the other probers were not told of, for another one was told in that clock.
    pub untold: u64,
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            probes: sum.probes + part.probes,
            refuted: sum.refuted + part.refuted,
            decisions: sum.decisions + part.decisions,
            undone: sum.undone + part.undone,
            untold: sum.untold + part.untold,
        })
    }
}

impl Search {
    /// A search that probes its share of the cells in this order.
    pub fn new(order: Order, share: Share) -> Self {
        Self {
            order,
            share,
            ..Self::default()
        }
    }

    /// Ends whatever is going on.
    pub fn clear(&mut self) {
        *self = Self::new(self.order, self.share);
    }

    /// The board is complete. `limit` is in units of [`LIMIT_UNIT`] clocks, 0 for none.
    pub fn start(&mut self, mode: Mode, limit: u32) {
        *self = Self {
            noting: self.noting,
            ..Self::new(self.order, self.share)
        };
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

    /// Tells what the council says in this clock.
    pub fn hear(&mut self, heard: Heard) {
        self.heard = heard;
    }

    /// What the council was told in the clock before.
    pub fn said(&self) -> Said {
        self.said
    }

    /// A probe of another search, or its own, was refuted, and the cell is still to be written.
    fn is_told(&self) -> bool {
        self.heard.fact.is_some() && !self.taken
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
        let learned = visit.filter(|visit| visit.learned != 0);
        let note = std::mem::replace(
            &mut self.noting,
            learned.map(|visit| Note {
                entry: board.entry(&visit),
                learned: visit.learned,
            }),
        );
        if !self.is_running() {
            return;
        }
        let overflow = self.overflows();
        self.said = Said {
            exhausted: self.exhausted,
            best: self.best,
            ..Said::default()
        };
        self.taken &= self.heard.fact.is_some();
        if let Some(note) = note {
            self.note(note);
        }
        let quiet = quiet && note.is_none();
        let stop = self.stop;
        self.left = self.left.map(|left| left.saturating_sub(1));
        self.stop |= overflow || self.left == Some(0);
        match self.state {
            State::Idle => {}
            State::Propagate => self.propagate(board, conflict, quiet, stop),
            State::Fetch => {
                self.entered = [0; 2];
                self.state = State::WriteRow;
            }
            State::WriteRow => {
                self.write(board, false);
                self.state = State::WriteColumn;
            }
            State::WriteColumn => {
                self.write(board, true);
                self.state = State::Propagate;
            }
            State::Harvest => self.harvest(board),
            State::UndoFetch | State::Undo => {
                let refuted = self.is_told() && self.undoing == Undoing::Probe;
                match self.state {
                    State::Undo => self.undo(board),
                    _ if note.is_some() => {}
                    _ => self.state = State::Undo,
                }
                if refuted {
                    self.undoing = Undoing::Refuted;
                }
            }
            State::ScanFetch | State::ScanRead | State::Scan if self.is_told() => self.refuted(),
            State::ScanFetch => self.scan_fetch(stop),
            State::ScanRead => self.state = State::Scan,
            State::Scan => self.scan(board),
            State::Decide => self.decide(),
            State::Save => self.save(board),
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
                self.said.refutes = Some(self.cell);
                self.undo_for(Undoing::Refuted);
            } else {
                self.backtrack();
            }
        } else if self.probing && self.is_told() {
            board.abort();
            self.undo_for(Undoing::Refuted);
        } else if quiet {
            if self.probing {
                if board.is_complete() && self.mode == Mode::FirstSolution {
                    self.save_for(Status::Solved);
                } else {
                    self.consistent();
                }
            } else if board.is_complete() {
                self.solved();
            } else if self.mode == Mode::LineLogic {
                self.save_for(Status::Undecided);
            } else {
                self.said.settled = true;
                if !self.heard.together {
                    return;
                }
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
}
