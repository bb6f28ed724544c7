//! The leftmost and the rightmost placement of a line's blocks that agree with its known cells.
//!
//! The line solvers `fast` and `olsak`, the rules of hints and the engine `sat` use these placements. Each block is placed at the
//! first possible position from the left; a filled cell that remains uncovered moves the block before it. A start therefore only
//! increases, and is at every step a lower bound for the start of this block in all placements.

use nonogram_puzzles::Cell;

use super::Contradiction;

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
        let left_over = cells[free_from..free_to]
            .iter()
            .rposition(|&cell| cell == Cell::Filled);
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
            decided[i] = if refuted {
                Cell::from(filled)
            } else {
                Cell::Unknown
            };
        }
    }
    Ok(decided)
}
