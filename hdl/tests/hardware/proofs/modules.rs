//! The modules under proof, as Verilog, each in an instance small enough for a solver.
//! Interface: one function per module; the Verilog module has the name of the function, without `wide_` or `colour_`.

use nonogram_hdl::core::clue::{
    CellRam, ClueCore, Control, Engine, Flags, LineLogic, SlotCells, StateDecoder, Trail,
};
use nonogram_hdl::core::{Classic, Parallel};
use nonogram_hdl::link::clue::ClueParser;
use nonogram_hdl::link::{Assembler, CellReader, Crc13, Framer, Parser};
use nonogram_hdl::uart::{UartRx, UartTx};
use nonogram_hdl::widgets::{ByteFifo, Parameter, Planes, Store, Synchronizer};
use nonogram_hdl::{ClueWidths, Dispatcher, StreamTop, block_verilog, clue_widths};
use nonogram_verilog::SHORTEST_BIT;
use rust_hdl::prelude::{Block, In, Logic, Signal, Synth};

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

/// An input, or several, that the environment of a module drives.
trait Driven {
    /// Connects the input to the environment.
    fn drive(&mut self);
}

impl<T: Synth> Driven for Signal<In, T> {
    fn drive(&mut self) {
        self.connect();
    }
}

impl<T: Synth, const N: usize> Driven for [Signal<In, T>; N] {
    fn drive(&mut self) {
        self.iter_mut().for_each(Driven::drive);
    }
}

impl<T: Synth, const N: usize> Driven for Planes<In, T, N> {
    fn drive(&mut self) {
        (0..N).for_each(|plane| self[plane].drive());
    }
}

/// Connects the named inputs of a block (including the clock) and emits it under the given name.
macro_rules! emit {
    ($name:literal, block $block:expr, $($($input:ident).+),+) => {{
        let mut block = $block;
        $(block.$($input).+.drive();)+
        block.connect_all();
        block_verilog($name, &block)
    }};
    ($name:literal, $block:ty: $($($input:ident).+),+) => {
        emit!($name, block <$block>::default(), $($($input).+),+)
    };
}

pub(super) fn byte_fifo() -> String {
    emit!("byte_fifo", ByteFifo<FIFO, { FIFO + 1 }>: clock, reset, write, write_data, write_error, ready)
}

pub(super) fn uart_tx() -> String {
    let mut uart = UartTx::default();
    uart.set_bit(BIT);
    emit!("uart_tx", block uart, clock, reset, valid, data)
}

pub(super) fn uart_rx() -> String {
    let mut uart = UartRx::default();
    uart.set_bit(BIT);
    emit!("uart_rx", block uart, clock, reset, line)
}

pub(super) fn synchronizer() -> String {
    emit!("synchronizer", block Synchronizer::high(), clock, pin)
}

pub(super) fn store() -> String {
    emit!("store", Store<STORE_WORD, { STORE_BANK + 1 }, STORE_BANK>:
        clock, read_enable, read_address, advance, write_enable, write_address, write_data)
}

pub(super) fn crc13() -> String {
    emit!("crc13", Crc13: clock, add, clear, seed, data)
}

pub(super) fn framer() -> String {
    let mut framer = Framer::default();
    framer.pause_clocks = Parameter::new(PAUSE);
    emit!("framer", block framer, clock, reset, byte_valid, byte_data, byte_error, byte_last, packed_cells, ready)
}

pub(super) fn assembler() -> String {
    emit!("assembler", Assembler: clock, reset, done, status, refuse, result, rows, columns, checked, seed, cells_valid,
        cells_message, cells_end, byte_ready)
}

pub(super) fn cell_reader() -> String {
    emit!("cell_reader", CellReader<SIDE>: clock, reset, start, rows, columns, known, assigned, ready)
}

/// The stream top with the classic core.
pub(super) fn stream() -> String {
    let mut top = StreamTop::<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT, MOST_OPTIONS>::default();
    top.framer.pause_clocks = Parameter::new(PAUSE);
    emit!("stream", block top, aclk, aresetn, s_axis_tvalid, s_axis_tdata, s_axis_tlast, s_axis_tuser, m_axis_tready)
}

/// The dispatcher for two cores, with FIFOs of two bytes.
pub(super) fn dispatcher() -> String {
    let mut block = Dispatcher::<2, 1, 2>::default();
    for core in 0..2 {
        block.board_tready[core].drive();
        block.reply_tvalid[core].drive();
        block.reply_tdata[core].drive();
        block.reply_tlast[core].drive();
    }
    emit!("dispatcher", block block, aclk, aresetn, connected, s_axis_tvalid, s_axis_tdata, s_axis_tlast, m_axis_tready)
}

pub(super) fn parser() -> String {
    emit!("parser", Parser<SIDE, ADDRESS, POINTER, COUNT, MOST_OPTIONS>:
        clock, reset, message.valid, message.bits, message.first, message.after_pair, message.second, message.identity,
        message.swap, message.begun, message.empty, message.end_board, message.check, message.broken_check, message.crc_matches,
        start_line, assignment, next_option, end_line, hold, reply_ready, core_done)
}

pub(super) fn clue_parser() -> String {
    emit!("clue_parser", ClueParser<SIDE, COLOURS>:
        clock, reset, message.valid, message.bits, message.first, message.after_pair, message.second, message.identity,
        message.swap, message.begun, message.empty, message.end_board, message.check, message.broken_check, message.crc_matches,
        cells, request, hold, core_ready, core_done, reply_ready)
}

