//! Compiles a netlist to a program: flattens it, removes unused logic, translates it to instructions and schedules them.
//! Interface: [`compile`]; [`Compiled`] finds signals in the program, and creates instructions for signals that are rarely read.

use std::collections::HashMap;
use std::sync::Arc;

use nonogram_netlist::ir::{Kind, Netlist, SignalId};

use super::CompileError;
use super::build::Builder;
use super::flatten::{Flat, Write};
use super::graph::{Graph, Id, Node, Part};
use super::instruction::{Code, Instruction, Op, Program, WORDS, find_runs};

/// Maps signals and memories of the netlist to words and memories of the program.
pub(super) struct Compiled {
    pub(super) netlist: Arc<Netlist>,
    pub(super) flat: Flat,
    /// The word of each node, if it has one.
    pub(super) words: HashMap<Id, u32>,
    /// The program's memory for each memory of the graph.
    pub(super) memories: HashMap<u32, u32>,
    pub(super) next_word: u32,
}

/// Instructions that compute signals, the word of each signal, and the constants that the instructions read.
type Showing = (Vec<Instruction>, Vec<u32>, Vec<(u32, u64)>);

/// The initial words and memory of a program.
pub(super) struct Start {
    pub(super) words: Box<[u64; WORDS]>,
    pub(super) memory: Vec<u64>,
}

impl Compiled {
    /// The word of a signal; `None` if the program has no word for it.
    pub(super) fn word(&mut self, module: u32, signal: SignalId) -> Option<u32> {
        let id = self.node(module, signal).ok()?;
        self.words.get(&id).copied()
    }

    fn node(&mut self, module: u32, signal: SignalId) -> Result<Id, CompileError> {
        self.flat.signal(module, signal)
    }

    /// The program's memory that contains the lowest 64 bits of each word of a memory; `None` if the program does not use the memory.
    pub(super) fn memory(&self, module: u32, memory: u32) -> Option<u32> {
        let bank = self.flat.bank(module, memory);
        self.memories.get(&bank).copied()
    }

    /// Instructions that compute these signals from the words of the program, the word of each signal, and the constants that the
    /// instructions read.
    pub(super) fn show(&mut self, signals: &[(u32, SignalId)]) -> Result<Showing, CompileError> {
        let mut nodes = Vec::with_capacity(signals.len());
        for &(module, signal) in signals {
            nodes.push(self.node(module, signal)?);
        }
        let words = &self.words;
        let tasks = select(&mut self.flat.graph, &nodes, &|id| words.contains_key(&id));
        let mut instructions = Vec::new();
        let mut constants = Vec::new();
        for task in &tasks {
            for instruction in &task.instructions {
                instructions.push(self.placed(*instruction, &mut constants)?);
            }
        }
        find_runs(&mut instructions);
        let mut shown = Vec::with_capacity(nodes.len());
        for id in nodes {
            shown.push(self.place(id, &mut constants)?);
        }
        Ok((instructions, shown, constants))
    }

    /// An instruction whose result and operands are words instead of nodes.
    pub(super) fn placed(
        &mut self,
        instruction: Instruction,
        constants: &mut Vec<(u32, u64)>,
    ) -> Result<Instruction, CompileError> {
        let mut placed = instruction;
        placed.to = self.place(instruction.to, constants)?;
        for (operand, &id) in placed.op.operands.iter_mut().zip(instruction.op.words()) {
            *operand = self.place(id, constants)?;
        }
        if instruction.op.code == Code::Read {
            let bank = &mut placed.op.operands[1];
            *bank = self.memories.get(bank).copied().unwrap_or_default();
        }
        Ok(placed)
    }

    /// The word of a node; assigns a new word if it has none.
    pub(super) fn place(
        &mut self,
        id: Id,
        constants: &mut Vec<(u32, u64)>,
    ) -> Result<u32, CompileError> {
        if let Some(&word) = self.words.get(&id) {
            return Ok(word);
        }
        let word = self.new_word()?;
        self.words.insert(id, word);
        if let Node::Const(value) = self.flat.graph.node(id) {
            constants.push((word, value));
        }
        Ok(word)
    }

    fn new_word(&mut self) -> Result<u32, CompileError> {
        let word = self.next_word;
        if word as usize >= WORDS {
            return Err(CompileError::Large(word as usize + 1, WORDS));
        }
        self.next_word += 1;
        Ok(word)
    }
}

