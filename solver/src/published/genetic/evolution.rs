//! The population of an expert: roulette selection, three-point crossover, mutation and a small elite.
//!
//! Interface: [`Population::random`] creates individuals, [`Population::evolve`] replaces them with the next generation.

use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;

use super::Settings;
use super::encoding::{Encoding, Genes};

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
    /// Creates random individuals.
    pub fn random(encoding: &Encoding, settings: &Settings, random: &mut impl Rng) -> Self {
        let count = settings.population.max(2);
        let individuals = (0..count).map(|_| Individual::new(encoding, encoding.random(random)));
        Self::sorted(individuals.collect())
    }

    fn sorted(mut individuals: Vec<Individual>) -> Self {
        individuals.sort_by_key(|individual| individual.penalty);
        Self(individuals)
    }

    /// The genes of the best `count` individuals.
    pub fn best(&self, count: usize) -> impl Iterator<Item = &Genes> {
        self.0
            .iter()
            .take(count)
            .map(|individual| &individual.genes)
    }

    /// Statistics of the penalties.
    pub fn statistics(&self) -> Statistics {
        let penalties: Vec<u64> = self.0.iter().map(|individual| individual.penalty).collect();
        Statistics::of_sorted(&penalties)
    }

    /// Replaces all individuals except the elite with children.
    pub fn evolve(&mut self, encoding: &Encoding, settings: &Settings, random: &mut impl Rng) {
        let count = self.0.len();
        let roulette = self.roulette();
        let mut next: Vec<Individual> = self.0[..settings.elite.min(count)].to_vec();
        while next.len() < count {
            let mother = roulette.sample(random);
            let mut father = roulette.sample(random);
            if father == mother {
                father = (mother + random.random_range(1..count)) % count;
            }
            let mut child = self.child(encoding, mother, father, settings, random);
            for line in 0..encoding.lines() {
                if random.random_bool(settings.mutation) {
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
        let chances = self
            .0
            .iter()
            .map(|individual| worst - individual.penalty + 1);
        WeightedIndex::new(chances).expect("every chance is positive")
    }

    /// The better of the two children from crossover, or of the parents without crossover.
    fn child(
        &self,
        encoding: &Encoding,
        mother: usize,
        father: usize,
        settings: &Settings,
        random: &mut impl Rng,
    ) -> Genes {
        if !random.random_bool(settings.crossover) {
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
        if two.penalty < one.penalty {
            two.genes
        } else {
            one.genes
        }
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
