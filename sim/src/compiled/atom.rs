//! A signal of the compiled simulation as a rust-hdl atom, for waveforms and for reading single signals.
//! Interface: [`Value`], which implements [`Atom`].
//! Source: own.

use nonogram_netlist::ir::{Kind, Signal};
use rust_hdl::prelude::{
    Atom, AtomKind, PinConstraint, TypeDescriptor, TypeKind, VCDValue, VerilogLiteral,
};

/// The current value of a signal.
pub(super) struct Value<'a> {
    pub(super) signal: &'a Signal,
    pub(super) value: u64,
}

impl Atom for Value<'_> {
    fn bits(&self) -> usize {
        self.signal.width as usize
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        match self.signal.kind {
            Kind::Input | Kind::Clock => AtomKind::InputParameter,
            Kind::Output => AtomKind::OutputParameter,
            Kind::Constant(_) | Kind::Parameter => AtomKind::Constant,
            Kind::Local | Kind::Hidden | Kind::Port(..) => AtomKind::LocalSignal,
        }
    }

    fn descriptor(&self) -> TypeDescriptor {
        let states = &self.signal.states;
        TypeDescriptor {
            name: String::new(),
            kind: match states.is_empty() {
                true => TypeKind::Bits(self.bits()),
                false => TypeKind::Enum(states.clone()),
            },
        }
    }

    fn vcd(&self) -> VCDValue {
        VCDValue::String(format!("{:x}", self.value))
    }

    fn id(&self) -> usize {
        0
    }

    fn verilog(&self) -> VerilogLiteral {
        self.value.into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}
