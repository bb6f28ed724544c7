//! The steps of a clue core, derived from its signals: this is the only place with their paths and their meaning.
//! Interface: [`Steps::observe`], called once per cycle with the settled design. [`paths`] lists the signals that a simulation must keep.
//! The transitions are those of the table in `hdl/src/core/clue/search/control.rs`; `state.rs` beside it describes the states of its controller.

use nonogram_puzzles::Line;
use nonogram_solver::reference::{Choice, Excluded};
use nonogram_verilog::Build;

use crate::design::Design;

/// The observed signals, as paths in the core, in the order of the fields of [`Signals`].
const PATHS: [&str; 36] = [
    "reset",
    "begin_board",
    "rows",
    "columns",
    "block",
    "block_end",
    "block_colour",
    "line_end",
    "block_column",
    "block_position",
    "start",
    "mode",
    "limit",
    "cancel",
    "ready",
    "done",
    "status",
    "read_row",
    "read_column",
    "read_known",
    "read_code",
    "visited",
    "visited_column",
    "visited_line",
    "lines.pipeline.taken",
    "lines.pipeline.conflict",
    "lines.arbiter.grants",
    "search.abort",
    "search.control.state",
    "search.control.undoing",
    "search.flags.flags_save_undecided",
    "search.current_cell.cell_row",
    "search.current_cell.cell_column_bit",
    "search.current_cell.cell_value",
    "search.trail.decision",
    "search.trail.top",
];

/// The observed signals of an engine: its line, and whether its visit found a contradiction in the previous cycle.
const ENGINE: [&str; 3] = ["line_column", "line", "conflict"];

/// The paths of the observed signals in the clue core of a build: those of [`PATHS`], what a finding adds to each plane, the excluded
/// values of the finding, and those of [`ENGINE`].
pub(crate) fn paths(build: &Build) -> Vec<String> {
    let learned = (0..build.planes()).map(|plane| format!("visited_learned_{plane}"));
    let excluded = (0..=build.colours()).map(|value| format!("lines.pipeline.excluded_{value}"));
    let slots = (0..build.lanes())
        .flat_map(|engine| ENGINE.map(|signal| format!("lines.slots_{engine}.{signal}")));
    let own = PATHS.iter().map(|path| (*path).to_owned());
    own.chain(learned).chain(excluded).chain(slots).collect()
}

/// The values of the observed signals in one cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signals {
    /// Colours of a board, at most.
    pub colours: usize,
    /// The core is reset.
    pub reset: bool,
    /// A board of this many rows and columns begins.
    pub begin: Option<(usize, usize)>,
    /// The block that is received: how many cells the blocks of the line need up to its end, and its colour, from 1 on.
    pub block: Option<(usize, u8)>,
    /// The line that is complete.
    pub line_end: Option<Line>,
    /// The board is complete: the code of the search mode, and the limit in units of 1024 cycles, 0 for none.
    pub start: Option<(usize, u64)>,
    /// The search is cancelled.
    pub cancel: bool,
    /// The core can accept a block, a line's end or a start.
    pub ready: bool,
    /// Code of the status, in the cycle in which the search has ended.
    pub status: Option<u16>,
    /// Row and column of the cell that the reply reads.
    pub read: (usize, usize),
    /// Value of the cell that the reply has read three cycles earlier: 0 for blank, n for colour n; `None` if it is not known.
    pub cell: Option<usize>,
    /// The finding on the bus, unless a contradiction drops it: its line, and what it adds to the earlier findings of the line.
    pub finding: Option<(Line, Excluded)>,
    /// A finding is on the bus, even if a contradiction drops it.
    pub is_bus_taken: bool,
    /// A visit found a contradiction two cycles ago.
    pub conflict: bool,
    /// Engine whose visit starts.
    grant: Option<usize>,
    /// All visits are aborted.
    abort: bool,
    /// State of the search's controller.
    pub state: State,
    undoing: Undoing,
    /// The board that is copied into the solution buffer is undecided, valid in state `Save`.
    save_undecided: bool,
    /// The current cell. Its value is the one to assign, or after a refuted probe or exhausted decision the one to exclude.
    current: (usize, usize),
    value: usize,
    /// The entry on top of the trail is a decision.
    top_is_decision: bool,
    /// Number of entries on the trail.
    pub trail: usize,
    /// For each engine the line that it visits or visited last, and whether it found a contradiction one cycle ago.
    engines: Vec<(Line, bool)>,
}

