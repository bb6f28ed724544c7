//! The portfolio: failed-literal probing, then learning, then rounds of learning and SAT with growing shares.
//!
//! The board that [`failed_literals::refute`] leaves is passed to the learner, which first works alone for a share of conflicts;
//! without SAT, it works alone to the end. In each round that follows, both engines have a share of conflicts (SAT for each solution),
//! which doubles from round to round. SAT starts with the cells that the learner knows at level 0 and with its short learned clauses. The
//! search ends after the first round in which an engine finishes; if both finish, the result of the learner counts. After more than
//! `MANY` solutions the learner continues alone, because it lists solutions faster than SAT.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::learning::{Learner, RECORDED};
use crate::engine::probing::failed_literals;
use crate::engine::sat::{self, Sat};
use crate::engine::search::{Counts, End, Limits, Search, Sink, Threads, collect, gather};
use crate::partial_grid::PartialGrid;

/// The engines that take part, their threads and their shares.
#[derive(Debug, Clone)]
pub struct Team {
    /// Whether SAT takes part.
    pub with_sat: bool,
    /// Threads of the team. Unless they are [`Threads::One`], both engines run at the same time.
    pub threads: Threads,
    /// Maximum number of conflicts of the learner before SAT starts, and again in the first round.
    learner_share: u64,
    /// Maximum number of conflicts of SAT for each solution in the first round.
    sat_share: u64,
}

impl Team {
    /// Creates a team with the default shares.
    pub fn new(with_sat: bool, threads: Threads) -> Self {
        Self { with_sat, threads, learner_share: 5_000, sat_share: 30_000 }
    }
}

/// Maximum number of literals of the clauses that SAT receives from the learner.
const LONGEST: usize = 8;
/// Number of solutions above which SAT is not used.
const MANY: usize = Sink::KEPT;
/// Solutions found by SAT are excluded in the learner, which is possible until the learner has found [`RECORDED`] solutions itself.
/// The learner has found at most [`MANY`] solutions before a round, and finds at most `MANY + 1` in the round.
const _: () = assert!(2 * MANY < RECORDED);

