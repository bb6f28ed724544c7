//! `nonogram completions SHELL`: tab completion, by clap_complete.

use clap::Args;
use clap_complete::Shell;

use super::Subcommand;
use crate::exit::{Exit, Outcome};
use crate::{cli, output};

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Example:
  nonogram completions bash > ~/.local/share/bash-completion/completions/nonogram")]
pub struct Completions {
    /// The shell to complete in
    shell: Shell,
}

impl Subcommand for Completions {
    const NAME: &'static str = "completions";

    fn run(self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut cli::command(&Default::default()),
            "nonogram",
            &mut script,
        );
        output::stdout(script)?;
        Ok(Exit::Solved)
    }
}
