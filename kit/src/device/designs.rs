//! The simulated design for a puzzle: the requested build, or the requested core's first build that the puzzle fits. If no core is
//! requested, classic is tried before clue.
//!
//! [`Designs::design`] returns the core and the build for a puzzle, and [`Designs::choose`] the build for its board.

use nonogram_protocol::{CoreKind, SearchRequest};
use nonogram_puzzles::Puzzle;
use nonogram_verilog::{BUILDS, Build, Parameters};

use super::{Fault, Plan, encode};

/// The cores that are tried if none is requested; the first one with a build that fits the puzzle is used.
const USUAL: [CoreKind; 2] = [CoreKind::Classic, CoreKind::Clue];

/// The designs that may be simulated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Designs {
    /// The requested core, if any.
    pub core: Option<CoreKind>,
    /// The requested build, if any.
    pub build: Option<&'static Build>,
    /// The clock frequency and the baud rate that the designs report.
    pub parameters: Parameters,
}

/// The builds with this core.
fn builds_of(core: CoreKind) -> impl Iterator<Item = &'static Build> {
    let builds = BUILDS.iter();
    builds.filter(move |build| build.core() == core)
}

impl Designs {
    /// The requested core, or the core of the requested build; `None` if neither is requested.
    pub fn asked(&self) -> Option<CoreKind> {
        self.core.or(self.build.map(Build::core))
    }

    /// The core for a puzzle, and the build: the requested one, or else the first that the puzzle fits; `None` if no build is requested
    /// and the puzzle fits none, or if it cannot be encoded. Without a build, the core is the requested one, or the last of the usual ones.
    pub fn design(&self, puzzle: &Puzzle) -> (CoreKind, Option<&'static Build>) {
        let with_core = |core| {
            let board = encode(puzzle, Some(core), false, SearchRequest::default());
            let build = board.ok().and_then(|board| self.choose(&board.plan).ok());
            (core, build)
        };
        let asked = self.asked();
        let cores = asked.as_ref().map_or(&USUAL[..], std::slice::from_ref);
        let mut design = with_core(cores[0]);
        for &core in &cores[1..] {
            if design.1.is_none() {
                design = with_core(core);
            }
        }
        design
    }

    /// Why no design takes a puzzle, as text; `None` if one does, or if a build is requested.
    pub(super) fn misfit(&self, puzzle: &Puzzle) -> Option<String> {
        let (core, None) = self.design(puzzle) else {
            return None;
        };
        match encode(puzzle, Some(core), false, SearchRequest::default()) {
            Err(error) => Some(error.to_string()),
            Ok(board) => match self.choose(&board.plan) {
                Err(Fault::TooLarge(excess)) => Some(excess),
                _ => None,
            },
        }
    }

    /// The build for a board: the requested build, even if the board does not fit it; otherwise the core's first build that the board
    /// fits.
    ///
    /// # Errors
    /// No build is requested, and the board fits none.
    pub fn choose(&self, plan: &Plan) -> Result<&'static Build, Fault> {
        let core = self.asked().unwrap_or(if plan.searches {
            CoreKind::Clue
        } else {
            CoreKind::Classic
        });
        if let Some(build) = self.build {
            return Ok(build);
        }
        let excess = |build: &Build| plan.excess(&build.identity(&self.parameters));
        if let Some(build) = builds_of(core).find(|build| excess(build).is_none()) {
            return Ok(build);
        }
        // The largest design that takes the colours has the limit to name, or the one with the most colours if none takes them.
        let size = |build: &&Build| {
            let colours = build.colours().min(plan.colours);
            (colours, build.side(), build.most_options())
        };
        let limit = builds_of(core).max_by_key(size).and_then(excess);
        Err(Fault::TooLarge(limit.unwrap_or_default()))
    }
}
