//! Integration tests, one module per subject.

mod batch;
mod common;
mod docs;
mod page;
mod serial;
mod terminal;
mod transcripts;
mod udp;
