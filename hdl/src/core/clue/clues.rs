//! The clues of an engine's lines, as the engine takes them.
//! Interface: the clue of the line at `look` is shown in the next clock; a write lands at the clock's end.
//! Source: the simple dual-port template that yosys and Vivado map to block RAM or distributed RAM.

use super::INDEX;
use crate::widgets::{note_state_change, rises};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The clues of `L` rows and `L` columns with up to `S` symbols beside the leading blank.
///
/// A read and a write of one line at one clock edge: the write lands, and the read may get anything.
#[derive(LogicBlock, SmartDefault)]
pub struct Clues<const S: usize, const L: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The line to read is a column.
    pub look_column: Signal<In, Bit>,
    /// Which of the lines.
    pub look: Signal<In, Bits<INDEX>>,
    /// Its filled symbols.
    pub look_ones: Signal<Out, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub look_end: Signal<Out, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub look_top: Signal<Out, Bit>,
    /// Store a clue.
    pub write: Signal<In, Bit>,
    /// Its line is a column.
    pub write_column: Signal<In, Bit>,
    /// Which of the lines.
    pub write_index: Signal<In, Bits<INDEX>>,
    /// Its filled symbols.
    pub write_ones: Signal<In, Bits<S>>,
    /// Its trailing blank, as one bit.
    pub write_end: Signal<In, Bits<S>>,
    /// Its trailing blank is symbol `S` + 1.
    pub write_top: Signal<In, Bit>,
    /// Clues by kind and line: filled symbols, trailing blank, `top`.
    #[default([[(Bits::default(), Bits::default(), false); 1 << INDEX]; 2])]
    _clues: [[(Bits<S>, Bits<S>, bool); 1 << INDEX]; 2],
}

impl<const S: usize, const L: usize> Logic for Clues<S, L> {
    fn update(&mut self) {
        if rises(&self.clock) {
            let look = (usize::from(self.look_column.val()), self.look.val().index());
            let written = (
                usize::from(self.write_column.val()),
                self.write_index.val().index(),
            );
            let writes = self.write.val();
            let mut shown = self._clues[look.0][look.1];
            if writes && look == written {
                // So that nothing relies on what is read then, a wrong clue.
                shown = (!shown.0, !shown.1, !shown.2);
            }
            if (self.look_ones.next, self.look_end.next, self.look_top.next) != shown {
                (self.look_ones.next, self.look_end.next, self.look_top.next) = shown;
                note_state_change();
            }
            if writes {
                note_state_change();
                self._clues[written.0][written.1] = (
                    self.write_ones.val(),
                    self.write_end.val(),
                    self.write_top.val(),
                );
            }
        }
    }

    fn connect(&mut self) {
        self.look_ones.connect();
        self.look_end.connect();
        self.look_top.connect();
    }

    fn hdl(&self) -> Verilog {
        // As few words as the lines need.
        let last_bit = L.next_power_of_two().trailing_zeros().max(1) - 1;
        Verilog::Custom(format!(
            "\
(* no_rw_check *)
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) begin
   {{look_top, look_end, look_ones}} <= mem[{{look_column, look[{last_bit}:0]}}];
end

always @(posedge clock) begin
   if (write) begin
      mem[{{write_column, write_index[{last_bit}:0]}}] <= {{write_top, write_end, write_ones}};
   end
end
",
            msb = 2 * S,
            last = (1_usize << (last_bit + 2)) - 1,
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "clues".into(),
            clock: "clock".into(),
            inputs: [
                "look_column",
                "look",
                "write",
                "write_column",
                "write_index",
                "write_ones",
                "write_end",
                "write_top",
            ]
            .map(String::from)
            .to_vec(),
            outputs: ["look_ones", "look_end", "look_top"]
                .map(String::from)
                .to_vec(),
        }]
    }
}
