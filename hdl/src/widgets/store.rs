//! Large memory with an output register: one word per cycle at a high clock frequency.
//! Interface: `read_enable` fetches a word at a clock edge; `advance` at a later edge moves the word fetched last to `word`.
//! Source: the simple dual-port template; banks as deep as the ECP5's block RAM, multiplexed after the output registers.

use super::checked;
use super::rising_edge::rises;
use super::skip_when_idle::note_state_change;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Address bits of the deepest one-bit-wide memory that fits one ECP5 block RAM. A bank of this depth needs no logic before its output
/// register.
pub const LONGEST: usize = 14;

/// Simple dual-port memory: 2^`AW` words of `W` bits, in one or two banks of up to 2^`BANK` words.
///
/// If one edge reads and writes the same address, the write takes effect and the value read is undefined, as in [`Ram`](super::Ram).
#[derive(LogicBlock, SmartDefault)]
pub struct Store<const W: usize, const AW: usize, const BANK: usize> {
    /// Clock of both ports.
    #[default(checked(Self::FITS))]
    pub clock: Signal<In, Clock>,
    /// Fetches the word at `read_address` at this clock edge.
    pub read_enable: Signal<In, Bit>,
    /// Address of the word to fetch, valid with `read_enable`.
    pub read_address: Signal<In, Bits<AW>>,
    /// Moves the word fetched last into the output register at this clock edge.
    pub advance: Signal<In, Bit>,
    /// Word moved by the last `advance`; held while `advance` is low.
    pub word: Signal<Out, Bits<W>>,
    /// Stores `write_data` at this clock edge.
    pub write_enable: Signal<In, Bit>,
    /// Address of the word to write, valid with `write_enable`.
    pub write_address: Signal<In, Bits<AW>>,
    /// Word to write, valid with `write_enable`.
    pub write_data: Signal<In, Bits<W>>,
    #[default(vec![Bits::default(); 1 << AW])]
    _words: Vec<Bits<W>>,
    _fetched: Bits<W>,
}

impl<const W: usize, const AW: usize, const BANK: usize> Store<W, AW, BANK> {
    /// The stored words, for observation in simulation.
    pub fn words(&self) -> &[Bits<W>] {
        &self._words
    }

    /// Verilog of one bank: its memory and registers.
    fn bank_verilog(memory: &str, suffix: &str, address_bits: usize, writes: &str) -> String {
        format!(
            "\
(* no_rw_check *)
reg [{msb}:0] {memory} [{last}:0];
reg [{msb}:0] fetched{suffix};
reg [{msb}:0] word{suffix};

always @(posedge clock) begin
   if (read_enable) begin
      fetched{suffix} <= {memory}[read_address[{top}:0]];
   end
   if (advance) begin
      word{suffix} <= fetched{suffix};
   end
end

always @(posedge clock) begin
   if ({writes}) begin
      {memory}[write_address[{top}:0]] <= write_data;
   end
end
",
            msb = W - 1,
            last = (1_usize << address_bits) - 1,
            top = address_bits - 1,
        )
    }
}

impl<const W: usize, const AW: usize, const BANK: usize> Store<W, AW, BANK> {
    /// Checks the parameters at compile time.
    const FITS: () = assert!(AW <= BANK + 1, "AW must be at most BANK + 1 (two banks)");
}

impl<const W: usize, const AW: usize, const BANK: usize> Logic for Store<W, AW, BANK> {
    fn update(&mut self) {
        if rises(&self.clock) {
            if self.advance.val() && self.word.next != self._fetched {
                self.word.next = self._fetched;
                note_state_change();
            }
            if self.read_enable.val() {
                let mut fetched = self._words[self.read_address.val().index()];
                if self.write_enable.val() && self.write_address.val() == self.read_address.val() {
                    fetched = !fetched;
                }
                if self._fetched != fetched {
                    self._fetched = fetched;
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
        self.word.connect();
    }

    fn hdl(&self) -> Verilog {
        if AW <= BANK {
            let bank = Self::bank_verilog("mem", "0", AW, "write_enable");
            return Verilog::Custom(format!(
                "{bank}\nalways @(*) begin\n   word = word0;\nend\n"
            ));
        }
        let low = Self::bank_verilog(
            "mem0",
            "0",
            BANK,
            &format!("write_enable && !write_address[{BANK}]"),
        );
        let high = Self::bank_verilog(
            "mem1",
            "1",
            BANK,
            &format!("write_enable && write_address[{BANK}]"),
        );
        Verilog::Custom(format!(
            "\
{low}
{high}
reg fetched_bank;
reg word_bank;

always @(posedge clock) begin
   if (read_enable) begin
      fetched_bank <= read_address[{BANK}];
   end
   if (advance) begin
      word_bank <= fetched_bank;
   end
end

always @(*) begin
   word = word_bank ? word1 : word0;
end
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "store".into(),
            clock: "clock".into(),
            inputs: [
                "read_enable",
                "read_address",
                "advance",
                "write_enable",
                "write_address",
                "write_data",
            ]
            .map(String::from)
            .to_vec(),
            outputs: vec!["word".into()],
        }]
    }
}
