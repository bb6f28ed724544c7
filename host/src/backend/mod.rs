//! The options that select what solves the puzzles, a device or a software engine, and the software engines.
//!
//! [`Choice`] has the options of `solve`, and [`Choice::open`] opens the [`Backend`]. [`Hardware`] has the options `--core` and `--build`,
//! and [`Simulator`] the values of `sim --engine` and of `solve --simulator`.

mod port;
pub mod software;

use std::fmt::{self, Display, Formatter};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use nonogram_kit::Source;
use nonogram_kit::device::{
    DEFAULT_BAUD, Designs, Device, Emulated, PortAddress, SIM, SearchTerms, Simulated, Subject,
    Transport, UDP,
};
use nonogram_protocol::{CoreKind, SearchMode};
use nonogram_sim::{Engine, emulator};
use nonogram_solver::SolveOptions;
use nonogram_verilog::{BUILDS, Build, Parameters};

use crate::exit::{Exit, Failure, refuse};
use crate::input::{GridFile, Input};
use crate::settings::Settings;
use crate::values::Timing;
pub use port::PortArgs;
use port::{ON_PORT, PORT, find_port};
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

/// What the record of an answer reports of the back end that solved the puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Reported<'a> {
    /// The value of `--on`.
    pub backend: &'a str,
    /// The core, if the device does not report one; `None` for software.
    pub core: Option<&'static str>,
    /// The software engine; `None` for a device.
    pub engine: Option<&'static str>,
    /// The link's baud rate; `None` for a link without a baud rate.
    pub baud: Option<u32>,
}

/// The options that select the back end for the puzzles.
#[derive(Args, Clone, Debug, Default)]
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

    #[command(flatten)]
    port: PortArgs,

    /// Send a check message with each board, and expect one with each reply [default: only on a port whose device reports its
    /// identity]
    #[arg(long, hide_short_help = true, overrides_with = "no_check")]
    check: bool,

    /// Send no check messages, only messages of the published protocol
    #[arg(long, hide_short_help = true, overrides_with = "check", help_heading = ON_PORT)]
    no_check: bool,

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

/// Options that have no effect: whether the condition holds, the condition, and the options with whether they are given.
type Rule<'a> = (bool, &'a str, &'a [(&'a str, bool)]);

impl Choice {
    /// The choice of the device `on`, with these of the options.
    pub fn of_device(on: &str, port: PortArgs, search: SearchOptions) -> Self {
        Self { on: Some(on.to_owned()), port, search, ..Self::default() }
    }

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
    pub fn has_known_cells(&self) -> bool {
        self.grid.is_some()
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

    /// What the records of the back end's answers report.
    pub fn reported(&self) -> Reported<'_> {
        if self.is_software() {
            return self.search.reported();
        }
        let design = if self.is_sim() { &self.simulated() } else { &self.hardware };
        let has_baud = PortAddress::of(self.on()).has_baud();
        Reported {
            backend: self.on(),
            core: Some(design.core().name()),
            engine: None,
            baud: has_baud.then(|| self.port.baud.unwrap_or(DEFAULT_BAUD)),
        }
    }

