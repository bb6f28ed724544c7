//! Conflict analysis: derives a clause that prevents the conflict from then on.
//!
//! The clause has one literal of the current decision level (the first unique implication point) and is minimised: literals that follow
//! from the others are dropped (Sörensson and Biere, 2009). The causes of a line's deduction are computed only here.

use super::clauses::Literal;
use super::{Learner, Reason};
use crate::partial_grid::PartialGrid;
use crate::word::Bits;

/// Position of an unknown cell.
pub const UNKNOWN: u32 = u32::MAX;

/// A learned clause. The forced literal is first. If there are others, one of the backtrack level is second.
#[derive(Debug)]
pub struct Learned {
    /// Literals of the clause.
    pub literals: Vec<Literal>,
    /// Decision level at which the clause forces its first literal.
    pub backtrack_level: usize,
    /// Number of decision levels in the clause (literal block distance).
    pub lbd: u32,
}

/// Working memory of the analysis.
#[derive(Debug, Clone)]
pub struct Analysis<const N: usize> {
    automata: Vec<Automaton<N>>,
    /// Working memory of [`explain`].
    finishing: Vec<Bits<N>>,
    /// Position of each cell on the trail, or [`UNKNOWN`].
    pub position: Vec<u32>,
    /// The cells from which a value or a conflict follows.
    causes: Vec<u32>,
    /// Cells that are in the clause or have been resolved away.
    seen: Vec<bool>,
    /// All cells marked in `seen`.
    marked: Vec<usize>,
    /// Last conflict in which each level was counted.
    counted: Vec<u64>,
}

impl<const N: usize> Analysis<N> {
    pub fn new(board: &PartialGrid<'_, N>) -> Self {
        Self {
            automata: (0..board.lines()).map(|line| Automaton::new(board.clue(line))).collect(),
            finishing: Vec::new(),
            position: vec![UNKNOWN; board.cells()],
            causes: Vec::new(),
            seen: vec![false; board.cells()],
            marked: Vec::new(),
            counted: vec![0; board.cells() + 1],
        }
    }

    fn mark(&mut self, cell: usize) {
        self.seen[cell] = true;
        self.marked.push(cell);
    }
}

