//! Writes the waivers of Verilator's warnings for the Verilog of every design: `waivers FOLDER`, where the folder has the designs and gets
//! the file `waivers.vlt`. Each waiver names a rule, a file and a line; a rule without a reason below is an error.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use nonogram_verilog::BUILDS;

/// The rules of which warnings are waived, and why.
const REASONS: [(&str, &str); 7] = [
    ("DECLFILENAME", "a file has all modules of a design"),
    ("PINCONNECTEMPTY", "the output is observed in simulation only"),
    ("UNUSEDPARAM", "a module that uses a state declares all states of its type"),
    ("CMPCONST", "the design takes every number of colours that a request can have"),
    (
        "UNUSEDSIGNAL",
        "the bits are unused in this size of the block, or observed in simulation only",
    ),
    (
        "UNOPTFLAT",
        "assigned together with signals that depend on it; no bit depends on itself, as rust-hdl checks",
    ),
    ("WIDTH", "the index has the width of the largest board; greater indices do not occur"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: waivers FOLDER")?;
    let folder = PathBuf::from(folder);
    let mut text = "// What `verilator --lint-only -Wall` reports on the emitted Verilog, and why it is waived. `make verilog` writes this file.\n\
                    `verilator_config\n"
        .to_owned();
    for build in BUILDS {
        let output = Command::new("verilator")
            .args(["--lint-only", "-Wall", "--top-module", &build.top()])
            .arg(folder.join(build.name).with_extension("sv"))
            .output()
            .map_err(|error| {
                format!("verilator: {error}: install it (Debian: package verilator)")
            })?;
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut found = Vec::new();
        for line in printed.lines() {
            let Some((rule, rest)) =
                line.strip_prefix("%Warning-").and_then(|rest| rest.split_once(": "))
            else {
                continue;
            };
            let number = rest.split(':').nth(1).and_then(|number| number.parse::<u32>().ok());
            found.push((rule, number.ok_or_else(|| format!("no line number: {line}"))?));
        }
        found.sort_unstable();
        found.dedup();
        let mut last = "";
        for (rule, line) in found {
            if rule != last {
                let reason = REASONS.iter().find(|(known, _)| *known == rule);
                let (_, reason) = reason.ok_or_else(|| {
                    format!(
                        "{}: line {line}: {rule} has no reason in this file: correct the Verilog",
                        build.name
                    )
                })?;
                writeln!(text, "// {}: {reason}.", build.name)?;
                last = rule;
            }
            writeln!(text, "lint_off -rule {rule} -file \"*{}.sv\" -lines {line}", build.name)?;
        }
    }
    std::fs::write(folder.join("waivers.vlt"), text)?;
    Ok(())
}
