//! The line engine: the clue of a line as an automaton, run from both ends, two or four cells per cycle in each direction.
//!
//! Interface: [`Engine::start`] begins a visit, [`Engine::clock`] runs one cycle; the finding is complete after the cycle in which
//! [`Engine::ends`] is true.
//! Source: the bit-parallel automaton of Baeza-Yates and Gonnet, "A new approach to text searching" (1992).

use super::cells::{BLANK, FILLED};

/// The clue of a line. Symbol 0 is the leading blank. Symbol t is a filled cell if bit t of `filled_symbols` is set, else a blank that
/// may repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// Symbols that are filled cells, one bit per symbol.
    pub filled_symbols: u64,
    /// The trailing blank, one-hot: the symbol after the last filled one; symbol 1 if the clue is empty.
    pub last_symbol: u64,
}

impl Automaton {
    /// Builds the automaton of a clue, as the core builds it from blocks.
    pub fn new(clue: &[usize]) -> Self {
        let (mut filled_symbols, mut at) = (0, 1_u64 << 1);
        for (number, &length) in clue.iter().enumerate() {
            at <<= u64::from(number > 0);
            for _ in 0..length {
                filled_symbols |= at;
                at <<= 1;
            }
        }
        Self {
            filled_symbols,
            last_symbol: at,
        }
    }

    /// The symbols that are possible after one more cell. `states` are those before the cell; `entered` are the symbols that follow them
    /// in the direction of the run.
    fn step(self, states: u64, entered: u64, cell: u8) -> u64 {
        let fill = if cell & BLANK == 0 {
            self.filled_symbols
        } else {
            0
        };
        let blank = if cell & FILLED == 0 {
            !self.filled_symbols
        } else {
            0
        };
        (entered & fill) | ((states | entered) & blank)
    }
}

/// Maximum number of cells per group. Each direction processes one group per cycle.
pub const WIDEST: usize = 4;
/// Maximum number of groups per line, with two cells per group.
const GROUPS: usize = 16;

/// Possible symbols at each cell of a group, lowest cell first.
type GroupStates = [u64; WIDEST];

/// Result of a visit, one bit per cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Cells with one possible value.
    pub known: u32,
    /// Cells of `known` that are filled.
    pub filled: u32,
    /// Cells of `known` that were unknown when the engine read them.
    pub fresh: u32,
}

/// The groups that the engine reads in one cycle, one per direction, lowest cell first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups {
    /// The next group of the forward direction.
    pub front: [u8; WIDEST],
    /// The next group of the backward direction.
    pub back: [u8; WIDEST],
}

/// Registers of one engine.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Cells per group.
    width: usize,
    automaton: Automaton,
    /// Cycle of the visit, from 0; `None` between visits.
    step: Option<usize>,
    /// The groups read in the previous cycle.
    cells: Groups,
    /// The groups read two cycles ago, over which the automaton stepped last.
    stepped: Groups,
    forward: GroupStates,
    backward: GroupStates,
    forward_store: [GroupStates; GROUPS],
    backward_store: [GroupStates; GROUPS],
    finding: Finding,
}

impl Engine {
    /// Creates an engine that processes `width` cells per cycle in each direction.
    ///
    /// # Panics
    /// Panics if `width` is neither 2 nor 4.
    pub fn new(width: usize) -> Self {
        assert!(matches!(width, 2 | WIDEST), "a group has 2 or 4 cells");
        Self {
            width,
            automaton: Automaton::default(),
            step: None,
            cells: Groups::default(),
            stepped: Groups::default(),
            forward: GroupStates::default(),
            backward: GroupStates::default(),
            forward_store: Default::default(),
            backward_store: Default::default(),
            finding: Finding::default(),
        }
    }

    /// Starts a visit; the next cycle is its first.
    pub fn start(&mut self) {
        self.step = Some(0);
    }

    /// Ends a visit without a result.
    pub fn abort(&mut self) {
        self.step = None;
    }

    /// Whether a visit is running in this cycle.
    pub fn is_busy(&self) -> bool {
        self.step.is_some()
    }

    /// Whether this cycle is the last one of a visit with `groups` groups. In hardware the finding is valid two cycles later.
    pub fn ends(&self, groups: usize) -> bool {
        self.step == Some(groups + 1)
    }

    /// Result of the last visit; a running visit overwrites it in its second half.
    pub fn finding(&self) -> Finding {
        self.finding
    }

    /// Numbers of the groups (front, back) to read in this cycle; `None` if no group is read.
    pub fn reads(&self, groups: usize) -> Option<(usize, usize)> {
        self.step
            .filter(|&step| step < groups)
            .map(|step| (step, groups - 1 - step))
    }

    /// Runs one cycle. `read` has the groups that [`Engine::reads`] selects in this cycle. Returns true if the cells on which both
    /// directions meet in this cycle show that the line has no completion.
    pub fn clock(&mut self, groups: usize, automaton: Automaton, read: Groups) -> bool {
        let Some(step) = self.step else { return false };
        let mut conflict = false;
        if step > 1 {
            // The groups of the previous step, once the directions have crossed.
            let (front, back) = (step - 2, groups + 1 - step);
            if 2 * front + 1 >= groups {
                let behind = self.backward_store[front];
                conflict |= self.meet(front, self.forward, behind, self.stepped.front);
                let ahead = self.forward_store[back];
                conflict |= self.meet(back, ahead, self.backward, self.stepped.back);
            }
        }
        if step == 0 {
            self.automaton = automaton;
            self.forward[self.width - 1] = 1;
            self.backward[0] = automaton.last_symbol;
        } else if step <= groups {
            let (line, width) = (self.automaton, self.width);
            let mut states = self.forward[width - 1];
            for (after, cell) in self.forward.iter_mut().zip(self.cells.front).take(width) {
                states = line.step(states, states << 1, cell);
                *after = states;
            }
            let mut states = self.backward[0];
            for (after, cell) in (self.backward.iter_mut().zip(self.cells.back).take(width)).rev() {
                states = line.step(states, states >> 1, cell);
                *after = states;
            }
            self.forward_store[step - 1] = self.forward;
            self.backward_store[groups - step] = self.backward;
        }
        self.stepped = self.cells;
        self.cells = read;
        self.step = (step <= groups).then_some(step + 1);
        conflict
    }

    /// Intersects the symbols of both directions at each cell of a group that both have passed, and stores the results in the finding.
    /// Returns true if a cell has no symbol.
    fn meet(
        &mut self,
        group: usize,
        ahead: GroupStates,
        behind: GroupStates,
        cells: [u8; WIDEST],
    ) -> bool {
        let mut conflict = false;
        for cell in 0..self.width {
            let both = ahead[cell] & behind[cell];
            let can_fill = both & self.automaton.filled_symbols != 0;
            let can_blank = both & !self.automaton.filled_symbols != 0;
            let bit = 1 << (self.width * group + cell);
            let put = |word: &mut u32, value| *word = *word & !bit | if value { bit } else { 0 };
            put(&mut self.finding.known, can_fill != can_blank);
            put(&mut self.finding.filled, can_fill && !can_blank);
            put(
                &mut self.finding.fresh,
                can_fill != can_blank && cells[cell] == 0,
            );
            conflict |= both == 0;
        }
        conflict
    }
}
