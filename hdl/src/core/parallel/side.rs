//! One side of the parallel core: all rows, or all columns, with their options in `L` lanes.
//! Interface: receives options from the parser; reads lines of the board and writes the cells that its visits find.
//! Source: the visit of the classic core, with `L` options per cycle.

use super::{Lane, PLACE, Scheduler};
use crate::prelude::*;

/// Maximum number of lanes per side, and the width of the one-hot `turn`. It exceeds 1, because Verilog has no bit select of a scalar.
const MOST_LANES: usize = 8;

/// Up to `S` lines of up to `S` cells in `L` lanes of 2^`OW` words per line (`LW` = `OW` + [`PLACE`]).
///
/// Stages: P (choose a line), R (read the stores and the board), W (store output), K (compare),
/// A (accumulate, write back), D (combine the lanes), E (write the board, mark the crossing lines).
#[derive(LogicBlock, SmartDefault)]
pub struct Side<const S: usize, const L: usize, const OW: usize, const LW: usize> {
    /// Clears all marks and aborts all visits.
    #[default({ const { assert!(1 <= L && L <= MOST_LANES, "L must be 1 to 8") }; Signal::default() })]
    pub clear: Signal<In, Bit>,
    /// High: visits may start. Low: options may arrive.
    pub run: Signal<In, Bit>,
    /// Cells that exist in a line, one bit per cell.
    pub mask: Signal<In, Bits<S>>,

    /// The header of a line arrives; its options follow.
    pub arrive_header: Signal<In, Bit>,
    /// Line whose header arrives (with `arrive_header`), or line to fetch (with `show`).
    pub place: Signal<In, Bits<PLACE>>,
    /// An option arrives.
    pub arrive: Signal<In, Bit>,
    /// Option that arrives, valid with `arrive`; cell 0 in bit 0.
    pub arrive_word: Signal<In, Bits<S>>,
    /// The line ends; in a legal board its last option arrives in the same cycle.
    pub arrive_last: Signal<In, Bit>,
    /// Fetches the line at `place` into `known` and `assigned`, which show it two cycles later; only while `run` is low.
    pub show: Signal<In, Bit>,

    /// Board: line to read, one-hot.
    pub look: Signal<Out, Bits<S>>,
    /// Board: known cells of the line selected by `look`, in the same cycle.
    pub look_known: Signal<In, Bits<S>>,
    /// Board: filled cells among `look_known`.
    pub look_assigned: Signal<In, Bits<S>>,
    /// Known cells of the line read last, cell 0 in bit 0.
    pub known: Dff<Bits<S>, Out>,
    /// Filled cells among `known`.
    pub assigned: Dff<Bits<S>, Out>,

    /// Lines to visit because the other side has found cells in them, one bit per line.
    pub mark: Signal<In, Bits<S>>,
    /// Line whose visit has ended with at least one surviving option, one-hot; else zero.
    pub learn: Dff<Bits<S>, Out>,
    /// Cells on which all surviving options of the line agree, including those already known; valid while `learn` is not zero.
    pub learn_known: Dff<Bits<S>, Out>,
    /// Filled cells among `learn_known`.
    pub learn_assigned: Dff<Bits<S>, Out>,
    /// Cells among `learn_known` that were unknown when the visit read its line; zero unless a visit has ended, undefined with `failed`.
    pub fresh: Dff<Bits<S>, Out>,
    /// A visit has ended; the cells include its result from the next cycle on.
    pub ended: Dff<Bit, Out>,
    /// With `ended`: no option of the line has survived.
    pub failed: Dff<Bit, Out>,
    /// At least one line is marked or being visited; first visits, while lines are received, do not count.
    pub waiting: Signal<Out, Bit>,

