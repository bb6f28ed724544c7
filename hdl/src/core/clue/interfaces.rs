//! Bundles of ports that are always connected together.
//! Interface: each bundle, except `SearchRequest`, has a type for the block that drives it (`…Out`) and one for the blocks that
//! receive it (`…In`); of a read port, the reading block has `ReadOut`. `join` connects the two, and `link` connects a bundle of a block to
//! the same bundle of a block within it.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// A cell of a board of up to `SIDE` x `SIDE` cells, with a value.
    CellOut<SIDE> "CellOut", CellIn<SIDE> "CellIn", {
        /// A cell is on this port.
        valid: Bit,
        /// Row of the cell, while `valid`.
        row: Bits<5>,
        /// Column of the cell, one-hot, while `valid`.
        column_bit: Bits<SIDE>,
        /// Value of the cell, while `valid`: 1 is filled, 0 is blank.
        value: Bit,
    }
}

ports! {
    /// The cell that the search writes next: row and column, each as a number and one-hot, and value.
    CurrentOut<SIDE> "CurrentOut", CurrentIn<SIDE> "CurrentIn", {
        /// Row of the cell.
        row: Bits<5>,
        /// Row of the cell, one-hot.
        row_bit: Bits<SIDE>,
        /// Column of the cell, valid one cycle after `column_bit`.
        column: Bits<5>,
        /// Column of the cell, one-hot.
        column_bit: Bits<SIDE>,
        /// Value of the cell: 1 is filled, 0 is blank.
        value: Bit,
    }
}

ports! {
    /// The finding on the bus.
    FindingOut<SIDE> "FindingOut", FindingIn<SIDE> "FindingIn", {
        /// A finding is on the bus, and no contradiction drops it.
        valid: Bit,
        /// Line of the finding, while `valid`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Newly known cells of the line, one bit per cell, while `valid`.
        learned: Bits<SIDE>,
        /// Known cells of the line in `LineState` before the finding is stored, one bit per cell, while `valid`.
        known_before: Bits<SIDE>,
    }
}

ports! {
    /// The finding of the previous cycle, for the trail and for the units that record findings.
    NoteOut<SIDE> "NoteOut", NoteIn<SIDE> "NoteIn", {
        /// A finding with newly known cells was on the bus in the previous cycle, and no contradiction dropped it.
        valid: Bit,
        /// The line of the finding is a column, while `valid`.
        column: Bit,
        /// Position of the line of the finding, one-hot, while `valid`.
        position_bit: Bits<SIDE>,
        /// Newly known cells of the line, one bit per cell, while `valid`.
        learned: Bits<SIDE>,
    }
}

ports! {
    /// The clue of a line, transferred in one cycle.
    ClueOut<SIDE> "ClueOut", ClueIn<SIDE> "ClueIn", {
        /// A clue arrives in this cycle.
        valid: Bit,
        /// Line of the clue, with `valid`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Filled symbols of the clue, one bit per symbol from symbol 1, with `valid`.
        filled_symbols: Bits<SIDE>,
        /// Trailing blank of the clue, one-hot from symbol 1, with `valid`; 0 if it is symbol `SIDE` + 1.
        last_symbol: Bits<SIDE>,
        /// The trailing blank of the clue is symbol `SIDE` + 1, with `valid`.
        last_is_top: Bit,
    }
}

ports! {
    /// Writes of the search: cells, and the known cells of a line.
    PutOut<SIDE> "PutOut", PutIn<SIDE> "PutIn", {
        /// Writes cells in the copy that rows read.
        rows: Bit,
        /// Writes cells in the copy that columns read; never in the cycle of `rows`.
        columns: Bit,
        /// 1: the cells become known and their lines are marked; 0: the cells become unknown; with `rows` or `columns`.
        value: Bit,
        /// Position of the cells in the lines that read them, with `rows` or `columns`.
        position: Bits<5>,
        /// Lines whose cell is written, one bit per line, with `rows` or `columns`.
        mask: Bits<SIDE>,
        /// Value of the written cell in each line of `mask`, one bit per line, with `value`: 1 is filled, 0 is blank.
        filled: Bits<SIDE>,
        /// Writes the known cells of a line into the line state.
        known: Bit,
        /// Line whose known cells are written, with `known`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Known cells to write, one bit per cell, with `known`.
        word: Bits<SIDE>,
    }
}

ports! {
    /// Writes into line logic: cells, and the known cells of a line.
    WriteOut<SIDE> "WriteOut", WriteIn<SIDE> "WriteIn", {
        /// Writes cells in the copy that rows read.
        rows: Bit,
        /// 1: the rows' cells become known; 0: they become unknown; with `rows`.
        rows_value: Bit,
        /// Writes cells in the copy that columns read.
        columns: Bit,
        /// 1: the columns' cells become known; 0: they become unknown; with `columns`.
        columns_value: Bit,
        /// Position of the cells in the lines that read them, with `rows` or `columns`; with both, columns are written at `position` ^
        /// `SlotCells::BESIDE`.
        position: Bits<5>,
        /// Lines whose cell is written, one bit per line, with `rows` or `columns`.
        mask: Bits<SIDE>,
        /// Value of the written cell per line of `mask`, one bit per line, with `rows_value` or `columns_value`: 1 is filled, 0 is blank.
        filled: Bits<SIDE>,
        /// Marks those lines of `mask` whose clues have arrived, with `rows` or `columns`.
        marks: Bit,
        /// Writes the known cells of a line into the line state.
        known: Bit,
        /// Line whose known cells are written, with `known`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Known cells to write, one bit per cell, with `known`.
        word: Bits<SIDE>,
    }
}

/// Read port of the board: one row and one column per cycle.
#[derive(LogicInterface, Default)]
#[join = "ReadIn"]
pub struct ReadOut<const SIDE: usize> {
    /// Row to read.
    pub row: Signal<Out, Bits<5>>,
    /// Known cells of the row, one bit per cell, one cycle after `row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Filled cells of the row, one bit per cell, one cycle after `row`; valid for the cells in `row_known`.
    pub row_filled: Signal<In, Bits<SIDE>>,
    /// Column to read.
    pub column: Signal<Out, Bits<5>>,
    /// Known cells of the column, one bit per cell, one cycle after `column`.
    pub column_known: Signal<In, Bits<SIDE>>,
}

/// The other end of [`ReadOut`].
#[derive(LogicInterface, Default)]
#[join = "ReadOut"]
pub struct ReadIn<const SIDE: usize> {
    /// Row to read.
    pub row: Signal<In, Bits<5>>,
    /// Known cells of the row, one bit per cell, one cycle after `row`.
    pub row_known: Signal<Out, Bits<SIDE>>,
    /// Filled cells of the row, one bit per cell, one cycle after `row`; valid for the cells in `row_known`.
    pub row_filled: Signal<Out, Bits<SIDE>>,
    /// Column to read.
    pub column: Signal<In, Bits<5>>,
    /// Known cells of the column, one bit per cell, one cycle after `column`.
    pub column_known: Signal<Out, Bits<SIDE>>,
}

/// Search request: start, mode, limit and cancel.
#[derive(LogicInterface, Default)]
pub struct SearchRequest {
    /// Ends the board and starts the search.
    pub start: Signal<In, Bit>,
    /// Mode of the search, with `start`: 0 full proof, 1 line logic only, 2 first solution.
    pub mode: Signal<In, Bits<2>>,
    /// Limit of the search in units of 1024 cycles, 0 for none; with `start`.
    pub limit: Signal<In, Bits<26>>,
    /// Ends the running search as undecided, unless it reaches another verdict first.
    pub cancel: Signal<In, Bit>,
}
