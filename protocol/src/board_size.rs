//! The size of a board, and whether it exceeds the limits of a build.

use alloc::format;
use alloc::string::String;

use crate::{BuildIdentity, MESSAGE_BYTES};

/// The size of a board on the wire and in the FPGA. Numbers beyond 64 bits saturate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of colours.
    pub colours: usize,
    /// Number of options of the line that has the most; 0 for a board of clues.
    pub most_options: u64,
    /// Words that the board takes in the FPGA's option store: one per line for its header, and one per option; 0 for a board of clues.
    pub store_words: u64,
    /// Bytes of the board.
    pub bytes: u64,
}

impl BoardSize {
    /// The size of a board of options; `options` has their number for each line, rows first.
    pub(crate) fn of_options(
        rows: usize,
        columns: usize,
        options: impl Iterator<Item = u64>,
        check: bool,
    ) -> Self {
        // Two start boards and the end board frame the lines.
        let mut messages = 3 + u64::from(check);
        let (mut most_options, mut store_words) = (0, 0u64);
        for (line, options) in options.enumerate() {
            let length = if line < rows { columns } else { rows };
            let cells = options.saturating_mul(length as u64);
            // A start line, the cells of the options, a separator between consecutive options, and an end line.
            messages = messages
                .saturating_add(cells)
                .saturating_add(options.saturating_sub(1))
                .saturating_add(2);
            store_words = store_words.saturating_add(options).saturating_add(1);
            most_options = most_options.max(options);
        }
        let bytes = messages.saturating_mul(MESSAGE_BYTES as u64);
        Self { rows, columns, colours: 1, most_options, store_words, bytes }
    }
}

impl BuildIdentity {
    /// The first property of a board that exceeds a limit of the build, with the limit, as text; `None` if the board fits. Every clue board
    /// with few enough rows, columns and colours fits a clue core.
    pub fn excess(&self, board: &BoardSize) -> Option<String> {
        let (side, colours) = (usize::from(self.side), usize::from(self.colours));
        let (options, words) = (u64::from(self.most_options), u64::from(self.store_words));
        let BoardSize { rows, columns, .. } = *board;
        if board.colours > colours {
            Some(format!("{} colours; expected at most {colours}", board.colours))
        } else if rows.max(columns) > side {
            Some(format!("{rows} x {columns} cells; expected at most {side} x {side}"))
        } else if board.most_options > options {
            Some(format!("a line has {} options; expected at most {options}", board.most_options))
        } else if board.store_words > words {
            Some(format!("{} words; expected at most {words}", board.store_words))
        } else {
            None
        }
    }
}
