//! Proposes small edits of a drawing after which its puzzle has exactly one solution, or fewer open cells.
//!
//! [`disambiguate`] tries every other value of every cell in the lines that line logic leaves open. If no edit of one cell is found,
//! it tries the most decisive changes in pairs. Edits that a known switch rules out are skipped. Every other edited puzzle is solved
//! from the cells known before the edit and, if that is promising, from scratch: by line logic first, then by search. Each further
//! solution that a search finds can rule out other edits (counterexample-guided search).
//!
//! [`narrow`] is for drawings that no such edit repairs: its edits leave fewer cells open to line logic.

use std::cmp::Reverse;
use std::time::Duration;

use nonogram_puzzles::{Cell, Grid, Palette, Puzzle};

use crate::Instant;
use crate::engine::search::Limits;
use crate::propagate::{LineOutcome, propagate, propagate_within};
use crate::solve::{SolveOptions, Verdict, solve};

/// Cells of a drawing to change. In black and white they are inverted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Row and column of each cell, from 0.
    pub cells: Vec<(usize, usize)>,
    /// New values of the cells, in the same order.
    pub values: Vec<Cell>,
    /// Number of additional cells that line logic decides with the edit.
    pub settles: usize,
    /// Number of cells that line logic leaves open with the edit; `None` if the puzzle is proven to have exactly one solution.
    pub leaves: Option<usize>,
    /// Whether line logic alone solves the puzzle with the edit.
    pub line_solvable: bool,
}

/// The result of [`disambiguate`] or [`narrow`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The edits, all of one cell or all of two. Edits with which line logic solves the puzzle come first; within each group, edits that
    /// decide more cells come first.
    pub edits: Vec<Edit>,
    /// Whether the puzzle is proven to have exactly one solution without an edit.
    pub was_unique: bool,
    /// Whether the search for edits ended before the time limit. The search is not exhaustive: it tries only the most decisive changes
    /// in pairs, and drops edits with which line logic decides no further cell or whose proof takes too many decisions. Other edits
    /// may therefore exist.
    pub complete: bool,
}

/// Maximum number of changes of one cell that are tried together with changes of other cells.
const PARTNERS: usize = 12;
/// Limit on decisions for the proof of uniqueness: a count rather than a time, so that results are the same on every machine.
const MOST_DECISIONS: u64 = 500;

/// A cell of a drawing, by row and column, and its new value.
type Stroke = ((usize, usize), Cell);

/// Proposes edits of one cell or, if none are found, of two, after which the puzzle has exactly one solution. The time limit ends searches, and is checked before each cell and each pair of
/// changes; line logic on one puzzle is always completed, so the call can exceed it by that. Unknown cells count as blank. Edits use only the
/// colours of the drawing.
///
/// ```
/// use std::time::Duration;
///
/// use nonogram_puzzles::Grid;
/// use nonogram_solver::disambiguate;
///
/// let drawing = Grid::from_lines(&["#-", "-#"])?;
/// let proposal = disambiguate(&drawing, Duration::from_secs(60));
/// assert_eq!(proposal.edits.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Panics if the drawing has no cell.
pub fn disambiguate(drawing: &Grid, time_limit: Duration) -> Proposal {
    let puzzle = Puzzle::from_grid(drawing);
    let Some(mut trial) = Trial::of(drawing, &puzzle, time_limit) else {
        return Proposal { was_unique: true, complete: true, ..Proposal::default() };
    };
    if trial.is_unique(drawing, &puzzle, &[], None) {
        return Proposal { was_unique: true, complete: true, ..Proposal::default() };
    }
    let candidates = candidates(&trial.known);
    let mut edits = Vec::new();
    for &cell in &candidates {
        if trial.is_late() {
            return ranked(edits, false);
        }
        for stroke in trial.strokes(cell) {
            edits.extend(trial.edit(&[stroke]));
        }
    }
    if edits.is_empty() && !trial.pairs(&candidates, &mut edits) {
        return ranked(edits, false);
    }
    // The limit may have ended the last search.
    ranked(edits, !trial.is_late())
}

