//! Line logic on the cells of one line of one colour, from its clue and its known cells.
//!
//! [`bits`] is the complete line solver of the engines, on bit sets; [`solve`] runs it on cells. [`fast`] compares the extreme placements
//! only, as people do, for hints and the engine `permutations`.

pub(crate) mod bits;

use nonogram_puzzles::Cell;

use crate::word::{Bits, with_words};

/// No placement of a line's blocks agrees with its known cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

/// Sets every cell that the clue and the known cells decide. Returns whether a cell was set.
///
/// # Errors
/// Returns [`Contradiction`] if no placement agrees with the known cells; `cells` is then unchanged.
pub fn solve(clue: &[usize], cells: &mut [Cell]) -> Result<bool, Contradiction> {
    with_words!(cells.len(), N => solve_packed::<N>(clue, cells))
}

fn solve_packed<const N: usize>(clue: &[usize], cells: &mut [Cell]) -> Result<bool, Contradiction> {
    let length = cells.len();
    let filled = Bits::<N>::from_fn(length, |place| cells[place].is_filled());
    let blank = Bits::from_fn(length, |place| cells[place] == Cell::Blank);
    let shape = bits::Shape::new(clue, length);
    let decided = bits::decide(clue, &shape, &filled, &blank, &mut bits::Scratch::default())?;
    decided.filled.cells().for_each(|place| cells[place] = Cell::Filled);
    decided.blank.cells().for_each(|place| cells[place] = Cell::Blank);
    Ok(!decided.filled.or(&decided.blank).is_empty())
}

