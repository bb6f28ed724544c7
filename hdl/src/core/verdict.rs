//! Decides how a board ends, visit by visit.
//! Interface: `start` with the number of lines; `visit` with what it brought; `ended` and `status` in the same clock.

use super::LINES;
use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Counts lines that are left, and visits that brought nothing.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Begin a board.
    pub start: Signal<In, Bit>,
    /// Its lines.
    pub lines: Signal<In, Bits<LINES>>,
    /// A visit has ended.
    pub visit: Signal<In, Bit>,
    /// The line has an option left.
    pub any: Signal<In, Bit>,
    /// It has several.
    pub many: Signal<In, Bit>,
    /// An option was dropped or a cell was found.
    pub productive: Signal<In, Bit>,
    /// The board is decided.
    pub ended: Signal<Out, Bit>,
    /// How.
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
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, lines_left, quiet);
        // Solved when no line is left, stalled when a whole round brought nothing.
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
