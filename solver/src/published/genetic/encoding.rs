//! The condensed encoding: a gene is the free space before a block, so every line that the genes describe keeps its clue.
//!
//! [`Encoding`] creates and decodes genes, and computes the penalty of the crossing lines.

use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};
use rand::Rng;
use rand::seq::index;

/// The lines that the genes describe, which therefore always keep their clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bias {
    /// Genes are gaps in rows; columns are penalised.
    Rows,
    /// Genes are gaps in columns; rows are penalised.
    Columns,
}

impl Bias {
    /// Name of the bias: "rows" or "columns".
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
        }
    }
}

/// Weights of penalties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Penalty for each filled cell too many or too few in a line.
    pub square: u64,
    /// Penalty for each group of filled cells too many or too few in a line.
    pub group: u64,
}

impl Weights {
    /// The number of groups dominates.
    pub const GROUPS: Self = Self {
        square: 1,
        group: 10,
    };
    /// The number of groups and the number of filled cells have equal weight.
    pub const EVEN: Self = Self {
        square: 1,
        group: 1,
    };
    /// The number of filled cells dominates.
    pub const SQUARES: Self = Self {
        square: 10,
        group: 1,
    };

    /// Name of the weights: "groups", "even" or "squares".
    pub fn name(self) -> &'static str {
        match self.square.cmp(&self.group) {
            std::cmp::Ordering::Less => "groups",
            std::cmp::Ordering::Equal => "even",
            std::cmp::Ordering::Greater => "squares",
        }
    }
}

/// Number of free cells before each block of each line, without the one that separates it from the block before.
pub type Genes = Vec<usize>;

/// Conversion of genes into a picture and its penalty.
pub struct Encoding<'a> {
    bias: Bias,
    weights: Weights,
    lines: &'a [Clue],
    crossing: &'a [Clue],
    /// Start of each line's genes, and the end of the last line's genes.
    offsets: Vec<usize>,
    /// Given cells: line, position, value.
    fixed: Vec<(usize, usize, bool)>,
}

impl<'a> Encoding<'a> {
    /// Creates the encoding of a puzzle's pictures.
    pub fn new(puzzle: &'a Puzzle, fixed: &Grid, bias: Bias, weights: Weights) -> Self {
        let (lines, crossing) = match bias {
            Bias::Rows => (puzzle.rows(), puzzle.columns()),
            Bias::Columns => (puzzle.columns(), puzzle.rows()),
        };
        let mut offsets = vec![0];
        for clue in lines {
            offsets.push(offsets[offsets.len() - 1] + clue.len());
        }
        let mut given = Vec::new();
        for row in 0..fixed.rows() {
            for (column, cell) in fixed.row(row).enumerate() {
                let (line, place) = match bias {
                    Bias::Rows => (row, column),
                    Bias::Columns => (column, row),
                };
                given.extend(cell.value().map(|filled| (line, place, filled)));
            }
        }
        Self {
            bias,
            weights,
            lines,
            crossing,
            offsets,
            fixed: given,
        }
    }

    /// Number of lines that the genes describe.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Start of the genes of `line`; if `line` is the number of lines, the end of all genes.
    pub fn offset(&self, line: usize) -> usize {
        self.offsets[line]
    }

    /// Free cells of a line beyond the gaps that separate its blocks.
    fn slack(&self, line: usize) -> usize {
        self.crossing.len() - self.lines[line].min_length()
    }

    /// Random genes, uniform over all pictures that keep the clues of the lines.
    pub fn random(&self, random: &mut impl Rng) -> Genes {
        let mut genes = Genes::with_capacity(self.offset(self.lines()));
        for line in 0..self.lines() {
            let (blocks, slack) = (self.lines[line].len(), self.slack(line));
            // The blocks and free cells of the line form a sequence, in which the positions of the blocks are drawn.
            let mut places = index::sample(random, blocks + slack, blocks).into_vec();
            places.sort_unstable();
            let mut from = 0;
            for place in places {
                genes.push(place - from);
                from = place + 1;
            }
        }
        genes
    }

    /// Moves a random number of free cells of a line, possibly none, from one gap to another.
    pub fn mutate(&self, genes: &mut Genes, line: usize, random: &mut impl Rng) {
        let gaps = self.offset(line)..self.offset(line + 1);
        let last = self.slack(line) - genes[gaps.clone()].iter().sum::<usize>();
        let mut free: Vec<usize> = genes[gaps.clone()].to_vec();
        free.push(last);
        let from = random.random_range(0..free.len());
        let to = random.random_range(0..free.len());
        if free[from] > 0 {
            let moved = random.random_range(1..=free[from]);
            free[from] -= moved;
            free[to] += moved;
        }
        let blocks = gaps.len();
        genes[gaps].copy_from_slice(&free[..blocks]);
    }

    /// The filled cells of the picture as runs: line, first position, length.
    fn runs<'g>(&'g self, genes: &'g Genes) -> impl Iterator<Item = (usize, usize, usize)> + 'g {
        (0..self.lines()).flat_map(move |line| {
            let gaps = &genes[self.offset(line)..self.offset(line + 1)];
            let mut from = 0;
            self.lines[line].iter().zip(gaps).map(move |(&block, gap)| {
                let start = from + gap;
                from = start + block + 1;
                (line, start, block)
            })
        })
    }

