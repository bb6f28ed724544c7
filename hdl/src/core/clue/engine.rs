//! The line engine: a line's clue as an automaton, run from both ends, two cells a clock from each.
//! Interface: `start`, then cells as `front_pair` and `back_pair` ask for them; the finding stands in the second clock after `ends`.
//! After Baeza-Yates and Gonnet, "A new approach to text searching" (1992), for the bit-parallel automaton.

use super::{Findings, PAIRS, Pace, Step};
use crate::widgets::{Dff, LutRam, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The engine for lines of up to `S` cells, which are `H` pairs.
///
/// Symbol 0 is the leading blank and has a bit of its own (`lead`); symbols 1 to `S` are in a word. The trailing blank of a
/// line whose blocks leave no cell over is symbol `S` + 1, `top`.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<const S: usize, const H: usize, const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget the visit.
    pub clear: Signal<In, Bit>,
    /// The clock after this is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Pairs of a line.
    pub pairs: Signal<In, Bits<PAIRS>>,

    /// First clock of a visit: the clue's filled symbols.
    pub clue_ones: Signal<In, Bits<S>>,
    /// First clock of a visit: its trailing blank, as one bit.
    pub clue_end: Signal<In, Bits<S>>,
    /// First clock of a visit: its trailing blank is symbol `S` + 1.
    pub clue_end_top: Signal<In, Bit>,

    /// The pair to be read from the front.
    pub front_pair: Signal<Out, Bits<N>>,
    /// The pair to be read from the front in the next clock.
    pub front_next: Signal<Out, Bits<N>>,
    /// The front pair's filled cells, the lower first.
    pub front_filled: Signal<In, Bits<2>>,
    /// Its blank cells.
    pub front_blank: Signal<In, Bits<2>>,
    /// The pair to be read from the back.
    pub back_pair: Signal<Out, Bits<N>>,
    /// The pair to be read from the back in the next clock.
    pub back_next: Signal<Out, Bits<N>>,
    /// The back pair's filled cells, the lower first.
    pub back_filled: Signal<In, Bits<2>>,
    /// Its blank cells.
    pub back_blank: Signal<In, Bits<2>>,

    /// A visit is under way.
    pub busy: Signal<Out, Bit>,
    /// This is its last clock.
    pub ends: Signal<Out, Bit>,
    /// A clock late: the line cannot be completed.
    pub conflict: Signal<Out, Bit>,
    /// Cells with one possible value, as of the last visit.
    pub known: Signal<Out, Bits<S>>,
    /// Those of them that are filled.
    pub filled: Signal<Out, Bits<S>>,
    /// Those of them that were unknown when they were read.
    pub fresh: Signal<Out, Bits<S>>,

    pace: Pace<N>,
    findings: Findings<S, H, N>,
    front_filled_read: Dff<Bits<2>>,
    front_blank_read: Dff<Bits<2>>,
    back_filled_read: Dff<Bits<2>>,
    back_blank_read: Dff<Bits<2>>,
    front_unknown: Dff<Bits<2>>,
    back_unknown: Dff<Bits<2>>,

    ones: Dff<Bits<S>>,
    forward0: Dff<Bits<S>>,
    forward1: Dff<Bits<S>>,
    forward_leads: Dff<Bits<2>>,
    backward1: Dff<Bits<S>>,
    backward0: Dff<Bits<S>>,
    backward_leads: Dff<Bits<2>>,
    top: Dff<Bit>,

    front_low: Step<S>,
    front_high: Step<S>,
    back_high: Step<S>,
    back_low: Step<S>,
    forward0_store: LutRam<S, N>,
    forward1_store: LutRam<S, N>,
    forward_leads_store: LutRam<2, N>,
    backward0_store: LutRam<S, N>,
    backward1_store: LutRam<S, N>,
    backward_leads_store: LutRam<2, N>,

    entered: Signal<Local, Bits<S>>,
    leads: Signal<Local, Bits<2>>,
    back_leads: Signal<Local, Bits<2>>,
    top_after: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(1 << (S - 1)))]
    last: Constant<Bits<S>>,
    #[default(constant(0))]
    no_leads: Constant<Bits<2>>,
    #[default(constant(2))]
    second_lead: Constant<Bits<2>>,
}

inputs!(Engine<S, H, N>, [const S: usize, const H: usize, const N: usize]:
    clear, start, pairs, clue_ones, clue_end, clue_end_top, front_filled, front_blank, back_filled, back_blank);

