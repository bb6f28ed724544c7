//! Traces the search of a clue core as events, which it derives from the core's registers and ports.
//! Interface: [`Tracer::observe`] samples the design in each cycle; `Trace` writes the events as JSON; [`Replay`] rebuilds the board and
//! its levels from them. [`Steps`] derives the steps of the core from its signals. [`Values`] is a set of values of a cell, which is written as
//! their letters; [`Letters`] has those of a board.
//! A level is the number of active decisions. A value that is excluded at level 0 outside a probe is in no
//! solution that was not found before.

mod replay;
pub(crate) mod steps;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use nonogram_protocol::Status;
use nonogram_puzzles::{self as puzzles, Colour, Line, Puzzle};
use nonogram_solver::reference::{Choice, Excluded};
use serde::{Serialize, Serializer};

use crate::design::Design;
use crate::wire::colours_of;

pub use replay::{Counts, Known, Replay};
pub use steps::{Signals, State, Step, Steps};

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
        #[serde(rename = "colours", skip_serializing_if = "Letters::is_black_and_white")]
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
        #[serde(serialize_with = "option_in_words")]
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
        #[serde(serialize_with = "option_in_words")]
        status: Option<Status>,
    },
}

fn in_words<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn option_in_words<S: Serializer>(
    value: &Option<impl fmt::Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

/// Largest number of values.
const MOST: usize = std::mem::size_of::<Excluded>() / std::mem::size_of::<u64>();

/// The letters of a board's values: `-` for blank, then those of the colours, which are `#` in black and white.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// One ASCII letter per value, then zeros.
    letters: [u8; MOST],
}

impl Letters {
    fn new(colours: impl Iterator<Item = char>) -> Self {
        let mut letters = [0; MOST];
        letters[0] = b'-';
        for (place, letter) in letters[1..].iter_mut().zip(colours) {
            *place = letter as u8;
        }
        Self { letters }
    }

    /// The letters of the first `colours` colours of a board that has no palette.
    pub fn standard(colours: usize) -> Self {
        if colours == 1 {
            return Self::new(std::iter::once('#'));
        }
        Self::new((0..colours).filter_map(Colour::new).map(Colour::letter))
    }

    /// The letters of the colours in a puzzle's clues.
    pub fn of(puzzle: &Puzzle) -> Self {
        let palette = puzzle.palette();
        let colours = palette.colours().take(colours_of(puzzle));
        Self::new(colours.map(|colour| palette.to_char(puzzles::Cell::Colour(colour))))
    }

    /// Whether the only colour is `#`.
    pub fn is_black_and_white(&self) -> bool {
        *self == Self::standard(1)
    }

    /// The set of all values.
    pub fn all(self) -> Values {
        let values = self.letters.iter().filter(|letter| **letter != 0).count();
        Values { possible: u8::MAX >> (MOST - values), letters: self }
    }
}

impl fmt::Debug for Letters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all().fmt(formatter)
    }
}

/// The letters of the colours.
impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.all().without(0))
    }
}

/// A set of values: 0 for blank, n for colour n. As text it is the letters of its values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// One bit per value.
    possible: u8,
    letters: Letters,
}

impl Values {
    /// Whether the set has a value.
    pub const fn has(self, value: usize) -> bool {
        self.possible >> value & 1 == 1
    }

