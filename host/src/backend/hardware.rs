//! The simulated design: the options `--core` and `--build`, the lists of designs and cores, and the simulators, which are the values of
//! `sim --engine` and of `solve --simulator`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_kit::device::Designs;
use nonogram_protocol::CoreKind;
use nonogram_sim::{Engine, emulator};
use nonogram_verilog::{BUILDS, Build};

use crate::exit::{Exit, Failure};

/// The design with the limits of the published one.
pub const DEFAULT_BUILD: &str = "classic11";

/// The options that select the simulated design.
#[derive(Args, Clone, Debug)]
pub struct Hardware {
    /// The solving core [default: the core of --build; otherwise classic, or clue if the puzzle or an option needs it]
    #[arg(long, value_name = "NAME", value_parser = core_parser())]
    core: Option<CoreKind>,

    /// The simulated design [default: the core's first design; in solve and sim, the first that fits the puzzle]
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = build_parser())]
    pub build: Option<&'static Build>,
}

/// Reads the name of a build, and lists all builds in help and completion.
fn build_parser() -> impl TypedValueParser<Value = &'static Build> {
    let names = PossibleValuesParser::new(builds());
    names.try_map(|name| nonogram_verilog::build(&name).ok_or("no build has this name"))
}

/// Reads the name of a core, and lists all cores in help and completion.
fn core_parser() -> impl TypedValueParser<Value = CoreKind> {
    let names = PossibleValuesParser::new(cores().into_iter().map(CoreKind::name));
    names.try_map(|name| CoreKind::from_name(&name).ok_or("no core has this name"))
}

impl Hardware {
    /// The designs that the options select.
    ///
    /// # Errors
    /// The build that `--build` names does not have the core that `--core` names.
    pub fn designs(&self) -> Result<Designs, Failure> {
        if let (Some(build), Some(core)) = (self.build, self.core)
            && build.core() != core
        {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "build {} has the core {}; expected {core}: leave --build out, or correct --core",
                    build.name,
                    build.core(),
                ),
            ));
        }
        Ok(Designs {
            core: self.core,
            build: self.build,
            ..Designs::default()
        })
    }

    /// Selects this core if neither a core nor a build is given.
    pub fn or_core(&mut self, core: CoreKind) {
        if self.build.is_none() {
            self.core.get_or_insert(core);
        }
    }

    /// The core to report if the device does not report one: the core that `--core` or `--build` selects, or classic.
    pub fn core(&self) -> CoreKind {
        self.asked().unwrap_or(CoreKind::Classic)
    }

    /// The core selected by `--core` or `--build`; `None` if neither is given, or they contradict each other.
    pub fn asked(&self) -> Option<CoreKind> {
        self.designs().ok()?.asked()
    }

    /// The selected build; otherwise the first build of the selected core; if neither is selected, the first of all builds.
    ///
    /// # Errors
    /// The build that `--build` names does not have the core that `--core` names, or the core has no build.
    pub fn build_or_first(&self) -> Result<&'static Build, Failure> {
        let Designs { core, build, .. } = self.designs()?;
        let has = |build: &&Build| core.is_none_or(|core| build.core() == core);
        let build = build.or_else(|| BUILDS.iter().find(has));
        build.ok_or_else(|| {
            Failure::new(
                Exit::Fault,
                "the core has no build; please report this defect",
            )
        })
    }
}

/// The names of all builds.
pub fn builds() -> Vec<&'static str> {
    BUILDS.iter().map(|build| build.name).collect()
}

/// The cores of all builds, each once.
pub fn cores() -> Vec<CoreKind> {
    let mut cores = Vec::new();
    for core in BUILDS.iter().map(Build::core) {
        if !cores.contains(&core) {
            cores.push(core);
        }
    }
    cores
}

/// A simulator of the design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Simulator {
    /// The Verilog of the design, compiled in this process
    #[default]
    Compiled,
    /// The source of the design in Rust, simulated by rust-hdl: the reference, and slower (only with the feature rust-hdl)
    RustHdl,
    /// The Verilog of the design in Icarus Verilog
    Icarus,
    /// The Verilog of the design in Verilator
    Verilator,
}

impl Simulator {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compiled => "compiled",
            Self::RustHdl => "rust-hdl",
            Self::Icarus => "icarus",
            Self::Verilator => "verilator",
        }
    }

    /// The engine in this process, or the program, that simulates the design.
    ///
    /// # Errors
    /// This command was built without the simulator.
    pub fn kind(self) -> Result<Kind, Failure> {
        match self {
            Self::Compiled => Ok(Kind::Here(Engine::COMPILED)),
            #[cfg(feature = "rust-hdl")]
            Self::RustHdl => Ok(Kind::Here(nonogram_hdl::ENGINE)),
            #[cfg(not(feature = "rust-hdl"))]
            Self::RustHdl => Err(Failure::new(
                Exit::Usage,
                "the engine rust-hdl is not built into this command; expected compiled, icarus or verilator, or a command \
                 that was built with it: cargo install --path host --features rust-hdl",
            )),
            Self::Icarus => Ok(Kind::Program(emulator::Simulator::Icarus)),
            Self::Verilator => Ok(Kind::Program(emulator::Simulator::Verilator)),
        }
    }
}

/// Where a design is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In this process.
    Here(Engine),
    /// In a program that simulates Verilog.
    Program(emulator::Simulator),
}
