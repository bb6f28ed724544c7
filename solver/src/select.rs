//! Line selection: which line to solve next on the way to the fixpoint.
//!
//! [`Selection`] names the strategy; [`Agenda`] holds the lines that wait, in the strategy's order.
//! The score is that of Steve Simpson's solver. All strategies reach the same fixpoint.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::word::Word;

/// A strategy to choose the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// Every line in turn, rows first, until a whole round learns nothing.
    RoundRobin,
    /// Lines with news (a cell became known since the last visit): all such rows, then all such
    /// columns, and so on.
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

/// A set of lines that have news: rows in one word, columns in another.
///
/// All rows are taken, then all columns, then rows again, so that a line gathers the news of all lines across
/// it before its turn comes.
#[derive(Debug, Clone)]
pub(crate) struct News<W> {
    height: usize,
    /// Rows, and columns.
    waiting: [W; 2],
    /// Which of them are being taken.
    turn: usize,
}

impl<W: Word> News<W> {
    /// No line of a board of this size has news.
    pub(crate) fn none((height, width): (usize, usize)) -> Self {
        Self {
            height,
            waiting: [W::zero(height), W::zero(width)],
            turn: 0,
        }
    }

    /// Every line has news.
    pub(crate) fn all((height, width): (usize, usize)) -> Self {
        Self {
            waiting: [W::ones(height), W::ones(width)],
            ..Self::none((height, width))
        }
    }

    /// A line has news.
    #[inline]
    pub(crate) fn push(&mut self, line: usize) {
        match line.checked_sub(self.height) {
            None => self.waiting[0].insert(line),
            Some(column) => self.waiting[1].insert(column),
        }
    }

    /// The lines across `line` at these places have news.
    #[inline]
    pub(crate) fn push_across(&mut self, line: usize, places: &W) {
        let across = &mut self.waiting[usize::from(line < self.height)];
        *across = across.or(places);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        if self.waiting[self.turn].is_empty() {
            self.turn = 1 - self.turn;
        }
        let Some(place) = self.waiting[self.turn].lowest() else {
            // The next news begin with the rows again, whatever came before.
            self.turn = 0;
            return None;
        };
        self.waiting[self.turn].remove(place);
        Some(place + self.turn * self.height)
    }

    /// No line has news any more.
    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// The lines that wait to be visited.
#[derive(Debug)]
pub(crate) enum Agenda<W> {
    RoundRobin {
        lines: usize,
        next: usize,
        in_vain: usize,
    },
    Dirty(News<W>),
    Score {
        height: usize,
        scores: Vec<i64>,
        in_vain: Vec<u32>,
        waiting: Vec<bool>,
        heap: BinaryHeap<Ranked>,
    },
}

/// A waiting line: fewest visits in vain, then highest score, then lowest number.
type Ranked = (Reverse<u32>, i64, Reverse<usize>);

impl<W: Word> Agenda<W> {
    /// Every line of a board waits.
    pub(crate) fn new(selection: Selection, board: &Board<'_, W>) -> Self {
        let lines = board.lines();
        match selection {
            Selection::RoundRobin => Self::RoundRobin {
                lines,
                next: 0,
                in_vain: 0,
            },
            Selection::Dirty => Self::Dirty(News::all(board.size())),
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
            in_vain: vec![0; scores.len()],
            waiting: vec![true; scores.len()],
            heap: scores.iter().enumerate().map(ranked).collect(),
            scores,
        }
    }

    /// The next line to visit, or none when the fixpoint is reached.
    #[inline]
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
            Self::Dirty(news) => news.pop(),
            Self::Score { waiting, heap, .. } => {
                let (_, _, Reverse(line)) = heap.pop()?;
                waiting[line] = false;
                Some(line)
            }
        }
    }

    /// The visit of `line` made these places known: the lines across it have news.
    #[inline]
    pub(crate) fn visited(&mut self, line: usize, learned: &W) {
        match self {
            Self::RoundRobin { in_vain, .. } => match learned.is_empty() {
                true => *in_vain += 1,
                false => *in_vain = 1,
            },
            Self::Dirty(news) => news.push_across(line, learned),
            Self::Score {
                height,
                scores,
                in_vain,
                waiting,
                heap,
            } => {
                in_vain[line] += u32::from(learned.is_empty());
                for place in learned.cells() {
                    let across = if line < *height {
                        *height + place
                    } else {
                        place
                    };
                    if !std::mem::replace(&mut waiting[across], true) {
                        heap.push((Reverse(in_vain[across]), scores[across], Reverse(across)));
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

    fn set(places: &[usize]) -> u64 {
        u64::from_fn(64, |place| places.contains(&place))
    }

    #[test]
    fn lines_with_news_wait_once_rows_first() {
        let mut news = News::<u64>::all((2, 3));
        news.push(1);
        let order: Vec<_> = std::iter::from_fn(|| news.pop()).collect();
        assert_eq!(order, [0, 1, 2, 3, 4]);
        news.push_across(0, &set(&[2]));
        assert_eq!(news.pop(), Some(4));
        news.push_across(4, &set(&[1]));
        news.push(2);
        let order: Vec<_> = std::iter::from_fn(|| news.pop()).collect();
        assert_eq!(order, [2, 1]);
        news.push(0);
        news.clear();
        assert_eq!(news.pop(), None);
    }

    #[test]
    fn a_round_in_vain_ends_the_round_robin() {
        let mut agenda = Agenda::RoundRobin {
            lines: 2,
            next: 0,
            in_vain: 0,
        };
        let mut visits = Vec::new();
        while let Some(line) = agenda.pop() {
            visits.push(line);
            agenda.visited(line, &u64::from(visits.len() == 2));
        }
        assert_eq!(visits, [0, 1, 0]);
    }

    #[test]
    fn visits_in_vain_defer_the_best_line() {
        // One row, two columns.
        let mut agenda = Agenda::by_score(1, vec![5, 9, 1]);
        assert_eq!(agenda.pop(), Some(1));
        agenda.visited(1, &set(&[]));
        assert_eq!(agenda.pop(), Some(0));
        agenda.visited(0, &set(&[0, 1]));
        let order: Vec<_> = std::iter::from_fn(|| agenda.pop()).collect();
        assert_eq!(order, [2, 1]);
    }
}
