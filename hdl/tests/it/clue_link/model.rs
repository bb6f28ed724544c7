//! A byte-level model of the clue core's link: the rules of docs/reference/protocol.md without timing. It answers every valid board as
//! solved when the end board arrives.
//! Interface: [`LinkModel::send`] takes bytes and returns the bytes that the link sends; [`LinkModel::pause`] models an idle serial line.

use nonogram_protocol::{Check, Message, PAYLOAD_MASK, Status, control};

use super::bench::{COLOURS, IDENTITY, SIDE};

/// CRC-13/BBC, one bit at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crc(u16);

impl Crc {
    const POLYNOMIAL: u16 = 0x1cf5;
    const MASK: u16 = 0x1fff;

    pub fn add(&mut self, byte: u8) {
        for bit in (0..8).rev() {
            let out = self.0 >> 12 & 1 ^ u16::from(byte >> bit & 1);
            self.0 = (self.0 << 1 & Self::MASK) ^ (out * Self::POLYNOMIAL);
        }
    }

    pub fn value(self) -> u16 {
        self.0
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

/// The state of the link.
#[derive(Clone, Debug, Default)]
pub struct LinkModel {
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
    limit: u32,
    /// The number of colours that the board states, or 0.
    colours: u16,
    in_lines: bool,
    /// The number of complete lines.
    lines: usize,
    /// Cells that the blocks of the current line occupy, with the blanks between them.
    taken: usize,
    /// The colour of the current line's last block, or 0.
    last_colour: u16,
}

impl LinkModel {
    /// The bytes that the link sends in answer to `bytes`.
    pub fn send(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut sent = Vec::new();
        for &byte in bytes {
            let Some(high) = self.half.take() else {
                self.half = Some(byte);
                continue;
            };
            let message = u16::from_be_bytes([high, byte]);
            let is_start = |message: u16| message >> 13 == control::START_BOARD;
            if self.spare
                && self.place == Place::Columns
                && (!is_start(message) || self.is_out_of_step(message))
            {
                self.takes_last_pair();
            }
            if self.is_out_of_step(message) {
                self.shift(message);
                self.crc.add(high);
                self.half = Some(byte);
                continue;
            }
            self.slipped = false;
            let paired = std::mem::take(&mut self.paired);
            if is_start(message) && self.place != Place::Columns {
                self.crc = Crc::default();
                self.begin(message >> 1 & 0xfff, paired);
            } else {
                sent.extend(self.take(message));
            }
            self.crc.add(high);
            self.crc.add(byte);
        }
        sent
    }

    /// Models an idle serial line for the length of a pause.
    pub fn pause(&mut self) {
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
            control::CHECK => low >= 0xe0 && message & 0x1fff != self.crc.value(),
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
        self.fault = fault_of_size(self.rows).or(fault_of_size(self.columns));
        self.place = if self.fault.is_some() { Place::Bad } else { Place::Lines };
    }

    fn begin(&mut self, rows: u16, paired: bool) {
        let columns = if paired { self.columns } else { 0 };
        *self = Self {
            crc: self.crc,
            place: Place::Columns,
            rows,
            columns,
            spare: paired,
            fault: fault_of_size(rows),
            ..Self::default()
        };
    }

    fn line_count(&self) -> usize {
        usize::from(self.rows + self.columns)
    }

    fn take(&mut self, message: u16) -> Vec<u8> {
        let payload = message & 0x1fff;
        let complete = self.place == Place::Lines && self.lines == self.line_count();
        match message >> 13 {
            _ if self.place == Place::Idle => {}
            control::START_BOARD => {
                self.columns = payload >> 1;
                if (self.rows, self.columns) == (0, 0) {
                    self.place = Place::Idle;
                    return IDENTITY.bytes().to_vec();
                }
                self.place = Place::Lines;
                self.paired = true;
                self.fault = self.fault.or(fault_of_size(self.columns));
                if self.fault.is_some() {
                    self.place = Place::Bad;
                }
            }
            control::END_BOARD => {
                if self.place != Place::Bad && !complete {
                    self.fails(Status::Malformed);
                }
                return self.end();
            }
            control::CHECK => {
                self.check = Some(payload);
                self.bad_check = payload != self.crc.value();
                if self.place != Place::Bad && !complete {
                    self.fails(Status::Malformed);
                }
            }
            control::NEXT_OPTION if self.place == Place::Lines && !self.in_lines => {
                self.request(payload)
            }
            control::CELLS if self.place == Place::Lines && !complete => self.blocks(payload),
            _ => self.fails(Status::Malformed),
        }
        Vec::new()
    }

    fn request(&mut self, payload: u16) {
        match (payload >> 8, payload & 0xff) {
            (1, 0..=2) => {}
            (2, digit @ 0..=127) if self.limit >> 19 == 0 => {
                self.limit = self.limit << 7 | u32::from(digit)
            }
            (3, 1..=7) if self.colours > 0 => self.fails(Status::Malformed),
            (3, colours @ 1..=7) if usize::from(colours) > COLOURS => self.fails(Status::TooLarge),
            (3, colours @ 1..=7) => self.colours = colours,
            _ => self.fails(Status::Malformed),
        }
    }

    fn blocks(&mut self, payload: u16) {
        let in_rows = self.lines < usize::from(self.rows);
        let length = usize::from(if in_rows { self.columns } else { self.rows });
        let (high, low, last) = (payload >> 7, payload >> 1 & 0x3f, payload & 1 == 1);
        let blocks = match (self.colours, high, low) {
            (0, first, second) => [(first, 1), (second, 1)],
            (_, 0, 0) if last && self.last_colour == 0 => [(0, 0); 2],
            (_, 0, 0) => return self.fails(Status::Malformed),
            (colours, high, colour) if (1..=colours).contains(&colour) => {
                [(high + 1, colour), (0, 0)]
            }
            _ => return self.fails(Status::Malformed),
        };
        self.in_lines = true;
        for (block, colour) in blocks.into_iter().filter(|(block, _)| *block > 0) {
            self.taken += usize::from(block) + usize::from(colour == self.last_colour);
            if self.taken > length {
                return self.fails(Status::Unsolvable);
            }
            self.last_colour = colour;
        }
        if last {
            self.lines += 1;
            (self.taken, self.last_colour) = (0, 0);
        }
    }

    fn end(&mut self) -> Vec<u8> {
        self.place = Place::Idle;
        let status = match self.bad_check {
            true => Status::BadCheck,
            false => self.fault.unwrap_or(Status::Solved),
        };
        let planes = nonogram_protocol::colour_planes(self.colours.max(1) as u8);
        reply(self.rows, self.columns, planes, status, self.check)
    }
}

fn fault_of_size(size: u16) -> Option<Status> {
    match usize::from(size) {
        0 => Some(Status::Malformed),
        1..=SIDE => None,
        _ => Some(Status::TooLarge),
    }
}

/// The bytes of a reply, with a check if the board had one; a solved board has at most twelve cells, which all have colour 1.
pub fn reply(rows: u16, columns: u16, planes: usize, status: Status, seed: Option<u16>) -> Vec<u8> {
    let mut messages = vec![Message::StartBoard(rows), Message::StartBoard(columns)];
    if status == Status::Solved {
        messages.extend(vec![Message::Cells(0); planes - 1]);
        let cells = 0xfff << (12 - rows * columns) & 0xfff;
        messages.push(Message::Cells(cells << 1));
    }
    if let Some(seed) = seed {
        let mut check = Check::starting_from(seed);
        messages.iter().for_each(|&message| check.add(message));
        messages.push(check.message());
    }
    messages.push(Message::EndBoard(status.index()));
    messages.into_iter().flat_map(Message::to_bytes).collect()
}
