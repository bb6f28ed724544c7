//! Properties of a puzzle: the classes `Validation`, `Rating` and `Hint`.

use nonogram_kit::{HintRecord, Judgement};
use pyo3::prelude::*;

/// Uniqueness and difficulty of a puzzle.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Validation {
    /// "unique", "multiple", "none" or "unsettled".
    verdict: String,
    /// The method that the verdict requires: "line-solvable" (line logic finds the solution), "contradiction" (the sums of the clues
    /// differ, or line logic finds a contradiction) or "search".
    logic: String,
    /// Maximum depth of nested assumptions in probing; None unless the verdict is "unique" and probing proves it within the time limit and
    /// 1,000 decisions.
    depth: Option<usize>,
    /// Mean number of times that probing solves each line, rounded to a tenth; None if `depth` is None.
    difficulty: Option<f64>,
    /// Why the verdict is not "unique"; None if it is "unique".
    why: Option<String>,
    /// Row and column, from 0, of the first cell, row by row, in which two solutions differ; None unless the verdict is "multiple".
    differs: Option<(usize, usize)>,
}

impl From<Judgement> for Validation {
    fn from(judgement: Judgement) -> Self {
        Self {
            verdict: judgement.verdict.name().to_owned(),
            logic: judgement.logic.name().to_owned(),
            depth: judgement.depth,
            difficulty: judgement.difficulty,
            why: judgement.why,
            differs: (judgement.differs).map(|place| (place.row - 1, place.column - 1)),
        }
    }
}

#[pymethods]
impl Validation {
    #[staticmethod]
    fn _restore(
        verdict: String,
        logic: String,
        depth: Option<usize>,
        difficulty: Option<f64>,
        why: Option<String>,
        differs: Option<(usize, usize)>,
    ) -> Self {
        Self {
            verdict,
            logic,
            depth,
            difficulty,
            why,
            differs,
        }
    }

    fn __repr__(&self) -> String {
        let difficulty = self.difficulty.map(|d| format!(", difficulty {d:.1}"));
        let why = self.why.as_ref().map(|why| format!(": {why}"));
        format!(
            "<nonogram.Validation {}, {}{}{}>",
            self.verdict,
            self.logic,
            difficulty.unwrap_or_default(),
            why.unwrap_or_default()
        )
    }
}

/// Difficulty of a puzzle with exactly one solution.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Rating {
    /// Mean number of times that probing solves each line until the solution is proven to be the only one.
    difficulty: f64,
    /// Maximum number of nested assumptions; 0 if line logic is enough, 1 if probing single cells is enough.
    depth: usize,
}

impl From<nonogram_solver::Rating> for Rating {
    fn from(rating: nonogram_solver::Rating) -> Self {
        let nonogram_solver::Rating { difficulty, depth } = rating;
        Self { difficulty, depth }
    }
}

#[pymethods]
impl Rating {
    #[staticmethod]
    fn _restore(difficulty: f64, depth: usize) -> Self {
        Self { difficulty, depth }
    }

    fn __repr__(&self) -> String {
        format!(
            "<nonogram.Rating {:.1}, depth {}>",
            self.difficulty, self.depth
        )
    }
}

/// The next deduction, or the reason why there is none.
#[pyclass(module = "nonogram", frozen, get_all)]
pub struct Hint {
    /// Name of the rule, or "solved", "wrong", "unsolvable" or "stuck".
    rule: String,
    /// The line of the deduction, or the first line without a placement, such as "row 3", counted from 1; None if there is no such
    /// line.
    line: Option<String>,
    /// The deduced cells, or the wrong cells with the values that they have in the grid: row and column from 0, and "filled", "blank" or
    /// a colour's name.
    cells: Vec<(usize, usize, String)>,
    /// Explanation of the hint.
    text: String,
}

impl From<HintRecord> for Hint {
    fn from(hint: HintRecord) -> Self {
        let cells = hint.cells.into_iter();
        Self {
            rule: hint.rule.to_owned(),
            line: hint.line,
            cells: cells
                .map(|cell| (cell.row - 1, cell.column - 1, cell.value))
                .collect(),
            text: hint.text,
        }
    }
}

#[pymethods]
impl Hint {
    #[staticmethod]
    fn _restore(
        rule: String,
        line: Option<String>,
        cells: Vec<(usize, usize, String)>,
        text: String,
    ) -> Self {
        Self {
            rule,
            line,
            cells,
            text,
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<nonogram.Hint {}: {}>", self.rule, self.text)
    }
}
