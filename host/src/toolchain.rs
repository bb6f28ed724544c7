//! The open flow: turns a board's Verilog into a bitstream with yosys, nextpnr and the packer of the family.
//!
//! A [`Design`] is synthesised in a folder, then placed, then packed; nonogram-sim finds the programs.
//! JSON reports are read, never logs: nextpnr's, with clocks, critical paths and utilisation, and yosys's count of cells.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::families::{CellNames, OpenFlow};
use crate::interrupt::{self, Tidy};
use crate::stop::{self, Guard};
use crate::targets::{CORE_MHZ, Target};
use crate::{output, screen};
use nonogram_protocol::CoreKind;
use nonogram_sim::tools::Found;
use nonogram_verilog::{Build, Parameters};

/// The extension of the board's bitstream file.
///
/// # Errors
/// The open flow does not support the board.
pub fn extension(target: &Target) -> Result<&'static str, Failure> {
    target.family.open.as_ref().map(|flow| &*flow.extension).ok_or_else(|| not_ours(target))
}

/// The failure for a board whose bitstreams Vivado builds.
fn not_ours(target: &Target) -> Failure {
    let name = &target.name;
    failure!(
        Exit::Usage,
        "{name} belongs to the Vivado flow; expected a board of the open flow: use `nonogram vivado --board {name} \
             --output DIR`"
    )
}

/// A folder for the files of the programs. It is removed with all its content when this value is dropped, or by Ctrl-C.
pub struct Workplace {
    folder: (TempDir, Tidy),
    _guard: Guard,
}

impl Workplace {
    /// A new folder in `parent`, whose name starts with `prefix`. `parent` must not be /tmp, because the programs of the PyPI
    /// wheels have a /tmp of their own.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new(parent: &Path, prefix: &str) -> Result<Self, Failure> {
        let guard = stop::guard();
        let create = || tempfile::Builder::new().prefix(prefix).tempdir_in(parent);
        let folder = interrupt::temporary(create)
            .map_err(output::without_path)
            .with_context(|| output::no_folder(parent))
            .or_exit(Exit::Fault)?;
        Ok(Self { folder, _guard: guard })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.0.path()
    }
}

/// A synthesised design in a folder.
pub struct Synthesised<'a> {
    design: &'a Design<'a>,
    nextpnr: Found,
    packer: Found,
    work: &'a Path,
    /// The names and versions of yosys and nextpnr.
    pub versions: Vec<String>,
}

/// A placed and routed design.
pub struct Placed {
    /// The file of nextpnr's report.
    pub file: PathBuf,
    /// The content of nextpnr's report.
    pub report: RouteReport,
}

impl Synthesised<'_> {
    /// The cells of the design, by type.
    ///
    /// # Errors
    /// The statistics of yosys cannot be read.
    pub fn cells(&self) -> Result<Cells, Failure> {
        Cells::read(&self.work.join("stat.json"), &self.design.target.family.cells)
    }

    /// Places and routes the design; the report states whether its clock was reached.
    ///
    /// # Errors
    /// nextpnr fails, for example because the design does not fit, or a file cannot be read or written.
    pub fn place(&self, seed: u32) -> Result<Placed, Failure> {
        let arguments = self.design.placing(seed);
        let name = self.design.flow.place.name;
        let board = &self.design.target.name;
        let _step =
            screen::step(&format!("{board}: 2 of 3, place and route, seed {seed} ({name})"));
        self.nextpnr.call(&arguments, self.work)?;
        let file = self.work.join("report.json");
        Ok(Placed { report: read_json(&file, "report of nextpnr")?, file })
    }

    /// Makes the bitstream of the last placed design, and returns its path.
    ///
    /// # Errors
    /// The packer fails.
    pub fn pack(&self) -> Result<PathBuf, Failure> {
        let name = self.design.flow.pack.name;
        let board = &self.design.target.name;
        let _step = screen::step(&format!("{board}: 3 of 3, bitstream ({name})"));
        self.packer.call(&self.design.packing(), self.work)?;
        Ok(self.work.join(self.design.bitstream()))
    }
}

/// Reads a JSON file that a program has written; `what` names its content.
fn read_json<T: DeserializeOwned>(path: &Path, what: &str) -> Result<T, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .with_context(|| format!("{name}: cannot read the {what}; check the disk"))
        .or_exit(Exit::Fault)?;
    serde_json::from_str(&text)
        .with_context(|| format!("{name}: not a {what}; try another version of the program"))
        .or_exit(Exit::Fault)
}

