//! yosys's count of the cells of a synthesised design.
//!
//! [`Cells::read`] reads the JSON of `stat -json`; LUTs, flip-flops and block RAMs are counted by cell type.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::exit::{Exit, Failure, OrExit};
use crate::families::CellNames;

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
