//! Books of puzzles in PDF: pages, text and solutions, rendered by poppler.

use crate::common;

use std::process::Command;

use common::{AMBIGUOUS, Folder, SOLVABLE};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// Runs a program of poppler-utils in the folder; returns its stdout.
fn poppler(program: &str, arguments: &str, folder: &Folder) -> String {
    let run = Command::new(program)
        .args(arguments.split(' '))
        .current_dir(folder.path(""))
        .output();
    let done = run.unwrap_or_else(|error| panic!("{program}: {error}; install poppler-utils"));
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && !stderr.contains("Syntax Error"),
        "{program}: {stderr}"
    );
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn a_book_of_a_hundred_puzzles_has_every_page() {
    let folder = Folder::new();
    folder.file("hundred.nonpack", vec![SOLVABLE; 100].join("====\n"));
    let options = "--per-page 6 --link https://example.org/ --output book.pdf";
    let mut book = folder.command(&format!("book {options} hundred.nonpack --title"));
    book.arg("Für unterwegs").assert().code(0);
    // The puzzles take 17 pages of 6, their solutions 5 pages of 20.
    let about = poppler("pdfinfo", "book.pdf", &folder);
    assert!(
        about.contains("Pages:           22") && about.contains("A4"),
        "{about}"
    );
    assert!(about.contains("Für unterwegs"), "{about}");
    poppler("pdftoppm", "-r 20 -gray book.pdf page", &folder);
    let names = folder.names();
    let pages = names.iter().filter(|name| name.starts_with("page-"));
    assert_eq!(pages.count(), 22);
}

#[test]
fn a_sheet_has_its_text_and_the_solution_on_the_last_page() {
    let folder = Folder::new();
    let text = format!("title \"Heart\"\nby \"Ada\"\n{SOLVABLE}");
    folder.file("puzzle.non", text);
    folder.rows("book --paper letter puzzle.non --output sheet.pdf | 0");
    let text = poppler("pdftotext", "-layout sheet.pdf -", &folder);
    for words in [
        "1. Heart",
        "3 x 3",
        "difficulty",
        "by Ada",
        "1/2",
        "2/2",
        "Nonograms",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let options = "-r 72 -gray -f 2 sheet.pdf solution";
    poppler("pdftoppm", options, &folder);
    let picture = std::fs::read(folder.path("solution-2.pgm")).unwrap();
    assert!(picture.starts_with(b"P5\n612 792\n"));
    // The first cell of the solution is filled, the second is not.
    let pixel = |x: usize, y: usize| picture[picture.len() - 612 * 792 + y * 612 + x];
    assert!(pixel(60, 75) < 64 && pixel(100, 75) > 192);
}

#[test]
fn a_puzzle_without_a_unique_solution_is_left_out_and_reported() {
    let folder = Folder::new();
    folder.file("two.non", AMBIGUOUS);
    folder.rows(
        "book two.non --output book.pdf | 4 | | two.non: more than one solution & --no-solutions",
    );
    assert_eq!(folder.names(), ["two.non"]);
}

#[test]
fn link_that_is_too_long_for_a_code_is_reported() {
    let folder = Folder::new();
    folder.file("small.non", SOLVABLE);
    let book = "book --no-solutions --link https://example.org/ -o book.pdf";
    folder.rows(&format!(
        "
        generate --seed 1 --size 128x128 --density 0.85 -o large.pattern | 0
        {book} large.pattern | 0 | | large.pattern: no QR code & expected at most
        "
    ));
    let small = folder.run(&format!("{book} small.non")).success();
    small.stderr(contains("QR").not());
}
