//! The units of the parser of options: what has been received of an option, a line and a board.

use super::INDEX;
use crate::core::{COLUMN_FLAG, FLAG, POSITION};
use crate::prelude::*;

/// Collects the cells of an option from its assignments.
/// Interface: `index` is decoded in one cycle; `take` stores the cell (cells may arrive in any order); `clear` starts the next option;
/// `value` holds the cells received so far.
///
/// An option of up to `S` cells.
#[derive(LogicBlock, Default)]
pub struct OptionCells<const S: usize> {
    /// Starts the next option.
    pub clear: Signal<In, Bit>,
    /// Stores the cell at this clock edge.
    pub take: Signal<In, Bit>,
    /// Cell to store, in the cycle before `take`.
    pub index: Signal<In, Bits<INDEX>>,
    /// The cell to store is filled; valid with `take`.
    pub filled: Signal<In, Bit>,
    /// Cells that exist in the line, one bit per cell.
    pub line_mask: Signal<In, Bits<S>>,
    /// The cell at the `index` of the previous cycle exists in the line and has not been received.
    pub acceptable: Signal<Out, Bit>,
    /// In the previous cycle all cells of the line had been received.
    pub complete: Dff<Bit, Out>,
    /// Filled cells among those received so far; kept after `clear` until the next `take`.
    pub value: Dff<Bits<S>, Out>,
    /// Cell at the index, one-hot; zero if it is not below `S`.
    cell_bit: Dff<Bits<S>>,
    /// Cells of the option received so far, one bit per cell.
    come: Dff<Bits<S>>,
    place: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for OptionCells<S> {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = 0.into();
        for i in 0..S {
            self.place.next = self.place.val().replace_bit(i, self.index.val().index() == i);
        }
        self.cell_bit.d.next = self.place.val();
        self.acceptable.next =
            (self.cell_bit.q.val() & self.line_mask.val() & !self.come.q.val()).any();
        if self.take.val() {
            self.come.d.next = self.come.q.val() | self.cell_bit.q.val();
            self.value.d.next = self.value.q.val() & !self.cell_bit.q.val();
            if self.filled.val() {
                self.value.d.next = self.value.q.val() | self.cell_bit.q.val();
            }
            if !self.come.q.val().any() {
                self.value.d.next = 0.into();
                if self.filled.val() {
                    self.value.d.next = self.cell_bit.q.val();
                }
            }
        }
        if self.clear.val() {
            self.come.d.next = 0.into();
        }
        self.complete.d.next = self.come.q.val() == self.line_mask.val();
    }
}

/// Counts the options of a line.
/// Interface: `clear` begins a line, `count` ends an option; `following` includes the current option; `full` is valid two cycles after
/// `count`.
///
/// Counter of up to `MAX` options in `CW` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct OptionCount<const CW: usize, const MAX: u64> {
    /// A line begins: restarts the count.
    pub clear: Signal<In, Bit>,
    /// An option of the line ends.
    pub count: Signal<In, Bit>,
    /// Number of options of the line, including the one being received.
    pub following: Signal<Out, Bits<CW>>,
    /// In the previous cycle the line had as many options as the build allows.
    pub full: Dff<Bit, Out>,
    number: Dff<Bits<CW>>,
    #[default(constant(MAX))]
    most_options: Constant<Bits<CW>>,
}

impl<const CW: usize, const MAX: u64> Logic for OptionCount<CW, MAX> {
    #[hdl_gen]
    fn update(&mut self) {
        self.following.next = self.number.q.val() + 1;
        if self.count.val() {
            self.number.d.next = self.following.val();
        }
        if self.clear.val() {
            self.number.d.next = 0.into();
        }
        self.full.d.next = self.number.q.val() == self.most_options.val();
    }
}

