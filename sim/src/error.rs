//! Errors of a simulation.
//! Interface: `SimError`.

use nonogram_verilog::BUILDS;

/// A simulation error. [`Self::Unsettled`], [`Self::Hang`] and [`Self::Lockstep`] are defects of the design or of its model.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// The build is unknown.
    #[error("no design is named {0:?}: the designs are {known}", known = build_names())]
    UnknownBuild(String),
    /// The design did not settle after a change of its inputs or after a clock edge.
    #[error("cycle {clock}: the design does not settle; expected no combinational loop")]
    Unsettled {
        /// Cycles since power-on.
        clock: u64,
    },
    /// The core was still solving after more cycles than any board can take.
    #[error(
        "cycle {clock}: the core is still solving after {limit} cycles, more than any board takes"
    )]
    Hang {
        /// Cycles since power-on.
        clock: u64,
        /// The limit, in cycles.
        limit: u64,
    },
    /// The caller set the board's stop flag.
    #[error("cycle {clock}: the simulation was stopped")]
    Stopped {
        /// Cycles since power-on.
        clock: u64,
    },
    /// Design and software model disagree.
    #[error("cycle {clock}, line visit {visit}: design and model disagree: {what}")]
    Lockstep {
        /// Cycles since power-on.
        clock: u64,
        /// Line visits since the board was launched; in a clue core, visits since the board began to arrive.
        visit: u64,
        /// The difference.
        what: String,
    },
    /// The netlist cannot be simulated.
    #[error(transparent)]
    Compile(#[from] crate::compiled::CompileError),
    /// A file or a pseudo-terminal could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

fn build_names() -> String {
    BUILDS
        .iter()
        .map(|build| build.name)
        .collect::<Vec<_>>()
        .join(", ")
}