/// A value that is valid if the signal before it is set.
fn valid<T>(is_valid: u64, value: T) -> Option<T> {
    (is_valid != 0).then_some(value)
}

fn line_at(is_column: bool, position: u64) -> Line {
    let position = position as usize;
    if is_column { Line::Column(position) } else { Line::Row(position) }
}

impl Signals {
    /// Decodes the values of [`paths`], in their order; `None` if a state has an unknown code.
    pub(crate) fn of(build: &Build, values: &[u64]) -> Option<Self> {
        let (own, rest) = values.split_first_chunk::<{ PATHS.len() }>()?;
        let (learned, rest) = rest.split_at_checked(build.planes())?;
        let (found, engines) = rest.split_at_checked(build.colours() + 1)?;
        let mut excluded = Excluded::default();
        for (value, (to, found)) in excluded.iter_mut().zip(found).enumerate() {
            // With one colour there is one plane, the known cells: those that have a value excluded.
            *to = match learned {
                [known] => known & found,
                excluded => excluded[value],
            };
        }
        let mut own = own.iter().copied();
        let mut next = || own.next().unwrap_or_default();
        Some(Self {
            colours: build.colours(),
            reset: next() != 0,
            begin: valid(next(), (next() as usize, next() as usize)),
            block: valid(next(), (next() as usize, next() as u8)),
            line_end: valid(next(), line_at(next() != 0, next())),
            start: valid(next(), (next() as usize, next())),
            cancel: next() != 0,
            ready: next() != 0,
            status: valid(next(), next() as u16),
            read: (next() as usize, next() as usize),
            cell: valid(next(), next() as usize),
            finding: valid(next(), (line_at(next() != 0, next()), excluded)),
            is_bus_taken: next() != 0,
            conflict: next() != 0,
            grant: Some(next().trailing_zeros() as usize).filter(|engine| *engine < 64),
            abort: next() != 0,
            state: *State::ALL.get(next() as usize)?,
            undoing: *Undoing::ALL.get(next() as usize)?,
            save_undecided: next() != 0,
            current: (next() as usize, next().trailing_zeros() as usize),
            value: next() as usize,
            top_is_decision: next() != 0,
            trail: next() as usize,
            engines: (engines.chunks_exact(ENGINE.len()))
                .map(|engine| (line_at(engine[0] != 0, engine[1]), engine[2] != 0))
                .collect(),
        })
    }

    /// The current cell with its value.
    fn choice(&self) -> Choice {
        let (row, column) = self.current;
        Choice { row, column, value: self.value }
    }
}

/// What a clue core does in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A board of this many rows and columns begins.
    Board(usize, usize),
    /// The visit of a line has started: its cells are read from this cycle on.
    Visit(Line),
    /// All visits in progress are aborted.
    Abort,
    /// The earliest visit in progress ends with a finding: its line, and what it adds to the earlier findings of the line.
    Finding(Line, Excluded),
    /// The earliest visit in progress ends, and a contradiction drops its finding.
    Dropped,
    /// The search starts.
    Search,
    /// A probe writes a value.
    Probe(Choice),
    /// The probe in force is consistent and is undone.
    Consistent,
    /// A contradiction, with its line if known, ends the probe in force, else the current branch.
    Conflict(Option<Line>),
    /// The value of the refuted probe is excluded.
    Fact(Choice),
    /// A decision writes a value.
    Decision(Choice),
    /// The value of the exhausted decision is excluded.
    Reversal(Choice),
    /// The last decision of a dive, which has failed, is undone.
    Withdrawal,
    /// The board is a solution.
    Solution,
    /// All probes and decisions are undone, for an early end.
    Abandoned,
    /// The search has ended with this code of a status.
    Verdict(u16),
}

/// Derives the steps of a clue core, cycle by cycle.
#[derive(Debug, Default)]
pub struct Steps {
    /// The signals of the last cycle.
    now: Option<Signals>,
    /// A board has begun since the last reset.
    has_board: bool,
    has_solution: bool,
    /// The step that the write of the current cell represents.
    write: Option<fn(&Signals) -> Step>,
    /// The contradictory lines of the previous two cycles.
    suspects: [Option<Line>; 2],
}

