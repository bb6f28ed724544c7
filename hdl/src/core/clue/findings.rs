//! What a visit finds: the cells of two groups a clock, met by both directions, put into words of one bit a cell.
//! Interface: what is met at the groups `front` and `back` while `meeting`; a clock later `conflict` is shown, and two clocks later the
//! words hold it.

use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The findings on lines of up to `S` cells, which are `H` groups of `W` cells, up to 2^`N`; of a group the lowest cell comes first.
#[derive(LogicBlock, SmartDefault)]
pub struct Findings<const S: usize, const W: usize, const H: usize, const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget a contradiction.
    pub clear: Signal<In, Bit>,
    /// Take what is shown.
    pub meeting: Signal<In, Bit>,

    /// The group that the forward direction has taken last.
    pub front: Signal<In, Bits<N>>,
    /// Which of its cells have one possible value.
    pub front_known: Signal<In, Bits<W>>,
    /// Those of them that are filled.
    pub front_filled: Signal<In, Bits<W>>,
    /// Which of its cells have no possible value.
    pub front_empty: Signal<In, Bits<W>>,
    /// Which of its cells were unknown.
    pub front_unknown: Signal<In, Bits<W>>,
    /// The group that the backward direction has taken last.
    pub back: Signal<In, Bits<N>>,
    /// Which of its cells have one possible value.
    pub back_known: Signal<In, Bits<W>>,
    /// Those of them that are filled.
    pub back_filled: Signal<In, Bits<W>>,
    /// Which of its cells have no possible value.
    pub back_empty: Signal<In, Bits<W>>,
    /// Which of its cells were unknown.
    pub back_unknown: Signal<In, Bits<W>>,

    /// In the clock before, a cell met could have no value.
    pub conflict: Signal<Out, Bit>,
    /// Cells with one possible value.
    pub known: Signal<Out, Bits<S>>,
    /// Those of them that are filled.
    pub filled: Signal<Out, Bits<S>>,
    /// Those of them that were unknown when they were read.
    pub fresh: Signal<Out, Bits<S>>,

    met: Dff<Bit>,
    front_at: Dff<Bits<N>>,
    back_at: Dff<Bits<N>>,
    met_front_known: Dff<Bits<W>>,
    met_front_filled: Dff<Bits<W>>,
    met_front_unknown: Dff<Bits<W>>,
    met_back_known: Dff<Bits<W>>,
    met_back_filled: Dff<Bits<W>>,
    met_back_unknown: Dff<Bits<W>>,
    met_front_empty: Dff<Bits<W>>,
    met_back_empty: Dff<Bits<W>>,
    known_cells: Dff<Bits<S>>,
    filled_cells: Dff<Bits<S>>,
    fresh_cells: Dff<Bits<S>>,

    front_fresh: Signal<Local, Bits<W>>,
    back_fresh: Signal<Local, Bits<W>>,
    known_next: Signal<Local, Bits<S>>,
    filled_next: Signal<Local, Bits<S>>,
    fresh_next: Signal<Local, Bits<S>>,

    #[default(from_fn(|group| constant(group as u64)))]
    numbers: [Constant<Bits<N>>; H],
}

impl<const S: usize, const W: usize, const H: usize, const N: usize> Logic
    for Findings<S, W, H, N>
{
    #[cfg_attr(feature = "native", hdl_gen)]
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

        // The way from the symbols to a cell is long, and so is that from a cell to its place: a clock for each.
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
        // Positions are made of loops' variables and numbers alone, so the width is a loop of its own.
        for width in W..(W + 1) {
            for i in 0..H {
                if self.met.q.val() && (self.front_at.q.val() == self.numbers[i].val()) {
                    for j in 0..W {
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
                    for j in 0..W {
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
