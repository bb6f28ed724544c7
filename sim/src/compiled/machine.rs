//! The compiled simulation: instructions on words, in groups that run only if one of their inputs has changed.
//! Interface: [`Machine::new`]; then set inputs, [`Machine::settle`], read signals, [`Machine::rise`].
//! The groups are in dependency order, so one pass settles.

use nonogram_netlist::ir::{Kind, Netlist, Signal, SignalId};

use super::CompileError;
use super::compile::{Compiled, Start, compile};
use super::instruction::{Export, Memory, Program, WORDS, Write};
use super::instruction::{Instruction, execute};

/// The place of a signal in a [`Machine`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place(u32);

impl Place {
    /// The place with this number.
    pub(super) fn of(number: usize) -> Self {
        Self(number as u32)
    }

    /// The number of the place.
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }
}

/// Signals that are read rarely, all at once.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    instructions: Vec<Instruction>,
    places: Vec<u32>,
    /// The first word that is up to date only after [`Machine::refresh`].
    begin: u32,
}

impl Shown {
    /// The places of the signals, in the order in which they were prepared; equal signals can share a place.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.places.iter().copied().map(Place)
    }

    /// Whether [`Machine::refresh`] updates this place.
    pub(super) fn updates(&self, place: Place) -> bool {
        place.0 >= self.begin
    }
}

/// A running design.
pub struct Machine {
    program: Program,
    compiled: Compiled,
    words: Box<[u64; WORDS]>,
    /// The value of each export when its readers were last marked.
    marked: Vec<u64>,
    memory: Vec<u64>,
    /// Groups that must run, one bit each.
    dirty: Vec<u64>,
    /// Groups that have run since the last edge.
    ran: Vec<u32>,
    /// Writes with an active enable, one bit each.
    enabled: Vec<u64>,
    /// Change counts, if enabled.
    changes: Option<Changes>,
}

impl Machine {
    /// A settled design after power-on. `signals` and `memories` list what is read often, as dotted paths without the top.
    ///
    /// # Errors
    /// The netlist has a combinational loop, a net without a driver, a bit with two drivers, or a value of more than 64 bits; it needs
    /// too many words; or it lacks a listed signal or memory.
    pub fn new(
        netlist: Netlist,
        signals: &[&str],
        memories: &[&str],
    ) -> Result<Self, CompileError> {
        let lacks = |path: &&str| CompileError::Missing((*path).to_owned());
        let signals: Vec<_> = (signals.iter())
            .map(|path| netlist.signal(path).ok_or_else(|| lacks(path)))
            .collect::<Result<_, _>>()?;
        let memories: Vec<_> = (memories.iter())
            .map(|path| netlist.memory(path).ok_or_else(|| lacks(path)))
            .collect::<Result<_, _>>()?;
        let (program, compiled, start) = compile(netlist, &signals, &memories)?;
        let Start { words, memory } = start;
        let exported = program.exports.iter().map(|export| words[export.word as usize % WORDS]);
        let mut machine = Self {
            marked: exported.collect(),
            dirty: vec![0; program.groups.len().div_ceil(64)],
            ran: Vec::new(),
            enabled: vec![0; program.writes.len().div_ceil(64)],
            changes: None,
            program,
            compiled,
            words,
            memory,
        };
        let all = machine.program.groups.len() as u32;
        mark(&mut machine.dirty, 0..all);
        machine.settle();
        Ok(machine)
    }

    /// The netlist of the running design.
    pub fn netlist(&self) -> &Netlist {
        &self.compiled.netlist
    }

    /// The place of a signal; `None` if the design has no such signal, or if the program has no word for it. It has words for the listed
    /// signals, and for the inputs and outputs of the top.
    pub fn place(&mut self, path: &str) -> Option<Place> {
        let (module, signal) = self.compiled.netlist.signal(path)?;
        self.compiled.word(module, signal).map(Place)
    }

    /// The current value of a signal.
    pub fn get(&self, place: Place) -> u64 {
        self.words[place.0 as usize % WORDS]
    }