fn write(work: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = work.join(name);
    fs::write(&path, text)
        .with_context(|| format!("{}: cannot write; check the disk", path.display()))
        .or_exit(Exit::Fault)
}

/// The file of the routed design, which nextpnr writes in the folder of the design.
const ROUTED: &str = "routed.txt";

/// The largest side of designs that are not placed with the options for large designs, in cells.
const LARGE: usize = 32;

fn owned<const COUNT: usize>(words: [&str; COUNT]) -> [String; COUNT] {
    words.map(str::to_owned)
}

/// A design for a board. The programs run in a folder with the design, the wrapper and the constraints.
pub struct Design<'a> {
    target: &'a Target,
    build: &'static Build,
    parameters: Parameters,
    flow: &'static OpenFlow,
    /// nextpnr's options for the device.
    options: &'a [String],
}

impl<'a> Design<'a> {
    /// A design for a board.
    ///
    /// # Errors
    /// The open flow does not support the board.
    pub fn new(
        target: &'a Target,
        build: &'static Build,
        parameters: Parameters,
    ) -> Result<Self, Failure> {
        let (Some(flow), Some(place)) = (&target.family.open, &target.place) else {
            return Err(not_ours(target));
        };
        Ok(Self { target, build, parameters, flow, options: &place.arguments })
    }

    /// Synthesises the design with the board's wrapper. The programs run in the folder `work`, and leave their files there.
    ///
    /// # Errors
    /// A program is missing (exit code 6) or fails, or a file cannot be written.
    pub fn synthesise(&'a self, work: &'a Path) -> Result<Synthesised<'a>, Failure> {
        let Self { target, build, parameters, flow, .. } = self;
        // All programs are found first, so that a missing packer is reported before synthesis.
        let (yosys, nextpnr, packer) = (flow.yosys.find()?, flow.place.find()?, flow.pack.find()?);
        write(work, "design.sv", &build.verilog(parameters))?;
        write(work, &target.wrapper_name(), &target.wrapper(build)?)?;
        write(work, &target.constraints, target.constraint_text()?)?;
        let step = screen::step(&format!("{}: 1 of 3, synthesis (yosys)", target.name));
        yosys.call(&self.synthesis(), work)?;
        drop(step);
        let versions = vec![yosys.version(), nextpnr.version()];
        Ok(Synthesised { design: self, nextpnr, packer, work, versions })
    }

    /// The arguments of yosys.
    fn synthesis(&self) -> Vec<String> {
        let (name, wrapper) = (&self.target.name, self.target.wrapper_name());
        let clock = self.target.core_mhz(&self.parameters);
        let clock = clock.map(|clock| format!("chparam -set {CORE_MHZ} {clock} {name}; "));
        let script = format!(
            "read_verilog -sv design.sv; read_verilog {wrapper}; {}{}{} -top {name} -json design.json; tee -q -o stat.json stat -json",
            clock.unwrap_or_default(),
            self.flow.synthesis,
            if self.build.core() == CoreKind::Clue { &self.flow.clue } else { "" },
        );
        owned(["-q", "-p", &script]).into()
    }

    /// The arguments of nextpnr.
    fn placing(&self, seed: u32) -> Vec<String> {
        let megahertz = format!("{}", f64::from(self.parameters.clock_hz) / 1e6);
        let seed = seed.to_string();
        let mut arguments = self.options.to_vec();
        if self.build.side() > LARGE {
            arguments.extend(self.flow.large.iter().cloned());
        }
        arguments.extend(owned(["-q", "--json", "design.json", "--freq", &megahertz]));
        arguments.extend(self.filled(&self.flow.constraints));
        arguments.extend(owned([&*self.flow.routed, ROUTED, "--seed", &seed]));
        // With --timing-allow-fail, nextpnr reports by how much the timing is missed; without it, nextpnr only fails.
        arguments.extend(owned(["--report", "report.json", "--timing-allow-fail"]));
        arguments
    }

    /// The arguments of the packer.
    fn packing(&self) -> Vec<String> {
        self.filled(&self.flow.packing)
    }

    /// Arguments with names in place of the placeholders of `families.toml`.
    fn filled(&self, arguments: &[String]) -> Vec<String> {
        let family = self.options.iter().find_map(|option| option.strip_prefix("family="));
        let names = [
            ("{constraints}", &*self.target.constraints),
            ("{routed}", ROUTED),
            ("{bitstream}", &self.bitstream()),
            ("{family}", family.unwrap_or_default()),
        ];
        let fill = |argument: &String| {
            let start = argument.clone();
            names.into_iter().fold(start, |text, (place, name)| text.replace(place, name))
        };
        arguments.iter().map(fill).collect()
    }

    /// The name of the bitstream in the folder of the design.
    fn bitstream(&self) -> String {
        format!("bitstream.{}", self.flow.extension)
    }

    /// The commands for a design in the syntax of a shell.
    ///
    /// # Errors
    /// An argument contains a NUL character.
    pub fn commands(&self, seed: u32) -> Result<String, Failure> {
        let commands = [
            (self.flow.yosys, self.synthesis()),
            (self.flow.place, self.placing(seed)),
            (self.flow.pack, self.packing()),
        ];
        let lines = commands.iter().map(|(tool, arguments)| {
            let words = arguments.iter().map(String::as_str);
            shlex::try_join([tool.name].into_iter().chain(words)).map(|line| line + "\n")
        });
        lines.collect::<Result<_, _>>().or_exit(Exit::Fault)
    }
}

