//! The vote of the crowd: each cell gets its majority value if the majority is large enough.

use nonogram_puzzles::{Cell, Grid};

use super::encoding::share;

/// The cells that have the same value in more than the fraction `threshold` of the pictures; the other cells are unknown.
pub fn vote(crowd: &[Grid], threshold: f64) -> Grid {
    let Some(first) = crowd.first() else {
        return Grid::new(0, 0);
    };
    let mut grid = Grid::new(first.rows(), first.columns());
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let filled = share(crowd, row, column);
            if filled > threshold {
                grid.set(row, column, Cell::Filled);
            } else if 1.0 - filled > threshold {
                grid.set(row, column, Cell::Blank);
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_need_votes_above_the_threshold() {
        let crowd = ["##-", "##-", "#--", "---"].map(|line| Grid::from_lines(&[line]).unwrap());
        let lines = |threshold| vote(&crowd, threshold).to_lines();
        assert_eq!(lines(0.5), ["#?-"]);
        assert_eq!(lines(0.75), ["??-"]);
        assert_eq!(lines(0.99), ["??-"]);
    }
}
