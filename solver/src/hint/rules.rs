//! The rules on a single line, as people state them, easiest first, and the description of a step in words.
//!
//! [`deduce`] applies the first rule that decides a cell; [`Step::explain`] describes a step. Source of the rules from `overlap` to
//! `ranges`: Yu, Lee and Chen, "An efficient algorithm for solving nonograms" (2011).

use std::ops::Range;

use nonogram_puzzles::{Block, Cell, Clue, Line, Palette, Puzzle};

use super::{Change, Reason, Step};
use crate::line::{self, Contradiction, leftmost, rightmost};

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

/// Names of the rules, easiest first, in the order of the table in docs/guide/cli.md.
pub(super) const RULES: [&str; 14] = [
    "blank",
    "fits",
    "done",
    "rest",
    "overlap",
    "covers",
    "finished",
    "glue",
    "join",
    "out-of-reach",
    "too-small",
    "ranges",
    "placements",
    "crossing",
];

impl Rule {
    /// Identifier of the rule in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Fits => "fits",
            Self::Done => "done",
            Self::Rest => "rest",
            Self::Overlap { .. } => "overlap",
            Self::Covers { .. } => "covers",
            Self::Finished { .. } => "finished",
            Self::Glue { .. } => "glue",
            Self::Join { .. } => "join",
            Self::OutOfReach { .. } => "out-of-reach",
            Self::TooSmall { .. } => "too-small",
            Self::Ranges => "ranges",
            Self::Placements => "placements",
            Self::Crossing => "crossing",
        }
    }

    /// Rank of the rule, 0 for the easiest.
    pub fn rank(&self) -> usize {
        let rank = RULES.iter().position(|&name| name == self.name());
        rank.unwrap_or_else(|| panic!("no rule {} in RULES: add it", self.name()))
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
    if !line::solve(clue, &mut after)? {
        return Ok(None);
    }
    let line = Runs::new(clue, cells)?;
    Ok(line.by_counts().or_else(|| line.by_ranges()).or_else(|| {
        let mut fast = cells.to_vec();
        let (rule, after) = match line::fast(clue, &mut fast) {
            Ok(true) => (Rule::Ranges, fast),
            _ => (Rule::Placements, after),
        };
        let known = after.iter().enumerate();
        line.deduction(rule, known.filter_map(|(place, cell)| Some((place, cell.value()?))))
    }))
}

/// A line with its runs of cells and the range of each block.
struct Runs<'a> {
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

