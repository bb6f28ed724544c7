//! FPGA families: each has a file of its own and a row in the table.
//!
//! [`ALL`] is the table; [`Family::open`] describes the open flow, if it supports the family.

mod ecp5;
mod gowin;
mod gw5a;
mod ice40;
mod xilinx7;

use nonogram_protocol::CoreKind;
use nonogram_sim::tools::Tool;

/// All families.
pub static ALL: &[&Family] = &[
    &ecp5::FAMILY,
    &gowin::FAMILY,
    &gw5a::FAMILY,
    &ice40::FAMILY,
    &xilinx7::FAMILY,
];

/// An FPGA family.
#[derive(Debug)]
pub struct Family {
    /// The name of the family in `board.toml`.
    pub name: &'static str,
    /// The prefixes of the family's cell names.
    pub cells: CellNames,
    /// A file of `constraints/` that the wrappers of the family's boards share, if there is one.
    pub shared: Option<&'static str>,
    /// The open flow; `None` if Vivado builds the bitstreams of the family.
    pub open: Option<OpenFlow>,
    /// Whether a bitstream can be read back into a netlist.
    pub reads_back: bool,
    /// The memory that openFPGALoader writes unless flash memory is requested.
    pub load: Load,
}

/// The memory that a bitstream is loaded into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// The FPGA's configuration memory, whose content is lost at power-off.
    Memory,
    /// The board's flash memory, the only memory that openFPGALoader writes on boards of the family.
    Flash,
}

impl Load {
    /// Whether a bitstream survives power-off, in words that apply to a load and to a dry run.
    pub fn lasts(self, permanent: bool) -> &'static str {
        match (self, permanent) {
            (Self::Memory, false) => "a load is lost at power-off; --permanent writes flash memory",
            (Self::Memory, true) | (Self::Flash, _) => {
                "a load goes to flash memory: it survives power-off, and replaces what is there"
            }
        }
    }
}

/// The prefixes of the names of the cells that yosys uses for a family.
#[derive(Debug)]
pub struct CellNames {
    /// Lookup tables.
    pub luts: &'static [&'static str],
    /// Flip-flops.
    pub flops: &'static [&'static str],
    /// Block RAMs.
    pub block_rams: &'static [&'static str],
}

/// The open flow for a family.
#[derive(Clone, Copy, Debug)]
pub struct OpenFlow {
    /// The program for synthesis.
    pub yosys: Tool,
    /// The synthesis command of yosys.
    pub synthesis: &'static str,
    /// Options of the synthesis command for a core.
    pub mapping: fn(CoreKind) -> &'static str,
    /// The program for place and route.
    pub place: Tool,
    /// nextpnr's option for the constraint file, and the prefix of the file's name.
    pub constraints: [&'static str; 2],
    /// The first word of clock constraints in the constraint file, if the file has them.
    pub rate: Option<&'static str>,
    /// nextpnr's option for its output file.
    pub routed: &'static str,
    /// The packer.
    pub pack: Tool,
    /// The packer's arguments, from nextpnr's options for the device, the routed file and the bitstream.
    pub packing: fn(&[String], &str, &str) -> Vec<String>,
    /// The extension of bitstream files.
    pub extension: &'static str,
}

/// The arguments of Lattice's packers, which read the device from the routed file.
fn two_files(_device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    vec![routed.to_owned(), bitstream.to_owned()]
}

/// No options for synthesis, for any core.
fn no_options(_core: CoreKind) -> &'static str {
    ""
}

/// Serialises and deserialises a family as its name, for `board.toml` and JSON.
pub mod by_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{ALL, Family};

    /// Writes the name of the family.
    pub fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(family.name)
    }

    /// Finds the family by its name; an unknown name is an error.
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