    /// The cells of the picture, line by line.
    fn cells(&self, genes: &Genes) -> Vec<bool> {
        let length = self.crossing.len();
        let mut cells = vec![false; self.lines() * length];
        for (line, start, block) in self.runs(genes) {
            cells[line * length + start..][..block].fill(true);
        }
        cells
    }

    /// The picture as a grid.
    pub fn grid(&self, genes: &Genes) -> Grid {
        let cells = self.cells(genes);
        let length = self.crossing.len();
        let (rows, columns) = match self.bias {
            Bias::Rows => (self.lines(), length),
            Bias::Columns => (length, self.lines()),
        };
        Grid::from_fn(rows, columns, |row, column| {
            let (line, place) = match self.bias {
                Bias::Rows => (row, column),
                Bias::Columns => (column, row),
            };
            cells[line * length + place]
        })
    }

    /// Sum of the penalties of the crossing lines and of the given cells with wrong values. Each of these cells costs as much as one filled
    /// cell and one group too many.
    pub fn penalty(&self, genes: &Genes) -> u64 {
        let cells = self.cells(genes);
        let length = self.crossing.len();
        let Weights { square, group } = self.weights;
        let crossing = self.crossing.iter().enumerate().map(|(place, clue)| {
            let (mut filled, mut groups, mut before) = (0, 0, false);
            for line in 0..self.lines() {
                let cell = cells[line * length + place];
                filled += usize::from(cell);
                groups += usize::from(cell && !before);
                before = cell;
            }
            square * filled.abs_diff(clue.filled()) as u64
                + group * groups.abs_diff(clue.len()) as u64
        });
        let missed = (self.fixed.iter())
            .filter(|(line, place, filled)| cells[line * length + place] != *filled)
            .count();
        crossing.sum::<u64>() + (square + group) * missed as u64
    }
}

/// Share of `crowd` in which a cell is filled.
pub fn share(crowd: &[Grid], row: usize, column: usize) -> f64 {
    let filled = crowd
        .iter()
        .filter(|grid| grid.get(row, column) == Cell::Filled);
    filled.count() as f64 / crowd.len() as f64
}

/// The cells that have the same value in more than the fraction `threshold` of the pictures; the other cells are unknown.
pub fn vote(crowd: &[Grid], threshold: f64) -> Grid {
    let Some(first) = crowd.first() else {
        return Grid::new(0, 0);
    };
    let mut grid = Grid::new(first.rows(), first.columns());
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let filled = share(crowd, row, column);
            if filled > threshold {
                grid.set(row, column, Cell::Filled);
            } else if 1.0 - filled > threshold {
                grid.set(row, column, Cell::Blank);
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    proptest! {
        /// Random genes keep the clues of their lines when they are mutated, and a solution has no penalty.
        #[test]
        fn lines_keep_their_clues(picture in prop::collection::vec(any::<bool>(), 42), seed: u64) {
            let goal = Grid::from_fn(6, 7, |row, column| picture[row * 7 + column]);
            let puzzle = Puzzle::from_grid(&goal);
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            for bias in [Bias::Rows, Bias::Columns] {
                let encoding = Encoding::new(&puzzle, &Grid::new(6, 7), bias, Weights::EVEN);
                let mut genes = encoding.random(&mut random);
                for line in 0..encoding.lines() {
                    encoding.mutate(&mut genes, line, &mut random);
                }
                let grid = encoding.grid(&genes);
                let other = Puzzle::from_grid(&grid);
                match bias {
                    Bias::Rows => prop_assert_eq!(other.rows(), puzzle.rows()),
                    Bias::Columns => prop_assert_eq!(other.columns(), puzzle.columns()),
                }
                if puzzle.is_solved_by(&grid) {
                    prop_assert_eq!(encoding.penalty(&genes), 0);
                }
            }
        }
    }

    #[test]
    fn penalties_are_weighted() {
        // With both rows at the left edge, the columns have 2 and 0 filled cells instead of 1 and 1.
        let goal = Grid::from_lines(&["#-", "-#"]).unwrap();
        let puzzle = Puzzle::from_grid(&goal);
        let penalty = |weights, fixed: &[&str]| {
            let fixed = Grid::from_lines(fixed).unwrap();
            Encoding::new(&puzzle, &fixed, Bias::Rows, weights).penalty(&vec![0, 0])
        };
        assert_eq!(penalty(Weights::EVEN, &["??", "??"]), 3);
        assert_eq!(penalty(Weights::GROUPS, &["??", "??"]), 12);
        assert_eq!(penalty(Weights::SQUARES, &["??", "??"]), 21);
        assert_eq!(penalty(Weights::EVEN, &["#?", "-?"]), 5);
    }

    #[test]
    fn cells_need_votes_above_the_threshold() {
        let crowd = ["##-", "##-", "#--", "---"].map(|line| Grid::from_lines(&[line]).unwrap());
        let lines = |threshold| vote(&crowd, threshold).to_lines();
        assert_eq!(lines(0.5), ["#?-"]);
        assert_eq!(lines(0.75), ["??-"]);
        assert_eq!(lines(0.99), ["??-"]);
    }
}
