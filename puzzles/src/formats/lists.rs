//! Clues as people copy them: one list for the rows and one for the columns, with or without headings, as lines or as code.
//!
//! Every character is a clue, a size, metadata, or syntax of the shape that was recognised; other text is an error. [`scan`] separates lines
//! from statements with brackets, [`part`] reads the lines, [`code`] and [`statement`] the statements, and [`split`] decides which clues
//! are the rows.

mod code;
mod part;
mod scan;
mod split;
mod statement;

use std::borrow::Cow;

use super::clues::{ClueReader, Lines};
use super::draft::{Draft, Goal, drawn};
use super::error::{Fault, OnLine, ParseErrorKind, Side, refuse};
use super::text::{Sizes, Symbols, drawing};
use super::{BARE, Description, Puzzles, Read, Sniff, Source};
use crate::{Excerpt, Grid, Palette, Puzzle, counted};
use code::numbers;
use part::{Form, List, ListClue, Parts};
use scan::commented;

pub(super) const DESCRIPTION: Description = Description {
    name: "lists",
    about: "clues as copied: lists of rows and columns, with or without headings",
    extensions: &["clues"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzles(read),
    ..BARE
};

/// How lists of clues are divided into rows and columns if headings do not divide them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// Whether the columns come first in lists without headings. By default the rows come first.
    pub columns_first: bool,
    /// Number of row clues, if headings do not separate rows from columns; `None` derives it from the sizes, the clues and the border
    /// between two lists.
    pub rows: Option<usize>,
}

/// Whether a text has a number, in any script, or a bracket. Whether it is a list of clues shows only when it is read.
fn looks_like(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric() || ['[', '{', '('].contains(&c)) && !text.contains('\0')
}

fn read<'a>(text: &'a str, source: &Source<'a>) -> Result<Puzzles<'a>, Fault> {
    let mut parts = Parts::read(text)?;
    let metadata = std::mem::take(&mut parts.metadata);
    let sizes = Sizes { crossed: None, ..parts.sizes };
    let mut picture = parts.picture.take();
    let matrix = parts.matrix.take();
    let columns_first = parts.columns_first.filter(|_| !source.lists.columns_first);
    let sides = if parts.lists.is_empty() {
        None
    } else {
        let mut reader = ClueReader::default();
        Some(split::sides(parts, source.lists, matrix.is_some(), &mut reader))
    };
    let goal = picture.take().map(|picture| grid(picture, sizes, source));
    let mut goal = goal.transpose()?;
    let sides = match (sides, matrix) {
        (Some(Ok(_)), Some((line, _))) => {
            let what = "a list that may be a drawing or clues";
            let expected = "a name such as grid, or rows and columns";
            return refuse(line, what, expected, "put a name before the list");
        }
        (Some(Err(_)), Some(matrix)) => {
            goal = Some(grid(matrix, sizes, source)?);
            None
        }
        (sides, _) => sides.transpose()?,
    };
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let Some(sides) = sides else {
        let (_, grid) = goal.ok_or(Fault::at(1, ParseErrorKind::Empty))?;
        let puzzle = drawn(grid, Palette::default()).with_metadata(metadata);
        return Ok(Box::new(std::iter::once(Ok(puzzle))));
    };
    if let (Some((line, _)), [_, _, ..]) = (&goal, &sides[..]) {
        return Err(Fault::at(*line, ParseErrorKind::Empty));
    }
    for sides in sides {
        if let (Some((line, text)), Some(_)) = (columns_first, sides.assumed) {
            let text = Excerpt(text);
            let what =
                format!("{text:?} above lists without headings, of which the first are the rows");
            let help = "put headings above the lists, or choose --columns-first";
            return refuse(line, what, "headings such as Rows and Columns", help);
        }
        if let Some(rows) = sides.assumed.filter(|_| !source.lists.columns_first) {
            source.note_assumed_rows(rows);
        }
        let goal = goal.take().map(|(line, grid)| Ok((line, Goal::Grid(grid))));
        let draft = Draft {
            sides: Some((sides.rows, sides.columns)),
            goal,
            metadata: metadata.clone(),
            ..Draft::default()
        };
        puzzles.push(draft.finish()?);
    }
    Ok(Box::new(puzzles.into_iter().map(Ok)))
}

