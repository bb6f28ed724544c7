//! What all boards have in common: the form that a core receives, and the frame of start boards, check and end board.
//!
//! [`board_messages`] returns the messages of a board as clues or as the options of its lines, [`board_bytes`] their bytes. [`StreamDecoder`]
//! accepts bytes as they arrive and, like the FPGA, restarts at a start board; [`decode_whole`] accepts exactly one whole board. An
//! implementation of [`Lines`] decodes the messages in between.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    BoardMessage, BoardStream, Check, ClueStream, CoreKind, DecodeError, DecodeErrorKind,
    EncodeError, Framer, Message,
};

/// The messages of a board in the form that `core` receives, with a check message if `check` is set.
///
/// # Errors
/// Returns [`EncodeError`] if the protocol cannot express the board; see [`BoardStream::new`] and [`ClueStream::new`].
pub fn board_messages<'a, C: AsRef<[usize]>>(
    core: CoreKind,
    rows: &'a [C],
    columns: &'a [C],
    check: bool,
) -> Result<Box<dyn Iterator<Item = Message> + 'a>, EncodeError> {
    Ok(match core {
        CoreKind::Clue => Box::new(ClueStream::new(rows, columns)?.with_check(check)),
        CoreKind::Classic | CoreKind::Parallel => {
            Box::new(BoardStream::new(rows, columns)?.with_check(check))
        }
    })
}

/// The bytes of [`board_messages`].
///
/// ```
/// use nonogram_protocol::{CoreKind, board_bytes};
///
/// let clues = [[2], [2]];
/// assert_eq!(board_bytes(CoreKind::Classic, &clues, &clues, false)?.len(), 38);
/// assert_eq!(board_bytes(CoreKind::Clue, &clues, &clues, false)?.len(), 14);
/// # Ok::<(), nonogram_protocol::EncodeError>(())
/// ```
///
/// # Errors
/// Returns [`EncodeError`] under the same conditions as [`board_messages`].
pub fn board_bytes<C: AsRef<[usize]>>(
    core: CoreKind,
    rows: &[C],
    columns: &[C],
    check: bool,
) -> Result<Vec<u8>, EncodeError> {
    let messages = board_messages(core, rows, columns, check)?;
    Ok(messages.flat_map(Message::to_bytes).collect())
}

/// A decoder for the lines of one kind of board.
pub trait Lines: Default {
    /// The decoded board.
    type Board;

    /// An empty board of this size.
    fn new(rows: usize, columns: usize) -> Self;

    /// Accepts a message between the start boards and the check or end board.
    ///
    /// # Errors
    /// Returns [`DecodeErrorKind`] if the message is illegal at its position or its value is invalid there.
    fn take(&mut self, message: Message) -> Result<(), DecodeErrorKind>;

    /// Whether a message has been accepted since the start boards.
    fn is_begun(&self) -> bool;

    /// Whether every line is complete.
    fn is_full(&self) -> bool;

    /// Describes the messages that are legal next while lines are missing.
    fn expected(&self) -> String;

    /// The error for a message that is illegal at its position.
    fn unexpected(&self, found: Message) -> DecodeErrorKind {
        DecodeErrorKind::Unexpected { found, expected: self.expected() }
    }

    /// The complete board; `check` is whether its check message matched, or `None` if it had no check message.
    fn board(self, check: Option<bool>) -> Self::Board;
}

/// An event that a byte of a board completes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEvent<B = BoardMessage> {
    /// A start board cut off an unfinished board; a new one has begun.
    Restarted,
    /// A whole board has been received.
    Board(B),
}

/// Decodes boards from bytes as they arrive.
///
/// After an error, every message is another error until a start board with a row count above 0.
#[derive(Clone, Debug, Default)]
pub struct StreamDecoder<L> {
    framer: Framer,
    check: Check,
    state: State,
    rows: usize,
    columns: usize,
    lines: L,
    matches: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first start board.
    #[default]
    Rows,
    /// Between the two start boards.
    Columns,
    /// Within the lines.
    Lines,
    /// After the check message.
    Checked,
}