/// Proposes edits of one cell that leave fewer cells open to line logic. The time limit is checked before each cell. Unknown cells count as
/// blank. Edits use only the colours of the drawing.
///
/// # Panics
/// Panics if the drawing has no cell.
pub fn narrow(drawing: &Grid, time_limit: Duration) -> Proposal {
    let puzzle = Puzzle::from_grid(drawing);
    let Some(trial) = Trial::of(drawing, &puzzle, time_limit) else {
        return Proposal { was_unique: true, complete: true, ..Proposal::default() };
    };
    let mut edits = Vec::new();
    for cell in candidates(&trial.known) {
        if trial.is_late() {
            return ranked(edits, false);
        }
        edits.extend(trial.strokes(cell).into_iter().filter_map(|stroke| trial.narrowing(stroke)));
    }
    ranked(edits, true)
}

fn ranked(mut edits: Vec<Edit>, complete: bool) -> Proposal {
    edits.sort_by_key(|edit| (edit.cells.len(), !edit.line_solvable, Reverse(edit.settles)));
    Proposal { edits, was_unique: false, complete }
}

/// The cells of lines with open cells; the open cells themselves come first.
fn candidates(open: &Grid) -> Vec<(usize, usize)> {
    let is_open = |row: usize, column: usize| open.get(row, column) == Cell::Unknown;
    let rows: Vec<bool> =
        (0..open.rows()).map(|row| open.row(row).any(|cell| cell == Cell::Unknown)).collect();
    let columns: Vec<bool> = (0..open.columns())
        .map(|column| open.column(column).any(|cell| cell == Cell::Unknown))
        .collect();
    let cells =
        (0..open.rows()).flat_map(|row| (0..open.columns()).map(move |column| (row, column)));
    let (mut found, others): (Vec<_>, Vec<_>) = cells
        .filter(|&(row, column)| rows[row] || columns[column])
        .partition(|&(row, column)| is_open(row, column));
    found.extend(others);
    found
}

/// A drawing whose edits are evaluated.
struct Trial {
    drawing: Grid,
    /// Colours of the drawing. An edit may leave fewer.
    palette: Palette,
    /// The cells that line logic determines in the puzzle of the drawing.
    known: Grid,
    switches: Switches,
    /// When searches end; `None` for no limit.
    end: Option<Instant>,
}

impl Trial {
    /// The trial of a drawing with its puzzle; `None` if line logic solves the puzzle.
    fn of(drawing: &Grid, puzzle: &Puzzle, time_limit: Duration) -> Option<Self> {
        let end = Instant::now().checked_add(time_limit);
        match propagate(puzzle) {
            LineOutcome::Solved(_) => None,
            LineOutcome::Stalled(known) => Some(Self::new(drawing, &known, end)),
            LineOutcome::Contradiction { .. } => unreachable!("the drawing is a solution"),
        }
    }

    fn new(drawing: &Grid, known: &Grid, end: Option<Instant>) -> Self {
        Self {
            end,
            drawing: drawing.clone(),
            palette: Puzzle::from_grid(drawing).palette().clone(),
            known: known.clone(),
            switches: Switches {
                rows: drawing.rows(),
                columns: drawing.columns(),
                found: Vec::new(),
            },
        }
    }

    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// All possible changes of a cell.
    fn strokes(&self, cell: (usize, usize)) -> Vec<Stroke> {
        let now = match self.drawing.get(cell.0, cell.1) {
            Cell::Unknown => Cell::Blank,
            cell => cell,
        };
        let colours = self.palette.colours().map(Cell::Colour);
        let values = std::iter::once(Cell::Blank).chain(colours);
        let others = values.filter(|value| *value != now);
        others.map(|value| (cell, value)).collect()
    }

    /// The edited drawing and its puzzle.
    fn puzzle(&self, strokes: &[Stroke]) -> (Grid, Puzzle) {
        let mut edited = self.drawing.clone();
        for &((row, column), value) in strokes {
            edited.set(row, column, value);
        }
        let puzzle = Puzzle::from_grid(&edited).with_palette(self.palette.clone());
        (edited, puzzle.expect("the colours of the drawing"))
    }

