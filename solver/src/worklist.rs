//! Line selection: the order in which lines are solved until the fixpoint.
//!
//! Interface: [`Selection`] is the strategy, [`Worklist`] holds the waiting lines, [`DirtyLines`] is a set of dirty lines.
//! Source of the score: Steve Simpson's solver.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::partial_grid::PartialGrid;
use crate::word::Bits;

/// A strategy that selects the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// Every line in turn, rows first, until all other lines have decided nothing since the last one that decided a cell.
    RoundRobin,
    /// Dirty lines (at first all, then those with a cell that became known since their last visit): all such rows, then all such
    /// columns, and so on.
    #[default]
    Dirty,
    /// Dirty lines: those with the fewest visits that decided no cell first; of these, the one with the highest [`score`] first.
    Score,
}

impl Selection {
    /// Every strategy.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Dirty, Self::Score];

    /// The name that [`FromStr`] parses.
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

/// The error for a name that no line selection has.
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

/// Score of a line of `length` cells, an estimate of how many of them its clue decides if all are unknown. A clue of n blocks of Σ
/// cells in total, which can shift by f = length − Σ − (n − 1) cells, scores Σ − n·f. An empty clue scores `length`.
pub fn score(clue: &[usize], length: usize) -> i64 {
    let (n, length) = (clue.len() as i64, length as i64);
    if n == 0 {
        return length;
    }
    let sum: i64 = clue.iter().map(|&block| block as i64).sum();
    (n + 1) * sum + n * (n - length - 1)
}

/// The set of dirty lines: at first none or all lines, later those with a cell that changed since their last visit.
///
/// All dirty rows are removed, then all dirty columns, then rows again, so that a line collects the changes of all crossing lines
/// before it is visited.
#[derive(Debug, Clone)]
pub(crate) struct DirtyLines<const N: usize> {
    height: usize,
    /// Dirty rows, and dirty columns.
    waiting: [Bits<N>; 2],
    /// The kind of lines that [`DirtyLines::pop`] removes while any is dirty: 0 for rows, 1 for columns.
    turn: usize,
}

impl<const N: usize> DirtyLines<N> {
    /// Creates the set with no line of a board of `height` rows dirty.
    pub(crate) fn none(height: usize) -> Self {
        Self {
            height,
            waiting: [Bits::EMPTY, Bits::EMPTY],
            turn: 0,
        }
    }

    /// Creates the set with every line dirty.
    pub(crate) fn all((height, width): (usize, usize)) -> Self {
        Self {
            waiting: [Bits::ones(height), Bits::ones(width)],
            ..Self::none(height)
        }
    }

    /// Marks a line dirty.
    #[inline]
    pub(crate) fn push(&mut self, line: usize) {
        match line.checked_sub(self.height) {
            None => self.waiting[0].insert(line),
            Some(column) => self.waiting[1].insert(column),
        }
    }

    /// Marks the lines that cross `line` at these places dirty.
    #[inline]
    pub(crate) fn push_across(&mut self, line: usize, places: &Bits<N>) {
        let across = &mut self.waiting[usize::from(line < self.height)];
        *across = across.or(places);
    }

    /// Removes and returns the next line; `None` if no line is dirty.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        if self.waiting[self.turn].is_empty() {
            self.turn = 1 - self.turn;
        }
        let Some(place) = self.waiting[self.turn].lowest() else {
            // The next round starts with the rows again.
            self.turn = 0;
            return None;
        };
        self.waiting[self.turn].remove(place);
        Some(place + self.turn * self.height)
    }

    /// Whether no line is dirty.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.iter().all(Bits::is_empty)
    }

    /// Marks every line clean.
    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// The lines that wait to be visited, in the order of a strategy.
#[derive(Debug)]
pub(crate) enum Worklist<const N: usize> {
    RoundRobin {
        lines: usize,
        next: usize,
        fruitless: usize,
    },
    Dirty(DirtyLines<N>),
    Score {
        height: usize,
        scores: Vec<i64>,
        fruitless: Vec<u32>,
        waiting: Vec<bool>,
        heap: BinaryHeap<Ranked>,
    },
}

/// A waiting line: its number of visits that decided no cell, its score and its number. The fewest such visits rank highest, then the
/// highest score, then the lowest number.
type Ranked = (Reverse<u32>, i64, Reverse<usize>);

