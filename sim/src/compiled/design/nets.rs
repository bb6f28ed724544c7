//! The nets of the compiled design, for waveforms: signals whose values are in the same word of the machine are one net.
//! Interface: the implementation of [`Nets`] for [`CompiledDesign`].

use std::collections::HashMap;

use nonogram_hdl::design::{Listed, Nets};
use nonogram_netlist::ir::Netlist;

use super::CompiledDesign;
use super::block::{is_shown, shown_name};
use crate::compiled::Place;
use crate::signals::short_state;

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
        self.listed.push(Listed::Scope(shown_name(name).into()));
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
                name: shown_name(&signal.name).into(),
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

impl Nets for CompiledDesign {
    fn list(&self) -> Vec<Listed> {
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

    fn read(&self, values: &mut Vec<u64>) {
        let mut machine = self.machine.borrow_mut();
        if let Some(shown) = &*self.shown.borrow() {
            machine.refresh(shown);
        }
        values.clear();
        let nets = self.nets.borrow();
        values.extend(nets.iter().map(|&place| machine.get(place)));
    }
}
