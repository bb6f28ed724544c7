//! Tests that take minutes: bitstreams of all boards, packages and release files.

#[path = "../it/common/mod.rs"]
mod common;

mod bitstream;
mod boards;
mod package;
mod pins;
mod release;
