//! Fault campaigns: broken boards against the simulated design, and what became of them, in counts.
//! Interface: [`Campaign::run`] for a kind of [`Trial`] on a design, [`tolerance`] for baud errors; the decoders
//! alone are the crate protocol's. Source: 8N1 mid-bit sampling for the theoretical limits.

use std::collections::VecDeque;
use std::fmt;

use nonogram_hdl::uart::{PARTS, UartRx};
use nonogram_hdl::widgets::rising_edge;
use nonogram_protocol::{BuildIdentity, Reply, Status, board_bytes, decode_reply};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{LineOutcome, propagate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::{Block, Logic, simulate};

use crate::faults::{Kind, Noise, Symbol};
use crate::serial_line::{Received, UartSource};
use crate::{Drive, SimBoard, SimError};

/// What is done to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// One fault of this kind, at a random byte.
    One(Kind),
    /// Each byte meets a fault of any kind with a chance of 1 in 20.
    Many,
    /// It is cut off: with enough boards, at every byte in turn, else at that many places.
    CutOff,
    /// The line is inverted for a random time of less than half a bit, at a random clock.
    Glitch,
    /// The design is reset at a random clock.
    Reset,
    /// A good board follows without a pause, and both are answered.
    BackToBack,
    /// That many random bytes in its place.
    Garbage(usize),
}

impl Trial {
    /// Those that cost no more than a few boards; a flood of garbage is for the caller to add.
    pub const ALL: [Self; 10] = [
        Self::One(Kind::Flip),
        Self::One(Kind::Lost),
        Self::One(Kind::Doubled),
        Self::One(Kind::Stray),
        Self::One(Kind::Break),
        Self::Many,
        Self::CutOff,
        Self::Glitch,
        Self::Reset,
        Self::BackToBack,
    ];

    /// Whether it takes a serial line.
    pub fn needs_pins(self) -> bool {
        matches!(self, Self::One(Kind::Break) | Self::Glitch)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(kind) => f.pad(kind.name()),
            Self::Many => f.pad("1 byte in 20 broken"),
            Self::CutOff => f.pad("cut off"),
            Self::Glitch => f.pad("glitch under half a bit"),
            Self::Reset => f.pad("reset at a random clock"),
            Self::BackToBack => f.pad("back to back, no fault"),
            Self::Garbage(bytes) => f.pad(&format!("garbage, {bytes} bytes")),
        }
    }
}

/// What became of the broken boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boards with a fault.
    pub broken: u64,
    /// Answered with the right picture all the same: the fault did no harm.
    pub right: u64,
    /// Answered with a status that says the board arrived broken.
    pub refused: u64,
    /// Not answered with one whole reply.
    pub unanswered: u64,
    /// Answered with another verdict or picture, under a check that matches.
    pub wrong: u64,
    /// Good boards after a broken one that were not solved.
    pub next_failed: u64,
    /// Runs in which the design did not come to rest.
    pub hangs: u64,
}

/// A design under trial.
pub struct Campaign {
    board: SimBoard,
    random: ChaCha8Rng,
    puzzle: Puzzle,
    solution: Vec<Option<bool>>,
    whole: Vec<u8>,
}

/// Clocks after which a design that is still busy counts as hanging, besides those that its bytes take.
const REST: u64 = 200_000;

/// Bits of a break: two bytes.
const BREAK_BITS: u64 = 20;

impl Campaign {
    /// The named build, driven this way, with random numbers from a seed.
    ///
    /// # Errors
    /// The build is unknown.
    pub fn new(build: &str, drive: Drive, seed: u64) -> Result<Self, SimError> {
        // Rows and columns differ, so that a board turned over is another one.
        let picture = Grid::from_fn(4, 5, |row, column| (row * column + row) % 3 != 1);
        let puzzle = Puzzle::from_grid(&picture);
        let solution = match propagate(&puzzle) {
            LineOutcome::Solved(grid) => (0..4)
                .flat_map(|row| (0..5).map(move |column| (row, column)))
                .map(|(row, column)| grid.get(row, column).value())
                .collect(),
            _ => Vec::new(),
        };
        let board = SimBoard::new(build, drive)?;
        let core = board.build().core();
        let whole = board_bytes(core, puzzle.rows(), puzzle.columns(), true);
        Ok(Self {
            board,
            random: ChaCha8Rng::seed_from_u64(seed),
            puzzle,
            solution,
            whole: whole.unwrap_or_default(),
        })
    }

