//! Parts of words: slices, concatenations, and choices between words with common bits.
//! Interface: methods of [`Graph`]; a slice of a concatenation becomes a concatenation of its parts, and adjacent parts of a word
//! are joined.
//! Source: own.

use super::graph::{Graph, Id, Node, Part, mask};

impl Graph {
    /// A choice between two words with common bits, reduced to a choice between the other bits; `None` if no bits are common.
    pub(super) fn split(&mut self, c: Id, a: Id, b: Id) -> Option<Id> {
        let width = self.width(a).max(self.width(b));
        let mut sides = [a, b].map(|node| {
            let mut parts = Vec::new();
            let part = Part {
                node,
                low: 0,
                width,
            };
            self.flatten(part, &mut parts);
            parts.reverse();
            parts
        });
        // Runs of bits: whether the bits are common, and the parts of both words.
        let mut runs: Vec<(bool, Vec<Part>, Vec<Part>)> = Vec::new();
        let [left, right] = &mut sides;
        while let (Some(x), Some(y)) = (left.pop(), right.pop()) {
            let bits = x.width.min(y.width);
            let first = |part: Part, rest: &mut Vec<Part>| {
                if part.width > bits {
                    rest.push(Part {
                        low: part.low + bits,
                        width: part.width - bits,
                        ..part
                    });
                }
                Part {
                    width: bits,
                    ..part
                }
            };
            let (x, y) = (first(x, left), first(y, right));
            let of = |graph: &Self, part: Part| {
                let value = graph.value(part.node)?;
                Some(value >> part.low & mask(part.width))
            };
            let is_common = x == y || of(self, x).is_some() && of(self, x) == of(self, y);
            match runs.last_mut() {
                Some((common, xs, ys)) if *common == is_common => {
                    xs.push(x);
                    ys.push(y);
                }
                _ => runs.push((is_common, vec![x], vec![y])),
            }
        }
        if !runs.iter().any(|(is_common, ..)| *is_common) {
            return None;
        }
        let mut parts = Vec::new();
        for (is_common, xs, ys) in runs {
            if is_common {
                parts.extend(xs);
                continue;
            }
            let width = xs.iter().map(|part| part.width).sum();
            let (x, y) = (self.concat(xs), self.concat(ys));
            let node = self.mux(c, x, y);
            parts.push(Part {
                node,
                low: 0,
                width,
            });
        }
        Some(self.concat(parts))
    }

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
                        *last = Part {
                            node: self.constant(low | high << last.width),
                            low: 0,
                            width,
                        };
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
                let part = Part {
                    width: inside,
                    ..part
                };
                self.flatten(part, flat);
            }
            let zero = self.constant(0);
            flat.push(Part {
                node: zero,
                low: 0,
                width: width - inside,
            });
            return;
        }
        match self.node(node) {
            Node::Const(value) => {
                let value = if low >= 64 { 0 } else { value >> low };
                let node = self.constant(value & mask(width));
                flat.push(Part {
                    node,
                    low: 0,
                    width,
                });
            }
            Node::Slice(from, begin, _) => {
                let part = Part {
                    node: from,
                    low: begin + low,
                    width,
                };
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
            found.push(Part {
                node: part.node,
                low: part.low + begin - at,
                width: end - begin,
            });
        }
        at += part.width;
    }
    found
}
