//! The Verilog test bench of a replay.
//! Interface: [`testbench`] gives its text; it reads `stimulus.mem` and prints a line whenever an output changes.
//! Source: own.

use nonogram_hdl::Build;

/// A test bench for a build: two bits a clock from the stimulus (reset, rx); `clock tx solving replying status
/// known assigned` after each clock that changed one of them, and at the end `end`.
pub fn testbench(build: &Build, clocks: usize) -> String {
    let row = |array: &str| {
        let rows: Vec<String> = (0..build.side)
            .rev()
            .map(|row| format!("uut.solver.core.cells.{array}${row}.q"))
            .collect();
        format!("{{{}}}", rows.join(", "))
    };
    let cells = build.side * build.side;
    format!(
        "\
`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
    reg reset = 0;
    reg rx = 1;
    wire tx, solving, replying;
    wire [2:0] status;
    wire [{top}:0] now = {{tx, solving, replying, status,
        {known},
        {assigned}}};
    reg [{top}:0] previous = 'x;
    reg [1:0] stimulus [0:{last}];
    integer i;

    top uut(.clock(clock), .reset(reset), .rx(rx), .tx(tx),
            .solving(solving), .replying(replying), .status(status));

    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        for (i = 0; i <= {last}; i = i + 1) begin
            {{reset, rx}} = stimulus[i];
            #5 clock = 1;
            #5 if (now !== previous || i == 0) begin
                $display(\"%0d %b %b %b %0d %b %b\", i, tx, solving, replying, status,
                    now[{known_top}:{cells}], now[{assigned_top}:0]);
                previous = now;
            end
            clock = 0;
        end
        $display(\"end\");
        $finish(0);
    end
endmodule
",
        top = 2 * cells + 5,
        known_top = 2 * cells - 1,
        assigned_top = cells - 1,
        last = clocks - 1,
        known = row("known"),
        assigned = row("assigned"),
    )
}
