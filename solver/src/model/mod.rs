//! Exact models of the hardware cores. Each model reproduces the behaviour of its core step by step.
//!
//! [`classic`] advances by line visits, [`parallel`] by clock cycles. The simulation compares the hardware with the models in lockstep. The
//! clue core has no model but a [`reference`](crate::reference) of its steps.

pub mod classic;
pub mod parallel;
#[cfg(test)]
mod tests;
