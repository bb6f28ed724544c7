//! Line selection: which line to solve next on the way to the fixpoint.
//!
//! [`Selection`] names the strategy; [`Agenda`] holds the lines that wait, in the strategy's order.
//! The score is that of Steve Simpson's solver. All strategies reach the same fixpoint.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A strategy to choose the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// Every line in turn, rows first, until a whole round learns nothing.
    RoundRobin,
    /// Lines with news (a cell became known since the last visit), in the order the news came.
    #[default]
    Dirty,
    /// Lines with news, highest [`score`] first; each visit in vain defers the line behind all
    /// those with fewer such visits.
    Score,
}

impl Selection {
    /// Every strategy.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Dirty, Self::Score];

    /// The name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Dirty => "dirty",
            Self::Score => "score",
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no line selection has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no line selection {0:?}; expected round-robin, dirty or score")]
pub struct UnknownSelection(pub String);

impl FromStr for Selection {
    type Err = UnknownSelection;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|selection| selection.name() == name)
            .ok_or_else(|| UnknownSelection(name.to_owned()))
    }
}

/// How much a line of `length` cells promises before anything is known of it: n blocks that sum to
/// Σ score (n+1)·Σ + n·(n−length−1), an empty clue `length`. Highest (`length`) when nothing is left open,
/// and positive when the blocks are long against their freedom.
pub fn score(clue: &[usize], length: usize) -> i64 {
    let (n, length) = (clue.len() as i64, length as i64);
    if n == 0 {
        return length;
    }
    let sum: i64 = clue.iter().map(|&block| block as i64).sum();
    (n + 1) * sum + n * (n - length - 1)
}

/// A first-in-first-out queue of lines, each in it at most once.
#[derive(Debug, Clone)]
pub(crate) struct LineQueue {
    order: VecDeque<usize>,
    waiting: Vec<bool>,
}

impl LineQueue {
    /// An empty queue for `lines` lines.
    pub(crate) fn new(lines: usize) -> Self {
        Self {
            order: VecDeque::with_capacity(lines),
            waiting: vec![false; lines],
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, line: usize) {
        if !std::mem::replace(&mut self.waiting[line], true) {
            self.order.push_back(line);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let line = self.order.pop_front()?;
        self.waiting[line] = false;
        Some(line)
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// The lines that wait to be visited.
#[derive(Debug)]
pub(crate) enum Agenda {
    RoundRobin {
        lines: usize,
        next: usize,
        in_vain: usize,
    },
    Dirty(LineQueue),
    Score {
        scores: Vec<i64>,
        in_vain: Vec<u32>,
        waiting: Vec<bool>,
        heap: BinaryHeap<Ranked>,
    },
}

/// A waiting line: fewest visits in vain, then highest score, then lowest number.
type Ranked = (Reverse<u32>, i64, Reverse<usize>);

impl Agenda {
    /// Every line waits; `scores` are those of the lines in order.
    pub(crate) fn new(selection: Selection, scores: Vec<i64>) -> Self {
        let lines = scores.len();
        let mut agenda = match selection {
            Selection::RoundRobin => Self::RoundRobin {
                lines,
                next: 0,
                in_vain: 0,
            },
            Selection::Dirty => Self::Dirty(LineQueue::new(lines)),
            Selection::Score => Self::Score {
                in_vain: vec![0; lines],
                waiting: vec![false; lines],
                heap: BinaryHeap::with_capacity(lines),
                scores,
            },
        };
        (0..lines).for_each(|line| agenda.push(line));
        agenda
    }

    /// A cell of `line` became known.
    pub(crate) fn push(&mut self, line: usize) {
        match self {
            Self::RoundRobin { .. } => {}
            Self::Dirty(queue) => queue.push(line),
            Self::Score {
                scores,
                in_vain,
                waiting,
                heap,
            } => {
                if !std::mem::replace(&mut waiting[line], true) {
                    heap.push((Reverse(in_vain[line]), scores[line], Reverse(line)));
                }
            }
        }
    }

    /// The next line to visit, or none when the fixpoint is reached.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        match self {
            Self::RoundRobin {
                lines,
                next,
                in_vain,
            } => {
                if in_vain == lines {
                    return None;
                }
                let line = *next;
                *next = (*next + 1) % *lines;
                Some(line)
            }
            Self::Dirty(queue) => queue.pop(),
            Self::Score { waiting, heap, .. } => {
                let (_, _, Reverse(line)) = heap.pop()?;
                waiting[line] = false;
                Some(line)
            }
        }
    }

    /// How many cells the visit of `line` taught.
    pub(crate) fn visited(&mut self, line: usize, learned: usize) {
        match self {
            Self::RoundRobin { in_vain, .. } => {
                *in_vain = if learned > 0 { 1 } else { *in_vain + 1 }
            }
            Self::Dirty(_) => {}
            Self::Score { in_vain, .. } => in_vain[line] += u32::from(learned == 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_measure_the_freedom_of_a_line() {
        assert_eq!(score(&[], 10), 10);
        assert_eq!(score(&[10], 10), 10);
        assert_eq!(score(&[1], 10), -8);
        assert!(score(&[4, 4], 10) > score(&[1, 4], 10));
    }

    #[test]
    fn names_are_read_back() {
        for selection in Selection::ALL {
            assert_eq!(selection.to_string().parse(), Ok(selection));
        }
        assert!(
            "best"
                .parse::<Selection>()
                .unwrap_err()
                .to_string()
                .contains("\"best\"")
        );
    }

    #[test]
    fn dirty_lines_wait_once_and_in_order() {
        let mut agenda = Agenda::new(Selection::Dirty, vec![0; 3]);
        agenda.push(1);
        let order: Vec<_> = std::iter::from_fn(|| agenda.pop()).collect();
        assert_eq!(order, [0, 1, 2]);
        agenda.push(2);
        agenda.push(0);
        agenda.push(2);
        let order: Vec<_> = std::iter::from_fn(|| agenda.pop()).collect();
        assert_eq!(order, [2, 0]);
    }

    #[test]
    fn a_round_in_vain_ends_the_round_robin() {
        let mut agenda = Agenda::new(Selection::RoundRobin, vec![0; 2]);
        let mut visits = Vec::new();
        while let Some(line) = agenda.pop() {
            visits.push(line);
            agenda.visited(line, usize::from(visits.len() == 2));
        }
        assert_eq!(visits, [0, 1, 0]);
    }

    #[test]
    fn visits_in_vain_defer_the_best_line() {
        let mut agenda = Agenda::new(Selection::Score, vec![5, 9, 1]);
        assert_eq!(agenda.pop(), Some(1));
        agenda.visited(1, 0);
        agenda.push(1);
        assert_eq!(agenda.pop(), Some(0));
        agenda.visited(0, 4);
        agenda.push(0);
        let order: Vec<_> = std::iter::from_fn(|| agenda.pop()).collect();
        assert_eq!(order, [0, 2, 1]);
    }
}
