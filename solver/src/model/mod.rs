//! Exact models of the hardware cores. Each model reproduces the behaviour of its core step by step.
//!
//! [`classic`] advances by line visits, [`parallel`] by clock cycles. The simulation compares the hardware with the models in lockstep. The
//! clue core has no model but a [`reference`](crate::reference) of its steps.

pub mod classic;
pub mod parallel;

/// Snapshots of the models of the classic and the parallel core on a few boards, in which a change shows up in review, and a test of
/// the maximum size of the classic core.
#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use nonogram_protocol::Status;
    use nonogram_puzzles::{Grid, Puzzle};

    use super::classic::{Classic, options};
    use super::parallel::Parallel;
    use crate::boards::{drawing, exchanged, random};

    fn boards() -> Vec<(&'static str, Puzzle)> {
        let tall = Grid::from_fn(9, 4, |row, column| (row * 5 + column * 3) % 7 < 4);
        vec![
            ("a drawing", drawing("11/pen-pal.non")),
            ("random", random(11, 50, 1)),
            ("stalls", random(11, 45, 0)),
            ("exchanged", exchanged(&random(11, 50, 2))),
            ("tall", Puzzle::from_grid(&tall)),
            (
                "wide",
                Puzzle::from_grid(&Grid::from_fn(3, 32, |row, column| (row + column) % 9 < 8)),
            ),
            ("one cell", Puzzle::from_grid(&Grid::from_fn(1, 1, |_, _| true))),
            ("a contradiction", drawing("../cases/contradictory/deep-9x11.non")),
        ]
    }

    fn ones(words: &[u32]) -> u32 {
        words.iter().map(|word| word.count_ones()).sum()
    }

    #[test]
    fn visits_of_the_classic_core_are_unchanged() {
        let mut courses = String::new();
        for (name, puzzle) in boards() {
            let mut model = Classic::from_puzzle(&puzzle).unwrap();
            // Sums over all visits: line numbers, words in the queue, options left, known cells plus filled cells.
            let (mut lines, mut words, mut left, mut known) = (0, 0, 0, 0);
            while let Some(line) = model.visit() {
                lines += line;
                words += model.words();
                left += model.counts().iter().sum::<usize>();
                known += ones(model.known()) + ones(model.assigned());
            }
            let (status, visits) = (model.status().unwrap(), model.visits());
            writeln!(
            courses,
            "{name}: {status:?} after {visits} visits; lines {lines}, words {words}, options {left}, cells {known}"
        )
        .unwrap();
        }
        insta::assert_snapshot!(courses);
    }

    #[test]
    fn cycles_of_the_parallel_core_are_unchanged() {
        let mut courses = String::new();
        for (name, puzzle) in boards() {
            let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
            let of_rows = puzzle.rows().iter().map(|clue| options(columns, clue));
            let of_columns = puzzle.columns().iter().map(|clue| options(rows, clue));
            let lines: Vec<_> = of_rows.chain(of_columns).collect();
            for lanes in [1, 2, 4] {
                let mut model = Parallel::new(rows, columns, lanes, lines.clone());
                // Sums over all cycles: cycles with a write, the number of the first cycle that can choose lines, options of idle lines,
                // idle lines, known cells plus filled cells, and visits up to each cycle.
                let (mut writes, mut begins, mut left, mut idle, mut known, mut visits) =
                    (0, 0, 0, 0, 0, 0);
                while model.status().is_none() {
                    begins += u64::from(model.begins()) * (model.cycles() + 1);
                    model.clock();
                    writes += u64::from(model.wrote());
                    let counts = model.counts();
                    left += counts.iter().flatten().sum::<usize>();
                    idle += counts.iter().flatten().count();
                    known += ones(model.known()) + ones(model.assigned());
                    visits += model.visits();
                }
                let (status, clocks) = (model.status().unwrap(), model.cycles());
                let ended = model.visits();
                model.clock();
                assert_eq!(
                    (model.cycles(), model.visits()),
                    (clocks, ended),
                    "the model does not run after the end"
                );
                writeln!(
                courses,
                "{name}, {lanes}: {status:?} after {clocks} cycles, {ended} visits; writes {writes}, \
                 begins {begins}, options {left} of {idle} lines, cells {known}, visits {visits}"
            )
            .unwrap();
            }
        }
        insta::assert_snapshot!(courses);
    }

    #[test]
    fn classic_core_refuses_sides_above_the_maximum() {
        let board = |rows, columns| Puzzle::from_grid(&Grid::from_fn(rows, columns, |_, _| true));
        for (rows, columns) in [(32, 1), (1, 32), (32, 32)] {
            let mut model = Classic::from_puzzle(&board(rows, columns)).unwrap();
            assert_eq!(model.run(), Status::Solved);
            assert_eq!(model.grid().known_cells(), rows * columns);
        }
        for (rows, columns) in [(33, 1), (1, 33)] {
            assert!(Classic::from_puzzle(&board(rows, columns)).is_none());
        }
    }
}
