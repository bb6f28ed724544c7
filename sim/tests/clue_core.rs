//! The clue core's line logic in hardware against its model, clock for clock.

use nonogram_hdl::core::clue::{ClueCore, LineLogic};
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{
    self as model, Automaton, Inputs, LineId, Mode, Order, Propagator, Status,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::*;

/// Both, driven alike.
struct Lockstep<const S: usize, const H: usize, const L: usize, const P: usize> {
    hardware: Box<LineLogic<S, H, L, P>>,
    model: Propagator,
    visits: usize,
    conflict: bool,
}

/// A line's number on the hardware's ports.
fn number(line: LineId) -> u64 {
    u64::from(line.column) << 5 | line.position as u64
}

impl<const S: usize, const H: usize, const L: usize, const P: usize> Lockstep<S, H, L, P> {
    fn new() -> Self {
        let mut hardware = Box::<LineLogic<S, H, L, P>>::default();
        hardware.connect_all();
        let mut this = Self {
            hardware,
            model: Propagator::new(P),
            visits: 0,
            conflict: false,
        };
        this.edges();
        this
    }

    fn edges(&mut self) {
        for level in [true, false] {
            self.hardware.clock.next = level.into();
            assert!(simulate(&mut *self.hardware, 100), "the design settles");
        }
    }

    /// Compares what both show in this clock, then goes on to the next.
    fn clock(&mut self) {
        assert!(simulate(&mut *self.hardware, 100), "the design settles");
        let hardware = &self.hardware;
        assert_eq!(hardware.quiet.val(), self.model.is_quiet(), "quiet");
        assert_eq!(hardware.conflict.val(), self.model.conflict(), "conflict");
        assert_eq!(hardware.bus_taken.val(), self.model.bus_is_taken(), "bus");
        self.conflict |= self.model.conflict();
        let bus = hardware.bus.val().then(|| {
            let [learned, told, filled] = [&hardware.learned, &hardware.told, &hardware.bus_filled]
                .map(|port| port.val().to_u64());
            (
                hardware.bus_line.val().to_u64(),
                learned,
                told,
                filled & told,
            )
        });
        let visit = self.model.clock().map(|visit| {
            self.visits += 1;
            let (learned, told) = (u64::from(visit.learned), u64::from(visit.told));
            (
                number(visit.line),
                learned,
                told,
                u64::from(visit.finding.filled) & told,
            )
        });
        assert_eq!(bus, visit, "the finding on the bus");
        self.edges();
    }

    fn begin(&mut self, rows: usize, columns: usize) {
        let cells = 2 * rows.max(columns).div_ceil(2);
        self.hardware.pairs.next = (cells as u64 / 2).into();
        self.hardware.cells.next = ((1_u64 << cells) - 1).into();
        self.hardware.begin_board.next = true;
        self.edges();
        self.hardware.begin_board.next = false;
        self.model.begin(rows, columns);
        self.conflict = false;
        self.hardware.put_rows.next = true;
        self.hardware.put_columns.next = true;
        self.hardware.put_mask.next = ((1_u64 << S) - 1).into();
        self.hardware.put_filled.next = 0.into();
        for position in 0..cells {
            // Rows tell columns, and columns rows: beyond the board cells are blank.
            self.hardware.put_columns_value.next = position >= rows;
            self.hardware.put_rows_value.next = position >= columns;
            self.hardware.put_position.next = (position as u64).into();
            self.clock();
            self.model.clear(position);
        }
        self.hardware.put_rows.next = false;
        self.hardware.put_columns.next = false;
    }

    fn receive(&mut self, line: LineId, clue: Automaton) {
        while self.model.bus_is_taken() {
            self.clock();
        }
        let symbols = |word: u64| (word >> 1 & ((1 << S) - 1)).into();
        self.hardware.receive.next = true;
        self.hardware.receive_line.next = number(line).into();
        self.hardware.receive_ones.next = symbols(clue.ones);
        self.hardware.receive_end.next = symbols(clue.end);
        self.hardware.receive_top.next = clue.end >> (S + 1) & 1 == 1;
        self.clock();
        self.model.receive(line, clue);
        self.hardware.receive.next = false;
    }

    /// A board, with some clocks between its lines, until nothing is left to do.
    fn board(&mut self, puzzle: &Puzzle, mut gap: impl FnMut() -> usize) {
        self.begin(puzzle.row_count(), puzzle.column_count());
        for (column, clues) in [(false, puzzle.rows()), (true, puzzle.columns())] {
            for (position, clue) in clues.iter().enumerate() {
                self.receive(LineId { column, position }, Automaton::new(clue));
                for _ in 0..gap() {
                    self.clock();
                }
            }
        }
        for _ in 0..20_000 {
            if self.model.is_quiet() || self.conflict {
                break;
            }
            self.clock();
        }
        assert!(self.model.is_quiet() || self.conflict);
        let complete = (0..puzzle.row_count()).all(|row| self.hardware.complete.val().get_bit(row));
        assert!(self.conflict || complete == self.model.is_complete());
        if !self.conflict {
            self.knowledge(puzzle);
        }
    }

    /// What both know when nothing is left to do.
    fn knowledge(&mut self, puzzle: &Puzzle) {
        for position in 0..puzzle.row_count() {
            let line = LineId {
                column: false,
                position,
            };
            self.hardware.look.next = number(line).into();
            self.clock();
            let known = self.hardware.look_known.val().to_u64();
            assert_eq!(known, u64::from(self.model.known(line)));
            assert_eq!(
                self.hardware.look_filled.val().to_u64() & known,
                u64::from(self.model.filled(position)) & known
            );
        }
    }
}

fn random_boards<const S: usize, const H: usize, const L: usize, const P: usize>(
    seed: u64,
    boards: usize,
) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut lockstep = Lockstep::<S, H, L, P>::new();
    let (mut conflicts, mut complete) = (0, 0);
    for number in 0..boards {
        let (rows, columns) = (random.random_range(1..=S), random.random_range(1..=S));
        let percent = random.random_range(30..80);
        let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
        let mut puzzle = Puzzle::from_grid(&grid);
        if number % 3 == 0 {
            let mut clues = puzzle.columns().to_vec();
            clues.swap(0, random.random_range(0..columns));
            puzzle = Puzzle::new(puzzle.rows().to_vec(), clues).expect("the clues fit");
        }
        let most = random.random_range(0..30);
        lockstep.board(&puzzle, || random.random_range(0..=most));
        conflicts += usize::from(lockstep.conflict);
        complete += usize::from(!lockstep.conflict && lockstep.model.is_complete());
    }
    assert!(
        conflicts > 0 && complete > 0,
        "{conflicts} and {complete} of {boards}"
    );
    assert!(lockstep.visits > 10 * boards);
}

