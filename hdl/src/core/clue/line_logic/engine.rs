//! The line engine: the automaton of a clue runs over its line from both ends.
//! Interface: `Engine` is started with a clue and reads groups of cells; `Pace` is its sequencer, and `Step` and `Meet` its datapath.

use super::ResultPacker;
use crate::core::clue::GROUP_COUNT_BITS;
use crate::widgets::{Dff, LutRam, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

/// The line engine: runs the automaton of a line's clue from both ends, one group of cells per cycle and direction.
/// Interface: `start` begins a visit, which reads the cells at `front_group` and `back_group`; the results are valid in the second cycle
/// after `ends`.
///
/// The engine for lines of up to `SIDE` cells in `GROUPS` groups of `CELLS_PER_STEP`.
///
/// Symbol 0 is the leading blank and has its own bit (`leads`, one per cell); symbols 1 to `SIDE` are in a word. If the blocks and the
/// blanks between them fill a line of `SIDE` cells, the trailing blank is symbol `SIDE` + 1, `top`.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<
    const SIDE: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the running visit.
    pub clear: Signal<In, Bit>,
    /// The next cycle is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// Filled symbols of the clue, one bit per symbol, in the first cycle of a visit.
    pub filled_symbols: Signal<In, Bits<SIDE>>,
    /// Trailing blank of the clue, one-hot from symbol 1, or 0 if it is symbol `SIDE` + 1; in the first cycle of a visit.
    pub last_symbol: Signal<In, Bits<SIDE>>,
    /// The trailing blank of the clue is symbol `SIDE` + 1, in the first cycle of a visit.
    pub last_is_top: Signal<In, Bit>,

    /// Group to read from the front.
    pub front_group: Signal<Out, Bits<GROUP_BITS>>,
    /// Group to read from the front in the next cycle.
    pub front_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Filled cells of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_filled: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Blank cells of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_blank: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Group to read from the back.
    pub back_group: Signal<Out, Bits<GROUP_BITS>>,
    /// Group to read from the back in the next cycle.
    pub back_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Filled cells of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_filled: Signal<In, Bits<CELLS_PER_STEP>>,
    /// Blank cells of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_blank: Signal<In, Bits<CELLS_PER_STEP>>,

    /// A visit is running.
    pub busy: Signal<Out, Bit>,
    /// Last cycle of a visit.
    pub ends: Signal<Out, Bit>,
    /// A contradiction was found in the visited line in the previous cycle.
    pub conflict: Signal<Out, Bit>,
    /// Cells of the last visited line with one possible value, one bit per cell, valid in the second cycle after `ends`.
    pub known: Signal<Out, Bits<SIDE>>,
    /// Cells of `known` that are filled, one bit per cell; valid with `known`.
    pub filled: Signal<Out, Bits<SIDE>>,
    /// Cells of `known` that were unknown when they were read, one bit per cell; valid with `known`.
    pub fresh: Signal<Out, Bits<SIDE>>,

    pace: Pace<GROUP_BITS>,
    result_packer: ResultPacker<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>,
    front_filled_read: Dff<Bits<CELLS_PER_STEP>>,
    front_blank_read: Dff<Bits<CELLS_PER_STEP>>,
    back_filled_read: Dff<Bits<CELLS_PER_STEP>>,
    back_blank_read: Dff<Bits<CELLS_PER_STEP>>,
    front_unknown: Dff<Bits<CELLS_PER_STEP>>,
    back_unknown: Dff<Bits<CELLS_PER_STEP>>,

    symbols: Dff<Bits<SIDE>>,
    /// Forward set of symbols after each cell of the group stepped over last, the lowest cell first.
    #[default(from_fn(|_| Dff::default()))]
    forward: [Dff<Bits<SIDE>>; CELLS_PER_STEP],
    forward_leads: Dff<Bits<CELLS_PER_STEP>>,
    /// Backward set of symbols after each cell of the group stepped over last, the lowest cell first.
    #[default(from_fn(|_| Dff::default()))]
    backward: [Dff<Bits<SIDE>>; CELLS_PER_STEP],
    backward_leads: Dff<Bits<CELLS_PER_STEP>>,
    top: Dff<Bit>,

    #[default(from_fn(|_| Step::default()))]
    front_steps: [Step<SIDE>; CELLS_PER_STEP],
    #[default(from_fn(|_| Step::default()))]
    back_steps: [Step<SIDE>; CELLS_PER_STEP],
    #[default(from_fn(|_| LutRam::default()))]
    forward_stores: [LutRam<SIDE, GROUP_BITS>; CELLS_PER_STEP],
    forward_leads_store: LutRam<CELLS_PER_STEP, GROUP_BITS>,
    #[default(from_fn(|_| LutRam::default()))]
    backward_stores: [LutRam<SIDE, GROUP_BITS>; CELLS_PER_STEP],
    backward_leads_store: LutRam<CELLS_PER_STEP, GROUP_BITS>,
    #[default(from_fn(|_| Meet::default()))]
    front_meets: [Meet<SIDE>; CELLS_PER_STEP],
    #[default(from_fn(|_| Meet::default()))]
    back_meets: [Meet<SIDE>; CELLS_PER_STEP],

    states: Signal<Local, Bits<SIDE>>,
    entered: Signal<Local, Bits<SIDE>>,
    lead: Signal<Local, Bit>,
    leads: Signal<Local, Bits<CELLS_PER_STEP>>,
    back_leads: Signal<Local, Bits<CELLS_PER_STEP>>,
    top_after: Signal<Local, Bit>,
    known_cells: Signal<Local, Bits<CELLS_PER_STEP>>,
    filled_cells: Signal<Local, Bits<CELLS_PER_STEP>>,
    empty_cells: Signal<Local, Bits<CELLS_PER_STEP>>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(1 << (SIDE - 1)))]
    top_symbol: Constant<Bits<SIDE>>,
    #[default(constant(0))]
    no_cells: Constant<Bits<CELLS_PER_STEP>>,
    #[default(constant(1 << (CELLS_PER_STEP - 1)))]
    last_lead: Constant<Bits<CELLS_PER_STEP>>,
}

