//! Lockstep: compares the design with the software model of its core, after every line visit or cycle by cycle, or the steps of a clue
//! core with its reference.
//! Interface: [`Lockstep::sent`] takes the bytes sent to the design, [`Lockstep::observe`] compares the design in each cycle.
//! The models are those of [`nonogram_solver::model`], the reference is [`nonogram_solver::reference`].

mod clue;
mod options;

use crate::design::Design;
use nonogram_protocol::CoreKind;
use nonogram_verilog::Build;

use clue::ClueLockstep;
use options::OptionLockstep;

/// Runs the model in lockstep with the design.
#[derive(Debug)]
pub struct Lockstep(Box<dyn Follower>);

/// A model that runs in lockstep with a design.
trait Follower: std::fmt::Debug + Send {
    /// Decodes a byte that was sent to the design.
    fn sent(&mut self, byte: u8);

    /// Compares design and model in one cycle; the error describes the difference.
    fn observe(&mut self, design: &dyn Design) -> Result<(), String>;

    /// Line visits compared since the start of the board.
    fn visits(&self) -> u64;

    /// Boards compared completely.
    fn boards(&self) -> u64;
}

impl Lockstep {
    /// A checker for a design that has received no bytes yet.
    pub fn new(build: &'static Build) -> Self {
        Self(match build.core() {
            CoreKind::Clue => Box::new(ClueLockstep::new(build)),
            CoreKind::Classic | CoreKind::Parallel => Box::new(OptionLockstep::new(build)),
        })
    }

    /// Line visits compared since the board was launched; in a clue core, visits since the board began to arrive.
    pub fn visits(&self) -> u64 {
        self.0.visits()
    }

    /// Boards compared completely.
    pub fn boards(&self) -> u64 {
        self.0.boards()
    }

    /// Decodes a byte that was sent to the design.
    pub fn sent(&mut self, byte: u8) {
        self.0.sent(byte);
    }

    /// Compares design and model in one cycle.
    ///
    /// # Errors
    /// Returns a description of the difference between design and model.
    pub fn observe(&mut self, design: &dyn Design) -> Result<(), String> {
        self.0.observe(design)
    }
}
