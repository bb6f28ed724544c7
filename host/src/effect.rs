//! Options that have no effect together with others, for what clap's `conflicts_with` and `requires` cannot express: they are refused.

use crate::exit::{Exit, Failure};

/// Refuses the first of these options that is given, for the reason `why`, which is the rest of the message.
///
/// # Errors
/// An option is given.
pub fn refuse(options: &[(&str, bool)], why: &str) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(Failure::new(Exit::Usage, format!("--{option} has no effect {why}")))
        }
        None => Ok(()),
    }
}
