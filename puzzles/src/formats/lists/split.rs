//! Decides which clues are the rows: by headings, by the number of rows in [`ListOptions`], or by the only reading that fits.
//!
//! A reading fits if the sums agree, every clue fits its line, and the parts have the declared sizes. An empty line between two lists is
//! the border between rows and columns. Sizes may be the first lines, and several puzzles with sizes may follow their number. If several
//! readings fit, the error lists two of them.

use super::ListOptions;
use super::cases::{self, Reading};
use super::code::numbers;
use super::part::{Form, List, ListClue, Parts, expected_clues};
use crate::excerpt::Excerpt;
use crate::formats::clues::{ClueLine, ClueReader};
use crate::formats::clues::{check_count, not_a_number};
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::formats::runs;
use crate::formats::sizes::Sizes;
use crate::{Clue, counted};

/// The clues of both sides.
pub(super) struct Sides {
    pub(super) rows: Vec<ClueLine>,
    pub(super) columns: Vec<ClueLine>,
    /// Number of rows, if no heading names a side.
    pub(super) assumed: Option<usize>,
}

/// A clue without a heading, with its alternative if the first of its numbers is the number of the others.
pub(super) struct OpenClue {
    pub(super) line: ClueLine,
    pub(super) counted: Option<Clue>,
}

/// Clues without headings, list by list.
pub(super) type Lists = Vec<Vec<OpenClue>>;

/// Decides which clues are the rows, for each puzzle of a text.
///
/// If the clues `may_be_cells`, any reading that fits is returned, because the caller then refuses them.
pub(super) fn sides(
    parts: Parts,
    options: ListOptions,
    may_be_cells: bool,
    reader: &mut ClueReader,
) -> Result<Vec<Sides>, Fault> {
    let sizes = parts.sizes;
    let texts = |list: &List| {
        list.clues
            .iter()
            .map(|clue| clue.text.to_string())
            .collect::<Vec<_>>()
    };
    let texts: Vec<Vec<String>> = parts.lists.iter().map(texts).collect();
    let texts: Vec<Vec<&str>> = texts
        .iter()
        .map(|list| list.iter().map(String::as_str).collect())
        .collect();
    let is_coded =
        parts.lists.iter().all(|list| list.form == Form::Whole) && runs::are_runs(&texts);
    let is_flat = parts.lists.iter().all(|list| list.form == Form::Flat);
    for list in parts
        .lists
        .iter()
        .filter(|list| list.side.is_some() || list.form != Form::Lines)
    {
        check_padding(list)?;
    }
    let mut are_lines = true;
    let (mut rows, mut columns, mut open): (Vec<ClueLine>, Vec<ClueLine>, Lists) =
        Default::default();
    for list in parts.lists {
        let has_dots = matches!(list.form, Form::Lines | Form::Inline);
        let mut read = |text: &str| match is_coded {
            true => Ok(runs::clue(text)),
            // Dots may also separate lengths, if nothing else does.
            false if has_dots && !text.contains([' ', ',', '\t']) => {
                reader.read(&text.replace('.', " "))
            }
            false => reader.read(text),
        };
        let mut found = Vec::new();
        for clue in &list.clues {
            let number = clue.line;
            let is_odd = |word: &&str| word.len() > 1 && word.starts_with('0');
            if let Some(word) = numbers(&clue.text).find(is_odd) {
                return Err(Fault::at(number, not_a_number(word)));
            }
            let line = ClueLine {
                number,
                clue: read(&clue.text).on(number)?,
            };
            let words: Vec<&str> = numbers(&clue.text).collect();
            let first = words.first().and_then(|word| word.parse().ok());
            let is_counted =
                first == Some(words.len().saturating_sub(1)) && !words[1..].contains(&"0");
            let rest = clue
                .text
                .trim_start()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start_matches([',', ' ', '\t']);
            let counted = if is_counted { read(rest).ok() } else { None };
            found.push(OpenClue { line, counted });
        }
        match list.side {
            Some(Side::Rows) => rows.extend(found.into_iter().map(|clue| clue.line)),
            Some(Side::Columns) => columns.extend(found.into_iter().map(|clue| clue.line)),
            None => {
                are_lines &= list.form == Form::Lines;
                open.push(found);
            }
        }
    }
    let coding = match &open[..] {
        [first, second] => other_coding(&plain(first), &plain(second)),
        _ => other_coding(&rows, &columns),
    };
    if let Some(coding) = coding.filter(|_| is_flat && !may_be_cells && !sizes.are_declared()) {
        let number = rows
            .first()
            .map_or_else(|| open[0][0].line.number, |line| line.number);
        let what = format!("single lengths that may be clues which {coding}");
        let expected = "brackets around each clue, or the size of the puzzle";
        let help = "write each clue on its own line or in brackets, or state the height and width";
        return refuse(number, what, expected, help);
    }
    if rows.is_empty() && columns.is_empty() {
        if open.is_empty() {
            return Err(Fault::at(1, ParseErrorKind::Empty));
        }
        return split(open, options, sizes, are_lines, may_be_cells);
    }
    beside_headings(rows, columns, open, sizes).map(|sides| vec![sides])
}

