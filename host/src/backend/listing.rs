//! Solutions that are listed as they are found.
//!
//! [`Listing`] holds the first back until there is a second: whether a solution is the only one is part of its record.

use nonogram_puzzles::Grid;

/// The listing of a puzzle's solutions, of which it keeps one at most.
#[derive(Debug, Default)]
pub struct Listing {
    first: Option<Grid>,
    count: usize,
}

impl Listing {
    /// Takes the next solution, and shows those that are known to be one of several, with their numbers from 1: none at
    /// the first, two at the second.
    ///
    /// # Errors
    /// Those of `show`.
    pub fn push<E>(
        &mut self,
        solution: &Grid,
        mut show: impl FnMut(usize, &Grid) -> Result<(), E>,
    ) -> Result<(), E> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(solution.clone());
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            show(1, &first)?;
        }
        show(self.count, solution)
    }

    /// The only solution, if no second one came.
    pub fn only(self) -> Option<Grid> {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_waits_for_the_second() {
        let solutions = [["#-"], ["-#"], ["##"]].map(|lines| Grid::from_lines(&lines).unwrap());
        let mut listing = Listing::default();
        let mut shown = Vec::new();
        for (solution, expected) in solutions.iter().zip([0, 2, 3]) {
            let show = |number, solution: &Grid| {
                shown.push((number, solution.clone()));
                Ok::<(), ()>(())
            };
            listing.push(solution, show).unwrap();
            assert_eq!(shown.len(), expected);
        }
        assert!(shown.into_iter().eq((1..).zip(solutions.clone())));
        assert_eq!(listing.only(), None);
        let mut single = Listing::default();
        single.push(&solutions[0], |_, _| Err(())).unwrap();
        assert_eq!(single.only().as_ref(), Some(&solutions[0]));
    }
}
