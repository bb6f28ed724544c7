//! Random small boards, each with a request to a core: search mode, limit, and cancellation.
//! Interface: [`trials`] generates them from a seed; [`Trial::of_model`] returns the model's answer, [`Trial::check`] compares an answer
//! with the [`Oracle`]; [`emulate`] checks the answers of emulated Verilog.

use nonogram_protocol::{
    BoardStream, CANCEL, ClueStream, CoreKind, ReplyDecoder, ReplyEvent, SearchMode, SearchRequest,
    Status,
};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{self, Config};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{Asked, Oracle};
use nonogram_sim::answer::grid_of;
use nonogram_sim::emulator::{Emulator, EmulatorError, Stimulus};

/// Longest side of a board, in cells.
const SIDE: usize = 5;
/// Upper bounds on the cycles before a cancellation; each bound applies to a third of the cancelled searches, on average.
const CANCEL_WITHIN: [u64; 3] = [50, 400, 2000];

/// A board and the request to the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The board.
    pub puzzle: Puzzle,
    /// The search mode and the limit.
    pub request: SearchRequest,
    /// In a model: cycles from the start of the search to its cancellation. In [`emulate`]: idle cycles between the board and the message
    /// that cancels its search. `None` if the search is not cancelled.
    pub cancel: Option<u64>,
}

/// Trials from a seed. Boards have up to 5 x 5 cells; many have several solutions, some have none.
pub fn trials(seed: u64) -> impl Iterator<Item = Trial> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let puzzle = board(&mut random);
        let mode = SearchMode::ALL[random.random_range(0..6_usize).saturating_sub(3)];
        let limit = u32::from(random.random_ratio(1, 4));
        let within = CANCEL_WITHIN[random.random_range(0..CANCEL_WITHIN.len())];
        let cancel = random.random_range(0..within);
        Trial {
            puzzle,
            request: SearchRequest { mode, limit },
            cancel: random.random_ratio(3, 4).then_some(cancel),
        }
    })
}

/// The puzzle of a random picture; in one of four puzzles, on average, the first column clue is exchanged with a random one, which can
/// be itself.
fn board(random: &mut ChaCha8Rng) -> Puzzle {
    let [rows, columns] = [(); 2].map(|()| 1 + random.random_range(0..SIDE * SIDE).isqrt());
    let percent = random.random_range(15..60);
    let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
    let puzzle = Puzzle::from_grid(&grid);
    if !random.random_ratio(1, 4) {
        return puzzle;
    }
    let mut clues = puzzle.columns().to_vec();
    clues.swap(0, random.random_range(0..columns));
    Puzzle::new(puzzle.rows().to_vec(), clues).expect("the clues fit")
}

impl Trial {
    /// The answer of a clue core's model.
    pub fn of_model(&self, config: &Config) -> (Status, Grid) {
        let SearchRequest { mode, limit } = self.request;
        let solution = clue::solve_until(&self.puzzle, config, mode, limit, self.cancel);
        (solution.status, solution.grid)
    }

    /// The board's bytes for a core, with a check.
    ///
    /// # Panics
    /// The board cannot be sent.
    pub fn bytes(&self, core: CoreKind) -> Vec<u8> {
        let (rows, columns) = (self.puzzle.rows(), self.puzzle.columns());
        if core == CoreKind::Clue {
            let stream = ClueStream::new(rows, columns).expect("a small board");
            let stream = stream.with_check(true).with_request(self.request);
            return stream.bytes().collect();
        }
        let stream = BoardStream::new(rows, columns).expect("a small board");
        stream.with_check(true).bytes().collect()
    }

    /// Compares a core's answer with brute force. Option cores have line logic only, which neither a limit nor a cancellation ends.
    ///
    /// # Errors
    /// Returns a description of the trial and of the error in the answer.
    pub fn check(&self, core: CoreKind, status: Status, picture: &Grid) -> Result<(), String> {
        let asked = match core {
            CoreKind::Clue => Asked {
                mode: self.request.mode,
                may_end: self.cancel.is_some() || self.request.limit > 0,
            },
            CoreKind::Classic | CoreKind::Parallel => Asked {
                mode: SearchMode::LineLogic,
                may_end: false,
            },
        };
        (Oracle::new(&self.puzzle).judge(asked, status, picture))
            .map_err(|error| format!("{self:?}: {error}"))
    }
}

/// Idle cycles after each board or cancellation, so that the search ends before the next board arrives.
const REPLY_CYCLES: u32 = 2_000;

/// Sends trials to emulated Verilog of a core, one after the other; returns the errors of its answers.
///
/// # Errors
/// The simulator fails.
///
/// # Panics
/// The replies are malformed, or their number differs from that of the trials.
pub fn emulate(
    emulator: &Emulator,
    core: CoreKind,
    trials: &[Trial],
) -> Result<Vec<String>, EmulatorError> {
    let mut script = Vec::new();
    for trial in trials {
        script.extend(trial.bytes(core).into_iter().map(Stimulus::Byte));
        if let (CoreKind::Clue, Some(cycles)) = (core, trial.cancel) {
            script.push(Stimulus::Idle(cycles as u32));
            script.extend(CANCEL.to_bytes().map(Stimulus::Byte));
        }
        script.push(Stimulus::Idle(REPLY_CYCLES));
    }
    let run = emulator.run(&script, &mut |_, _| {})?;
    let mut decoder = ReplyDecoder::new();
    let mut left = trials.iter();
    let mut wrong = Vec::new();
    for byte in run.reply() {
        if let Some(ReplyEvent::End(reply)) = decoder.push(byte).expect("a reply") {
            let trial = left.next().expect("a trial for each reply");
            wrong.extend(trial.check(core, reply.status, &grid_of(&reply)).err());
        }
    }
    assert_eq!(left.len(), 0, "trials without a reply");
    Ok(wrong)
}
