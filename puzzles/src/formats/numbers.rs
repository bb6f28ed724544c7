//! Formats of numbers without keywords: `.mk`, `.nin`, `.cwd` and `.pbnsol` in black and white, and `.cwc` in colours.
//!
//! A [`Layout`] states where the sizes are and what is between the clues of the rows and those of the columns. Sources: `.mk` is the
//! format of Mirek and Petr Olšák's sample puzzles, `.nin` that of Jakub Wilk's solver, `.cwd` that of QNonograms and of Vladimir Sukhoy's
//! solver, as documented by pbnsolve; `.cwc` is webpbn.com's export of coloured puzzles.
//!
//! A `.cwc` file has the height, the width and the number of colours, each alone on a line, and four blocks of lines: the block lengths of
//! the rows, the colours of these blocks, the block lengths of the columns, and their colours. Colours are numbered from 1; a line without
//! blocks is `0` or empty. Empty lines between the blocks are ignored.
//!
//! A `.pbnsol` file, webpbn.com's export for Andrew Makhorin's solver, has the row clues, a line `&` and the column clues; lines with `*`
//! are comments. A line without blocks is `0`; an empty line may be one or spacing, and is refused.

use super::clues::{
    ClueLine, ClueReader, Lines, Numbered, Section, is_empty, settle, size, whole_number,
};
use super::draft::{Colours, Draft, Named, assemble};
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::{BARE, Description, Read, Sniff, Write};
use crate::{Clue, Excerpt, MAX_COLOURS, MAX_SIDE, Puzzle, counted};

/// What precedes and divides the clues.
struct Layout {
    /// The order of the two sizes.
    order: [Side; 2],
    /// Whether each size is alone on a line, rather than both on one.
    is_upright: bool,
    between: Between,
}

/// What is between the row clues and the column clues.
enum Between {
    /// A line of this character.
    Border(char),
    /// At most this number of empty lines; the numbers of clues determine where the columns begin.
    Gap(usize),
}

const MK_LAYOUT: Layout =
    Layout { order: [Side::Rows, Side::Columns], is_upright: false, between: Between::Border('#') };

const NIN_LAYOUT: Layout =
    Layout { order: [Side::Columns, Side::Rows], is_upright: false, between: Between::Gap(0) };

const CWD_LAYOUT: Layout =
    Layout { order: [Side::Rows, Side::Columns], is_upright: true, between: Between::Gap(1) };

pub(super) const MK: Description = Description {
    name: "mk",
    about: "height and width, row clues, #, column clues",
    extensions: &["mk"],
    sniff: Sniff::Text(|text| is_numbers(text, &['#'])),
    read: Read::Puzzle(|text, _| MK_LAYOUT.read(text)),
    write: Write::Puzzle(|puzzle| MK_LAYOUT.write(puzzle)),
    in_one_colour: true,
    ..BARE
};

pub(super) const NIN: Description = Description {
    name: "nin",
    about: "width and height, row clues, column clues",
    extensions: &["nin"],
    sniff: Sniff::Text(|text| is_numbers(text, &[])),
    read: Read::Puzzle(|text, _| NIN_LAYOUT.read(text)),
    write: Write::Puzzle(|puzzle| NIN_LAYOUT.write(puzzle)),
    in_one_colour: true,
    ..BARE
};

pub(super) const CWD: Description = Description {
    name: "cwd",
    about: "height, width, row clues, an empty line, column clues",
    extensions: &["cwd"],
    sniff: Sniff::Text(|text| is_numbers(text, &[])),
    read: Read::Puzzle(|text, _| CWD_LAYOUT.read(text)),
    write: Write::Puzzle(|puzzle| CWD_LAYOUT.write(puzzle)),
    in_one_colour: true,
    ..BARE
};

pub(super) const CWC: Description = Description {
    name: "cwc",
    about: "height, width, number of colours; lengths and colours of the rows, then of the columns",
    extensions: &["cwc"],
    sniff: Sniff::Text(|text| is_numbers(text, &[]) && coloured(text).is_ok()),
    read: Read::Puzzle(|text, _| coloured(text)),
    ..BARE
};

