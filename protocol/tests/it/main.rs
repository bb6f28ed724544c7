//! Integration tests, one module per subject.

mod clue_streams;
mod properties;
mod streams;
