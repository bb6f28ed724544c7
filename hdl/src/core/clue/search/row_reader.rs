//! Selects the row to read from the board, for the search or the reply, and reports whether the board is complete.
//! Interface: at most one `read_` command per cycle; without one the row of the reply is read. The row's words are valid one cycle later.
//! Source: own; the unit that needs the row supplies its number.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// The reader for boards of up to `SIDE` rows.
#[derive(LogicBlock, Default)]
pub struct RowReader<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Reads the row of the current cell.
    pub read_cell: Signal<In, Bit>,
    /// Row of the current cell.
    pub cell_row: Signal<In, Bits<5>>,
    /// Reads the next row to harvest.
    pub read_harvest: Signal<In, Bit>,
    /// Next row to harvest.
    pub harvest_row: Signal<In, Bits<5>>,
    /// Reads the next row to scan.
    pub read_scan: Signal<In, Bit>,
    /// Next row to scan.
    pub scan_row: Signal<In, Bits<6>>,
    /// Reads the next row to save.
    pub read_save: Signal<In, Bit>,
    /// Next row to save.
    pub save_row: Signal<In, Bits<6>>,
    /// Row that the reply reads.
    pub reply_row: Signal<In, Bits<5>>,
    /// Row to read.
    pub row: Signal<Out, Bits<5>>,

    /// Rows of the board, one bit per row.
    pub row_mask: Signal<In, Bits<SIDE>>,
    /// Rows in which every cell is known in `LineState`, one bit per row.
    pub complete_rows: Signal<In, Bits<SIDE>>,
    /// Every row of the board was complete in the previous cycle. The delay is safe: the search waits while a finding that changes this
    /// value is pending.
    pub complete: Signal<Out, Bit>,

    all_complete: Dff<Bit>,
}

impl<const SIDE: usize> Logic for RowReader<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, all_complete);
        self.row.next = self.reply_row.val();
        if self.read_cell.val() {
            self.row.next = self.cell_row.val();
        }
        if self.read_harvest.val() {
            self.row.next = self.harvest_row.val();
        }
        if self.read_scan.val() {
            self.row.next = bit_cast::<5, 6>(self.scan_row.val());
        }
        if self.read_save.val() {
            self.row.next = bit_cast::<5, 6>(self.save_row.val());
        }
        self.all_complete.d.next =
            (self.complete_rows.val() & self.row_mask.val()) == self.row_mask.val();
        self.complete.next = self.all_complete.q.val();
    }
}
