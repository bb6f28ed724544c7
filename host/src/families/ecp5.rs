//! Lattice ECP5: `synth_ecp5`, nextpnr-ecp5, ecppack.
//!
//! Interface: [`FAMILY`], the row in the table of families.

use nonogram_sim::tools::{ECPPACK, NEXTPNR_ECP5, YOSYS};

use super::{CellNames, Family, Load, OpenFlow, no_options, two_files};

/// The Lattice ECP5 family.
pub static FAMILY: Family = Family {
    name: "ecp5",
    cells: CellNames {
        luts: &["LUT4"],
        flops: &["TRELLIS_FF"],
        block_rams: &["DP16KD", "PDPW16KD"],
    },
    shared: None,
    open: Some(OpenFlow {
        yosys: YOSYS,
        synthesis: "synth_ecp5",
        mapping: no_options,
        place: NEXTPNR_ECP5,
        constraints: ["--lpf", ""],
        rate: Some("FREQUENCY"),
        routed: "--textcfg",
        pack: ECPPACK,
        packing: two_files,
        extension: "bit",
    }),
    reads_back: false,
    load: Load::Memory,
};
