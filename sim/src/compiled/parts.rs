//! Parts of words: slices and concatenations.
//! Interface: methods of [`Graph`]; a slice of a concatenation becomes a concatenation of its parts, and adjacent parts of a word
//! are joined.

use super::graph::{Graph, Id, Node, Part, mask};

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
            Node::Repeat(b, _) => self.repeat(b, width),
            Node::Add(b, c, _) if low == 0 => {
                let (b, c) = (self.slice(b, 0, width), self.slice(c, 0, width));
                self.add(b, c, width)
            }
            Node::Sub(b, c, _) if low == 0 => {
                let (b, c) = (self.slice(b, 0, width), self.slice(c, 0, width));
                self.sub(b, c, width)
            }
            Node::And(b, c) if low == 0 && fits(self, b) && fits(self, c) => {
                let (b, c) = (self.slice(b, 0, width), self.slice(c, 0, width));
                self.and(b, c)
            }
            Node::Or(b, c) if low == 0 && fits(self, b) && fits(self, c) => {
                let (b, c) = (self.slice(b, 0, width), self.slice(c, 0, width));
                self.or(b, c)
            }
            Node::Xor(b, c) if low == 0 && fits(self, b) && fits(self, c) => {
                let (b, c) = (self.slice(b, 0, width), self.slice(c, 0, width));
                self.xor(b, c)
            }
            Node::Shl(b, c, _) if low == 0 => self.shl(b, c, width),
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