/// The next step for most errors of these formats, which are easily taken for each other.
const HELP: &str = "correct it, or name another format with --format";

/// The next step where something is missing.
const ADD: &str = "add it, or name another format with --format";

/// Whether a text consists of digits, white space and `marks`, and starts with a digit after leading white space.
fn is_numbers(text: &str, marks: &[char]) -> bool {
    let fits = |c: char| c.is_ascii_digit() || c.is_whitespace() || marks.contains(&c);
    text.trim_start().starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(fits)
}

impl Layout {
    fn read(&self, text: &str) -> Result<Puzzle, Fault> {
        let mut lines = Lines::of(text);
        let ((height, width), above) =
            if self.is_upright { sizes_alone(&mut lines)? } else { self.size_line(&mut lines)? };
        match self.between {
            Between::Border(mark) => bordered(mark, (height, width), above, lines),
            Between::Gap(gap) => split_by_count(gap, (height, width), above, lines),
        }
    }

    /// Reads the first non-empty line: two sizes. Returns the height, the width and the number of the line.
    fn size_line(&self, lines: &mut Lines) -> Result<((usize, usize), usize), Fault> {
        let (number, line) = first_written(lines).ok_or(Fault::at(1, ParseErrorKind::Empty))?;
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        let [first, second] = words[..] else {
            let what = format!("{:?} is not a size", Excerpt(line.trim()));
            let [one, other] = self.order.map(Side::size);
            let expected = format!("two numbers, {one} and {other}");
            return refuse(number, what, expected, HELP);
        };
        let first = size(first, self.order[0]).on(number)?;
        let second = size(second, self.order[1]).on(number)?;
        let sizes = self.order[0].of((first, second), (second, first));
        Ok((sizes, number))
    }

    fn write(&self, puzzle: &Puzzle) -> String {
        let lines = |clues: &[Clue]| -> String {
            let line = |clue: &Clue| clue.to_string().replace(',', " ") + "\n";
            clues.iter().map(line).collect()
        };
        let size = |side: Side| side.of(puzzle.row_count(), puzzle.column_count());
        let [first, second] = self.order.map(size);
        let mark = if self.is_upright { "\n" } else { " " };
        let between = match self.between {
            Between::Border(mark) => format!("{mark}\n"),
            Between::Gap(gap) => "\n".repeat(gap),
        };
        let (rows, columns) = (lines(puzzle.rows()), lines(puzzle.columns()));
        format!("{first}{mark}{second}\n{rows}{between}{columns}")
    }
}

/// Consumes the lines up to the first one with text and returns that line; `None` if no line has text.
fn first_written<'a>(lines: &mut Lines<'a>) -> Option<Numbered<'a>> {
    lines.find(|line| !is_empty(line))
}

/// Consumes the lines of the height and the width, each alone on a line. Returns them and the number of the second line.
fn sizes_alone(lines: &mut Lines) -> Result<((usize, usize), usize), Fault> {
    let (above, line) = first_written(lines).ok_or(Fault::at(1, ParseErrorKind::Empty))?;
    let height = size(line.trim(), Side::Rows).on(above)?;
    let Some((number, line)) = first_written(lines) else {
        let expected = "height and width, each alone on a line";
        return refuse(above, "no width", expected, ADD);
    };
    let width = size(line.trim(), Side::Columns).on(number)?;
    Ok(((height, width), number))
}

/// Reads row clues, a line of `mark`, and column clues, below line `above`.
fn bordered(
    mark: char,
    (height, width): (usize, usize),
    above: usize,
    mut lines: Lines,
) -> Result<Puzzle, Fault> {
    let rows = lines.take_until(|line| line.trim().chars().eq([mark]));
    let Some((border, _)) = lines.next() else {
        let last = rows.last_written().unwrap_or(above);
        let expected = format!("one between the {height} row clues and the {width} column clues");
        return refuse(last, format!("no line {mark}"), expected, ADD);
    };
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, above, rows, &mut reader)?;
    let columns = Section::read(Side::Columns, width, border, lines, &mut reader)?;
    assemble(settle(rows, columns)?)
}

