//! A whole board, host to FPGA: every option of every line, rows first.
//!
//! [`BoardStream`] is an iterator of messages with only one option in memory at a time; its [`StreamSize`] is computed from binomial
//! coefficients, before the first message. [`BoardDecoder`] and [`decode_board`] decode it into a [`BoardMessage`]; messages that are missing
//! or out of order are errors.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use crate::board::{Lines, StreamDecoder, decode_whole};
use crate::{
    Check, DecodeError, DecodeErrorKind, EncodeError, LineOption, MAX_INDEX, MESSAGE_BYTES,
    Message, Options, count_options, wire_seconds,
};

/// The size of a board on the wire and in the FPGA. Numbers beyond 64 bits saturate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamSize {
    /// Messages in the stream.
    pub messages: u64,
    /// Bytes in the stream.
    pub bytes: u64,
    /// Words that the board takes in the FPGA's option store: one per line for its header, and one per option.
    pub fifo_words: u64,
    /// Number of options of the line that has the most.
    pub most_options: u64,
}

impl StreamSize {
    /// Transmission time at `baud` bits per second, 8N1, in seconds.
    pub fn wire_seconds(&self, baud: u32) -> f64 {
        wire_seconds(self.bytes, baud)
    }

    fn of<C: AsRef<[usize]>>(rows: &[C], columns: &[C], check: bool) -> Self {
        // Two start boards and the end board frame the lines.
        let mut messages = 3 + u64::from(check);
        let mut fifo_words = 0u64;
        let mut most_options = 0;
        for (clues, length) in [(rows, columns.len()), (columns, rows.len())] {
            for clue in clues {
                let options = count_options(length, clue.as_ref()).unwrap_or(u64::MAX);
                let cells = options.saturating_mul(length as u64);
                // A start line, the cells of the options, a separator between consecutive options, and an end line.
                messages = messages
                    .saturating_add(cells)
                    .saturating_add(options.saturating_sub(1))
                    .saturating_add(2);
                fifo_words = fifo_words.saturating_add(options).saturating_add(1);
                most_options = most_options.max(options);
            }
        }
        Self {
            messages,
            bytes: messages.saturating_mul(MESSAGE_BYTES as u64),
            fifo_words,
            most_options,
        }
    }
}

/// The messages of a board, from its clues.
#[derive(Clone, Debug)]
pub struct BoardStream<'a, C> {
    rows: &'a [C],
    columns: &'a [C],
    check: Option<Check>,
    next: Next,
    sent: u64,
    size: StreamSize,
}

/// The message to send next.
#[derive(Clone, Debug)]
enum Next {
    Rows,
    Columns,
    StartLine { line: usize },
    Cell { line: usize, place: usize, options: Options },
    Separator { line: usize, options: Options },
    EndLine { line: usize },
    Check,
    EndBoard,
    Nothing,
}

impl<'a, C: AsRef<[usize]>> BoardStream<'a, C> {
    /// The stream for these row clues (top first) and column clues (left first).
    ///
    /// A clue that does not fit its line is sent as a line without options.
    ///
    /// # Errors
    /// Returns [`EncodeError::Size`] if there are no rows, no columns, or more than [`MAX_INDEX`] of either.
    pub fn new(rows: &'a [C], columns: &'a [C]) -> Result<Self, EncodeError> {
        let sendable = 1..=usize::from(MAX_INDEX);
        if !sendable.contains(&rows.len()) || !sendable.contains(&columns.len()) {
            return Err(EncodeError::Size { rows: rows.len(), columns: columns.len() });
        }
        Ok(Self {
            rows,
            columns,
            check: None,
            next: Next::Rows,
            sent: 0,
            size: StreamSize::of(rows, columns, false),
        })
    }

    /// Adds or removes a check message before the end board. Call it before iterating.
    pub fn with_check(mut self, check: bool) -> Self {
        self.check = check.then(Check::new);
        self.size = StreamSize::of(self.rows, self.columns, check);
        self
    }