    /// Whether check messages were requested or refused; `None` if neither option is given, so that the device's identity decides.
    fn check(&self) -> Option<bool> {
        match (self.check, self.no_check) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
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
        let build = ("--build", self.hardware.build.is_some());
        let simulator = ("--simulator", self.simulator.is_some());
        let baud = ("--baud", self.port.baud.is_some());
        let line_logic = ("--line-logic", self.line_logic);
        let [engine, all, node_limit, several] = self.search.only_in_software();
        let [time_limit, max_solutions] = self.search.of_clue_core();
        let no_check = ("--no-check", self.no_check);
        let [retries, timeout, force] = self.port.only_on_port();
        let on = format!("with `--on {}`", self.on());
        let on_device = format!("{on}, only with `--on {SOFTWARE}`");
        let other_core =
            self.hardware.requested_core().filter(|&core| core != CoreKind::Clue && self.is_sim());
        let with_core = other_core.map_or(String::new(), |core| format!("with the core {core}"));
        let (core, check) = (("--core", self.hardware.core.is_some()), ("--check", self.check));
        let (count, grid) = (("--count", count), ("--grid", self.grid.is_some()));
        let rules: [Rule<'_>; 6] = [
            (self.is_software(), &on, &[core, build, line_logic, simulator, baud, check]),
            (!self.is_software(), &on_device, &[count, grid, engine, all, node_limit, several]),
            (self.is_port(), &on, &[build, simulator]),
            (!PortAddress::of(self.on()).has_baud(), &on, &[baud]),
            (!self.is_port(), &on, &[no_check, retries, timeout, force]),
            (other_core.is_some(), &with_core, &[line_logic, time_limit, max_solutions]),
        ];
        for (applies, condition, options) in rules {
            if applies {
                refuse(options, condition)?;
            }
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
        self.port.baud = self.port.baud.or(settings.baud.map(NonZero::get));
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
        let known_cells = self.known_cells_file(input);
        let options = self.search.to_count(known_cells.as_ref(), &source.puzzle);
        options.map_err(|failure| failure.within(&source.name()))
    }

    /// The file of `--grid`, with the cells that are already known; `None` without `--grid`.
    fn known_cells_file(&self, input: &Input) -> Option<GridFile> {
        self.grid.as_deref().map(|path| input.grid(path))
    }

    /// Opens the chosen back end for the puzzles of `input`.
    ///
    /// # Errors
    /// The back end cannot be opened, or options contradict each other.
    pub fn open(&self, input: &Input) -> Result<Backend, Failure> {
        let software = || Software {
            options: self.search.clone(),
            known_cells_file: self.known_cells_file(input),
        };
        if self.is_software() {
            return Ok(Backend::Software(software()));
        }
        let device = self.device("`sim`, `software`, `port`, or ")?;
        Ok(if self.falls_back() {
            Backend::Either(device, software())
        } else {
            Backend::Device(device)
        })
    }

    /// Opens the chosen device, the simulated board or a port. If there is no such port, the message also contains `alternatives`, the
    /// other values that the option accepts.
    ///
    /// # Errors
    /// The device cannot be opened, or options contradict each other.
    pub fn device(&self, alternatives: &str) -> Result<Device, Failure> {
        let search = self.search_terms();
        if self.is_port() {
            return self.port.options(self.check()).open(self.on(), search, alternatives);
        }
        let timing = Timing { baud: self.port.baud.map(u64::from), clock: None };
        let designs = Designs {
            parameters: timing.parameters(&Parameters::default())?,
            ..self.simulated().designs()?
        };
        let subject = Subject::Design { true_timing: false };
        let transport = self.simulator.unwrap_or_default().transport(subject, designs)?;
        Ok(Device::simulated(transport, self.check, search))
    }
}

/// The design with the limits of the published one.
pub const DEFAULT_BUILD: &str = "classic11";

/// The options that select the simulated design.
#[derive(Args, Clone, Debug, Default)]
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
    let names = PossibleValuesParser::new(BUILDS.iter().map(|build| build.name));
    names.try_map(|name| nonogram_verilog::build(&name))
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

impl Display for Simulator {
    /// The name on the command line.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no simulator is hidden");
        f.write_str(value.get_name())
    }
}

impl Simulator {
    /// The simulated board: in this process, with one of the designs; in a program that simulates Verilog, with `subject`.
    ///
    /// # Errors
    /// This command was built without the simulator.
    pub fn transport(self, subject: Subject, designs: Designs) -> Result<Transport, Failure> {
        let in_process = |engine| {
            let mut board = Simulated::new(designs);
            board.engine = engine;
            Transport::Simulated(board)
        };
        let program = match self {
            Self::Compiled => return Ok(in_process(Engine::COMPILED)),
            #[cfg(feature = "rust-hdl")]
            Self::RustHdl => return Ok(in_process(nonogram_hdl::ENGINE)),
            #[cfg(not(feature = "rust-hdl"))]
            Self::RustHdl => {
                return Err(Failure::new(
                    Exit::Usage,
                    "the engine rust-hdl is not built into this command; expected compiled, icarus or verilator, or a command \
                     that was built with it: cargo install --path host --features rust-hdl",
                ));
            }
            Self::Icarus => emulator::Simulator::Icarus,
            Self::Verilator => emulator::Simulator::Verilator,
        };
        Ok(Transport::Emulated(Emulated::new(subject, designs, program)))
    }
}
