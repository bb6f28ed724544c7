//! Integration tests, one module per subject.

mod boards;
mod clue_boards;
mod common;
mod compiled;
mod emulator;
mod faults;
mod identity;
mod recovery;
mod replay;
mod reset;
mod truth;
mod virtual_board;
