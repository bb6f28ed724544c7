//! Writes the Verilog of every design, as `DESIGN.sv`: `verilog FOLDER`. The folder `hdl/verilog` holds what it writes.
//! Source: own.

use std::error::Error;
use std::path::PathBuf;

use nonogram_hdl::verilog;
use nonogram_verilog::{BUILDS, Parameters};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: verilog FOLDER")?;
    let folder = PathBuf::from(folder);
    for build in BUILDS {
        let text = verilog(build.name, &Parameters::default())?;
        std::fs::write(folder.join(build.name).with_extension("sv"), text)?;
    }
    Ok(())
}
