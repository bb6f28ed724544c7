//! The link of the clue core: messages in any order, and with changed bytes, get the replies of a model of the link; boards that are not valid
//! get their status; search requests reach the core; a search ends when it is cancelled, and only then.

use nonogram_protocol::{
    Block, BlockPair, CANCEL, Check, ClueBoard, ClueDecoder, MAX_LIMIT, Message, OneBlock,
    PAYLOAD_MASK, ReplyStream, SearchMode, SearchRequest, Status, control,
};
use nonogram_puzzles::{Cell, Clue, Palette, Puzzle};
use nonogram_sim::wire::clue_of;
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{SolveOptions, Verdict, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::clue_boards::hard;
use crate::common::{clue_bytes, plus, reply, send};

/// The design, its largest side, and its number of colours.
const BUILD: &str = "clue16c3";
const SIDE: u16 = 16;
const COLOURS: u16 = 3;

fn board() -> SimBoard {
    SimBoard::new(BUILD, Drive::Bytes).expect("in the table")
}

/// CRC-13/BBC, one bit at a time.
#[derive(Clone, Copy, Debug, Default)]
struct Crc(u16);

impl Crc {
    const POLYNOMIAL: u16 = 0x1cf5;

    fn add(&mut self, byte: u8) {
        for bit in (0..8).rev() {
            let out = self.0 >> 12 & 1 ^ u16::from(byte >> bit & 1);
            self.0 = (self.0 << 1 & PAYLOAD_MASK) ^ (out * Self::POLYNOMIAL);
        }
    }
}

/// The position of the link in a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Idle,
    /// The first start board has arrived.
    Columns,
    /// Requests, lines, the check and the end board are expected.
    Lines,
    /// The board is invalid; the link waits for its end.
    Bad,
}

/// A byte-level model of the link: the rules of docs/reference/protocol.md without timing. It finds the messages and their checks, and a decoder
/// judges the lines and requests among them.
#[derive(Clone, Debug, Default)]
struct LinkModel {
    half: Option<u8>,
    crc: Crc,
    place: Place,
    rows: u16,
    columns: u16,
    /// Whether the last two messages were the start boards of a pair.
    paired: bool,
    /// Whether a pair of start boards came immediately before the start board in [`Place::Columns`].
    spare: bool,
    /// Whether `half` is the second byte of a check that did not match.
    slipped: bool,
    fault: Option<Status>,
    /// The value of the last check.
    check: Option<u16>,
    bad_check: bool,
    /// The decoder of the board, which has received its start boards.
    decoder: ClueDecoder,
}

impl LinkModel {
    /// The bytes that the design sends after this byte.
    fn push(&mut self, byte: u8, identity: &[u8]) -> Vec<u8> {
        let Some(high) = self.half.take() else {
            self.half = Some(byte);
            return Vec::new();
        };
        let message = u16::from_be_bytes([high, byte]);
        let is_start = message >> 13 == control::START_BOARD;
        if self.spare && self.place == Place::Columns && (!is_start || self.is_out_of_step(message))
        {
            self.takes_last_pair();
        }
        if self.is_out_of_step(message) {
            self.shift(message);
            self.crc.add(high);
            self.half = Some(byte);
            return Vec::new();
        }
        self.slipped = false;
        let paired = std::mem::take(&mut self.paired);
        let mut sent = Vec::new();
        if is_start && self.place != Place::Columns {
            self.begin(message >> 1 & 0xfff, paired);
        } else {
            sent = self.take(message, identity);
        }
        self.crc.add(high);
        self.crc.add(byte);
        sent
    }

    /// Models an idle serial line for the length of a pause.
    fn pause(&mut self) {
        (self.half, self.slipped) = (None, false);
        if self.place == Place::Columns {
            self.place = Place::Idle;
        }
    }

    /// Whether two bytes are out of step, so that the link discards the first. Except for some start
    /// boards, such pairs are messages that no host sends.
    fn is_out_of_step(&self, message: u16) -> bool {
        let low = message & 0xff;
        match message >> 13 {
            control::START_BOARD => {
                low >= 0xe0 || (self.slipped && (message >> 8 != 0xe0 || low == 0))
            }
            control::CELLS => low >= 0xe0,
            control::CHECK => low >= 0xe0 && message & PAYLOAD_MASK != self.crc.0,
            control::END_BOARD => message != 0,
            _ => low >= 0x80,
        }
    }

