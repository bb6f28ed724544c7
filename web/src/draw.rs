//! Puzzles made on the page: at random, or of a drawing.
//! Interface: [`generate`], [`of_drawing`], [`judge`] and [`propose`].

use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Metadata, Puzzle};
use nonogram_solver::{LineOutcome, SolveOptions, Verdict, disambiguate, propagate, rate, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::sheet::LARGEST;
use crate::verdict;

/// What is asked of a random puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Wanted {
    /// Height.
    pub rows: usize,
    /// Width.
    pub columns: usize,
    /// Chance of a cell to be filled.
    pub density: f64,
    /// Seed of the random numbers.
    pub seed: u32,
    /// 0: line logic solves it; 1: it takes refutations; 2: any with one solution.
    pub level: u8,
}

/// Decisions after which a puzzle does not count as unique.
const MOST_DECISIONS: u64 = 10_000;

fn accepts(puzzle: &Puzzle, level: u8) -> bool {
    let by_lines = matches!(propagate(puzzle), LineOutcome::Solved(_));
    let options = SolveOptions {
        node_limit: Some(MOST_DECISIONS),
        ..SolveOptions::default()
    };
    match level {
        0 => by_lines,
        1 => !by_lines && rate(puzzle, None).is_some(),
        _ => by_lines || solve(puzzle, &options).verdict == Verdict::Unique,
    }
}

/// A random puzzle as wanted, and how many were tried.
///
/// # Errors
/// There was none in that time, in words.
pub fn generate(wanted: Wanted, limit: Duration) -> Result<(Puzzle, u32), String> {
    let Wanted {
        rows,
        columns,
        density,
        seed,
        level,
    } = wanted;
    if rows == 0 || columns == 0 || rows.max(columns) > LARGEST || !(0.0..=1.0).contains(&density) {
        return Err(format!(
            "expected 1 to {LARGEST} rows and columns, and a density from 0 to 1"
        ));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let start = Instant::now();
    let mut tries = 0;
    while start.elapsed() < limit {
        tries += 1;
        let grid = Grid::from_fn(rows, columns, |_, _| random.random_bool(density));
        let puzzle = Puzzle::from_grid(&grid);
        if accepts(&puzzle, level) {
            let words = Metadata {
                title: Some(format!("Random {rows} × {columns}, seed {seed}")),
                ..Metadata::default()
            };
            return Ok((puzzle.with_metadata(words), tries));
        }
    }
    Err(format!(
        "none of {tries} random puzzles of {rows} × {columns} is as asked: take a higher density, a smaller \
         size or another difficulty, or allow more time"
    ))
}

/// The puzzle of a drawing; what is not filled is blank.
///
/// # Errors
/// It has no cell, in words.
pub fn of_drawing(drawing: &Grid, title: Option<String>) -> Result<Puzzle, String> {
    if drawing.rows() == 0 || drawing.columns() == 0 {
        return Err("a drawing without cells; expected at least 1 x 1".to_owned());
    }
    let filled = Grid::from_fn(drawing.rows(), drawing.columns(), |row, column| {
        drawing.get(row, column).is_filled()
    });
    let words = Metadata {
        title,
        ..Metadata::default()
    };
    let puzzle = Puzzle::from_grid(&filled).with_metadata(words);
    puzzle.with_goal(filled).map_err(|error| error.to_string())
}

/// What a drawing is as a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// As in [`verdict::Solved`].
    pub verdict: &'static str,
    /// Line logic is enough.
    pub line_solvable: bool,
    /// What line logic knows.
    pub lines: String,
    /// Places that line logic leaves open.
    pub open: Vec<usize>,
    /// How hard it is.
    pub rated: Option<verdict::Rated>,
}

/// Judges a drawing.
///
/// # Errors
/// It has no cell, in words.
pub fn judge(drawing: &Grid, limit: Duration) -> Result<Judged, String> {
    let puzzle = of_drawing(drawing, None)?;
    let solved = verdict::solve(&puzzle, None, limit);
    let open = solved
        .lines
        .char_indices()
        .filter(|(_, cell)| *cell == '?')
        .map(|(place, _)| place);
    Ok(Judged {
        verdict: solved.verdict,
        line_solvable: solved.line_solvable,
        open: open.collect(),
        rated: (solved.verdict == "unique")
            .then(|| verdict::rating(&puzzle, Some(limit)))
            .flatten(),
        lines: solved.lines,
    })
}

/// An edit as the page takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turned {
    /// Places of the cells to turn over.
    pub cells: Vec<usize>,
    /// Cells that it settles.
    pub settles: usize,
    /// Cells that line logic leaves open with it; 0 where there is one solution.
    pub leaves: usize,
}

