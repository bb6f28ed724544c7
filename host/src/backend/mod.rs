//! The options that select what solves the puzzles, a device or a software engine, and the software engines.
//!
//! [`Choice`] has the options of `solve`, and [`Choice::open`] opens the [`Backend`]. [`Hardware`] has the options `--core` and `--build`,
//! and [`Simulator`] the values of `sim --engine` and of `solve --simulator`.

pub mod software;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_kit::Source;
use nonogram_kit::device::{
    DEFAULT_BAUD, Designs, Device, Emulated, PortOptions, SIM, SearchTerms, Simulated, Subject,
    Transport, UDP,
};
use nonogram_protocol::{CoreKind, SearchMode};
use nonogram_sim::{Engine, emulator};
use nonogram_solver::SolveOptions;
use nonogram_verilog::{BUILDS, Build, Parameters};

use crate::effect::refuse;
use crate::exit::{Exit, Failure};
use crate::find_port::{PORT, find_port};
use crate::input::{GridFile, Input};
use crate::settings::Settings;
use crate::values::{Timing, seconds};
use software::SearchOptions;
pub use software::Software;

/// What solves the puzzles.
#[allow(clippy::large_enum_variant, reason = "a command has one")]
pub enum Backend {
    /// A device behind a link.
    Device(Device),
    /// A software engine.
    Software(Software),
    /// The simulated board, and a software engine for the puzzles that no design takes.
    Either(Device, Software),
}

impl Backend {
    /// The number of puzzles to solve at once.
    pub fn batch(&self) -> usize {
        match self {
            Self::Device(device) | Self::Either(device, _) => device.batch(),
            Self::Software(_) => 1,
        }
    }
}

/// The options that select the back end for the puzzles.
#[derive(Args, Clone, Debug)]
pub struct Choice {
    /// The back end: the simulated board, software, a board on a serial port (the configured or detected one, `port`, or the one
    /// with this name), or a board behind UDP, udp://ADDRESS:PORT
    /// [default: sim, or software for a puzzle that no design takes]
    #[arg(long, value_name = "sim|software|port|NAME")]
    on: Option<String>,

    #[command(flatten)]
    hardware: Hardware,

    /// What simulates the board [default: compiled]
    #[arg(long, hide_short_help = true, value_enum, value_name = "NAME", help_heading = ON_SIM)]
    simulator: Option<Simulator>,

    /// Baud rate of the link [default: on a port, the rate in the settings; otherwise 9600]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,

    /// Send a check message with each board, and expect one with each reply [default: only on a port whose device reports its
    /// identity]
    #[arg(long, hide_short_help = true, overrides_with = "no_check")]
    check: bool,

    /// Send no check messages, only messages of the published protocol
    #[arg(long, hide_short_help = true, overrides_with = "check", help_heading = ON_PORT)]
    no_check: bool,

    /// Retransmit a board up to N times if its reply is bad, short or missing, but at most once if the device has never sent
    /// anything [default: 7]
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = ON_PORT)]
    retries: Option<u32>,

    /// Seconds of silence after which to give up [default: calculated from the board's size and the baud rate]
    #[arg(long, hide_short_help = true, value_name = "S", value_parser = seconds, help_heading = ON_PORT)]
    timeout: Option<Duration>,

    /// Also send option boards of more than 64 MiB
    #[arg(long, hide_short_help = true, help_heading = ON_PORT)]
    force: bool,

    /// Line logic only: no search for the cells that it leaves unknown
    #[arg(long, hide_short_help = true, conflicts_with_all = ["max_solutions", "all"], help_heading = "With the clue core")]
    line_logic: bool,

    #[command(flatten, next_help_heading = "In software")]
    search: SearchOptions,

    /// A partial grid with the cells that are already known: one line per row, with `#` (or the colours' letters), `-` and `?`
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = "In software")]
    grid: Option<PathBuf>,
}

/// Heading of the options that only the simulated board has.
const ON_SIM: &str = "On the simulated board";

/// Heading of the options that only a port has.
const ON_PORT: &str = "On a port";

/// The value of `--on` for the software engines.
pub const SOFTWARE: &str = "software";
/// The values of `--on` that do not select a port.
const BACK_ENDS: [&str; 2] = [SIM, SOFTWARE];

/// Whether a value of `--on` is probably a typing error: it contains no path separator, it does not start with COM as the names of
/// ports on Windows do, and no file has this name.
fn is_mistyped(on: &str) -> bool {
    let is_word = !on.contains(['/', '\\']) && !on.to_ascii_uppercase().starts_with("COM");
    is_word && !Path::new(on).exists()
}

