//! Netlists of a design as plain Verilog: after synthesis, and back from an iCE40 bitstream.
//! Interface: [`synthesised`] for a [`Family`], [`from_bitstream`]; both are simulated like the design itself.
//! Source: yosys with the vendors' cell models that it brings; iceunpack and icebox_vlog (Project IceStorm).

use std::fs;
use std::path::Path;

use crate::emulator::{EmulatorError, cache};
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

    /// The models of its cells, in yosys's own folder.
    fn cells(self) -> &'static str {
        match self {
            Self::Ice40 => "+/ice40/cells_sim.v",
            Self::Ecp5 => "+/ecp5/cells_sim.v",
        }
    }

    /// Models in their stead: of cells that yosys only knows from outside, or knows in a form that is slow to simulate.
    fn models(self) -> &'static str {
        match self {
            Self::Ice40 => include_str!("netlist/ice40.v"),
            Self::Ecp5 => include_str!("netlist/ecp5.v"),
        }
    }
}

/// The design `verilog`, synthesised for a family and written in Verilog again, each cell as its model. Its top
/// module is still `top`.
///
/// # Errors
/// yosys is missing or fails, or the disk does.
pub fn synthesised(family: Family, verilog: &str) -> Result<String, EmulatorError> {
    let work = cache::work()?;
    fs::write(work.path().join("design.v"), verilog)?;
    let script = format!(
        "read_verilog design.v; {} -top top; write_verilog -noattr synthesised.v",
        family.synthesis()
    );
    YOSYS.find()?.call(&["-q", "-p", &script], work.path())?;
    with_models(family, "synthesised.v", "top", work.path())
}

/// The netlist in `file`, its cells replaced by their models.
fn with_models(
    family: Family,
    file: &str,
    top: &str,
    work: &Path,
) -> Result<String, EmulatorError> {
    fs::write(work.join("models.v"), family.models())?;
    // The models replace what yosys brings; some of its versions bring a cell twice.
    let script = format!(
        "read_verilog -overwrite -defer {}; read_verilog -overwrite -defer models.v; read_verilog {file}; hierarchy -check -top {top}; proc; flatten; \
         opt_clean -purge; write_verilog -noattr flat.v",
        family.cells()
    );
    YOSYS.find()?.call(&["-q", "-p", &script], work)?;
    Ok(fs::read_to_string(work.join("flat.v"))?)
}

/// A bitstream of an iCE40 as Verilog. `constraints` is the PCF that it was made with, `package` the FPGA's; the
/// top module is called `top` and has the PCF's ports.
///
/// # Errors
/// A program is missing or fails, or the disk does.
pub fn from_bitstream(
    bitstream: &[u8],
    constraints: &str,
    package: &str,
    top: &str,
) -> Result<String, EmulatorError> {
    let work = cache::work()?;
    let work = work.path();
    fs::write(work.join("board.bin"), bitstream)?;
    fs::write(work.join("pins.pcf"), pins(constraints))?;
    let (unpack, explain) = (ICEUNPACK.find()?, ICEBOX_VLOG.find()?);
    unpack.call(&["board.bin", "board.asc"], work)?;
    let arguments = [
        "-s",
        "-c",
        "-n",
        top,
        "-d",
        package,
        "-p",
        "pins.pcf",
        "board.asc",
    ];
    fs::write(work.join("board.v"), explain.call(&arguments, work)?)?;
    with_models(Family::Ice40, "board.v", top, work)
}

/// The pins alone: icebox_vlog stumbles over options.
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
    fn only_ports_and_pins_are_left_of_constraints() {
        let pcf =
            "# a comment\nset_io -pullup yes rx B10\nset_frequency clk 12\nset_io led[0] B5\n";
        assert_eq!(pins(pcf), "set_io rx B10\nset_io led[0] B5\n");
    }
}
