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
                let why = because(rule, clue_of(puzzle, *line));
                format!("{line}: {why}, so {cells}")
            }
            Reason::Contradiction { broken } => {
                let Change {
                    row,
                    column,
                    filled,
                } = self.changes[0];
                format!(
                    "{} is {}: if it were {}, line logic would leave no placement for {broken} (clue {})",
                    cell(row, column),
                    colour(filled),
                    colour(!filled),
                    lengths(clue_of(puzzle, *broken))
                )
            }
            Reason::Agreement { row, column } => {
                let cells = self.changes.iter().map(|change| {
                    let name = cell(change.row, change.column);
                    format!("{name} is {}", colour(change.filled))
                });
                format!(
                    "{}: line logic shows it whether {} is filled or blank",
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
                    "{} is {}: no single assumption shows it, but a search over several does",
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

/// `3 1 2`
fn lengths(clue: &Clue) -> String {
    let lengths: Vec<String> = clue.iter().map(ToString::to_string).collect();
    lengths.join(" ")
}

/// A cause, to be followed by "so" and the cells.
fn because(rule: &Rule, clue: &Clue) -> String {
    let one = clue.len() == 1;
    let clue = lengths(clue);
    let blocks = match one {
        true => format!("the {clue}"),
        false => format!("the blocks {clue}"),
    };
    let are = |run: &Range<usize>| if run.len() == 1 { "is" } else { "are" };
    let belong = |run: &Range<usize>| if run.len() == 1 { "belongs" } else { "belong" };
    match rule {
        Rule::Blank => "the clue is 0".to_owned(),
        Rule::Fits if one => format!("{blocks} fills the whole line"),
        Rule::Fits => format!("{blocks}, with one blank between neighbours, fill the whole line"),
        Rule::Done => format!("every block of the clue {clue} is complete"),
        Rule::Rest => format!("the clue {clue} needs all cells that are still open"),
        Rule::Overlap { room } if one => format!("{blocks} can shift by at most {room}"),
        Rule::Overlap { room } => format!("each of {blocks} can shift by at most {room}"),
        Rule::Finished { run } => format!(
            "{} {} a complete block of the clue {clue}",
            span(run),
            are(run)
        ),
        Rule::Glue { run, shortest } => format!(
            "{} {} to a block of at least {shortest}, which has too little room on the other side",
            span(run),
            belong(run)
        ),
        Rule::Join { block, run } => format!(
            "the filled cells among {} can only belong to one block of {block}",
            span(run)
        ),
        Rule::OutOfReach => format!("no block of the clue {clue} can reach that far"),
        Rule::TooSmall { gap } => format!(
            "the gap of {} is too small for any block of the clue {clue} that could lie there",
            gap.len()
        ),
        Rule::Ranges => format!(
            "pushed to either end of the line, {blocks} {} these cells the same",
            if one { "leaves" } else { "leave" }
        ),
        Rule::Placements => format!("all placements of {blocks} agree"),
    }
}

/// `cells 2-4 are filled and cell 7 is blank`
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
    parts.join(" and ")
}
