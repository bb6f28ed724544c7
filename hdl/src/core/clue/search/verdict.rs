//! The verdict: solutions found, the picture that is kept of the first, and the status.
//! Interface: a board that is `complete`, `undecided` or `exhausted` is said; `saves`, `goes_back` and `ends` say what the search does next.

use super::Picture;
use crate::widgets::{Dff, constant};
use nonogram_protocol::Status;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The verdict on boards of up to `S` rows of up to `S` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// End without a result.
    pub clear: Signal<In, Bit>,
    /// A search begins.
    pub start: Signal<In, Bit>,
    /// With it: 0 full proof, 1 line logic only, 2 first solution.
    pub mode: Signal<In, Bits<2>>,
    /// Line logic only.
    pub line_logic: Signal<Out, Bit>,
    /// A first solution will do.
    pub first_only: Signal<Out, Bit>,

    /// Every cell is known.
    pub complete: Signal<In, Bit>,
    /// The search ends with what is certain.
    pub undecided: Signal<In, Bit>,
    /// The decisions leave nothing more.
    pub exhausted: Signal<In, Bit>,
    /// There is no decision and no probe.
    pub certain: Signal<In, Bit>,
    /// There is no decision.
    pub grounded: Signal<In, Bit>,
    /// The picture is being kept.
    pub save: Signal<In, Bit>,
    /// Keep the picture from the next clock on.
    pub saves: Signal<Out, Bit>,
    /// Take the last decision back.
    pub goes_back: Signal<Out, Bit>,
    /// The search is over.
    pub ends: Signal<Out, Bit>,

    /// The search was over in the clock before.
    pub done: Signal<Out, Bit>,
    /// Its status.
    pub status: Signal<Out, Bits<3>>,

    /// Rows of the picture, padding included.
    pub rows: Signal<In, Bits<6>>,
    /// The row to read.
    pub look: Signal<Out, Bits<6>>,
    /// A clock later: its filled cells.
    pub look_filled: Signal<In, Bits<S>>,
    /// Row of the picture to show in the next clock.
    pub picture_row: Signal<In, Bits<5>>,
    /// Its filled cells.
    pub picture_filled: Signal<Out, Bits<S>>,

    picture: Picture<S>,
    asked: Dff<Bits<2>>,
    found: Dff<Bit>,
    saves_end: Dff<Bit>,
    saves_status: Dff<Bits<3>>,
    ended: Dff<Bit>,
    ended_status: Dff<Bits<3>>,
    is_first: Signal<Local, Bit>,
    keeps: Signal<Local, Bit>,
    keep_status: Signal<Local, Bits<3>>,
    is_saved: Signal<Local, Bit>,
    backtracks: Signal<Local, Bit>,
    is_over: Signal<Local, Bit>,
    end_status: Signal<Local, Bits<3>>,

    #[default(constant(1))]
    lines_only: Constant<Bits<2>>,
    #[default(constant(2))]
    first_solution: Constant<Bits<2>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
}

impl<const S: usize> Logic for Verdict<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            asked,
            found,
            saves_end,
            saves_status,
            ended,
            ended_status
        );
        clock!(self, clock, picture);
        self.is_first.next = self.asked.q.val() == self.first_solution.val();
        self.first_only.next = self.is_first.val();
        self.line_logic.next = self.asked.q.val() == self.lines_only.val();

        // A first solution is kept, and so is what is certain; a second solution ends the search.
        self.keeps.next = self.undecided.val();
        self.keep_status.next = self.stalled.val();
        self.is_over.next = false;
        self.end_status.next = self.saves_status.q.val();
        if self.complete.val() {
            self.keeps.next = !self.found.q.val();
            self.keep_status.next = self.solved.val();
            self.is_over.next = self.found.q.val();
            self.end_status.next = self.multiple.val();
            self.found.d.next = self.found.q.val() || (!self.certain.val() && !self.is_first.val());
        }
        if self.undecided.val() && self.found.q.val() {
            self.is_over.next = true;
            self.end_status.next = self.stalled.val();
        }
        if self.keeps.val() {
            self.saves_status.d.next = self.keep_status.val();
            self.saves_end.d.next =
                self.undecided.val() || self.is_first.val() || self.certain.val();
        }
        self.is_saved.next = self.save.val() && self.picture.saved.val();
        self.backtracks.next =
            self.exhausted.val() || (self.is_saved.val() && !self.saves_end.q.val());
        if self.is_saved.val() && self.saves_end.q.val() {
            self.is_over.next = true;
        }
        self.goes_back.next = self.backtracks.val() && !self.grounded.val();
        if self.backtracks.val() && self.grounded.val() {
            self.is_over.next = true;
            self.end_status.next = self.unsolvable.val();
            if self.found.q.val() {
                self.end_status.next = self.solved.val();
            }
        }
        if self.is_over.val() {
            self.ended_status.d.next = self.end_status.val();
        }
        self.ended.d.next = self.is_over.val();
        self.saves.next = self.keeps.val();
        self.ends.next = self.is_over.val();
        self.done.next = self.ended.q.val();
        self.status.next = self.ended_status.q.val();

        self.picture.keep.next = self.keeps.val();
        self.picture.save.next = self.save.val();
        self.picture.rows.next = self.rows.val();
        self.look.next = self.picture.look.val();
        self.picture.look_filled.next = self.look_filled.val();
        self.picture.row.next = self.picture_row.val();
        self.picture_filled.next = self.picture.filled.val();

        if self.start.val() {
            self.asked.d.next = self.mode.val();
            self.found.d.next = false;
        }
        if self.clear.val() {
            self.ended.d.next = false;
        }
    }
}
