//! Line solvers for one colour: decide the cells of one line from its clue and its known cells.
//!
//! [`LineSolver`] selects a line solver by name and runs it on cells. The project's engines call `bits` directly, on bit sets; only
//! the engine `lines` can run another line solver. The other three serve for comparison; hints and the engine `permutations` also use
//! `fast`.

pub(crate) mod bits;

use nonogram_puzzles::Cell;
use thiserror::Error;

use crate::word::{Bits, MOST_WORDS, with_words};

/// No placement of a line's blocks agrees with its known cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no placement of the blocks agrees with the known cells")]
pub struct Contradiction;

/// A method that solves one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineSolver {
    /// Complete and bit-parallel: O(k log n) operations on bit sets for n cells and k blocks.
    #[default]
    Bits,
    /// Complete, by enumerating placements until no further cell can be decided: exponential.
    Complete,
    /// Overlap of the leftmost and the rightmost placement, for each block and each gap: misses some cells,
    /// but no contradiction.
    Fast,
    /// `Fast`, then a trial of each undecided cell that has the same value in both placements: complete.
    Olsak,
}

impl LineSolver {
    /// Every line solver, the default first.
    pub const ALL: [Self; 4] = [Self::Bits, Self::Complete, Self::Fast, Self::Olsak];

    /// The name that [`std::str::FromStr`] parses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Complete => "complete",
            Self::Fast => "fast",
            Self::Olsak => "olsak",
        }
    }

    /// Sets every cell of `cells` that this method can decide and returns the number of cells set. A block length of 0 means "no block".
    ///
    /// ```
    /// use nonogram_puzzles::Cell::{self, Unknown};
    /// use nonogram_solver::LineSolver;
    ///
    /// let mut cells = [Unknown; 5];
    /// assert_eq!(LineSolver::Bits.solve(&[4], &mut cells), Ok(3));
    /// assert_eq!(cells, [Unknown, Cell::Filled, Cell::Filled, Cell::Filled, Unknown]);
    /// ```
    ///
    /// # Errors
    /// Returns [`Contradiction`] if no placement agrees with the known cells; `cells` is then unchanged.
    pub fn solve(self, clue: &[usize], cells: &mut [Cell]) -> Result<usize, Contradiction> {
        if clue.contains(&0) {
            let blocks: Vec<usize> = clue.iter().copied().filter(|&block| block > 0).collect();
            return self.solve(&blocks, cells);
        }
        let decided = match self {
            Self::Bits => solve_bits(clue, cells)?,
            Self::Complete => complete(clue, cells)?,
            Self::Fast => fast(clue, cells)?,
            Self::Olsak => olsak(clue, cells)?,
        };
        let mut learned = 0;
        for (cell, decided) in cells.iter_mut().zip(decided) {
            if *cell == Cell::Unknown && decided != Cell::Unknown {
                *cell = decided;
                learned += 1;
            }
        }
        Ok(learned)
    }
}

with_names!(LineSolver, "line solver");

/// Runs the line solver `bits` with as many words as the line needs. Lines beyond the widest set, which no puzzle has, are solved by
/// `olsak`, which is complete, too.
fn solve_bits(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    if cells.len() > 64 * MOST_WORDS {
        return olsak(clue, cells);
    }
    with_words!(cells.len(), N => solve_packed::<N>(clue, cells))
}

fn solve_packed<const N: usize>(
    clue: &[usize],
    cells: &[Cell],
) -> Result<Vec<Cell>, Contradiction> {
    let length = cells.len();
    let (mut filled, mut blank) = (Bits::<N>::EMPTY, Bits::EMPTY);
    for (i, cell) in cells.iter().enumerate() {
        match *cell {
            Cell::Colour(_) => filled.insert(i),
            Cell::Blank => blank.insert(i),
            Cell::Unknown => {}
        }
    }
    let shape = bits::Shape::new(clue, length);
    let scratch = &mut bits::Scratch::default();
    let decided = bits::decide(clue, &shape, &filled, &blank, scratch)?;
    Ok((0..length)
        .map(|i| match (decided.filled.has(i), decided.blank.has(i)) {
            (true, _) => Cell::Filled,
            (_, true) => Cell::Blank,
            _ => Cell::Unknown,
        })
        .collect())
}

