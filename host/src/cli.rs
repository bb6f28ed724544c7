//! The command line as a whole: program name, version, exit codes, and the subcommands' table.
//!
//! [`command`] builds it; options shared by several subcommands live in [`crate::input`] and
//! [`crate::backend`].

use clap::Command;

use crate::commands;

const EXIT_CODES: &str = "\
Exit codes:
  0    solved, or done
  1    internal or I/O fault
  2    wrong usage, or bad input
  3    unsolvable
  4    stalled, partial, or not unique
  5    link fault: timeout, framing, bad check, wrong picture
  6    a needed tool is missing
  130  interrupted by Ctrl-C
With several puzzles, the highest of theirs. A closed pipe on stdout is success.";

/// The command with all its subcommands.
pub fn command() -> Command {
    let program = Command::new("nonogram")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Solves nonograms on an FPGA, on its cycle-accurate simulation, or in software")
        .after_help(EXIT_CODES)
        .subcommand_required(true)
        .arg_required_else_help(true);
    commands::TABLE.iter().fold(program, |program, entry| {
        program.subcommand(entry.command())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn is_consistent() {
        super::command().debug_assert();
    }

    #[test]
    fn every_subcommand_shows_an_example() {
        for mut subcommand in super::command().get_subcommands().cloned() {
            let help = subcommand.render_long_help().to_string();
            let example = format!("nonogram {}", subcommand.get_name());
            let shown = help.rsplit_once("Example").map(|(_, after)| after);
            assert!(
                shown.is_some_and(|after| after.contains(&example)),
                "{help}"
            );
        }
    }
}
