//! The sequencer of a visit: which groups are read, stepped over and intersected in each cycle, and when the visit ends.
//! Interface: `start`, then group numbers in each cycle; a group is read, stepped over and, past the midpoint, intersected in consecutive
//! cycles.
//! Source: own; the conditions of a cycle are registered in the previous one, for timing.

use crate::core::clue::GROUP_COUNT_BITS;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Counters for lines of up to 2^`GROUP_BITS` groups.
#[derive(LogicBlock, SmartDefault)]
pub struct Pace<const GROUP_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the visit, even one that starts in this cycle.
    pub clear: Signal<In, Bit>,
    /// The next cycle is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// A visit is running.
    pub busy: Signal<Out, Bit>,
    /// First cycle of a visit, valid while `busy`.
    pub first: Signal<Out, Bit>,
    /// Last cycle of a visit.
    pub ends: Signal<Out, Bit>,
    /// Both directions have stepped over the groups `front_meet` and `back_meet`, which are intersected in this cycle.
    pub meeting: Signal<Out, Bit>,
    /// Group that the forward direction reads in this cycle.
    pub front_read: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction reads in the next cycle.
    pub front_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction steps over in this cycle.
    pub front_step: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction stepped over in the previous cycle.
    pub front_meet: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction reads in this cycle.
    pub back_read: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction reads in the next cycle.
    pub back_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction steps over in this cycle.
    pub back_step: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction stepped over in the previous cycle.
    pub back_meet: Signal<Out, Bits<GROUP_BITS>>,

    active: Dff<Bit>,
    step: Dff<Bits<GROUP_COUNT_BITS>>,
    almost: Dff<Bit>,
    last: Dff<Bit>,
    meets: Dff<Bit>,
    from_front: Dff<Bits<GROUP_BITS>>,
    at_front: Dff<Bits<GROUP_BITS>>,
    met_front: Dff<Bits<GROUP_BITS>>,
    from_back: Dff<Bits<GROUP_BITS>>,
    at_back: Dff<Bits<GROUP_BITS>>,
    met_back: Dff<Bits<GROUP_BITS>>,

    groups_less: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    groups_more: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    twice: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    continues: Signal<Local, Bit>,

    #[default(constant(0))]
    no_step: Constant<Bits<GROUP_COUNT_BITS>>,
    #[default(constant(1))]
    one_step: Constant<Bits<GROUP_COUNT_BITS>>,
    #[default(constant(0))]
    no_group: Constant<Bits<GROUP_BITS>>,
    #[default(constant(1))]
    one_group: Constant<Bits<GROUP_BITS>>,
}

impl<const GROUP_BITS: usize> Logic for Pace<GROUP_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, active, step, almost, last, meets, from_front, at_front, met_front,
            from_back, at_back, met_back
        );

        // The last step is number `groups` + 1. Groups are intersected from the midpoint on: when 2 (step - 2) + 1 is at least `groups`.
        self.groups_less.next = self.groups.val() - self.one_step.val();
        self.groups_more.next = self.groups.val() + self.one_step.val();
        self.twice.next = self.step.q.val() + self.step.q.val();
        self.continues.next = self.active.q.val() && !self.last.q.val();
        self.almost.d.next = self.continues.val() && (self.step.q.val() == self.groups_less.val());
        self.last.d.next = self.continues.val() && self.almost.q.val();
        self.meets.d.next = self.continues.val() && (self.twice.val() >= self.groups_more.val());
        self.active.d.next = self.continues.val();
        if self.active.q.val() {
            self.step.d.next = self.step.q.val() + self.one_step.val();
            self.from_front.d.next = self.from_front.q.val() + self.one_group.val();
            self.from_back.d.next = self.from_back.q.val() - self.one_group.val();
        }
        self.at_front.d.next = self.from_front.q.val();
        self.met_front.d.next = self.at_front.q.val();
        self.at_back.d.next = self.from_back.q.val();
        self.met_back.d.next = self.at_back.q.val();
        if self.start.val() {
            self.active.d.next = true;
            self.step.d.next = self.no_step.val();
            self.from_front.d.next = self.no_group.val();
            self.from_back.d.next =
                bit_cast::<GROUP_BITS, GROUP_COUNT_BITS>(self.groups_less.val());
        }
        self.front_next.next = self.from_front.d.val();
        self.back_next.next = self.from_back.d.val();
        // `clear` arrives late in the cycle, so it comes last: it becomes the registers' reset input.
        if self.clear.val() {
            self.active.d.next = false;
            self.almost.d.next = false;
            self.last.d.next = false;
            self.meets.d.next = false;
        }

        self.busy.next = self.active.q.val();
        self.first.next = self.step.q.val() == self.no_step.val();
        self.ends.next = self.last.q.val();
        self.meeting.next = self.meets.q.val();
        self.front_read.next = self.from_front.q.val();
        self.front_step.next = self.at_front.q.val();
        self.front_meet.next = self.met_front.q.val();
        self.back_read.next = self.from_back.q.val();
        self.back_step.next = self.at_back.q.val();
        self.back_meet.next = self.met_back.q.val();
    }
}
