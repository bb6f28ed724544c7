//! Divides clues without headings into rows and columns: by the number of rows in [`ListOptions`], or by the only reading that fits.
//!
//! A reading fits if the sums agree, every clue fits its line, and the parts have the declared sizes. An empty line between two lists is
//! the border between rows and columns. Sizes may be the first lines. If several readings fit, the error lists two of them.

use super::ListOptions;
use super::lines::expected_clues;
use crate::counted;
use crate::formats::clues::ClueLine;
use crate::formats::error::{Fault, ParseErrorKind, refuse, syntax};
use crate::formats::members::List;
use crate::formats::text::Sizes;

/// The rows and the columns.
type Sides = (Vec<ClueLine>, Vec<ClueLine>);

/// The first clue with zeros beside blocks, unless these are padding: they make all clues equally long, or end all.
pub(crate) fn stray_zero(clues: &[ClueLine]) -> Option<&ClueLine> {
    let has_zero = |clue: &ClueLine| clue.numbers() > clue.clue.len() && !clue.clue.is_empty();
    let padded = clues.iter().find(|clue| has_zero(clue))?;
    let are_even = clues.iter().all(|clue| clue.numbers() == padded.numbers());
    let are_ended = clues.iter().all(|clue| clue.zeros[1] > 0);
    (!are_even && !are_ended).then_some(padded)
}

/// Refuses single lengths in brackets, such as `[2, 1, 0]`, that may be one clue, or clues in a row.
pub(crate) fn is_flat<T>(line: usize) -> Result<T, Fault> {
    let what = "single lengths that may be one clue, or several in a row";
    let expected = "brackets around each clue, or the size of the puzzle";
    let help = "write each clue on its own line or in brackets, or state the height and width";
    refuse(line, what, expected, help)
}

/// Numbers of rows and columns, for a message.
pub(crate) fn shown_sizes(rows: usize, columns: usize) -> String {
    format!("{} and {}", counted(rows, "row"), counted(columns, "column"))
}

/// Two sizes alone on a line, or on two lines.
fn crossed(clues: &[ClueLine]) -> Option<(usize, usize)> {
    let has_zero = clues.iter().any(|clue| clue.numbers() > clue.clue.len());
    match clues {
        _ if has_zero => None,
        [only] => match only.clue[..] {
            [first, second] => Some((first, second)),
            _ => None,
        },
        [first, second] => match (&first.clue[..], &second.clue[..]) {
            (&[first], &[second]) => Some((first, second)),
            _ => None,
        },
        _ => None,
    }
}

/// Decides which clues are the rows.
pub(crate) fn sides(lists: &[List], options: ListOptions, sizes: Sizes) -> Result<Sides, Fault> {
    let Some(first) = lists.first() else {
        return Err(Fault::at(1, ParseErrorKind::Empty));
    };
    let number = first.line;
    if let Some(flat) = lists.iter().find(|list| list.is_flat)
        && !lists.iter().any(|list| list.is_nested)
    {
        return is_flat(flat.line);
    }
    let are_lines = !lists.iter().any(|list| list.is_flat || list.is_nested);
    let open: Vec<Vec<ClueLine>> = lists.iter().map(|list| list.clues.clone()).collect();
    let open = &open[..];
    let oriented = |(first, second): Sides| {
        if options.columns_first { (second, first) } else { (first, second) }
    };
    if are_lines && let Some(line) = second_puzzle(open) {
        let help = "put each puzzle into its own file, or headings above the lists";
        return refuse(line, "a second puzzle below its sizes", "one puzzle", help);
    }
    let mut readings: Vec<Sides> = readings(open, are_lines).into_iter().map(oriented).collect();
    if let Some(rows) = options.rows {
        // A reading in which the first lines are clues precedes one in which they are sizes.
        readings.retain(|sides| sides.0.len() == rows);
        readings.truncate(1);
    }
    readings.retain(|sides| sizes.fit(sides.0.len(), sides.1.len()));
    if let [one, other, ..] = &readings[..] {
        let count: usize = open.iter().map(Vec::len).sum();
        let shown = |sides: &Sides| shown_sizes(sides.0.len(), sides.1.len());
        let what = format!("{count} clues may be {} or {}", shown(one), shown(other));
        let rows = |sides: &Sides| sides.0.len();
        let help = format!("choose with --rows {} or --rows {}", rows(one), rows(other));
        return Err(Fault::at(number, ParseErrorKind::SeveralReadings { what, help }));
    }
    readings.pop().ok_or_else(|| Fault::at(number, nothing_fits(open, options, sizes)))
}

/// The error for clues without headings that no reading fits.
fn nothing_fits(open: &[Vec<ClueLine>], options: ListOptions, sizes: Sizes) -> ParseErrorKind {
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

/// The two parts if they have the same number of filled cells, and every clue fits its line.
fn reading(first: &[ClueLine], second: &[ClueLine]) -> Option<Sides> {
    let sum = |part: &[ClueLine]| {
        let add = |sum: usize, clue: &ClueLine| sum.saturating_add(clue.clue.filled());
        part.iter().fold(0, add)
    };
    let longest = |part: &[ClueLine]| {
        let lengths = part.iter().map(|clue| clue.clue.min_length());
        lengths.max().unwrap_or(0)
    };
    let fits = sum(first) == sum(second)
        && longest(first) <= second.len()
        && longest(second) <= first.len()
        && stray_zero(first).or(stray_zero(second)).is_none();
    fits.then(|| (first.to_vec(), second.to_vec()))
}

/// Every reading of the lists that fits. Only lines without brackets, `are_lines`, are split or have sizes above them.
fn readings(lists: &[Vec<ClueLine>], are_lines: bool) -> Vec<Sides> {
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
fn splits(clues: &[ClueLine]) -> Vec<Sides> {
    let filled = |clue: &ClueLine| clue.clue.filled();
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
fn second_puzzle(lists: &[Vec<ClueLine>]) -> Option<usize> {
    let clues = lists.concat();
    let (first, second) = crossed(clues.get(..1)?)?;
    let next = clues.get(first.checked_add(second)?.checked_add(1)?)?;
    crossed(std::slice::from_ref(next))?;
    let below = &clues[1..=first + second];
    let fits = |at: usize| {
        let (one, other) = below.split_at(at);
        at > 0 && at < below.len() && reading(one, other).is_some()
    };
    (fits(first) || fits(second)).then_some(next.number)
}

/// The readings below two sizes in unknown order, which are the first lines. An empty line may follow the sizes, and is the border
/// between rows and columns elsewhere.
fn sized(lists: &[Vec<ClueLine>]) -> Vec<Sides> {
    let clues = lists.concat();
    let header = (1..=2).find_map(|lines| Some((crossed(clues.get(..lines)?)?, lines)));
    let Some(((first, second), lines)) = header else {
        return Vec::new();
    };
    let below = &clues[lines..];
    // In another coding, each line begins with the number of its blocks.
    let are_counted = below.iter().all(|clue| match clue.clue.split_first() {
        Some((count, blocks)) => *count == blocks.len() && clue.numbers() == clue.clue.len(),
        None => clue.numbers() == 1,
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