#[test]
fn line_logic_of_eight_engines_is_in_lockstep_with_its_model() {
    random_boards::<32, 16, 4, 8>(1, 30);
}

#[test]
fn line_logic_of_two_engines_is_in_lockstep_with_its_model() {
    random_boards::<16, 8, 8, 2>(2, 60);
}

/// The whole core and its model, driven alike.
struct CoreLockstep<const S: usize, const H: usize, const L: usize, const P: usize, const A: usize>
{
    hardware: Box<ClueCore<S, H, L, P, A>>,
    model: model::ClueCore,
    clocks: u64,
}

impl<const S: usize, const H: usize, const L: usize, const P: usize, const A: usize>
    CoreLockstep<S, H, L, P, A>
{
    fn new() -> Self {
        let mut hardware = Box::<ClueCore<S, H, L, P, A>>::default();
        hardware.connect_all();
        let mut this = Self {
            hardware,
            model: model::ClueCore::new(P, Order::Board),
            clocks: 0,
        };
        this.hardware.reset.next = true;
        this.edges();
        this.hardware.reset.next = false;
        this
    }

    fn edges(&mut self) {
        for level in [true, false] {
            self.hardware.clock.next = level.into();
            assert!(simulate(&mut *self.hardware, 100), "the design settles");
        }
    }

    /// Gives both the same, compares what they show, and goes on to the next clock.
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
            "the finding on the bus in clock {}, {state:?}",
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

    /// A board from its begin to the status; `cancel_after` clocks of search it is ended.
    fn board(
        &mut self,
        puzzle: &Puzzle,
        mode: Mode,
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
        let code = match status {
            Status::Solved => 0,
            Status::Unsolvable => 1,
            Status::Undecided => 2,
            Status::Multiple => 7,
        };
        assert_eq!(self.hardware.status.val().to_u64(), code);
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

/// A random board; every third one has two of its column clues exchanged.
fn random_board(random: &mut ChaCha8Rng, number: usize, most: usize) -> Puzzle {
    let (rows, columns) = (random.random_range(1..=most), random.random_range(1..=most));
    let percent = random.random_range(30..70);
    let grid = Grid::from_fn(rows, columns, |_, _| random.random_ratio(percent, 100));
    let puzzle = Puzzle::from_grid(&grid);
    if !number.is_multiple_of(3) {
        return puzzle;
    }
    let mut clues = puzzle.columns().to_vec();
    clues.swap(0, random.random_range(0..columns));
    Puzzle::new(puzzle.rows().to_vec(), clues).expect("the clues fit")
}

#[test]
fn the_core_is_in_lockstep_with_its_model_through_search_and_proof() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut lockstep = CoreLockstep::<16, 8, 8, 2, 10>::new();
    let mut counts = [0; 4];
    for number in 0..60 {
        let puzzle = random_board(&mut random, number, 9);
        counts[lockstep.board(&puzzle, Mode::Proof, 0, None) as usize] += 1;
    }
    assert!(
        counts[0] > 4 && counts[1] > 1 && counts[3] > 4,
        "{counts:?}"
    );
}

#[test]
fn the_largest_core_is_in_lockstep_with_its_model() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut lockstep = CoreLockstep::<32, 16, 4, 8, 11>::new();
    for number in 0..4 {
        let puzzle = random_board(&mut random, number, 20);
        lockstep.board(&puzzle, Mode::Proof, 8, None);
    }
}

#[test]
fn line_logic_first_solutions_limits_and_cancels_are_in_lockstep() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut lockstep = CoreLockstep::<16, 8, 8, 2, 10>::new();
    let mut undecided = 0;
    for number in 0..40 {
        let puzzle = random_board(&mut random, number, 14);
        let (mode, limit, cancel) = match number % 4 {
            0 => (Mode::LineLogic, 0, None),
            1 => (Mode::FirstSolution, 2, None),
            2 => (Mode::Proof, 1, None),
            _ => (Mode::Proof, 0, Some(random.random_range(0..1000))),
        };
        undecided += usize::from(lockstep.board(&puzzle, mode, limit, cancel) == Status::Undecided);
    }
    assert!(undecided > 2, "{undecided}");
}
