//! A satisfiability problem: clauses over variables, solved by batsat, which implements the algorithm of MiniSat.
//!
//! [`Problem::variable`] and [`Problem::add`] build the problem. [`Problem::solve`] looks for a model, in which [`Problem::holds`] evaluates
//! terms. More clauses may follow.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::engine::search::{End, Limits};

/// Number of decisions between two checks of the clock.
const CLOCK: u64 = 256;

/// A constant, or a literal of the problem.
#[derive(Clone, Copy)]
pub(crate) enum Term {
    Constant(bool),
    Literal(Lit),
}

impl Term {
    /// The opposite truth value.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Literal(literal) => Self::Literal(!literal),
        }
    }
}

/// Clauses over variables.
pub(crate) struct Problem {
    solver: Solver<Watch>,
    /// Number of clauses so far.
    clauses: usize,
    /// Whether a limit was reached before the problem was complete.
    incomplete: bool,
    /// Literals of the clause being added.
    literals: Vec<Lit>,
}

impl Problem {
    /// Creates a problem without variables and clauses.
    pub(crate) fn new() -> Self {
        Self {
            solver: Solver::new(SolverOpts::default(), Watch::new(&Limits::NONE)),
            clauses: 0,
            incomplete: false,
            literals: Vec::new(),
        }
    }

    /// Number of variables.
    #[cfg(test)]
    pub(crate) fn variables(&self) -> u32 {
        self.solver.num_vars()
    }

    /// Number of clauses.
    pub(crate) fn clauses(&self) -> usize {
        self.clauses
    }

    /// The term of a new variable.
    pub(crate) fn variable(&mut self) -> Term {
        Term::Literal(Lit::new(self.solver.new_var_default(), true))
    }

    /// Adds a clause: one of the terms holds. A clause without terms is a contradiction.
    pub(crate) fn add(&mut self, terms: &[Term]) {
        self.literals.clear();
        for term in terms {
            match term {
                Term::Constant(true) => return,
                Term::Constant(false) => {}
                Term::Literal(literal) => self.literals.push(*literal),
            }
        }
        self.solver.add_clause_reuse(&mut self.literals);
        self.clauses += 1;
    }

    /// Records that the problem lacks clauses, because a limit was reached. Unless its clauses are contradictory, [`Problem::solve`] then
    /// always returns [`End::TimeLimit`].
    pub(crate) fn give_up(&mut self) {
        self.incomplete = true;
    }

    /// Finds a model.
    ///
    /// # Errors
    /// Returns why there is no model.
    pub(crate) fn solve(&mut self, limits: &Limits) -> Result<(), End> {
        if !self.solver.is_ok() {
            return Err(End::Complete);
        }
        if self.incomplete || limits.is_late() {
            return Err(End::TimeLimit);
        }
        *self.solver.cb_mut() = Watch::new(limits);
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            Ok(())
        } else if answer == lbool::FALSE {
            Err(End::Complete)
        } else if self.solver.cb().is_late.get() {
            Err(End::TimeLimit)
        } else {
            Err(End::NodeLimit)
        }
    }

    /// Whether the term holds in the model that [`Problem::solve`] has found.
    pub(crate) fn holds(&self, term: Term) -> bool {
        match term {
            Term::Constant(holds) => holds,
            Term::Literal(literal) => self.solver.value_lit(literal) == lbool::TRUE,
        }
    }
}

/// Stops the solver when a limit is reached.
struct Watch {
    limits: Limits,
    /// Number of conflicts left.
    conflicts: u64,
    /// Number of decisions so far, at each of which the solver calls [`Callbacks::stop`].
    decisions: Cell<u64>,
    /// Whether the search was late at the last check of the clock.
    is_late: Cell<bool>,
}

impl Watch {
    fn new(limits: &Limits) -> Self {
        Self {
            conflicts: limits.conflicts,
            decisions: Cell::new(0),
            is_late: Cell::new(false),
            limits: limits.clone(),
        }
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        let decisions = self.decisions.get();
        if decisions % CLOCK == CLOCK - 1 {
            self.is_late.set(self.limits.is_late());
        }
        self.decisions.set(decisions + 1);
        self.conflicts == 0 || decisions >= self.limits.decisions || self.is_late.get()
    }
}
