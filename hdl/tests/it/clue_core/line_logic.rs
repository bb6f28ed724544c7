//! Lockstep of the clue core's line logic with its model, cycle by cycle.

use nonogram_hdl::core::clue::{LineLogic, SlotCells};
use nonogram_hdl::widgets::rising_edge;
use nonogram_puzzles::{Grid, Puzzle};
use nonogram_solver::model::clue::{self as model, Automaton, LineId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::*;

use super::number;

/// Hardware and model, driven with the same inputs.
struct Lockstep<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
> {
    hardware: Box<LineLogic<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES>>,
    model: model::LineLogic,
    visits: usize,
    conflict: bool,
}

impl<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
> Lockstep<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES>
{
    fn new() -> Self {
        let mut hardware =
            Box::<LineLogic<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES>>::default();
        hardware.connect_all();
        let mut this = Self {
            hardware,
            model: model::LineLogic::new(ENGINES, CELLS_PER_STEP),
            visits: 0,
            conflict: false,
        };
        this.edges();
        this
    }

    fn edges(&mut self) {
        assert!(simulate(&mut *self.hardware, 100), "the design settles");
        assert!(rising_edge(&mut *self.hardware, 100), "the design settles");
    }

    /// Compares the outputs of hardware and model in this cycle, then steps both.
    fn clock(&mut self) {
        assert!(simulate(&mut *self.hardware, 100), "the design settles");
        let hardware = &self.hardware;
        assert_eq!(hardware.quiet.val(), self.model.is_quiet(), "quiet");
        assert_eq!(hardware.conflict.val(), self.model.conflict(), "conflict");
        assert_eq!(hardware.bus_taken.val(), self.model.bus_is_taken(), "bus");
        self.conflict |= self.model.conflict();
        let finding = &hardware.finding;
        let bus = finding.valid.val().then(|| {
            let [learned, crossing, filled] = [
                &finding.learned,
                &hardware.crossing,
                &hardware.finding_filled,
            ]
            .map(|port| port.val().to_u64());
            (
                finding.line.val().to_u64(),
                learned,
                crossing,
                filled & crossing,
            )
        });
        let visit = self.model.clock().map(|visit| {
            self.visits += 1;
            let (learned, crossing) = (u64::from(visit.learned), u64::from(visit.crossing));
            (
                number(visit.line),
                learned,
                crossing,
                u64::from(visit.finding.filled) & crossing,
            )
        });
        assert_eq!(bus, visit, "the finding on the bus");
        self.edges();
    }

    fn begin(&mut self, rows: usize, columns: usize) {
        let cells = CELLS_PER_STEP * rows.max(columns).div_ceil(CELLS_PER_STEP);
        self.hardware.groups.next = ((cells / CELLS_PER_STEP) as u64).into();
        self.hardware.cell_mask.next = ((1_u64 << cells) - 1).into();
        self.hardware.begin_board.next = true;
        self.edges();
        self.hardware.begin_board.next = false;
        self.model.begin(rows, columns);
        self.conflict = false;
        self.hardware.write.rows.next = true;
        self.hardware.write.columns.next = true;
        self.hardware.write.mask.next = ((1_u64 << SIDE) - 1).into();
        self.hardware.write.filled.next = 0.into();
        for position in 0..cells {
            // Rows and columns are written in the same cycle, the columns at the position `beside`, which is in another memory. Cells
            // beyond the board are blank.
            let beside = position ^ SlotCells::<SIDE, CELLS_PER_STEP, LINES>::BESIDE;
            self.hardware.write.columns_value.next = beside >= rows;
            self.hardware.write.rows_value.next = position >= columns;
            self.hardware.write.position.next = (position as u64).into();
            self.clock();
            self.model.clear(position);
        }
        self.hardware.write.rows.next = false;
        self.hardware.write.columns.next = false;
    }

    fn receive(&mut self, line: LineId, clue: Automaton) {
        while self.model.bus_is_taken() {
            self.clock();
        }
        let symbols = |word: u64| (word >> 1 & ((1 << SIDE) - 1)).into();
        self.hardware.clue.valid.next = true;
        self.hardware.clue.line.next = number(line).into();
        self.hardware.clue.filled_symbols.next = symbols(clue.filled_symbols);
        self.hardware.clue.last_symbol.next = symbols(clue.last_symbol);
        self.hardware.clue.last_is_top.next = clue.last_symbol >> (SIDE + 1) & 1 == 1;
        self.clock();
        self.model.receive(line, clue);
        self.hardware.clue.valid.next = false;
    }

    /// Runs a board, with `gap` cycles after the clue of each line, until no line is marked or visited, or a line is contradictory.
    /// Compares the known cells unless a line is contradictory.
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
        let complete =
            (0..puzzle.row_count()).all(|row| self.hardware.complete_rows.val().get_bit(row));
        assert!(self.conflict || complete == self.model.is_complete());
        if !self.conflict {
            self.knowledge(puzzle);
        }
    }

    /// Compares the known cells of hardware and model.
    fn knowledge(&mut self, puzzle: &Puzzle) {
        for position in 0..puzzle.row_count() {
            self.hardware.read.row.next = (position as u64).into();
            self.clock();
            let known = self.hardware.read.row_known.val().to_u64();
            let line = LineId {
                column: false,
                position,
            };
            assert_eq!(known, u64::from(self.model.known(line)));
            assert_eq!(
                self.hardware.read.row_filled.val().to_u64() & known,
                u64::from(self.model.filled(position)) & known
            );
        }
        for position in 0..puzzle.column_count() {
            self.hardware.read.column.next = (position as u64).into();
            self.clock();
            let line = LineId {
                column: true,
                position,
            };
            assert_eq!(
                self.hardware.read.column_known.val().to_u64(),
                u64::from(self.model.known(line))
            );
        }
    }
}

fn random_boards<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
>(
    seed: u64,
    boards: usize,
) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut lockstep = Lockstep::<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES>::new();
    let (mut conflicts, mut complete) = (0, 0);
    for number in 0..boards {
        let (rows, columns) = (random.random_range(1..=SIDE), random.random_range(1..=SIDE));
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
        "expected both contradictory and complete boards: {conflicts} and {complete} of {boards}"
    );
    assert!(lockstep.visits > 10 * boards);
}

#[test]
fn line_logic_of_eight_engines_is_in_lockstep_with_its_model() {
    random_boards::<32, 2, 16, 4, 4, 8>(1, 30);
}

#[test]
fn line_logic_of_four_engines_of_four_cells_is_in_lockstep_with_its_model() {
    random_boards::<32, 4, 8, 3, 8, 4>(3, 30);
}

#[test]
fn line_logic_of_two_engines_is_in_lockstep_with_its_model() {
    random_boards::<16, 2, 8, 3, 8, 2>(2, 60);
}