    /// The puzzle of every board.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Breaks `count` boards, and sends a good one after each.
    ///
    /// # Errors
    /// The simulation fails.
    pub fn run(&mut self, trial: Trial, count: u64) -> Result<Counts, SimError> {
        let mut counts = Counts::default();
        let count = match trial {
            Trial::CutOff => count.min(self.whole.len() as u64),
            _ => count,
        };
        for number in 0..count {
            counts.broken += 1;
            // Spread over the board where there are fewer trials than bytes.
            let place = (number as usize * self.whole.len()) / count as usize;
            let answer = self.trial(trial, place)?;
            let Some(answer) = answer else {
                counts.hangs += 1;
                self.board.reset(8)?;
                continue;
            };
            match self.judge(&answer) {
                Judged::Right => counts.right += 1,
                Judged::Refused => counts.refused += 1,
                Judged::Unanswered => counts.unanswered += 1,
                Judged::Wrong => counts.wrong += 1,
            }
            self.board.idle(self.board.pause_clocks() + 8)?;
            let whole = self.whole.iter().copied().map(Symbol::Byte).collect();
            let next = self.send(whole)?;
            if !next.is_some_and(|answer| self.judge(&answer) == Judged::Right) {
                counts.next_failed += 1;
            }
        }
        Ok(counts)
    }

    /// One broken board (cut off before byte `cut`, for that trial): the bytes that came back, or `None` when the design does not come to rest.
    fn trial(&mut self, trial: Trial, cut: usize) -> Result<Option<Vec<u8>>, SimError> {
        let whole = || self.whole.iter().copied();
        let symbols: VecDeque<Symbol> = match trial {
            Trial::One(kind) => {
                let place = self.random.random_range(0..self.whole.len());
                let mut noise = Noise::of(&[kind], 1.0, self.random.random());
                let mut symbols = VecDeque::new();
                for (at, byte) in self.whole.iter().enumerate() {
                    if at == place {
                        symbols.extend(noise.pass(*byte));
                    } else {
                        symbols.push_back(Symbol::Byte(*byte));
                    }
                }
                symbols
            }
            Trial::Many => {
                const RATE: f64 = 0.05;
                let kinds: Vec<Kind> = Kind::ALL
                    .into_iter()
                    .filter(|&kind| kind != Kind::Break || self.board.has_line())
                    .collect();
                let mut noise = Noise::of(&kinds, RATE, self.random.random());
                whole().flat_map(|byte| noise.pass(byte)).collect()
            }
            Trial::CutOff => whole().take(cut).map(Symbol::Byte).collect(),
            Trial::BackToBack => {
                let twice: VecDeque<Symbol> = whole().chain(whole()).map(Symbol::Byte).collect();
                let Some(answer) = self.send(twice)? else {
                    return Ok(None);
                };
                // Two equal replies count as one.
                let half = answer.len() / 2;
                let equal = answer[..half] == answer[half..];
                return Ok(Some(answer[if equal { half } else { 0 }..].to_vec()));
            }
            Trial::Garbage(bytes) => {
                let random = &mut self.random;
                (0..bytes).map(|_| Symbol::Byte(random.random())).collect()
            }
            Trial::Glitch | Trial::Reset => whole().map(Symbol::Byte).collect(),
        };
        if matches!(trial, Trial::Glitch | Trial::Reset) {
            return self.disturb(trial, symbols);
        }
        self.send(symbols)
    }

    /// A board, and a glitch or a reset at a random clock of it.
    fn disturb(
        &mut self,
        trial: Trial,
        mut symbols: VecDeque<Symbol>,
    ) -> Result<Option<Vec<u8>>, SimError> {
        let clocks_a_byte = if self.board.has_line() { 40 } else { 6 };
        let at = self
            .random
            .random_range(0..symbols.len() as u64 * clocks_a_byte);
        let mut answer = Vec::new();
        for _ in 0..at {
            answer.extend(step(&mut self.board, &mut symbols)?);
        }
        if trial == Trial::Reset {
            self.board.reset(8)?;
            return Ok(Some(answer));
        }
        // Half of four clocks per bit: only one clock is shorter.
        self.board.glitch(1);
        let rest = self.send(symbols)?;
        Ok(rest.map(|rest| [answer, rest].concat()))
    }