/// Masks of the cells that exist in the rows and columns of the board being received.
/// Interface: `index` is decoded in one cycle; `first` and `second` store the mask of a start board's index; `swap` exchanges the two after
/// an odd number (at least three) of consecutive start boards.
///
/// Masks of boards up to `S` x `S`.
#[derive(LogicBlock, Default)]
pub struct SizeMasks<const S: usize> {
    /// Index of the start board, in the cycle before `first` or `second`.
    pub index: Signal<In, Bits<INDEX>>,
    /// Stores the mask of a first start board: its index is the number of rows, the cells of a column.
    pub first: Signal<In, Bit>,
    /// Stores the mask of a second start board: its index is the number of columns, the cells of a row.
    pub second: Signal<In, Bit>,
    /// Exchanges the masks of rows and columns.
    pub swap: Signal<In, Bit>,

    /// Cells that exist in a row, one bit per cell.
    pub row_mask: Dff<Bits<S>, Out>,
    /// Cells that exist in a column, one bit per cell.
    pub column_mask: Dff<Bits<S>, Out>,

    /// Mask of the index: that many low bits are 1, at most `S`.
    mask: Dff<Bits<S>>,
    next_mask: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for SizeMasks<S> {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_mask.next = 0.into();
        for i in 0..S {
            self.next_mask.next = self.next_mask.val().replace_bit(i, self.index.val().index() > i);
        }
        self.mask.d.next = self.next_mask.val();
        if self.first.val() {
            self.column_mask.d.next = self.mask.q.val();
        }
        if self.second.val() {
            self.row_mask.d.next = self.mask.q.val();
        }
        if self.swap.val() {
            self.row_mask.d.next = self.column_mask.q.val();
            self.column_mask.d.next = self.row_mask.q.val();
        }
    }
}

/// Writes a board's lines into the option store, one word at a time.
/// Interface: `put` writes a header or an option, at most once per two cycles; `full` is asserted two cycles after the `put` of the last
/// word; `put` is ignored while `full`.
///
/// Writer of headers and of options of up to `S` cells, for a store of 2^`AW` words (`PW` = `AW` + 1).
#[derive(LogicBlock, SmartDefault)]
pub struct StoreWriter<const S: usize, const AW: usize, const PW: usize> {
    /// Restarts at the store's first word.
    #[default({ const { assert!(PW == AW + 1) }; Signal::default() })]
    pub clear: Signal<In, Bit>,
    /// Writes a header or `option` at this clock edge; ignored while `full`.
    pub put: Signal<In, Bit>,
    /// With `put`: high to write a header, low to write `option`.
    pub is_header: Signal<In, Bit>,
    /// The line of the header is a column; valid with `put`.
    pub column: Signal<In, Bit>,
    /// Position of the header's line, valid with `put`.
    pub position: Signal<In, Bits<POSITION>>,
    /// Option to write, cell 0 in bit 0; valid with `put`.
    pub option: Signal<In, Bits<S>>,
    /// Number of words written since `clear`.
    pub words: Dff<Bits<PW>, Out>,
    /// The store was full in the previous cycle.
    pub full: Dff<Bit, Out>,

    /// Write enable of the store.
    pub write: Signal<Out, Bit>,
    /// Address of the word to write, valid with `write`.
    pub address: Signal<Out, Bits<AW>>,
    /// Word to write, valid with `write`.
    pub data: Signal<Out, Bits<16>>,

    header: Signal<Local, Bits<16>>,
    word: Signal<Local, Bits<16>>,
    #[default(constant(1_u64 << AW))]
    capacity: Constant<Bits<PW>>,
    #[default(constant(COLUMN_FLAG))]
    column_flag: Constant<Bits<FLAG>>,
}

impl<const S: usize, const AW: usize, const PW: usize> Logic for StoreWriter<S, AW, PW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.header.next = bit_cast::<16, POSITION>(self.position.val());
        if self.column.val() {
            self.header.next = self.header.val().replace_bit(self.column_flag.val().index(), true);
        }
        self.address.next = bit_cast::<AW, PW>(self.words.q.val());
        self.word.next = bit_cast::<16, S>(self.option.val());
        if self.is_header.val() {
            self.word.next = self.header.val();
        }
        self.data.next = self.word.val();
        self.write.next = self.put.val() && !self.full.q.val();
        if self.write.val() {
            self.words.d.next = self.words.q.val() + 1;
        }
        if self.clear.val() {
            self.words.d.next = 0.into();
        }
        self.full.d.next = self.words.q.val() == self.capacity.val();
    }
}
