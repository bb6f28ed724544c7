//! Chooses the lines that a side visits, and issues their words.
//! Interface: `mark` requests visits; `accept` starts the visit of a marked line; `issue` is high from `accept` to `last`, for one word per
//! cycle.
//! Source: the work list of constraint propagation, as one flag per line, in round-robin order.

use super::PLACE;
use crate::prelude::*;

/// Work list of up to `S` lines whose words have offsets of `OW` bits.
#[derive(LogicBlock, SmartDefault)]
pub struct Scheduler<const S: usize, const OW: usize> {
    /// Clears all marks and aborts all visits.
    #[default({ const { assert!(S <= 1 << PLACE, "S must be at most 16") }; Signal::default() })]
    pub clear: Signal<In, Bit>,
    /// Visits may start.
    pub run: Signal<In, Bit>,
    /// Lines to mark for a visit, one bit per line.
    pub mark: Signal<In, Bits<S>>,
    /// Lines whose marks are cleared (only while `run` is low), one bit per line.
    pub unmark: Signal<In, Bits<S>>,
    /// Lines whose visit has ended, one bit per line.
    pub finished: Signal<In, Bits<S>>,
    /// The `finished` lines have at most one word left in every lane.
    pub finished_single: Signal<In, Bit>,
    /// The line accepted in the previous cycle has at most two words in every lane.
    pub at_most_two: Signal<In, Bit>,
    /// In every lane the word after `onward_offset` is the line's last, or beyond it; valid from the second cycle of a visit on.
    pub ends_next: Signal<In, Bit>,

    /// Line to be accepted next, one-hot; zero if there is none.
    pub candidate: Dff<Bits<S>, Out>,
    /// The visit of `candidate` starts: its first word is issued.
    pub accept: Signal<Out, Bit>,
    /// A word is issued.
    pub issue: Signal<Out, Bit>,
    /// Line of the issued word, valid with `issue`.
    pub place: Signal<Out, Bits<PLACE>>,
    /// Offset of the issued word within its line, valid with `issue`.
    pub offset: Signal<Out, Bits<OW>>,
    /// Offset of the issued word unless a visit starts; registered, unlike `offset`.
    pub onward_offset: Dff<Bits<OW>, Out>,
    /// The issued word is the line's last, valid with `issue`.
    pub last: Signal<Out, Bit>,
    /// At least one line is marked or being visited.
    pub waiting: Signal<Out, Bit>,

    /// Lines marked for a visit.
    pub marked: Dff<Bits<S>>,
    /// Lines being visited.
    pub under_way: Dff<Bits<S>>,
    single: Dff<Bits<S>>,
    after: Dff<Bits<S>>,
    chosen_valid: Dff<Bit>,
    busy: Dff<Bit>,
    second: Dff<Bit>,
    ends: Dff<Bit>,
    line: Dff<Bits<PLACE>>,

    taken: Signal<Local, Bits<S>>,
    ready: Signal<Local, Bits<S>>,
    later: Signal<Local, Bits<S>>,
    choice: Signal<Local, Bits<S>>,
    below_later: Signal<Local, Bits<S>>,
    below_ready: Signal<Local, Bits<S>>,
    below: Signal<Local, Bits<S>>,
    one_word: Signal<Local, Bit>,
    ends_busy: Signal<Local, Bit>,
    number: Signal<Local, Bits<PLACE>>,
    issue_place: Signal<Local, Bits<PLACE>>,
    issue_offset: Signal<Local, Bits<OW>>,
}

impl<const S: usize, const OW: usize> Logic for Scheduler<S, OW> {
    #[hdl_gen]
    fn update(&mut self) {
        // The visit of the chosen line starts once all words of the previous line have been issued.
        self.accept.next = self.run.val() && self.chosen_valid.q.val() && !self.busy.q.val();
        self.taken.next = 0.into();
        if self.accept.val() {
            self.taken.next = self.candidate.q.val();
        }

        // Choose the next line among those marked and not being visited: the first one after the last choice, else the first one.
        self.ready.next = self.marked.q.val() & !self.under_way.q.val();
        self.ready.next = self.ready.val() & !self.candidate.q.val();
        self.later.next = self.ready.val() & self.after.q.val();
        self.below_later.next = self.later.val() - 1;
        self.below_ready.next = self.ready.val() - 1;
        self.choice.next = self.ready.val();
        self.below.next = self.ready.val() ^ self.below_ready.val();
        if self.later.val().any() {
            self.choice.next = self.later.val();
            self.below.next = self.later.val() ^ self.below_later.val();
        }
        if self.accept.val() || (self.run.val() && !self.chosen_valid.q.val()) {
            self.candidate.d.next = self.choice.val() & self.below.val();
            self.chosen_valid.d.next = self.ready.val().any();
            if self.ready.val().any() {
                self.after.d.next = !self.below.val();
            }
        }

        // A mark that arrives in the cycle in which a visit starts requests another visit.
        self.marked.d.next =
            (self.marked.q.val() & !(self.taken.val() | self.unmark.val())) | self.mark.val();
        self.under_way.d.next = (self.under_way.q.val() & !self.finished.val()) | self.taken.val();
        self.single.d.next = self.single.q.val() & !self.finished.val();
        if self.finished_single.val() {
            self.single.d.next = self.single.q.val() | self.finished.val();
        }

        // Issue words from offset 0 until the line ends.
        self.number.next = 0.into();
        for i in 0..S {
            if self.candidate.q.val().get_bit(i) {
                self.number.next = self.number.val() | i.to_bits();
            }
        }
        self.one_word.next = (self.candidate.q.val() & self.single.q.val()).any();
        self.ends_busy.next = self.ends.q.val();
        if self.second.q.val() {
            self.ends_busy.next = self.at_most_two.val();
        }
        self.issue_place.next = self.line.q.val();
        self.issue_offset.next = self.onward_offset.q.val();
        if self.accept.val() {
            self.issue_place.next = self.number.val();
            self.issue_offset.next = 0.into();
        }
        self.line.d.next = self.issue_place.val();
        if self.accept.val() || self.busy.q.val() {
            self.onward_offset.d.next = self.issue_offset.val() + 1;
        }
        self.second.d.next = self.accept.val();
        self.ends.d.next = self.ends_next.val();
        self.busy.d.next = self.busy.q.val() && !self.ends_busy.val();
        self.last.next = self.busy.q.val() && self.ends_busy.val();
        if self.accept.val() {
            self.busy.d.next = !self.one_word.val();
            self.last.next = self.one_word.val();
        }
        self.issue.next = self.accept.val() || self.busy.q.val();
        self.place.next = self.issue_place.val();
        self.offset.next = self.issue_offset.val();
        self.waiting.next =
            self.marked.q.val().any() || self.under_way.q.val().any() || self.chosen_valid.q.val();

        if self.clear.val() {
            self.marked.d.next = 0.into();
            self.under_way.d.next = 0.into();
            self.candidate.d.next = 0.into();
            self.chosen_valid.d.next = false;
            self.after.d.next = !bits::<S>(0);
            self.busy.d.next = false;
        }
    }
}
