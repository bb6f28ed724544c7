//! Puzzles printed to PDF, in the layout of `nonogram book`.
//! Interface: [`book`], with the print options [`Wanted`].

use std::time::Duration;

use nonogram_puzzles::counted;
use nonogram_puzzles::render::book::{Book, Entry, Paper, counts_in_words, layout};
use nonogram_solver::{Instant, only_solution, rate};
use serde::Deserialize;

use crate::sheet::Sheet;

/// Options for printing puzzles.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BookOptions"))]
pub struct Wanted {
    /// Title of the document, also printed at the foot of each page, where a long title is shortened.
    pub title: String,
    /// Paper size.
    #[cfg_attr(test, ts(type = "Paper"))]
    pub paper: Paper,
    /// Puzzles per page.
    pub per_page: usize,
    /// Whether the solutions are printed at the end.
    pub solutions: bool,
    /// URL of the page; the QR codes are links to it that contain the puzzles.
    pub page: String,
}

/// Prints puzzles to a PDF. The time limit is for all puzzles together. A puzzle that is not proven to have exactly one solution is printed
/// without difficulty and solution.
pub fn book(sheets: &[Sheet], wanted: &Wanted, limit: Duration) -> Result<Vec<u8>, String> {
    let layout = layout(wanted.per_page).ok_or_else(|| {
        format!("{} puzzles on a page; expected {}", wanted.per_page, counts_in_words())
    })?;
    let start = Instant::now();
    let left = || limit.saturating_sub(start.elapsed());
    let mut entries = Vec::new();
    for sheet in sheets {
        if left().is_zero() {
            return Err(format!(
                "the search limit expired after {} of {}: choose a longer limit, or print fewer puzzles",
                entries.len(),
                counted(sheets.len(), "puzzle")
            ));
        }
        let puzzle = sheet.puzzle()?;
        let picture = only_solution(&puzzle, None, left());
        let difficulty = picture.as_ref().and_then(|_| rate(&puzzle, Some(left())));
        let difficulty = difficulty.map(|rating| rating.difficulty);
        let picture = picture.filter(|_| wanted.solutions);
        entries.push(Entry::new(puzzle, difficulty, Some(&wanted.page), picture));
    }
    let book = Book { title: &wanted.title, paper: wanted.paper, layout, entries: &entries };
    Ok(book.write())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Grid, Puzzle};

    fn wanted(solutions: bool) -> Wanted {
        Wanted {
            title: "Two".to_owned(),
            paper: Paper::A4,
            per_page: 1,
            solutions,
            page: "https://example.org/".to_owned(),
        }
    }

    #[test]
    fn invalid_options_are_refused() {
        let limit = Duration::from_secs(60);
        let three = Wanted { per_page: 3, ..wanted(true) };
        assert!(book(&[], &three, limit).unwrap_err().contains("1, 2, 4 or 6"));
        let roll = serde_json::from_str::<Paper>("\"roll\"").unwrap_err();
        assert!(roll.to_string().contains("`a4` or `letter`"), "{roll}");
        let cross = Grid::from_lines(&["#"]).unwrap();
        let sheet = Sheet::from(&Puzzle::from_grid(&cross));
        let late = book(&[sheet], &wanted(true), Duration::ZERO).unwrap_err();
        assert!(late.contains("after 0 of 1 puzzle:"), "{late}");
    }
}
