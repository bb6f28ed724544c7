//! Decides which clues are the rows: by headings, by the number of rows in [`ListOptions`], or by the only reading that fits.
//!
//! A reading fits if the sums agree, every clue fits its line, and the parts have the declared sizes. An empty line between two lists is
//! the border between rows and columns. Sizes may be the first lines, and several puzzles with sizes may follow their number. If several
//! readings fit, the error lists two of them.

use super::ListOptions;
use super::code::numbers;
use super::part::{Form, List, ListClue, Parts, expected_clues};
use crate::formats::clues::{
    ClueLine, ClueReader, are_runs, check_count, clue_of_runs, not_a_number,
};
use crate::formats::error::{Fault, OnLine, ParseErrorKind, Side, refuse, syntax};
use crate::formats::text::Sizes;
use crate::{Clue, Excerpt, counted};

/// The clues of both sides.
pub(super) struct Sides {
    pub(super) rows: Vec<ClueLine>,
    pub(super) columns: Vec<ClueLine>,
    /// Number of rows, if no heading names a side.
    pub(super) assumed: Option<usize>,
}

/// A clue without a heading, with its alternative if the first of its numbers is the number of the others.
struct OpenClue {
    line: ClueLine,
    counted: Option<Clue>,
}

/// Clues without headings, list by list.
type Lists = Vec<Vec<OpenClue>>;

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
    let is_coded = parts.lists.iter().all(|list| list.form == Form::Whole) && {
        let texts = parts.lists.iter().map(|list| list.clues.iter());
        let texts = texts.map(|clues| clues.map(|clue| &*clue.text).collect());
        are_runs(&texts.collect::<Vec<_>>())
    };
    let is_flat = parts.lists.iter().all(|list| list.form == Form::Flat);
    for list in &parts.lists {
        if list.side.is_some() || list.form != Form::Lines {
            check_padding(list)?;
        }
    }
    let mut are_lines = true;
    let (mut rows, mut columns, mut open) = (Vec::new(), Vec::new(), Lists::new());
    for list in parts.lists {
        let has_dots = matches!(list.form, Form::Lines | Form::Inline);
        let mut read = |text: &str| {
            if is_coded {
                return Ok(clue_of_runs(text));
            }
            // Dots may also separate lengths, if nothing else does.
            if has_dots && !text.contains([' ', ',', '\t']) {
                return reader.read(&text.replace('.', " "));
            }
            reader.read(text)
        };
        let mut found = Vec::new();
        for clue in &list.clues {
            let number = clue.line;
            let words: Vec<&str> = numbers(&clue.text).collect();
            let is_odd = |word: &&&str| word.len() > 1 && word.starts_with('0');
            if let Some(word) = words.iter().find(is_odd) {
                return Err(Fault::at(number, not_a_number(word)));
            }
            let line = ClueLine { number, clue: read(&clue.text).on(number)? };
            let counted = match words.split_first() {
                Some((first, rest)) if first.parse() == Ok(rest.len()) && !rest.contains(&"0") => {
                    let digits = |c: char| c.is_ascii_digit();
                    let text = clue.text.trim_start().trim_start_matches(digits);
                    read(text.trim_start_matches([',', ' ', '\t'])).ok()
                }
                _ => None,
            };
            found.push(OpenClue { line, counted });
        }
        if let Some(side) = list.side {
            let place = side.of(&mut rows, &mut columns);
            place.extend(found.into_iter().map(|clue| clue.line));
        } else {
            are_lines &= list.form == Form::Lines;
            open.push(found);
        }
    }
    let coding = match &open[..] {
        [first, second] => other_coding(&plain(first), &plain(second)),
        _ => other_coding(&rows, &columns),
    };
    if let Some(coding) = coding.filter(|_| is_flat && !may_be_cells && !sizes.are_declared()) {
        let first = rows.first().unwrap_or_else(|| &open[0][0].line);
        let number = first.number;
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
    let (headed, side) =
        if rows.is_empty() { (&columns, Side::Rows) } else { (&rows, Side::Columns) };
    let Some(first) = open.first() else {
        if rows.is_empty() || columns.is_empty() {
            let last = headed.last().map_or(1, |clue| clue.number);
            return Err(Fault::at(last, ParseErrorKind::no_clues(side)));
        }
        return checked(sizes, rows, columns);
    };
    let number = first[0].line.number;
    let fault = |what: String| Err(Fault::at(number, expected_clues(what)));
    if !rows.is_empty() && !columns.is_empty() {
        // There may be sizes above both headings.
        let blocks = open.iter().flatten().flat_map(|clue| clue.line.clue.blocks());
        let lengths: Vec<usize> = blocks.map(|block| block.length).take(3).collect();
        return match lengths[..] {
            [first, second] if sizes.crossed.is_none() && number < headed[0].number => {
                sizes.crossed = Some((first, second));
                checked(sizes, rows, columns)
            }
            _ => fault("clues without a heading beside rows and columns".to_owned()),
        };
    }
    if open.len() > 1 {
        let (count, lines) = (open.len(), side.other().lines());
        return fault(format!("{count} lists without a heading beside the {lines}"));
    }
    let rest = plain(&open.remove(0));
    let is_headed = rows.is_empty();
    let (rows, columns) = if is_headed { (rest, columns) } else { (rows, rest) };
    if !fits(&rows, &columns) {
        return fault("a list without a heading whose clues do not fit the other list".to_owned());
    }
    checked(sizes, rows, columns)
}

