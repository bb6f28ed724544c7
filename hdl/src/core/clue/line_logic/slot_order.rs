//! Reorders a word of one bit per line so that the bits of each slot's lines are adjacent.
//! Interface: combinational; the bits of slot n start at bit n * `LINES`.
//! Source: own; wiring only.

use rust_hdl::prelude::*;

/// `SIDE` lines for slots of `LINES` lines each: the lines of a slot are `SIDE / LINES` apart.
#[derive(LogicBlock, Default)]
pub struct SlotOrder<const SIDE: usize, const LINES: usize> {
    /// One bit per line.
    pub word: Signal<In, Bits<SIDE>>,
    /// Bits of `word`, slot by slot.
    pub ordered: Signal<Out, Bits<SIDE>>,
    /// The first line of slot n is n + `_turn`, modulo the number of slots.
    _turn: usize,
}

impl<const SIDE: usize, const LINES: usize> SlotOrder<SIDE, LINES> {
    /// The reordering in which the first line of slot n is line n + `turn`, modulo the number of slots.
    pub fn turned(turn: usize) -> Self {
        Self {
            _turn: turn,
            ..Self::default()
        }
    }

    /// Line of each bit of `ordered`, lowest bit first.
    fn lines(&self) -> impl Iterator<Item = usize> + use<SIDE, LINES> {
        let (slots, turn) = (SIDE / LINES, self._turn);
        (0..SIDE).map(move |bit| (bit / LINES + turn) % slots + bit % LINES * slots)
    }
}

impl<const SIDE: usize, const LINES: usize> Logic for SlotOrder<SIDE, LINES> {
    fn update(&mut self) {
        let word = self.word.val();
        let ordered = (self.lines().enumerate()).fold(0, |ordered, (bit, line)| {
            ordered | u64::from(word.get_bit(line)) << bit
        });
        self.ordered.next = ordered.into();
    }

    fn connect(&mut self) {
        self.ordered.connect();
    }

    fn hdl(&self) -> Verilog {
        let mut bits: Vec<String> = self.lines().map(|line| format!("word[{line}]")).collect();
        bits.reverse();
        Verilog::Custom(format!("always @(*) ordered = {{{}}};\n", bits.join(", ")))
    }
}