    /// Discards the first byte of a message.
    fn shift(&mut self, message: u16) {
        self.paired = false;
        self.slipped = message >> 13 == control::CHECK;
        if self.place != Place::Idle {
            if self.slipped {
                (self.check, self.bad_check) = (Some(message & PAYLOAD_MASK), true);
            }
            self.fails(Status::Malformed);
        }
    }

    fn fails(&mut self, status: Status) {
        self.fault = self.fault.or(Some(status));
        self.place = Place::Bad;
    }

    /// Uses the last two of three start boards in a row.
    fn takes_last_pair(&mut self) {
        self.spare = false;
        (self.rows, self.columns) = (self.columns, self.rows);
        self.fault = fault_of_size(self.rows);
        self.sized();
    }

    /// Begins the lines of a board whose size has arrived.
    fn sized(&mut self) {
        self.fault = self.fault.or(fault_of_size(self.columns));
        self.place = if self.fault.is_some() { Place::Bad } else { Place::Lines };
        self.decoder = ClueDecoder::new();
        if self.place == Place::Lines {
            let sizes = [self.rows, self.columns].map(|size| Message::StartBoard(size).to_bytes());
            let begun = sizes.concat().into_iter().try_for_each(|byte| self.decode(byte).map(drop));
            begun.expect("a board that fits");
        }
    }

    fn decode(&mut self, byte: u8) -> Result<Option<ClueBoard>, Status> {
        match self.decoder.push(byte) {
            Ok(board) => Ok(board),
            // A clue that is too long for its line.
            Err(error) if error.fault.contains("the blocks need") => Err(Status::Unsolvable),
            Err(_) => Err(Status::Malformed),
        }
    }

    fn begin(&mut self, rows: u16, paired: bool) {
        *self = Self {
            place: Place::Columns,
            rows,
            columns: if paired { self.columns } else { 0 },
            spare: paired,
            fault: fault_of_size(rows),
            ..Self::default()
        };
    }

    fn take(&mut self, message: u16, identity: &[u8]) -> Vec<u8> {
        let payload = message & PAYLOAD_MASK;
        match (self.place, message >> 13) {
            (Place::Idle, _) => {}
            (_, control::START_BOARD) => {
                self.columns = payload >> 1;
                if (self.rows, self.columns) == (0, 0) {
                    self.place = Place::Idle;
                    return identity.to_vec();
                }
                self.paired = true;
                self.sized();
            }
            (place, control::END_BOARD) => {
                self.place = Place::Idle;
                let board = match place {
                    Place::Lines => self.message(message),
                    _ => Err(self.fault.unwrap_or(Status::Malformed)),
                };
                return self.reply(board);
            }
            (place, control::CHECK) => {
                self.check = Some(payload);
                self.bad_check = payload != self.crc.0;
                if place == Place::Columns {
                    self.fails(Status::Malformed);
                }
            }
            (Place::Lines, _) if self.check.is_some() => self.fails(Status::Malformed),
            // More colours than the build takes.
            (Place::Lines, _) => match (self.message(message), message) {
                (Ok(_), 0x4300..0x4380) if message & 0x7f > COLOURS => self.fails(Status::TooLarge),
                (Ok(_), _) => {}
                (Err(status), _) => self.fails(status),
            },
            _ => self.fails(Status::Malformed),
        }
        Vec::new()
    }

    /// Passes a message to the decoder; returns the board that it completes.
    fn message(&mut self, message: u16) -> Result<Option<ClueBoard>, Status> {
        let [high, low] = message.to_be_bytes();
        self.decode(high)?;
        self.decode(low)
    }

    /// The reply to a board, or to its fault. A valid board has at most one solution in these tests.
    fn reply(&self, board: Result<Option<ClueBoard>, Status>) -> Vec<u8> {
        let board = board.and_then(|board| board.ok_or(Status::Malformed));
        let colours = board.as_ref().map_or(1, |board| board.colours);
        let (status, cells) = match board {
            _ if self.bad_check => (Status::BadCheck, Vec::new()),
            Ok(board) => answer(&board),
            Err(status) => (status, Vec::new()),
        };
        let reply = ReplyStream::new(self.rows, self.columns, &cells, status);
        reply.with_seed(self.check).with_packed_colours(colours).bytes().collect()
    }
}

