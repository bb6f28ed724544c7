//! The compiled simulation does what rust-hdl and the printed Verilog do.

mod faults;
mod operators;
mod random;
mod signals;
