//! Depth-first search over partial solutions, one choice after the other: the common part of `placements` and `permutations`.
//!
//! [`Branching`] defines partial solutions and how they split; [`DepthFirst`] searches them.

use nonogram_puzzles::Grid;

use crate::engine::search::{Counts, End, Limits, Search};

/// Result of [`Branching::settle`].
pub enum Settled {
    /// The partial solution has no completion.
    Dead,
    /// The partial solution is a solution.
    Solved(Grid),
    /// The partial solution splits into this number of branches, no two of which lead to the same solution.
    Open(usize),
    /// A limit was reached before all consequences were drawn.
    Late,
}

/// Defines partial solutions and how they split.
pub trait Branching {
    type Node: Clone;

    /// Draws the consequences of what is known, and adds the number of lines visited to `visits`.
    fn settle(&self, node: &mut Self::Node, limits: &Limits, visits: &mut u64) -> Settled;

    /// The node that results from the branch number `choice`, from 0.
    fn child(&self, node: &Self::Node, choice: usize) -> Self::Node;
}

/// A node whose branches are tried.
struct Frame<N> {
    node: N,
    /// The next branch to try.
    next: usize,
    choices: usize,
}

/// A depth-first search through all choices.
pub struct DepthFirst<B: Branching> {
    branching: B,
    stack: Vec<Frame<B::Node>>,
    /// The node to settle next; `None` if it is yet to be created from the stack.
    fresh: Option<B::Node>,
    counts: Counts,
}

impl<B: Branching> DepthFirst<B> {
    /// Creates a search from `root`.
    pub fn new(branching: B, root: B::Node) -> Self {
        Self { branching, stack: Vec::new(), fresh: Some(root), counts: Counts::default() }
    }

    /// Returns the next unsettled node, or why the search pauses or ends.
    fn take(&mut self, limits: &Limits) -> Result<B::Node, End> {
        if let Some(node) = self.fresh.take() {
            return Ok(node);
        }
        while let Some(frame) = self.stack.last_mut() {
            if frame.next == frame.choices {
                self.stack.pop();
                continue;
            }
            if self.counts.decisions >= limits.decisions {
                return Err(End::NodeLimit);
            }
            let node = self.branching.child(&frame.node, frame.next);
            frame.next += 1;
            self.counts.decisions += 1;
            self.counts.depth = self.counts.depth.max(self.stack.len());
            return Ok(node);
        }
        Err(End::Complete)
    }
}

impl<B: Branching> Search for DepthFirst<B> {
    fn next(&mut self, limits: &Limits) -> Result<Grid, End> {
        loop {
            if limits.is_late() {
                return Err(End::TimeLimit);
            }
            let mut node = self.take(limits)?;
            match (self.branching).settle(&mut node, limits, &mut self.counts.visits) {
                Settled::Dead => self.counts.conflicts += 1,
                Settled::Solved(grid) => return Ok(grid),
                Settled::Open(choices) => self.stack.push(Frame { node, next: 0, choices }),
                Settled::Late => {
                    self.fresh = Some(node);
                    return Err(End::TimeLimit);
                }
            }
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
