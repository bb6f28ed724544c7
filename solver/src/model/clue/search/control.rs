//! The controller: the action of each state, in the order of the hardware's transition table (`hdl/src/core/clue/search/control.rs`).
//!
//! Interface: [`Search::step`] runs one cycle of the controller.

use nonogram_protocol::{SearchMode, Status};

use super::row_scanner::Candidates;
use super::{Cell, Search};
use crate::model::clue::line_logic::LineLogic;

/// The states of the hardware's controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// No search is running.
    #[default]
    Idle,
    /// Waits for the fixpoint of line logic or a contradiction. A stop can end the wait.
    Propagate,
    /// Reads the row of the current cell.
    Fetch,
    /// Pushes the row's entry, writes the cell into the columns' copy, and reads its column.
    WriteRow,
    /// Records the values that a consistent probe has set, one row per cycle.
    Harvest,
    /// Pushes the column's entry, and writes the cell into the rows' copy.
    WriteColumn,
    /// Reads the trail, once the finding in the pipeline register has been pushed.
    UndoFetch,
    /// Pops one entry of the trail per cycle and restores its line, unless the entry is a decision.
    Undo,
    /// Reads the first row to scan.
    ScanFetch,
    /// Reads the second row to scan.
    ScanRead,
    /// Searches for the next cell to probe or decide, one row per cycle.
    Scan,
    /// Pushes a decision.
    Decide,
    /// Copies the board into the solution buffer, one row per cycle.
    Save,
}

impl State {
    /// The states in the order of their codes in the hardware.
    pub const ALL: [Self; 13] = [
        Self::Idle,
        Self::Propagate,
        Self::Fetch,
        Self::WriteRow,
        Self::Harvest,
        Self::WriteColumn,
        Self::UndoFetch,
        Self::Undo,
        Self::ScanFetch,
        Self::ScanRead,
        Self::Scan,
        Self::Decide,
        Self::Save,
    ];
}

/// Reason for popping entries of the trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undoing {
    /// The probe is consistent.
    #[default]
    Probe,
    /// The probe is refuted: the opposite of its value holds.
    Refuted,
    /// The last decision is exhausted: the opposite value holds in all further solutions that agree with the earlier decisions.
    Decision,
    /// The search ends.
    All,
}

impl Undoing {
    /// The reasons in the order of their codes in the hardware.
    pub const ALL: [Self; 4] = [Self::Probe, Self::Refuted, Self::Decision, Self::All];
}

/// Registers of the controller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control {
    pub state: State,
    pub undoing: Undoing,
    pub mode: SearchMode,
    /// Whether the search must end, because of the limit, a cancellation or a full trail.
    pub stop: bool,
    /// Whether the current value of the current cell is being probed.
    pub in_probe: bool,
    /// Whether the next scan continues the current pass; otherwise it begins a pass.
    pub resume: bool,
    /// Whether the opposite value is still to be probed.
    pub second_value: bool,
    /// Whether the pass takes any unknown cell as a decision.
    pub any_cell: bool,
    /// Whether the solution buffer has a solution and the search continues for a second one.
    pub found: bool,
    /// Whether the board that is copied into the solution buffer is undecided.
    pub save_undecided: bool,
}

impl Control {
    /// Starts a search.
    pub fn start(&mut self, mode: SearchMode) {
        *self = Self {
            state: State::Propagate,
            mode,
            ..Self::default()
        };
    }
}

/// Inputs of the controller in one cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// Whether the search must end, as of the previous cycle.
    pub stop: bool,
    /// Whether a visit has found a contradiction.
    pub conflict: bool,
    /// Whether no line is marked or visited, and no finding is pending.
    pub quiet: bool,
    /// Whether a finding is in the pipeline register before the trail.
    pub noting: bool,
}

impl Search {
    /// Whether there is no decision and no probe.
    fn is_certain(&self) -> bool {
        !self.trail_writer.decided() && !self.control.in_probe
    }

