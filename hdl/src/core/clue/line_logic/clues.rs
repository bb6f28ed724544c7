//! The clues of an engine's lines, as automata.
//! Interface: the clue of the line at `read` is valid one cycle later; a write takes effect at the clock edge.
//! Source: the simple dual-port template that yosys and Vivado map to block RAM or distributed RAM.

use crate::prelude::*;

/// The clues of `LINES` rows and `LINES` columns with up to `SIDE` + 1 symbols after the leading blank.
///
/// If one edge reads and writes the same line, the write takes effect and the value read is undefined.
#[derive(LogicBlock, SmartDefault)]
pub struct Clues<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const GAPS: usize,
    const LINES: usize,
> {
    /// The line to read is a column.
    pub read_column: Signal<In, Bit>,
    /// Number of the line to read in its engine.
    pub read: Signal<In, Bits<POSITION_BITS>>,
    /// Filled symbols of the clue read by colour, one bit per symbol, one cycle after `read`.
    pub read_symbols: Array<Signal<Out, Bits<SIDE>>, COLOURS>,
    /// Symbols of the clue read that an optional blank may follow, one bit per symbol, one cycle after `read`.
    pub read_gaps: Array<Signal<Out, Bits<SIDE>>, GAPS>,
    /// Trailing blank of the clue read, one-hot, or 0 if it is symbol `SIDE` + 1; one cycle after `read`.
    pub read_last: Signal<Out, Bits<SIDE>>,
    /// The trailing blank of the clue read is symbol `SIDE` + 1, one cycle after `read`.
    pub read_top: Signal<Out, Bit>,
    /// Stores a clue.
    pub write: Signal<In, Bit>,
    /// The line to write is a column, with `write`.
    pub write_column: Signal<In, Bit>,
    /// Number of the line to write in its engine, with `write`.
    pub write_index: Signal<In, Bits<POSITION_BITS>>,
    /// Filled symbols to store by colour, one bit per symbol, with `write`.
    pub write_symbols: Array<Signal<In, Bits<SIDE>>, COLOURS>,
    /// Symbols that an optional blank may follow, to store, one bit per symbol, with `write`.
    pub write_gaps: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Trailing blank to store, one-hot, or 0 if it is symbol `SIDE` + 1; with `write`.
    pub write_last: Signal<In, Bits<SIDE>>,
    /// The trailing blank to store is symbol `SIDE` + 1, with `write`.
    pub write_top: Signal<In, Bit>,
    /// Clues by kind and line.
    #[default([[Clue::default(); LINES]; 2])]
    _clues: [[Clue<SIDE, COLOURS, GAPS>; LINES]; 2],
}

/// A stored clue.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Clue<const SIDE: usize, const COLOURS: usize, const GAPS: usize> {
    symbols: [Bits<SIDE>; COLOURS],
    gaps: [Bits<SIDE>; GAPS],
    last: Bits<SIDE>,
    top: bool,
}

impl<const SIDE: usize, const COLOURS: usize, const GAPS: usize> Default
    for Clue<SIDE, COLOURS, GAPS>
{
    fn default() -> Self {
        Self {
            symbols: [Bits::default(); COLOURS],
            gaps: [Bits::default(); GAPS],
            last: Bits::default(),
            top: false,
        }
    }
}

impl<const SIDE: usize, const COLOURS: usize, const GAPS: usize> Clue<SIDE, COLOURS, GAPS> {
    fn inverted(self) -> Self {
        Self {
            symbols: self.symbols.map(|word| !word),
            gaps: self.gaps.map(|word| !word),
            last: !self.last,
            top: !self.top,
        }
    }
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const GAPS: usize,
    const LINES: usize,
> Clues<SIDE, POSITION_BITS, COLOURS, GAPS, LINES>
{
    fn shown(&self) -> Clue<SIDE, COLOURS, GAPS> {
        Clue {
            symbols: from_fn(|colour| self.read_symbols[colour].next),
            gaps: from_fn(|gap| self.read_gaps[gap].next),
            last: self.read_last.next,
            top: self.read_top.next,
        }
    }

    /// Names of the words of a clue, the lowest first, after `read` or `write`.
    fn words(port: &str) -> Vec<String> {
        let symbols = (0..COLOURS).map(|colour| format!("{port}_symbols${colour}"));
        let gaps = (0..GAPS).map(|gap| format!("{port}_gaps${gap}"));
        symbols.chain(gaps).chain([format!("{port}_last")]).collect()
    }
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const GAPS: usize,
    const LINES: usize,
> Logic for Clues<SIDE, POSITION_BITS, COLOURS, GAPS, LINES>
{
    fn update(&mut self) {
        if rises() {
            let read = (usize::from(self.read_column.val()), self.read.val().index());
            let written = (usize::from(self.write_column.val()), self.write_index.val().index());
            let writes = self.write.val();
            let mut shown = self._clues[read.0][read.1];
            if writes && read == written {
                // A wrong clue exposes any reliance on such a read.
                shown = shown.inverted();
            }
            if self.shown() != shown {
                for (port, word) in self.read_symbols.iter_mut().zip(shown.symbols) {
                    port.next = word;
                }
                for (port, word) in self.read_gaps.iter_mut().zip(shown.gaps) {
                    port.next = word;
                }
                self.read_last.next = shown.last;
                self.read_top.next = shown.top;
            }
            if writes {
                self._clues[written.0][written.1] = Clue {
                    symbols: from_fn(|colour| self.write_symbols[colour].val()),
                    gaps: from_fn(|gap| self.write_gaps[gap].val()),
                    last: self.write_last.val(),
                    top: self.write_top.val(),
                };
            }
        }
    }

    fn connect(&mut self) {
        self.read_symbols.iter_mut().for_each(Logic::connect);
        self.read_gaps.iter_mut().for_each(Logic::connect);
        self.read_last.connect();
        self.read_top.connect();
    }

    fn hdl(&self) -> Verilog {
        // Words per kind: the number of lines, rounded up to a power of two, but at least two.
        let last_bit = LINES.next_power_of_two().trailing_zeros().max(1) - 1;
        let joined = |port: &str| {
            let words = Self::words(port);
            words.iter().rev().fold(format!("{port}_top"), |text, word| text + ", " + word)
        };
        Verilog::Custom(format!(
            "\
(* no_rw_check *)
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) begin
   {{{shown}}} <= mem[{{read_column, read[{last_bit}:0]}}];
end

always @(posedge clock) begin
   if (write) begin
      mem[{{write_column, write_index[{last_bit}:0]}}] <= {{{stored}}};
   end
end
",
            msb = (COLOURS + GAPS + 1) * SIDE,
            last = (1_usize << (last_bit + 2)) - 1,
            shown = joined("read"),
            stored = joined("write"),
        ))
    }
}
