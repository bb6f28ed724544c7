//! Lattice iCE40: `synth_ice40`, nextpnr-ice40, icepack.
//!
//! [`FAMILY`]; its bitstreams can be read back into a netlist.

use nonogram_protocol::CoreKind;
use nonogram_sim::tools::{ICEPACK, NEXTPNR_ICE40, YOSYS};

use super::{CellNames, Family, Load, OpenFlow, two_files};

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
        mapping,
        place: NEXTPNR_ICE40,
        constraints: ["--pcf", ""],
        rate: Some("set_frequency"),
        routed: "--asc",
        pack: ICEPACK,
        packing: two_files,
        extension: "bin",
    }),
    reads_back: true,
    load: Load::Flash,
};

/// A clue core takes the newer mapping to LUTs, and enables of one or two flip-flops go through the LUTs in front of them:
/// eight logic cells of a tile share an enable. What `synth_ice40` alone makes of `clue16`, nextpnr-ice40 0.4 does not route
/// in ten minutes.
fn mapping(core: CoreKind) -> &'static str {
    match core {
        CoreKind::Clue => " -abc9 -dffe_min_ce_use 3",
        CoreKind::Classic | CoreKind::Parallel => "",
    }
}