    /// Evaluates an edit. Returns `None` unless the edited puzzle is proven to have exactly one solution.
    fn edit(&mut self, strokes: &[Stroke]) -> Option<Edit> {
        let cells: Vec<_> = strokes.iter().map(|(cell, _)| *cell).collect();
        if self.switches.survive(&cells) {
            return None;
        }
        let (edited, puzzle) = self.puzzle(strokes);
        // Starting from the cells known before the edit decides at least as many cells as starting without them, in less time.
        let given = self.given(strokes);
        let before = self.known.known_cells();
        let with_it = known_by(propagate_within(&puzzle, Some(&given), &Limits::NONE).outcome);
        let is_promising = with_it.0 != before
            && (with_it.1 || self.is_unique(&edited, &puzzle, &cells, Some(given)));
        if !is_promising {
            return None;
        }
        let (known, line_solvable) = known_by(propagate(&puzzle));
        let settles = known.saturating_sub(before);
        // An edit that decides no further cell usually leaves the same cells open, so the costly proof is only run for the others.
        let is_one =
            line_solvable || (settles > 0 && self.is_unique(&edited, &puzzle, &cells, None));
        is_one.then(|| Edit {
            values: strokes.iter().map(|(_, value)| *value).collect(),
            cells,
            settles,
            leaves: None,
            line_solvable,
        })
    }

    /// Evaluates a change of one cell. Returns `None` unless line logic leaves fewer cells open with it.
    fn narrowing(&self, (cell, value): Stroke) -> Option<Edit> {
        let (edited, puzzle) = self.puzzle(&[(cell, value)]);
        let (known, line_solvable) = known_by(propagate(&puzzle));
        let settles = known.saturating_sub(self.known.known_cells());
        (settles > 0).then(|| Edit {
            cells: vec![cell],
            values: vec![value],
            settles,
            leaves: (!line_solvable).then(|| edited.rows() * edited.columns() - known),
            line_solvable,
        })
    }

    /// Adds edits of two cells to `edits`. Returns false if the time limit was reached.
    fn pairs(&mut self, candidates: &[(usize, usize)], edits: &mut Vec<Edit>) -> bool {
        let mut firsts = Vec::new();
        for &cell in candidates {
            if self.is_late() {
                return false;
            }
            if self.switches.have_partner(cell, candidates) {
                let strokes = self.strokes(cell).into_iter();
                firsts.extend(strokes.map(|stroke| (Reverse(self.promises(stroke)), stroke)));
            }
        }
        firsts.sort_by_key(|&(promises, _)| promises);
        let mut partners = 0;
        for (_, first) in firsts {
            if partners == PARTNERS {
                break;
            }
            let mut is_tried = false;
            for &cell in candidates.iter().filter(|&&cell| cell != first.0) {
                if self.switches.survive(&[first.0, cell]) {
                    continue;
                }
                is_tried = true;
                for second in self.strokes(cell) {
                    if self.is_late() {
                        return false;
                    }
                    let mut strokes = [first, second];
                    strokes.sort_by_key(|(cell, _)| *cell);
                    edits.extend(self.edit(&strokes).filter(|edit| !edits.contains(edit)));
                }
            }
            partners += usize::from(is_tried);
        }
        true
    }

    /// Upper bound on the number of cells that line logic decides after this change.
    fn promises(&self, stroke: Stroke) -> usize {
        let (_, puzzle) = self.puzzle(&[stroke]);
        let given = self.given(&[stroke]);
        known_by(propagate_within(&puzzle, Some(&given), &Limits::NONE).outcome).0
    }

    /// The cells known before the edit; those that the edit changes have their new values.
    fn given(&self, strokes: &[Stroke]) -> Grid {
        let mut given = self.known.clone();
        for &((row, column), value) in strokes {
            if given.get(row, column) != Cell::Unknown {
                given.set(row, column, value);
            }
        }
        given
    }

