//! Masks of the cells that exist in the rows and columns of the board being received.
//! Interface: `index` is decoded in one cycle; `first` and `second` store the mask of a start board's index; `swap` exchanges the two after an odd number (at
//! least three) of consecutive start boards.
//! Source: docs/reference/protocol.md: the last two of an odd number of consecutive start boards are the pair.

use super::INDEX;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Masks of boards up to `S` x `S`.
#[derive(LogicBlock, SmartDefault)]
pub struct SizeMasks<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Index of the start board, in the cycle before `first` or `second`.
    pub index: Signal<In, Bits<INDEX>>,
    /// Stores the mask of a first start board: its index is the number of rows, the cells of a column.
    pub first: Signal<In, Bit>,
    /// Stores the mask of a second start board: its index is the number of columns, the cells of a row.
    pub second: Signal<In, Bit>,
    /// Exchanges the masks of rows and columns.
    pub swap: Signal<In, Bit>,

    /// Cells that exist in a row, one bit per cell.
    pub row_mask: Signal<Out, Bits<S>>,
    /// Cells that exist in a column, one bit per cell.
    pub column_mask: Signal<Out, Bits<S>>,

    /// Mask of the index: that many low bits are 1, at most `S`.
    mask: Dff<Bits<S>>,
    in_row: Dff<Bits<S>>,
    in_column: Dff<Bits<S>>,
    next_mask: Signal<Local, Bits<S>>,
    #[default(constant(0))]
    nothing: Constant<Bits<S>>,
}

impl<const S: usize> Logic for SizeMasks<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, mask, in_row, in_column);
        self.next_mask.next = self.nothing.val();
        for i in 0..S {
            self.next_mask.next = self
                .next_mask
                .val()
                .replace_bit(i, self.index.val().index() > i);
        }
        self.mask.d.next = self.next_mask.val();
        if self.first.val() {
            self.in_column.d.next = self.mask.q.val();
        }
        if self.second.val() {
            self.in_row.d.next = self.mask.q.val();
        }
        if self.swap.val() {
            self.in_row.d.next = self.in_column.q.val();
            self.in_column.d.next = self.in_row.q.val();
        }
        self.row_mask.next = self.in_row.q.val();
        self.column_mask.next = self.in_column.q.val();
    }
}