    /// Runs one cycle of the controller.
    pub(super) fn step(&mut self, board: &mut LineLogic, conditions: Conditions) {
        match self.control.state {
            State::Idle => {}
            State::Propagate => self.propagate(board, conditions),
            State::Fetch => {
                self.trail_writer.fetch();
                self.control.state = State::WriteRow;
            }
            State::WriteRow => {
                self.write(board, false);
                self.control.state = State::WriteColumn;
            }
            State::WriteColumn => {
                self.write(board, true);
                self.control.state = State::Propagate;
            }
            State::Harvest => {
                if !self.harvest.take(board) {
                    self.undo_for(Undoing::Probe);
                }
            }
            State::UndoFetch => {
                if !conditions.noting {
                    self.control.state = State::Undo;
                }
            }
            State::Undo => self.undo(board),
            State::ScanFetch => self.scan_fetch(conditions.stop),
            State::ScanRead => self.control.state = State::Scan,
            State::Scan => self.scan(board),
            State::Decide => {
                self.trail_writer
                    .push_decision(&mut self.trail, self.current_cell);
                self.statistics.decisions += 1;
                self.news.forget();
                self.control.resume = false;
                self.control.state = State::Fetch;
            }
            State::Save => self.save(board),
        }
    }

    fn propagate(&mut self, board: &mut LineLogic, conditions: Conditions) {
        let in_probe = self.control.in_probe;
        if conditions.stop && !self.is_certain() {
            board.abort();
            self.undo_for(Undoing::All);
        } else if conditions.conflict {
            board.abort();
            if in_probe {
                self.statistics.refuted += 1;
                self.undo_for(Undoing::Refuted);
            } else if self.trail_writer.decided() {
                self.undo_for(Undoing::Decision);
            } else if self.control.found {
                self.end(Status::Solved);
            } else {
                self.end(Status::Unsolvable);
            }
        } else if !conditions.quiet || conditions.noting {
            // Propagation continues.
        } else if in_probe {
            if board.is_complete() && self.control.mode == SearchMode::FirstSolution {
                self.save_as(Status::Solved);
            } else {
                self.gains.end_probe(self.trail_writer.grown(&self.trail));
                self.control.state = State::Harvest;
            }
        } else if board.is_complete() {
            if self.control.found {
                self.end(Status::Multiple);
            } else {
                self.control.found =
                    self.trail_writer.decided() && self.control.mode != SearchMode::FirstSolution;
                self.save_as(Status::Solved);
            }
        } else if self.control.mode == SearchMode::LineLogic {
            self.save_as(Status::Stalled);
        } else {
            self.begin_scan();
        }
    }

    fn begin_scan(&mut self) {
        if !self.trail_writer.decided() {
            self.trail.clear();
        }
        if !self.control.resume {
            self.begin_pass();
        }
        self.control.state = State::ScanFetch;
    }

    fn begin_pass(&mut self) {
        self.news.pass();
        self.harvest.pass();
        self.gains.pass();
        self.row_scanner.pass();
        self.control.any_cell = false;
        self.control.resume = true;
    }

    /// Writes the current cell for its row or its column, and pushes an entry.
    fn write(&mut self, board: &mut LineLogic, column: bool) {
        let (line, across) = self.current_cell.line(column);
        let entry = board.write(line, across, self.current_cell.filled);
        self.trail_writer.push_line(&mut self.trail, entry);
    }

    fn undo_for(&mut self, undoing: Undoing) {
        self.control.undoing = undoing;
        self.control.state = State::UndoFetch;
    }