    /// Work list of the side.
    pub scheduler: Scheduler<S, OW>,
    /// Lanes with the options of the lines.
    pub lanes: Array<Lane<S, OW, LW>, L>,
    turn: Dff<Bits<MOST_LANES>>,
    shown: Dff<Bits<PLACE>>,
    w_valid: Dff<Bit>,
    w_first: Dff<Bit>,
    w_last: Dff<Bit>,
    w_offset: Dff<Bits<OW>>,
    w_place: Dff<Bits<PLACE>>,
    k_first: Dff<Bit>,
    k_last: Dff<Bit>,
    k_place: Dff<Bits<PLACE>>,
    k_known: Dff<Bits<S>>,
    k_assigned: Dff<Bits<S>>,
    a_first: Dff<Bit>,
    a_last: Dff<Bit>,
    a_place: Dff<Bits<PLACE>>,
    a_known: Dff<Bits<S>>,
    d_last: Dff<Bit>,
    d_place: Dff<Bits<PLACE>>,
    d_known: Dff<Bits<S>>,
    /// Line whose visit ends with `ended`, one-hot.
    pub e_line: Dff<Bits<S>>,
    e_few: Dff<Bit>,

    shown_line: Signal<Local, Bits<S>>,
    d_line: Signal<Local, Bits<S>>,
    rotated: Signal<Local, Bits<MOST_LANES>>,
    previous: Signal<Local, Bit>,
    kept: Signal<Local, Bit>,
    at_most_two: Signal<Local, Bit>,
    ends_next: Signal<Local, Bit>,
    always1: Signal<Local, Bits<S>>,
    always0: Signal<Local, Bits<S>>,
    agreed: Signal<Local, Bits<S>>,
    any: Signal<Local, Bit>,
    few: Signal<Local, Bit>,
    unmark: Signal<Local, Bits<S>>,
    watch: Signal<Local, Bits<S>>,
}