/// An error if only some clues of a list have zeros beside blocks: padding makes all lines equally long, or ends all.
fn check_padding(list: &List) -> Result<(), Fault> {
    // Whether each number is 0.
    let zeros = |clue: &ListClue| numbers(&clue.text).map(|word| word == "0").collect::<Vec<_>>();
    let is_padded = |clue: &&ListClue| zeros(clue).contains(&true) && zeros(clue).contains(&false);
    let mut clues = list.clues.iter();
    let Some(padded) = clues.clone().find(is_padded) else {
        return Ok(());
    };
    let count = zeros(padded).len();
    let are_even = clues.clone().all(|clue| zeros(clue).len() == count);
    let are_ended = clues.all(|clue| zeros(clue).last() == Some(&true));
    if are_even || are_ended || list.is_singular {
        return Ok(());
    }
    let shown = Excerpt(&padded.text);
    let what = format!("a 0 beside blocks in {shown:?}, and not in other clues");
    let expected = "zeros that make all clues of a side equally long, or end all of them";
    let help = "remove it, or write a clue without blocks apart";
    refuse(padded.line, what, expected, help)
}

/// The clues, each as it is.
fn plain<'c>(clues: impl IntoIterator<Item = &'c OpenClue>) -> Vec<ClueLine> {
    clues.into_iter().map(|clue| clue.line.clone()).collect()
}

/// The coding in which lists of single lengths also fit: clues that each end with 0, as in `2, 0, 1, 1, 0`, or begin with the number of
/// their blocks, as in `1, 2, 2, 1, 1`. `None` if they fit in neither.
fn other_coding(rows: &[ClueLine], columns: &[ClueLine]) -> Option<&'static str> {
    type Coding = fn(&[usize]) -> Option<Vec<&[usize]>>;
    let in_coding = |coding: Coding, lines: &[ClueLine]| {
        let lengths = lines.iter().map(|line| line.clue.filled());
        let lengths: Vec<usize> = lengths.collect();
        let clue = |part: &&[usize]| ClueLine { number: 0, clue: Clue::new(part.iter().copied()) };
        Some(coding(&lengths)?.iter().map(clue).collect::<Vec<_>>())
    };
    let fits_in = |coding: Coding| {
        let sides = in_coding(coding, rows).zip(in_coding(coding, columns));
        sides.is_some_and(|(rows, columns)| fits(&rows, &columns))
    };
    let is_single = |line: &ClueLine| line.clue.len() < 2;
    if !rows.iter().chain(columns).all(is_single) {
        return None;
    }
    // Lists of 1 fit as counted clues, too.
    match fits(rows, columns) {
        _ if fits_in(ended) => Some("end with 0"),
        false if fits_in(counted_off) => Some("begin with the number of their blocks"),
        _ => None,
    }
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
        let what = shown_sizes(rows.len(), columns.len());
        let number = rows[0].number.min(columns[0].number);
        let expected = format!("the declared sizes, {first} and {second}");
        let help = "correct the sizes, or add the clues that are missing";
        return refuse(number, what, expected, help);
    }
    Ok(Sides { rows, columns, assumed: None })
}

