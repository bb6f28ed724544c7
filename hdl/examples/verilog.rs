//! Writes the files in the folder `verilog` of this crate: `make verilog`.

use std::error::Error;
use std::fs;
use std::path::Path;

use nonogram_hdl::verilog;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog");
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if path.extension().is_some_and(|extension| extension == "v") {
            fs::write(&path, verilog(name)?)?;
            println!("{}", path.display());
        }
    }
    Ok(())
}
