//! The cells in block RAM, for the iCE40, which has no distributed RAM: a word has all lines' cells of one position.
//! Interface: the Verilog of `SlotCells`, for lines of up to `side` cells, `lines` rows and as many columns.
//! Source: the template that yosys maps to block RAM with a write mask of bits, and once more for a second read port.

use std::fmt::Write;

/// A memory for even positions and one for odd ones, rows below columns. A block RAM shows a word in the clock after its
/// address; what is told in the clock of the address goes round it.
pub(super) fn verilog(side: usize, lines: usize) -> String {
    let pair = (side / 2).next_power_of_two().ilog2() as usize;
    let (word, words) = (2 * lines, 2 << pair);
    let mut text = format!(
        "\
wire [{last}:0] row_values;
wire [{last}:0] column_values;
reg [{line}:0] told_mask;
reg [{last}:0] told_values;
wire told_cell = told_mask[index];
wire [1:0] told_value = told_values[{{index, 1'b0}} +: 2];
",
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
   told_mask <= next_column ? columns_mask : rows_mask;
   told_values <= next_column ? column_values : row_values;
end
"
    );
    for (half, other) in [(0, 1), (1, 0)] {
        let _ = write!(
            text,
            "\
(* no_rw_check *)
reg [{last}:0] cells_{half} [{deep}:0];
wire writes_rows_{half} = tell_rows && position[0] == 1'b{half};
wire writes_columns_{half} = tell_columns && position[0] == (tell_rows ? 1'b{other} : 1'b{half});
always @(posedge clock) begin
",
            last = word - 1,
            deep = words - 1,
        );
        for index in 0..lines {
            let (high, low) = (2 * index + 1, 2 * index);
            let _ = write!(
                text,
                "   if (writes_rows_{half} && rows_mask[{index}] || writes_columns_{half} && columns_mask[{index}])
      cells_{half}[{{writes_columns_{half}, position[{pair}:1]}}][{high}:{low}] <= writes_columns_{half} ? column_values[{high}:{low}] : row_values[{high}:{low}];
"
            );
        }
        text.push_str("end\n");
        for end in ["front", "back"] {
            let _ = write!(
                text,
                "\
reg [{last}:0] {end}_{half};
reg {end}_{half}_told;
wire [1:0] {end}_{half}_cell = {end}_{half}_told && told_cell ? told_value : {end}_{half}[{{index, 1'b0}} +: 2];
always @(posedge clock) begin
   {end}_{half} <= cells_{half}[{{next_column, {end}_next[{top}:0]}}];
   {end}_{half}_told <= {end}_next == position[4:1] && (next_column ? writes_columns_{half} : writes_rows_{half});
end
",
                last = word - 1,
                top = pair - 1,
            );
        }
    }
    for end in ["front", "back"] {
        let _ = write!(
            text,
            "\
always @(*) begin
   {end}_filled = {{{end}_1_cell[0], {end}_0_cell[0]}};
   {end}_blank = {{{end}_1_cell[1], {end}_0_cell[1]}};
end
"
        );
    }
    text
}
