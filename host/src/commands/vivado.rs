//! `nonogram vivado`: writes a folder from which Vivado builds a bitstream in batch mode.

use std::path::PathBuf;

use clap::Args;

use super::Subcommand;
use crate::exit::{Exit, OrExit, Outcome, failure};
use crate::output;
use crate::targets::{self, CORE_MHZ, Flow, Target};
use crate::values::Timing;
use nonogram_verilog::{Build, Parameters};

/// Write a folder from which Vivado builds a board's bitstream
#[derive(Args)]
#[command(after_help = "\
Build the bitstream with `vivado -mode batch -source build.tcl` in that folder.

Examples:
  nonogram vivado --board nexys4ddr --output build/nexys4ddr
  nonogram vivado --board basys3 --build parallel11x4 --clock 100e6 --output out")]
pub struct Vivado {
    /// The board; `nonogram boards` lists them
    #[arg(long, value_name = "NAME")]
    board: String,

    /// The design [default: the board's first]
    #[arg(long, value_name = "NAME")]
    build: Option<String>,

    #[command(flatten)]
    timing: Timing,

    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
}

impl Subcommand for Vivado {
    const NAME: &'static str = "vivado";

    fn run(self) -> Outcome {
        let target = targets::find(&self.board)?;
        if target.flow != Flow::Vivado {
            return Err(failure!(
                Exit::Usage,
                "{name} belongs to the open flow; expected a board of the Vivado flow: use `nonogram bitstream --board {name}`",
                name = target.name
            ));
        }
        let build = target.build(self.build.as_deref())?;
        let parameters = target.parameters(self.timing)?;
        let verilog = nonogram_verilog::verilog(build.name, &parameters).or_exit(Exit::Usage)?;
        let folder = &self.output;
        output::folder(folder)?;
        output::file(&folder.join("design.sv"), verilog)?;
        output::file(&folder.join(target.wrapper_name()), target.wrapper(build)?)?;
        output::file(&folder.join(&target.constraints), target.constraint_text()?)?;
        output::file(&folder.join("build.tcl"), script(&target, build, &parameters))?;
        Ok(Exit::Solved)
    }
}

/// The Tcl script for Vivado in non-project mode. It changes to its own folder, and every path in it is relative to that folder.
fn script(target: &Target, build: &Build, parameters: &Parameters) -> String {
    let clock = target.core_mhz(parameters);
    let generic = clock.map(|clock| format!(" -generic {CORE_MHZ}={clock}"));
    format!(
        "\
# {title}, design {build}. Run: vivado -mode batch -source build.tcl
# SPDX-License-Identifier: MIT OR Apache-2.0
cd [file dirname [file normalize [info script]]]
read_verilog -sv design.sv
read_verilog {wrapper}
read_xdc {constraints}
synth_design -top {name} -part {part}{generic}
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_methodology -file methodology.rpt
report_cdc -details -file cdc.rpt
report_drc -file drc.rpt
report_pulse_width -file pulse_width.rpt
report_timing_summary -delay_type min_max -file timing_summary.rpt
# The line below the headings WNS, TNS, ... has the worst slack of setup, hold and pulse width in columns 0, 4 and 8, in ns.
set summary [report_timing_summary -delay_type min_max -return_string]
if {{![regexp {{WNS\\(ns\\)[^\\n]*\\n[- ]*\\n([^\\n]*)}} $summary all figures]}} {{
    puts stderr \"no timing figures in timing_summary.rpt\"
    exit 1
}}
set failed 0
foreach {{kind column}} {{setup 0 hold 4 {{pulse width}} 8}} {{
    set slack [lindex $figures $column]
    if {{![string is double -strict $slack] || $slack < 0}} {{
        puts stderr \"timing not met: slack of $kind is $slack ns, see timing_summary.rpt\"
        set failed 1
    }}
}}
if {{$failed}} {{ exit 1 }}
write_bitstream -force {name}-{build}.bit
",
        title = target.title,
        build = build.name,
        generic = generic.unwrap_or_default(),
        name = target.name,
        part = target.part,
        wrapper = target.wrapper_name(),
        constraints = target.constraints,
    )
}
