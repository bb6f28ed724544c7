//! `nonogram report`: reports the utilisation and Fmax of designs.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use nonogram_sim::tools::YOSYS;
use nonogram_verilog::{Build, Parameters};

use crate::backend::build_parser;
use crate::exit::{Exit, Failure, OrExit, Outcome, failure};
use crate::output;
use crate::screen;
use crate::targets::{self, Flow, Target};
use crate::toolchain::{Cells, Design, Workplace};
use crate::values::Timing;

/// Report utilisation and Fmax of designs
#[derive(Args)]
#[command(after_help = "\
Prints a table: LUTs, flip-flops and block RAMs as yosys counts them, and the post-route Fmax that nextpnr reports for each seed, with the \
median. Designs for AMD's 7 series are only synthesised: one row per design for all its boards, without Fmax. \
Exit code 1 if a design does not fit, or its median misses its clock on the board.

Examples:
  nonogram report --board hx8k_breakout --seeds 1
  nonogram report --board ulx3s --build parallel11x4 --clock 100e6")]
pub struct Report {
    /// Only this board (repeatable); `nonogram boards` lists them
    #[arg(long = "board", value_name = "NAME", hide_possible_values = true, value_parser = targets::parser())]
    boards: Vec<Target>,

    /// Only this design (repeatable)
    #[arg(long = "build", value_name = "NAME", hide_possible_values = true, value_parser = build_parser())]
    builds: Vec<&'static Build>,

    #[command(flatten)]
    timing: Timing,

    /// Seeds of place and route
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1,2,3")]
    seeds: Vec<u32>,
}

/// A row of the table.
struct Row {
    cells: Cells,
    /// Post-route Fmax of the slowest clock with each seed, in MHz; empty if the design was only synthesised.
    rates: Vec<f64>,
    versions: Vec<String>,
}

impl Row {
    /// The median Fmax, in MHz; for an even number of seeds, the lower of the two in the middle. `None` without Fmax.
    fn median(&self) -> Option<f64> {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        rates.get(rates.len().checked_sub(1)? / 2).copied()
    }
}

impl Report {
    pub fn run(self) -> Outcome {
        let targets = if self.boards.is_empty() { targets::all()? } else { self.boards.clone() };
        let has = |target: &Target, build: &Build| target.designs.iter().any(|it| it == build.name);
        let is_known = |build: &Build| targets.iter().any(|target| has(target, build));
        if let Some(unknown) = self.builds.iter().find(|build| !is_known(build)) {
            return Err(failure!(
                Exit::Usage,
                "--build {}: not a design of these boards; expected one of them: correct it, or change --board",
                unknown.name
            ));
        }
        let seeds = self.seeds.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let mut table = format!(
            "| board | design | LUTs | flops | block RAMs | seeds {seeds}, MHz | median, MHz | clock, MHz |\n\
             |---|---|---|---|---|---|---|---|\n"
        );
        let mut versions = Vec::new();
        let mut synthesised_for_amd = HashSet::new();
        let mut misses = Vec::new();
        for target in &targets {
            let parameters = target.parameters(self.timing)?;
            for build in self.of(target) {
                let name = build.name;
                // The boards with AMD's parts share their rows, because synthesis is the same for all of them.
                if target.flow == Flow::Vivado && !synthesised_for_amd.insert(name) {
                    continue;
                }
                say!("{}, {name}", target.name);
                let row = self
                    .measure(target, build, parameters)
                    .map_err(|failure| failure.within(&format!("{}, {name}", target.name)))?;
                let wanted = f64::from(parameters.clock_hz) / 1e6;
                table += &line(target, name, wanted, &row);
                for version in &row.versions {
                    if !versions.contains(version) {
                        versions.push(version.clone());
                    }
                }
                if let Some(median) = row.median().filter(|&median| median < wanted) {
                    misses.push(format!("{}, {name}: {median:.2} of {wanted:.2} MHz", target.name));
                }
            }
        }
        table += &format!("\nMade by {}.\n", versions.join("; "));
        output::stdout(table)?;
        if misses.is_empty() {
            return Ok(Exit::Solved);
        }
        Err(failure!(
            Exit::Fault,
            "timing not met: {}; expected at least the design's clock: try other --seeds",
            misses.join("; ")
        ))
    }

    /// The designs of a board that are wanted.
    fn of(&self, target: &Target) -> impl Iterator<Item = &'static Build> {
        let builds = target.designs.iter().filter_map(|name| nonogram_verilog::build(name).ok());
        let wants = |build: &&Build| self.builds.iter().any(|wanted| wanted.name == build.name);
        builds.filter(move |build| self.builds.is_empty() || wants(build))
    }

    /// Synthesises a design for a board, then places and routes it with each seed; for AMD's parts, it is only synthesised.
    fn measure(
        &self,
        target: &Target,
        build: &'static Build,
        parameters: Parameters,
    ) -> Result<Row, Failure> {
        let work = Workplace::new(Path::new("."), ".report-")?;
        let work = work.path();
        if target.flow == Flow::Vivado {
            return synthesise_for_amd(target, build, &build.verilog(&parameters), work);
        }
        let design = Design::new(target, build, parameters)?;
        let design = design.synthesise(work)?;
        let rates = self
            .seeds
            .iter()
            .map(|&seed| {
                let slowest = design.place(seed)?.report.slowest();
                slowest
                    .context("nextpnr reports no clock; please report this defect")
                    .or_exit(Exit::Fault)
            })
            .collect::<Result<_, _>>()?;
        Ok(Row { cells: design.cells()?, rates, versions: design.versions.clone() })
    }
}

/// Synthesises the design for AMD's 7 series, without the board's wrapper, which contains hardly more than clock cells.
fn synthesise_for_amd(
    target: &Target,
    build: &Build,
    verilog: &str,
    work: &Path,
) -> Result<Row, Failure> {
    let yosys = YOSYS.find()?;
    std::fs::write(work.join("design.sv"), verilog)
        .context("design.sv: cannot write; check the disk")
        .or_exit(Exit::Fault)?;
    let script = format!(
        "read_verilog -sv design.sv; synth_xilinx -flatten -top {}; tee -q -o stat.json stat -json",
        build.top()
    );
    let step = screen::step("synthesis (yosys)");
    yosys.call(&["-q", "-p", &script], work)?;
    drop(step);
    Ok(Row {
        cells: Cells::read(&work.join("stat.json"), &target.family.cells)?,
        rates: Vec::new(),
        versions: vec![yosys.version()],
    })
}

fn line(target: &Target, build: &str, clock: f64, row: &Row) -> String {
    let rates = row.rates.iter().map(|rate| format!("{rate:.2}")).collect::<Vec<_>>().join(", ");
    let rates = if rates.is_empty() { "–" } else { &rates };
    let median = row.median().map_or("not placed".to_owned(), |median| format!("{median:.2}"));
    let board = match target.flow {
        Flow::Vivado => "AMD 7 series".to_owned(),
        _ => format!("`{}`", target.name),
    };
    format!(
        "| {board} | `{build}` | {} | {} | {} | {rates} | {median} | {clock:.2} |\n",
        row.cells.luts, row.cells.flops, row.cells.block_rams,
    )
}
