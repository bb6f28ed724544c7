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
    /// The words and the top of each clue: first the rows, then the columns.
    #[default(vec![(vec![Bits::default(); COLOURS + GAPS + 1], false); 2 * LINES])]
    _clues: Vec<(Vec<Bits<SIDE>>, bool)>,
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const GAPS: usize,
    const LINES: usize,
> Clues<SIDE, POSITION_BITS, COLOURS, GAPS, LINES>
{
    /// The ports of the words that are read.
    fn read_words(&mut self) -> impl Iterator<Item = &mut Signal<Out, Bits<SIDE>>> {
        let words = self.read_symbols.iter_mut().chain(self.read_gaps.iter_mut());
        words.chain([&mut self.read_last])
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
            let place = |column: bool, line: Bits<POSITION_BITS>| {
                usize::from(column) * LINES + line.index()
            };
            let read = place(self.read_column.val(), self.read.val());
            let written = place(self.write_column.val(), self.write_index.val());
            let writes = self.write.val();
            // A wrong clue exposes any reliance on a clue that is read while it is written.
            let is_wrong = writes && read == written;
            let (words, top) = self._clues[read].clone();
            for (port, word) in self.read_words().zip(words) {
                port.next = if is_wrong { !word } else { word };
            }
            self.read_top.next = top ^ is_wrong;
            if writes {
                let words = self.write_symbols.iter().chain(self.write_gaps.iter());
                let words = words.chain([&self.write_last]).map(|word| word.val());
                self._clues[written] = (words.collect(), self.write_top.val());
            }
        }
    }

    fn connect(&mut self) {
        self.read_words().for_each(Logic::connect);
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
