//! The targets, called boards in the user interface: the data of `constraints/`, which are built into the program.
//!
//! [`all`] lists them, [`find`] finds one by its name. A new board is a new folder in `constraints/`: `board.toml`, the
//! constraint file, and the top wrapper in Verilog, which is named after the folder.

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};

use crate::backend::build_parser;
use crate::exit::{Exit, Failure, OrExit, failure};
use crate::families::{Family, by_name};
use crate::values::{BadValue, Timing};
use nonogram_verilog::{Build, Parameters};

/// The design that the wrappers in `constraints/` instantiate.
const WRAPPED: &str = "nonogram_classic11";

/// The parameter of a wrapper that selects the clock that it generates for the core.
pub const CORE_MHZ: &str = "CORE_MHZ";

static CONSTRAINTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/constraints");

/// A board with an FPGA; the keys of `boards --json` and of `board.toml` (without `name`, which is the name of the folder).
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Target {
    /// The name of the board and of its top module.
    #[serde(skip_deserializing)]
    pub name: String,
    /// Manufacturer and product.
    pub title: String,
    /// The FPGA's part number.
    pub part: String,
    /// The FPGA's package.
    pub package: String,
    /// The FPGA's family.
    #[serde(with = "by_name")]
    pub family: &'static Family,
    /// The tools that build for the board.
    pub flow: Flow,
    /// The designs for the board, the default first.
    pub designs: Vec<String>,
    /// The default baud rate of the serial line.
    pub baud: u32,
    /// Name of the constraint file.
    pub constraints: String,
    /// Name of the board in openFPGALoader, if it supports the board.
    pub programmer: Option<String>,
    /// The USB identities of the programmer and the serial port: vendor and product, such as `0403:6010`.
    pub usb: Vec<String>,
    /// Notes for the user.
    pub notes: String,
    /// The clocks of the core.
    pub clock: Clock,
    /// The arguments for place and route; `None` if Vivado builds for the board.
    pub place: Option<Place>,
    /// What only the JSON contains: the pins, and which of the data were checked.
    #[serde(flatten)]
    others: toml::Table,
}

/// The tools that build for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    /// AMD Vivado.
    Vivado,
    /// yosys, nextpnr, and the packer of the family.
    Open,
}

/// The clock pin, and the clocks that the wrapper can generate from it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// The pin of the clock.
    pin: String,
    /// Frequency at the pin, in Hz.
    hz: u64,
    /// The default frequency of the core, in Hz.
    pub core_hz: u64,
    /// Other frequencies that the wrapper can generate, in Hz.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_core_hz: Vec<u64>,
}

impl Clock {
    /// Every frequency that the core can have, in Hz, the default first.
    fn rates(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.core_hz).chain(self.other_core_hz.iter().copied())
    }
}

/// The arguments of nextpnr.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// nextpnr's options for device and package.
    pub arguments: Vec<String>,
}

impl Target {
    fn read(folder: &Dir<'_>) -> anyhow::Result<Self> {
        let name = folder.path().to_string_lossy().into_owned();
        let file = folder.path().join("board.toml");
        let text = folder
            .get_file(&file)
            .and_then(|file| file.contents_utf8())
            .with_context(|| missing(&format!("{name}/board.toml")))?;
        let target: Self = toml::from_str(text).with_context(|| {
            format!("constraints/{name}/board.toml is invalid; please report this defect")
        })?;
        Ok(Self { name, ..target })
    }

    /// The top wrapper of a design, in Verilog; its module has the board's name. Modules that the boards of the family share follow it, if
    /// there are any.
    ///
    /// # Errors
    /// A file of `constraints/` is missing.
    pub fn wrapper(&self, build: &Build) -> Result<String, Failure> {
        let own = self.file(&self.wrapper_name())?;
        let own = own.replace(WRAPPED, &build.top());
        let shared = self.family.shared.as_deref().map(embedded).transpose()?;
        let shared = shared.unwrap_or_default();
        Ok(format!("{own}{shared}"))
    }

    /// The file name of [`Target::wrapper`].
    pub fn wrapper_name(&self) -> String {
        format!("{}.v", self.name)
    }

    /// The text of the constraint file.
    ///
    /// # Errors
    /// The file is missing in `constraints/`.
    pub fn constraint_text(&self) -> Result<&'static str, Failure> {
        self.file(&self.constraints)
    }

    fn file(&self, name: &str) -> Result<&'static str, Failure> {
        embedded(&format!("{}/{name}", self.name))
    }

    /// The design `requested`, or the default design.
    ///
    /// # Errors
    /// The design is not one of the board's.
    pub fn build(&self, requested: Option<&'static Build>) -> Result<&'static Build, Failure> {
        let name = requested.map(|build| build.name).or(self.designs.first().map(String::as_str));
        let name = name.filter(|name| self.designs.iter().any(|fits| fits == name));
        name.and_then(|name| nonogram_verilog::build(name).ok()).ok_or_else(|| {
            failure!(
                Exit::Usage,
                "{}: {} is not one of its designs; expected one of {}: name one with --build",
                self.name,
                requested.map_or("(none)", |build| build.name),
                self.designs.join(", ")
            )
        })
    }

    /// The parameters of a design on this board, with the clock and baud rate of the options, or else the board's defaults.
    ///
    /// # Errors
    /// The wrapper cannot generate the clock, or the designs do not support it with this baud rate.
    pub fn parameters(&self, timing: Timing) -> Result<Parameters, Failure> {
        let requested = timing.clock.unwrap_or(self.clock.core_hz);
        // The wrapper generates a frequency near the round number that the user names.
        let near = |rate: &u64| rate / HZ_PER_MHZ == requested / HZ_PER_MHZ;
        let Some(clock) = self.clock.rates().find(near) else {
            let rates: Vec<String> = self.clock.rates().map(|rate| rate.to_string()).collect();
            return Err(failure!(
                Exit::Usage,
                "{}: its wrapper generates no clock of {requested} Hz; expected one of {}: correct --clock",
                self.name,
                rates.join(", ")
            ));
        };
        let baud = timing.baud.unwrap_or(self.baud.into());
        Parameters::new(clock, baud).or_exit(Exit::Usage)
    }

    /// The value of the wrapper's parameter [`CORE_MHZ`]; `None` if the wrapper generates only one clock.
    pub fn core_mhz(&self, parameters: &Parameters) -> Option<u64> {
        let clock = u64::from(parameters.clock_hz);
        (!self.clock.other_core_hz.is_empty()).then_some(clock / HZ_PER_MHZ)
    }
}

