//! Tests of the Verilog that take minutes: proofs, and the tools of FuseSoC.

mod fusesoc;
mod proofs;
