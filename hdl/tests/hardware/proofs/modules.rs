//! The modules under proof, as Verilog, each in an instance small enough for a solver.
//! Interface: one function per module; the Verilog module has the name of the function, without `wide_` or `colour_`.

use nonogram_hdl::core::clue::{
    ClueCore, Control, Engine, Flags, LineLogic, SlotCells, StateDecoder, Trail,
};
use nonogram_hdl::core::{Classic, Parallel};
use nonogram_hdl::link::clue::ClueParser;
use nonogram_hdl::link::{Assembler, CellReader, Crc13, Framer, Parser};
use nonogram_hdl::uart::{UartRx, UartTx};
use nonogram_hdl::widgets::{ByteFifo, Parameter, Store, Synchronizer};
use nonogram_hdl::{ClueWidths, Dispatcher, StreamTop, block_verilog, clue_widths};
use nonogram_verilog::SHORTEST_BIT;
use rust_hdl::prelude::Block;

/// Bit period of the proven serial line, in sixteenths of a cycle: the shortest that the UART supports.
const BIT: u32 = SHORTEST_BIT as u32;
/// Cycles of the proven framer's pause.
const PAUSE: u32 = 5;
/// Side of the proven boards.
const SIDE: usize = 2;
/// Address width of the parser's store: 8 words, fewer than a board of that side may need.
const ADDRESS: usize = 3;
/// Width of the pointers into the parser's store: one bit more than the address.
const POINTER: usize = ADDRESS + 1;
/// Address width of the classic core's store: 16 words, enough for any board of that side.
const CORE_ADDRESS: usize = 4;
const CORE_POINTER: usize = CORE_ADDRESS + 1;
/// Width of an option count, and the most options per line: a line of two cells has at most two for one clue.
const COUNT: usize = 2;
const MOST_OPTIONS: u64 = 2;
/// The proven parallel core: number of lanes per side; widths of an option count, of an offset in a lane, and of a lane's address.
const LANES: usize = 2;
const LANE_COUNT: usize = 3;
const OFFSET: usize = 3;
const LANE_ADDRESS: usize = 7;
/// The proven store: two banks of four words of two bits.
const STORE_WORD: usize = 2;
const STORE_BANK: usize = 2;
/// Address width of the proven FIFO: its memory holds 4 bytes.
const FIFO: usize = 2;

/// Colours of the proven units of a clue core in which colours are a parameter.
const COLOURS: usize = 2;
/// The proven line engine: lines of up to 8 cells, in four groups of two cells or two groups of four.
const LINE: usize = 8;
const LINE_GROUPS: usize = 4;
const LINE_GROUP: usize = 2;
const WIDE_GROUPS: usize = 2;
const WIDE_GROUP: usize = 1;
/// Cells per group, in the narrow and in the wide engine.
const GROUP: usize = 2;
const WIDE: usize = 4;
/// The proven line engine with colours: lines of up to 6 cells, in three groups of two cells.
const COLOUR_LINE: usize = 6;
const COLOUR_GROUPS: usize = 3;
const COLOUR_GROUP: usize = 2;
/// The proven line logic: boards of up to 4 x 4 cells, two engines with two rows and two columns each.
const CELLS: usize = 4;
const CELLS_GROUPS: usize = 2;
const CELLS_GROUP: usize = 1;
const ENGINES: usize = 2;
/// The proven trail: 8 entries of 2 cells, the last 2 in reserve.
const TRAIL_CELLS: usize = 2;
const TRAIL: usize = 3;
const TRAIL_RESERVE: u64 = 2;
/// The core whose verdicts are proven: for boards of up to 4 x 4 cells (the wrapper sends up to 2 x 3), with one engine and a trail of 256
/// entries.
const VERDICT: usize = 4;
const VERDICT_GROUPS: usize = 2;
const VERDICT_GROUP: usize = 1;
const VERDICT_TRAIL: usize = 8;
/// Widths of the proven units of the clue core, in black and white and with colours: as in every core of up to 32 x 32 cells.
const PLAIN: ClueWidths = clue_widths(VERDICT, 1);
const COLOURED: ClueWidths = clue_widths(VERDICT, COLOURS);

/// The Verilog of a block with default contents.
fn emit<B: Block + Default>(name: &str) -> String {
    block_verilog(name, B::default())
}

pub(super) fn byte_fifo() -> String {
    emit::<ByteFifo<FIFO, { FIFO + 1 }>>("byte_fifo")
}

pub(super) fn uart_tx() -> String {
    let mut uart = UartTx::default();
    uart.set_bit(BIT);
    block_verilog("uart_tx", uart)
}