impl Choice {
    /// The value of `--on`, or its default.
    pub fn on(&self) -> &str {
        self.on.as_deref().unwrap_or(SIM)
    }

    /// Whether software solves the puzzles that no design takes: neither the back end nor the simulated design is given.
    fn falls_back(&self) -> bool {
        let simulated = self.hardware.requested_core().is_none() && self.simulator.is_none();
        self.on.is_none() && simulated && !self.line_logic
    }

    /// Whether `--grid` is given, so that some cells may be known in advance.
    pub fn has_given_cells(&self) -> bool {
        self.grid.is_some()
    }

    /// The core to report if the device does not report one; `None` for software.
    pub fn core(&self) -> Option<&'static str> {
        match self.on() {
            SOFTWARE => None,
            SIM => Some(self.simulated().core().name()),
            _ => Some(self.hardware.core().name()),
        }
    }

    /// Whether the device is on a port: a serial port, or behind UDP.
    pub fn is_port(&self) -> bool {
        !BACK_ENDS.contains(&self.on())
    }

    /// Whether `--on` selects the simulated board.
    pub fn is_sim(&self) -> bool {
        self.on() == SIM
    }

    /// Whether `--on` selects the software engines.
    pub fn is_software(&self) -> bool {
        self.on() == SOFTWARE
    }

    /// The link's baud rate: the value of `--baud`; otherwise 9600; `None` for a link without a baud rate.
    pub fn baud(&self) -> Option<u32> {
        let has_baud = !self.on().starts_with(UDP);
        has_baud.then(|| self.baud.unwrap_or(DEFAULT_BAUD))
    }

    /// Whether check messages were requested or refused; `None` if neither option is given, so that the device's identity decides.
    fn check(&self) -> Option<bool> {
        match (self.check, self.no_check) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The software engine to report; `None` for hardware.
    pub fn engine(&self) -> Option<&'static str> {
        self.is_software().then(|| self.search.engine().name())
    }

    /// The choice for the puzzles that software solves because no design takes them.
    pub fn in_software(&self) -> Self {
        Self { on: Some(SOFTWARE.to_owned()), ..self.clone() }
    }

    /// Whether more than one solution was requested.
    pub fn wants_several(&self) -> bool {
        self.search.wants_several()
    }

    /// Refuses options that have no effect with the chosen back end, core or engine; `count` states whether `--count` is given.
    ///
    /// # Errors
    /// An option has no effect.
    pub fn check_effect(&self, count: bool) -> Result<(), Failure> {
        let here = format!("with `--on {}`: leave it out", self.on());
        let (core, build) = (self.hardware.core, self.hardware.build);
        let simulator = self.simulator.is_some();
        if self.is_software() {
            let hardware = [
                ("core", core.is_some()),
                ("build", build.is_some()),
                ("line-logic", self.line_logic),
                ("simulator", simulator),
                ("baud", self.baud.is_some()),
                ("check", self.check),
            ];
            refuse(&hardware, &here)?;
        } else {
            let elsewhere = format!("{here}, or use `--on {SOFTWARE}`");
            refuse(&[("count", count), ("grid", self.grid.is_some())], &elsewhere)?;
            refuse(&self.search.given(), &elsewhere)?;
        }
        if self.is_port() {
            refuse(&[("build", build.is_some()), ("simulator", simulator)], &here)?;
            refuse(&[("baud", self.baud.is_some() && self.on().starts_with(UDP))], &here)?;
        } else {
            let link = [
                ("no-check", self.no_check),
                ("retries", self.retries.is_some()),
                ("timeout", self.timeout.is_some()),
                ("force", self.force),
            ];
            refuse(&link, &here)?;
        }
        let other =
            self.hardware.requested_core().filter(|&core| core != CoreKind::Clue && self.is_sim());
        if let Some(core) = other {
            let here = format!("with the core {core}: leave it out");
            refuse(&[("line-logic", self.line_logic)], &here)?;
            refuse(&self.search.of_clue_core(), &here)?;
        }
        self.search.check_effect()
    }

    /// Finds the port for `--on port`. If `--on` selects a port and `--baud` is not given, applies the baud rate of the user's settings.
    ///
    /// # Errors
    /// `--on` is probably a typing error, the settings cannot be read, or no port is found (see [`find_port`]).
    pub fn find_port(&mut self) -> Result<(), Failure> {
        if !self.is_port() {
            return Ok(());
        }
        let settings = Settings::load()?;
        if self.on() != PORT && is_mistyped(self.on()) {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "--on {:?}: no such back end and no such port; expected {SIM}, {SOFTWARE}, {PORT} (the configured or \
                     detected port), the name of a port such as /dev/ttyUSB0, or {UDP}ADDRESS:PORT: correct it; `nonogram ports` lists the ports",
                    self.on()
                ),
            ));
        }
        if self.on() == PORT {
            self.on = Some(find_port(&settings)?);
        }
        self.baud = self.baud.or(settings.baud.map(NonZero::get));
        Ok(())
    }

    /// The simulated design: the one that `--core` and `--build` select; if neither is given and an option of the clue core is, the
    /// clue core.
    fn simulated(&self) -> Hardware {
        let mut hardware = self.hardware.clone();
        if self.line_logic || self.search.needs_clue_core() {
            hardware.or_core(CoreKind::Clue);
        }
        hardware
    }

    /// The search request for a core that searches.
    fn search_terms(&self) -> SearchTerms {
        let mut terms = self.search.to_search_terms();
        if self.line_logic {
            terms.mode = SearchMode::LineLogic;
        }
        terms
    }

    /// The options of the software engine that counts the solutions of a puzzle.
    ///
    /// # Errors
    /// The file of `--grid` is refused, or the engine does not accept the puzzle.
    pub fn to_count(&self, input: &Input, source: &Source) -> Result<SolveOptions, Failure> {
        let options = (self.search).to_count(self.given(input).as_ref(), &source.puzzle);
        options.map_err(|failure| failure.within(&source.name()))
    }

    /// The file of `--grid`, with the cells that are already known; `None` without `--grid`.
    fn given(&self, input: &Input) -> Option<GridFile> {
        self.grid.as_deref().map(|path| input.grid(path))
    }

    /// Opens the chosen back end for the puzzles of `input`.
    ///
    /// # Errors
    /// The back end cannot be opened, or options contradict each other.
    pub fn open(&self, input: &Input) -> Result<Backend, Failure> {
        match self.on() {
            SOFTWARE => Ok(Backend::Software(self.software(input))),
            SIM => {
                let baud = self.baud.map(u64::from);
                let timing = Timing { baud, clock: None };
                let designs = Designs {
                    parameters: timing.parameters(&Parameters::default())?,
                    ..self.simulated().designs()?
                };
                let transport = match self.simulator.unwrap_or_default().kind()? {
                    Kind::Here(engine) => {
                        let mut board = Simulated::new(designs);
                        board.engine = engine;
                        Transport::Simulated(board)
                    }
                    Kind::Program(program) => {
                        let subject = Subject::Design { true_timing: false };
                        Transport::Emulated(Emulated::new(subject, designs, program))
                    }
                };
                let device = Device::simulated(transport, self.check, self.search_terms());
                Ok(if self.falls_back() {
                    Backend::Either(device, self.software(input))
                } else {
                    Backend::Device(device)
                })
            }
            port => self.open_port(port),
        }
    }

    fn software(&self, input: &Input) -> Software {
        Software { options: self.search.clone(), given: self.given(input) }
    }

    fn open_port(&self, port: &str) -> Result<Backend, Failure> {
        let options = PortOptions {
            baud: self.baud().unwrap_or(DEFAULT_BAUD),
            timeout: self.timeout,
            check: self.check(),
            retries: self.retries,
            force: self.force,
        };
        let alternatives = "`sim`, `software`, `port`, or ";
        let device = options.open(port, self.search_terms(), alternatives)?;
        Ok(Backend::Device(device))
    }
}

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
pub fn build_parser() -> impl TypedValueParser<Value = &'static Build> {
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
        Ok(Designs { core: self.core, build: self.build, ..Designs::default() })
    }

    /// Selects this core if neither a core nor a build is given.
    pub fn or_core(&mut self, core: CoreKind) {
        if self.build.is_none() {
            self.core.get_or_insert(core);
        }
    }

    /// The core to report if the device does not report one: the core that `--core` or `--build` selects, or classic.
    pub fn core(&self) -> CoreKind {
        self.requested_core().unwrap_or(CoreKind::Classic)
    }

    /// The core selected by `--core` or `--build`; `None` if neither is given, or they contradict each other.
    pub fn requested_core(&self) -> Option<CoreKind> {
        self.designs().ok()?.requested_core()
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
            Failure::new(Exit::Fault, "the core has no build; please report this defect")
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
