//! Ports that travel together.
//! Interface: each group has a type for the block that drives it (`…Out`) and one for the blocks that receive it (`…In`); `join` wires
//! the one to the other, and `link` passes a group on between a block and a part of it.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive makes have no documentation"
)]

use rust_hdl::prelude::*;

/// Declares a group of ports as two types: of outputs, and of inputs. `$to` and `$from` are their names as rust-hdl wants them.
macro_rules! ports {
    ($(#[$about:meta])* $output:ident $from:literal, $input:ident $to:literal, {
        $($(#[$meaning:meta])* $port:ident: $type:ty,)+
    }) => {
        $(#[$about])*
        #[derive(LogicInterface, Default)]
        #[join = $to]
        pub struct $output<const SIDE: usize> {
            $($(#[$meaning])* pub $port: Signal<Out, $type>,)+
        }

        $(#[$about])*
        #[derive(LogicInterface, Default)]
        #[join = $from]
        pub struct $input<const SIDE: usize> {
            $($(#[$meaning])* pub $port: Signal<In, $type>,)+
        }
    };
}

ports! {
    /// A cell of a board of up to `SIDE` x `SIDE` cells, with a value.
    CellOut "CellOut", CellIn "CellIn", {
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
    CurrentOut "CurrentOut", CurrentIn "CurrentIn", {
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
    BranchOut "BranchOut", BranchIn "BranchIn", {
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
    FindingOut "FindingOut", FindingIn "FindingIn", {
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
    NoteOut "NoteOut", NoteIn "NoteIn", {
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

/// Cells and known cells that the search writes.
#[derive(LogicInterface, Default)]
pub struct PutOut<const SIDE: usize> {
    /// Writes cells that rows read.
    pub rows: Signal<Out, Bit>,
    /// Writes cells that columns read.
    pub columns: Signal<Out, Bit>,
    /// The cells become known and their lines marked, else they become unknown; with `rows` and `columns`.
    pub value: Signal<Out, Bit>,
    /// Position of the cells in the lines that read them, with `rows` and `columns`.
    pub position: Signal<Out, Bits<5>>,
    /// The lines that read them, one bit per line, with `rows` and `columns`.
    pub mask: Signal<Out, Bits<SIDE>>,
    /// The cells that become filled, one bit per line, with `value`.
    pub filled: Signal<Out, Bits<SIDE>>,
    /// Writes the known cells of a line.
    pub known: Signal<Out, Bit>,
    /// Line whose known cells are written, with `known`: bit 5 is set for a column, bits 4..0 are the position.
    pub line: Signal<Out, Bits<6>>,
    /// Known cells to write, one bit per cell, with `known`.
    pub word: Signal<Out, Bits<SIDE>>,
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
