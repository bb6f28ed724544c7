//! The clue of one line: the lengths of its blocks, in order.
//!
//! A [`Clue`] reads as a slice of lengths; no clue and a clue of `0` are the same blank line.

use std::fmt;
use std::ops::Deref;

/// The lengths of a line's blocks, in cells, left to right or top to bottom.
///
/// No length is 0; an empty clue is a blank line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clue(Vec<usize>);

impl Clue {
    /// Collects block lengths; a 0 stands for "no block" and is dropped.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        Self(lengths.into_iter().filter(|&length| length > 0).collect())
    }

    /// The clue that a line of cells has, where `true` is a filled cell.
    pub fn of_cells(cells: impl IntoIterator<Item = bool>) -> Self {
        let mut blocks = Vec::new();
        let mut run = 0;
        for filled in cells {
            if filled {
                run += 1;
            } else if run > 0 {
                blocks.push(run);
                run = 0;
            }
        }
        if run > 0 {
            blocks.push(run);
        }
        Self(blocks)
    }

    /// The shortest line that holds this clue: its blocks and one blank cell between neighbours.
    ///
    /// Saturates at `usize::MAX`.
    pub fn min_length(&self) -> usize {
        self.filled().saturating_add(self.0.len().saturating_sub(1))
    }

    /// The number of filled cells in the line. Saturates at `usize::MAX`.
    pub fn filled(&self) -> usize {
        self.0
            .iter()
            .fold(0, |sum, &length| sum.saturating_add(length))
    }
}

impl Deref for Clue {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl AsRef<[usize]> for Clue {
    fn as_ref(&self) -> &[usize] {
        &self.0
    }
}

impl FromIterator<usize> for Clue {
    fn from_iter<I: IntoIterator<Item = usize>>(lengths: I) -> Self {
        Self::new(lengths)
    }
}

impl<const N: usize> From<[usize; N]> for Clue {
    fn from(lengths: [usize; N]) -> Self {
        Self::new(lengths)
    }
}

impl From<Vec<usize>> for Clue {
    fn from(lengths: Vec<usize>) -> Self {
        Self::new(lengths)
    }
}

/// Lengths separated by commas, `0` for a blank line.
impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else {
            return f.write_str("0");
        };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|length| write!(f, ",{length}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_no_blocks() {
        assert_eq!(Clue::new([0]), Clue::default());
        assert_eq!(Clue::new([2, 0, 1]), Clue::from([2, 1]));
        assert_eq!(Clue::new([]).to_string(), "0");
    }

    #[test]
    fn blocks_go_in_and_come_out_in_order() {
        let clue = Clue::from(vec![3, 0, 1]);
        assert_eq!(clue, Clue::new([3, 1]));
        assert_eq!(AsRef::<[usize]>::as_ref(&clue), [3, 1]);
    }

    #[test]
    fn lengths_add_up() {
        let clue = Clue::from([3, 1, 2]);
        assert_eq!((clue.filled(), clue.min_length()), (6, 8));
        assert_eq!(
            (Clue::default().filled(), Clue::default().min_length()),
            (0, 0)
        );
        assert_eq!(Clue::from([usize::MAX, 1]).min_length(), usize::MAX);
        assert_eq!(clue.to_string(), "3,1,2");
    }

    #[test]
    fn cells_make_a_clue() {
        let cells = [true, true, false, false, true];
        assert_eq!(Clue::of_cells(cells), Clue::from([2, 1]));
        assert_eq!(Clue::of_cells([false; 3]), Clue::default());
    }
}
