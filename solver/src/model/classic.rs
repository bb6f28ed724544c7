//! Exact model of the classic core: lines circulate in one queue, and a visit eliminates the options that contradict known cells.
//!
//! Interface: [`Classic::visit`] performs one line visit of the hardware, so that model and hardware can run in lockstep.
//! Source: the known / assigned state machine of the published FPGA design.

use std::collections::VecDeque;

use nonogram_protocol::Status;
use nonogram_puzzles::{Cell, Grid, Puzzle};

/// Longest line that the model supports: an option is one 32-bit word.
pub const MAX_LINE: usize = 32;

/// A line in the queue. Rows are numbered from 0; columns follow.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    line: usize,
    options: Vec<u32>,
}

/// State of the model between two line visits. Cell 0 of a line is bit 0 of a word.
///
/// ```
/// use nonogram_puzzles::{Grid, Puzzle};
/// use nonogram_protocol::Status;
/// use nonogram_solver::model::classic::Classic;
///
/// let picture = Grid::from_lines(&["-#-", "###", "-#-"])?;
/// let mut model = Classic::from_puzzle(&Puzzle::from_grid(&picture)).expect("at most 32x32");
/// assert_eq!(model.run(), Status::Solved);
/// assert_eq!(model.grid(), picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Classic {
    columns: usize,
    queue: VecDeque<Waiting>,
    /// Known cells, one word per row.
    known: Vec<u32>,
    /// Filled cells among the known ones, one word per row.
    assigned: Vec<u32>,
    /// Options in the queue per line, rows first.
    counts: Vec<usize>,
    /// Number of consecutive visits that changed nothing.
    quiet: usize,
    visits: u64,
    status: Option<Status>,
}

impl Classic {
    /// Creates a board of `rows` x `columns` cells. `options[i]` are the options of line `i`, rows first, then columns.
    ///
    /// # Panics
    /// Panics if a side is 0 or above [`MAX_LINE`], or the number of option lists differs from the number of lines.
    pub fn new(rows: usize, columns: usize, options: Vec<Vec<u32>>) -> Self {
        assert!((1..=MAX_LINE).contains(&rows) && (1..=MAX_LINE).contains(&columns));
        assert_eq!(options.len(), rows + columns, "one option list per line");
        Self {
            columns,
            known: vec![0; rows],
            assigned: vec![0; rows],
            counts: options.iter().map(Vec::len).collect(),
            queue: (0..).zip(options).map(|(line, options)| Waiting { line, options }).collect(),
            quiet: 0,
            visits: 0,
            status: None,
        }
    }

    /// Creates the board of a puzzle, or returns `None` if a side is above [`MAX_LINE`].
    pub fn from_puzzle(puzzle: &Puzzle) -> Option<Self> {
        let (rows, columns) = (puzzle.row_count(), puzzle.column_count());
        if rows > MAX_LINE || columns > MAX_LINE {
            return None;
        }
        let row_options = puzzle.rows().iter().map(|clue| options(columns, clue));
        let column_options = puzzle.columns().iter().map(|clue| options(rows, clue));
        Some(Self::new(rows, columns, row_options.chain(column_options).collect()))
    }

    /// Visits the next line and returns its number. Returns `None` once the board has a final status.
    pub fn visit(&mut self) -> Option<usize> {
        if self.status.is_some() {
            return None;
        }
        let Waiting { line, options } = self.queue.pop_front()?;
        self.visits += 1;
        let (known, assigned) = self.line(line);
        let before = options.len();
        let survivors: Vec<u32> =
            options.into_iter().filter(|option| (option ^ assigned) & known == 0).collect();
        let mask = self.mask(line);
        let always1 = survivors.iter().fold(mask, |cells, option| cells & option);
        let always0 = survivors.iter().fold(mask, |cells, option| cells & !option);
        let left = survivors.len();
        // Equal options are one: a line is settled once its survivors agree on every cell.
        let settled = always1 | always0 == mask;
        self.counts[line] = if settled { 0 } else { left };
        if left == 0 {
            self.status = Some(Status::Unsolvable);
            return Some(line);
        }
        self.learn(line, always1, always0);
        let productive = (always1 | always0) & !known != 0 || left != before || settled;
        self.quiet = if productive { 0 } else { self.quiet + 1 };
        if !settled {
            self.queue.push_back(Waiting { line, options: survivors });
        }
        if self.queue.is_empty() {
            self.status = Some(Status::Solved);
        } else if self.quiet == self.queue.len() {
            self.status = Some(Status::Stalled);
        }
        Some(line)
    }

