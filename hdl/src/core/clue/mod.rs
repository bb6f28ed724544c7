//! The clue core: clues in, line logic by automata.
//! Interface: [`Engine`] visits a line; `docs/reference/clue-core.md` has the rules.

mod better;
mod board_setup;
mod bus;
mod clue_core;
mod clue_loader;
mod clues;
mod deal;
mod engine;
mod findings;
mod interfaces;
mod knowledge;
mod line_logic;
mod meet;
mod pace;
mod prober;
mod search;
mod slot;
mod slot_cells;
mod solution_reader;
mod step;

pub use better::Better;
pub use board_setup::BoardSetup;
pub use bus::Bus;
pub use clue_core::ClueCore;
pub use clue_loader::ClueLoader;
pub use clues::Clues;
pub use deal::Deal;
pub use engine::Engine;
pub use findings::Findings;
pub use interfaces::{
    BranchIn, BranchOut, CellIn, CellOut, CurrentIn, CurrentOut, FindingIn, FindingOut, NoteIn,
    NoteOut, Peers, PutOut, ReadIn, ReadOut, SearchRequest,
};
pub use knowledge::Knowledge;
pub use line_logic::LineLogic;
pub use meet::Meet;
pub use pace::Pace;
pub use prober::Prober;
pub use search::{
    CellWriter, ClockLimit, Control, CurrentCell, Gains, Harvest, News, RowReader, RowScanner,
    Search, SolutionBuffer, State, Trail, TrailWriter, Undoing, Verdict,
};
pub use slot::Slot;
pub use slot_cells::SlotCells;
pub use solution_reader::SolutionReader;
pub use step::Step;

/// Width of a line's number in its engine (up to 16 rows and as many columns).
pub const INDEX: usize = 4;
/// Width of a group's number in a line (up to 16 groups).
pub const GROUP: usize = 4;
/// Width of a number of groups, with room for twice as many and some.
pub const GROUPS: usize = 6;
