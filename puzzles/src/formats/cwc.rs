//! `.cwc`: webpbn.com's export of coloured puzzles as numbers.
//!
//! A file has the height, the width and the number of colours, each alone on a line, and four blocks of lines: the block lengths of the
//! rows, the colours of these blocks, the block lengths of the columns, and their colours. Colours are numbered from 1; a line without
//! blocks is `0` or empty. Empty lines between the blocks are ignored.

use super::clues::{ClueLine, assemble_in};
use super::colours::{Colours, Declared};
use super::cwd::size_alone;
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered, is_empty};
use super::mk::first_written;
use super::section::{Fault, in_file};
use super::{Description, Format, WriteError, counted, is_numbers, only};
use crate::excerpt::Excerpt;
use crate::{Clue, Colour, MAX_COLOURS, Puzzle};

pub(super) const DESCRIPTION: Description = Description {
    name: "cwc",
    about: "height, width, number of colours; lengths and colours of the rows, then of the columns",
    extensions: &["cwc"],
    sniff: |source| {
        source
            .text()
            .is_ok_and(|text| is_numbers(text, &[]) && parse(text, "").is_ok())
    },
    read: Some(|source| Ok(only(parse(source.text()?, source.name)))),
    write: |_, _| {
        Err(WriteError::ReadOnly {
            format: Format::Cwc,
        })
    },
    join: None,
};

/// Reads the puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Puzzle, ParseError> {
    let (rows, columns, colours) = sections(Lines::of(text)).map_err(in_file(name))?;
    assemble_in(name, rows, columns, &colours.inks())
}

fn sections(mut lines: Lines) -> Result<(Vec<ClueLine>, Vec<ClueLine>, Colours), Fault> {
    let (above, height) = size_alone(&mut lines, Side::Rows, 1)?;
    let (above, width) = size_alone(&mut lines, Side::Columns, above)?;
    let (above, count) = colour_count(&mut lines, above)?;
    let mut colours = Colours::default();
    for (number, letter) in (1..=count).zip('a'..='z') {
        colours.declare(Declared {
            name: number.to_string(),
            character: Some(letter),
            rgb: None,
        });
    }
    let [rows, of_rows, columns, of_columns] =
        blocks(lines, [height, height, width, width], above)?;
    let mut clues = |lengths: Vec<Numbered>, inks: Vec<Numbered>| {
        let lines = lengths.into_iter().zip(inks);
        let clues = lines.map(|(lengths, inks)| clue(lengths, inks, count, &mut colours));
        clues.collect::<Result<Vec<_>, _>>()
    };
    let (rows, columns) = (clues(rows, of_rows)?, clues(columns, of_columns)?);
    Ok((rows, columns, colours))
}

/// Consumes the lines up to the number of colours; returns the line of the number, and the number.
fn colour_count(lines: &mut Lines, above: usize) -> Result<(usize, usize), Fault> {
    let (number, line) = first_written(lines).unwrap_or((above, ""));
    match line.trim().parse() {
        Ok(count) if (1..=MAX_COLOURS).contains(&count) => Ok((number, count)),
        _ => {
            let what = format!("{:?} is not a number of colours", Excerpt(line.trim()));
            Err((
                number,
                syntax(what, format!("1 to {MAX_COLOURS}, alone on a line")),
            ))
        }
    }
}

/// Divides the lines into blocks of `counts` lines. If the number of lines with text is right, empty lines are ignored; otherwise one
/// empty line may follow each block, and the other empty lines are clues.
fn blocks<'a>(
    lines: Lines<'a>,
    counts: [usize; 4],
    above: usize,
) -> Result<[Vec<Numbered<'a>>; 4], Fault> {
    let total: usize = counts.iter().sum();
    let is_counted = lines.written().take(total + 1).count() == total;
    let mut rest = lines
        .filter(move |line| !(is_counted && is_empty(line)))
        .peekable();
    let blocks = counts.map(|count| {
        let block: Vec<Numbered> = rest.by_ref().take(count).collect();
        rest.next_if(is_empty);
        block
    });
    let found: usize = blocks.iter().map(Vec::len).sum();
    if found < total {
        let last = lines.last_written().unwrap_or(above);
        let what = format!("{found} lines of numbers");
        return Err((
            last,
            syntax(
                what,
                format!("{total}: the lengths and the colours of each row and column"),
            ),
        ));
    }
    match rest.find(|line| !is_empty(line)) {
        Some((number, _)) => {
            let what = "a line after the colours of the last column".to_owned();
            Err((
                number,
                syntax(what, format!("{total} lines of numbers after the sizes")),
            ))
        }
        None => Ok(blocks),
    }
}

/// The clue on a line of block lengths and a line of colours.
fn clue(
    (number, lengths): Numbered,
    (below, inks): Numbered,
    count: usize,
    colours: &mut Colours,
) -> Result<ClueLine, Fault> {
    let numbers = |number: usize, line: &str| {
        let number = |word: &str| {
            let found = || {
                (
                    number,
                    ParseErrorKind::NotANumber {
                        found: word.to_owned(),
                    },
                )
            };
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse::<usize>()
                .ok()
                .filter(|_| is_number)
                .ok_or_else(found)
        };
        let numbers: Result<Vec<usize>, Fault> = line.split_whitespace().map(number).collect();
        numbers.map(|numbers| if numbers == [0] { Vec::new() } else { numbers })
    };
    let (lengths, inks) = (numbers(number, lengths)?, numbers(below, inks)?);
    if lengths.len() != inks.len() {
        let [lengths, inks] = [
            counted(lengths.len(), "block length"),
            counted(inks.len(), "colour"),
        ];
        let what = format!("{lengths} in line {number} and {inks}");
        return Err((below, syntax(what, "one colour for each block".to_owned())));
    }
    if lengths.contains(&0) {
        let what = "a block of length 0 beside others".to_owned();
        return Err((
            number,
            syntax(what, "0 alone for a line without blocks".to_owned()),
        ));
    }
    if let Some(ink) = inks.iter().find(|ink| !(1..=count).contains(*ink)) {
        let what = format!("the colour {ink}");
        return Err((
            below,
            syntax(what, format!("1 to {count}, the number of colours")),
        ));
    }
    let used = |ink: &usize| colours.used(Some(&ink.to_string()));
    let inks: Result<Vec<Colour>, ParseErrorKind> = inks.iter().map(used).collect();
    let inks = inks.map_err(|kind| (below, kind))?;
    Ok(ClueLine {
        number,
        clue: Clue::of_parts(lengths, inks),
    })
}

fn syntax(what: String, expected: String) -> ParseErrorKind {
    ParseErrorKind::Syntax {
        what,
        expected,
        help: "correct it, or name another format with --format".to_owned(),
    }
}