/// The parts of nextpnr's report that are used.
#[derive(Debug, Deserialize)]
pub struct RouteReport {
    /// The clocks, by net. A design without paths between flip-flops has none.
    #[serde(default)]
    pub fmax: BTreeMap<String, Clock>,
    /// The utilisation, by cell type.
    #[serde(default)]
    pub utilization: BTreeMap<String, Use>,
    #[serde(default)]
    critical_paths: Vec<CriticalPath>,
}

/// The achieved and the target frequency of a clock.
#[derive(Debug, Deserialize)]
pub struct Clock {
    /// The post-route Fmax, in MHz.
    pub achieved: f64,
    /// The target frequency, in MHz.
    pub constraint: f64,
}

/// The utilisation of cells of one type.
#[derive(Debug, Deserialize)]
pub struct Use {
    /// Number of cells in the FPGA.
    pub available: u64,
    /// Number of cells in the design.
    pub used: u64,
}

#[derive(Debug, Deserialize)]
struct CriticalPath {
    from: String,
    to: String,
    path: Vec<Segment>,
}

#[derive(Debug, Deserialize)]
struct Segment {
    delay: f64,
    from: End,
    to: End,
}

#[derive(Debug, Deserialize)]
struct End {
    cell: String,
    port: String,
}

impl RouteReport {
    /// The Fmax of the slowest clock, in MHz; `None` if the report has no clock.
    pub fn slowest(&self) -> Option<f64> {
        self.fmax.values().map(|clock| clock.achieved).min_by(f64::total_cmp)
    }

    /// Checks that every clock reaches its target frequency, or `core_hz` if that is lower.
    ///
    /// # Errors
    /// A clock is too slow; the message has the slack and, if the report has the critical path, its ends.
    pub fn demand(&self, core_hz: u64) -> Result<(), Failure> {
        let core = core_hz as f64 / 1e6;
        for (net, clock) in &self.fmax {
            // No clock needs to exceed the core's frequency, because no flip-flop runs at the wrapper's other clocks.
            let wanted = clock.constraint.min(core);
            if clock.achieved < wanted {
                let slack = 1e3 / wanted - 1e3 / clock.achieved;
                let ends = self.ends(net).unwrap_or_default();
                return Err(failure!(
                    Exit::Fault,
                    "timing not met: clock {net} reaches {:.2} MHz, {wanted:.2} MHz are needed, slack {slack:.2} ns{ends}; \
                         try another --seed",
                    clock.achieved
                ));
            }
        }
        Ok(())
    }

    /// The two ends of a clock's critical path, as part of a sentence; `None` if the report has no such path.
    fn ends(&self, net: &str) -> Option<String> {
        let within = |end: &str| end.split_once(' ').is_some_and(|(_, clock)| clock == net);
        let path =
            self.critical_paths.iter().find(|path| within(&path.from) && within(&path.to))?;
        let (first, last) = (path.path.first()?, path.path.last()?);
        let delay: f64 = path.path.iter().map(|segment| segment.delay).sum();
        Some(format!(
            ", path from {}.{} to {}.{} ({delay:.2} ns)",
            first.from.cell, first.from.port, last.to.cell, last.to.port
        ))
    }
}

