//! `nonogram verilog`: writes the design as SystemVerilog. `nonogram vivado`: writes a folder from which Vivado builds a bitstream in batch mode.
//! `nonogram bitstream`: builds a board's bitstream with the open flow.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use hmac_sha256::Hash as Sha256;
use nonogram_verilog::{BUILDS, Build, Parameters};

use crate::backend::{DEFAULT_BUILD, build_parser};
use crate::exit::{Exit, Failure, OrExit, Outcome, failure, refuse};
use crate::output;
use crate::targets::{CORE_MHZ, Flow, OnBoard, Target};
use crate::toolchain::{self, Design, Workplace};
use crate::values::Timing;

/// Write the FPGA design as SystemVerilog
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram verilog > classic11.sv
  nonogram verilog --build classic16 --output design.sv
  nonogram verilog --build clue32 --clock 100e6 --baud 3000000 --output design.sv
  nonogram verilog --build clue32 --top stream --clock 100e6 --output core.sv
  nonogram verilog --all build/verilog")]
pub struct Verilog {
    /// The design to write
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BUILD,
          value_parser = build_parser())]
    build: &'static Build,

    /// The top module: the design behind a UART (all modules), or behind AXI4-Streams (only its modules)
    #[arg(long, value_enum, default_value_t)]
    top: TopName,

    #[command(flatten)]
    timing: Timing,

    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write every design to a folder, as NAME.sv
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["build", "output"])]
    all: Option<PathBuf>,
}

/// A top module.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum TopName {
    #[default]
    Uart,
    Stream,
}

impl Verilog {
    pub fn run(self) -> Outcome {
        // The options are the default values of the top module's parameters.
        let default = Parameters::default();
        let (parameters, verilog): (_, fn(&Build, &_) -> _) = match self.top {
            TopName::Uart => (self.timing.parameters(&default)?, Build::verilog),
            TopName::Stream => {
                let baud = [("--baud", self.timing.baud.is_some())];
                refuse(&baud, "with --top stream, which has no UART")?;
                let clock = self.timing.clock.unwrap_or(default.clock_hz.into());
                let parameters = Parameters::of_stream(clock).or_exit(Exit::Usage)?;
                (parameters, Build::stream_verilog)
            }
        };
        match &self.all {
            None => output::write(self.output.as_deref(), verilog(self.build, &parameters))?,
            Some(folder) => {
                output::folder(folder)?;
                for build in BUILDS {
                    let path = folder.join(build.name).with_extension("sv");
                    output::file(&path, verilog(build, &parameters))?;
                }
            }
        }
        Ok(Exit::Solved)
    }
}

/// Write a folder from which Vivado builds a board's bitstream
#[derive(Args)]
#[command(after_help = "\
Build the bitstream with `vivado -mode batch -source build.tcl` in that folder.

Examples:
  nonogram vivado --board nexys4ddr --output build/nexys4ddr
  nonogram vivado --board basys3 --build parallel11x4 --clock 100e6 --output out")]
pub struct Vivado {
    #[command(flatten)]
    design: OnBoard,

    #[command(flatten)]
    timing: Timing,

    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
}

impl Vivado {
    pub fn run(self) -> Outcome {
        let target = &self.design.board;
        if target.flow != Flow::Vivado {
            return Err(failure!(
                Exit::Usage,
                "{name} belongs to the open flow; expected a board of the Vivado flow: use `nonogram bitstream --board {name}`",
                name = target.name
            ));
        }
        let build = self.design.build()?;
        let parameters = target.parameters(self.timing)?;
        let folder = &self.output;
        output::folder(folder)?;
        output::file(&folder.join("design.sv"), build.verilog(&parameters))?;
        output::file(&folder.join(target.wrapper_name()), target.wrapper(build)?)?;
        output::file(&folder.join(&target.constraints), target.constraint_text()?)?;
        output::file(&folder.join("build.tcl"), script(target, build, &parameters))?;
        Ok(Exit::Solved)
    }
}

