//! The reference agrees with the software engines, and refuses every wrong step.

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::{Block, Cell, Clue, Colour, Grid, Line, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Choice, Excluded, Reference, solve};
use crate::SolveOptions;

const PROOF: SearchMode = SearchMode::Proof;

fn colour(value: usize) -> Cell {
    (value.checked_sub(1).and_then(Colour::new)).map_or(Cell::Blank, Cell::Colour)
}

fn picture(random: &mut ChaCha8Rng, size: (usize, usize), colours: usize, percent: u32) -> Puzzle {
    Puzzle::from_grid(&Grid::from_cells(size.0, size.1, |_, _| {
        let is_filled = random.random_ratio(percent, 100);
        colour(if is_filled { random.random_range(1..=colours) } else { 0 })
    }))
}

/// The status of a puzzle according to the default engine.
fn expected(puzzle: &Puzzle) -> Status {
    crate::solve(puzzle, &SolveOptions::default()).verdict.status()
}

#[test]
fn random_boards_have_the_verdicts_of_the_portfolio() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut counts = [0; 8];
    for number in 0..400 {
        let (colours, percent) = (1 + number % 4, random.random_range(30..80));
        let size = (random.random_range(1..9), random.random_range(1..9));
        let mut puzzle = picture(&mut random, size, colours, percent);
        if number % 3 == 0 {
            let mut clues = puzzle.columns().to_vec();
            clues.swap(0, random.random_range(0..size.1));
            let palette = puzzle.palette().clone();
            puzzle = Puzzle::in_colours(puzzle.rows().to_vec(), clues, palette).expect("clues");
        }
        let answer = solve(&puzzle, PROOF, None);
        assert_eq!(answer.status, expected(&puzzle), "{puzzle:?}");
        assert!(answer.status == Status::Unsolvable || puzzle.is_solved_by(&answer.grid));
        counts[usize::from(answer.status.index())] += 1;
    }
    let [unique, none, .., multiple] = counts;
    assert!(unique > 50 && none > 50 && multiple > 50, "{counts:?}");
}

#[test]
fn the_longest_lines_and_the_most_colours_are_solved() {
    let striped = Grid::from_cells(64, 64, |row, column| colour((row / 3 + column) % 8));
    let full = Grid::from_cells(1, 64, |_, _| colour(7));
    let long = Grid::from_cells(64, 2, |row, column| colour(usize::from(row > column)));
    for grid in [striped, full, long] {
        let answer = solve(&Puzzle::from_grid(&grid), SearchMode::LineLogic, None);
        assert_eq!(answer.status, Status::Solved);
        assert_eq!(answer.grid, grid);
    }
}

#[test]
fn a_full_line_of_64_cells_excludes_every_other_value() {
    let mut board = Reference::new(1, 64, 2);
    let block = |length, colour| Block { length, colour: Colour::new(colour).unwrap() };
    let clue = Clue::of_blocks([block(63, 0), block(1, 1)]);
    board.receive(Line::Row(0), &clue).unwrap();
    let deduced = board.deduce(Line::Row(0), &Excluded::default()).unwrap();
    assert_eq!(deduced[..3], [u64::MAX, 1 << 63, u64::MAX >> 1]);
    let given: Excluded = std::array::from_fn(|value| u64::from(value == 1) << 5);
    assert_eq!(board.deduce(Line::Row(0), &given), None);
    let longer = Clue::of_blocks([block(64, 0), block(1, 1)]);
    assert!(board.receive(Line::Row(0), &longer).is_err());
}

/// A 2 x 2 board with two solutions, its diagonals.
fn pair() -> Reference {
    let ones = || vec![Clue::new([1]); 2];
    Reference::of(&Puzzle::new(ones(), ones()).unwrap())
}

fn choice(row: usize, column: usize, value: usize) -> Choice {
    Choice { row, column, value }
}

/// Excluded values of a line: blank and filled.
fn values(blank: u64, filled: u64) -> Excluded {
    std::array::from_fn(|value| [blank, filled].get(value).copied().unwrap_or(0))
}

#[test]
fn a_finding_must_follow_and_be_complete() {
    let mut board = Reference::of(&Puzzle::from_grid(&Grid::from_fn(2, 3, |_, column| column < 2)));
    let line = Line::Row(0);
    let nothing = Excluded::default();
    assert!(board.quiet().is_err());
    let follows = values(0b010, 0);
    // Unsound, incomplete, right, repeated.
    assert!(board.clone().finding(line, &nothing, &values(0b110, 0)).is_err());
    assert!(board.clone().finding(line, &nothing, &nothing).is_err());
    board.finding(line, &nothing, &follows).unwrap();
    assert!(board.clone().finding(line, &nothing, &follows).is_err());
    // The visit of column 0 need not contain what is excluded after it has started.
    let column = Line::Column(0);
    board.finding(column, &nothing, &values(0b11, 0)).unwrap();
    let now = board.excluded(line);
    assert_eq!(now, values(0b011, 0));
    assert!(board.clone().finding(line, &now, &values(0b001, 0)).is_err());
    board.clone().finding(line, &follows, &nothing).unwrap();
    board.finding(line, &follows, &values(0b001, 0b100)).unwrap();
}

#[test]
fn probes_and_decisions_must_be_open_and_contradictions_true() {
    let mut board = pair();
    assert!(board.settle());
    assert!(board.probe(choice(0, 0, 2)).is_err() && board.probe(choice(2, 0, 0)).is_err());
    assert!(board.refute().is_err() && board.reverse().is_err() && board.end_probe().is_err());
    board.probe(choice(0, 0, 0)).unwrap();
    assert!(board.decide(choice(1, 0, 0)).is_err() && board.end_probe().is_err());
    assert!(board.settle() && board.refute().is_err());
    board.end_probe().unwrap();
    assert_eq!(board.excluded(Line::Row(1)), Excluded::default());
    board.decide(choice(0, 0, 1)).unwrap();
    assert!(board.settle() && board.reverse().is_err());
    assert!(board.probe(choice(0, 0, 0)).is_err(), "the cell is known");
    board.solution().unwrap();
    assert!(board.clone().solution().is_err());
    board.reverse().unwrap();
    assert!(board.verdict(PROOF, Status::Solved, true).is_err());
    assert!(board.settle());
    board.solution().unwrap();
    assert!(board.verdict(PROOF, Status::Solved, true).is_err());
    board.verdict(PROOF, Status::Multiple, false).unwrap();
}

#[test]
fn an_early_end_needs_a_reason_and_keeps_certain_cells_only() {
    let mut board = pair();
    assert!(board.settle());
    board.verdict(SearchMode::LineLogic, Status::Stalled, false).unwrap();
    assert!(board.verdict(PROOF, Status::Stalled, false).is_err());
    assert!(board.verdict(PROOF, Status::Unsolvable, true).is_err());
    board.decide(choice(0, 0, 1)).unwrap();
    assert!(board.settle());
    board.solution().unwrap();
    board.verdict(SearchMode::FirstSolution, Status::Solved, false).unwrap();
    assert!(board.verdict(PROOF, Status::Stalled, true).is_err());
    board.reverse().unwrap();
    assert!(board.settle());
    board.abandon();
    board.verdict(PROOF, Status::Stalled, true).unwrap();
    assert_eq!(board.value(Status::Stalled, 0, 0), None);
    assert_eq!(board.value(Status::Multiple, 0, 0), Some(1));
}
