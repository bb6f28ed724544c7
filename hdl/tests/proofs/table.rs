//! The table of proofs: which modules, which properties, how deep.
//! Interface: [`PROOFS`] is the table; [`Proof::prove`] and [`Proof::refute`] run yosys and yosys-abc.
//! The properties are in `hdl/proofs/NAME.v`.

use crate::modules;
use crate::solver::{Model, ProofError, Statements};
use std::path::Path;

/// How a property is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For all time from power-on, by an inductive invariant that the solver finds and checks.
    ForAllTime,
    /// For all time: it holds for `base` clocks from power-on, and after any `depth` clocks in which it held.
    Induction {
        /// Clocks from power-on.
        base: usize,
        /// Clocks of the induction's step.
        depth: usize,
    },
    /// In any `depth` clocks whose first is as the wrapper assumes, whatever the registers hold otherwise.
    FromAnyState {
        /// Clocks.
        depth: usize,
        /// Clocks when the environment variable `NONOGRAM_DEEP` is set, as `make test-full` does.
        deep: usize,
    },
}

/// One proof: small instances of some modules in a Verilog wrapper that states the properties.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// Its name; the wrapper is `hdl/proofs/NAME.v`, its top module `NAME_proof`.
    pub name: &'static str,
    /// What is shown, in a line.
    pub shows: &'static str,
    /// Method of proof.
    pub method: Method,
    /// Clocks within which the wrapper's interesting state is reached.
    pub cover_depth: usize,
    /// What emits the modules under proof.
    pub modules: &'static [fn() -> String],
    /// The wrapper.
    pub wrapper: &'static str,
}

/// All proofs.
pub static PROOFS: &[Proof] = &[
    Proof {
        name: "byte_fifo",
        shows: "order kept, nothing lost or invented, counts right, full and empty honest",
        method: Method::ForAllTime,
        cover_depth: 32,
        modules: &[modules::byte_fifo],
        wrapper: include_str!("../../proofs/byte_fifo.v"),
    },
    Proof {
        name: "store",
        shows: "every word comes out as it was last written, from either bank, when it is asked for",
        method: Method::ForAllTime,
        cover_depth: 8,
        modules: &[modules::store],
        wrapper: include_str!("../../proofs/store.v"),
    },
    Proof {
        name: "uart",
        shows: "every byte arrives once and whole, at every phase, without a framing error",
        method: Method::ForAllTime,
        cover_depth: 48,
        modules: &[modules::uart_tx, modules::uart_rx, modules::synchronizer],
        wrapper: include_str!("../../proofs/uart.v"),
    },
    Proof {
        name: "crc13",
        shows: "the remainder of all bits divided by the polynomial of CRC-13/BBC",
        method: Method::Induction { base: 3, depth: 2 },
        cover_depth: 90,
        modules: &[modules::crc13],
        wrapper: include_str!("../../proofs/crc13.v"),
    },
    Proof {
        name: "framer",
        shows: "two bytes make a message, in order, with their marks; the check covers all since the first; pauses in time",
        method: Method::Induction { base: 4, depth: 2 },
        cover_depth: 40,
        modules: &[modules::framer],
        wrapper: include_str!("../../proofs/framer.v"),
    },
    Proof {
        name: "parser",
        shows: "stores what was received and never past the store, restarts on a start board, never gets stuck",
        method: Method::ForAllTime,
        cover_depth: 40,
        modules: &[modules::parser],
        wrapper: include_str!("../../proofs/parser.v"),
    },
    Proof {
        name: "assembler",
        shows: "a reply is the sizes, the known cells in order, the check of them, and the status",
        method: Method::Induction { base: 60, depth: 2 },
        cover_depth: 120,
        modules: &[modules::assembler],
        wrapper: include_str!("../../proofs/assembler.v"),
    },
    Proof {
        name: "classic",
        shows: "known cells never change value; one status for every board, and a true one",
        method: Method::FromAnyState {
            depth: 60,
            deep: 60,
        },
        cover_depth: 30,
        modules: &[modules::classic],
        wrapper: include_str!("../../proofs/classic.v"),
    },
    Proof {
        name: "parallel",
        shows: "known cells stay known; one status a board, and a true one",
        method: Method::FromAnyState {
            depth: 17,
            deep: 19,
        },
        cover_depth: 40,
        modules: &[modules::parallel],
        wrapper: include_str!("../../proofs/parallel.v"),
    },
    Proof {
        name: "engine",
        shows: "a visit finds what all placements of the blocks agree on, and nothing else",
        method: Method::FromAnyState { depth: 9, deep: 9 },
        cover_depth: 9,
        modules: &[modules::engine],
        wrapper: include_str!("../../proofs/engine.v"),
    },
    Proof {
        name: "wide_engine",
        shows: "the same of an engine that processes four cells per cycle from each end",
        method: Method::FromAnyState { depth: 7, deep: 7 },
        cover_depth: 7,
        modules: &[modules::wide_engine],
        wrapper: concat!("`define WIDE\n", include_str!("../../proofs/engine.v")),
    },
    Proof {
        name: "cells",
        shows: "each group of cells in block RAM is shown as it was last told, whatever is told and asked for at once",
        method: Method::ForAllTime,
        cover_depth: 16,
        modules: &[modules::cells],
        wrapper: include_str!("../../proofs/cells.v"),
    },
    Proof {
        name: "trail",
        shows: "what is popped is what was pushed, last in, first out",
        method: Method::Induction { base: 4, depth: 2 },
        cover_depth: 30,
        modules: &[modules::trail],
        wrapper: include_str!("../../proofs/trail.v"),
    },
    Proof {
        name: "scheduler",
        shows: "no line that is told something is forgotten, and quiet means that nothing is marked or under way",
        method: Method::Induction { base: 4, depth: 2 },
        cover_depth: 40,
        modules: &[modules::line_logic],
        wrapper: include_str!("../../proofs/scheduler.v"),
    },
    Proof {
        name: "verdict",
        shows: "every small board is decided in time, once, and its verdict is true",
        method: Method::FromAnyState {
            depth: 236,
            deep: 236,
        },
        cover_depth: 236,
        modules: &[modules::clue_core],
        wrapper: include_str!("../../proofs/verdict.v"),
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

    /// Proves the properties, and finds runs that reach the wrapper's cover statements, so that the proof is about
    /// something; in the folder `work`.
    ///
    /// # Errors
    /// A property that does not hold, a statement that is not reached, or why it could not be tried.
    pub fn prove(&self, work: &Path) -> Result<(), ProofError> {
        let model = Model::new(self, &self.verilog(), Statements::All, work)?;
        model.prove(self.method)?;
        model.cover(self.cover_depth)
    }

    /// Looks for a run of `verilog`, a variant of [`Proof::verilog`], that breaks a property. Where the proof is by
    /// induction, in the clocks that the covers get: the base of an induction is shorter than most faults take to show.
    ///
    /// # Errors
    /// The property that is refuted, or why it could not be tried.
    pub fn refute(&self, verilog: &str, work: &Path) -> Result<(), ProofError> {
        let model = Model::new(self, verilog, Statements::Assertions, work)?;
        match self.method {
            Method::Induction { .. } => model.search(self.cover_depth),
            Method::ForAllTime | Method::FromAnyState { .. } => model.prove(self.method),
        }
    }
}
