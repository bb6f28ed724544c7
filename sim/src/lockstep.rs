//! Lock step: after every line visit the design's board and counts equal the software model's.
//! Interface: [`LockStep::sent`] sees the bytes, [`LockStep::observe`] the design.
//! Source: the model is [`nonogram_solver::classic`].

use std::collections::VecDeque;

use nonogram_hdl::Build;
use nonogram_hdl::design::{Design, Probe};
use nonogram_protocol::{Board, BoardDecoder, BoardEvent};
use nonogram_solver::classic::{Classic, Outcome};

/// Runs the model beside the design.
#[derive(Debug)]
pub struct LockStep {
    build: &'static Build,
    decoder: BoardDecoder,
    /// Boards that the design has been sent and has not launched yet.
    boards_sent: VecDeque<Board>,
    model: Option<Classic>,
    visits: u64,
    boards: u64,
}

impl LockStep {
    /// A checker for a design that has received nothing yet.
    pub fn new(build: &'static Build) -> Self {
        Self {
            build,
            decoder: BoardDecoder::new(),
            boards_sent: VecDeque::new(),
            model: None,
            visits: 0,
            boards: 0,
        }
    }

    /// Line visits compared since the board was launched.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Boards compared to their end.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// Takes note of a byte sent to the design.
    pub fn sent(&mut self, byte: u8) {
        // The design judges broken boards by itself; it launches only whole ones that fit.
        if let Ok(Some(BoardEvent::Board(board))) = self.decoder.push(byte)
            && board.check != Some(false)
            && self.fits(&board)
        {
            self.boards_sent.push_back(board);
        }
    }

    fn fits(&self, board: &Board) -> bool {
        let options = || board.lines.iter().map(|options| options.len() as u64);
        board.rows.max(board.columns) <= self.build.side
            && options().all(|count| count <= self.build.most_options)
            && options().map(|count| count + 1).sum::<u64>() <= self.build.store_words
    }

    /// Compares design and model in one clock.
    ///
    /// # Errors
    /// What is different, in words.
    pub fn observe(&mut self, design: &dyn Design) -> Result<(), String> {
        let events = design.events();
        if events.visited {
            self.visits += 1;
            let model = self
                .model
                .as_mut()
                .ok_or("the core visits a line without a board")?;
            let line = model
                .visit()
                .ok_or("the core visits a line of a decided board")?;
            compare(model, line, &design.probe())?;
        }
        if events.decided {
            let model = self
                .model
                .take()
                .ok_or("the core decides without a board")?;
            let status = match model.outcome() {
                Some(Outcome::Solved) => 0,
                Some(Outcome::Unsolvable) => 1,
                Some(Outcome::Stalled) => 2,
                None => return Err("the core decides, the model goes on".into()),
            };
            let found = events.core_status;
            if status != found {
                return Err(format!("status {found} instead of {status}"));
            }
            self.boards += 1;
        } else if let Some(outcome) = self.model.as_ref().and_then(Classic::outcome) {
            return Err(format!("the model ends ({outcome:?}), the core goes on"));
        }
        if events.launched {
            let board = self
                .boards_sent
                .pop_front()
                .ok_or("the core starts on a board that is not whole")?;
            let bits = |options: &Vec<nonogram_protocol::LineOption>| {
                let word = |option: &nonogram_protocol::LineOption| {
                    option.bits().and_then(|bits| u32::try_from(bits).ok())
                };
                options.iter().map(word).collect::<Option<Vec<u32>>>()
            };
            let options = board.lines.iter().map(bits).collect::<Option<Vec<_>>>();
            let options = options.ok_or("the core starts on a board that is too large")?;
            self.model = Some(Classic::new(board.rows, board.columns, options));
            self.visits = 0;
        }
        Ok(())
    }
}

fn compare(model: &Classic, line: usize, probe: &Probe) -> Result<(), String> {
    let (rows, columns) = (
        model.known().len(),
        model.counts().len() - model.known().len(),
    );
    let side = probe.known.len();
    for row in 0..rows {
        let pair = |design: &[u32], model: &[u32]| (design[row], model[row]);
        for (what, (design, model)) in [
            ("known", pair(&probe.known, model.known())),
            ("assigned", pair(&probe.assigned, model.assigned())),
        ] {
            if design != model {
                return Err(format!(
                    "line {line}: {what} of row {row} is {design:0columns$b}, in the model {model:0columns$b}"
                ));
            }
        }
    }
    for (number, &count) in model.counts().iter().enumerate() {
        let place = if number < rows {
            number
        } else {
            number - rows + side
        };
        let found = probe.counts[place] as usize;
        if found != count {
            return Err(format!(
                "line {line}: line {number} has {found} options, in the model {count}"
            ));
        }
    }
    Ok(())
}
