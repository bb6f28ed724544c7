//! Tests that take minutes: bitstreams of all boards.

#[allow(dead_code, unused_imports, unused_macros, reason = "these tests use few of the helpers")]
#[path = "../it/common/mod.rs"]
mod common;

mod bitstream;
mod pins;

/// Time limit for synthesis, place and route, which take minutes on a busy machine.
const FLOW_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(1800);
