//! Fault campaigns: sends corrupted boards to the simulated design and counts the outcomes.
//! Interface: [`Campaign::run`] runs trials of one kind ([`Trial`]) on a design; [`tolerance`] measures the tolerated baud errors.
//! Source: 8N1 mid-bit sampling for the theoretical limits; the example `faults` also tests the decoders without a design.

use std::collections::VecDeque;
use std::fmt;

use nonogram_netlist::{elaborate, read};
use nonogram_protocol::{BuildIdentity, Reply, Status, board_bytes, board_check, decode_reply};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::{LineOutcome, propagate};
use nonogram_verilog::{BUILDS, PARTS};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use nonogram_sim::compiled::{CompileError, Machine, Place};
use nonogram_sim::faults::{Kind, Noise, Symbol};
use nonogram_sim::serial_line::{Received, UartSource};
use nonogram_sim::{Drive, SimBoard, SimError};

/// A kind of trial: a way to disturb, replace or repeat a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// One fault of this kind at a random byte.
    One(Kind),
    /// A fault of any kind at each byte, with a probability of 1 in 20; without a serial line there are no breaks.
    Many,
    /// The board is cut off, at places that are spread evenly over its bytes.
    CutOff,
    /// The serial line is inverted for less than half a bit time, in a random cycle.
    Glitch,
    /// The design is reset in a random cycle.
    Reset,
    /// Two good boards without a pause in between; both must be solved.
    BackToBack,
    /// This many random bytes instead of the board.
    Garbage(usize),
}

impl Trial {
    /// Every trial but [`Trial::Garbage`], whose length the caller selects.
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

    /// Whether the trial needs a serial line.
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
            Self::Reset => f.pad("reset in a random cycle"),
            Self::BackToBack => f.pad("back to back, no fault"),
            Self::Garbage(bytes) => f.pad(&format!("garbage, {bytes} bytes")),
        }
    }
}

/// Outcomes of the trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of trials.
    pub broken: u64,
    /// Trials whose boards were solved correctly.
    pub right: u64,
    /// Trials that the design refused, answered without a matching check, or took for an identity request.
    pub refused: u64,
    /// Other trials without exactly one complete reply.
    pub unanswered: u64,
    /// Trials with a wrong verdict or picture under a matching check.
    pub wrong: u64,
    /// Good boards that followed a trial and were not solved correctly.
    pub next_failed: u64,
    /// Trials after which the design did not become idle.
    pub hangs: u64,
}

/// A design under test, with the board that is sent to it.
pub struct Campaign {
    board: SimBoard,
    random: ChaCha8Rng,
    puzzle: Puzzle,
    solution: Vec<Option<u8>>,
    whole: Vec<u8>,
}

/// Cycles, in addition to ten times the transmission time, after which a design that is still busy counts as hung.
const REST: u64 = 200_000;

/// Bit times of a break: two bytes.
const BREAK_BITS: u64 = 20;

impl Campaign {
    /// A campaign on the named build, with random numbers from `seed`. The time-outs are too short for `Drive::TruePins`.
    ///
    /// # Errors
    /// The build is unknown, or its netlist cannot be compiled.
    pub fn new(build: &str, drive: Drive, seed: u64) -> Result<Self, SimError> {
        // The numbers of rows and columns differ, so that the transposed board has another size.
        let picture = Grid::from_fn(4, 5, |row, column| (row * column + row) % 3 != 1);
        let puzzle = Puzzle::from_grid(&picture);
        let solution = match propagate(&puzzle) {
            LineOutcome::Solved(grid) => (0..4)
                .flat_map(|row| (0..5).map(move |column| (row, column)))
                .map(|(row, column)| grid.get(row, column).value().map(u8::from))
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

    /// The board's check, from which the check of its reply starts.
    fn check(&self) -> Option<u16> {
        board_check(&self.whole)
    }

    /// The puzzle of every board.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Runs `count` trials, but at most one per byte of the board for [`Trial::CutOff`]. After each trial it sends a good board, or resets
    /// the design if it hangs.
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
            // The cuts are spread evenly over the board.
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
            self.board.idle(self.board.pause_cycles() + 8)?;
            let whole = self.whole.iter().copied().map(Symbol::Byte).collect();
            let next = self.send(whole)?;
            if !next.is_some_and(|answer| self.judge(&answer) == Judged::Right) {
                counts.next_failed += 1;
            }
        }
        Ok(counts)
    }

    /// Runs one trial, in which [`Trial::CutOff`] sends the first `cut` bytes of the board; returns the bytes that the design sent, or
    /// `None` if it does not become idle.
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
                // Two equal replies count as one, anything else as none.
                let (first, second) = answer.split_at(answer.len() / 2);
                return Ok((first == second).then(|| second.to_vec()));
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

