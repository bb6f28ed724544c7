//! Messages to a board: the reading side, strict about order and completeness.
//!
//! [`BoardDecoder`] takes bytes as they come and, like the FPGA, begins afresh at a start board;
//! [`decode_board`] takes one whole board and nothing else.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Check, DecodeError, DecodeErrorKind, Framer, LineOption, Message, count_options};

/// A decoded board: the options of every line, as they were sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// Row count, m.
    pub rows: usize,
    /// Column count, n.
    pub columns: usize,
    /// The options of each line, rows first.
    pub lines: Vec<Vec<LineOption>>,
    /// Whether the check message matched; `None` when the board had none.
    pub check: Option<bool>,
}

impl BoardMessage {
    /// The clue behind each line's options, rows first; `None` unless every line carries exactly
    /// the options of one clue, each once.
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

/// What a byte completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// A start board cut off an unfinished board; a new one has begun.
    Restarted,
    /// A whole board has arrived.
    Board(BoardMessage),
}

/// Decodes boards from bytes as they arrive.
///
/// After an error it waits for the next start board.
#[derive(Clone, Debug, Default)]
pub struct BoardDecoder {
    framer: Framer,
    check: Check,
    state: State,
    board: Partial,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Before the first start board.
    #[default]
    Rows,
    /// Between the two start boards.
    Columns,
    /// Before a line, or the end.
    Between,
    /// After the check message.
    Checked,
    /// Inside a line.
    Line,
}

/// The board so far, and the option under way.
#[derive(Clone, Debug, Default)]
struct Partial {
    rows: usize,
    columns: usize,
    lines: Vec<Vec<LineOption>>,
    options: Vec<LineOption>,
    cells: Vec<Option<bool>>,
    check: Option<bool>,
}

impl Partial {
    /// Cells in the line under way.
    fn line_length(&self) -> usize {
        if self.lines.len() < self.rows {
            self.columns
        } else {
            self.rows
        }
    }

    fn line_count(&self) -> usize {
        self.rows + self.columns
    }

    fn known(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    fn start_option(&mut self) {
        self.cells = vec![None; self.line_length()];
    }

    fn assign(&mut self, index: u16, value: bool) -> Result<(), DecodeErrorKind> {
        let cells = self.cells.len();
        match self.cells.get_mut(usize::from(index)) {
            None => Err(DecodeErrorKind::CellOutside { index, cells }),
            Some(Some(_)) => Err(DecodeErrorKind::CellRepeated { index }),
            Some(cell) => {
                *cell = Some(value);
                Ok(())
            }
        }
    }

    /// Closes the option under way.
    fn end_option(&mut self, ends: Message) -> Result<(), DecodeErrorKind> {
        let cells: Option<Vec<bool>> = self.cells.iter().copied().collect();
        let cells = cells.ok_or_else(|| DecodeErrorKind::CellsMissing {
            ends,
            known: self.known(),
            cells: self.cells.len(),
        })?;
        self.options.push(LineOption::new(cells));
        Ok(())
    }

    /// Closes the line; one without any option is a line that nothing fits.
    fn end_line(&mut self) -> Result<(), DecodeErrorKind> {
        if !self.options.is_empty() || self.known() > 0 {
            self.end_option(Message::EndLine)?;
        }
        self.lines.push(core::mem::take(&mut self.options));
        Ok(())
    }
}

impl BoardDecoder {
    /// A decoder waiting for a board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one byte.
    ///
    /// # Errors
    /// When the byte completes a message that has no place there.
    pub fn push(&mut self, byte: u8) -> Result<Option<BoardEvent>, DecodeError> {
        let Some((number, message)) = self.framer.push(byte) else {
            return Ok(None);
        };
        self.take(message).map_err(|kind| {
            self.state = State::Rows;
            DecodeError {
                message: number,
                kind,
            }
        })
    }

