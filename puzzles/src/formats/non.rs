//! `.non`: Steve Simpson's puzzle files with the extensions of the nonogram-db collection.
//!
//! A bundle (`.nonpack`) holds several puzzles, separated by lines of `====`.
//! Source: <http://www.comp.lancs.ac.uk/~ss/nonogram/fmt2> and `FORMAT.md` of mikix/nonogram-db.

use std::fmt::Write as _;

use super::clues::{ClueReader, Lines, Numbered, Section, may_be_clues, settle, size};
use super::draft::{Colours, Draft, Inks, Named};
use super::error::{Fault, OnLine, ParseErrorKind, Side, syntax};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{Block, Cell, Clue, Excerpt, Grid, Metadata, Palette, Puzzle, Rgb, counted};

pub(super) const DESCRIPTION: Description = Description {
    name: "non",
    about: "Steve Simpson's puzzle files, and bundles of them",
    extensions: &["non", "nonpack", "nonopack"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(|text, _| Ok(Box::new(puzzles(text)))),
    write: Write::Puzzle(write),
    join: Some(|puzzles| puzzles.iter().map(write).collect::<Vec<_>>().join("====\n")),
    ..BARE
};

/// First character of a comment, unless it is that of a colour.
const REMARK: char = '#';

/// The key of a colour.
const COLOUR: &str = "color";

/// Minimum number of `=` in a border between two puzzles.
const BORDER: usize = 4;

/// The keys of the format besides those of [`Metadata`]. A line that starts with a key ends the clues or goal above it.
const KEYS: [&str; 8] = ["color", "width", "height", "rows", "columns", "goal", "maxrule", "saved"];

/// Whether a text has a size key (`width`, `height`) and a clue key (`rows`, `columns`); even an invalid file is likely to have both.
fn looks_like(text: &str) -> bool {
    let keys = || text.lines().filter_map(|line| line.split_whitespace().next());
    let has = |wanted: [&str; 2]| keys().any(|key| wanted.contains(&key.trim_end_matches(':')));
    has(["width", "height"]) && has(["rows", "columns"])
}

/// Reads the puzzles of a file on demand.
fn puzzles(text: &str) -> impl Iterator<Item = Result<Puzzle, Fault>> {
    Lines::of(text).split(is_border).map(parse_one)
}

fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.len() >= BORDER && line.bytes().all(|byte| byte == b'=')
}

/// The parts of a puzzle read so far.
struct Parts {
    metadata: Metadata,
    height: Option<usize>,
    width: Option<usize>,
    rows: Option<Section>,
    columns: Option<Section>,
    /// Line of the goal's key, and the characters of the goal.
    goal: Option<(usize, String)>,
    clues: ClueReader,
    /// Whether clues may be followed by comments.
    has_remarks: bool,
}

fn parse_one(lines: Lines) -> Result<Puzzle, Fault> {
    let colours = colours(lines)?;
    let mut parts = Parts {
        metadata: Metadata::default(),
        height: None,
        width: None,
        rows: None,
        columns: None,
        goal: None,
        has_remarks: colours.named(&REMARK.to_string()).is_none(),
        clues: ClueReader::coloured(colours).without_signs(),
    };
    let mut rest = lines;
    while let Some((number, line)) = rest.next() {
        let (key, value) = key_and_value(line);
        parts.key(&key, value, number, &mut rest)?;
    }
    parts.finish(lines.last_written().unwrap_or(1))
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
fn colours(lines: Lines) -> Result<Colours, Fault> {
    let mut colours = Colours::default();
    for (number, line) in lines {
        let (key, value) = key_and_value(line);
        if key == COLOUR {
            add_colour(&mut colours, value).on(number)?;
        }
    }
    Ok(colours)
}

/// Adds the colour of a line such as `color a #ff0000`. The character `0` denotes the background, and `1` the colour of blocks without a letter.
fn add_colour(colours: &mut Colours, value: &str) -> Result<(), ParseErrorKind> {
    let example = "a letter, 0 for the background or 1 for blocks without a letter, and three or six hexadecimal digits, \
                   such as color a #ff0000";
    let refused = |found: &str| {
        let what = format!("{:?} is not a colour", Excerpt(found));
        Err(syntax(what, example, "correct it"))
    };
    let mut words = value.split_whitespace();
    let (Some(letter), Some(rgb)) = (words.next(), words.next()) else {
        return refused(value);
    };
    let mut letters = letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        let value = Excerpt(value);
        let what =
            format!("{value:?} names its colour with more than one character, as Nonny does");
        let help = "use one letter per colour, here and in the clues";
        return Err(syntax(what, example, help));
    };
    let Ok(rgb) = rgb.parse() else {
        return refused(rgb);
    };
    match letter {
        '0' => colours.background = Some(rgb),
        '1' => colours.declare(Named::lettered(None, Some(rgb))),
        letter => colours.declare(Named::lettered(Some(letter), Some(rgb))),
    }
    Ok(())
}

