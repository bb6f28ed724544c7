//! The cells in block RAM, for builds that must fit the iCE40: a word holds one position of all the engine's rows or columns.
//! Interface: the Verilog of `SlotCells`, for lines of up to `side` cells in groups of `width`, with `lines` rows and `lines` columns.
//! Source: the template that yosys maps to block RAM with a bit-wise write mask; a second read port duplicates the memory.

use super::{Layout, writes};
use std::fmt::Write;

/// Verilog of the cells: one memory per cell of a group, with the rows at the lower addresses. A block RAM outputs a word one cycle after
/// its address; a write in the cycle of the address is forwarded around the memory.
pub(super) fn verilog(side: usize, width: usize, lines: usize) -> String {
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