/// Compiles a netlist without parameters, whose outputs, `signals` and `memories` are read often.
pub(super) fn compile(
    netlist: Netlist,
    signals: &[(u32, SignalId)],
    memories: &[(u32, u32)],
) -> Result<(Program, Compiled, Start), CompileError> {
    let netlist = Arc::new(netlist);
    let mut flat = Flat::new(netlist.clone())?;
    let mut roots = Vec::new();
    let top = netlist.modules.first();
    let ports = top.map_or(&[][..], |top| &top.signals).iter().zip(0..);
    for (_, id) in ports.filter(|(signal, _)| signal.kind == Kind::Output) {
        roots.push(flat.signal(0, id)?);
    }
    for &(module, signal) in signals {
        roots.push(flat.signal(module, signal)?);
    }
    // Every register can be shown, so all of them are simulated.
    for number in 0..flat.registers.len() as u32 {
        let width = flat.net_width(flat.registers[number as usize].net);
        roots.push(flat.graph.register(number, width));
    }
    let mut banks = Vec::new();
    for &(module, memory) in memories {
        let width = netlist.modules[module as usize].memories[memory as usize].width;
        let bank = flat.bank(module, memory);
        banks.extend(bank..bank + width.div_ceil(64));
    }
    let mut used = Used::default();
    used.reach(&mut flat, &roots, &banks)?;
    let nexts = used.registers.iter().map(|number| used.nexts[number]);
    let mut wanted: Vec<Id> = roots.iter().copied().chain(nexts).collect();
    for (_, write) in &used.writes {
        wanted.extend([write.enable, write.address, write.data, write.mask]);
    }
    let tasks = select(&mut flat.graph, &wanted, &|_| false);
    let compiled =
        Compiled { netlist, flat, words: HashMap::new(), memories: HashMap::new(), next_word: 0 };
    Builder::new(compiled, used, tasks, &wanted)?.build()
}

/// The used parts of a design.
#[derive(Default)]
pub(super) struct Used {
    seen: Vec<bool>,
    pub(super) registers: Vec<u32>,
    pub(super) nexts: HashMap<u32, Id>,
    pub(super) banks: Vec<u32>,
    /// The writes, each with its memory.
    pub(super) writes: Vec<(u32, Write)>,
}

impl Used {
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
                Node::Op(Op { code: Code::Read, operands: [_, bank, _], .. }) => {
                    self.bank(flat, bank, &mut stack)?;
                }
                Node::Const(_)
                | Node::Input(_)
                | Node::Net(_)
                | Node::Op(_)
                | Node::Slice(..)
                | Node::Concat(_) => {}
            }
            stack.extend(flat.graph.operands(id));
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
        let memory = &flat.memories[bank as usize];
        flat.graph.owner = memory.module;
        for Write { enable, address, data, mask } in memory.writes.clone() {
            let [enable, address, data] = [enable, address, data].map(|id| flat.resolve(id));
            let write = Write { enable: enable?, address: address?, data: data?, mask };
            stack.extend([write.enable, write.address, write.data, write.mask]);
            self.writes.push((bank, write));
        }
        Ok(())
    }
}

/// Instructions that compute a node; their operands are nodes, not words.
pub(super) struct Task {
    pub(super) node: Id,
    pub(super) instructions: Vec<Instruction>,
}

/// The tasks that compute the wanted nodes, in an executable order; `has` returns whether a node already has a word, so that it needs no task.
fn select(graph: &mut Graph, wanted: &[Id], has: &dyn Fn(Id) -> bool) -> Vec<Task> {
    let zero = graph.constant(0);
    let mut demanded = vec![false; graph.nodes.len()];
    for &id in wanted.iter().chain([&zero]) {
        demanded[id as usize] = true;
    }
    let mut tasks = Vec::new();
    // The operands of a node have lower numbers.
    for id in (0..graph.nodes.len() as Id).rev() {
        let is_leaf = matches!(graph.node(id), Node::Const(_) | Node::Input(_) | Node::Register(_));
        if !demanded[id as usize] || is_leaf || has(id) {
            continue;
        }
        for operand in graph.operands(id) {
            demanded[operand as usize] = true;
        }
        tasks.push(Task { node: id, instructions: instructions(graph, id, zero) });
    }
    tasks.reverse();
    tasks
}

/// The instruction that computes a node; for a concatenation, one per part, which inserts the part.
fn instructions(graph: &Graph, id: Id, zero: Id) -> Vec<Instruction> {
    let new = |op| Instruction { op, to: id, run: 0 };
    match graph.node(id) {
        Node::Op(op) => vec![new(op)],
        Node::Slice(a, low, width) => {
            let [low, width] = [low, width].map(|bits| bits as u8);
            vec![new(Op { code: Code::Slice, low, width, at: 0, operands: [a, 0, 0] })]
        }
        Node::Concat(number) => {
            let (mut at, mut onto) = (0, zero);
            let mut all = Vec::new();
            for Part { node, low, width } in graph.concats[number as usize].iter().copied() {
                if graph.value(node) != Some(0) {
                    let [low, width, at] = [low, width, at].map(|bits| bits as u8);
                    let operands = [onto, node, 0];
                    all.push(new(Op { code: Code::Insert, low, width, at, operands }));
                    onto = id;
                }
                at += width;
            }
            all
        }
        Node::Const(_) | Node::Input(_) | Node::Register(_) | Node::Net(_) => vec![new(copy(id))],
    }
}

/// A copy of a node or word.
pub(super) fn copy(from: Id) -> Op {
    Op { operands: [from, 0, 0], ..Op::default() }
}
