//! Lockstep of the whole clue core with its model, cycle by cycle: search, proof, limits and cancellations.

use std::collections::HashMap;

use nonogram_hdl::core::clue::ClueCore;
use nonogram_hdl::widgets::rising_edge;
use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_sim::random::mixed;
use nonogram_solver::model::clue::{self as model, Config, Inputs, LineId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::*;

use super::number;

/// The whole core and its model, driven with the same inputs.
struct CoreLockstep<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> {
    hardware: Box<ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>>,
    model: model::ClueCore,
    clocks: u64,
}

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> CoreLockstep<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>
{
    fn new() -> Self {
        let mut hardware = Box::<
            ClueCore<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS>,
        >::default();
        hardware.connect_all();
        let mut this = Self {
            hardware,
            model: model::ClueCore::new(&Config {
                engines: ENGINES,
                cells_per_step: CELLS_PER_STEP,
                trail_depth: 1 << TRAIL_BITS,
                ..Config::default()
            }),
            clocks: 0,
        };
        this.hardware.reset.next = true;
        this.edges();
        this.hardware.reset.next = false;
        this
    }

    fn edges(&mut self) {
        assert!(simulate(&mut *self.hardware, 100), "the design settles");
        assert!(rising_edge(&mut *self.hardware, 100), "the design settles");
    }

    /// Drives core and model with the same inputs, compares their outputs, and steps both.
    fn clock(&mut self, inputs: &Inputs) {
        let hardware = &mut self.hardware;
        hardware.begin_board.next = inputs.begin.is_some();
        if let Some((rows, columns)) = inputs.begin {
            hardware.rows.next = (rows as u64).into();
            hardware.columns.next = (columns as u64).into();
        }
        hardware.block.next = inputs.block.is_some();
        hardware.block_length.next = (inputs.block.unwrap_or(0) as u64).into();
        hardware.line_end.next = inputs.line_end.is_some();
        let line = inputs.line_end.unwrap_or_default();
        hardware.block_column.next = line.column;
        hardware.block_position.next = (line.position as u64).into();
        hardware.start.next = inputs.start.is_some();
        let (mode, limit) = inputs.start.unwrap_or_default();
        hardware.mode.next = (mode as u64).into();
        hardware.limit.next = u64::from(limit).into();
        hardware.cancel.next = inputs.cancel;
        assert!(simulate(&mut **hardware, 100), "the design settles");
        assert_eq!(hardware.ready.val(), self.model.is_ready(), "ready");
        assert_eq!(hardware.quiet.val(), self.model.is_quiet(), "quiet");
        assert_eq!(hardware.running.val(), self.model.is_running(), "running");
        let was_running = self.model.is_running();
        let visited = hardware.visited.val().then(|| {
            (
                hardware.visited_line.val().to_u64(),
                hardware.visited_learned.val().to_u64(),
            )
        });
        let state = self.model.state();
        let visit = self.model.clock(inputs);
        let visit = visit.map(|visit| (number(visit.line), u64::from(visit.learned)));
        assert_eq!(
            visited, visit,
            "the result on the bus in cycle {}, {state:?}",
            self.clocks
        );
        self.edges();
        self.clocks += 1;
        assert_eq!(
            self.hardware.done.val(),
            was_running && !self.model.is_running() && inputs.begin.is_none(),
            "done"
        );
    }

    fn give(&mut self, inputs: Inputs) {
        while !self.model.is_ready() {
            self.clock(&Inputs::default());
        }
        self.clock(&inputs);
    }

    /// Runs a board from its start to the status, which it returns, and compares the picture unless the board is unsolvable. Cancels the
    /// search after `cancel_after` cycles, if given.
    fn board(
        &mut self,
        puzzle: &Puzzle,
        mode: SearchMode,
        limit: u32,
        cancel_after: Option<u64>,
    ) -> Status {
        self.clock(&Inputs {
            begin: Some((puzzle.row_count(), puzzle.column_count())),
            ..Inputs::default()
        });
        for (column, clues) in [(false, puzzle.rows()), (true, puzzle.columns())] {
            for (position, clue) in clues.iter().enumerate() {
                for &block in clue.iter() {
                    self.give(Inputs {
                        block: Some(block),
                        ..Inputs::default()
                    });
                }
                self.give(Inputs {
                    line_end: Some(LineId { column, position }),
                    ..Inputs::default()
                });
            }
        }
        self.give(Inputs {
            start: Some((mode, limit)),
            ..Inputs::default()
        });
        let start = self.clocks;
        while self.model.is_running() {
            let cancel = cancel_after == Some(self.clocks - start);
            self.clock(&Inputs {
                cancel,
                ..Inputs::default()
            });
        }
        let status = self.model.status().expect("the search has ended");
        assert_eq!(
            self.hardware.status.val().to_u64(),
            u64::from(status.index())
        );
        // Line logic can run longer than the search.
        while !self.model.is_quiet() {
            self.clock(&Inputs::default());
        }
        if status != Status::Unsolvable {
            self.picture(puzzle);
        }
        status
    }

    fn picture(&mut self, puzzle: &Puzzle) {
        for row in 0..puzzle.row_count() {
            for column in 0..puzzle.column_count() {
                self.hardware.read_row.next = (row as u64).into();
                self.hardware.read_column.next = (column as u64).into();
                for _ in 0..3 {
                    self.edges();
                }
                let known = self.hardware.read_known.val();
                let cell = known.then(|| self.hardware.read_filled.val());
                assert_eq!(cell, self.model.cell(row, column), "cell {row}, {column}");
            }
        }
    }
}

/// Runs boards of which many need search.
#[test]
fn the_core_is_in_lockstep_with_its_model_through_search_and_proof() {
    let mut lockstep = CoreLockstep::<16, 2, 8, 3, 8, 2, 10>::new();
    let mut counts = HashMap::<Status, usize>::new();
    for puzzle in mixed(3, 1..=9).take(60) {
        let status = lockstep.board(&puzzle, SearchMode::Proof, 0, None);
        *counts.entry(status).or_default() += 1;
    }
    assert!(
        counts[&Status::Solved] > 4
            && counts[&Status::Unsolvable] > 1
            && counts[&Status::Multiple] > 4,
        "{counts:?}"
    );
}

#[test]
fn the_core_of_clue32_is_in_lockstep_with_its_model() {
    let mut lockstep = CoreLockstep::<32, 4, 8, 3, 8, 4, 11>::new();
    for puzzle in mixed(4, 1..=20).take(4) {
        lockstep.board(&puzzle, SearchMode::Proof, 8, None);
    }
}

/// Runs every mode, limits, and cancelled searches.
#[test]
fn line_logic_first_solutions_limits_and_cancellations_are_in_lockstep() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut lockstep = CoreLockstep::<16, 2, 8, 3, 8, 2, 10>::new();
    let mut undecided = 0;
    for (number, puzzle) in mixed(5, 1..=14).take(40).enumerate() {
        let (mode, limit, cancel) = match number % 4 {
            0 => (SearchMode::LineLogic, 0, None),
            1 => (SearchMode::FirstSolution, 2, None),
            2 => (SearchMode::Proof, 1, None),
            _ => (SearchMode::Proof, 0, Some(random.random_range(0..1000))),
        };
        undecided += usize::from(lockstep.board(&puzzle, mode, limit, cancel) == Status::Stalled);
    }
    assert!(undecided > 2, "only {undecided} boards stalled");
}

#[test]
fn a_core_with_one_engine_is_in_lockstep_with_its_model() {
    let mut lockstep = CoreLockstep::<16, 2, 8, 3, 16, 1, 10>::new();
    for puzzle in mixed(6, 1..=12).take(30) {
        lockstep.board(&puzzle, SearchMode::Proof, 8, None);
    }
}

/// A trail of 256 entries, 64 of them in reserve, is too short for a 16 x 16 board with a block of one cell in each line.
#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn a_full_trail_ends_the_search_in_lockstep() {
    let mut lockstep = CoreLockstep::<16, 2, 8, 3, 8, 2, 8>::new();
    let puzzle = Puzzle::from_grid(&Grid::from_fn(16, 16, |row, column| row == column));
    let status = lockstep.board(&puzzle, SearchMode::FirstSolution, 0, None);
    assert_eq!(status, Status::Stalled);
}
