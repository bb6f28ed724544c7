//! Failures on stderr, and the exit codes of subcommands.

pub use nonogram_kit::{Exit, Failure, OrExit};

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
