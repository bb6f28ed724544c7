//! Puzzles as webpbn XML, version 0.3 of the format.
//!
//! [`write()`] for one, [`write_all`] for several.

use std::fmt::Write as _;

use html_escape::encode_text;

use super::LICENSE;
use crate::{Cell, Clue, Puzzle};

/// The puzzle as an XML file. [`parse`](super::parse) reads the same puzzle back, its words
/// without space at their ends; characters that XML does not allow become U+FFFD.
pub fn write(puzzle: &Puzzle) -> String {
    document(std::slice::from_ref(puzzle))
}

/// Several puzzles as one XML file.
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
    xml.push_str("<puzzle type=\"grid\" defaultcolor=\"black\">\n");
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
    xml.push_str("<color name=\"white\" char=\".\">fff</color>\n");
    xml.push_str("<color name=\"black\" char=\"X\">000</color>\n");
    add_clues(xml, "columns", puzzle.columns())?;
    add_clues(xml, "rows", puzzle.rows())?;
    if let Some(goal) = puzzle.goal() {
        xml.push_str("<solution type=\"goal\">\n<image>\n");
        for row in 0..goal.rows() {
            let cells = goal
                .row(row)
                .map(|cell| if cell == Cell::Filled { 'X' } else { '.' });
            writeln!(xml, "|{}|", cells.collect::<String>())?;
        }
        xml.push_str("</image>\n</solution>\n");
    }
    xml.push_str("</puzzle>\n");
    Ok(())
}

fn add_clues(xml: &mut String, side: &str, clues: &[Clue]) -> std::fmt::Result {
    writeln!(xml, "<clues type=\"{side}\">")?;
    for clue in clues {
        let counts: String = clue
            .iter()
            .map(|length| format!("<count>{length}</count>"))
            .collect();
        writeln!(xml, "<line>{counts}</line>")?;
    }
    xml.push_str("</clues>\n");
    Ok(())
}

/// The text without the characters that no XML document may hold.
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