    /// Visits lines until the board has a final status.
    pub fn run(&mut self) -> Status {
        loop {
            if let Some(status) = self.status {
                return status;
            }
            self.visit();
        }
    }

    /// Final status of the board, or `None` while it is undecided.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// Number of line visits so far.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Known cells, one word per row, column 0 in bit 0.
    pub fn known(&self) -> &[u32] {
        &self.known
    }

    /// Filled cells, one word per row, column 0 in bit 0. A subset of [`Self::known`].
    pub fn assigned(&self) -> &[u32] {
        &self.assigned
    }

    /// Number of options in the queue per line, rows first; 0 for a line that has left the queue.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Number of words in the queue: a header and the options of each waiting line.
    pub fn words(&self) -> usize {
        self.queue.iter().map(|waiting| 1 + waiting.options.len()).sum()
    }

    /// The grid with the cells known so far.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.known.len(), self.columns);
        for (row, (known, assigned)) in self.known.iter().zip(&self.assigned).enumerate() {
            for column in (0..self.columns).filter(|column| known >> column & 1 == 1) {
                let filled = assigned >> column & 1 == 1;
                grid.set(row, column, if filled { Cell::Filled } else { Cell::Blank });
            }
        }
        grid
    }

    /// Mask of the cells of a line.
    fn mask(&self, line: usize) -> u32 {
        let length = if line < self.known.len() { self.columns } else { self.known.len() };
        u32::MAX >> (MAX_LINE - length)
    }

    /// Known and assigned cells of a line.
    fn line(&self, line: usize) -> (u32, u32) {
        match line.checked_sub(self.known.len()) {
            None => (self.known[line], self.assigned[line]),
            Some(column) => {
                let gather = |words: &[u32]| {
                    (0..).zip(words).fold(0, |bits, (row, word)| bits | (word >> column & 1) << row)
                };
                (gather(&self.known), gather(&self.assigned))
            }
        }
    }

    /// Makes cells of a line known: filled in `always1`, blank in `always0`.
    fn learn(&mut self, line: usize, always1: u32, always0: u32) {
        match line.checked_sub(self.known.len()) {
            None => {
                self.known[line] |= always1 | always0;
                self.assigned[line] |= always1;
            }
            Some(column) => {
                for row in 0..self.known.len() {
                    self.known[row] |= ((always1 | always0) >> row & 1) << column;
                    self.assigned[row] |= (always1 >> row & 1) << column;
                }
            }
        }
    }
}

/// All placements of a clue in a line of up to [`MAX_LINE`] cells, leftmost first.
pub fn options(length: usize, clue: &[usize]) -> Vec<u32> {
    fn place(length: usize, from: usize, clue: &[usize], cells: u32, found: &mut Vec<u32>) {
        let Some((&block, rest)) = clue.split_first() else {
            return found.push(cells);
        };
        let room = clue.iter().sum::<usize>() + rest.len();
        for start in from..=length.saturating_sub(room) {
            if start + room <= length {
                let filled = (u32::MAX >> (MAX_LINE - block)) << start;
                place(length, start + block + 1, rest, cells | filled, found);
            }
        }
    }
    let mut found = Vec::new();
    place(length, 0, clue, 0, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_all_placements_leftmost_first() {
        assert_eq!(options(5, &[2, 1]), [0b01011, 0b10011, 0b10110]);
        assert_eq!(options(4, &[]), [0]);
        assert_eq!(options(11, &[1, 1, 1]).len(), 84);
        assert_eq!(options(3, &[2, 2]), [] as [u32; 0]);
        assert_eq!(options(32, &[32]), [u32::MAX]);
    }

    #[test]
    fn a_line_whose_options_are_all_equal_is_settled() {
        let mut model = Classic::new(1, 1, vec![vec![0, 0], vec![0]]);
        assert_eq!(model.run(), Status::Solved);
        assert_eq!((model.counts(), model.visits()), (&[0, 0][..], 2));
    }

    #[test]
    fn classic_core_refuses_sides_above_the_maximum() {
        let board = |rows, columns| Puzzle::from_grid(&Grid::from_fn(rows, columns, |_, _| true));
        for (rows, columns) in [(32, 1), (1, 32), (32, 32)] {
            let mut model = Classic::from_puzzle(&board(rows, columns)).unwrap();
            assert_eq!(model.run(), Status::Solved);
            assert_eq!(model.grid().known_cells(), rows * columns);
        }
        for (rows, columns) in [(33, 1), (1, 33)] {
            assert!(Classic::from_puzzle(&board(rows, columns)).is_none());
        }
    }
}
