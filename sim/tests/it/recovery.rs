//! After a lost or stray byte, a flipped bit, a truncated board or garbage, and a pause, the next complete board is solved. The pause is
//! not needed after a lost byte, a lone stray byte or, with one exception, a truncated board.
//!
//! In a short fault campaign the design never hangs, never returns a wrong verdict or picture with a matching check, and solves the next valid
//! board. Further tests check the receiver's baud tolerance, and that a board is idle again after a break and a glitch.

use std::collections::VecDeque;

use common::{bytes as option_bytes, clue_bytes, plus, puzzle, reply, send};
use nonogram_netlist::{elaborate, read};
use nonogram_protocol::{CoreKind, Reply, SearchRequest, Status, board_check, decode_reply};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::compiled::{CompileError, Machine, Place};
use nonogram_sim::faults::{Kind, Noise, Symbol};
use nonogram_sim::serial_line::{Received, UartSource};
use nonogram_sim::{Drive, SimBoard, SimError};
use nonogram_solver::{LineOutcome, propagate};
use nonogram_verilog::{BUILDS, PARTS};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{self, on};

fn board_with(build: &str, drive: Drive) -> SimBoard {
    SimBoard::new(build, drive).expect("in the table")
}

fn board(build: &str) -> SimBoard {
    board_with(build, Drive::Bytes)
}

/// The bytes of a puzzle's board message, in the form that the core of `board` receives.
fn bytes(board: &SimBoard, puzzle: &Puzzle, check: bool) -> Vec<u8> {
    match board.build().core() {
        CoreKind::Clue => clue_bytes(puzzle, check, SearchRequest::default()),
        CoreKind::Classic | CoreKind::Parallel => option_bytes(puzzle, check),
    }
}

// The option cores share framer and parser, so the parallel core does not need every test.
on! {
    [classic11, clue16]: {
        the_design_recovers_from_a_board_cut_off_at_any_byte,
        the_design_recovers_from_a_byte_lost_at_any_place,
        the_design_recovers_from_a_stray_byte_of_any_value,
        the_design_recovers_from_any_flipped_bit,
        the_design_recovers_from_garbage_of_many_kinds,
    }
    [parallel11x4]: {
        the_design_recovers_from_a_board_cut_off_at_any_byte,
        the_design_recovers_from_garbage_of_many_kinds,
    }
}

/// Sends corrupted bytes and, after a pause, a valid board, which must be solved.
fn survives(board: &mut SimBoard, what: &str, broken: &[u8], whole: &[u8]) {
    let begin = board.clocks();
    send(board, broken);
    let pause = board.pause_cycles();
    board.idle(pause).expect("runs");
    let answer = reply(board, whole);
    assert_eq!(answer.status, Status::Solved, "{what} (cycle {begin})");
}

/// Sends corrupted bytes and a valid board without a pause between them; the last reply must be that to the valid board.
fn survives_without_pause(board: &mut SimBoard, what: &str, broken: &[u8], whole: &[u8]) {
    let received = send(board, &[broken, whole].concat()).reply;
    let expected = send(board, whole).reply;
    assert!(received.ends_with(&expected), "{what}: {received:02x?}");
}

fn the_design_recovers_from_a_board_cut_off_at_any_byte(build: &str) {
    let mut board = board(build);
    for check in [false, true] {
        let whole = bytes(&board, &plus(), check);
        for length in 0..whole.len() {
            let what = format!("cut off after {length} bytes, check {check}");
            survives(&mut board, &what, &whole[..length], &whole);
            // Without a pause, a lone start board pairs with the next board's first one; the CRC then starts at that board's second one.
            let only_start_board = length == 2 || length == 3;
            if !(check && only_start_board) {
                survives_without_pause(&mut board, &what, &whole[..length], &whole);
            }
        }
    }
}

fn the_design_recovers_from_a_byte_lost_at_any_place(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    for place in 0..whole.len() {
        let broken = [&whole[..place], &whole[place + 1..]].concat();
        let what = format!("byte {place} lost");
        survives(&mut board, &what, &broken, &whole);
        survives_without_pause(&mut board, &what, &broken, &whole);
    }
}

