//! The bus: the findings of visits, one a clock, and what is news in them.
//! Interface: a visit `ends`; its line `settles` in the next clock, what it knew and its finding are given in the one after, `gathers`, and then
//! it is shown, `takes`.

use crate::widgets::Dff;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The bus for findings on lines of up to `S` cells; bit 5 of a line's number is set for a column.
#[derive(LogicBlock, SmartDefault)]
pub struct Bus<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Drop everything that is on its way.
    pub clear: Signal<In, Bit>,
    /// A visit is in its last clock.
    pub ends: Signal<In, Bit>,
    /// Its line.
    pub ends_line: Signal<In, Bits<6>>,
    /// A visit had found a contradiction in the clock before.
    pub contradicts: Signal<In, Bit>,
    /// A bit for each cell of a line, padding included.
    pub cells: Signal<In, Bits<S>>,

    /// A visit has ended in the clock before.
    pub settles: Signal<Out, Bit>,
    /// Its line.
    pub settles_line: Signal<Out, Bits<6>>,
    /// The finding is to be given in this clock.
    pub gathers: Signal<Out, Bit>,
    /// Cells with one possible value.
    pub found: Signal<In, Bits<S>>,
    /// Those of them that are filled.
    pub found_filled: Signal<In, Bits<S>>,
    /// Those of them that were unknown when they were read.
    pub found_fresh: Signal<In, Bits<S>>,
    /// The cells that were known to its line.
    pub found_before: Signal<In, Bits<S>>,

    /// A visit has found a contradiction, which drops the finding of this clock.
    pub conflict: Signal<Out, Bit>,
    /// A finding is on the bus, even if it is dropped.
    pub taken: Signal<Out, Bit>,
    /// It is not dropped.
    pub takes: Signal<Out, Bit>,
    /// Its line.
    pub line: Signal<Out, Bits<6>>,
    /// Cells known now that were not known to the line before.
    pub learned: Signal<Out, Bits<S>>,
    /// Those that the lines across are told of.
    pub told: Signal<Out, Bits<S>>,
    /// The filled cells.
    pub filled: Signal<Out, Bits<S>>,
    /// Cells known to the line before.
    pub before_visit: Signal<Out, Bits<S>>,
    /// Cells known to it now.
    pub after_visit: Signal<Out, Bits<S>>,

    settling: Dff<Bit>,
    settled_line: Dff<Bits<6>>,
    gathering: Dff<Bit>,
    gathered_line: Dff<Bits<6>>,
    found_conflict: Dff<Bit>,
    shown: Dff<Bit>,
    shown_line: Dff<Bits<6>>,
    shown_learned: Dff<Bits<S>>,
    shown_told: Dff<Bits<S>>,
    shown_filled: Dff<Bits<S>>,
    shown_before: Dff<Bits<S>>,
    news: Signal<Local, Bits<S>>,
}

impl<const S: usize> Logic for Bus<S> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            settling,
            settled_line,
            gathering,
            gathered_line,
            found_conflict,
            shown,
            shown_line,
            shown_learned,
            shown_told,
            shown_filled,
            shown_before
        );
        self.settling.d.next = self.ends.val();
        self.settled_line.d.next = self.ends_line.val();
        self.gathering.d.next = self.settling.q.val();
        self.gathered_line.d.next = self.settled_line.q.val();
        self.found_conflict.d.next = self.contradicts.val();
        self.news.next = self.found.val() & self.cells.val();
        self.news.next = self.news.val() & !self.found_before.val();
        self.shown.d.next = self.gathering.q.val();
        self.shown_line.d.next = self.gathered_line.q.val();
        self.shown_learned.d.next = self.news.val();
        self.shown_told.d.next = self.news.val() & self.found_fresh.val();
        self.shown_filled.d.next = self.found_filled.val();
        self.shown_before.d.next = self.found_before.val();
        if self.clear.val() {
            self.settling.d.next = false;
            self.gathering.d.next = false;
            self.shown.d.next = false;
            self.found_conflict.d.next = false;
        }

        self.settles.next = self.settling.q.val();
        self.settles_line.next = self.settled_line.q.val();
        self.gathers.next = self.gathering.q.val();
        self.conflict.next = self.found_conflict.q.val();
        self.taken.next = self.shown.q.val();
        self.takes.next = self.shown.q.val() && !self.found_conflict.q.val();
        self.line.next = self.shown_line.q.val();
        self.learned.next = self.shown_learned.q.val();
        self.told.next = self.shown_told.q.val();
        self.filled.next = self.shown_filled.q.val();
        self.before_visit.next = self.shown_before.q.val();
        self.after_visit.next = self.shown_before.q.val() | self.shown_learned.q.val();
    }
}
