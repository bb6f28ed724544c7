//! Decides which clues are the rows: by headings, by the number of rows in [`ListOptions`], or by the only reading that fits.
//!
//! A reading fits if the sums agree, every clue fits its line, and the parts have the declared sizes. An empty line between two lists is
//! the border between rows and columns. Sizes may be the first lines. If several readings fit, the error lists two of them.

use super::ListOptions;
use super::lines::{Form, List, Parts, expected_clues};
use crate::formats::clues::{ClueLine, ClueReader, not_a_number};
use crate::formats::error::{Fault, ParseErrorKind, Side, refuse, syntax};
use crate::formats::text::Sizes;
use crate::{Excerpt, counted};

/// The clues of both sides.
pub(super) struct Sides {
    pub(super) rows: Vec<ClueLine>,
    pub(super) columns: Vec<ClueLine>,
    /// Number of rows, if no heading names a side.
    pub(super) assumed: Option<usize>,
}

/// A clue, and the numbers as they are written, with zeros.
#[derive(Clone)]
struct Written {
    line: ClueLine,
    numbers: Vec<usize>,
}

/// Decides which clues are the rows.
pub(super) fn sides(parts: Parts, options: ListOptions) -> Result<Sides, Fault> {
    let mut sizes = parts.sizes;
    check_numbers(&parts.lists, &mut sizes)?;
    let mut reader = ClueReader::default();
    let (mut rows, mut columns, mut open) = (None, None, Vec::new());
    for list in &parts.lists {
        let clues = read(list, &mut reader)?;
        match list.side {
            Some(side) => {
                check_padding(list, &clues)?;
                *side.of(&mut rows, &mut columns) = Some(clues);
            }
            None => open.push(clues),
        }
    }
    let Some(first) = parts.lists.first() else {
        return Err(Fault::at(1, ParseErrorKind::Empty));
    };
    match (rows, columns) {
        (Some(rows), Some(columns)) => {
            // Two sizes may stand above both headings.
            match &open[..] {
                [] => {}
                [size] if first.side.is_none() && sizes.crossed.is_none() => {
                    sizes.crossed = crossed(size);
                    if sizes.crossed.is_none() {
                        return beside_headings(first);
                    }
                }
                _ => {
                    let open = parts.lists.iter().find(|list| list.side.is_none());
                    return beside_headings(open.unwrap_or(first));
                }
            }
            checked(sizes, plain(&rows), plain(&columns))
        }
        (None, None) => {
            let are_lines = parts.lists.iter().all(|list| list.form != Some(Form::Brackets));
            split(first.line, &open, options, sizes, are_lines)
        }
        (rows, _) => {
            let side = if rows.is_none() { Side::Rows } else { Side::Columns };
            let last = parts.lists.last().and_then(|list| list.clues.last());
            Err(Fault::at(last.map_or(1, |clue| clue.line), ParseErrorKind::no_clues(side)))
        }
    }
}

fn beside_headings(list: &List) -> Result<Sides, Fault> {
    let what = "clues without a heading beside rows and columns";
    Err(Fault::at(list.line, expected_clues(what.to_owned())))
}

/// An error if a list of single lengths in brackets, such as `[2, 1, 0]`, may be one clue, or clues in a row: the size of its side or
/// the brackets of the other side show that each length is a clue. An error if only some lists have separators.
fn check_numbers(lists: &[List], sizes: &mut Sizes) -> Result<(), Fault> {
    for list in lists.iter().filter(|list| list.form == Some(Form::Numbers)) {
        let is_sized = list.side.is_some_and(|side| *sizes.of(side) == Some(list.clues.len()));
        if !is_sized && !lists.iter().any(|list| list.form == Some(Form::Brackets)) {
            let what = "single lengths that may be one clue, or several in a row";
            let expected = "brackets around each clue, or the size of the puzzle";
            let help =
                "write each clue on its own line or in brackets, or state the height and width";
            return refuse(list.line, what, expected, help);
        }
    }
    let is_separated = |list: &List| list.form == Some(Form::Separated);
    let open = || lists.iter().filter(|list| list.side.is_none());
    match open().find(|list| is_separated(list)) {
        Some(list) if !open().all(is_separated) => {
            let what = "a line with separators beside lines without";
            let expected = "one clue per line, or separators in all lines";
            refuse(list.line, what, expected, "correct it, or add headings")
        }
        _ => Ok(()),
    }
}

