//! Exact model of the clue core: line logic by automata, probing, branching and proof, cycle by cycle. Most files have
//! the name of the corresponding file of the hardware.
//!
//! [`solve`] runs a puzzle; [`ClueCore`] is driven by the events of the link. `docs/reference/clue-core.md` contains the rules that the
//! model and the hardware follow.

mod cells;
mod clue_core;
mod clue_loader;
#[cfg(test)]
mod course_tests;
#[cfg(test)]
mod driven_tests;
mod engine;
mod front;
mod line_logic;
mod search;
#[cfg(test)]
mod tests;

pub use cells::{LineId, SIDE};
pub use clue_core::{ClueCore, Inputs};
pub use engine::{Automaton, Engine, Finding, Groups};
pub use front::{Config, Solution, solve, solve_until};
pub use line_logic::{Entry, LineLogic, Visit};
pub use search::{State, Statistics, Undoing};
