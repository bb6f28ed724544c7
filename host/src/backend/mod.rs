//! The options that select what solves the puzzles, a device or a software engine, and the software engines.
//!
//! [`Choice`] has the options of `solve`, and [`Choice::open`] opens the [`Backend`].

mod choice;
mod evolution;
mod hardware;
pub mod software;

pub use choice::{Choice, SOFTWARE};
pub use hardware::{DEFAULT_BUILD, Hardware, Kind, Simulator, builds, cores};
pub use software::Software;

use nonogram_kit::device::Device;

/// What solves the puzzles.
#[allow(clippy::large_enum_variant, reason = "a command has one")]
pub enum Backend {
    /// A device behind a link.
    Device(Device),
    /// A software engine.
    Software(Software),
    /// The simulated board, and a software engine for the puzzles that no design takes.
    Either(Device, Software),
}

impl Backend {
    /// The number of puzzles to solve at once.
    pub fn batch(&self) -> usize {
        match self {
            Self::Device(device) | Self::Either(device, _) => device.batch(),
            Self::Software(_) => 1,
        }
    }
}