/// The status of a valid board, and its cells if it has a solution.
fn answer(board: &ClueBoard) -> (Status, Vec<Option<u8>>) {
    let clues: Vec<Clue> = board.clues.iter().map(|blocks| clue_of(blocks)).collect();
    let (rows, columns) = clues.split_at(board.rows);
    let palette = Palette::standard(board.colours.into());
    let Ok(puzzle) = Puzzle::in_colours(rows.to_vec(), columns.to_vec(), palette) else {
        return (Status::Unsolvable, Vec::new());
    };
    let report = solve(&puzzle, &SolveOptions::default());
    match report.verdict {
        Verdict::Unsolvable => (Status::Unsolvable, Vec::new()),
        Verdict::Unique => {
            let picture = &report.solutions[0];
            let value = |cell| match cell {
                Cell::Colour(colour) => Some(colour.index() as u8 + 1),
                Cell::Blank | Cell::Unknown => Some(0),
            };
            (
                Status::Solved,
                (0..picture.rows()).flat_map(|row| picture.row(row)).map(value).collect(),
            )
        }
        verdict => panic!("{puzzle:?}: {verdict:?}"),
    }
}

/// The status of a board with this number of rows or of columns; `None` if it fits.
fn fault_of_size(size: u16) -> Option<Status> {
    match size {
        0 => Some(Status::Malformed),
        1..=SIDE => None,
        _ => Some(Status::TooLarge),
    }
}

/// Sends bytes to the design and to the model, and compares each reply. No byte follows the end of a board before its reply has ended.
fn answers_like(model: &mut LinkModel, board: &mut SimBoard, bytes: &[u8]) {
    let identity = board.identity().bytes();
    let mut begin = 0;
    for (place, &byte) in bytes.iter().enumerate() {
        let expected = model.push(byte, &identity);
        if !expected.is_empty() || place + 1 == bytes.len() {
            let received = send(board, &bytes[begin..=place]).reply;
            assert_eq!(received, expected, "{bytes:02x?}, up to byte {place}");
            begin = place + 1;
        }
    }
}

/// Largest number of messages in a sequence.
const LENGTH: usize = 6;

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A start board of this size.
    Start(u16),
    /// A message with these 16 bits.
    Other(Message),
    /// The check of the messages since the first of the last two start boards in a row, as a host computes it.
    Check,
    /// A check that does not match, with this low byte.
    WrongCheck(u16),
}

const KINDS: [Kind; 16] = [
    Kind::Start(1),
    Kind::Start(0),
    Kind::Start(SIDE + 1),
    // Digits of the limit, two colours, a mode, and an unknown request.
    Kind::Other(Message::Request(0x201)),
    Kind::Other(Message::Request(0x27f)),
    Kind::Other(Message::Request(0x302)),
    Kind::Other(Message::Request(0x102)),
    Kind::Other(Message::Request(0x103)),
    // One block of a cell, and one of two cells or, in colours, of a cell of colour 2.
    Kind::Other(Message::Cells(1 << 1 | 1)),
    Kind::Other(Message::Cells(2 << 1 | 1)),
    Kind::Check,
    Kind::WrongCheck(0x00),
    Kind::WrongCheck(0x80),
    Kind::WrongCheck(0xe1),
    Kind::Other(Message::EndBoard(0)),
    Kind::Other(Message::StartLine),
];

/// The bytes of a sequence of messages.
fn bytes(sequence: &[Kind]) -> Vec<u8> {
    let mut messages: Vec<Message> = Vec::new();
    // The first message that a check covers, and the number of start boards in a row.
    let (mut begin, mut starts) = (0, 0);
    for (number, kind) in sequence.iter().enumerate() {
        let mut check = Check::new();
        messages[begin..].iter().for_each(|&message| check.add(message));
        let message = match *kind {
            Kind::Start(size) => Message::StartBoard(size),
            Kind::Other(message) => message,
            Kind::Check => Message::Check(check.value()),
            Kind::WrongCheck(low) => Message::Check((check.value() ^ 0x100) & 0x1f00 | low),
        };
        if matches!(kind, Kind::Start(_)) {
            begin = number.saturating_sub(usize::from(starts > 0));
            starts += 1;
        } else {
            starts = 0;
        }
        messages.push(message);
    }
    messages.into_iter().flat_map(Message::to_bytes).collect()
}

/// Random sequences; most of them begin like a board.
fn sequences(random: &mut ChaCha8Rng, count: usize) -> Vec<Vec<u8>> {
    let mut sequence = |_| {
        let begin = random.random_range(0..=4_usize).min(2);
        let rest = random.random_range(1..=LENGTH - begin);
        let rest = (0..rest).map(|_| KINDS[random.random_range(0..KINDS.len())]);
        let sequence: Vec<Kind> = std::iter::repeat_n(Kind::Start(1), begin).chain(rest).collect();
        bytes(&sequence)
    };
    (0..count).map(&mut sequence).collect()
}