/// The cells of a drawing, which must have the declared height and width. A single row may hold all cells of a drawing with both.
fn grid(
    (line, rows): (usize, Vec<String>),
    sizes: Sizes,
    source: &Source,
) -> Result<(usize, Grid), Fault> {
    let text = rows.join("\n");
    let lines = Lines::of(&text);
    let grid = Symbols::of(lines, source.filled)
        .and_then(|symbols| drawing(lines, symbols, false))
        .map_err(|fault| Fault::at(line, fault.kind))?;
    Ok((line, sizes.checked(grid).on(line)?))
}

impl<'a> Parts<'a> {
    fn finish(&mut self) -> Result<(), Fault> {
        let separated = self.lists.iter().find(|list| list.is_separated);
        if let Some(list) = separated
            && (self.lists.iter())
                .any(|other| other.side.or(list.side).is_none() && !other.is_separated)
        {
            let shown = Excerpt(&list.clues[0].text);
            let what = format!("{shown:?} in a line with separators beside lines without");
            let expected = "one clue per line, or separators in all lines";
            let help = "correct it, or add headings";
            return refuse(list.clues[0].line, what, expected, help);
        }
        let are_lines = |list: &List| [Form::Lines, Form::Inline].contains(&list.form);
        if let Some((line, remark)) = self.commented.filter(|_| self.lists.iter().any(are_lines)) {
            return Err(Fault::at(line, commented(remark)));
        }
        for list in &mut self.lists {
            list.drop_numbers()?;
        }
        self.matrix = match &self.lists[..] {
            [list] if list.side.is_none() && list.form == Form::Whole => list.as_matrix(),
            _ => None,
        };
        self.settle_headings();
        self.settle_sizes()?;
        self.spread_lengths()?;
        for side in [Side::Rows, Side::Columns] {
            self.settle_gaps(side)?;
        }
        Ok(())
    }

    /// Takes clues below the sizes of both sides, as in `rows = 4` and `columns = 5`, for those of both sides.
    fn settle_headings(&mut self) {
        let ([list], Some(height), Some(width)) =
            (&mut self.lists[..], self.sizes.height, self.sizes.width)
        else {
            return;
        };
        if self.doubtful.is_some()
            && list.form == Form::Lines
            && list.labels.is_none()
            && list.clues.len() == height + width
        {
            list.side = None;
            self.doubtful = None;
        }
    }

    /// Takes the number after a heading for the only clue of its side, if all lists are of the other side.
    fn settle_sizes(&mut self) -> Result<(), Fault> {
        let Some((line, side, text)) = self.doubtful else {
            return Ok(());
        };
        let is_other = |list: &List| list.side == Some(side.other());
        if self.lists.is_empty() || !self.lists.iter().all(is_other) {
            return Ok(());
        }
        *self.sizes.of(side) = None;
        self.side = Some(side);
        self.is_apart = true;
        self.clue(line, text, Form::Lines)
    }

    /// Replaces one clue by its lengths where these are the clues of a side: `[2, 1, 2]` beside a list with inner brackets, and the only
    /// clue of each side.
    fn spread_lengths(&mut self) -> Result<(), Fault> {
        let is_only = |form| {
            move |list: &List| match &list.clues[..] {
                [clue] => list.form == form && numbers(&clue.text).nth(1).is_some(),
                _ => false,
            }
        };
        let are_brackets = |form| matches!(form, Form::Leaves | Form::Whole);
        if let [list] = &mut self.lists[..]
            && list.side.is_none()
            && are_brackets(list.form)
            && list.clues.len() == 2
        {
            let second = List { clues: list.clues.split_off(1), ..list.like() };
            self.lists.push(second);
            self.lists.iter_mut().for_each(List::spread);
            return Ok(());
        }
        for form in [Form::Leaves, Form::Inline] {
            if self.lists.len() == 2 && self.lists.iter().all(is_only(form)) {
                self.lists.iter_mut().for_each(List::spread);
                return Ok(());
            }
        }
        let mut lists = self.lists.iter();
        let beside_whole = lists.any(|list| matches!(list.form, Form::Whole | Form::Flat));
        // The other side may show that each pair of brackets is a clue.
        let are_clues =
            |list: &List| list.form == Form::Leaves && (list.clues.len() > 1 || list.is_singular);
        if !beside_whole && self.lists.iter().any(are_clues) {
            return Ok(());
        }
        let is_open = |list: &&mut List| is_only(Form::Leaves)(list) && !list.is_singular;
        for list in self.lists.iter_mut().filter(is_open) {
            if !beside_whole {
                let clue = &list.clues[0];
                let what = format!("{:?} may be one clue or several", Excerpt(&clue.text));
                let expected = "a list of lists such as [[3, 1]]";
                return refuse(clue.line, what, expected, "add brackets around the list");
            }
            list.spread();
        }
        Ok(())
    }

