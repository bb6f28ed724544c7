//! A constant that is a parameter of the emitted module, and default values for the fields of a block.
//! Interface: [`Parameter::val`] in a block's `update`, as for rust-hdl's `Constant`; the enclosing blocks set the value at construction.
//! The emitted parameter has the field's name in upper case, and every module above passes it on by that name.
//! [`constant`] and [`checked`] are for use in `#[default(…)]` of `SmartDefault`.

use crate::prelude::*;

/// Width of a parameter, in bits.
pub const PARAMETER_BITS: usize = 32;

/// Name in the type descriptor that distinguishes parameters from other constants.
const TYPE_NAME: &str = "parameter";

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter(Constant<Bits<PARAMETER_BITS>>);

impl Parameter {
    /// A parameter with this value.
    pub fn new(value: u32) -> Self {
        Self(Constant::new(u64::from(value).into()))
    }

    /// Value of the parameter.
    pub fn val(&self) -> Bits<PARAMETER_BITS> {
        self.0.val()
    }
}

impl Default for Parameter {
    /// A parameter with the value 0; the enclosing blocks set another.
    fn default() -> Self {
        Self::new(0)
    }
}

/// Whether a signal that a probe visits is a parameter.
pub(crate) fn is_parameter(atom: &dyn Atom) -> bool {
    atom.descriptor().name == TYPE_NAME
}

impl Logic for Parameter {
    fn update(&mut self) {}
}

impl Atom for Parameter {
    fn bits(&self) -> usize {
        self.0.bits()
    }

    fn connected(&self) -> bool {
        self.0.connected()
    }

    fn changed(&self) -> bool {
        self.0.changed()
    }

    fn kind(&self) -> AtomKind {
        self.0.kind()
    }

    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor { name: TYPE_NAME.to_owned(), ..self.0.descriptor() }
    }

    fn vcd(&self) -> VCDValue {
        self.0.vcd()
    }

    fn id(&self) -> usize {
        self.0.id()
    }

    fn verilog(&self) -> VerilogLiteral {
        self.0.verilog()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        self.0.constraints()
    }
}

impl Block for Parameter {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

/// A constant of `N` bits.
pub(crate) fn constant<const N: usize>(value: u64) -> Constant<Bits<N>> {
    Constant::new(value.into())
}

/// The default of a field, with a compile-time check of the block's parameters: `#[default(checked(const { assert!(…) }))]`.
pub(crate) fn checked<T: Default>((): ()) -> T {
    T::default()
}