impl<L: Lines> StreamDecoder<L> {
    /// A decoder waiting for a board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts one byte.
    ///
    /// # Errors
    /// Returns [`DecodeError`] if the byte completes a message that is illegal at its position or has an invalid value.
    pub fn push(&mut self, byte: u8) -> Result<Option<BoardEvent<L::Board>>, DecodeError> {
        let Some((number, message)) = self.framer.push(byte) else {
            return Ok(None);
        };
        self.take(message).map_err(|kind| {
            self.state = State::Rows;
            DecodeError { message: number, kind }
        })
    }

    /// The error for a stream that ends here, before the board is complete.
    pub fn cut_short(&self) -> DecodeError {
        self.framer.cut_short(self.expected())
    }

    fn take(&mut self, message: Message) -> Result<Option<BoardEvent<L::Board>>, DecodeErrorKind> {
        let sum_before = self.check.value();
        self.check.add(message);
        match (self.state, message) {
            (_, Message::StartBoard(lines)) => return self.start(message, lines),
            (State::Lines, Message::Check(sum)) if self.lines.is_full() => {
                self.matches = Some(sum == sum_before);
                self.state = State::Checked;
            }
            (State::Lines | State::Checked, Message::EndBoard(0)) if self.lines.is_full() => {
                self.state = State::Rows;
                let lines = core::mem::take(&mut self.lines);
                return Ok(Some(BoardEvent::Board(lines.board(self.matches))));
            }
            (State::Lines, _) if !self.lines.is_full() => self.lines.take(message)?,
            (_, found) => {
                return Err(DecodeErrorKind::Unexpected { found, expected: self.expected() });
            }
        }
        Ok(None)
    }

    /// Accepts a start board. Of consecutive start boards the last two hold the size, so a board that was
    /// cut off after its first start board does not corrupt the next one.
    fn start(
        &mut self,
        message: Message,
        index: u16,
    ) -> Result<Option<BoardEvent<L::Board>>, DecodeErrorKind> {
        let count = usize::from(index);
        if self.state == State::Columns {
            if count == 0 {
                return Err(DecodeErrorKind::NoLines { axis: "columns" });
            }
            self.columns = count;
            self.lines = L::new(self.rows, self.columns);
            self.state = State::Lines;
            return Ok(None);
        }
        if count == 0 {
            return Err(DecodeErrorKind::NoLines { axis: "rows" });
        }
        let cut_off = self.state != State::Rows;
        let sized = self.state == State::Lines && !self.lines.is_begun();
        self.check = Check::new();
        self.matches = None;
        if sized {
            // The column count was received in a start board, so it fits its twelve bits.
            self.check.add(Message::StartBoard(self.columns as u16));
            (self.rows, self.columns) = (self.columns, count);
            self.lines = L::new(self.rows, self.columns);
            self.state = State::Lines;
        } else {
            self.rows = count;
            self.state = State::Columns;
        }
        self.check.add(message);
        Ok(cut_off.then_some(BoardEvent::Restarted))
    }

    /// Describes the messages that are legal next.
    fn expected(&self) -> String {
        match self.state {
            State::Rows => "start board with the row count".into(),
            State::Columns => "start board with the column count".into(),
            State::Lines if self.lines.is_full() => "check, or end board 0".into(),
            State::Lines => self.lines.expected(),
            State::Checked => "end board 0".into(),
        }
    }
}

/// Decodes exactly one whole board. Returns an error if the bytes are not one valid board.
pub(crate) fn decode_whole<L: Lines>(
    bytes: impl IntoIterator<Item = u8>,
) -> Result<L::Board, DecodeError> {
    let mut decoder = StreamDecoder::<L>::new();
    let mut board = None;
    for byte in bytes {
        let message = decoder.framer.messages() + 1;
        let fault = |kind| Err(DecodeError { message, kind });
        if board.is_some() {
            return fault(DecodeErrorKind::Trailing);
        }
        match decoder.push(byte)? {
            None => {}
            Some(BoardEvent::Board(whole)) => board = Some(whole),
            Some(BoardEvent::Restarted) => return fault(DecodeErrorKind::Restarted),
        }
    }
    board.ok_or_else(|| decoder.cut_short())
}
