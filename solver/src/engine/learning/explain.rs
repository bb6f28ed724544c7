//! Explains why a line is contradictory or decides a cell: a minimal set of known cells that suffices.
//!
//! The clue is run as an automaton over the cells, with all its states in one bit set (as in Baeza-Yates and
//! Gonnet, "A new approach to text searching", 1992). A backward sweep finds the states from which the line can
//! still be completed. A forward sweep then drops each known cell that can be freed without reaching such a state.
//! The remaining set is minimal: no proper subset suffices.

use crate::word::Bits;

/// Known cells of a line, as input of an explanation.
#[derive(Debug, Clone)]
pub struct Known<const N: usize> {
    /// Cells that an explanation may use freely: those known at level 0 and, to explain the value of a cell, that cell with the other
    /// value.
    pub always: Bits<N>,
    /// Cells known above level 0; an explanation uses a minimal set of them.
    pub now: Bits<N>,
    /// Filled cells among the known ones.
    pub filled: Bits<N>,
}

/// Working memory of [`explain`].
#[derive(Debug, Clone, Default)]
pub struct Explainer<const N: usize> {
    /// For each cell, the states after it from which the rest of the line can be completed.
    finishing: Vec<Bits<N>>,
}

/// The automaton of a clue. Its states form a chain: the state before the first block, then for each block one state per cell and one
/// for the blanks after it.
#[derive(Debug, Clone)]
pub struct Automaton<const N: usize> {
    /// States entered by a filled cell.
    filled: Bits<N>,
    /// The first state, and the states entered by a blank cell; the automaton stays in them on further blanks.
    blank: Bits<N>,
    /// States in which a line may end.
    last: Bits<N>,
}

/// Number of states of a clue's automaton.
pub fn states(clue: &[usize]) -> usize {
    clue.iter().map(|block| block + 1).sum::<usize>() + 1
}

impl<const N: usize> Automaton<N> {
    /// Creates the automaton of a clue. `Bits<N>` must have room for as many bits as the clue has [`states`].
    pub fn new(clue: &[usize]) -> Self {
        let states = states(clue);
        let mut blank = Bits::EMPTY;
        blank.insert(0);
        let mut at = 0;
        for block in clue {
            at += block + 1;
            blank.insert(at);
        }
        let mut last = Bits::EMPTY;
        last.insert(at);
        if at > 0 {
            last.insert(at - 1);
        }
        Self {
            filled: Bits::ones(states).without(&blank),
            blank,
            last,
        }
    }

    /// States into which a cell of the allowed values leads from `from`.
    #[inline]
    fn step(&self, from: &Bits<N>, may_fill: bool, may_blank: bool) -> Bits<N> {
        let moved = from.up(1);
        let filled = moved.and(&self.filled).if_true(may_fill);
        let blank = from.or(&moved).and(&self.blank).if_true(may_blank);
        filled.or(&blank)
    }

    /// States from which a cell of the allowed values leads into `to`.
    #[inline]
    fn step_back(&self, to: &Bits<N>, may_fill: bool, may_blank: bool) -> Bits<N> {
        let filled = to.and(&self.filled).down(1).if_true(may_fill);
        let blank = to.and(&self.blank);
        filled.or(&blank.or(&blank.down(1)).if_true(may_blank))
    }
}

