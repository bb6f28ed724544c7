//! Random puzzles that qualify.

use nonogram_puzzles::Puzzle;
use nonogram_solver::Random;

use crate::exit::{Exit, Failure};
use crate::stop;

/// The next random puzzle that qualifies, with its picture.
///
/// # Errors
/// None of `tries` puzzles qualifies; or [`Failure::Interrupted`] after [`stop::request`].
pub fn next_random(random: &mut Random, tries: u32) -> Result<Puzzle, Failure> {
    let mut tried = 0..tries;
    let found = random.next_puzzle(|| !stop::requested() && tried.next().is_some());
    found.ok_or_else(|| {
        if stop::requested() {
            return Failure::Interrupted;
        }
        let complaint = random.complaint(tries);
        let message =
            format!("{complaint}; expected one: change --density or --size, or raise --tries");
        Failure::new(Exit::Stalled, message)
    })
}
