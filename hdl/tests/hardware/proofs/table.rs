//! The table of proofs: modules, properties, method and depth of each.
//! Interface: [`PROOFS`] is the table; [`Proof::prove`] and [`Proof::refute`] run yosys and yosys-abc.
//! Source: own; the properties are in the wrappers, in `hdl/proofs`.

use super::modules;
use super::solver::{Model, ProofError, Statements};
use super::transitions;
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

/// All proofs.
pub static PROOFS: &[Proof] = &[
    Proof {
        name: "byte_fifo",
        shows: "accepted bytes leave once and in order; a lost byte is flagged; counts, full and empty are correct",
        method: Method::ForAllTime,
        cover_depth: 32,
        modules: &[modules::byte_fifo],
        wrapper: include_str!("../../../proofs/byte_fifo.v"),
    },
    Proof {
        name: "store",
        shows: "every read returns the word last written, from either bank, unless it was read while it was written",
        method: Method::ForAllTime,
        cover_depth: 8,
        modules: &[modules::store],
        wrapper: include_str!("../../../proofs/store.v"),
    },
    Proof {
        name: "uart",
        shows: "every byte is received once and whole, at every phase, without a framing error",
        method: Method::ForAllTime,
        cover_depth: 48,
        modules: &[modules::uart_tx, modules::uart_rx, modules::synchronizer],
        wrapper: include_str!("../../../proofs/uart.v"),
    },
    Proof {
        name: "crc13",
        shows: "the CRC is the remainder of all bits divided by the polynomial of CRC-13/BBC",
        method: Method::Induction,
        cover_depth: 12,
        modules: &[modules::crc13],
        wrapper: include_str!("../../../proofs/crc13.v"),
    },
    Proof {
        name: "framer",
        shows: "two bytes form a message; kinds and pairs of start boards are right; the CRC covers all bytes since the first; pauses and packets end in time",
        method: Method::Induction,
        cover_depth: 24,
        modules: &[modules::framer],
        wrapper: include_str!("../../../proofs/framer.v"),
    },
    Proof {
        name: "parser",
        shows: "stores what was received, and never past the store; a start board restarts the board; the parser never gets stuck",
        method: Method::ForAllTime,
        cover_depth: 40,
        modules: &[modules::parser],
        wrapper: include_str!("../../../proofs/parser.v"),
    },
    Proof {
        name: "clue_parser",
        shows: "passes on the blocks and colours that were received and fit; rejects what is malformed; the parser never gets stuck",
        method: Method::ForAllTime,
        cover_depth: 60,
        modules: &[modules::clue_parser],
        wrapper: include_str!("../../../proofs/clue_parser.v"),
    },
    Proof {
        name: "assembler",
        shows: "a reply consists of the sizes, the known cells in order or the identity's words, the check, and the status, and its last byte is marked",
        method: Method::Induction,
        cover_depth: 60,
        modules: &[modules::assembler, modules::cell_reader],
        wrapper: include_str!("../../../proofs/assembler.v"),
    },
    Proof {
        name: "stream",
        shows: "an offered byte stays until it is accepted, with its data and its mark of the end of a reply",
        method: Method::ForAllTime,
        cover_depth: 60,
        modules: &[modules::stream],
        wrapper: include_str!("../../../proofs/stream.v"),
    },
    Proof {
        name: "dispatcher",
        shows: "streams obey the rules of AXI4-Stream; a packet goes to one core that is connected, and a reply comes from one core",
        method: Method::ForAllTime,
        cover_depth: 30,
        modules: &[modules::dispatcher],
        wrapper: include_str!("../../../proofs/dispatcher.v"),
    },
    Proof {
        name: "classic",
        shows: "known cells never change value; every board gets exactly one status, and it is correct",
        method: Method::FromAnyState { depth: 60 },
        cover_depth: 30,
        modules: &[modules::classic],
        wrapper: include_str!("../../../proofs/classic.v"),
    },
    Proof {
        name: "parallel",
        shows: "known cells stay known; every board gets exactly one status, and it is correct",
        method: Method::FromAnyState { depth: 17 },
        cover_depth: 40,
        modules: &[modules::parallel],
        wrapper: include_str!("../../../proofs/parallel.v"),
    },
    Proof {
        name: "engine",
        shows: "a visit finds the values that cells have in no placement of the blocks, and nothing else",
        method: Method::FromAnyState { depth: 9 },
        cover_depth: 9,
        modules: &[modules::engine],
        wrapper: include_str!("../../../proofs/engine.v"),
    },
    Proof {
        name: "wide_engine",
        shows: "a visit with four cells per cycle from each end finds the values that cells have in no placement of the blocks, and nothing else",
        method: Method::FromAnyState { depth: 7 },
        cover_depth: 7,
        modules: &[modules::wide_engine],
        wrapper: concat!("`define WIDE\n", include_str!("../../../proofs/engine.v")),
    },
    Proof {
        name: "colour_engine",
        shows: "a visit of a line of two colours finds the values that cells have in no placement of the blocks, and nothing else",
        method: Method::FromAnyState { depth: 8 },
        cover_depth: 8,
        modules: &[modules::colour_engine],
        wrapper: concat!("`define COLOUR\n", include_str!("../../../proofs/engine.v")),
    },
    Proof {
        name: "cells",
        shows: "each read of a group of cells returns the values last written, for any reads and writes in the same cycle",
        method: Method::ForAllTime,
        cover_depth: 16,
        modules: &[modules::cells],
        wrapper: include_str!("../../../proofs/cells.v"),
    },
    Proof {
        name: "trail",
        shows: "every pop returns the last entry pushed",
        method: Method::Induction,
        cover_depth: 30,
        modules: &[modules::trail],
        wrapper: include_str!("../../../proofs/trail.v"),
    },
    Proof {
        name: "colour_trail",
        shows: "every pop returns the last entry pushed, with all planes of two colours",
        method: Method::Induction,
        cover_depth: 30,
        modules: &[modules::colour_trail],
        wrapper: concat!("`define COLOUR\n", include_str!("../../../proofs/trail.v")),
    },
    Proof {
        name: "control",
        shows: "each transition matches the controller's table, each state is reached, and the search can end from each state",
        method: Method::Induction,
        cover_depth: 20,
        modules: &[
            modules::control,
            modules::flags,
            modules::state_decoder,
            transitions::control_table,
        ],
        wrapper: include_str!("../../../proofs/control.v"),
    },
    Proof {
        name: "scheduler",
        shows: "no update of a line is lost, and quiet means that no line is marked or visited",
        method: Method::Induction,
        cover_depth: 40,
        modules: &[modules::line_logic],
        wrapper: include_str!("../../../proofs/scheduler.v"),
    },
    Proof {
        name: "verdict",
        shows: "every small board gets exactly one verdict within the bound, and it is correct",
        method: Method::FromAnyState { depth: 236 },
        cover_depth: 236,
        modules: &[modules::clue_core],
        wrapper: include_str!("../../../proofs/verdict.v"),
    },
];

