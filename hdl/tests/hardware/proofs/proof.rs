//! A proof: modules, properties, method and depth.
//! Interface: [`Proof::prove`] and [`Proof::refute`] run yosys and yosys-abc. The properties are in the wrappers, in `hdl/proofs`.

use super::solver::{Model, Statements, Verdict};
use std::path::Path;

/// How a property is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For all time from power-on, by an inductive invariant that the solver finds and checks.
    ForAllTime,
    /// For all time: all properties hold in the first cycle from power-on, and in the cycle after any cycle in which they hold.
    Induction,
    /// For `depth` cycles from any state of the registers that meets the wrapper's assumptions about the first cycle.
    FromAnyState {
        /// Number of cycles.
        depth: usize,
    },
}

/// One proof: small instances of some modules in a Verilog wrapper that states the properties.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Name of the proof; the wrapper is `hdl/proofs/NAME.v`, NAME without `wide_` or `colour_`, and its top module is `NAME_proof`.
    pub name: &'static str,
    /// The properties in one line.
    pub shows: &'static str,
    /// Method of proof.
    pub method: Method,
    /// Number of cycles within which the wrapper's cover statements are reached.
    pub cover_depth: usize,
    /// Functions that emit the modules under proof, and in `control` also the reference module.
    pub modules: &'static [fn() -> String],
    /// Verilog of the wrapper.
    pub wrapper: &'static str,
}

impl Proof {
    /// The emitted modules.
    pub fn verilog(&self) -> String {
        self.modules.iter().map(|module| module()).collect()
    }

    /// Proves the properties, and finds runs that reach the wrapper's cover statements, so that the properties are not
    /// vacuous. Writes its files to the folder `work`.
    ///
    /// # Errors
    /// Returns what is refuted.
    pub fn prove(&self, work: &Path) -> Verdict {
        let model = Model::new(self, &[], &self.verilog(), Statements::All, work);
        model.prove(self.method)?;
        model.cover(self.cover_depth)
    }

    /// Searches for a run of `verilog`, a variant of [`Proof::verilog`], that violates a property; `constants` gives values to arbitrary
    /// constants of the wrapper. For a proof by induction, runs are searched to the depth of its cover statements, because the base of
    /// an induction is one cycle.
    ///
    /// # Errors
    /// Returns what is refuted.
    pub fn refute(&self, constants: &[(&str, &str)], verilog: &str, work: &Path) -> Verdict {
        let model = Model::new(self, constants, verilog, Statements::Assertions, work);
        match self.method {
            Method::Induction => model.search(self.cover_depth),
            Method::ForAllTime | Method::FromAnyState { .. } => model.prove(self.method),
        }
    }
}
