//! Every sequence of up to five messages for boards of 1 x 1 cells and of invalid sizes, with a matching check in each of the [`CLASSES`]
//! of low bytes that the sequence can produce. Each board that is started and ended gets one reply, with the status that
//! docs/reference/protocol.md defines. The next board is answered; this is not tested after a final start board.
//! The model of the link runs all sequences; the link itself runs a sample, and `replay` runs another sample on its Verilog.

use nonogram_protocol::{Message, Status};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, Decision, IDENTITY, PAUSE, SIDE};
use super::model::{Crc, LinkModel, reply};

/// Largest number of messages in a sequence.
const LENGTH: usize = 5;

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A start board of this size.
    Start(u16),
    /// The next digit of the limit.
    Request,
    /// Two colours.
    Colours,
    /// The only block of a line: of this length, which fits the line if it is 1, or of length 1 and this colour.
    Block(u16),
    /// The check of the messages before it, as a host computes it.
    Check,
    /// A check that does not match, with this low byte.
    WrongCheck(u8),
    EndBoard,
    /// A message of option boards.
    StartLine,
}

const KINDS: [Kind; 13] = [
    Kind::Start(1),
    Kind::Start(0),
    Kind::Start(SIDE as u16 + 1),
    Kind::Request,
    Kind::Colours,
    Kind::Block(1),
    Kind::Block(2),
    Kind::Check,
    Kind::WrongCheck(0x00),
    Kind::WrongCheck(0x80),
    Kind::WrongCheck(0xe1),
    Kind::EndBoard,
    Kind::StartLine,
];

/// The classes of a check's low byte.
const CLASSES: [std::ops::RangeInclusive<u16>; 3] = [0x00..=0x7f, 0x80..=0xdf, 0xe0..=0xff];

/// Whether these start boards in a row, taken in pairs, end with an identity request.
fn asks_identity(starts: &[u16]) -> bool {
    starts.len().is_multiple_of(2) && starts.ends_with(&[0, 0])
}

/// The messages of a sequence. A check covers all messages since the first of the last two start boards in a row, like a
/// host's check.
fn messages(sequence: &[Kind], digit: u16) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    // The first message that a check covers, and the current start boards in a row.
    let (mut begin, mut starts) = (0, Vec::new());
    for (number, kind) in sequence.iter().enumerate() {
        if let Kind::Start(size) = *kind {
            starts.push(size);
            begin = number.saturating_sub(usize::from(starts.len() > 1));
            if asks_identity(&starts) {
                starts.clear();
            }
        } else {
            starts.clear();
        }
        let mut crc = Crc::default();
        (messages[begin..].iter())
            .for_each(|message| message.to_bytes().into_iter().for_each(|byte| crc.add(byte)));
        messages.push(match *kind {
            Kind::Start(size) => Message::StartBoard(size),
            Kind::Request => Message::Request(2 << 8 | digit),
            Kind::Colours => Message::Request(3 << 8 | 2),
            Kind::Block(block) => Message::Cells(block << 1 | 1),
            Kind::Check => Message::Check(crc.value()),
            Kind::WrongCheck(low) => {
                let low = u16::from(low);
                let wrong = (crc.value() ^ 0x100) & 0x1f00 | low;
                Message::Check(wrong)
            }
            Kind::EndBoard => Message::EndBoard(0),
            Kind::StartLine => Message::StartLine,
        });
    }
    messages
}

/// The low byte of the first check that matches; `None` if the sequence has no such check.
fn low_byte(sequence: &[Kind], messages: &[Message]) -> Option<u16> {
    let check = sequence.iter().position(|&kind| kind == Kind::Check)?;
    Some(messages[check].to_bits() & 0xff)
}

/// The status of a board with this size, or `None` if the size is valid.
fn of_size(size: u16) -> Option<Status> {
    match usize::from(size) {
        0 => Some(Status::Malformed),
        1..=SIDE => None,
        _ => Some(Status::TooLarge),
    }
}

