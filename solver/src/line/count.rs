//! Number of options of a clue in a line of a given length.

/// Number of placements of a clue in a line: C(b + s, b) for b blocks and a slack of s cells, at most `u64::MAX`; 0 if the clue does
/// not fit.
pub fn count_options(length: usize, clue: &[usize]) -> u64 {
    let filled: usize = clue.iter().sum();
    let blocks = clue.len() as u128;
    let Some(free) = (length + 1).checked_sub(filled + clue.len()) else {
        return 0;
    };
    let mut count: u128 = 1;
    for taken in 1..=blocks {
        // Each step yields a binomial coefficient, so the division is exact.
        count = count * (free as u128 + taken) / taken;
        if count > u64::MAX.into() {
            return u64::MAX;
        }
    }
    count as u64
}

/// A number of options with its unit; `u64::MAX` stands for itself and all larger numbers.
pub fn in_words(count: u64) -> String {
    match count {
        u64::MAX => format!("more than {} options", u64::MAX - 1),
        count => format!("{count} options"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn count_equals_the_number_of_listed_options(picture in prop::collection::vec(any::<bool>(), 1..14)) {
            let clue = nonogram_puzzles::Clue::of_cells(picture.iter().copied());
            let options = crate::model::classic::options(picture.len(), &clue);
            prop_assert_eq!(count_options(picture.len(), &clue), options.len() as u64);
        }
    }

    #[test]
    fn counts_saturate_and_are_zero_if_the_clue_does_not_fit() {
        assert_eq!(count_options(4000, &[1; 1000]), u64::MAX);
        assert_eq!(count_options(3, &[2, 2]), 0);
    }
}
