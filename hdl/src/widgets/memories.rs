//! Memories: block RAM with and without output register, and distributed RAM.

use crate::prelude::*;
use crate::read::number;
use rust_hdl::synth::VCDValue;
use rust_hdl::type_descriptor::TypeDescriptor;
use std::ops::{Deref, DerefMut};

/// The words of a memory. To a probe they are one atom, which is a constant with a composite type.
struct Words<const W: usize, const AW: usize>(Vec<Bits<W>>);

impl<const W: usize, const AW: usize> Default for Words<W, AW> {
    fn default() -> Self {
        Self(vec![Bits::default(); 1 << AW])
    }
}

impl<const W: usize, const AW: usize> Deref for Words<W, AW> {
    type Target = [Bits<W>];

    fn deref(&self) -> &[Bits<W>] {
        &self.0
    }
}

impl<const W: usize, const AW: usize> DerefMut for Words<W, AW> {
    fn deref_mut(&mut self) -> &mut [Bits<W>] {
        &mut self.0
    }
}

impl<const W: usize, const AW: usize> Logic for Words<W, AW> {
    fn update(&mut self) {}
}

impl<const W: usize, const AW: usize> Block for Words<W, AW> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<const W: usize, const AW: usize> Atom for Words<W, AW> {
    fn bits(&self) -> usize {
        W
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }

    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor { name: String::new(), kind: TypeKind::Composite(Vec::new()) }
    }

    fn vcd(&self) -> VCDValue {
        let words = self.0.iter().map(|word| number(&word.verilog()).to_string());
        VCDValue::Composite(words.map(|word| Box::new(VCDValue::String(word))).collect())
    }

    fn verilog(&self) -> VerilogLiteral {
        false.into()
    }

    fn id(&self) -> usize {
        0
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}

/// Whether an atom is the words of a memory.
pub(crate) fn is_memory(atom: &dyn Atom) -> bool {
    matches!(atom.descriptor().kind, TypeKind::Composite(_))
}

/// The lowest 64 bits of each word of a memory.
pub(crate) fn words_of(atom: &dyn Atom) -> Vec<u64> {
    let VCDValue::Composite(words) = atom.vcd() else {
        return Vec::new();
    };
    let word = |word: &VCDValue| match word {
        VCDValue::String(number) => number.parse().unwrap_or_default(),
        _ => 0,
    };
    words.iter().map(|one| word(one)).collect()
}

/// Verilog of a read at `read_enable`: the word of `width` bits is undefined if it `collides` with a write, which checks expose.
fn read_verilog(register: &str, word: &str, width: usize, collides: &str) -> String {
    format!(
        "\
`ifdef NONOGRAM_CHECKS
// A word that is read while it is written is undefined: its complement exposes any use of it.
always @(posedge clock) if (read_enable) {register} <= {word} ^ {{{width}{{{collides}}}}};
`else
always @(posedge clock) if (read_enable) {register} <= {word};
`endif
"
    )
}

/// Bits from which a [`Ram`] is a block RAM on every FPGA that has both kinds: as distributed RAM, 4 kbit take about 400 LUTs of an ECP5.
const BLOCK_RAM_BITS: usize = 4096;

/// Memory with one write port, one synchronous read port and a read enable.
/// Interface: a write takes effect at the clock edge; the word of an enabled read is valid from that edge until the next enabled read.
///
/// Simple dual-port memory: 2^`AW` words of `W` bits.
///
/// If one edge reads and writes the same address, the write takes effect and the value read is undefined, so yosys need not add a
/// register and a comparator to each block RAM. The rust-hdl and the compiled simulation then return the
/// complement of the old word, to expose any use of it; so does the Verilog if the macro `NONOGRAM_CHECKS` is defined.
#[derive(LogicBlock, SmartDefault)]
pub struct Ram<const W: usize, const AW: usize> {
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
    mem: Words<W, AW>,
}

