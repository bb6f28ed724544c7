//! Builds a program from operations: orders them, assigns words, and lists the groups that read each word.
//! Interface: [`Builder::new`] and [`Builder::build`].

use std::collections::{BTreeSet, HashMap};

use super::CompileError;
use super::compile::{Compiled, Start, Task, Used, copy};
use super::graph::Id;
use super::instruction::{Code, Instruction, find_runs};
use super::instruction::{Enable, Export, Group, Memory, Program, Register, WORDS, Write};

/// A program under construction.
pub(super) struct Builder {
    pub(super) compiled: Compiled,
    used: Used,
    pub(super) tasks: Vec<Task>,
    /// For each node, the place in `tasks` of the task that computes it.
    pub(super) by_node: HashMap<Id, usize>,
    /// For each used register, the task of its next value.
    nexts: Vec<usize>,
    /// For each write, the task of its enable.
    enables: Vec<usize>,
    /// The tasks of each group, in an executable order.
    members: Vec<Vec<usize>>,
    /// The group of each task.
    pub(super) group_of: Vec<u32>,
    pub(super) program: Program,
    start: Start,
    constants: Vec<(u32, u64)>,
}

impl Builder {
    pub(super) fn new(
        compiled: Compiled,
        used: Used,
        tasks: Vec<Task>,
        wanted: &[Id],
    ) -> Result<Self, CompileError> {
        let by_node = tasks.iter().zip(0..).map(|(task, place)| (task.node, place));
        let mut builder = Self {
            by_node: by_node.collect(),
            compiled,
            used,
            tasks,
            nexts: Vec::new(),
            enables: Vec::new(),
            members: Vec::new(),
            group_of: Vec::new(),
            program: Program::default(),
            start: Start {
                words: vec![0; WORDS].try_into().unwrap_or_else(|_| Box::new([0; WORDS])),
                memory: Vec::new(),
            },
            constants: Vec::new(),
        };
        // Leaves get the first words, so that they are adjacent.
        for &id in wanted {
            if !builder.by_node.contains_key(&id) {
                builder.compiled.place(id, &mut builder.constants)?;
            }
        }
        Ok(builder)
    }

    pub(super) fn build(mut self) -> Result<(Program, Compiled, Start), CompileError> {
        self.copies();
        self.schedule();
        self.leaves()?;
        self.instructions()?;
        self.read_by()?;
        for &(word, value) in &self.constants {
            self.start.words[word as usize % WORDS] = value;
        }
        Ok((self.program, self.compiled, self.start))
    }

    /// Adds a copy task for each next value of a register and each enable of a write that no task computes, so that a group contains it.
    fn copies(&mut self) {
        let nexts: Vec<Id> =
            (self.used.registers.iter()).map(|number| self.used.nexts[number]).collect();
        self.nexts = nexts.into_iter().map(|id| self.made_by(id)).collect();
        let enables: Vec<Id> = self.used.writes.iter().map(|(_, write)| write.enable).collect();
        self.enables = enables.into_iter().map(|id| self.made_by(id)).collect();
    }

    fn made_by(&mut self, id: Id) -> usize {
        if let Some(&task) = self.by_node.get(&id) {
            return task;
        }
        // A separate node, which nothing else refers to.
        let graph = &mut self.compiled.flat.graph;
        let node = graph.nameless(id);
        let instructions = vec![Instruction { op: copy(id), to: node, run: 0 }];
        self.tasks.push(Task { node, instructions });
        let task = self.tasks.len() - 1;
        self.by_node.insert(node, task);
        task
    }

