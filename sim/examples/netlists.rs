//! Writes the page's data for each design: `netlists FOLDER` writes FOLDER/BUILD.netlist, the netlist, and
//! FOLDER/BUILD.json, the modules of the emitted Verilog with their ports, blocks, signals and documentation.

use std::path::PathBuf;

use nonogram_hdl::structure::{self, Module};
use nonogram_hdl::{BUILDS, Parameters, netlist, verilog};
use nonogram_netlist::codec;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1);
    let folder = folder.ok_or("no folder given: expected the folder for the netlists")?;
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    for build in BUILDS {
        let design = (build.designs.pins)(&Parameters::default().fast());
        let path = folder.join(build.name);
        std::fs::write(
            path.with_extension("netlist"),
            codec::encode(&netlist(design.block())?),
        )?;
        let verilog = verilog(build.name, &Parameters::default())?;
        let modules: Result<Vec<Value>, String> =
            (structure::modules(&verilog).iter().map(description)).collect();
        let modules = Value::from(modules?).to_string();
        std::fs::write(path.with_extension("json"), modules)?;
    }
    Ok(())
}

/// The description of a module as JSON for the page; an error if no block of hdl/src, or more than one, matches the module.
fn description(module: &Module) -> Result<Value, String> {
    let name = module.name;
    let block = module.block.ok_or_else(|| {
        format!(
            "module {name}: no block of hdl/src, or more than one, has the same ports and instances; expected exactly one"
        )
    })?;
    let ports = module.ports.iter().map(|port| {
        json!({
            "name": port.name,
            "output": port.is_output,
            "width": port.width,
            "about": block.port(port.name).map(|known| known.about),
        })
    });
    let blocks = module
        .blocks
        .iter()
        .map(|block| json!({ "name": block.name, "module": block.module }));
    let places = 0..module.signals.len();
    let wires = places.clone().flat_map(|from| {
        let to = places.clone().map(move |to| (from, to));
        to.filter(|&(from, to)| !module.signals[from][to].is_empty())
    });
    let wires = wires
        .map(|(from, to)| json!({ "from": from, "to": to, "signals": module.signals[from][to] }));
    Ok(json!({
        "name": name,
        "block": block.name,
        "about": block.about,
        "interface": block.interface,
        "source": format!("hdl/{}", block.source),
        "ports": ports.collect::<Vec<_>>(),
        "blocks": blocks.collect::<Vec<_>>(),
        "wires": wires.collect::<Vec<_>>(),
        "stores": module.text.contains("@(posedge clock)"),
        "verilog": module.text,
    }))
}