    /// Pops an entry, restores its line unless it is a decision, and selects the next state.
    fn undo(&mut self, board: &mut LineLogic) {
        let top = self.trail.pop();
        if let Some(entry) = top.and_then(|entry| entry.line()) {
            board.undo(entry);
            self.statistics.undone += 1;
        }
        let at_mark = self.trail_writer.at_mark(&self.trail);
        match self.control.undoing {
            Undoing::Probe if at_mark && self.control.second_value => {
                self.control.second_value = false;
                self.current_cell = self.current_cell.opposite();
                self.statistics.probes += 1;
                self.control.state = State::Fetch;
            }
            Undoing::Probe if at_mark => {
                self.gains.keep(self.current_cell);
                self.control.in_probe = false;
                self.control.state = State::ScanFetch;
            }
            Undoing::Refuted if at_mark => {
                self.control.in_probe = false;
                self.current_cell = self.current_cell.opposite();
                self.row_scanner.pass();
                self.control.state = State::Fetch;
            }
            Undoing::Decision => {
                if let Some(decision) = top.and_then(|entry| entry.decision()) {
                    self.trail_writer.pop_decision();
                    self.current_cell = decision.opposite();
                    self.news.forget();
                    self.control.resume = false;
                    self.control.state = State::Fetch;
                }
            }
            Undoing::All if self.trail.is_empty() => {
                self.trail_writer.forget_decisions();
                self.control.in_probe = false;
                self.give_up();
            }
            _ => {}
        }
    }

    fn scan_fetch(&mut self, stop: bool) {
        if stop && !self.is_certain() {
            self.undo_for(Undoing::All);
        } else if stop {
            self.give_up();
        } else {
            self.control.state = State::ScanRead;
        }
    }

    fn scan(&mut self, board: &LineLogic) {
        let any = self.control.any_cell;
        let candidates = Candidates {
            board,
            news: &self.news,
            harvest: &self.harvest,
            any,
        };
        if let Some((row, column)) = self.row_scanner.hit(&candidates) {
            self.current_cell = Cell {
                row,
                column,
                filled: any,
            };
            if any {
                self.control.state = State::Decide;
            } else {
                self.begin_probe();
            }
        } else if self.row_scanner.widens(board, any) {
            self.control.state = State::ScanFetch;
        } else if !self.row_scanner.is_last(board) {
            self.row_scanner.next_row();
        } else if self.news.any() {
            self.begin_pass();
            self.control.state = State::ScanFetch;
        } else if let Some(branch) = self.gains.best {
            self.current_cell = branch.cell;
            self.control.state = State::Decide;
        } else {
            self.control.any_cell = true;
            self.row_scanner.rewind();
            self.control.state = State::ScanFetch;
        }
    }

    fn begin_probe(&mut self) {
        let Cell { row, column, .. } = self.current_cell;
        let [filled, blank] = self
            .harvest
            .consistent(row)
            .map(|cells| cells >> column & 1 == 1);
        self.current_cell.filled = blank;
        self.control.second_value = !filled && !blank;
        self.control.in_probe = true;
        self.gains.begin_probe();
        self.trail_writer.begin_probe(&self.trail);
        self.statistics.probes += 1;
        self.control.state = State::Fetch;
    }

    /// Ends the search undecided. A first solution stays in the buffer.
    fn give_up(&mut self) {
        if self.control.found {
            self.end(Status::Stalled);
        } else {
            self.save_as(Status::Stalled);
        }
    }

    /// Begins to copy the board into the solution buffer. The search then continues or ends; `Stalled` marks the board as undecided.
    fn save_as(&mut self, status: Status) {
        self.control.save_undecided = status == Status::Stalled;
        self.solution_buffer.keep();
        self.control.state = State::Save;
    }

    fn save(&mut self, board: &LineLogic) {
        if !self.solution_buffer.save(board) {
            return;
        }
        if self.control.found {
            self.undo_for(Undoing::Decision);
        } else if self.control.save_undecided {
            self.end(Status::Stalled);
        } else {
            self.end(Status::Solved);
        }
    }

    fn end(&mut self, status: Status) {
        self.verdict = Some(status);
        self.control.state = State::Idle;
    }
}