    /// The size of the whole stream, including the messages already sent.
    pub fn size(&self) -> StreamSize {
        self.size
    }

    /// The stream as bytes.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a, C> {
        self.flat_map(Message::to_bytes)
    }

    /// The number of cells in a line, and the clue of the line. Rows are numbered before columns.
    fn line(&self, line: usize) -> (usize, &'a [usize]) {
        match line.checked_sub(self.rows.len()) {
            None => (self.columns.len(), self.rows[line].as_ref()),
            Some(column) => (self.rows.len(), self.columns[column].as_ref()),
        }
    }

    fn line_or_end(&self, line: usize) -> Next {
        if line < self.rows.len() + self.columns.len() {
            Next::StartLine { line }
        } else if self.check.is_some() {
            Next::Check
        } else {
            Next::EndBoard
        }
    }

    /// The message of the step `due`, and the step after it; `None` after the end board.
    fn step(&self, due: Next) -> Option<(Message, Next)> {
        Some(match due {
            Next::Rows => (start_board(self.rows.len()), Next::Columns),
            Next::Columns => (start_board(self.columns.len()), self.line_or_end(0)),
            Next::StartLine { line } => {
                let (length, clue) = self.line(line);
                let mut options = Options::new(length, clue);
                let next = match options.advance() {
                    Some(_) => Next::Cell { line, place: 0, options },
                    None => Next::EndLine { line },
                };
                (Message::StartLine, next)
            }
            Next::Cell { line, place, mut options } => {
                let cells = options.current();
                let message = Message::Assignment { index: place as u16, value: cells[place] };
                let next = if place + 1 < cells.len() {
                    Next::Cell { line, place: place + 1, options }
                } else if options.advance().is_some() {
                    Next::Separator { line, options }
                } else {
                    Next::EndLine { line }
                };
                (message, next)
            }
            Next::Separator { line, options } => {
                (Message::NextOption, Next::Cell { line, place: 0, options })
            }
            Next::EndLine { line } => (Message::EndLine, self.line_or_end(line + 1)),
            Next::Check => (self.check.as_ref()?.message(), Next::EndBoard),
            Next::EndBoard => (Message::EndBoard(0), Next::Nothing),
            Next::Nothing => return None,
        })
    }
}

/// A start board; `BoardStream::new` has checked that the number of lines fits into an index.
fn start_board(lines: usize) -> Message {
    Message::StartBoard(lines as u16)
}

impl<C: AsRef<[usize]>> Iterator for BoardStream<'_, C> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let due = core::mem::replace(&mut self.next, Next::Nothing);
        let (message, next) = self.step(due)?;
        self.next = next;
        self.sent += 1;
        if let Some(check) = &mut self.check {
            check.add(message);
        }
        Some(message)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.size.messages == u64::MAX {
            return (usize::MAX, None);
        }
        let left = usize::try_from(self.size.messages - self.sent);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

/// A decoded board: the options of every line, as they were sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// Row count, m.
    pub rows: usize,
    /// Column count, n.
    pub columns: usize,
    /// The options of each line, rows first.
    pub lines: Vec<Vec<LineOption>>,
    /// Whether the check message matched; `None` if the board had no check message.
    pub check: Option<bool>,
}

impl BoardMessage {
    /// The clue of each line, rows first; `None` unless every line has at least one option, and exactly the options of one clue, each
    /// once.
    pub fn clues(&self) -> Option<Vec<Vec<usize>>> {
        let clue_of = |options: &Vec<LineOption>| {
            let first = options.first()?;
            let clue = first.clue();
            let all_same = options.iter().all(|option| option.clue() == clue);
            let distinct: alloc::collections::BTreeSet<&[bool]> =
                options.iter().map(|option| &**option).collect();
            let count = count_options(first.len(), &clue)?;
            (all_same && distinct.len() == options.len() && count == options.len() as u64)
                .then_some(clue)
        };
        self.lines.iter().map(clue_of).collect()
    }
}

