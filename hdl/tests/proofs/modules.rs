//! The modules under proof, as Verilog, each in an instance small enough for a solver.
//! Interface: one function per module; the Verilog module has the name of the function.

use nonogram_hdl::block_verilog;
use nonogram_hdl::core::clue::{ClueCore, Control, Engine, LineLogic, SlotCells, Trail};
use nonogram_hdl::core::{Classic, Parallel};
use nonogram_hdl::link::{Assembler, Crc13, Framer, Parser};
use nonogram_hdl::uart::{PARTS, UartRx, UartTx};
use nonogram_hdl::widgets::{ByteFifo, Store, Synchronizer};
use rust_hdl::prelude::{Block, Logic};

/// Bit period of the proven serial line, in sixteenths of a cycle: the fewest that it supports.
const BIT: u64 = 4 * PARTS;
/// Cycles of the proven framer's pause.
const PAUSE: u64 = 5;
/// Side of the proven boards.
const SIDE: usize = 2;
/// Address width of the parser's store: 8 words, fewer than a board of that side may need.
const ADDRESS: usize = 3;
/// Pointers are one bit wider.
const POINTER: usize = ADDRESS + 1;
/// Address width of the core's store: 16 words, enough for any board of that side.
const CORE_ADDRESS: usize = 4;
const CORE_POINTER: usize = CORE_ADDRESS + 1;
/// Width of an option count, and the most options that one line may have: a line of two cells has at most two.
const COUNT: usize = 2;
const MOST_OPTIONS: u64 = 2;
/// The parallel core in two lanes: option counts of a line (four options), offsets in a lane (three), a lane's addresses.
const LANES: usize = 2;
const LANE_COUNT: usize = 3;
const OFFSET: usize = 3;
const LANE_ADDRESS: usize = 7;
/// The proven store: two banks of four words of two bits.
const STORE_WORD: usize = 2;
const STORE_BANK: usize = 2;
/// Address width of the proven queue: 4 bytes, and one at its output.
const QUEUE: usize = 2;

/// The proven line engine: lines of up to 8 cells, in 4 groups of two, or in two of four.
const LINE: usize = 8;
const LINE_GROUPS: usize = 4;
const LINE_GROUP: usize = 2;
const WIDE_GROUPS: usize = 2;
const WIDE_GROUP: usize = 1;
/// Cells in a group, and in a wide one.
const GROUP: usize = 2;
const WIDE: usize = 4;
/// The proven line logic: boards of up to 4 x 4 cells, two engines with two rows and two columns each.
const CELLS: usize = 4;
const CELLS_GROUPS: usize = 2;
const CELLS_GROUP: usize = 1;
const ENGINES: usize = 2;
/// The proven trail: 8 entries of 2 cells, the last 2 in reserve.
const TRAIL_CELLS: usize = 2;
const TRAIL: usize = 3;
const TRAIL_RESERVE: u64 = 2;
/// The proven verdicts: boards of up to 4 x 4 cells, one engine; 256 entries are the shortest trail that there is.
const VERDICT: usize = 4;
const VERDICT_GROUPS: usize = 2;
const VERDICT_GROUP: usize = 1;
const VERDICT_TRAIL: usize = 8;

/// Connects the named inputs of a block (including the clock) and emits it under its own name.
macro_rules! emit {
    ($name:literal, $block:ty: $($($input:ident).+),+) => {{
        let mut block = <$block>::default();
        $(block.$($input).+.connect();)+
        block.connect_all();
        named($name, &block_verilog(&block))
    }};
}

/// The emitted text names every root `top` and prefixes the modules below with `top$`.
fn named(name: &str, verilog: &str) -> String {
    verilog
        .replace("module top(", &format!("module {name}("))
        .replace("top$", &format!("{name}$"))
}

pub(super) fn byte_fifo() -> String {
    emit!("byte_fifo", ByteFifo<QUEUE, { QUEUE + 1 }>: clock, reset, write, write_data, write_error, pop)
}

pub(super) fn uart_tx() -> String {
    emit!("uart_tx", UartTx<BIT>: clock, reset, send, data)
}

pub(super) fn uart_rx() -> String {
    emit!("uart_rx", UartRx<BIT>: clock, reset, line)
}

