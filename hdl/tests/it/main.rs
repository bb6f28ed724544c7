//! Integration tests, one module per subject.

mod clue_link;
mod compiled;
mod contracts;
mod dispatcher;
mod edges;
mod emit;
mod engine;
mod operators;
mod replay;
mod uart;
mod verilog;
mod waveform;
