//! Counts the lines of a board: rows first, then columns.
//! Interface: `advance` ends the current line; the outputs are the current line's kind, position and length, and `complete`. `rows` and
//! `columns` must be stable from the first line on.

use super::clue::{PLACE, SIZE};
use crate::prelude::*;

/// Counter of the lines of a board.
#[derive(LogicBlock, Default)]
pub struct LineCounter {
    /// Restarts at the first row.
    pub clear: Signal<In, Bit>,
    /// The current line is complete: advances to the next line, at most once per two cycles.
    pub advance: Signal<In, Bit>,
    /// Number of rows.
    pub rows: Signal<In, Bits<SIZE>>,
    /// Number of columns.
    pub columns: Signal<In, Bits<SIZE>>,
    /// The current line is a column.
    pub column: Dff<Bit, Out>,
    /// Position of the current line among the rows or columns.
    pub position: Dff<Bits<PLACE>, Out>,
    /// Number of cells in the current line.
    pub length: Signal<Out, Bits<SIZE>>,
    /// All lines of the board have been received.
    pub complete: Dff<Bit, Out>,

    last_of_kind: Dff<Bit>,
    next_place: Signal<Local, Bits<PLACE>>,
    lines_of_kind: Signal<Local, Bits<SIZE>>,
}

impl Logic for LineCounter {
    #[hdl_gen]
    fn update(&mut self) {
        self.lines_of_kind.next = self.rows.val();
        self.length.next = self.columns.val();
        if self.column.q.val() {
            self.lines_of_kind.next = self.columns.val();
            self.length.next = self.rows.val();
        }
        self.next_place.next = self.position.q.val() + 1;
        // The position after 63 is 0, and so are the lower bits of 64 lines.
        self.last_of_kind.d.next =
            self.next_place.val() == bit_cast::<PLACE, SIZE>(self.lines_of_kind.val());
        if self.advance.val() {
            self.position.d.next = self.next_place.val();
            if self.last_of_kind.q.val() {
                self.position.d.next = 0.into();
                self.column.d.next = true;
                self.complete.d.next = self.column.q.val();
            }
        }
        if self.clear.val() {
            self.position.d.next = 0.into();
            self.column.d.next = false;
            self.complete.d.next = false;
        }
    }
}
