//! A whole board, host to FPGA: every option of every line, rows first.
//!
//! The [`BoardSize`] of a [`BoardStream`] is computed from binomial coefficients. [`BoardDecoder`] and [`decode_board`] decode it into a
//! [`BoardMessage`]; messages that are missing or out of order are errors.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::iter;

use crate::stream::{Body, StreamDecoder, decode_whole, framed, sendable, unexpected};
use crate::{
    BoardSize, Check, DecodeError, EncodeError, LineOption, Message, Options, count_options,
};

/// A board of options, from its clues.
#[derive(Clone, Copy, Debug)]
pub struct BoardStream<'a, C> {
    rows: &'a [C],
    columns: &'a [C],
    check: bool,
}

impl<'a, C: AsRef<[usize]>> BoardStream<'a, C> {
    /// The board for these row clues (top first) and column clues (left first).
    ///
    /// A clue that does not fit its line is sent as a line without options.
    ///
    /// # Errors
    /// Returns [`EncodeError::Size`] if there are no rows, no columns, or more than [`MAX_INDEX`](crate::MAX_INDEX) of either.
    pub fn new(rows: &'a [C], columns: &'a [C]) -> Result<Self, EncodeError> {
        sendable(rows.len(), columns.len())?;
        Ok(Self { rows, columns, check: false })
    }

    /// Adds or removes a check message before the end board.
    pub fn with_check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        let lines = [(self.rows, self.columns.len()), (self.columns, self.rows.len())];
        let options = lines.into_iter().flat_map(|(clues, length)| {
            let count = move |clue: &C| count_options(length, clue.as_ref()).unwrap_or(u64::MAX);
            clues.iter().map(count)
        });
        BoardSize::of_options(self.rows.len(), self.columns.len(), options, self.check)
    }

    /// The messages of the board; one option at a time is in memory.
    pub fn messages(self) -> impl Iterator<Item = Message> + use<'a, C> {
        let Self { rows, columns, check } = self;
        let lines = |clues: &'a [C], length| clues.iter().map(move |clue| (clue.as_ref(), length));
        let lines = lines(rows, columns.len()).chain(lines(columns, rows.len()));
        // Both counts fit into an index.
        let size = [rows.len() as u16, columns.len() as u16];
        framed(size, lines.flat_map(line_messages), check.then(Check::new), 0)
    }

    /// The bytes of the board.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a, C> {
        self.messages().flat_map(Message::to_bytes)
    }
}

/// The messages of a line: its options, one after the other.
fn line_messages((clue, length): (&[usize], usize)) -> impl Iterator<Item = Message> + use<> {
    let options = Options::new(length, clue).enumerate().flat_map(move |(nth, option)| {
        let separator = (nth > 0).then_some(Message::NextOption);
        let cell = move |place| Message::Assignment { index: place as u16, value: option[place] };
        separator.into_iter().chain((0..length).map(cell))
    });
    iter::once(Message::StartLine).chain(options).chain(iter::once(Message::EndLine))
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
    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        let options = self.lines.iter().map(|options| options.len() as u64);
        BoardSize::of_options(self.rows, self.columns, options, self.check.is_some())
    }

    /// The clue of each line, rows first; `None` unless every line has at least one option, and exactly the options of one clue, each
    /// once.
    pub fn clues(&self) -> Option<Vec<Vec<usize>>> {
        let clue_of = |options: &Vec<LineOption>| {
            let first = options.first()?;
            let clue = first.clue();
            let all_same = options.iter().all(|option| option.clue() == clue);
            let distinct: BTreeSet<&[bool]> = options.iter().map(|option| &**option).collect();
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

    fn assign(&mut self, index: u16, value: bool) -> Result<(), String> {
        let cells = self.cells.len();
        match self.cells.get_mut(usize::from(index)) {
            None => Err(cell_outside(index.into(), cells)),
            Some(Some(_)) => Err(cell_repeated(index)),
            Some(cell) => {
                *cell = Some(value);
                Ok(())
            }
        }
    }

    /// The current option, which the message `ends` completes. Returns an error if a cell is missing.
    fn option(&self, ends: Message) -> Result<LineOption, String> {
        let cells: Option<Vec<bool>> = self.cells.iter().copied().collect();
        let cells = cells.ok_or_else(|| cells_missing(ends, self.known(), self.cells.len()))?;
        Ok(LineOption::new(cells))
    }
}

impl Body for OptionLines {
    type Output = BoardMessage;

    const IS_REPLY: bool = false;

    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, ..Self::default() }
    }

    fn take(&mut self, message: Message) -> Result<(), String> {
        let in_line = self.options.is_some();
        match message {
            Message::StartLine if !in_line && !self.is_whole() => {
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
            found => return Err(unexpected(found, &self.expected())),
        }
        Ok(())
    }

    fn is_begun(&self) -> bool {
        self.options.is_some() || !self.lines.is_empty()
    }

    fn is_whole(&self) -> bool {
        self.options.is_none() && self.lines.len() == self.rows + self.columns
    }

    fn expected(&self) -> String {
        let (line, cells) = (self.lines.len(), self.cells.len());
        match &self.options {
            None if self.is_whole() => "check, or end board 0".into(),
            None if line < self.rows => format!("start line, for row {}", line + 1),
            None => format!("start line, for column {}", line - self.rows + 1),
            // A line may end without an option, but not within one.
            Some(options) if options.is_empty() && self.known() == 0 => {
                format!("an assignment to a cell below {cells}, or end line")
            }
            Some(_) if self.known() < cells => format!("an assignment to a cell below {cells}"),
            Some(_) => "next option, or end line".into(),
        }
    }

    fn end(self, _: u16, seed: Option<u16>) -> Result<BoardMessage, String> {
        let Self { rows, columns, lines, .. } = self;
        Ok(BoardMessage { rows, columns, lines, check: seed.map(|seed| seed == 0) })
    }
}

/// The fault of a cell beyond the line or the picture.
pub(crate) fn cell_outside(index: usize, cells: usize) -> String {
    format!("cell {index} is outside the line or picture; expected an index below {cells}")
}

/// The fault of a cell received twice.
pub(crate) fn cell_repeated(index: u16) -> String {
    format!("cell {index} is given twice; expected each cell at most once")
}

/// The fault of a message that closes an option or a picture with missing cells.
pub(crate) fn cells_missing(ends: Message, known: usize, cells: usize) -> String {
    format!("{ends} found after {known} of {cells} cells; expected every cell first")
}

/// Decodes exactly one whole board of options.
///
/// # Errors
/// Returns [`DecodeError`] if the bytes are not exactly one whole board of options. A check message that does not match is not an
/// error here; see [`BoardMessage::check`].
pub fn decode_board(bytes: impl IntoIterator<Item = u8>) -> Result<BoardMessage, DecodeError> {
    decode_whole::<OptionLines>(bytes)
}
