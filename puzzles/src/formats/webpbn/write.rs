//! Writes puzzles as webpbn XML, version 0.3 of the format.
//!
//! Interface: [`write()`] for one puzzle, [`write_all`] for several.

use std::fmt::Write as _;

use html_escape::encode_text;

use super::{LICENSE, WHITE};
use crate::{Block, Cell, Clue, Colour, Palette, Puzzle, Rgb};

/// Writes the puzzle as an XML file. [`parse`](super::parse) restores the same puzzle, except that it trims the metadata, drops empty
/// fields and colours that no clue uses, and gives the letter `a` to the colour of a black-and-white puzzle. U+FFFE, U+FFFF, and control
/// characters except tabs and newlines become U+FFFD.
pub fn write(puzzle: &Puzzle) -> String {
    document(std::slice::from_ref(puzzle))
}

/// Writes several puzzles as one XML file.
pub fn write_all(puzzles: &[Puzzle]) -> String {
    document(puzzles)
}

fn document(puzzles: &[Puzzle]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE pbn SYSTEM \"https://webpbn.com/pbn-0.3.dtd\">\n\
         <puzzleset>\n",
    );
    for puzzle in puzzles {
        add(&mut xml, puzzle).expect("a string takes any text");
    }
    xml + "</puzzleset>\n"
}

fn add(xml: &mut String, puzzle: &Puzzle) -> std::fmt::Result {
    let palette = puzzle.palette();
    let names = names(palette);
    write!(xml, "<puzzle type=\"grid\" defaultcolor=\"{}\"", names[0])?;
    let background = background(palette);
    if background != WHITE {
        write!(xml, " backgroundcolor=\"{background}\"")?;
    }
    xml.push_str(">\n");
    let words = puzzle.metadata();
    let license = words
        .license
        .as_ref()
        .map(|license| format!("{LICENSE}{license}"));
    for (element, text) in [
        ("source", &words.catalogue),
        ("title", &words.title),
        ("author", &words.by),
        ("copyright", &words.copyright),
        ("note", &license),
    ] {
        if let Some(text) = text {
            writeln!(
                xml,
                "<{element}>{}</{element}>",
                encode_text(&allowed(text))
            )?;
        }
    }
    let characters = characters(palette);
    add_colour(xml, background, '.', palette.background())?;
    for ((ink, name), character) in palette.inks().iter().zip(&names).zip(&characters) {
        add_colour(xml, name, *character, ink.rgb)?;
    }
    add_clues(xml, "columns", puzzle.columns(), &names)?;
    add_clues(xml, "rows", puzzle.rows(), &names)?;
    if let Some(goal) = puzzle.goal() {
        xml.push_str("<solution type=\"goal\">\n<image>\n");
        for row in 0..goal.rows() {
            let character = |cell: Cell| cell.colour().map_or('.', |at| characters[at.index()]);
            let cells = goal.row(row).map(character);
            writeln!(xml, "|{}|", cells.collect::<String>())?;
        }
        xml.push_str("</image>\n</solution>\n");
    }
    xml.push_str("</puzzle>\n");
    Ok(())
}

/// Name of the background.
fn background(palette: &Palette) -> &'static str {
    match palette.background() {
        Rgb::WHITE => WHITE,
        _ => "background",
    }
}

/// Names of the colours, distinct from the name of the background.
fn names(palette: &Palette) -> Vec<String> {
    let name = |colour| {
        let name = palette.name(colour);
        match name == WHITE {
            true => format!("{name} {}", palette.letter(colour)),
            false => name,
        }
    };
    palette.colours().map(name).collect()
}

/// Characters of the colours in an image.
fn characters(palette: &Palette) -> Vec<char> {
    match palette.is_black_and_white() {
        true => vec!['X'],
        false => palette.inks().iter().map(|ink| ink.letter).collect(),
    }
}

fn add_colour(xml: &mut String, name: &str, character: char, rgb: Rgb) -> std::fmt::Result {
    let rgb = match rgb {
        Rgb::WHITE => "fff".to_owned(),
        Rgb::BLACK => "000".to_owned(),
        rgb => rgb.to_string().replace('#', ""),
    };
    writeln!(
        xml,
        "<color name=\"{name}\" char=\"{character}\">{rgb}</color>"
    )
}

/// Adds the clues of a side. Blocks of the first colour, which is the default colour, have no `color` attribute.
fn add_clues(xml: &mut String, side: &str, clues: &[Clue], names: &[String]) -> std::fmt::Result {
    writeln!(xml, "<clues type=\"{side}\">")?;
    let count = |block: Block| match block.colour {
        Colour::FIRST => format!("<count>{}</count>", block.length),
        colour => {
            let name = &names[colour.index()];
            format!("<count color=\"{name}\">{}</count>", block.length)
        }
    };
    for clue in clues {
        let counts: String = clue.blocks().map(count).collect();
        writeln!(xml, "<line>{counts}</line>")?;
    }
    xml.push_str("</clues>\n");
    Ok(())
}

/// The text, in which U+FFFD replaces U+FFFE, U+FFFF, and control characters except tabs and newlines.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| {
        matches!(c, '\t' | '\n') || !(c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c))
    };
    text.chars()
        .map(|c| {
            if is_allowed(c) {
                c
            } else {
                char::REPLACEMENT_CHARACTER
            }
        })
        .collect()
}
