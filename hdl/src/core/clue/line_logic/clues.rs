//! The clues of an engine's lines, as automata.
//! Interface: the clue of the line at `read` is valid one cycle later; a write takes effect at the clock edge.
//! Source: the simple dual-port template that yosys and Vivado map to block RAM or distributed RAM.

use crate::core::clue::LINE_BITS;
use crate::widgets::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The clues of `LINES` rows and `LINES` columns with up to `SIDE` + 1 symbols after the leading blank.
///
/// If one edge reads and writes the same line, the write takes effect and the value read is undefined.
#[derive(LogicBlock, SmartDefault)]
pub struct Clues<const SIDE: usize, const LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The line to read is a column.
    pub read_column: Signal<In, Bit>,
    /// Number of the line to read in its engine.
    pub read: Signal<In, Bits<LINE_BITS>>,
    /// Filled symbols of the clue read, one bit per symbol, one cycle after `read`.
    pub read_symbols: Signal<Out, Bits<SIDE>>,
    /// Trailing blank of the clue read, one-hot, or 0 if it is symbol `SIDE` + 1; one cycle after `read`.
    pub read_last: Signal<Out, Bits<SIDE>>,
    /// The trailing blank of the clue read is symbol `SIDE` + 1, one cycle after `read`.
    pub read_top: Signal<Out, Bit>,
    /// Stores a clue.
    pub write: Signal<In, Bit>,
    /// The line to write is a column, with `write`.
    pub write_column: Signal<In, Bit>,
    /// Number of the line to write in its engine, with `write`.
    pub write_index: Signal<In, Bits<LINE_BITS>>,
    /// Filled symbols to store, one bit per symbol, with `write`.
    pub write_symbols: Signal<In, Bits<SIDE>>,
    /// Trailing blank to store, one-hot, or 0 if it is symbol `SIDE` + 1; with `write`.
    pub write_last: Signal<In, Bits<SIDE>>,
    /// The trailing blank to store is symbol `SIDE` + 1, with `write`.
    pub write_top: Signal<In, Bit>,
    /// Clues by kind and line: filled symbols, trailing blank, `top`.
    #[default([[(Bits::default(), Bits::default(), false); 1 << LINE_BITS]; 2])]
    _clues: [[(Bits<SIDE>, Bits<SIDE>, bool); 1 << LINE_BITS]; 2],
}

impl<const SIDE: usize, const LINES: usize> Logic for Clues<SIDE, LINES> {
    fn update(&mut self) {
        if rises(&self.clock) {
            let read = (usize::from(self.read_column.val()), self.read.val().index());
            let written = (
                usize::from(self.write_column.val()),
                self.write_index.val().index(),
            );
            let writes = self.write.val();
            let mut shown = self._clues[read.0][read.1];
            if writes && read == written {
                // A wrong clue exposes any reliance on such a read.
                shown = (!shown.0, !shown.1, !shown.2);
            }
            if (
                self.read_symbols.next,
                self.read_last.next,
                self.read_top.next,
            ) != shown
            {
                (
                    self.read_symbols.next,
                    self.read_last.next,
                    self.read_top.next,
                ) = shown;
                note_state_change();
            }
            if writes {
                note_state_change();
                self._clues[written.0][written.1] = (
                    self.write_symbols.val(),
                    self.write_last.val(),
                    self.write_top.val(),
                );
            }
        }
    }

    fn connect(&mut self) {
        self.read_symbols.connect();
        self.read_last.connect();
        self.read_top.connect();
    }

    fn hdl(&self) -> Verilog {
        // Words per kind: the number of lines, rounded up to a power of two, but at least two.
        let last_bit = LINES.next_power_of_two().trailing_zeros().max(1) - 1;
        Verilog::Custom(format!(
            "\
(* no_rw_check *)
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) begin
   {{read_top, read_last, read_symbols}} <= mem[{{read_column, read[{last_bit}:0]}}];
end

always @(posedge clock) begin
   if (write) begin
      mem[{{write_column, write_index[{last_bit}:0]}}] <= {{write_top, write_last, write_symbols}};
   end
end
",
            msb = 2 * SIDE,
            last = (1_usize << (last_bit + 2)) - 1,
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "clues".into(),
            clock: "clock".into(),
            inputs: [
                "read_column",
                "read",
                "write",
                "write_column",
                "write_index",
                "write_symbols",
                "write_last",
                "write_top",
            ]
            .map(String::from)
            .to_vec(),
            outputs: ["read_symbols", "read_last", "read_top"]
                .map(String::from)
                .to_vec(),
        }]
    }
}
