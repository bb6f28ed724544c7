//! Probing: tries both values of every unknown cell and compares the consequences.
//!
//! [`Prober`] keeps the cells that both values imply or, if one value leads to a contradiction, what the other implies. When probing
//! decides no further cell, the search branches on the cell of the highest score, depth first. Source: Jan Wolter's pbnsolve, and Yu, Lee
//! and Chen, "An efficient algorithm for solving nonograms" (2011).

pub(crate) mod failed_literals;

use crate::engine::search::{Counts, End, Limits, Search, Threads};
use crate::line::Contradiction;
use crate::partial_grid::PartialGrid;
use crate::propagate::DirtyLines;
use nonogram_puzzles::Grid;
#[cfg(feature = "native")]
use rayon::prelude::*;

/// Maximum number of cells that are probed from the same board, in parallel if there are several threads; their results are merged
/// before the next cells are probed. The number is fixed so that the outcome does not depend on the threads.
const SIDE_BY_SIDE: usize = 32;

/// A depth-first search with probing at every node.
pub struct Prober<'p, const N: usize> {
    probe: Probe<'p, N>,
    /// Current decisions, the latest one last.
    decisions: Vec<Decision>,
    next: Next,
    #[cfg_attr(not(feature = "native"), expect(dead_code))]
    threads: Threads,
    counts: Counts,
}

/// A decision: the value chosen for a cell.
struct Decision {
    /// Number of known cells before the decision.
    known: usize,
    cell: usize,
    filled: bool,
    /// Whether the other value has already been tried.
    last: bool,
}

/// Next action of the search.
enum Next {
    /// Propagate the last decision or, without decisions, the given cells; then probe.
    Explore,
    /// Invert the last decision with an untried value.
    Backtrack,
    /// The search is exhausted.
    Stop,
}

/// Result of probing a whole board.
enum Outcome {
    Contradiction,
    Complete,
    /// Probing decides no further cell. This cell is the best to branch on, with the value that decides more cells.
    Branch(usize, bool),
    /// A limit was reached.
    Late,
}

/// A cell and its value.
pub(crate) type Fact = (usize, bool);

/// A cell, the result of probing it, and the facts.
type Probed = (usize, Lesson, Vec<Fact>);

/// Result of probing a cell.
pub(crate) enum Lesson {
    /// Neither value is possible.
    Contradiction,
    /// One value is refuted: the facts follow from the other one, and include the cell itself.
    Forced,
    /// Neither value is refuted: the facts follow from both.
    Open(Worth),
}

/// Score of a cell to branch on: the number of cells that its weaker value makes known, the number that its stronger value makes
/// known, and whether the stronger value is filled.
pub(crate) type Worth = (usize, usize, bool);

impl<'p, const N: usize> Prober<'p, N> {
    /// Creates a search that takes the known cells of `board` as given. It probes on `threads`; unless the limits are late, the outcome
    /// does not depend on their number.
    pub fn new(board: PartialGrid<'p, N>, threads: Threads) -> Self {
        Self {
            probe: Probe::new(board),
            decisions: Vec::new(),
            next: Next::Explore,
            threads,
            counts: Counts::default(),
        }
    }

    /// Probes cells until probing decides no further cell, a contradiction is found, or a limit is reached.
    fn probe_all(&mut self, limits: &Limits) -> Outcome {
        let cells = self.probe.board.cells();
        self.counts.depth = self.counts.depth.max(self.decisions.len() + 1);
        // The next cell to probe, and the number of consecutive cells without result.
        let (mut next, mut fruitless) = (0, 0);
        let mut best: Option<(Worth, usize)> = None;
        while fruitless < cells {
            if limits.is_late() {
                return Outcome::Late;
            }
            let mut chosen = Vec::with_capacity(SIDE_BY_SIDE);
            while chosen.len() < SIDE_BY_SIDE && fruitless < cells {
                if self.probe.board.value(next).is_none() {
                    chosen.push(next);
                }
                fruitless += 1;
                next = (next + 1) % cells;
            }
            let known = self.probe.board.trail().len();
            for (cell, lesson, facts) in self.probe_each(&chosen) {
                match lesson {
                    Lesson::Contradiction => return Outcome::Contradiction,
                    Lesson::Open(worth) if best.is_none_or(|(best, _)| worth > best) => {
                        best = Some((worth, cell));
                    }
                    Lesson::Forced | Lesson::Open(_) => {}
                }
                if self.probe.board.set_all(&facts).is_err() {
                    return Outcome::Contradiction;
                }
            }
            if self.probe.board.trail().len() > known {
                if self.probe.settle(known).is_err() {
                    return Outcome::Contradiction;
                }
                fruitless = 0;
                best = None;
            }
        }
        match best {
            Some(((_, _, filled), cell)) => Outcome::Branch(cell, filled),
            None => Outcome::Complete,
        }
    }

