//! The `complete` line solver: enumerates all placements of the blocks.
//!
//! It is the reference for the other line solvers. It stops as soon as each unknown cell has been seen both filled and blank,
//! but the worst case is exponential in the number of blocks.

use nonogram_puzzles::Cell;

use super::Contradiction;

/// Returns the line with every decided cell, known cells included.
pub fn solve(clue: &[usize], cells: &[Cell]) -> Result<Vec<Cell>, Contradiction> {
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
        .map(|[blank, filled]| {
            if blank && filled {
                Cell::Unknown
            } else {
                Cell::from(filled)
            }
        })
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
            let room = self.cells[start..end]
                .iter()
                .all(|&cell| cell != Cell::Blank);
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
        if self
            .cells
            .iter()
            .skip(from)
            .any(|&cell| cell == Cell::Filled)
        {
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
