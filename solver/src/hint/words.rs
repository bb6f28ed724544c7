//! Steps in words.

use std::ops::Range;

use nonogram_puzzles::{Clue, Line, Puzzle};

use super::{Change, Reason, Rule, Step, clue_of};

impl Step {
    /// The step as a sentence: where, which cells, and why. Lines and cells are counted from 1.
    pub fn explain(&self, puzzle: &Puzzle) -> String {
        match &self.reason {
            Reason::Line { line, rule } => {
                let cells = cells_in_words(*line, &self.changes);
                format!("{line}: {cells}: {}", because(rule, clue_of(puzzle, *line)))
            }
            Reason::Contradiction { broken } => {
                let Change {
                    row,
                    column,
                    filled,
                } = self.changes[0];
                format!(
                    "{} is {}: were it {}, line logic would leave {broken} (clue {}) no placement",
                    cell(row, column),
                    colour(filled),
                    colour(!filled),
                    clue_of(puzzle, *broken)
                )
            }
            Reason::Agreement { row, column } => {
                let cells = self.changes.iter().map(|change| {
                    let name = cell(change.row, change.column);
                    format!("{name} is {}", colour(change.filled))
                });
                format!(
                    "{}: line logic comes to this whether {} is filled or blank",
                    cells.collect::<Vec<_>>().join(", "),
                    cell(*row, *column)
                )
            }
            Reason::Search => {
                let Change {
                    row,
                    column,
                    filled,
                } = self.changes[0];
                format!(
                    "{} is {}: no single assumption shows it; a search through several at once does",
                    cell(row, column),
                    colour(filled)
                )
            }
        }
    }
}

fn cell(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

fn colour(filled: bool) -> &'static str {
    if filled { "filled" } else { "blank" }
}

/// `cell 4`, `cells 2-4`
fn span(cells: &Range<usize>) -> String {
    match cells.len() {
        1 => format!("cell {}", cells.end),
        _ => format!("cells {}-{}", cells.start + 1, cells.end),
    }
}

fn because(rule: &Rule, clue: &Clue) -> String {
    let one = clue.len() == 1;
    let blocks = match one {
        true => format!("the block {clue}"),
        false => format!("the blocks {clue}"),
    };
    let are = |run: &Range<usize>| if run.len() == 1 { "is" } else { "are" };
    match rule {
        Rule::Blank => "it has no block".to_owned(),
        Rule::Fits if one => format!("{blocks} fills it exactly"),
        Rule::Fits => format!("{blocks} and a gap between each fill it exactly"),
        Rule::Done => format!("every filled cell of its clue {clue} is there"),
        Rule::Rest => format!("as many cells are open as its clue {clue} still needs"),
        Rule::Overlap { room } => format!(
            "{blocks} can move by {room} at most, so what is longer covers these cells wherever it \
             lies"
        ),
        Rule::Finished { run } => format!(
            "{} {} a whole block of its clue {clue}, which ends there",
            span(run),
            are(run)
        ),
        Rule::Glue { run, shortest } => format!(
            "{} {} part of a block of {shortest} or more, and there is too little room on the other \
             side",
            span(run),
            are(run)
        ),
        Rule::Join { block, run } => format!(
            "the filled cells among {} can only be of the same block of {block}",
            span(run)
        ),
        Rule::OutOfReach => format!("no block of its clue {clue} reaches there"),
        Rule::TooSmall { gap } => format!(
            "the gap of {} is too small for every block of its clue {clue} that may lie there",
            gap.len()
        ),
        Rule::Ranges => format!(
            "{blocks} pushed to one end and to the other, as far as the known cells let {}, agree",
            if one { "it" } else { "them" }
        ),
        Rule::Placements => format!("all placements of {blocks} agree"),
    }
}

/// `cells 2-4 are filled, cell 7 is blank`
fn cells_in_words(line: Line, changes: &[Change]) -> String {
    let place = |change: &Change| match line {
        Line::Row(_) => change.column,
        Line::Column(_) => change.row,
    };
    let of = |filled: bool| {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in changes.iter().filter(|c| c.filled == filled).map(place) {
            match runs.last_mut() {
                Some(run) if run.end == place => run.end += 1,
                _ => runs.push(place..place + 1),
            }
        }
        let count: usize = runs.iter().map(ExactSizeIterator::len).sum();
        let names: Vec<String> = (runs.iter())
            .map(|run| match run.len() {
                1 => run.end.to_string(),
                _ => format!("{}-{}", run.start + 1, run.end),
            })
            .collect();
        let (cells, are) = if count == 1 {
            ("cell", "is")
        } else {
            ("cells", "are")
        };
        (count > 0).then(|| format!("{cells} {} {are} {}", names.join(", "), colour(filled)))
    };
    let parts: Vec<String> = [of(true), of(false)].into_iter().flatten().collect();
    parts.join(", ")
}
