//! Solutions that are reported as they are found.
//!
//! [`Listing`] withholds the first solution until there is a second, because its record states whether the solution is unique.

use nonogram_puzzles::Grid;

/// The listing of a puzzle's solutions, of which it stores at most one.
#[derive(Debug, Default)]
pub struct Listing {
    first: Option<Grid>,
    count: usize,
}

impl Listing {
    /// Adds the next solution, and shows, with its number from 1, each solution that is now known not to be the only one: none on the
    /// first call, two on the second, one on each later call.
    ///
    /// # Errors
    /// `show` fails; its error is returned.
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

    /// The only solution; `None` if no solution or a second one was added.
    pub fn only(self) -> Option<Grid> {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_solution_is_shown_together_with_the_second() {
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
