//! The simulated design for a puzzle: the requested build, or the requested core's first build that the puzzle fits. If no core is
//! requested, classic is tried before clue.
//!
//! [`Designs::design`] returns the codec and the build for a puzzle, and [`Designs::choose`] the build for its board.

use nonogram_protocol::{BuildIdentity, CoreKind, SearchRequest};
use nonogram_puzzles::Puzzle;
use nonogram_verilog::{BUILDS, Build, Parameters};

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

    /// The codec for a puzzle, and the identity of its design; `None` as for [`Designs::design`].
    pub fn identity(&self, puzzle: &Puzzle) -> (&'static dyn Codec, Option<BuildIdentity>) {
        let (codec, build) = self.design(puzzle);
        (codec, build.map(|build| build.identity(&self.parameters)))
    }

    /// The codec for a puzzle, and the build: the requested one, or else the first that the puzzle fits; `None` if no build is
    /// requested and the puzzle fits none, or if it cannot be encoded. Without a build, the codec is for the requested core, or for
    /// the last of the usual cores.
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

    /// The build for a board: the requested build, even if the board does not fit it; otherwise the core's first build that the board
    /// fits.
    ///
    /// # Errors
    /// No build is requested, and the board fits none.
    pub fn choose(&self, plan: &Plan) -> Result<&'static Build, LinkError> {
        let core = self.asked().unwrap_or(match plan.demand {
            Demand::Options { .. } => CoreKind::Classic,
            Demand::Clues(_) => CoreKind::Clue,
        });
        let mut builds = builds_of(core);
        let found = self
            .build
            .or_else(|| builds.find(|build| plan.fits(&build.identity(&self.parameters))));
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
