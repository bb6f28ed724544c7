//! Gowin LittleBee and Arora: `synth_gowin`, nextpnr-himbaechel-gowin, gowin_pack.
//!
//! [`FAMILY`]; gowin_pack needs the device, which nextpnr's `family=` names.

use nonogram_sim::tools::{GOWIN_PACK, NEXTPNR_GOWIN, RECENT_YOSYS};

use super::{CellNames, Family, Load, OpenFlow, no_options};

/// The Gowin families.
pub static FAMILY: Family = Family {
    name: "gowin",
    cells: CELLS,
    shared: None,
    open: Some(OPEN),
    reads_back: false,
    load: Load::Memory,
};

/// Cells as yosys names them.
pub(super) const CELLS: CellNames = CellNames {
    // The cell of an adder occupies a LUT.
    luts: &["LUT1", "LUT2", "LUT3", "LUT4", "ALU"],
    flops: &["DFF"],
    block_rams: &["SP", "SDP", "DP", "pROM"],
};

/// The open flow of LittleBee and Arora.
pub(super) const OPEN: OpenFlow = OpenFlow {
    // Debian's 0.23 maps the option store to distributed RAM, for which these FPGAs are too small.
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

/// Arguments of gowin_pack.
pub(super) fn packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let family = device
        .iter()
        .find_map(|argument| argument.strip_prefix("family="))
        .unwrap_or_default();
    ["-d", family, "-o", bitstream, routed]
        .map(str::to_owned)
        .to_vec()
}
