//! Bundles of ports that are always connected together.
//! Interface: each bundle, except `SearchRequest`, has a type for the block that drives it (`…Out`) and one for the blocks that
//! receive it (`…In`); of a read port, the reading block has `ReadOut`. `join` connects the two, and `link` connects a bundle of a block to
//! the same bundle of a block within it.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use crate::prelude::*;

ports! {
    /// A cell of a board of up to `SIDE` x `SIDE` cells, with a value.
    CellOut<SIDE, POSITION_BITS, VALUE_BITS> "CellOut", CellIn<SIDE, POSITION_BITS, VALUE_BITS> "CellIn", {
        /// A cell is on this port.
        valid: Bit,
        /// Row of the cell, while `valid`.
        row: Bits<POSITION_BITS>,
        /// Column of the cell, one-hot, while `valid`.
        column_bit: Bits<SIDE>,
        /// Value of the cell, while `valid`: 0 is blank, otherwise the number of the colour.
        value: Bits<VALUE_BITS>,
    }
}

ports! {
    /// The cell that the search writes next: row and column, each as a number and one-hot, and value.
    CurrentOut<SIDE, POSITION_BITS, VALUE_BITS> "CurrentOut", CurrentIn<SIDE, POSITION_BITS, VALUE_BITS> "CurrentIn", {
        /// Row of the cell.
        row: Bits<POSITION_BITS>,
        /// Row of the cell, one-hot.
        row_bit: Bits<SIDE>,
        /// Column of the cell, valid one cycle after `column_bit`.
        column: Bits<POSITION_BITS>,
        /// Column of the cell, one-hot.
        column_bit: Bits<SIDE>,
        /// Value of the cell: 0 is blank, otherwise the number of the colour.
        value: Bits<VALUE_BITS>,
        /// The cell does not have the value: 1 excludes it, 0 excludes all others.
        refuted: Bit,
    }
}

ports! {
    /// The finding on the bus.
    FindingOut<SIDE, POSITION_BITS, PLANES> "FindingOut", FindingIn<SIDE, POSITION_BITS, PLANES> "FindingIn", {
        /// A finding is on the bus, and no contradiction drops it.
        valid: Bit,
        /// The line of the finding is a column, while `valid`.
        column: Bit,
        /// Position of the line of the finding, while `valid`.
        position: Bits<POSITION_BITS>,
        /// What the finding adds to each plane of the line, one bit per cell, while `valid`.
        learned[PLANES]: Bits<SIDE>,
        /// The line's planes in `LineState` before the finding is stored, one bit per cell, while `valid`.
        before[PLANES]: Bits<SIDE>,
    }
}

ports! {
    /// The finding of the previous cycle, for the trail and for the units that record findings.
    NoteOut<SIDE> "NoteOut", NoteIn<SIDE> "NoteIn", {
        /// A finding that adds to the planes of its line was on the bus in the previous cycle, and no contradiction dropped it.
        valid: Bit,
        /// The line of the finding is a column, while `valid`.
        column: Bit,
        /// Position of the line of the finding, one-hot, while `valid`.
        position_bit: Bits<SIDE>,
        /// Cells of the line about which the finding adds something, one bit per cell, while `valid`.
        learned: Bits<SIDE>,
    }
}

ports! {
    /// The clue of a line, transferred in one cycle.
    ClueOut<SIDE, POSITION_BITS, COLOURS, GAPS> "ClueOut", ClueIn<SIDE, POSITION_BITS, COLOURS, GAPS> "ClueIn", {
        /// A clue arrives in this cycle.
        valid: Bit,
        /// The line of the clue is a column, with `valid`.
        column: Bit,
        /// Position of the line of the clue, with `valid`.
        position: Bits<POSITION_BITS>,
        /// Filled symbols of the clue by colour, one bit per symbol from symbol 1, with `valid`.
        symbols[COLOURS]: Bits<SIDE>,
        /// Symbols that an optional blank may follow, one bit per symbol from symbol 1, with `valid`.
        gaps[GAPS]: Bits<SIDE>,
        /// Trailing blank of the clue, one-hot from symbol 1, with `valid`; 0 if it is symbol `SIDE` + 1.
        last_symbol: Bits<SIDE>,
        /// The trailing blank of the clue is symbol `SIDE` + 1, with `valid`.
        last_is_top: Bit,
    }
}

