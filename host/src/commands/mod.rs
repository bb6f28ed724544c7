//! The subcommands, related ones in one module.
//!
//! A new subcommand needs a type with its options and a method `run`, and its lines in [`Command`].

use clap::Subcommand;

use crate::exit::Outcome;

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

/// A subcommand with its options.
#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one")]
pub enum Command {
    Solve(solve::Solve),
    Sim(sim::Sim),
    VirtualBoard(virtual_board::VirtualBoard),
    Encode(codec::Encode),
    Decode(codec::Decode),
    Validate(validate::Validate),
    Batch(batch::Batch),
    Hint(advice::Hint),
    Check(advice::Check),
    Generate(generate::Generate),
    Disambiguate(advice::Disambiguate),
    Render(convert::Render),
    Book(book::Book),
    Convert(convert::Convert),
    Verilog(design::Verilog),
    Bench(bench::Bench),
    Boards(boards::Boards),
    Bitstream(design::Bitstream),
    Flash(boards::Flash),
    Setup(boards::Setup),
    Vivado(design::Vivado),
    Report(report::Report),
    Ports(ports::Ports),
    Serve(serve::Serve),
    Config(program::Config),
    Completions(program::Completions),
    Man(program::Man),
}

impl Command {
    pub fn run(self) -> Outcome {
        match self {
            Self::Solve(it) => it.run(),
            Self::Sim(it) => it.run(),
            Self::VirtualBoard(it) => it.run(),
            Self::Encode(it) => it.run(),
            Self::Decode(it) => it.run(),
            Self::Validate(it) => it.run(),
            Self::Batch(it) => it.run(),
            Self::Hint(it) => it.run(),
            Self::Check(it) => it.run(),
            Self::Generate(it) => it.run(),
            Self::Disambiguate(it) => it.run(),
            Self::Render(it) => it.run(),
            Self::Book(it) => it.run(),
            Self::Convert(it) => it.run(),
            Self::Verilog(it) => it.run(),
            Self::Bench(it) => it.run(),
            Self::Boards(it) => it.run(),
            Self::Bitstream(it) => it.run(),
            Self::Flash(it) => it.run(),
            Self::Setup(it) => it.run(),
            Self::Vivado(it) => it.run(),
            Self::Report(it) => it.run(),
            Self::Ports(it) => it.run(),
            Self::Serve(it) => it.run(),
            Self::Config(it) => it.run(),
            Self::Completions(it) => it.run(),
            Self::Man(it) => it.run(),
        }
    }
}
