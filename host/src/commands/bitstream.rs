//! `nonogram bitstream`: builds a board's bitstream with the open flow.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use hmac_sha256::Hash as Sha256;

use super::Subcommand;
use crate::exit::{Exit, Failure, OrExit, Outcome};
use crate::output;
use crate::targets;
use crate::toolchain::{self, Design, Recipe, Workplace};
use crate::values::Timing;

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
    /// The board; `nonogram boards` lists them
    #[arg(long, value_name = "NAME")]
    board: String,

    /// The design [default: the board's first]
    #[arg(long, value_name = "NAME")]
    build: Option<String>,

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

impl Subcommand for Bitstream {
    const NAME: &'static str = "bitstream";

    fn run(self) -> Outcome {
        let target = targets::find(&self.board)?;
        let extension = toolchain::extension(&target)?;
        let build = target.build(self.build.as_deref())?;
        let parameters = target.parameters(self.timing)?;
        if self.dry_run {
            output::stdout(Recipe::new(&target, build)?.commands(&parameters, self.seed)?)?;
            return Ok(Exit::Solved);
        }
        let folder = &self.output;
        output::folder(folder)?;
        let work = Workplace::new(folder, ".work-")?;

        let core_hz = parameters.clock_hz.into();
        let design = Design::synthesise(&target, build, parameters, work.path())?;
        let placed = design.place(self.seed, core_hz)?;
        placed.report.demand(core_hz)?;
        let cells = design.cells()?;
        let bytes = read(&design.pack()?)?;
        let name = format!("{}-{}", target.name, build.name);
        let summary = [
            format!("board      {}", target.name),
            format!("build      {}", build.name),
            format!("part       {}", target.part),
            format!("seed       {}", self.seed),
            format!("tools      {}", design.versions().join("; ")),
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
