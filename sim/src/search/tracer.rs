//! Derives the events of a search from the core's registers and ports.
//! Interface: [`Tracer::observe`], called once per cycle with the settled design.
//! Source: the transition table in `hdl/src/core/clue/search/control.rs`.

use crate::design::{ClueEvents, Design};
use nonogram_protocol::Status;
use nonogram_puzzles::Line;

use super::{Cell, Event, Replay, SearchState, State, Undoing, What};

/// The reason for a write to the current cell.
#[derive(Clone, Copy, Debug)]
enum Write {
    Probe,
    Fact,
    Decision,
    Reversal,
}

/// Traces the search of a clue core.
#[derive(Debug, Default)]
pub struct Tracer {
    replay: Replay,
    /// The registers in the previous cycle.
    before: Option<SearchState>,
    write: Option<Write>,
    /// Whether a solution of the current board was found.
    has_solution: bool,
    /// The contradictory lines of the previous cycle and of the cycle before it.
    suspects: [Option<Line>; 2],
}

fn line((is_column, position): (bool, u8)) -> Line {
    if is_column {
        Line::Column(position.into())
    } else {
        Line::Row(position.into())
    }
}

impl Tracer {
    /// The board after the last event; without cells after a reset.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Samples the design in cycle `cycle` and returns the events of the cycle. Only clue cores in the compiled
    /// simulation have events.
    pub fn observe(&mut self, cycle: u64, design: &dyn Design) -> Vec<Event> {
        let mut events = Vec::new();
        let core = design.events();
        let (Some(clue), Some(now)) = (core.clue, design.search()) else {
            return events;
        };
        if core.reset {
            // The core discards its board.
            *self = Self::default();
            return events;
        }
        let mut happens = |replay: &mut Replay, what: What| {
            replay.apply(&what);
            events.push(Event {
                cycle,
                what,
                level: replay.level(),
                in_probe: replay.in_probe(),
                trail: now.trail as usize,
            });
        };
        if let Some((rows, columns)) = clue.begin {
            *self = Self::default();
            let (rows, columns) = (rows.into(), columns.into());
            happens(&mut self.replay, What::Board { rows, columns });
            return events;
        }
        if self.replay.size() == (0, 0) {
            return events;
        }
        let before = self.before.replace(now);
        // An engine reports a contradiction one cycle after the end of the visit; by then it can be visiting another line.
        let found = before.zip(now.contradicts);
        let suspect = found.map(|(before, engine)| line(before.line(engine)));
        if let Some(what) = before.and_then(|before| self.turn(&before, &now)) {
            self.has_solution |= matches!(what, What::Solution { .. });
            happens(&mut self.replay, what);
        }
        self.suspects = [suspect, self.suspects[0]];
        if let Some(what) = self.learned(&clue, &now) {
            happens(&mut self.replay, what);
        }
        if core.decided {
            let status = Status::try_from(u16::from(core.core_status)).ok();
            happens(&mut self.replay, What::Verdict { status });
        }
        events
    }

    /// The event of the cells that the result on the bus newly determines; `None` if no visit ends, or if there are no such cells.
    fn learned(&self, clue: &ClueEvents, now: &SearchState) -> Option<What> {
        let (is_column, position, learned) = clue.visit?;
        let line = line((is_column, position));
        let (rows, columns) = self.replay.size();
        let length = if is_column { rows } else { columns };
        let places = (0..length).filter(|place| learned >> place & 1 == 1);
        let cell = |place: usize| {
            let (row, column) = match line {
                Line::Row(row) => (row, place),
                Line::Column(column) => (place, column),
            };
            let filled = now.found_filled >> place & 1 == 1;
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

    /// The event that the controller's change of state represents, if any.
    fn turn(&mut self, before: &SearchState, now: &SearchState) -> Option<What> {
        let cell = Cell {
            row: now.row.into(),
            column: now.column.into(),
            filled: now.filled,
        };
        let conflict = || What::Conflict {
            line: self.suspects[1].filter(|_| before.conflict),
        };
        let solution = || What::Solution {
            grid: self.replay.lines(),
        };
        match (before.state, now.state) {
            (State::Idle, State::Propagate) => Some(What::Search),
            (State::Propagate, State::Harvest) => Some(What::Consistent),
            (State::Propagate | State::ScanFetch, State::UndoFetch)
                if now.undoing == Undoing::All =>
            {
                Some(What::Abandoned)
            }
            (State::Propagate, State::UndoFetch) => Some(conflict()),
            (State::Propagate, State::Idle) if self.has_solution && !before.conflict => {
                Some(solution())
            }
            (State::Propagate, State::Idle) => Some(conflict()),
            (State::Propagate, State::Save) if !now.save_undecided => Some(solution()),
            (from, State::Fetch) => {
                self.write = Some(match from {
                    State::Decide => Write::Decision,
                    State::Undo if before.undoing == Undoing::Decision => Write::Reversal,
                    State::Scan | State::Undo if now.in_probe => Write::Probe,
                    _ => Write::Fact,
                });
                None
            }
            (State::Fetch, State::WriteRow) => self.write.take().map(|write| match write {
                Write::Probe => What::Probe { cell },
                Write::Fact => What::Fact { cell },
                Write::Decision => What::Decision { cell },
                Write::Reversal => What::Reversal { cell },
            }),
            _ => None,
        }
    }
}
