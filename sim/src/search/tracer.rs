//! Derives the events of a search from the steps of the core.
//! Interface: [`Tracer::observe`], called once per cycle with the settled design.

use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use nonogram_solver::reference::{Choice, Excluded};

use super::steps::{Signals, Step, Steps};
use super::{Cell, Event, Replay, What};
use crate::design::Design;

/// Traces the search of a clue core.
#[derive(Debug, Default)]
pub struct Tracer {
    steps: Steps,
    replay: Replay,
}

/// A cell with its value.
fn cell(Choice { row, column, value }: Choice) -> Cell {
    Cell {
        row,
        column,
        filled: value != 0,
    }
}

/// A cell with the value that is left once that of `choice` is excluded.
fn other(choice: Choice) -> Cell {
    let cell = cell(choice);
    Cell {
        filled: !cell.filled,
        ..cell
    }
}

impl Tracer {
    /// The board after the last event; without cells before the first board.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The observed signals in the last cycle; `None` for a design without a clue core.
    pub fn signals(&self) -> Option<&Signals> {
        self.steps.signals()
    }

    /// Samples the design in cycle `cycle` and returns the events of the cycle. Only clue cores have events.
    pub fn observe(&mut self, cycle: u64, design: &dyn Design) -> Vec<Event> {
        let steps = self.steps.observe(design);
        let Some(signals) = self.steps.signals() else {
            return Vec::new();
        };
        if signals.reset {
            self.replay = Replay::default();
        }
        let trail = signals.trail;
        let mut events = Vec::new();
        for step in steps {
            let Some(what) = self.event(step) else {
                continue;
            };
            self.replay.apply(&what);
            events.push(Event {
                cycle,
                what,
                level: self.replay.level(),
                in_probe: self.replay.in_probe(),
                trail,
            });
        }
        events
    }

    /// The event of a step; `None` if it changes nothing on the board.
    fn event(&self, step: Step) -> Option<What> {
        Some(match step {
            Step::Board(rows, columns) => What::Board { rows, columns },
            Step::Visit(_) | Step::Abort | Step::Dropped => return None,
            Step::Finding(line, excluded) => return self.learned(line, &excluded),
            Step::Search => What::Search,
            Step::Probe(choice) => What::Probe { cell: cell(choice) },
            Step::Consistent => What::Consistent,
            Step::Conflict(line) => What::Conflict { line },
            Step::Fact(choice) => What::Fact {
                cell: other(choice),
            },
            Step::Decision(choice) => What::Decision { cell: cell(choice) },
            Step::Reversal(choice) => What::Reversal {
                cell: other(choice),
            },
            Step::Withdrawal => What::Withdrawal,
            Step::Solution => What::Solution {
                grid: self.replay.lines(),
            },
            Step::Abandoned => What::Abandoned,
            Step::Verdict(code) => What::Verdict {
                status: Status::try_from(code).ok(),
            },
        })
    }

    /// The event of the cells that a finding newly determines; `None` if there are no such cells.
    fn learned(&self, line: Line, excluded: &Excluded) -> Option<What> {
        let (rows, columns) = self.replay.size();
        let length = match line {
            Line::Row(_) => columns,
            Line::Column(_) => rows,
        };
        let [filled, blank, ..] = *excluded;
        let places = (0..length).filter(|place| (filled | blank) >> place & 1 == 1);
        let cell = |place: usize| {
            let (row, column) = match line {
                Line::Row(row) => (row, place),
                Line::Column(column) => (place, column),
            };
            let filled = filled >> place & 1 == 1;
            Cell {
                row,
                column,
                filled,
            }
        };
        // Lines that are visited at the same time can disagree; the last result holds until the contradiction is found.
        let is_new = |cell: &Cell| self.replay.value(cell.row, cell.column) != Some(cell.filled);
        let cells: Vec<Cell> = places.map(cell).filter(is_new).collect();
        (!cells.is_empty()).then_some(What::Learned { line, cells })
    }
}
