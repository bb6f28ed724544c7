//! Derives the events of a search from the steps of the core.
//! Interface: [`Tracer::observe`], called once per cycle with the settled design.

use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use nonogram_solver::reference::{Choice, Excluded};

use super::steps::{Signals, Step, Steps};
use super::{Cell, Event, Letters, Replay, Values, What};
use crate::design::Design;

/// Traces the search of a clue core.
#[derive(Debug, Default)]
pub struct Tracer {
    steps: Steps,
    replay: Replay,
    letters: Option<Letters>,
}

impl Tracer {
    /// Sets the letters of the values on the next boards. Values of the core that have no letter are ignored, as no clue has them. Without
    /// this call, the letters of all values of the core are the standard ones.
    pub fn name(&mut self, letters: Letters) {
        self.letters = Some(letters);
    }

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
        let (trail, colours) = (signals.trail, signals.colours);
        let mut events = Vec::new();
        for step in steps {
            let Some(what) = self.event(step, colours) else {
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
    fn event(&self, step: Step, colours: usize) -> Option<What> {
        Some(match step {
            Step::Board(rows, columns) => What::Board {
                rows,
                columns,
                letters: self.letters.unwrap_or_else(|| Letters::standard(colours)),
            },
            Step::Visit(_) | Step::Abort | Step::Dropped => return None,
            Step::Finding(line, excluded) => return self.learned(line, &excluded, colours),
            Step::Search => What::Search,
            Step::Probe(choice) => What::Probe {
                cell: self.assumed(choice),
            },
            Step::Consistent => What::Consistent,
            Step::Conflict(line) => What::Conflict { line },
            Step::Fact(choice) => What::Fact {
                cell: self.excluded(choice, false),
            },
            Step::Decision(choice) => What::Decision {
                cell: self.assumed(choice),
            },
            Step::Reversal(choice) => What::Reversal {
                cell: self.excluded(choice, true),
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

    /// The cell of a probe or decision, with its value.
    fn assumed(&self, Choice { row, column, value }: Choice) -> Cell {
        Cell {
            row,
            column,
            values: self.replay.values(row, column).with_only(value),
        }
    }

    /// The cell of a probe or decision that has ended, without its value.
    fn excluded(&self, Choice { row, column, value }: Choice, is_decision: bool) -> Cell {
        let values = self.replay.values_below(row, column, is_decision);
        Cell {
            row,
            column,
            values: values.without(value),
        }
    }

    /// The event of a finding that excludes values of cells; `None` if there are no such cells. `colours` are those of the core.
    fn learned(&self, line: Line, excluded: &Excluded, colours: usize) -> Option<What> {
        let (rows, columns) = self.replay.size();
        let length = match line {
            Line::Row(_) => columns,
            Line::Column(_) => rows,
        };
        let cell = |place: usize| {
            let (row, column) = match line {
                Line::Row(row) => (row, place),
                Line::Column(column) => (place, column),
            };
            let gone = (0..excluded.len()).filter(|value| excluded[*value] >> place & 1 == 1);
            let before = self.replay.values(row, column);
            // Lines that are visited at the same time can disagree. A core of one colour stores the value that was found last.
            let values = match gone.clone().next() {
                Some(value) if colours == 1 => before.with_only(1 - value),
                _ => gone.fold(before, Values::without),
            };
            let is_new = values != before;
            is_new.then_some(Cell {
                row,
                column,
                values,
            })
        };
        let cells: Vec<Cell> = (0..length).filter_map(cell).collect();
        (!cells.is_empty()).then_some(What::Learned { line, cells })
    }
}
