//! Collects the used parts of a design: registers, memories, and the writes to the memories.
//! Interface: [`Used::reach`] adds all parts that the given nodes and memories depend on; [`Used::make_sets`] groups the writes.
//! Source: own; reachability in the graph.

use std::collections::HashMap;

use super::CompileError;
use super::flatten::Flat;
use super::graph::{Id, Node, Part, mask};
use super::select::operands;

/// A write to a memory at an edge, as nodes.
pub(super) struct WriteNodes {
    pub(super) bank: u32,
    /// The number of the write among those of the memory; later writes take precedence.
    pub(super) port: usize,
    pub(super) enable: Id,
    pub(super) address: Id,
    pub(super) data: Id,
    pub(super) mask: Id,
}

/// The used parts of a design.
#[derive(Default)]
pub(super) struct Used {
    seen: Vec<bool>,
    pub(super) registers: Vec<u32>,
    pub(super) nexts: HashMap<u32, Id>,
    pub(super) banks: Vec<u32>,
    pub(super) writes: Vec<WriteNodes>,
    pub(super) sets: Vec<SetNodes>,
}

/// A set of writes of one module: the word of their enables, and the number of the first write.
pub(super) struct SetNodes {
    pub(super) enables: Id,
    pub(super) first: usize,
}

impl Used {
    /// Groups the writes of each module into sets of up to 64, so that common terms of their enables are computed only once.
    pub(super) fn make_sets(&mut self, flat: &mut Flat) {
        let module = |write: &WriteNodes| flat.memories[write.bank as usize].module;
        self.writes
            .sort_by_key(|write| (module(write), write.port, write.address, write.bank));
        let mut first = 0;
        while first < self.writes.len() {
            let module = flat.memories[self.writes[first].bank as usize].module;
            let same = |write: &&WriteNodes| flat.memories[write.bank as usize].module == module;
            let writes = self.writes[first..].iter().take_while(same).take(64);
            let parts: Vec<Part> = writes
                .map(|write| Part {
                    node: write.enable,
                    low: 0,
                    width: 1,
                })
                .collect();
            let count = parts.len();
            flat.graph.owner = module;
            let enables = flat.graph.packed(parts);
            self.sets.push(SetNodes { enables, first });
            first += count;
        }
    }

    pub(super) fn reach(
        &mut self,
        flat: &mut Flat,
        roots: &[Id],
        banks: &[u32],
    ) -> Result<(), CompileError> {
        let mut stack = roots.to_vec();
        for &bank in banks {
            self.bank(flat, bank, &mut stack)?;
        }
        while let Some(id) = stack.pop() {
            if self.seen.len() <= id as usize {
                self.seen.resize(flat.graph.nodes.len(), false);
            }
            if std::mem::replace(&mut self.seen[id as usize], true) {
                continue;
            }
            match flat.graph.node(id) {
                Node::Register(number) => {
                    let register = flat.registers[number as usize];
                    flat.graph.owner = flat.owner(register.net);
                    let next = flat.resolve(register.next)?;
                    self.registers.push(number);
                    self.nexts.insert(number, next);
                    stack.push(next);
                }
                Node::Read(bank, _) => self.bank(flat, bank, &mut stack)?,
                _ => {}
            }
            stack.extend(operands(&flat.graph, id));
        }
        Ok(())
    }

    fn bank(
        &mut self,
        flat: &mut Flat,
        bank: u32,
        stack: &mut Vec<Id>,
    ) -> Result<(), CompileError> {
        if self.banks.contains(&bank) {
            return Ok(());
        }
        self.banks.push(bank);
        for write in writes(flat, bank)? {
            stack.extend([write.enable, write.address, write.data, write.mask]);
            self.writes.push(write);
        }
        Ok(())
    }
}

/// The writes to a memory; consecutive writes of different bits at the same address are merged.
fn writes(flat: &mut Flat, bank: u32) -> Result<Vec<WriteNodes>, CompileError> {
    let mut found: Vec<(WriteNodes, u64)> = Vec::new();
    let memory = &flat.memories[bank as usize];
    let all = mask(memory.width);
    flat.graph.owner = memory.module;
    for write in memory.writes.clone() {
        let enable = flat.resolve(write.enable)?;
        let address = flat.resolve(write.address)?;
        let data = flat.resolve(write.data)?;
        let graph = &mut flat.graph;
        let bits = mask(write.width) << write.low;
        let low = graph.constant(u64::from(write.low));
        let data = graph.shl(data, low, 64);
        let repeated = graph.repeat(enable, write.width);
        let enables = graph.shl(repeated, low, 64);
        match found.last_mut() {
            Some((last, taken)) if last.address == address && *taken & bits == 0 => {
                *taken |= bits;
                last.enable = graph.or(last.enable, enable);
                last.data = graph.or(last.data, data);
                last.mask = graph.or(last.mask, enables);
            }
            _ => {
                let mask = if bits == all {
                    graph.constant(all)
                } else {
                    enables
                };
                let write = WriteNodes {
                    bank,
                    port: found.len(),
                    enable,
                    address,
                    data,
                    mask,
                };
                found.push((write, bits));
            }
        }
    }
    Ok(found.into_iter().map(|(write, _)| write).collect())
}
