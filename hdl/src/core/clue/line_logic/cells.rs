//! The cells of an engine's lines, in two copies: the rows read one, the columns the other.
//! Interface: a write stores one cell of each masked line, at one position per copy; the engine reads two groups of one line per cycle.
//! Groups of two cells are in block RAM, for FPGAs without distributed RAM such as the iCE40; larger ones in distributed RAM.

use crate::core::clue::{BESIDE, MOST_SIDE};
use crate::prelude::*;
use std::fmt::Write;

/// Cells of `LINES` rows and `LINES` columns of a board, read in groups of `CELLS_PER_STEP`: the excluded
/// values of each cell, one bit per value. `GROUP_BITS` is the width of a group's number.
#[derive(LogicBlock, SmartDefault)]
pub struct SlotCells<
    const POSITION_BITS: usize,
    const VALUES: usize,
    const CELLS_PER_STEP: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
> {
    /// Writes cells in the copy that rows read.
    pub write_rows: Signal<In, Bit>,
    /// 1: the rows' cells have the excluded values of `rows_excluded`; 0: they have none; with `write_rows`.
    pub rows_value: Signal<In, Bit>,
    /// Writes cells in the copy that columns read.
    pub write_columns: Signal<In, Bit>,
    /// 1: the columns' cells have the excluded values of `columns_excluded`; 0: they have none; with `write_columns`.
    pub columns_value: Signal<In, Bit>,
    /// Rows and columns are written in the same cycle: the columns at `position` ^ [`BESIDE`].
    pub write_both: Signal<In, Bit>,
    /// Position of the cells in the lines that read them, with `write_rows` or `write_columns`.
    pub position: Signal<In, Bits<POSITION_BITS>>,
    /// Rows that are written, one bit per row, with `write_rows`.
    pub rows_mask: Signal<In, Bits<LINES>>,
    /// Excluded values of the written cell in each row of `rows_mask`, one bit per row, with `rows_value`.
    pub rows_excluded: Array<Signal<In, Bits<LINES>>, VALUES>,
    /// Columns that are written, one bit per column, with `write_columns`.
    pub columns_mask: Signal<In, Bits<LINES>>,
    /// Excluded values of the written cell in each column of `columns_mask`, one bit per column, with `columns_value`.
    pub columns_excluded: Array<Signal<In, Bits<LINES>>, VALUES>,

    /// The line to read is a column.
    pub column: Signal<In, Bit>,
    /// Number of the line to read, within its engine.
    pub index: Signal<In, Bits<POSITION_BITS>>,
    /// Group to read from the front.
    pub front_group: Signal<In, Bits<GROUP_BITS>>,
    /// Group to read from the back.
    pub back_group: Signal<In, Bits<GROUP_BITS>>,
    /// The line to read in the next cycle is a column.
    pub next_column: Signal<In, Bit>,
    /// Group to read from the front in the next cycle.
    pub front_next: Signal<In, Bits<GROUP_BITS>>,
    /// Group to read from the back in the next cycle.
    pub back_next: Signal<In, Bits<GROUP_BITS>>,
    /// Excluded values of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_excluded: Array<Signal<Out, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Excluded values of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_excluded: Array<Signal<Out, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Excluded values by kind (0 row, 1 column), line and position: one bit per value.
    #[default([[[0; MOST_SIDE]; LINES]; 2])]
    _cells: [[[u8; MOST_SIDE]; LINES]; 2],
}

impl<
    const POSITION_BITS: usize,
    const VALUES: usize,
    const CELLS_PER_STEP: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
> SlotCells<POSITION_BITS, VALUES, CELLS_PER_STEP, GROUP_BITS, LINES>
{
    fn write(
        &mut self,
        kind: usize,
        position: usize,
        mask: Bits<LINES>,
        excluded: [Bits<LINES>; VALUES],
    ) {
        for index in 0..LINES {
            if mask.get_bit(index) {
                let bits = excluded.iter().enumerate();
                self._cells[kind][index][position] = bits
                    .fold(0, |cell, (value, lines)| cell | u8::from(lines.get_bit(index)) << value);
            }
        }
    }

    fn group(&self, group: usize) -> [Bits<CELLS_PER_STEP>; VALUES] {
        let kind = usize::from(self.column.val());
        let cells = &self._cells[kind][self.index.val().index()][CELLS_PER_STEP * group..]
            [..CELLS_PER_STEP];
        from_fn(|value| {
            let word = (cells.iter().rev()).fold(0, |word, cell| word << 1 | cell >> value & 1);
            u64::from(word).into()
        })
    }
}

impl<
    const POSITION_BITS: usize,
    const VALUES: usize,
    const CELLS_PER_STEP: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