/// The sides of a puzzle with at least one heading.
fn beside_headings(
    rows: Vec<ClueLine>,
    columns: Vec<ClueLine>,
    mut open: Lists,
    mut sizes: Sizes,
) -> Result<Sides, Fault> {
    let headed = if rows.is_empty() { &columns } else { &rows };
    let side = if rows.is_empty() {
        Side::Rows
    } else {
        Side::Columns
    };
    let Some(first) = open.first() else {
        if rows.is_empty() || columns.is_empty() {
            return Err(Fault::at(
                headed.last().map_or(1, |clue| clue.number),
                ParseErrorKind::no_clues(side),
            ));
        }
        return checked(sizes, rows, columns);
    };
    let number = first[0].line.number;
    let fault = |what: String| Err(Fault::at(number, expected_clues(what)));
    if !rows.is_empty() && !columns.is_empty() {
        // There may be sizes above both headings.
        let all: Vec<&OpenClue> = open.iter().flatten().collect();
        let lengths: Vec<usize> = all
            .iter()
            .flat_map(|clue| clue.line.clue.blocks())
            .map(|block| block.length)
            .collect();
        return match lengths[..] {
            [first, second] if sizes.crossed.is_none() && number < headed[0].number => {
                sizes.crossed = Some((first, second));
                checked(sizes, rows, columns)
            }
            _ => fault("clues without a heading beside rows and columns".to_owned()),
        };
    }
    if open.len() > 1 {
        return fault(format!(
            "{} lists without a heading beside the {}",
            open.len(),
            side.other().lines()
        ));
    }
    let rest: Vec<ClueLine> = open.remove(0).into_iter().map(|clue| clue.line).collect();
    let (rows, columns) = if rows.is_empty() {
        (rest, columns)
    } else {
        (rows, rest)
    };
    if !cases::fits(&rows, &columns) {
        return fault("a list without a heading whose clues do not fit the other list".to_owned());
    }
    checked(sizes, rows, columns)
}

/// An error if only some clues of a list have zeros beside blocks: padding makes all lines equally long, or ends all.
fn check_padding(list: &List) -> Result<(), Fault> {
    let words = |clue: &ListClue| {
        numbers(&clue.text)
            .map(|word| word == "0")
            .collect::<Vec<_>>()
    };
    let is_padded = |clue: &&ListClue| words(clue).contains(&true) && words(clue).contains(&false);
    let Some(padded) = list.clues.iter().find(is_padded) else {
        return Ok(());
    };
    let count = words(padded).len();
    let are_even = list.clues.iter().all(|clue| words(clue).len() == count);
    let are_ended = list
        .clues
        .iter()
        .all(|clue| words(clue).last() == Some(&true));
    if are_even || are_ended || list.is_singular {
        return Ok(());
    }
    let shown = Excerpt(&padded.text);
    let what = format!("a 0 beside blocks in {shown:?}, and not in other clues");
    let expected = "zeros that make all clues of a side equally long, or end all of them";
    let help = "remove it, or write a clue without blocks apart";
    refuse(padded.line, what, expected, help)
}

