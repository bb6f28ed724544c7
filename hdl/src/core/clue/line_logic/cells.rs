//! The cells of an engine's lines, in two copies: the rows read one, the columns the other.
//! Interface: a write stores one cell of each masked line, at one position per copy; the engine reads two groups of one line per cycle.
//! Source: own; a design selects distributed RAM or block RAM, which behave alike.

use crate::core::clue::LINE_BITS;
use crate::widgets::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::fmt::Write;

/// Cells of `LINES` rows and `LINES` columns of a board of up to `SIDE` x `SIDE` cells, read in groups of `CELLS_PER_STEP`.
#[derive(LogicBlock, SmartDefault)]
pub struct SlotCells<const SIDE: usize, const CELLS_PER_STEP: usize, const LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Writes cells in the copy that rows read.
    pub write_rows: Signal<In, Bit>,
    /// 1: the rows' cells become known; 0: they become unknown; with `write_rows`.
    pub rows_value: Signal<In, Bit>,
    /// Writes cells in the copy that columns read.
    pub write_columns: Signal<In, Bit>,
    /// 1: the columns' cells become known; 0: they become unknown; with `write_columns`.
    pub columns_value: Signal<In, Bit>,
    /// Rows and columns are written in the same cycle: the columns at `position` ^ [`Self::BESIDE`].
    pub write_both: Signal<In, Bit>,
    /// Position of the cells in the lines that read them, with `write_rows` or `write_columns`.
    pub position: Signal<In, Bits<5>>,
    /// Rows that are written, one bit per row, with `write_rows`.
    pub rows_mask: Signal<In, Bits<LINES>>,
    /// Value of the written cell in each row of `rows_mask`, one bit per row, with `rows_value`: 1 is filled, 0 is blank.
    pub rows_filled: Signal<In, Bits<LINES>>,
    /// Columns that are written, one bit per column, with `write_columns`.
    pub columns_mask: Signal<In, Bits<LINES>>,
    /// Value of the written cell in each column of `columns_mask`, one bit per column, with `columns_value`: 1 is filled, 0 is blank.
    pub columns_filled: Signal<In, Bits<LINES>>,

    /// The line to read is a column.
    pub column: Signal<In, Bit>,
    /// Number of the line to read, within its engine.
    pub index: Signal<In, Bits<LINE_BITS>>,
    /// Group to read from the front.
    pub front_group: Signal<In, Bits<4>>,
    /// Group to read from the back.
    pub back_group: Signal<In, Bits<4>>,
    /// The line to read in the next cycle is a column.
    pub next_column: Signal<In, Bit>,
    /// Group to read from the front in the next cycle.
    pub front_next: Signal<In, Bits<4>>,
    /// Group to read from the back in the next cycle.
    pub back_next: Signal<In, Bits<4>>,
    /// Filled cells of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_filled: Signal<Out, Bits<CELLS_PER_STEP>>,
    /// Blank cells of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_blank: Signal<Out, Bits<CELLS_PER_STEP>>,
    /// Filled cells of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_filled: Signal<Out, Bits<CELLS_PER_STEP>>,
    /// Blank cells of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_blank: Signal<Out, Bits<CELLS_PER_STEP>>,
    /// Cells by kind (0 row, 1 column), line and position: bit 0 is filled, bit 1 is blank.
    #[default([[[0; 32]; 1 << LINE_BITS]; 2])]
    _cells: [[[u8; 32]; 1 << LINE_BITS]; 2],
    _ram: CellRam,
}

