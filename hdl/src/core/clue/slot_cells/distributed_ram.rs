//! The cells in distributed RAM, one memory for each line and half pair.
//! Interface: the Verilog of `SlotCells`, for lines of up to `side` cells, `lines` rows and as many columns.
//! Source: the template that yosys and Vivado map to distributed RAM.

use super::super::INDEX;
use std::fmt::Write;

pub(super) fn verilog(side: usize, lines: usize) -> String {
    let (mut memories, mut reads) = (String::new(), String::new());
    for (kind, name) in ["rows", "columns"].iter().enumerate() {
        for index in 0..lines {
            for half in 0..2 {
                let memory = format!("{name}_{index}_{half}");
                let _ = write!(
                        memories,
                        "\
reg [1:0] {memory} [{last}:0];
wire [1:0] {memory}_front = {memory}[front_pair];
wire [1:0] {memory}_back = {memory}[back_pair];
always @(posedge clock) begin
   if (tell_{name} && {name}_mask[{index}] && position[0] == 1'b{half}) begin
      {memory}[position[4:1]] <= {{{name}_value & ~{name}_filled[{index}], {name}_value & {name}_filled[{index}]}};
   end
end
",
                        last = side / 2 - 1,
                    );
            }
            for end in ["front", "back"] {
                let _ = write!(
                    reads,
                    "      if (column == 1'b{kind} && index == {INDEX}'d{index}) begin
         {end}_filled = {{{name}_{index}_1_{end}[0], {name}_{index}_0_{end}[0]}};
         {end}_blank = {{{name}_{index}_1_{end}[1], {name}_{index}_0_{end}[1]}};
      end
",
                );
            }
        }
    }
    format!(
        "{memories}\nalways @(*) begin
   front_filled = 2'd0;
   front_blank = 2'd0;
   back_filled = 2'd0;
   back_blank = 2'd0;
{reads}end\n"
    )
}
