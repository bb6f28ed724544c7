//! The pipeline from the engines to the bus for findings: at most one finding per cycle, with the cells that it makes known.
//! Interface: `ends` marks a visit's last cycle; `settles` follows one cycle later (known cells are read), `gathers` two cycles later (the
//! finding is sampled), and `finding` three cycles later.
//! Source: own; each stage is a pipeline register between the engines and the cells.

use crate::core::clue::interfaces::FindingOut;
use crate::widgets::Dff;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The pipeline of findings on lines of up to `SIDE` cells.
#[derive(LogicBlock, SmartDefault)]
pub struct FindingPipeline<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards all pending findings and contradictions.
    pub clear: Signal<In, Bit>,
    /// A visit is in its last cycle.
    pub ends: Signal<In, Bit>,
    /// Line whose visit ends, with `ends`: bit 5 is set for a column, bits 4..0 are the position.
    pub ends_line: Signal<In, Bits<6>>,
    /// A visit found a contradiction in the previous cycle.
    pub contradicts: Signal<In, Bit>,
    /// Cells of a line, padding included, one bit per cell.
    pub cell_mask: Signal<In, Bits<SIDE>>,

    /// A visit ended in the previous cycle.
    pub settles: Signal<Out, Bit>,
    /// Line whose visit ended in the previous cycle, with `settles`: bit 5 is set for a column, bits 4..0 are the position.
    pub settles_line: Signal<Out, Bits<6>>,
    /// The finding of a visit is sampled in this cycle.
    pub gathers: Signal<Out, Bit>,
    /// Cells of the line with one possible value, one bit per cell, with `gathers`.
    pub found: Signal<In, Bits<SIDE>>,
    /// Cells of `found` that are filled, one bit per cell, with `gathers`.
    pub found_filled: Signal<In, Bits<SIDE>>,
    /// Cells of `found` that were unknown when they were read, one bit per cell, with `gathers`.
    pub found_fresh: Signal<In, Bits<SIDE>>,
    /// Known cells of the line in `LineState`, one bit per cell, with `gathers`.
    pub found_before: Signal<In, Bits<SIDE>>,

    /// A visit found a contradiction two cycles ago; a finding on the bus is dropped.
    pub conflict: Signal<Out, Bit>,
    /// A finding is on the bus, even if a contradiction drops it.
    pub taken: Signal<Out, Bit>,
    /// The finding on the bus.
    pub finding: FindingOut<SIDE>,
    /// Newly known cells that were unknown when the visit read them, which are written for the crossing lines; one bit per cell, with
    /// `finding.valid`.
    pub crossing: Signal<Out, Bits<SIDE>>,
    /// Filled cells of the finding, one bit per cell, with `finding.valid`.
    pub filled: Signal<Out, Bits<SIDE>>,

    settling: Dff<Bit>,
    settled_line: Dff<Bits<6>>,
    gathering: Dff<Bit>,
    gathered_line: Dff<Bits<6>>,
    found_conflict: Dff<Bit>,
    shown: Dff<Bit>,
    shown_line: Dff<Bits<6>>,
    shown_learned: Dff<Bits<SIDE>>,
    shown_crossing: Dff<Bits<SIDE>>,
    shown_filled: Dff<Bits<SIDE>>,
    shown_before: Dff<Bits<SIDE>>,
    news: Signal<Local, Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for FindingPipeline<SIDE> {
    #[hdl_gen]
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
            shown_crossing,
            shown_filled,
            shown_before
        );
        self.settling.d.next = self.ends.val();
        self.settled_line.d.next = self.ends_line.val();
        self.gathering.d.next = self.settling.q.val();
        self.gathered_line.d.next = self.settled_line.q.val();
        self.found_conflict.d.next = self.contradicts.val();
        self.news.next = self.found.val() & self.cell_mask.val();
        self.news.next = self.news.val() & !self.found_before.val();
        self.shown.d.next = self.gathering.q.val();
        self.shown_line.d.next = self.gathered_line.q.val();
        self.shown_learned.d.next = self.news.val();
        self.shown_crossing.d.next = self.news.val() & self.found_fresh.val();
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
        self.finding.valid.next = self.shown.q.val() && !self.found_conflict.q.val();
        self.finding.line.next = self.shown_line.q.val();
        self.finding.learned.next = self.shown_learned.q.val();
        self.finding.known_before.next = self.shown_before.q.val();
        self.crossing.next = self.shown_crossing.q.val();
        self.filled.next = self.shown_filled.q.val();
    }
}