/// Number of placements of a clue in a line: C(b + s, b) for b blocks and a slack of s cells, at most `u64::MAX`; 0 if the clue does
/// not fit.
pub fn count_options(length: usize, clue: &[usize]) -> u64 {
    let filled: usize = clue.iter().sum();
    let blocks = clue.len() as u128;
    let Some(free) = (length + 1).checked_sub(filled + clue.len()) else {
        return 0;
    };
    let mut count: u128 = 1;
    for taken in 1..=blocks {
        // Each step yields a binomial coefficient, so the division is exact.
        count = count * (free as u128 + taken) / taken;
        if count > u64::MAX.into() {
            return u64::MAX;
        }
    }
    count as u64
}

/// A number of options with its unit; `u64::MAX` stands for itself and all larger numbers.
pub fn in_words(count: u64) -> String {
    match count {
        u64::MAX => format!("more than {} options", u64::MAX - 1),
        count => format!("{count} options"),
    }
}

/// Start of each block in the leftmost placement, or `None` if no placement agrees with the known cells.
pub fn leftmost(clue: &[usize], cells: &[Cell]) -> Option<Vec<usize>> {
    let mut starts: Vec<usize> = Vec::with_capacity(clue.len());
    let mut at_least = 0;
    loop {
        let placed = starts.len();
        let free_from = starts.last().map_or(0, |start| start + clue[placed - 1]);
        let free_to = match clue.get(placed) {
            Some(&block) => first_room(cells, at_least, block)?,
            None => cells.len(),
        };
        let left_over = cells[free_from..free_to].iter().rposition(|&cell| cell == Cell::Filled);
        match (left_over, clue.get(placed)) {
            (None, None) => return Some(starts),
            (None, Some(block)) => {
                starts.push(free_to);
                at_least = free_to + block + 1;
            }
            (Some(offset), _) => {
                starts.pop()?;
                at_least = free_from + offset + 1 - clue[starts.len()];
            }
        }
    }
}

/// Start of each block in the rightmost placement, or `None` if no placement agrees with the known cells.
pub fn rightmost(clue: &[usize], cells: &[Cell]) -> Option<Vec<usize>> {
    let mirrored_clue: Vec<usize> = clue.iter().rev().copied().collect();
    let mirrored: Vec<Cell> = cells.iter().rev().copied().collect();
    let mut starts = leftmost(&mirrored_clue, &mirrored)?;
    starts.reverse();
    for (start, block) in starts.iter_mut().zip(clue) {
        *start = cells.len() - *start - block;
    }
    Some(starts)
}

/// First position from `from` on at which `block` cells contain no blank and the next cell is not filled; `None` if there is none.
fn first_room(cells: &[Cell], from: usize, block: usize) -> Option<usize> {
    let mut start = from;
    loop {
        let room = cells.get(start..start.checked_add(block)?)?;
        if let Some(blank) = room.iter().rposition(|&cell| cell == Cell::Blank) {
            start += blank + 1;
        } else if cells.get(start + block) == Some(&Cell::Filled) {
            start += 1;
        } else {
            return Some(start);
        }
    }
}

/// Number of the run that contains each cell of a placement: block `j` is run `2j + 1`, the gap before it `2j`; the gap after the last
/// of `n` blocks is `2n`.
pub fn run_numbers(clue: &[usize], starts: &[usize], length: usize) -> Vec<usize> {
    let mut runs = vec![2 * clue.len(); length];
    let mut end = 0;
    for (j, (&start, &block)) in starts.iter().zip(clue).enumerate() {
        runs[end..start].fill(2 * j);
        runs[start..start + block].fill(2 * j + 1);
        end = start + block;
    }
    runs
}

