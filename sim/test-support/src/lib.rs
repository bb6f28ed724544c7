//! What the tests of several crates share.
//! Interface: [`verdict`] compares a core's verdict with that of a software engine.

pub mod verdict;