fn read(list: &List, reader: &mut ClueReader) -> Result<Vec<Written>, Fault> {
    let clue = |clue: &super::lines::Entry| {
        let line = reader.line(clue.line, &clue.text)?;
        let words = clue.text.split(|c: char| c.is_whitespace() || c == ',');
        let mut numbers = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            let digits = word.trim_end_matches(char::is_alphabetic);
            if digits.len() > 1 && digits.starts_with('0') {
                return Err(Fault::at(clue.line, not_a_number(word)));
            }
            numbers.push(digits.parse().unwrap_or(usize::MAX));
        }
        Ok(Written { line, numbers })
    };
    list.clues.iter().map(clue).collect()
}

/// Two sizes alone on a line, or on two lines.
fn crossed(clues: &[Written]) -> Option<(usize, usize)> {
    match clues {
        [only] => match only.numbers[..] {
            [first, second] => Some((first, second)),
            _ => None,
        },
        [first, second] => match (&first.numbers[..], &second.numbers[..]) {
            (&[first], &[second]) => Some((first, second)),
            _ => None,
        },
        _ => None,
    }
}

fn plain(clues: &[Written]) -> Vec<ClueLine> {
    clues.iter().map(|clue| clue.line.clone()).collect()
}

/// The first clue with zeros beside blocks, unless these are padding: they make all clues equally long, or end all.
fn stray_zero(clues: &[Written]) -> Option<usize> {
    let has_zero = |clue: &Written| clue.numbers.contains(&0) && !clue.line.clue.is_empty();
    let padded = clues.iter().position(has_zero)?;
    let count = clues[padded].numbers.len();
    let are_even = clues.iter().all(|clue| clue.numbers.len() == count);
    let are_ended = clues.iter().all(|clue| clue.numbers.last() == Some(&0));
    (!are_even && !are_ended).then_some(padded)
}

fn check_padding(list: &List, clues: &[Written]) -> Result<(), Fault> {
    let Some(at) = stray_zero(clues) else {
        return Ok(());
    };
    let clue = &list.clues[at];
    let what = format!("a 0 beside blocks in {:?}, and not in other clues", Excerpt(&clue.text));
    let expected = "zeros that make all clues of a side equally long, or end all of them";
    let help = "remove it, or write a clue without blocks apart";
    refuse(clue.line, what, expected, help)
}

/// Returns the two sides; an error if they differ from the two sizes in unknown order.
fn checked(sizes: Sizes, rows: Vec<ClueLine>, columns: Vec<ClueLine>) -> Result<Sides, Fault> {
    if !sizes.fit(rows.len(), columns.len()) {
        let what = shown_sizes(rows.len(), columns.len());
        let number = rows[0].number.min(columns[0].number);
        let help = "correct the sizes, or add the clues that are missing";
        return refuse(number, what, sizes.expected(), help);
    }
    Ok(Sides { rows, columns, assumed: None })
}

/// Numbers of rows and columns, for a message.
fn shown_sizes(rows: usize, columns: usize) -> String {
    format!("{} and {}", counted(rows, "row"), counted(columns, "column"))
}

/// Splits clues without headings.
fn split(
    number: usize,
    open: &[Vec<Written>],
    options: ListOptions,
    sizes: Sizes,
    are_lines: bool,
) -> Result<Sides, Fault> {
    // Numbers of rows and columns of a reading, and its clues.
    let oriented = |(first, second): Reading| {
        let (rows, columns) = if options.columns_first { (second, first) } else { (first, second) };
        Sides { assumed: Some(rows.len()), rows, columns }
    };
    if are_lines && let Some(line) = second_puzzle(open) {
        let help = "put each puzzle into its own file, or headings above the lists";
        return refuse(line, "a second puzzle below its sizes", "one puzzle", help);
    }
    let mut readings: Vec<Sides> = readings(open, are_lines).into_iter().map(oriented).collect();
    if let Some(rows) = options.rows {
        // A reading in which the first lines are clues precedes one in which they are sizes.
        readings.retain(|sides| sides.rows.len() == rows);
        readings.truncate(1);
    }
    readings.retain(|sides| sizes.fit(sides.rows.len(), sides.columns.len()));
    if let [one, other, ..] = &readings[..] {
        let count: usize = open.iter().map(Vec::len).sum();
        let shown = |sides: &Sides| shown_sizes(sides.rows.len(), sides.columns.len());
        let what = format!("{count} clues may be {} or {}", shown(one), shown(other));
        let rows = |sides: &Sides| sides.rows.len();
        let help = format!("choose with --rows {} or --rows {}", rows(one), rows(other));
        return Err(Fault::at(number, ParseErrorKind::SeveralReadings { what, help }));
    }
    readings.pop().ok_or_else(|| Fault::at(number, nothing_fits(open, options, sizes)))
}

