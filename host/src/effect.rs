//! Options that have no effect together with others: one table, for what clap's `conflicts_with` and `requires` cannot express.
//!
//! [`check`] refuses the first such option of a subcommand before the subcommand runs.

use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;
use nonogram_kit::device::{SIM, UDP};
use nonogram_protocol::CoreKind;
use nonogram_solver::Engine;
use nonogram_verilog::Build;

use crate::backend::{SOFTWARE, Simulator};
use crate::commands::design::TopName;
use crate::exit::{Exit, Failure};
use crate::output;

/// A row of the table: options of a subcommand, and why they have no effect here, if so, as the rest of the message.
struct Row {
    subcommands: &'static [&'static str],
    options: &'static [&'static str],
    without_effect: fn(&Given) -> Option<String>,
}

/// A row of the table.
const fn row(
    subcommands: &'static [&'static str],
    options: &'static [&'static str],
    without_effect: fn(&Given) -> Option<String>,
) -> Row {
    Row { subcommands, options, without_effect }
}

const ENGINES: &[&str] = &["engine", "all", "node-limit"];
const SEVERAL: &[&str] = &["max-solutions"];
const PORT: &[&str] = &["no-check", "retries", "timeout", "force"];
const CLUE_CORE: &[&str] = &["line-logic", "time-limit"];

/// The options without effect; the first row that applies is reported.
static TABLE: &[Row] = &[
    row(&["solve"], &["count", "grid"], Given::needs_software),
    row(&["solve"], ENGINES, Given::needs_software),
    row(&["solve"], SEVERAL, |given| given.needs_software().filter(|_| given.wants_several())),
    row(&["solve"], &["core", "build", "line-logic", "simulator", "baud", "check"], |given| {
        given.is_on(SOFTWARE).then(|| given.with_on())
    }),
    row(&["solve"], PORT, |given| {
        (given.is_on(SOFTWARE) || given.is_on(SIM)).then(|| given.with_on())
    }),
    row(&["solve"], &["build", "simulator"], |given| {
        (!given.is_on(SOFTWARE) && !given.is_on(SIM)).then(|| given.with_on())
    }),
    row(&["solve", "batch"], &["baud"], |given| {
        let has_baud = |on: &String| !on.starts_with(UDP) && on != SIM;
        let without = given.has("on") && !given.values("on").any(has_baud);
        (without && !given.is_on(SIM)).then(|| given.with_on())
    }),
    row(&["solve"], CLUE_CORE, Given::other_core),
    row(&["solve"], SEVERAL, Given::other_core),
    row(&["batch"], ENGINES, Given::needs_no_device),
    row(&["batch"], SEVERAL, |given| given.needs_no_device().filter(|_| given.wants_several())),
    row(&["batch"], &["baud", "retries", "timeout", "force"], |given| {
        (given.has("on") && given.is_on(SIM)).then(|| with_on(SIM))
    }),
    row(&["solve", "batch"], &["node-limit"], |given| {
        let engine = given.engine();
        matches!(engine, Engine::Lines | Engine::Dnf)
            .then(|| format!("with the engine {engine}, which makes no decisions: leave it out"))
    }),
    row(&["sim"], &["no-lock-step"], |given| {
        let compared = [Simulator::Compiled, Simulator::RustHdl];
        let engine = given.value::<Simulator>("engine");
        let is_compared = engine.map_or(!given.has("bitstream"), |it| compared.contains(&it));
        (!is_compared).then(|| {
            "with the engines icarus and verilator, which are not compared with the model: leave it out".to_owned()
        })
    }),
    row(&["sim"], &["core"], |given| {
        given
            .has("bitstream")
            .then(|| "with --bitstream, whose build determines the core: leave it out".to_owned())
    }),
    row(&["solve", "sim", "render"], &["style"], |given| {
        let instead = given.instead_of_a_drawing()?;
        Some(format!("with {instead}: leave it out"))
    }),
    row(&["verilog"], &["baud"], |given| {
        (given.value("top") == Some(TopName::Stream))
            .then(|| "with --top stream, which has no UART: leave it out".to_owned())
    }),
    row(&["generate"], &["tries"], |given| {
        let demands = ["unique", "line-solvable", "difficulty"];
        (!demands.iter().any(|option| given.has(option)))
            .then(|| "without --unique, --line-solvable or --difficulty: leave it out".to_owned())
    }),
    row(&["generate"], &["threshold", "max-side", "invert"], |given| {
        (!given.has("image")).then(|| "without --image: leave it out".to_owned())
    }),
];

