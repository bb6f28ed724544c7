//! The modules under proof: their types, and sizes that are small enough for a solver.
//! Interface: [`emit`] returns the Verilog of a block with default contents, and a function per other module that of the module.

pub(super) use nonogram_hdl::Dispatcher;
pub(super) use nonogram_hdl::core::clue::{
    ClueCore, Control, Engine, Flags, LineLogic, SlotCells, StateDecoder, Trail,
};
pub(super) use nonogram_hdl::core::{Classic, Parallel};
use nonogram_hdl::link::Framer;
pub(super) use nonogram_hdl::link::clue::ClueParser;
pub(super) use nonogram_hdl::link::{Assembler, CellReader, Crc13, Parser};
use nonogram_hdl::uart::{UartRx, UartTx};
pub(super) use nonogram_hdl::widgets::{ByteFifo, Store};
use nonogram_hdl::widgets::{Parameter, Synchronizer};
use nonogram_hdl::{ClueWidths, StreamTop, block_verilog, clue_widths};
use nonogram_verilog::SHORTEST_BIT;
use rust_hdl::prelude::Block;

/// Bit period of the proven serial line, in sixteenths of a cycle: the shortest that the UART supports.
pub(super) const BIT: u32 = SHORTEST_BIT as u32;
/// Cycles of the proven framer's pause.
pub(super) const PAUSE: u32 = 5;
/// Side of the proven boards.
pub(super) const SIDE: usize = 2;
/// Address width of the parser's store: 8 words, fewer than a board of that side may need.
pub(super) const ADDRESS: usize = 3;
/// Width of the pointers into the parser's store: one bit more than the address.
pub(super) const POINTER: usize = ADDRESS + 1;
/// Address width of the classic core's store: 16 words, enough for any board of that side.
pub(super) const CORE_ADDRESS: usize = 4;
pub(super) const CORE_POINTER: usize = CORE_ADDRESS + 1;
/// Width of an option count, and the most options per line: a line of two cells has at most two for one clue.
pub(super) const COUNT: usize = 2;
pub(super) const MOST_OPTIONS: u64 = 2;
/// The proven parallel core: number of lanes per side; widths of an option count, of an offset in a lane, and of a lane's address.
pub(super) const LANES: usize = 2;
pub(super) const LANE_COUNT: usize = 3;
pub(super) const OFFSET: usize = 3;
pub(super) const LANE_ADDRESS: usize = 7;
/// The proven store: two banks of four words of two bits.
pub(super) const STORE_WORD: usize = 2;
pub(super) const STORE_BANK: usize = 2;
/// Address width of the proven FIFO: its memory holds 4 bytes.
pub(super) const FIFO: usize = 2;

/// Colours of the proven units of a clue core in which colours are a parameter.
pub(super) const COLOURS: usize = 2;
/// The proven line engine: lines of up to 8 cells, in four groups of two cells or two groups of four.
pub(super) const LINE: usize = 8;
pub(super) const LINE_GROUPS: usize = 4;
pub(super) const LINE_GROUP: usize = 2;
pub(super) const WIDE_GROUPS: usize = 2;
pub(super) const WIDE_GROUP: usize = 1;
/// Cells per group, in the narrow and in the wide engine.
pub(super) const GROUP: usize = 2;
pub(super) const WIDE: usize = 4;
/// The proven line engine with colours: lines of up to 6 cells, in three groups of two cells.
pub(super) const COLOUR_LINE: usize = 6;
pub(super) const COLOUR_GROUPS: usize = 3;
pub(super) const COLOUR_GROUP: usize = 2;
/// The proven line logic: boards of up to 4 x 4 cells, two engines with two rows and two columns each.
pub(super) const CELLS: usize = 4;
pub(super) const CELLS_GROUPS: usize = 2;
pub(super) const CELLS_GROUP: usize = 1;
pub(super) const ENGINES: usize = 2;
/// The proven trail: 8 entries of 2 cells, the last 2 in reserve.
pub(super) const TRAIL_CELLS: usize = 2;
pub(super) const TRAIL: usize = 3;
pub(super) const TRAIL_RESERVE: u64 = 2;
/// The core whose verdicts are proven: for boards of up to 4 x 4 cells (the wrapper sends up to 2 x 3), with one engine and a trail of 256
/// entries.
pub(super) const VERDICT: usize = 4;
pub(super) const VERDICT_GROUPS: usize = 2;
pub(super) const VERDICT_GROUP: usize = 1;
pub(super) const VERDICT_TRAIL: usize = 8;
/// Widths of the proven units of the clue core, in black and white and with colours: as in every core of up to 32 x 32 cells.
pub(super) const PLAIN: ClueWidths = clue_widths(VERDICT, 1);
pub(super) const COLOURED: ClueWidths = clue_widths(VERDICT, COLOURS);

/// The Verilog of a block with default contents.
pub(super) fn emit<B: Block + Default>(name: &str) -> String {
    block_verilog(name, B::default())
}

pub(super) fn uart_tx() -> String {
    let mut uart = UartTx::default();
    uart.divider.bit_sixteenths = Parameter::new(BIT);
    block_verilog("uart_tx", uart)
}

pub(super) fn uart_rx() -> String {
    let mut uart = UartRx::default();
    uart.divider.bit_sixteenths = Parameter::new(BIT);
    block_verilog("uart_rx", uart)
}

pub(super) fn synchronizer() -> String {
    block_verilog("synchronizer", Synchronizer::high())
}

pub(super) fn framer() -> String {
    let mut framer = Framer::default();
    framer.pause_clocks = Parameter::new(PAUSE);
    block_verilog("framer", framer)
}

/// The stream top with the classic core.
pub(super) fn stream() -> String {
    let mut top = StreamTop::<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT, MOST_OPTIONS>::default();
    top.framer.pause_clocks = Parameter::new(PAUSE);
    block_verilog("stream", top)
}
