//! What solves a puzzle: a far end behind a link, or software.
//!
//! [`Backend`] is all that the commands see; [`Choice`] holds the options that select one.

mod board;
mod evolution;
pub mod software;
mod verify;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use nonogram_hdl::{BUILDS, Build};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::Engine;

use crate::cli;
use crate::exit::{Exit, Failure};
use crate::find_port::{PORT, find_port};
use crate::link::Progress;
use crate::link::serial::Serial;
use crate::link::sim::Sim;
use crate::settings::Settings;
pub use board::Board;
use software::{SearchOptions, Software};

/// How a puzzle came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every cell is known.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// Some cells stay unknown.
    Stalled,
    /// There is more than one solution.
    Multiple,
}

impl Verdict {
    /// Its word in `--json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stalled => "stalled",
            Self::Multiple => "multiple",
        }
    }

    /// The exit code that says it.
    pub fn exit(self) -> Exit {
        match self {
            Self::Solved => Exit::Solved,
            Self::Unsolvable => Exit::Unsolvable,
            Self::Stalled | Self::Multiple => Exit::Stalled,
        }
    }
}

/// A back end's answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// What is known of the picture; the first solution, where there are several.
    pub grid: Grid,
    /// The other solutions that were asked for.
    pub more: Vec<Grid>,
    /// Bytes that went to the far end.
    pub bytes_sent: u64,
    /// Bytes that came back.
    pub bytes_received: u64,
    /// The core's clock cycles, where they are known.
    pub cycles: Option<u64>,
    /// Clock cycles of the whole exchange, where they are known.
    pub clocks: Option<u64>,
    /// For a software engine, whether the solution is the only one, as far as that is settled.
    pub unique: Option<Option<bool>>,
    /// The option that ended a software engine's search before its time.
    pub limit: Option<&'static str>,
    /// How the board came through, where there was one.
    pub trip: Option<Trip>,
}

/// How a board came through its link.
#[derive(Clone, Copy, Debug)]
pub struct Trip {
    /// Times that it was sent again.
    pub retries: u32,
    /// It had a check message, and so had its reply.
    pub check: bool,
    /// The core that the far end names.
    pub core: Option<&'static str>,
    /// From its first byte to the last of the reply.
    pub elapsed: Duration,
}

impl Answer {
    /// "Unsolvable", found out without asking anybody.
    pub fn impossible(puzzle: &Puzzle) -> Self {
        Self {
            verdict: Verdict::Unsolvable,
            grid: Grid::new(puzzle.row_count(), puzzle.column_count()),
            more: Vec::new(),
            bytes_sent: 0,
            bytes_received: 0,
            cycles: None,
            clocks: None,
            unique: None,
            limit: None,
            trip: None,
        }
    }
}

/// Watches a back end at work: the boards' size on the wire, then progress.
pub trait Observer {
    /// So many bytes are about to be sent and received.
    fn begin(&mut self, bytes: u64);
    /// They have come this far.
    fn progress(&mut self, progress: Progress);
    /// The board of this puzzle, counted from 0, is sent again, for the time `retry` of `limit`.
    fn again(&mut self, puzzle: usize, why: &Failure, retry: u32, limit: u32);
}

/// Takes the result of each puzzle, counted from 0, in order.
pub type Each<'a> = &'a mut dyn FnMut(usize, Result<Answer, Failure>) -> Result<(), Failure>;

/// Something that solves puzzles.
pub trait Backend {
    /// Solves one puzzle whose row and column sums agree.
    fn solve(&mut self, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Answer, Failure>;

    /// Solves several; the failure of one does not stop the others.
    ///
    /// # Errors
    /// Those of `each`, and Ctrl-C.
    fn solve_all(
        &mut self,
        puzzles: &[&Puzzle],
        observer: &mut dyn Observer,
        each: Each<'_>,
    ) -> Result<(), Failure> {
        for (number, puzzle) in puzzles.iter().enumerate() {
            let result = self.solve(puzzle, observer);
            each(number, result)?;
        }
        Ok(())
    }

    /// How many puzzles [`Backend::solve_all`] should get at once.
    fn batch(&self) -> usize {
        1
    }
}

/// The options that say what solves the puzzles.
#[derive(Args, Clone, Debug)]
pub struct Choice {
    /// What solves: the simulated board, software, a board on the serial port of this name, or on the
    /// port that is found (`port`)
    #[arg(long, value_name = "sim|software|port|NAME", default_value = SIM)]
    pub on: String,

    #[command(flatten)]
    hardware: Hardware,

    /// Baud rate of the link [default: that of the simulated build, or 9600]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,

    /// Send a check message with each board, and expect one with each reply [default on a port:
    /// where the far end says that it answers with one]
    #[arg(long, overrides_with = "no_check")]
    check: bool,

    /// Send no check messages, and nothing else but the published protocol
    #[arg(long, overrides_with = "check")]
    no_check: bool,

    /// On a port, times that a board is sent again when its reply is bad, short or missing
    #[arg(long, value_name = "N", default_value_t = RETRIES)]
    retries: u32,

    /// Seconds of silence after which to give up [default: from the board's size and the baud]
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,

    #[command(flatten, next_help_heading = "In software")]
    search: SearchOptions,

    #[command(flatten, next_help_heading = "With --engine genetic")]
    evolution: evolution::Options,

