//! Encodes the verdict of a search as its status.
//! Interface: at most one `end_` command per cycle; `done` is high in the next cycle; `status` keeps its value until the next verdict.
//! Source: own; the statuses are those of the protocol.

use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The status register.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Suppresses `done` for a verdict of this cycle.
    pub clear: Signal<In, Bit>,
    /// Ends the search: solved, and unique unless only a first solution was requested.
    pub end_solved: Signal<In, Bit>,
    /// Ends the search: no solution.
    pub end_unsolvable: Signal<In, Bit>,
    /// Ends the search: undecided; only certain cells are reported as known.
    pub end_undecided: Signal<In, Bit>,
    /// Ends the search: more than one solution.
    pub end_multiple: Signal<In, Bit>,
    /// The search has ended; high for one cycle.
    pub done: Signal<Out, Bit>,
    /// Status of the last search that ended, valid from `done` on.
    pub status: Signal<Out, Bits<3>>,

    ended: Dff<Bit>,
    ended_status: Dff<Bits<3>>,

    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    undecided: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ended, ended_status);
        self.ended.d.next = false;
        if self.end_solved.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.solved.val();
        }
        if self.end_unsolvable.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.unsolvable.val();
        }
        if self.end_undecided.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.undecided.val();
        }
        if self.end_multiple.val() {
            self.ended.d.next = true;
            self.ended_status.d.next = self.multiple.val();
        }
        if self.clear.val() {
            self.ended.d.next = false;
        }
        self.done.next = self.ended.q.val();
        self.status.next = self.ended_status.q.val();
    }
}