/// The error for clues without headings that no reading fits.
fn nothing_fits(open: &[Vec<Written>], options: ListOptions, sizes: Sizes) -> ParseErrorKind {
    if open.len() > 2 {
        let lists = open.len();
        let what = format!("{lists} lists separated by empty lines or brackets, and no headings");
        let help = "put headings such as Rows and Columns above them, write 0 for a blank line, or \
                    put each puzzle into its own file";
        return syntax(what, "two lists, the rows and the columns", help);
    }
    let clues = counted(open.iter().map(Vec::len).sum::<usize>(), "clue");
    let declared = match options.rows {
        Some(rows) => format!(", and {}", counted(rows, "row")),
        None if sizes.are_declared() => ", and the declared sizes".to_owned(),
        None => String::new(),
    };
    let fitting = "rows and columns with equal sums and clues that fit their lines";
    expected_clues(format!("{clues}, but no split gives {fitting}{declared}"))
}

/// The two parts of a puzzle.
type Reading = (Vec<ClueLine>, Vec<ClueLine>);

/// The two parts if they have the same number of filled cells, and every clue fits its line.
fn reading(first: &[Written], second: &[Written]) -> Option<Reading> {
    let sum = |part: &[Written]| {
        let add = |sum: usize, clue: &Written| sum.saturating_add(clue.line.clue.filled());
        part.iter().fold(0, add)
    };
    let longest = |part: &[Written]| {
        let lengths = part.iter().map(|clue| clue.line.clue.min_length());
        lengths.max().unwrap_or(0)
    };
    let fits = sum(first) == sum(second)
        && longest(first) <= second.len()
        && longest(second) <= first.len()
        && stray_zero(first).or(stray_zero(second)).is_none();
    fits.then(|| (plain(first), plain(second)))
}

/// Every reading of the lists that fits. Only lines without brackets, `are_lines`, are split or have sizes above them.
fn readings(lists: &[Vec<Written>], are_lines: bool) -> Vec<Reading> {
    let mut readings = match lists {
        [list] if are_lines => splits(list),
        [first, second] => Vec::from_iter(reading(first, second)),
        _ => Vec::new(),
    };
    if are_lines {
        readings.extend(sized(lists));
    }
    readings
}

/// The readings of one list: it is split where both parts fit.
fn splits(clues: &[Written]) -> Vec<Reading> {
    let filled = |clue: &Written| clue.line.clue.filled();
    let total = clues.iter().fold(0_usize, |sum, clue| sum.saturating_add(filled(clue)));
    let mut before = 0_usize;
    let mut readings = Vec::new();
    for (at, clue) in (1..clues.len()).zip(clues) {
        before = before.saturating_add(filled(clue));
        if total.checked_sub(before) == Some(before) {
            let (first, second) = clues.split_at(at);
            readings.extend(reading(first, second));
        }
    }
    readings
}

/// The line of two numbers, such as `2 3`, that may be the sizes of a second puzzle: the clues before it are a puzzle of the sizes above
/// them.
fn second_puzzle(lists: &[Vec<Written>]) -> Option<usize> {
    let clues = lists.concat();
    let (first, second) = crossed(clues.get(..1)?)?;
    let next = clues.get(first.checked_add(second)?.checked_add(1)?)?;
    crossed(std::slice::from_ref(next))?;
    let below = &clues[1..=first + second];
    let fits = |at: usize| {
        let (one, other) = below.split_at(at);
        at > 0 && at < below.len() && reading(one, other).is_some()
    };
    (fits(first) || fits(second)).then_some(next.line.number)
}

/// The readings below two sizes in unknown order, which are the first lines. An empty line may follow the sizes, and is the border
/// between rows and columns elsewhere.
fn sized(lists: &[Vec<Written>]) -> Vec<Reading> {
    let clues = lists.concat();
    let header = (1..=2).find_map(|lines| Some((crossed(clues.get(..lines)?)?, lines)));
    let Some(((first, second), lines)) = header else {
        return Vec::new();
    };
    let below = &clues[lines..];
    // In another coding, each line begins with the number of its blocks.
    let are_counted = below.iter().all(|clue| match clue.numbers.split_first() {
        Some((&count, blocks)) => count == blocks.len() && !blocks.contains(&0),
        None => false,
    });
    if first.checked_add(second) != Some(below.len()) || first * second == 0 || are_counted {
        return Vec::new();
    }
    let mut end = 0;
    let borders: Vec<usize> = lists
        .iter()
        .map(|list| {
            end += list.len();
            end
        })
        .collect();
    let is_border = |at: &usize| {
        let inner = borders.iter().filter(|&&border| border > lines && border < clues.len());
        inner.into_iter().all(|border| border - lines == *at)
    };
    let ends = [first, second].into_iter().take(if first == second { 1 } else { 2 });
    ends.filter(is_border)
        .filter_map(|at| {
            let (one, other) = below.split_at(at);
            reading(one, other)
        })
        .collect()
}