/// Decodes boards of options from bytes as they arrive.
pub type BoardDecoder = StreamDecoder<OptionLines>;

/// The lines received so far, and the current option.
#[derive(Clone, Debug, Default)]
pub struct OptionLines {
    rows: usize,
    columns: usize,
    lines: Vec<Vec<LineOption>>,
    /// The complete options of the current line; `None` between lines.
    options: Option<Vec<LineOption>>,
    /// The cells of the current option; `None` for a cell that has not been received.
    cells: Vec<Option<bool>>,
}

impl OptionLines {
    /// Cells in the current line.
    fn line_length(&self) -> usize {
        if self.lines.len() < self.rows { self.columns } else { self.rows }
    }

    /// Number of cells of the current option received so far.
    fn known(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    fn start_option(&mut self) {
        self.cells = vec![None; self.line_length()];
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<(), DecodeErrorKind> {
        let cells = self.cells.len();
        let place = usize::from(index);
        match self.cells.get_mut(place) {
            None => Err(DecodeErrorKind::CellOutside { index: place, cells }),
            Some(Some(_)) => Err(DecodeErrorKind::CellRepeated { index }),
            Some(cell) => {
                *cell = Some(value);
                Ok(())
            }
        }
    }

    /// The current option, which the message `ends` completes. Returns an error if a cell is missing.
    fn option(&self, ends: Message) -> Result<LineOption, DecodeErrorKind> {
        let cells: Option<Vec<bool>> = self.cells.iter().copied().collect();
        let cells = cells.ok_or_else(|| DecodeErrorKind::CellsMissing {
            ends,
            known: self.known(),
            cells: self.cells.len(),
        })?;
        Ok(LineOption::new(cells))
    }
}

impl Lines for OptionLines {
    type Board = BoardMessage;

    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, ..Self::default() }
    }

    fn take(&mut self, message: Message) -> Result<(), DecodeErrorKind> {
        let in_line = self.options.is_some();
        match message {
            Message::StartLine if !in_line => {
                self.options = Some(Vec::new());
                self.start_option();
            }
            Message::Assignment { index, value } if in_line => self.assign(index, value)?,
            Message::NextOption if in_line => {
                let option = self.option(message)?;
                self.options.get_or_insert_default().push(option);
                self.start_option();
            }
            Message::EndLine if in_line => {
                // A line whose clue does not fit has no options.
                let mut options = self.options.take().unwrap_or_default();
                if !options.is_empty() || self.known() > 0 {
                    options.push(self.option(message)?);
                }
                self.lines.push(options);
            }
            found => return Err(self.unexpected(found)),
        }
        Ok(())
    }

    fn is_begun(&self) -> bool {
        self.options.is_some() || !self.lines.is_empty()
    }

    fn is_full(&self) -> bool {
        self.options.is_none() && self.lines.len() == self.rows + self.columns
    }

    fn expected(&self) -> String {
        let line = self.lines.len();
        match &self.options {
            None if line < self.rows => format!("start line, for row {}", line + 1),
            None => format!("start line, for column {}", line - self.rows + 1),
            // A line may end without an option, but not within one.
            Some(options) if options.is_empty() && self.known() == 0 => {
                let cells = self.cells.len();
                format!("an assignment to a cell below {cells}, or end line")
            }
            Some(_) if self.known() < self.cells.len() => {
                format!("an assignment to a cell below {}", self.cells.len())
            }
            Some(_) => "next option, or end line".into(),
        }
    }

    fn board(self, check: Option<bool>) -> BoardMessage {
        BoardMessage { rows: self.rows, columns: self.columns, lines: self.lines, check }
    }
}

/// Decodes exactly one whole board of options.
///
/// # Errors
/// Returns [`DecodeError`] if the bytes are not exactly one whole board of options. A check message that does not match is not an
/// error here; see [`BoardMessage::check`].
pub fn decode_board(bytes: impl IntoIterator<Item = u8>) -> Result<BoardMessage, DecodeError> {
    decode_whole::<OptionLines>(bytes)
}