/// Numbers of rows and columns, for a message.
fn shown_sizes(rows: usize, columns: usize) -> String {
    format!("{} and {}", counted(rows, "row"), counted(columns, "column"))
}

/// Splits clues without headings.
fn split(
    open: Lists,
    options: ListOptions,
    sizes: Sizes,
    are_lines: bool,
    may_be_cells: bool,
) -> Result<Vec<Sides>, Fault> {
    let number = open[0][0].line.number;
    let count: usize = open.iter().map(Vec::len).sum();
    // Rows and columns of the two parts of a puzzle.
    let oriented = |(first, second)| {
        if options.columns_first {
            return (second, first);
        }
        (first, second)
    };
    let found = readings(&open, are_lines)?.into_iter();
    let readings = found.map(|reading| reading.into_iter().map(oriented).collect());
    let mut readings: Vec<Reading> = readings.collect();
    if let Some(rows) = options.rows {
        // Lines with sizes are not clues if exactly one reading has this number of rows.
        let has_rows = |reading: &&Reading| match &reading[..] {
            [(found, _)] => found.len() == rows,
            _ => false,
        };
        let mut asked = readings.iter().filter(has_rows);
        let (rows, columns) = match (asked.next(), asked.next()) {
            (Some(reading), None) => reading[0].clone(),
            _ => {
                check_asked(rows, count).on(number)?;
                let mut first = plain(open.iter().flatten());
                let at = if options.columns_first { count - rows } else { rows };
                let second = first.split_off(at);
                oriented((first, second))
            }
        };
        let sides = checked(sizes, rows, columns)?;
        let assumed = Some(sides.rows.len());
        return Ok(vec![Sides { assumed, ..sides }]);
    }
    let fits = |(rows, columns): &Pair| sizes.fit(rows.len(), columns.len());
    readings.retain(|reading| reading.iter().all(fits));
    if let [one, other, ..] = &readings[..]
        && !may_be_cells
    {
        let rows = |reading: &Reading| reading[0].0.len();
        let shown = |reading: &Reading| match &reading[..] {
            [(rows, columns)] => shown_sizes(rows.len(), columns.len()),
            several => counted(several.len(), "puzzle"),
        };
        let what = format!("{count} clues may be {} or {}", shown(one), shown(other));
        let help = format!("choose with --rows {} or --rows {}", rows(one), rows(other));
        let kind = ParseErrorKind::SeveralReadings { what, help };
        return Err(Fault::at(number, kind));
    }
    let Some(reading) = readings.into_iter().next() else {
        return Err(Fault::at(number, nothing_fits(&open, count, sizes)));
    };
    let sides = reading.into_iter().map(|(rows, columns)| Sides {
        assumed: Some(rows.len()),
        rows,
        columns,
    });
    Ok(sides.collect())
}

/// The error for clues without headings that no reading fits.
fn nothing_fits(open: &Lists, count: usize, sizes: Sizes) -> ParseErrorKind {
    let are_declared = sizes.are_declared();
    let declared = if are_declared { ", and the declared sizes" } else { "" };
    expected_clues(match &open[..] {
        [_] => {
            let clues = counted(count, "clue");
            let fitting = "rows and columns with equal sums and clues that fit their lines";
            format!("{clues}, but no split gives {fitting}{declared}")
        }
        [first, second] => {
            let (first, second) = (first.len(), second.len());
            let differ = "their sums differ or clues do not fit their lines";
            format!("lists of {first} and {second} clues, but {differ}{declared}")
        }
        lists => {
            let count = lists.len();
            let what =
                format!("{count} lists separated by empty lines or brackets, and no headings");
            let help = "put headings such as Rows and Columns above them, write 0 for a blank line, or \
                        put each puzzle into its own file";
            return syntax(what, "two lists, the rows and the columns", help);
        }
    })
}

