//! Writes the netlists that the page simulates: `netlists FOLDER` makes FOLDER/BUILD.netlist of each build that a board can need.

use std::path::PathBuf;

use nonogram_hdl::{BUILDS, Build, build_for, netlist};
use nonogram_netlist::codec;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("expected a folder")?;
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    // The first of its core and side is the one that a board gets.
    let is_first = |build: &&Build| {
        let first = build_for(build.core(), build.side(), build.side());
        first.is_some_and(|first| first.name == build.name)
    };
    for build in BUILDS.iter().filter(is_first) {
        let design = (build.designs.fast_pins)();
        let path = folder.join(build.name).with_extension("netlist");
        std::fs::write(path, codec::encode(&netlist(design.block())?))?;
    }
    Ok(())
}
