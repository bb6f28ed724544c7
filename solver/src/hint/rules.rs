//! The rules on a single line, as people state them, easiest first.
//!
//! Interface: [`deduce`] applies the first rule that decides a cell. Source of the rules from `overlap` to `ranges`: Yu, Lee and Chen,
//! "An efficient algorithm for solving nonograms" (2011).

use std::ops::Range;

use nonogram_puzzles::{Block, Cell};

use crate::line::{Contradiction, LineSolver};
use crate::line::{leftmost, rightmost};

/// A rule on one line, with the data for its explanation. Positions count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The clue has no block.
    Blank,
    /// The blocks, and the blanks that must separate them, fill the line exactly.
    Fits,
    /// Every filled cell of the clue is known: the rest is blank.
    Done,
    /// The number of unknown cells equals the number of missing filled cells: all of them are filled.
    Rest,
    /// Blocks longer than their slack cover some cells in every placement.
    Overlap {
        /// Number of cells that the blocks, one blank apart, leave free.
        room: usize,
    },
    /// Filled cells that form a whole block are enclosed by blanks.
    Finished {
        /// Positions of the filled cells.
        run: Range<usize>,
    },
    /// Filled cells close to an end of the line or to a blank extend away from it.
    Glue {
        /// Positions of the filled cells.
        run: Range<usize>,
        /// Length of the shortest block that they can belong to.
        shortest: usize,
    },
    /// Filled cells of the same block are joined.
    Join {
        /// Length of the block.
        block: usize,
        /// Positions from the first of the filled cells to the last one.
        run: Range<usize>,
    },
    /// No block reaches these cells.
    OutOfReach {
        /// Lengths of the neighbouring blocks between which all these cells lie.
        between: Option<(usize, usize)>,
    },
    /// A gap is too small for every block that may lie in it.
    TooSmall {
        /// Positions of the cells of the gap.
        gap: Range<usize>,
    },
    /// The leftmost and the rightmost placement that agree with the known cells have cells in common.
    Ranges,
    /// All placements have cells in common.
    Placements,
    /// A block of a coloured puzzle covers some cells in every placement.
    Covers {
        /// The block.
        block: Block,
        /// Number of cells by which it can shift.
        room: usize,
    },
    /// All placements without the colours that the crossing lines exclude have cells in common.
    Crossing,
}

impl Rule {
    /// Identifier of the rule in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Fits => "fits",
            Self::Done => "done",
            Self::Rest => "rest",
            Self::Overlap { .. } => "overlap",
            Self::Finished { .. } => "finished",
            Self::Glue { .. } => "glue",
            Self::Join { .. } => "join",
            Self::OutOfReach { .. } => "out-of-reach",
            Self::TooSmall { .. } => "too-small",
            Self::Ranges => "ranges",
            Self::Placements => "placements",
            Self::Covers { .. } => "covers",
            Self::Crossing => "crossing",
        }
    }

    /// Rank of the rule, 0 for the easiest.
    pub fn rank(&self) -> usize {
        match self {
            Self::Blank => 0,
            Self::Fits => 1,
            Self::Done => 2,
            Self::Rest => 3,
            Self::Overlap { .. } | Self::Covers { .. } => 4,
            Self::Finished { .. } => 5,
            Self::Glue { .. } => 6,
            Self::Join { .. } => 7,
            Self::OutOfReach { .. } => 8,
            Self::TooSmall { .. } => 9,
            Self::Ranges => 10,
            Self::Placements => 11,
            Self::Crossing => 12,
        }
    }
}

/// Cells of a line that follow from a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Deduction {
    pub rule: Rule,
    /// Unknown cells, in order, and whether each is filled; at least one.
    pub cells: Vec<(usize, bool)>,
}

