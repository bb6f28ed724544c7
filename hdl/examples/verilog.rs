//! Writes the Verilog of the named designs as `DESIGN.sv`, or that of every design and of the dispatcher: `verilog FOLDER [DESIGN...]`. The
//! folder `hdl/verilog` holds what it writes.

use std::error::Error;
use std::path::PathBuf;

use nonogram_hdl::{dispatcher_verilog, verilog};
use nonogram_verilog::{BUILDS, Parameters};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: verilog FOLDER [DESIGN...]")?;
    let folder = PathBuf::from(folder);
    let names: Vec<String> = arguments.collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    for build in BUILDS.iter().filter(|build| is_wanted(build.name)) {
        let text = verilog(build, &Parameters::default());
        std::fs::write(folder.join(build.name).with_extension("sv"), text)?;
    }
    if names.is_empty() {
        std::fs::write(folder.join("farm/dispatcher.sv"), dispatcher_verilog())?;
    }
    Ok(())
}