    /// Prepares signals for [`Machine::show`], each given by its module and its number there.
    ///
    /// # Errors
    /// A signal has no driver or is part of a loop, or the simulation would need too many words.
    pub fn prepare(&mut self, signals: &[(u32, SignalId)]) -> Result<Shown, CompileError> {
        let begin = self.compiled.next_word;
        let (instructions, places, constants) = self.compiled.show(signals)?;
        for (word, value) in constants {
            self.words[word as usize % WORDS] = value;
        }
        Ok(Shown { instructions, places, begin })
    }

    /// Updates the places of prepared signals to their current values.
    pub fn refresh(&mut self, shown: &Shown) {
        let memories = &self.program.memories;
        execute(&shown.instructions, &mut self.words, memories, &self.memory);
    }

    /// The current values of prepared signals, in the order in which they were prepared.
    pub fn show(&mut self, shown: &Shown) -> Vec<u64> {
        self.refresh(shown);
        shown.places().map(|place| self.get(place)).collect()
    }

    /// The number of the top's input with this name; `None` if there is none.
    pub fn input(&self, name: &str) -> Option<usize> {
        let top = self.netlist().modules.first()?;
        let is_input = |signal: &&Signal| matches!(signal.kind, Kind::Input | Kind::Clock);
        let mut inputs = top.signals.iter().filter(is_input);
        inputs.position(|signal| signal.name == name)
    }

    /// Sets an input, given by its number among the inputs of the top.
    pub fn set(&mut self, input: usize, value: u64) {
        let Export { word, readers } = self.program.inputs[input];
        let word = &mut self.words[word as usize % WORDS];
        if *word != value {
            *word = value;
            let [begin, end] = readers.map(|place| place as usize);
            let readers = &self.program.readers[begin..end];
            mark(&mut self.dirty, readers.iter().copied());
        }
    }

    /// The number of a memory; `None` if the design has no such memory, or the program does not use it.
    pub fn memory(&self, path: &str) -> Option<usize> {
        let (module, memory) = self.compiled.netlist.memory(path)?;
        self.compiled.memory(module, memory).map(|number| number as usize)
    }

    /// The lowest 64 bits of each word of a memory.
    pub fn words(&self, memory: usize) -> &[u64] {
        let Memory { begin, words, .. } = self.program.memories[memory];
        &self.memory[begin as usize..][..words as usize]
    }

    /// Settles the design after its inputs were set.
    pub fn settle(&mut self) {
        for block in 0..self.dirty.len() {
            while self.dirty[block] != 0 {
                let bit = self.dirty[block].trailing_zeros();
                self.dirty[block] &= self.dirty[block] - 1;
                self.run(block as u32 * 64 + bit);
            }
        }
    }

    /// Enables or disables the counting of cycles in which modules change. Disabling it discards the counts; enabling it
    /// while it is enabled keeps them.
    pub fn count_changes(&mut self, counts: bool) {
        let before = self.changes.take().filter(|_| counts);
        let begin = || counts.then(|| Changes::new(&self.compiled.netlist));
        self.changes = before.or_else(begin);
    }

    /// Resets the counts of changes to 0, if counting is enabled.
    pub fn reset_changes(&mut self) {
        if let Some(changes) = &mut self.changes {
            changes.counts.fill(0);
        }
    }

    /// For each module of the netlist, the number of cycles in which a register or memory in it, or below it, changed; empty if counting
    /// is disabled.
    pub fn changes(&self) -> &[u64] {
        self.changes.as_ref().map_or(&[], |changes| &changes.counts)
    }

    /// Applies a rising clock edge to a settled design, and settles it again.
    pub fn rise(&mut self) {
        match self.changes.take() {
            None => self.edge(&mut |_| {}),
            Some(mut changes) => {
                changes.clock += 1;
                self.edge(&mut |module| changes.note(module));
                self.changes = Some(changes);
            }
        }
        self.settle();
    }