/// The cells of a design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Lookup tables: with up to four inputs on Lattice's and Gowin's FPGAs, with up to six on AMD's; on Gowin's, adder cells count, too.
    pub luts: u64,
    /// Flip-flops.
    pub flops: u64,
    /// Block RAMs.
    pub block_rams: u64,
}

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    num_cells_by_type: BTreeMap<String, u64>,
}

impl Cells {
    /// Reads yosys's statistics from a file; the module with the most cells is the synthesised design.
    ///
    /// # Errors
    /// The file cannot be read, or does not contain statistics of yosys.
    pub fn read(path: &Path, names: &CellNames) -> Result<Self, Failure> {
        let statistics: Statistics = read_json(path, "cell count of yosys")?;
        Self::count(statistics, names).or_exit(Exit::Fault)
    }

    fn count(statistics: Statistics, names: &CellNames) -> anyhow::Result<Self> {
        let top = statistics
            .modules
            .into_values()
            .max_by_key(|module| module.num_cells_by_type.values().sum::<u64>());
        let cells = top.context("no module")?.num_cells_by_type;
        let sum = |wanted: &[String]| {
            let cells = cells
                .iter()
                .filter(|(cell, _)| wanted.iter().any(|name| cell.starts_with(&**name)));
            cells.map(|(_, count)| count).sum()
        };
        Ok(Self {
            luts: sum(&names.luts),
            flops: sum(&names.flops),
            block_rams: sum(&names.block_rams),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families;

    #[test]
    fn a_clock_that_is_too_slow_is_reported_with_its_path() {
        let report: RouteReport = serde_json::from_str(
            r#"{"fmax": {"clk": {"achieved": 40.0, "constraint": 50.0}}, "utilization": {},
                "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": [
                    {"delay": 10.0, "from": {"cell": "a", "port": "Q"}, "to": {"cell": "b", "port": "I0"}},
                    {"delay": 15.0, "from": {"cell": "b", "port": "O"}, "to": {"cell": "c", "port": "D"}}]}]}"#,
        )
        .expect("a report");
        let Err(Failure::Error(exit, error)) = report.demand(50_000_000) else {
            panic!("40 MHz do not meet the target of 50 MHz");
        };
        assert_eq!(exit, Exit::Fault);
        insta::assert_snapshot!(error, @"timing not met: clock clk reaches 40.00 MHz, 50.00 MHz are needed, slack -5.00 ns, path from a.Q to c.D (25.00 ns); try another --seed");
        report.demand(40_000_000).expect("40 MHz are met");
    }

    fn count(family: &str, cells: &str) -> (u64, u64, u64) {
        let family = families::find(family).expect("a family");
        let text = format!(
            r#"{{"modules": {{"\\top": {{"num_cells": 9, "num_cells_by_type": {cells}}}}}}}"#
        );
        let statistics = serde_json::from_str(&text).expect("statistics");
        let cells = Cells::count(statistics, &family.cells).expect("a module");
        (cells.luts, cells.flops, cells.block_rams)
    }

    #[test]
    fn cells_are_counted_by_type() {
        let ice40 =
            r#"{"SB_LUT4": 5, "SB_DFFSR": 2, "SB_DFF": 1, "SB_RAM40_4K": 1, "SB_CARRY": 3}"#;
        assert_eq!(count("ice40", ice40), (5, 3, 1));
        let gowin = r#"{"LUT1": 1, "LUT4": 5, "ALU": 2, "MUX2_LUT5": 9, "DFFRE": 3, "DPX9B": 1, "SDPB": 2, "RAM16SDP4": 7}"#;
        assert_eq!(count("gowin", gowin), (8, 3, 3));
        let amd = r#"{"LUT2": 1, "LUT6": 5, "FDRE": 2, "FDSE": 1, "RAMB18E1": 4, "CARRY4": 9}"#;
        assert_eq!(count("xilinx7", amd), (6, 3, 4));
        let ecp5 =
            r#"{"LUT4": 5, "TRELLIS_FF": 2, "DP16KD": 1, "PDPW16KD": 1, "CCU2C": 9, "L6MUX21": 3}"#;
        assert_eq!(count("ecp5", ecp5), (5, 2, 2));
    }
}
