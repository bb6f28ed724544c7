//! Prints the tables of docs/reports/faults.md: the outcomes of corrupted boards and replies in the decoders, those of corrupted boards in
//! the design, and the baud errors that the receiver tolerates.
//!
//! `cargo run --release -p nonogram-sim --example faults [BOARDS [SEED]]` (defaults: 200 boards per row of the design, seed 2026). A row of
//! a decoder has 5000 x BOARDS streams, and the flood of garbage 5000 x BOARDS bytes; a row of cut-off boards has one board per byte.

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/campaign.rs"]
mod campaign;

use campaign::{Campaign, Trial, tolerance};
use nonogram_protocol::{
    BoardEvent, BoardStream, ClueLines, ClueStream, Lines, OptionLines, Reply, ReplyStream, Status,
    StreamDecoder, decode_reply,
};
use nonogram_puzzles::Puzzle;
use nonogram_sim::faults::{Kind, Noise, Symbol};
use nonogram_sim::random::line_solvable;
use nonogram_sim::{Drive, SimError};
use nonogram_verilog::PARTS;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The outcomes of decoding corrupted streams.
#[derive(Default)]
struct Decoded {
    streams: u64,
    harmless: u64,
    by_form: u64,
    by_check: u64,
    undetected: u64,
}

/// A way to corrupt a stream.
#[derive(Clone, Copy)]
enum Damage {
    /// One fault of this kind.
    One(Kind),
    /// A fault of any kind at each byte, with a probability of 1 in 50.
    Many,
    /// This many cells with inverted values: the form stays valid, so only the check can detect the damage.
    Cells(usize),
}

impl Damage {
    fn name(self) -> String {
        match self {
            Self::One(kind) => kind.name().to_owned(),
            Self::Many => "1 byte in 50 broken".to_owned(),
            Self::Cells(count) => format!("{count} cells flipped"),
        }
    }

    fn apply(self, whole: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
        let bytes = |symbol: Symbol| match symbol {
            Symbol::Byte(byte) => byte,
            Symbol::Break => 0,
        };
        match self {
            Self::One(kind) => {
                let place = random.random_range(0..whole.len());
                let mut noise = Noise::of(&[kind], 1.0, random.random());
                let middle = noise.pass(whole[place]).map(bytes);
                let mut broken = whole[..place].to_vec();
                broken.extend(middle);
                broken.extend(&whole[place + 1..]);
                broken
            }
            Self::Many => {
                let mut noise = Noise::new(0.02, random.random());
                whole
                    .iter()
                    .flat_map(|&byte| noise.pass(byte))
                    .map(bytes)
                    .collect()
            }
            Self::Cells(count) => {
                const ASSIGNMENT: u8 = 0xa0;
                let mut broken = whole.to_vec();
                let mut left = count;
                while left > 0 {
                    let place = 2 * random.random_range(0..whole.len() / 2);
                    let flipped = broken[place + 1] != whole[place + 1];
                    if broken[place] & 0xe0 == ASSIGNMENT && !flipped {
                        broken[place + 1] ^= 1;
                        left -= 1;
                    }
                }
                broken
            }
        }
    }
}

/// Corrupts `count` streams, decodes them with `read`, and counts the outcomes.
fn decoded(
    damage: Damage,
    count: u64,
    seed: u64,
    streams: &[Vec<u8>],
    read: impl Fn(usize, &[u8]) -> Option<(Option<bool>, bool)>,
) -> Decoded {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = Decoded::default();
    for number in 0..count {
        let which = number as usize % streams.len();
        let broken = damage.apply(&streams[which], &mut random);
        counts.streams += 1;
        match read(which, &broken) {
            None => counts.by_form += 1,
            Some((Some(true), true)) => counts.harmless += 1,
            Some((Some(true), false)) => counts.undetected += 1,
            Some(_) => counts.by_check += 1,
        }
    }
    counts
}

/// Decodes a corrupted stream, given with its number in the decoder's streams: returns whether its check matched, if it has one,
/// and whether its content equals the original; `None` if its form is invalid.
type Read = Box<dyn Fn(usize, &[u8]) -> Option<(Option<bool>, bool)>>;

/// The intact streams of a decoder, and the function that decodes a corrupted one.
struct Decoder {
    name: &'static str,
    streams: Vec<Vec<u8>>,
    read: Read,
}

impl Decoder {
    fn new<T: PartialEq + 'static>(
        name: &'static str,
        streams: Vec<Vec<u8>>,
        decode: fn(&[u8]) -> Option<T>,
        check: fn(&T) -> Option<bool>,
    ) -> Self {
        let sent: Vec<Option<T>> = streams.iter().map(|bytes| decode(bytes)).collect();
        let read = move |which: usize, bytes: &[u8]| {
            let read = decode(bytes)?;
            Some((check(&read), Some(&read) == sent[which].as_ref()))
        };
        Self {
            name,
            streams,
            read: Box::new(read),
        }
    }

    /// Whether the streams contain assignments, each the value of one cell.
    fn has_assignments(&self) -> bool {
        ["board", "reply"].contains(&self.name)
    }
}

