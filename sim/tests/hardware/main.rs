//! Tests of the Verilog that take minutes: replays under Verilator with noise, and of synthesised netlists.

mod replay;