#[test]
fn messages_in_any_order_are_answered_like_the_model() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut board, mut model) = (board(), LinkModel::default());
    let end = Kind::Other(Message::EndBoard(0));
    let block = KINDS[8];
    let start = Kind::Start(1);
    let good = bytes(&[start, start, block, block, Kind::Check, end]);
    // Sequences that are rare among the random ones.
    let fixed = [
        vec![start, start, KINDS[5], block, block, Kind::Check, end],
        vec![start, start, KINDS[5], KINDS[9], KINDS[9], end],
        vec![start, start, KINDS[5], KINDS[5], end],
        vec![start, start, block, block, Kind::Check, block, end],
        vec![start, start, block, block, Kind::WrongCheck(0x80), end],
        vec![start, start, block, block, Kind::WrongCheck(0xe1), end],
        vec![start, start, block, Kind::Check, block, end],
        vec![Kind::Start(SIDE + 1), start, start, block, block, Kind::Check, end],
        vec![start, Kind::Start(SIDE + 1), start, block, block, end],
        vec![Kind::Start(3), start, Kind::Start(2), KINDS[9], block, block, end],
        vec![Kind::Start(0), Kind::Start(0), Kind::Start(SIDE + 1), block, end],
        vec![start, start, Kind::Start(SIDE + 1), end],
        vec![start, start, Kind::Start(0), block, end],
        vec![start, start, KINDS[9], Kind::Other(Message::StartLine), end],
    ];
    let fixed = fixed.iter().map(|sequence| bytes(sequence));
    // A stray byte that the check covers.
    let mut stray = [&bytes(&[start, start])[..], &[0x20], &bytes(&[block, block])].concat();
    let mut crc = Crc::default();
    stray.iter().for_each(|&byte| crc.add(byte));
    stray.extend([Message::Check(crc.0), Message::EndBoard(0)].map(Message::to_bytes).concat());
    for sequence in fixed.chain([stray]).chain(sequences(&mut random, 2000)) {
        answers_like(&mut model, &mut board, &sequence);
        board.idle(2 * u64::from(board.parameters().pause_clocks)).expect("runs");
        model.pause();
        answers_like(&mut model, &mut board, &good);
    }
}

/// Up to two bytes of each sequence are lost, added or changed, and a pause follows some of the sequences.
#[test]
fn messages_with_changed_bytes_are_answered_like_the_model() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut board, mut model) = (board(), LinkModel::default());
    for mut bytes in sequences(&mut random, 4000) {
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
        answers_like(&mut model, &mut board, &bytes);
        if random.random_bool(0.3) {
            board.idle(2 * u64::from(board.parameters().pause_clocks)).expect("runs");
            model.pause();
        }
    }
}

/// A message of `cases/clue_boards.txt`: `2` is a block of two cells, `2c3` one in colour 3, `1+2` are two blocks, and `-` is none; a dot ends the
/// line. Values are hexadecimal.
fn message(word: &str) -> Message {
    let (name, value) = word.split_once('=').unwrap_or((word, "0"));
    let value = u16::from_str_radix(value, 16).expect(word);
    let (blocks, last) = word.strip_suffix('.').map_or((word, false), |blocks| (blocks, true));
    let number = |text: &str| text.parse::<u8>().expect(word);
    let cells = match name {
        "StartLine" => return Message::StartLine,
        "EndLine" => return Message::EndLine,
        "NextOption" => return Message::NextOption,
        "Assignment" => return Message::Assignment { index: 0, value: true },
        "colours" => return Message::Request(0x300 | value),
        "request" => return Message::Request(value),
        "check" => return Message::Check(value),
        _ if blocks == "-" => u16::from(last),
        _ => match (blocks.split_once('c'), blocks.split_once('+')) {
            (Some((length, colour)), _) => {
                let block = Block { length: number(length).into(), colour: number(colour) };
                OneBlock { block: Some(block), last }.payload()
            }
            (_, pair) => {
                let (first, second) = pair.unwrap_or((blocks, "0"));
                BlockPair { first: number(first), second: number(second), last }.payload()
            }
        },
    };
    Message::Cells(cells)
}