/// Decoders of boards and of replies, each in both forms; every stream has a check.
fn all_decoders(seed: u64) -> [Decoder; 4] {
    const SIDE: u16 = 5;
    /// The check of the boards that the replies answer.
    const SEED: u16 = 0x0abc;
    let puzzles: Vec<Puzzle> = line_solvable(seed, SIDE.into(), 55).take(20).collect();
    let replies = |packs: bool| -> Vec<Vec<u8>> {
        let cells = |number: u32| -> Vec<Option<u8>> {
            let bits = (0..SIDE * SIDE).map(|cell| (number * 7919) >> (cell % 13) & 1);
            bits.map(|bit| Some(bit as u8)).collect()
        };
        let bytes = |number| {
            let cells = cells(number);
            let stream = ReplyStream::new(SIDE, SIDE, &cells, Status::Solved).with_seed(Some(SEED));
            stream.with_packed_cells(packs).bytes().collect()
        };
        (1..=20).map(bytes).collect()
    };
    let options = |puzzle: &Puzzle| {
        let stream = BoardStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
        stream.with_check(true).bytes().collect()
    };
    let clues = |puzzle: &Puzzle| {
        let stream = ClueStream::new(puzzle.rows(), puzzle.columns()).expect("a small board");
        stream.with_check(true).bytes().collect()
    };
    let reply = |bytes: &[u8]| decode_reply(bytes.iter().copied()).ok();
    let checked = |reply: &Reply| reply.seed.map(|seed| seed == SEED);
    [
        Decoder::new(
            "board",
            puzzles.iter().map(options).collect(),
            board_of::<OptionLines>,
            |board| board.check,
        ),
        Decoder::new("reply", replies(false), reply, checked),
        Decoder::new(
            "clue board",
            puzzles.iter().map(clues).collect(),
            board_of::<ClueLines>,
            |board| board.check,
        ),
        Decoder::new("packed reply", replies(true), reply, checked),
    ]
}

fn decoders(count: u64, seed: u64) {
    println!(
        "| decoder, fault | streams | harmless | detected by form | detected by check | undetected | CRC-13 predicts |\n|---|---|---|---|---|---|---|"
    );
    let damages = Kind::ALL.map(Damage::One).into_iter().chain([
        Damage::Many,
        Damage::Cells(1),
        Damage::Cells(3),
        Damage::Cells(4),
        Damage::Cells(20),
    ]);
    let decoders = all_decoders(seed);
    for damage in damages {
        let flips_cells = matches!(damage, Damage::Cells(_));
        for decoder in decoders
            .iter()
            .filter(|decoder| !flips_cells || decoder.has_assignments())
        {
            let counts = decoded(damage, count, seed, &decoder.streams, &decoder.read);
            // The polynomial has the factor (x + 1)^2, so the CRC detects every odd number of flipped bits. If an even number
            // of bits at even distances is flipped, as in cells, it misses one error in 2^11.
            let predicted = match damage {
                Damage::One(Kind::Flip) => 0.0,
                Damage::Cells(cells) if cells % 2 == 1 => 0.0,
                Damage::Cells(_) => counts.streams as f64 / 2048.0,
                _ => (counts.by_check + counts.undetected) as f64 / 8192.0,
            };
            println!(
                "| {}, {} | {} | {} | {} | {} | {} | {predicted:.1} |",
                decoder.name,
                damage.name(),
                counts.streams,
                counts.harmless,
                counts.by_form,
                counts.by_check,
                counts.undetected,
            );
        }
    }
}

/// The first board that a decoder finds in these bytes; it skips errors.
fn board_of<L: Lines>(bytes: &[u8]) -> Option<L::Board> {
    let mut decoder = StreamDecoder::<L>::new();
    bytes.iter().find_map(|&byte| match decoder.push(byte) {
        Ok(Some(BoardEvent::Board(board))) => Some(board),
        _ => None,
    })
}

fn designs(count: u64, seed: u64) -> Result<(), SimError> {
    println!(
        "\n| build, drive, fault | boards | correct | refused | unanswered | wrong | next board failed | hangs |\n|---|---|---|---|---|---|---|---|"
    );
    for build in ["classic11", "parallel11x4", "clue16"] {
        for (drive, name) in [(Drive::Bytes, "bytes"), (Drive::Pins, "pins")] {
            let mut campaign = Campaign::new(build, drive, seed)?;
            let flood = Trial::Garbage(count as usize * 5000);
            let trials = Trial::ALL.into_iter().chain([Trial::Garbage(200)]);
            let trials = trials.map(|trial| (trial, count));
            // Over the serial line a flood takes 40 cycles per byte, so it is sent only to the design without UART.
            let floods = (drive == Drive::Bytes).then_some((flood, 1));
            for (trial, count) in trials.chain(floods) {
                let count = if trial == Trial::CutOff {
                    u64::MAX
                } else {
                    count
                };
                if trial.needs_pins() && drive == Drive::Bytes {
                    continue;
                }
                let counts = campaign.run(trial, count)?;
                println!(
                    "| `{build}`, {name}, {trial} | {} | {} | {} | {} | {} | {} | {} |",
                    counts.broken,
                    counts.right,
                    counts.refused,
                    counts.unanswered,
                    counts.wrong,
                    counts.next_failed,
                    counts.hangs
                );
            }
        }
    }
    Ok(())
}

fn bauds() {
    println!("\n| cycles per bit | shortest bit | longest bit |\n|---|---|---|");
    let row = |clocks: &str, (shortest, longest): (f64, f64)| {
        println!("| {clocks} | {shortest:.3} | {longest:.3} |");
    };
    row("4", tolerance(4 * PARTS as u32));
    row("8", tolerance(8 * PARTS as u32));
    row("16.69", tolerance(267));
    row("104", tolerance(104 * PARTS as u32));
    row("434", tolerance(434 * PARTS as u32));
    row("theory", (0.95, 9.5 / 9.0));
}

fn main() -> Result<(), SimError> {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|text| text.parse::<u64>().expect("a number"));
    let boards = arguments.next().unwrap_or(200);
    let seed = arguments.next().unwrap_or(2026);
    eprintln!("seed {seed}, {boards} boards per row of the design");
    decoders(boards * 5000, seed);
    designs(boards, seed)?;
    bauds();
    Ok(())
}
