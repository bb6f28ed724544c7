//! Lockstep of the clue core, whose steps are compared with the reference; its order and its cycles are its own.
//! Interface: [`ClueLockstep`] applies each step to a [`Reference`], which refuses a wrong one. It compares the clues and the request that the core
//! received with those that were sent, and the cells that the reply reads with the picture, and limits the cycles without progress.

use std::collections::VecDeque;

use crate::design::Design;
use crate::search::{Signals, State, Step, Steps};
use nonogram_protocol::{
    Block, ClueBoard, ClueDecoder, LIMIT_UNIT, SearchMode, SearchRequest, Status,
};
use nonogram_puzzles::{Clue, Colour, Line};
use nonogram_solver::reference::{Choice, Excluded, Fault, Reference};
use nonogram_verilog::Build;

use super::Lockstep;

/// Number of free entries at which the trail counts as full.
const RESERVE: usize = 64;
/// Cycles from `read_row` and `read_column` to the cell.
const READ_CYCLES: usize = 3;
/// Cycles without progress, or after the limit of a search, per [`LINES`] lines or part of them, beside those for undoing the trail: a limit
/// does not interrupt line logic.
const PATIENCE: u64 = 4096;
const LINES: usize = 32;

/// Checks a design with the reference.
#[derive(Debug)]
pub struct ClueLockstep {
    build: &'static Build,
    decoder: ClueDecoder,
    /// Valid boards that were sent to the design and that it has not launched yet.
    boards_sent: VecDeque<ClueBoard>,
    steps: Steps,
    /// The current board; `None` before the first one and after a reset.
    board: Option<Board>,
    /// The board before the current one, as long as the reply to it reads its picture.
    shown: Option<Board>,
    /// A reply was being assembled in the previous cycle.
    replying: bool,
    boards: u64,
    /// The core was reset in the previous cycle.
    in_reset: bool,
}

/// A board, as far as the core has received and solved it.
#[derive(Debug)]
struct Board {
    reference: Reference,
    size: (usize, usize),
    colours: usize,
    /// The clues received, and the blocks of the next one.
    clues: Vec<Vec<Block>>,
    blocks: Vec<Block>,
    /// Cells that those blocks need, with the blanks between them.
    reached: usize,
    /// The visits in progress, with what was excluded in their lines when they started.
    visits: VecDeque<(Line, Excluded)>,
    visited: u64,
    mode: SearchMode,
    /// Cycles until the limit of the search; `None` without limit.
    limit: Option<u64>,
    /// A contradiction was found before the search. Later findings of the contradictory line are meaningless.
    failed: bool,
    /// The board is complete, and its search has not ended.
    is_searching: bool,
    /// The limit is reached, or the search is cancelled.
    is_late: bool,
    /// The trail has been full since the last dive.
    is_full: bool,
    /// Cycles since the last progress, and since the search may end early.
    stuck: u64,
    overdue: u64,
    /// Probes since the board last changed outside of probes.
    probes: usize,
    status: Option<Status>,
    /// The reply to the board has ended.
    is_answered: bool,
    /// The cells read in the last cycles, the first one first; `None` for those read before the verdict.
    reads: VecDeque<Option<(usize, usize)>>,
}

/// Fails with the description `what()` unless `holds`.
fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault(what())) }
}

/// Compares a value of the design with the expected one.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, design: &T, expected: &T) -> Result<(), Fault> {
    expect(design == expected, || format!("{what}: {design:?}, expected {expected:?}"))
}

impl Board {
    fn new((rows, columns): (usize, usize), colours: usize) -> Self {
        Self {
            reference: Reference::new(rows, columns, colours),
            colours,
            size: (rows, columns),
            clues: Vec::new(),
            blocks: Vec::new(),
            reached: 0,
            visits: VecDeque::new(),
            visited: 0,
            mode: SearchMode::default(),
            limit: None,
            failed: false,
            is_searching: false,
            is_late: false,
            is_full: false,
            stuck: 0,
            overdue: 0,
            probes: 0,
            status: None,
            is_answered: false,
            reads: VecDeque::from([None; READ_CYCLES]),
        }
    }

