//! The entries of a book of puzzles in print.

use std::time::Duration;

use nonogram_puzzles::Puzzle;
use nonogram_puzzles::render::book::Entry;
use nonogram_solver::{End, Instant, Verdict, only_solution, rate};

/// The entry of a puzzle in a book, with its difficulty if it can be rated and, if `has_solution` is set, its solution. `link` is the
/// address of the web page on which the QR code opens the puzzle. The time limit is for solving and rating.
///
/// # Errors
/// A solution is requested, and the puzzle is not proven to have exactly one: the verdict, and why the search ended.
pub fn book_entry(
    puzzle: &Puzzle,
    link: Option<&str>,
    has_solution: bool,
    limit: Duration,
) -> Result<Entry, (Verdict, End)> {
    let start = Instant::now();
    let solution = has_solution.then(|| only_solution(puzzle, None, limit)).transpose()?;
    let left = limit.saturating_sub(start.elapsed());
    let difficulty = rate(puzzle, Some(left)).map(|rating| rating.difficulty);
    Ok(Entry::new(puzzle.clone(), difficulty, link, solution))
}