/// Applies the easiest rule that decides a cell. Returns `None` if the line decides no cell. Fails if the clue has no
/// placement.
pub fn deduce(clue: &[usize], cells: &[Cell]) -> Result<Option<Deduction>, Contradiction> {
    let mut after = cells.to_vec();
    if LineSolver::Bits.solve(clue, &mut after)? == 0 {
        return Ok(None);
    }
    let line = Line::new(clue, cells)?;
    Ok(line.whole().or_else(|| line.by_ranges()).or_else(|| {
        let mut fast = cells.to_vec();
        let learned = LineSolver::Fast.solve(clue, &mut fast);
        let (rule, after) = match learned {
            Ok(1..) => (Rule::Ranges, fast),
            _ => (Rule::Placements, after),
        };
        let known = after.iter().enumerate();
        line.deduction(
            rule,
            known.filter_map(|(place, cell)| Some((place, cell.value()?))),
        )
    }))
}

/// A line with its runs of cells and the range of each block.
struct Line<'a> {
    clue: &'a [usize],
    cells: &'a [Cell],
    /// Maximal runs of filled cells.
    runs: Vec<Range<usize>>,
    /// Maximal runs of cells that are not blank.
    gaps: Vec<Range<usize>>,
    /// First and last possible start of each block.
    starts: Vec<(usize, usize)>,
}

/// Maximal runs of cells for which `keep` holds.
fn runs(cells: &[Cell], keep: impl Fn(Cell) -> bool) -> Vec<Range<usize>> {
    let mut from = 0;
    let mut found = Vec::new();
    for run in cells.chunk_by(|&a, &b| keep(a) == keep(b)) {
        if keep(run[0]) {
            found.push(from..from + run.len());
        }
        from += run.len();
    }
    found
}

impl<'a> Line<'a> {
    fn new(clue: &'a [usize], cells: &'a [Cell]) -> Result<Self, Contradiction> {
        let first = leftmost(clue, cells).ok_or(Contradiction)?;
        let last = rightmost(clue, cells).ok_or(Contradiction)?;
        let mut line = Self {
            clue,
            cells,
            runs: runs(cells, |cell| cell == Cell::Filled),
            gaps: runs(cells, |cell| cell != Cell::Blank),
            starts: first.into_iter().zip(last).collect(),
        };
        // Filled cells that only one block can cover restrict it to positions that include them.
        for run in &line.runs {
            if let [only] = line.candidates(run)[..] {
                let (first, last) = line.starts[only];
                let nearest = run.end.saturating_sub(clue[only]);
                line.starts[only] = (first.max(nearest), last.min(run.start));
            }
        }
        Ok(line)
    }

    /// Blocks that can cover these filled cells.
    fn candidates(&self, run: &Range<usize>) -> Vec<usize> {
        let able = |&block: &usize| {
            let (first, last) = self.starts[block];
            let nearest = run.end.saturating_sub(self.clue[block]);
            run.len() <= self.clue[block] && first.max(nearest) <= last.min(run.start)
        };
        (0..self.clue.len()).filter(able).collect()
    }

    /// The deduction of those `cells` that are unknown in the line, or `None` if there are none.
    fn deduction(
        &self,
        rule: Rule,
        cells: impl IntoIterator<Item = (usize, bool)>,
    ) -> Option<Deduction> {
        let is_unknown = |&(place, _): &(usize, bool)| self.cells[place] == Cell::Unknown;
        let cells: Vec<_> = cells.into_iter().filter(is_unknown).collect();
        (!cells.is_empty()).then_some(Deduction { rule, cells })
    }

    /// Applies the rules that need only the clue and counts of cells; `None` if none of them decides a cell.
    fn whole(&self) -> Option<Deduction> {
        let length = self.cells.len();
        let filled: usize = self.clue.iter().sum();
        let room = (length + 1).checked_sub(filled + self.clue.len());
        let known = self.runs.iter().map(ExactSizeIterator::len).sum::<usize>();
        let open = self.gaps.iter().map(ExactSizeIterator::len).sum::<usize>();
        let all = |value| (0..length).map(move |place| (place, value));
        if self.clue.is_empty() {
            return self.deduction(Rule::Blank, all(false));
        }
        if room == Some(0) {
            return self.deduction(Rule::Fits, self.packed(0, length));
        }
        if known == filled {
            return self.deduction(Rule::Done, all(false));
        }
        if open == filled {
            return self.deduction(Rule::Rest, all(true));
        }
        let room = room?;
        let covered = self.packed(room, length).filter(|&(_, filled)| filled);
        self.deduction(Rule::Overlap { room }, covered)
    }

