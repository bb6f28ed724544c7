//! The size of the problem that a puzzle makes, before and after its solutions are ruled out: a change is to be seen in review.

use std::fmt::Write;

use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::gather;
use crate::propagate::{LineOutcome, propagate};

#[test]
fn the_size_of_the_problem() {
    const LOOKS: u64 = u64::MAX;
    let mut sizes = String::new();
    let boards = [
        ("few solutions", random(10, 45, 3)),
        ("exchanged", exchanged(&random(15, 45, 1))),
        ("two solutions", random(15, 40, 3)),
        ("ghost", drawing("../cases/search/ghost-16x16.non")),
        (
            "a line of one block",
            drawing("../cases/ambiguous/beams-12x10.non"),
        ),
    ];
    for (name, puzzle) in boards {
        let (LineOutcome::Stalled(lines) | LineOutcome::Solved(lines)) = propagate(&puzzle) else {
            panic!("{name}: the lines alone")
        };
        let nothing = Grid::new(puzzle.row_count(), puzzle.column_count());
        for known in [nothing, lines] {
            let limits = Limits::of_looks(LOOKS);
            let mut sat = Sat::new(&puzzle, &known, &limits);
            let (clauses, looked) = (sat.clauses, limits.looked(LOOKS));
            let (end, solutions) = gather(&mut sat, 12, &Limits::NONE);
            writeln!(
                sizes,
                "{name}: about {}, variables {}, clauses {clauses}, looked {looked}; \
                 {end:?} with {} solutions, clauses {}",
                Sat::size(&puzzle),
                sat.last_variable,
                solutions.len(),
                sat.clauses
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(sizes);
}