pub(super) fn synchronizer() -> String {
    emit!("synchronizer", Synchronizer: clock, pin)
}

pub(super) fn store() -> String {
    emit!("store", Store<STORE_WORD, { STORE_BANK + 1 }, STORE_BANK>:
        clock, read_enable, read_address, advance, write_enable, write_address, write_data)
}

pub(super) fn crc13() -> String {
    emit!("crc13", Crc13: clock, reset, load, clear, high_only, message)
}

pub(super) fn framer() -> String {
    emit!("framer", Framer<PAUSE>: clock, reset, byte_valid, byte_data, byte_error, take, shift, first, watch)
}

pub(super) fn assembler() -> String {
    emit!("assembler", Assembler<SIDE>:
        clock, reset, start, status, rows, columns, checked, known, assigned, byte_ready)
}

pub(super) fn parser() -> String {
    emit!("parser", Parser<SIDE, ADDRESS, POINTER, COUNT, MOST_OPTIONS>:
        clock, reset, valid, message, error, check_matches, paused, hold, ready, core_done)
}

pub(super) fn classic() -> String {
    emit!("classic", Classic<SIDE, CORE_ADDRESS, CORE_POINTER, COUNT>:
        clock, reset, clear, start, words, lines, row_mask, column_mask, store_write, store_address, store_data,
        store_header, count_write, count_line, count_data, select, select_position)
}

pub(super) fn parallel() -> String {
    emit!("parallel", Parallel<SIDE, CORE_POINTER, { CORE_POINTER + 1 }, LANE_COUNT, LANES, OFFSET, LANE_ADDRESS>:
        clock, reset, clear, start, words, lines, row_mask, column_mask, store_write, store_address, store_data,
        store_header, count_write, count_line, count_data, select, select_position)
}

pub(super) fn engine() -> String {
    emit!("engine", Engine<LINE, GROUP, LINE_GROUPS, LINE_GROUP>: clock, clear, start, groups, clue_ones, clue_end,
        clue_end_top, front_filled, front_blank, back_filled, back_blank)
}

pub(super) fn wide_engine() -> String {
    emit!("engine", Engine<LINE, WIDE, WIDE_GROUPS, WIDE_GROUP>: clock, clear, start, groups, clue_ones, clue_end,
        clue_end_top, front_filled, front_blank, back_filled, back_blank)
}

pub(super) fn cells() -> String {
    emit!("cells", SlotCells<CELLS, GROUP, { CELLS / ENGINES }>: clock, tell_rows, rows_value, tell_columns, columns_value, tell_both,
        position, rows_mask, rows_filled, columns_mask, columns_filled, column, index, front_group, back_group, next_column, front_next, back_next)
}

pub(super) fn trail() -> String {
    emit!("trail", Trail<TRAIL_CELLS, TRAIL, TRAIL_RESERVE>: clock, clear, push, push_tag, push_word, pop)
}

pub(super) fn control() -> String {
    emit!("control", Control: clock, clear, start, line_logic, first_solution, cancel, expires, trail_full, quiet, conflict,
        complete, noting, decided, at_mark, at_first, top_is_decision, filled_consistent, blank_consistent, rows_left, hit,
        widens, last_row, news_left, saved, all_settled, all_exhausted, fact_valid, branch_valid)
}

pub(super) fn line_logic() -> String {
    emit!("line_logic", LineLogic<CELLS, GROUP, CELLS_GROUPS, CELLS_GROUP, { CELLS / ENGINES }, ENGINES>:
        clock, begin_board, abort, groups, cells, receive, receive_line, receive_ones, receive_end, receive_top, put_rows,
        put_rows_value, put_columns, put_columns_value, put_position, put_mask, put_filled, put_marks, put_known,
        put_line, put_word, read.row, read.column)
}

pub(super) fn clue_core() -> String {
    emit!("clue_core", ClueCore<VERDICT, GROUP, VERDICT_GROUPS, VERDICT_GROUP, VERDICT, 1, VERDICT_TRAIL, 1>:
        clock, reset, begin_board, rows, columns, block, block_length, line_end, block_column, block_position, start, mode,
        limit, cancel, read_row, read_column)
}
