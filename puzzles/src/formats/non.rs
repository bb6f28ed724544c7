//! `.non`: Steve Simpson's puzzle files with the extensions of the nonogram-db collection.
//!
//! Interface: [`parse`] and [`write()`]; a bundle (`.nonpack`) holds several puzzles, separated by lines of `====`.
//! Source: <http://www.comp.lancs.ac.uk/~ss/nonogram/fmt2> and `FORMAT.md` of mikix/nonogram-db.

mod write;

use super::clues::{ClueReader, Declared, Inks, add_goal, assemble_in, may_be_clues, size};
use super::error::{ParseError, ParseErrorKind, Side};
use super::lines::{Lines, Numbered};
use super::section::{Fault, Section, in_file, settle};
use super::{Description, at_least_one};
use crate::excerpt::Excerpt;
use crate::{Cell, Metadata, Puzzle};
pub use write::{write, write_bundle};

pub(super) const DESCRIPTION: Description = Description {
    name: "non",
    about: "Steve Simpson's puzzle files, and bundles of them",
    extensions: &["non", "nonpack", "nonopack"],
    sniff: |source| source.text().is_ok_and(looks_like),
    read: Some(|source| Ok(Box::new(puzzles(source.text()?, source.name)))),
    write: |puzzle, picture| Ok(write(&puzzle.with_picture(picture)).into_bytes()),
    join: Some(|puzzles| write_bundle(puzzles).into_bytes()),
};

/// First character of a comment, unless it is that of a colour.
const REMARK: char = '#';

/// The key of a colour.
const COLOUR: &str = "color";

/// Minimum number of `=` in a border between two puzzles.
const BORDER: usize = 4;

/// The keys of the format. A line that starts with one ends the clues or goal above it.
const KEYS: [&str; 13] = [
    "catalogue",
    "title",
    "by",
    "copyright",
    "license",
    "color",
    "width",
    "height",
    "rows",
    "columns",
    "goal",
    "maxrule",
    "saved",
];

/// Whether a text has a size key (`width`, `height`) and a clue key (`rows`, `columns`); even an invalid file is likely to have both.
fn looks_like(text: &str) -> bool {
    let keys = || {
        text.lines()
            .filter_map(|line| line.split_whitespace().next())
    };
    let has = |wanted: [&str; 2]| keys().any(|key| wanted.contains(&key.trim_end_matches(':')));
    has(["width", "height"]) && has(["rows", "columns"])
}

/// Reads every puzzle of a file. `name` is the file's name in errors.
///
/// # Errors
/// Returns a [`ParseError`], with the line and what was expected there, if the file is invalid.
pub fn parse(text: &str, name: &str) -> Result<Vec<Puzzle>, ParseError> {
    puzzles(text, name).collect()
}

/// Reads the puzzles of a file on demand. A file without puzzles yields one error.
fn puzzles<'a>(
    text: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Puzzle, ParseError>> + 'a {
    let parts = Lines::of(text).split(is_border);
    at_least_one(parts.map(move |part| parse_one(part, name)), name)
}

fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.len() >= BORDER && line.bytes().all(|byte| byte == b'=')
}

/// The parts of a puzzle read so far.
struct Draft<'a> {
    metadata: Metadata,
    height: Option<usize>,
    width: Option<usize>,
    rows: Option<Section>,
    columns: Option<Section>,
    /// Line of the goal's key, and the characters of the goal.
    goal: Option<(usize, String)>,
    clues: ClueReader,
    colours: Declared,
    /// Whether clues may be followed by comments.
    has_remarks: bool,
    file: &'a str,
}

fn parse_one(lines: Lines, file: &str) -> Result<Puzzle, ParseError> {
    let colours = colours(lines).map_err(in_file(file))?;
    let mut draft = Draft {
        metadata: Metadata::default(),
        height: None,
        width: None,
        rows: None,
        columns: None,
        goal: None,
        clues: ClueReader::coloured(&colours).without_signs(),
        has_remarks: !colours.signs().contains(REMARK),
        colours,
        file,
    };
    let mut rest = lines;
    while let Some((number, line)) = rest.next() {
        let (key, value) = key_and_value(line);
        draft
            .key(&key, value, number, &mut rest)
            .map_err(in_file(file))?;
    }
    draft.finish(lines.last_written().unwrap_or(1))
}

/// The key of a line in lower case, and its value.
fn key_and_value(line: &str) -> (String, &str) {
    let line = line.trim();
    let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // Some files have a colon after a key.
    let key = key.strip_suffix(':').unwrap_or(key);
    (key.to_ascii_lowercase(), value.trim())
}

