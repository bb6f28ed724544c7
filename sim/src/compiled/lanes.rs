//! Replaces unrolled loops over bits by operations on whole words.
//! Interface: [`Graph::packed`], a concatenation that computes neighbouring bits with the same operation together.
//! Source: superword-level parallelism, applied to the bits of a concatenation.

use super::graph::{Graph, Id, Node, Part};

/// Smallest number of bits that are packed.
const FEWEST: usize = 3;

impl Graph {
    /// A concatenation of parts, in which bits with the same operation are computed together.
    pub(super) fn packed(&mut self, parts: Vec<Part>) -> Id {
        let whole = self.concat(parts);
        let Node::Concat(number) = self.node(whole) else {
            return whole;
        };
        let parts = self.concats[number as usize].clone();
        let mut packed: Vec<Part> = Vec::with_capacity(parts.len());
        let mut rest = &parts[..];
        while let [first, others @ ..] = rest {
            let same = rest
                .iter()
                .take_while(|part| part.width == 1 && *part == first)
                .count();
            if same >= FEWEST {
                let bit = self.slice(first.node, first.low, 1);
                packed.push(Part {
                    node: self.repeat(bit, same as u32),
                    low: 0,
                    width: same as u32,
                });
                rest = &rest[same..];
                continue;
            }
            let lanes = self.lanes(rest);
            if lanes.len() >= FEWEST
                && let Some(node) = self.together(&lanes)
            {
                packed.push(Part {
                    node,
                    low: 0,
                    width: lanes.len() as u32,
                });
                rest = &rest[lanes.len()..];
                continue;
            }
            packed.push(*first);
            rest = others;
        }
        self.concat(packed)
    }

    /// The leading one-bit parts that are computed by the same kind of operation.
    fn lanes(&mut self, parts: &[Part]) -> Vec<Id> {
        let mut lanes = Vec::new();
        for part in parts {
            let lane = match part {
                Part {
                    node,
                    low: 0,
                    width: 1,
                } if self.width(*node) == 1 => *node,
                _ => break,
            };
            let kind = |id: Id| std::mem::discriminant(&self.node(id));
            let is_packable = matches!(
                self.node(lane),
                Node::And(..) | Node::Or(..) | Node::Xor(..) | Node::Mux(..) | Node::Eq(..)
            );
            if !is_packable
                || lanes
                    .first()
                    .is_some_and(|first| kind(*first) != kind(lane))
            {
                break;
            }
            lanes.push(lane);
        }
        lanes
    }

    /// Operations on words that compute all bits of `lanes`; `None` if none are found that are cheaper than one operation per bit.
    fn together(&mut self, lanes: &[Id]) -> Option<Id> {
        let width = lanes.len() as u32;
        match self.node(lanes[0]) {
            Node::And(..) | Node::Or(..) | Node::Xor(..) => {
                let (left, right) = self.sides(lanes);
                let (left, right) = (self.side(&left), self.side(&right));
                if !self.is_cheap(left, width) && !self.is_cheap(right, width) {
                    return None;
                }
                Some(match self.node(lanes[0]) {
                    Node::And(..) => self.and(left, right),
                    Node::Or(..) => self.or(left, right),
                    _ => self.xor(left, right),
                })
            }
            Node::Mux(..) => self.choices(lanes),
            Node::Eq(..) => self.decoder(lanes),
            _ => None,
        }
    }

    /// The operations for bits that are choices, with one condition for all bits or different conditions; `None` if they are not cheaper.
    fn choices(&mut self, lanes: &[Id]) -> Option<Id> {
        let width = lanes.len() as u32;
        let mut sides: [Vec<Id>; 3] = Default::default();
        for &lane in lanes {
            let Node::Mux(c, a, b) = self.node(lane) else {
                return None;
            };
            for (side, id) in sides.iter_mut().zip([c, a, b]) {
                side.push(id);
            }
        }
        let [conditions, thens, elses] = sides;
        let (a, b) = (self.side(&thens), self.side(&elses));
        if conditions
            .iter()
            .all(|condition| *condition == conditions[0])
        {
            let is_cheap = self.is_cheap(a, width) || self.is_cheap(b, width);
            return is_cheap.then(|| self.mux(conditions[0], a, b));
        }
        let c = self.side(&conditions);
        let cheap = [a, b, c].into_iter().filter(|&id| self.is_cheap(id, width));
        if cheap.count() < 2 {
            return None;
        }
        let not = self.not(c, width);
        let (then, otherwise) = (self.and(c, a), self.and(not, b));
        Some(self.or(then, otherwise))
    }

    /// Bits of `1 << word`, if `lanes` compare a word with consecutive numbers below 64; otherwise `None`.
    fn decoder(&mut self, lanes: &[Id]) -> Option<Id> {
        let of = |graph: &Self, lane: Id| match graph.node(lane) {
            Node::Eq(word, number) => Some((word, graph.value(number)?)),
            _ => None,
        };
        let (word, first) = of(self, lanes[0])?;
        for (&lane, number) in lanes.iter().zip(first..) {
            if of(self, lane)? != (word, number) {
                return None;
            }
        }
        let (first, width) = (u32::try_from(first).ok()?, lanes.len() as u32);
        if first + width > 64 {
            return None;
        }
        let one = self.constant(1);
        let all = self.shl(one, word, first + width);
        Some(self.slice(all, first, width))
    }

    /// The two operands of each bit, swapped where this puts similar operands on the same side.
    fn sides(&self, lanes: &[Id]) -> (Vec<Id>, Vec<Id>) {
        let (mut left, mut right): (Vec<Id>, Vec<Id>) = (Vec::new(), Vec::new());
        for &lane in lanes {
            let (Node::And(a, b) | Node::Or(a, b) | Node::Xor(a, b)) = self.node(lane) else {
                continue;
            };
            let turns = match (left.last(), right.last()) {
                (Some(&l), Some(&r)) => {
                    self.likeness(l, b) + self.likeness(r, a)
                        > self.likeness(l, a) + self.likeness(r, b)
                }
                _ => false,
            };
            left.push(if turns { b } else { a });
            right.push(if turns { a } else { b });
        }
        (left, right)
    }

    fn likeness(&self, a: Id, b: Id) -> u32 {
        match (self.node(a), self.node(b)) {
            _ if a == b => 4,
            (Node::Slice(x, i, _), Node::Slice(y, j, _)) if x == y => 3 + u32::from(j == i + 1),
            (Node::Slice(..), Node::Slice(..)) => 1,
            (Node::Eq(x, _), Node::Eq(y, _)) if x == y => 3,
            (Node::And(x, y), Node::And(z, w)) if [z, w].contains(&x) || [z, w].contains(&y) => 3,
            (x, y) => u32::from(std::mem::discriminant(&x) == std::mem::discriminant(&y)),
        }
    }

    /// The operands of one side as a word.
    fn side(&mut self, bits: &[Id]) -> Id {
        if bits.iter().all(|bit| *bit == bits[0]) {
            return self.repeat(bits[0], bits.len() as u32);
        }
        let parts = bits.iter().map(|&node| Part {
            node,
            low: 0,
            width: 1,
        });
        let parts = parts.collect();
        self.packed(parts)
    }

    /// Whether a word has at most half as many parts as bits.
    fn is_cheap(&self, id: Id, width: u32) -> bool {
        match self.node(id) {
            Node::Concat(number) => self.concats[number as usize].len() as u32 * 2 <= width,
            _ => true,
        }
    }
}
