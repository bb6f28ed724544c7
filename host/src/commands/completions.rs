//! `nonogram completions SHELL`: tab completion, by clap_complete.
//!
//! The scripts of bash, zsh and fish ask `nonogram ports --names` for what `--on` takes besides `sim`, `software` and
//! `port`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;

use super::Subcommand;
use crate::backend::{BACK_ENDS, builds};
use crate::exit::{Exit, Failure, Outcome};
use crate::find_port::PORT;
use crate::settings::Settings;
use crate::{cli, output, targets};

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
        let command = with_back_ends(cli::command(&Settings::default()), has_ports(self.shell));
        let mut command = with_boards(command)?;
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
    let values = BACK_ENDS.into_iter().chain([PORT]);
    let values = values.chain(ports.then_some(PORTS));
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

/// The command whose options for boards and builds list them.
fn with_boards(command: Command) -> Result<Command, Failure> {
    // Kept for as long as the program runs.
    let boards = targets::all()?
        .into_iter()
        .map(|board| board.name.leak() as &str);
    let boards = PossibleValuesParser::new(boards.collect::<Vec<_>>());
    let builds = PossibleValuesParser::new(builds());
    let lists = [
        ("board", &boards),
        ("boards", &boards),
        ("build", &builds),
        ("builds", &builds),
    ];
    Ok(command.mut_subcommands(|subcommand| {
        lists.iter().fold(subcommand, |subcommand, (id, values)| {
            let has_it = subcommand.get_arguments().any(|arg| arg.get_id() == *id);
            match has_it {
                true => subcommand.mut_arg(id, |arg| arg.value_parser((*values).clone())),
                false => subcommand,
            }
        })
    }))
}

/// The script with the mark replaced by what lists the ports.
fn with_ports(shell: Shell, script: &str) -> String {
    let [sim, software] = BACK_ENDS;
    match shell {
        // Without words of ours bash completes files itself, and escapes what their names have in them.
        Shell::Bash => script
            .replace(PORTS, &format!("$({LIST_PORTS})"))
            .replace("COMPREPLY=($(compgen -f \"${cur}\"))", "COMPREPLY=()"),
        // A plain list of zsh's is not expanded; an action in braces is run.
        Shell::Zsh => script.replace(
            &format!("({sim} {software} {PORT} {PORTS})"),
            &format!("{{compadd -- {sim} {software} {PORT} ${{(f)\"$({LIST_PORTS})\"}}}}"),
        ),
        Shell::Fish => script.replace(&format!("{PORTS}\\t''"), &format!("({LIST_PORTS})")),
        _ => script.to_owned(),
    }
}
