//! Random small boards, with what is asked of a core on each: how far to search, a limit, the end of the search from outside.
//! Interface: [`trials`] is a seeded row of them; [`Trial::of_model`] is the model's answer, [`Trial::check`] compares an answer with the
//! [`Oracle`]. Whatever the search does inside, an answer must be true.

use nonogram_protocol::{CANCEL, ClueStream, SearchMode, SearchRequest, Status};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{self, Config, Mode};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{Asked, Oracle};

/// Longest side.
const SIDE: usize = 5;
/// Of the searches that are ended from outside, a third ends within as many clocks each.
const CANCEL_WITHIN: [u64; 3] = [50, 400, 2000];

/// A board, and what is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The board.
    pub puzzle: Puzzle,
    /// How far to search, and the limit.
    pub request: SearchRequest,
    /// The search is ended this many clocks after its start.
    pub cancel: Option<u64>,
}

/// A seeded row of trials. Boards have up to 5 x 5 cells; most have several solutions, some have none.
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

/// The puzzle of a random picture, of every fourth one with two column clues exchanged.
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

/// The status that a reply has for the model's.
pub fn status(status: clue::Status) -> Status {
    match status {
        clue::Status::Solved => Status::Solved,
        clue::Status::Multiple => Status::Multiple,
        clue::Status::Unsolvable => Status::Unsolvable,
        clue::Status::Undecided => Status::Stalled,
    }
}

impl Trial {
    /// The answer of a core's model.
    pub fn of_model(&self, config: &Config) -> (Status, Grid) {
        let SearchRequest { mode, limit } = self.request;
        let mode = match mode {
            SearchMode::Proof => Mode::Proof,
            SearchMode::LineLogic => Mode::LineLogic,
            SearchMode::FirstSolution => Mode::FirstSolution,
        };
        let solution = clue::solve_until(&self.puzzle, config, mode, limit, self.cancel);
        (status(solution.status), solution.grid)
    }

    /// The board's bytes.
    ///
    /// # Panics
    /// The board cannot be sent.
    pub fn bytes(&self) -> Vec<u8> {
        let stream = ClueStream::new(self.puzzle.rows(), self.puzzle.columns());
        let stream = stream.expect("a small board").with_check(true);
        stream.with_request(self.request).bytes().collect()
    }

    /// The bytes that end the search, if it is ended from outside.
    pub fn end(&self) -> Option<[u8; 2]> {
        self.cancel.map(|_| CANCEL.to_bytes())
    }

    /// Compares an answer with brute force.
    ///
    /// # Errors
    /// What is wrong with the answer, and the trial.
    pub fn check(&self, status: Status, picture: &Grid) -> Result<(), String> {
        let asked = Asked {
            mode: self.request.mode,
            may_end: self.cancel.is_some() || self.request.limit > 0,
        };
        (Oracle::new(&self.puzzle).judge(asked, status, picture))
            .map_err(|error| format!("{self:?}: {error}"))
    }
}
