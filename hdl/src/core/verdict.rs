//! Decides, at the end of each visit, whether the board has a verdict.
//! Interface: `start` with the number of lines; `visit` with its outcome; `ended` and `status` in the same cycle as `visit`.
//! Source: own; docs/reference/classic-core.md has the conditions of each verdict.

use super::LINES;
use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Counts the lines left, and the consecutive visits without progress.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// A board begins.
    pub start: Signal<In, Bit>,
    /// Number of lines of the board, sampled with `start`.
    pub lines: Signal<In, Bits<LINES>>,
    /// A visit has ended; `any`, `many` and `productive` hold its outcome.
    pub visit: Signal<In, Bit>,
    /// The visited line has at least one option left; valid with `visit`.
    pub any: Signal<In, Bit>,
    /// The visited line has at least two different options left; valid with `visit`.
    pub many: Signal<In, Bit>,
    /// The visit eliminated an option or found a cell; valid with `visit` and `many`.
    pub productive: Signal<In, Bit>,
    /// The board has a verdict: high for one cycle.
    pub ended: Signal<Out, Bit>,
    /// Verdict, valid with `ended`: solved, unsolvable or stalled.
    pub status: Signal<Out, Bits<3>>,
    lines_left: Dff<Bits<LINES>>,
    quiet: Dff<Bits<LINES>>,
    next_quiet: Signal<Local, Bits<LINES>>,
    #[default(constant(0))]
    line_zero: Constant<Bits<LINES>>,
    #[default(constant(1))]
    line_one: Constant<Bits<LINES>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lines_left, quiet);
        // Unsolvable when a line has no option; solved when no line is left; stalled when a whole round made no progress.
        self.next_quiet.next = self.quiet.q.val() + self.line_one.val();
        self.ended.next = false;
        self.status.next = self.solved.val();
        if self.visit.val() {
            if !self.any.val() {
                self.ended.next = true;
                self.status.next = self.unsolvable.val();
            } else if !self.many.val() {
                self.quiet.d.next = self.line_zero.val();
                self.lines_left.d.next = self.lines_left.q.val() - self.line_one.val();
                self.ended.next = self.lines_left.q.val() == self.line_one.val();
            } else if self.productive.val() {
                self.quiet.d.next = self.line_zero.val();
            } else {
                self.quiet.d.next = self.next_quiet.val();
                self.ended.next = self.next_quiet.val() == self.lines_left.q.val();
                self.status.next = self.stalled.val();
            }
        }
        if self.start.val() {
            self.lines_left.d.next = self.lines.val();
            self.quiet.d.next = self.line_zero.val();
        }
    }
}
