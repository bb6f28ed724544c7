//! Flattens a hierarchy to one graph: each net with its driver, the registers and the memories.
//! Interface: [`Flat::new`] executes all processes symbolically, [`Flat::resolve`] replaces the nets of a node by their drivers.
//! Source: symbolic execution; a part of a net depends only on the driver of that part.

use std::sync::Arc;

use nonogram_netlist::ir::{Kind, Netlist, Process, SignalId};

use super::CompileError;
use super::execute::Run;
use super::graph::{Graph, Id, Node, Part};
use super::instruction::{Code, Op};

/// A flattened hierarchy.
pub(super) struct Flat {
    pub(super) netlist: Arc<Netlist>,
    pub(super) graph: Graph,
    /// The first net of each module, whose signals have consecutive nets.
    pub(super) bases: Vec<u32>,
    /// The module and signal of each net; for a poison net, the module that reads the memory.
    pub(super) nets: Vec<(u32, SignalId)>,
    pub(super) drivers: Vec<Option<Id>>,
    pub(super) inputs: Vec<(u32, SignalId)>,
    pub(super) registers: Vec<Register>,
    pub(super) memories: Vec<Memory>,
    /// For each memory of each module, the first of the graph's memories that hold it; each holds up to 64 bits per word.
    banks: Vec<Vec<u32>>,
    /// The result of [`Flat::resolve`] for each node, if known.
    pub(super) resolved: Vec<Option<Id>>,
    /// For each node, whether [`Flat::resolve`] is evaluating it.
    pub(super) open: Vec<bool>,
    pub(super) poisons: Vec<Poison>,
}

/// A register.
#[derive(Clone, Copy)]
pub(super) struct Register {
    /// The net of the register's output.
    pub(super) net: u32,
    /// The register's next value, not resolved yet.
    pub(super) next: Id,
    pub(super) initial: u64,
}

/// Up to 64 bits of each word of a memory.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) module: u32,
    pub(super) words: u32,
    /// Whether a read at the edge of a write to the same word returns inverted values of the written bits.
    pub(super) poisons: bool,
    /// The writes to the memory, not resolved yet.
    pub(super) writes: Vec<Write>,
}

/// A write of some bits at an edge.
#[derive(Clone, Copy)]
pub(super) struct Write {
    pub(super) enable: Id,
    pub(super) address: Id,
    /// The written bits, at their places in the word, and ones at these places.
    pub(super) data: Id,
    pub(super) mask: Id,
}

/// Inverts bits that are read at the edge at which they are written: the poison's net, the memory and the read address.
pub(super) struct Poison {
    pub(super) net: u32,
    pub(super) memory: u32,
    pub(super) address: Id,
}

impl Flat {
    /// Executes all processes of a netlist.
    pub(super) fn new(netlist: Arc<Netlist>) -> Result<Self, CompileError> {
        let mut flat = Self {
            netlist: netlist.clone(),
            graph: Graph::default(),
            bases: Vec::new(),
            nets: Vec::new(),
            drivers: Vec::new(),
            inputs: Vec::new(),
            registers: Vec::new(),
            memories: Vec::new(),
            banks: Vec::new(),
            resolved: Vec::new(),
            open: Vec::new(),
            poisons: Vec::new(),
        };
        for (module, number) in netlist.modules.iter().zip(0..) {
            flat.bases.push(flat.nets.len() as u32);
            let signals = 0..module.signals.len() as u32;
            flat.nets.extend(signals.map(|signal| (number, signal)));
            let mut banks = Vec::new();
            for memory in &module.memories {
                banks.push(flat.memories.len() as u32);
                for _ in 0..memory.width.div_ceil(64) {
                    flat.memories.push(Memory {
                        module: number,
                        words: memory.words,
                        poisons: memory.poisons,
                        writes: Vec::new(),
                    });
                }
            }
            flat.banks.push(banks);
        }
        flat.drivers = vec![None; flat.nets.len()];
        flat.drive_inputs();
        for (module, number) in netlist.modules.iter().zip(0..) {
            flat.graph.owner = number;
            for process in &module.processes {
                flat.run(number, process)?;
            }
        }
        flat.poison();
        Ok(flat)
    }

    fn drive_inputs(&mut self) {
        let netlist = self.netlist.clone();
        let Some(top) = netlist.modules.first() else {
            return;
        };
        for (signal, id) in top.signals.iter().zip(0..) {
            if matches!(signal.kind, Kind::Input | Kind::Clock) {
                let number = self.inputs.len() as u32;
                self.drivers[id as usize] = Some(self.graph.input(number, signal.width));
                self.inputs.push((0, id));
            }
        }
    }

    /// The net of a module's signal; for a port of an instance, the net of the instance's signal.
    pub(super) fn net(&self, module: u32, signal: SignalId) -> u32 {
        let declared = &self.netlist.modules[module as usize];
        match declared.signals[signal as usize].kind {
            Kind::Port(instance, port) => {
                self.net(declared.instances[instance as usize].module, port)
            }
            _ => self.bases[module as usize] + signal,
        }
    }

    /// The resolved driver of a signal.
    pub(super) fn signal(&mut self, module: u32, signal: SignalId) -> Result<Id, CompileError> {
        let declared = &self.netlist.modules[module as usize].signals[signal as usize];
        if let Kind::Constant(value) = declared.kind {
            return Ok(self.graph.constant(value));
        }
        let net = self.net(module, signal);
        let net = self.graph.net(net, self.net_width(net));
        self.resolve(net)
    }

