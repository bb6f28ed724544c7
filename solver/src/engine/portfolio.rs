//! Failed-literal probing, then learning, then learning and SAT in turns, with more time for both each round.
//!
//! Hand-over rules: what [`failed_literals::refute`] leaves open goes to the learner, who works alone for its share of
//! conflicts, which is enough for almost every puzzle. After that come rounds, in each of which both have a
//! share, doubled from round to round. SAT starts with all that the learner knows by then for good and its
//! short clauses. Whoever ends first ends the search; the learner, when both do in the same round. When more
//! than `MANY` solutions were found, the learner goes on alone: it is the better at listing them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nonogram_puzzles::{Grid, Puzzle};

use crate::engine::learning::Learner;
use crate::engine::probing::failed_literals;
use crate::engine::sat::Sat;
use crate::engine::search::{Counts, Limits, Search, Step, collect};
use crate::partial_grid::PartialGrid;
use crate::word::Word;

/// Who works, and how.
#[derive(Debug, Clone, Copy)]
pub struct Team {
    /// Whether SAT takes part.
    pub with_sat: bool,
    /// Whether both work at the same time.
    pub parallel: bool,
    /// Conflicts of the learner before there is a second engine, and in the first round.
    learner_share: u64,
    /// Conflicts of SAT in the first round.
    sat_share: u64,
}

impl Team {
    /// A team with the usual shares of the work.
    pub fn new(with_sat: bool, parallel: bool) -> Self {
        Self {
            with_sat,
            parallel,
            learner_share: 20_000,
            sat_share: 30_000,
        }
    }
}

/// The longest clauses that are handed over.
const LONGEST: usize = 8;
/// Puzzles with more clauses than this are not encoded: their problem would not fit the memory.
const LARGEST: usize = 20_000_000;
/// With more solutions than this SAT takes no part.
const MANY: usize = 16;

/// Searches on from `board`, which line logic has left at its fixpoint, until `wanted` solutions are found.
pub fn run<W: Word>(
    puzzle: &Puzzle,
    board: PartialGrid<'_, W>,
    wanted: usize,
    team: Team,
    limits: &Limits,
    found: &mut Vec<Grid>,
) -> (Step, Counts) {
    let (refuted, visits) = failed_literals::refute(board, limits);
    let counts = Counts {
        visits,
        ..Counts::default()
    };
    let Ok(board) = refuted else {
        return (Step::Exhausted, counts);
    };
    let known = board.to_grid();
    if board.unknown() == 0 {
        found.push(known);
        return (Step::Exhausted, counts);
    }
    let mut learner = Learner::new(board);
    let with_sat = team.with_sat && Sat::size(puzzle) <= LARGEST;
    let alone = Limits {
        conflicts: if with_sat {
            team.learner_share
        } else {
            u64::MAX
        },
        ..limits.clone()
    };
    let end = collect(&mut learner, wanted, &alone, found);
    if end != Step::OutOfNodes || !with_sat {
        return (end, counts.and(learner.counts()));
    }
    let mut sat = Sat::new(puzzle, &known, limits);
    hand_over(&learner, &mut sat);
    found.iter().for_each(|solution| sat.exclude(solution));
    let mut share = 1;
    while found.len() <= MANY {
        let by_learner = Limits {
            conflicts: team.learner_share.saturating_mul(share),
            ..limits.clone()
        };
        let by_sat = Limits {
            conflicts: team.sat_share.saturating_mul(share),
            ..limits.clone()
        };
        // More than that would be the learner's alone.
        let some = (wanted - found.len()).min(MANY + 1);
        let (learned, solved) = round(
            &mut learner,
            &mut sat,
            some,
            by_learner,
            by_sat,
            team.parallel,
        );
        let (mut end, solutions) = learned;
        solutions.iter().for_each(|solution| sat.exclude(solution));
        let mut new = solutions;
        if let Some((sat_end, solutions)) = solved {
            end = sat_end;
            for solution in solutions {
                if !new.contains(&solution) {
                    learner.exclude(&solution);
                    new.push(solution);
                }
            }
        }
        let all_wanted = new.len() <= wanted - found.len();
        new.truncate(wanted - found.len());
        found.append(&mut new);
        let end = match (end, found.last()) {
            (Step::Exhausted, _) if all_wanted => Step::Exhausted,
            (_, Some(last)) if found.len() == wanted => Step::Solution(last.clone()),
            (end, _) => end,
        };
        if end == Step::Exhausted || end == Step::OutOfTime || found.len() == wanted {
            return (end, counts.and(learner.counts()));
        }
        share = share.saturating_mul(2);
    }
    (
        collect(&mut learner, wanted, limits, found),
        counts.and(learner.counts()),
    )
}

