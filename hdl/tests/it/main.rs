//! Integration tests, one module per subject.

mod clue_link;
mod compiled;
mod contracts;
mod edges;
mod emit;
mod engine;
mod operators;
mod uart;
mod verilog;
mod waveform;
