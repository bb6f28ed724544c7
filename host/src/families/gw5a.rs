//! Gowin Arora V: `synth_gowin -family gw5a`, nextpnr-himbaechel-gowin, gowin_pack.
//!
//! Interface: [`FAMILY`], the row in the table of families. nextpnr 0.11 places none of the FPGA's distributed RAM, so small memories
//! are made of flip-flops.

use super::{Family, Load, OpenFlow, gowin};

/// The Gowin Arora V family.
pub static FAMILY: Family = Family {
    name: "gw5a",
    cells: gowin::CELLS,
    shared: None,
    open: Some(OpenFlow {
        synthesis: "synth_gowin -family gw5a -nolutram",
        packing,
        ..gowin::OPEN
    }),
    reads_back: false,
    load: Load::Memory,
};

/// The arguments of gowin_pack. They turn the configuration ports SSPI and CPU into GPIO, because these share pins with the clock
/// and the connectors.
fn packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let shared = ["--sspi_as_gpio", "--cpu_as_gpio"].map(str::to_owned);
    let mut arguments = gowin::packing(device, routed, bitstream);
    arguments.splice(0..0, shared);
    arguments
}
