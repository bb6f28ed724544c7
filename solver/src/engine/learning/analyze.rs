//! Conflict analysis: derives a clause that prevents the conflict from then on.
//!
//! The clause has one literal of the current decision level (the first unique implication point) and is
//! minimised: literals that follow from the others are dropped (Sörensson and Biere, 2009). The causes of a line's
//! deduction are computed on first use, and usually kept while the cell is known.

use std::ops::Range;

use super::clauses::Literal;
use super::explain::{Automaton, Explainer, Known, explain};
use super::{Learner, Reason};
use crate::partial_grid::PartialGrid;
use crate::word::Bits;

/// Number of kept causes above which all are dropped before the next conflict is analysed.
const MOST_KEPT: usize = 1 << 20;
/// Position of an unknown cell.
const UNKNOWN: u32 = u32::MAX;

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
    height: usize,
    width: usize,
    automata: Vec<Automaton<N>>,
    explainer: Explainer<N>,
    /// Position of each cell on the trail, or `UNKNOWN`: in row order, and again in column order.
    position: [Vec<u32>; 2],
    /// Causes found and not yet dropped, as consecutive ranges.
    causes: Vec<u32>,
    /// Range of `causes` of each cell; empty if there are none or they are not kept.
    kept: Vec<Range<u32>>,
    /// Cells that are in the clause or have been resolved away.
    seen: Vec<bool>,
    /// All cells marked in `seen`.
    marked: Vec<usize>,
    /// Last conflict in which each level was counted.
    counted: Vec<u64>,
}

impl<const N: usize> Analysis<N> {
    pub fn new(board: &PartialGrid<'_, N>) -> Self {
        let (height, width) = board.size();
        Self {
            height,
            width,
            automata: (0..board.lines())
                .map(|line| Automaton::new(board.clue(line)))
                .collect(),
            explainer: Explainer::default(),
            position: [vec![UNKNOWN; board.cells()], vec![UNKNOWN; board.cells()]],
            causes: Vec::new(),
            kept: vec![0..0; board.cells()],
            seen: vec![false; board.cells()],
            marked: Vec::new(),
            counted: vec![0; board.cells() + 1],
        }
    }

    /// Records that a cell became known at `position` of the trail.
    #[inline]
    pub fn known_at(&mut self, cell: usize, position: usize) {
        self.set_position(cell, position as u32);
        self.kept[cell] = 0..0;
    }

    /// Records that a cell is unknown again.
    #[inline]
    pub fn unknown(&mut self, cell: usize) {
        self.set_position(cell, UNKNOWN);
    }

    #[inline]
    fn set_position(&mut self, cell: usize, position: u32) {
        let (row, column) = (cell / self.width, cell % self.width);
        self.position[0][cell] = position;
        self.position[1][column * self.height + row] = position;
    }

    /// Positions of a line's cells on the trail.
    #[inline]
    fn positions(&self, line: usize) -> &[u32] {
        match line.checked_sub(self.height) {
            None => &self.position[0][line * self.width..][..self.width],
            Some(column) => &self.position[1][column * self.height..][..self.height],
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
        if self.analysis.causes.len() > MOST_KEPT {
            self.analysis.causes.clear();
            self.analysis.kept.fill(0..0);
        }
        let mut literals = vec![Literal::new(0, false)];
        let mut open = 0;
        let mut position = self.board.trail().len();
        let mut causes = self.find_causes(conflict, None);
        let cell = loop {
            for i in causes {
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
            causes = self.causes_of(cell);
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
        Learned {
            literals,
            backtrack_level,
            lbd,
        }
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
            let implied = self.reason[cell] != Reason::Decision
                && self.causes_of(cell).all(|i| {
                    let cause = self.analysis.causes[i] as usize;
                    self.level[cause] == 0 || self.analysis.seen[cause]
                });
            if !implied {
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

    /// The cells from which the value of a known cell follows, as a range of `causes`; empty for a decision.
    fn causes_of(&mut self, cell: usize) -> Range<usize> {
        let kept = self.analysis.kept[cell].clone();
        if !kept.is_empty() {
            return kept.start as usize..kept.end as usize;
        }
        let found = self.find_causes(self.reason[cell], Some(cell));
        self.analysis.kept[cell] = found.start as u32..found.end as u32;
        found
    }

    /// Appends to `causes` the cells from which, by `reason`, the value of `cell` follows or, if `cell` is `None`, the conflict. Returns
    /// their range.
    fn find_causes(&mut self, reason: Reason, cell: Option<usize>) -> Range<usize> {
        let start = self.analysis.causes.len();
        match reason {
            Reason::Decision => {}
            Reason::Clause(id) => {
                let cells = self
                    .clauses
                    .literals(id)
                    .iter()
                    .map(|literal| literal.cell());
                let others = cells.filter(|&other| Some(other) != cell);
                self.analysis
                    .causes
                    .extend(others.map(|other| other as u32));
            }
            Reason::Line(line) => self.explain_line(line, cell),
        }
        start..self.analysis.causes.len()
    }

    fn explain_line(&mut self, line: usize, cell: Option<usize>) {
        let positions = self.analysis.positions(line);
        let length = positions.len();
        let until = cell.map_or(UNKNOWN, |cell| self.analysis.position[0][cell]);
        let given = self
            .level_starts
            .first()
            .map_or(UNKNOWN, |&start| start as u32);
        let mut always = Bits::from_fn(length, |place| positions[place] < given.min(until));
        let now = Bits::from_fn(length, |place| positions[place] < until).without(&always);
        let (filled, _) = self.board.planes(line);
        let mut filled = *filled;
        if let Some(cell) = cell {
            // The line has no placement with the other value: this contradiction must be explained.
            let place = self.board.place_in(line, cell);
            always.insert(place);
            if filled.has(place) {
                filled.remove(place)
            } else {
                filled.insert(place)
            }
        }
        let known = Known {
            always,
            now,
            filled,
        };
        let analysis = &mut self.analysis;
        let (board, causes) = (&self.board, &mut analysis.causes);
        let used = |place| causes.push(board.cell_at(line, place) as u32);
        let automaton = &analysis.automata[line];
        explain(automaton, length, &known, &mut analysis.explainer, used);
    }
}
