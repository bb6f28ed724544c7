//! Netlists of a design as plain Verilog: synthesised from its source, or recovered from an iCE40 bitstream.
//! Interface: [`synthesised`] for a [`Family`], [`from_bitstream`]; the emulator runs the Verilog of both in place of the design.
//! Source: yosys with its models of the vendors' cells; iceunpack and icebox_vlog (Project IceStorm).

use std::path::Path;

use crate::emulator::EmulatorError;
use crate::files;
use crate::tools::{ICEBOX_VLOG, ICEUNPACK, YOSYS};

/// An FPGA family whose netlists can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Lattice iCE40.
    Ice40,
    /// Lattice ECP5.
    Ecp5,
}

impl Family {
    fn synthesis(self) -> &'static str {
        match self {
            Self::Ice40 => "synth_ice40",
            Self::Ecp5 => "synth_ecp5",
        }
    }

    /// The path of yosys's own models of the family's cells.
    fn cells(self) -> &'static str {
        match self {
            Self::Ice40 => "+/ice40/cells_sim.v",
            Self::Ecp5 => "+/ecp5/cells_sim.v",
        }
    }

    /// Models that replace those of yosys: models of cells that are black boxes in yosys, or whose models in yosys are slow to simulate.
    fn models(self) -> &'static str {
        match self {
            Self::Ice40 => include_str!("netlist/ice40.v"),
            Self::Ecp5 => include_str!("netlist/ecp5.v"),
        }
    }
}

/// Synthesises the design `verilog`, whose top module is `top`, for a family, and returns Verilog in which each cell is replaced by its
/// model, with the same top module.
///
/// # Errors
/// yosys is missing or fails, or a file cannot be read or written.
pub fn synthesised(family: Family, verilog: &str, top: &str) -> Result<String, EmulatorError> {
    let work = files::work()?;
    files::write(work.path().join("design.sv"), verilog)?;
    let script = format!(
        "read_verilog -sv design.sv; {} -top {top}; write_verilog -noattr synthesised.v",
        family.synthesis()
    );
    YOSYS.find()?.call(&["-q", "-p", &script], work.path())?;
    with_models(family, "synthesised.v", top, work.path())
}

/// Replaces the cells of the netlist in `file` by their models.
fn with_models(
    family: Family,
    file: &str,
    top: &str,
    work: &Path,
) -> Result<String, EmulatorError> {
    files::write(work.join("models.v"), family.models())?;
    // The models replace yosys's own; some versions of yosys define a cell twice.
    let script = format!(
        "read_verilog -overwrite -defer {}; read_verilog -overwrite -defer models.v; read_verilog {file}; hierarchy -check -top {top}; proc; flatten; \
         opt_clean -purge; write_verilog -noattr flat.v",
        family.cells()
    );
    YOSYS.find()?.call(&["-q", "-p", &script], work)?;
    Ok(files::read(work.join("flat.v"))?)
}

/// Recovers Verilog from an iCE40 bitstream. `constraints` is the text of the board's PCF file, `package` is the FPGA's package, and
/// `top` is the name that the top module gets; its ports are those of the PCF file.
///
/// # Errors
/// A program is missing or fails, or a file cannot be read or written.
pub fn from_bitstream(
    bitstream: &[u8],
    constraints: &str,
    package: &str,
    top: &str,
) -> Result<String, EmulatorError> {
    let work = files::work()?;
    let work = work.path();
    files::write(work.join("board.bin"), bitstream)?;
    files::write(work.join("pins.pcf"), pins(constraints))?;
    let (unpack, explain) = (ICEUNPACK.find()?, ICEBOX_VLOG.find()?);
    unpack.call(&["board.bin", "board.asc"], work)?;
    let arguments = ["-s", "-c", "-n", top, "-d", package, "-p", "pins.pcf", "board.asc"];
    files::write(work.join("board.v"), explain.call(&arguments, work)?)?;
    with_models(Family::Ice40, "board.v", top, work)
}

/// The ports and pins of a PCF file, without the options of each line, which icebox_vlog does not accept.
fn pins(constraints: &str) -> String {
    constraints
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["set_io", .., port, pin] => Some(format!("set_io {port} {pin}\n")),
                _ => None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ports_and_pins_of_constraints_are_kept() {
        let pcf =
            "# a comment\nset_io -pullup yes rx B10\nset_frequency clk 12\nset_io led[0] B5\n";
        assert_eq!(pins(pcf), "set_io rx B10\nset_io led[0] B5\n");
    }
}
