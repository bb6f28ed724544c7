//! Small boards: every one of a size in a number of colours, solvable or not; and random ones, each with a request to a core: search mode,
//! limit, and cancellation.
//! Interface: [`trials`] and [`coloured`] generate them from a seed; [`Trial::of_reference`] returns the reference's answer, [`Trial::send`] that
//! of a simulated board; [`Trial::check`] compares an answer with the [`Oracle`]; [`emulate`] checks the answers of emulated Verilog. [`nth_board`]
//! returns a board by its number, below [`count_of_boards`].

use nonogram_protocol::{
    CANCEL, CoreKind, LIMIT_UNIT, Received, ReplyDecoder, SearchMode, SearchRequest, Status,
};
use nonogram_puzzles::{Block, Cell, Clue, Colour, Grid, Palette, Puzzle};
use nonogram_solver::reference;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{Asked, Oracle};
use nonogram_sim::SimBoard;
use nonogram_sim::answer::grid_of;
use nonogram_sim::emulator::{Emulator, EmulatorError, Stimulus};
use nonogram_sim::wire::encode;

/// Longest side of a board, in cells.
const SIDE: usize = 5;
/// Upper bounds on the cycles before a cancellation; each bound applies to a third of the cancelled searches, on average.
const CANCEL_WITHIN: [u64; 3] = [50, 400, 2000];
/// Longest side of a board in several colours.
const COLOURED_SIDE: usize = 6;
/// Cycles that a step of the reference stands for.
const STEP_CYCLES: u64 = 40;

/// A board and the request to the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The board.
    pub puzzle: Puzzle,
    /// The search mode and the limit.
    pub request: SearchRequest,
    /// Idle cycles between the board and the message that cancels its search; the reference takes them for cycles of the search. `None` if
    /// the search is not cancelled.
    pub cancel: Option<u64>,
}

/// Trials from a seed. Boards have up to 5 x 5 cells; many have several solutions, some have none.
pub fn trials(seed: u64) -> impl Iterator<Item = Trial> {
    with_boards(seed, |random| {
        let [rows, columns] = [(); 2].map(|()| 1 + random.random_range(0..SIDE * SIDE).isqrt());
        let percent = random.random_range(15..60);
        let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
        exchanged(&grid, random)
    })
}

/// Trials with boards of up to 6 x 6 cells in one to three colours.
pub fn coloured(seed: u64) -> impl Iterator<Item = Trial> {
    with_boards(seed, |random| {
        let [rows, columns] = [(); 2].map(|()| random.random_range(1..=COLOURED_SIDE));
        let (percent, colours) = (random.random_range(25..80), random.random_range(1..=3));
        exchanged(&picture(random, (rows, columns), colours, percent), random)
    })
}