impl<const N: usize> Learner<'_, N> {
    /// Derives a clause from `conflict`, which was found at the current decision level.
    pub(super) fn analyze(&mut self, conflict: Reason) -> Learned {
        let level = self.level_starts.len() as u32;
        let mut literals = vec![Literal::new(0, false)];
        let mut open = 0;
        let mut position = self.board.trail().len();
        self.find_causes(conflict, None);
        let cell = loop {
            for i in 0..self.analysis.causes.len() {
                let cell = self.analysis.causes[i] as usize;
                if self.level[cell] == 0 || self.analysis.seen[cell] {
                    continue;
                }
                self.analysis.mark(cell);
                self.decisions.bump(cell);
                if self.level[cell] == level {
                    open += 1;
                } else {
                    literals.push(self.false_literal(cell));
                }
            }
            let cell = loop {
                position -= 1;
                let cell = self.board.trail()[position];
                if self.analysis.seen[cell] {
                    break cell;
                }
            };
            open -= 1;
            if open == 0 {
                break cell;
            }
            self.find_causes(self.reason[cell], Some(cell));
        };
        literals[0] = self.false_literal(cell);
        self.minimize(&mut literals);
        for cell in self.analysis.marked.drain(..) {
            self.analysis.seen[cell] = false;
        }

        let deepest = (1..literals.len()).max_by_key(|&i| self.level[literals[i].cell()]);
        let backtrack_level = deepest.map_or(0, |i| self.level[literals[i].cell()] as usize);
        if let Some(i) = deepest {
            literals.swap(1, i);
        }
        let lbd = self.lbd(&literals);
        Learned { literals, backtrack_level, lbd }
    }

    /// The literal of a known cell that is false.
    fn false_literal(&self, cell: usize) -> Literal {
        Literal::new(cell, !self.is_filled(cell))
    }

    /// Drops literals that follow from the others by their own reasons.
    fn minimize(&mut self, literals: &mut Vec<Literal>) {
        let mut kept = 1;
        for i in 1..literals.len() {
            let cell = literals[i].cell();
            self.find_causes(self.reason[cell], Some(cell));
            let is_given = |cause: usize| self.level[cause] == 0 || self.analysis.seen[cause];
            let is_implied = self.reason[cell] != Reason::Decision
                && self.analysis.causes.iter().all(|&cause| is_given(cause as usize));
            if !is_implied {
                literals[kept] = literals[i];
                kept += 1;
            }
        }
        literals.truncate(kept);
    }

    /// Number of decision levels in a clause.
    fn lbd(&mut self, literals: &[Literal]) -> u32 {
        let mut lbd = 0;
        for literal in literals {
            let counted = &mut self.analysis.counted[self.level[literal.cell()] as usize];
            if *counted != self.counts.conflicts {
                *counted = self.counts.conflicts;
                lbd += 1;
            }
        }
        lbd
    }

    /// Sets `causes` to the cells from which, by `reason`, the value of `cell` follows or, if `cell` is `None`, the conflict.
    fn find_causes(&mut self, reason: Reason, cell: Option<usize>) {
        self.analysis.causes.clear();
        match reason {
            Reason::Decision => {}
            Reason::Clause(id) => {
                let cells = self.clauses.literals(id).iter().map(|literal| literal.cell());
                let others = cells.filter(|&other| Some(other) != cell);
                self.analysis.causes.extend(others.map(|other| other as u32));
            }
            Reason::Line(line) => self.explain_line(line, cell),
        }
    }

    fn explain_line(&mut self, line: usize, cell: Option<usize>) {
        let length = self.board.length(line);
        let position = |place| self.analysis.position[self.board.cell_at(line, place)];
        let until = cell.map_or(UNKNOWN, |cell| self.analysis.position[cell]);
        let given = self.level_starts.first().map_or(UNKNOWN, |&start| start as u32);
        let mut always = Bits::from_fn(length, |place| position(place) < given.min(until));
        let now = Bits::from_fn(length, |place| position(place) < until).without(&always);
        let (filled, _) = self.board.planes(line);
        let mut filled = *filled;
        if let Some(cell) = cell {
            // The line has no placement with the other value: this contradiction must be explained.
            let place = self.board.place_in(line, cell);
            always.insert(place);
            if filled.has(place) { filled.remove(place) } else { filled.insert(place) }
        }
        let known = Known { always, now, filled };
        let analysis = &mut self.analysis;
        let (board, causes) = (&self.board, &mut analysis.causes);
        let used = |place| causes.push(board.cell_at(line, place) as u32);
        let automaton = &analysis.automata[line];
        explain(automaton, length, &known, &mut analysis.finishing, used);
    }
}

/// Known cells of a line, as input of an explanation.
#[derive(Debug, Clone)]
pub struct Known<const N: usize> {
    /// Cells that an explanation may use freely: those known at level 0 and, to explain the value of a cell, that cell with the other
    /// value.
    pub always: Bits<N>,
    /// Cells known above level 0; an explanation uses a minimal set of them.
    pub now: Bits<N>,
    /// Filled cells among the known ones.
    pub filled: Bits<N>,
}

/// The automaton of a clue. Its states form a chain: the state before the first block, then for each block one state per cell and one
/// for the blanks after it.
#[derive(Debug, Clone)]
pub struct Automaton<const N: usize> {
    /// States entered by a filled cell.
    filled: Bits<N>,
    /// The first state, and the states entered by a blank cell; the automaton stays in them on further blanks.
    blank: Bits<N>,
    /// States in which a line may end.
    last: Bits<N>,
}

/// Number of states of a clue's automaton.
pub fn states(clue: &[usize]) -> usize {
    clue.iter().map(|block| block + 1).sum::<usize>() + 1
}

impl<const N: usize> Automaton<N> {
    /// Creates the automaton of a clue. `Bits<N>` must have room for as many bits as the clue has [`states`].
    pub fn new(clue: &[usize]) -> Self {
        let states = states(clue);
        let mut blank = Bits::EMPTY;
        blank.insert(0);
        let mut at = 0;
        for block in clue {
            at += block + 1;
            blank.insert(at);
        }
        let mut last = Bits::EMPTY;
        last.insert(at);
        if at > 0 {
            last.insert(at - 1);
        }
        Self { filled: Bits::ones(states).without(&blank), blank, last }
    }

    /// States into which a cell of the allowed values leads from `from`.
    #[inline]
    fn step(&self, from: &Bits<N>, may_fill: bool, may_blank: bool) -> Bits<N> {
        let moved = from.up(1);
        let filled = moved.and(&self.filled).if_true(may_fill);
        let blank = from.or(&moved).and(&self.blank).if_true(may_blank);
        filled.or(&blank)
    }

