//! Simulation of the design of any build by rust-hdl.
//! Interface: [`ready`] constructs a settled top, which is a [`Ready`]; [`Running`] makes one a [`Simulation`].

use crate::read::number;
pub(crate) use crate::widgets::rising_edge;
use crate::widgets::{Interfaces, is_memory, is_register, words_of};
pub(crate) use nonogram_protocol::BuildIdentity;
use nonogram_sim::simulation::{Signal, Simulation, short_state};
pub(crate) use nonogram_verilog::Parameters;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind, simulate};

/// Maximum number of passes for a design to settle; a design that needs more is assumed to have a combinational loop.
pub(crate) const SETTLE: usize = 100;

/// A top that is constructed from its identity and parameters.
pub(crate) trait Ready: Block + Default {
    /// The name of its clock.
    const CLOCK: &str;
    /// The names of its inputs.
    const INPUTS: &[&str];
    /// Sets the constants of a top whose ports are not connected yet.
    fn configure(&mut self, identity: &BuildIdentity, parameters: &Parameters);
    /// Sets the input at this place in [`Self::INPUTS`].
    fn set(&mut self, input: usize, value: u64);
}

/// A settled top.
pub(crate) fn ready<D: Ready>(identity: &BuildIdentity, parameters: &Parameters) -> D {
    let mut design = D::default();
    design.configure(identity, parameters);
    design.connect_all();
    simulate(&mut design, SETTLE);
    design
}

/// A design behind a UART.
pub(crate) trait Pins: Ready + 'static {
    /// The same design behind AXI4-Streams.
    type Stream: Ready + 'static;
}

/// Implements [`Ready`] for a design behind AXI4-Streams.
macro_rules! stream_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        impl<$($decl)*> Ready for $name<$($use)*> {
            const CLOCK: &str = "aclk";
            const INPUTS: &[&str] = &[
                "aresetn",
                "s_axis_tvalid",
                "s_axis_tdata",
                "s_axis_tlast",
                "s_axis_tuser",
                "m_axis_tready",
            ];

            fn configure(&mut self, identity: &BuildIdentity, parameters: &Parameters) {
                self.assembler.set_identity(identity);
                self.framer.pause_clocks = Parameter::new(parameters.pause_clocks);
            }

            fn set(&mut self, input: usize, value: u64) {
                let level = value != 0;
                match input {
                    0 => self.aresetn.next = level,
                    1 => self.s_axis_tvalid.next = level,
                    2 => self.s_axis_tdata.next = value.into(),
                    3 => self.s_axis_tlast.next = level,
                    4 => self.s_axis_tuser.next = level,
                    _ => self.m_axis_tready.next = level,
                }
            }
        }
    };
}

/// Implements [`Ready`] for a design behind a UART.
macro_rules! pin_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        impl<$($decl)*> Ready for $name<$($use)*> {
            const CLOCK: &str = "clock";
            const INPUTS: &[&str] = &["reset", "reset_low", "locked", "rx"];

            fn configure(&mut self, identity: &BuildIdentity, parameters: &Parameters) {
                self.solver.configure(identity, parameters);
                let bit = Parameter::new(parameters.bit_sixteenths);
                self.uart_rx.divider.bit_sixteenths = bit;
                self.uart_tx.divider.bit_sixteenths = bit;
            }

            fn set(&mut self, input: usize, value: u64) {
                let level = value != 0;
                match input {
                    0 => self.reset.next = level,
                    1 => self.reset_low.next = level,
                    2 => self.locked.next = level,
                    _ => self.rx.next = level,
                }
            }
        }
    };
}

/// A running top. rust-hdl numbers no signals: the number of a net or memory is its place among all that a probe visits.
pub(crate) struct Running<D> {
    design: D,
    found: Found,
}

impl<D: Ready> Running<D> {
    /// The simulation of a settled top.
    pub(crate) fn new(design: D) -> Self {
        let mut found = Found::default();
        design.accept(TOP, &mut found);
        // rust-hdl does not simulate the clock as a signal.
        let clock = Signal { name: D::CLOCK.to_owned(), width: 1, states: Vec::new(), net: NONE };
        found.signals.insert(0, clock);
        Self { design, found }
    }