    /// Sends symbols, and gives what comes back until the design rests.
    fn send(&mut self, mut symbols: VecDeque<Symbol>) -> Result<Option<Vec<u8>>, SimError> {
        const CLOCKS_A_BYTE: u64 = 40;
        const QUIET: u64 = 200;
        let limit = REST + 10 * CLOCKS_A_BYTE * symbols.len() as u64;
        let mut answer = Vec::new();
        let mut quiet = 0;
        for _ in 0..limit {
            answer.extend(step(&mut self.board, &mut symbols)?);
            let rests = symbols.is_empty() && self.board.is_idle();
            quiet = if rests { quiet + 1 } else { 0 };
            if quiet == QUIET {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn judge(&self, answer: &[u8]) -> Judged {
        match decode_reply(answer.iter().copied()) {
            Ok(Reply {
                status: Status::Solved,
                check: Some(true),
                rows: 4,
                columns: 5,
                cells,
            }) if cells == self.solution => Judged::Right,
            Ok(reply) if is_refusal(reply.status) => Judged::Refused,
            Ok(reply) if reply.check == Some(true) => Judged::Wrong,
            // A host that sent a check accepts no reply without one.
            Ok(_) => Judged::Refused,
            Err(_) if BuildIdentity::find(answer).is_some() => Judged::Refused,
            Err(_) => Judged::Unanswered,
        }
    }
}

fn is_refusal(status: Status) -> bool {
    matches!(
        status,
        Status::BadCheck | Status::Malformed | Status::TooLarge
    )
}

/// One clock, with the next symbol when the line is free.
fn step(board: &mut SimBoard, symbols: &mut VecDeque<Symbol>) -> Result<Option<u8>, SimError> {
    if symbols.front() == Some(&Symbol::Break) {
        symbols.pop_front();
        board.send_break(BREAK_BITS);
    }
    board.step(&mut || match symbols.front() {
        Some(&Symbol::Byte(byte)) => {
            symbols.pop_front();
            Some(byte)
        }
        _ => None,
    })
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    Right,
    Refused,
    Unanswered,
    Wrong,
}

/// The relative lengths of a sender's bit, shortest and longest, at which a receiver with bits of `BIT` sixteenths of a cycle
/// still reads back-to-back bytes.
///
/// The last sample is taken 9.5 receiver's bits after the first edge, and must lie in the stop bit, the
/// sender's bits 9 to 10: in theory 0.95 to 1.0556, less the sampling grain.
pub fn tolerance<const BIT: u64>() -> (f64, f64) {
    const STEPS: u32 = 9;
    const FAR: f64 = 0.1;
    let edge = |sign: f64| {
        let (mut good, mut bad) = (0.0, FAR);
        for _ in 0..STEPS {
            let middle = (good + bad) / 2.0;
            if reads::<BIT>(1.0 + sign * middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        1.0 + sign * good
    };
    (edge(-1.0), edge(1.0))
}

/// Whether a receiver with bits of `BIT` sixteenths of a cycle reads a sender whose bits last `ratio` times as long.
fn reads<const BIT: u64>(ratio: f64) -> bool {
    /// Bytes with every kind of bit pattern; the ends of all-zero and all-one bytes show most.
    const BYTES: [u8; 8] = [0x00, 0xff, 0x55, 0xaa, 0xe0, 0x01, 0x80, 0x7f];
    const SETTLE: usize = 20;
    let mut uut = UartRx::<BIT>::default();
    uut.clock.connect();
    uut.reset.connect();
    uut.line.connect();
    uut.connect_all();
    uut.line.next = true;
    let mut source = UartSource::new(BIT as f64 / PARTS as f64 * ratio);
    let mut bytes = BYTES.into_iter().peekable();
    let mut received = Vec::new();
    let mut rest = 2 * BIT;
    while rest > 0 {
        let busy = bytes.peek().is_some() || !source.is_idle();
        rest -= u64::from(!busy);
        uut.line.next = source.level(&mut || bytes.next());
        if !simulate(&mut uut, SETTLE) || !rising_edge(&mut uut, SETTLE) {
            return false;
        }
        if uut.strobe.val() {
            let byte = uut.data.val().to_u8();
            received.push(match uut.framing_error.val() {
                true => Received::FramingError(byte),
                false => Received::Byte(byte),
            });
        }
    }
    received == BYTES.map(Received::Byte)
}