fn plain(list: &[OpenClue]) -> Vec<ClueLine> {
    list.iter().map(|clue| clue.line.clone()).collect()
}

/// The coding in which lists of single lengths also fit: clues that each end with 0, as in `2, 0, 1, 1, 0`, or begin with the number of
/// their blocks, as in `1, 2, 2, 1, 1`. `None` if they fit in neither.
fn other_coding(rows: &[ClueLine], columns: &[ClueLine]) -> Option<&'static str> {
    type Coding = fn(&[usize]) -> Option<Vec<&[usize]>>;
    let codings: [(&str, Coding); 2] = [
        ("end with 0", ended),
        ("begin with the number of their blocks", counted_off),
    ];
    // Lists of 1 fit as counted clues, too.
    let is_plain = cases::fits(rows, columns);
    let fits = |coding: Coding| {
        let clues = |lines: &[ClueLine]| {
            if lines.iter().any(|line| line.clue.len() > 1) {
                return None;
            }
            let lengths: Vec<usize> = lines.iter().map(|line| line.clue.filled()).collect();
            let clue = |part: &&[usize]| ClueLine {
                number: 0,
                clue: Clue::new(part.iter().copied()),
            };
            Some(coding(&lengths)?.iter().map(clue).collect::<Vec<_>>())
        };
        clues(rows)
            .zip(clues(columns))
            .is_some_and(|(rows, columns)| cases::fits(&rows, &columns))
    };
    codings
        .into_iter()
        .take(if is_plain { 1 } else { 2 })
        .find(|&(_, coding)| fits(coding))
        .map(|(name, _)| name)
}

/// The parts that each end with 0.
fn ended(lengths: &[usize]) -> Option<Vec<&[usize]>> {
    let (0, lengths) = lengths.split_last()? else {
        return None;
    };
    Some(lengths.split(|&length| length == 0).collect())
}

/// The parts that each begin with their length.
fn counted_off(mut lengths: &[usize]) -> Option<Vec<&[usize]>> {
    let mut parts = Vec::new();
    while let Some((&count, rest)) = lengths.split_first() {
        let (part, rest) = rest.split_at_checked(count)?;
        if part.contains(&0) {
            return None;
        }
        parts.push(part);
        lengths = rest;
    }
    Some(parts)
}

/// Returns the two sides; an error if a side has more or fewer clues than the file declares.
fn checked(mut sizes: Sizes, rows: Vec<ClueLine>, columns: Vec<ClueLine>) -> Result<Sides, Fault> {
    for (side, clues) in [(Side::Rows, &rows), (Side::Columns, &columns)] {
        let size = *sizes.of(side);
        // What is missing is reported at the last clue.
        let at = size.map_or(0, |size| size.min(clues.len().saturating_sub(1)));
        if let Some(clue) = clues.get(at) {
            check_count(side, clues.len(), size).on(clue.number)?;
        }
    }
    if let (false, Some((first, second))) = (sizes.fit(rows.len(), columns.len()), sizes.crossed) {
        let what = format!(
            "{} and {}",
            counted(rows.len(), "row"),
            counted(columns.len(), "column")
        );
        let number = rows[0].number.min(columns[0].number);
        let expected = format!("the declared sizes, {first} and {second}");
        let help = "correct the sizes, or add the clues that are missing";
        return refuse(number, what, expected, help);
    }
    Ok(Sides {
        rows,
        columns,
        assumed: None,
    })
}