    /// Whether the puzzle of the edited drawing is proven to have exactly one solution, or exactly one that agrees with the cells `given`.
    /// Learns switches from other solutions.
    fn is_unique(
        &mut self,
        edited: &Grid,
        puzzle: &Puzzle,
        cells: &[(usize, usize)],
        given: Option<Grid>,
    ) -> bool {
        let options = SolveOptions {
            node_limit: Some(MOST_DECISIONS),
            time_limit: (self.end).map(|end| end.saturating_duration_since(Instant::now())),
            fixed: given,
            ..SolveOptions::default()
        };
        let report = solve(puzzle, &options);
        for solution in &report.solutions {
            self.switches.learn(edited, solution, cells);
        }
        report.verdict == Verdict::Unique
    }
}

/// The number of known cells, and whether all cells are known.
fn known_by(outcome: LineOutcome) -> (usize, bool) {
    match outcome {
        LineOutcome::Solved(grid) => (grid.known_cells(), true),
        LineOutcome::Stalled(grid) => (grid.known_cells(), false),
        LineOutcome::Contradiction { .. } => unreachable!("the drawing is a solution"),
    }
}

/// Lines of a switch, rows first. An edit that touches none of these lines leaves the switch intact.
type Lines = Vec<bool>;

/// Known switches of a drawing.
struct Switches {
    rows: usize,
    columns: usize,
    found: Vec<Lines>,
}

impl Switches {
    /// Learns from two solutions of the same puzzle: `other`, and `drawing`, in which the cells of `edit` are already changed.
    /// Parts of their difference that share no line are separate switches. They are also switches of the drawing without the
    /// edit if they share no line with it.
    fn learn(&mut self, drawing: &Grid, other: &Grid, edit: &[(usize, usize)]) {
        let mut open: Vec<(usize, usize)> = (0..drawing.rows())
            .flat_map(|row| (0..drawing.columns()).map(move |column| (row, column)))
            .filter(|&(row, column)| drawing.get(row, column) != other.get(row, column))
            .collect();
        while let Some(cell) = open.pop() {
            let mut part = vec![cell];
            let mut reached = 0;
            while let Some(&(row, column)) = part.get(reached) {
                reached += 1;
                open.retain(|&cell| {
                    let shares = cell.0 == row || cell.1 == column;
                    if shares {
                        part.push(cell);
                    }
                    !shares
                });
            }
            let touches = |&(row, column): &(usize, usize)| {
                edit.iter().any(|&edit| edit.0 == row || edit.1 == column)
            };
            if !part.iter().any(touches) {
                self.add(&part);
            }
        }
    }

    /// Whether some switch shares no line with `edit`. If so, there are several solutions, whatever the new values of these cells.
    fn survive(&self, edit: &[(usize, usize)]) -> bool {
        let meets = |lines| edit.iter().any(|&cell| self.meets(lines, cell));
        self.found.iter().any(|lines| !meets(lines))
    }

    /// Whether `candidates` has another cell such that every known switch shares a line with this cell or with `cell`.
    fn have_partner(&self, cell: (usize, usize), candidates: &[(usize, usize)]) -> bool {
        let left: Vec<_> = self.found.iter().filter(|lines| !self.meets(lines, cell)).collect();
        let mut others = candidates.iter().filter(|&&other| other != cell);
        others.any(|&other| left.iter().all(|lines| self.meets(lines, other)))
    }

    /// Whether the cell is in one of these lines.
    fn meets(&self, lines: &Lines, (row, column): (usize, usize)) -> bool {
        lines[row] || lines[self.rows + column]
    }