    /// Decides whether empty lines between the clues of a heading are spacing or clues without blocks: numbers of lines or the declared
    /// size decide.
    fn settle_gaps(&mut self, side: Side) -> Result<(), Fault> {
        let declared = *self.sizes.of(side);
        let crossed = self.sizes.crossed.map(|(first, second)| [first, second]);
        let fits = |count: usize| match declared {
            Some(size) => size == count,
            None => crossed.is_some_and(|sizes| sizes.contains(&count)),
        };
        for list in self.lists.iter_mut().filter(|list| list.side == Some(side)) {
            let later = || list.clues.iter().skip(1);
            let gaps: usize = later().map(|clue| clue.gap).sum();
            let count = list.clues.len();
            if gaps == 0 || fits(count) || list.labels.is_some() {
                continue;
            }
            if !fits(count + gaps) {
                let below = later().find(|clue| clue.gap > 0);
                let line = below.map_or(1, |clue| clue.line - 1);
                let what = format!("an empty line between the clues of the {}", side.lines());
                let expected = "clues without empty lines between them, or the size of the puzzle";
                let help = "write 0 for a blank line, or remove the empty line";
                return refuse(line, what, expected, help);
            }
            let clues = std::mem::take(&mut list.clues);
            for (index, clue) in clues.into_iter().enumerate() {
                let blank = ListClue::new(clue.line, "");
                let gap = if index > 0 { clue.gap } else { 0 };
                list.clues.extend(std::iter::repeat_n(blank, gap));
                list.clues.push(clue);
            }
        }
        Ok(())
    }
}

impl<'a> List<'a> {
    /// Line and rows of the list as a drawing; `None` if its clues are not equally many 0 and 1.
    fn as_matrix(&self) -> Option<(usize, Vec<String>)> {
        let cells = |clue: &ListClue| numbers(&clue.text).map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = self.clues.iter().map(cells).collect();
        let width = rows.first()?.len();
        let is_even = width > 0 && rows.iter().all(|row| row.len() == width);
        let are_cells = rows.iter().flatten().all(|word| word == "0" || word == "1");
        let rows = rows.iter().map(|row| row.join(","));
        (are_cells && is_even).then(|| (self.clues[0].line, rows.collect()))
    }

    /// Replaces each clue by its lengths.
    fn spread(&mut self) {
        let clues = std::mem::take(&mut self.clues);
        for clue in clues {
            if numbers(&clue.text).next().is_none() {
                self.clues.push(clue);
                continue;
            }
            let lengths = numbers(&clue.text).map(str::to_owned);
            let clues = lengths.map(|length| ListClue::new(clue.line, length));
            self.clues.extend(clues);
        }
        self.form = Form::Flat;
    }

    /// Removes the numbers of lines in the form `1. 3 1` if each clue of the list has one. An error if only some clues of the list have numbers of another form.
    fn drop_numbers(&mut self) -> Result<(), Fault> {
        if let Some((first, last)) = self.labels {
            let expected = last - first + 1;
            if expected == self.clues.len() {
                return Ok(());
            }
            let (found, line) = (self.clues.len(), self.clues[0].line);
            let count = counted(expected, "clue");
            let what = format!("{count} with numbers in a list of {found}");
            let help = "add the missing ones, or remove all";
            return refuse(line, what, "numbers before all clues of a list", help);
        }
        let rest = |(number, clue): (usize, &ListClue)| {
            after_number(&clue.text, number).map(|text| Cow::Owned(text.to_owned()))
        };
        let texts: Option<Vec<Cow<str>>> = (1..).zip(&self.clues).map(rest).collect();
        for (clue, text) in self.clues.iter_mut().zip(texts.unwrap_or_default()) {
            clue.text = text;
        }
        Ok(())
    }
}

/// The text after `number`, a dot, and a space or tab, as in `1. 3 1`; `None` if the text does not start with them.
fn after_number(text: &str, number: usize) -> Option<&str> {
    let (found, rest) = text.split_once('.')?;
    let rest = rest.strip_prefix([' ', '\t'])?;
    (found.parse() == Ok(number)).then_some(rest)
}