impl Steps {
    /// The signals of this cycle; `None` for a design without a clue core.
    pub fn signals(&self) -> Option<&Signals> {
        self.now.as_ref()
    }

    /// Samples the design and returns the steps of the cycle, in order. None are returned during a reset, nor before a board begins.
    pub fn observe(&mut self, design: &Design) -> Vec<Step> {
        let before = std::mem::replace(&mut self.now, design.search());
        let Some(now) = self.now.clone() else {
            return Vec::new();
        };
        if now.reset || now.begin.is_some() {
            let begin = now.begin.filter(|_| !now.reset);
            *self = Self { now: Some(now), has_board: begin.is_some(), ..Self::default() };
            let step = begin.map(|(rows, columns)| Step::Board(rows, columns));
            return step.into_iter().collect();
        }
        let Some(before) = before.filter(|_| self.has_board) else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        // A visit that starts in the cycle in which a board begins is discarded with the board before.
        let granted = before.grant.filter(|_| before.begin.is_none());
        let granted = granted.and_then(|engine| now.engines.get(engine));
        steps.extend(granted.map(|(line, _)| Step::Visit(*line)));
        if before.abort {
            steps.push(Step::Abort);
        }
        steps.extend(self.turn(&before, &now));
        // An engine reports a contradiction one cycle after the end of the visit; by then it can be visiting another line.
        let place = now.engines.iter().position(|(_, conflict)| *conflict);
        let suspect = place.and_then(|engine| before.engines.get(engine));
        self.suspects = [suspect.map(|(line, _)| *line), self.suspects[0]];
        match now.finding {
            Some((line, excluded)) => steps.push(Step::Finding(line, excluded)),
            None if now.is_bus_taken => steps.push(Step::Dropped),
            None => {}
        }
        steps.extend(now.status.map(Step::Verdict));
        steps
    }

    /// The step that the controller's change of state represents, if any.
    fn turn(&mut self, before: &Signals, now: &Signals) -> Option<Step> {
        let conflict = || Step::Conflict(self.suspects[1].filter(|_| before.conflict));
        let step = match (before.state, now.state) {
            (State::Idle, State::Propagate) => Step::Search,
            (State::Propagate, State::Harvest) => Step::Consistent,
            (State::Propagate | State::ScanFetch, State::UndoFetch)
                if now.undoing == Undoing::All =>
            {
                Step::Abandoned
            }
            (State::Propagate, State::UndoFetch) if before.conflict => conflict(),
            (State::Propagate, State::Idle) if self.has_solution && !before.conflict => {
                Step::Solution
            }
            (State::Propagate, State::Idle) => conflict(),
            (State::Propagate, State::Save) if !now.save_undecided => Step::Solution,
            (from, State::Fetch) => {
                self.write = Some(match (from, before.undoing) {
                    (State::Decide, _) => |now| Step::Decision(now.choice()),
                    (State::Undo, Undoing::Decision) => |now| Step::Reversal(now.choice()),
                    (State::Undo, Undoing::Refuted) => |now| Step::Fact(now.choice()),
                    _ => |now| Step::Probe(now.choice()),
                });
                return None;
            }
            (State::Undo, State::Undo)
                if before.undoing == Undoing::Refuted && before.top_is_decision =>
            {
                Step::Withdrawal
            }
            (State::Undo, State::Propagate) => Step::Withdrawal,
            (State::Fetch, State::WriteRow) => self.write.take()?(now),
            _ => return None,
        };
        self.has_solution |= step == Step::Solution;
        Some(step)
    }
}

/// State of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the hardware has the documentation")]
pub enum State {
    Idle,
    Propagate,
    Fetch,
    WriteRow,
    Harvest,
    WriteColumn,
    UndoFetch,
    Undo,
    ScanFetch,
    ScanRead,
    Scan,
    Decide,
    Save,
}

impl State {
    /// The states in the order of their codes.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undoing {
    /// The probe is consistent.
    Probe,
    /// The probe is refuted, or outside a probe the dive.
    Refuted,
    /// The last decision is exhausted.
    Decision,
    /// The search ends.
    All,
}

impl Undoing {
    /// The reasons in the order of their codes.
    pub(super) const ALL: [Self; 4] = [Self::Probe, Self::Refuted, Self::Decision, Self::All];
}