impl Proof {
    /// The proof with this name; `None` if there is none.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROOFS.iter().find(|proof| proof.name == name)
    }

    /// The emitted modules.
    pub fn verilog(&self) -> String {
        self.modules.iter().map(|module| module()).collect()
    }

    /// Proves the properties, and finds runs that reach the wrapper's cover statements, so that the properties are not
    /// vacuous. Writes its files to the folder `work`.
    ///
    /// # Errors
    /// Returns [`ProofError`] if a property does not hold, a cover statement is not reached, or a tool or a file operation fails.
    pub fn prove(&self, work: &Path) -> Result<(), ProofError> {
        let model = Model::new(self, &[], &self.verilog(), Statements::All, work)?;
        model.prove(self.method)?;
        model.cover(self.cover_depth)
    }

    /// Searches for a run of `verilog`, a variant of [`Proof::verilog`], that violates a property; `constants` gives values to arbitrary
    /// constants of the wrapper. For a proof by induction, runs are searched to the depth of its cover statements, because the base of
    /// an induction is one cycle.
    ///
    /// # Errors
    /// Returns [`ProofError::Refuted`] if a property is refuted, and another [`ProofError`] if a tool or a file operation fails.
    pub fn refute(
        &self,
        constants: &[(&str, &str)],
        verilog: &str,
        work: &Path,
    ) -> Result<(), ProofError> {
        let model = Model::new(self, constants, verilog, Statements::Assertions, work)?;
        match self.method {
            Method::Induction => model.search(self.cover_depth),
            Method::ForAllTime | Method::FromAnyState { .. } => model.prove(self.method),
        }
    }
}