> Logic for SlotCells<POSITION_BITS, VALUES, CELLS_PER_STEP, GROUP_BITS, LINES>
{
    fn update(&mut self) {
        if (self.write_rows.val() || self.write_columns.val()) && rises() {
            let position = self.position.val().index();
            let words = |words: &[Signal<In, Bits<LINES>>; VALUES], value: bool| {
                from_fn(|plane| if value { words[plane].val() } else { Bits::default() })
            };
            if self.write_rows.val() {
                let excluded = words(&self.rows_excluded, self.rows_value.val());
                self.write(0, position, self.rows_mask.val(), excluded);
            }
            if self.write_columns.val() {
                let excluded = words(&self.columns_excluded, self.columns_value.val());
                let beside = usize::from(self.write_both.val()) * BESIDE;
                self.write(1, position ^ beside, self.columns_mask.val(), excluded);
            }
        }
        let front = self.group(self.front_group.val().index());
        for (port, word) in self.front_excluded.iter_mut().zip(front) {
            port.next = word;
        }
        let back = self.group(self.back_group.val().index());
        for (port, word) in self.back_excluded.iter_mut().zip(back) {
            port.next = word;
        }
    }

    fn connect(&mut self) {
        self.front_excluded.iter_mut().for_each(Logic::connect);
        self.back_excluded.iter_mut().for_each(Logic::connect);
    }

    fn hdl(&self) -> Verilog {
        let layout = Layout::new(VALUES, CELLS_PER_STEP, GROUP_BITS, LINES);
        Verilog::Custom(match CELLS_PER_STEP {
            2 => layout.block_ram(),
            _ => layout.distributed_ram(),
        })
    }
}

/// The sizes from which the Verilog of the memories is written.
struct Layout {
    /// Values of a cell.
    values: usize,
    /// Cells per group.
    width: usize,
    /// Rows, and columns, of the engine.
    lines: usize,
    /// Number of bits of a cell's place in its group.
    cell: usize,
    /// Number of bits of a group's number.
    group: usize,
}

/// A concatenation: the items, the last one in the lowest bits.
fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("{{{}}}", items.join(", "))
}

impl Layout {
    fn new(values: usize, width: usize, group: usize, lines: usize) -> Self {
        Self { values, width, lines, cell: width.ilog2() as usize, group }
    }

    /// The excluded values that are written to the line `line` of this kind.
    fn written(&self, kind: &str) -> String {
        let value = |value| format!("{kind}_value & {kind}_excluded${value}[line]");
        joined((0..self.values).rev().map(value))
    }

    /// A loop over the lines, without its body.
    fn lines(&self, kind: &str) -> String {
        format!("for ({kind} line = 0; line < {}; line = line + 1)", self.lines)
    }

    /// The excluded values of a group from those of its cells: one word per value, one bit per cell; `bit` names the bit of a place and a
    /// value.
    fn outputs(&self, end: &str, bit: impl Fn(usize, usize) -> String) -> String {
        let words = (0..self.values).map(|value| {
            let bits = joined((0..self.width).rev().map(|place| bit(place, value)));
            format!("   {end}_excluded${value} = {bits};\n")
        });
        words.collect()
    }

