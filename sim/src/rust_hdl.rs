//! The design in rust-hdl, which is the reference for the compiled simulation of its Verilog.
//! Interface: [`RustHdl::pins`] and [`RustHdl::bytes`]; only with the feature `rust-hdl`.

use nonogram_hdl::design as hdl;
use nonogram_hdl::designs;
use nonogram_hdl::widgets::Interfaces;
use nonogram_verilog::{Build, Parameters};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind};

use crate::design::{self, ByteDesign, CoreEvents, Design, Listed, PinDesign};
use crate::signals::short_state;

/// A running design, with serial pins or without UART.
pub struct RustHdl<D: ?Sized>(Box<D>);

impl RustHdl<dyn hdl::PinDesign> {
    /// A design with serial pins.
    pub fn pins(build: &'static Build, parameters: &Parameters) -> Self {
        Self(designs(build).pins(parameters))
    }
}

impl RustHdl<dyn hdl::ByteDesign> {
    /// A design without UART.
    pub fn bytes(build: &'static Build, parameters: &Parameters) -> Self {
        Self(designs(build).bytes(parameters))
    }
}

impl<D: hdl::Design + ?Sized> Design for RustHdl<D> {
    fn list(&self) -> Vec<Listed> {
        let mut walk = Walk::default();
        self.0.block().accept("top", &mut walk);
        walk.listed
    }

    fn read(&self, values: &mut Vec<u64>) {
        let mut walk = Walk::default();
        self.0.block().accept("top", &mut walk);
        *values = walk.values;
    }

    fn settle(&mut self) -> bool {
        self.0.settle()
    }

    fn rise(&mut self) -> bool {
        self.0.rise()
    }

    fn set_reset(&mut self, level: bool) {
        self.0.set_reset(level);
    }

    fn events(&self) -> CoreEvents {
        self.0.events()
    }

    fn ending(&self) -> [u32; 2] {
        self.0.ending()
    }

    fn probe(&self) -> design::Probe {
        self.0.probe()
    }

    fn status(&self) -> u8 {
        self.0.status()
    }
}

impl PinDesign for RustHdl<dyn hdl::PinDesign> {
    fn set_rx(&mut self, level: bool) {
        self.0.set_rx(level);
    }

    fn tx(&self) -> bool {
        self.0.tx()
    }
}

impl ByteDesign for RustHdl<dyn hdl::ByteDesign> {
    fn offer(&mut self, byte: Option<u8>) {
        self.0.offer(byte);
    }

    fn takes(&self) -> bool {
        self.0.takes()
    }

    fn set_ready(&mut self, ready: bool) {
        self.0.set_ready(ready);
    }

    fn sends(&self) -> Option<u8> {
        self.0.sends()
    }
}

/// Lists all signals under their names in the Verilog, and reads them. There, a register is a signal of the module that contains it, and
/// its next value has the name of the register followed by `_d`.
#[derive(Default)]
struct Walk {
    listed: Vec<Listed>,
    values: Vec<u64>,
    interfaces: Interfaces,
    /// The names of the open scopes, each with its place in `listed` and that of its first value.
    scopes: Vec<(String, usize, usize)>,
}

/// The names of the signals of a register.
const REGISTER: [&str; 3] = ["d", "q", "clock"];

impl Walk {
    fn add(&mut self, name: String, width: usize, states: Vec<String>, value: u64) {
        self.listed.push(Listed::Signal {
            name,
            width,
            states,
            net: self.values.len(),
        });
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
            let Listed::Signal {
                name: own,
                width,
                states,
                ..
            } = signal
            else {
                continue;
            };
            match own.as_str() {
                "q" => self.add(name.clone(), width, states, value),
                "d" => self.add(format!("{name}_d"), width, states, value),
                _ => {}
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
