//! XML as webpbn.com exports it: one or more rectangular puzzles.
//!
//! Source: <https://webpbn.com/pbn_fmt.html>, version 0.3. `read` reads the elements, which `xml` takes from the text; files are written
//! here.

mod read;
mod xml;

use std::fmt::Write as _;

use html_escape::encode_text;

use super::{BARE, Description, Read, Sniff, Write};
use crate::{Block, Cell, Clue, Colour, Palette, Puzzle, Rgb};

pub(super) const DESCRIPTION: Description = Description {
    name: "xml",
    about: "webpbn.com's XML",
    extensions: &["xml"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(|text, _| Ok(Box::new(read::Reader::new(text)))),
    write: Write::Puzzle(|puzzle| document(std::slice::from_ref(puzzle))),
    join: Some(document),
    ..BARE
};

/// Default name of the background.
const WHITE: &str = "white";

/// Prefix of the note with the licence, for which the format has no element.
const LICENSE: &str = "License: ";

fn looks_like(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_start().starts_with('<') && text.contains("<puzzle")
}

/// Writes puzzles as an XML file. The reader restores the same puzzles, except that it trims the metadata, drops empty fields and colours
/// that no clue uses, and gives the letter `a` to the colour of a black-and-white puzzle. U+FFFE, U+FFFF, and control characters except
/// tabs and newlines become U+FFFD.
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
        .map(|text| format!("{LICENSE}{text}"));
    for (element, text) in [
        ("source", &words.catalogue),
        ("title", &words.title),
        ("author", &words.by),
        ("copyright", &words.copyright),
        ("note", &license),
    ] {
        if let Some(text) = text {
            let text = allowed(text);
            writeln!(xml, "<{element}>{}</{element}>", encode_text(&text))?;
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
        if name == WHITE {
            return format!("{name} {}", palette.letter(colour));
        }
        name
    };
    palette.colours().map(name).collect()
}

/// Characters of the colours in an image.
fn characters(palette: &Palette) -> Vec<char> {
    if palette.is_black_and_white() {
        return vec!['X'];
    }
    palette.inks().iter().map(|ink| ink.letter).collect()
}

fn add_colour(xml: &mut String, name: &str, character: char, rgb: Rgb) -> std::fmt::Result {
    let rgb = match rgb {
        Rgb::WHITE => "fff".to_owned(),
        Rgb::BLACK => "000".to_owned(),
        rgb => rgb.to_string().replace('#', ""),
    };
    let attributes = format!("name=\"{name}\" char=\"{character}\"");
    writeln!(xml, "<color {attributes}>{rgb}</color>")
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
    text.replace(|c| !is_allowed(c), "\u{fffd}")
}
