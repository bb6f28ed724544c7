//! Proofs of what the emitted Verilog does: which modules, which properties, how deep.
//! Interface: [`PROOFS`] is the table; [`Proof::prove`] and [`Proof::cover`] run yosys, yosys-smtbmc and z3.
//! Source: bounded model checking and k-induction; the properties are in `hdl/proofs/NAME.v`.

mod modules;
mod solver;

pub use solver::ProofError;
use std::path::Path;

/// How a property is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For all time: it holds for `depth` clocks from power-on, and after any `depth` clocks in which it held.
    Induction {
        /// Clocks.
        depth: usize,
    },
    /// In any `depth` clocks whose first is as the wrapper assumes, whatever the registers hold otherwise.
    FromAnyState {
        /// Clocks.
        depth: usize,
    },
}

/// One proof: small instances of some modules in a Verilog wrapper that states the properties.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Its name; the wrapper is `hdl/proofs/NAME.v`, its top module `NAME_proof`.
    pub name: &'static str,
    /// What is shown, in a line.
    pub shows: &'static str,
    /// How.
    pub method: Method,
    /// Clocks within which the wrapper's interesting state is reached.
    pub cover_depth: usize,
    modules: &'static [fn() -> String],
    wrapper: &'static str,
}

/// All proofs.
pub static PROOFS: &[Proof] = &[
    Proof {
        name: "byte_fifo",
        shows: "order kept, nothing lost or invented, counts right, full and empty honest",
        method: Method::Induction { depth: 2 },
        cover_depth: 32,
        modules: &[modules::byte_fifo],
        wrapper: include_str!("../proofs/byte_fifo.v"),
    },
    Proof {
        name: "store",
        shows: "every word comes out as it was last written, from either bank, when it is asked for",
        method: Method::Induction { depth: 2 },
        cover_depth: 8,
        modules: &[modules::store],
        wrapper: include_str!("../proofs/store.v"),
    },
    Proof {
        name: "uart",
        shows: "every byte arrives once and whole, at every phase, without a framing error",
        method: Method::Induction { depth: 2 },
        cover_depth: 48,
        modules: &[modules::uart_tx, modules::uart_rx, modules::synchronizer],
        wrapper: include_str!("../proofs/uart.v"),
    },
    Proof {
        name: "parser",
        shows: "never writes past the store, begins afresh on a start board, never stuck",
        method: Method::Induction { depth: 7 },
        cover_depth: 40,
        modules: &[modules::parser],
        wrapper: include_str!("../proofs/parser.v"),
    },
    Proof {
        name: "classic",
        shows: "known cells never change value; one status a board, and a true one",
        method: Method::FromAnyState { depth: 21 },
        cover_depth: 15,
        modules: &[modules::classic],
        wrapper: include_str!("../proofs/classic.v"),
    },
    Proof {
        name: "parallel",
        shows: "known cells stay known; one status a board, and a true one",
        method: Method::FromAnyState { depth: 14 },
        cover_depth: 15,
        modules: &[modules::parallel],
        wrapper: include_str!("../proofs/parallel.v"),
    },
];

impl Proof {
    /// The proof of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROOFS.iter().find(|proof| proof.name == name)
    }

    /// The modules under proof, as emitted.
    pub fn verilog(&self) -> String {
        self.modules.iter().map(|module| module()).collect()
    }

    /// Proves the properties of `verilog`, which is [`Proof::verilog`] or a variant of it, in the folder `work`.
    ///
    /// # Errors
    /// A property that does not hold, or why it could not be tried.
    pub fn prove(&self, verilog: &str, work: &Path) -> Result<(), ProofError> {
        let model = solver::Model::new(self, verilog, work)?;
        match self.method {
            Method::Induction { depth } => {
                let depth = depth.to_string();
                model.solve(&depth, &[])?;
                model.solve(&depth, &["-i"])
            }
            // One question about all clocks.
            Method::FromAnyState { depth } => model.solve(&format!("0:{depth}:{depth}"), &[]),
        }
    }

    /// Finds a run that reaches the wrapper's cover statements, so that the proof is about something.
    ///
    /// # Errors
    /// There is no such run, or why it could not be tried.
    pub fn cover(&self, verilog: &str, work: &Path) -> Result<(), ProofError> {
        solver::Model::new(self, verilog, work)?.solve(&self.cover_depth.to_string(), &["-c"])
    }
}
