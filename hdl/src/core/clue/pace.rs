//! A visit's clocks: which groups are read, stepped over and met, and when the visit ends.
//! Interface: `start`, then the numbers of the groups clock by clock; a group is read, stepped over, and can be met, a clock each.

use super::GROUPS;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The counters of an engine for lines of up to 2^`N` groups.
#[derive(LogicBlock, SmartDefault)]
pub struct Pace<const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget the visit, even one that starts.
    pub clear: Signal<In, Bit>,
    /// The clock after this is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Groups of a line.
    pub groups: Signal<In, Bits<GROUPS>>,

    /// A visit is under way.
    pub busy: Signal<Out, Bit>,
    /// This is its first clock.
    pub first: Signal<Out, Bit>,
    /// This is its last clock.
    pub ends: Signal<Out, Bit>,
    /// Both directions have passed the groups to meet.
    pub meeting: Signal<Out, Bit>,
    /// The group to read from the front.
    pub front_read: Signal<Out, Bits<N>>,
    /// The one to read in the next clock.
    pub front_next: Signal<Out, Bits<N>>,
    /// The group that the forward direction takes.
    pub front_step: Signal<Out, Bits<N>>,
    /// The group that it has taken in the clock before.
    pub front_meet: Signal<Out, Bits<N>>,
    /// The group to read from the back.
    pub back_read: Signal<Out, Bits<N>>,
    /// The one to read in the next clock.
    pub back_next: Signal<Out, Bits<N>>,
    /// The group that the backward direction takes.
    pub back_step: Signal<Out, Bits<N>>,
    /// The group that it has taken in the clock before.
    pub back_meet: Signal<Out, Bits<N>>,

    active: Dff<Bit>,
    step: Dff<Bits<GROUPS>>,
    almost: Dff<Bit>,
    last: Dff<Bit>,
    meets: Dff<Bit>,
    from_front: Dff<Bits<N>>,
    at_front: Dff<Bits<N>>,
    met_front: Dff<Bits<N>>,
    from_back: Dff<Bits<N>>,
    at_back: Dff<Bits<N>>,
    met_back: Dff<Bits<N>>,

    groups_less: Signal<Local, Bits<GROUPS>>,
    groups_more: Signal<Local, Bits<GROUPS>>,
    twice: Signal<Local, Bits<GROUPS>>,
    goes_on: Signal<Local, Bit>,

    #[default(constant(0))]
    no_step: Constant<Bits<GROUPS>>,
    #[default(constant(1))]
    one_step: Constant<Bits<GROUPS>>,
    #[default(constant(0))]
    no_group: Constant<Bits<N>>,
    #[default(constant(1))]
    one_group: Constant<Bits<N>>,
}

impl<const N: usize> Logic for Pace<N> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self, clock, active, step, almost, last, meets, from_front, at_front, met_front,
            from_back, at_back, met_back
        );

        // What holds in the next clock is decided in this one: the last step is number `groups` + 1, and groups are met from
        // the middle on, when twice (step - 2) + 1 is at least `groups`.
        self.groups_less.next = self.groups.val() - self.one_step.val();
        self.groups_more.next = self.groups.val() + self.one_step.val();
        self.twice.next = self.step.q.val() + self.step.q.val();
        self.goes_on.next = self.active.q.val() && !self.last.q.val();
        self.almost.d.next = self.goes_on.val() && (self.step.q.val() == self.groups_less.val());
        self.last.d.next = self.goes_on.val() && self.almost.q.val();
        self.meets.d.next = self.goes_on.val() && (self.twice.val() >= self.groups_more.val());
        self.active.d.next = self.goes_on.val();
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
            self.from_back.d.next = bit_cast::<N, GROUPS>(self.groups_less.val());
        }
        self.front_next.next = self.from_front.d.val();
        self.back_next.next = self.from_back.d.val();
        // That a visit is dropped is known late in the clock, so it comes last: registers have an input for it.
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
