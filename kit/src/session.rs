//! A board for programs other than the command: a board on a serial port or behind UDP, or the simulated one.
//!
//! [`Session::on_port`] and [`Session::simulated`] open a board, and [`Session::solve`] solves a puzzle on it.
//! [`request`](crate::stop::request) ends the current work of all sessions in the process.

use std::io::Write;
use std::time::Duration;

use nonogram_protocol::CoreKind;
use nonogram_puzzles::Puzzle;
use nonogram_sim::{Engine, SimError};

use crate::answer::{Answer, Source};
use crate::device::{
    Designs, Device, LIMIT_ON_PORT, PortOptions, SearchTerms, Simulated, Transport,
};
use crate::exit::{Exit, Failure, OrExit};

/// A board that solves puzzles.
pub struct Session {
    device: Device,
    /// The time limit of a search for which none is given; `None` for no limit.
    usual_limit: Option<Duration>,
    /// The core of the simulated build that was named; `None` for a port, and if the build is chosen for each puzzle.
    core: Option<CoreKind>,
}

impl Session {
    /// Opens a board on a serial port, or behind UDP at `udp://ADDRESS:PORT`.
    ///
    /// # Errors
    /// The port cannot be opened.
    pub fn on_port(port: &str, options: PortOptions) -> Result<Self, Failure> {
        Ok(Self {
            device: options.open(port, SearchTerms::default(), "")?,
            usual_limit: Some(LIMIT_ON_PORT),
            core: None,
        })
    }

    /// The simulated board with a build, or with the first build that fits each puzzle. The first build that is simulated
    /// writes its signals to `waveform`, as VCD.
    ///
    /// # Errors
    /// The build is unknown.
    pub fn simulated(
        build: Option<&str>,
        engine: Engine,
        waveform: Option<Box<dyn Write>>,
    ) -> Result<Self, Failure> {
        let find = |name: &str| {
            let build = nonogram_verilog::build(name);
            build.ok_or_else(|| SimError::UnknownBuild(name.to_owned()))
        };
        let designs = Designs {
            core: None,
            build: build.map(find).transpose().or_exit(Exit::Usage)?,
            ..Designs::default()
        };
        let mut board = Simulated::new(designs);
        (board.engine, board.waveform) = (engine, waveform);
        let board = Transport::Simulated(board);
        Ok(Self {
            device: Device::simulated(board, false, SearchTerms::default()),
            usual_limit: None,
            core: designs.asked(),
        })
    }

    /// Solves a puzzle, called `name` in errors. A core that searches ends its search after `limit`; the default limit is 60 s on a
    /// port, and none in simulation. Other cores need no limit, because they end with line logic. A puzzle whose row and column sums
    /// differ is unsolvable, and is not sent.
    ///
    /// # Errors
    /// A limit is given for a simulated build whose core does not search, the link fails, the reply is rejected, or the puzzle is too
    /// large for the board, is too large to be sent without [`PortOptions::force`], or has several colours; [`Failure::Interrupted`]
    /// after [`request`](crate::stop::request).
    pub fn solve(
        &mut self,
        puzzle: &Puzzle,
        name: &str,
        limit: Option<Duration>,
    ) -> Result<Answer, Failure> {
        let idle = self.core.filter(|&core| core != CoreKind::Clue);
        if let (Some(core), Some(_)) = (idle, limit) {
            let here = format!("with the core {core}");
            return Err(Failure::without_effect("limit", &here));
        }
        if !puzzle.sums_agree() {
            return Ok(Answer::impossible(puzzle));
        }
        let source = Source { file: name.to_owned(), number: None, puzzle: puzzle.clone() };
        self.device.limit_search(limit.or(self.usual_limit));
        self.device.solve(&source, &mut |_| {})
    }
}
