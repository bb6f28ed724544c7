//! The exit codes of the command, and the failures that lead to them.
//!
//! [`Failure`] carries the exit code with the error; [`OrExit`] attaches an exit code to an error. [`Exit::of_solution`] and
//! [`Exit::of_number`] have the code for a verdict; standings and hints convert to [`Exit`].

use std::process::ExitCode;

use nonogram_solver::hint::Hint;
use nonogram_solver::{End, Standing, Verdict};

use crate::stop;

/// The exit codes; with several puzzles, the highest applies, except in `batch`, which ends with 0 or 2 once all input is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Solved, or done.
    #[default]
    Solved = 0,
    /// An internal or I/O fault, a called program that fails, or a build that does not fit or does not meet its timing.
    Fault = 1,
    /// Wrong usage, or bad input.
    Usage = 2,
    /// The puzzle has no solution, or none with the given cells.
    Unsolvable = 3,
    /// A partial result, several solutions, or nothing found within the limits.
    Stalled = 4,
    /// The link failed: no port is found, the port cannot be opened or fails, or the reply is missing, is invalid, fails its check or
    /// violates a clue.
    Link = 5,
    /// A required program is missing.
    Tool = 6,
    /// Stopped by Ctrl-C or a request to terminate; the code with which shells report Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The code for a puzzle of which a solution was requested.
    pub fn of_solution(verdict: Verdict, end: End) -> Self {
        match verdict {
            Verdict::Unique | Verdict::Solved => Self::Solved,
            Verdict::Unsolvable => Self::Unsolvable,
            Verdict::Multiple => Self::Stalled,
            Verdict::Stalled => Self::unsettled(end),
        }
    }

    /// The code for a puzzle of which the number of solutions was requested, which one solution alone does not settle.
    pub fn of_number(verdict: Verdict, end: End) -> Self {
        match verdict {
            Verdict::Solved => Self::unsettled(end),
            verdict => Self::of_solution(verdict, end),
        }
    }

    /// The code for a run that ended before its verdict was settled, which is the same for every end.
    fn unsettled(end: End) -> Self {
        match end {
            End::Complete
            | End::Enough
            | End::Stalled
            | End::LineLogic
            | End::TimeLimit
            | End::NodeLimit
            | End::Unfit
            | End::MemoryFull => Self::Stalled,
        }
    }
}

impl From<Standing> for Exit {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Solved | Standing::Fine => Self::Solved,
            Standing::Wrong | Standing::Unsolvable => Self::Unsolvable,
            Standing::Unsettled => Self::Stalled,
        }
    }
}

impl From<&Hint> for Exit {
    fn from(hint: &Hint) -> Self {
        match hint {
            Hint::Mistakes(_) | Hint::NoPlacement(_) => Self::Unsolvable,
            Hint::Stuck => Self::Stalled,
            Hint::Solved | Hint::Step(_) => Self::Solved,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a subcommand failed, or ended early.
#[derive(Debug)]
pub enum Failure {
    /// The program that reads stdout has closed it. This counts as success, and is not reported.
    StdoutClosed,
    /// Interrupted by Ctrl-C, by a request to terminate, or by the caller of the library.
    Interrupted,
    /// An error, and the code to exit with.
    Error(Exit, anyhow::Error),
}

/// A [`Failure`] with an exit code and a formatted message.
#[macro_export]
macro_rules! failure {
    ($exit:expr, $($message:tt)+) => {
        $crate::Failure::new($exit, format!($($message)+))
    };
}

pub use failure;

impl Failure {
    /// A failure with this exit code and message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self::Error(exit, anyhow::Error::msg(message.into()))
    }

    /// The failure of work that [`stop::request`] ends: interrupted if that was called, otherwise this message with this exit code.
    pub fn of_stopped(exit: Exit, message: impl Into<String>) -> Self {
        if stop::requested() { Self::Interrupted } else { Self::new(exit, message) }
    }

    /// The same failure, with the place where it happened at the start of its message.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        match self {
            Self::Error(exit, error) => Self::Error(exit, error.context(place.to_owned())),
            other => other,
        }
    }

    /// The cause of the failure: its message up to the first semicolon, if there is one.
    pub fn cause(&self) -> String {
        let message = self.to_string();
        match message.split_once("; ") {
            Some((cause, _)) => cause.to_owned(),
            None => message,
        }
    }

    /// The code to exit with.
    pub fn exit(&self) -> Exit {
        match self {
            Self::StdoutClosed => Exit::Solved,
            Self::Interrupted => Exit::Interrupted,
            Self::Error(exit, _) => *exit,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::StdoutClosed => f.write_str("stdout is closed"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Error(_, error) => write!(f, "{error:#}"),
        }
    }
}

/// Refuses the first of these options that is given, because it has no effect under the condition, for example "with `--on sim`". For what
/// `conflicts_with`, `requires` and groups of clap cannot express.
///
/// # Errors
/// An option is given.
pub fn refuse(options: &[(&str, bool)], condition: &str) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(failure!(Exit::Usage, "{option} has no effect {condition}: leave it out"))
        }
        None => Ok(()),
    }
}

/// The text with its control characters escaped, except line feeds.
pub fn harmless(text: &str) -> String {
    escaped(text, |character| character != '\n')
}

/// The name of a file with its control characters escaped, for a line of text.
pub fn harmless_name(name: &str) -> String {
    escaped(name, |_| true)
}

/// The text with those of its control characters escaped that `applies` selects.
fn escaped(text: &str, applies: impl Fn(char) -> bool) -> String {
    let mut harmless = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() && applies(character) {
            harmless.extend(character.escape_default());
        } else {
            harmless.push(character);
        }
    }
    harmless
}

/// The failures of the programs that the simulation calls.
#[cfg(feature = "native")]
mod programs {
    use nonogram_sim::emulator::EmulatorError;
    use nonogram_sim::tools::{Failed, Missing};

    use super::{Exit, Failure};
    use crate::stop;

    impl From<Missing> for Failure {
        fn from(missing: Missing) -> Self {
            Self::Error(Exit::Tool, missing.into())
        }
    }

    impl From<Failed> for Failure {
        fn from(failed: Failed) -> Self {
            // If the user interrupted the run, the interruption made the program fail.
            if stop::requested() {
                return Self::Interrupted;
            }
            Self::Error(Exit::Fault, failed.into())
        }
    }

    impl From<EmulatorError> for Failure {
        fn from(error: EmulatorError) -> Self {
            if stop::requested() {
                return Self::Interrupted;
            }
            let exit = match error {
                EmulatorError::Missing(_) => Exit::Tool,
                _ => Exit::Fault,
            };
            Self::Error(exit, error.into())
        }
    }
}

/// Turns any error into a [`Failure`] with an exit code.
pub trait OrExit<T> {
    /// The same result, with its error as a failure that has this exit code.
    fn or_exit(self, exit: Exit) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> OrExit<T> for Result<T, E> {
    fn or_exit(self, exit: Exit) -> Result<T, Failure> {
        self.map_err(|error| Failure::Error(exit, error.into()))
    }
}
