//! The open part of a line: the cells from the first to the last unknown one, extended on each side to the nearest known blank or the
//! end of the line.
//!
//! [`PartialGrid::open_part`] cuts off the known ends of a line, which reduces work that grows with the length of the line.

use std::ops::Range;

use crate::partial_grid::PartialGrid;
use crate::word::Word;

/// The open part of a line, and the blocks in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPart<'p> {
    /// Places of the part's cells in the line.
    pub places: Range<usize>,
    /// Blocks of the part.
    pub clue: &'p [usize],
}

impl<'p, W: Word> PartialGrid<'p, W> {
    /// The open part of a line, or `None` if every cell is known. Outside of that part, the line must agree with its clue.
    pub fn open_part(&self, line: usize) -> Option<OpenPart<'p>> {
        let (filled, blank) = self.planes(line);
        let unknown = self.unknown_in(line);
        let (first, last) = (unknown.lowest()?, unknown.highest()?);
        let length = self.length(line);
        let start = blank.and(&W::ones(first)).highest();
        let start = start.map_or(0, |blank| blank + 1);
        let end = blank.without(&W::ones(last)).lowest().unwrap_or(length);
        let blocks = |cells: W| cells.without(&cells.up_within(1)).count();
        let clue = self.clue(line);
        let before = blocks(filled.and(&W::ones(start)));
        let behind = blocks(filled.without(&W::ones(end)));
        Some(OpenPart {
            places: start..end,
            clue: clue.get(before..clue.len().checked_sub(behind)?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::Long;
    use nonogram_puzzles::{Clue, Grid, Puzzle};

    #[test]
    fn the_open_part_of_a_line_lies_between_blanks_or_ends() {
        let rows = vec![Clue::from([2, 1, 1, 3])];
        let columns = "111100010111".chars().map(|cell| match cell {
            '1' => Clue::from([1]),
            _ => Clue::new([]),
        });
        let puzzle = Puzzle::new(rows, columns.collect()).unwrap();
        let part = |line: &str| {
            let mut board = PartialGrid::<u64>::new(&puzzle);
            board.set_grid(&Grid::from_lines(&[line]).unwrap());
            board.open_part(0)
        };
        let (clue, open) = (puzzle.rows()[0].to_vec(), |places, clue| {
            Some(OpenPart { places, clue })
        });
        assert_eq!(part("????????????"), open(0..12, &clue));
        assert_eq!(part("##-??-?-?###"), open(3..12, &clue[1..]));
        assert_eq!(part("##-??-#-?-##"), open(3..9, &clue[1..3]));
        assert_eq!(part("##-#-#---###"), None);
    }

    /// Regression test: in lines of more than 256 cells, a mask for the first cells of a line kept cells of later words.
    #[test]
    fn the_open_part_of_a_long_line_lies_between_blanks() {
        let side = 300;
        let rows = vec![Clue::from([1, 1])];
        let columns = (0..side).map(|column| match [3, 200].contains(&column) {
            true => Clue::from([1]),
            false => Clue::default(),
        });
        let puzzle = Puzzle::new(rows, columns.collect()).unwrap();
        let mut board = PartialGrid::<Long>::new(&puzzle);
        for column in (0..side).filter(|&column| !(2..5).contains(&column)) {
            board.set(column, column == 200);
        }
        let open = board.open_part(0).unwrap();
        assert_eq!((open.places, open.clue), (2..5, &[1][..]));
    }
}