    /// Takes what the core receives in this cycle.
    fn receive(&mut self, signals: &Signals) -> Result<(), Fault> {
        if signals.conflict && signals.state == State::Idle && self.status.is_none() && !self.failed
        {
            self.reference.conflict()?;
            self.failed = true;
        }
        if let Some((end, colour)) = signals.block {
            let gap = self.blocks.last().is_some_and(|last| last.colour == colour);
            let before = std::mem::replace(&mut self.reached, end) + usize::from(gap);
            let length = end.checked_sub(before);
            let length =
                length.ok_or_else(|| Fault(format!("a block ends at {end}, after {before}")))?;
            self.blocks.push(Block { length, colour });
        }
        if signals.block.is_some() || signals.line_end.is_some() {
            self.stuck = 0;
        }
        if let Some(line) = signals.line_end {
            let blocks = std::mem::take(&mut self.blocks);
            self.reached = 0;
            let clue = blocks.iter().map(|block| {
                let colour = usize::from(block.colour).checked_sub(1).and_then(Colour::new);
                Ok(nonogram_puzzles::Block {
                    length: block.length,
                    colour: colour.ok_or_else(|| Fault(format!("{block:?} has no colour")))?,
                })
            });
            let clue = clue.collect::<Result<Vec<_>, Fault>>()?;
            self.reference.receive(line, &Clue::of_blocks(clue))?;
            self.clues.push(blocks);
        }
        if let Some((mode, limit)) = signals.start {
            self.is_searching = true;
            let modes = SearchMode::ALL;
            expect(mode < modes.len(), || format!("the search has the unknown mode {mode}"))?;
            self.mode = modes[mode];
            self.limit = (limit > 0).then_some(limit * u64::from(LIMIT_UNIT));
        }
        Ok(())
    }

    /// Applies a step to the reference.
    fn step(&mut self, step: Step) -> Result<(), Fault> {
        let reference = &mut self.reference;
        let wrong = |choice: Choice| Fault(format!("{step:?}, expected {choice:?}"));
        let right = |inverted: Choice, choice: Choice| {
            if inverted == choice { Ok(()) } else { Err(wrong(inverted)) }
        };
        match step {
            Step::Board(..) | Step::Search | Step::Conflict(_) => {}
            Step::Visit(line) => {
                self.visits.push_back((line, reference.excluded(line)));
                return Ok(());
            }
            Step::Abort => self.visits.clear(),
            Step::Dropped => {
                self.visits.pop_front();
                return Ok(());
            }
            Step::Finding(line, learned) => return self.finding(line, learned),
            Step::Probe(choice) => {
                reference.probe(choice)?;
                self.probes += 1;
            }
            Step::Consistent => reference.end_probe()?,
            Step::Fact(choice) => right(reference.refute()?, choice)?,
            Step::Decision(choice) => reference.decide(choice)?,
            Step::Reversal(choice) => right(reference.reverse()?, choice)?,
            Step::Withdrawal => {
                reference.withdraw()?;
                // A dive may fill the trail.
                self.is_full = false;
            }
            Step::Solution => reference.solution()?,
            Step::Abandoned => reference.abandon(),
            Step::Verdict(code) => {
                let status = Status::try_from(code);
                let status = status.map_err(|_| Fault(format!("the unknown status {code}")))?;
                let may_end = self.is_late || self.is_full;
                reference.verdict(self.mode, status, may_end)?;
                self.status = Some(status);
                self.is_searching = false;
            }
        }
        self.stuck = 0;
        if matches!(step, Step::Fact(_) | Step::Decision(_) | Step::Reversal(_)) {
            self.probes = 0;
        }
        // A pass probes a value once; another pass follows only if the board has changed since the pass began.
        let most = 2 * (1 + self.colours) * self.size.0 * self.size.1;
        expect(self.probes <= most, || format!("{most} probes without a new exclusion"))
    }

    /// Whether the search may end early.
    fn may_end(&self) -> bool {
        self.is_late || self.is_full
    }

    fn finding(&mut self, line: Line, mut learned: Excluded) -> Result<(), Fault> {
        let visit = self.visits.pop_front();
        let Some((_, read)) = visit.filter(|(visited, _)| *visited == line) else {
            return Err(Fault(format!("a finding of {line} after the visit {visit:?}")));
        };
        self.visited += 1;
        if self.failed {
            return Ok(());
        }
        // Shorter lines are padded with blank cells.
        let length = match line {
            Line::Row(_) => self.size.1,
            Line::Column(_) => self.size.0,
        };
        learned.iter_mut().for_each(|cells| *cells &= u64::MAX >> (64 - length));
        self.reference.finding(line, &read, &learned)?;
        if learned != Excluded::default() {
            self.stuck = 0;
            if !self.reference.in_probe() {
                self.probes = 0;
            }
        }
        Ok(())
    }