    /// States from which a cell of the allowed values leads into `to`.
    #[inline]
    fn step_back(&self, to: &Bits<N>, may_fill: bool, may_blank: bool) -> Bits<N> {
        let filled = to.and(&self.filled).down(1).if_true(may_fill);
        let blank = to.and(&self.blank);
        filled.or(&blank.or(&blank.down(1)).if_true(may_blank))
    }
}

/// Calls `used` with the place of each cell of `known.now` that is needed for the contradiction between the known cells
/// of a line of `length` cells and its clue. There must be a contradiction. `finishing` receives, for each cell, the states after it from
/// which the rest of the line can be completed.
#[inline]
pub fn explain<const N: usize>(
    automaton: &Automaton<N>,
    length: usize,
    known: &Known<N>,
    finishing: &mut Vec<Bits<N>>,
    mut used: impl FnMut(usize),
) {
    let allowed = |place: usize| {
        let open = !known.always.has(place) && !known.now.has(place);
        let filled = known.filled.has(place);
        (open || filled, open || !filled)
    };
    finishing.clear();
    finishing.resize(length, automaton.last);
    for place in (1..length).rev() {
        let (may_fill, may_blank) = allowed(place);
        let before = automaton.step_back(&finishing[place], may_fill, may_blank);
        finishing[place - 1] = before;
    }
    let mut reached = Bits::EMPTY;
    reached.insert(0);
    for (place, finishing) in finishing.iter().enumerate() {
        let (may_fill, may_blank) = allowed(place);
        let next = automaton.step(&reached, may_fill, may_blank);
        reached = if known.now.has(place) {
            let free = automaton.step(&reached, true, true);
            if free.and(finishing).is_empty() {
                free
            } else {
                used(place);
                next
            }
        } else {
            next
        };
    }
    debug_assert!(reached.and(&automaton.last).is_empty(), "the line has no contradiction");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line;
    use nonogram_puzzles::{Cell, Clue};
    use proptest::prelude::*;

    /// A cell of a test line: if it is known, its value, and whether it is known above level 0.
    type TestCell = Option<(bool, bool)>;

    fn contradicts(clue: &[usize], cells: &[TestCell]) -> bool {
        let cell = |cell: &TestCell| cell.map_or(Cell::Unknown, |(filled, _)| Cell::from(filled));
        let mut line: Vec<Cell> = cells.iter().map(cell).collect();
        line::solve(clue, &mut line).is_err()
    }

    fn explained<const N: usize>(clue: &[usize], cells: &[TestCell]) -> Vec<usize> {
        let plane = |test: &dyn Fn(bool, bool) -> bool| {
            Bits::<N>::from_fn(cells.len(), |i| {
                cells[i].is_some_and(|(filled, counts)| test(filled, counts))
            })
        };
        let known = Known {
            always: plane(&|_, counts| !counts),
            now: plane(&|_, counts| counts),
            filled: plane(&|filled, _| filled),
        };
        let mut places = Vec::new();
        let automaton = Automaton::<N>::new(clue);
        explain(&automaton, cells.len(), &known, &mut Vec::new(), |p| places.push(p));
        places
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn explanations_suffice_and_are_minimal(
            picture in prop::collection::vec(any::<bool>(), 1..40),
            known in prop::collection::vec((0u8..6, any::<bool>()), 40),
        ) {
            let clue = Clue::of_cells(picture.iter().copied());
            let cell = |&(kind, filled): &(u8, bool)| (kind < 4).then_some((filled, kind > 0));
            let cells: Vec<TestCell> = known[..picture.len()].iter().map(cell).collect();
            prop_assume!(contradicts(&clue, &cells));
            let places = explained::<1>(&clue, &cells);
            prop_assert_eq!(&explained::<2>(&clue, &cells), &places);
            let only = |kept: &[usize]| -> Vec<TestCell> {
                let keep = |(i, cell): (usize, &TestCell)| {
                    cell.filter(|&(_, counts)| !counts || kept.contains(&i))
                };
                cells.iter().enumerate().map(keep).collect()
            };
            prop_assert!(contradicts(&clue, &only(&places)));
            for i in 0..places.len() {
                let mut fewer = places.clone();
                fewer.remove(i);
                prop_assert!(!contradicts(&clue, &only(&fewer)));
            }
        }
    }
}