/// Reads `height` row clues followed by `width` column clues, with at most `gap` empty lines between them. If the number of
/// non-empty lines equals the number of clues, empty lines are ignored everywhere.
fn split_by_count(
    gap: usize,
    (height, width): (usize, usize),
    above: usize,
    lines: Lines,
) -> Result<Puzzle, Fault> {
    let is_counted = lines.written().take(height + width + 1).count() == height + width;
    if is_counted
        && let Some((number, found)) = only_gap(lines)
        && found != height
    {
        let found = counted(found, "clue");
        let what = format!("an empty line after {found} of {height} row clues");
        let expected = "an empty line between rows and columns, or between all clues";
        let help = "correct the sizes, or remove the line";
        return refuse(number, what, expected, help);
    }
    let lines = lines.filter(move |line| !(is_counted && is_empty(line)));
    let (rows, columns) = (lines.clone().take(height), lines.skip(height));
    let found = columns.clone().take(gap).take_while(is_empty).count();
    let below = rows.clone().filter(|line| !is_empty(line)).last();
    let below = below.map_or(above, |(number, _)| number);
    let next = columns.clone().next();
    let mut reader = ClueReader::default();
    let rows = Section::read(Side::Rows, height, above, rows, &mut reader)?;
    let columns = Section::read(Side::Columns, width, below, columns.skip(found), &mut reader)?;
    let sides = settle(rows, columns)?;
    if !is_counted
        && found < gap
        && let Some((number, _)) = next
    {
        let what = format!("no empty line after {height} lines of row clues, some of them empty");
        let expected = "an empty line between rows and columns";
        let help = "add it, correct the sizes, or write 0 for a line without blocks";
        return refuse(number, what, expected, help);
    }
    assemble(sides)
}

/// Line number of the only place of empty lines between lines with text, and the number of lines with text above it.
fn only_gap(lines: Lines) -> Option<(usize, usize)> {
    let (mut above, mut gaps) = (0, Vec::new());
    for line in lines {
        if is_empty(&line) {
            gaps.push((line.0, above));
        } else {
            above += 1;
        }
    }
    gaps.retain(|&(_, count)| 0 < count && count < above);
    gaps.dedup_by_key(|(_, count)| *count);
    <[_; 1]>::try_from(gaps).ok().map(|[gap]| gap)
}

/// Reads a `.cwc` file.
fn coloured(text: &str) -> Result<Puzzle, Fault> {
    let mut lines = Lines::of(text);
    let ((height, width), above) = sizes_alone(&mut lines)?;
    let (above, line) = first_written(&mut lines).unwrap_or((above, ""));
    let count = whole_number(line.trim()).filter(|count| (1..=MAX_COLOURS).contains(count));
    let Some(count) = count else {
        let what = format!("{:?} is not a number of colours", Excerpt(line.trim()));
        let expected = format!("1 to {MAX_COLOURS}, alone on a line");
        return refuse(above, what, expected, HELP);
    };
    let [rows, of_rows, columns, of_columns] =
        blocks(lines, [height, height, width, width], above)?;
    let mut reader = ClueReader::coloured(Colours::default());
    ('a'..='z').take(count).for_each(|letter| {
        reader.colours.declare(Named::lettered(Some(letter), None));
    });
    let mut clues = |lengths: Vec<Numbered>, inks: Vec<Numbered>| {
        let lines = lengths.into_iter().zip(inks);
        let clues = lines.map(|(lengths, inks)| clue(lengths, inks, count, &mut reader));
        clues.collect::<Result<Vec<_>, _>>()
    };
    let sides = (clues(rows, of_rows)?, clues(columns, of_columns)?);
    let draft = Draft { sides: Some(sides), inks: Some(reader.colours.inks()), ..Draft::default() };
    draft.finish()
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
    let mut rest = lines.filter(move |line| !(is_counted && is_empty(line))).peekable();
    let blocks = counts.map(|count| {
        let block: Vec<Numbered> = rest.by_ref().take(count).collect();
        rest.next_if(is_empty);
        block
    });
    let found: usize = blocks.iter().map(Vec::len).sum();
    if found < total {
        let last = lines.last_written().unwrap_or(above);
        let expected = format!("{total}: the lengths and the colours of each row and column");
        return refuse(last, format!("{found} lines of numbers"), expected, HELP);
    }
    if let Some((number, _)) = rest.find(|line| !is_empty(line)) {
        let what = "a line after the colours of the last column";
        let expected = format!("{total} lines of numbers after the sizes");
        return refuse(number, what, expected, HELP);
    }
    Ok(blocks)
}

