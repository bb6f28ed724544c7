//! The operations of a graph, and parts of their results.
//! Interface: [`Node`], [`Part`], and [`mask`] for values of a width.
//! Source: own.

/// The number of a node in a [`Graph`](super::graph::Graph).
pub(super) type Id = u32;

/// An operation on words of up to 64 bits. The `u32` of an input, register, net, memory or concatenation is its number; otherwise the last
/// `u32` is the width of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Const(u64),
    Input(u32),
    Register(u32),
    /// A net, not replaced by its driver yet.
    Net(u32),
    /// A word of a memory.
    Read(u32, Id),
    And(Id, Id),
    Or(Id, Id),
    Xor(Id, Id),
    Add(Id, Id, u32),
    Sub(Id, Id, u32),
    Mul(Id, Id, u32),
    Shl(Id, Id, u32),
    Shr(Id, Id),
    Eq(Id, Id),
    Lt(Id, Id),
    Le(Id, Id),
    Mux(Id, Id, Id),
    /// Bits of a node: the lowest bit and the width.
    Slice(Id, u32, u32),
    Parity(Id),
    /// A bit, repeated in every position.
    Repeat(Id, u32),
    /// A concatenation, by its number.
    Concat(u32),
}

/// Bits of a node: the lowest bit and the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub(super) node: Id,
    pub(super) low: u32,
    pub(super) width: u32,
}

/// Ones in the lowest `width` bits.
pub(super) const fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}