pub(super) fn uart_rx() -> String {
    let mut uart = UartRx::default();
    uart.set_bit(BIT);
    block_verilog("uart_rx", uart)
}

pub(super) fn synchronizer() -> String {
    block_verilog("synchronizer", Synchronizer::high())
}

pub(super) fn store() -> String {
    emit::<Store<STORE_WORD, { STORE_BANK + 1 }, STORE_BANK>>("store")
}

pub(super) fn crc13() -> String {
    emit::<Crc13>("crc13")
}

pub(super) fn framer() -> String {
    let mut framer = Framer::default();
    framer.pause_clocks = Parameter::new(PAUSE);
    block_verilog("framer", framer)
}

pub(super) fn assembler() -> String {
    emit::<Assembler>("assembler")
}

pub(super) fn cell_reader() -> String {
    emit::<CellReader<SIDE>>("cell_reader")
}

/// The stream top with the classic core.
pub(super) fn stream() -> String {
    let mut top = StreamTop::<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT, MOST_OPTIONS>::default();
    top.framer.pause_clocks = Parameter::new(PAUSE);
    block_verilog("stream", top)
}

/// The dispatcher for two cores, with FIFOs of two bytes.
pub(super) fn dispatcher() -> String {
    emit::<Dispatcher<2, 1, 2>>("dispatcher")
}

pub(super) fn parser() -> String {
    emit::<Parser<SIDE, ADDRESS, POINTER, COUNT, MOST_OPTIONS>>("parser")
}

pub(super) fn clue_parser() -> String {
    emit::<ClueParser<SIDE, COLOURS>>("clue_parser")
}

pub(super) fn classic() -> String {
    emit::<Classic<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT>>("classic")
}

pub(super) fn parallel() -> String {
    emit::<
        Parallel<SIDE, CORE_POINTER, { CORE_POINTER + 1 }, LANE_COUNT, LANES, OFFSET, LANE_ADDRESS>,
    >("parallel")
}

pub(super) fn engine() -> String {
    emit::<Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, GROUP, LINE_GROUPS, LINE_GROUP>>(
        "engine",
    )
}

pub(super) fn wide_engine() -> String {
    emit::<Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, WIDE, WIDE_GROUPS, WIDE_GROUP>>(
        "engine",
    )
}

pub(super) fn colour_engine() -> String {
    emit::<
        Engine<
            COLOUR_LINE,
            COLOURS,
            { COLOURED.values },
            { COLOURED.gaps },
            GROUP,
            COLOUR_GROUPS,
            COLOUR_GROUP,
        >,
    >("engine")
}

pub(super) fn cells() -> String {
    emit::<
        SlotCells<
            { PLAIN.position_bits },
            { PLAIN.values },
            GROUP,
            CELLS_GROUP,
            { CELLS / ENGINES },
        >,
    >("cells")
}

pub(super) fn trail() -> String {
    emit::<
        Trail<
            TRAIL_CELLS,
            { PLAIN.position_bits },
            { PLAIN.planes },
            { PLAIN.value_bits },
            { PLAIN.tag_bits },
            TRAIL,
            TRAIL_RESERVE,
        >,
    >("trail")
}

pub(super) fn colour_trail() -> String {
    emit::<
        Trail<
            TRAIL_CELLS,
            { COLOURED.position_bits },
            { COLOURED.planes },
            { COLOURED.value_bits },
            { COLOURED.tag_bits },
            TRAIL,
            TRAIL_RESERVE,
        >,
    >("trail")
}

pub(super) fn control() -> String {
    emit::<Control>("control")
}

pub(super) fn flags() -> String {
    emit::<Flags>("flags")
}

pub(super) fn state_decoder() -> String {
    emit::<StateDecoder>("state_decoder")
}

pub(super) fn line_logic() -> String {
    emit::<
        LineLogic<
            CELLS,
            { PLAIN.position_bits },
            1,
            { PLAIN.values },
            { PLAIN.planes },
            { PLAIN.value_bits },
            { PLAIN.gaps },
            GROUP,
            CELLS_GROUPS,
            CELLS_GROUP,
            { CELLS / ENGINES },
            ENGINES,
        >,
    >("line_logic")
}

pub(super) fn clue_core() -> String {
    emit::<
        ClueCore<
            VERDICT,
            { PLAIN.position_bits },
            1,
            { PLAIN.values },
            { PLAIN.planes },
            { PLAIN.value_bits },
            { PLAIN.gaps },
            { PLAIN.tag_bits },
            GROUP,
            VERDICT_GROUPS,
            VERDICT_GROUP,
            VERDICT,
            1,
            VERDICT_TRAIL,
        >,
    >("clue_core")
}