/// The `complete` line solver: enumerates all placements of the blocks.
///
/// It is the reference for the other line solvers. It stops as soon as each unknown cell has been seen both filled and blank,
/// but the worst case is exponential in the number of blocks.
///
/// Returns the line with every decided cell, known cells included.
pub fn complete(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    let mut search = Search {
        clue,
        cells,
        line: vec![false; cells.len()],
        seen: vec![[false; 2]; cells.len()],
        undecided: cells.iter().filter(|&&cell| cell == Cell::Unknown).count(),
        found: false,
    };
    search.place(0, 0);
    if !search.found {
        return Err(Contradiction);
    }
    Ok(search
        .seen
        .into_iter()
        .map(|[blank, filled]| if blank && filled { Cell::Unknown } else { Cell::from(filled) })
        .collect())
}

struct Search<'a> {
    clue: &'a [usize],
    cells: &'a [Cell],
    /// The placement being built.
    line: Vec<bool>,
    /// For each cell, whether a placement left it blank, and whether a placement filled it.
    seen: Vec<[bool; 2]>,
    /// Number of unknown cells not yet seen both filled and blank.
    undecided: usize,
    found: bool,
}

impl Search<'_> {
    /// Places the blocks from number `block` on, starting at cell `from` or later. Returns false once no further cell can be decided.
    fn place(&mut self, block: usize, from: usize) -> bool {
        let Some(&length) = self.clue.get(block) else {
            return self.complete(from);
        };
        let rest: usize = self.clue[block + 1..].iter().map(|length| length + 1).sum();
        for start in from..(self.cells.len() + 1).saturating_sub(length + rest) {
            let end = start + length;
            let room = self.cells[start..end].iter().all(|&cell| cell != Cell::Blank);
            if room && self.cells.get(end) != Some(&Cell::Filled) {
                self.line[start..end].fill(true);
                let go_on = self.place(block + 1, end + 1);
                self.line[start..end].fill(false);
                if !go_on {
                    return false;
                }
            }
            if self.cells[start] == Cell::Filled {
                break;
            }
        }
        true
    }

    /// Records the placement, whose cells from `from` on are blank, unless one of these is known to be filled. Returns false once no
    /// further cell can be decided.
    fn complete(&mut self, from: usize) -> bool {
        if self.cells.iter().skip(from).any(|&cell| cell == Cell::Filled) {
            return true;
        }
        self.found = true;
        for (i, &filled) in self.line.iter().enumerate() {
            let seen = &mut self.seen[i];
            if !seen[usize::from(filled)] {
                seen[usize::from(filled)] = true;
                self.undecided -= usize::from(*seen == [true; 2]);
            }
        }
        self.undecided > 0
    }
}

/// The `fast` line solver: overlaps of the leftmost and the rightmost placement.
///
/// A cell in the same block in both placements is filled; a cell in the same gap in both is blank. This finds
/// every contradiction but not every cell. Source: the method of the same name in Steve Simpson's solver.
///
/// Returns the line with the decided cells, known cells included.
pub fn fast(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    let left = leftmost(clue, cells).ok_or(Contradiction)?;
    let right = rightmost(clue, cells).ok_or(Contradiction)?;
    let left = run_numbers(clue, &left, cells.len());
    let right = run_numbers(clue, &right, cells.len());
    let mut decided = cells.to_vec();
    for (cell, (l, r)) in decided.iter_mut().zip(left.into_iter().zip(right)) {
        if l == r {
            *cell = Cell::from(l % 2 == 1);
        }
    }
    Ok(decided)
}

