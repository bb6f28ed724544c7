//! What a visit finds: the cells of two pairs a clock, met by both directions, put into words of one bit a cell.
//! Interface: symbols at the pairs `front` and `back` while `meeting`; a clock later `conflict` is shown, and two clocks later the words hold them.

use super::Meet;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The findings on lines of up to `S` cells, which are `H` pairs, up to 2^`N`. Lower cells are number 0, upper ones number 1.
#[derive(LogicBlock, SmartDefault)]
pub struct Findings<const S: usize, const H: usize, const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget a contradiction.
    pub clear: Signal<In, Bit>,
    /// Take what is shown.
    pub meeting: Signal<In, Bit>,
    /// Symbols that are filled cells.
    pub ones: Signal<In, Bits<S>>,

    /// The pair that the forward direction has taken last.
    pub front: Signal<In, Bits<N>>,
    /// From the front: the lower cell's symbols.
    pub front_ahead0: Signal<In, Bits<S>>,
    /// From the front: the upper cell's symbols.
    pub front_ahead1: Signal<In, Bits<S>>,
    /// From the front: symbol 0 of both.
    pub front_ahead_leads: Signal<In, Bits<2>>,
    /// From the back: the lower cell's symbols.
    pub front_behind0: Signal<In, Bits<S>>,
    /// From the back: the upper cell's symbols.
    pub front_behind1: Signal<In, Bits<S>>,
    /// From the back: symbol 0 of both.
    pub front_behind_leads: Signal<In, Bits<2>>,
    /// Which of the pair's cells were unknown.
    pub front_unknown: Signal<In, Bits<2>>,

    /// The pair that the backward direction has taken last; its symbols likewise.
    pub back: Signal<In, Bits<N>>,
    /// From the front: the lower cell's symbols.
    pub back_ahead0: Signal<In, Bits<S>>,
    /// From the front: the upper cell's symbols.
    pub back_ahead1: Signal<In, Bits<S>>,
    /// From the front: symbol 0 of both.
    pub back_ahead_leads: Signal<In, Bits<2>>,
    /// From the back: the lower cell's symbols.
    pub back_behind0: Signal<In, Bits<S>>,
    /// From the back: the upper cell's symbols.
    pub back_behind1: Signal<In, Bits<S>>,
    /// From the back: symbol 0 of both.
    pub back_behind_leads: Signal<In, Bits<2>>,
    /// Which of the pair's cells were unknown.
    pub back_unknown: Signal<In, Bits<2>>,

    /// In the clock before, a cell met could have no value.
    pub conflict: Signal<Out, Bit>,
    /// Cells with one possible value.
    pub known: Signal<Out, Bits<S>>,
    /// Those of them that are filled.
    pub filled: Signal<Out, Bits<S>>,
    /// Those of them that were unknown when they were read.
    pub fresh: Signal<Out, Bits<S>>,

    front0: Meet<S>,
    front1: Meet<S>,
    back0: Meet<S>,
    back1: Meet<S>,
    met: Dff<Bit>,
    front_pair: Dff<Bits<N>>,
    back_pair: Dff<Bits<N>>,
    met_known: Dff<Bits<4>>,
    met_filled: Dff<Bits<4>>,
    met_fresh: Dff<Bits<4>>,
    met_conflict: Dff<Bits<4>>,
    known_cells: Dff<Bits<S>>,
    filled_cells: Dff<Bits<S>>,
    fresh_cells: Dff<Bits<S>>,

    four: Signal<Local, Bits<4>>,
    known_next: Signal<Local, Bits<S>>,
    filled_next: Signal<Local, Bits<S>>,
    fresh_next: Signal<Local, Bits<S>>,

    #[default(constant(0))]
    no_cells: Constant<Bits<4>>,
    #[default(from_fn(|pair| constant(pair as u64)))]
    numbers: [Constant<Bits<N>>; H],
}

