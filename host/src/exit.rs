//! The exit codes of the command, and the failures that lead to them.
//!
//! [`Failure`] carries the exit code with the error; [`OrExit`] attaches one to an error.

use std::process::ExitCode;

use nonogram_sim::answer::Verdict;

/// The exit codes, the more severe the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Solved, or done.
    Solved = 0,
    /// Internal or I/O fault.
    Fault = 1,
    /// Wrong usage, or bad input.
    Usage = 2,
    /// The puzzle has no solution.
    Unsolvable = 3,
    /// A partial solution, or one that is not unique.
    Stalled = 4,
    /// The link failed: time-out, framing, failed check, wrong picture.
    Link = 5,
    /// A required program is missing.
    Tool = 6,
    /// Stopped by Ctrl-C, as shells report it.
    Interrupted = 130,
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved => Self::Solved,
            Verdict::Unsolvable => Self::Unsolvable,
            Verdict::Stalled | Verdict::Multiple => Self::Stalled,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a subcommand could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The reader of stdout has closed it: counts as success, nothing is reported.
    StdoutClosed,
    /// Ctrl-C was pressed.
    Interrupted,
    /// An error, and the code to exit with.
    Error(Exit, anyhow::Error),
}

/// The result of a subcommand.
pub type Outcome = Result<Exit, Failure>;

impl Failure {
    /// A failure with this message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self::Error(exit, anyhow::Error::msg(message.into()))
    }

    /// The failure of an option that does nothing `here`, such as "with `--on sim`".
    pub fn without_effect(option: &str, here: &str) -> Self {
        Self::new(
            Exit::Usage,
            format!("{option} has no effect {here}: leave it out"),
        )
    }

    /// The same failure, with the place where it happened at the start of its message.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        match self {
            Self::Error(exit, error) => Self::Error(exit, error.context(place.to_owned())),
            other => other,
        }
    }

    /// The cause of the failure, without the expectation and the next step, which follow a semicolon in every message.
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

    /// Reports the failure on stderr.
    pub fn report(&self) {
        match self {
            Self::StdoutClosed => {}
            // A name may contain escape sequences of the terminal.
            failure => complain!("nonogram: {}", harmless(&failure.to_string())),
        }
    }
}

/// The text with its control characters escaped, except line ends.
pub fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() && character != '\n' {
            true => harmless.extend(character.escape_default()),
            false => harmless.push(character),
        }
    }
    harmless
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

/// Turns any error into a [`Failure`].
pub trait OrExit<T> {
    /// The same result, its error with this exit code.
    fn or_exit(self, exit: Exit) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> OrExit<T> for Result<T, E> {
    fn or_exit(self, exit: Exit) -> Result<T, Failure> {
        self.map_err(|error| Failure::Error(exit, error.into()))
    }
}
