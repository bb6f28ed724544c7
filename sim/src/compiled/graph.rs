//! Values as a graph of operations. They are simplified during construction, and equal operations share a node (value numbering).
//! Interface: one method per operation, which returns the node of the result. The bits above the width of a word are zero. A slice of a
//! concatenation becomes a concatenation of its parts, and adjacent parts of a word are joined.

use std::collections::HashMap;

use super::instruction::{Code, Op};

/// The nodes created so far.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    widths: Vec<u32>,
    /// The module that each node was created for.
    pub(super) owners: Vec<u32>,
    /// The module that new nodes are created for.
    pub(super) owner: u32,
    known: HashMap<Node, Id>,
    pub(super) concats: Vec<Vec<Part>>,
    known_concats: HashMap<Vec<Part>, u32>,
}

impl Graph {
    fn raw(&mut self, node: Node, width: u32) -> Id {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node);
        self.widths.push(width);
        self.owners.push(self.owner);
        self.known.insert(node, id);
        id
    }

    pub(super) fn width(&self, id: Id) -> u32 {
        self.widths[id as usize]
    }

    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes[id as usize]
    }

    /// The operands of a node.
    pub(super) fn operands(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Node::Const(_) | Node::Input(_) | Node::Register(_) | Node::Net(_) => Vec::new(),
            Node::Slice(a, ..) => vec![a],
            Node::Op(op) => op.words().to_vec(),
            Node::Concat(number) => {
                let parts = &self.concats[number as usize];
                parts.iter().map(|part| part.node).collect()
            }
        }
    }

    pub(super) fn value(&self, id: Id) -> Option<u64> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn constant(&mut self, value: u64) -> Id {
        self.raw(Node::Const(value), u64::BITS - value.leading_zeros())
    }

    pub(super) fn input(&mut self, number: u32, width: u32) -> Id {
        self.raw(Node::Input(number), width)
    }

    pub(super) fn register(&mut self, number: u32, width: u32) -> Id {
        self.raw(Node::Register(number), width)
    }

    pub(super) fn net(&mut self, number: u32, width: u32) -> Id {
        self.raw(Node::Net(number), width)
    }

    /// A copy of a node that value numbering does not merge with the original.
    pub(super) fn nameless(&mut self, of: Id) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(self.node(of));
        self.widths.push(self.width(of));
        self.owners.push(self.owners[of as usize]);
        id
    }

    pub(super) fn read(&mut self, memory: u32, address: Id, width: u32) -> Id {
        self.operation(Code::Read, [address, memory, 0], width)
    }

    /// The node of an operation: a constant if all operands are constants.
    fn operation(&mut self, code: Code, operands: [Id; 3], width: u32) -> Id {
        let op = Op { code, width: width as u8, operands, ..Op::default() };
        if code != Code::Read && op.words().iter().all(|&id| self.value(id).is_some()) {
            return self
                .constant(op.evaluate(operands.map(|id| self.value(id).unwrap_or_default())));
        }
        self.raw(Node::Op(op), width)
    }

    fn binary(&mut self, code: Code, a: Id, b: Id, width: u32) -> Id {
        self.operation(code, [a, b, 0], width)
    }

    /// An operation other than a read, simplified.
    pub(super) fn apply(&mut self, code: Code, [a, b, c]: [Id; 3], width: u32) -> Id {
        match code {
            Code::And => self.and(a, b),
            Code::Or => self.or(a, b),
            Code::Xor => self.xor(a, b),
            Code::Add => self.add(a, b, width),
            Code::Sub => self.sub(a, b, width),
            Code::Mul => self.mul(a, b, width),
            Code::Shl => self.shl(a, b, width),
            Code::Shr => self.shr(a, b),
            Code::Eq => self.eq(a, b),
            Code::Lt => self.lt(a, b),
            Code::Le => self.le(a, b),
            Code::Mux => self.mux(c, a, b),
            Code::Parity => self.parity(a),
            Code::Repeat => self.repeat(a, width),
            // A graph has no copies, slices and insertions as operations, and a read has its own method.
            Code::Copy | Code::Slice | Code::Read | Code::Insert => a,
        }
    }

    /// The operands of a commutative operation in the order of their numbers, constants last.
    fn ordered(&self, a: Id, b: Id) -> (Id, Id) {
        let key = |id: Id| (self.value(id).is_some(), id);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    pub(super) fn and(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        let width = self.width(a);
        let Some(value) = self.value(b) else {
            if self.inverse(a) == Some(b) || self.inverse(b) == Some(a) {
                return self.constant(0);
            }
            return self.binary(Code::And, a, b, width.min(self.width(b)));
        };
        let kept = value & mask(width);
        if kept == 0 {
            return self.constant(0);
        }
        // An AND with consecutive ones is a slice, shifted to its place.
        let low = kept.trailing_zeros();
        let ones = (kept >> low).trailing_ones();
        if kept == mask(ones) << low {
            let slice = self.slice(a, low, ones);
            return self.shifted(slice, low, 64);
        }
        let constant = self.constant(kept);
        self.binary(Code::And, a, constant, u64::BITS - kept.leading_zeros())
    }

    pub(super) fn or(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = self.ordered(a, b);
        let ones = mask(self.width(a));
        match self.value(b) {
            _ if a == b => return a,
            Some(0) => return a,
            Some(value) if value & ones == ones => return b,
            _ => {}
        }
        let width = self.width(a).max(self.width(b));
        if width == 1 && (self.inverse(a) == Some(b) || self.inverse(b) == Some(a)) {
            return self.constant(1);
        }
        self.binary(Code::Or, a, b, width)
    }

    pub(super) fn xor(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = self.ordered(a, b);
        match self.value(b) {
            _ if a == b => return self.constant(0),
            Some(0) => return a,
            Some(value) => {
                if let Node::Op(Op { code: Code::Xor, operands: [inner, other, _], .. }) =
                    self.node(a)
                    && let Some(other) = self.value(other)
                {
                    let both = self.constant(value ^ other);
                    return self.xor(inner, both);
                }
            }
            None => {}
        }
        let width = self.width(a).max(self.width(b));
        self.binary(Code::Xor, a, b, width)
    }

    pub(super) fn not(&mut self, a: Id, width: u32) -> Id {
        let ones = self.constant(mask(width));
        self.xor(a, ones)
    }

    /// The bit whose inverse this node is; `None` for another node.
    pub(super) fn inverse(&self, a: Id) -> Option<Id> {
        match self.node(a) {
            Node::Op(Op { code: Code::Xor, operands: [bit, one, _], .. })
                if self.value(one) == Some(1) && self.width(bit) <= 1 =>
            {
                Some(bit)
            }
            _ => None,
        }
    }

    pub(super) fn add(&mut self, a: Id, b: Id, width: u32) -> Id {
        let (a, b) = self.ordered(a, b);
        match self.value(b) {
            Some(0) => self.slice(a, 0, width),
            _ => self.binary(Code::Add, a, b, width),
        }
    }

    pub(super) fn sub(&mut self, a: Id, b: Id, width: u32) -> Id {
        match self.value(b) {
            Some(0) => self.slice(a, 0, width),
            _ if a == b => self.constant(0),
            _ => self.binary(Code::Sub, a, b, width),
        }
    }

    pub(super) fn mul(&mut self, a: Id, b: Id, width: u32) -> Id {
        let (a, b) = self.ordered(a, b);
        match self.value(b) {
            Some(0) => b,
            Some(1) => self.slice(a, 0, width),
            _ => self.binary(Code::Mul, a, b, width),
        }
    }

    pub(super) fn shl(&mut self, a: Id, b: Id, width: u32) -> Id {
        if self.value(a) == Some(0) {
            return a;
        }
        match self.value(b) {
            Some(by) if by >= u64::from(width) => self.constant(0),
            Some(by) => self.shifted(a, by as u32, width),
            None => self.binary(Code::Shl, a, b, width),
        }
    }

    /// A word shifted left and cut to a width.
    fn shifted(&mut self, a: Id, by: u32, width: u32) -> Id {
        let kept = self.width(a).min(width.saturating_sub(by));
        if by == 0 {
            return self.slice(a, 0, kept);
        }
        if kept == 0 {
            return self.constant(0);
        }
        let zero = self.constant(0);
        let part = |node, width| Part { node, low: 0, width };
        self.concat(vec![part(zero, by), part(a, kept)])
    }

    pub(super) fn shr(&mut self, a: Id, b: Id) -> Id {
        if self.value(a) == Some(0) {
            return a;
        }
        let width = self.width(a);
        match self.value(b) {
            Some(by) if by >= u64::from(width) => self.constant(0),
            Some(by) => self.slice(a, by as u32, width - by as u32),
            None => self.binary(Code::Shr, a, b, width),
        }
    }

    pub(super) fn eq(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        match self.value(b) {
            _ if a == b => self.constant(1),
            Some(value) if value > mask(width) => self.constant(0),
            Some(1) if width <= 1 => a,
            Some(_) if width <= 1 => self.not(a, 1),
            _ => self.binary(Code::Eq, a, b, 1),
        }
    }

    pub(super) fn ne(&mut self, a: Id, b: Id) -> Id {
        let eq = self.eq(a, b);
        self.not(eq, 1)
    }

    /// Whether all of `width` bits are set.
    pub(super) fn all(&mut self, a: Id, width: u32) -> Id {
        let ones = self.constant(mask(width));
        self.eq(a, ones)
    }

    /// Whether any bit is set.
    pub(super) fn any(&mut self, a: Id) -> Id {
        if self.width(a) <= 1 {
            return a;
        }
        let zero = self.constant(0);
        self.ne(a, zero)
    }

    pub(super) fn lt(&mut self, a: Id, b: Id) -> Id {
        if a == b || self.value(b) == Some(0) {
            return self.constant(0);
        }
        self.binary(Code::Lt, a, b, 1)
    }

    pub(super) fn le(&mut self, a: Id, b: Id) -> Id {
        if a == b || self.value(a) == Some(0) {
            return self.constant(1);
        }
        self.binary(Code::Le, a, b, 1)
    }

    /// `a` if the bit `c` is set, else `b`.
    pub(super) fn mux(&mut self, c: Id, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(value) = self.value(c) {
            return if value != 0 { a } else { b };
        }
        if let Some(c) = self.inverse(c) {
            return self.mux(c, b, a);
        }
        let choice = |graph: &Self, id: Id| match graph.node(id) {
            Node::Op(Op { code: Code::Mux, operands: [x, y, d], .. }) if d == c => Some((x, y)),
            _ => None,
        };
        if let Some((x, _)) = choice(self, a) {
            return self.mux(c, x, b);
        }
        if let Some((_, y)) = choice(self, b) {
            return self.mux(c, a, y);
        }
        let width = self.width(a).max(self.width(b));
        if width == 1 {
            let not = |graph: &mut Self| graph.not(c, 1);
            match (self.value(a), self.value(b)) {
                (Some(1), Some(0)) => return c,
                (Some(0), Some(1)) => return not(self),
                (Some(1), None) => return self.or(c, b),
                (None, Some(0)) => return self.and(c, a),
                (Some(0), None) => {
                    let not = not(self);
                    return self.and(not, b);
                }
                (None, Some(1)) => {
                    let not = not(self);
                    return self.or(not, a);
                }
                _ => {}
            }
        }
        self.operation(Code::Mux, [a, b, c], width)
    }

    pub(super) fn parity(&mut self, a: Id) -> Id {
        if self.width(a) <= 1 {
            return a;
        }
        self.binary(Code::Parity, a, 0, 1)
    }

    pub(super) fn repeat(&mut self, a: Id, width: u32) -> Id {
        if width == 1 || self.value(a) == Some(0) {
            return a;
        }
        self.binary(Code::Repeat, a, 0, width)
    }
}

