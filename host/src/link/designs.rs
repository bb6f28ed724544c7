//! The simulated design for a puzzle: the one requested, or the smallest that fits.
//!
//! [`Designs::codec`] returns the codec for a puzzle, [`Designs::choose`] the build for its board.

use nonogram_hdl::{BUILDS, Build};
use nonogram_protocol::{CoreKind, SearchRequest};
use nonogram_puzzles::Puzzle;

use super::codec::{self, Codec};
use super::{Demand, LinkError, Plan};

/// The cores tried when none is requested: the first with a build that fits the puzzle.
const USUAL: [CoreKind; 2] = [CoreKind::Classic, CoreKind::Clue];

/// The designs that may be simulated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Designs {
    /// The requested core.
    pub core: Option<CoreKind>,
    /// The requested build.
    pub build: Option<&'static Build>,
}

/// The builds with a core.
fn builds_of(core: CoreKind) -> impl Iterator<Item = &'static Build> {
    let builds = BUILDS.iter();
    builds.filter(move |build| build.core() == core)
}

/// Whether a build with this core fits the puzzle.
fn takes(core: CoreKind, puzzle: &Puzzle) -> bool {
    let board = codec::by_core(Some(core)).board(puzzle, false, SearchRequest::default());
    board.is_ok_and(|board| builds_of(core).any(|build| board.plan.fits(&build.identity)))
}

impl Designs {
    /// The core that was requested, by itself or with its build.
    pub fn asked(&self) -> Option<CoreKind> {
        self.core.or(self.build.map(Build::core))
    }

    /// The core for a puzzle; the last of the usual ones if none fits.
    fn core(&self, puzzle: &Puzzle) -> CoreKind {
        let usual = || USUAL.into_iter().find(|&core| takes(core, puzzle));
        (self.asked().or_else(usual)).unwrap_or(USUAL[USUAL.len() - 1])
    }

    /// The codec for a puzzle.
    pub fn codec(&self, puzzle: &Puzzle) -> &'static dyn Codec {
        codec::by_core(Some(self.core(puzzle)))
    }

    /// The build for a puzzle, if any fits.
    pub fn build(&self, puzzle: &Puzzle) -> Option<&'static Build> {
        let board = self
            .codec(puzzle)
            .board(puzzle, false, SearchRequest::default());
        self.choose(&board.ok()?.plan).ok()
    }

    /// The build for a board: the one requested, or the core's smallest that fits.
    ///
    /// # Errors
    /// No build fits.
    pub fn choose(&self, plan: &Plan) -> Result<&'static Build, LinkError> {
        let core = self.asked().unwrap_or(match plan.demand {
            Demand::Options { .. } => CoreKind::Classic,
            Demand::Clues(_) => CoreKind::Clue,
        });
        let mut builds = builds_of(core);
        let found = self
            .build
            .or_else(|| builds.find(|build| plan.fits(&build.identity)));
        found.ok_or_else(|| LinkError::TooLarge {
            plan: *plan,
            limits: limits(core),
        })
    }
}

/// The limits of a core's builds, in words.
fn limits(core: CoreKind) -> String {
    let limits = builds_of(core).map(|build| {
        let size = format!("{}: {} x {}", build.name, build.side(), build.side());
        match core {
            CoreKind::Clue => size,
            CoreKind::Classic | CoreKind::Parallel => format!(
                "{size}, {} options per line, {} words",
                build.most_options(),
                build.store_words()
            ),
        }
    });
    limits.collect::<Vec<_>>().join("; ")
}
