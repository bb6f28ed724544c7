//! Lockstep of the clue core with its model, cycle by cycle: its line logic, and the whole core.

mod line_logic;
mod whole_core;

use nonogram_solver::model::clue::LineId;

/// The number of a line on the hardware's ports.
fn number(line: LineId) -> u64 {
    u64::from(line.column) << 5 | line.position as u64
}