    /// Every cell of the line, and whether it belongs to a block in the leftmost placement, but not to the first `room` cells of the block.
    fn packed(&self, room: usize, length: usize) -> impl Iterator<Item = (usize, bool)> + use<> {
        let mut cells = vec![false; length];
        let mut start = 0;
        for &block in self.clue {
            if room < block {
                cells[start + room..start + block].fill(true);
            }
            start += block + 1;
        }
        cells.into_iter().enumerate()
    }

    /// Applies the rules that need the range of each block; `None` if none of them decides a cell.
    fn by_ranges(&self) -> Option<Deduction> {
        let run = |rule: fn(&Self, &Range<usize>) -> Option<Deduction>| {
            self.runs.iter().find_map(|run| rule(self, run))
        };
        run(Self::finished)
            .or_else(|| run(Self::glue))
            .or_else(|| self.join())
            .or_else(|| self.out_of_reach())
            .or_else(|| self.gaps.iter().find_map(|gap| self.too_small(gap)))
    }

    fn finished(&self, run: &Range<usize>) -> Option<Deduction> {
        let able = self.candidates(run);
        if able.iter().any(|&block| self.clue[block] != run.len()) {
            return None;
        }
        let before = run.start.checked_sub(1);
        let after = Some(run.end).filter(|&place| place < self.cells.len());
        let ends = before.into_iter().chain(after).map(|place| (place, false));
        self.deduction(Rule::Finished { run: run.clone() }, ends)
    }

    fn glue(&self, run: &Range<usize>) -> Option<Deduction> {
        let lengths = self
            .candidates(run)
            .into_iter()
            .map(|block| self.clue[block]);
        let shortest = lengths.min()?;
        let gap = self.gaps.iter().find(|gap| gap.contains(&run.start))?;
        let from_left = run.end..(gap.start + shortest).min(gap.end);
        let from_right = gap.end.saturating_sub(shortest).max(gap.start)..run.start;
        let cells = from_right.chain(from_left).map(|place| (place, true));
        let rule = Rule::Glue {
            run: run.clone(),
            shortest,
        };
        self.deduction(rule, cells)
    }

    fn join(&self) -> Option<Deduction> {
        self.runs.windows(2).find_map(|pair| {
            let [only] = self.candidates(&pair[0])[..] else {
                return None;
            };
            if self.candidates(&pair[1]) != [only] {
                return None;
            }
            let rule = Rule::Join {
                block: self.clue[only],
                run: pair[0].start..pair[1].end,
            };
            self.deduction(
                rule,
                (pair[0].end..pair[1].start).map(|place| (place, true)),
            )
        })
    }

    fn out_of_reach(&self) -> Option<Deduction> {
        let mut reached = vec![false; self.cells.len()];
        for (&block, &(first, last)) in self.clue.iter().zip(&self.starts) {
            reached[first..last + block].fill(true);
        }
        let beyond = || (0..reached.len()).filter(|&place| !reached[place]);
        let unknown = || beyond().filter(|&place| self.cells[place] == Cell::Unknown);
        let mut pairs = self.clue.windows(2).zip(self.starts.windows(2));
        let between = pairs.find_map(|(blocks, starts)| {
            let gap = starts[0].1 + blocks[0]..starts[1].0;
            unknown()
                .all(|place| gap.contains(&place))
                .then_some((blocks[0], blocks[1]))
        });
        let rule = Rule::OutOfReach { between };
        self.deduction(rule, beyond().map(|place| (place, false)))
    }

    fn too_small(&self, gap: &Range<usize>) -> Option<Deduction> {
        let holds = |(&block, &(first, last)): (&usize, &(usize, usize))| {
            let latest = gap.end.checked_sub(block);
            latest.is_some_and(|latest| first.max(gap.start) <= last.min(latest))
        };
        if self.clue.iter().zip(&self.starts).any(holds) {
            return None;
        }
        let rule = Rule::TooSmall { gap: gap.clone() };
        self.deduction(rule, gap.clone().map(|place| (place, false)))
    }
}
