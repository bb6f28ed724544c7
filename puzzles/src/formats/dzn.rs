//! Data of constraint models (MiniZinc's `.dzn`): one matrix of clues per side, padded with zeros, or in the coding of [`are_runs`].
//!
//! A matrix is written as `row_rules = array2d(1..5, 1..2, [3, 1, …]);` or as `row_rules = [| 3, 1 | 5, 1 |];`. Sizes must agree with the
//! matrices; other numbers are ignored with a note.

use super::error::Fault;
use super::members::{Others, Parts};
use super::notation::{Node, Value};
use super::{BARE, Description, Read, Sniff, lists};
use crate::Clue;

pub(super) const DESCRIPTION: Description = Description {
    name: "dzn",
    about: "data of constraint models: matrices of clues for rows and columns",
    extensions: &["dzn"],
    sniff: Sniff::Text(looks_like),
    read: Read::Puzzle(|text, source| parts(text)?.puzzle(source)),
    ..BARE
};

fn looks_like(text: &str) -> bool {
    text.contains(';') && text.contains('=') && (text.contains("array2d") || text.contains("[|"))
}

fn parts(text: &str) -> Result<Parts<'_>, Fault> {
    let mut parts = lists::code(text, Others::Numbers)?;
    if let (Some(rows), Some(columns)) = (&mut parts.rows, &mut parts.columns)
        && are_runs(&[rows.items(), columns.items()])
    {
        for side in [rows, columns] {
            if let Value::List(lines) = &mut side.value {
                lines.iter_mut().for_each(|line| line.value = clue_of_runs(line));
            }
        }
    }
    Ok(parts)
}

/// The cells of a line without the padding at its end.
fn cells<'n>(line: &'n Node) -> Vec<&'n str> {
    let mut words: Vec<&str> = line.items().iter().map(|cell| cell.word().unwrap_or("")).collect();
    while words.last() == Some(&"-1") {
        words.pop();
    }
    words
}

/// Whether the lines of the sides are in the coding of MiniZinc's benchmark: 1 is a cell, 0 a gap, and -1 padding, so that `1, 0, 1` is
/// the clue 1 1. No number exceeds 1, and a 0 between two numbers or a -1 shows that the numbers are not lengths. All lines of a side
/// have the same number of numbers.
fn are_runs(sides: &[&[Node]; 2]) -> bool {
    let count = |line: &Node| line.items().len();
    let are_even = |lines: &&[Node]| lines.iter().all(|line| count(line) == count(&lines[0]));
    let is_coded = |line: &Node| cells(line).iter().all(|word| ["0", "1"].contains(word));
    let has_gap = |line: &Node| {
        let cells = cells(line);
        let first = cells.iter().position(|&word| word != "0");
        let last = cells.iter().rposition(|&word| word != "0");
        let inner = first.zip(last).is_some_and(|(first, last)| cells[first..last].contains(&"0"));
        inner || cells.len() < count(line)
    };
    let mut lines = sides.iter().copied().flatten();
    sides.iter().all(are_even) && lines.clone().all(is_coded) && lines.any(has_gap)
}

/// The clue of a line in the coding of [`are_runs`].
fn clue_of_runs<'a>(line: &Node) -> Value<'a> {
    Value::Text(Clue::of_cells(cells(line).iter().map(|&word| word == "1")).to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_told_from_lengths_by_gaps_and_padding() {
        let row = |rows: &str| {
            let text = format!("rows = [|{rows}|]; columns = [|1|];");
            let row = parts(&text).ok().unwrap().rows.unwrap();
            let Value::List(lines) = row.value else { unreachable!("a matrix") };
            lines.iter().map(|line| line.word().unwrap_or("lengths").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(row("1, 0, 1 | 1, 1, 1"), ["1,1", "3"]);
        assert_eq!(row("1,1,-1 | -1, -1, -1"), ["2", "0"]);
        for lengths in ["1, 1, 0 | 0, 1, 1", "1, 0, 1 | 2, 0, 0", "-1, 1 | 1, 1"] {
            assert_eq!(row(lengths), ["lengths"; 2]);
        }
    }
}