impl<const S: usize, const L: usize, const OW: usize, const LW: usize> Logic
    for Side<S, L, OW, LW>
{
    #[hdl_gen]
    fn update(&mut self) {
        // R: read the line to be visited; while `run` is low, the line that is being received or fetched.
        self.shown_line.next = bits::<S>(1) << self.shown.q.val();
        self.d_line.next = bits::<S>(1) << self.d_place.q.val();
        if self.arrive_header.val() || self.show.val() {
            self.shown.d.next = self.place.val();
        }
        self.watch.next = self.shown_line.val();
        if self.run.val() {
            self.watch.next = self.scheduler.candidate.val();
        }
        self.look.next = self.watch.val();
        if self.scheduler.accept.val() || !self.run.val() {
            self.known.d.next = self.look_known.val();
            self.assigned.d.next = self.look_assigned.val();
        }
        self.w_valid.d.next = self.scheduler.issue.val();
        self.w_first.d.next = self.scheduler.accept.val();
        self.w_last.d.next = self.scheduler.last.val();
        self.w_offset.d.next = self.scheduler.offset.val();
        self.w_place.d.next = self.scheduler.place.val();

        // W: received options join the pipeline here.
        self.k_first.d.next = self.w_first.q.val() || self.arrive_header.val();
        self.k_last.d.next = self.w_last.q.val() || self.arrive_last.val();
        self.k_place.d.next = self.shown.q.val();
        if self.run.val() {
            self.k_place.d.next = self.w_place.q.val();
        }
        self.k_known.d.next = self.known.q.val();
        self.k_assigned.d.next = self.assigned.q.val();

        // K and A: flags and known cells follow the option.
        self.a_first.d.next = self.k_first.q.val();
        self.a_last.d.next = self.k_last.q.val();
        self.a_place.d.next = self.k_place.q.val();
        self.a_known.d.next = self.k_known.q.val();
        self.d_last.d.next = self.a_last.q.val();
        self.d_place.d.next = self.a_place.q.val();
        self.d_known.d.next = self.a_known.q.val();

        // Lanes: a received option enters the lane whose turn it is; the turn advances after each survivor.
        self.kept.next = false;
        self.at_most_two.next = true;
        self.ends_next.next = true;
        self.always1.next = !bits::<S>(0);
        self.always0.next = self.mask.val();
        self.any.next = false;
        self.few.next = true;
        for i in 0..L {
            self.lanes[i].read.next = self.scheduler.issue.val();
            self.lanes[i].read_place.next = self.scheduler.place.val();
            self.lanes[i].read_offset.next = self.scheduler.offset.val();
            self.lanes[i].read_first.next = self.scheduler.accept.val();
            self.lanes[i].onward_offset.next = self.scheduler.onward_offset.val();
            self.lanes[i].w_valid.next = self.w_valid.q.val();
            self.lanes[i].w_offset.next = self.w_offset.q.val();
            self.lanes[i].arrive.next = self.arrive.val() && self.turn.q.val().get_bit(i);
            self.lanes[i].arrive_word.next = self.arrive_word.val();
            self.lanes[i].known.next = self.k_known.q.val();
            self.lanes[i].assigned.next = self.k_assigned.q.val();
            self.lanes[i].a_first.next = self.a_first.q.val();
            self.lanes[i].a_place.next = self.a_place.q.val();
            self.lanes[i].d_last.next = self.d_last.q.val();
            self.lanes[i].d_place.next = self.d_place.q.val();
            self.kept.next = self.kept.val() || self.lanes[i].a_keep.val();
            self.at_most_two.next = self.at_most_two.val() && self.lanes[i].at_most_two.val();
            self.ends_next.next = self.ends_next.val() && self.lanes[i].ends_next.val();
            self.always1.next = self.always1.val() & self.lanes[i].always1.val();
            self.always0.next = self.always0.val() & self.lanes[i].always0.val();
            self.any.next = self.any.val() || self.lanes[i].any.val();
            self.few.next = self.few.val() && self.lanes[i].few.val();
        }
        self.rotated.next = 0.into();
        self.previous.next = false;
        for i in 0..L {
            self.rotated.next = self.rotated.val().replace_bit(i, self.previous.val());
            self.previous.next = self.turn.q.val().get_bit(i);
        }
        if !self.rotated.val().any() {
            self.rotated.next = 1.into();
        }
        if self.arrive_header.val() {
            self.turn.d.next = 1.into();
        } else if self.kept.val() {
            self.turn.d.next = self.rotated.val();
        }

        // D: the cells on which all survivors agree, and those among them that were unknown.
        self.agreed.next = self.always1.val() | self.always0.val();
        self.e_line.d.next = 0.into();
        self.learn.d.next = 0.into();
        self.fresh.d.next = 0.into();
        if self.d_last.q.val() {
            self.e_line.d.next = self.d_line.val();
            self.fresh.d.next = self.agreed.val() & !self.d_known.q.val();
            if self.any.val() {
                self.learn.d.next = self.d_line.val();
            }
        }
        self.learn_known.d.next = self.agreed.val();
        self.learn_assigned.d.next = self.always1.val();
        self.e_few.d.next = self.few.val();
        self.ended.d.next = self.d_last.q.val();
        self.failed.d.next = self.d_last.q.val() && !self.any.val();

        // E: write the board, and mark the crossing lines.

        // Work list: a line is visited as it is received, so the end of the line clears its mark.
        self.unmark.next = 0.into();
        if self.arrive_last.val() {
            self.unmark.next = self.shown_line.val();
        }
        self.scheduler.clear.next = self.clear.val();
        self.scheduler.run.next = self.run.val();
        self.scheduler.mark.next = self.mark.val();
        self.scheduler.unmark.next = self.unmark.val();
        self.scheduler.finished.next = self.e_line.q.val();
        self.scheduler.finished_single.next = self.e_few.q.val();
        self.scheduler.at_most_two.next = self.at_most_two.val();
        self.scheduler.ends_next.next = self.ends_next.val();
        self.waiting.next = self.scheduler.waiting.val();

        if self.clear.val() {
            self.w_valid.d.next = false;
            self.w_first.d.next = false;
            self.w_last.d.next = false;
            self.k_first.d.next = false;
            self.k_last.d.next = false;
            self.a_first.d.next = false;
            self.a_last.d.next = false;
            self.d_last.d.next = false;
            self.e_line.d.next = 0.into();
            self.learn.d.next = 0.into();
            self.fresh.d.next = 0.into();
            self.ended.d.next = false;
            self.failed.d.next = false;
        }
    }
}
