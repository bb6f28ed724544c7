//! The Verilog test bench of a replay.
//! Interface: [`testbench`] returns its text; it reads `stimulus.mem` and prints a line whenever an output changes.
//! It prints the lines in the form of `Recording::outputs`.

use nonogram_protocol::CoreKind;
use nonogram_verilog::Build;

use super::{Recording, VISIT_LINE_BITS, Visible};

/// The observed signals of the core, with their widths: the cells or, in a clue core, the visits.
fn inside(build: &Build) -> [(String, usize); 2] {
    let core = "uut.solver.core";
    let visit = |value: String, bits| {
        let visited = format!("{core}.visited ? {value} : {bits}'d0");
        (format!("({visited})"), bits)
    };
    let cells = |array: &str| {
        let rows: Vec<String> = (0..build.side())
            .rev()
            .map(|row| format!("{core}.cells.{array}_{row}"))
            .collect();
        (
            format!("{{{}}}", rows.join(", ")),
            build.side() * build.side(),
        )
    };
    match build.core() {
        CoreKind::Clue => {
            // The number of a line has one bit for the side and a fixed width.
            let zeros = VISIT_LINE_BITS - 1 - build.position_bits();
            let position = if zeros > 0 {
                format!("{zeros}'b0, ")
            } else {
                String::new()
            };
            let line = format!("{{{core}.visited_column, {position}{core}.visited_line}}");
            let learned: Vec<String> = (0..build.planes())
                .map(|plane| format!("{core}.visited_learned_{plane}"))
                .collect();
            [
                visit(line, VISIT_LINE_BITS),
                visit(format!("({})", learned.join(" | ")), build.side()),
            ]
        }
        CoreKind::Classic | CoreKind::Parallel => [cells("known"), cells("assigned")],
    }
}

/// A test bench for a recording. It reads two bits per cycle from the stimulus (reset, rx). It prints `clock tx solving replying status
/// known assigned` after the first compared cycle, and after each later cycle that changes a value other than `clock`. The last two
/// are printed if they are visible; in a clue core they are the visited line and the cells that the visit learned. At the end the test
/// bench prints `end`. With `mutants`, the width of the port `mutant`, the argument `+mutant=N` selects a mutant.
pub fn testbench(recording: &Recording, visible: Visible, mutants: Option<usize>) -> String {
    let (build, begin) = (recording.build, recording.begin);
    let (board, bits, format, arguments) = match visible {
        Visible::Pins => (String::new(), 0, "", String::new()),
        Visible::Board => {
            let [(first, width), (second, rest)] = inside(build);
            let (bits, top) = (width + rest, width + rest - 1);
            (
                format!(",\n        {first},\n        {second}"),
                bits,
                " %b %b",
                format!(", now[{top}:{rest}], now[{}:0]", rest - 1),
            )
        }
    };
    let (choice, port) = mutants.map_or_else(Default::default, |width| {
        let choice = format!(
            "    reg [{}:0] mutant = 0;\n    initial if (!$value$plusargs(\"mutant=%d\", mutant)) mutant = 0;\n",
            width - 1
        );
        (choice, ", .mutant(mutant)")
    });
    format!(
        "\
`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
    reg reset = 0;
    reg rx = 1;
    wire tx, solving, replying;
    wire [2:0] status;
    wire [{top}:0] now = {{tx, solving, replying, status{board}}};
    reg [{top}:0] previous = 'x;
    reg [1:0] stimulus [0:{last}];
    integer i;
{choice}
    {design} uut(.clock(clock), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx),
            .solving(solving), .replying(replying), .status(status){port});

    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        for (i = 0; i <= {last}; i = i + 1) begin
            {{reset, rx}} = stimulus[i];
            #5 clock = 1;
            #5 if (i >= {begin} && now !== previous || i == {begin}) begin
                $display(\"%0d %b %b %b %0d{format}\", i, tx, solving, replying, status{arguments});
                previous = now;
            end
            clock = 0;
        end
        $display(\"end\");
        $finish(0);
    end
endmodule
",
        design = build.top(),
        top = bits + 5,
        last = recording.inputs.len() - 1,
    )
}