impl<'a> Runs<'a> {
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
    fn by_counts(&self) -> Option<Deduction> {
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
        let lengths = self.candidates(run).into_iter().map(|block| self.clue[block]);
        let shortest = lengths.min()?;
        let gap = self.gaps.iter().find(|gap| gap.contains(&run.start))?;
        let from_left = run.end..(gap.start + shortest).min(gap.end);
        let from_right = gap.end.saturating_sub(shortest).max(gap.start)..run.start;
        let cells = from_right.chain(from_left).map(|place| (place, true));
        let rule = Rule::Glue { run: run.clone(), shortest };
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
            let rule = Rule::Join { block: self.clue[only], run: pair[0].start..pair[1].end };
            self.deduction(rule, (pair[0].end..pair[1].start).map(|place| (place, true)))
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
            unknown().all(|place| gap.contains(&place)).then_some((blocks[0], blocks[1]))
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

impl Step {
    /// Describes the step in a sentence: where, which cells, and why. Lines and cells are counted from 1.
    pub fn explain(&self, puzzle: &Puzzle) -> String {
        let palette = puzzle.palette();
        match &self.reason {
            Reason::Line { line, rule } => {
                let cells = cells_in_words(*line, &self.changes, palette);
                let why = because(rule, puzzle.clue(*line), palette);
                format!("{line}: {why}, so {cells}")
            }
            Reason::Contradiction { broken } => {
                let Change { row, column, cell } = self.changes[0];
                let other = match cell {
                    _ if palette.is_coloured() => "anything else".to_owned(),
                    Cell::Blank => colour(Cell::Filled, palette),
                    _ => colour(Cell::Blank, palette),
                };
                format!(
                    "{} is {}: if it were {other}, line logic would leave no placement for {broken} (clue {})",
                    place(row, column),
                    colour(cell, palette),
                    clue_in_words(puzzle.clue(*broken), palette)
                )
            }
            Reason::Agreement { row, column } => {
                let cells = self.changes.iter().map(|change| {
                    let name = place(change.row, change.column);
                    format!("{name} is {}", colour(change.cell, palette))
                });
                let cells = cells.collect::<Vec<_>>().join(", ");
                let other = place(*row, *column);
                if palette.is_coloured() {
                    format!("{cells}: line logic shows it whatever {other} is")
                } else {
                    format!("{cells}: line logic shows it whether {other} is filled or blank")
                }
            }
            Reason::Search => {
                let Change { row, column, cell } = self.changes[0];
                format!(
                    "{} is {}: no single assumption shows it, but a search over several does",
                    place(row, column),
                    colour(cell, palette)
                )
            }
        }
    }
}

fn place(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The state of a cell: `blank`, `filled`, or the name of its colour.
fn colour(cell: Cell, palette: &Palette) -> String {
    match cell {
        Cell::Colour(colour) if palette.is_coloured() => palette.name(colour),
        Cell::Colour(_) => "filled".to_owned(),
        Cell::Blank | Cell::Unknown => "blank".to_owned(),
    }
}

/// Formats a block of a coloured puzzle, such as `red 3`.
fn block_in_words(block: Block, palette: &Palette) -> String {
    format!("{} {}", palette.name(block.colour), block.length)
}

/// Formats positions in a line, such as `cell 4` or `cells 2-4`.
fn span(cells: &Range<usize>) -> String {
    match cells.len() {
        1 => format!("cell {}", cells.end),
        _ => format!("cells {}-{}", cells.start + 1, cells.end),
    }
}

/// Formats a clue, such as `3 1 2`, `red 3, blue 1` in a coloured puzzle, or `0` without blocks.
fn clue_in_words(clue: &Clue, palette: &Palette) -> String {
    if clue.is_empty() {
        return "0".to_owned();
    }
    if palette.is_coloured() {
        let blocks = clue.blocks().map(|block| block_in_words(block, palette));
        return blocks.collect::<Vec<_>>().join(", ");
    }
    let lengths: Vec<String> = clue.iter().map(ToString::to_string).collect();
    lengths.join(" ")
}

/// The cause of a deduction, to be followed by "so" and the cells.
fn because(rule: &Rule, clue: &Clue, palette: &Palette) -> String {
    let one = clue.len() == 1;
    let has_gaps = clue.min_length() > clue.filled();
    let clue = clue_in_words(clue, palette);
    let blocks = if one { format!("the {clue}") } else { format!("the blocks {clue}") };
    let are = |run: &Range<usize>| if run.len() == 1 { "is" } else { "are" };
    let belong = |run: &Range<usize>| if run.len() == 1 { "belongs" } else { "belong" };
    match rule {
        Rule::Blank => "the clue is 0".to_owned(),
        Rule::Fits if one => format!("{blocks} fills the whole line"),
        Rule::Fits if !has_gaps => format!("{blocks} fill the whole line"),
        Rule::Fits if palette.is_coloured() => {
            format!(
                "{blocks}, with one blank between neighbours of one colour, fill the whole line"
            )
        }
        Rule::Fits => format!("{blocks}, with one blank between neighbours, fill the whole line"),
        Rule::Done => format!("every block of the clue {clue} is complete"),
        Rule::Rest => format!("the clue {clue} needs all cells that are still open"),
        Rule::Overlap { room } if one => format!("{blocks} can shift by at most {room}"),
        Rule::Overlap { room } => format!("each of {blocks} can shift by at most {room}"),
        Rule::Finished { run } => {
            format!("{} {} a complete block of the clue {clue}", span(run), are(run))
        }
        Rule::Glue { run, shortest } => format!(
            "{} {} to a block of at least {shortest}, which has too little room on the other side",
            span(run),
            belong(run)
        ),
        Rule::Join { block, run } => {
            format!("the filled cells among {} can only belong to one block of {block}", span(run))
        }
        Rule::OutOfReach { between: None } => {
            format!("no block of the clue {clue} can reach that far")
        }
        Rule::OutOfReach { between: Some((left, right)) } => format!(
            "in the clue {clue}, neither the {left} nor the {right} can reach the gap between them"
        ),
        Rule::TooSmall { gap } => format!(
            "the gap of {} is too small for any block of the clue {clue} that could lie there",
            gap.len()
        ),
        Rule::Ranges => format!(
            "pushed to either end of the line, {blocks} {} these cells the same",
            if one { "leaves" } else { "leave" }
        ),
        Rule::Placements => format!("all placements of {blocks} agree"),
        Rule::Covers { block, room: 0 } => {
            let block = block_in_words(*block, palette);
            format!("the {block} has one place left")
        }
        Rule::Covers { block, room } => {
            let block = block_in_words(*block, palette);
            format!("the {block} can shift by at most {room}")
        }
        Rule::Crossing => {
            format!(
                "all placements of {blocks} that use only colours left by the crossing lines agree"
            )
        }
    }
}

/// Formats the decided cells of a line, such as `cells 2-4 are filled and cell 7 is blank`.
fn cells_in_words(line: Line, changes: &[Change], palette: &Palette) -> String {
    let place = |change: &Change| match line {
        Line::Row(_) => change.column,
        Line::Column(_) => change.row,
    };
    let of = |cell: Cell| {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in changes.iter().filter(|c| c.cell == cell).map(place) {
            match runs.last_mut() {
                Some(run) if run.end == place => run.end += 1,
                _ => runs.push(place..place + 1),
            }
        }
        let count: usize = runs.iter().map(ExactSizeIterator::len).sum();
        let names: Vec<String> = (runs.iter())
            .map(|run| match run.len() {
                1 => run.end.to_string(),
                _ => format!("{}-{}", run.start + 1, run.end),
            })
            .collect();
        let (cells, are) = if count == 1 { ("cell", "is") } else { ("cells", "are") };
        (count > 0).then(|| {
            let state = colour(cell, palette);
            format!("{cells} {} {are} {state}", names.join(", "))
        })
    };
    let colours = palette.colours().map(Cell::Colour);
    let parts: Vec<String> = colours.chain([Cell::Blank]).filter_map(of).collect();
    parts.join(" and ")
}
