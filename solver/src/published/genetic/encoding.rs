//! The condensed encoding: a gene is the free space before a block, so every line that the genes describe keeps its clue.
//!
//! [`Encoding`] creates and decodes genes, and computes the penalty of the crossing lines.

use nonogram_puzzles::{Cell, Clue, Grid, Puzzle};
use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
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
    pub const GROUPS: Self = Self { square: 1, group: 10 };
    /// The number of groups and the number of filled cells have equal weight.
    pub const EVEN: Self = Self { square: 1, group: 1 };
    /// The number of filled cells dominates.
    pub const SQUARES: Self = Self { square: 10, group: 1 };

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
        Self { bias, weights, lines, crossing, offsets, fixed: given }
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
    let filled = crowd.iter().filter(|grid| grid.get(row, column) == Cell::Filled);
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

/// Probability that two parents are crossed; otherwise the better one is copied.
const CROSSOVER: f64 = 0.9;
/// Probability of mutation per line of a child.
const MUTATION: f64 = 0.05;
/// Number of best individuals of each population that survive a generation unchanged.
const ELITE: usize = 2;
/// Number of crossover points, at line boundaries.
const CROSSOVER_POINTS: usize = 3;

#[derive(Clone)]
struct Individual {
    penalty: u64,
    genes: Genes,
}

impl Individual {
    fn new(encoding: &Encoding, genes: Genes) -> Self {
        let penalty = encoding.penalty(&genes);
        Self { penalty, genes }
    }
}

/// The individuals, best first.
pub struct Population(Vec<Individual>);

impl Population {
    /// Creates random individuals, at least two.
    pub fn random(encoding: &Encoding, count: usize, random: &mut impl Rng) -> Self {
        let count = count.max(2);
        let individuals = (0..count).map(|_| Individual::new(encoding, encoding.random(random)));
        Self::sorted(individuals.collect())
    }

    fn sorted(mut individuals: Vec<Individual>) -> Self {
        individuals.sort_by_key(|individual| individual.penalty);
        Self(individuals)
    }

    /// The genes of the best `count` individuals.
    pub fn best(&self, count: usize) -> impl Iterator<Item = &Genes> {
        self.0.iter().take(count).map(|individual| &individual.genes)
    }

    /// Statistics of the penalties.
    pub fn statistics(&self) -> Statistics {
        let penalties: Vec<u64> = self.0.iter().map(|individual| individual.penalty).collect();
        Statistics::of_sorted(&penalties)
    }

    /// Replaces all individuals except the elite with children.
    pub fn evolve(&mut self, encoding: &Encoding, random: &mut impl Rng) {
        let count = self.0.len();
        let roulette = self.roulette();
        let mut next: Vec<Individual> = self.0[..ELITE.min(count)].to_vec();
        while next.len() < count {
            let mother = roulette.sample(random);
            let mut father = roulette.sample(random);
            if father == mother {
                father = (mother + random.random_range(1..count)) % count;
            }
            let mut child = self.child(encoding, mother, father, random);
            for line in 0..encoding.lines() {
                if random.random_bool(MUTATION) {
                    encoding.mutate(&mut child, line, random);
                }
            }
            next.push(Individual::new(encoding, child));
        }
        *self = Self::sorted(next);
    }

    /// Selection weights: one more than the difference between the worst penalty and each individual's penalty.
    fn roulette(&self) -> WeightedIndex<u64> {
        let worst = self.0[self.0.len() - 1].penalty;
        let chances = self.0.iter().map(|individual| worst - individual.penalty + 1);
        WeightedIndex::new(chances).expect("every chance is positive")
    }

    /// The better of the two children from crossover, or of the parents without crossover.
    fn child(
        &self,
        encoding: &Encoding,
        mother: usize,
        father: usize,
        random: &mut impl Rng,
    ) -> Genes {
        if !random.random_bool(CROSSOVER) {
            return self.0[mother.min(father)].genes.clone();
        }
        let parents = [&self.0[mother].genes, &self.0[father].genes];
        let mut points: [usize; CROSSOVER_POINTS] =
            std::array::from_fn(|_| random.random_range(0..=encoding.lines()));
        points.sort_unstable();
        let mut ends: Vec<usize> = points.iter().map(|&line| encoding.offset(line)).collect();
        ends.push(encoding.offset(encoding.lines()));
        let children = [0, 1].map(|first| {
            let mut genes = Genes::with_capacity(parents[0].len());
            for (segment, &end) in ends.iter().enumerate() {
                let from = genes.len();
                genes.extend(&parents[(first + segment) % 2][from..end]);
            }
            Individual::new(encoding, genes)
        });
        let [one, two] = children;
        if two.penalty < one.penalty { two.genes } else { one.genes }
    }
}

/// Summary statistics of penalties.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// Lowest penalty.
    pub best: u64,
    /// Mean penalty.
    pub mean: f64,
    /// Median penalty.
    pub median: f64,
    /// Highest penalty.
    pub worst: u64,
    /// Sample standard deviation of the penalties.
    pub deviation: f64,
}

impl Statistics {
    /// Computes the statistics of at least two penalties in ascending order.
    pub fn of_sorted(penalties: &[u64]) -> Self {
        let count = penalties.len();
        let mean = penalties.iter().sum::<u64>() as f64 / count as f64;
        let squares = penalties.iter().map(|&p| (p as f64 - mean).powi(2));
        Self {
            best: penalties[0],
            mean,
            median: (penalties[(count - 1) / 2] + penalties[count / 2]) as f64 / 2.0,
            worst: penalties[count - 1],
            deviation: (squares.sum::<f64>() / (count - 1) as f64).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

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

    #[test]
    fn statistics_match_an_example() {
        let expected = Statistics {
            best: 2,
            mean: 5.0,
            median: 4.5,
            worst: 9,
            deviation: (32.0_f64 / 7.0).sqrt(),
        };
        assert_eq!(Statistics::of_sorted(&[2, 4, 4, 4, 5, 5, 7, 9]), expected);
    }
}
