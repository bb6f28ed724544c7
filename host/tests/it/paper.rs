//! Books of puzzles in PDF: pages, text and solutions, rendered by poppler.

use crate::common;

use std::process::Command;

use common::{AMBIGUOUS, Folder, SOLVABLE, nonogram, run, run_in};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// Runs a program of poppler-utils in the folder; returns its stdout.
fn poppler(program: &str, arguments: &[&str], folder: &Folder) -> String {
    let run = Command::new(program)
        .args(arguments)
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
    let mut command = nonogram();
    command.args([
        "book",
        "--per-page",
        "6",
        "--title",
        "Für unterwegs",
        "--link",
        "https://example.org/",
    ]);
    command
        .args(["hundred.nonpack", "--output", "book.pdf"])
        .current_dir(folder.path(""));
    command.assert().code(0);
    // The puzzles take 17 pages of 6, their solutions 5 pages of 20.
    let about = poppler("pdfinfo", &["book.pdf"], &folder);
    assert!(
        about.contains("Pages:           22") && about.contains("A4"),
        "{about}"
    );
    assert!(about.contains("Für unterwegs"), "{about}");
    poppler(
        "pdftoppm",
        &["-r", "20", "-gray", "book.pdf", "page"],
        &folder,
    );
    let pages = folder
        .names()
        .iter()
        .filter(|name| name.starts_with("page-"))
        .count();
    assert_eq!(pages, 22);
}

#[test]
fn a_sheet_has_its_text_and_the_solution_on_the_last_page() {
    let folder = Folder::new();
    folder.file(
        "puzzle.non",
        format!("title \"Heart\"\nby \"Ada\"\n{SOLVABLE}"),
    );
    run_in!(folder, "book --paper letter puzzle.non --output sheet.pdf").code(0);
    let text = poppler("pdftotext", &["-layout", "sheet.pdf", "-"], &folder);
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
    poppler(
        "pdftoppm",
        &["-r", "72", "-gray", "-f", "2", "sheet.pdf", "solution"],
        &folder,
    );
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
    let refused = run_in!(folder, "book two.non --output book.pdf").code(4);
    refused.stderr(contains("two.non: more than one solution").and(contains("--no-solutions")));
    assert_eq!(folder.names(), ["two.non"]);
}

#[test]
fn link_that_is_too_long_for_a_code_is_reported() {
    let folder = Folder::new();
    run!(
        "generate --seed 1 --size 128x128 --density 0.85 -o",
        folder.path("large.pattern")
    )
    .success();
    let book = |name: &str| {
        let mut book = nonogram();
        book.args([
            "book",
            "--no-solutions",
            "--link",
            "https://example.org/",
            "-o",
        ]);
        book.args([folder.path("book.pdf"), folder.path(name)])
            .assert()
            .success()
    };
    book("large.pattern")
        .stderr(contains("large.pattern: no QR code").and(contains("expected at most")));
    folder.file("small.non", SOLVABLE);
    book("small.non").stderr(contains("QR").not());
}