/// The status of a board by the rules: a last check that does not match takes precedence over the first fault, which takes precedence over
/// the verdict.
fn status(starts: &[u16], body: &[Kind], digit: u16) -> Status {
    let is_check = |kind: &&Kind| matches!(kind, Kind::Check | Kind::WrongCheck(_));
    // The last two of three start boards in a row count, but the CRC starts with the last one.
    let covers_one = starts.len() % 2 == 1 && starts.len() > 1;
    if let Some(last) = body.iter().rfind(is_check)
        && (*last != Kind::Check || covers_one)
    {
        return Status::BadCheck;
    }
    let sizes = &starts[starts.len().saturating_sub(2)..];
    if let Some(fault) = sizes.iter().copied().find_map(of_size) {
        return fault;
    }
    if sizes.len() < 2 {
        return Status::Malformed;
    }
    let lines = usize::from(sizes[0] + sizes[1]);
    let (mut complete, mut limit, mut checked, mut coloured) = (0, 0_u32, false, false);
    for kind in body {
        let fits = match kind {
            Kind::Request => {
                let fits = complete == 0 && limit >> 19 == 0;
                limit = limit << 7 | u32::from(digit);
                fits
            }
            Kind::Colours => complete == 0 && !std::mem::replace(&mut coloured, true),
            Kind::Block(length) if complete < lines && !checked => {
                if *length > 1 && !coloured {
                    return Status::Unsolvable;
                }
                complete += 1;
                true
            }
            Kind::Check => {
                checked = true;
                complete == lines
            }
            Kind::EndBoard => complete == lines,
            _ => false,
        };
        if !fits {
            return Status::Malformed;
        }
    }
    Status::Solved
}

/// The replies to a sequence of messages, by the rules.
fn documented(sequence: &[Kind], digit: u16) -> Vec<u8> {
    let mut replies = Vec::new();
    // The start boards of the current board, and its messages after them.
    let (mut starts, mut body): (Vec<u16>, Vec<Kind>) = Default::default();
    let mut check = None;
    for (&kind, message) in sequence.iter().zip(messages(sequence, digit)) {
        if let Kind::Start(size) = kind {
            if !body.is_empty() {
                (starts, body) = Default::default();
                check = None;
            }
            starts.push(size);
            if asks_identity(&starts) {
                replies.extend(IDENTITY.bytes());
                starts.clear();
            }
            continue;
        }
        if starts.is_empty() {
            continue;
        }
        body.push(kind);
        if let Message::Check(value) = message {
            check = Some(value);
        }
        if kind == Kind::EndBoard {
            let last = starts.len() - 1;
            let (rows, columns) = match last {
                0 => (starts[0], 0),
                _ => (starts[last - 1], starts[last]),
            };
            let status = status(&starts, &body, digit);
            let planes = if body.contains(&Kind::Colours) { 2 } else { 1 };
            replies.extend(reply(rows, columns, planes, status, check.take()));
            (starts, body) = Default::default();
        }
    }
    replies
}

/// Every sequence of up to five kinds.
fn sequences() -> impl Iterator<Item = Vec<Kind>> {
    (1..=LENGTH).flat_map(|length| {
        (0..KINDS.len().pow(length as u32)).map(move |mut number| {
            let mut kind = || {
                let kind = KINDS[number % KINDS.len()];
                number /= KINDS.len();
                kind
            };
            (0..length).map(|_| kind()).collect()
        })
    })
}

/// The next board, without or with a check, and its reply.
fn next(check: bool) -> (Vec<u8>, Vec<u8>) {
    let mut sequence = vec![Kind::Start(1), Kind::Start(1), Kind::Block(1), Kind::Block(1)];
    sequence.extend(check.then_some(Kind::Check));
    sequence.push(Kind::EndBoard);
    (bytes(&messages(&sequence, 0)), documented(&sequence, 0))
}

fn bytes(messages: &[Message]) -> Vec<u8> {
    messages.iter().flat_map(|message| message.to_bytes()).collect()
}

/// A digit for each class of low byte that the sequence can produce; one digit for a sequence without a check that matches.
fn digits(sequence: &[Kind]) -> Vec<u16> {
    let has_request = sequence.contains(&Kind::Request);
    let all = || 1..=if has_request { 127 } else { 1 };
    if !sequence.contains(&Kind::Check) {
        return vec![1];
    }
    let of_class = |class: &std::ops::RangeInclusive<u16>| {
        all().find(|&digit| {
            low_byte(sequence, &messages(sequence, digit)).is_some_and(|low| class.contains(&low))
        })
    };
    CLASSES.iter().filter_map(of_class).collect()
}

/// Whether the sequence ends with a start board, which the link can pair with one of the next board.
fn leaves_a_start_board(sequence: &[Kind]) -> bool {
    let starts = sequence.iter().rev().take_while(|kind| matches!(kind, Kind::Start(_)));
    starts.count() > 0
}

