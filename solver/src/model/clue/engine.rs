//! The line engine: a line's clue as an automaton, run from both ends, two cells a clock from each.
//! Interface: [`Engine::start`] begins a visit, [`Engine::clock`] is one clock; the results stand when [`Engine::ends`].
//! After Baeza-Yates and Gonnet, "A new approach to text searching" (1992), for the bit-parallel automaton.

use super::cells::{BLANK, FILLED};

/// A line's clue: symbol 0 is the leading blank, bit t of `ones` says that symbol t is a filled cell (else a blank, which may repeat).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The symbols that are filled cells.
    pub ones: u64,
    /// The symbol after the last filled one, as one bit: the trailing blank.
    pub end: u64,
}

impl Automaton {
    /// The automaton of a clue, as the core builds it from blocks.
    pub fn new(clue: &[usize]) -> Self {
        let (mut ones, mut at) = (0, 1_u64 << 1);
        for (number, &length) in clue.iter().enumerate() {
            at <<= u64::from(number > 0);
            for _ in 0..length {
                ones |= at;
                at <<= 1;
            }
        }
        Self { ones, end: at }
    }

    /// The symbols after one more cell; `before` are those from which each symbol can be entered.
    fn step(self, states: u64, entered: u64, cell: u8) -> u64 {
        let fill = if cell & BLANK == 0 { self.ones } else { 0 };
        let blank = if cell & FILLED == 0 { !self.ones } else { 0 };
        (entered & fill) | ((states | entered) & blank)
    }
}

/// The most pairs of cells in a line.
pub const PAIRS: usize = 16;

/// The symbols that may have taken the cells of a pair, in the order in which the direction takes them.
type PairStates = [u64; 2];

/// What a visit has found, one bit a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Cells with one possible value.
    pub known: u32,
    /// Those of them that are filled.
    pub filled: u32,
    /// Those of them that were unknown when they were read.
    pub fresh: u32,
}

/// The cells that the engine reads in a clock: from the front and from the back, lower cell first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pairs {
    /// The pair that the forward direction takes in the next clock.
    pub front: [u8; 2],
    /// The pair that the backward direction takes in the next clock.
    pub back: [u8; 2],
}

/// One engine's registers.
#[derive(Clone, Debug)]
pub struct Engine {
    automaton: Automaton,
    step: Option<usize>,
    cells: Pairs,
    /// The cells of the last step.
    stepped: Pairs,
    forward: PairStates,
    backward: PairStates,
    forward_store: [PairStates; PAIRS],
    backward_store: [PairStates; PAIRS],
    finding: Finding,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            automaton: Automaton::default(),
            step: None,
            cells: Pairs::default(),
            stepped: Pairs::default(),
            forward: [0; 2],
            backward: [0; 2],
            forward_store: [[0; 2]; PAIRS],
            backward_store: [[0; 2]; PAIRS],
            finding: Finding::default(),
        }
    }
}

impl Engine {
    /// The clock after this one is the first of a visit.
    pub fn start(&mut self) {
        self.step = Some(0);
    }

    /// Ends a visit without a result.
    pub fn abort(&mut self) {
        self.step = None;
    }

    /// A visit is under way in this clock.
    pub fn is_busy(&self) -> bool {
        self.step.is_some()
    }

    /// This clock is the last of a visit of a line of `pairs` pairs: the hardware shows its finding in the second clock after.
    pub fn ends(&self, pairs: usize) -> bool {
        self.step == Some(pairs + 1)
    }

    /// What the last visit has found.
    pub fn finding(&self) -> Finding {
        self.finding
    }

    /// The pairs that are read in this clock (front, back).
    pub fn reads(&self, pairs: usize) -> Option<(usize, usize)> {
        self.step
            .filter(|&step| step < pairs)
            .map(|step| (step, pairs - 1 - step))
    }

    /// One clock; true when the visit finds that its line cannot be completed.
    pub fn clock(&mut self, pairs: usize, automaton: Automaton, read: Pairs) -> bool {
        let Some(step) = self.step else { return false };
        let mut conflict = false;
        if step > 1 {
            // The pairs of the last step, if the other direction has passed them.
            let (front, back) = (step - 2, pairs + 1 - step);
            if 2 * front + 1 >= pairs {
                let [second, first] = self.backward_store[front];
                conflict |= self.meet(front, self.forward, [first, second], self.stepped.front);
                let [second, first] = self.backward;
                let ahead = self.forward_store[back];
                conflict |= self.meet(back, ahead, [first, second], self.stepped.back);
            }
        }
        if step == 0 {
            self.automaton = automaton;
            self.forward[1] = 1;
            self.backward[1] = automaton.end;
        } else if step <= pairs {
            let line = self.automaton;
            let ([f0, f1], [b0, b1]) = (self.cells.front, self.cells.back);
            let first = line.step(self.forward[1], self.forward[1] << 1, f0);
            self.forward = [first, line.step(first, first << 1, f1)];
            let first = line.step(self.backward[1], self.backward[1] >> 1, b1);
            self.backward = [first, line.step(first, first >> 1, b0)];
            self.forward_store[step - 1] = self.forward;
            self.backward_store[pairs - step] = self.backward;
        }
        self.stepped = self.cells;
        self.cells = read;
        self.step = (step <= pairs).then_some(step + 1);
        conflict
    }

    /// Both directions have taken this pair's cells: what its cells can be.
    fn meet(&mut self, pair: usize, ahead: PairStates, behind: PairStates, cells: [u8; 2]) -> bool {
        let mut conflict = false;
        for half in 0..2 {
            let both = ahead[half] & behind[half];
            let can_fill = both & self.automaton.ones != 0;
            let can_blank = both & !self.automaton.ones != 0;
            let bit = 1 << (2 * pair + half);
            let put = |word: &mut u32, value| *word = *word & !bit | if value { bit } else { 0 };
            put(&mut self.finding.known, can_fill != can_blank);
            put(&mut self.finding.filled, can_fill && !can_blank);
            put(
                &mut self.finding.fresh,
                can_fill != can_blank && cells[half] == 0,
            );
            conflict |= both == 0;
        }
        conflict
    }
}