/// The colours of a puzzle, which may be declared anywhere.
fn colours(lines: Lines) -> Result<Declared, Fault> {
    let mut colours = Declared::default();
    for (number, line) in lines {
        let (key, value) = key_and_value(line);
        if key == COLOUR {
            add_colour(&mut colours, value).map_err(|kind| (number, kind))?;
        }
    }
    Ok(colours)
}

/// Adds the colour of a line such as `color a #ff0000`. The character `0` denotes the background, and `1` the colour of blocks without a letter.
fn add_colour(colours: &mut Declared, value: &str) -> Result<(), ParseErrorKind> {
    let fault = |what, expected: &str, help: &str| {
        Err(ParseErrorKind::Syntax {
            what,
            expected: expected.to_owned(),
            help: help.to_owned(),
        })
    };
    let example = "a letter, 0 for the background or 1 for blocks without a letter, and three or six hexadecimal digits, \
                   such as color a #ff0000";
    let mut words = value.split_whitespace();
    let (Some(letter), Some(rgb)) = (words.next(), words.next()) else {
        let what = format!("{:?} is not a colour", Excerpt(value));
        return fault(what, example, "correct it");
    };
    let mut letters = letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        let what = format!(
            "{:?} names its colour with more than one character, as Nonny does",
            Excerpt(value)
        );
        return fault(
            what,
            example,
            "use one letter per colour, here and in the clues",
        );
    };
    let Ok(rgb) = rgb.parse() else {
        let what = format!("{:?} is not a colour", Excerpt(rgb));
        return fault(what, example, "correct it");
    };
    match letter {
        '0' => colours.background = Some(rgb),
        '1' => colours.add(None, rgb),
        letter => colours.add(Some(letter), rgb),
    }
    Ok(())
}

impl Draft<'_> {
    /// Handles one line. A key of clues or of a goal that has no value on its line also consumes the values in the lines below.
    fn key(
        &mut self,
        key: &str,
        value: &str,
        number: usize,
        rest: &mut Lines,
    ) -> Result<(), Fault> {
        let at = |kind| (number, kind);
        match key {
            "height" => set_size(&mut self.height, Side::Rows, value).map_err(at),
            "width" => set_size(&mut self.width, Side::Columns, value).map_err(at),
            "rows" if !value.is_empty() => {
                set_size(&mut self.height, Side::Rows, value).map_err(at)
            }
            "columns" if !value.is_empty() => {
                set_size(&mut self.width, Side::Columns, value).map_err(at)
            }
            "rows" => {
                let count = self.height.ok_or(at(ParseErrorKind::NoSize(Side::Rows)))?;
                let lines = clue_lines(count, rest, self.has_remarks);
                let section = Section::read(Side::Rows, count, number, lines, &mut self.clues)?;
                once(&mut self.rows, "rows", section).map_err(at)
            }
            "columns" => {
                let count = self
                    .width
                    .ok_or(at(ParseErrorKind::NoSize(Side::Columns)))?;
                let lines = clue_lines(count, rest, self.has_remarks);
                let section = Section::read(Side::Columns, count, number, lines, &mut self.clues)?;
                once(&mut self.columns, "columns", section).map_err(at)
            }
            "goal" => {
                self.height.ok_or(at(ParseErrorKind::NoSize(Side::Rows)))?;
                self.width
                    .ok_or(at(ParseErrorKind::NoSize(Side::Columns)))?;
                let goal = goal_text(value, rest).map_err(at)?;
                once(&mut self.goal, "goal", (number, goal)).map_err(at)
            }
            "catalogue" => set_text(&mut self.metadata.catalogue, key, value).map_err(at),
            "title" => set_text(&mut self.metadata.title, key, value).map_err(at),
            "by" => set_text(&mut self.metadata.by, key, value).map_err(at),
            "copyright" => set_text(&mut self.metadata.copyright, key, value).map_err(at),
            "license" => set_text(&mut self.metadata.license, key, value).map_err(at),
            // The format allows other keys, which are ignored with their values.
            _ => Ok(()),
        }
    }

    fn finish(self, last: usize) -> Result<Puzzle, ParseError> {
        let file = self.file;
        let missing = |kind| ParseError::at(file, last, kind);
        for (side, size) in [(Side::Rows, self.height), (Side::Columns, self.width)] {
            size.ok_or(missing(ParseErrorKind::NoSize(side)))?;
        }
        let no_clues = |side| missing(ParseErrorKind::NoClues { side });
        let rows = self.rows.ok_or(no_clues(Side::Rows))?;
        let columns = self.columns.ok_or(no_clues(Side::Columns))?;
        settle(&rows, &columns).map_err(in_file(file))?;
        let inks = self.clues.inks(&self.colours);
        let puzzle = assemble_in(file, rows.clues, columns.clues, &inks)?;
        let puzzle = puzzle.with_metadata(self.metadata);
        match self.goal {
            None => Ok(puzzle),
            Some((number, text)) => {
                read_goal(puzzle, &text, &inks).map_err(|kind| ParseError::at(file, number, kind))
            }
        }
    }
}

