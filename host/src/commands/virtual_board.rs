//! `nonogram virtual-board`: serves the simulated FPGA on a pseudo-terminal, with nonogram-sim.
//!
//! Programs for serial ports can open the pseudo-terminal. The command fails on systems other than Unix.

use clap::Args;

use super::Subcommand;
use crate::backend::Hardware;
use crate::exit::Outcome;
use crate::values::{Timing, probability};

/// Serve a simulated board on a pseudo-terminal, for any serial program
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram virtual-board
  nonogram solve --on /dev/pts/7 puzzle.non     (in another terminal, with the path printed)
  nonogram virtual-board --core parallel
  nonogram virtual-board --faults 0.001 --seed 7

The first line on stdout is the path, which programs can open one after the other. The command runs until \
Ctrl-C or a request to terminate, and then exits with code 0.")]
pub struct VirtualBoard {
    #[command(flatten)]
    hardware: Hardware,

    #[command(flatten)]
    timing: Timing,

    /// Inject faults into the serial line: the probability that a byte, in either direction, suffers a fault (a flipped
    /// bit, a lost, duplicated or stray byte, or a break)
    #[arg(long, value_name = "RATE", default_value_t = 0.0, value_parser = probability)]
    faults: f64,

    /// Seed of the random numbers for faults [default: 0]
    #[arg(long, value_name = "N", requires = "faults")]
    seed: Option<u64>,
}

impl Subcommand for VirtualBoard {
    const NAME: &'static str = "virtual-board";

    fn run(self) -> Outcome {
        self.serve()
    }
}

#[cfg(not(unix))]
impl VirtualBoard {
    fn serve(self) -> Outcome {
        use crate::exit::{Exit, Failure};
        Err(Failure::new(
            Exit::Usage,
            "virtual-board needs a pseudo-terminal, which this system does not have; expected Linux or macOS: \
             `nonogram solve` simulates a board without one",
        ))
    }
}

#[cfg(unix)]
impl VirtualBoard {
    fn serve(self) -> Outcome {
        use anyhow::Context;
        use nonogram_sim::virtual_board::{Line, Port, serve};
        use nonogram_sim::{Drive, Engine, SimBoard, SimError};
        use nonogram_verilog::Parameters;

        use crate::exit::{Exit, OrExit};
        use crate::{output, stop};

        let _guard = stop::guard();
        let parameters = self.timing.parameters(&Parameters::default())?;
        let name = self.hardware.build_or_first()?.name;
        let mut board =
            SimBoard::with_engine(name, Drive::default(), Engine::COMPILED, &parameters)
                .or_exit(Exit::Usage)?;
        let mut port = Port::open()
            .context(
                "cannot open a pseudo-terminal; expected a free one and access to /dev/ptmx: close unused terminals, \
                 or check /dev/ptmx (on Linux, also that /dev/pts is mounted)",
            )
            .or_exit(Exit::Fault)?;
        let path = port.path().display().to_string();
        output::stdout(format!("{path}\n"))?;
        let build = board.build();
        say!(
            "nonogram: {} at {path} accepts boards of up to {} x {}; Ctrl-C stops it",
            build.name,
            build.side(),
            build.side()
        );
        let mut line = Line::noisy(self.faults, self.seed.unwrap_or_default());
        serve(&mut board, &mut port, &mut line, stop::flag())
            .map_err(|error| {
                let failed = match error {
                    SimError::Io(_) => "the pseudo-terminal failed; start the command again",
                    _ => "the simulated board failed; please report this defect",
                };
                anyhow::Error::new(error).context(format!("{path}: {failed}"))
            })
            .or_exit(Exit::Fault)?;
        if self.faults > 0.0 {
            say!("nonogram: to the board: {}", line.to_board);
            say!("nonogram: to the host: {}", line.to_host);
        }
        Ok(Exit::Solved)
    }
}