    /// Calls `read` with the place of each of these atoms in `atoms`, and with the atom.
    fn visit(&self, atoms: &[usize], read: &mut dyn FnMut(usize, &dyn Atom)) {
        let mut wanted: Vec<(usize, usize)> =
            atoms.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        wanted.sort_unstable();
        self.design.accept(TOP, &mut Reading { at: 0, wanted: &wanted, read });
    }
}

/// The name of the top in a probe.
const TOP: &str = "top";
/// The number of a net without an atom, which is always 0.
const NONE: usize = usize::MAX;

impl<D: Ready> Simulation for Running<D> {
    fn signals(&self) -> Vec<Signal> {
        self.found.signals.clone()
    }

    fn signal(&self, path: &str) -> Option<usize> {
        let found = self.found.signals.iter().find(|signal| signal.name == path);
        found.map(|signal| signal.net)
    }

    fn memory(&self, path: &str) -> Option<usize> {
        let found = self.found.memories.iter().find(|(name, _)| name == path);
        found.map(|(_, number)| *number)
    }

    fn input(&self, name: &str) -> Option<usize> {
        D::INPUTS.iter().position(|input| *input == name)
    }

    fn read(&self, nets: &[usize], values: &mut [u64]) {
        values.fill(0);
        self.visit(nets, &mut |place, atom| values[place] = number(&atom.verilog()));
    }

    fn words(&self, memory: usize) -> Vec<u64> {
        let mut words = Vec::new();
        self.visit(&[memory], &mut |_, atom| words = words_of(atom));
        words
    }

    fn set(&mut self, input: usize, value: u64) {
        self.design.set(input, value);
    }

    fn settle(&mut self) -> bool {
        simulate(&mut self.design, SETTLE)
    }

    fn rise(&mut self) -> bool {
        rising_edge(&mut self.design, SETTLE)
    }
}

/// Finds all signals and memories under their names in the Verilog. There, a register is a signal of the module that contains it; its
/// next value need not be a signal.
#[derive(Default)]
struct Found {
    signals: Vec<Signal>,
    /// The path and the number of each memory.
    memories: Vec<(String, usize)>,
    /// Number of the next atom.
    at: usize,
    /// The path of the module from [`TOP`] on, with a dot at its end.
    path: String,
    interfaces: Interfaces,
    in_register: bool,
}

impl Probe for Found {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path += &name.replace('$', "_");
        self.path.push('.');
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let above = self.path.trim_end_matches('.').rfind('.');
        self.path.truncate(above.map_or(0, |dot| dot + 1));
    }

    fn visit_start_namespace(&mut self, name: &str, block: &dyn Block) {
        self.interfaces.enter(name);
        self.in_register = is_register(block);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
        self.in_register = false;
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let number = self.at;
        self.at += 1;
        let module = &self.path[TOP.len() + 1..];
        let path = |name: &str| format!("{module}{}", name.replace('$', "_"));
        if signal.kind() == AtomKind::Constant {
            if is_memory(signal) {
                self.memories.push((path(name), number));
            }
            return;
        }
        if self.in_register && name == "d" {
            return;
        }
        let states = match signal.descriptor().kind {
            TypeKind::Enum(names) => names.iter().map(|name| short_state(name)).collect(),
            _ => Vec::new(),
        };
        let name = if self.in_register {
            path(&self.interfaces.path('_'))
        } else {
            path(&self.interfaces.full(name, '_'))
        };
        self.signals.push(Signal { name, width: signal.bits(), states, net: number });
    }
}

/// Visits atoms, given by their sorted numbers, each with a place.
struct Reading<'a> {
    /// Number of the next atom.
    at: usize,
    wanted: &'a [(usize, usize)],
    read: &'a mut dyn FnMut(usize, &dyn Atom),
}

impl Probe for Reading<'_> {
    fn visit_atom(&mut self, _: &str, atom: &dyn Atom) {
        while let Some((&(number, place), rest)) = self.wanted.split_first()
            && number == self.at
        {
            (self.read)(place, atom);
            self.wanted = rest;
        }
        self.at += 1;
    }
}