/// Splits clues without headings.
fn split(
    open: Lists,
    options: ListOptions,
    sizes: Sizes,
    are_lines: bool,
    may_be_cells: bool,
) -> Result<Vec<Sides>, Fault> {
    let rows_first = !options.columns_first;
    let count: usize = open.iter().map(Vec::len).sum();
    let number = open[0][0].line.number;
    let oriented = |(first, second): (Vec<ClueLine>, Vec<ClueLine>)| {
        let (rows, columns) = if rows_first {
            (first, second)
        } else {
            (second, first)
        };
        let assumed = Some(rows.len());
        Sides {
            rows,
            columns,
            assumed,
        }
    };
    let mut readings = cases::readings(&open, are_lines)?;
    if let Some(rows) = options.rows {
        // Lines with sizes are not clues if exactly one reading has this number of rows.
        let has_rows = |reading: &&Reading| {
            let [(first, second)] = &reading[..] else {
                return false;
            };
            rows == if rows_first {
                first.len()
            } else {
                second.len()
            }
        };
        let mut asked = readings.iter().filter(has_rows);
        if let (Some(reading), None) = (asked.next(), asked.next()) {
            let sides = oriented(reading[0].clone());
            return Ok(vec![Sides {
                assumed: sides.assumed,
                ..checked(sizes, sides.rows, sides.columns)?
            }]);
        }
        let mut clues: Vec<ClueLine> = open.into_iter().flatten().map(|clue| clue.line).collect();
        check_asked(rows, count).on(number)?;
        let second = clues.split_off(if rows_first { rows } else { count - rows });
        let sides = oriented((clues, second));
        return Ok(vec![Sides {
            assumed: sides.assumed,
            ..checked(sizes, sides.rows, sides.columns)?
        }]);
    }
    readings.retain(|reading| {
        let fit = |(first, second): &(Vec<ClueLine>, Vec<ClueLine>)| {
            if rows_first {
                return sizes.fit(first.len(), second.len());
            }
            sizes.fit(second.len(), first.len())
        };
        reading.iter().all(fit)
    });
    match &readings[..] {
        [] => Err(Fault::at(number, nothing_fits(&open, count, sizes))),
        [_] => Ok(readings.remove(0).into_iter().map(oriented).collect()),
        [_, ..] if may_be_cells => Ok(readings.remove(0).into_iter().map(oriented).collect()),
        [one, other, ..] => {
            let rows = |reading: &Reading| {
                let (first, second) = &reading[0];
                if rows_first {
                    first.len()
                } else {
                    second.len()
                }
            };
            let shown = |reading: &Reading| match &reading[..] {
                [(first, second)] => {
                    let rows = rows(reading);
                    let columns = first.len() + second.len() - rows;
                    format!(
                        "{} and {}",
                        counted(rows, "row"),
                        counted(columns, "column")
                    )
                }
                several => counted(several.len(), "puzzle"),
            };
            let what = format!("{count} clues may be {} or {}", shown(one), shown(other));
            let help = format!("choose with --rows {} or --rows {}", rows(one), rows(other));
            Err(Fault::at(
                number,
                ParseErrorKind::SeveralReadings { what, help },
            ))
        }
    }
}

/// The error for clues without headings that no reading fits.
fn nothing_fits(open: &Lists, count: usize, sizes: Sizes) -> ParseErrorKind {
    let clues = counted(count, "clue");
    let declared = if sizes.are_declared() {
        ", and the declared sizes"
    } else {
        ""
    };
    match &open[..] {
        [_] => expected_clues(format!(
            "{clues}, but no split gives rows and columns with equal sums and clues that fit their lines{declared}"
        )),
        [first, second] => expected_clues(format!(
            "lists of {} and {} clues, but their sums differ or clues do not fit their lines{declared}",
            first.len(),
            second.len()
        )),
        lists => syntax(
            format!(
                "{} lists separated by empty lines or brackets, and no headings",
                lists.len()
            ),
            "two lists, the rows and the columns",
            "put headings such as Rows and Columns above them, write 0 for a blank line, or put each puzzle into its own file",
        ),
    }
}

/// An error if `rows` of `count` clues leave none for a side.
fn check_asked(rows: usize, count: usize) -> Result<(), ParseErrorKind> {
    let what = match rows {
        0 => "--rows 0 leaves no clues for the rows".to_owned(),
        _ if rows >= count => format!(
            "--rows {rows} leaves none of {} for the columns",
            counted(count, "clue")
        ),
        _ => return Ok(()),
    };
    Err(syntax(
        what,
        "a number of rows that leaves clues for both sides",
        "choose another number, or leave out --rows",
    ))
}
