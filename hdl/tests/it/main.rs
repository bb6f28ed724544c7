//! Integration tests, one module per subject.

mod compiled;
mod contracts;
mod dispatcher;
mod emit;
mod uart;
mod verilog;
