//! Integration tests, one module per subject.

mod compiled;
mod edges;
mod emit;
mod engine;
mod verilog;
mod waveform;
