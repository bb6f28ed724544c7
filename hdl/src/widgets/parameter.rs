//! A constant that is a parameter of the emitted module, and default values for the fields of a block.
//! Interface: [`Parameter::val`] in a block's `update`, as for rust-hdl's `Constant`; the enclosing blocks set the value at construction.
//! The emitted parameter has the field's name in upper case, and every module above passes it on by that name.
//! [`constant`] is for use in `#[default(…)]` of `SmartDefault`.

use crate::prelude::*;

/// Width of a parameter, in bits.
pub const PARAMETER_BITS: usize = 32;

/// The name of the atom in the namespace of a parameter.
pub(crate) const PARAMETER: &str = "$parameter";

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

impl Logic for Parameter {
    fn update(&mut self) {}
}

impl Block for Parameter {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_namespace(name, self);
        self.0.accept(PARAMETER, probe);
        probe.visit_end_namespace(name, self);
    }
}

/// A constant of `N` bits.
pub(crate) fn constant<const N: usize>(value: u64) -> Constant<Bits<N>> {
    Constant::new(value.into())
}
