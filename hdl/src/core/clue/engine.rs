//! The line engine: a line's clue as an automaton, run from both ends, a group of cells a clock from each.
//! Interface: `start`, then cells as `front_group` and `back_group` ask for them; the finding stands in the second clock after `ends`.
//! After Baeza-Yates and Gonnet, "A new approach to text searching" (1992), for the bit-parallel automaton.

use super::{Findings, GROUPS, Meet, Pace, Step};
use crate::widgets::{Dff, LutRam, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The engine for lines of up to `S` cells, which are `H` groups of `W` cells, up to 2^`N`.
///
/// Symbol 0 is the leading blank and has a bit of its own (`leads`, one a cell); symbols 1 to `S` are in a word. The trailing blank of a
/// line whose blocks leave no cell over is symbol `S` + 1, `top`.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<const S: usize, const W: usize, const H: usize, const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget the visit.
    pub clear: Signal<In, Bit>,
    /// The clock after this is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Groups of a line.
    pub groups: Signal<In, Bits<GROUPS>>,

    /// First clock of a visit: the clue's filled symbols.
    pub clue_ones: Signal<In, Bits<S>>,
    /// First clock of a visit: its trailing blank, as one bit.
    pub clue_end: Signal<In, Bits<S>>,
    /// First clock of a visit: its trailing blank is symbol `S` + 1.
    pub clue_end_top: Signal<In, Bit>,

    /// The group to be read from the front.
    pub front_group: Signal<Out, Bits<N>>,
    /// The group to be read from the front in the next clock.
    pub front_next: Signal<Out, Bits<N>>,
    /// The front group's filled cells, the lowest first.
    pub front_filled: Signal<In, Bits<W>>,
    /// Its blank cells.
    pub front_blank: Signal<In, Bits<W>>,
    /// The group to be read from the back.
    pub back_group: Signal<Out, Bits<N>>,
    /// The group to be read from the back in the next clock.
    pub back_next: Signal<Out, Bits<N>>,
    /// The back group's filled cells, the lowest first.
    pub back_filled: Signal<In, Bits<W>>,
    /// Its blank cells.
    pub back_blank: Signal<In, Bits<W>>,

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
    findings: Findings<S, W, H, N>,
    front_filled_read: Dff<Bits<W>>,
    front_blank_read: Dff<Bits<W>>,
    back_filled_read: Dff<Bits<W>>,
    back_blank_read: Dff<Bits<W>>,
    front_unknown: Dff<Bits<W>>,
    back_unknown: Dff<Bits<W>>,

    /// The symbols at each cell of the group that each direction has taken last, the lowest cell first.
    ones: Dff<Bits<S>>,
    #[default(from_fn(|_| Dff::default()))]
    forward: [Dff<Bits<S>>; W],
    forward_leads: Dff<Bits<W>>,
    #[default(from_fn(|_| Dff::default()))]
    backward: [Dff<Bits<S>>; W],
    backward_leads: Dff<Bits<W>>,
    top: Dff<Bit>,

    #[default(from_fn(|_| Step::default()))]
    front_steps: [Step<S>; W],
    #[default(from_fn(|_| Step::default()))]
    back_steps: [Step<S>; W],
    #[default(from_fn(|_| LutRam::default()))]
    forward_stores: [LutRam<S, N>; W],
    forward_leads_store: LutRam<W, N>,
    #[default(from_fn(|_| LutRam::default()))]
    backward_stores: [LutRam<S, N>; W],
    backward_leads_store: LutRam<W, N>,
    #[default(from_fn(|_| Meet::default()))]
    front_meets: [Meet<S>; W],
    #[default(from_fn(|_| Meet::default()))]
    back_meets: [Meet<S>; W],

    states: Signal<Local, Bits<S>>,
    entered: Signal<Local, Bits<S>>,
    lead: Signal<Local, Bit>,
    leads: Signal<Local, Bits<W>>,
    back_leads: Signal<Local, Bits<W>>,
    top_after: Signal<Local, Bit>,
    known_cells: Signal<Local, Bits<W>>,
    filled_cells: Signal<Local, Bits<W>>,
    empty_cells: Signal<Local, Bits<W>>,

    #[default(constant(0))]
    none: Constant<Bits<S>>,
    #[default(constant(1 << (S - 1)))]
    last_symbol: Constant<Bits<S>>,
    #[default(constant(0))]
    no_cells: Constant<Bits<W>>,
    #[default(constant(1 << (W - 1)))]
    last_lead: Constant<Bits<W>>,
}

