//! Reorders a word with one bit per line by the slots that serve the lines.
//! Interface: combinational; the bits of slot `n` are at `n * L` and above.
//! Own; wiring only.

use rust_hdl::prelude::*;

/// `SIDE` lines for slots of `LINES` lines each: the lines of a slot are `S / L` apart.
#[derive(LogicBlock, Default)]
pub struct Deal<const SIDE: usize, const LINES: usize> {
    /// One bit per line.
    pub word: Signal<In, Bits<SIDE>>,
    /// The same bits, slot by slot.
    pub dealt: Signal<Out, Bits<SIDE>>,
    /// Slot `n` serves line `n + _turn` and those that follow.
    _turn: usize,
}

impl<const SIDE: usize, const LINES: usize> Deal<SIDE, LINES> {
    /// Slots of which slot `n` serves line `n + turn`, modulo their number.
    pub fn turned(turn: usize) -> Self {
        Self {
            _turn: turn,
            ..Self::default()
        }
    }

    /// The line that each bit of the result stands for, the lowest first.
    fn lines(&self) -> impl Iterator<Item = usize> + use<SIDE, LINES> {
        let (slots, turn) = (SIDE / LINES, self._turn);
        (0..SIDE).map(move |bit| (bit / LINES + turn) % slots + bit % LINES * slots)
    }
}

impl<const SIDE: usize, const LINES: usize> Logic for Deal<SIDE, LINES> {
    fn update(&mut self) {
        let word = self.word.val();
        let dealt = (self.lines().enumerate()).fold(0, |dealt, (bit, line)| {
            dealt | u64::from(word.get_bit(line)) << bit
        });
        self.dealt.next = dealt.into();
    }

    fn connect(&mut self) {
        self.dealt.connect();
    }

    fn hdl(&self) -> Verilog {
        let mut bits: Vec<String> = self.lines().map(|line| format!("word[{line}]")).collect();
        bits.reverse();
        Verilog::Custom(format!("always @(*) dealt = {{{}}};\n", bits.join(", ")))
    }
}
