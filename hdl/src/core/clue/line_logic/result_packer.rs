//! Packs the results of a visit, two groups of cells per cycle, into words of one bit per cell.
//! Interface: the results of the groups `front` and `back` are sampled while `meeting`; `conflict` follows one cycle later, the words
//! two cycles later.
//! Source: own; a pipeline register between intersection and word, for timing.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// Results for lines of up to `SIDE` cells in `GROUPS` groups of `CELLS_PER_STEP`; bit 0 is the lowest cell of a group.
#[derive(LogicBlock, SmartDefault)]
pub struct ResultPacker<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the results of this cycle.
    pub clear: Signal<In, Bit>,
    /// Samples the results of the front group and the back group.
    pub meeting: Signal<In, Bit>,

    /// Group of the forward direction, with `meeting`.
    pub front: Signal<In, Bits<GROUP_BITS>>,
    /// Cells of the front group with one possible value, one bit per cell, with `meeting`.
    pub front_known: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of `front_known` that are filled, one bit per cell, with `meeting`.
    pub front_filled: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of the front group without a possible value, one bit per cell, with `meeting`.
    pub front_empty: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of the front group that were unknown when they were read, one bit per cell, with `meeting`.
    pub front_unknown: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Group of the backward direction, with `meeting`.
    pub back: Signal<In, Bits<GROUP_BITS>>,
    /// Cells of the back group with one possible value, one bit per cell, with `meeting`.
    pub back_known: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of `back_known` that are filled, one bit per cell, with `meeting`.
    pub back_filled: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of the back group without a possible value, one bit per cell, with `meeting`.
    pub back_empty: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Cells of the back group that were unknown when they were read, one bit per cell, with `meeting`.
    pub back_unknown: Signal<In, Bits<CELLS_PER_STEP>>,

    /// A cell of the groups sampled in the previous cycle has no possible value.
    pub conflict: Signal<Out, Bit>,
    /// Cells of the line with one possible value, one bit per cell; complete two cycles after the visit's last `meeting`.
    pub known: Signal<Out, Bits<SIDE>>,
    /// Cells of `known` that are filled, one bit per cell; complete with `known`.
    pub filled: Signal<Out, Bits<SIDE>>,
    /// Cells of `known` that were unknown when they were read, one bit per cell; complete with `known`.
    pub fresh: Signal<Out, Bits<SIDE>>,

    met: Dff<Bit>,
    front_at: Dff<Bits<GROUP_BITS>>,
    back_at: Dff<Bits<GROUP_BITS>>,
    met_front_known: Dff<Bits<CELLS_PER_STEP>>,
    met_front_filled: Dff<Bits<CELLS_PER_STEP>>,
    met_front_unknown: Dff<Bits<CELLS_PER_STEP>>,
    met_back_known: Dff<Bits<CELLS_PER_STEP>>,
    met_back_filled: Dff<Bits<CELLS_PER_STEP>>,
    met_back_unknown: Dff<Bits<CELLS_PER_STEP>>,
    met_front_empty: Dff<Bits<CELLS_PER_STEP>>,
    met_back_empty: Dff<Bits<CELLS_PER_STEP>>,
    known_cells: Dff<Bits<SIDE>>,
    filled_cells: Dff<Bits<SIDE>>,
    fresh_cells: Dff<Bits<SIDE>>,

    front_fresh: Signal<Local, Bits<CELLS_PER_STEP>>,
    back_fresh: Signal<Local, Bits<CELLS_PER_STEP>>,
    known_next: Signal<Local, Bits<SIDE>>,
    filled_next: Signal<Local, Bits<SIDE>>,
    fresh_next: Signal<Local, Bits<SIDE>>,

    #[default(from_fn(|group| constant(group as u64)))]
    numbers: [Constant<Bits<GROUP_BITS>>; GROUPS],
}

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize>
    Logic for ResultPacker<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            met,
            front_at,
            back_at,
            met_front_known,
            met_front_filled,
            met_front_unknown,
            met_back_known,
            met_back_filled,
            met_back_unknown,
            met_front_empty,
            met_back_empty,
            known_cells,
            filled_cells,
            fresh_cells
        );

        self.met.d.next = self.meeting.val() && !self.clear.val();
        self.front_at.d.next = self.front.val();
        self.back_at.d.next = self.back.val();
        self.met_front_known.d.next = self.front_known.val();
        self.met_front_filled.d.next = self.front_filled.val();
        self.met_front_unknown.d.next = self.front_unknown.val();
        self.met_front_empty.d.next = self.front_empty.val();
        self.met_back_known.d.next = self.back_known.val();
        self.met_back_filled.d.next = self.back_filled.val();
        self.met_back_unknown.d.next = self.back_unknown.val();
        self.met_back_empty.d.next = self.back_empty.val();
        self.conflict.next =
            self.met.q.val() && (self.met_front_empty.q.val() | self.met_back_empty.q.val()).any();

        self.known_next.next = self.known_cells.q.val();
        self.filled_next.next = self.filled_cells.q.val();
        self.fresh_next.next = self.fresh_cells.q.val();
        self.front_fresh.next = self.met_front_known.q.val() & self.met_front_unknown.q.val();
        self.back_fresh.next = self.met_back_known.q.val() & self.met_back_unknown.q.val();
        // rust-hdl computes positions from loop variables and literals only, so the width has its own loop.
        for width in CELLS_PER_STEP..(CELLS_PER_STEP + 1) {
            for i in 0..GROUPS {
                if self.met.q.val() && (self.front_at.q.val() == self.numbers[i].val()) {
                    for j in 0..CELLS_PER_STEP {
                        self.known_next.next = self
                            .known_next
                            .val()
                            .replace_bit(width * i + j, self.met_front_known.q.val().get_bit(j));
                        self.filled_next.next = self
                            .filled_next
                            .val()
                            .replace_bit(width * i + j, self.met_front_filled.q.val().get_bit(j));
                        self.fresh_next.next = self
                            .fresh_next
                            .val()
                            .replace_bit(width * i + j, self.front_fresh.val().get_bit(j));
                    }
                }
                if self.met.q.val() && (self.back_at.q.val() == self.numbers[i].val()) {
                    for j in 0..CELLS_PER_STEP {
                        self.known_next.next = self
                            .known_next
                            .val()
                            .replace_bit(width * i + j, self.met_back_known.q.val().get_bit(j));
                        self.filled_next.next = self
                            .filled_next
                            .val()
                            .replace_bit(width * i + j, self.met_back_filled.q.val().get_bit(j));
                        self.fresh_next.next = self
                            .fresh_next
                            .val()
                            .replace_bit(width * i + j, self.back_fresh.val().get_bit(j));
                    }
                }
            }
        }
        self.known_cells.d.next = self.known_next.val();
        self.filled_cells.d.next = self.filled_next.val();
        self.fresh_cells.d.next = self.fresh_next.val();
        self.known.next = self.known_cells.q.val();
        self.filled.next = self.filled_cells.q.val();
        self.fresh.next = self.fresh_cells.q.val();
    }
}
