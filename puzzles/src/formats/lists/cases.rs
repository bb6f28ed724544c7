//! The readings of clues without headings: one puzzle, one puzzle below its sizes, and several puzzles with sizes below their number.
//!
//! Contests number the blocks of each line (`2 3 1` for the clue 3 1) or end it with 0; both are read below sizes.

use super::split::{Lists, OpenClue, plain};
use crate::counted;
use crate::formats::clues::ClueLine;
use crate::formats::error::{Fault, refuse};

/// The two parts of a puzzle.
pub(super) type Pair = (Vec<ClueLine>, Vec<ClueLine>);

/// The two parts of each puzzle.
pub(super) type Reading = Vec<Pair>;

/// Whether two parts have the same number of filled cells, and every clue fits its line.
pub(super) fn fits(first: &[ClueLine], second: &[ClueLine]) -> bool {
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
pub(super) fn readings(lists: &Lists, are_lines: bool) -> Result<Vec<Reading>, Fault> {
    if !are_lines {
        let is_one = lists.len() == 1;
        return Ok(if is_one {
            Vec::new()
        } else {
            lists_as_they_are(lists)
        });
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
            parts
                .map(|(first, second)| vec![(first.to_vec(), second.to_vec())])
                .collect()
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
        let ends = [first, second]
            .into_iter()
            .take(if first == second { 1 } else { 2 });
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
