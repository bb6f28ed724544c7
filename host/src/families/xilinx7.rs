//! AMD 7 series: yosys synthesises designs for reports, and Vivado builds bitstreams.
//!
//! Interface: [`FAMILY`], the row in the table of families.

use super::{CellNames, Family, Load};

/// The AMD 7 series.
pub static FAMILY: Family = Family {
    name: "xilinx7",
    cells: CellNames {
        luts: &["LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"],
        flops: &["FDRE", "FDSE", "FDCE", "FDPE"],
        block_rams: &["RAMB"],
    },
    shared: Some("core_clock.v"),
    open: None,
    reads_back: false,
    load: Load::Memory,
};
