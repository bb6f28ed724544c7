//! The cells as an engine's lines read them.
//! Interface: a line tells all lines across at once, at its position; the engine reads two pairs of one line.
//! In distributed RAM, or for the iCE40, which has none, in block RAM: each has its Verilog, both do the same.

mod block_ram;
mod distributed_ram;

use super::INDEX;
use crate::widgets::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Cells of `L` rows and `L` columns of a board of up to `S` x `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct SlotCells<const S: usize, const L: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A column tells the rows. If both are told, the columns are told at `position` ^ [`Self::BESIDE`].
    pub tell_rows: Signal<In, Bit>,
    /// It tells them a value; else that nothing is known.
    pub rows_value: Signal<In, Bit>,
    /// A row tells the columns.
    pub tell_columns: Signal<In, Bit>,
    /// It tells them a value.
    pub columns_value: Signal<In, Bit>,
    /// The position of the line that tells.
    pub position: Signal<In, Bits<5>>,
    /// Which rows it tells.
    pub rows_mask: Signal<In, Bits<L>>,
    /// Those that are filled there.
    pub rows_filled: Signal<In, Bits<L>>,
    /// Which columns it tells.
    pub columns_mask: Signal<In, Bits<L>>,
    /// Those that are filled there.
    pub columns_filled: Signal<In, Bits<L>>,

    /// The line to read is a column.
    pub column: Signal<In, Bit>,
    /// Which of the lines.
    pub index: Signal<In, Bits<INDEX>>,
    /// The pair to read from the front.
    pub front_pair: Signal<In, Bits<4>>,
    /// The pair to read from the back.
    pub back_pair: Signal<In, Bits<4>>,
    /// In the next clock it is a column.
    pub next_column: Signal<In, Bit>,
    /// The pair to read from the front in the next clock.
    pub front_next: Signal<In, Bits<4>>,
    /// The pair to read from the back in the next clock.
    pub back_next: Signal<In, Bits<4>>,
    /// Filled cells of the front pair, the lower first.
    pub front_filled: Signal<Out, Bits<2>>,
    /// Blank cells of the front pair.
    pub front_blank: Signal<Out, Bits<2>>,
    /// Filled cells of the back pair.
    pub back_filled: Signal<Out, Bits<2>>,
    /// Blank cells of the back pair.
    pub back_blank: Signal<Out, Bits<2>>,
    /// Cells by kind, line, position: bit 0 filled, bit 1 blank.
    #[default([[[0; 32]; 1 << INDEX]; 2])]
    _cells: [[[u8; 32]; 1 << INDEX]; 2],
}

impl<const S: usize, const L: usize> SlotCells<S, L> {
    /// Boards of that size are for the iCE40.
    const IN_BLOCKS: bool = S <= 16;
    /// From a position to the one at which the columns are told when the rows are told at once. A block RAM has one write
    /// port, and even and odd positions have one each.
    pub const BESIDE: usize = Self::IN_BLOCKS as usize;

    fn tell(&mut self, kind: usize, position: usize, value: bool, mask: Bits<L>, filled: Bits<L>) {
        for index in 0..L {
            if mask.get_bit(index) {
                self._cells[kind][index][position] = match (value, filled.get_bit(index)) {
                    (false, _) => 0,
                    (true, true) => 1,
                    (true, false) => 2,
                };
            }
        }
        note_state_change();
    }

    fn pair(&self, pair: usize) -> [Bits<2>; 2] {
        let kind = usize::from(self.column.val());
        let cells = &self._cells[kind][self.index.val().index()];
        let (low, high) = (u64::from(cells[2 * pair]), u64::from(cells[2 * pair + 1]));
        [0, 1].map(|bit| (low >> bit & 1 | (high >> bit & 1) << 1).into())
    }
}

impl<const S: usize, const L: usize> Logic for SlotCells<S, L> {
    fn update(&mut self) {
        if (self.tell_rows.val() || self.tell_columns.val()) && rises(&self.clock) {
            let position = self.position.val().index();
            if self.tell_rows.val() {
                let (mask, filled) = (self.rows_mask.val(), self.rows_filled.val());
                self.tell(0, position, self.rows_value.val(), mask, filled);
            }
            if self.tell_columns.val() {
                let (mask, filled) = (self.columns_mask.val(), self.columns_filled.val());
                let beside = usize::from(self.tell_rows.val()) * Self::BESIDE;
                self.tell(1, position ^ beside, self.columns_value.val(), mask, filled);
            }
        }
        let [filled, blank] = self.pair(self.front_pair.val().index());
        self.front_filled.next = filled;
        self.front_blank.next = blank;
        let [filled, blank] = self.pair(self.back_pair.val().index());
        self.back_filled.next = filled;
        self.back_blank.next = blank;
    }

    fn connect(&mut self) {
        self.front_filled.connect();
        self.front_blank.connect();
        self.back_filled.connect();
        self.back_blank.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(if Self::IN_BLOCKS {
            block_ram::verilog(S, L)
        } else {
            distributed_ram::verilog(S, L)
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "slot_cells".into(),
            clock: "clock".into(),
            inputs: [
                "tell_rows",
                "tell_columns",
                "position",
                "rows_mask",
                "rows_filled",
                "columns_mask",
                "columns_filled",
                "next_column",
                "front_next",
                "back_next",
            ]
            .map(String::from)
            .to_vec(),
            outputs: vec![],
        }]
    }
}
