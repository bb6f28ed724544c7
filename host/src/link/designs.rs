//! The simulated design for a puzzle: the requested build, or the first build of the core that fits. If no core is requested, classic
//! is tried before clue.
//!
//! [`Designs::design`] returns the codec and the build for a puzzle, and [`Designs::choose`] the build for its board.

use nonogram_hdl::{BUILDS, Build};
use nonogram_protocol::{CoreKind, SearchRequest};
use nonogram_puzzles::Puzzle;

use super::codec::{self, Codec};
use super::{Demand, LinkError, Plan};

/// The cores that are tried if none is requested; the first one with a build that fits the puzzle is used.
const USUAL: [CoreKind; 2] = [CoreKind::Classic, CoreKind::Clue];

/// The designs that may be simulated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Designs {
    /// The requested core, if any.
    pub core: Option<CoreKind>,
    /// The requested build, if any.
    pub build: Option<&'static Build>,
}

/// The builds with this core.
fn builds_of(core: CoreKind) -> impl Iterator<Item = &'static Build> {
    let builds = BUILDS.iter();
    builds.filter(move |build| build.core() == core)
}

impl Designs {
    /// The core that was requested, by itself or with its build.
    pub fn asked(&self) -> Option<CoreKind> {
        self.core.or(self.build.map(Build::core))
    }

    /// The codec for a puzzle, and the requested build or the first that fits; `None` if none fits, or the puzzle cannot be encoded.
    /// Then the codec is that of the requested core, or of the last of the usual cores.
    pub fn design(&self, puzzle: &Puzzle) -> (&'static dyn Codec, Option<&'static Build>) {
        let with_core = |core| {
            let codec = codec::by_core(Some(core));
            let board = codec.board(puzzle, false, SearchRequest::default());
            let build = board.ok().and_then(|board| self.choose(&board.plan).ok());
            (codec, build)
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

    /// The build for a board: the requested one even if the board does not fit, or the first of the core that fits.
    ///
    /// # Errors
    /// No build is requested, and none fits.
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

/// The limits of a core's builds, as text.
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
