//! Runs a puzzle on the model of the clue core, from its first byte to the verdict.
//!
//! Interface: [`solve`] and [`solve_until`]; [`Config`] sets the parameters of the core and the byte rate.

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};

use super::cells::{LineId, SIDE};
use super::clue_core::{ClueCore, Inputs};
use super::search::Statistics;

/// Parameters of the core, and its byte rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Line engines.
    pub engines: usize,
    /// Cells per cycle that an engine processes in each direction.
    pub cells_per_step: usize,
    /// Number of entries in the trail.
    pub trail_depth: usize,
    /// Cycles per byte. Bytes wait while the core is not ready.
    pub clocks_per_byte: u64,
}

impl Default for Config {
    /// The core of `clue32`: four engines of four cells per cycle and direction, one byte per cycle.
    fn default() -> Self {
        Self {
            engines: 4,
            cells_per_step: 4,
            trail_depth: 2048,
            clocks_per_byte: 1,
        }
    }
}

/// Reply of the core, and its cycles and visits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Status in the reply.
    pub status: Status,
    /// The picture: a complete solution, or the cells that are certain; without meaning if the puzzle is unsolvable.
    pub grid: Grid,
    /// Cycles from the acceptance of the board's last byte to the status.
    pub clocks: u64,
    /// Cycles since the board began in which a line was marked or visited, a finding was pending, or the search was running.
    pub busy_clocks: u64,
    /// Number of line visits begun.
    pub visits: u64,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Bytes per message.
const MESSAGE_BYTES: u64 = 2;
/// Maximum number of blocks per message.
const BLOCKS_PER_MESSAGE: usize = 2;
/// Minimum length of a block that must be the first one of its message.
const LONE_BLOCK: usize = 48;

/// Drives the core with the inputs of a link, and counts cycles.
pub(super) struct Driver {
    pub core: ClueCore,
    now: u64,
    clocks_per_byte: u64,
    /// Cycle in which the last byte sent arrives.
    arrived: u64,
}

impl Driver {
    pub fn new(config: &Config) -> Self {
        Self {
            core: ClueCore::new(config),
            now: 0,
            clocks_per_byte: config.clocks_per_byte,
            arrived: 0,
        }
    }

    /// Sends a board, and runs up to the cycle in which its search may start.
    pub fn board(&mut self, puzzle: &Puzzle) {
        self.give(Inputs {
            begin: Some((puzzle.row_count(), puzzle.column_count())),
            ..Inputs::default()
        });
        for (column, clues) in [(false, puzzle.rows()), (true, puzzle.columns())] {
            for (position, clue) in clues.iter().enumerate() {
                self.line(LineId { column, position }, clue);
            }
        }
        // The check message and the end message of the board.
        self.message();
        self.message();
        while !self.core.is_ready() {
            self.give(Inputs::default());
        }
    }

    /// Runs up to the cycle in which the next message has arrived.
    fn message(&mut self) {
        self.arrived += MESSAGE_BYTES * self.clocks_per_byte;
        self.wait_until(self.arrived);
        self.arrived = self.arrived.max(self.now);
    }

    /// Runs up to cycle `clock`; cycles in which the core is idle are skipped.
    fn wait_until(&mut self, clock: u64) {
        while self.now < clock {
            if self.core.is_quiet() && self.core.is_ready() {
                self.now = clock;
            } else {
                self.give(Inputs::default());
            }
        }
    }

    /// Runs one cycle with these inputs.
    pub fn give(&mut self, inputs: Inputs) {
        self.core.clock(&inputs);
        self.now += 1;
    }

    fn give_when_ready(&mut self, inputs: Inputs) {
        while !self.core.is_ready() {
            self.give(Inputs::default());
        }
        self.give(inputs);
    }

    /// Sends the blocks of a line, then the end of the line.
    fn line(&mut self, line: LineId, clue: &Clue) {
        let mut blocks = clue.iter().copied().peekable();
        loop {
            self.message();
            for _ in 0..BLOCKS_PER_MESSAGE {
                if let Some(length) = blocks.next() {
                    self.give_when_ready(Inputs {
                        block: Some(length),
                        ..Inputs::default()
                    });
                }
                if blocks.peek().is_some_and(|&next| next >= LONE_BLOCK) {
                    break;
                }
            }
            if blocks.peek().is_none() {
                break;
            }
        }
        self.give_when_ready(Inputs {
            line_end: Some(line),
            ..Inputs::default()
        });
    }
}

/// Solves a puzzle as the core does. `limit` is in units of 1024 cycles; 0 means no limit.
///
/// # Panics
/// Panics if the puzzle has more than 32 rows or columns, or if [`ClueCore::new`] panics for `config`.
pub fn solve(puzzle: &Puzzle, config: &Config, mode: SearchMode, limit: u32) -> Solution {
    solve_until(puzzle, config, mode, limit, None)
}

/// Like [`solve`], but the link cancels the search `cancel` cycles after its start, if it is still running then; never for `None`.
///
/// # Panics
/// Panics if the puzzle has more than 32 rows or columns, or if [`ClueCore::new`] panics for `config`.
pub fn solve_until(
    puzzle: &Puzzle,
    config: &Config,
    mode: SearchMode,
    limit: u32,
    cancel: Option<u64>,
) -> Solution {
    let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
    assert!(
        rows.max(columns) <= SIDE,
        "the board has at most {SIDE} x {SIDE} cells"
    );
    let mut driver = Driver::new(config);
    driver.board(puzzle);
    let last_byte = driver.now;
    driver.give(Inputs {
        start: Some((mode, limit)),
        ..Inputs::default()
    });
    let start = driver.now;
    while driver.core.is_running() {
        let cancel = cancel == Some(driver.now - start);
        driver.give(Inputs {
            cancel,
            ..Inputs::default()
        });
    }
    let core = driver.core;
    let cell = |row, column| match core.cell(row, column) {
        Some(true) => Cell::Filled,
        Some(false) => Cell::Blank,
        None => Cell::Unknown,
    };
    let mut grid = Grid::new(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            grid.set(row, column, cell(row, column));
        }
    }
    Solution {
        status: core.status().expect("the search has ended"),
        grid,
        clocks: driver.now - last_byte,
        busy_clocks: core.busy_clocks(),
        visits: core.visits(),
        statistics: core.statistics(),
    }
}
