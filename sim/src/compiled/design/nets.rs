//! The nets of the compiled design, for waveforms: signals whose values are in the same word of the machine are one net.
//! Interface: methods of [`CompiledDesign`], and [`module`].

use std::collections::HashMap;

use nonogram_netlist::ir::{Kind, Netlist, SignalId};

use super::CompiledDesign;
use crate::compiled::{Machine, Place, Shown};
use crate::design::Listed;
use crate::signals::short_state;

/// The module at an instance path; `None` if there is no such instance.
pub(super) fn module(netlist: &Netlist, path: &str) -> Option<u32> {
    path.split('.').try_fold(0, |module, name| {
        let mut instances = netlist.modules[module as usize].instances.iter();
        let found = instances.find(|instance| instance.name == name);
        found.map(|instance| instance.module)
    })
}

/// A list under construction.
struct List<'a, P> {
    netlist: &'a Netlist,
    /// The places of the signals that are not listed yet.
    places: P,
    listed: Vec<Listed>,
    /// The places of the nets found so far, and the number of each net. A place of signals that differ in width or states has several nets.
    nets: Vec<Place>,
    numbers: HashMap<(Place, u32, &'a [String]), usize>,
}

impl<P: Iterator<Item = Place>> List<'_, P> {
    fn module(&mut self, name: &str, module: u32) {
        self.listed.push(Listed::Scope(name.to_owned()));
        let own = &self.netlist.modules[module as usize];
        for signal in own.signals.iter().filter(|signal| is_shown(signal.kind)) {
            let place = self.places.next().unwrap_or_default();
            let nets = &mut self.nets;
            let net = (self.numbers)
                .entry((place, signal.width, &signal.states))
                .or_insert_with(|| {
                    nets.push(place);
                    nets.len() - 1
                });
            self.listed.push(Listed::Signal {
                name: signal.name.clone(),
                width: signal.width as usize,
                states: signal.states.iter().map(|name| short_state(name)).collect(),
                net: *net,
            });
        }
        for instance in &own.instances {
            self.module(&instance.name, instance.module);
        }
        self.listed.push(Listed::End);
    }
}

impl CompiledDesign {
    /// Collects the signals of the source, in the order of the hierarchy.
    fn signals(netlist: &Netlist, module: u32, into: &mut Vec<(u32, SignalId)>) {
        let own = &netlist.modules[module as usize];
        let shown = own
            .signals
            .iter()
            .zip(0..)
            .filter(|(signal, _)| is_shown(signal.kind));
        into.extend(shown.map(|(_, id)| (module, id)));
        for instance in &own.instances {
            Self::signals(netlist, instance.module, into);
        }
    }

    /// The signals of the source, prepared.
    pub(super) fn shown<'a>(machine: &mut Machine, shown: &'a mut Option<Shown>) -> &'a Shown {
        shown.get_or_insert_with(|| {
            let mut signals = Vec::new();
            Self::signals(machine.netlist(), 0, &mut signals);
            let shown = machine.prepare(&signals);
            shown.unwrap_or_else(|error| panic!("a signal cannot be shown: {error}"))
        })
    }

    /// See [`Design::list`](crate::design::Design::list).
    pub(super) fn listed(&self) -> Vec<Listed> {
        let mut machine = self.machine.borrow_mut();
        let mut shown = self.shown.borrow_mut();
        let shown = Self::shown(&mut machine, &mut shown);
        let mut list = List {
            netlist: machine.netlist(),
            places: shown.places(),
            listed: Vec::new(),
            nets: Vec::new(),
            numbers: HashMap::new(),
        };
        list.module("top", 0);
        let List { listed, nets, .. } = list;
        self.nets.replace(nets);
        listed
    }

    /// See [`Design::read`](crate::design::Design::read).
    pub(super) fn values(&self, values: &mut Vec<u64>) {
        if self.nets.borrow().is_empty() {
            self.listed();
        }
        let mut machine = self.machine.borrow_mut();
        if let Some(shown) = &*self.shown.borrow() {
            machine.refresh(shown);
        }
        values.clear();
        let nets = self.nets.borrow();
        values.extend(nets.iter().map(|&place| machine.get(place)));
    }
}

/// Whether a signal exists in the source and is not a constant; a port of an instance is shown in the instance's module.
fn is_shown(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Constant(_) | Kind::Parameter | Kind::Hidden | Kind::Port(..)
    )
}
