//! FPGA families: what differs between them, in a file and a line of the table each.
//!
//! [`ALL`] is the table; [`Family::open`] is how the open flow builds for one, where it does.

mod ecp5;
mod gowin;
mod ice40;
mod xilinx7;

use nonogram_protocol::CoreKind;
use nonogram_sim::tools::Tool;

/// The families.
pub static ALL: &[&Family] = &[
    &ecp5::FAMILY,
    &gowin::FAMILY,
    &ice40::FAMILY,
    &xilinx7::FAMILY,
];

/// An FPGA family.
#[derive(Debug)]
pub struct Family {
    /// Its name in `board.toml`.
    pub name: &'static str,
    /// What its cells are called.
    pub cells: CellNames,
    /// A file of `constraints/` that the wrappers of its boards use.
    pub shared: Option<&'static str>,
    /// yosys, nextpnr and packer, where they know it.
    pub open: Option<OpenFlow>,
    /// Whether a bitstream can be read back into a netlist.
    pub reads_back: bool,
    /// Where openFPGALoader puts a bitstream unless it is asked for flash memory.
    pub load: Load,
}

/// Where a bitstream is loaded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// The FPGA's own memory, which is lost at power-off.
    Memory,
    /// The board's flash memory, the only place that openFPGALoader reaches.
    Flash,
}

impl Load {
    /// Whether a load survives power-off, in words that hold for a dry run too.
    pub fn lasts(self, permanent: bool) -> &'static str {
        match (self, permanent) {
            (Self::Memory, false) => "a load is lost at power-off; --permanent writes flash memory",
            (Self::Memory, true) | (Self::Flash, _) => {
                "a load goes to flash memory: it survives power-off, and replaces what is there"
            }
        }
    }
}

/// The first letters of the cells that yosys makes for a family.
#[derive(Debug)]
pub struct CellNames {
    /// Lookup tables.
    pub luts: &'static [&'static str],
    /// Flops.
    pub flops: &'static [&'static str],
    /// Block RAMs.
    pub block_rams: &'static [&'static str],
}

/// How the open flow builds for a family.
#[derive(Clone, Copy, Debug)]
pub struct OpenFlow {
    /// Synthesis.
    pub yosys: Tool,
    /// Its command.
    pub synthesis: &'static str,
    /// Options of the synthesis for a core.
    pub mapping: fn(CoreKind) -> &'static str,
    /// Place and route.
    pub place: Tool,
    /// Its option for the constraint file, and what stands before the file's name.
    pub constraints: [&'static str; 2],
    /// The constraints of a clock's rate begin with this word, where the file has them.
    pub rate: Option<&'static str>,
    /// Its option for what it has routed.
    pub routed: &'static str,
    /// The packer.
    pub pack: Tool,
    /// The packer's arguments, from nextpnr's for the device, the routed file and the bitstream.
    pub packing: fn(&[String], &str, &str) -> Vec<String>,
    /// The extension of its bitstreams.
    pub extension: &'static str,
}

/// The packers of Lattice's families know the device from the routed file.
fn two_files(_device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    vec![routed.to_owned(), bitstream.to_owned()]
}

/// The same for every core.
fn no_options(_core: CoreKind) -> &'static str {
    ""
}

/// A family by its name, in `board.toml` and in JSON.
pub mod by_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{ALL, Family};

    /// The name.
    pub fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(family.name)
    }

    /// The family of that name.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static Family, D::Error> {
        let name = String::deserialize(deserializer)?;
        let names = || ALL.iter().map(|family| family.name).collect::<Vec<_>>();
        ALL.iter()
            .copied()
            .find(|family| family.name == name)
            .ok_or_else(|| {
                D::Error::custom(format!(
                    "no family is named {name:?}: expected one of {}",
                    names().join(", ")
                ))
            })
    }
}