    /// The only value of the set; `None` if it has none or several.
    pub const fn only(self) -> Option<usize> {
        if self.possible.is_power_of_two() {
            Some(self.possible.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// One bit per value, blank in bit 0.
    pub const fn bits(self) -> u8 {
        self.possible
    }

    /// The set without a value.
    #[must_use]
    pub const fn without(mut self, value: usize) -> Self {
        self.possible &= !(1 << value);
        self
    }

    /// The set with this value alone.
    #[must_use]
    pub const fn with_only(mut self, value: usize) -> Self {
        self.possible = 1 << value;
        self
    }

    /// The cell of a picture: unknown unless the set has one value.
    pub fn cell(self) -> puzzles::Cell {
        match self.only() {
            None => puzzles::Cell::Unknown,
            Some(0) => puzzles::Cell::Blank,
            Some(value) => {
                Colour::new(value - 1).map_or(puzzles::Cell::Unknown, puzzles::Cell::Colour)
            }
        }
    }

    /// The letter of the only value; `?` if the set has none or several.
    pub fn letter(self) -> char {
        self.only().map_or('?', |value| self.letters.letters[value].into())
    }
}

impl fmt::Display for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters.letters.iter().enumerate();
        let mut left = letters.filter(|(value, _)| self.has(*value));
        left.try_for_each(|(_, letter)| formatter.write_char(char::from(*letter)))
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{self}}}")
    }
}

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
    pub fn observe(&mut self, cycle: u64, design: &Design) -> Vec<Event> {
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
            Step::Probe(choice) => What::Probe { cell: self.assumed(choice) },
            Step::Consistent => What::Consistent,
            Step::Conflict(line) => What::Conflict { line },
            Step::Fact(choice) => What::Fact { cell: self.excluded(choice, false) },
            Step::Decision(choice) => What::Decision { cell: self.assumed(choice) },
            Step::Reversal(choice) => What::Reversal { cell: self.excluded(choice, true) },
            Step::Withdrawal => What::Withdrawal,
            Step::Solution => What::Solution { grid: self.replay.lines() },
            Step::Abandoned => What::Abandoned,
            Step::Verdict(code) => What::Verdict { status: Status::try_from(code).ok() },
        })
    }

    /// The cell of a probe or decision, with its value.
    fn assumed(&self, Choice { row, column, value }: Choice) -> Cell {
        Cell { row, column, values: self.replay.values(row, column).with_only(value) }
    }

    /// The cell of a probe or decision that has ended, without its value.
    fn excluded(&self, Choice { row, column, value }: Choice, is_decision: bool) -> Cell {
        let values = self.replay.values_below(row, column, is_decision);
        Cell { row, column, values: values.without(value) }
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
            is_new.then_some(Cell { row, column, values })
        };
        let cells: Vec<Cell> = (0..length).filter_map(cell).collect();
        (!cells.is_empty()).then_some(What::Learned { line, cells })
    }
}

/// The events of a search as JSON, one object per line.
pub struct Trace {
    tracer: Tracer,
    writer: Box<dyn Write>,
}

impl Trace {
    /// A trace that is written to `writer`.
    pub fn new(writer: Box<dyn Write>) -> Self {
        Self { tracer: Tracer::default(), writer }
    }

    /// Names the values of the next boards (see [`Tracer::name`]).
    pub fn name(&mut self, letters: Letters) {
        self.tracer.name(letters);
    }

    /// Writes the events of cycle `cycle`.
    ///
    /// # Errors
    /// The writer fails.
    pub fn observe(&mut self, cycle: u64, design: &Design) -> io::Result<()> {
        for event in self.tracer.observe(cycle, design) {
            serde_json::to_writer(&mut self.writer, &event)?;
            self.writer.write_all(b"\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::steps::Undoing;
    use super::*;
    use crate::{Drive, SimBoard};

    #[test]
    fn states_have_the_codes_of_the_verilog() {
        let board = SimBoard::new("clue10", Drive::Bytes).expect("in the table");
        let signals = board.design().simulation().signals();
        let states = |name: &str| {
            let signal = signals.iter().find(|signal| signal.name == name);
            signal.unwrap_or_else(|| panic!("no signal {name}")).states.clone()
        };
        let names = State::ALL.map(|state| format!("{state:?}"));
        assert_eq!(states("core.search.control.state"), names);
        let names = Undoing::ALL.map(|undoing| format!("{undoing:?}"));
        assert_eq!(states("core.search.control.undoing"), names);
    }

    #[test]
    fn values_are_written_as_letters() {
        let all = Letters::standard(1).all();
        assert_eq!((all.to_string().as_str(), all.letter()), ("-#", '?'));
        assert_eq!(all.without(0).letter(), '#');
        let all = Letters::standard(3).all();
        assert_eq!(all.without(2).to_string(), "-ac");
        let only = all.with_only(2);
        assert_eq!((only.letter(), only.only()), ('b', Some(2)));
        assert_eq!(only.without(2).to_string(), "");
        assert_eq!(Letters::standard(7).all().to_string(), "-abcdefg");
    }
}
