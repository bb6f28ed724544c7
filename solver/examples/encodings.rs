//! Writes a random board as a satisfiability problem in DIMACS, in one of several encodings, to try other SAT solvers on it.
//!
//! `cargo run --release --package nonogram-solver --example encodings -- SIDE DENSITY SEED ENCODING > board.cnf`; the boards are those of
//! the example `unsettled`. Encodings: `order` is that of the engine `sat` (a block starts at a position or earlier); `direct` adds one
//! variable per start of a block; `automaton` encodes the states of each line's automaton, not the starts; `counts` adds to `order` the
//! number of filled cells per line (totalizer: Bailleux and Boufkhad, 2003); `blocks` adds to `order` the number of filled cells in
//! the first 5, 10, … rows and columns; `parities` adds to `order` the parity of each line as an XOR, in the format of CryptoMiniSat.

mod common;

use std::fmt::Write;

use common::{argument, random};
use nonogram_puzzles::Puzzle;

/// A literal, or a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Term {
    Is(i32),
    Constant(bool),
}

const TRUE: Term = Term::Constant(true);
const FALSE: Term = Term::Constant(false);

impl std::ops::Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Is(literal) => Self::Is(-literal),
            Self::Constant(value) => Self::Constant(!value),
        }
    }
}

/// A problem under construction.
#[derive(Default)]
struct Problem {
    variables: i32,
    clauses: Vec<Vec<i32>>,
    /// Sets of cells of which an even (false) or odd (true) number is filled.
    parities: Vec<(Vec<Term>, bool)>,
}

impl Problem {
    fn variable(&mut self) -> Term {
        self.variables += 1;
        Term::Is(self.variables)
    }

    fn add(&mut self, terms: &[Term]) {
        if !terms.contains(&TRUE) {
            let literal = |term: &Term| match term {
                Term::Is(literal) => Some(*literal),
                Term::Constant(_) => None,
            };
            self.clauses
                .push(terms.iter().filter_map(literal).collect());
        }
    }

    /// Encodes a line by the starts of its blocks; `direct` adds one variable per start.
    fn line_by_starts(&mut self, clue: &[usize], cells: &[Term], direct: bool) {
        let slack = cells.len() + 1 - clue.iter().map(|block| block + 1).sum::<usize>().max(1);
        let (mut starts, mut first) = (Vec::new(), 0);
        for block in clue {
            let inner: Vec<Term> = (0..slack).map(|_| self.variable()).collect();
            starts.push((first, inner));
            first += block + 1;
        }
        // `before`: a block starts before a position. `over`: all its cells are before a position.
        let before = |block: usize, place: usize| -> Term {
            let (first, inner) = &starts[block];
            match place.checked_sub(first + 1) {
                None => FALSE,
                Some(late) => inner.get(late).copied().unwrap_or(TRUE),
            }
        };
        let over = |block: usize, place: usize| {
            (place + 1)
                .checked_sub(clue[block])
                .map_or(FALSE, |start| before(block, start))
        };
        for block in 0..clue.len() {
            for place in 0..=cells.len() {
                self.add(&[!before(block, place), before(block, place + 1)]);
                if block + 1 < clue.len() {
                    let next = before(block + 1, place + clue[block] + 1);
                    self.add(&[!next, before(block, place)]);
                }
            }
        }
        for (place, &cell) in cells.iter().enumerate() {
            for block in 0..clue.len() {
                self.add(&[!before(block, place + 1), over(block, place), cell]);
            }
            for gap in 0..=clue.len() {
                let over = if gap == 0 { TRUE } else { over(gap - 1, place) };
                let begun = if gap == clue.len() {
                    FALSE
                } else {
                    before(gap, place + 1)
                };
                self.add(&[!over, begun, !cell]);
            }
        }
        if !direct {
            return;
        }
        let mut covers = vec![Vec::new(); cells.len()];
        for (block, &length) in clue.iter().enumerate() {
            let first = starts[block].0;
            for place in first..=first + slack {
                let (here, earlier) = (before(block, place + 1), before(block, place));
                let start = self.variable();
                self.add(&[!start, here]);
                self.add(&[!start, !earlier]);
                self.add(&[start, !here, earlier]);
                for covered in place..place + length {
                    self.add(&[!start, cells[covered]]);
                    covers[covered].push(start);
                }
                for beside in [place.checked_sub(1), Some(place + length)] {
                    if let Some(&cell) = beside.and_then(|place| cells.get(place)) {
                        self.add(&[!start, !cell]);
                    }
                }
            }
        }
        for (covers, &cell) in covers.iter_mut().zip(cells) {
            covers.push(!cell);
            self.add(covers);
        }
    }

