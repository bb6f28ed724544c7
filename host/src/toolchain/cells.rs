//! yosys's count of the cells of a synthesised design.
//!
//! [`Cells::read`] reads the JSON of `stat -json`; LUTs, flops and block RAMs are counted by cell type.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::exit::{Exit, Failure, OrExit};

/// Cells by type.
#[derive(Clone, Debug, Default)]
pub struct Cells(BTreeMap<String, u64>);

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    num_cells_by_type: BTreeMap<String, u64>,
}

impl Cells {
    /// Reads the file; synthesis has left one module of the vendor's cells.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{name}: expected yosys's count of cells"))
            .or_exit(Exit::Fault)?;
        Self::parse(&text)
            .with_context(|| format!("{name}: this is no count of yosys's"))
            .or_exit(Exit::Fault)
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let statistics: Statistics = serde_json::from_str(text)?;
        let top = statistics
            .modules
            .into_values()
            .max_by_key(|module| module.num_cells_by_type.values().sum::<u64>());
        Ok(Self(top.context("no module")?.num_cells_by_type))
    }

    /// Lookup tables: of four inputs on Lattice's FPGAs, of up to six on AMD's.
    pub fn luts(&self) -> u64 {
        self.sum(|cell| {
            matches!(
                cell,
                "SB_LUT4" | "LUT1" | "LUT2" | "LUT3" | "LUT4" | "LUT5" | "LUT6"
            )
        })
    }

    /// Flops.
    pub fn flops(&self) -> u64 {
        self.sum(|cell| {
            cell.starts_with("SB_DFF")
                || cell == "TRELLIS_FF"
                || matches!(cell, "FDRE" | "FDSE" | "FDCE" | "FDPE")
        })
    }

    /// Block RAMs.
    pub fn block_rams(&self) -> u64 {
        self.sum(|cell| {
            cell.starts_with("SB_RAM40_4K")
                || cell.starts_with("RAMB")
                || matches!(cell, "DP16KD" | "PDPW16KD")
        })
    }

    fn sum(&self, wanted: impl Fn(&str) -> bool) -> u64 {
        let cells = self.0.iter().filter(|(cell, _)| wanted(cell));
        cells.map(|(_, count)| count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_by_type() {
        let cells = Cells::parse(
            r#"{"modules": {"\\top": {"num_cells": 9, "num_cells_by_type":
                {"SB_LUT4": 5, "SB_DFFSR": 2, "SB_DFF": 1, "SB_RAM40_4K": 1, "SB_CARRY": 3}}}}"#,
        )
        .expect("statistics");
        assert_eq!((cells.luts(), cells.flops(), cells.block_rams()), (5, 3, 1));
    }
}
