//! FPGA families, from `constraints/families.toml`, which describes their keys.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use nonogram_sim::tools::{
    ECPPACK, GOWIN_PACK, ICEPACK, NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, RECENT_YOSYS, Tool,
    YOSYS,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// All families, by name.
static ALL: LazyLock<BTreeMap<String, Family>> = LazyLock::new(|| {
    let all = toml::from_str(include_str!("../constraints/families.toml"));
    all.expect("a test reads the families")
});

/// The family of this name.
pub fn find(name: &str) -> Option<&'static Family> {
    ALL.get(name)
}

/// An FPGA family.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The prefixes of the family's cell names.
    pub cells: CellNames,
    /// A file of `constraints/` that the wrappers of the family's boards share, if there is one.
    pub shared: Option<String>,
    /// The open flow; `None` if Vivado builds the bitstreams of the family.
    pub open: Option<OpenFlow>,
    /// Whether a bitstream can be read back into a netlist.
    #[serde(default)]
    pub reads_back: bool,
    /// The memory that openFPGALoader writes unless flash memory is requested.
    pub load: Load,
}

/// The memory that a bitstream is loaded into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellNames {
    /// Lookup tables.
    pub luts: Vec<String>,
    /// Flip-flops.
    pub flops: Vec<String>,
    /// Block RAMs.
    pub block_rams: Vec<String>,
}

/// The open flow for a family.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenFlow {
    /// The program for synthesis.
    #[serde(deserialize_with = "tool")]
    pub yosys: Tool,
    /// The synthesis command of yosys.
    pub synthesis: String,
    /// Further options of the synthesis command for a clue core.
    #[serde(default)]
    pub clue: String,
    /// The program for place and route.
    #[serde(deserialize_with = "tool")]
    pub place: Tool,
    /// Options of place and route for large designs.
    #[serde(default)]
    pub large: Vec<String>,
    /// nextpnr's options for the constraint file.
    pub constraints: Vec<String>,
    /// nextpnr's option for its output file.
    pub routed: String,
    /// The packer.
    #[serde(deserialize_with = "tool")]
    pub pack: Tool,
    /// The packer's arguments.
    pub packing: Vec<String>,
    /// The extension of bitstream files.
    pub extension: String,
}

/// Reads the name of a program.
fn tool<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tool, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = [YOSYS, RECENT_YOSYS, NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40];
    let mut known = known.into_iter().chain([ECPPACK, GOWIN_PACK, ICEPACK]);
    let found = known.find(|tool| tool.name == name);
    found.ok_or_else(|| D::Error::custom(format!("no program of the flow is named {name:?}")))
}

/// Serialises and deserialises a family as its name, for `board.toml` and JSON.
pub mod by_name {
    use super::{ALL, Deserialize, Deserializer, Error, Family, Serializer, find};

    /// Writes the name of the family.
    pub fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        let found = ALL.iter().find(|(_, known)| std::ptr::eq(*known, family));
        serializer.serialize_str(found.map_or("", |(name, _)| name))
    }

    /// Finds the family by its name; an unknown name is an error.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static Family, D::Error> {
        let name = String::deserialize(deserializer)?;
        find(&name).ok_or_else(|| D::Error::custom(format!("no family is named {name:?}")))
    }
}