inputs!(Engine<S, W, H, N>, [const S: usize, const W: usize, const H: usize, const N: usize]:
    clear, start, groups, clue_ones, clue_end, clue_end_top, front_filled, front_blank, back_filled, back_blank);

impl<const S: usize, const W: usize, const H: usize, const N: usize> Logic for Engine<S, W, H, N> {
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
            forward_leads,
            backward_leads,
            top
        );
        clock!(
            self,
            clock,
            pace,
            findings,
            forward_leads_store,
            backward_leads_store
        );

        self.pace.clear.next = self.clear.val();
        self.pace.start.next = self.start.val();
        self.pace.groups.next = self.groups.val();
        self.busy.next = self.pace.busy.val();
        self.ends.next = self.pace.ends.val();
        self.front_group.next = self.pace.front_read.val();
        self.back_group.next = self.pace.back_read.val();
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

        // Forward, from the lowest cell of the group to the highest, whose symbols go on in the next clock. An index is made of
        // loops' variables and numbers alone, so the last cell is a loop of its own.
        self.leads.next = self.no_cells.val();
        self.back_leads.next = self.no_cells.val();
        self.top_after.next = self.top.q.val();
        for last in (W - 1)..W {
            self.states.next = self.forward[last].q.val();
            self.lead.next = self.forward_leads.q.val().get_bit(last);
            for i in 0..W {
                self.entered.next = self.none.val().replace_bit(0, self.lead.val());
                for j in 1..S {
                    self.entered.next = self
                        .entered
                        .val()
                        .replace_bit(j, self.states.val().get_bit(j - 1));
                }
                self.front_steps[i].ones.next = self.ones.q.val();
                self.front_steps[i].states.next = self.states.val();
                self.front_steps[i].entered.next = self.entered.val();
                self.front_steps[i].filled.next = self.front_filled_read.q.val().get_bit(i);
                self.front_steps[i].blank.next = self.front_blank_read.q.val().get_bit(i);
                self.states.next = self.front_steps[i].after.val();
                self.lead.next = self.lead.val() && !self.front_filled_read.q.val().get_bit(i);
                self.leads.next = self.leads.val().replace_bit(i, self.lead.val());
            }

            // Backward, from the highest to the lowest.
            self.states.next = self.backward[0].q.val();
            self.lead.next = self.backward_leads.q.val().get_bit(0);
            for i in 0..W {
                self.entered.next = self.none.val();
                if self.top_after.val() {
                    self.entered.next = self.last_symbol.val();
                }
                for j in 1..S {
                    self.entered.next = self
                        .entered
                        .val()
                        .replace_bit(j - 1, self.states.val().get_bit(j));
                }
                self.back_steps[last - i].ones.next = self.ones.q.val();
                self.back_steps[last - i].states.next = self.states.val();
                self.back_steps[last - i].entered.next = self.entered.val();
                self.back_steps[last - i].filled.next =
                    self.back_filled_read.q.val().get_bit(last - i);
                self.back_steps[last - i].blank.next =
                    self.back_blank_read.q.val().get_bit(last - i);
                self.lead.next = (self.lead.val() || self.states.val().get_bit(0))
                    && !self.back_filled_read.q.val().get_bit(last - i);
                self.back_leads.next = self.back_leads.val().replace_bit(last - i, self.lead.val());
                self.states.next = self.back_steps[last - i].after.val();
                self.top_after.next =
                    self.top_after.val() && !self.back_filled_read.q.val().get_bit(last - i);
            }
        }

        self.forward_leads.d.next = self.leads.val();
        self.backward_leads.d.next = self.back_leads.val();
        self.top.d.next = self.top_after.val();
        if self.pace.first.val() {
            self.ones.d.next = self.clue_ones.val();
            self.forward_leads.d.next = self.last_lead.val();
            self.backward_leads.d.next = self.no_cells.val();
            self.top.d.next = self.clue_end_top.val();
        }

        // What each direction has found at a group waits for the other. Where a direction has passed what the other has stored,
        // cells are found.
        self.forward_leads_store.write_enable.next = self.pace.busy.val();
        self.forward_leads_store.write_address.next = self.pace.front_step.val();
        self.forward_leads_store.write_data.next = self.leads.val();
        self.forward_leads_store.read_address.next = self.pace.back_meet.val();
        self.backward_leads_store.write_enable.next = self.pace.busy.val();
        self.backward_leads_store.write_address.next = self.pace.back_step.val();
        self.backward_leads_store.write_data.next = self.back_leads.val();
        self.backward_leads_store.read_address.next = self.pace.front_meet.val();
        for i in 0..W {
            self.forward[i].clock.next = self.clock.val();
            self.backward[i].clock.next = self.clock.val();
            self.forward_stores[i].clock.next = self.clock.val();
            self.backward_stores[i].clock.next = self.clock.val();
            self.states.next = self.front_steps[i].after.val();
            if self.pace.first.val() {
                self.states.next = self.none.val();
            }
            self.forward[i].d.next = self.states.val();
            self.states.next = self.back_steps[i].after.val();
            if self.pace.first.val() {
                self.states.next = self.clue_end.val();
            }
            self.backward[i].d.next = self.states.val();
            self.forward_stores[i].write_enable.next = self.pace.busy.val();
            self.forward_stores[i].write_address.next = self.pace.front_step.val();
            self.forward_stores[i].write_data.next = self.front_steps[i].after.val();
            self.forward_stores[i].read_address.next = self.pace.back_meet.val();
            self.backward_stores[i].write_enable.next = self.pace.busy.val();
            self.backward_stores[i].write_address.next = self.pace.back_step.val();
            self.backward_stores[i].write_data.next = self.back_steps[i].after.val();
            self.backward_stores[i].read_address.next = self.pace.front_meet.val();
            self.front_meets[i].ones.next = self.ones.q.val();
            self.front_meets[i].ahead.next = self.forward[i].q.val();
            self.front_meets[i].ahead_lead.next = self.forward_leads.q.val().get_bit(i);
            self.front_meets[i].behind.next = self.backward_stores[i].read_data.val();
            self.front_meets[i].behind_lead.next =
                self.backward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].ones.next = self.ones.q.val();
            self.back_meets[i].ahead.next = self.forward_stores[i].read_data.val();
            self.back_meets[i].ahead_lead.next =
                self.forward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].behind.next = self.backward[i].q.val();
            self.back_meets[i].behind_lead.next = self.backward_leads.q.val().get_bit(i);
        }

        self.findings.clear.next = self.clear.val();
        self.findings.meeting.next = self.pace.meeting.val();
        self.findings.front.next = self.pace.front_meet.val();
        self.findings.back.next = self.pace.back_meet.val();
        self.findings.front_unknown.next = self.front_unknown.q.val();
        self.findings.back_unknown.next = self.back_unknown.q.val();
        self.known_cells.next = self.no_cells.val();
        self.filled_cells.next = self.no_cells.val();
        self.empty_cells.next = self.no_cells.val();
        for i in 0..W {
            self.known_cells.next =
                (self.known_cells.val()).replace_bit(i, self.front_meets[i].known.val());
            self.filled_cells.next =
                (self.filled_cells.val()).replace_bit(i, self.front_meets[i].filled.val());
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.front_meets[i].conflict.val());
        }
        self.findings.front_known.next = self.known_cells.val();
        self.findings.front_filled.next = self.filled_cells.val();
        self.findings.front_empty.next = self.empty_cells.val();
        for i in 0..W {
            self.known_cells.next =
                (self.known_cells.val()).replace_bit(i, self.back_meets[i].known.val());
            self.filled_cells.next =
                (self.filled_cells.val()).replace_bit(i, self.back_meets[i].filled.val());
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.back_meets[i].conflict.val());
        }
        self.findings.back_known.next = self.known_cells.val();
        self.findings.back_filled.next = self.filled_cells.val();
        self.findings.back_empty.next = self.empty_cells.val();
        self.conflict.next = self.findings.conflict.val();
        self.known.next = self.findings.known.val();
        self.filled.next = self.findings.filled.val();
        self.fresh.next = self.findings.fresh.val();
    }
}
