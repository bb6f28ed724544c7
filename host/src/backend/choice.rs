//! The options that select the back end for the puzzles, and the function that opens it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use nonogram_kit::Source;
use nonogram_kit::device::{
    DEFAULT_BAUD, Designs, Device, Emulated, PortOptions, SIM, SearchTerms, Simulated, Subject,
    Transport, UDP,
};
use nonogram_protocol::{CoreKind, SearchMode};
use nonogram_solver::SolveOptions;
use nonogram_verilog::Parameters;

use super::software::{SearchOptions, Software};
use super::{Backend, Hardware, Kind, Simulator, evolution};
use crate::cli;
use crate::exit::{Exit, Failure};
use crate::find_port::{PORT, find_port};
use crate::input::{GridFile, Input};
use crate::settings::Settings;
use crate::values::{Timing, seconds};

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

    #[command(flatten, next_help_heading = "With --engine genetic")]
    evolution: evolution::Options,

    /// A partial grid with the cells that are already known: one line per row, with `#` (or the colours' letters), `-` and `?`
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help_heading = "In software"
    )]
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
        let simulated = self.hardware.asked().is_none() && self.simulator.is_none();
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
        Self {
            on: Some(SOFTWARE.to_owned()),
            ..self.clone()
        }
    }

    /// Whether more than one solution was requested.
    pub fn wants_several(&self) -> bool {
        self.search.wants_several()
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
            self.on = Some(find_port(&settings, cli::is_non_interactive())?);
        }
        self.baud = self.baud.or(settings.baud);
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
        Software {
            options: self.search.clone(),
            given: self.given(input),
            evolution: self.evolution.clone(),
            generations: evolution::Generations::default(),
        }
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