/// Calls `used` with the place of each cell of `known.now` that is needed for the contradiction between the known cells
/// of a line of `length` cells and its clue. There must be a contradiction.
#[inline]
pub fn explain<const N: usize>(
    automaton: &Automaton<N>,
    length: usize,
    known: &Known<N>,
    space: &mut Explainer<N>,
    mut used: impl FnMut(usize),
) {
    let allowed = |place: usize| {
        let open = !known.always.has(place) && !known.now.has(place);
        let filled = known.filled.has(place);
        (open || filled, open || !filled)
    };
    space.finishing.clear();
    space.finishing.resize(length, automaton.last);
    for place in (1..length).rev() {
        let (may_fill, may_blank) = allowed(place);
        let before = automaton.step_back(&space.finishing[place], may_fill, may_blank);
        space.finishing[place - 1] = before;
    }
    let mut reached = Bits::EMPTY;
    reached.insert(0);
    for place in 0..length {
        let (may_fill, may_blank) = allowed(place);
        let next = automaton.step(&reached, may_fill, may_blank);
        reached = if known.now.has(place) {
            let free = automaton.step(&reached, true, true);
            if free.and(&space.finishing[place]).is_empty() {
                free
            } else {
                used(place);
                next
            }
        } else {
            next
        };
    }
    debug_assert!(
        reached.and(&automaton.last).is_empty(),
        "the line has no contradiction"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::LineSolver;
    use nonogram_puzzles::{Cell, Clue};
    use proptest::prelude::*;

    /// A cell of a test line: if it is known, its value, and whether it is known above level 0.
    type TestCell = Option<(bool, bool)>;

    fn contradicts(clue: &[usize], cells: &[TestCell]) -> bool {
        let cell = |cell: &TestCell| cell.map_or(Cell::Unknown, |(filled, _)| Cell::from(filled));
        let mut line: Vec<Cell> = cells.iter().map(cell).collect();
        LineSolver::Bits.solve(clue, &mut line).is_err()
    }

    fn explained<const N: usize>(clue: &[usize], cells: &[TestCell]) -> Vec<usize> {
        let plane = |test: &dyn Fn(bool, bool) -> bool| {
            Bits::<N>::from_fn(cells.len(), |i| {
                cells[i].is_some_and(|(filled, counts)| test(filled, counts))
            })
        };
        let known = Known {
            always: plane(&|_, counts| !counts),
            now: plane(&|_, counts| counts),
            filled: plane(&|filled, _| filled),
        };
        let mut places = Vec::new();
        let automaton = Automaton::<N>::new(clue);
        explain(
            &automaton,
            cells.len(),
            &known,
            &mut Explainer::default(),
            |p| places.push(p),
        );
        places
    }

    #[test]
    fn clue_has_one_state_per_cell_and_gap() {
        assert_eq!(states(&[]), 1);
        assert_eq!(states(&[1]), 3);
        assert_eq!(states(&[2, 1]), 6);
    }

    #[test]
    fn explanation_contains_only_needed_cells() {
        let line = |text: &str| -> Vec<TestCell> {
            text.chars()
                .map(|c| Cell::from_char(c).unwrap().value().map(|f| (f, true)))
                .collect()
        };
        assert_eq!(explained::<1>(&[3], &line("-?-#?-?")), [2, 5]);
        assert_eq!(explained::<1>(&[], &line("?##")), [2]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn explanations_suffice_and_are_minimal(
            picture in prop::collection::vec(any::<bool>(), 1..40),
            known in prop::collection::vec((0u8..6, any::<bool>()), 40),
        ) {
            let clue = Clue::of_cells(picture.iter().copied());
            let cell = |&(kind, filled): &(u8, bool)| (kind < 4).then_some((filled, kind > 0));
            let cells: Vec<TestCell> = known[..picture.len()].iter().map(cell).collect();
            prop_assume!(contradicts(&clue, &cells));
            let places = explained::<1>(&clue, &cells);
            prop_assert_eq!(&explained::<2>(&clue, &cells), &places);
            let only = |kept: &[usize]| -> Vec<TestCell> {
                let keep = |(i, cell): (usize, &TestCell)| {
                    cell.filter(|&(_, counts)| !counts || kept.contains(&i))
                };
                cells.iter().enumerate().map(keep).collect()
            };
            prop_assert!(contradicts(&clue, &only(&places)));
            for i in 0..places.len() {
                let mut fewer = places.clone();
                fewer.remove(i);
                prop_assert!(!contradicts(&clue, &only(&fewer)));
            }
        }
    }
}
