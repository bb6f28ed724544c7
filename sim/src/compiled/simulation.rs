//! The compiled simulation of a design.
//! Interface: [`CompiledSimulation`], a [`Simulation`]. The number of a net is the word of the machine that contains its value.

use std::cell::{OnceCell, RefCell};

use nonogram_netlist::ir::{Kind, Netlist, SignalId};

use super::{CompileError, Machine, Place, Shown};
use crate::simulation::{Signal, Simulation, short_state};

/// A running design.
pub struct CompiledSimulation {
    machine: RefCell<Machine>,
    /// The modules whose changes are reported; `None` for a block that the design does not have.
    counted: Vec<Option<u32>>,
    /// All signals of the source, prepared on first use.
    all: OnceCell<All>,
}

/// All signals of the source. Only the machine's words of its own are always up to date.
struct All {
    signals: Vec<Signal>,
    shown: Shown,
}

impl CompiledSimulation {
    /// A settled design after power-on. `signals` and `memories` list what is read often, as paths. Other signals are slow to read, and
    /// other memories can be read only if the design uses them.
    ///
    /// # Errors
    /// The netlist cannot be simulated, or lacks a listed signal or memory.
    pub fn new(
        netlist: Netlist,
        signals: &[&str],
        memories: &[&str],
    ) -> Result<Self, CompileError> {
        Ok(Self {
            machine: RefCell::new(Machine::new(netlist, signals, memories)?),
            counted: Vec::new(),
            all: OnceCell::new(),
        })
    }

    fn all(&self) -> &All {
        self.all.get_or_init(|| {
            let mut machine = self.machine.borrow_mut();
            let (mut signals, mut places) = (Vec::new(), Vec::new());
            list(machine.netlist(), 0, "", &mut signals, &mut places);
            let shown = machine.prepare(&places);
            let shown = shown.unwrap_or_else(|error| panic!("a signal cannot be shown: {error}"));
            for (signal, place) in signals.iter_mut().zip(shown.places()) {
                signal.net = place.number();
            }
            All { signals, shown }
        })
    }
}

impl Simulation for CompiledSimulation {
    fn signals(&self) -> Vec<Signal> {
        self.all().signals.clone()
    }

    fn signal(&self, path: &str) -> Option<usize> {
        let kept = self.machine.borrow_mut().place(path);
        kept.map(Place::number).or_else(|| {
            let signal = self.all().signals.iter().find(|signal| signal.name == path);
            signal.map(|signal| signal.net)
        })
    }

    fn memory(&self, path: &str) -> Option<usize> {
        self.machine.borrow().memory(path)
    }

    fn input(&self, name: &str) -> Option<usize> {
        self.machine.borrow().input(name)
    }

    fn read(&self, nets: &[usize], values: &mut [u64]) {
        let mut machine = self.machine.borrow_mut();
        if let Some(All { shown, .. }) = self.all.get()
            && nets.iter().any(|net| shown.updates(Place::of(*net)))
        {
            machine.refresh(shown);
        }
        for (value, net) in values.iter_mut().zip(nets) {
            *value = machine.get(Place::of(*net));
        }
    }

    fn words(&self, memory: usize) -> Vec<u64> {
        self.machine.borrow().words(memory).to_vec()
    }

    fn set(&mut self, input: usize, value: u64) {
        self.machine.get_mut().set(input, value);
    }

    fn settle(&mut self) -> bool {
        self.machine.get_mut().settle();
        true
    }

    fn rise(&mut self) -> bool {
        self.machine.get_mut().rise();
        true
    }

    fn count_changes(&mut self, blocks: &[String]) {
        let machine = self.machine.get_mut();
        machine.count_changes(!blocks.is_empty());
        self.counted = blocks.iter().map(|path| module(machine.netlist(), path)).collect();
    }

    fn reset_changes(&mut self) {
        self.machine.get_mut().reset_changes();
    }

    fn changes(&self) -> Vec<u64> {
        let machine = self.machine.borrow();
        let count = |module: u32| machine.changes().get(module as usize).copied();
        let counts = self.counted.iter().map(|module| module.and_then(count));
        counts.map(Option::unwrap_or_default).collect()
    }
}

/// The module at an instance path; `None` if there is no such instance.
fn module(netlist: &Netlist, path: &str) -> Option<u32> {
    path.split('.').try_fold(0, |module, name| {
        let mut instances = netlist.modules[module as usize].instances.iter();
        let found = instances.find(|instance| instance.name == name);
        found.map(|instance| instance.module)
    })
}

/// Lists the signals of the source in a module and below it, in the order of the hierarchy, without their nets, and their numbers in the
/// netlist. `path` is that of the module, with a dot at its end.
fn list(
    netlist: &Netlist,
    module: u32,
    path: &str,
    signals: &mut Vec<Signal>,
    places: &mut Vec<(u32, SignalId)>,
) {
    let own = &netlist.modules[module as usize];
    for (signal, id) in own.signals.iter().zip(0..).filter(|(signal, _)| is_shown(signal.kind)) {
        signals.push(Signal {
            name: format!("{path}{}", signal.name),
            width: signal.width as usize,
            states: signal.states.iter().map(|name| short_state(name)).collect(),
            net: 0,
        });
        places.push((module, id));
    }
    for instance in &own.instances {
        list(netlist, instance.module, &format!("{path}{}.", instance.name), signals, places);
    }
}

/// Whether a signal exists in the source and is not a constant; a port of an instance is shown in the instance's module.
fn is_shown(kind: Kind) -> bool {
    !matches!(kind, Kind::Constant(_) | Kind::Parameter | Kind::Hidden | Kind::Port(..))
}
