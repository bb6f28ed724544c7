//! Integration tests, one module per subject.

mod boards;
#[path = "../common/campaign.rs"]
mod campaign;
mod clue_boards;
mod common;
mod compiled;
mod datagrams;
mod identity;
#[allow(dead_code, reason = "the tests only start it")]
#[path = "../common/mutants.rs"]
mod mutants;
#[path = "../common/oracle.rs"]
mod oracle;
mod recovery;
mod replay;
#[path = "../common/trials.rs"]
mod trials;
mod truth;
mod virtual_board;
