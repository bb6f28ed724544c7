//! Summary statistics of the penalties of a population.

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
