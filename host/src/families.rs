//! FPGA families: each has a constant and a place in the table.
//!
//! [`ALL`] is the table; [`Family::open`] describes the open flow, if it supports the family.

use nonogram_protocol::CoreKind;
use nonogram_sim::tools::{
    ECPPACK, GOWIN_PACK, ICEPACK, NEXTPNR_ECP5, NEXTPNR_GOWIN, NEXTPNR_ICE40, RECENT_YOSYS, Tool,
    YOSYS,
};
use nonogram_verilog::Build;

/// All families.
pub static ALL: &[&Family] = &[&ECP5, &GOWIN, &GW5A, &ICE40, &XILINX7];

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
    /// Options of place and route for a design.
    pub routing: fn(&Build) -> &'static [&'static str],
    /// nextpnr's option for the constraint file, and the prefix of the file's name.
    pub constraints: [&'static str; 2],
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

/// Lattice ECP5: `synth_ecp5`, nextpnr-ecp5, ecppack.
static ECP5: Family = Family {
    name: "ecp5",
    cells: CellNames {
        luts: &["LUT4"],
        flops: &["TRELLIS_FF"],
        block_rams: &["DP16KD", "PDPW16KD"],
    },
    shared: None,
    open: Some(OpenFlow {
        yosys: YOSYS,
        synthesis: "synth_ecp5",
        mapping: no_options,
        place: NEXTPNR_ECP5,
        routing: ecp5_routing,
        constraints: ["--lpf", ""],
        routed: "--textcfg",
        pack: ECPPACK,
        packing: two_files,
        extension: "bit",
    }),
    reads_back: false,
    load: Load::Memory,
};

/// The router of a design: nextpnr's first one reaches a higher clock frequency, but takes hours for a design of 64 x 64 cells.
fn ecp5_routing(build: &Build) -> &'static [&'static str] {
    if build.side() > 32 { &["--router", "router2"] } else { &[] }
}

/// No options of place and route.
fn no_arguments(_: &Build) -> &'static [&'static str] {
    &[]
}

/// Gowin LittleBee and Arora: `synth_gowin`, nextpnr-himbaechel-gowin, gowin_pack.
static GOWIN: Family = Family {
    name: "gowin",
    cells: GOWIN_CELLS,
    shared: None,
    open: Some(GOWIN_OPEN),
    reads_back: false,
    load: Load::Memory,
};

/// The prefixes of the names that yosys uses for Gowin's cells.
const GOWIN_CELLS: CellNames = CellNames {
    // The cell of an adder occupies a LUT.
    luts: &["LUT1", "LUT2", "LUT3", "LUT4", "ALU"],
    flops: &["DFF"],
    block_rams: &["SP", "SDP", "DP", "pROM"],
};

/// The open flow of LittleBee and Arora.
const GOWIN_OPEN: OpenFlow = OpenFlow {
    // Debian's yosys 0.23 maps the option store to distributed RAM, for which these FPGAs are too small.
    yosys: RECENT_YOSYS,
    synthesis: "synth_gowin",
    mapping: no_options,
    place: NEXTPNR_GOWIN,
    routing: no_arguments,
    constraints: ["--vopt", "cst="],
    routed: "--write",
    pack: GOWIN_PACK,
    packing: gowin_packing,
    extension: "fs",
};

/// The arguments of gowin_pack, with the device that nextpnr's `family=` names.
fn gowin_packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let family =
        device.iter().find_map(|argument| argument.strip_prefix("family=")).unwrap_or_default();
    ["-d", family, "-o", bitstream, routed].map(str::to_owned).to_vec()
}

/// Gowin Arora V: `synth_gowin -family gw5a`, nextpnr-himbaechel-gowin, gowin_pack. nextpnr 0.11 places none of the FPGA's distributed
/// RAM, so small memories are made of flip-flops.
static GW5A: Family = Family {
    name: "gw5a",
    cells: GOWIN_CELLS,
    shared: None,
    open: Some(OpenFlow {
        synthesis: "synth_gowin -family gw5a -nolutram",
        packing: gw5a_packing,
        ..GOWIN_OPEN
    }),
    reads_back: false,
    load: Load::Memory,
};

/// The arguments of gowin_pack. They turn the configuration ports SSPI and CPU into GPIO, because these share pins with the clock
/// and the connectors.
fn gw5a_packing(device: &[String], routed: &str, bitstream: &str) -> Vec<String> {
    let shared = ["--sspi_as_gpio", "--cpu_as_gpio"].map(str::to_owned);
    let mut arguments = gowin_packing(device, routed, bitstream);
    arguments.splice(0..0, shared);
    arguments
}

/// Lattice iCE40: `synth_ice40`, nextpnr-ice40, icepack. Bitstreams of iCE40 can be read back into a netlist.
static ICE40: Family = Family {
    name: "ice40",
    cells: CellNames { luts: &["SB_LUT4"], flops: &["SB_DFF"], block_rams: &["SB_RAM40_4K"] },
    shared: None,
    open: Some(OpenFlow {
        yosys: YOSYS,
        synthesis: "synth_ice40",
        mapping: ice40_mapping,
        place: NEXTPNR_ICE40,
        routing: no_arguments,
        constraints: ["--pcf", ""],
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
fn ice40_mapping(core: CoreKind) -> &'static str {
    match core {
        CoreKind::Clue => " -abc9 -dffe_min_ce_use 3",
        CoreKind::Classic | CoreKind::Parallel => "",
    }
}

/// AMD 7 series: yosys synthesises designs for reports, and Vivado builds bitstreams.
static XILINX7: Family = Family {
    name: "xilinx7",
    cells: CellNames {
        luts: &["LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"],
        flops: &["FDRE", "FDSE", "FDCE", "FDPE"],
        block_rams: &["RAMB"],
    },
    shared: Some("core_clock.v"),
    open: None,
    reads_back: false,
    load: Load::Memory,
};

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
        ALL.iter().copied().find(|family| family.name == name).ok_or_else(|| {
            D::Error::custom(format!(
                "no family is named {name:?}: expected one of {}",
                names().join(", ")
            ))
        })
    }
}
