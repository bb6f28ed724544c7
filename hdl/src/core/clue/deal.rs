//! A word of lines, ordered by the slots that serve them.
//! Interface: combinational; the bits of slot `n` stand at `n * L` and above.

use rust_hdl::prelude::*;

/// `S` lines for slots of `L` lines each: the lines of a slot are `S / L` apart.
#[derive(LogicBlock, Default)]
pub struct Deal<const S: usize, const L: usize> {
    /// A bit for each line.
    pub word: Signal<In, Bits<S>>,
    /// The same bits, slot by slot.
    pub dealt: Signal<Out, Bits<S>>,
    /// Slot `n` serves line `n + _turn` and those that follow.
    _turn: usize,
}

impl<const S: usize, const L: usize> Deal<S, L> {
    /// Slots of which slot `n` serves line `n + turn`, modulo their number.
    pub fn turned(turn: usize) -> Self {
        Self {
            _turn: turn,
            ..Self::default()
        }
    }

    /// The line that each bit of the result stands for, the lowest first.
    fn lines(&self) -> impl Iterator<Item = usize> + use<S, L> {
        let (slots, turn) = (S / L, self._turn);
        (0..S).map(move |bit| (bit / L + turn) % slots + bit % L * slots)
    }
}

impl<const S: usize, const L: usize> Logic for Deal<S, L> {
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
