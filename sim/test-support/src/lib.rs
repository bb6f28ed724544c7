//! What the tests of several crates share.
//! Interface: [`random`] generates boards, [`trials`] small ones with a request, which [`oracle`] solves by brute force; [`verdict`] compares
//! a core's verdict with that of a software engine; [`replay`] compares the compiled design with its Verilog in another simulator.

pub mod oracle;
pub mod random;
pub mod replay;
pub mod trials;
pub mod verdict;
