//! The texts in `tests/texts` and the files of `cases/misread` and `cases/malformed`: the snapshots have the puzzles that each is read as, or
//! the message with which it is refused.
//!
//! A line `§ FORMAT OPTIONS` begins a text; the format `-` is detected. The characters ␍, ␊, ␀, ␉ and ␂ stand for a carriage return, U+2028,
//! NUL, a tab and a byte order mark.

use std::fmt::Write as _;

use nonogram_puzzles::formats::ListOptions;
use nonogram_puzzles::{Format, Puzzle, PuzzleFile, ReadError, ReadOptions, library};

const MARKS: [(char, &str); 5] =
    [('␍', "\r"), ('␊', "\u{2028}"), ('␀', "\0"), ('␉', "\t"), ('␂', "\u{feff}")];

/// The options in the first line of a text.
fn options(words: &str) -> ReadOptions {
    let mut words = words.split(' ');
    let format = words.next().filter(|name| *name != "-").map(|name| name.parse().unwrap());
    let (mut lists, mut filled) = (ListOptions::default(), None);
    while let Some(option) = words.next() {
        match option {
            "--columns-first" => lists.columns_first = true,
            "--rows" => lists.rows = words.next().and_then(|rows| rows.parse().ok()),
            "--filled" => filled = words.next().and_then(|symbol| symbol.parse().ok()),
            other => panic!("the option {other}"),
        }
    }
    ReadOptions { format, lists, filled, ..ReadOptions::default() }
}

/// What a reader returns, one line per puzzle, note and error. An error has three parts.
fn outcome(file: Result<PuzzleFile, ReadError>) -> String {
    let mut lines = String::new();
    let mut refuse = |error: ReadError| {
        let error = error.to_string();
        let has_parts = error.matches("; ").count() >= 2 && error.chars().count() < 500;
        assert!(has_parts, "expected three parts (what; expected; next step): {error}");
        format!("  refused: {error}\n")
    };
    match file {
        Err(error) => lines += &refuse(error),
        Ok(file) => {
            for puzzle in file.puzzles() {
                lines += &puzzle.map_or_else(&mut refuse, |puzzle| shown(&puzzle));
            }
            for note in file.notes() {
                writeln!(lines, "  note: {}", note.text).unwrap();
            }
        }
    }
    lines
}

/// The clues, and everything else that is not as usual.
fn shown(puzzle: &Puzzle) -> String {
    let palette = puzzle.palette();
    let side = |clues: &[nonogram_puzzles::Clue]| {
        let clues = clues.iter().map(|clue| palette.clue(clue));
        clues.collect::<Vec<_>>().join(" ")
    };
    let mut line = format!("  {} / {}", side(puzzle.rows()), side(puzzle.columns()));
    if !palette.is_black_and_white() {
        let inks = palette.inks().iter().map(|ink| format!(" {} {}", ink.letter, ink.rgb));
        write!(line, ", on {}{}", palette.background(), inks.collect::<String>()).unwrap();
    }
    if let Some(goal) = puzzle.goal() {
        write!(line, ", goal {}", palette.to_lines(goal).join("|")).unwrap();
    }
    for (_, value) in puzzle.metadata().fields() {
        line += &value.map_or_else(String::new, |value| format!(", {value:?}"));
    }
    if !puzzle.sums_agree() {
        line += ", unequal sums";
    }
    line + "\n"
}

#[test]
fn each_text_is_read_as_its_puzzle_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts");
    for path in library::files(folder).unwrap() {
        let texts = std::fs::read_to_string(&path).unwrap();
        let mut report = String::new();
        for text in texts.split("§ ").skip(1) {
            let (words, marked) = text.split_once('\n').unwrap();
            let mut text = marked.to_owned();
            for (mark, character) in MARKS {
                text = text.replace(mark, character);
            }
            let file = PuzzleFile::from_stream(text.as_bytes(), "t", options(words));
            report += &format!("§ {words}\n{marked}→\n{}", outcome(file));
        }
        insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), report);
    }
}

/// The names of pictures that only the feature `photos` reads.
const PHOTOS: [&str; 5] = ["bmp", "gif", "jpg", "pgm", "webp"];

/// The files of `cases/field` are one drawing in many formats, which its README describes; a stream of them, without a name, is read alike.
#[test]
fn each_case_is_read_as_its_puzzle_or_refused() {
    for folder in ["field", "misread", "malformed"] {
        let mut report = String::new();
        let path = library::cases().join(folder);
        for file in library::files(&path).unwrap() {
            let extension = file.extension().unwrap_or_default().to_str().unwrap();
            if extension == "md" || PHOTOS.contains(&extension) {
                continue;
            }
            let name = file.strip_prefix(&path).unwrap().display();
            let found = outcome(PuzzleFile::open(&file, None::<Format>));
            let found = found.replace(&format!("{}/", path.display()), "");
            assert!(folder != "malformed" || found.contains("  refused"), "{found}");
            if folder == "field" {
                let bytes = std::fs::read(&file).unwrap();
                let stream = PuzzleFile::from_stream(&bytes[..], &name.to_string(), None);
                assert_eq!(outcome(stream), found, "{name}");
            }
            report += &format!("{name}\n{found}");
        }
        insta::assert_snapshot!(folder, report);
    }
}