    /// The error for a stream that ends here, short of a board.
    pub fn cut_short(&self) -> DecodeError {
        let kind = if self.framer.is_halfway() {
            DecodeErrorKind::HalfMessage
        } else {
            DecodeErrorKind::Truncated {
                expected: self.expected(),
            }
        };
        DecodeError {
            message: self.framer.messages() + 1,
            kind,
        }
    }

    fn take(&mut self, message: Message) -> Result<Option<BoardEvent>, DecodeErrorKind> {
        let sum_before = self.check.value();
        self.check.add(message);
        match (self.state, message) {
            (state, Message::StartBoard(lines)) => return self.start(state, message, lines),
            (State::Between, Message::StartLine) if !self.is_full() => {
                self.board.start_option();
                self.state = State::Line;
            }
            (State::Line, Message::Assignment { index, value }) => {
                self.board.assign(index, value)?;
            }
            (State::Line, Message::NextOption) => {
                self.board.end_option(message)?;
                self.board.start_option();
            }
            (State::Line, Message::EndLine) => {
                self.board.end_line()?;
                self.state = State::Between;
            }
            (State::Between, Message::Check(sum)) if self.is_full() => {
                self.board.check = Some(sum == sum_before);
                self.state = State::Checked;
            }
            (State::Between | State::Checked, Message::EndBoard(0)) if self.is_full() => {
                self.state = State::Rows;
                let board = core::mem::take(&mut self.board);
                return Ok(Some(BoardEvent::Board(BoardMessage {
                    rows: board.rows,
                    columns: board.columns,
                    lines: board.lines,
                    check: board.check,
                })));
            }
            (_, found) => {
                return Err(DecodeErrorKind::Unexpected {
                    found,
                    expected: self.expected(),
                });
            }
        }
        Ok(None)
    }

    /// Takes a start board. Of any run of them, the last two hold the size, so that a board cut
    /// off after its first start board does not cost the next one.
    fn start(
        &mut self,
        state: State,
        message: Message,
        lines: u16,
    ) -> Result<Option<BoardEvent>, DecodeErrorKind> {
        let lines = usize::from(lines);
        if state == State::Columns {
            if lines == 0 {
                return Err(DecodeErrorKind::NoLines { axis: "columns" });
            }
            self.board.columns = lines;
            self.state = State::Between;
            return Ok(None);
        }
        if lines == 0 {
            return Err(DecodeErrorKind::NoLines { axis: "rows" });
        }
        let sized = state == State::Between && self.board.lines.is_empty();
        let before = sized.then_some(self.board.columns);
        self.check = Check::new();
        self.board = Partial::default();
        if let Some(rows) = before {
            // `rows` came in the twelve bits of a start board.
            self.check.add(Message::StartBoard(rows as u16));
            self.board.rows = rows;
            self.board.columns = lines;
            self.state = State::Between;
        } else {
            self.board.rows = lines;
            self.state = State::Columns;
        }
        self.check.add(message);
        Ok((state != State::Rows).then_some(BoardEvent::Restarted))
    }

    fn is_full(&self) -> bool {
        self.board.lines.len() == self.board.line_count()
    }

    /// The messages that can stand next, in words.
    fn expected(&self) -> String {
        let line = self.board.lines.len();
        match self.state {
            State::Rows => "start board with the row count".into(),
            State::Columns => "start board with the column count".into(),
            State::Between if self.is_full() => "check, or end board 0".into(),
            State::Between if line < self.board.rows => format!("start line, for row {line}"),
            State::Between => format!("start line, for column {}", line - self.board.rows),
            State::Checked => "end board 0".into(),
            State::Line if self.board.known() < self.board.cells.len() => {
                format!("an assignment to a cell below {}", self.board.cells.len())
            }
            State::Line => "next option, or end line".into(),
        }
    }
}

/// Decodes one whole board.
///
/// # Errors
/// When the bytes are anything else than exactly one board. A check message that does not match
/// is no error here: see [`BoardMessage::check`].
pub fn decode_board(bytes: impl IntoIterator<Item = u8>) -> Result<BoardMessage, DecodeError> {
    let mut decoder = BoardDecoder::new();
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