    /// Probes each of these cells on the current board. Returns the facts of each.
    fn probe_each(&mut self, cells: &[usize]) -> Vec<Probed> {
        let probe = |probe: &mut Probe<'p, N>, &cell: &usize| {
            let mut facts = Vec::new();
            let lesson = probe.both(cell, &mut facts, |_| {});
            (cell, lesson, facts)
        };
        #[cfg(feature = "native")]
        if !self.threads.is_one() {
            return self.probe_in_parallel(cells, probe);
        }
        cells.iter().map(|cell| probe(&mut self.probe, cell)).collect()
    }

    /// Probes each of these cells with `probe` on the engine's threads.
    #[cfg(feature = "native")]
    fn probe_in_parallel(
        &mut self,
        cells: &[usize],
        probe: impl Fn(&mut Probe<'p, N>, &usize) -> Probed + Sync,
    ) -> Vec<Probed> {
        let base = self.probe.clone();
        let counted = |own: &mut Probe<'p, N>, cell: &usize| {
            own.visits = 0;
            (probe(own, cell), own.visits)
        };
        let lessons: Vec<_> =
            self.threads.run(|| cells.par_iter().map_init(|| base.clone(), counted).collect());
        self.probe.visits += lessons.iter().map(|(_, visits)| visits).sum::<u64>();
        lessons.into_iter().map(|(lesson, _)| lesson).collect()
    }

    /// Sets a cell to a value until the search backtracks.
    fn decide(&mut self, cell: usize, filled: bool, last: bool) {
        let known = self.probe.board.trail().len();
        self.decisions.push(Decision { known, cell, filled, last });
        self.probe.board.set(cell, filled);
        self.next = Next::Explore;
    }

    /// Inverts the last decision of which only one value was tried. Without such a decision the search is exhausted.
    fn backtrack(&mut self) {
        self.next = Next::Stop;
        while let Some(decision) = self.decisions.pop() {
            self.probe.board.undo_to(decision.known);
            if !decision.last {
                return self.decide(decision.cell, !decision.filled, true);
            }
        }
    }

    /// Runs line logic at the current node, then probes.
    fn explore(&mut self, limits: &Limits) -> Outcome {
        let known = self.decisions.last().map_or(0, |decision| decision.known);
        self.probe.limits = limits.clone();
        if self.probe.settle(known).is_err() {
            return Outcome::Contradiction;
        }
        match self.probe_all(limits) {
            // A trial that was stopped by a limit may have missed a contradiction.
            Outcome::Complete | Outcome::Branch(..) if !self.probe.is_settled() => Outcome::Late,
            outcome => outcome,
        }
    }
}

impl<const N: usize> Search for Prober<'_, N> {
    fn counts(&self) -> Counts {
        Counts { visits: self.probe.visits, ..self.counts }
    }

    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        let most_conflicts = self.counts.conflicts.saturating_add(limits.conflicts);
        let most_decisions = self.counts.decisions.saturating_add(limits.decisions);
        loop {
            match self.next {
                Next::Stop => return Err(End::Complete),
                Next::Backtrack => self.backtrack(),
                Next::Explore => match self.explore(limits) {
                    Outcome::Late => return Err(End::TimeLimit),
                    Outcome::Contradiction => {
                        self.counts.conflicts += 1;
                        self.next = Next::Backtrack;
                    }
                    Outcome::Complete => {
                        self.next = Next::Backtrack;
                        return Ok(self.probe.board.to_grid());
                    }
                    Outcome::Branch(cell, filled) => {
                        if self.counts.conflicts >= most_conflicts
                            || self.counts.decisions >= most_decisions
                        {
                            return Err(End::NodeLimit);
                        }
                        self.counts.decisions += 1;
                        self.decide(cell, filled, false);
                    }
                },
            }
        }
    }
}