/// Hertz per megahertz.
const HZ_PER_MHZ: u64 = 1_000_000;

/// The text of a file of `constraints/`.
fn embedded(path: &str) -> Result<&'static str, Failure> {
    CONSTRAINTS
        .get_file(path)
        .and_then(|file| file.contents_utf8())
        .ok_or_else(|| anyhow!(missing(path)))
        .or_exit(Exit::Fault)
}

/// The message for a file of `constraints/` that the program does not contain, or that is not UTF-8.
fn missing(path: &str) -> String {
    format!("constraints/{path} is missing in this program, or not text; please report this defect")
}

/// All boards, sorted by name.
///
/// # Errors
/// A `board.toml` is missing or invalid.
pub fn all() -> Result<Vec<Target>, Failure> {
    let mut targets = CONSTRAINTS
        .dirs()
        .map(Target::read)
        .collect::<anyhow::Result<Vec<_>>>()
        .or_exit(Exit::Fault)?;
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

/// The names of all boards, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = CONSTRAINTS.dirs().filter_map(|dir| dir.path().to_str()).collect();
    names.sort_unstable();
    names
}

/// The board with this name.
///
/// # Errors
/// There is no such board (the message lists the boards), or its `board.toml` is missing or invalid.
pub fn find(name: &str) -> Result<Target, Failure> {
    match CONSTRAINTS.get_dir(name) {
        Some(folder) => Target::read(folder).or_exit(Exit::Fault),
        None => Err(failure!(
            Exit::Usage,
            "no board is named {name:?}: the boards are {}",
            names().join(", ")
        )),
    }
}

/// Reads the name of a board, and lists all boards in completion.
pub fn parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(names())
        .try_map(|name| find(&name).map_err(|failure| BadValue::new(failure.to_string())))
}

/// The options for a board and a design on it.
#[derive(Args, Clone, Debug)]
pub struct OnBoard {
    /// The board; `nonogram boards` lists them
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = parser())]
    pub board: Target,

    /// The design [default: the board's first]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = build_parser())]
    build: Option<&'static Build>,
}

impl OnBoard {
    /// The design.
    ///
    /// # Errors
    /// The design is not one of the board's.
    pub fn build(&self) -> Result<&'static Build, Failure> {
        self.board.build(self.build)
    }

    /// The options as they were given.
    pub fn options(&self) -> String {
        let build = self.build.map(|build| format!(" --build {}", build.name));
        format!("--board {}{}", self.board.name, build.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_complete() {
        let targets = all().expect("every board.toml can be read");
        assert!(targets.len() >= 14);
        for target in &targets {
            let designs = target.designs.iter().map(|name| nonogram_verilog::build(name));
            let designs: Vec<_> = designs.map(|build| build.expect("a known design")).collect();
            let build = *designs.last().expect("a design");
            let wrapper = target.wrapper(build).expect("a wrapper");
            assert!(wrapper.contains(&format!("    {} solver (", build.top())));
            assert!(wrapper.contains(&format!("module {} ", target.name)));
            target.constraint_text().expect("a constraint file");
            let others: Vec<&str> = target.others.keys().map(String::as_str).collect();
            assert_eq!(
                others.join(" ").replace("reset ", ""),
                "checked leds uart",
                "{}",
                target.name
            );
            for identity in &target.usb {
                let (vendor, product) = identity.split_once(':').expect("vendor and product");
                for part in [vendor, product] {
                    assert!(part.len() == 4 && u16::from_str_radix(part, 16).is_ok(), "{identity}");
                }
            }
            // Without the parameter a wrapper generates the default clock.
            let usual = target.parameters(Timing::default()).expect("in range");
            assert_eq!(u64::from(usual.clock_hz), target.clock.core_hz);
            let parameter = target.core_mhz(&usual);
            let header =
                parameter.map(|usual| format!("#(parameter integer {CORE_MHZ} = {usual})"));
            let header = header.unwrap_or_default();
            assert!(wrapper.contains(&header), "{}: {header}", target.name);
            assert_eq!(wrapper.contains(CORE_MHZ), parameter.is_some());
            for rate in target.clock.rates() {
                let clock = Some(rate / HZ_PER_MHZ * HZ_PER_MHZ);
                let parameters = target.parameters(Timing { clock, baud: None });
                let parameters = parameters.expect("in range");
                assert_eq!(u64::from(parameters.clock_hz), rate, "{}", target.name);
            }
            assert_eq!(target.flow == Flow::Open, target.place.is_some());
            assert_eq!(target.flow == Flow::Open, target.family.open.is_some());
        }
    }
}