/// Refuses the first option that has no effect.
///
/// # Errors
/// An option has no effect; the message names it and the reason.
pub fn check(subcommand: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let given = Given(matches.clone());
    let rows = TABLE.iter().filter(|row| row.subcommands.contains(&subcommand));
    for row in rows {
        if let Some(option) = row.options.iter().find(|option| given.has(option))
            && let Some(why) = (row.without_effect)(&given)
        {
            let message = format!("--{option} has no effect {why}");
            return Err(Failure::new(Exit::Usage, message));
        }
    }
    Ok(())
}

/// The reason for an option without effect with this value of `--on`.
fn with_on(on: &str) -> String {
    format!("with `--on {on}`: leave it out")
}

/// What is given on the command line.
struct Given(ArgMatches);

impl Given {
    /// Whether an option is given.
    fn has(&self, option: &str) -> bool {
        let id = option.replace('-', "_");
        let is_present = self.0.try_contains_id(&id).unwrap_or(false);
        is_present && self.0.value_source(&id) == Some(ValueSource::CommandLine)
    }

    /// The value of an option, also if it is the default; `None` if the subcommand has no such option.
    fn value<T: Clone + Send + Sync + 'static>(&self, option: &str) -> Option<T> {
        self.0.try_get_one::<T>(option).ok().flatten().cloned()
    }

    /// The option with which no picture is drawn for people, if one is given.
    fn instead_of_a_drawing(&self) -> Option<&'static str> {
        let path = |option| self.value::<PathBuf>(option);
        let is_stdout = |option| path(option).is_some_and(|path| output::is_stdout(&path));
        let options = [
            (self.has("json"), "--json"),
            (self.has("count"), "--count"),
            (self.has("output") && !is_stdout("output"), "--output"),
            (self.has("to"), "--to"),
            (is_stdout("vcd"), "--vcd -"),
            (is_stdout("trace"), "--trace -"),
        ];
        let mut given = options.into_iter().filter(|(given, _)| *given);
        given.next().map(|(_, name)| name)
    }

    /// The texts that an option has as its values.
    fn values(&self, option: &str) -> impl Iterator<Item = &String> {
        self.0.get_many(option).into_iter().flatten()
    }

    /// Whether every value of `--on`, or its default, is this one.
    fn is_on(&self, on: &str) -> bool {
        let mut values = self.values("on");
        let first = values.next().map_or(SIM, String::as_str);
        first == on && values.all(|value| value == on)
    }

    /// The reason for an option without effect with the value of `--on`.
    fn with_on(&self) -> String {
        with_on(&self.value::<String>("on").unwrap_or_else(|| SIM.to_owned()))
    }

    /// Why an option of the software engines has no effect: `--on` selects a device.
    fn needs_software(&self) -> Option<String> {
        (!self.is_on(SOFTWARE)).then(|| format!("{}, or use `--on {SOFTWARE}`", self.with_on()))
    }

    /// Why an option of the software engines has no effect in `batch`: devices solve the puzzles.
    fn needs_no_device(&self) -> Option<String> {
        self.has("on").then(|| "with --on: leave it out".to_owned())
    }

    /// Why an option of the clue core has no effect on the simulated board: another core is requested.
    fn other_core(&self) -> Option<String> {
        let build = self.value::<&'static Build>("build").map(Build::core);
        let core = self.value::<CoreKind>("core").or(build);
        let other = core.filter(|&core| core != CoreKind::Clue && self.is_on(SIM));
        other.map(|core| format!("with the core {core}: leave it out"))
    }

    /// The software engine.
    fn engine(&self) -> Engine {
        self.value("engine").unwrap_or_default()
    }

    /// Whether more than one solution is requested by number.
    fn wants_several(&self) -> bool {
        self.value::<usize>("max_solutions").is_some_and(|most| most > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    #[test]
    fn every_option_of_the_table_exists() {
        for row in TABLE {
            for name in row.subcommands {
                let entry = commands::TABLE.iter().map(commands::Entry::command);
                let mut found = entry.filter(|command| command.get_name() == *name);
                let command = found.next().expect(name);
                for option in row.options {
                    let mut options = command.get_arguments();
                    assert!(options.any(|arg| arg.get_long() == Some(option)), "{name} --{option}");
                }
            }
        }
    }
}