    /// Counts the cycles without progress and those after the limit. `depth` is the number of entries of the trail.
    fn count(&mut self, signals: &Signals, depth: usize) -> Result<(), Fault> {
        let is_running = self.is_searching;
        let lines = (self.size.0 + self.size.1).div_ceil(LINES);
        let longest = PATIENCE * lines as u64 + depth as u64;
        self.stuck += u64::from(is_running || !signals.ready);
        expect(self.stuck < longest, || format!("no progress in {longest} cycles"))?;
        if let Some(left) = &mut self.limit {
            *left = left.saturating_sub(1);
        }
        let cancels = signals.cancel && signals.state != State::Idle;
        self.is_late |= self.limit == Some(0) || is_running && cancels;
        self.is_full |= is_running && signals.trail + RESERVE >= depth;
        self.overdue = if is_running && self.may_end() { self.overdue + 1 } else { 0 };
        expect(self.overdue < longest, || format!("no end {longest} cycles after the limit"))
    }

    /// Compares the cell that the reply has read with the picture.
    fn picture(&mut self, signals: &Signals) -> Result<(), Fault> {
        let read = self.status.map(|_| signals.read);
        self.reads.push_back(read);
        let (Some((row, column)), Some(status)) = (self.reads.pop_front().flatten(), self.status)
        else {
            return Ok(());
        };
        if status == Status::Unsolvable || row >= self.size.0 || column >= self.size.1 {
            return Ok(());
        }
        let value = self.reference.value(status, row, column);
        same(&format!("the cell in row {row}, column {column}"), &signals.cell, &value)
    }
}

impl ClueLockstep {
    /// A checker for a design that has received no bytes yet.
    pub fn new(build: &'static Build) -> Self {
        Self {
            build,
            decoder: ClueDecoder::default(),
            boards_sent: VecDeque::new(),
            steps: Steps::default(),
            board: None,
            shown: None,
            replying: false,
            boards: 0,
            in_reset: false,
        }
    }

    /// Follows the core for one cycle; `replying` says whether a reply is being assembled.
    fn follow(&mut self, steps: Vec<Step>, signals: &Signals, replying: bool) -> Result<(), Fault> {
        if std::mem::replace(&mut self.replying, replying) && !replying {
            self.shown = None;
            if let Some(board) = &mut self.board {
                board.is_answered = board.status.is_some();
            }
        }
        if let Some(size) = signals.begin {
            let last = self.board.replace(Board::new(size, self.build.colours()));
            let is_read = |board: &Board| board.status.is_some() && !board.is_answered;
            self.shown = last.filter(is_read).or_else(|| self.shown.take());
        }
        if let Some(board) = &mut self.shown {
            board.picture(signals)?;
        }
        if signals.begin.is_some() {
            return Ok(());
        }
        let Some(board) = &mut self.board else {
            return expect(steps.is_empty(), || format!("{steps:?} without a board"));
        };
        for step in steps {
            self.boards += u64::from(matches!(step, Step::Verdict(_)));
            board.step(step)?;
        }
        board.receive(signals)?;
        if let Some(request) = signals.start {
            expect(!replying, || "the search starts before the last reply has ended".to_owned())?;
            let sent = self.boards_sent.pop_front();
            let sent =
                sent.ok_or_else(|| Fault("the core starts without a valid board".to_owned()))?;
            same("the board's size", &board.size, &(sent.rows, sent.columns))?;
            same("the clues", &board.clues, &sent.clues)?;
            let SearchRequest { mode, limit } = sent.request;
            same("the request", &request, &(mode as usize, limit.into()))?;
        }
        board.count(signals, self.build.trail_depth)?;
        board.picture(signals)
    }
}

impl Lockstep for ClueLockstep {
    fn sent(&mut self, byte: u8) {
        // The design itself rejects corrupted boards; it launches only complete boards that fit.
        if let Ok(Some(board)) = self.decoder.push(byte)
            && board.check != Some(false)
            && board.rows.max(board.columns) <= self.build.side()
            && usize::from(board.colours) <= self.build.colours()
        {
            self.boards_sent.push_back(board);
        }
    }

    fn observe(&mut self, design: &Design) -> Result<(), String> {
        let steps = self.steps.observe(design);
        let signals = self.steps.signals();
        let signals = signals.ok_or("the design has no clue core, or an unknown state")?;
        let was_in_reset = std::mem::replace(&mut self.in_reset, signals.reset);
        if signals.reset {
            if !was_in_reset {
                // The design discards every board that was sent.
                (self.decoder, self.board, self.shown) = (ClueDecoder::default(), None, None);
                self.replying = false;
                self.boards_sent.clear();
            }
            return Ok(());
        }
        let signals = signals.clone();
        let replying = design.events().replying;
        let result = self.follow(steps, &signals, replying);
        result.map_err(|Fault(what)| what)
    }

    fn visits(&self) -> u64 {
        self.board.as_ref().map_or(0, |board| board.visited)
    }

    fn boards(&self) -> u64 {
        self.boards
    }
}