/// Edits as the page takes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proposed {
    /// The best first.
    pub edits: Vec<Turned>,
    /// Whether everything was tried.
    pub complete: bool,
}

/// Edits that are shown.
const SHOWN: usize = 12;

/// The share of the time after which edits that settle only a part are looked for.
const SHARE: u32 = 2;

/// Proposes edits that leave a drawing one solution or, where no one or two cells do, those that leave the fewest cells open.
///
/// # Errors
/// It has no cell, in words.
pub fn propose(drawing: &Grid, limit: Duration) -> Result<Proposed, String> {
    let puzzle = of_drawing(drawing, None)?;
    let start = Instant::now();
    let proposal = disambiguate(drawing, limit / SHARE);
    let turned = |edit: &nonogram_solver::Edit| Turned {
        cells: edit
            .cells
            .iter()
            .map(|(row, column)| row * drawing.columns() + column)
            .collect(),
        settles: edit.settles,
        leaves: 0,
    };
    let mut edits: Vec<Turned> = proposal.edits.iter().take(SHOWN).map(turned).collect();
    let mut complete = proposal.complete;
    if edits.is_empty() && !proposal.was_unique {
        let is_late = || start.elapsed() >= limit;
        complete &= shrinking(drawing, open(&puzzle), &is_late, &mut edits);
    }
    Ok(Proposed { edits, complete })
}

/// How many cells line logic leaves open.
fn open(puzzle: &Puzzle) -> usize {
    match propagate(puzzle) {
        LineOutcome::Stalled(known) => known.rows() * known.columns() - known.known_cells(),
        LineOutcome::Solved(_) | LineOutcome::Contradiction { .. } => 0,
    }
}

/// Edits of one cell that leave fewer cells open, those that leave fewest first; whether all cells were tried.
fn shrinking(
    drawing: &Grid,
    before: usize,
    is_late: &dyn Fn() -> bool,
    edits: &mut Vec<Turned>,
) -> bool {
    let columns = drawing.columns();
    let mut turned = drawing.clone();
    let mut complete = true;
    for place in 0..drawing.rows() * columns {
        if is_late() {
            complete = false;
            break;
        }
        let (row, column) = (place / columns, place % columns);
        let is_filled = drawing.get(row, column) == Cell::Filled;
        turned.set(row, column, Cell::from(!is_filled));
        let leaves = open(&Puzzle::from_grid(&turned));
        turned.set(row, column, Cell::from(is_filled));
        if leaves < before {
            edits.push(Turned {
                cells: vec![place],
                settles: before - leaves,
                leaves,
            });
        }
    }
    edits.sort_by_key(|edit| edit.leaves);
    edits.truncate(SHOWN);
    complete
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_puzzle() {
        let limit = Duration::from_secs(60);
        for level in 0..=2 {
            let wanted = Wanted {
                rows: 8,
                columns: 7,
                density: 0.55,
                seed: 4,
                level,
            };
            let (first, _) = generate(wanted, limit).unwrap();
            assert_eq!((first.row_count(), first.column_count()), (8, 7));
            assert_eq!(generate(wanted, limit).unwrap().0, first);
            assert_eq!(
                level == 0,
                matches!(propagate(&first), LineOutcome::Solved(_)) && level != 2
            );
        }
    }

    #[test]
    fn where_no_edit_is_enough_the_best_are_proposed() {
        // Four times two solutions, apart from each other: no one or two cells settle all.
        let block = ["#-", "-#"];
        let lines: Vec<String> = (0..12)
            .map(|row| {
                (0..4)
                    .map(|nth| {
                        if row / 3 == nth && row % 3 < 2 {
                            format!("{}-", block[row % 3])
                        } else {
                            "---".to_owned()
                        }
                    })
                    .collect()
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let drawing = Grid::from_lines(&lines).unwrap();
        let before = open(&of_drawing(&drawing, None).unwrap());
        let proposed = propose(&drawing, Duration::from_secs(60)).unwrap();
        assert!(!proposed.edits.is_empty());
        assert!(
            proposed
                .edits
                .iter()
                .all(|edit| 0 < edit.leaves && edit.leaves < before),
            "{before}: {proposed:?}"
        );
        assert!(proposed.edits.is_sorted_by_key(|edit| edit.leaves));
    }

    #[test]
    fn what_cannot_be_is_said() {
        let wanted = Wanted {
            rows: 0,
            columns: 7,
            density: 0.5,
            seed: 4,
            level: 0,
        };
        assert!(generate(wanted, Duration::from_secs(1)).is_err());
    }
}
