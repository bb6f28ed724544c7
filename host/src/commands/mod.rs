//! The subcommands, related ones in one module, and the table that lists them.
//!
//! A new subcommand needs a type that implements [`Subcommand`], and one line in [`TABLE`].

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::exit::{Exit, OrExit, Outcome};

mod advice;
mod batch;
mod bench;
mod boards;
mod book;
mod codec;
mod convert;
pub mod design;
mod generate;
mod ports;
mod program;
mod report;
mod serve;
mod sim;
mod solve;
mod validate;
mod virtual_board;

/// A subcommand: its parsed options, and the function that runs it.
pub trait Subcommand: Args + FromArgMatches {
    /// The name of the subcommand on the command line.
    const NAME: &'static str;

    /// Runs the subcommand.
    fn run(self) -> Outcome;
}

/// One row of [`TABLE`].
pub struct Entry {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Outcome,
}

impl Entry {
    const fn of<S: Subcommand>() -> Self {
        Self {
            name: S::NAME,
            augment: S::augment_args,
            run: |matches| S::from_arg_matches(matches).or_exit(Exit::Usage).and_then(S::run),
        }
    }

    /// The subcommand with its options and help, as clap's type.
    pub fn command(&self) -> Command {
        (self.augment)(Command::new(self.name))
    }
}

/// Every subcommand.
pub static TABLE: &[Entry] = &[
    Entry::of::<solve::Solve>(),
    Entry::of::<sim::Sim>(),
    Entry::of::<virtual_board::VirtualBoard>(),
    Entry::of::<codec::Encode>(),
    Entry::of::<codec::Decode>(),
    Entry::of::<validate::Validate>(),
    Entry::of::<batch::Batch>(),
    Entry::of::<advice::Hint>(),
    Entry::of::<advice::Check>(),
    Entry::of::<generate::Generate>(),
    Entry::of::<advice::Disambiguate>(),
    Entry::of::<convert::Render>(),
    Entry::of::<book::Book>(),
    Entry::of::<convert::Convert>(),
    Entry::of::<design::Verilog>(),
    Entry::of::<bench::Bench>(),
    Entry::of::<boards::Boards>(),
    Entry::of::<design::Bitstream>(),
    Entry::of::<boards::Flash>(),
    Entry::of::<boards::Setup>(),
    Entry::of::<design::Vivado>(),
    Entry::of::<report::Report>(),
    Entry::of::<ports::Ports>(),
    Entry::of::<serve::Serve>(),
    Entry::of::<program::Config>(),
    Entry::of::<program::Completions>(),
    Entry::of::<program::Man>(),
];

/// Runs the subcommand named on the command line.
pub fn run(matches: &ArgMatches) -> Outcome {
    let asked = matches.subcommand();
    let found = asked.and_then(|(name, matches)| {
        let entry = TABLE.iter().find(|entry| entry.name == name)?;
        Some((entry.run)(matches))
    });
    // The parser has already refused names that are not in the table.
    found.unwrap_or(Ok(Exit::Usage))
}