/// The Tcl script for Vivado in non-project mode. It changes to its own folder, and every path in it is relative to that folder.
fn script(target: &Target, build: &Build, parameters: &Parameters) -> String {
    let clock = target.core_mhz(parameters);
    let generic = clock.map(|clock| format!(" -generic {CORE_MHZ}={clock}")).unwrap_or_default();
    let words = [
        ("@TITLE@", &*target.title),
        ("@BUILD@", build.name),
        ("@WRAPPER@", &target.wrapper_name()),
        ("@CONSTRAINTS@", &target.constraints),
        ("@NAME@", &target.name),
        ("@PART@", &target.part),
        ("@GENERIC@", &generic),
    ];
    let script = include_str!("vivado.tcl").to_owned();
    words.into_iter().fold(script, |script, (name, value)| script.replace(name, value))
}

/// Build a board's bitstream with yosys and nextpnr
#[derive(Args)]
#[command(after_help = "\
Writes three files to the folder: the bitstream (NAME.bin, NAME.bit or NAME.fs), nextpnr's report (NAME.report.json) and \
NAME.summary.txt. NAME is BOARD-BUILD. The same input and programs give the same bytes.

Examples:
  nonogram bitstream --board hx8k_breakout
  nonogram bitstream --board icebreaker --dry-run
  nonogram bitstream --board ulx3s --build parallel11x4 --clock 100e6 --seed 2 --output out")]
pub struct Bitstream {
    #[command(flatten)]
    design: OnBoard,

    #[command(flatten)]
    timing: Timing,

    /// Seed of place and route
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// The folder for the results
    #[arg(long, short, value_name = "DIR", default_value = "build")]
    output: PathBuf,

    /// Print the commands without running them
    #[arg(long)]
    dry_run: bool,
}

impl Bitstream {
    pub fn run(self) -> Outcome {
        let target = &self.design.board;
        let extension = toolchain::extension(target)?;
        let build = self.design.build()?;
        let parameters = target.parameters(self.timing)?;
        let design = Design::new(target, build, parameters)?;
        if self.dry_run {
            output::stdout(design.commands(self.seed)?)?;
            return Ok(Exit::Solved);
        }
        let folder = &self.output;
        output::folder(folder)?;
        let work = Workplace::new(folder, ".work-")?;

        let core_hz = parameters.clock_hz.into();
        let design = design.synthesise(work.path())?;
        let placed = design.place(self.seed)?;
        placed.report.demand(core_hz)?;
        let cells = design.cells()?;
        let bytes = read(&design.pack()?)?;
        let name = format!("{}-{}", target.name, build.name);
        let summary = [
            format!("board      {}", target.name),
            format!("build      {}", build.name),
            format!("part       {}", target.part),
            format!("seed       {}", self.seed),
            format!("tools      {}", design.versions.join("; ")),
            format!(
                "clock      {} of {:.2} MHz",
                placed
                    .report
                    .slowest()
                    .map_or("unknown".to_owned(), |fmax| format!("{fmax:.2} MHz")),
                f64::from(parameters.clock_hz) / 1e6
            ),
            format!("baud       {}", parameters.baud),
            format!(
                "cells      {} LUTs, {} flops, {} block RAMs",
                cells.luts, cells.flops, cells.block_rams
            ),
        ]
        .into_iter()
        .chain(placed.report.utilization.iter().filter_map(|(cell, count)| {
            let line = format!("{cell:<14} {:>6} of {:>6}", count.used, count.available);
            (count.used > 0).then_some(line)
        }))
        .chain([format!("sha256     {}", output::hexadecimal(&Sha256::hash(&bytes)))])
        .map(|line| line + "\n")
        .collect::<String>();

        output::file(&folder.join(format!("{name}.report.json")), read(&placed.file)?)?;
        output::file(&folder.join(format!("{name}.summary.txt")), &summary)?;
        let bitstream = folder.join(format!("{name}.{extension}"));
        output::file(&bitstream, bytes)?;
        say!("{}", summary.trim_end());
        output::stdout(format!("{}\n", bitstream.display()))?;
        Ok(Exit::Solved)
    }
}

fn read(path: &std::path::Path) -> Result<Vec<u8>, Failure> {
    fs::read(path)
        .with_context(|| format!("{}: cannot read; check the disk", path.display()))
        .or_exit(Exit::Fault)
}
