//! Small memory with one write port and one asynchronous read port.
//! Interface: a write takes effect at the clock edge; `read_data` follows `read_address` in the same cycle.
//! Source: the template that yosys and Vivado map to distributed RAM.

use super::rising_edge::rises;
use super::skip_when_idle::note_state_change;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// 2^`AW` words of `W` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct LutRam<const W: usize, const AW: usize> {
    /// Clock of the write port.
    pub clock: Signal<In, Clock>,
    /// Address of the word to read.
    pub read_address: Signal<In, Bits<AW>>,
    /// Word at `read_address`, in the same cycle.
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

impl<const W: usize, const AW: usize> Logic for LutRam<W, AW> {
    fn update(&mut self) {
        if self.write_enable.val() && rises(&self.clock) {
            note_state_change();
            self._words[self.write_address.val().index()] = self.write_data.val();
        }
        self.read_data.next = self._words[self.read_address.val().index()];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "\
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) begin
   if (write_enable) begin
      mem[write_address] <= write_data;
   end
end

always @(*) read_data = mem[read_address];
",
            msb = W - 1,
            last = (1_usize << AW) - 1
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "lut_ram".into(),
            clock: "clock".into(),
            inputs: ["write_enable", "write_address", "write_data"]
                .map(String::from)
                .to_vec(),
            outputs: vec![],
        }]
    }
}