/// The clue on a line of block lengths and a line of colours.
fn clue(
    (number, lengths): Numbered,
    (below, inks): Numbered,
    count: usize,
    reader: &mut ClueReader,
) -> Result<ClueLine, Fault> {
    let words = |line| -> Vec<&str> { str::split_whitespace(line).collect() };
    let [lengths, inks] =
        [words(lengths), words(inks)].map(|words| if words == ["0"] { Vec::new() } else { words });
    if lengths.len() != inks.len() {
        let (lengths, inks) =
            (counted(lengths.len(), "block length"), counted(inks.len(), "colour"));
        let what = format!("{lengths} in line {number} and {inks}");
        return refuse(below, what, "one colour for each block", HELP);
    }
    let mut blocks = Vec::new();
    for (length, ink) in lengths.into_iter().zip(inks) {
        let place = whole_number(ink).filter(|ink| (1..=count).contains(ink));
        let Some(letter) = place.and_then(|place| ('a'..='z').nth(place - 1)) else {
            let expected = format!("1 to {count}, the number of colours");
            return refuse(below, format!("the colour {}", Excerpt(ink)), expected, HELP);
        };
        if whole_number(length) == Some(0) {
            let what = "a block of length 0 beside others";
            return refuse(number, what, "0 alone for a line without blocks", HELP);
        }
        blocks.push(reader.block(&format!("{length}{letter}")).on(number)?);
    }
    reader.of_blocks(number, &blocks)
}

pub(super) const PBNSOL: Description = Description {
    name: "pbnsol",
    about: "row clues, &, column clues; comments begin with *",
    extensions: &["pbnsol"],
    sniff: Sniff::Text(is_pbnsol),
    read: Read::Puzzle(|text, _| pbnsol(text)),
    ..BARE
};

/// Whether a line is between the rows and the columns; such a line may also follow the columns.
fn is_border(line: &str) -> bool {
    line.trim() == "&"
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with('*')
}

/// Whether a text has a border, and otherwise only comments and lines that begin with a number.
fn is_pbnsol(text: &str) -> bool {
    let is_written = |line: &&str| !is_remark(line) && !line.trim().is_empty();
    let lines = || text.lines().filter(is_written);
    let is_clue = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    lines().any(is_border) && lines().all(|line| is_border(line) || is_clue(line))
}

fn pbnsol(text: &str) -> Result<Puzzle, Fault> {
    let end = Lines::of(text).last_written().unwrap_or(1);
    let mut reader = ClueReader::default();
    let (mut sides, mut borders) = ([Vec::new(), Vec::new()], 0);
    for (number, line) in Lines::of(text).filter(|(_, line)| !is_remark(line)) {
        let is_blank = line.trim().is_empty();
        match sides.get_mut(borders) {
            _ if is_border(line) => borders += 1,
            Some(_) if is_blank && number < end => {
                let expected = "0 for a row or column without blocks";
                return refuse(number, "an empty line", expected, "write 0 for it, or remove it");
            }
            _ if is_blank => {}
            Some(clues) if clues.len() == MAX_SIDE => {
                let side = if borders == 0 { Side::Rows } else { Side::Columns };
                return Err(Fault::at(number, ParseErrorKind::too_many_lines(side, MAX_SIDE)));
            }
            Some(clues) => clues.push(reader.line(number, line)?),
            None => {
                let help = "remove it, or put each puzzle in its own file";
                let what = "a line after the columns";
                return refuse(number, what, "the end of the file", help);
            }
        }
    }
    if borders == 0 {
        let expected = "one between the rows and the columns";
        return refuse(end, "no line &", expected, ADD);
    }
    let [rows, columns] = sides;
    for (side, clues) in [(Side::Rows, &rows), (Side::Columns, &columns)] {
        if clues.is_empty() {
            return Err(Fault::at(1, ParseErrorKind::no_clues(side)));
        }
    }
    assemble((rows, columns))
}
