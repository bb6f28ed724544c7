//! Masks of the cells that exist in the rows and columns of the board being received.
//! Interface: `first` and `second` store the mask of a start board's index; `swap` exchanges the two after an odd number (at
//! least three) of consecutive start boards.
//! Source: own; docs/reference/protocol.md: the last two of an odd number of consecutive start boards are the pair.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Masks of boards up to `S` x `S`.
#[derive(LogicBlock, Default)]
pub struct SizeMasks<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Mask of the start board's index: that many low bits are 1, at most `S`; valid with `first` and `second`.
    pub mask: Signal<In, Bits<S>>,
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

    in_row: Dff<Bits<S>>,
    in_column: Dff<Bits<S>>,
}

impl<const S: usize> Logic for SizeMasks<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, in_row, in_column);
        if self.first.val() {
            self.in_column.d.next = self.mask.val();
        }
        if self.second.val() {
            self.in_row.d.next = self.mask.val();
        }
        if self.swap.val() {
            self.in_row.d.next = self.in_column.q.val();
            self.in_column.d.next = self.in_row.q.val();
        }
        self.row_mask.next = self.in_row.q.val();
        self.column_mask.next = self.in_column.q.val();
    }
}