    /// Sends a board, with a glitch or a reset in a random cycle; a reset ends the trial.
    fn disturb(
        &mut self,
        trial: Trial,
        mut symbols: VecDeque<Symbol>,
    ) -> Result<Option<Vec<u8>>, SimError> {
        let cycles_per_byte = if self.board.has_line() { 40 } else { 6 };
        let at = self
            .random
            .random_range(0..symbols.len() as u64 * cycles_per_byte);
        let mut answer = Vec::new();
        for _ in 0..at {
            answer.extend(step(&mut self.board, &mut symbols)?);
        }
        if trial == Trial::Reset {
            self.board.reset(8)?;
            return Ok(Some(answer));
        }
        // A bit has four cycles, so a glitch of one cycle is the only one that is shorter than half a bit.
        self.board.glitch(1);
        let rest = self.send(symbols)?;
        Ok(rest.map(|rest| [answer, rest].concat()))
    }

    /// Sends symbols and returns the reply once the design is idle; `None` if it stays busy.
    fn send(&mut self, mut symbols: VecDeque<Symbol>) -> Result<Option<Vec<u8>>, SimError> {
        const CYCLES_PER_BYTE: u64 = 40;
        const QUIET: u64 = 200;
        let limit = REST + 10 * CYCLES_PER_BYTE * symbols.len() as u64;
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
                seed,
                rows: 4,
                columns: 5,
                cells,
                ..
            }) if seed == self.check() && cells == self.solution => Judged::Right,
            Ok(reply) if is_refusal(reply.status) => Judged::Refused,
            Ok(reply) if reply.seed == self.check() => Judged::Wrong,
            // A host that sent a check rejects a reply whose check does not start from it.
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

/// Runs one cycle. A break at the front of `symbols` is sent after the current byte; the next byte is sent once the serial line is free.
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

/// The outcome of a trial after which the design became idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    Right,
    Refused,
    Unanswered,
    Wrong,
}

/// The shortest and the longest bit of a sender, relative to the receiver's, at which a receiver with bits of `bit` sixteenths of
/// a cycle still receives back-to-back bytes correctly.
///
/// The last sample is taken 9.5 bit times of the receiver after the first edge, and must lie in the stop bit, which lasts from 9 to
/// 10 bit times of the sender: in theory the limits are 0.95 and 1.0556, narrowed by the sampling resolution.
pub fn tolerance(bit: u32) -> (f64, f64) {
    const STEPS: u32 = 9;
    const FAR: f64 = 0.1;
    let edge = |sign: f64| {
        let (mut good, mut bad) = (0.0, FAR);
        for _ in 0..STEPS {
            let middle = (good + bad) / 2.0;
            if reads(bit, 1.0 + sign * middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        1.0 + sign * good
    };
    (edge(-1.0), edge(1.0))
}

/// The receiver of the designs' UART with bits of `bit` sixteenths of a cycle, and the places of its outputs.
fn receiver(bit: u32) -> Result<(Machine, [Place; 3]), CompileError> {
    let source = read::source(BUILDS[0].text)?;
    let netlist = elaborate::netlist(
        &source,
        &format!("{}_uart_rx", BUILDS[0].top()),
        &[("BIT_SIXTEENTHS", bit.into())],
    )?;
    let mut machine = Machine::new(netlist, &[], &[])?;
    let mut place = |name: &str| {
        let place = machine.place(name);
        place.ok_or_else(|| CompileError::Missing(name.to_owned()))
    };
    let places = [place("strobe")?, place("data")?, place("framing_error")?];
    Ok((machine, places))
}

/// Whether a receiver with bits of `bit` sixteenths of a cycle correctly receives the bytes of a sender whose bits last `ratio` times as
/// long.
///
/// # Panics
/// Panics if the designs have no such receiver.
fn reads(bit: u32, ratio: f64) -> bool {
    /// Bytes with various bit patterns.
    const BYTES: [u8; 8] = [0x00, 0xff, 0x55, 0xaa, 0xe0, 0x01, 0x80, 0x7f];
    let (mut machine, [strobe, data, framing_error]) =
        receiver(bit).unwrap_or_else(|error| panic!("the receiver of the designs: {error}"));
    let line = machine.input("line").expect("an input of the receiver");
    machine.set(line, 1);
    let mut source = UartSource::new(f64::from(bit) / PARTS as f64 * ratio);
    let mut bytes = BYTES.into_iter().peekable();
    let mut received = Vec::new();
    let mut rest = 2 * bit;
    while rest > 0 {
        let busy = bytes.peek().is_some() || !source.is_idle();
        rest -= u32::from(!busy);
        machine.set(line, source.level(&mut || bytes.next()).into());
        machine.settle();
        machine.rise();
        if machine.get(strobe) != 0 {
            let byte = machine.get(data) as u8;
            received.push(match machine.get(framing_error) {
                0 => Received::Byte(byte),
                _ => Received::FramingError(byte),
            });
        }
    }
    received == BYTES.map(Received::Byte)
}
