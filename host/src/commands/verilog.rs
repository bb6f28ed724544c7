//! `nonogram verilog`: writes the design as SystemVerilog.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use nonogram_verilog::Parameters;

use super::Subcommand;
use crate::backend::{DEFAULT_BUILD, builds};
use crate::exit::{Exit, OrExit, Outcome};
use crate::output;
use crate::values::Timing;

/// Write the FPGA design as SystemVerilog
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram verilog > classic11.sv
  nonogram verilog --build classic16 --output design.sv
  nonogram verilog --build clue32 --clock 100e6 --baud 3000000 --output design.sv
  nonogram verilog --build clue32 --top stream --clock 100e6 --output core.sv
  nonogram verilog --all build/verilog")]
pub struct Verilog {
    /// The design to write
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BUILD,
          value_parser = PossibleValuesParser::new(builds()))]
    build: String,

    /// The top module: the design behind a UART (all modules), or behind AXI4-Streams (only its modules)
    #[arg(long, value_enum, default_value_t)]
    top: TopName,

    #[command(flatten)]
    timing: Timing,

    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write every design to a folder, as NAME.sv
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["build", "output"])]
    all: Option<PathBuf>,
}

/// A top module.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum TopName {
    #[default]
    Uart,
    Stream,
}

impl Subcommand for Verilog {
    const NAME: &'static str = "verilog";

    fn run(self) -> Outcome {
        // The options are the default values of the top module's parameters.
        let default = Parameters::default();
        let (parameters, write): (_, fn(&str, &_) -> _) = match self.top {
            TopName::Uart => (self.timing.parameters(&default)?, nonogram_verilog::verilog),
            TopName::Stream => {
                let clock = self.timing.clock.unwrap_or(default.clock_hz.into());
                let parameters = Parameters::of_stream(clock).or_exit(Exit::Usage)?;
                (parameters, nonogram_verilog::stream_verilog)
            }
        };
        let verilog = |build: &str| write(build, &parameters).or_exit(Exit::Usage);
        match &self.all {
            None => output::write(self.output.as_deref(), verilog(&self.build)?)?,
            Some(folder) => {
                output::folder(folder)?;
                for build in builds() {
                    output::file(&folder.join(build).with_extension("sv"), verilog(build)?)?;
                }
            }
        }
        Ok(Exit::Solved)
    }
}