/// An error if `rows` of `count` clues leave none for a side.
fn check_asked(rows: usize, count: usize) -> Result<(), ParseErrorKind> {
    let what = match rows {
        0 => "--rows 0 leaves no clues for the rows".to_owned(),
        1.. if rows < count => return Ok(()),
        _ => {
            let clues = counted(count, "clue");
            format!("--rows {rows} leaves none of {clues} for the columns")
        }
    };
    let expected = "a number of rows that leaves clues for both sides";
    Err(syntax(what, expected, "choose another number, or leave out --rows"))
}

/// The two parts of a puzzle.
type Pair = (Vec<ClueLine>, Vec<ClueLine>);

/// The two parts of each puzzle.
type Reading = Vec<Pair>;

/// Whether two parts have the same number of filled cells, and every clue fits its line.
fn fits(first: &[ClueLine], second: &[ClueLine]) -> bool {
    let longest = |part: &[ClueLine]| {
        let lengths = part.iter().map(|line| line.clue.min_length());
        lengths.max().unwrap_or(0)
    };
    sum(first) == sum(second) && longest(first) <= second.len() && longest(second) <= first.len()
}

/// Number of filled cells of some clues.
fn sum(part: &[ClueLine]) -> usize {
    let add = |sum: usize, line: &ClueLine| sum.saturating_add(line.clue.filled());
    part.iter().fold(0, add)
}

/// Every reading of the lists that fits. Only lines without brackets, `are_lines`, are split or have sizes above them.
fn readings(lists: &Lists, are_lines: bool) -> Result<Vec<Reading>, Fault> {
    if !are_lines {
        let is_one = lists.len() == 1;
        return Ok(if is_one { Vec::new() } else { lists_as_they_are(lists) });
    }
    let clues: Vec<&OpenClue> = lists.iter().flatten().collect();
    // Sizes that account for every line are no coincidence.
    if let Some(puzzles) = several(&clues)? {
        return Ok(vec![puzzles]);
    }
    let mut readings = lists_as_they_are(lists);
    readings.extend(sized(&clues, lists));
    Ok(readings)
}

/// One list that is split where both parts fit, or two lists.
fn lists_as_they_are(lists: &Lists) -> Vec<Reading> {
    match &lists[..] {
        [list] => {
            let clues = plain(list);
            let parts = splits(&clues).into_iter().map(|at| clues.split_at(at));
            parts.map(|(first, second)| vec![(first.to_vec(), second.to_vec())]).collect()
        }
        [first, second] => {
            let (first, second) = (plain(first), plain(second));
            let fits = fits(&first, &second);
            Vec::from_iter(fits.then(|| vec![(first, second)]))
        }
        _ => Vec::new(),
    }
}

/// Numbers of clues in the first part for which both parts fit.
fn splits(clues: &[ClueLine]) -> Vec<usize> {
    let total = sum(clues);
    // For each index: the maximum length that a clue from there on needs.
    let mut longest_from = vec![0; clues.len() + 1];
    for (at, line) in clues.iter().enumerate().rev() {
        longest_from[at] = longest_from[at + 1].max(line.clue.min_length());
    }
    let (mut before, mut longest) = (0_usize, 0);
    let mut fitting = Vec::new();
    for (at, line) in (1..clues.len()).zip(clues) {
        before = before.saturating_add(line.clue.filled());
        longest = longest.max(line.clue.min_length());
        let fits = longest <= clues.len() - at && longest_from[at] <= at;
        if fits && total.checked_sub(before) == Some(before) {
            fitting.push(at);
        }
    }
    fitting
}

