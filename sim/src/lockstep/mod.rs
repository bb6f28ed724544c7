//! Lockstep: after every line visit the design's board equals the software model's.
//! Interface: [`Lockstep::sent`] sees the bytes, [`Lockstep::observe`] the design.
//! The models are those of [`nonogram_solver::model`].

mod classic;
mod clue;
mod options;
mod parallel;

use nonogram_hdl::Build;
use nonogram_hdl::design::Design;
use nonogram_protocol::CoreKind;

use clue::ClueLockstep;
use options::{Model, OptionLockstep, State};

/// Runs the model beside the design.
#[derive(Debug)]
pub struct Lockstep(Box<dyn Follower>);

/// A kind of model beside its design.
trait Follower: std::fmt::Debug + Send {
    /// Takes note of a byte sent to the design.
    fn sent(&mut self, byte: u8);

    /// Compares design and model in one clock; what is different, in words.
    fn observe(&mut self, design: &dyn Design) -> Result<(), String>;

    /// Line visits compared since the board began.
    fn visits(&self) -> u64;

    /// Boards compared to their end.
    fn boards(&self) -> u64;
}

impl Lockstep {
    /// A checker for a design that has received nothing yet.
    pub fn new(build: &'static Build) -> Self {
        Self(match build.core() {
            CoreKind::Clue => Box::new(ClueLockstep::new(build)),
            CoreKind::Classic | CoreKind::Parallel => Box::new(OptionLockstep::new(build)),
        })
    }

    /// Line visits compared since the board was launched; in a clue core, since it began to arrive.
    pub fn visits(&self) -> u64 {
        self.0.visits()
    }

    /// Boards compared to their end.
    pub fn boards(&self) -> u64 {
        self.0.boards()
    }

    /// Takes note of a byte sent to the design.
    pub fn sent(&mut self, byte: u8) {
        self.0.sent(byte);
    }

    /// Compares design and model in one clock.
    ///
    /// # Errors
    /// What is different, in words.
    pub fn observe(&mut self, design: &dyn Design) -> Result<(), String> {
        self.0.observe(design)
    }
}
