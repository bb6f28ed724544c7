//! Decides which clues are the rows: by headings, by the number of rows in [`ListOptions`], or by a split that fits.
//!
//! A split fits if the sums agree, every clue fits its line, and the parts have the declared sizes. If no split fits, leading clues
//! that may be the sizes are dropped. If several splits fit, the border between two lists decides; if it does not fit or there is none,
//! the error lists two of the splits.

use super::super::clues::{ClueLine, ClueReader};
use super::super::counted;
use super::super::error::{ParseErrorKind, Side};
use super::super::section::Fault;
use super::ListOptions;
use super::part::{Draft, expected_clues};

/// The clues of both sides.
pub(super) struct Sides {
    pub(super) rows: Vec<ClueLine>,
    pub(super) columns: Vec<ClueLine>,
    /// Number of rows, if no heading names a side.
    pub(super) assumed: Option<usize>,
}

/// The clues in the order of the file, and for each list the index after its last clue.
struct Sequence {
    clues: Vec<ClueLine>,
    ends: Vec<usize>,
}

/// Decides which clues are the rows.
pub(super) fn sides(
    draft: Draft,
    options: ListOptions,
    reader: &mut ClueReader,
) -> Result<Sides, Fault> {
    let sizes = (draft.height, draft.width);
    let crossed = draft.sizes;
    let mut parts: [Sequence; 3] = std::array::from_fn(|_| Sequence { clues: Vec::new(), ends: Vec::new() });
    for list in draft.lists {
        let part = &mut parts[match list.side {
            Some(Side::Rows) => 0,
            Some(Side::Columns) => 1,
            None => 2,
        }];
        for (number, text) in list.clues {
            // Dots may also separate lengths.
            let clue = reader.read(&text.replace('.', " ")).map_err(|kind| (number, kind))?;
            part.clues.push(ClueLine { number, clue });
        }
        part.ends.push(part.clues.len());
    }
    let [rows, columns, open] = parts;
    let side = match (rows.clues.is_empty(), columns.clues.is_empty(), open.clues.is_empty()) {
        (false, false, true) => return of_declared_sizes(rows.clues, columns.clues, sizes),
        // There may be a line of sizes above both headings.
        (false, false, false) if open.clues.len() == 1 && open.clues[0].clue.len() == 2 => {
            return of_declared_sizes(rows.clues, columns.clues, sizes);
        }
        (false, true, false) => return of_declared_sizes(rows.clues, open.clues, sizes),
        (true, false, false) => return of_declared_sizes(open.clues, columns.clues, sizes),
        (false, true, true) => Some(Side::Rows),
        (true, false, true) => Some(Side::Columns),
        (true, true, _) => None,
        (false, false, false) => {
            let what = "clues above the headings".to_owned();
            return Err((open.clues[0].number, expected_clues(what)));
        }
    };
    let all = match side {
        Some(Side::Rows) => rows,
        Some(Side::Columns) => columns,
        None => open,
    };
    let rows_first = match side {
        Some(side) => side == Side::Rows,
        None => !options.columns_first,
    };
    let size = match (sizes, rows_first) {
        ((Some(height), _), true) => Some(height),
        ((_, Some(width)), false) => Some(width),
        _ => None,
    };
    let (first, second) = all.split(options, rows_first, size, crossed)?;
    let (rows, columns) = if rows_first { (first, second) } else { (second, first) };
    let assumed = side.is_none().then_some(rows.len());
    Ok(Sides { rows, columns, assumed })
}

/// Returns the two sides; an error if a side has more or fewer clues than the file declares.
fn of_declared_sizes(
    rows: Vec<ClueLine>,
    columns: Vec<ClueLine>,
    (height, width): (Option<usize>, Option<usize>),
) -> Result<Sides, Fault> {
    for (side, clues, expected) in [(Side::Rows, &rows, height), (Side::Columns, &columns, width)] {
        let (Some(last), Some(expected)) = (clues.last(), expected) else { continue };
        let found = clues.len();
        if found < expected {
            return Err((last.number, ParseErrorKind::TooFewLines { side, found, expected }));
        }
        if found > expected {
            let kind = ParseErrorKind::TooManyLines { side, expected };
            return Err((clues[expected].number, kind));
        }
    }
    Ok(Sides { rows, columns, assumed: None })
}