/// Consumes the clue lines of `rest` up to the next key, and returns them without comments. `has_remarks` is false if the sign of
/// comments denotes a colour.
///
/// A line that starts with another word also ends the clues, but only after `count` lines. Before that, the word is in the place
/// of a clue and is reported as an error.
fn clue_lines<'a>(
    count: usize,
    rest: &mut Lines<'a>,
    has_remarks: bool,
) -> impl Iterator<Item = Numbered<'a>> + Clone + use<'a> {
    let mut found = 0;
    let lines = rest.take_until(|line| {
        let is_word = line.trim_start().starts_with(char::is_alphabetic);
        let ends = starts_key(line) || (found >= count && is_word);
        found += usize::from(!is_remark(line));
        ends
    });
    // A clue in a comment of its own is refused by the reader of clues.
    let is_clue = |line: &str| may_be_clues(line.trim_start().trim_start_matches(REMARK));
    let lines = lines.filter(move |(_, line)| !is_remark(line) || is_clue(line));
    lines.map(move |(number, line)| {
        let clue = if has_remarks && !is_remark(line) {
            line.split(REMARK).next()
        } else {
            None
        };
        (number, clue.unwrap_or(line))
    })
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(REMARK)
}

fn once<T>(place: &mut Option<T>, key: &str, value: T) -> Result<(), ParseErrorKind> {
    if place.is_some() {
        return Err(ParseErrorKind::Duplicate {
            what: key.to_owned(),
        });
    }
    *place = Some(value);
    Ok(())
}

fn set_size(place: &mut Option<usize>, side: Side, value: &str) -> Result<(), ParseErrorKind> {
    let key = match side {
        Side::Rows => "height",
        Side::Columns => "width",
    };
    once(place, key, size(value, side)?)
}

fn set_text(place: &mut Option<String>, key: &str, value: &str) -> Result<(), ParseErrorKind> {
    let text = html_escape::decode_html_entities(unquote(key, value)?).into_owned();
    once(place, key, text)
}

fn unquote<'a>(key: &str, value: &'a str) -> Result<&'a str, ParseErrorKind> {
    match value.strip_prefix('"') {
        None => Ok(value),
        Some(inner) => inner
            .strip_suffix('"')
            .ok_or_else(|| ParseErrorKind::UnclosedQuote {
                what: key.to_owned(),
            }),
    }
}

/// The characters of the goal: the value after the key, quoted or not, or the lines below the key if it has no value.
fn goal_text(value: &str, rest: &mut Lines) -> Result<String, ParseErrorKind> {
    let mut goal: String = unquote("goal", value)?.split_whitespace().collect();
    if value.is_empty() {
        for (_, line) in rest.take_until(starts_key) {
            goal.extend(line.split_whitespace());
        }
    }
    Ok(goal)
}

/// Whether a line starts with a key of the format.
fn starts_key(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    let word = word.strip_suffix(':').unwrap_or(word);
    KEYS.iter().any(|key| word.eq_ignore_ascii_case(key))
}

fn read_goal(puzzle: Puzzle, text: &str, inks: &Inks) -> Result<Puzzle, ParseErrorKind> {
    let is_coloured = puzzle.palette().is_coloured();
    let cells = (text.chars())
        .map(|character| match character {
            '0' => Ok(Cell::Blank),
            '1' | 'a'..='z' if !is_coloured => Ok(Cell::Filled),
            found => {
                let mark = (found != '1').then_some(found);
                let cell = inks.colour(mark).map(Cell::Colour);
                cell.ok_or(ParseErrorKind::GoalCharacter { found })
            }
        })
        .collect::<Result<Vec<Cell>, _>>()?;
    add_goal(puzzle, &cells)
}