fn the_design_recovers_from_a_stray_byte_of_any_value(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for stray in 0..=255_u8 {
        let place = random.random_range(0..=whole.len());
        let broken = [&whole[..place], &[stray], &whole[place..]].concat();
        let what = format!("{stray:#04x} added before byte {place}");
        survives(&mut board, &what, &broken, &whole);
        // A lone stray byte before a board is harmless, too.
        survives_without_pause(&mut board, &what, &[stray], &whole);
    }
}

fn the_design_recovers_from_any_flipped_bit(build: &str) {
    let mut board = board(build);
    let whole = bytes(&board, &plus(), true);
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut broken = whole.clone();
            broken[place] ^= 1 << bit;
            let answer = send(&mut board, &broken).reply;
            // A flipped bit never yields a solved reply with a matching check.
            if let Ok(answer) = decode_reply(answer) {
                let fine = answer.status != Status::Solved || answer.seed != board_check(&whole);
                assert!(fine, "bit {bit} of byte {place} flipped but not detected");
            }
            survives(&mut board, &format!("bit {bit} of byte {place} flipped"), &[], &whole);
        }
    }
}

fn the_design_recovers_from_garbage_of_many_kinds(build: &str) {
    let mut board = board(build);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let whole = bytes(&board, &puzzle(&[&[2], &[1]], &[&[2], &[1]]), false);
    for round in 0..60 {
        let length = random.random_range(1..300);
        let highest = [0x01, 0x20, 0x80, 0xff][round % 4];
        let garbage: Vec<u8> = (0..length).map(|_| random.random_range(0..=highest)).collect();
        survives(&mut board, &format!("seed 5, garbage {round}"), &garbage, &whole);
    }
}

/// A kind of trial: a way to disturb, replace or repeat a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
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
    const ALL: [Self; 11] = [
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
        Self::Garbage(200),
    ];

    /// Whether the trial needs a serial line.
    fn needs_pins(self) -> bool {
        matches!(self, Self::One(Kind::Break) | Self::Glitch)
    }
}

/// Outcomes of the trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Trials whose boards were solved correctly.
    right: usize,
    /// Trials with a wrong verdict or picture under a matching check.
    wrong: usize,
    /// Good boards that followed a trial and were not solved correctly.
    next_failed: usize,
    /// Trials after which the design did not become idle.
    hangs: usize,
}

/// A design under test, with the board that is sent to it.
struct Campaign {
    board: SimBoard,
    random: ChaCha8Rng,
    solution: Vec<Option<u8>>,
    whole: Vec<u8>,
}

/// Cycles, in addition to ten times the transmission time, after which a design that is still busy counts as hung.
const REST: u64 = 200_000;

/// Bit times of a break: two bytes.
const BREAK_BITS: u64 = 20;

