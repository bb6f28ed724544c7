//! The clause database over cells, with two watched literals per clause (Moskewicz et al., 2001).
//!
//! A literal states that a cell has a value. [`Clauses::propagate`] visits the clauses that watch a false literal
//! and reports what they force, or a conflict; [`Clauses::reduce`] deletes the least useful clauses.

use std::cmp::Reverse;

/// A literal: a cell and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The literal that `cell` is filled or, if `filled` is false, blank.
    pub fn new(cell: usize, filled: bool) -> Self {
        Self((cell << 1) as u32 | u32::from(filled))
    }

    /// Cell of the literal.
    pub fn cell(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the literal states that its cell is filled.
    pub fn filled(self) -> bool {
        self.0 & 1 == 1
    }

    /// Index of the literal, below twice the number of cells.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of the same cell with the other value.
    pub fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Truth value of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// The cell of the literal is unknown.
    Open,
    /// The cell has the value of the literal.
    True,
    /// The cell has the other value.
    False,
}

/// Number of a clause. [`Clauses::reduce`] renumbers clauses.
pub type ClauseId = u32;

#[derive(Debug, Clone)]
struct Clause {
    start: u32,
    length: u32,
    /// Number of decision levels in the clause when it was learned (Audemard and Simon's LBD); clauses of low LBD are more useful.
    lbd: u32,
}

#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: ClauseId,
    /// Another literal of the clause. If it is true, the clause needs no inspection.
    blocker: Literal,
}

/// Result of visiting the watches of a false literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// This literal is forced to be true by this clause.
    Unit(Literal, ClauseId),
    /// Every literal of this clause is false.
    Conflict(ClauseId),
}

/// A set of clauses of two or more literals.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// Clauses that watch each literal.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    /// Creates an empty database over `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { watches: vec![Vec::new(); 2 * cells], ..Self::default() }
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Literals of a clause. If the clause is the reason for a cell, the forced literal is the first.
    pub fn literals(&self, id: ClauseId) -> &[Literal] {
        let clause = &self.clauses[id as usize];
        &self.literals[clause.start as usize..(clause.start + clause.length) as usize]
    }

    /// Adds a clause that watches its first two literals.
    pub fn add(&mut self, literals: &[Literal], lbd: u32) -> ClauseId {
        let id = self.clauses.len() as ClauseId;
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        self.clauses.push(Clause { start, length: literals.len() as u32, lbd });
        self.watch(id);
        id
    }

    fn watch(&mut self, id: ClauseId) {
        let start = self.clauses[id as usize].start as usize;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[first.index()].push(Watch { clause: id, blocker: second });
        self.watches[second.index()].push(Watch { clause: id, blocker: first });
    }

    /// Visits the clauses that watch the false literal `literal`, from watch number `*at` on. Stops after the first clause that forces a
    /// literal or has only false literals; `*at` is then the number of the next watch. Returns `None` if there is no such clause.
    pub fn propagate(
        &mut self,
        literal: Literal,
        at: &mut usize,
        truth: impl Fn(Literal) -> Truth,
    ) -> Option<Found> {
        while let Some(&watch) = self.watches[literal.index()].get(*at) {
            if truth(watch.blocker) == Truth::True {
                *at += 1;
                continue;
            }
            let clause = &self.clauses[watch.clause as usize];
            let start = clause.start as usize;
            let literals = &mut self.literals[start..start + clause.length as usize];
            if literals[0] == literal {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let first_truth = truth(first);
            if first_truth == Truth::True {
                self.watches[literal.index()][*at].blocker = first;
                *at += 1;
                continue;
            }
            let other = (2..literals.len()).find(|&i| truth(literals[i]) != Truth::False);
            if let Some(other) = other {
                literals.swap(1, other);
                let moved = Watch { clause: watch.clause, blocker: first };
                self.watches[literals[1].index()].push(moved);
                self.watches[literal.index()].swap_remove(*at);
                continue;
            }
            *at += 1;
            return Some(match first_truth {
                Truth::False => Found::Conflict(watch.clause),
                _ => Found::Unit(first, watch.clause),
            });
        }
        None
    }

    /// Deletes the worse half of the deletable clauses: those of high LBD first; of equal LBD, long ones; of equal length, old ones.
    /// `in_use` must return true for every clause that is a reason; `renamed` receives the old and the new number
    /// of each remaining clause.
    pub fn reduce(
        &mut self,
        in_use: impl Fn(ClauseId) -> bool,
        mut renamed: impl FnMut(ClauseId, ClauseId),
    ) {
        /// Clauses of this LBD or below are always kept; these include all clauses of two literals.
        const GLUE: u32 = 2;
        let mut candidates: Vec<ClauseId> = (0..self.clauses.len() as ClauseId)
            .filter(|&id| {
                let clause = &self.clauses[id as usize];
                clause.lbd > GLUE && !in_use(id)
            })
            .collect();
        self.keep_worse_half(&mut candidates);

        let old = std::mem::take(self);
        self.watches = vec![Vec::new(); old.watches.len()];
        for id in 0..old.clauses.len() as ClauseId {
            if candidates.binary_search(&id).is_err() {
                let clause = &old.clauses[id as usize];
                let new = self.add(old.literals(id), clause.lbd);
                renamed(id, new);
            }
        }
    }

    /// Keeps the worse half of these clauses, in the order of their numbers. A function of its own, so that all callers share the sorts.
    fn keep_worse_half(&self, candidates: &mut Vec<ClauseId>) {
        candidates.sort_by_key(|&id| {
            let clause = &self.clauses[id as usize];
            (Reverse((clause.lbd, clause.length)), id)
        });
        candidates.truncate(candidates.len() / 2);
        candidates.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(cell: usize) -> Literal {
        Literal::new(cell, true)
    }

    /// Truth of literals by a list of known cells and their values. Literals of all other cells are open.
    fn truths(cells: &[(usize, bool)]) -> impl Fn(Literal) -> Truth + '_ {
        |literal| match cells.iter().find(|(cell, _)| *cell == literal.cell()) {
            None => Truth::Open,
            Some((_, filled)) if *filled == literal.filled() => Truth::True,
            Some(_) => Truth::False,
        }
    }

    #[test]
    fn a_clause_moves_its_watch_then_forces_a_literal_then_conflicts() {
        let mut clauses = Clauses::new(3);
        let id = clauses.add(&[literal(0), literal(1), literal(2)], 3);
        let found = clauses.propagate(literal(0), &mut 0, truths(&[(0, false)]));
        assert_eq!(found, None);
        let known = [(0, false), (1, false)];
        let found = clauses.propagate(literal(1), &mut 0, truths(&known));
        assert_eq!(found, Some(Found::Unit(literal(2), id)));
        assert_eq!(clauses.literals(id)[0], literal(2));
        let known = [(0, false), (1, false), (2, false)];
        let found = clauses.propagate(literal(2), &mut 0, truths(&known));
        assert_eq!(found, Some(Found::Conflict(id)));
    }

    #[test]
    fn the_worse_half_of_the_deletable_clauses_is_deleted() {
        let mut clauses = Clauses::new(4);
        let three = [literal(0), literal(1), literal(2)];
        let ids = [
            clauses.add(&three, 3),
            clauses.add(&three, 9),
            clauses.add(&three, 5),
            clauses.add(&three, 7),
            clauses.add(&three, 2),
        ];
        let mut kept = Vec::new();
        clauses.reduce(|id| id == ids[3], |old, new| kept.push((old, new)));
        assert_eq!(kept, [(0, 0), (2, 1), (3, 2), (4, 3)]);
        assert_eq!(clauses.len(), 4);
    }
}
