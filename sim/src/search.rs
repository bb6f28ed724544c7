//! Traces the search of a clue core as events, which it derives from the core's registers and ports.
//! Interface: [`Tracer::observe`] samples the design in each cycle; `Trace` writes the events as JSON; [`Replay`] rebuilds the board and
//! its levels from them. [`Steps`] derives the steps of the core from its signals.
//! A level is the number of active decisions. A value that is excluded at level 0 outside a probe is in no
//! solution that was not found before.

mod replay;
pub(crate) mod steps;
mod tracer;
mod values;

use std::io;
use std::io::Write;

use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use serde::{Serialize, Serializer};

use crate::design::Design;

pub use replay::{Counts, Known, Replay};
pub use steps::{Signals, Sizes, State, Step, Steps};
pub use tracer::Tracer;
pub use values::{Letters, Values};

/// A cell and the values that it can have. Rows and columns count from 1 in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Row, counted from 0.
    pub row: usize,
    /// Column, counted from 0.
    pub column: usize,
    /// The values that are left.
    pub values: Values,
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.row + 1, self.column + 1, self.values.to_string()).serialize(serializer)
    }
}

/// An event, and the state of the search after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Cycles since power-on, which is time 0 of a waveform.
    pub cycle: u64,
    /// The kind of event, with its data.
    #[serde(flatten)]
    pub what: What,
    /// Active decisions after the event.
    pub level: usize,
    /// Whether a probe is active after the event.
    pub in_probe: bool,
    /// Entries on the trail in this cycle.
    pub trail: usize,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// The start of a board of this size; the core visits lines as they arrive.
    Board {
        /// Height in cells.
        rows: usize,
        /// Width in cells.
        columns: usize,
        /// The letters of the colours, unless it is black and white.
        #[serde(
            rename = "colours",
            skip_serializing_if = "Letters::is_black_and_white"
        )]
        letters: Letters,
    },
    /// The board is complete and the search starts.
    Search,
    /// Line logic excluded values of cells.
    Learned {
        /// The visited line.
        #[serde(serialize_with = "in_words")]
        line: Line,
        /// Cells with fewer values than before. A cell without a value leads to a contradiction; a core of one colour stores the last value
        /// that was found for it.
        cells: Vec<Cell>,
    },
    /// A probe starts: the core tries a value of a cell.
    Probe {
        /// The probed cell, with the value that is tried.
        cell: Cell,
    },
    /// The probe found no contradiction; its assignments are undone.
    Consistent,
    /// A contradiction: no value fits a cell of a line.
    Conflict {
        /// The contradictory line; `None` if the contradiction was found while the board arrived.
        #[serde(serialize_with = "line_in_words")]
        line: Option<Line>,
    },
    /// The value of a refuted probe is excluded, at the current level.
    Fact {
        /// The cell, with the values that are left.
        cell: Cell,
    },
    /// A decision: the core assumes a value of a cell, on a new level.
    Decision {
        /// The cell, with the assumed value.
        cell: Cell,
    },
    /// The last decision is exhausted after a conflict or a solution; its value is excluded, one level lower.
    Reversal {
        /// The cell, with the values that are left.
        cell: Cell,
    },
    /// The last decision of a dive is undone: the search decided without probes, and met a contradiction.
    Withdrawal,
    /// A solution: the picture satisfies all clues.
    Solution {
        /// The rows of the picture.
        grid: Vec<String>,
    },
    /// The search ends early during a probe or a decision; all decisions and probes are undone.
    Abandoned,
    /// The end of the search.
    Verdict {
        /// The status; `None` (in JSON null) if the core's code is not that of a status.
        #[serde(serialize_with = "status_in_words")]
        status: Option<Status>,
    },
}

fn in_words<S: Serializer>(line: &Line, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(line)
}

fn line_in_words<S: Serializer>(line: &Option<Line>, serializer: S) -> Result<S::Ok, S::Error> {
    line.map(|line| line.to_string()).serialize(serializer)
}

fn status_in_words<S: Serializer>(
    status: &Option<Status>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    status
        .map(|status| status.to_string())
        .serialize(serializer)
}

/// The events of a search as JSON, one object per line.
pub struct Trace {
    tracer: Tracer,
    writer: Box<dyn Write>,
}

impl Trace {
    /// A trace that is written to `writer`.
    pub fn new(writer: Box<dyn Write>) -> Self {
        Self {
            tracer: Tracer::default(),
            writer,
        }
    }

    /// Names the values of the next boards (see [`Tracer::name`]).
    pub fn name(&mut self, letters: Letters) {
        self.tracer.name(letters);
    }

    /// Writes the events of cycle `cycle`.
    ///
    /// # Errors
    /// The writer fails.
    pub fn observe(&mut self, cycle: u64, design: &dyn Design) -> io::Result<()> {
        for event in self.tracer.observe(cycle, design) {
            serde_json::to_writer(&mut self.writer, &event)?;
            self.writer.write_all(b"\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use super::steps::Undoing;
    use crate::signals::list;
    use crate::{Drive, SimBoard};

    #[test]
    fn states_have_the_codes_of_the_verilog() {
        let board = SimBoard::new("clue10", Drive::Bytes).expect("in the table");
        let signals = list(board.design());
        let states = |name: &str| {
            let signal = signals.iter().find(|signal| signal.name == name);
            let signal = signal.unwrap_or_else(|| panic!("no signal {name}"));
            signal.states.clone().unwrap_or_default()
        };
        let names = State::ALL.map(|state| format!("{state:?}"));
        assert_eq!(states("core.search.control.current"), names);
        let names = Undoing::ALL.map(|undoing| format!("{undoing:?}"));
        assert_eq!(states("core.search.control.undoing"), names);
    }
}
