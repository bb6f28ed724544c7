//! What boards and replies have in common: two start boards with the size, a body, a check if it is requested, and an end board.
//!
//! [`framed`] encodes them. [`StreamDecoder`] decodes them from bytes as they arrive, and [`decode_whole`] exactly one; an implementation of
//! [`Body`] decodes the messages between the start boards and the check or end board.

use alloc::format;
use alloc::string::String;

use crate::{Check, DecodeError, EncodeError, MAX_INDEX, Message};

/// The messages of a board or reply of this size: `body` between the start boards and the end board with index `end`. Before the end board
/// there is a check message if `check` is given.
pub(crate) fn framed(
    size: [u16; 2],
    body: impl Iterator<Item = Message>,
    mut check: Option<Check>,
    end: u16,
) -> impl Iterator<Item = Message> {
    let starts = size.map(Message::StartBoard);
    let mut before = starts.into_iter().chain(body).fuse();
    let mut end = Some(Message::EndBoard(end));
    core::iter::from_fn(move || {
        let Some(message) = before.next() else {
            let check = check.take().map(|check| check.message());
            return check.or_else(|| end.take());
        };
        if let Some(check) = &mut check {
            check.add(message);
        }
        Some(message)
    })
}

/// Checks the size of a board.
///
/// # Errors
/// Returns [`EncodeError::Size`] if there are no rows, no columns, or more than [`MAX_INDEX`] of either.
pub(crate) fn sendable(rows: usize, columns: usize) -> Result<(), EncodeError> {
    let sendable = 1..=usize::from(MAX_INDEX);
    if sendable.contains(&rows) && sendable.contains(&columns) {
        return Ok(());
    }
    Err(EncodeError::Size { rows, columns })
}

/// A decoder for the messages between the start boards and the check or end board. Faults are texts.
pub trait Body: Default {
    /// What is decoded.
    type Output;

    /// Whether it is a reply: 0 rows or columns and any index of the end board are legal, and a start board within it is not.
    const IS_REPLY: bool;

    /// An empty body of this size.
    fn new(rows: usize, columns: usize) -> Self;

    /// Accepts a message.
    ///
    /// # Errors
    /// The message is illegal at its position, or its value is invalid there.
    fn take(&mut self, message: Message) -> Result<(), String>;

    /// Whether a message has been accepted.
    fn is_begun(&self) -> bool;

    /// Whether the check or the end board may follow.
    fn is_whole(&self) -> bool;

    /// Describes the messages that are legal next.
    fn expected(&self) -> String;

    /// The output at the end board with this index; `seed` is the value from which its check started, if it has one.
    ///
    /// # Errors
    /// The index, or what has been received, is invalid.
    fn end(self, index: u16, seed: Option<u16>) -> Result<Self::Output, String>;
}

/// The fault of a message that is illegal at its position.
pub(crate) fn unexpected(found: Message, expected: &str) -> String {
    format!("{found} found; expected {expected}")
}

/// Decodes boards or replies from bytes as they arrive.
///
/// Like the FPGA, a decoder of boards restarts at a start board. After an error, every message is another error until a start board; that
/// of a board has a count above 0.
#[derive(Clone, Debug, Default)]
pub struct StreamDecoder<B> {
    /// The first byte of a message whose second byte has not been received.
    high: Option<u8>,
    /// Number of complete messages.
    messages: u64,
    check: Check,
    state: State,
    /// The number of lines in the last start board.
    last: u16,
    is_restart: bool,
    pub(crate) body: B,
    seed: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first start board.
    #[default]
    Rows,
    /// Between the two start boards.
    Columns,
    /// After the start boards.
    Body,
    /// After the check message.
    Checked,
}

impl<B: Body> StreamDecoder<B> {
    /// A decoder waiting for a board or a reply.
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts one byte; returns a board or a reply that it completes.
    ///
    /// # Errors
    /// Returns [`DecodeError`] if the byte completes a message that is illegal at its position or has an invalid value.
    pub fn push(&mut self, byte: u8) -> Result<Option<B::Output>, DecodeError> {
        self.is_restart = false;
        let Some(high) = self.high.take() else {
            self.high = Some(byte);
            return Ok(None);
        };
        self.messages += 1;
        self.take(Message::from_bytes([high, byte])).map_err(|fault| {
            self.state = State::Rows;
            DecodeError { message: self.messages, fault }
        })
    }

