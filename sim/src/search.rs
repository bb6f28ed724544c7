//! What the search of a clue core does, as events that its registers show.
//! Interface: [`Tracer::observe`] looks at the design in each cycle; [`Replay`] rebuilds the board, with its levels, from the events.
//! A level is the number of decisions that hold. What is known at level 0 outside of a probe is certain.

mod replay;
mod tracer;

use std::io::{self, Write};

use nonogram_hdl::design::Design;
use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use serde::{Serialize, Serializer};

pub use replay::{Counts, Known, Replay};
pub use tracer::Tracer;

/// A cell and its value. Rows and columns count from 1 in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
    /// Whether it is filled.
    pub filled: bool,
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = if self.filled { "#" } else { "-" };
        (self.row + 1, self.column + 1, value).serialize(serializer)
    }
}

/// What happened in a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The cycle, from power-on; a waveform of the run has the same times.
    pub cycle: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
    /// Decisions that hold after it.
    pub level: usize,
    /// Whether a value is being probed after it.
    pub in_probe: bool,
    /// Entries on the trail.
    pub trail: usize,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// A board of this size begins; its lines are visited as they arrive.
    Board {
        /// Height.
        rows: usize,
        /// Width.
        columns: usize,
    },
    /// The board is complete, and the search begins.
    Search,
    /// Line logic has found cells.
    Learned {
        /// The line that was visited.
        #[serde(serialize_with = "in_words")]
        line: Line,
        /// The cells that were unknown before, or known otherwise: then a contradiction follows.
        cells: Vec<Cell>,
    },
    /// A value of a cell is probed.
    Probe {
        /// The cell.
        cell: Cell,
    },
    /// The probe has come to rest without a contradiction; what it set is undone.
    Consistent,
    /// No value fits a cell of a line.
    Conflict {
        /// The line; without one, the contradiction came while the board arrived.
        #[serde(serialize_with = "line_in_words")]
        line: Option<Line>,
    },
    /// The opposite of a refuted probe holds at this level.
    Fact {
        /// The cell.
        cell: Cell,
    },
    /// A value of a cell is assumed, on a new level.
    Decision {
        /// The cell.
        cell: Cell,
    },
    /// The last decision is exhausted, by a conflict or by a solution: its opposite holds, one level below.
    Reversal {
        /// The cell.
        cell: Cell,
    },
    /// A picture that satisfies all clues.
    Solution {
        /// Its rows.
        grid: Vec<String>,
    },
    /// The search ends early: every decision and probe is undone.
    Abandoned,
    /// The search has ended.
    Verdict {
        /// How it ended; null for a code that is no status.
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
    /// A trace that goes to a writer.
    pub fn new(writer: Box<dyn Write>) -> Self {
        Self {
            tracer: Tracer::default(),
            writer,
        }
    }

    /// Writes what happened in cycle `cycle`.
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
