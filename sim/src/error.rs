//! What can go wrong in a simulation.

use nonogram_hdl::BUILDS;

/// A simulation fault. An unknown build, a stop and a file are the caller's; the others are defects of the design or its model.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// The build is not in the table.
    #[error("no build is named {0:?}: the builds are {known}", known = build_names())]
    UnknownBuild(String),
    /// The design's logic did not settle after a clock edge.
    #[error("clock {clock}: the design does not settle: a combinational loop")]
    Unsettled {
        /// Clocks since power-on.
        clock: u64,
    },
    /// The core worked longer than any board can take.
    #[error(
        "clock {clock}: the core has worked for {limit} clocks, longer than any board can take"
    )]
    Hang {
        /// Clocks since power-on.
        clock: u64,
        /// The bound.
        limit: u64,
    },
    /// The caller set the board's stop flag.
    #[error("clock {clock}: the simulation was stopped")]
    Stopped {
        /// Clocks since power-on.
        clock: u64,
    },
    /// The design and its software model disagree.
    #[error("clock {clock}, line visit {visit}: design and model disagree: {what}")]
    Lockstep {
        /// Clocks since power-on.
        clock: u64,
        /// Line visits since the board was launched.
        visit: u64,
        /// The difference.
        what: String,
    },
    /// The design is no netlist that can be simulated.
    #[error(transparent)]
    Compile(#[from] crate::compiled::CompileError),
    /// A file could not be written.
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