ports! {
    /// Writes of the search: cells, and the planes of a line.
    PutOut<SIDE, POSITION_BITS, VALUES, PLANES> "PutOut", PutIn<SIDE, POSITION_BITS, VALUES, PLANES> "PutIn", {
        /// Writes cells in the copy that rows read.
        rows: Bit,
        /// Writes cells in the copy that columns read; never with `rows`.
        columns: Bit,
        /// Marks the lines of the cells, with `rows` or `columns`.
        marks: Bit,
        /// Position of the cells in the lines that read them, with `rows` or `columns`.
        position: Bits<POSITION_BITS>,
        /// Lines whose cell is written, one bit per line, with `rows` or `columns`.
        mask: Bits<SIDE>,
        /// Excluded values of the written cell in each line of `mask`, one bit per line, with `rows` or `columns`.
        excluded[VALUES]: Bits<SIDE>,
        /// Writes the planes of a line into the line state.
        known: Bit,
        /// The line whose planes are written is a column, with `known`.
        line_column: Bit,
        /// Position of the line whose planes are written, with `known`.
        line: Bits<POSITION_BITS>,
        /// Planes to write, one bit per cell, with `known`.
        planes[PLANES]: Bits<SIDE>,
    }
}

ports! {
    /// Writes into line logic: cells, and the planes of a line.
    WriteOut<SIDE, POSITION_BITS, VALUES, PLANES> "WriteOut", WriteIn<SIDE, POSITION_BITS, VALUES, PLANES> "WriteIn", {
        /// Writes cells in the copy that rows read.
        rows: Bit,
        /// 1: the rows' cells have the excluded values of `excluded`; 0: they have none; with `rows`.
        rows_value: Bit,
        /// Writes cells in the copy that columns read.
        columns: Bit,
        /// 1: the columns' cells have the excluded values of `excluded`; 0: they have none; with `columns`.
        columns_value: Bit,
        /// Position of the cells in the lines that read them, with `rows` or `columns`; with both, columns are written at `position` ^
        /// [`BESIDE`](super::BESIDE).
        position: Bits<POSITION_BITS>,
        /// Lines whose cell is written, one bit per line, with `rows` or `columns`.
        mask: Bits<SIDE>,
        /// Excluded values of the written cell per line of `mask`, one bit per line, with `rows_value` or `columns_value`.
        excluded[VALUES]: Bits<SIDE>,
        /// Marks those lines of `mask` whose clues have arrived, with `rows` or `columns`.
        marks: Bit,
        /// Writes the planes of a line into the line state.
        known: Bit,
        /// The line whose planes are written is a column, with `known`.
        line_column: Bit,
        /// Position of the line whose planes are written, with `known`.
        line: Bits<POSITION_BITS>,
        /// Planes to write, one bit per cell, with `known`.
        planes[PLANES]: Bits<SIDE>,
    }
}

/// Read port of the board: one row and one column per cycle.
#[derive(LogicInterface, Default)]
#[join = "ReadIn"]
pub struct ReadOut<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> {
    /// Row to read.
    pub row: Signal<Out, Bits<POSITION_BITS>>,
    /// Known cells of the row, one bit per cell, one cycle after `row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Values of the row's cells, one word per bit of the value, one cycle after `row`; valid for the cells in `row_known`.
    pub row_values: Array<Signal<In, Bits<SIDE>>, VALUE_BITS>,
    /// Planes of the row, one bit per cell, one cycle after `row`.
    pub row_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
    /// Column to read.
    pub column: Signal<Out, Bits<POSITION_BITS>>,
    /// Planes of the column, one bit per cell, one cycle after `column`.
    pub column_planes: Array<Signal<In, Bits<SIDE>>, PLANES>,
}

/// The other end of [`ReadOut`].
#[derive(LogicInterface, Default)]
#[join = "ReadOut"]
pub struct ReadIn<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
> {
    /// Row to read.
    pub row: Signal<In, Bits<POSITION_BITS>>,
    /// Known cells of the row, one bit per cell, one cycle after `row`.
    pub row_known: Signal<Out, Bits<SIDE>>,
    /// Values of the row's cells, one word per bit of the value, one cycle after `row`; valid for the cells in `row_known`.
    pub row_values: Array<Signal<Out, Bits<SIDE>>, VALUE_BITS>,
    /// Planes of the row, one bit per cell, one cycle after `row`.
    pub row_planes: Array<Signal<Out, Bits<SIDE>>, PLANES>,
    /// Column to read.
    pub column: Signal<In, Bits<POSITION_BITS>>,
    /// Planes of the column, one bit per cell, one cycle after `column`.
    pub column_planes: Array<Signal<Out, Bits<SIDE>>, PLANES>,
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
