//! Size of the board being received: as received, for the reply, and as used by the line counter and a clue core.
//! Interface: `first` and `second` store the index of a start board; `swap` exchanges the two after an odd number (at least
//! three) of consecutive start boards.
//! Source: own; docs/reference/protocol.md: the last two of an odd number of consecutive start boards are the pair.

use super::INDEX;
use super::clue::PLACE;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Rows and columns of boards up to `SIDE` x `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardSize<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Index of the start board, valid with `first` and `second`.
    pub index: Signal<In, Bits<INDEX>>,
    /// Stores the index of a first start board: the number of rows.
    pub first: Signal<In, Bit>,
    /// With `first`: clears the columns, because no pair of start boards directly precedes this one.
    pub clear_columns: Signal<In, Bit>,
    /// Stores the index of a second start board: the number of columns.
    pub second: Signal<In, Bit>,
    /// With `second`: updates `core_rows` and `core_columns`.
    pub legal: Signal<In, Bit>,
    /// Exchanges rows and columns, and updates `core_rows` and `core_columns`.
    pub swap: Signal<In, Bit>,

    /// Number of rows, as received.
    pub rows: Signal<Out, Bits<INDEX>>,
    /// Number of columns, as received.
    pub columns: Signal<Out, Bits<INDEX>>,
    /// Number of rows, for the line counter and a clue core.
    pub core_rows: Signal<Out, Bits<PLACE>>,
    /// Number of columns, for the line counter and a clue core.
    pub core_columns: Signal<Out, Bits<PLACE>>,
    /// `rows` is 0.
    pub rows_empty: Signal<Out, Bit>,
    /// `columns` is 0.
    pub columns_empty: Signal<Out, Bit>,
    /// `columns` is above `SIDE`.
    pub columns_too_big: Signal<Out, Bit>,

    height: Dff<Bits<INDEX>>,
    width: Dff<Bits<INDEX>>,
    core_height: Dff<Bits<PLACE>>,
    core_width: Dff<Bits<PLACE>>,

    #[default(constant(SIDE as u64))]
    largest: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    no_size: Constant<Bits<INDEX>>,
}

impl<const SIDE: usize> Logic for BoardSize<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, height, width, core_height, core_width);
        if self.first.val() {
            self.height.d.next = self.index.val();
            if self.clear_columns.val() {
                self.width.d.next = self.no_size.val();
            }
        }
        if self.second.val() {
            self.width.d.next = self.index.val();
            if self.legal.val() {
                self.core_height.d.next = bit_cast::<PLACE, INDEX>(self.height.q.val());
                self.core_width.d.next = bit_cast::<PLACE, INDEX>(self.index.val());
            }
        }
        if self.swap.val() {
            self.height.d.next = self.width.q.val();
            self.width.d.next = self.height.q.val();
            self.core_height.d.next = bit_cast::<PLACE, INDEX>(self.width.q.val());
            self.core_width.d.next = bit_cast::<PLACE, INDEX>(self.height.q.val());
        }
        self.rows.next = self.height.q.val();
        self.columns.next = self.width.q.val();
        self.core_rows.next = self.core_height.q.val();
        self.core_columns.next = self.core_width.q.val();
        self.rows_empty.next = !self.height.q.val().any();
        self.columns_empty.next = !self.width.q.val().any();
        self.columns_too_big.next = self.width.q.val() > self.largest.val();
    }
}
