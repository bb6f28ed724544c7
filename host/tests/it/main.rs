//! Integration tests, one module per subject.

mod batch;
mod common;
mod serial;
mod terminal;
mod transcripts;
mod udp;