/// A board on which values can be tried and undone.
#[derive(Clone)]
pub(crate) struct Probe<'p, const N: usize> {
    pub(crate) board: PartialGrid<'p, N>,
    dirty: DirtyLines<N>,
    pub(crate) visits: u64,
    /// Limits of line logic, which stops before the fixpoint if they are late.
    limits: Limits,
}

/// Number of visits between two checks of the clock.
const CLOCK: u64 = 64;

impl<'p, const N: usize> Probe<'p, N> {
    /// Creates a probe without limits in which every line is dirty.
    pub(crate) fn new(board: PartialGrid<'p, N>) -> Self {
        Self { dirty: DirtyLines::all(board.size()), ..Self::settled(board) }
    }

    /// Like [`Probe::new`], but with no line dirty, for a board that is at the fixpoint of line logic.
    pub(crate) fn settled(board: PartialGrid<'p, N>) -> Self {
        Self { dirty: DirtyLines::none(board.size().0), board, visits: 0, limits: Limits::NONE }
    }

    /// The probe with these limits.
    pub(crate) fn within(self, limits: &Limits) -> Self {
        Self { limits: limits.clone(), ..self }
    }

    /// Whether no line is dirty: line logic has ended at its fixpoint or a contradiction, not at a limit.
    pub(crate) fn is_settled(&self) -> bool {
        self.dirty.is_empty()
    }

    /// Marks the lines of all cells of the trail from number `known` on as dirty and runs line logic to the fixpoint. It stops early
    /// when a limit is reached; the cells set until then follow from the others. Fails if a line contradicts its clue.
    pub(crate) fn settle(&mut self, known: usize) -> Result<(), Contradiction> {
        for &cell in &self.board.trail()[known..] {
            let (row, column) = self.board.lines_of(cell);
            self.dirty.push(row);
            self.dirty.push(column);
        }
        while let Some(line) = self.dirty.pop() {
            self.visits += 1;
            if self.visits.is_multiple_of(CLOCK) && self.limits.is_late() {
                self.dirty.push(line);
                return Ok(());
            }
            match self.board.visit(line) {
                Ok(learned) => self.dirty.push_across(line, &learned),
                Err(contradiction) => {
                    self.dirty.clear();
                    return Err(contradiction);
                }
            }
        }
        Ok(())
    }

    /// Tries both values of an unknown cell and restores the board. `facts` receives what follows; `seen` is called with each cell of a
    /// trial without contradiction and its value.
    pub(crate) fn both(
        &mut self,
        cell: usize,
        facts: &mut Vec<Fact>,
        mut seen: impl FnMut(Fact),
    ) -> Lesson {
        let known = self.board.trail().len();
        facts.clear();
        let may_fill = self.assume(cell, true).is_ok();
        if may_fill {
            facts.extend(self.board.known_since(known));
            facts.iter().for_each(|&fact| seen(fact));
        }
        self.board.undo_to(known);
        let may_blank = self.assume(cell, false).is_ok();
        let lesson = match (may_fill, may_blank) {
            (false, false) => Lesson::Contradiction,
            (true, false) => Lesson::Forced,
            (false, true) => {
                facts.extend(self.board.known_since(known));
                Lesson::Forced
            }
            (true, true) => {
                let (filled, blank) = (facts.len(), self.board.trail().len() - known);
                self.board.known_since(known).for_each(seen);
                facts.retain(|&(cell, filled)| self.board.value(cell) == Some(filled));
                Lesson::Open((filled.min(blank), filled.max(blank), filled >= blank))
            }
        };
        self.board.undo_to(known);
        lesson
    }

    /// Sets an unknown cell to a value and runs line logic, as [`Probe::settle`] does.
    pub(crate) fn assume(&mut self, cell: usize, filled: bool) -> Result<(), Contradiction> {
        let known = self.board.trail().len();
        self.board.set(cell, filled);
        self.settle(known)
    }
}

#[cfg(test)]
mod tests {
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
            ("no solution", drawing("../cases/contradictory-search/d-11x11.non")),
            ("three points", drawing("32-search/three-points.non")),
        ]
    }

    #[test]
    fn course_of_the_search_is_unchanged() {
        let mut courses = String::new();
        for (name, puzzle) in boards() {
            for threads in [Threads::One, Threads::new(2)] {
                let mut prober = Prober::new(PartialGrid::<1>::new(&puzzle), threads);
                let limits = Limits { conflicts: 9, decisions: 40, ..Limits::of_looks(LOOKS) };
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
}