impl Sequence {
    /// Splits the clues into two parts, as the module describes. `size` is the declared number of clues of the first part, and
    /// `crossed` the two sizes in unknown order.
    fn split(
        mut self,
        options: ListOptions,
        rows_first: bool,
        size: Option<usize>,
        crossed: Option<(usize, usize)>,
    ) -> Result<(Vec<ClueLine>, Vec<ClueLine>), Fault> {
        let count = self.clues.len();
        let first_line = self.clues[0].number;
        let asked = options.rows.filter(|&rows| rows < count);
        if let Some(rows) = options.rows.or(asked) {
            let at = if rows_first { rows } else { count.saturating_sub(rows) };
            if asked.is_none() || rows == 0 {
                let what = match rows {
                    0 => "--rows 0 leaves no clues for the rows".to_owned(),
                    _ => format!("--rows {rows} leaves none of {} for the columns", counted(count, "clue")),
                };
                let kind = ParseErrorKind::Syntax {
                    what,
                    expected: "a number of rows that leaves clues for both sides".to_owned(),
                    help: "choose another number, or leave out --rows".to_owned(),
                };
                return Err((first_line, kind));
            }
            let second = self.clues.split_off(at);
            return Ok((self.clues, second));
        }
        let mut fitting = self.fitting();
        if let Some(size) = size {
            fitting.retain(|&at| at == size);
        }
        if let Some((height, width)) = crossed {
            fitting.retain(|&at| (at, count - at) == (height, width) || (at, count - at) == (width, height));
        }
        if fitting.is_empty()
            && let Some(without) = self.without_sizes()
        {
            return Ok(without);
        }
        // If there are exactly two lists and the border between them fits, it is the split.
        if let [end, _] = self.ends[..]
            && fitting.contains(&end)
        {
            fitting = vec![end];
        }
        match fitting[..] {
            [at] => {
                let second = self.clues.split_off(at);
                Ok((self.clues, second))
            }
            [] => {
                let clues = counted(count, "clue");
                let what = format!(
                    "{clues}, but no split gives rows and columns with equal sums and clues that fit their lines{}",
                    if size.or(crossed.map(|(height, _)| height)).is_some() { ", and the declared sizes" } else { "" }
                );
                Err((first_line, expected_clues(what)))
            }
            [one, other, ..] => {
                let shown = |at: usize| {
                    let rows = if rows_first { at } else { count - at };
                    format!("{} and {}", counted(rows, "row"), counted(count - rows, "column"))
                };
                let rows = |at: usize| if rows_first { at } else { count - at };
                Err((
                    first_line,
                    ParseErrorKind::Syntax {
                        what: format!("{count} clues may be {} or {}", shown(one), shown(other)),
                        expected: "an empty line between rows and columns, or headings".to_owned(),
                        help: format!("choose with --rows {} or --rows {}", rows(one), rows(other)),
                    },
                ))
            }
        }
    }

    /// Numbers of clues in the first part for which both parts have the same number of filled cells and every clue fits its line.
    fn fitting(&self) -> Vec<usize> {
        let clues = &self.clues;
        let total = clues.iter().fold(0, |sum: usize, line| sum.saturating_add(line.clue.filled()));
        // For each index: the maximum length that a clue from there on needs.
        let mut longest_from = vec![0; clues.len() + 1];
        for (at, line) in clues.iter().enumerate().rev() {
            longest_from[at] = longest_from[at + 1].max(line.clue.min_length());
        }
        let (mut sum, mut longest) = (0_usize, 0);
        let mut fitting = Vec::new();
        for (at, line) in (1..clues.len()).zip(clues) {
            sum = sum.saturating_add(line.clue.filled());
            longest = longest.max(line.clue.min_length());
            let fits = longest <= clues.len() - at && longest_from[at] <= at;
            if fits && total.checked_sub(sum) == Some(sum) {
                fitting.push(at);
            }
        }
        fitting
    }

    /// The parts without the first clue, if it contains the two sizes, or without the first two clues, if these are the sizes. `None` in
    /// other cases, and if no split or more than one split of the rest into parts of these sizes fits.
    fn without_sizes(&self) -> Option<(Vec<ClueLine>, Vec<ClueLine>)> {
        let lengths = |line: usize| self.clues.get(line).map(|line| &line.clue[..]);
        let (lines, sizes) = match (lengths(0)?, lengths(1)?) {
            (&[first, second], _) => (1, [first, second]),
            (&[first], &[second]) => (2, [first, second]),
            _ => return None,
        };
        let rest = &self.clues[lines..];
        if sizes[0].checked_add(sizes[1]) != Some(rest.len()) {
            return None;
        }
        let rest = Self { clues: rest.to_vec(), ends: Vec::new() };
        let at = rest.fitting().into_iter().filter(|at| sizes.contains(at)).collect::<Vec<_>>();
        let [at] = at[..] else { return None };
        Some((rest.clues[..at].to_vec(), rest.clues[at..].to_vec()))
    }
}