inputs!(Engine<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>, [const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize]:
    clear, start, groups, filled_symbols, last_symbol, last_is_top, front_filled, front_blank, back_filled, back_blank);

impl<const SIDE: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize>
    Logic for Engine<SIDE, CELLS_PER_STEP, GROUPS, GROUP_BITS>
{
    #[hdl_gen]
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
            symbols,
            forward_leads,
            backward_leads,
            top
        );
        clock!(
            self,
            clock,
            pace,
            result_packer,
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

        // Registers of the cells that have been read.
        self.front_filled_read.d.next = self.front_filled.val();
        self.front_blank_read.d.next = self.front_blank.val();
        self.back_filled_read.d.next = self.back_filled.val();
        self.back_blank_read.d.next = self.back_blank.val();
        self.front_unknown.d.next =
            !(self.front_filled_read.q.val() | self.front_blank_read.q.val());
        self.back_unknown.d.next = !(self.back_filled_read.q.val() | self.back_blank_read.q.val());

        // Forward: from the lowest cell of the group to the highest, whose set is used in the next cycle. rust-hdl computes an index from
        // loop variables and literals only, so the last cell has its own loop.
        self.leads.next = self.no_cells.val();
        self.back_leads.next = self.no_cells.val();
        self.top_after.next = self.top.q.val();
        for last in (CELLS_PER_STEP - 1)..CELLS_PER_STEP {
            self.states.next = self.forward[last].q.val();
            self.lead.next = self.forward_leads.q.val().get_bit(last);
            for i in 0..CELLS_PER_STEP {
                self.entered.next = self.states.val() << 1;
                self.entered.next = self.entered.val().replace_bit(0, self.lead.val());
                self.front_steps[i].filled_symbols.next = self.symbols.q.val();
                self.front_steps[i].states.next = self.states.val();
                self.front_steps[i].entered.next = self.entered.val();
                self.front_steps[i].filled.next = self.front_filled_read.q.val().get_bit(i);
                self.front_steps[i].blank.next = self.front_blank_read.q.val().get_bit(i);
                self.states.next = self.front_steps[i].after.val();
                self.lead.next = self.lead.val() && !self.front_filled_read.q.val().get_bit(i);
                self.leads.next = self.leads.val().replace_bit(i, self.lead.val());
            }

            // Backward: from the highest cell of the group to the lowest.
            self.states.next = self.backward[0].q.val();
            self.lead.next = self.backward_leads.q.val().get_bit(0);
            for i in 0..CELLS_PER_STEP {
                self.entered.next = self.states.val() >> 1;
                if self.top_after.val() {
                    self.entered.next = self.entered.val() | self.top_symbol.val();
                }
                self.back_steps[last - i].filled_symbols.next = self.symbols.q.val();
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
            self.symbols.d.next = self.filled_symbols.val();
            self.forward_leads.d.next = self.last_lead.val();
            self.backward_leads.d.next = self.no_cells.val();
            self.top.d.next = self.last_is_top.val();
        }

        // The sets of each direction are stored for the other. Past the midpoint each direction is intersected with the stored sets of
        // the other.
        self.forward_leads_store.write_enable.next = self.pace.busy.val();
        self.forward_leads_store.write_address.next = self.pace.front_step.val();
        self.forward_leads_store.write_data.next = self.leads.val();
        self.forward_leads_store.read_address.next = self.pace.back_meet.val();
        self.backward_leads_store.write_enable.next = self.pace.busy.val();
        self.backward_leads_store.write_address.next = self.pace.back_step.val();
        self.backward_leads_store.write_data.next = self.back_leads.val();
        self.backward_leads_store.read_address.next = self.pace.front_meet.val();
        for i in 0..CELLS_PER_STEP {
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
                self.states.next = self.last_symbol.val();
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
            self.front_meets[i].filled_symbols.next = self.symbols.q.val();
            self.front_meets[i].ahead.next = self.forward[i].q.val();
            self.front_meets[i].ahead_lead.next = self.forward_leads.q.val().get_bit(i);
            self.front_meets[i].behind.next = self.backward_stores[i].read_data.val();
            self.front_meets[i].behind_lead.next =
                self.backward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].filled_symbols.next = self.symbols.q.val();
            self.back_meets[i].ahead.next = self.forward_stores[i].read_data.val();
            self.back_meets[i].ahead_lead.next =
                self.forward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].behind.next = self.backward[i].q.val();
            self.back_meets[i].behind_lead.next = self.backward_leads.q.val().get_bit(i);
        }

        self.result_packer.clear.next = self.clear.val();
        self.result_packer.meeting.next = self.pace.meeting.val();
        self.result_packer.front.next = self.pace.front_meet.val();
        self.result_packer.back.next = self.pace.back_meet.val();
        self.result_packer.front_unknown.next = self.front_unknown.q.val();
        self.result_packer.back_unknown.next = self.back_unknown.q.val();
        self.known_cells.next = self.no_cells.val();
        self.filled_cells.next = self.no_cells.val();
        self.empty_cells.next = self.no_cells.val();
        for i in 0..CELLS_PER_STEP {
            self.known_cells.next =
                (self.known_cells.val()).replace_bit(i, self.front_meets[i].known.val());
            self.filled_cells.next =
                (self.filled_cells.val()).replace_bit(i, self.front_meets[i].filled.val());
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.front_meets[i].conflict.val());
        }
        self.result_packer.front_known.next = self.known_cells.val();
        self.result_packer.front_filled.next = self.filled_cells.val();
        self.result_packer.front_empty.next = self.empty_cells.val();
        for i in 0..CELLS_PER_STEP {
            self.known_cells.next =
                (self.known_cells.val()).replace_bit(i, self.back_meets[i].known.val());
            self.filled_cells.next =
                (self.filled_cells.val()).replace_bit(i, self.back_meets[i].filled.val());
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.back_meets[i].conflict.val());
        }
        self.result_packer.back_known.next = self.known_cells.val();
        self.result_packer.back_filled.next = self.filled_cells.val();
        self.result_packer.back_empty.next = self.empty_cells.val();
        self.conflict.next = self.result_packer.conflict.val();
        self.known.next = self.result_packer.known.val();
        self.filled.next = self.result_packer.filled.val();
        self.fresh.next = self.result_packer.fresh.val();
    }
}

