//! Puzzles printed to PDF, in the layout of `nonogram book`.
//! Interface: [`book`], with the print options [`BookOptions`].

use std::time::Duration;

use nonogram_kit::book_entry;
use nonogram_puzzles::counted;
use nonogram_puzzles::render::book::{Book, Entry, Paper, counts_in_words, layout};
use nonogram_solver::Instant;
use serde::Deserialize;

use crate::sheet::Sheet;

/// Options for printing puzzles.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookOptions {
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
pub fn book(sheets: &[Sheet], wanted: &BookOptions, limit: Duration) -> Result<Vec<u8>, String> {
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
        let page = Some(&*wanted.page);
        let entry = book_entry(&puzzle, page, wanted.solutions, left());
        entries.push(entry.unwrap_or_else(|_| Entry::new(puzzle, None, page, None)));
    }
    let book = Book { title: &wanted.title, paper: wanted.paper, layout, entries: &entries };
    Ok(book.write())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonogram_puzzles::{Grid, Puzzle};

    fn wanted(solutions: bool) -> BookOptions {
        BookOptions {
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
        let three = BookOptions { per_page: 3, ..wanted(true) };
        assert!(book(&[], &three, limit).unwrap_err().contains("1, 2, 4 or 6"));
        let roll = serde_json::from_str::<Paper>("\"roll\"").unwrap_err();
        assert!(roll.to_string().contains("`a4` or `letter`"), "{roll}");
        let cross = Grid::from_lines(&["#"]).unwrap();
        let sheet = Sheet::from(&Puzzle::from_grid(&cross));
        let late = book(&[sheet], &wanted(true), Duration::ZERO).unwrap_err();
        assert!(late.contains("after 0 of 1 puzzle:"), "{late}");
    }
}
