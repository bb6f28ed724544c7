//! The cells as an engine's lines read them.
//! Interface: a line tells all lines across at once, at its position; the engine reads two groups of one line.
//! In distributed RAM, or for the iCE40, which has none, in block RAM: each has its Verilog, both do the same.

mod block_ram;
mod distributed_ram;

use super::INDEX;
use crate::widgets::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::fmt::Write;

/// Cells of `L` rows and `L` columns of a board of up to `S` x `S` cells, read in groups of `W`.
#[derive(LogicBlock, SmartDefault)]
pub struct SlotCells<const S: usize, const W: usize, const L: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A column tells the rows.
    pub tell_rows: Signal<In, Bit>,
    /// It tells them a value; else that nothing is known.
    pub rows_value: Signal<In, Bit>,
    /// A row tells the columns.
    pub tell_columns: Signal<In, Bit>,
    /// It tells them a value.
    pub columns_value: Signal<In, Bit>,
    /// Both are told: the columns at `position` ^ [`Self::BESIDE`].
    pub tell_both: Signal<In, Bit>,
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
    /// The group to read from the front.
    pub front_group: Signal<In, Bits<4>>,
    /// The group to read from the back.
    pub back_group: Signal<In, Bits<4>>,
    /// In the next clock it is a column.
    pub next_column: Signal<In, Bit>,
    /// The group to read from the front in the next clock.
    pub front_next: Signal<In, Bits<4>>,
    /// The group to read from the back in the next clock.
    pub back_next: Signal<In, Bits<4>>,
    /// Filled cells of the front group, the lowest first.
    pub front_filled: Signal<Out, Bits<W>>,
    /// Blank cells of the front group.
    pub front_blank: Signal<Out, Bits<W>>,
    /// Filled cells of the back group.
    pub back_filled: Signal<Out, Bits<W>>,
    /// Blank cells of the back group.
    pub back_blank: Signal<Out, Bits<W>>,
    /// Cells by kind, line, position: bit 0 filled, bit 1 blank.
    #[default([[[0; 32]; 1 << INDEX]; 2])]
    _cells: [[[u8; 32]; 1 << INDEX]; 2],
}

impl<const S: usize, const W: usize, const L: usize> SlotCells<S, W, L> {
    /// Boards of that size are for the iCE40.
    const IN_BLOCKS: bool = S <= 16;
    /// From a position to the one at which the columns are told when the rows are told at once. Rows and columns share memories of
    /// one write port, and each cell of a group has one.
    pub const BESIDE: usize = 1;

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

    fn group(&self, group: usize) -> [Bits<W>; 2] {
        let kind = usize::from(self.column.val());
        let cells = &self._cells[kind][self.index.val().index()][W * group..][..W];
        [0, 1].map(|bit| {
            let word = (cells.iter().rev()).fold(0, |word, cell| word << 1 | cell >> bit & 1);
            u64::from(word).into()
        })
    }
}

impl<const S: usize, const W: usize, const L: usize> Logic for SlotCells<S, W, L> {
    fn update(&mut self) {
        if (self.tell_rows.val() || self.tell_columns.val()) && rises(&self.clock) {
            let position = self.position.val().index();
            if self.tell_rows.val() {
                let (mask, filled) = (self.rows_mask.val(), self.rows_filled.val());
                self.tell(0, position, self.rows_value.val(), mask, filled);
            }
            if self.tell_columns.val() {
                let (mask, filled) = (self.columns_mask.val(), self.columns_filled.val());
                let beside = usize::from(self.tell_both.val()) * Self::BESIDE;
                self.tell(1, position ^ beside, self.columns_value.val(), mask, filled);
            }
        }
        let [filled, blank] = self.group(self.front_group.val().index());
        self.front_filled.next = filled;
        self.front_blank.next = blank;
        let [filled, blank] = self.group(self.back_group.val().index());
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
            block_ram::verilog(S, W, L)
        } else {
            distributed_ram::verilog(S, W, L)
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "slot_cells".into(),
            clock: "clock".into(),
            inputs: [
                "tell_rows",
                "tell_columns",
                "tell_both",
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

/// How positions are laid out: bits of a cell's place in its group, and of a group's number.
struct Layout {
    cell: usize,
    group: usize,
}

impl Layout {
    fn new(side: usize, width: usize) -> Self {
        let bits = |number: usize| number.next_power_of_two().ilog2() as usize;
        Self {
            cell: bits(width),
            group: bits(side / width),
        }
    }
}

/// Which of the memories, one for each of `width` cells of a group, are written for rows and for columns.
fn writes(width: usize, cell: usize) -> String {
    let high = cell - 1;
    let beside = match high {
        0 => "tell_both".to_owned(),
        zeros => format!("{{{zeros}'d0, tell_both}}"),
    };
    let mut text = format!("wire [{high}:0] column_place = position[{high}:0] ^ {beside};\n");
    for place in 0..width {
        let _ = write!(
            text,
            "\
wire writes_rows_{place} = tell_rows && position[{high}:0] == {cell}'d{place};
wire writes_columns_{place} = tell_columns && column_place == {cell}'d{place};
"
        );
    }
    text
}
