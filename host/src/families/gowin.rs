//! Gowin LittleBee and Arora: `synth_gowin`, nextpnr-himbaechel-gowin, gowin_pack.
//!
//! Interface: [`FAMILY`], the row in the table of families. gowin_pack needs the device, which nextpnr's `family=` names.

use nonogram_sim::tools::{GOWIN_PACK, NEXTPNR_GOWIN, RECENT_YOSYS};

use super::{CellNames, Family, Load, OpenFlow, no_options};

/// The Gowin LittleBee and Arora families.
pub static FAMILY: Family = Family {
    name: "gowin",
    cells: CELLS,
    shared: None,
    open: Some(OPEN),
    reads_back: false,
    load: Load::Memory,
};

/// The prefixes of the names that yosys uses for Gowin's cells.
pub(super) const CELLS: CellNames = CellNames {
    // The cell of an adder occupies a LUT.
    luts: &["LUT1", "LUT2", "LUT3", "LUT4", "ALU"],
    flops: &["DFF"],
    block_rams: &["SP", "SDP", "DP", "pROM"],
};

/// The open flow of LittleBee and Arora.
pub(super) const OPEN: OpenFlow = OpenFlow {
    // Debian's yosys 0.23 maps the option store to distributed RAM, for which these FPGAs are too small.
    yosys: RECENT_YOSYS,
    synthesis: "synth_gowin",
    mapping: no_options,
    place: NEXTPNR_GOWIN,
    constraints: ["--vopt", "cst="],
    rate: None,
    routed: "--write",
    pack: GOWIN_PACK,
    packing,
    extension: "fs",
};

/// The arguments of gowin_pack, with the device that nextpnr's `family=` names.
pub(super) fn packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let family = device
        .iter()
        .find_map(|argument| argument.strip_prefix("family="))
        .unwrap_or_default();
    ["-d", family, "-o", bitstream, routed]
        .map(str::to_owned)
        .to_vec()
}
