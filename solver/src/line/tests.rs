//! Tests of the line solvers on chosen lines, on random lines and on all short ones.

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
                .map(|&(filled, hide)| {
                    if hide > 0 {
                        Cell::Unknown
                    } else {
                        filled.into()
                    }
                })
                .collect();
            if let Some(index) = wrong {
                let i = index.index(line.len());
                cells[i] = Cell::from(!line[i].0);
            }
            (clue, cells)
        })
}

#[test]
fn names_are_read_back() {
    for solver in LineSolver::ALL {
        assert_eq!(solver.to_string().parse(), Ok(solver));
    }
    assert!(
        "slow"
            .parse::<LineSolver>()
            .unwrap_err()
            .to_string()
            .contains("\"slow\"")
    );
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
    assert_eq!(
        solved(LineSolver::Fast, &[1, 1], "??#??").as_deref(),
        Some("??#??")
    );
    assert_eq!(
        solved(LineSolver::Bits, &[1, 1], "??#??").as_deref(),
        Some("?-#-?")
    );
    assert_eq!(
        solved(LineSolver::Olsak, &[1, 1], "??#??").as_deref(),
        Some("?-#-?")
    );
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
    fn every_word_width_finds_the_same_cells((clue, line) in lines(64)) {
        let narrow = solve_packed::<1>(&clue, &line);
        prop_assert_eq!(&solve_packed::<2>(&clue, &line), &narrow);
        prop_assert_eq!(&solve_packed::<4>(&clue, &line), &narrow);
        prop_assert_eq!(&solve_packed::<MOST_WORDS>(&clue, &line), &narrow);
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

    #[test]
    fn mirrored_line_has_the_mirrored_result((clue, line) in lines(90)) {
        let mut there = line.clone();
        let verdict = LineSolver::Bits.solve(&clue, &mut there);
        let (clue, mut back): (Vec<_>, Vec<_>) =
            (clue.into_iter().rev().collect(), line.into_iter().rev().collect());
        prop_assert_eq!(LineSolver::Bits.solve(&clue, &mut back), verdict);
        back.reverse();
        prop_assert_eq!(back, there);
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
