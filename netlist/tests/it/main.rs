//! Tests of the reader, the printer and the elaboration of Verilog.

mod evaluation;
mod hierarchy;
mod malformed;
mod printing;
mod statements;
mod structure;