/// The sequencer of a visit: which groups are read, stepped over and intersected in each cycle, and when the visit ends.
/// Interface: `start`, then group numbers in each cycle; a group is read, stepped over and, past the midpoint, intersected in consecutive
/// cycles.
///
/// Counters for lines of up to 2^`GROUP_BITS` groups.
#[derive(LogicBlock, SmartDefault)]
pub struct Pace<const GROUP_BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the visit, even one that starts in this cycle.
    pub clear: Signal<In, Bit>,
    /// The next cycle is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// A visit is running.
    pub busy: Signal<Out, Bit>,
    /// First cycle of a visit, valid while `busy`.
    pub first: Signal<Out, Bit>,
    /// Last cycle of a visit.
    pub ends: Signal<Out, Bit>,
    /// Both directions have stepped over the groups `front_meet` and `back_meet`, which are intersected in this cycle.
    pub meeting: Signal<Out, Bit>,
    /// Group that the forward direction reads in this cycle.
    pub front_read: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction reads in the next cycle.
    pub front_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction steps over in this cycle.
    pub front_step: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction stepped over in the previous cycle.
    pub front_meet: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction reads in this cycle.
    pub back_read: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction reads in the next cycle.
    pub back_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction steps over in this cycle.
    pub back_step: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction stepped over in the previous cycle.
    pub back_meet: Signal<Out, Bits<GROUP_BITS>>,

    active: Dff<Bit>,
    step: Dff<Bits<GROUP_COUNT_BITS>>,
    almost: Dff<Bit>,
    last: Dff<Bit>,
    meets: Dff<Bit>,
    from_front: Dff<Bits<GROUP_BITS>>,
    at_front: Dff<Bits<GROUP_BITS>>,
    met_front: Dff<Bits<GROUP_BITS>>,
    from_back: Dff<Bits<GROUP_BITS>>,
    at_back: Dff<Bits<GROUP_BITS>>,
    met_back: Dff<Bits<GROUP_BITS>>,

    groups_less: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    groups_more: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    twice: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    continues: Signal<Local, Bit>,

    #[default(constant(0))]
    no_step: Constant<Bits<GROUP_COUNT_BITS>>,
    #[default(constant(1))]
    one_step: Constant<Bits<GROUP_COUNT_BITS>>,
    #[default(constant(0))]
    no_group: Constant<Bits<GROUP_BITS>>,
    #[default(constant(1))]
    one_group: Constant<Bits<GROUP_BITS>>,
}

