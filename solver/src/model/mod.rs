//! The exact models of the hardware cores: each gives what its core gives, step by step.
//!
//! [`classic`] goes line visit by line visit, [`parallel`] and [`clue`] clock by clock; the simulation holds the hardware
//! against them in lockstep.

pub mod classic;
pub mod clue;
#[cfg(test)]
mod course_tests;
pub mod parallel;