impl<const N: usize> Worklist<N> {
    /// Creates a worklist in which every line of a board waits.
    pub(crate) fn new(selection: Selection, board: &PartialGrid<'_, N>) -> Self {
        let lines = board.lines();
        match selection {
            Selection::RoundRobin => Self::RoundRobin {
                lines,
                next: 0,
                fruitless: 0,
            },
            Selection::Dirty => Self::Dirty(DirtyLines::all(board.size())),
            Selection::Score => {
                let scores = (0..lines).map(|line| score(board.clue(line), board.length(line)));
                Self::by_score(board.size().0, scores.collect())
            }
        }
    }

    fn by_score(height: usize, scores: Vec<i64>) -> Self {
        let ranked = |(line, &score)| (Reverse(0), score, Reverse(line));
        Self::Score {
            height,
            fruitless: vec![0; scores.len()],
            waiting: vec![true; scores.len()],
            heap: scores.iter().enumerate().map(ranked).collect(),
            scores,
        }
    }

    /// The next line to visit, or `None` at the fixpoint.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        match self {
            Self::RoundRobin {
                lines,
                next,
                fruitless,
            } => {
                if fruitless == lines {
                    return None;
                }
                let line = *next;
                *next = (*next + 1) % *lines;
                Some(line)
            }
            Self::Dirty(dirty) => dirty.pop(),
            Self::Score { waiting, heap, .. } => {
                let (_, _, Reverse(line)) = heap.pop()?;
                waiting[line] = false;
                Some(line)
            }
        }
    }

    /// Records a visit of `line` that made the cells at the places `learned` known, and marks the lines that cross there dirty.
    #[inline]
    pub(crate) fn visited(&mut self, line: usize, learned: &Bits<N>) {
        match self {
            Self::RoundRobin { fruitless, .. } => {
                if learned.is_empty() {
                    *fruitless += 1
                } else {
                    *fruitless = 1
                }
            }
            Self::Dirty(dirty) => dirty.push_across(line, learned),
            Self::Score {
                height,
                scores,
                fruitless,
                waiting,
                heap,
            } => {
                fruitless[line] += u32::from(learned.is_empty());
                for place in learned.cells() {
                    let across = if line < *height {
                        *height + place
                    } else {
                        place
                    };
                    if !std::mem::replace(&mut waiting[across], true) {
                        heap.push((Reverse(fruitless[across]), scores[across], Reverse(across)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fall_with_the_freedom_of_the_blocks() {
        assert_eq!(score(&[], 10), 10);
        assert_eq!(score(&[10], 10), 10);
        assert_eq!(score(&[1], 10), -8);
        assert!(score(&[4, 4], 10) > score(&[1, 4], 10));
    }

    #[test]
    fn names_are_parsed() {
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

    fn set(places: &[usize]) -> Bits<1> {
        Bits::from_fn(64, |place| places.contains(&place))
    }

    #[test]
    fn dirty_rows_and_columns_are_returned_alternately_and_once() {
        let mut dirty = DirtyLines::<1>::all((2, 3));
        dirty.push(1);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [0, 1, 2, 3, 4]);
        dirty.push_across(0, &set(&[2]));
        assert_eq!(dirty.pop(), Some(4));
        dirty.push_across(4, &set(&[1]));
        dirty.push(2);
        let order: Vec<_> = std::iter::from_fn(|| dirty.pop()).collect();
        assert_eq!(order, [2, 1]);
        assert!(dirty.is_empty());
        dirty.push(0);
        assert!(!dirty.is_empty());
        dirty.clear();
        assert_eq!(dirty.pop(), None);
    }

    #[test]
    fn round_robin_ends_when_all_other_lines_decide_nothing() {
        let mut worklist = Worklist::RoundRobin {
            lines: 2,
            next: 0,
            fruitless: 0,
        };
        let mut visits = Vec::new();
        while let Some(line) = worklist.pop() {
            visits.push(line);
            worklist.visited(line, &Bits::<1>::ones(usize::from(visits.len() == 2)));
        }
        assert_eq!(visits, [0, 1, 0]);
    }

    #[test]
    fn fruitless_visits_defer_the_best_line() {
        // One row, two columns.
        let mut worklist = Worklist::by_score(1, vec![5, 9, 1]);
        assert_eq!(worklist.pop(), Some(1));
        worklist.visited(1, &set(&[]));
        assert_eq!(worklist.pop(), Some(0));
        worklist.visited(0, &set(&[0, 1]));
        let order: Vec<_> = std::iter::from_fn(|| worklist.pop()).collect();
        assert_eq!(order, [2, 1]);
    }
}