impl Parts {
    /// Handles one line. A key of clues or of a goal that has no value on its line also consumes the values in the lines below.
    fn key(
        &mut self,
        key: &str,
        value: &str,
        number: usize,
        rest: &mut Lines,
    ) -> Result<(), Fault> {
        if let Some(field) = self.metadata.field_mut(key) {
            return set_text(field, key, value).on(number);
        }
        match key {
            "height" => self.set_size(Side::Rows, value).on(number),
            "width" => self.set_size(Side::Columns, value).on(number),
            "rows" if !value.is_empty() => self.set_size(Side::Rows, value).on(number),
            "columns" if !value.is_empty() => self.set_size(Side::Columns, value).on(number),
            "rows" => {
                let section = self.section(Side::Rows, number, rest)?;
                once(&mut self.rows, key, section).on(number)
            }
            "columns" => {
                let section = self.section(Side::Columns, number, rest)?;
                once(&mut self.columns, key, section).on(number)
            }
            "goal" => {
                self.sizes().on(number)?;
                let goal = goal_text(value, rest).on(number)?;
                once(&mut self.goal, key, (number, goal)).on(number)
            }
            // The format allows other keys, which are ignored with their values.
            _ => Ok(()),
        }
    }

    fn set_size(&mut self, side: Side, value: &str) -> Result<(), ParseErrorKind> {
        let place = side.of(&mut self.height, &mut self.width);
        once(place, side.size(), size(value, side)?)
    }

    /// The height and the width, which must precede the goal.
    fn sizes(&self) -> Result<(usize, usize), ParseErrorKind> {
        let height = self.height.ok_or_else(|| ParseErrorKind::no_size(Side::Rows))?;
        let width = self.width.ok_or_else(|| ParseErrorKind::no_size(Side::Columns))?;
        Ok((height, width))
    }

    /// Reads the clues below the key on line `number`, which the size must precede.
    fn section(&mut self, side: Side, number: usize, rest: &mut Lines) -> Result<Section, Fault> {
        let size = side.of(self.height, self.width);
        let count = size.ok_or_else(|| ParseErrorKind::no_size(side)).on(number)?;
        let lines = clue_lines(count, rest, self.has_remarks);
        Section::read(side, count, number, lines, &mut self.clues)
    }

    /// Creates the puzzle. What is missing is reported at line `last`.
    fn finish(self, last: usize) -> Result<Puzzle, Fault> {
        self.sizes().on(last)?;
        let no_clues = |side| Fault::at(last, ParseErrorKind::no_clues(side));
        let rows = self.rows.ok_or_else(|| no_clues(Side::Rows))?;
        let columns = self.columns.ok_or_else(|| no_clues(Side::Columns))?;
        let colours = self.clues.colours;
        let inks = colours.inks();
        let size = (rows.clues.len(), columns.clues.len());
        let goal = self.goal.map(|(number, text)| {
            let grid = goal_grid(&text, size, &colours, &inks).on(number);
            grid.map(|grid| (number, grid))
        });
        let draft = Draft {
            sides: Some(settle(rows, columns)?),
            inks: Some(inks),
            goal: goal.transpose()?,
            metadata: self.metadata,
        };
        draft.finish()
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
    lines.map(move |(number, line)| match line.split_once(REMARK) {
        Some((clue, _)) if has_remarks && !is_remark(line) => (number, clue),
        _ => (number, line),
    })
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(REMARK)
}

fn once<T>(place: &mut Option<T>, key: &str, value: T) -> Result<(), ParseErrorKind> {
    if place.is_some() {
        let help = "remove it or put ==== between two puzzles";
        return Err(syntax(format!("a second {key:?}"), "one", help));
    }
    *place = Some(value);
    Ok(())
}

fn set_text(place: &mut Option<String>, key: &str, value: &str) -> Result<(), ParseErrorKind> {
    let text = html_escape::decode_html_entities(unquote(key, value)?).into_owned();
    once(place, key, text)
}

fn unquote<'a>(key: &str, value: &'a str) -> Result<&'a str, ParseErrorKind> {
    let Some(inner) = value.strip_prefix('"') else {
        return Ok(value);
    };
    inner.strip_suffix('"').ok_or_else(|| {
        let what = format!("{key:?} has an opening quote only");
        syntax(what, "quotes at both ends", "add the closing quote")
    })
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
    KEYS.iter().chain(&Metadata::NAMES).any(|key| word.eq_ignore_ascii_case(key))
}

fn goal_grid(
    text: &str,
    (rows, columns): (usize, usize),
    colours: &Colours,
    inks: &Inks,
) -> Result<Grid, ParseErrorKind> {
    let is_coloured = inks.palette.is_coloured();
    let cell = |character| match character {
        '0' => Ok(Cell::Blank),
        '1' | 'a'..='z' if !is_coloured => Ok(Cell::Filled),
        found => {
            let name = if found == '1' { String::new() } else { found.to_string() };
            let place = colours.place(&name);
            let cell = place.map(|place| Cell::Colour(inks.colours[place]));
            cell.ok_or_else(|| {
                let expected = "1 for a filled and 0 for a blank cell, or the letter of a colour";
                syntax(format!("{found:?} in the goal"), expected, "correct it")
            })
        }
    };
    let cells = text.chars().map(cell).collect::<Result<Vec<_>, _>>()?;
    if cells.len() != rows * columns {
        let what = format!("the goal has {}", counted(cells.len(), "cell"));
        let expected = format!("{rows} x {columns} = {}", rows * columns);
        return Err(syntax(what, expected, "correct it or leave it out"));
    }
    Ok(Grid::from_cells(rows, columns, |row, column| cells[row * columns + column]))
}

/// Writes the puzzle as a `.non` file. The reader restores the same puzzle, except that it drops colours that no clue uses
/// and gives the letter `a` to the colour of a black-and-white puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    for (key, value) in puzzle.metadata().fields() {
        if let Some(value) = value {
            let bare = key == "license" && is_spdx(value);
            let value = if bare { value.to_owned() } else { format!("\"{}\"", escape(value)) };
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
