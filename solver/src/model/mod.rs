//! Exact models of the hardware cores. Each model reproduces the behaviour of its core step by step.
//!
//! [`classic`] advances by line visits; [`parallel`] and [`clue`] advance by clock cycles. The simulation compares the hardware with
//! the models in lockstep.

pub mod classic;
pub mod clue;
pub mod parallel;
#[cfg(test)]
mod tests;
