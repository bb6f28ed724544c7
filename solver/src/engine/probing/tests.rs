//! Snapshots of probing on a few boards: a change shows up in review.

use std::fmt::Write;

use nonogram_puzzles::Puzzle;

use super::failed_literals::refute;
use super::*;
use crate::boards::{drawing, exchanged, random};
use crate::engine::search::gather;

const LOOKS: u64 = u64::MAX;

/// The board of a puzzle after line logic.
fn settled(puzzle: &Puzzle) -> PartialGrid<'_, 1> {
    let mut probe = Probe::new(PartialGrid::new(puzzle));
    probe.settle(0).expect("line logic finds no contradiction");
    probe.board
}

fn boards() -> Vec<(&'static str, Puzzle)> {
    vec![
        ("many solutions", random(12, 45, 0)),
        ("few solutions", random(15, 45, 1)),
        ("more", random(15, 45, 4)),
        ("exchanged", exchanged(&random(15, 45, 1))),
        ("ghost", drawing("../cases/search/ghost-16x16.non")),
        (
            "no solution",
            drawing("../cases/contradictory-search/d-11x11.non"),
        ),
        ("three points", drawing("32-search/three-points.non")),
    ]
}

#[test]
fn course_of_the_search_is_unchanged() {
    let mut courses = String::new();
    for (name, puzzle) in boards() {
        for threads in [Threads::One, Threads::new(2)] {
            let mut prober = Prober::new(PartialGrid::<1>::new(&puzzle), threads);
            let limits = Limits {
                conflicts: 9,
                decisions: 40,
                ..Limits::of_looks(LOOKS)
            };
            let (end, solutions) = gather(&mut prober, 20, &limits);
            writeln!(
                courses,
                "{name}: {end:?} with {} solutions\n  {:?}, looked {}",
                solutions.len(),
                prober.counts(),
                limits.looked(LOOKS)
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(courses);
}

#[test]
fn course_of_failed_literals_is_unchanged() {
    let mut courses = String::new();
    let large = [
        ("exchanged 25", exchanged(&random(25, 45, 1))),
        ("25", random(25, 45, 3)),
    ];
    for (name, puzzle) in boards().into_iter().chain(large) {
        let limits = Limits::of_looks(LOOKS);
        let (board, visits) = refute(settled(&puzzle), &limits);
        let known = board.map(|board| (board.trail().len(), board.cells()));
        let looked = limits.looked(LOOKS);
        writeln!(
            courses,
            "{name}: known {known:?}, visits {visits}, looked {looked}"
        )
        .unwrap();
    }
    insta::assert_snapshot!(courses);
}

/// Interrupted probing has set no cell to a wrong value.
#[test]
fn late_probing_keeps_correct_cells_and_decides_nothing() {
    let puzzle = drawing("32-search/three-points.non");
    let goal = puzzle.goal().expect("a drawing");
    let mut known = Vec::new();
    for looks in 0..120 {
        let (board, _) = refute(settled(&puzzle), &Limits::of_looks(looks));
        let board = board.unwrap();
        let width = puzzle.column_count();
        for &cell in board.trail() {
            let expected = goal.get(cell / width, cell % width).value();
            assert_eq!(board.value(cell), expected);
        }
        if looks % 20 == 0 {
            known.push(board.trail().len());
        }

        // A trial that was cut short may have missed a contradiction, so it decides nothing.
        let mut prober = Prober::new(PartialGrid::<1>::new(&puzzle), Threads::One);
        let step = prober.next(&Limits::of_looks(looks));
        assert_eq!(step, Err(End::TimeLimit), "{looks} checks of the clock");
        assert_eq!(prober.counts().decisions, 0, "{looks} checks of the clock");
        if looks % 20 == 0 {
            assert_eq!(prober.next(&Limits::NONE), Ok(goal.clone()));
        }
    }
    insta::assert_snapshot!(format!("{known:?}"));
}

/// Snapshot of the numbers of decisions of searches that are interrupted at one of the first 100 checks of the clock.
#[test]
fn course_of_late_searches_is_unchanged() {
    let puzzle = random(12, 45, 0);
    let decisions = |looks| {
        let mut prober = Prober::new(PartialGrid::<1>::new(&puzzle), Threads::One);
        assert_eq!(prober.next(&Limits::of_looks(looks)), Err(End::TimeLimit));
        prober.counts().decisions
    };
    let decisions: Vec<u64> = (0..100).map(decisions).collect();
    insta::assert_snapshot!(format!("{decisions:?}"));
}

#[test]
fn trial_of_a_cell_restores_the_board() {
    let puzzle = random(15, 45, 1);
    let board = settled(&puzzle);
    let mut probe = Probe::settled(board.clone());
    let mut lessons = [0; 3];
    let mut text = String::new();
    for cell in (0..board.cells()).filter(|&cell| board.value(cell).is_none()) {
        let mut facts = Vec::new();
        match probe.both(cell, &mut facts, |_| {}) {
            Lesson::Contradiction => lessons[0] += 1,
            Lesson::Forced => {
                lessons[1] += 1;
                assert!(facts.iter().any(|fact| fact.0 == cell));
            }
            Lesson::Open(worth) => {
                lessons[2] += 1;
                assert!(facts.iter().all(|fact| fact.0 != cell));
                if cell % 7 == 0 {
                    writeln!(text, "{cell}: {} {worth:?}", facts.len()).unwrap();
                }
            }
        }
        assert_eq!(probe.board.trail(), board.trail());
    }
    insta::assert_snapshot!(format!("{lessons:?}\n{text}"));
}
