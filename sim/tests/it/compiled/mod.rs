//! The compiled simulation behaves like rust-hdl and like the printed Verilog.

mod faults;
mod random;