/// The `olsak` line solver: `fast`, then a trial of each undecided cell that has the same value in the leftmost and the rightmost
/// placement.
///
/// A trial sets the cell to the other value; the cell is decided if this leaves no placement. A cell with different values in the two
/// placements can have either value, so it needs no trial. Source: the program `grid` by Mirek and Petr Olšák.
///
/// Returns the line with every decided cell, known cells included.
pub fn olsak(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
    let mut decided = fast(clue, cells)?;
    let left = leftmost(clue, &decided).ok_or(Contradiction)?;
    let right = rightmost(clue, &decided).ok_or(Contradiction)?;
    let left = run_numbers(clue, &left, cells.len());
    let right = run_numbers(clue, &right, cells.len());
    for i in 0..cells.len() {
        let (filled, agreed) = (left[i] % 2 == 1, left[i] % 2 == right[i] % 2);
        if decided[i] == Cell::Unknown && agreed {
            decided[i] = Cell::from(!filled);
            let refuted = leftmost(clue, &decided).is_none();
            decided[i] = if refuted { Cell::from(filled) } else { Cell::Unknown };
        }
    }
    Ok(decided)
}

/// Tests of the line solvers on chosen lines, on random lines and on all short ones.
#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue};
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str) -> Vec<Cell> {
        text.chars().map(|c| Cell::from_char(c).unwrap()).collect()
    }

    fn text(cells: &[Cell]) -> String {
        cells.iter().map(|cell| cell.to_char()).collect()
    }

    fn solved(solver: LineSolver, clue: &[usize], line: &str) -> Option<String> {
        let mut line = cells(line);
        solver.solve(clue, &mut line).ok()?;
        Some(text(&line))
    }

    #[test]
    fn a_shape_counts_the_cells_to_fill() {
        for (clue, filled) in [(&[][..], 0), (&[4], 4), (&[2, 3, 1], 6)] {
            assert_eq!(bits::Shape::new(clue, 9).filled(), filled);
        }
    }

    #[test]
    fn a_length_of_0_is_no_block() {
        for solver in LineSolver::ALL {
            for (clue, line) in [(&[0, 3, 0][..], "?#???"), (&[0], "?-?"), (&[0, 0], "#??")] {
                let blocks: Vec<usize> = clue.iter().copied().filter(|&block| block > 0).collect();
                let expected = solved(solver, &blocks, line);
                assert_eq!(solved(solver, clue, line), expected, "{solver}, {line}");
            }
        }
    }

    /// A clue and a partly known line of a random picture, possibly with one cell of the wrong value.
    fn lines(length: usize) -> impl Strategy<Value = (Vec<usize>, Vec<Cell>)> {
        (
            prop::collection::vec((any::<bool>(), 0u8..4), 1..=length),
            any::<Option<prop::sample::Index>>(),
        )
            .prop_map(|(line, wrong)| {
                let clue = Clue::of_cells(line.iter().map(|&(filled, _)| filled)).to_vec();
                let mut cells: Vec<Cell> = line
                    .iter()
                    .map(|&(filled, hide)| if hide > 0 { Cell::Unknown } else { filled.into() })
                    .collect();
                if let Some(index) = wrong {
                    let i = index.index(line.len());
                    cells[i] = Cell::from(!line[i].0);
                }
                (clue, cells)
            })
    }

    #[test]
    fn all_line_solvers_solve_simple_lines() {
        for solver in LineSolver::ALL {
            let solve = |clue: &[usize], line: &str| solved(solver, clue, line);
            assert_eq!(solve(&[], "???").as_deref(), Some("---"));
            assert_eq!(solve(&[], "?#?"), None);
            assert_eq!(solve(&[3], "????").as_deref(), Some("?##?"));
            assert_eq!(solve(&[2, 1], "????").as_deref(), Some("##-#"));
            assert_eq!(solve(&[2], "?#-?").as_deref(), Some("##--"));
            assert_eq!(solve(&[5], "????"), None);
            assert_eq!(solve(&[usize::MAX], "????"), None);
            assert_eq!(solve(&[1], "").as_deref(), None);
            assert_eq!(solve(&[], "").as_deref(), Some(""));
        }
    }

    /// Long blocks take several doubling steps to find and to spread over their cells.
    #[test]
    fn bits_equals_complete_for_blocks_of_up_to_forty_cells() {
        let agree = |clue: &[usize], line: Vec<Cell>| {
            let (mut expected, mut found) = (line.clone(), line);
            let verdict = LineSolver::Complete.solve(clue, &mut expected);
            assert_eq!(LineSolver::Bits.solve(clue, &mut found), verdict);
            assert_eq!(text(&found), text(&expected), "{clue:?}");
        };
        for block in 1..=40 {
            let length = 2 * block + 3;
            for place in 0..length {
                let mut line = vec![Cell::Unknown; length];
                line[place] = Cell::Blank;
                agree(&[block], line.clone());
                line[(place + block) % length] = Cell::Filled;
                agree(&[block], line);
            }
            // Exactly `block` cells before the blank, one of which is known.
            let mut line = vec![Cell::Unknown; block + 5];
            line[block] = Cell::Blank;
            line[block / 2] = Cell::Filled;
            agree(&[block, 1], line);
        }
    }

    #[test]
    fn fast_misses_cells_that_complete_line_solvers_decide() {
        // Either block may cover the filled cell, so in the extreme placements its neighbours are in different gaps.
        assert_eq!(solved(LineSolver::Fast, &[1, 1], "??#??").as_deref(), Some("??#??"));
        assert_eq!(solved(LineSolver::Bits, &[1, 1], "??#??").as_deref(), Some("?-#-?"));
        assert_eq!(solved(LineSolver::Olsak, &[1, 1], "??#??").as_deref(), Some("?-#-?"));
    }

    #[test]
    fn bits_equals_complete_on_every_line_of_up_to_seven_cells() {
        for length in 1..=7usize {
            for code in 0..3usize.pow(length as u32) {
                let line: Vec<Cell> = (0..length as u32)
                    .map(|i| [Cell::Unknown, Cell::Blank, Cell::Filled][code / 3usize.pow(i) % 3])
                    .collect();
                for picture in 0..1usize << length {
                    let clue = Clue::of_cells((0..length).map(|i| picture >> i & 1 == 1));
                    let (mut expected, mut found) = (line.clone(), line.clone());
                    let verdict = LineSolver::Complete.solve(&clue, &mut expected);
                    assert_eq!(LineSolver::Bits.solve(&clue, &mut found), verdict);
                    assert_eq!(text(&found), text(&expected), "{clue} {}", text(&line));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn bits_and_olsak_are_complete((clue, line) in lines(24)) {
            let mut expected = line.clone();
            let verdict = LineSolver::Complete.solve(&clue, &mut expected);
            for solver in [LineSolver::Bits, LineSolver::Olsak] {
                let mut found = line.clone();
                prop_assert_eq!(solver.solve(&clue, &mut found), verdict);
                prop_assert_eq!(text(&found), text(&expected));
            }
        }

        #[test]
        fn fast_finds_a_subset_of_the_decided_cells((clue, line) in lines(200)) {
            let (mut all, mut some, mut conjectured) = (line.clone(), line.clone(), line);
            let verdict = LineSolver::Bits.solve(&clue, &mut all);
            let fast = LineSolver::Fast.solve(&clue, &mut some);
            prop_assert_eq!(fast.is_err(), verdict.is_err());
            prop_assert_eq!(LineSolver::Olsak.solve(&clue, &mut conjectured), verdict);
            for i in 0..all.len() {
                prop_assert!(some[i] == Cell::Unknown || some[i] == all[i]);
                prop_assert_eq!(conjectured[i], all[i]);
            }
        }
    }

    proptest! {
        #[test]
        fn count_equals_the_number_of_listed_options(picture in prop::collection::vec(any::<bool>(), 1..14)) {
            let clue = Clue::of_cells(picture.iter().copied());
            let options = crate::model::classic::options(picture.len(), &clue);
            prop_assert_eq!(count_options(picture.len(), &clue), options.len() as u64);
        }
    }

    #[test]
    fn counts_saturate_and_are_zero_if_the_clue_does_not_fit() {
        assert_eq!(count_options(4000, &[1; 1000]), u64::MAX);
        assert_eq!(count_options(3, &[2, 2]), 0);
    }
}
