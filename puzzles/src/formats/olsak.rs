//! `.g`: rectangular puzzles of Mirek and Petr Olšák's solver.
//!
//! A file consists of comments; in coloured puzzles, a line that begins with `#d` and one line per colour; a line that begins
//! with `:` and the row clues; a line that begins with `:` and the column clues; and a last line that begins with `:`. Each
//! clue is on one line, which is empty if there are no blocks. Source: the description in the solver's sample puzzles.

use super::clues::{ClueLine, ClueReader, Lines, Numbered};
use super::draft::{Colours, Draft, Named, of_name};
use super::error::{Fault, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff, Source, Write};
use crate::{Block, Clue, Excerpt, Ink, MAX_SIDE, Palette, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "g",
    about: "Mirek and Petr Olšák's puzzle files",
    extensions: &["g"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(read),
    write: Write::Puzzle(write),
    ..BARE
};

/// First character of the lines before the rows, before the columns and at the end of a file.
const BORDER: char = ':';

/// Prefixes of the line that marks a triangular puzzle, which has no rows and columns.
const TRIANGULAR: [&str; 2] = ["#t", "#T"];

/// Prefixes of the line above the colours of a coloured puzzle.
const COLOURS: [&str; 2] = ["#d", "#D"];

/// First character of a comment among the clues.
const REMARK: char = '#';

fn looks_like(text: &str) -> bool {
    text.lines().filter(|line| line.starts_with(BORDER)).count() >= 2
}

fn read(text: &str, source: &Source) -> Result<Puzzle, Fault> {
    let lines = Lines::of(text);
    if lines.is_blank() {
        return Err(Fault::at(1, ParseErrorKind::Empty));
    }
    let is_border = |line: &str| line.starts_with(BORDER);
    let mut rest = lines;
    let is_triangular = |(_, line): &Numbered| TRIANGULAR.iter().any(|mark| line.starts_with(mark));
    let head = rest.take_until(is_border);
    if let Some((number, line)) = head.clone().find(is_triangular) {
        let what = format!("{:?} begins a puzzle of triangles", Excerpt(line.trim()));
        let help = "choose a rectangular puzzle";
        return refuse(number, what, "rows and columns", help);
    }
    let mut section = || Some((rest.next()?.0, rest.take_until(is_border)));
    let (Some(rows), Some(columns), true) = (section(), section(), rest.next().is_some()) else {
        let what = match lines.filter(|(_, line)| is_border(line)).count() {
            1 => format!("only one line that begins with {BORDER:?}"),
            borders => format!("{borders} lines that begin with {BORDER:?}"),
        };
        let expected = "three: before the rows, before the columns and at the end";
        let help = "add what is missing, or check that the file is complete";
        return refuse(lines.count(), what, expected, help);
    };
    let mut reader = ClueReader::coloured(colours(head, source)?);
    let rows = clues(Side::Rows, rows, &mut reader)?;
    let columns = clues(Side::Columns, columns, &mut reader)?;
    let draft = Draft {
        sides: Some((rows, columns)),
        inks: Some(reader.colours.inks()),
        ..Draft::default()
    };
    draft.finish()
}

/// The colours declared above the rows, each on a line such as `m:% blue`: the character in clues, a colon, the character on a
/// terminal (possibly a space), a CSS name or `#rrggbb`, and an optional comment. In place of the character in clues, `0` declares
/// the colour of the background, and `1` that of blocks without a character. Colours with an unknown name or an invalid value are
/// ignored with a note.
fn colours(head: Lines, source: &Source) -> Result<Colours, Fault> {
    let mut colours = Colours::default();
    let is_mark = |(_, line): &Numbered| COLOURS.iter().any(|mark| line.starts_with(mark));
    for (number, line) in head.skip_while(|line| !is_mark(line)).skip(1) {
        let mut characters = line.trim_start().chars();
        let (Some(mark), Some(':')) = (characters.next(), characters.next()) else {
            continue;
        };
        characters.next();
        let Some(name) = characters.as_str().split_whitespace().next() else {
            continue;
        };
        // A slash or backslash between two colours means that a diagonal divides the cell into two triangles.
        if name.contains(['/', '\\']) {
            let what = format!("{:?} is a cell divided into two triangles", Excerpt(name));
            let help = "choose a puzzle without triangles";
            return refuse(number, what, "cells in one colour each", help);
        }
        match (mark, of_name(name)) {
            (_, None) => {
                let what = format!("{:?} is not a colour and is ignored", Excerpt(name));
                source.note(true, Some(number), &format!("{what}: use a CSS name or #rrggbb"));
            }
            ('0', rgb) => colours.background = rgb,
            ('1', rgb) => colours.declare(Named::lettered(None, rgb)),
            (mark, rgb) => colours.declare(Named::lettered(Some(mark), rgb)),
        }
    }
    Ok(colours)
}

/// Reads the clues of a side, one per line, below the line `border`. Their number is the size of that side.
fn clues(
    side: Side,
    (border, lines): (usize, Lines),
    reader: &mut ClueReader,
) -> Result<Vec<ClueLine>, Fault> {
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with(REMARK));
    if lines.clone().next().is_none() {
        let what = format!("no clues below this {BORDER:?}");
        return refuse(border, what, "one line per row or column", "add them");
    }
    if let Some((number, _)) = lines.clone().nth(MAX_SIDE) {
        let expected = MAX_SIDE;
        return Err(Fault::at(number, ParseErrorKind::too_many_lines(side, expected)));
    }
    let without_remark = |(number, line): Numbered| {
        let text = line.split(REMARK).next().unwrap_or("");
        reader.line(number, text)
    };
    lines.map(without_remark).collect()
}

/// Writes the clues. The reader restores them and their colours, without colours that no clue uses.
fn write(puzzle: &Puzzle) -> String {
    let palette = puzzle.palette();
    let is_plain = palette.is_black_and_white();
    let block = |block: Block| {
        if is_plain {
            return block.length.to_string();
        }
        format!("{}{}", block.length, palette.letter(block.colour))
    };
    let line = |clue: &Clue| clue.blocks().map(block).collect::<Vec<_>>().join(" ") + "\n";
    let lines = |clues: &[Clue]| -> String { clues.iter().map(line).collect() };
    format!(
        "{}{BORDER} rows\n{}{BORDER} columns\n{}{BORDER}\n",
        head(palette),
        lines(puzzle.rows()),
        lines(puzzle.columns())
    )
}

/// The lines that declare the colours, unless they are black and white.
fn head(palette: &Palette) -> String {
    if palette.is_black_and_white() {
        return String::new();
    }
    let [mark, _] = COLOURS;
    let background = format!("{mark}\n   0:   {}\n", palette.background());
    let ink = |ink: &Ink| format!("   {0}:{0}  {1}\n", ink.letter, ink.rgb);
    background + &palette.inks().iter().map(ink).collect::<String>()
}
