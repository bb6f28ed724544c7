//! Descriptions of steps in words.

use std::ops::Range;

use nonogram_puzzles::{Block, Cell, Clue, Line, Palette, Puzzle};

use super::{Change, Reason, Rule, Step, clue_of};

impl Step {
    /// Describes the step in a sentence: where, which cells, and why. Lines and cells are counted from 1.
    pub fn explain(&self, puzzle: &Puzzle) -> String {
        let palette = puzzle.palette();
        match &self.reason {
            Reason::Line { line, rule } => {
                let cells = cells_in_words(*line, &self.changes, palette);
                let why = because(rule, clue_of(puzzle, *line), palette);
                format!("{line}: {why}, so {cells}")
            }
            Reason::Contradiction { broken } => {
                let Change { row, column, cell } = self.changes[0];
                let other = match cell {
                    _ if palette.is_coloured() => "anything else".to_owned(),
                    Cell::Blank => colour(Cell::Filled, palette),
                    _ => colour(Cell::Blank, palette),
                };
                format!(
                    "{} is {}: if it were {other}, line logic would leave no placement for {broken} (clue {})",
                    place(row, column),
                    colour(cell, palette),
                    clue_in_words(clue_of(puzzle, *broken), palette)
                )
            }
            Reason::Agreement { row, column } => {
                let cells = self.changes.iter().map(|change| {
                    let name = place(change.row, change.column);
                    format!("{name} is {}", colour(change.cell, palette))
                });
                let cells = cells.collect::<Vec<_>>().join(", ");
                let other = place(*row, *column);
                if palette.is_coloured() {
                    format!("{cells}: line logic shows it whatever {other} is")
                } else {
                    format!("{cells}: line logic shows it whether {other} is filled or blank")
                }
            }
            Reason::Search => {
                let Change { row, column, cell } = self.changes[0];
                format!(
                    "{} is {}: no single assumption shows it, but a search over several does",
                    place(row, column),
                    colour(cell, palette)
                )
            }
        }
    }
}

fn place(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The state of a cell: `blank`, `filled`, or the name of its colour.
fn colour(cell: Cell, palette: &Palette) -> String {
    match cell {
        Cell::Colour(colour) if palette.is_coloured() => palette.name(colour),
        Cell::Colour(_) => "filled".to_owned(),
        Cell::Blank | Cell::Unknown => "blank".to_owned(),
    }
}

/// Formats a block of a coloured puzzle, such as `red 3`.
fn block_in_words(block: Block, palette: &Palette) -> String {
    format!("{} {}", palette.name(block.colour), block.length)
}

/// Formats positions in a line, such as `cell 4` or `cells 2-4`.
fn span(cells: &Range<usize>) -> String {
    match cells.len() {
        1 => format!("cell {}", cells.end),
        _ => format!("cells {}-{}", cells.start + 1, cells.end),
    }
}

/// Formats a clue, such as `3 1 2`, `red 3, blue 1` in a coloured puzzle, or `0` without blocks.
fn clue_in_words(clue: &Clue, palette: &Palette) -> String {
    if clue.is_empty() {
        return "0".to_owned();
    }
    if palette.is_coloured() {
        let blocks = clue.blocks().map(|block| block_in_words(block, palette));
        return blocks.collect::<Vec<_>>().join(", ");
    }
    let lengths: Vec<String> = clue.iter().map(ToString::to_string).collect();
    lengths.join(" ")
}

/// The cause of a deduction, to be followed by "so" and the cells.
fn because(rule: &Rule, clue: &Clue, palette: &Palette) -> String {
    let one = clue.len() == 1;
    let has_gaps = clue.min_length() > clue.filled();
    let clue = clue_in_words(clue, palette);
    let blocks = if one {
        format!("the {clue}")
    } else {
        format!("the blocks {clue}")
    };
    let are = |run: &Range<usize>| if run.len() == 1 { "is" } else { "are" };
    let belong = |run: &Range<usize>| if run.len() == 1 { "belongs" } else { "belong" };
    match rule {
        Rule::Blank => "the clue is 0".to_owned(),
        Rule::Fits if one => format!("{blocks} fills the whole line"),
        Rule::Fits if !has_gaps => format!("{blocks} fill the whole line"),
        Rule::Fits if palette.is_coloured() => {
            format!(
                "{blocks}, with one blank between neighbours of one colour, fill the whole line"
            )
        }
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
        Rule::OutOfReach { between: None } => {
            format!("no block of the clue {clue} can reach that far")
        }
        Rule::OutOfReach {
            between: Some((left, right)),
        } => format!(
            "in the clue {clue}, neither the {left} nor the {right} can reach the gap between them"
        ),
        Rule::TooSmall { gap } => format!(
            "the gap of {} is too small for any block of the clue {clue} that could lie there",
            gap.len()
        ),
        Rule::Ranges => format!(
            "pushed to either end of the line, {blocks} {} these cells the same",
            if one { "leaves" } else { "leave" }
        ),
        Rule::Placements => format!("all placements of {blocks} agree"),
        Rule::Covers { block, room: 0 } => {
            let block = block_in_words(*block, palette);
            format!("the {block} has one place left")
        }
        Rule::Covers { block, room } => {
            let block = block_in_words(*block, palette);
            format!("the {block} can shift by at most {room}")
        }
        Rule::Crossing => {
            format!(
                "all placements of {blocks} that use only colours left by the crossing lines agree"
            )
        }
    }
}

/// Formats the decided cells of a line, such as `cells 2-4 are filled and cell 7 is blank`.
fn cells_in_words(line: Line, changes: &[Change], palette: &Palette) -> String {
    let place = |change: &Change| match line {
        Line::Row(_) => change.column,
        Line::Column(_) => change.row,
    };
    let of = |cell: Cell| {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in changes.iter().filter(|c| c.cell == cell).map(place) {
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
        (count > 0).then(|| {
            let state = colour(cell, palette);
            format!("{cells} {} {are} {state}", names.join(", "))
        })
    };
    let colours = palette.colours().map(Cell::Colour);
    let parts: Vec<String> = colours.chain([Cell::Blank]).filter_map(of).collect();
    parts.join(" and ")
}
