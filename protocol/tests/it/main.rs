//! Integration tests, one module per subject.

mod clue_streams;
mod properties;
mod streams;

use nonogram_protocol::{Message, list};

/// The messages as they are sent.
fn bytes(messages: &[Message]) -> Vec<u8> {
    let bytes = messages.iter().flat_map(|message| message.to_bytes());
    bytes.collect()
}

/// The listing of a stream, a line per message.
fn listing(bytes: impl IntoIterator<Item = u8>) -> String {
    list(bytes).map(|line| format!("{line}\n")).collect()
}
