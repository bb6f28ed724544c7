//! The coding of clues in MiniZinc's benchmark: 1 is a cell, 0 a gap, and -1 padding, so that `1, 0, 1` is the clue 1 1.
//!
//! [`are_runs`] recognises it: no number exceeds 1, and a 0 between two numbers or a -1 shows that the numbers are not lengths.

use crate::Clue;

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c))
        .filter(|word| !word.is_empty())
}

/// The numbers of a line without the padding at its end.
fn cells(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = words(text).collect();
    while words.last() == Some(&"-1") {
        words.pop();
    }
    words
}

/// Whether the lines of the sides are in this coding. All lines of a side have the same number of numbers.
pub(crate) fn are_runs(sides: &[Vec<&str>]) -> bool {
    let count = |text: &str| words(text).count();
    let are_even = |lines: &Vec<&str>| lines.iter().all(|line| count(line) == count(lines[0]));
    let is_coded = |text: &&str| cells(text).iter().all(|word| ["0", "1"].contains(word));
    let has_gap = |text: &&str| {
        let cells = cells(text);
        let first = cells.iter().position(|&word| word != "0");
        let last = cells.iter().rposition(|&word| word != "0");
        let inner = first
            .zip(last)
            .is_some_and(|(first, last)| cells[first..last].contains(&"0"));
        inner || words(text).last() == Some("-1")
    };
    let lines = || sides.iter().flatten();
    sides.iter().all(are_even) && lines().all(is_coded) && lines().any(has_gap)
}

/// The clue of a line in this coding.
pub(crate) fn clue(text: &str) -> Clue {
    Clue::of_cells(cells(text).iter().map(|&word| word == "1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_told_from_lengths_by_gaps_and_padding() {
        let are = |texts: &[&str]| are_runs(&[texts.to_vec(), vec!["1"]]);
        assert!(are(&["1, 0, 1", "1, 1, 1"]) && are(&["1,1,-1", "0 1 -1"]));
        assert!(!are(&["1, 1, 0", "0, 1, 1"]) && !are(&["1, 0, 1", "2, 0, 0"]) && !are(&["-1, 1"]));
        assert!(!are(&["1, 0, 1", "1, 1"]), "lines of different lengths");
        assert_eq!(clue("1, 1, 0, 1, -1"), Clue::from([2, 1]));
        assert_eq!(clue("-1"), Clue::default());
    }
}