    /// Whether the last byte completed a start board that cut off an unfinished board; a new board has begun.
    pub fn is_restart(&self) -> bool {
        self.is_restart
    }

    /// The number of columns if the start boards are complete, and otherwise that of rows if the first one is.
    pub(crate) fn last_start(&self) -> Option<u16> {
        (self.state != State::Rows).then_some(self.last)
    }

    /// Whether both start boards have been received.
    pub(crate) fn has_size(&self) -> bool {
        matches!(self.state, State::Body | State::Checked)
    }

    /// The error for a stream that ends here, before the board or reply is complete.
    pub fn cut_short(&self) -> DecodeError {
        let fault = match self.high {
            Some(_) => "the stream ends with half a message; expected its second byte".into(),
            None => format!("the stream ends here; expected {}", self.expected()),
        };
        DecodeError { message: self.messages + 1, fault }
    }

    fn take(&mut self, message: Message) -> Result<Option<B::Output>, String> {
        match (self.state, message) {
            (State::Rows | State::Columns, Message::StartBoard(lines)) => self.start(lines)?,
            (_, Message::StartBoard(lines)) if !B::IS_REPLY => self.start(lines)?,
            (State::Body, Message::Check(sum)) if self.body.is_whole() => {
                self.seed = Some(self.check.seed_of(sum));
                self.state = State::Checked;
            }
            (State::Body | State::Checked, Message::EndBoard(index))
                if self.body.is_whole() && (B::IS_REPLY || index == 0) =>
            {
                self.state = State::Rows;
                return core::mem::take(&mut self.body).end(index, self.seed).map(Some);
            }
            (State::Body, _) => self.body.take(message)?,
            _ => return Err(unexpected(message, &self.expected())),
        }
        self.check.add(message);
        Ok(None)
    }

    /// Accepts a start board. Of consecutive start boards the last two hold the size, so a board that was
    /// cut off after its first start board does not corrupt the next one.
    fn start(&mut self, lines: u16) -> Result<(), String> {
        let is_begun = self.has_size();
        let is_second =
            self.state == State::Columns || self.state == State::Body && !self.body.is_begun();
        if lines == 0 && !B::IS_REPLY {
            let axis = if is_second { "columns" } else { "rows" };
            return Err(format!("a board of 0 {axis}; expected at least 1"));
        }
        self.is_restart = is_begun;
        self.check = Check::new();
        self.seed = None;
        if is_second {
            self.check.add(Message::StartBoard(self.last));
            self.body = B::new(self.last.into(), lines.into());
            self.state = State::Body;
        } else {
            self.state = State::Columns;
        }
        self.last = lines;
        Ok(())
    }

    /// Describes the messages that are legal next.
    fn expected(&self) -> String {
        match self.state {
            State::Rows => "start board with the row count".into(),
            State::Columns => "start board with the column count".into(),
            State::Body => self.body.expected(),
            State::Checked if B::IS_REPLY => "end board".into(),
            State::Checked => "end board 0".into(),
        }
    }
}

/// Decodes exactly one whole board or reply.
///
/// # Errors
/// The bytes are not exactly one valid board or reply.
pub(crate) fn decode_whole<B: Body>(
    bytes: impl IntoIterator<Item = u8>,
) -> Result<B::Output, DecodeError> {
    let mut decoder = StreamDecoder::<B>::new();
    let mut whole = None;
    for byte in bytes {
        let message = decoder.messages + 1;
        let fault = |fault: &str| Err(DecodeError { message, fault: fault.into() });
        if whole.is_some() {
            return fault("bytes follow the end board; expected the stream to end there");
        }
        whole = decoder.push(byte)?;
        if decoder.is_restart {
            return fault("a start board inside a board; expected the end board first");
        }
    }
    whole.ok_or_else(|| decoder.cut_short())
}