/// The technology of the memories that hold an engine's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellRam {
    /// Distributed RAM, with asynchronous reads.
    #[default]
    Distributed,
    /// Block RAM, for FPGAs without distributed RAM such as the iCE40.
    Block,
}

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const LINES: usize>
    SlotCells<SIDE, CELLS_PER_STEP, LINES>
{
    /// When rows and columns are written in the same cycle, the columns are written at the position of the rows ^ `BESIDE`, which is in
    /// another memory: rows and columns share the memories, one per cell of a group, and each memory has one write port.
    pub const BESIDE: usize = 1;

    /// Sets the technology of the memories, which only the emitted Verilog depends on.
    pub fn set_ram(&mut self, ram: CellRam) {
        self._ram = ram;
    }

    fn write(
        &mut self,
        kind: usize,
        position: usize,
        value: bool,
        mask: Bits<LINES>,
        filled: Bits<LINES>,
    ) {
        for index in 0..LINES {
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

    fn group(&self, group: usize) -> [Bits<CELLS_PER_STEP>; 2] {
        let kind = usize::from(self.column.val());
        let cells = &self._cells[kind][self.index.val().index()][CELLS_PER_STEP * group..]
            [..CELLS_PER_STEP];
        [0, 1].map(|bit| {
            let word = (cells.iter().rev()).fold(0, |word, cell| word << 1 | cell >> bit & 1);
            u64::from(word).into()
        })
    }
}

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const LINES: usize> Logic
    for SlotCells<SIDE, CELLS_PER_STEP, LINES>
{
    fn update(&mut self) {
        if (self.write_rows.val() || self.write_columns.val()) && rises(&self.clock) {
            let position = self.position.val().index();
            if self.write_rows.val() {
                let (mask, filled) = (self.rows_mask.val(), self.rows_filled.val());
                self.write(0, position, self.rows_value.val(), mask, filled);
            }
            if self.write_columns.val() {
                let (mask, filled) = (self.columns_mask.val(), self.columns_filled.val());
                let beside = usize::from(self.write_both.val()) * Self::BESIDE;
                self.write(1, position ^ beside, self.columns_value.val(), mask, filled);
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
        Verilog::Custom(match self._ram {
            CellRam::Block => block_ram(SIDE, CELLS_PER_STEP, LINES),
            CellRam::Distributed => distributed_ram(SIDE, CELLS_PER_STEP, LINES),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "cells".into(),
            clock: "clock".into(),
            inputs: [
                "write_rows",
                "rows_value",
                "write_columns",
                "columns_value",
                "write_both",
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

/// The layout of a position: the number of bits of a cell's place in its group, and of the group's number.
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

/// Verilog of the memories' write enables: one for rows and one for columns per cell of a group of `width` cells.
fn writes(width: usize, cell: usize) -> String {
    let high = cell - 1;
    let beside = match high {
        0 => "write_both".to_owned(),
        zeros => format!("{{{zeros}'d0, write_both}}"),
    };
    let mut text = format!("wire [{high}:0] column_place = position[{high}:0] ^ {beside};\n");
    for place in 0..width {
        let _ = write!(
            text,
            "\
wire writes_rows_{place} = write_rows && position[{high}:0] == {cell}'d{place};
wire writes_columns_{place} = write_columns && column_place == {cell}'d{place};
"
        );
    }
    text
}

/// Verilog of the cells in block RAM, from the template that yosys maps to block RAM with a bit-wise write mask; a second read port
/// duplicates the memory. There is one memory per cell of a group, with the rows at the lower addresses. A block RAM outputs a word one cycle after
/// its address; a write in the cycle of the address is forwarded around the memory.
fn block_ram(side: usize, width: usize, lines: usize) -> String {
    let Layout { cell, group } = Layout::new(side, width);
    let (word, words) = (2 * lines, 2 << group);
    let mut text = format!(
        "\
wire [{last}:0] row_values;
wire [{last}:0] column_values;
reg [{line}:0] written_mask;
reg [{last}:0] written_values;
wire written_cell = written_mask[index];
wire [1:0] written_value = written_values[{{index, 1'b0}} +: 2];
{}",
        writes(width, cell),
        last = word - 1,
        line = lines - 1,
    );
    for index in 0..lines {
        for (kind, values) in [("rows", "row_values"), ("columns", "column_values")] {
            let _ = writeln!(
                text,
                "assign {values}[{}:{}] = {{{kind}_value & ~{kind}_filled[{index}], {kind}_value & {kind}_filled[{index}]}};",
                2 * index + 1,
                2 * index,
            );
        }
    }
    let _ = write!(
        text,
        "\
always @(posedge clock) begin
   written_mask <= next_column ? columns_mask : rows_mask;
   written_values <= next_column ? column_values : row_values;
end
"
    );
    for place in 0..width {
        let _ = write!(
            text,
            "\
(* no_rw_check *)
reg [{last}:0] cells_{place} [{deep}:0];
always @(posedge clock) begin
",
            last = word - 1,
            deep = words - 1,
        );
        for index in 0..lines {
            let (high, low) = (2 * index + 1, 2 * index);
            let _ = write!(
                text,
                "   if (writes_rows_{place} && rows_mask[{index}] || writes_columns_{place} && columns_mask[{index}])
      cells_{place}[{{writes_columns_{place}, position[{top}:{cell}]}}][{high}:{low}] <= writes_columns_{place} ? column_values[{high}:{low}] : row_values[{high}:{low}];
",
                top = cell + group - 1,
            );
        }
        text.push_str("end\n");
        for end in ["front", "back"] {
            let _ = write!(
                text,
                "\
reg [{last}:0] {end}_{place};
reg {end}_{place}_written;
wire [1:0] {end}_{place}_cell = {end}_{place}_written && written_cell ? written_value : {end}_{place}[{{index, 1'b0}} +: 2];
always @(posedge clock) begin
   {end}_{place} <= cells_{place}[{{next_column, {end}_next[{top}:0]}}];
   {end}_{place}_written <= {end}_next == {position} && (next_column ? writes_columns_{place} : writes_rows_{place});
end
",
                last = word - 1,
                top = group - 1,
                position = position(cell),
            );
        }
    }
    for end in ["front", "back"] {
        let bits = |bit: usize| {
            let bits = (0..width).rev();
            bits.map(|place| format!("{end}_{place}_cell[{bit}]"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let _ = write!(
            text,
            "\
always @(*) begin
   {end}_filled = {{{}}};
   {end}_blank = {{{}}};
end
",
            bits(0),
            bits(1),
        );
    }
    text
}

/// Verilog of the number of the group that is written, zero-extended to the width of the group numbers of the read ports.
fn position(cell: usize) -> String {
    match cell - 1 {
        0 => format!("position[4:{cell}]"),
        zeros => format!("{{{zeros}'d0, position[4:{cell}]}}"),
    }
}

/// Verilog of the cells in distributed RAM: for each line index within the engine, one memory per cell of a group, which a row and the
/// column with the same index share, with the rows at the lower addresses. With lines of 32 cells in groups of four, each memory has 16 words, the
/// depth of a distributed RAM of the ECP5.
fn distributed_ram(side: usize, width: usize, lines: usize) -> String {
    let Layout { cell, group } = Layout::new(side, width);
    let mut text = writes(width, cell);
    for place in 0..width {
        let _ = writeln!(
            text,
            "wire [{group}:0] written_{place} = {{writes_columns_{place}, position[{top}:{cell}]}};",
            top = cell + group - 1,
        );
    }
    let mut reads = String::new();
    for index in 0..lines {
        let _ = write!(
            text,
            "\
wire [1:0] row_{index} = {{rows_value & ~rows_filled[{index}], rows_value & rows_filled[{index}]}};
wire [1:0] column_{index} = {{columns_value & ~columns_filled[{index}], columns_value & columns_filled[{index}]}};
",
        );
        for place in 0..width {
            let memory = format!("cells_{index}_{place}");
            let _ = write!(
                text,
                "\
reg [1:0] {memory} [{last}:0];
wire [1:0] {memory}_front = {memory}[{{column, front_group[{top}:0]}}];
wire [1:0] {memory}_back = {memory}[{{column, back_group[{top}:0]}}];
always @(posedge clock) begin
   if (writes_rows_{place} && rows_mask[{index}] || writes_columns_{place} && columns_mask[{index}]) begin
      {memory}[written_{place}] <= writes_columns_{place} ? column_{index} : row_{index};
   end
end
",
                last = (2 << group) - 1,
                top = group - 1,
            );
        }
        let _ = writeln!(reads, "      if (index == {LINE_BITS}'d{index}) begin");
        for end in ["front", "back"] {
            for (bit, word) in ["filled", "blank"].iter().enumerate() {
                let bits: Vec<String> = (0..width)
                    .rev()
                    .map(|place| format!("cells_{index}_{place}_{end}[{bit}]"))
                    .collect();
                let _ = writeln!(reads, "         {end}_{word} = {{{}}};", bits.join(", "));
            }
        }
        reads.push_str("      end\n");
    }
    format!(
        "{text}\nalways @(*) begin
   front_filled = {width}'d0;
   front_blank = {width}'d0;
   back_filled = {width}'d0;
   back_blank = {width}'d0;
{reads}end\n"
    )
}