#[test]
fn invalid_boards_are_refused_with_a_status() {
    let mut board = board().with_lockstep();
    let status = |board: &mut SimBoard, [rows, columns]: [u16; 2], middle: &[Message]| {
        let start = [rows, columns].map(Message::StartBoard);
        let messages = start.iter().chain(middle).chain(&[Message::EndBoard(0)]);
        let bytes: Vec<u8> = messages.flat_map(|message| message.to_bytes()).collect();
        let answer = reply(board, &bytes);
        assert_eq!([answer.rows, answer.columns], [rows, columns].map(usize::from));
        answer.status
    };
    // Boards of 2 x 2: the status of each, and its messages, some with a number of repetitions, between the start boards and the end board.
    let cases = include_str!("../cases/clue_boards.txt");
    for case in cases.lines().filter(|line| !line.starts_with('#')) {
        let (expected, words) = case.split_once(':').expect(case);
        let middle = words.split_whitespace().flat_map(|word| {
            let (count, word) = word.split_once('*').unwrap_or(("1", word));
            std::iter::repeat_n(message(word), count.parse().expect(case))
        });
        let found = status(&mut board, [2, 2], &middle.collect::<Vec<_>>());
        assert_eq!(format!("{found:?}"), expected, "{case}");
    }
    let line = message("2.");
    for size in [[SIDE + 1, 1], [1, SIDE + 1], [100, 100], [1000, 2], [128, 1], [129, 64]] {
        assert_eq!(status(&mut board, size, &[line]), Status::TooLarge, "{size:?}");
    }
    assert_eq!(status(&mut board, [2, 2], &[line; 4]), Status::Solved);
}

/// The lockstep compares the request that the core receives with the one that was sent.
#[test]
fn requests_reach_the_core() {
    let mut board = board().with_lockstep();
    for mode in SearchMode::ALL {
        for limit in [0, 1, 127, 128, 1 << 20, MAX_LIMIT, 0] {
            let sent = clue_bytes(&plus(), true, SearchRequest { mode, limit });
            assert_eq!(reply(&mut board, &sent).status, Status::Solved);
        }
    }
    // The request of a board does not apply to the next board.
    let sent = clue_bytes(&plus(), false, SearchRequest::default());
    assert_eq!(reply(&mut board, &sent).status, Status::Solved);
}

/// Steps a board through this number of cycles; returns whether a search runs at the end, and in how many cycles `cancel` was high.
fn searches(board: &mut SimBoard, cancel: usize, bytes: &[u8], cycles: usize) -> (bool, u64) {
    let (mut bytes, mut cancels) = (bytes.iter().copied(), 0);
    for _ in 0..cycles {
        board.step(&mut || bytes.next()).expect("in lockstep");
        cancels += board.design().simulation().values(&[cancel])[0];
    }
    (board.design().events().solving, cancels)
}

/// During a search, only an end board or a start board with index 0 ends it. After any other two bytes an end board still ends the
/// search, unless these bytes are a start board with a low byte below e0, which waits.
#[test]
fn only_an_end_board_or_a_start_board_with_index_0_ends_the_search() {
    const LOW: [u8; 4] = [0x00, 0x16, 0x80, 0xe0];
    /// Cycles that suffice to send a few bytes, to cancel the search and to discard half a message.
    const CYCLES: usize = 600;
    let long = clue_bytes(&hard(), false, SearchRequest::default());
    let mut board = board().with_lockstep();
    let cancel = board.design().simulation().signal("parser.cancel");
    let cancel = cancel.expect("an output of the parser");
    for high in 0..=255_u8 {
        // Low bytes matter only after the high bytes of these two messages.
        let lows = match high {
            0 | 0xe0.. => &LOW[..],
            _ => &LOW[usize::from(high) % 4..][..1],
        };
        for &low in lows {
            board.reset(1).expect("in lockstep");
            assert_eq!(searches(&mut board, cancel, &long, 3 * long.len()), (true, 0));
            // A start board's value bit is ignored.
            let ends = [high, low] == [0, 0] || (high == 0xe0 && low <= 1);
            let found = searches(&mut board, cancel, &[high, low], CYCLES);
            assert_eq!(found, (!ends, u64::from(ends)), "{high:02x} {low:02x}");
            // A start board waits, because it may begin the next board.
            let waits = high >= 0xe0 && low < 0xe0 && !ends;
            let found = searches(&mut board, cancel, &CANCEL.to_bytes(), CYCLES);
            let cancels = u64::from(!ends && !waits);
            assert_eq!(found, (waits, cancels), "{high:02x} {low:02x}");
        }
    }
}
