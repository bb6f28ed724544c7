//! The arbiter: grants the start of a visit to one engine per cycle.
//! Interface: `grants` is combinational: of the engines that request a visit, the one with the lowest number is granted. `prefer_column`
//! follows one cycle later.
//! Source: own; rows and columns are visited at the same time, and the kind started last is preferred.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The arbiter of `ENGINES` engines.
#[derive(LogicBlock, SmartDefault)]
pub struct Arbiter<const ENGINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Starts a board: rows are preferred.
    pub begin_board: Signal<In, Bit>,
    /// Engines that request a visit: a line is marked and the engine can start; one bit per engine.
    pub wants: Signal<In, Bits<ENGINES>>,
    /// Engines whose candidate is a column, one bit per engine, with `wants`.
    pub candidate_columns: Signal<In, Bits<ENGINES>>,
    /// The engine that starts the visit of its candidate in this cycle, one-hot; 0 if none does.
    pub grants: Signal<Out, Bits<ENGINES>>,
    /// Columns are preferred: the line whose visit started last is a column.
    pub prefer_column: Signal<Out, Bit>,

    column_last: Dff<Bit>,
    granted: Signal<Local, Bit>,
    grant: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<ENGINES>>,

    #[default(constant(0))]
    none: Constant<Bits<ENGINES>>,
}

impl<const ENGINES: usize> Logic for Arbiter<ENGINES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, column_last);
        self.granted.next = false;
        self.chosen.next = self.none.val();
        for i in 0..ENGINES {
            self.grant.next = self.wants.val().get_bit(i) && !self.granted.val();
            self.granted.next = self.granted.val() || self.grant.val();
            self.chosen.next = self.chosen.val().replace_bit(i, self.grant.val());
            if self.grant.val() {
                self.column_last.d.next = self.candidate_columns.val().get_bit(i);
            }
        }
        if self.begin_board.val() {
            self.column_last.d.next = false;
        }
        self.grants.next = self.chosen.val();
        self.prefer_column.next = self.column_last.q.val();
    }
}