    /// A partial grid whose cells are given: a line a row of `#`, `-` and `?`
    #[arg(long, value_name = "FILE", help_heading = "In software")]
    grid: Option<PathBuf>,
}

/// The core that is simulated when none is asked for.
const CLASSIC: &str = "classic";

/// The options that say which design is simulated.
#[derive(Args, Clone, Debug)]
pub struct Hardware {
    /// The solving core [default: the build's, or classic]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(cores()))]
    core: Option<String>,

    /// The simulated build [default: the smallest of the core's that takes the puzzle]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(builds()))]
    pub build: Option<String>,
}

impl Hardware {
    /// The simulated boards of this choice.
    pub fn open(&self) -> Result<Sim, Failure> {
        Ok(Sim::new(self.core(), self.build()?))
    }

    /// The core that was asked for, or the one of the build, or the classic one.
    pub fn core(&self) -> &str {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        let usual = build.map_or(CLASSIC, |build| build.core);
        self.core.as_deref().unwrap_or(usual)
    }

    /// The baud rate of the build that was asked for, or the usual one.
    pub fn baud(&self) -> u32 {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        build.map_or(DEFAULT_BAUD, |build| build.identity.baud)
    }

    /// The build that was asked for, if any.
    pub fn build(&self) -> Result<Option<&'static Build>, Failure> {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        if let Some(build) = build
            && build.core != self.core()
        {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "build {} has the core {}; expected {}: leave --build out, or correct --core",
                    build.name,
                    build.core,
                    self.core()
                ),
            ));
        }
        Ok(build)
    }
}

/// The names of all builds.
pub fn builds() -> Vec<&'static str> {
    BUILDS.iter().map(|build| build.name).collect()
}

/// The names of all cores.
pub fn cores() -> Vec<&'static str> {
    let mut cores = Vec::new();
    for build in BUILDS {
        if !cores.contains(&build.core) {
            cores.push(build.core);
        }
    }
    cores
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .map_err(|_| "expected seconds, such as 2.5".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration.is_zero() {
        return Err("expected more than 0 seconds".to_owned());
    }
    Ok(duration)
}

/// The build with the published design's limits.
pub const DEFAULT_BUILD: &str = "classic11";
/// The published design's baud rate.
pub const DEFAULT_BAUD: u32 = 9600;

/// Of boards that meet a fault half of the time, one in 250 meets it eight times in a row.
const RETRIES: u32 = 7;

/// The `--on` that needs no board.
const SIM: &str = "sim";
/// The `--on` that needs no hardware at all.
const SOFTWARE: &str = "software";

impl Choice {
    /// Whether cells of the picture are given.
    pub fn has_given_cells(&self) -> bool {
        self.grid.is_some()
    }

    /// The core to report; software has none.
    pub fn core(&self) -> Option<&str> {
        (self.on != SOFTWARE).then(|| self.hardware.core())
    }

    /// Whether the far end is on a serial port.
    pub fn is_port(&self) -> bool {
        ![SIM, SOFTWARE].contains(&self.on.as_str())
    }

    /// The link's baud rate.
    pub fn baud(&self) -> u32 {
        let usual = match self.on == SIM {
            true => self.hardware.baud(),
            false => DEFAULT_BAUD,
        };
        self.baud.unwrap_or(usual)
    }

    /// Check messages as they were asked for.
    fn check(&self) -> Option<bool> {
        match (self.check, self.no_check) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The software engine to report; hardware has none.
    pub fn engine(&self) -> Option<&'static str> {
        (self.on == SOFTWARE).then(|| self.search.engine().name())
    }

    /// Whether more than one solution was asked for.
    pub fn wants_several(&self) -> bool {
        self.search.wants_several()
    }

    /// Finds the port that `--on port` leaves open, and takes the user's rate for ports.
    ///
    /// # Errors
    /// There is none, or there are several and nobody can be asked.
    pub fn find_port(&mut self) -> Result<(), Failure> {
        if !self.is_port() {
            return Ok(());
        }
        let settings = Settings::load()?;
        if self.on == PORT {
            self.on = find_port(&settings, cli::is_non_interactive())?;
        }
        self.baud = self.baud.or(settings.baud);
        Ok(())
    }

    /// Opens the chosen back end.
    pub fn open(&self) -> Result<Box<dyn Backend>, Failure> {
        let given = self.search.given().or(self.grid.as_ref().map(|_| "--grid"));
        let given = given.or(self.evolution.given());
        if let Some(option) = given
            && self.on != SOFTWARE
        {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{option} is an option of the software engines; expected none with `--on {}`: \
                     leave it out, or solve `--on {SOFTWARE}`",
                    self.on
                ),
            ));
        }
        match self.on.as_str() {
            SOFTWARE => {
                self.search.check()?;
                let engine = self.search.engine();
                if let (Some(option), true) = (self.evolution.given(), engine != Engine::Genetic) {
                    return Err(software::misplaced(option, Engine::Genetic, engine));
                }
                Ok(Box::new(Software {
                    options: self.search.clone(),
                    given: self.grid.clone(),
                    evolution: self.evolution.clone(),
                    record: evolution::Record::default(),
                }))
            }
            SIM => {
                let link = Box::new(self.hardware.open()?);
                Ok(Box::new(Board::new(SIM.to_owned(), link, self.check)))
            }
            port => {
                tracing::info!(port, baud = self.baud(), "opens");
                let serial = Serial::open(port, self.baud(), self.timeout)
                    .map_err(|error| Failure::new(Exit::Link, format!("{port}: {error}")))?;
                let board = Board::new(port.to_owned(), Box::new(serial), self.check);
                Ok(Box::new(board.with_retries(self.check(), self.retries)))
            }
        }
    }
}
