//! Lockstep: compares the design with the software model of its core, after every line visit or cycle by cycle, or the steps of a clue
//! core with its reference.
//! Interface: [`Lockstep::sent`] takes the bytes sent to the design, [`Lockstep::observe`] compares the design in each cycle.
//! The models are those of [`nonogram_solver::model`], the reference is [`nonogram_solver::reference`].
//! [`OptionLockstep`] decodes the boards from the bytes, and runs a [`Model`] from each launch to the verdict. After every line visit the board
//! and the option counts, and at the verdict the status, must equal those of the model.

mod clue;

use std::collections::VecDeque;

use clue::ClueLockstep;
use nonogram_protocol::{BoardDecoder, BoardMessage, CoreKind, Status};
use nonogram_puzzles::Line;
use nonogram_solver::model::classic::Classic;
use nonogram_solver::model::parallel::Parallel;
use nonogram_verilog::Build;

use crate::design::{CoreEvents, Design, Probe};

/// A model or a reference that runs in lockstep with a design.
pub trait Lockstep: std::fmt::Debug + Send {
    /// Decodes a byte that was sent to the design.
    fn sent(&mut self, byte: u8);

    /// Compares design and model in one cycle.
    ///
    /// # Errors
    /// Returns a description of the difference between design and model.
    fn observe(&mut self, design: &Design) -> Result<(), String>;

    /// Line visits compared since the board was launched; in a clue core, visits since the board began to arrive.
    fn visits(&self) -> u64;

    /// Boards compared completely.
    fn boards(&self) -> u64;
}

/// A checker for a design that has received no bytes yet.
pub fn of(build: &'static Build) -> Box<dyn Lockstep> {
    match build.core() {
        CoreKind::Clue => Box::new(ClueLockstep::new(build)),
        CoreKind::Classic | CoreKind::Parallel => Box::new(OptionLockstep::new(build)),
    }
}

/// Runs the model in lockstep with the design.
#[derive(Debug)]
pub struct OptionLockstep {
    build: &'static Build,
    decoder: BoardDecoder,
    /// Valid boards that were sent to the design and that it has not launched yet.
    boards_sent: VecDeque<BoardMessage>,
    model: Option<Model>,
    /// The core was reset in the previous cycle.
    in_reset: bool,
    visits: u64,
    boards: u64,
}

impl OptionLockstep {
    /// A checker for a design that has received no bytes yet.
    pub fn new(build: &'static Build) -> Self {
        Self {
            build,
            decoder: BoardDecoder::new(),
            boards_sent: VecDeque::new(),
            model: None,
            in_reset: false,
            visits: 0,
            boards: 0,
        }
    }

    /// The model of the build's core, at the launch of a board.
    fn start(&self, board: &BoardMessage) -> Result<Model, String> {
        let bits = |options: &Vec<nonogram_protocol::LineOption>| {
            let word = |option: &nonogram_protocol::LineOption| {
                option.bits().and_then(|bits| u32::try_from(bits).ok())
            };
            options.iter().map(word).collect::<Option<Vec<u32>>>()
        };
        let options = board.lines.iter().map(bits).collect::<Option<Vec<_>>>();
        let options = options.ok_or("the core starts on a board that is too large")?;
        let (rows, columns) = (board.rows, board.columns);
        Ok(match self.build.core() {
            CoreKind::Classic => Model::Classic(Classic::new(rows, columns, options)),
            CoreKind::Parallel => {
                Model::Parallel(Parallel::new(rows, columns, self.build.lanes(), options))
            }
            CoreKind::Clue => return Err("the clue core takes no board of options".into()),
        })
    }
}

impl Lockstep for OptionLockstep {
    fn sent(&mut self, byte: u8) {
        // The design itself rejects corrupted boards; it launches only complete boards that fit.
        if let Ok(Some(board)) = self.decoder.push(byte)
            && board.check != Some(false)
            && self.build.excess(&board.size()).is_none()
        {
            self.boards_sent.push_back(board);
        }
    }

