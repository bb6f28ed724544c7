//! Declared sizes: a height, a width, or two sizes in unknown order.

use super::error::{ParseErrorKind, Side, syntax};
use super::symbols::unfolded;
use crate::Grid;

/// The sizes that a file declares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sizes {
    pub(crate) height: Option<usize>,
    pub(crate) width: Option<usize>,
    /// Two sizes in unknown order, as in `5x8`.
    pub(crate) crossed: Option<(usize, usize)>,
}

impl Sizes {
    /// The size of a side.
    pub(crate) fn of(&mut self, side: Side) -> &mut Option<usize> {
        side.of(&mut self.height, &mut self.width)
    }

    pub(crate) fn are_declared(self) -> bool {
        self.height.or(self.width).is_some() || self.crossed.is_some()
    }

    pub(crate) fn fit(self, height: usize, width: usize) -> bool {
        self.height.is_none_or(|known| known == height)
            && self.width.is_none_or(|known| known == width)
            && (self.crossed)
                .is_none_or(|known| [(height, width), (width, height)].contains(&known))
    }

    /// The grid, which must have the sizes. A single row may hold all cells, row by row.
    pub(crate) fn checked(self, grid: Grid) -> Result<Grid, ParseErrorKind> {
        if self.fit(grid.rows(), grid.columns()) {
            return Ok(grid);
        }
        let square = self.crossed.filter(|(first, second)| first == second);
        let size = self.height.zip(self.width).or(square);
        if let Some(grid) = size.and_then(|size| unfolded(&grid, size)) {
            return Ok(grid);
        }
        let size = |size: Option<usize>| size.map_or("any".to_owned(), |size| size.to_string());
        let expected = match self.crossed {
            Some((first, second)) => format!("the declared sizes, {first} and {second}"),
            None => {
                let (height, width) = (size(self.height), size(self.width));
                format!("the declared height {height} and width {width}")
            }
        };
        let what = format!("a drawing of {} x {} cells", grid.rows(), grid.columns());
        Err(syntax(what, expected, "correct the sizes or the drawing"))
    }
}
