//! Replays the recorded pins of a block on its Verilog.
//! Interface: [`Replay::icarus`] and [`Replay::verilator`] panic at the first cycle that differs.

use std::path::Path;

use nonogram_sim::tools::{Found, IVERILOG, VERILATOR, VVP};

/// A recording of a block in rust-hdl, and the block's Verilog.
pub struct Replay {
    pub module: &'static str,
    pub clock: &'static str,
    /// Names and widths of the inputs but the clock, and of the outputs.
    pub inputs: Vec<(String, usize)>,
    pub outputs: Vec<(String, usize)>,
    /// The inputs and the outputs in each cycle, as binary digits.
    pub pins: Vec<(String, String)>,
    pub verilog: String,
}

const SOURCES: [&str; 2] = ["testbench.v", "design.sv"];

/// Declarations of ports as this kind of variable.
fn declared(kind: &str, ports: &[(String, usize)]) -> String {
    let lines =
        (ports.iter()).map(|(name, width)| format!("    {kind} [{}:0] {name};\n", width - 1));
    lines.collect()
}

fn names(ports: &[(String, usize)]) -> String {
    let names: Vec<&str> = ports.iter().map(|(name, _)| name.as_str()).collect();
    names.join(", ")
}

impl Replay {
    /// The test bench: it reads one line of inputs and outputs per cycle, and stops at the first mismatch.
    fn testbench(&self) -> String {
        let connected =
            (self.inputs.iter().chain(&self.outputs)).map(|(name, _)| format!(", .{name}({name})"));
        format!(
            "`timescale 1ns / 1ps
module testbench;
    reg clock = 0;
{registers}{wires}    reg [{inputs_top}:0] stimulus [0:{last}];
    reg [{outputs_top}:0] expected [0:{last}];
    wire [{outputs_top}:0] now = {{{outputs}}};
    integer i, wrong;
    {module} uut(.{clock}(clock){connections});
    initial begin
        $readmemb(\"stimulus.mem\", stimulus);
        $readmemb(\"expected.mem\", expected);
        wrong = 0;
        for (i = 0; i <= {last} && wrong == 0; i = i + 1) begin
            {{{inputs}}} = stimulus[i];
            #5 if (now !== expected[i]) begin
                $display(\"cycle %0d: %b, expected %b\", i, now, expected[i]);
                wrong = 1;
            end
            clock = 1;
            #5 clock = 0;
        end
        if (wrong == 0) $display(\"equal\");
        $finish(0);
    end
endmodule
",
            registers = declared("reg", &self.inputs),
            wires = declared("wire", &self.outputs),
            module = self.module,
            clock = self.clock,
            connections = connected.collect::<String>(),
            inputs = names(&self.inputs),
            outputs = names(&self.outputs),
            inputs_top = self.pins[0].0.len() - 1,
            outputs_top = self.pins[0].1.len() - 1,
            last = self.pins.len() - 1,
        )
    }

    fn write(&self, work: &Path) {
        let column = |pick: fn(&(String, String)) -> &String| -> String {
            self.pins.iter().map(|pins| format!("{}\n", pick(pins))).collect()
        };
        let files = [
            ("stimulus.mem", column(|pins| &pins.0)),
            ("expected.mem", column(|pins| &pins.1)),
            ("testbench.v", self.testbench()),
            ("design.sv", self.verilog.clone()),
        ];
        for (name, text) in files {
            std::fs::write(work.join(name), text).expect("a writable folder");
        }
    }

    pub fn icarus(&self) {
        let work = tempfile::tempdir().expect("a temporary folder");
        self.write(work.path());
        let options = ["-g2012", "-o", "replay.vvp"];
        let compiler = IVERILOG.find().expect("Icarus Verilog");
        compiler.call(&[&options[..], &SOURCES].concat(), work.path()).expect("compiles");
        let runner = VVP.find().expect("Icarus Verilog");
        let printed = runner.call(&["-n", "replay.vvp"], work.path()).expect("runs");
        assert_eq!(printed.trim(), "equal");
    }

    pub fn verilator(&self) {
        let work = tempfile::tempdir().expect("a temporary folder");
        self.write(work.path());
        let options = ["--binary", "--timing", "-Wno-fatal", "-Wno-lint", "--x-initial", "0"];
        let top = ["--top-module", "testbench"];
        let compiler = VERILATOR.find().expect("Verilator");
        compiler.call(&[&options[..], &top, &SOURCES].concat(), work.path()).expect("compiles");
        let program =
            Found { tool: VERILATOR, path: work.path().join("obj_dir").join("Vtestbench") };
        let printed = program.call::<&str>(&[], work.path()).expect("runs");
        assert_eq!(printed.lines().next(), Some("equal"));
    }
}
