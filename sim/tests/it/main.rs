//! Integration tests, one module per subject.

mod boards;
mod clue_boards;
mod clue_link;
mod common;
mod compiled;
mod hosts;
#[path = "../common/oracle.rs"]
mod oracle;
mod recovery;
mod replay;
#[path = "../common/trials.rs"]
mod trials;
mod truth;
mod without_waiting;