impl<const W: usize, const AW: usize> Logic for Ram<W, AW> {
    fn update(&mut self) {
        if (self.read_enable.val() || self.write_enable.val()) && rises() {
            if self.read_enable.val() {
                let mut word = self.mem[self.read_address.val().index()];
                if self.write_enable.val() && self.write_address.val() == self.read_address.val() {
                    word = !word;
                }
                self.read_data.next = word;
            }
            if self.write_enable.val() {
                self.mem[self.write_address.val().index()] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let style = if W << AW < BLOCK_RAM_BITS { "" } else { ", ram_style = \"block\"" };
        Verilog::Custom(format!(
            "\
(* no_rw_check{style} *)
reg [{msb}:0] mem [{last}:0];

{read}

always @(posedge clock) if (write_enable) mem[write_address] <= write_data;
",
            msb = W - 1,
            last = (1_usize << AW) - 1,
            read = read_verilog(
                "read_data",
                "mem[read_address]",
                W,
                "write_enable && read_address == write_address"
            ),
        ))
    }
}

/// Address bits of the deepest one-bit-wide memory that fits one ECP5 block RAM. A bank of this depth needs no logic before its output
/// register.
pub const LONGEST: usize = 14;

/// Large memory with an output register: one word per cycle at a high clock frequency.
/// Interface: `read_enable` fetches a word at a clock edge; `advance` at a later edge moves the word fetched last to `word`.
///
/// Simple dual-port memory: 2^`AW` words of `W` bits, in one or two banks of up to 2^`BANK` words.
///
/// If one edge reads and writes the same address, the write takes effect and the value read is undefined, as in [`Ram`](super::Ram).
#[derive(LogicBlock, SmartDefault)]
pub struct Store<const W: usize, const AW: usize, const BANK: usize> {
    /// Fetches the word at `read_address` at this clock edge.
    #[default({ const { assert!(AW <= BANK + 1, "AW must be at most BANK + 1 (two banks)") }; Signal::default() })]
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
    mem: Words<W, AW>,
    _fetched: Bits<W>,
}

impl<const W: usize, const AW: usize, const BANK: usize> Store<W, AW, BANK> {
    /// Verilog of one bank: its memory and registers.
    fn bank_verilog(memory: &str, suffix: &str, address_bits: usize, writes: &str) -> String {
        let range = format!("address[{}:0]", address_bits - 1);
        let address = format!("read_{range}");
        format!(
            "\
(* no_rw_check *)
reg [{msb}:0] {memory} [{last}:0];
reg [{msb}:0] fetched{suffix};
reg [{msb}:0] word{suffix};

{read}
always @(posedge clock) if (advance) word{suffix} <= fetched{suffix};

always @(posedge clock) if ({writes}) {memory}[write_address[{top}:0]] <= write_data;
",
            msb = W - 1,
            last = (1_usize << address_bits) - 1,
            top = address_bits - 1,
            read = read_verilog(
                &format!("fetched{suffix}"),
                &format!("{memory}[{address}]"),
                W,
                &format!("{writes} && {address} == write_{range}"),
            ),
        )
    }
}

impl<const W: usize, const AW: usize, const BANK: usize> Logic for Store<W, AW, BANK> {
    fn update(&mut self) {
        if rises() {
            if self.advance.val() {
                self.word.next = self._fetched;
            }
            if self.read_enable.val() {
                let mut fetched = self.mem[self.read_address.val().index()];
                if self.write_enable.val() && self.write_address.val() == self.read_address.val() {
                    fetched = !fetched;
                }
                self._fetched = fetched;
            }
            if self.write_enable.val() {
                self.mem[self.write_address.val().index()] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.word.connect();
    }

    fn hdl(&self) -> Verilog {
        if AW <= BANK {
            let bank = Self::bank_verilog("mem", "0", AW, "write_enable");
            return Verilog::Custom(format!("{bank}\nassign word = word0;\n"));
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

assign word = word_bank ? word1 : word0;
"
        ))
    }
}

/// Small memory with one write port and one asynchronous read port.
/// Interface: a write takes effect at the clock edge; `read_data` follows `read_address` in the same cycle.
///
/// 2^`AW` words of `W` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct LutRam<const W: usize, const AW: usize> {
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
    mem: Words<W, AW>,
}

impl<const W: usize, const AW: usize> Logic for LutRam<W, AW> {
    fn update(&mut self) {
        if self.write_enable.val() && rises() {
            self.mem[self.write_address.val().index()] = self.write_data.val();
        }
        self.read_data.next = self.mem[self.read_address.val().index()];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "\
reg [{msb}:0] mem [{last}:0];

always @(posedge clock) if (write_enable) mem[write_address] <= write_data;

assign read_data = mem[read_address];
",
            msb = W - 1,
            last = (1_usize << AW) - 1
        ))
    }
}
