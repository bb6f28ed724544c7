//! Integration tests, one module per subject.

mod boards;
mod clue_boards;
mod clue_core;
mod clue_link;
mod common;
mod compiled;
mod emulator;
mod faults;
mod identity;
mod recovery;
mod replay;
mod reset;
mod truth;
mod uart;
mod virtual_board;