    /// Encodes a line by the states of its automaton. `reached[i][q]`: after `i` cells the state is `q` or later.
    fn line_by_states(&mut self, clue: &[usize], cells: &[Term]) {
        // State 0 and the states after the last cell of a block stay on a blank; the other states are cells of blocks.
        let mut is_gap = vec![true];
        for &block in clue {
            is_gap.extend(std::iter::repeat_n(false, block));
            is_gap.push(true);
        }
        let states = is_gap.len();
        let mut reached = Vec::new();
        for taken in 0..=cells.len() {
            let mut row = vec![TRUE];
            for state in 1..=states {
                // The final state is the last one, or the last cell of the last block.
                let needed = (states - 1 + taken).saturating_sub(1 + cells.len());
                row.push(match state {
                    state if state == states || state > taken => FALSE,
                    state if state <= needed => TRUE,
                    _ => self.variable(),
                });
            }
            for state in 1..states {
                self.add(&[!row[state], row[state - 1]]);
            }
            reached.push(row);
        }
        for (taken, &cell) in cells.iter().enumerate() {
            let (now, next) = (reached[taken].clone(), reached[taken + 1].clone());
            for state in 0..states {
                let not_here = [!now[state], now[state + 1]];
                let mut follows = |term: Term| self.add(&[not_here[0], not_here[1], term]);
                follows(next[state]);
                if state + 2 <= states {
                    follows(!next[state + 2]);
                }
                if !is_gap[state] {
                    follows(next[state + 1]);
                    follows(if is_gap[state + 1] { !cell } else { cell });
                } else if state + 1 == states {
                    follows(!cell);
                } else {
                    self.add(&[not_here[0], not_here[1], cell, !next[state + 1]]);
                    self.add(&[not_here[0], not_here[1], !cell, next[state + 1]]);
                }
            }
        }
    }

    /// Adds clauses that require exactly `filled` of the cells to be filled.
    fn count(&mut self, cells: &[Term], filled: usize) {
        for (number, term) in self.total(cells).into_iter().enumerate() {
            self.add(&[if number < filled { term } else { !term }]);
        }
    }

    /// Terms of which the `n`-th, from 0, means that more than `n` of the cells are filled.
    fn total(&mut self, cells: &[Term]) -> Vec<Term> {
        if cells.len() < 2 {
            return cells.to_vec();
        }
        let (left, right) = cells.split_at(cells.len() / 2);
        let (left, right) = (self.total(left), self.total(right));
        let sum: Vec<Term> = cells.iter().map(|_| self.variable()).collect();
        // `more`: more than `count` of the cells are filled. `least`: at least `count` of them are.
        let more = |terms: &[Term], count: usize| terms.get(count).copied().unwrap_or(FALSE);
        let least =
            |terms: &[Term], count: usize| count.checked_sub(1).map_or(TRUE, |at| terms[at]);
        for a in 0..=left.len() {
            for b in 0..=right.len() {
                if a + b > 0 {
                    self.add(&[!least(&left, a), !least(&right, b), least(&sum, a + b)]);
                }
                if a + b < sum.len() {
                    self.add(&[more(&left, a), more(&right, b), !more(&sum, a + b)]);
                }
            }
        }
        sum
    }
}

/// The encoding `blocks` counts filled cells in the first n rows and columns for each multiple n of this number below the side.
const TOGETHER: usize = 5;

fn encode(puzzle: &Puzzle, encoding: &str) -> Problem {
    let mut problem = Problem::default();
    let side = puzzle.row_count();
    let rows: Vec<Vec<Term>> = (0..side)
        .map(|_| {
            (0..puzzle.column_count())
                .map(|_| problem.variable())
                .collect()
        })
        .collect();
    let columns: Vec<Vec<Term>> = (0..puzzle.column_count())
        .map(|column| rows.iter().map(|row| row[column]).collect())
        .collect();
    let lines = (rows.iter().zip(puzzle.rows())).chain(columns.iter().zip(puzzle.columns()));
    for (cells, clue) in lines {
        match encoding {
            "automaton" => problem.line_by_states(clue, cells),
            _ => problem.line_by_starts(clue, cells, encoding == "direct"),
        }
        match encoding {
            "counts" => problem.count(cells, clue.filled()),
            "parities" => problem
                .parities
                .push((cells.clone(), clue.filled() % 2 == 1)),
            _ => {}
        }
    }
    if encoding == "blocks" {
        for (across, clues) in [(&rows, puzzle.columns()), (&columns, puzzle.rows())] {
            for lines in (TOGETHER..clues.len()).step_by(TOGETHER) {
                let cells: Vec<Term> = across
                    .iter()
                    .flat_map(|line| &line[..lines])
                    .copied()
                    .collect();
                problem.count(
                    &cells,
                    clues[..lines].iter().map(|clue| clue.filled()).sum(),
                );
            }
        }
    }
    problem
}

fn main() {
    let (side, density, seed): (usize, f64, u64) =
        (argument(1, 25), argument(2, 0.45), argument(3, 1));
    let encoding: String = argument(4, "order".to_owned());
    let known = [
        "order",
        "direct",
        "automaton",
        "counts",
        "blocks",
        "parities",
    ];
    assert!(
        known.contains(&encoding.as_str()),
        "there is no encoding {encoding:?}; expected one of {known:?}"
    );
    let problem = encode(&random(side, density, seed), &encoding);
    let mut text = format!("p cnf {} {}\n", problem.variables, problem.clauses.len());
    for clause in &problem.clauses {
        for literal in clause {
            write!(text, "{literal} ").expect("writing to a string succeeds");
        }
        text.push_str("0\n");
    }
    for (cells, odd) in &problem.parities {
        // A line that begins with `x` requires odd parity; with a negated first literal it requires even parity.
        text.push('x');
        for (place, &cell) in cells.iter().enumerate() {
            if let Term::Is(literal) = if place == 0 && !odd { !cell } else { cell } {
                write!(text, "{literal} ").expect("writing to a string succeeds");
            }
        }
        text.push_str("0\n");
    }
    print!("{text}");
}