    /// Adds the switch of these cells.
    fn add(&mut self, cells: &[(usize, usize)]) {
        let mut lines = vec![false; self.rows + self.columns];
        for &(row, column) in cells {
            lines[row] = true;
            lines[self.rows + column] = true;
        }
        if !self.found.contains(&lines) {
            self.found.push(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use nonogram_puzzles::Colour;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// No puzzle has exactly one solution after an edit that is ruled out, even if switches have been learnt from other edits.
        #[test]
        fn edits_that_are_ruled_out_do_not_make_the_puzzle_unique(
            cells in proptest::collection::vec(0..6usize, 49), colours in 1..3usize
        ) {
            let drawing = Grid::from_cells(7, 7, |row, column| {
                let value = cells[7 * row + column];
                Colour::new(value % colours).filter(|_| value > 2).map_or(Cell::Blank, Cell::Colour)
            });
            let mut trial = Trial::new(&drawing, &Grid::new(7, 7), None);
            for round in 0..2 {
                for place in 0..cells.len() {
                    let edit = [(place / 7, place % 7), ((place * 3 + round) % 7, round)];
                    let edit = &edit[..=round.min(usize::from(edit[0] != edit[1]))];
                    let is_ruled_out = trial.switches.survive(edit);
                    let strokes: Vec<_> = edit.iter().map(|&cell| {
                        let strokes = trial.strokes(cell);
                        strokes[round % strokes.len()]
                    }).collect();
                    let (edited, puzzle) = trial.puzzle(&strokes);
                    let is_unique = trial.is_unique(&edited, &puzzle, edit, None);
                    prop_assert!(!(is_ruled_out && is_unique), "ruled out, but unique: {:?}", edit);
                }
            }
        }
    }

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn every_proposed_edit_makes_the_puzzle_unique() {
        let drawing = Grid::from_lines(&["#-#--", "-#--#", "#--#-", "-#-#-"]).unwrap();
        let proposal = disambiguate(&drawing, LONG);
        assert!(proposal.complete && !proposal.was_unique && !proposal.edits.is_empty());
        for edit in &proposal.edits {
            is_right(&drawing, edit);
        }
    }

    /// Checks that an edit changes its cells, that the edited puzzle has exactly one solution, and that `line_solvable` is correct.
    fn is_right(drawing: &Grid, edit: &Edit) {
        let mut edited = drawing.clone();
        for (&(row, column), &value) in edit.cells.iter().zip(&edit.values) {
            assert_ne!(drawing.get(row, column), value, "{edit:?}");
            edited.set(row, column, value);
        }
        let report = solve(&Puzzle::from_grid(&edited), &SolveOptions::default());
        assert_eq!(report.verdict, Verdict::Unique, "{edit:?}");
        assert_eq!(report.is_line_solvable(), edit.line_solvable, "{edit:?}");
        assert_eq!(edit.leaves, None, "{edit:?}");
    }

    #[test]
    fn coloured_drawings_get_other_colours_or_blanks() {
        let palette = Palette::standard(2);
        let drawing = palette.to_grid(&["a-b-", "-ab-", "b--a"]).unwrap();
        assert!(!disambiguate(&drawing, LONG).was_unique);
        let proposal = disambiguate(&drawing, LONG);
        assert!(proposal.complete && !proposal.edits.is_empty());
        for edit in &proposal.edits {
            is_right(&drawing, edit);
        }
        let unique = palette.to_grid(&["ab", "b-"]).unwrap();
        assert!(disambiguate(&unique, LONG).was_unique);
    }

    #[test]
    fn drawing_with_two_switches_gets_edits_of_at_most_two_cells() {
        // Two opposite corners, each of which can be filled in two ways.
        let drawing =
            Grid::from_lines(&["#-----", "-#----", "------", "------", "----#-", "-----#"])
                .unwrap();
        let proposal = disambiguate(&drawing, LONG);
        assert!(!proposal.edits.is_empty());
        assert!(proposal.edits.iter().all(|edit| edit.cells.len() <= 2));
    }

    /// Six switches that share no line: two cells touch at most four of them.
    #[test]
    fn drawing_that_no_two_cells_repair_gets_no_edit() {
        let drawing = Grid::from_fn(18, 18, |row, column| row == column && row % 3 < 2);
        let proposal = disambiguate(&drawing, LONG);
        assert!(proposal.complete && proposal.edits.is_empty());
    }

    #[test]
    fn drawing_that_no_edit_repairs_gets_edits_that_leave_fewer_cells_open() {
        let drawing = Grid::from_fn(18, 18, |row, column| row == column && row % 3 < 2);
        let open = |grid: &Grid| 18 * 18 - known_by(propagate(&Puzzle::from_grid(grid))).0;
        let proposal = narrow(&drawing, LONG);
        assert!(proposal.complete && !proposal.was_unique && !proposal.edits.is_empty());
        let mut least = 0;
        for edit in &proposal.edits {
            let [(row, column)] = edit.cells[..] else { panic!("{edit:?}") };
            let mut edited = drawing.clone();
            edited.set(row, column, edit.values[0]);
            assert_eq!(edit.leaves, Some(open(&edited)), "{edit:?}");
            assert_eq!(edit.settles, open(&drawing) - open(&edited), "{edit:?}");
            assert!(!edit.line_solvable && least <= open(&edited), "{edit:?}");
            least = open(&edited);
        }
        // An edit of another line decides no cell, so the candidates leave out none.
        for (row, column) in [(2, 2), (5, 14)] {
            let mut edited = drawing.clone();
            edited.set(row, column, Cell::Colour(Colour::FIRST));
            assert!(open(&edited) >= open(&drawing));
        }
    }

    #[test]
    fn unique_puzzles_and_zero_time_give_no_edits() {
        let cross = Grid::from_lines(&["-#-", "###", "-#-"]).unwrap();
        assert!(disambiguate(&cross, LONG).was_unique && narrow(&cross, LONG).was_unique);
        let open = Grid::from_lines(&["#-", "-#"]).unwrap();
        assert_eq!(disambiguate(&open, Duration::ZERO), Proposal::default());
        assert_eq!(narrow(&open, Duration::ZERO), Proposal::default());
    }

    /// One search can take longer than the limit.
    #[test]
    fn time_limit_ends_a_search_in_several_colours() {
        let mut random =
            crate::Random::new((100, 100), 0.5, 5, crate::Demand::default()).in_colours(3);
        let puzzle = random.next_puzzle(|| true).expect("any puzzle qualifies");
        let proposal = disambiguate(puzzle.goal().expect("a drawing"), Duration::from_secs(1));
        assert!(!proposal.complete && !proposal.was_unique);
    }

    /// The puzzle has exactly one solution, but the proof takes more than [`MOST_DECISIONS`] decisions.
    #[test]
    fn puzzle_beyond_the_decision_limit_is_not_proven_unique() {
        let puzzle = crate::boards::drawing("64-search/giants.non");
        let goal = puzzle.goal().expect("a drawing");
        let nothing = Grid::new(goal.rows(), goal.columns());
        let mut trial = Trial::new(goal, &nothing, None);
        assert!(!trial.is_unique(goal, &puzzle, &[], None));
        assert!(trial.is_unique(goal, &puzzle, &[], Some(goal.clone())));
    }

    #[test]
    fn candidates_share_a_line_with_an_open_cell_and_open_cells_come_first() {
        let open = Grid::from_lines(&["#--", "-?-", "---"]).unwrap();
        assert_eq!(candidates(&open), [(1, 1), (0, 1), (1, 0), (1, 2), (2, 1)]);
        assert_eq!(candidates(&Grid::from_lines(&["#-"]).unwrap()), []);
    }

    #[test]
    fn parts_that_share_no_line_are_separate_switches() {
        let drawing = Grid::from_lines(&["#----", "-#---", "-----", "---#-", "----#"]).unwrap();
        let other = Grid::from_lines(&["-#---", "#----", "-----", "----#", "---#-"]).unwrap();
        assert_eq!(Puzzle::from_grid(&drawing), Puzzle::from_grid(&other));
        let mut learnt = Switches { rows: 5, columns: 5, found: Vec::new() };
        learnt.learn(&drawing, &other, &[(0, 2)]);
        assert_eq!(learnt.found.len(), 1, "the other part shares a line with the edit");
        learnt.learn(&drawing, &other, &[]);
        assert_eq!(learnt.found.len(), 2);
        assert!(learnt.survive(&[(0, 0)]), "the other corner is untouched");
        assert!(learnt.survive(&[(2, 2)]));
        assert!(
            !learnt.survive(&[(0, 3)]),
            "the cell is in a row of one switch and a column of the other"
        );
        assert!(!learnt.survive(&[(0, 0), (4, 4)]));
        let candidates = [(0, 0), (4, 4), (2, 2)];
        assert!(learnt.have_partner((0, 0), &candidates));
        assert!(!learnt.have_partner((0, 0), &candidates[2..]));
    }
}
