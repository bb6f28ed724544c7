//! Lattice iCE40: `synth_ice40`, nextpnr-ice40, icepack.
//!
//! [`FAMILY`]; its bitstreams can be read back into a netlist.

use nonogram_sim::tools::{ICEPACK, NEXTPNR_ICE40, YOSYS};

use super::{CellNames, Family, OpenFlow, two_files};

/// The family.
pub static FAMILY: Family = Family {
    name: "ice40",
    cells: CellNames {
        luts: &["SB_LUT4"],
        flops: &["SB_DFF"],
        block_rams: &["SB_RAM40_4K"],
    },
    shared: None,
    open: Some(OpenFlow {
        yosys: YOSYS,
        synthesis: "synth_ice40",
        place: NEXTPNR_ICE40,
        constraints: ["--pcf", ""],
        rate: Some("set_frequency"),
        routed: "--asc",
        pack: ICEPACK,
        packing: two_files,
        extension: "bin",
    }),
    reads_back: true,
};
