//! The signals of a design in rust-hdl, under their names in the Verilog.

use nonogram_sim::design::Listed;
use nonogram_sim::signals::short_state;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind};

use crate::widgets::Interfaces;

/// Lists all signals under their names in the Verilog, and reads them. There, a register is a signal of the module that contains it; its
/// next value need not be a signal.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) listed: Vec<Listed>,
    /// The values of the signals, in the order of their nets.
    pub(super) values: Vec<u64>,
    interfaces: Interfaces,
    /// The names of the open scopes, each with its place in `listed` and that of its first value.
    scopes: Vec<(String, usize, usize)>,
}

/// The names of the signals of a register.
const REGISTER: [&str; 3] = ["d", "q", "clock"];

impl Walk {
    /// The signals of a design.
    pub(super) fn over(design: &dyn Block) -> Self {
        let mut walk = Self::default();
        design.accept("top", &mut walk);
        walk
    }

    fn add(&mut self, name: String, width: usize, states: Vec<String>, value: u64) {
        self.listed.push(Listed::Signal { name, width, states, net: self.values.len() });
        self.values.push(value);
    }
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        let name = name.replace('$', "_");
        self.listed.push(Listed::Scope(name.clone()));
        let place = self.listed.len();
        self.scopes.push((name, place, self.values.len()));
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let Some((name, place, first)) = self.scopes.pop() else {
            return;
        };
        let own = &self.listed[place..];
        let names: Vec<&str> = own.iter().filter_map(signal_name).collect();
        if names.len() != own.len() || names != REGISTER {
            self.listed.push(Listed::End);
            return;
        }
        let signals = self.listed.split_off(place - 1);
        let values = self.values.split_off(first);
        let places = signals.into_iter().skip(1).zip(values);
        for (signal, value) in places {
            let Listed::Signal { name: own, width, states, .. } = signal else {
                continue;
            };
            if own == "q" {
                self.add(name.clone(), width, states, value);
            }
        }
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interfaces.enter(name);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if signal.kind() == AtomKind::Constant {
            return;
        }
        let states = match signal.descriptor().kind {
            TypeKind::Enum(names) => names.iter().map(|name| short_state(name)).collect(),
            _ => Vec::new(),
        };
        let name = self.interfaces.full(name, '_').replace('$', "_");
        self.add(name, signal.bits(), states, number(signal));
    }
}

fn signal_name(entry: &Listed) -> Option<&str> {
    match entry {
        Listed::Signal { name, .. } => Some(name),
        Listed::Scope(_) | Listed::End => None,
    }
}

/// Largest width for which rust-hdl returns a value as a number; it returns wider values as text only.
const DIRECT: usize = 32;

/// The value of a signal of up to 64 bits as a number.
fn number(signal: &dyn Atom) -> u64 {
    let literal = signal.verilog();
    if signal.bits() <= DIRECT {
        return literal.as_usize() as u64;
    }
    // rust-hdl prints the value as "40'hff".
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default()
}
