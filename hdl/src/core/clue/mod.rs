//! The clue core: solves boards from their clues by line logic with automata and by search, which can prove uniqueness.
//! Interface: [`ClueCore`] receives clues and returns a status and a picture.

mod board;
mod clue_core;
mod interfaces;
mod line_logic;
mod planes;
mod search;

pub use board::{BoardSetup, BoardWriter, ClueLoader, SolutionReader};
pub use clue_core::ClueCore;
pub use interfaces::{
    CellIn, CellOut, ClueIn, ClueOut, CurrentIn, CurrentOut, FindingIn, FindingOut, NoteIn,
    NoteOut, PutIn, PutOut, ReadIn, ReadOut, SearchRequest, WriteIn, WriteOut,
};
pub use line_logic::{
    Arbiter, CellSets, Clues, CrossWriter, Engine, FindingPipeline, LineLogic, LineState, Marks,
    Meet, Pace, ResultPacker, Slot, SlotCells, SlotOrder, Step,
};
pub use planes::{FromPlanes, KnownCells, ToPlanes};
pub use search::{
    CellWriter, ClockLimit, CommandsIn, CommandsOut, Conditions, Control, CurrentCell, Flags,
    FlagsIn, FlagsOut, Gains, Harvest, News, RowReader, RowScanner, Search, SolutionBuffer, State,
    StateDecoder, Trail, TrailWriter, Undoing, Verdict,
};

/// Width of counts of groups and of the arithmetic in `Pace`, whose largest value is twice the number of groups per line, plus two.
pub const GROUP_COUNT_BITS: usize = 6;
/// Maximum number of rows, and of columns, of a board.
pub const MOST_SIDE: usize = 64;
/// Width of a number of rows, columns or cells: at most [`MOST_SIDE`].
pub const COUNT_BITS: usize = 7;
/// Width of the number of a row or column at the ports of the core.
pub const LINE_NUMBER_BITS: usize = 6;
/// Width of a colour at the ports of the core: 1 to 7, and 0 for a blank cell.
pub const COLOUR_BITS: usize = 3;
/// When rows and columns are written in the same cycle, the columns are written at the position of the rows ^ `BESIDE`, which is in another
/// memory: rows and columns share the memories of the cells, one per cell of a group, and each memory has one write port.
pub const BESIDE: usize = 1;
