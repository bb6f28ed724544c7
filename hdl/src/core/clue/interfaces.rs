//! Ports that travel together.
//! Interface: each group has a type for the block that drives it (`…Out`) and one for the blocks that receive it (`…In`); `join` wires
//! the one to the other, and `link` passes a group on between a block and a part of it.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive makes have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// A cell of a board of up to `SIDE` x `SIDE` cells, with a value.
    CellOut<SIDE> "CellOut", CellIn<SIDE> "CellIn", {
        /// The cell is valid.
        valid: Bit,
        /// Row of the cell, while `valid`.
        row: Bits<5>,
        /// Column of the cell as one bit, while `valid`.
        column_bit: Bits<SIDE>,
        /// Value of the cell, while `valid`: filled or blank.
        value: Bit,
    }
}

ports! {
    /// The cell that the search writes next, in all forms that are needed.
    CurrentOut<SIDE> "CurrentOut", CurrentIn<SIDE> "CurrentIn", {
        /// Row of the cell.
        row: Bits<5>,
        /// Row of the cell as one bit.
        row_bit: Bits<SIDE>,
        /// Column of the cell, one cycle after `column_bit`.
        column: Bits<5>,
        /// Column of the cell as one bit.
        column_bit: Bits<SIDE>,
        /// Value of the cell: filled or blank.
        value: Bit,
    }
}

ports! {
    /// A cell to branch on, with the gains of its probes.
    BranchOut<SIDE> "BranchOut", BranchIn<SIDE> "BranchIn", {
        /// There is such a cell.
        valid: Bit,
        /// Gain of the value with the smaller gain, in entries of the trail, while `valid`.
        least: Bits<8>,
        /// Gain of the value with the larger gain, in entries of the trail, while `valid`.
        most: Bits<8>,
        /// Row of the cell, while `valid`.
        row: Bits<5>,
        /// Column of the cell as one bit, while `valid`.
        column_bit: Bits<SIDE>,
        /// The value with the larger gain, while `valid`: filled or blank.
        value: Bit,
    }
}

ports! {
    /// The finding on the bus.
    FindingOut<SIDE> "FindingOut", FindingIn<SIDE> "FindingIn", {
        /// A finding is on the bus.
        valid: Bit,
        /// Line of the finding, while `valid`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Cells that the line has learned, one bit per cell, while `valid`.
        learned: Bits<SIDE>,
        /// Cells that the line knew before, one bit per cell, while `valid`.
        known_before: Bits<SIDE>,
    }
}

ports! {
    /// The finding of the cycle before, which is pushed onto the trail.
    NoteOut<SIDE> "NoteOut", NoteIn<SIDE> "NoteIn", {
        /// There is such a finding, and its line has learned something.
        valid: Bit,
        /// The line is a column, while `valid`.
        column: Bit,
        /// Position of the line as one bit, while `valid`.
        position_bit: Bits<SIDE>,
        /// Cells that the line has learned, one bit per cell, while `valid`.
        learned: Bits<SIDE>,
    }
}

ports! {
    /// A line's clue, which arrives in one cycle.
    ClueOut<SIDE> "ClueOut", ClueIn<SIDE> "ClueIn", {
        /// A clue arrives.
        valid: Bit,
        /// Line of the clue, with `valid`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Filled symbols of the clue, one bit per symbol from symbol 1, with `valid`.
        filled_symbols: Bits<SIDE>,
        /// The trailing blank as one bit, with `valid`; 0 if it is symbol `SIDE` + 1.
        last_symbol: Bits<SIDE>,
        /// The trailing blank is symbol `SIDE` + 1, with `valid`.
        last_is_top: Bit,
    }
}

