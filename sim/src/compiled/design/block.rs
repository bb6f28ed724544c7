//! The compiled design as a rust-hdl block, for reading single signals: modules and signals under their names in the source.
//! Interface: the implementation of [`Block`] for [`CompiledDesign`], and [`module`].
//! Source: own.

use std::borrow::Cow;

use nonogram_netlist::ir::{Kind, Netlist, SignalId};
use rust_hdl::prelude::{Block, Logic};

use super::CompiledDesign;
use crate::compiled::atom::Value;
use crate::compiled::{Machine, Shown};

/// The module at an instance path, in which `_` replaces `$`; `None` if there is no such instance.
pub(super) fn module(netlist: &Netlist, path: &str) -> Option<u32> {
    path.split('.').try_fold(0, |module, name| {
        let mut instances = netlist.modules[module as usize].instances.iter();
        let found = instances.find(|instance| instance.name.replace('$', "_") == name);
        found.map(|instance| instance.module)
    })
}

impl CompiledDesign {
    /// Collects the signals of the source, in the order in which [`Block::accept`] visits them.
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

    fn accept(
        &self,
        name: &str,
        module: u32,
        values: &mut impl Iterator<Item = u64>,
        netlist: &Netlist,
        probe: &mut dyn rust_hdl::prelude::Probe,
    ) {
        probe.visit_start_scope(name, self);
        let own = &netlist.modules[module as usize];
        for signal in own.signals.iter().filter(|signal| is_shown(signal.kind)) {
            let value = values.next().unwrap_or_default();
            probe.visit_atom(&shown_name(&signal.name), &Value { signal, value });
        }
        for instance in &own.instances {
            self.accept(&instance.name, instance.module, values, netlist, probe);
        }
        probe.visit_end_scope(name, self);
    }
}

/// The name of a signal in a waveform, from its Verilog name, in which the port of an interface has the separator `$`.
pub(super) fn shown_name(name: &str) -> Cow<'_, str> {
    if name.contains('$') {
        name.replace('$', "_").into()
    } else {
        name.into()
    }
}

/// Whether a signal exists in the source and is not a constant; a port of an instance is shown in the instance's module.
pub(super) fn is_shown(kind: Kind) -> bool {
    !matches!(kind, Kind::Constant(_) | Kind::Hidden | Kind::Port(..))
}

impl Logic for CompiledDesign {
    fn update(&mut self) {
        self.machine.get_mut().settle();
    }
}

impl Block for CompiledDesign {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.update();
    }

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn rust_hdl::prelude::Probe) {
        let mut machine = self.machine.borrow_mut();
        let mut shown = self.shown.borrow_mut();
        let shown = Self::shown(&mut machine, &mut shown);
        let values = machine.show(shown);
        let netlist = machine.netlist();
        CompiledDesign::accept(self, name, 0, &mut values.into_iter(), netlist, probe);
    }
}