    /// Assigns words to inputs and registers, and allocates the memories.
    fn leaves(&mut self) -> Result<(), CompileError> {
        let inputs = self.compiled.flat.inputs.clone();
        for (number, (_, signal)) in inputs.into_iter().enumerate() {
            let width = self.compiled.netlist.modules[0].signals[signal as usize].width;
            let id = self.compiled.flat.graph.input(number as u32, width);
            let word = self.compiled.place(id, &mut self.constants)?;
            self.program.inputs.push(Export { word, readers: [0; 2] });
        }
        for number in self.used.registers.clone() {
            let register = self.compiled.flat.registers[number as usize];
            let width = self.compiled.flat.net_width(register.net);
            let id = self.compiled.flat.graph.register(number, width);
            let word = self.compiled.place(id, &mut self.constants)?;
            self.constants.push((word, register.initial));
        }
        for &bank in &self.used.banks {
            let memory = &self.compiled.flat.memories[bank as usize];
            let begin = self.start.memory.len();
            self.start.memory.resize(begin + memory.words as usize, 0);
            let number = self.program.memories.len() as u32;
            self.compiled.memories.insert(bank, number);
            self.program.memories.push(Memory {
                begin: begin as u32,
                words: memory.words,
                readers: [0; 2],
                module: memory.module,
            });
        }
        Ok(())
    }

    fn instructions(&mut self) -> Result<(), CompileError> {
        for members in &self.members {
            let begin = self.program.instructions.len() as u32;
            for &task in members {
                for instruction in self.tasks[task].instructions.clone() {
                    let placed = self.compiled.placed(instruction, &mut self.constants)?;
                    self.program.instructions.push(placed);
                }
            }
            find_runs(&mut self.program.instructions[begin as usize..]);
            let instructions = [begin, self.program.instructions.len() as u32];
            self.program.groups.push(Group { instructions, ..Group::default() });
        }
        Ok(())
    }

    /// Lists the groups that read each export, input, register and memory, and the registers and enables of writes that each group computes.
    fn read_by(&mut self) -> Result<(), CompileError> {
        let mut readers: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut memory_readers: HashMap<u32, Vec<u32>> = HashMap::new();
        for (group, number) in self.program.groups.iter().zip(0..) {
            let [begin, end] = group.instructions.map(|place| place as usize);
            for instruction in &self.program.instructions[begin..end] {
                for &word in instruction.op.words() {
                    add(readers.entry(word).or_default(), number);
                }
                if instruction.op.code == Code::Read {
                    let [_, memory, _] = instruction.op.operands;
                    add(memory_readers.entry(memory).or_default(), number);
                }
            }
        }
        let list = &mut self.program.readers;
        let mut listed = |groups: Option<&Vec<u32>>, but: Option<u32>| {
            let begin = list.len() as u32;
            let groups = groups.into_iter().flatten().copied();
            list.extend(groups.filter(|group| Some(*group) != but));
            [begin, list.len() as u32]
        };
        for export in &mut self.program.inputs {
            export.readers = listed(readers.get(&export.word), None);
        }
        for (memory, number) in self.program.memories.iter_mut().zip(0..) {
            memory.readers = listed(memory_readers.get(&number), None);
        }
        let mut stored: Vec<(Vec<usize>, Vec<usize>)> =
            vec![Default::default(); self.program.groups.len()];
        for (register, &task) in self.nexts.iter().enumerate() {
            stored[self.group_of[task] as usize].0.push(register);
        }
        for (write, &task) in self.enables.iter().enumerate() {
            stored[self.group_of[task] as usize].1.push(write);
        }
        let owners = (self.used.registers.iter()).map(|&number| {
            let register = self.compiled.flat.registers[number as usize];
            self.compiled.flat.owner(register.net)
        });
        let owners: Vec<u32> = owners.collect();
        let graph = &mut self.compiled.flat.graph;
        let words = &self.compiled.words;
        let word = |id: Id| words.get(&id).copied().unwrap_or_default();
        for (bank, write) in &self.used.writes {
            self.program.writes.push(Write {
                address: word(write.address),
                data: word(write.data),
                mask: word(write.mask),
                memory: self.compiled.memories[bank],
            });
        }
        for (number, (registers, writes)) in stored.into_iter().enumerate() {
            let group = &mut self.program.groups[number];
            let begin = self.program.registers.len() as u32;
            for place in registers {
                let register = self.used.registers[place];
                let width = graph.width(self.used.nexts[&register]);
                let id = graph.register(register, width);
                let next = word(self.tasks[self.nexts[place]].node);
                let own = word(id);
                self.program.registers.push(Register {
                    next,
                    word: own,
                    readers: listed(readers.get(&own), None),
                    module: owners[place],
                });
            }
            group.registers = [begin, self.program.registers.len() as u32];
            let begin = self.program.enables.len() as u32;
            for write in writes {
                let word = word(self.tasks[self.enables[write]].node);
                self.program.enables.push(Enable { word, write: write as u32 });
            }
            group.enables = [begin, self.program.enables.len() as u32];
            let begin = self.program.exports.len() as u32;
            let [first, last] = group.instructions.map(|place| place as usize);
            let mut seen = BTreeSet::new();
            for instruction in &self.program.instructions[first..last] {
                let groups = readers.get(&instruction.to);
                let is_read = |groups: &Vec<u32>| groups.iter().any(|&g| g != number as u32);
                if groups.is_some_and(is_read) && seen.insert(instruction.to) {
                    self.program.exports.push(Export {
                        word: instruction.to,
                        readers: listed(groups, Some(number as u32)),
                    });
                }
            }
            group.exports = [begin, self.program.exports.len() as u32];
        }
        Ok(())
    }
}

