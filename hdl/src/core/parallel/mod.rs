//! The parallel core: rows in one store, columns in another, both visited at the same time.
//! Interface: as the classic core's; each line is visited first while it is received.
//! Source: the goal of the published design; its rules are in ARCHITECTURE.md, its model is `solver::model::parallel`.

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

/// Width of a line's number within its side: at most 16 lines.
pub const PLACE: usize = 4;
