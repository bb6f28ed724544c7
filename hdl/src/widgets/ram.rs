//! Memory with one write port, one synchronous read port and a read enable.
//! Interface: a write takes effect at the clock edge; the word of an enabled read is valid from that edge until the next enabled read.
//! Source: the simple dual-port template that yosys and Vivado map to block RAM.

use super::rising_edge::rises;
use super::skip_when_idle::note_state_change;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Simple dual-port memory: 2^`AW` words of `W` bits.
///
/// If one edge reads and writes the same address, the write takes effect and the value read is undefined, so yosys need not add a
/// register and a comparator to each block RAM. The rust-hdl and the compiled simulation then return the
/// inverted old word, to expose any reliance on it; a Verilog simulator returns the old word.
#[derive(LogicBlock, SmartDefault)]
pub struct Ram<const W: usize, const AW: usize> {
    /// Clock of both ports.
    pub clock: Signal<In, Clock>,
    /// Reads the word at `read_address` at this clock edge.
    pub read_enable: Signal<In, Bit>,
    /// Address of the word to read, valid with `read_enable`.
    pub read_address: Signal<In, Bits<AW>>,
    /// Word read by the last enabled read; held until the next one.
    pub read_data: Signal<Out, Bits<W>>,
    /// Stores `write_data` at this clock edge.
    pub write_enable: Signal<In, Bit>,
    /// Address of the word to write, valid with `write_enable`.
    pub write_address: Signal<In, Bits<AW>>,
    /// Word to write, valid with `write_enable`.
    pub write_data: Signal<In, Bits<W>>,
    #[default(vec![Bits::default(); 1 << AW])]
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const AW: usize> Ram<W, AW> {
    /// The stored words, for observation in simulation.
    pub fn words(&self) -> &[Bits<W>] {
        &self._words
    }
}

impl<const W: usize, const AW: usize> Logic for Ram<W, AW> {
    fn update(&mut self) {
        if (self.read_enable.val() || self.write_enable.val()) && rises(&self.clock) {
            if self.read_enable.val() {
                let mut word = self._words[self.read_address.val().index()];
                if self.write_enable.val() && self.write_address.val() == self.read_address.val() {
                    word = !word;
                }
                if self.read_data.next != word {
                    self.read_data.next = word;
                    note_state_change();
                }
            }
            if self.write_enable.val() {
                note_state_change();
                self._words[self.write_address.val().index()] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "\
(* no_rw_check *)
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) begin
   if (read_enable) begin
      read_data <= mem[read_address];
   end
end

always @(posedge clock) begin
   if (write_enable) begin
      mem[write_address] <= write_data;
   end
end
",
            msb = W - 1,
            last = (1_usize << AW) - 1
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "ram".into(),
            clock: "clock".into(),
            inputs: [
                "read_enable",
                "read_address",
                "write_enable",
                "write_address",
                "write_data",
            ]
            .map(String::from)
            .to_vec(),
            outputs: vec!["read_data".into()],
        }]
    }
}
