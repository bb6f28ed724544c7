//! Resolves nodes: replaces nets by their drivers.
//! Interface: [`Flat::resolve`]. A part of a net that is driven in parts depends only on the driver of that part.
//! Source: own; iterative depth-first search.

use super::CompileError;
use super::flatten::Flat;
use super::graph::{Id, Node, Part};

impl Flat {
    /// The node with every net replaced by its driver.
    pub(super) fn resolve(&mut self, root: Id) -> Result<Id, CompileError> {
        let mut stack = vec![(root, self.graph.owner)];
        while let Some(&(id, owner)) = stack.last() {
            let place = id as usize;
            if self.resolved.len() < self.graph.nodes.len() {
                self.resolved.resize(self.graph.nodes.len(), None);
                self.open.resize(self.graph.nodes.len(), false);
            }
            if self.resolved[place].is_some() {
                stack.pop();
                continue;
            }
            self.graph.owner = owner;
            let (needs, owner) = self.needs(id, owner)?;
            self.resolved.resize(self.graph.nodes.len(), None);
            self.open.resize(self.graph.nodes.len(), false);
            let mut waits = false;
            for &need in &needs {
                if self.resolved[need as usize].is_none() {
                    if self.open[need as usize] {
                        return Err(self.looped(&stack));
                    }
                    stack.push((need, owner));
                    waits = true;
                }
            }
            if waits {
                self.open[place] = true;
                // The stack also contains needs that are not visited yet; only nodes under evaluation are open.
                continue;
            }
            let of = |id: Id| self.resolved[id as usize].unwrap_or(id);
            let needs: Vec<Id> = needs.into_iter().map(of).collect();
            let built = self.rebuilt(id, &needs);
            self.resolved.resize(self.graph.nodes.len(), None);
            self.open.resize(self.graph.nodes.len(), false);
            self.resolved[place] = Some(built);
            self.resolved[built as usize] = Some(built);
            self.open[place] = false;
            stack.pop();
        }
        Ok(self.resolved[root as usize].unwrap_or(root))
    }

    fn looped(&self, stack: &[(Id, u32)]) -> CompileError {
        let nets = stack.iter().filter(|(id, _)| self.open[*id as usize]);
        let names = nets.filter_map(|(id, _)| match self.graph.node(*id) {
            Node::Net(net) => Some(self.name(net)),
            _ => None,
        });
        CompileError::Loop(names.collect::<Vec<_>>().join(", "))
    }

    /// The nodes on which a node depends, and the module for which they are created.
    fn needs(&mut self, id: Id, owner: u32) -> Result<(Vec<Id>, u32), CompileError> {
        Ok((
            match self.graph.node(id) {
                Node::Const(_) | Node::Input(_) | Node::Register(_) => Vec::new(),
                Node::Net(net) => {
                    let driver = self.drivers[net as usize];
                    let driver = driver.ok_or_else(|| CompileError::Open(self.name(net)))?;
                    return Ok((vec![driver], self.nets[net as usize].0));
                }
                Node::Read(_, a) | Node::Parity(a) | Node::Repeat(a, _) => vec![a],
                Node::Slice(a, low, width) => vec![self.bits(a, low, width)],
                Node::And(a, b)
                | Node::Or(a, b)
                | Node::Xor(a, b)
                | Node::Add(a, b, _)
                | Node::Sub(a, b, _)
                | Node::Mul(a, b, _)
                | Node::Shl(a, b, _)
                | Node::Shr(a, b)
                | Node::Eq(a, b)
                | Node::Lt(a, b)
                | Node::Le(a, b) => vec![a, b],
                Node::Mux(c, a, b) => vec![c, a, b],
                Node::Concat(number) => {
                    let parts = self.graph.concats[number as usize].clone();
                    let mut nodes = Vec::with_capacity(parts.len());
                    for part in parts {
                        nodes.push(self.bits(part.node, part.low, part.width));
                    }
                    nodes
                }
            },
            owner,
        ))
    }

    /// The concatenation that drives a net, if the net is driven in parts.
    fn driven_in_parts(&self, node: Id) -> Option<Id> {
        let Node::Net(net) = self.graph.node(node) else {
            return None;
        };
        let is_parts = |driver: &Id| matches!(self.graph.node(*driver), Node::Concat(_));
        self.drivers[net as usize].filter(is_parts)
    }

    /// For a net that is driven in parts, the bits of its driver, so that they depend on no other part; otherwise the whole node.
    fn bits(&mut self, node: Id, low: u32, width: u32) -> Id {
        match self.driven_in_parts(node) {
            Some(driver) => self.graph.slice(driver, low, width),
            None => node,
        }
    }

    /// The position of bit `low` of a node in the result of [`Flat::bits`].
    fn begin(&self, node: Id, low: u32) -> u32 {
        match self.driven_in_parts(node) {
            Some(_) => 0,
            None => low,
        }
    }

    /// A node with resolved operands.
    fn rebuilt(&mut self, id: Id, needs: &[Id]) -> Id {
        let whole = self.graph.node(id);
        if let (Node::Slice(from, low, width), &[a]) = (whole, needs) {
            let low = self.begin(from, low);
            return self.graph.slice(a, low, width);
        }
        if let Node::Concat(number) = whole {
            let parts = self.graph.concats[number as usize].clone();
            let parts = parts.iter().zip(needs).map(|(part, &node)| Part {
                node,
                low: self.begin(part.node, part.low),
                width: part.width,
            });
            let parts = parts.collect();
            return self.graph.packed(parts);
        }
        let graph = &mut self.graph;
        match (whole, needs) {
            (Node::Net(_), &[a]) => a,
            (Node::Read(memory, _), &[a]) => {
                let width = self.memories[memory as usize].width;
                graph.read(memory, a, width)
            }
            (Node::Parity(_), &[a]) => graph.parity(a),
            (Node::Repeat(_, width), &[a]) => graph.repeat(a, width),
            (Node::And(..), &[a, b]) => graph.and(a, b),
            (Node::Or(..), &[a, b]) => graph.or(a, b),
            (Node::Xor(..), &[a, b]) => graph.xor(a, b),
            (Node::Add(_, _, width), &[a, b]) => graph.add(a, b, width),
            (Node::Sub(_, _, width), &[a, b]) => graph.sub(a, b, width),
            (Node::Mul(_, _, width), &[a, b]) => graph.mul(a, b, width),
            (Node::Shl(_, _, width), &[a, b]) => graph.shl(a, b, width),
            (Node::Shr(..), &[a, b]) => graph.shr(a, b),
            (Node::Eq(..), &[a, b]) => graph.eq(a, b),
            (Node::Lt(..), &[a, b]) => graph.lt(a, b),
            (Node::Le(..), &[a, b]) => graph.le(a, b),
            (Node::Mux(..), &[c, a, b]) => graph.mux(c, a, b),
            _ => id,
        }
    }
}