impl Campaign {
    /// A campaign on the named build, with random numbers from `seed`. The time-outs are too short for `Drive::TruePins`.
    fn new(build: &str, drive: Drive, seed: u64) -> Self {
        // The numbers of rows and columns differ, so that the transposed board has another size.
        let picture = Grid::from_fn(4, 5, |row, column| (row * column + row) % 3 != 1);
        let puzzle = Puzzle::from_grid(&picture);
        let LineOutcome::Solved(grid) = propagate(&puzzle) else {
            panic!("the campaign's board cannot be solved")
        };
        let cells = (0..4).flat_map(|row| (0..5).map(move |column| (row, column)));
        let value = |(row, column)| grid.get(row, column).value().map(u8::from);
        let board = board_with(build, drive);
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            solution: cells.map(value).collect(),
            whole: bytes(&board, &puzzle, true),
            board,
        }
    }

    /// Runs `count` trials, in which the cuts of [`Trial::CutOff`] are spread evenly over the board. After each trial it sends a good board,
    /// or resets the design if it hangs.
    fn run(&mut self, trial: Trial, count: usize) -> Result<Counts, SimError> {
        let mut counts = Counts::default();
        for number in 0..count {
            let place = number * self.whole.len() / count;
            let Some(answer) = self.trial(trial, place)? else {
                counts.hangs += 1;
                self.board.reset(8)?;
                continue;
            };
            match self.judge(&answer) {
                Judged::Right => counts.right += 1,
                Judged::Wrong => counts.wrong += 1,
                Judged::Neither => {}
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
        let at = self.random.random_range(0..symbols.len() as u64 * cycles_per_byte);
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
        let check = board_check(&self.whole);
        match decode_reply(answer.iter().copied()) {
            Ok(Reply { status: Status::Solved, seed, rows: 4, columns: 5, cells, .. })
                if seed == check && cells == self.solution =>
            {
                Judged::Right
            }
            Ok(Reply {
                status: Status::BadCheck | Status::Malformed | Status::TooLarge, ..
            }) => Judged::Neither,
            // A host that sent a check rejects a reply whose check does not start from it.
            Ok(reply) if reply.seed == check => Judged::Wrong,
            _ => Judged::Neither,
        }
    }
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
    /// The board was solved correctly.
    Right,
    /// The board was refused, answered without a matching check, or not answered with one complete reply.
    Neither,
    /// The verdict or the picture is wrong under a matching check.
    Wrong,
}

fn campaign(build: &str, drive: Drive, count: usize) {
    let mut campaign = Campaign::new(build, drive, 7);
    let trials = Trial::ALL.into_iter();
    for trial in trials.filter(|trial| drive == Drive::Pins || !trial.needs_pins()) {
        let counts = campaign.run(trial, count).expect("runs");
        let what = format!("{build}, {trial:?}, seed 7: {counts:?}");
        assert_eq!((counts.hangs, counts.next_failed), (0, 0), "{what}");
        assert_eq!(counts.wrong, 0, "{what}");
        if trial == Trial::BackToBack {
            assert_eq!(counts.right, count, "{what}");
        }
        if matches!(trial, Trial::One(_) | Trial::CutOff) {
            assert!(counts.right < count, "nothing was broken: {what}");
        }
    }
}

#[test]
fn classic_core_survives_faults_in_bytes() {
    campaign("classic11", Drive::Bytes, 10);
}

#[test]
fn classic_core_survives_faults_on_the_line() {
    campaign("classic11", Drive::Pins, 4);
}

#[test]
fn parallel_core_survives_faults_in_bytes() {
    campaign("parallel11x4", Drive::Bytes, 10);
}

#[test]
fn parallel_core_survives_faults_on_the_line() {
    campaign("parallel11x4", Drive::Pins, 4);
}

#[test]
fn clue_core_survives_faults_in_bytes() {
    campaign("clue16", Drive::Bytes, 10);
}

#[test]
fn clue_core_survives_faults_on_the_line() {
    campaign("clue16", Drive::Pins, 4);
}

#[test]
fn the_design_survives_a_flood_of_garbage() {
    for build in ["classic11", "clue16"] {
        let mut campaign = Campaign::new(build, Drive::Bytes, 3);
        let counts = campaign.run(Trial::Garbage(10_000), 1).expect("runs");
        assert_eq!((counts.hangs, counts.next_failed, counts.wrong), (0, 0, 0));
    }
}

/// The shortest and the longest bit of a sender, relative to the receiver's, at which a receiver with bits of `bit` sixteenths of
/// a cycle still receives back-to-back bytes correctly.
///
/// The last sample is taken 9.5 bit times of the receiver after the first edge, and must lie in the stop bit, which lasts from 9 to
/// 10 bit times of the sender: in theory the limits are 0.95 and 1.0556, narrowed by the sampling resolution.
fn tolerance(bit: u32) -> (f64, f64) {
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

#[test]
fn baud_tolerance_is_the_theoretical_limit_less_the_sampling_resolution() {
    let (shortest, longest) = tolerance(104 * PARTS as u32);
    // In theory the error can be half a bit in 10 or in 9 bits, which gives 0.95 and 1.0556; the sampling resolution reduces it.
    assert!((0.95..0.956).contains(&shortest), "{shortest}");
    assert!((1.05..1.0556).contains(&longest), "{longest}");
}

#[test]
fn a_board_is_idle_again_after_a_break_and_a_glitch() {
    let mut board = board_with("classic11", Drive::Pins);
    board.send_break(20);
    assert!(!board.is_idle());
    board.idle(100).expect("runs");
    assert!(board.is_idle());
    board.glitch(1);
    assert!(!board.is_idle());
    board.idle(2).expect("runs");
    assert!(board.is_idle());
}