impl<const GROUP_BITS: usize> Logic for Pace<GROUP_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, active, step, almost, last, meets, from_front, at_front, met_front,
            from_back, at_back, met_back
        );

        // The last step is number `groups` + 1. Groups are intersected from the midpoint on: when 2 (step - 2) + 1 is at least `groups`.
        self.groups_less.next = self.groups.val() - self.one_step.val();
        self.groups_more.next = self.groups.val() + self.one_step.val();
        self.twice.next = self.step.q.val() + self.step.q.val();
        self.continues.next = self.active.q.val() && !self.last.q.val();
        self.almost.d.next = self.continues.val() && (self.step.q.val() == self.groups_less.val());
        self.last.d.next = self.continues.val() && self.almost.q.val();
        self.meets.d.next = self.continues.val() && (self.twice.val() >= self.groups_more.val());
        self.active.d.next = self.continues.val();
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
            self.from_back.d.next =
                bit_cast::<GROUP_BITS, GROUP_COUNT_BITS>(self.groups_less.val());
        }
        self.front_next.next = self.from_front.d.val();
        self.back_next.next = self.from_back.d.val();
        // `clear` arrives late in the cycle, so it comes last: it becomes the registers' reset input.
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

/// One cell's step of a line automaton.
/// Interface: combinational; `after` is the set of symbols that can occupy the cell.
///
/// A step over symbols 1 to `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct Step<const SIDE: usize> {
    /// Filled symbols of the clue, one bit per symbol from symbol 1.
    pub filled_symbols: Signal<In, Bits<SIDE>>,
    /// Set of symbols that can occupy the previous cell in the direction of the step, one bit per symbol.
    pub states: Signal<In, Bits<SIDE>>,
    /// `states` moved by one symbol in the direction of the step, including moves from symbols 0 and `SIDE` + 1.
    pub entered: Signal<In, Bits<SIDE>>,
    /// The cell is known to be filled.
    pub filled: Signal<In, Bit>,
    /// The cell is known to be blank.
    pub blank: Signal<In, Bit>,
    /// Set of symbols that can occupy the cell, one bit per symbol.
    pub after: Signal<Out, Bits<SIDE>>,
    by_fill: Signal<Local, Bits<SIDE>>,
    by_blank: Signal<Local, Bits<SIDE>>,
}