pub(super) fn classic() -> String {
    emit!("classic", Classic<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT>:
        clock, reset, begin_board, start, words, lines, row_mask, column_mask, store_write, store_address, store_data,
        store_header, count_write, count_line, count_data, select, select_position)
}

pub(super) fn parallel() -> String {
    emit!("parallel", Parallel<SIDE, CORE_POINTER, { CORE_POINTER + 1 }, LANE_COUNT, LANES, OFFSET, LANE_ADDRESS>:
        clock, reset, begin_board, start, words, lines, row_mask, column_mask, store_write, store_address, store_data,
        store_header, count_write, count_line, count_data, select, select_position)
}

pub(super) fn engine() -> String {
    emit!("engine", Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, GROUP, LINE_GROUPS, LINE_GROUP>: clock, clear, start, groups,
        colour_symbols, last_symbol, last_is_top, front_excluded, back_excluded)
}

pub(super) fn wide_engine() -> String {
    emit!("engine", Engine<LINE, 1, { PLAIN.values }, { PLAIN.gaps }, WIDE, WIDE_GROUPS, WIDE_GROUP>: clock, clear, start, groups,
        colour_symbols, last_symbol, last_is_top, front_excluded, back_excluded)
}

pub(super) fn colour_engine() -> String {
    emit!("engine", Engine<COLOUR_LINE, COLOURS, { COLOURED.values }, { COLOURED.gaps }, GROUP, COLOUR_GROUPS, COLOUR_GROUP>: clock,
        clear, start, groups, colour_symbols, gap_symbols, last_symbol, last_is_top, front_excluded, back_excluded)
}

pub(super) fn cells() -> String {
    let mut cells = SlotCells::<
        { PLAIN.position_bits },
        { PLAIN.values },
        GROUP,
        CELLS_GROUP,
        { CELLS / ENGINES },
    >::default();
    cells.set_ram(CellRam::Block);
    emit!("cells", block cells, clock, write_rows, rows_value, write_columns, columns_value, write_both,
        position, rows_mask, rows_excluded, columns_mask, columns_excluded, column, index, front_group, back_group, next_column,
        front_next, back_next)
}

pub(super) fn trail() -> String {
    emit!("trail", Trail<TRAIL_CELLS, { PLAIN.position_bits }, { PLAIN.planes }, { PLAIN.value_bits }, { PLAIN.tag_bits }, TRAIL,
        TRAIL_RESERVE>: clock, clear, push, push_position, push_column, push_decision, push_value, push_words, pop)
}

pub(super) fn colour_trail() -> String {
    emit!("trail", Trail<TRAIL_CELLS, { COLOURED.position_bits }, { COLOURED.planes }, { COLOURED.value_bits }, { COLOURED.tag_bits },
        TRAIL, TRAIL_RESERVE>: clock, clear, push, push_position, push_column, push_decision, push_value, push_words, pop)
}

pub(super) fn control() -> String {
    emit!("control", Control: clock, clear, start, when.quiet, when.conflict, when.complete, when.noting, when.full, when.decided, when.at_mark, when.at_first, when.top_is_decision,
        when.values_left, when.rows_left, when.hit, when.widens, when.last_row, when.news_left, when.saved, when.branch_valid, flags.only_line_logic, flags.only_first_solution, flags.stop, flags.in_probe, flags.resume, flags.first_value,
        flags.any_cell, flags.dives, flags.in_dive, flags.found, flags.save_undecided)
}

pub(super) fn flags() -> String {
    emit!("flags", Flags: clock, start, line_logic, first_solution, cancel, expires, trail_full,
        command.abort, command.select_hit, command.select_branch, command.select_decision,
        command.select_refuted, command.fill_value, command.choose_value, command.next_value, command.begin_scan,
        command.begin_pass, command.rewind_scan, command.begin_probe, command.end_probe, command.keep_gain, command.forget_news,
        command.forget_decisions, command.keep_solution, command.end_solved, command.end_unsolvable, command.end_undecided,
        command.end_multiple, command.take_any, command.end_pass, command.find, command.begin_node, command.begin_dive, command.end_dive, command.hold_scan, command.keep_undecided)
}

pub(super) fn state_decoder() -> String {
    emit!("state_decoder", StateDecoder: state)
}

pub(super) fn line_logic() -> String {
    let mut lines = LineLogic::<
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
    >::default();
    lines.set_ram(CellRam::Block);
    emit!("line_logic", block lines,
        clock, begin_board, abort, groups, cell_mask, clue.valid, clue.column, clue.position, clue.symbols, clue.gaps,
        clue.last_symbol, clue.last_is_top, write.rows, write.rows_value, write.columns, write.columns_value, write.position,
        write.mask, write.excluded, write.marks, write.known, write.line_column, write.line, write.planes, read.row, read.column)
}

pub(super) fn clue_core() -> String {
    let mut core = ClueCore::<
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
    >::default();
    core.lines.set_ram(CellRam::Block);
    emit!("clue_core", block core,
        clock, reset, begin_board, rows, columns, block, block_end, block_colour, line_end, block_column, block_position,
        start, mode, limit, cancel, read_row, read_column)
}