/// What an engine did in a round: why it stopped, and the solutions it found.
type Turn = (Step, Vec<Grid>);

/// One round of both, one after the other or side by side: the outcome is the same. SAT's part is
/// missing when the learner stopped for another reason than its limit, which makes it superfluous.
fn round<W: Word>(
    learner: &mut Learner<'_, W>,
    sat: &mut Sat,
    wanted: usize,
    by_learner: Limits,
    by_sat: Limits,
    side_by_side: bool,
) -> (Turn, Option<Turn>) {
    let turn = |search: &mut dyn Search, limits: &Limits| -> Turn {
        let mut solutions = Vec::new();
        let end = collect(search, wanted, limits, &mut solutions);
        (end, solutions)
    };
    if !side_by_side {
        let learned = turn(learner, &by_learner);
        let solved = (learned.0 == Step::OutOfNodes).then(|| turn(sat, &by_sat));
        return (learned, solved);
    }
    let superfluous = Arc::new(AtomicBool::new(false));
    let by_sat = Limits {
        cancel: Some(superfluous.clone()),
        ..by_sat
    };
    let (learned, solved) = rayon::join(
        || {
            let learned = turn(learner, &by_learner);
            superfluous.store(learned.0 != Step::OutOfNodes, Ordering::Relaxed);
            learned
        },
        || turn(sat, &by_sat),
    );
    let solved = (learned.0 == Step::OutOfNodes).then_some(solved);
    (learned, solved)
}

/// Adds what the learner knows to SAT.
fn hand_over<W: Word>(learner: &Learner<'_, W>, sat: &mut Sat) {
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
    use nonogram_puzzles::Clue;

    /// `side`! solutions: one filled cell in every row and column.
    fn permutations(side: usize) -> Puzzle {
        let clues = vec![Clue::from([1]); side];
        Puzzle::new(clues.clone(), clues).unwrap()
    }

    /// A picture about which no line alone decides anything.
    fn checkered(side: usize, seed: usize) -> Puzzle {
        Puzzle::from_grid(&Grid::from_fn(side, side, |row, column| {
            (row * 7 + column * 3 + row * column * seed) % 5 < 2
        }))
    }

    fn all(puzzle: &Puzzle, wanted: usize, team: Team) -> (Step, Vec<Grid>) {
        let mut found = Vec::new();
        let board = PartialGrid::<u64>::new(puzzle);
        let (end, _) = run(puzzle, board, wanted, team, &Limits::NONE, &mut found);
        (end, found)
    }

    fn set(grids: &[Grid]) -> std::collections::HashSet<&Grid> {
        grids.iter().collect()
    }

    /// With the shortest turns everything passes from one engine to the other again and again.
    #[test]
    fn rounds_lose_and_repeat_nothing() {
        let puzzles = (1..30).map(|seed| checkered(8, seed));
        for puzzle in puzzles.chain((3..6).map(permutations)) {
            let (end, expected) = all(&puzzle, usize::MAX, Team::new(false, false));
            assert_eq!(end, Step::Exhausted);
            for wanted in [1, 2, 5, usize::MAX] {
                let mut outcomes = Vec::new();
                for parallel in [false, true] {
                    let team = Team {
                        learner_share: 1,
                        sat_share: 1,
                        ..Team::new(true, parallel)
                    };
                    let (end, found) = all(&puzzle, wanted, team);
                    assert_eq!(found.len(), expected.len().min(wanted));
                    assert_eq!(set(&found).len(), found.len());
                    assert!(set(&found).is_subset(&set(&expected)));
                    assert!(end == Step::Exhausted || found.len() == wanted);
                    outcomes.push((end, found));
                }
                assert_eq!(outcomes[0], outcomes[1]);
            }
        }
    }
}
