//! The cells in distributed RAM: for each line index within the engine, one memory per cell of a group; a row and the column with the
//! same index share these memories.
//! Interface: the Verilog of `SlotCells`, for lines of up to `side` cells in groups of `width`, with `lines` rows and `lines` columns.
//! Source: the template that yosys and Vivado map to distributed RAM.

use super::{Layout, writes};
use crate::core::clue::LINE_BITS;
use std::fmt::Write;

/// Verilog of the cells, with the rows at the lower addresses. With lines of 32 cells in groups of four, each memory has 16 words, the
/// depth of a distributed RAM of the ECP5.
pub(super) fn verilog(side: usize, width: usize, lines: usize) -> String {
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
