//! Packs the results of a visit, two groups of cells per cycle, into words of one bit per cell.
//! Interface: the results of the groups `front` and `back` are sampled while `meeting`; `conflict` follows one cycle later, the words
//! two cycles later.
//!
//! A pipeline register between intersection and word, for timing.

use crate::prelude::*;

/// Results for lines of up to `SIDE` cells in `GROUPS` groups of `CELLS_PER_STEP`; bit 0 is the lowest cell of a group.
#[derive(LogicBlock, Default)]
pub struct ResultPacker<
    const SIDE: usize,
    const VALUES: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    /// Discards the results of this cycle.
    pub clear: Signal<In, Bit>,
    /// Samples the results of the front group and the back group.
    pub meeting: Signal<In, Bit>,

    /// Group of the forward direction, with `meeting`.
    pub front: Signal<In, Bits<GROUP_BITS>>,
    /// Excluded values of the front group, one bit per cell, with `meeting`.
    pub front_excluded: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Values of the front group that were excluded when it was read, one bit per cell, with `meeting`.
    pub front_before: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Cells of the front group without a possible value, one bit per cell, with `meeting`.
    pub front_empty: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Group of the backward direction, with `meeting`.
    pub back: Signal<In, Bits<GROUP_BITS>>,
    /// Excluded values of the back group, one bit per cell, with `meeting`.
    pub back_excluded: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Values of the back group that were excluded when it was read, one bit per cell, with `meeting`.
    pub back_before: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Cells of the back group without a possible value, one bit per cell, with `meeting`.
    pub back_empty: Signal<In, Bits<CELLS_PER_STEP>>,

    /// A cell of the groups sampled in the previous cycle has no possible value.
    pub conflict: Signal<Out, Bit>,
    /// Excluded values of the line, one bit per cell; complete two cycles after the visit's last `meeting`.
    pub excluded: Array<Dff<Bits<SIDE>, Out>, VALUES>,
    /// Cells with an excluded value that was not excluded when they were read, one bit per cell; complete with `excluded`.
    pub fresh: Dff<Bits<SIDE>, Out>,

    met: Dff<Bit>,
    front_at: Dff<Bits<GROUP_BITS>>,
    back_at: Dff<Bits<GROUP_BITS>>,
    met_front: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    met_front_before: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    met_back: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    met_back_before: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    met_front_empty: Dff<Bits<CELLS_PER_STEP>>,
    met_back_empty: Dff<Bits<CELLS_PER_STEP>>,

    front_fresh: Signal<Local, Bits<CELLS_PER_STEP>>,
    back_fresh: Signal<Local, Bits<CELLS_PER_STEP>>,
    excluded_next: Array<Signal<Local, Bits<SIDE>>, VALUES>,
    fresh_next: Signal<Local, Bits<SIDE>>,
}

impl<
    const SIDE: usize,
    const VALUES: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> Logic for ResultPacker<SIDE, VALUES, CELLS_PER_STEP, GROUPS, GROUP_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.met.d.next = self.meeting.val() && !self.clear.val();
        self.front_at.d.next = self.front.val();
        self.back_at.d.next = self.back.val();
        self.met_front_empty.d.next = self.front_empty.val();
        self.met_back_empty.d.next = self.back_empty.val();
        self.conflict.next =
            self.met.q.val() && (self.met_front_empty.q.val() | self.met_back_empty.q.val()).any();

        self.fresh_next.next = self.fresh.q.val();
        self.front_fresh.next = 0.into();
        self.back_fresh.next = 0.into();
        for v in 0..VALUES {
            self.met_front[v].d.next = self.front_excluded[v].val();
            self.met_front_before[v].d.next = self.front_before[v].val();
            self.met_back[v].d.next = self.back_excluded[v].val();
            self.met_back_before[v].d.next = self.back_before[v].val();
            self.front_fresh.next = self.front_fresh.val()
                | (self.met_front[v].q.val() & !self.met_front_before[v].q.val());
            self.back_fresh.next = self.back_fresh.val()
                | (self.met_back[v].q.val() & !self.met_back_before[v].q.val());
            self.excluded_next[v].next = self.excluded[v].q.val();
        }
        // rust-hdl computes positions from loop variables and literals only, so the width has its own loop.
        for width in CELLS_PER_STEP..(CELLS_PER_STEP + 1) {
            for i in 0..GROUPS {
                if self.met.q.val() && (self.front_at.q.val() == i.to_bits()) {
                    for j in 0..CELLS_PER_STEP {
                        for v in 0..VALUES {
                            self.excluded_next[v].next = self.excluded_next[v]
                                .val()
                                .replace_bit(width * i + j, self.met_front[v].q.val().get_bit(j));
                        }
                        self.fresh_next.next = self
                            .fresh_next
                            .val()
                            .replace_bit(width * i + j, self.front_fresh.val().get_bit(j));
                    }
                }
                if self.met.q.val() && (self.back_at.q.val() == i.to_bits()) {
                    for j in 0..CELLS_PER_STEP {
                        for v in 0..VALUES {
                            self.excluded_next[v].next = self.excluded_next[v]
                                .val()
                                .replace_bit(width * i + j, self.met_back[v].q.val().get_bit(j));
                        }
                        self.fresh_next.next = self
                            .fresh_next
                            .val()
                            .replace_bit(width * i + j, self.back_fresh.val().get_bit(j));
                    }
                }
            }
        }
        for v in 0..VALUES {
            self.excluded[v].d.next = self.excluded_next[v].val();
        }
        self.fresh.d.next = self.fresh_next.val();
    }
}