/// Trials from a seed on the boards that `board` returns.
fn with_boards(
    seed: u64,
    board: impl Fn(&mut ChaCha8Rng) -> Puzzle,
) -> impl Iterator<Item = Trial> {
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

/// A random picture in up to `colours` colours; a cell is filled with a probability of `percent` %.
pub fn picture(
    random: &mut ChaCha8Rng,
    size: (usize, usize),
    colours: usize,
    percent: u32,
) -> Grid {
    Grid::from_cells(size.0, size.1, |_, _| {
        let colour = Colour::new(random.random_range(0..colours));
        let is_filled = random.random_ratio(percent, 100);
        colour.filter(|_| is_filled).map_or(Cell::Blank, Cell::Colour)
    })
}

/// The puzzle of a picture; in one of four puzzles, on average, the first column clue is exchanged with a random one, which can be itself.
pub fn exchanged(grid: &Grid, random: &mut ChaCha8Rng) -> Puzzle {
    let puzzle = Puzzle::from_grid(grid);
    if !random.random_ratio(1, 4) {
        return puzzle;
    }
    let mut clues = puzzle.columns().to_vec();
    let count = clues.len();
    clues.swap(0, random.random_range(0..count));
    let palette = puzzle.palette().clone();
    Puzzle::in_colours(puzzle.rows().to_vec(), clues, palette).expect("the clues fit")
}

/// The reply to a trial, and the cycles of the core.
pub type Answer = (Vec<u8>, Option<u64>);

/// Cycles after which a board has no answer.
const LONGEST: u64 = 200_000;
/// Cycles without activity after which an answer is complete.
const QUIET: u64 = 200;

impl Trial {
    /// The answer of the reference.
    pub fn of_reference(&self) -> (Status, Grid) {
        let limit = u64::from(self.request.limit * LIMIT_UNIT);
        let cycles = (limit > 0).then_some(limit).into_iter().chain(self.cancel);
        let steps = cycles.min().map(|cycles| cycles / STEP_CYCLES);
        let answer = reference::solve(&self.puzzle, self.request.mode, steps);
        (answer.status, answer.grid)
    }

    /// Sends the trial to a board, whose search is cancelled only in a clue core.
    ///
    /// # Panics
    /// The board fails, makes a wrong step, or does not end.
    pub fn send(&self, board: &mut SimBoard) -> Answer {
        let core = board.build().core();
        let mut bytes = self.bytes(core).into_iter();
        let mut cancel = self.cancel.filter(|_| core == CoreKind::Clue);
        let (mut reply, mut quiet, begin) = (Vec::new(), 0, board.clocks());
        while quiet < QUIET {
            assert!(board.clocks() - begin < LONGEST, "{self:?}: no end");
            let byte = board.step(&mut || bytes.next());
            reply.extend(byte.unwrap_or_else(|error| panic!("{self:?}: {error}")));
            let is_sent = bytes.len() == 0;
            quiet = if is_sent && board.is_idle() { quiet + 1 } else { 0 };
            match cancel {
                Some(0) if is_sent => {
                    bytes = CANCEL.to_bytes().to_vec().into_iter();
                    cancel = None;
                }
                Some(left) if is_sent => cancel = Some(left - 1),
                _ => {}
            }
        }
        (reply, board.cycles())
    }

    /// The board's bytes for a core, with a check.
    ///
    /// # Panics
    /// The board cannot be sent.
    pub fn bytes(&self, core: CoreKind) -> Vec<u8> {
        let board = encode(&self.puzzle, core, true, self.request);
        board.expect("a small board").bytes().collect()
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
            CoreKind::Classic | CoreKind::Parallel => {
                Asked { mode: SearchMode::LineLogic, may_end: false }
            }
        };
        (Oracle::new(&self.puzzle).accept(asked, status, picture))
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
    for byte in run.reply {
        if let Some(Received::Reply(reply)) = decoder.push(byte).expect("a reply") {
            let trial = left.next().expect("a trial for each reply");
            wrong.extend(trial.check(core, reply.status, &grid_of(&reply)).err());
        }
    }
    assert_eq!(left.len(), 0, "trials without a reply");
    Ok(wrong)
}

/// The clues that fit a line of `length` cells, the empty clue first.
pub fn clues(length: usize, colours: usize) -> Vec<Clue> {
    let mut all = vec![Clue::default()];
    let mut next = 0;
    while let Some(clue) = all.get(next).cloned() {
        for colour in (0..colours).filter_map(Colour::new) {
            for length_of_block in 1..=length {
                let block = Block { length: length_of_block, colour };
                let longer = Clue::of_blocks(clue.blocks().chain([block]));
                if longer.min_length() <= length {
                    all.push(longer);
                }
            }
        }
        next += 1;
    }
    all
}

/// The number of boards of a size.
///
/// # Panics
/// There are 2^64 boards or more.
pub fn count_of_boards(rows: usize, columns: usize, colours: usize) -> u64 {
    let ways = |length, lines| {
        let clues = clues(length, colours).len() as u64;
        clues.checked_pow(lines as u32).expect("a small board")
    };
    let (of_rows, of_columns) = (ways(columns, rows), ways(rows, columns));
    of_rows.checked_mul(of_columns).expect("a small board")
}

/// The board with the number `number`, counted from 0.
///
/// # Panics
/// The board has no cells.
pub fn nth_board(rows: usize, columns: usize, colours: usize, number: u64) -> Puzzle {
    let mut left = number as usize;
    let mut take = |length, lines| -> Vec<Clue> {
        let clues = clues(length, colours);
        let mut one = || {
            let clue = clues[left % clues.len()].clone();
            left /= clues.len();
            clue
        };
        (0..lines).map(|_| one()).collect()
    };
    let (of_rows, of_columns) = (take(columns, rows), take(rows, columns));
    let palette = match colours {
        1 => Palette::default(),
        _ => Palette::standard(colours),
    };
    Puzzle::in_colours(of_rows, of_columns, palette).expect("clues that fit")
}
