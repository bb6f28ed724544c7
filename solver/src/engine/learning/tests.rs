//! Snapshots of the search on a few boards, in which a change shows up in review, and tests of interruption, decisions, exclusion and
//! clause deletion.

use std::fmt::Write;

use nonogram_puzzles::Puzzle;

use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::{End, gather};

/// Describes the course of a search for up to `wanted` solutions within `conflicts` conflicts.
fn course<const N: usize>(puzzle: &Puzzle, wanted: usize, conflicts: u64) -> String {
    const LOOKS: u64 = u64::MAX;
    let mut learner = Learner::new(PartialGrid::<N>::new(puzzle));
    let limits = Limits {
        conflicts,
        ..Limits::of_looks(LOOKS)
    };
    let (end, solutions) = gather(&mut learner, wanted, &limits);
    let mut text = format!("{end:?} with {} solutions\n", solutions.len());
    let counts = learner.counts();
    writeln!(text, "  {counts:?}, looked {}", limits.looked(LOOKS)).unwrap();
    let lengths: Vec<usize> = (0..learner.clauses.len() as ClauseId)
        .map(|id| learner.clauses.literals(id).len())
        .collect();
    let literals: usize = lengths.iter().sum();
    let short = learner.learned(8).count();
    let known = learner.known().len();
    writeln!(
        text,
        "  clauses {} of {literals} literals, short {short}, most {}, known {known}",
        lengths.len(),
        learner.most_clauses
    )
    .unwrap();
    let floor = learner.floor;
    write!(
        text,
        "  {}; floor {floor}",
        learner.restarts.in_words()
    )
    .unwrap();
    text
}

#[test]
fn course_of_the_search_is_unchanged() {
    let mut courses = String::new();
    let mut add = |name: &str, course: String| writeln!(courses, "{name}: {course}").unwrap();
    let many = random(20, 45, 4);
    add("all of a few", course::<1>(&random(15, 45, 1), 100, 1000));
    add("a hundred of many", course::<1>(&many, 100, 1000));
    add("two of many", course::<1>(&exchanged(&many), 2, 1000));
    add("none", course::<1>(&exchanged(&random(20, 45, 5)), 2, 1000));
    add("eight", course::<1>(&random(25, 45, 0), 100, 1000));
    add(
        "clauses are dropped",
        course::<1>(&random(20, 40, 5), 100, 3400),
    );
    add(
        "a picture of many",
        course::<1>(&random(30, 30, 0), 2, 1000),
    );
    let drawing = drawing("64-search/no-two-alike.non");
    add("wide", course::<1>(&drawing, 2, 1000));
    add("wider", course::<2>(&drawing, 2, 1000));
    insta::assert_snapshot!(courses);
}

#[test]
fn interrupted_search_finds_the_same_solutions() {
    let puzzle = random(15, 40, 3);
    let whole = gather(
        &mut Learner::new(PartialGrid::<1>::new(&puzzle)),
        9,
        &Limits::NONE,
    );
    for looks in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
        let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
        let mut found = Vec::new();
        let mut late = 0;
        loop {
            match learner.next(&Limits::of_looks(looks)) {
                Ok(solution) => found.push(solution),
                Err(End::TimeLimit) if late < 20 => late += 1,
                // Belief propagation may need more checks of the clock than are allowed per call.
                Err(End::TimeLimit) => {
                    found.extend(gather(&mut learner, 9, &Limits::NONE).1);
                    break;
                }
                step => {
                    assert_eq!(step, Err(End::Complete));
                    break;
                }
            }
        }
        assert!(late > 0);
        found.sort_by_key(Grid::to_lines);
        let mut expected = whole.1.clone();
        expected.sort_by_key(Grid::to_lines);
        assert_eq!(found, expected, "{looks} checks of the clock");
    }
}

/// A board that is not at the fixpoint of line logic is neither a solution nor ready for a decision.
#[test]
fn interrupted_searches_return_valid_solutions_and_unchanged_decisions() {
    let puzzle = random(15, 40, 3);
    let decisions = |looks| {
        let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
        match learner.next(&Limits::of_looks(looks)) {
            Err(End::TimeLimit) => learner.counts().decisions,
            Ok(solution) => {
                assert!(puzzle.is_solved_by(&solution));
                0
            }
            step => panic!("{step:?}"),
        }
    };
    let decisions: Vec<u64> = (0..160).map(decisions).collect();
    insta::assert_snapshot!(format!("{decisions:?}"));
}

#[test]
fn cell_with_even_odds_is_decided_blank_first() {
    let clues = vec![nonogram_puzzles::Clue::from([1]); 2];
    let puzzle = Puzzle::new(clues.clone(), clues).unwrap();
    let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
    let (_, found) = gather(&mut learner, 2, &Limits::NONE);
    assert_eq!(found[0].to_lines(), ["-#", "#-"]);
    assert_eq!(found[1].to_lines(), ["#-", "-#"]);
}

#[test]
fn an_excluded_solution_is_not_found() {
    let puzzle = random(15, 45, 1);
    let board = || PartialGrid::<1>::new(&puzzle);
    let all = gather(&mut Learner::new(board()), 100, &Limits::NONE).1;
    let mut learner = Learner::new(board());
    all[..20]
        .iter()
        .for_each(|solution| learner.exclude(solution));
    let (_, left) = gather(&mut learner, 100, &Limits::NONE);
    assert_eq!(left.len(), all.len() - 20);
    assert!(left.iter().all(|solution| all[20..].contains(solution)));

    // Cells that are already known do not appear in the clause, and a solution that they exclude needs no clause.
    let mut board = board();
    for cell in 0..board.cells() - 3 {
        let (row, column) = (cell / 15, cell % 15);
        board.set(cell, all[0].get(row, column).value() == Some(true));
    }
    let mut learner = Learner::new(board.clone());
    let clauses = |learner: &Learner<'_, 1>| -> Vec<usize> {
        (0..learner.clauses.len() as ClauseId)
            .map(|id| learner.clauses.literals(id).len())
            .collect()
    };
    learner.exclude(&all[1]);
    assert!(clauses(&learner).is_empty());
    learner.exclude(&all[0]);
    assert_eq!(clauses(&learner), [3]);
    for cell in board.cells() - 3..board.cells() {
        board.set(cell, all[0].get(14, cell % 15).value() == Some(true));
    }
    let mut learner = Learner::new(board);
    learner.exclude(&all[0]);
    assert_eq!(learner.next(&Limits::NONE), Err(End::Complete));
}

#[test]
fn clauses_are_deleted_when_their_number_reaches_the_maximum() {
    let puzzle = random(25, 45, 0);
    let mut learner = Learner::new(PartialGrid::<1>::new(&puzzle));
    let limits = Limits {
        conflicts: 200,
        ..Limits::NONE
    };
    assert_eq!(gather(&mut learner, 9, &limits).0, End::NodeLimit);
    let count = learner.clauses.len();
    learner.most_clauses = count + 1;
    learner.reduce_db();
    assert_eq!(
        (learner.clauses.len(), learner.most_clauses),
        (count, count + 1)
    );
    learner.most_clauses = count;
    learner.reduce_db();
    assert_eq!(learner.most_clauses, count + MORE_CLAUSES);
    assert!(learner.clauses.len() < count);
    // The clauses that are reasons of known cells are kept, under their new numbers.
    for &cell in learner.board.trail() {
        if let Reason::Clause(id) = learner.reason[cell] {
            assert_eq!(learner.clauses.literals(id)[0].cell(), cell);
        }
    }
}
