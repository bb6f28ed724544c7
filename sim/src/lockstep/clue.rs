//! Lockstep of the clue core, which is compared with its model cycle by cycle.
//! Interface: [`ClueLockstep`] gives the model the same inputs as the core, and compares visits, status and the flags `ready`, `quiet` and
//! `running`; at the start of a search it compares the size and the clues that the core received with those that were sent.

use std::collections::VecDeque;

use crate::design::{ClueEvents, CoreEvents, Design};
use nonogram_protocol::{BoardEvent, ClueBoard, ClueDecoder, SearchMode, Status};
use nonogram_solver::model::clue::{ClueCore, Config, Inputs, LineId};
use nonogram_verilog::Build;

use super::Follower;

/// Runs the model in lockstep with the design.
#[derive(Debug)]
pub struct ClueLockstep {
    build: &'static Build,
    decoder: ClueDecoder,
    /// Valid boards that were sent to the design and that it has not launched yet.
    boards_sent: VecDeque<ClueBoard>,
    /// The part of the current board that the core has received.
    given: Given,
    model: ClueCore,
    /// The model's status in the cycle after the end of the search; `None` in other cycles.
    ended: Option<Status>,
    /// The core was reset in the previous cycle.
    in_reset: bool,
    visits: u64,
    boards: u64,
}

/// A board, as far as the core has received it.
#[derive(Debug, Default)]
struct Given {
    size: (usize, usize),
    clue: Vec<usize>,
    clues: Vec<Vec<usize>>,
}

impl Given {
    fn take(&mut self, events: &ClueEvents) {
        if let Some((rows, columns)) = events.begin {
            *self = Self {
                size: (rows.into(), columns.into()),
                ..Self::default()
            };
        }
        self.clue.extend(events.block.map(usize::from));
        if events.line_end.is_some() {
            self.clues.push(std::mem::take(&mut self.clue));
        }
    }
}

/// The model's inputs in a cycle.
fn inputs(events: &ClueEvents) -> Result<Inputs, String> {
    let mode = |code: u8| {
        let mode = SearchMode::ALL.get(usize::from(code)).copied();
        mode.ok_or_else(|| format!("the search has the unknown mode {code}"))
    };
    let start = events.start;
    Ok(Inputs {
        begin: (events.begin).map(|(rows, columns)| (rows.into(), columns.into())),
        block: events.block.map(usize::from),
        line_end: (events.line_end).map(|(column, position)| LineId {
            column,
            position: position.into(),
        }),
        start: start
            .map(|(code, limit)| Ok::<_, String>((mode(code)?, limit)))
            .transpose()?,
        cancel: events.cancel,
    })
}

/// Compares a value of the design with that of the model; an error if they differ.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, design: T, model: T) -> Result<(), String> {
    if design == model {
        Ok(())
    } else {
        Err(format!("{what}: {design:?}, in the model {model:?}"))
    }
}

impl ClueLockstep {
    /// A checker for a design that has received no bytes yet.
    pub fn new(build: &'static Build) -> Self {
        Self {
            build,
            decoder: ClueDecoder::default(),
            boards_sent: VecDeque::new(),
            given: Given::default(),
            model: model(build),
            ended: None,
            in_reset: false,
            visits: 0,
            boards: 0,
        }
    }

    /// Compares the launched board with the next board that was sent.
    fn launch(&mut self) -> Result<(), String> {
        let board = self.boards_sent.pop_front();
        let board = board.ok_or("the core starts without a valid board")?;
        let given = std::mem::take(&mut self.given);
        same("the board's size", given.size, (board.rows, board.columns))?;
        same("the clues", given.clues, board.clues)
    }

    fn follow(&mut self, events: &CoreEvents, clue: &ClueEvents) -> Result<(), String> {
        same("ready", clue.ready, self.model.is_ready())?;
        same("quiet", clue.quiet, self.model.is_quiet())?;
        same("running", events.solving, self.model.is_running())?;
        let status = events.decided.then_some(u16::from(events.core_status));
        same("status", status, self.ended.map(Status::index))?;
        self.boards += u64::from(events.decided);
        self.given.take(clue);
        if clue.start.is_some() {
            self.launch()?;
        }
        if clue.begin.is_some() {
            self.visits = 0;
        }
        let was_running = self.model.is_running();
        let visit = self.model.clock(&inputs(clue)?).map(|visit| {
            let LineId { column, position } = visit.line;
            (column, position as u8, visit.learned)
        });
        self.visits += u64::from(visit.is_some());
        same("the visit that ends", clue.visit, visit)?;
        let ends = was_running && !self.model.is_running() && clue.begin.is_none();
        self.ended = (self.model.status()).filter(|_| ends);
        Ok(())
    }
}

/// The model of a build's core.
fn model(build: &Build) -> ClueCore {
    ClueCore::new(&Config {
        engines: build.lanes(),
        cells_per_step: build.cells,
        trail_depth: build.trail_depth,
        ..Config::default()
    })
}

impl Follower for ClueLockstep {
    fn sent(&mut self, byte: u8) {
        // The design itself rejects corrupted boards; it launches only complete boards that fit.
        if let Ok(Some(BoardEvent::Board(board))) = self.decoder.push(byte)
            && board.check != Some(false)
            && board.rows.max(board.columns) <= self.build.side()
        {
            self.boards_sent.push_back(board);
        }
    }

    fn observe(&mut self, design: &dyn Design) -> Result<(), String> {
        let events = design.events();
        let clue = events.clue.ok_or("the design has no clue core")?;
        if events.reset {
            if !self.in_reset {
                // The design discards every board that was sent.
                *self = Self {
                    boards: self.boards,
                    in_reset: true,
                    ..Self::new(self.build)
                };
            }
            return Ok(());
        }
        self.in_reset = false;
        self.follow(&events, &clue)
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    fn boards(&self) -> u64 {
        self.boards
    }
}
