//! Gowin Arora V: `synth_gowin -family gw5a`, nextpnr-himbaechel-gowin, gowin_pack.
//!
//! [`FAMILY`]; nextpnr 0.11 places none of its distributed RAM, so that small memories take flip-flops.

use super::{Family, Load, OpenFlow, gowin};

/// The family.
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

/// The configuration ports SSPI and CPU share pins with the clock and the connectors.
fn packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let shared = ["--sspi_as_gpio", "--cpu_as_gpio"].map(str::to_owned);
    let mut arguments = gowin::packing(device, routed, bitstream);
    arguments.splice(0..0, shared);
    arguments
}