    /// Verilog of the memories' write enables: one for rows and one for columns per cell of a group.
    fn writes(&self) -> String {
        let (cell, high) = (self.cell, self.cell - 1);
        let beside = match high {
            0 => "write_both".to_owned(),
            zeros => format!("{{{zeros}'d0, write_both}}"),
        };
        let mut text = format!("wire [{high}:0] column_place = position[{high}:0] ^ {beside};\n");
        for place in 0..self.width {
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

    /// The number of the group that is written.
    fn written_group(&self) -> String {
        format!("position[{}:{}]", self.cell + self.group - 1, self.cell)
    }

    /// Verilog of the cells in block RAM, from the template that yosys maps to block RAM with a bit-wise write mask; a second read port
    /// duplicates the memory. There is one memory per cell of a group, with the rows at the lower addresses. A block RAM outputs a word one
    /// cycle after its address; a write in the cycle of the address is forwarded around the memory.
    fn block_ram(&self) -> String {
        let Self { values, width, lines, group, .. } = *self;
        let (word, words) = (values * lines, 2 << group);
        let start = if values.is_power_of_two() {
            format!("{{index, {}'d0}}", values.ilog2())
        } else {
            format!("index * {values}")
        };
        let mut text = format!(
            "\
wire [{last}:0] row_values;
wire [{last}:0] column_values;
reg [{line}:0] written_mask;
reg [{last}:0] written_values;
wire written_cell = written_mask[index];
wire [{high}:0] written_value = written_values[{start} +: {values}];
{writes}\
{each} begin : lines
   assign row_values[{values} * line +: {values}] = {row};
   assign column_values[{values} * line +: {values}] = {column};
end
always @(posedge clock) begin
   written_mask <= next_column ? columns_mask : rows_mask;
   written_values <= next_column ? column_values : row_values;
end
",
            last = word - 1,
            line = lines - 1,
            high = values - 1,
            writes = self.writes(),
            each = self.lines("genvar"),
            row = self.written("rows"),
            column = self.written("columns"),
        );
        for place in 0..width {
            let _ = write!(
                text,
                "\
(* no_rw_check *)
reg [{last}:0] cells_{place} [{deep}:0];
always @(posedge clock) begin
   {each} begin
      if (writes_rows_{place} && rows_mask[line] || writes_columns_{place} && columns_mask[line])
         cells_{place}[{{writes_columns_{place}, {position}}}][{values} * line +: {values}] <= writes_columns_{place} ? column_values[{values} * line +: {values}] : row_values[{values} * line +: {values}];
   end
end
",
                last = word - 1,
                deep = words - 1,
                each = self.lines("int"),
                position = self.written_group(),
            );
            for end in ["front", "back"] {
                let _ = write!(
                    text,
                    "\
reg [{last}:0] {end}_{place};
reg {end}_{place}_written;
wire [{high}:0] {end}_{place}_cell = {end}_{place}_written && written_cell ? written_value : {end}_{place}[{start} +: {values}];
always @(posedge clock) begin
   {end}_{place} <= cells_{place}[{{next_column, {end}_next}}];
   {end}_{place}_written <= {end}_next == {position} && (next_column ? writes_columns_{place} : writes_rows_{place});
end
",
                    last = word - 1,
                    high = values - 1,
                    position = self.written_group(),
                );
            }
        }
        for end in ["front", "back"] {
            let outputs = self.outputs(end, |place, value| format!("{end}_{place}_cell[{value}]"));
            let _ = write!(text, "always @(*) begin\n{outputs}end\n");
        }
        text
    }

    /// Verilog of the cells in distributed RAM: for each line, one memory per cell of a group, which a row and the column with the same
    /// index share, with the rows at the lower addresses. With lines of 32 cells in groups of four, each memory has 16 words, the depth of
    /// a distributed RAM of the ECP5.
    fn distributed_ram(&self) -> String {
        let Self { values, width, lines, group, .. } = *self;
        // Comparing more bits would make a larger selector.
        let line_bits = lines.next_power_of_two().ilog2();
        let (high, last) = (values - 1, (2 << group) - 1);
        let mut text = self.writes();
        let mut memories = String::new();
        for place in 0..width {
            let _ = writeln!(
                text,
                "wire [{group}:0] written_{place} = {{writes_columns_{place}, {}}};",
                self.written_group()
            );
            let _ = write!(
                memories,
                "   reg [{high}:0] cells_{place} [{last}:0];
   always @(posedge clock) begin
      if (writes_rows_{place} && rows_mask[line] || writes_columns_{place} && columns_mask[line])
         cells_{place}[written_{place}] <= writes_columns_{place} ? column_values : row_values;
   end
"
            );
        }
        let [front, back] = ["front", "back"].map(|end| {
            let cells = |place| format!("cells_{place}[{{column, {end}_group}}]");
            joined((0..width).rev().map(cells))
        });
        let [front_outputs, back_outputs] = ["front", "back"].map(|end| {
            self.outputs(end, |place, value| format!("{end}[{}]", values * place + value))
        });
        format!(
            "\
{text}\
// The groups of every line, the lowest cell in the lowest bits.
wire [{word}:0] front_groups [{most}:0];
wire [{word}:0] back_groups [{most}:0];
{generate} begin : lines
   wire [{high}:0] row_values = {row};
   wire [{high}:0] column_values = {column};
{memories}\
   assign front_groups[line] = {front};
   assign back_groups[line] = {back};
end
reg [{word}:0] front;
reg [{word}:0] back;
always @(*) begin
   front = {bits}'d0;
   back = {bits}'d0;
   {each} begin
      if (index[{line_high}:0] == {line_bits}'(line)) begin
         front = front_groups[line];
         back = back_groups[line];
      end
   end
{front_outputs}{back_outputs}end
",
            bits = width * values,
            word = width * values - 1,
            most = lines - 1,
            line_high = line_bits - 1,
            generate = self.lines("genvar"),
            each = self.lines("int"),
            row = self.written("rows"),
            column = self.written("columns"),
        )
    }
}
