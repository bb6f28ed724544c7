//! Writes puzzles as `.non` files and bundles: [`write()`] and [`write_bundle`].

use std::fmt::Write as _;

use crate::{Block, Clue, Palette, Puzzle, Rgb};

/// Writes the puzzle as a `.non` file. [`parse`](super::parse) restores the same puzzle, except that it drops colours that no clue uses
/// and gives the letter `a` to the colour of a black-and-white puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    let metadata = puzzle.metadata();
    for (key, value) in [
        ("catalogue", &metadata.catalogue),
        ("title", &metadata.title),
        ("by", &metadata.by),
        ("copyright", &metadata.copyright),
        ("license", &metadata.license),
    ] {
        if let Some(value) = value {
            let bare = key == "license" && is_spdx(value);
            let value = if bare {
                value.clone()
            } else {
                format!("\"{}\"", escape(value))
            };
            writeln!(text, "{key} {value}").expect("a string takes any text");
        }
    }
    let palette = puzzle.palette();
    add_palette(&mut text, palette);
    let lines = |clues: &[Clue]| {
        let line = |clue| clue_text(palette, clue) + "\n";
        clues.iter().map(line).collect::<String>()
    };
    write!(
        text,
        "width {}\nheight {}\n\nrows\n{}\ncolumns\n{}",
        puzzle.column_count(),
        puzzle.row_count(),
        lines(puzzle.rows()),
        lines(puzzle.columns())
    )
    .expect("a string takes any text");
    if let Some(goal) = puzzle.goal() {
        let cells: String = (0..goal.rows())
            .flat_map(|row| goal.row(row))
            .map(|cell| match cell.colour() {
                None => '0',
                Some(_) if palette.is_black_and_white() => '1',
                Some(colour) => palette.letter(colour),
            })
            .collect();
        writeln!(text, "\ngoal \"{cells}\"").expect("a string takes any text");
    }
    text
}

/// Adds the colours, unless they are black and white.
fn add_palette(text: &mut String, palette: &Palette) {
    if palette.is_black_and_white() {
        return;
    }
    let mut add = |letter: char, rgb: Rgb| {
        writeln!(text, "color {letter} {rgb}").expect("a string takes any text");
    };
    if palette.background() != Rgb::WHITE {
        add('0', palette.background());
    }
    for ink in palette.inks() {
        add(ink.letter, ink.rgb);
    }
}

/// A clue as text. Each block has its letter unless the palette is black and white.
fn clue_text(palette: &Palette, clue: &Clue) -> String {
    if palette.is_black_and_white() || clue.is_empty() {
        return palette.clue(clue);
    }
    let block = |block: Block| format!("{}{}", block.length, palette.letter(block.colour));
    clue.blocks().map(block).collect::<Vec<_>>().join(",")
}

/// Writes several puzzles as one bundle.
pub fn write_bundle(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(write).collect::<Vec<_>>().join("====\n")
}

/// Whether a licence has the form of an SPDX identifier, which the format leaves unquoted.
fn is_spdx(license: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-.+".contains(&byte);
    !license.is_empty() && license.bytes().all(allowed)
}

/// Escapes quotes, ampersands and control characters in a text.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            control if control.is_control() => {
                write!(escaped, "&#{};", u32::from(control)).expect("a string takes any text");
            }
            other => escaped.push(other),
        }
    }
    escaped
}