/// Sets the cells that have the same value in the same block or gap of the leftmost and the rightmost placement. This finds every
/// contradiction but not every cell. Returns whether a cell was set. Source: the method of the same name in Steve Simpson's solver.
///
/// # Errors
/// Returns [`Contradiction`] if no placement agrees with the known cells; `cells` is then unchanged.
pub fn fast(clue: &[usize], cells: &mut [Cell]) -> Result<bool, Contradiction> {
    let left = leftmost(clue, cells).ok_or(Contradiction)?;
    let right = rightmost(clue, cells).ok_or(Contradiction)?;
    let left = run_numbers(clue, &left, cells.len());
    let right = run_numbers(clue, &right, cells.len());
    let mut is_set = false;
    for (cell, (left, right)) in cells.iter_mut().zip(left.into_iter().zip(right)) {
        if left == right && *cell == Cell::Unknown {
            *cell = Cell::from(left % 2 == 1);
            is_set = true;
        }
    }
    Ok(is_set)
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

#[cfg(test)]
mod tests {
    use nonogram_puzzles::{Cell, Clue};
    use proptest::prelude::*;

    use super::*;

    /// All placements of a clue.
    fn placements(length: usize, clue: &[usize]) -> Vec<Vec<bool>> {
        let Some((&block, rest)) = clue.split_first() else {
            return vec![vec![false; length]];
        };
        let mut found = Vec::new();
        for start in 0..(length + 1).saturating_sub(block) {
            let end = (start + block + usize::from(!rest.is_empty())).min(length);
            for tail in placements(length - end, rest) {
                let mut line = vec![false; start];
                line.resize(start + block, true);
                line.resize(end, false);
                line.extend(tail);
                found.push(line);
            }
        }
        found
    }

    /// The line that all placements of a clue with the known cells have in common; `None` if there is none.
    fn by_all_placements(clue: &[usize], cells: &[Cell]) -> Option<Vec<Cell>> {
        let mut all = placements(cells.len(), clue);
        let agrees = |cell: &Cell, filled: &bool| cell.value().is_none_or(|known| known == *filled);
        all.retain(|line| cells.iter().zip(line).all(|(cell, filled)| agrees(cell, filled)));
        let (first, others) = all.split_first()?;
        let common = |place: usize| {
            let is_common = others.iter().all(|line| line[place] == first[place]);
            if is_common { Cell::from(first[place]) } else { Cell::Unknown }
        };
        Some((0..cells.len()).map(common).collect())
    }

    type Method = fn(&[usize], &mut [Cell]) -> Result<bool, Contradiction>;

    fn solved(method: Method, clue: &[usize], line: &[Cell]) -> Option<Vec<Cell>> {
        let mut cells = line.to_vec();
        let is_set = method(clue, &mut cells).ok()?;
        assert_eq!(is_set, cells != line);
        Some(cells)
    }

    fn text(cells: Vec<Cell>) -> String {
        cells.into_iter().map(Cell::to_char).collect()
    }

    #[test]
    fn simple_lines_are_solved() {
        let cases: [(&[usize], &str, Option<&str>); 9] = [
            (&[], "???", Some("---")),
            (&[], "?#?", None),
            (&[3], "????", Some("?##?")),
            (&[2, 1], "????", Some("##-#")),
            (&[2], "?#-?", Some("##--")),
            (&[5], "????", None),
            (&[usize::MAX], "????", None),
            (&[1], "", None),
            (&[], "", Some("")),
        ];
        for (clue, line, expected) in cases {
            let cells: Vec<Cell> = line.chars().filter_map(Cell::from_char).collect();
            for method in [solve, fast] {
                assert_eq!(solved(method, clue, &cells).map(text).as_deref(), expected);
            }
        }
    }

    #[test]
    fn fast_misses_cells_that_the_complete_line_solver_decides() {
        // Either block may cover the filled cell, so in the extreme placements its neighbours are in different gaps.
        let line = [Cell::Unknown, Cell::Unknown, Cell::Filled, Cell::Unknown, Cell::Unknown];
        assert_eq!(solved(fast, &[1, 1], &line).map(text).as_deref(), Some("??#??"));
        assert_eq!(solved(solve, &[1, 1], &line).map(text).as_deref(), Some("?-#-?"));
    }

    /// Long blocks take several doubling steps to find and to spread over their cells.
    #[test]
    fn blocks_of_up_to_forty_cells_are_solved_completely() {
        let agree = |clue: &[usize], line: &[Cell]| {
            assert_eq!(solved(solve, clue, line), by_all_placements(clue, line), "{clue:?}");
        };
        for block in 1..=40 {
            let length = 2 * block + 3;
            for place in 0..length {
                let mut line = vec![Cell::Unknown; length];
                line[place] = Cell::Blank;
                agree(&[block], &line);
                line[(place + block) % length] = Cell::Filled;
                agree(&[block], &line);
            }
            // Exactly `block` cells before the blank, one of which is known.
            let mut line = vec![Cell::Unknown; block + 5];
            line[block] = Cell::Blank;
            line[block / 2] = Cell::Filled;
            agree(&[block, 1], &line);
        }
    }

    #[test]
    fn every_line_of_up_to_six_cells_is_solved_completely() {
        for length in 1..=6usize {
            for code in 0..3usize.pow(length as u32) {
                let line: Vec<Cell> = (0..length as u32)
                    .map(|i| [Cell::Unknown, Cell::Blank, Cell::Filled][code / 3usize.pow(i) % 3])
                    .collect();
                for picture in 0..1usize << length {
                    let clue = Clue::of_cells((0..length).map(|i| picture >> i & 1 == 1));
                    let expected = by_all_placements(&clue, &line);
                    assert_eq!(solved(solve, &clue, &line), expected, "{clue} {line:?}");
                }
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

    proptest! {
        #[test]
        fn random_lines_are_solved_completely((clue, line) in lines(20)) {
            prop_assert_eq!(solved(solve, &clue, &line), by_all_placements(&clue, &line));
        }

        #[test]
        fn fast_finds_every_contradiction_and_a_subset_of_the_cells((clue, line) in lines(200)) {
            let (all, some) = (solved(solve, &clue, &line), solved(fast, &clue, &line));
            prop_assert_eq!(all.is_some(), some.is_some());
            let mut pairs = some.iter().flatten().zip(all.iter().flatten());
            prop_assert!(pairs.all(|(some, all)| *some == Cell::Unknown || some == all));
        }

        #[test]
        fn count_equals_the_number_of_placements(picture in prop::collection::vec(any::<bool>(), 1..14)) {
            let clue = Clue::of_cells(picture.iter().copied());
            let placements = placements(picture.len(), &clue).len();
            prop_assert_eq!(count_options(picture.len(), &clue), placements as u64);
        }
    }

    #[test]
    fn counts_saturate_and_are_zero_if_the_clue_does_not_fit() {
        assert_eq!(count_options(4000, &[1; 1000]), u64::MAX);
        assert_eq!(count_options(3, &[2, 2]), 0);
    }
}