    /// The module that a net belongs to.
    pub(super) fn owner(&self, net: u32) -> u32 {
        self.nets[net as usize].0
    }

    /// The first of the graph's memories that hold a module's memory.
    pub(super) fn bank(&self, module: u32, memory: u32) -> u32 {
        self.banks[module as usize][memory as usize]
    }

    pub(super) fn name(&self, net: u32) -> String {
        let (module, signal) = self.nets[net as usize];
        let path = self.netlist.path(module);
        let name = &self.netlist.modules[module as usize].signals[signal as usize].name;
        format!("{path}{name}")
    }

    pub(super) fn net_width(&self, net: u32) -> u32 {
        let (module, signal) = self.nets[net as usize];
        self.netlist.modules[module as usize].signals[signal as usize].width
    }

    fn run(&mut self, module: u32, process: &Process) -> Result<(), CompileError> {
        let (statements, clocked) = match process {
            Process::Combinational(statements) => (statements, false),
            Process::Clocked(statements) => (statements, true),
        };
        let mut run = Run {
            module,
            clocked,
            values: Default::default(),
            journal: Vec::new(),
            condition: self.graph.constant(1),
        };
        self.execute(&mut run, statements)?;
        for (net, value) in run.values {
            if clocked {
                self.register(net, value)?;
                continue;
            }
            self.drivers[net as usize] = Some(match self.drivers[net as usize] {
                None => value,
                Some(other) => self.joined(net, other, value)?,
            });
        }
        Ok(())
    }

    fn register(&mut self, net: u32, next: Id) -> Result<(), CompileError> {
        let (module, signal) = self.nets[net as usize];
        if self.drivers[net as usize].is_some() {
            return Err(CompileError::Driven(self.name(net)));
        }
        let initial = &self.netlist.modules[module as usize].initial;
        let initial = initial.iter().find(|(id, _)| *id == signal);
        let number = self.registers.len() as u32;
        let width = self.net_width(net);
        self.drivers[net as usize] = Some(self.graph.register(number, width));
        self.registers.push(Register {
            net,
            next,
            initial: initial.map_or(0, |(_, value)| *value),
        });
        Ok(())
    }

    /// Joins two drivers of a net, which must drive different bits. A driver refers to the net itself for the bits that it does not drive.
    fn joined(&mut self, net: u32, first: Id, second: Id) -> Result<Id, CompileError> {
        let width = self.net_width(net);
        let itself = self.graph.net(net, width);
        let mut parts = Vec::new();
        for low in 0..width {
            let bit = self.graph.slice(itself, low, 1);
            let drives = [first, second].map(|driver| self.graph.slice(driver, low, 1) != bit);
            if drives == [true; 2] {
                return Err(CompileError::Driven(self.name(net)));
            }
            parts.push(Part { node: if drives[1] { second } else { first }, low, width: 1 });
        }
        Ok(self.graph.concat(parts))
    }

    /// Drives the poison nets: bits that are read at the edge at which they are written are inverted.
    fn poison(&mut self) {
        for Poison { net, memory, address } in std::mem::take(&mut self.poisons) {
            let mut poison = self.graph.constant(0);
            for write in self.memories[memory as usize].writes.clone() {
                let same = self.graph.eq(write.address, address);
                let clash = self.graph.and(write.enable, same);
                let bits = self.graph.repeat(clash, 64);
                let bits = self.graph.and(bits, write.mask);
                poison = self.graph.or(poison, bits);
            }
            self.drivers[net as usize] = Some(poison);
        }
    }
}

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
        let nodes = match self.graph.node(id) {
            Node::Net(net) => {
                let driver = self.drivers[net as usize];
                let driver = driver.ok_or_else(|| CompileError::Open(self.name(net)))?;
                return Ok((vec![driver], self.nets[net as usize].0));
            }
            Node::Slice(a, low, width) => vec![self.bits(a, low, width)],
            Node::Concat(number) => {
                let parts = self.graph.concats[number as usize].clone();
                let bits = |part: Part| self.bits(part.node, part.low, part.width);
                parts.into_iter().map(bits).collect()
            }
            _ => self.graph.operands(id),
        };
        Ok((nodes, owner))
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
        match self.graph.node(id) {
            Node::Net(_) => needs[0],
            Node::Concat(number) => {
                let parts = self.graph.concats[number as usize].clone();
                let parts = parts.iter().zip(needs).map(|(part, &node)| Part {
                    node,
                    low: self.begin(part.node, part.low),
                    width: part.width,
                });
                let parts = parts.collect();
                self.graph.concat(parts)
            }
            Node::Slice(from, low, width) => {
                let low = self.begin(from, low);
                self.graph.slice(needs[0], low, width)
            }
            Node::Op(Op { code: Code::Read, width, operands: [_, memory, _], .. }) => {
                self.graph.read(memory, needs[0], width.into())
            }
            Node::Op(Op { code, width, .. }) => {
                let mut operands = [0; 3];
                operands[..needs.len()].copy_from_slice(needs);
                self.graph.apply(code, operands, width.into())
            }
            Node::Const(_) | Node::Input(_) | Node::Register(_) => id,
        }
    }
}
