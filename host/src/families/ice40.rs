//! Lattice iCE40: `synth_ice40`, nextpnr-ice40, icepack.
//!
//! Interface: [`FAMILY`], the row in the table of families. Bitstreams of iCE40 can be read back into a netlist.

use nonogram_protocol::CoreKind;
use nonogram_sim::tools::{ICEPACK, NEXTPNR_ICE40, YOSYS};

use super::{CellNames, Family, Load, OpenFlow, two_files};

/// The Lattice iCE40 family.
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

/// Options of `synth_ice40` for a core. For a clue core, yosys maps to LUTs with the newer ABC9, and merges each enable that serves
/// only one or two flip-flops into the LUTs in front of them, because the eight logic cells of a tile share an enable. Without these
/// options, nextpnr-ice40 0.4 does not route `clue16` within ten minutes.
fn mapping(core: CoreKind) -> &'static str {
    match core {
        CoreKind::Clue => " -abc9 -dffe_min_ce_use 3",
        CoreKind::Classic | CoreKind::Parallel => "",
    }
}