fn add(groups: &mut Vec<u32>, group: u32) {
    if groups.last() != Some(&group) {
        groups.push(group);
    }
}

/// Number of instructions at which a group ends.
const GROUP: usize = 400;

impl Builder {
    /// The tasks whose results an task reads.
    pub(super) fn needs(&self, task: usize) -> Vec<usize> {
        let mut needs = Vec::new();
        for instruction in &self.tasks[task].instructions {
            for operand in instruction.op.words() {
                if let Some(&need) = self.by_node.get(operand)
                    && need != task
                    && !needs.contains(&need)
                {
                    needs.push(need);
                }
            }
        }
        needs
    }

    /// Orders the tasks and divides them into groups.
    pub(super) fn schedule(&mut self) {
        let count = self.tasks.len();
        let mut missing = vec![0_u32; count];
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (task, missing) in missing.iter_mut().enumerate() {
            for need in self.needs(task) {
                *missing += 1;
                users[need].push(task as u32);
            }
        }
        let owner = |task: usize| {
            let node = self.tasks[task].node;
            self.compiled.flat.graph.owners[node as usize] as usize
        };
        let modules = self.compiled.netlist.modules.len();
        let mut ready: Vec<Vec<usize>> = vec![Vec::new(); modules];
        for task in (0..count).rev().filter(|&task| missing[task] == 0) {
            ready[owner(task)].push(task);
        }
        self.group_of = vec![0; count];
        while let Some(module) = (0..modules).max_by_key(|&module| ready[module].len())
            && !ready[module].is_empty()
        {
            let (mut size, mut last) = (GROUP, None);
            while !ready[module].is_empty() {
                // Equal operations that follow each other are one run.
                let code = |task: &usize| {
                    self.tasks[*task].instructions.first().map(|first| first.op.code)
                };
                let same = ready[module].iter().rposition(|task| code(task) == last);
                let place = same.unwrap_or(ready[module].len() - 1);
                let task = ready[module].remove(place);
                last = code(&task);
                if size >= GROUP {
                    self.members.push(Vec::new());
                    size = 0;
                }
                size += self.tasks[task].instructions.len();
                self.group_of[task] = self.members.len() as u32 - 1;
                if let Some(group) = self.members.last_mut() {
                    group.push(task);
                }
                for &user in users[task].iter().rev() {
                    missing[user as usize] -= 1;
                    if missing[user as usize] == 0 {
                        ready[owner(user as usize)].push(user as usize);
                    }
                }
            }
        }
    }
}
