//! Writes the page's data for each design: `designs FOLDER` writes FOLDER/DESIGN.sv, the Verilog, and
//! FOLDER/DESIGN.json, its modules with their ports, blocks, signals and documentation.

use std::error::Error;
use std::path::PathBuf;

use nonogram_netlist::structure::{About, about_port, signals};
use nonogram_netlist::tree::{Expr, Module, Port, Source};
use nonogram_netlist::{print, read};
use nonogram_verilog::BUILDS;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1);
    let folder = folder.ok_or("no folder given: expected the folder for the designs")?;
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    for build in BUILDS {
        let path = folder.join(build.name);
        std::fs::write(path.with_extension("sv"), build.text)?;
        let source = read::source(build.text)?;
        let modules: Result<Vec<Value>, String> =
            (source.modules.iter()).map(|module| description(&source, module)).collect();
        let modules = Value::from(modules?).to_string();
        std::fs::write(path.with_extension("json"), modules)?;
    }
    Ok(())
}

/// Width of a port in bits; an error unless its range is a number and 0.
fn width(port: &Port) -> Result<u64, String> {
    let Some(range) = &port.range else {
        return Ok(1);
    };
    match &range.first {
        Expr::Number(number) => Ok(number.value + 1),
        other => Err(format!(
            "port {}: the range begins with {}, expected a number",
            port.name,
            print::expression(other)
        )),
    }
}

/// The description of a module as JSON for the page; an error if the module is not documented.
fn description(source: &Source, module: &Module) -> Result<Value, String> {
    let name = &module.name;
    let About { name: block, about, interface, source: file } = About::of(module);
    if [&block, &about, &interface, &file].iter().any(|text| text.is_empty()) {
        return Err(format!(
            "module {name}: expected a comment with description, interface and source before the module"
        ));
    }
    let ports = module.ports.iter().map(|port| {
        Ok(json!({
            "name": port.name,
            "output": port.is_output,
            "width": width(port)?,
            "about": about_port(source, module, port),
        }))
    });
    let ports: Vec<Value> = ports.collect::<Result<_, String>>()?;
    let blocks = module.instances().into_iter();
    let blocks = blocks.map(|block| json!({ "name": block.name, "module": block.module }));
    let signals = signals(source, module);
    let places = 0..signals.len();
    let wires = places.clone().flat_map(|from| {
        let to = places.clone().map(move |to| (from, to));
        to.filter(|&(from, to)| !signals[from][to].is_empty())
    });
    let wires =
        wires.map(|(from, to)| json!({ "from": from, "to": to, "signals": signals[from][to] }));
    Ok(json!({
        "name": name,
        "block": block,
        "about": about,
        "interface": interface,
        "source": format!("hdl/{file}"),
        "ports": ports,
        "blocks": blocks.collect::<Vec<_>>(),
        "wires": wires.collect::<Vec<_>>(),
        "stores": module.is_clocked(),
        "verilog": print::module(module),
    }))
}
