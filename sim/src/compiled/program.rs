//! Programs: instructions on words, in groups that run when something that they read has changed.
//! Interface: [`Program`], which [`Builder`](super::build::Builder) makes and a [`Machine`](super::Machine) runs.

use super::instruction::Instruction;

/// Words that a simulation may have: a power of two, so that every place is known to be inside.
pub(super) const WORDS: usize = 1 << 17;

/// Instructions that run together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) instructions: [u32; 2],
    pub(super) exports: [u32; 2],
    pub(super) registers: [u32; 2],
    pub(super) sets: [u32; 2],
}

/// A word that other groups read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Export {
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
}

/// A register: the words of its next value and of its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Register {
    pub(super) next: u32,
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
}

/// What a memory takes at an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Write {
    pub(super) address: u32,
    pub(super) data: u32,
    pub(super) mask: u32,
    pub(super) memory: u32,
}

/// Writes whose enables are the bits of a word, the first one's the lowest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Writes {
    pub(super) enables: u32,
    pub(super) first: u32,
}

/// A memory among all memories' words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) begin: u32,
    pub(super) words: u32,
    pub(super) readers: [u32; 2],
}

/// What never changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) groups: Vec<Group>,
    pub(super) exports: Vec<Export>,
    pub(super) registers: Vec<Register>,
    /// The module of each register, and of each memory.
    pub(super) owners: Vec<u32>,
    pub(super) holders: Vec<u32>,
    pub(super) writes: Vec<Write>,
    /// The writes, set by set.
    pub(super) sets: Vec<Writes>,
    pub(super) memories: Vec<Memory>,
    /// Groups that read something.
    pub(super) readers: Vec<u32>,
    /// Each input's word and readers.
    pub(super) inputs: Vec<Export>,
}