impl Graph {
    /// The slice of a word that starts at bit `low` and has up to `width` bits.
    pub(super) fn slice(&mut self, a: Id, low: u32, width: u32) -> Id {
        let all = self.width(a);
        if low == 0 && width >= all {
            return a;
        }
        if low >= all || width == 0 {
            return self.constant(0);
        }
        let width = width.min(all - low);
        let fits = |graph: &Self, id: Id| graph.value(id).is_some() || graph.width(id) <= width;
        match self.node(a) {
            Node::Const(value) => self.constant(value >> low & mask(width)),
            Node::Slice(b, begin, _) => self.slice(b, begin + low, width),
            Node::Concat(number) => {
                let parts = cut(&self.concats[number as usize], low, width);
                self.concat(parts)
            }
            Node::Op(Op { code: Code::Repeat, operands: [b, ..], .. }) => self.repeat(b, width),
            Node::Op(Op { code: Code::Shl, operands: [b, c, _], .. }) if low == 0 => {
                self.shl(b, c, width)
            }
            Node::Op(Op { code, operands: [b, c, _], .. })
                if low == 0
                    && match code {
                        Code::Add | Code::Sub => true,
                        Code::And | Code::Or | Code::Xor => fits(self, b) && fits(self, c),
                        _ => false,
                    } =>
            {
                let [b, c] = [b, c].map(|id| self.slice(id, 0, width));
                self.apply(code, [b, c, 0], width)
            }
            _ => self.raw(Node::Slice(a, low, width), width),
        }
    }