/// The lengths of a clue.
fn lengths(clue: &OpenClue) -> Vec<usize> {
    clue.line.clue.blocks().map(|block| block.length).collect()
}

/// The two sizes at the start of some clues, on one line or two, and the number of these lines.
fn header(clues: &[&OpenClue]) -> Option<([usize; 2], usize)> {
    let first = lengths(clues.first()?);
    let second = clues.get(1).map(|clue| lengths(clue));
    match (&first[..], second.as_deref()) {
        (&[first, second], _) => Some(([first, second], 1)),
        (&[first], Some(&[second])) => Some(([first, second], 2)),
        _ => None,
    }
}

/// The readings of clues below their sizes, which are in unknown order.
fn below(clues: &[&OpenClue], [first, second]: [usize; 2]) -> Reading {
    if first.checked_add(second) != Some(clues.len()) || first == 0 || second == 0 {
        return Vec::new();
    }
    let plain = plain(clues.iter().copied());
    let numbered = clues.iter().map(|clue| {
        let (number, clue) = (clue.line.number, clue.counted.clone()?);
        Some(ClueLine { number, clue })
    });
    let numbered: Option<Vec<ClueLine>> = numbered.collect();
    let mut readings = Vec::new();
    for clues in std::iter::once(plain).chain(numbered) {
        let ends = [first, second].into_iter().take(if first == second { 1 } else { 2 });
        for (first, second) in ends.map(|at| clues.split_at(at)) {
            if fits(first, second) {
                readings.push((first.to_vec(), second.to_vec()));
            }
        }
    }
    readings
}

/// One puzzle below its sizes. An empty line may follow the sizes, and is the border between rows and columns elsewhere.
fn sized(clues: &[&OpenClue], lists: &Lists) -> Vec<Reading> {
    let Some((sizes, lines)) = header(clues) else {
        return Vec::new();
    };
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len();
        Some(*end)
    });
    let borders = ends.filter(|&end| end > lines && end < clues.len());
    let borders: Vec<usize> = borders.map(|end| end - lines).collect();
    let is_border = |(first, _): &Pair| borders.iter().all(|&border| border == first.len());
    let readings = below(&clues[lines..], sizes).into_iter().filter(is_border);
    readings.map(|reading| vec![reading]).collect()
}

/// Several puzzles, each below its sizes on one line, perhaps after their number, and perhaps before a line of zeros.
fn several(clues: &[&OpenClue]) -> Result<Option<Reading>, Fault> {
    let number = match clues.first().map(|clue| lengths(clue)).as_deref() {
        Some(&[number]) => Some(number),
        _ => None,
    };
    let mut rest = &clues[usize::from(number.is_some())..];
    let mut blocks = Vec::new();
    while let Some((sizes, 1)) = header(rest) {
        let count = sizes[0].checked_add(sizes[1]);
        let Some(count) = count.filter(|&count| count < rest.len()) else {
            return Ok(None);
        };
        blocks.push((sizes, &rest[..=count]));
        rest = &rest[count + 1..];
    }
    let ends = match rest {
        [] => true,
        [last] => lengths(last).is_empty(),
        _ => false,
    };
    if !ends || number.map_or(blocks.len() < 2, |number| number != blocks.len()) {
        return Ok(None);
    }
    let mut puzzles = Vec::new();
    for (index, (sizes, clues)) in blocks.into_iter().enumerate() {
        let mut readings = below(&clues[1..], sizes);
        if readings.len() != 1 {
            let fit = if readings.len() == 1 { "fits" } else { "fit" };
            let (number, count) = (index + 1, counted(readings.len(), "reading"));
            let [first, second] = sizes;
            let what =
                format!("puzzle {number} of sizes {first} and {second}, of which {count} {fit}");
            let expected = "row and column clues with equal sums and clues that fit their lines";
            let help = "correct it, or put each puzzle into its own file";
            return refuse(clues[0].line.number, what, expected, help);
        }
        puzzles.push(readings.remove(0));
    }
    Ok(Some(puzzles))
}