#[test]
fn every_sequence_of_messages_is_answered_as_documented() {
    let mut seen = [0; CLASSES.len()];
    let nexts = [false, true].map(next);
    for sequence in sequences() {
        for digit in digits(&sequence) {
            let messages = messages(&sequence, digit);
            let mut link = LinkModel::default();
            let answer = link.send(&bytes(&messages));
            assert_eq!(answer, documented(&sequence, digit), "{sequence:?}, digit {digit}");
            if let Some(low) = low_byte(&sequence, &messages) {
                let class = CLASSES.iter().position(|class| class.contains(&low));
                seen[class.expect("a class")] += 1;
            }
            if leaves_a_start_board(&sequence) {
                continue;
            }
            for (board, expected) in &nexts {
                assert_eq!(&link.send(board), expected, "after {sequence:?}, digit {digit}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5_000), "{seen:?}");
}

/// The bytes of `count` random sequences, after those of fixed sequences with special cases of checks, sizes and blocks.
pub fn sample(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let start = Kind::Start;
    let once = [
        vec![start(1), start(1), Kind::Request, Kind::Check, Kind::EndBoard],
        vec![start(1), start(1), Kind::Block(1), Kind::WrongCheck(0x80), Kind::EndBoard],
        vec![start(1), start(1), Kind::WrongCheck(0xe1), Kind::EndBoard],
        vec![start(1), start(1), Kind::Colours, Kind::Colours, Kind::EndBoard],
        vec![start(SIDE as u16 + 1), start(1), start(1), Kind::Block(1), Kind::EndBoard],
        vec![start(1), start(SIDE as u16 + 1), start(1), Kind::Block(1), Kind::EndBoard],
        vec![start(1), start(1), Kind::Block(2), Kind::StartLine, Kind::EndBoard],
    ];
    let mut sent = Vec::new();
    for sequence in once {
        sent.extend(digits(&sequence).into_iter().map(|digit| bytes(&messages(&sequence, digit))));
    }
    sent.extend((0..count).map(|_| {
        // Most sequences begin like a board.
        let begin = random.random_range(0..=3_usize).min(2);
        let rest = random.random_range(1..=LENGTH - begin);
        let rest = (0..rest).map(|_| KINDS[random.random_range(0..KINDS.len())]);
        let sequence: Vec<Kind> = std::iter::repeat_n(start(1), begin).chain(rest).collect();
        let digits = digits(&sequence);
        let digit = digits[random.random_range(0..digits.len())];
        bytes(&messages(&sequence, digit))
    }));
    sent
}

/// A bench whose core reports every cell of a board of up to four cells as filled.
pub fn fills() -> Bench {
    Bench::new(Decision {
        status: Status::Solved.index(),
        cells: vec![Some(1); 4],
        clocks: Some(0),
    })
}

#[test]
fn the_link_answers_a_sample_of_sequences_like_its_model() {
    let (mut bench, mut model) = (fills(), LinkModel::default());
    let (board, expected) = next(true);
    for sequence in sample(7, 400) {
        assert_eq!(bench.send(&sequence), model.send(&sequence), "{sequence:02x?}");
        bench.idle(2 * PAUSE);
        model.pause();
        assert_eq!(bench.send(&board), expected, "after {sequence:02x?}");
        assert_eq!(model.send(&board), expected, "after {sequence:02x?}");
    }
}

/// Up to two bytes of each sequence are lost, added or changed, and a pause follows some of the sequences.
#[test]
fn the_link_answers_corrupted_sequences_like_its_model() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut bench, mut model) = (fills(), LinkModel::default());
    for mut bytes in sample(9, 800) {
        for _ in 0..random.random_range(0..3) {
            let place = random.random_range(0..bytes.len());
            let values = [0x00, 0x02, 0x60, 0x7f, 0x80, 0xe0, 0xe1, random.random()];
            let value = values[random.random_range(0..values.len())];
            match random.random_range(0..3) {
                0 => bytes[place] = value,
                1 => bytes.insert(place, value),
                _ if bytes.len() > 1 => drop(bytes.remove(place)),
                _ => {}
            }
        }
        assert_eq!(bench.send(&bytes), model.send(&bytes), "{bytes:02x?}");
        if random.random_bool(0.3) {
            bench.idle(2 * PAUSE);
            model.pause();
        }
    }
}
