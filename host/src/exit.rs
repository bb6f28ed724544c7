//! Failures on stderr, and the exit codes of subcommands.

pub use nonogram_kit::{Exit, Failure, OrExit, failure, harmless, harmless_name};

/// The result of a subcommand.
pub type Outcome = Result<Exit, Failure>;

/// Reports a failure on stderr, unless the failure is that stdout was closed.
pub fn report(failure: &Failure) {
    match failure {
        Failure::StdoutClosed => {}
        // File names in the message may contain escape sequences of the terminal.
        failure => complain!("nonogram: {}", harmless(&failure.to_string())),
    }
}