impl<const S: usize, const H: usize, const N: usize> Logic for Findings<S, H, N> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            met,
            front_pair,
            back_pair,
            met_known,
            met_filled,
            met_fresh,
            met_conflict,
            known_cells,
            filled_cells,
            fresh_cells
        );

        self.front0.ones.next = self.ones.val();
        self.front0.ahead.next = self.front_ahead0.val();
        self.front0.ahead_lead.next = self.front_ahead_leads.val().get_bit(0);
        self.front0.behind.next = self.front_behind0.val();
        self.front0.behind_lead.next = self.front_behind_leads.val().get_bit(0);
        self.front1.ones.next = self.ones.val();
        self.front1.ahead.next = self.front_ahead1.val();
        self.front1.ahead_lead.next = self.front_ahead_leads.val().get_bit(1);
        self.front1.behind.next = self.front_behind1.val();
        self.front1.behind_lead.next = self.front_behind_leads.val().get_bit(1);
        self.back0.ones.next = self.ones.val();
        self.back0.ahead.next = self.back_ahead0.val();
        self.back0.ahead_lead.next = self.back_ahead_leads.val().get_bit(0);
        self.back0.behind.next = self.back_behind0.val();
        self.back0.behind_lead.next = self.back_behind_leads.val().get_bit(0);
        self.back1.ones.next = self.ones.val();
        self.back1.ahead.next = self.back_ahead1.val();
        self.back1.ahead_lead.next = self.back_ahead_leads.val().get_bit(1);
        self.back1.behind.next = self.back_behind1.val();
        self.back1.behind_lead.next = self.back_behind_leads.val().get_bit(1);

        // The way from the symbols to a cell is long, and so is that from a cell to its place: a clock for each.
        self.met.d.next = self.meeting.val() && !self.clear.val();
        self.front_pair.d.next = self.front.val();
        self.back_pair.d.next = self.back.val();
        self.four.next = self.no_cells.val();
        self.four.next = self.four.val().replace_bit(0, self.front0.known.val());
        self.four.next = self.four.val().replace_bit(1, self.front1.known.val());
        self.four.next = self.four.val().replace_bit(2, self.back0.known.val());
        self.four.next = self.four.val().replace_bit(3, self.back1.known.val());
        self.met_known.d.next = self.four.val();
        self.four.next = self.no_cells.val();
        self.four.next = self.four.val().replace_bit(0, self.front0.filled.val());
        self.four.next = self.four.val().replace_bit(1, self.front1.filled.val());
        self.four.next = self.four.val().replace_bit(2, self.back0.filled.val());
        self.four.next = self.four.val().replace_bit(3, self.back1.filled.val());
        self.met_filled.d.next = self.four.val();
        self.four.next = self.no_cells.val();
        self.four.next = self.four.val().replace_bit(0, self.front0.conflict.val());
        self.four.next = self.four.val().replace_bit(1, self.front1.conflict.val());
        self.four.next = self.four.val().replace_bit(2, self.back0.conflict.val());
        self.four.next = self.four.val().replace_bit(3, self.back1.conflict.val());
        self.met_conflict.d.next = self.four.val();
        self.four.next = self.no_cells.val();
        self.four.next = self.four.val().replace_bit(
            0,
            self.front0.known.val() && self.front_unknown.val().get_bit(0),
        );
        self.four.next = self.four.val().replace_bit(
            1,
            self.front1.known.val() && self.front_unknown.val().get_bit(1),
        );
        self.four.next = self.four.val().replace_bit(
            2,
            self.back0.known.val() && self.back_unknown.val().get_bit(0),
        );
        self.four.next = self.four.val().replace_bit(
            3,
            self.back1.known.val() && self.back_unknown.val().get_bit(1),
        );
        self.met_fresh.d.next = self.four.val();
        self.conflict.next = self.met.q.val() && self.met_conflict.q.val().any();

        self.known_next.next = self.known_cells.q.val();
        self.filled_next.next = self.filled_cells.q.val();
        self.fresh_next.next = self.fresh_cells.q.val();
        for i in 0..H {
            if self.met.q.val() && (self.front_pair.q.val() == self.numbers[i].val()) {
                self.known_next.next = self
                    .known_next
                    .val()
                    .replace_bit(2 * i, self.met_known.q.val().get_bit(0));
                self.known_next.next = self
                    .known_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_known.q.val().get_bit(1));
                self.filled_next.next = self
                    .filled_next
                    .val()
                    .replace_bit(2 * i, self.met_filled.q.val().get_bit(0));
                self.filled_next.next = self
                    .filled_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_filled.q.val().get_bit(1));
                self.fresh_next.next = self
                    .fresh_next
                    .val()
                    .replace_bit(2 * i, self.met_fresh.q.val().get_bit(0));
                self.fresh_next.next = self
                    .fresh_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_fresh.q.val().get_bit(1));
            }
            if self.met.q.val() && (self.back_pair.q.val() == self.numbers[i].val()) {
                self.known_next.next = self
                    .known_next
                    .val()
                    .replace_bit(2 * i, self.met_known.q.val().get_bit(2));
                self.known_next.next = self
                    .known_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_known.q.val().get_bit(3));
                self.filled_next.next = self
                    .filled_next
                    .val()
                    .replace_bit(2 * i, self.met_filled.q.val().get_bit(2));
                self.filled_next.next = self
                    .filled_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_filled.q.val().get_bit(3));
                self.fresh_next.next = self
                    .fresh_next
                    .val()
                    .replace_bit(2 * i, self.met_fresh.q.val().get_bit(2));
                self.fresh_next.next = self
                    .fresh_next
                    .val()
                    .replace_bit(2 * i + 1, self.met_fresh.q.val().get_bit(3));
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
