//! The penalties of a population in a few numbers.

/// The penalties of a population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// The least.
    pub best: u64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The greatest.
    pub worst: u64,
    /// The sample's standard deviation.
    pub deviation: f64,
}

impl Statistics {
    /// Of at least two penalties in ascending order.
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
    fn numbers_are_those_of_the_textbook() {
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
