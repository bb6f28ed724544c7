//! The reports of the open flow's programs: nextpnr's, with clocks, critical paths and utilisation, and yosys's count of cells.
//!
//! [`RouteReport::read`] reads nextpnr's JSON, and [`RouteReport::demand`] checks that the timing is met; [`Cells::read`] reads the JSON of
//! `stat -json`, in which LUTs, flip-flops and block RAMs are counted by cell type.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::families::CellNames;

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
    /// Reads the report from a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a report of nextpnr.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .with_context(|| format!("{name}: cannot read nextpnr's report; check the disk"))
            .or_exit(Exit::Fault)?;
        serde_json::from_str(&text)
            .with_context(|| {
                format!("{name}: not a report of nextpnr; try another version of nextpnr")
            })
            .or_exit(Exit::Fault)
    }

    /// The Fmax of the slowest clock, in MHz; `None` if the report has no clock.
    pub fn slowest(&self) -> Option<f64> {
        self.fmax
            .values()
            .map(|clock| clock.achieved)
            .min_by(f64::total_cmp)
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
        let path = self
            .critical_paths
            .iter()
            .find(|path| within(&path.from) && within(&path.to))?;
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
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{name}: cannot read yosys's count of cells; check the disk"))
            .or_exit(Exit::Fault)?;
        Self::parse(&text, names)
            .with_context(|| {
                format!("{name}: not a cell count of yosys; try another version of yosys")
            })
            .or_exit(Exit::Fault)
    }

    fn parse(text: &str, names: &CellNames) -> anyhow::Result<Self> {
        let statistics: Statistics = serde_json::from_str(text)?;
        let top = statistics
            .modules
            .into_values()
            .max_by_key(|module| module.num_cells_by_type.values().sum::<u64>());
        let cells = top.context("no module")?.num_cells_by_type;
        let sum = |wanted: &[&str]| {
            let cells = cells
                .iter()
                .filter(|(cell, _)| wanted.iter().any(|name| cell.starts_with(name)));
            cells.map(|(_, count)| count).sum()
        };
        Ok(Self {
            luts: sum(names.luts),
            flops: sum(names.flops),
            block_rams: sum(names.block_rams),
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
        let mut all = families::ALL.iter();
        let family = all.find(|known| known.name == family).expect("a family");
        let text = format!(
            r#"{{"modules": {{"\\top": {{"num_cells": 9, "num_cells_by_type": {cells}}}}}}}"#
        );
        let cells = Cells::parse(&text, &family.cells).expect("statistics");
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