ports! {
    /// Cells and known cells that the search writes.
    PutOut<SIDE> "PutOut", PutIn<SIDE> "PutIn", {
        /// Writes cells that rows read.
        rows: Bit,
        /// Writes cells that columns read.
        columns: Bit,
        /// The cells become known and their lines marked, else they become unknown; with `rows` and `columns`.
        value: Bit,
        /// Position of the cells in the lines that read them, with `rows` and `columns`.
        position: Bits<5>,
        /// The lines that read them, one bit per line, with `rows` and `columns`.
        mask: Bits<SIDE>,
        /// The cells that become filled, one bit per line, with `value`.
        filled: Bits<SIDE>,
        /// Writes the known cells of a line.
        known: Bit,
        /// Line whose known cells are written, with `known`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Known cells to write, one bit per cell, with `known`.
        word: Bits<SIDE>,
    }
}

ports! {
    /// Cells and known cells that are written into line logic.
    WriteOut<SIDE> "WriteOut", WriteIn<SIDE> "WriteIn", {
        /// Writes cells that rows read.
        rows: Bit,
        /// The rows' cells become known, else unknown, with `rows`.
        rows_value: Bit,
        /// Writes cells that columns read.
        columns: Bit,
        /// The columns' cells become known, else unknown, with `columns`.
        columns_value: Bit,
        /// Position of the cells in the lines that read them, with `rows` and `columns`.
        position: Bits<5>,
        /// The lines that read them, one bit per line, with `rows` and `columns`.
        mask: Bits<SIDE>,
        /// The cells that become filled, one bit per line, with `rows_value` and `columns_value`.
        filled: Bits<SIDE>,
        /// Marks the lines of `mask`, with `rows` and `columns`.
        marks: Bit,
        /// Writes the known cells of a line.
        known: Bit,
        /// Line whose known cells are written, with `known`: bit 5 is set for a column, bits 4..0 are the position.
        line: Bits<6>,
        /// Known cells to write, one bit per cell, with `known`.
        word: Bits<SIDE>,
    }
}

/// What is read of the board: a row and a column at a time.
#[derive(LogicInterface, Default)]
#[join = "ReadIn"]
pub struct ReadOut<const SIDE: usize> {
    /// Row to read.
    pub row: Signal<Out, Bits<5>>,
    /// Known cells of the row, one bit per cell, one cycle after `row`.
    pub row_known: Signal<In, Bits<SIDE>>,
    /// Filled cells of the row, one bit per cell, one cycle after `row`.
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
    /// Filled cells of the row, one bit per cell, one cycle after `row`.
    pub row_filled: Signal<Out, Bits<SIDE>>,
    /// Column to read.
    pub column: Signal<In, Bits<5>>,
    /// Known cells of the column, one bit per cell, one cycle after `column`.
    pub column_known: Signal<Out, Bits<SIDE>>,
}

/// What to search for, and when to stop.
#[derive(LogicInterface, Default)]
pub struct SearchRequest {
    /// The board is complete: the search starts.
    pub start: Signal<In, Bit>,
    /// 0 full proof, 1 line logic only, 2 first solution; with `start`.
    pub mode: Signal<In, Bits<2>>,
    /// Limit in units of 1024 cycles, 0 for none; with `start`.
    pub limit: Signal<In, Bits<26>>,
    /// Ends the search with what is certain.
    pub cancel: Signal<In, Bit>,
}

/// A prober's signals to and from the other probers of its core.
#[derive(LogicInterface, Default)]
pub struct Peers {
    /// Number of the prober: it probes the cells whose row and column together are `share` modulo `last_share` + 1.
    pub share: Signal<In, Bits<2>>,
    /// Number of probers less one: 0, 1 or 3.
    pub last_share: Signal<In, Bits<2>>,
    /// All that follows without further probes is known to this prober.
    pub settled: Signal<Out, Bit>,
    /// All probers are settled.
    pub all_settled: Signal<In, Bit>,
    /// This prober has nothing left to probe in this pass.
    pub exhausted: Signal<Out, Bit>,
    /// All probers are exhausted.
    pub all_exhausted: Signal<In, Bit>,
}