    /// Updates registers and memories at an edge, and calls `changed` with the module of each register that changes, and with that of a memory
    /// for each write that changes it.
    fn edge(&mut self, changed: &mut impl FnMut(u32)) {
        self.write(changed);
        let Program { groups, registers, readers, .. } = &self.program;
        for group in self.ran.drain(..) {
            let [begin, end] = groups[group as usize].registers;
            for register in &registers[begin as usize..end as usize] {
                let next = self.words[register.next as usize % WORDS];
                let word = &mut self.words[register.word as usize % WORDS];
                if *word != next {
                    *word = next;
                    changed(register.module);
                    let [begin, end] = register.readers.map(|place| place as usize);
                    mark(&mut self.dirty, readers[begin..end].iter().copied());
                }
            }
        }
    }

    /// Runs a group, and marks the other groups that read a word that it changed.
    fn run(&mut self, number: u32) {
        let Program { instructions, groups, exports, enables, readers, memories, .. } =
            &self.program;
        let group = groups[number as usize];
        let [begin, end] = group.instructions;
        execute(
            &instructions[begin as usize..end as usize],
            &mut self.words,
            memories,
            &self.memory,
        );
        let [begin, end] = group.exports.map(|place| place as usize);
        for (export, marked) in exports[begin..end].iter().zip(&mut self.marked[begin..end]) {
            let word = self.words[export.word as usize % WORDS];
            if *marked != word {
                *marked = word;
                let [begin, end] = export.readers.map(|place| place as usize);
                mark(&mut self.dirty, readers[begin..end].iter().copied());
            }
        }
        let [begin, end] = group.enables.map(|place| place as usize);
        for enable in &enables[begin..end] {
            let (block, bit) = (enable.write as usize / 64, 1 << (enable.write % 64));
            if self.words[enable.word as usize % WORDS] != 0 {
                self.enabled[block] |= bit;
            } else {
                self.enabled[block] &= !bit;
            }
        }
        self.ran.push(number);
    }

    /// Executes the enabled writes to the memories.
    fn write(&mut self, changed: &mut impl FnMut(u32)) {
        for block in 0..self.enabled.len() {
            let mut left = self.enabled[block];
            while left != 0 {
                let write = self.program.writes[block * 64 + left.trailing_zeros() as usize];
                left &= left - 1;
                self.write_word(write, changed);
            }
        }
    }

    fn write_word(&mut self, write: Write, changed: &mut impl FnMut(u32)) {
        let word = |place: u32| self.words[place as usize % WORDS];
        let memory = self.program.memories[write.memory as usize];
        let address = word(write.address);
        if address >= u64::from(memory.words) {
            return;
        }
        let kept = &mut self.memory[memory.begin as usize + address as usize];
        let mask = word(write.mask);
        let value = *kept & !mask | word(write.data) & mask;
        if *kept != value {
            *kept = value;
            changed(memory.module);
            let [begin, end] = memory.readers.map(|place| place as usize);
            let readers = &self.program.readers[begin..end];
            mark(&mut self.dirty, readers.iter().copied());
        }
    }
}

/// Marks groups that must run.
fn mark(dirty: &mut [u64], groups: impl Iterator<Item = u32>) {
    for group in groups {
        dirty[group as usize / 64] |= 1 << (group % 64);
    }
}

/// Cycle counts by module.
struct Changes {
    /// The parent of each module; the top is its own parent.
    above: Vec<u32>,
    /// The last cycle in which each module changed.
    last: Vec<u64>,
    /// The number of cycles in which each module changed, since the start or the last reset of the counts.
    counts: Vec<u64>,
    clock: u64,
}

impl Changes {
    /// Counts for the modules of a netlist, all 0.
    fn new(netlist: &Netlist) -> Self {
        let count = netlist.modules.len();
        let mut above = vec![0; count];
        for (module, number) in netlist.modules.iter().zip(0..) {
            for instance in &module.instances {
                above[instance.module as usize] = number;
            }
        }
        Self { above, last: vec![0; count], counts: vec![0; count], clock: 0 }
    }

    /// Records that a register or memory of a module changes in this cycle.
    fn note(&mut self, module: u32) {
        let mut place = module as usize;
        // If a module is recorded already, so are its ancestors.
        while self.last[place] != self.clock {
            self.last[place] = self.clock;
            self.counts[place] += 1;
            place = self.above[place] as usize;
        }
    }
}