    /// A concatenation of parts, the lowest first.
    pub(super) fn concat(&mut self, parts: Vec<Part>) -> Id {
        let parts = self.tidy(parts);
        match parts[..] {
            [] => self.constant(0),
            [Part { node, low, width }] => self.slice(node, low, width),
            _ => {
                let width = parts.iter().map(|part| part.width).sum();
                let number = match self.known_concats.get(&parts) {
                    Some(&number) => number,
                    None => {
                        let number = self.concats.len() as u32;
                        self.concats.push(parts.clone());
                        self.known_concats.insert(parts, number);
                        number
                    }
                };
                self.raw(Node::Concat(number), width)
            }
        }
    }

    /// Equivalent, simpler parts: nested slices and concatenations are resolved, neighbours joined, zeros at the top removed.
    fn tidy(&mut self, parts: Vec<Part>) -> Vec<Part> {
        let mut flat: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            self.flatten(part, &mut flat);
        }
        let mut tidy: Vec<Part> = Vec::with_capacity(flat.len());
        for part in flat {
            if let Some(last) = tidy.last_mut() {
                if let (Some(x), Some(y)) = (self.value(last.node), self.value(part.node)) {
                    let low = x >> last.low & mask(last.width);
                    let high = y >> part.low & mask(part.width);
                    let width = last.width + part.width;
                    if width <= 64 {
                        *last =
                            Part { node: self.constant(low | high << last.width), low: 0, width };
                        continue;
                    }
                } else if last.node == part.node && last.low + last.width == part.low {
                    last.width += part.width;
                    continue;
                }
            }
            tidy.push(part);
        }
        while let Some(last) = tidy.last()
            && self.value(last.node) == Some(0)
        {
            tidy.pop();
        }
        tidy
    }

    fn flatten(&mut self, part: Part, flat: &mut Vec<Part>) {
        let Part { node, low, width } = part;
        if width == 0 {
            return;
        }
        let all = self.width(node);
        // The bits above the node's width are zero.
        if self.value(node).is_none() && low + width > all {
            let inside = all.saturating_sub(low).min(width);
            if inside > 0 {
                let part = Part { width: inside, ..part };
                self.flatten(part, flat);
            }
            let zero = self.constant(0);
            flat.push(Part { node: zero, low: 0, width: width - inside });
            return;
        }
        match self.node(node) {
            Node::Const(value) => {
                let value = if low >= 64 { 0 } else { value >> low };
                let node = self.constant(value & mask(width));
                flat.push(Part { node, low: 0, width });
            }
            Node::Slice(from, begin, _) => {
                let part = Part { node: from, low: begin + low, width };
                self.flatten(part, flat);
            }
            Node::Concat(number) => {
                for part in cut(&self.concats[number as usize], low, width) {
                    self.flatten(part, flat);
                }
            }
            _ => flat.push(part),
        }
    }
}

/// The parts of a concatenation between bit `low` and bit `low + width`.
pub(super) fn cut(parts: &[Part], low: u32, width: u32) -> Vec<Part> {
    let mut found = Vec::new();
    let mut at = 0;
    for part in parts {
        let (begin, end) = (at.max(low), (at + part.width).min(low + width));
        if begin < end {
            found.push(Part { node: part.node, low: part.low + begin - at, width: end - begin });
        }
        at += part.width;
    }
    found
}

/// The number of a node in a [`Graph`].
pub(super) type Id = u32;

/// A word of up to 64 bits. The `u32` of an input, register, net or concatenation is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Const(u64),
    Input(u32),
    Register(u32),
    /// A net, not replaced by its driver yet.
    Net(u32),
    /// The result of an operation, whose operands are nodes; a read also has the number of a memory.
    Op(Op),
    /// Bits of a node: the lowest bit and the width.
    Slice(Id, u32, u32),
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
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
