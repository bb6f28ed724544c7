//! Programs: instructions on words, in groups that run only if one of their inputs has changed.
//! Interface: [`Program`], built by [`Builder`](super::build::Builder) and run by a [`Machine`](super::Machine).
//! Source: own.

use super::instruction::Instruction;

/// Number of words of a simulation: a power of two, so that a place modulo this number needs no bounds check.
pub(super) const WORDS: usize = 1 << 17;

/// Instructions that run together, and the exports, registers and sets of writes that they compute, as ranges of the program's lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) instructions: [u32; 2],
    pub(super) exports: [u32; 2],
    pub(super) registers: [u32; 2],
    pub(super) sets: [u32; 2],
}

/// A word that other groups read, and the range of these groups in [`Program::readers`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Export {
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
}

/// A register: the words of its next and its current value, and the range of the groups that read it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Register {
    pub(super) next: u32,
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
}

/// A write to a memory at an edge: the words of its address, data and mask, and the number of the memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Write {
    pub(super) address: u32,
    pub(super) data: u32,
    pub(super) mask: u32,
    pub(super) memory: u32,
}

/// A set of consecutive writes; their enables are the bits of one word, with that of the first write in bit 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Writes {
    pub(super) enables: u32,
    pub(super) first: u32,
}

/// The range of a memory in the words of all memories, and the range of the groups that read it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) begin: u32,
    pub(super) words: u32,
    pub(super) readers: [u32; 2],
}

/// The constant part of a simulation.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) groups: Vec<Group>,
    pub(super) exports: Vec<Export>,
    pub(super) registers: Vec<Register>,
    /// The module of each register; `holders` has the module of each memory.
    pub(super) owners: Vec<u32>,
    pub(super) holders: Vec<u32>,
    pub(super) writes: Vec<Write>,
    /// The sets of writes.
    pub(super) sets: Vec<Writes>,
    pub(super) memories: Vec<Memory>,
    /// Lists of groups that read a word or memory.
    pub(super) readers: Vec<u32>,
    /// The word and the readers of each input.
    pub(super) inputs: Vec<Export>,
}