    fn observe(&mut self, design: &Design) -> Result<(), String> {
        let events = design.events();
        if events.reset {
            if !self.in_reset {
                // The design discards every board that was sent.
                *self = Self { boards: self.boards, in_reset: true, ..Self::new(self.build) };
            }
            return Ok(());
        }
        self.in_reset = false;
        match &mut self.model {
            Some(model) => {
                let status = model.follow(&events, design)?;
                self.visits = model.visits();
                match (status, events.decided) {
                    (Some(status), true) => {
                        let found = events.core_status;
                        if status.index() != u16::from(found) {
                            return Err(format!(
                                "status {found} instead of {} ({status})",
                                status.index()
                            ));
                        }
                        self.model = None;
                        self.boards += 1;
                    }
                    (Some(status), false) => {
                        return Err(format!("the model ends ({status}) but the core continues"));
                    }
                    (None, true) => return Err("the core decides but the model continues".into()),
                    (None, false) => {}
                }
            }
            None if events.decided => return Err("the core decides without a board".into()),
            None => {}
        }
        if events.launched {
            let board =
                self.boards_sent.pop_front().ok_or("the core starts without a valid board")?;
            self.model = Some(self.start(&board)?);
            self.visits = 0;
        }
        Ok(())
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    fn boards(&self) -> u64 {
        self.boards
    }
}

/// The software model of an option core.
#[derive(Debug)]
enum Model {
    Classic(Classic),
    Parallel(Parallel),
}

impl Model {
    /// Follows the core for one cycle and compares it with the model; returns the model's status once the model has decided the board.
    fn follow(&mut self, events: &CoreEvents, design: &Design) -> Result<Option<Status>, String> {
        match self {
            Self::Classic(model) => {
                if events.visited {
                    let line = model.visit().ok_or("the core visits a line of a decided board")?;
                    let counts: Vec<_> = model.counts().iter().copied().map(Some).collect();
                    compare(model.known(), model.assigned(), &counts, &design.probe()).map_err(
                        |what| {
                            let line = line_of(line, model.known().len());
                            format!("after a visit of {line}: {what}")
                        },
                    )?;
                }
                Ok(model.status())
            }
            Self::Parallel(model) => {
                let (core, expected) = (events.visited, model.wrote());
                if core != expected {
                    return Err(format!("a visit has ended: {core}, in the model {expected}"));
                }
                if expected || model.begins() {
                    let clock = model.cycles();
                    compare(model.known(), model.assigned(), &model.counts(), &design.probe())
                        .map_err(|what| format!("{clock} cycles after the launch: {what}"))?;
                }
                model.clock();
                Ok(model.status())
            }
        }
    }

    /// Line visits since the board was launched.
    fn visits(&self) -> u64 {
        match self {
            Self::Classic(model) => model.visits(),
            Self::Parallel(model) => model.visits(),
        }
    }
}

/// The line with this number on a board of so many rows; the numbers of the columns follow those of the rows.
fn line_of(number: usize, rows: usize) -> Line {
    number.checked_sub(rows).map_or(Line::Row(number), Line::Column)
}

/// Compares the model's board and option counts, rows first, with the state of the design; a count that is being changed is `None`. The error
/// describes the first difference.
fn compare(
    known: &[u32],
    assigned: &[u32],
    counts: &[Option<usize>],
    probe: &Probe,
) -> Result<(), String> {
    let columns = counts.len() - known.len();
    for row in 0..known.len() {
        for (what, design, model) in [
            ("known", probe.known[row], u64::from(known[row])),
            ("assigned", probe.assigned[row], u64::from(assigned[row])),
        ] {
            if design != model {
                let line = Line::Row(row);
                return Err(format!(
                    "{what} of {line} is {design:0columns$b}, in the model {model:0columns$b}"
                ));
            }
        }
    }
    for (number, count) in counts.iter().enumerate() {
        let line = line_of(number, known.len());
        let found = match line {
            Line::Row(row) => probe.counts[row],
            Line::Column(column) => probe.counts[probe.known.len() + column],
        };
        if let Some(count) = count.filter(|count| *count != found as usize) {
            return Err(format!("{line} has {found} options, in the model {count}"));
        }
    }
    Ok(())
}