/// Searches from `board`, which must be at the fixpoint of line logic, until `sink` has enough solutions, there are no more, or a
/// limit is reached. Returns why the search stopped, and its counts without those of SAT.
pub fn run<const N: usize>(
    puzzle: &Puzzle,
    board: PartialGrid<'_, N>,
    team: Team,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> (End, Counts) {
    let (refuted, visits) = failed_literals::refute(board, limits);
    let counts = Counts { visits, ..Counts::default() };
    let Ok(board) = refuted else {
        return (End::Complete, counts);
    };
    let known = board.to_grid();
    // If a limit was reached, the board may not be at the fixpoint of line logic.
    if limits.is_late() {
        return (End::TimeLimit, counts);
    }
    if board.unknown() == 0 {
        sink.push(&known);
        return (End::Complete, counts);
    }
    let mut learner = Learner::new(board);
    let with_sat = team.with_sat && sat::check(puzzle).is_ok();
    let alone = Limits {
        conflicts: if with_sat { team.learner_share } else { u64::MAX },
        ..limits.clone()
    };
    let mut end = collect(&mut learner, &alone, sink);
    if end == End::NodeLimit && with_sat {
        if sink.count() <= MANY {
            let mut sat = Sat::new(puzzle, &known, limits);
            hand_over(&learner, &mut sat);
            sink.first().iter().for_each(|solution| sat.exclude(solution));
            end = rounds(&mut learner, &mut sat, &team, limits, sink);
        }
        if end == End::NodeLimit {
            end = collect(&mut learner, limits, sink);
        }
    }
    (end, counts.and(learner.counts()))
}

/// Runs rounds of both engines with doubling shares until one settles the puzzle, enough solutions are found, or a limit is
/// reached. Returns [`End::NodeLimit`] after more than [`MANY`] solutions.
fn rounds<const N: usize>(
    learner: &mut Learner<'_, N>,
    sat: &mut Sat,
    team: &Team,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> End {
    let mut share = 1;
    while sink.count() <= MANY {
        let by_learner =
            Limits { conflicts: team.learner_share.saturating_mul(share), ..limits.clone() };
        let by_sat = Limits { conflicts: team.sat_share.saturating_mul(share), ..limits.clone() };
        let Round { end, learned, solved } =
            round(learner, sat, by_learner, by_sat, &team.threads, sink);
        if end != End::NodeLimit {
            return end;
        }
        learned.iter().for_each(|solution| sat.exclude(solution));
        let Some((end, solutions)) = solved else {
            // The learner has found more than `MANY` solutions.
            break;
        };
        let mut new = solutions.iter().filter(|solution| !learned.contains(solution));
        for solution in new.by_ref() {
            learner.exclude(solution);
            if sink.push(solution) {
                break;
            }
        }
        match end {
            End::Complete if new.next().is_none() => return end,
            _ if sink.left() == 0 => return End::Enough,
            End::TimeLimit => return end,
            _ => {}
        }
        share = share.saturating_mul(2);
    }
    End::NodeLimit
}

/// Result of a round.
struct Round {
    /// Why the learner stopped; also [`End::NodeLimit`] if it has found more than [`MANY`] solutions.
    end: End,
    /// Solutions found by the learner, which the sink has already received.
    learned: Vec<Grid>,
    /// Why SAT stopped, and the solutions it found. `None` if the learner's result makes SAT superfluous.
    solved: Option<(End, Vec<Grid>)>,
}

/// Runs one round of both engines, sequentially or in parallel; unless the limits are late, the outcome is the same. The solutions of
/// the learner are passed to the sink as they are found.
fn round<const N: usize>(
    learner: &mut Learner<'_, N>,
    sat: &mut Sat,
    by_learner: Limits,
    by_sat: Limits,
    threads: &Threads,
    sink: &mut Sink<'_>,
) -> Round {
    // After more than `MANY` solutions the learner continues alone, so a round needs at most `MANY + 1` solutions from either engine.
    let wanted = sink.left().min(MANY + 1);
    let mut learned = Vec::new();
    let mut learn = || {
        let mut each = |solution: &Grid| {
            learned.push(solution.clone());
            if sink.push(solution) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = collect(learner, &by_learner, &mut Sink::new(wanted, &mut each));
        match end {
            End::Enough if sink.left() > 0 => (End::NodeLimit, false),
            end => (end, end == End::NodeLimit),
        }
    };
    let mut solve = |by_sat: &Limits| gather(sat, wanted, by_sat);
    let ((end, goes_on), solved) = if threads.is_one() {
        let learned = learn();
        (learned, learned.1.then(|| solve(&by_sat)))
    } else {
        let superfluous = Arc::new(AtomicBool::new(false));
        let by_sat = Limits { superfluous: Some(superfluous.clone()), ..by_sat };
        std::thread::scope(|scope| {
            let solver = scope.spawn(|| solve(&by_sat));
            let learned = learn();
            superfluous.store(!learned.1, Ordering::Relaxed);
            let solved = solver.join();
            let solved = solved.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (learned, Some(solved))
        })
    };
    Round { end, learned, solved: solved.filter(|_| goes_on) }
}

/// Adds the known cells and short clauses of the learner to SAT.
fn hand_over<const N: usize>(learner: &Learner<'_, N>, sat: &mut Sat) {
    for literal in learner.known() {
        sat.add(&[literal]);
    }
    for clause in learner.learned(LONGEST) {
        sat.add(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::permutations;

    /// The puzzle of a regular pattern that depends on `seed`.
    fn checkered(side: usize, seed: usize) -> Puzzle {
        Puzzle::from_grid(&Grid::from_fn(side, side, |row, column| {
            (row * 7 + column * 3 + row * column * seed) % 5 < 2
        }))
    }

    fn all(puzzle: &Puzzle, wanted: usize, team: Team) -> (End, Vec<Grid>) {
        let mut found = Vec::new();
        let mut each = |solution: &Grid| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        };
        let board = PartialGrid::<1>::new(puzzle);
        let mut sink = Sink::new(wanted, &mut each);
        let (end, _) = run(puzzle, board, team, &Limits::NONE, &mut sink);
        (end, found)
    }

    fn set(grids: &[Grid]) -> std::collections::HashSet<&Grid> {
        grids.iter().collect()
    }

    /// SAT finds all solutions of its round, but the caller ends the search at the first.
    #[test]
    fn interrupted_search_is_not_exhausted() {
        let puzzle = crate::boards::random(25, 45, 0);
        for learner_share in [1, 5] {
            let team = Team { learner_share, ..Team::new(true, Threads::One) };
            let mut each = |_: &Grid| ControlFlow::Break(());
            let board = PartialGrid::<1>::new(&puzzle);
            let mut sink = Sink::new(usize::MAX, &mut each);
            let (end, _) = run(&puzzle, board, team, &Limits::NONE, &mut sink);
            assert_eq!((end, sink.count()), (End::Enough, 1));
        }
    }

    /// The learner has used its share and hands over, so only the cancel flag of SAT ends the round.
    #[test]
    fn cancelled_sat_engine_ends_the_round() {
        let puzzle = permutations(4);
        for threads in [Threads::One, Threads::new(2)] {
            let learner = &mut Learner::new(PartialGrid::<1>::new(&puzzle));
            let sat = &mut Sat::new(&puzzle, &Grid::new(4, 4), &Limits::NONE);
            let (mut by_learner, mut by_sat) = (Limits::NONE, Limits::NONE);
            by_learner.conflicts = 0;
            by_sat.cancel = Some(Arc::new(AtomicBool::new(true)));
            let mut each = |_: &Grid| ControlFlow::Continue(());
            let sink = &mut Sink::new(usize::MAX, &mut each);
            let found = round(learner, sat, by_learner, by_sat, &threads, sink);
            assert_eq!(found.end, End::NodeLimit);
            assert_eq!(found.solved.map(|(end, _)| end), Some(End::TimeLimit));
        }
    }

    /// Snapshot of a few searches with different shares: a change shows up in review.
    #[test]
    fn course_of_the_rounds_is_unchanged() {
        use crate::boards::{exchanged, random};
        use std::fmt::Write;
        let mut courses = String::new();
        let boards = [
            ("few solutions", random(15, 45, 1)),
            ("two solutions", random(15, 40, 3)),
            ("many solutions", random(15, 40, 4)),
            ("none", exchanged(&random(20, 45, 5))),
            ("permutations", permutations(5)),
        ];
        for (name, puzzle) in &boards {
            for (with_sat, learner_share, sat_share, wanted) in [
                (true, 1, 1, usize::MAX),
                (true, 8, 3, 200),
                (true, 1, 100_000, 40),
                (true, 20, 1000, 5),
                (true, 20, 1000, 2),
                (false, 1, 1, 30),
            ] {
                let team = Team { with_sat, threads: Threads::One, learner_share, sat_share };
                // `order` is a checksum of the sequence of solutions, which depends on the engine that finds each.
                let (mut count, mut order) = (0, 0);
                let mut each = |solution: &Grid| {
                    count += 1;
                    let cells = solution.to_lines().concat();
                    let filled = (1..).zip(cells.chars()).filter(|(_, cell)| *cell == '#');
                    order += count * filled.map(|(place, _)| place * place).sum::<usize>();
                    ControlFlow::Continue(())
                };
                let limits = Limits::of_looks(u64::MAX);
                let board = PartialGrid::<1>::new(puzzle);
                let mut sink = Sink::new(wanted.min(1000), &mut each);
                let (end, counts) = run(puzzle, board, team, &limits, &mut sink);
                writeln!(
                    courses,
                    "{name}, SAT {with_sat}, {learner_share} and {sat_share} conflicts: {end:?} with {count} solutions in \
                     order {order}\n  {counts:?}"
                )
                .unwrap();
            }
        }
        insta::assert_snapshot!(courses);
    }

    /// With the smallest shares, control passes between the engines many times.
    #[test]
    fn rounds_neither_lose_nor_repeat_solutions() {
        let puzzles = (1..30).map(|seed| checkered(8, seed));
        for puzzle in puzzles.chain((3..6).map(permutations)) {
            let (end, expected) = all(&puzzle, usize::MAX, Team::new(false, Threads::One));
            assert_eq!(end, End::Complete);
            for wanted in [1, 2, 5, usize::MAX] {
                let mut outcomes = Vec::new();
                for threads in [Threads::One, Threads::new(2)] {
                    let team = Team { learner_share: 1, sat_share: 1, ..Team::new(true, threads) };
                    let (end, found) = all(&puzzle, wanted, team);
                    assert_eq!(found.len(), expected.len().min(wanted));
                    assert_eq!(set(&found).len(), found.len());
                    assert!(set(&found).is_subset(&set(&expected)));
                    assert!(end == End::Complete || found.len() == wanted);
                    outcomes.push((end, found));
                }
                assert_eq!(outcomes[0], outcomes[1]);
            }
        }
    }
}
