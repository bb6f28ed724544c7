//! Decodes the options of a board; messages that are missing or out of order are errors.
//!
//! [`OptionLines`] accepts the messages between the start boards and the check or end board; [`decode_board`] decodes a whole board.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::decoder::{Lines, StreamDecoder, decode_whole};
use crate::{DecodeError, DecodeErrorKind, LineOption, Message, count_options};

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
        if self.lines.len() < self.rows {
            self.columns
        } else {
            self.rows
        }
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
            None => Err(DecodeErrorKind::CellOutside {
                index: place,
                cells,
            }),
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
        Self {
            rows,
            columns,
            ..Self::default()
        }
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
            found => {
                return Err(DecodeErrorKind::Unexpected {
                    found,
                    expected: self.expected(),
                });
            }
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
        BoardMessage {
            rows: self.rows,
            columns: self.columns,
            lines: self.lines,
            check,
        }
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