impl<const S: usize, const H: usize, const N: usize> Logic for Engine<S, H, N> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            front_filled_read,
            front_blank_read,
            back_filled_read,
            back_blank_read,
            front_unknown,
            back_unknown,
            ones,
            forward0,
            forward1,
            forward_leads,
            backward1,
            backward0,
            backward_leads,
            top
        );
        clock!(
            self,
            clock,
            pace,
            findings,
            forward0_store,
            forward1_store,
            forward_leads_store,
            backward0_store,
            backward1_store,
            backward_leads_store
        );

        self.pace.clear.next = self.clear.val();
        self.pace.start.next = self.start.val();
        self.pace.pairs.next = self.pairs.val();
        self.busy.next = self.pace.busy.val();
        self.ends.next = self.pace.ends.val();
        self.front_pair.next = self.pace.front_read.val();
        self.back_pair.next = self.pace.back_read.val();
        self.front_next.next = self.pace.front_next.val();
        self.back_next.next = self.pace.back_next.val();

        // Cells.
        self.front_filled_read.d.next = self.front_filled.val();
        self.front_blank_read.d.next = self.front_blank.val();
        self.back_filled_read.d.next = self.back_filled.val();
        self.back_blank_read.d.next = self.back_blank.val();
        self.front_unknown.d.next =
            !(self.front_filled_read.q.val() | self.front_blank_read.q.val());
        self.back_unknown.d.next = !(self.back_filled_read.q.val() | self.back_blank_read.q.val());

        // Forward: the lower cell of the pair, then the upper one.
        self.front_low.ones.next = self.ones.q.val();
        self.front_low.states.next = self.forward1.q.val();
        self.front_low.filled.next = self.front_filled_read.q.val().get_bit(0);
        self.front_low.blank.next = self.front_blank_read.q.val().get_bit(0);
        self.entered.next = self
            .none
            .val()
            .replace_bit(0, self.forward_leads.q.val().get_bit(1));
        for i in 1..S {
            self.entered.next = self
                .entered
                .val()
                .replace_bit(i, self.forward1.q.val().get_bit(i - 1));
        }
        self.front_low.entered.next = self.entered.val();
        self.leads.next = self.no_leads.val().replace_bit(
            0,
            self.forward_leads.q.val().get_bit(1) && !self.front_filled_read.q.val().get_bit(0),
        );
        self.leads.next = self.leads.val().replace_bit(
            1,
            self.leads.val().get_bit(0) && !self.front_filled_read.q.val().get_bit(1),
        );
        self.front_high.ones.next = self.ones.q.val();
        self.front_high.states.next = self.front_low.after.val();
        self.front_high.filled.next = self.front_filled_read.q.val().get_bit(1);
        self.front_high.blank.next = self.front_blank_read.q.val().get_bit(1);
        self.entered.next = self.none.val().replace_bit(0, self.leads.val().get_bit(0));
        for i in 1..S {
            self.entered.next = self
                .entered
                .val()
                .replace_bit(i, self.front_low.after.val().get_bit(i - 1));
        }
        self.front_high.entered.next = self.entered.val();

        // Backward: the upper cell of the pair, then the lower one.
        self.back_high.ones.next = self.ones.q.val();
        self.back_high.states.next = self.backward0.q.val();
        self.back_high.filled.next = self.back_filled_read.q.val().get_bit(1);
        self.back_high.blank.next = self.back_blank_read.q.val().get_bit(1);
        self.entered.next = self.none.val();
        if self.top.q.val() {
            self.entered.next = self.last.val();
        }
        for i in 1..S {
            self.entered.next = self
                .entered
                .val()
                .replace_bit(i - 1, self.backward0.q.val().get_bit(i));
        }
        self.back_high.entered.next = self.entered.val();
        self.top_after.next = self.top.q.val() && !self.back_filled_read.q.val().get_bit(1);
        self.back_leads.next = self.no_leads.val().replace_bit(
            1,
            (self.backward_leads.q.val().get_bit(0) || self.backward0.q.val().get_bit(0))
                && !self.back_filled_read.q.val().get_bit(1),
        );
        self.back_leads.next = self.back_leads.val().replace_bit(
            0,
            (self.back_leads.val().get_bit(1) || self.back_high.after.val().get_bit(0))
                && !self.back_filled_read.q.val().get_bit(0),
        );
        self.back_low.ones.next = self.ones.q.val();
        self.back_low.states.next = self.back_high.after.val();
        self.back_low.filled.next = self.back_filled_read.q.val().get_bit(0);
        self.back_low.blank.next = self.back_blank_read.q.val().get_bit(0);
        self.entered.next = self.none.val();
        if self.top_after.val() {
            self.entered.next = self.last.val();
        }
        for i in 1..S {
            self.entered.next = self
                .entered
                .val()
                .replace_bit(i - 1, self.back_high.after.val().get_bit(i));
        }
        self.back_low.entered.next = self.entered.val();

        self.forward0.d.next = self.front_low.after.val();
        self.forward1.d.next = self.front_high.after.val();
        self.forward_leads.d.next = self.leads.val();
        self.backward1.d.next = self.back_high.after.val();
        self.backward0.d.next = self.back_low.after.val();
        self.backward_leads.d.next = self.back_leads.val();
        self.top.d.next = self.top_after.val() && !self.back_filled_read.q.val().get_bit(0);
        if self.pace.first.val() {
            self.ones.d.next = self.clue_ones.val();
            self.forward1.d.next = self.none.val();
            self.forward_leads.d.next = self.second_lead.val();
            self.backward0.d.next = self.clue_end.val();
            self.backward_leads.d.next = self.no_leads.val();
            self.top.d.next = self.clue_end_top.val();
        }

        // What each direction has found at a pair waits for the other.
        self.forward0_store.write_enable.next = self.pace.busy.val();
        self.forward0_store.write_address.next = self.pace.front_step.val();
        self.forward0_store.write_data.next = self.front_low.after.val();
        self.forward0_store.read_address.next = self.pace.back_meet.val();
        self.forward1_store.write_enable.next = self.pace.busy.val();
        self.forward1_store.write_address.next = self.pace.front_step.val();
        self.forward1_store.write_data.next = self.front_high.after.val();
        self.forward1_store.read_address.next = self.pace.back_meet.val();
        self.forward_leads_store.write_enable.next = self.pace.busy.val();
        self.forward_leads_store.write_address.next = self.pace.front_step.val();
        self.forward_leads_store.write_data.next = self.leads.val();
        self.forward_leads_store.read_address.next = self.pace.back_meet.val();
        self.backward0_store.write_enable.next = self.pace.busy.val();
        self.backward0_store.write_address.next = self.pace.back_step.val();
        self.backward0_store.write_data.next = self.back_low.after.val();
        self.backward0_store.read_address.next = self.pace.front_meet.val();
        self.backward1_store.write_enable.next = self.pace.busy.val();
        self.backward1_store.write_address.next = self.pace.back_step.val();
        self.backward1_store.write_data.next = self.back_high.after.val();
        self.backward1_store.read_address.next = self.pace.front_meet.val();
        self.backward_leads_store.write_enable.next = self.pace.busy.val();
        self.backward_leads_store.write_address.next = self.pace.back_step.val();
        self.backward_leads_store.write_data.next = self.back_leads.val();
        self.backward_leads_store.read_address.next = self.pace.front_meet.val();

        // Where a direction has passed what the other has stored, cells are found.
        self.findings.clear.next = self.clear.val();
        self.findings.meeting.next = self.pace.meeting.val();
        self.findings.ones.next = self.ones.q.val();
        self.findings.front.next = self.pace.front_meet.val();
        self.findings.front_ahead0.next = self.forward0.q.val();
        self.findings.front_ahead1.next = self.forward1.q.val();
        self.findings.front_ahead_leads.next = self.forward_leads.q.val();
        self.findings.front_behind0.next = self.backward0_store.read_data.val();
        self.findings.front_behind1.next = self.backward1_store.read_data.val();
        self.findings.front_behind_leads.next = self.backward_leads_store.read_data.val();
        self.findings.front_unknown.next = self.front_unknown.q.val();
        self.findings.back.next = self.pace.back_meet.val();
        self.findings.back_ahead0.next = self.forward0_store.read_data.val();
        self.findings.back_ahead1.next = self.forward1_store.read_data.val();
        self.findings.back_ahead_leads.next = self.forward_leads_store.read_data.val();
        self.findings.back_behind0.next = self.backward0.q.val();
        self.findings.back_behind1.next = self.backward1.q.val();
        self.findings.back_behind_leads.next = self.backward_leads.q.val();
        self.findings.back_unknown.next = self.back_unknown.q.val();
        self.conflict.next = self.findings.conflict.val();
        self.known.next = self.findings.known.val();
        self.filled.next = self.findings.filled.val();
        self.fresh.next = self.findings.fresh.val();
    }
}
