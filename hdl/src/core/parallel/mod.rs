//! The parallel core: rows and columns have separate stores, and are visited at the same time.
//! Interface: the ports of the classic core, and `visited`; each line is first visited while it is being received.
//! Source: the stated goal of the published design; docs/reference/parallel-core.md has the rules; `solver::model::parallel` is the model.

mod cell_array;
mod lane;
mod parallel_core;
mod scheduler;
mod side;

pub use cell_array::CellArray;
pub use lane::Lane;
pub use parallel_core::Parallel;
pub use scheduler::Scheduler;
pub use side::Side;

/// Width of the position of a line within its side (at most 16 lines).
pub const PLACE: usize = 4;