impl<const SIDE: usize> Logic for Step<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.by_fill.next = self.entered.val() & self.filled_symbols.val();
        if self.blank.val() {
            self.by_fill.next = self.by_fill.val() ^ self.by_fill.val();
        }
        self.by_blank.next = (self.states.val() | self.entered.val()) & !self.filled_symbols.val();
        if self.filled.val() {
            self.by_blank.next = self.by_blank.val() ^ self.by_blank.val();
        }
        self.after.next = self.by_fill.val() | self.by_blank.val();
    }
}

/// Intersects the forward and the backward set at one cell, to determine the values that the cell can have.
/// Interface: combinational, from the two sets of symbols that can occupy the cell, one from the front and one from the back.
///
/// Intersection at one cell, over symbols 0 to `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct Meet<const SIDE: usize> {
    /// Filled symbols of the clue, one bit per symbol from symbol 1.
    pub filled_symbols: Signal<In, Bits<SIDE>>,
    /// Set from the front: symbols 1 to `SIDE`, one bit per symbol.
    pub ahead: Signal<In, Bits<SIDE>>,
    /// The set from the front contains symbol 0.
    pub ahead_lead: Signal<In, Bit>,
    /// Set from the back: symbols 1 to `SIDE`, one bit per symbol.
    pub behind: Signal<In, Bits<SIDE>>,
    /// The set from the back contains symbol 0.
    pub behind_lead: Signal<In, Bit>,
    /// The cell has one possible value.
    pub known: Signal<Out, Bit>,
    /// The only possible value of the cell is filled.
    pub filled: Signal<Out, Bit>,
    /// The cell has no possible value.
    pub conflict: Signal<Out, Bit>,
    both: Signal<Local, Bits<SIDE>>,
    can_fill: Signal<Local, Bit>,
    can_blank: Signal<Local, Bit>,
}

impl<const SIDE: usize> Logic for Meet<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = self.ahead.val() & self.behind.val();
        self.can_fill.next = (self.both.val() & self.filled_symbols.val()).any();
        self.can_blank.next = (self.both.val() & !self.filled_symbols.val()).any()
            || (self.ahead_lead.val() && self.behind_lead.val());
        self.known.next = self.can_fill.val() ^ self.can_blank.val();
        self.filled.next = self.can_fill.val() && !self.can_blank.val();
        self.conflict.next = !self.can_fill.val() && !self.can_blank.val();
    }
}
