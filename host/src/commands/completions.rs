//! `nonogram completions SHELL`: tab completion, by clap_complete.
//!
//! The scripts of bash, zsh and fish ask `nonogram ports --names` for what `--on` takes besides `sim` and `software`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;

use super::Subcommand;
use crate::backend::BACK_ENDS;
use crate::exit::{Exit, Outcome};
use crate::settings::Settings;
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

/// What stands for the ports in a script until it is replaced.
const PORTS: &str = "@PORTS@";

/// Lists the ports when the script runs.
const LIST_PORTS: &str = "nonogram ports --names 2>/dev/null";

impl Subcommand for Completions {
    const NAME: &'static str = "completions";

    fn run(self) -> Outcome {
        let mut script = Vec::new();
        let mut command = with_back_ends(cli::command(&Settings::default()), has_ports(self.shell));
        clap_complete::generate(self.shell, &mut command, "nonogram", &mut script);
        let script = String::from_utf8_lossy(&script);
        output::stdout(with_ports(self.shell, &script))?;
        Ok(Exit::Solved)
    }
}

/// Whether the shell's script can ask for the ports.
fn has_ports(shell: Shell) -> bool {
    matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish)
}

/// The command whose `--on` lists the back ends, and a mark for the ports.
fn with_back_ends(command: Command, ports: bool) -> Command {
    let values = BACK_ENDS.into_iter().chain(ports.then_some(PORTS));
    let values = PossibleValuesParser::new(values);
    command.mut_subcommands(|subcommand| {
        let takes_on = subcommand.get_arguments().any(|arg| arg.get_id() == "on");
        match takes_on {
            true => subcommand.mut_arg("on", |arg| {
                arg.value_parser(values.clone()).hide_possible_values(false)
            }),
            false => subcommand,
        }
    })
}

/// The script with the mark replaced by what lists the ports.
fn with_ports(shell: Shell, script: &str) -> String {
    let [sim, software] = BACK_ENDS;
    match shell {
        Shell::Bash => script.replace(PORTS, &format!("$({LIST_PORTS})")),
        // A plain list of zsh's is not expanded; an action in braces is run.
        Shell::Zsh => script.replace(
            &format!("({sim} {software} {PORTS})"),
            &format!("{{compadd -- {sim} {software} ${{(f)\"$({LIST_PORTS})\"}}}}"),
        ),
        Shell::Fish => script.replace(&format!("{PORTS}\\t''"), &format!("({LIST_PORTS})")),
        _ => script.to_owned(),
    }
}
