//! Integration tests, one module per subject.

mod boards;
mod clue_boards;
mod clue_link;
mod common;
mod compiled;
mod hosts;
mod recovery;
mod replay;
mod truth;
mod without_waiting;
