//! The line engine: the automaton of a clue runs over its line from both ends.
//! Interface: `Engine` is started with a clue and reads groups of cells; `Pace` is its sequencer, and `Step` and `Meet` its datapath.

use super::ResultPacker;
use crate::core::clue::GROUP_COUNT_BITS;
use crate::prelude::*;

/// The line engine: runs the automaton of a line's clue from both ends, one group of cells per cycle and direction.
/// Interface: `start` begins a visit, which reads the cells at `front_group` and `back_group`; the results are valid in the second cycle
/// after `ends`.
///
/// The engine for lines of up to `SIDE` cells in `GROUPS` groups of `CELLS_PER_STEP`, of `COLOURS` colours and so `VALUES` values.
///
/// Symbol 0 is the leading blank and has its own bit (`leads`, one per cell); symbols 1 to `SIDE` are in a word. If the blocks and the
/// blanks between them fill a line of `SIDE` cells, the trailing blank is symbol `SIDE` + 1, `top`. With several colours (`GAPS` is 1), a
/// second word has the optional blanks between blocks of different colours, at the symbol that each of them follows.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> {
    /// Discards the running visit.
    pub clear: Signal<In, Bit>,
    /// The next cycle is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// Filled symbols of the clue by colour, one bit per symbol, in the first cycle of a visit.
    pub colour_symbols: Array<Signal<In, Bits<SIDE>>, COLOURS>,
    /// Symbols of the clue that an optional blank may follow, one bit per symbol, in the first cycle of a visit.
    pub gap_symbols: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Trailing blank of the clue, one-hot from symbol 1, or 0 if it is symbol `SIDE` + 1; in the first cycle of a visit.
    pub last_symbol: Signal<In, Bits<SIDE>>,
    /// The trailing blank of the clue is symbol `SIDE` + 1, in the first cycle of a visit.
    pub last_is_top: Signal<In, Bit>,

    /// Group to read from the front.
    pub front_group: Signal<Out, Bits<GROUP_BITS>>,
    /// Group to read from the front in the next cycle.
    pub front_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Excluded values of the front group, lowest cell in bit 0, in the cycle of `front_group`.
    pub front_excluded: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,
    /// Group to read from the back.
    pub back_group: Signal<Out, Bits<GROUP_BITS>>,
    /// Group to read from the back in the next cycle.
    pub back_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Excluded values of the back group, lowest cell in bit 0, in the cycle of `back_group`.
    pub back_excluded: Array<Signal<In, Bits<CELLS_PER_STEP>>, VALUES>,

    /// A visit is running.
    pub busy: Signal<Out, Bit>,
    /// Last cycle of a visit.
    pub ends: Signal<Out, Bit>,
    /// A contradiction was found in the visited line in the previous cycle.
    pub conflict: Signal<Out, Bit>,
    /// Excluded values of the last visited line, one bit per cell, valid in the second cycle after `ends`.
    pub excluded: Array<Signal<Out, Bits<SIDE>>, VALUES>,
    /// Cells with an excluded value that was not excluded when they were read, one bit per cell; valid with `excluded`.
    pub fresh: Signal<Out, Bits<SIDE>>,

    pace: Pace<GROUP_BITS>,
    result_packer: ResultPacker<SIDE, VALUES, CELLS_PER_STEP, GROUPS, GROUP_BITS>,
    front_read: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    back_read: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    front_before: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,
    back_before: Array<Dff<Bits<CELLS_PER_STEP>>, VALUES>,

    symbols: Array<Dff<Bits<SIDE>>, COLOURS>,
    gaps: Array<Dff<Bits<SIDE>>, GAPS>,
    /// Forward sets after each cell of the group stepped over last, the lowest cell first, and those of all groups.
    forward: Array<CellSets<SIDE, GAPS, GROUP_BITS>, CELLS_PER_STEP>,
    forward_leads: Dff<Bits<CELLS_PER_STEP>>,
    /// Backward sets after each cell of the group stepped over last, the lowest cell first, and those of all groups.
    backward: Array<CellSets<SIDE, GAPS, GROUP_BITS>, CELLS_PER_STEP>,
    backward_leads: Dff<Bits<CELLS_PER_STEP>>,
    top: Dff<Bit>,

    front_steps: Array<Step<SIDE, COLOURS, VALUES, GAPS>, CELLS_PER_STEP>,
    back_steps: Array<Step<SIDE, COLOURS, VALUES, GAPS>, CELLS_PER_STEP>,
    forward_leads_store: LutRam<CELLS_PER_STEP, GROUP_BITS>,
    backward_leads_store: LutRam<CELLS_PER_STEP, GROUP_BITS>,
    front_meets: Array<Meet<SIDE, COLOURS, VALUES, GAPS>, CELLS_PER_STEP>,
    back_meets: Array<Meet<SIDE, COLOURS, VALUES, GAPS>, CELLS_PER_STEP>,

    states: Signal<Local, Bits<SIDE>>,
    between: Array<Signal<Local, Bits<SIDE>>, GAPS>,
    entered: Signal<Local, Bits<SIDE>>,
    lead: Signal<Local, Bit>,
    leads: Signal<Local, Bits<CELLS_PER_STEP>>,
    back_leads: Signal<Local, Bits<CELLS_PER_STEP>>,
    top_after: Signal<Local, Bit>,
    excluded_cells: Array<Signal<Local, Bits<CELLS_PER_STEP>>, VALUES>,
    empty_cells: Signal<Local, Bits<CELLS_PER_STEP>>,

    #[default(constant(1 << (SIDE - 1)))]
    top_symbol: Constant<Bits<SIDE>>,
    #[default(constant(1 << (CELLS_PER_STEP - 1)))]
    last_lead: Constant<Bits<CELLS_PER_STEP>>,
}

impl<
    const SIDE: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const GAPS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
> Logic for Engine<SIDE, COLOURS, VALUES, GAPS, CELLS_PER_STEP, GROUPS, GROUP_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.pace.clear.next = self.clear.val();
        self.pace.start.next = self.start.val();
        self.pace.groups.next = self.groups.val();
        self.busy.next = self.pace.busy.val();
        self.ends.next = self.pace.ends.val();
        self.front_group.next = self.pace.front_read.val();
        self.back_group.next = self.pace.back_read.val();
        self.front_next.next = self.pace.front_next.val();
        self.back_next.next = self.pace.back_next.val();

        // Registers of the cells that have been read, and of the clue.
        for v in 0..VALUES {
            self.front_read[v].d.next = self.front_excluded[v].val();
            self.back_read[v].d.next = self.back_excluded[v].val();
            self.front_before[v].d.next = self.front_read[v].q.val();
            self.back_before[v].d.next = self.back_read[v].q.val();
        }
        for c in 0..COLOURS {
            if self.pace.first.val() {
                self.symbols[c].d.next = self.colour_symbols[c].val();
            }
        }
        for g in 0..GAPS {
            if self.pace.first.val() {
                self.gaps[g].d.next = self.gap_symbols[g].val();
            }
        }

        // Forward: from the lowest cell of the group to the highest, whose sets are used in the next cycle. rust-hdl computes an index
        // from loop variables and literals only, so the last cell has its own loop.
        self.leads.next = 0.into();
        self.back_leads.next = 0.into();
        self.top_after.next = self.top.q.val();
        for last in (CELLS_PER_STEP - 1)..CELLS_PER_STEP {
            self.states.next = self.forward[last].states.val();
            for g in 0..GAPS {
                self.between[g].next = self.forward[last].between[g].val();
            }
            self.lead.next = self.forward_leads.q.val().get_bit(last);
            for i in 0..CELLS_PER_STEP {
                self.entered.next = self.states.val();
                for g in 0..GAPS {
                    self.entered.next = self.states.val() | self.between[g].val();
                    self.front_steps[i].passing[g].next = self.entered.val();
                    self.front_steps[i].gaps[g].next = self.gaps[g].q.val();
                }
                self.entered.next = self.entered.val() << 1;
                self.entered.next = self.entered.val().replace_bit(0, self.lead.val());
                for c in 0..COLOURS {
                    self.front_steps[i].symbols[c].next = self.symbols[c].q.val();
                }
                for v in 0..VALUES {
                    self.front_steps[i].excluded[v].next = self.front_read[v].q.val().get_bit(i);
                }
                self.front_steps[i].states.next = self.states.val();
                self.front_steps[i].entered.next = self.entered.val();
                self.states.next = self.front_steps[i].after.val();
                for g in 0..GAPS {
                    self.between[g].next = self.front_steps[i].between[g].val();
                }
                self.lead.next = self.lead.val() && !self.front_read[0].q.val().get_bit(i);
                self.leads.next = self.leads.val().replace_bit(i, self.lead.val());
            }

            // Backward: from the highest cell of the group to the lowest.
            self.states.next = self.backward[0].states.val();
            for g in 0..GAPS {
                self.between[g].next = self.backward[0].between[g].val();
            }
            self.lead.next = self.backward_leads.q.val().get_bit(0);
            for i in 0..CELLS_PER_STEP {
                self.entered.next = self.states.val() >> 1;
                for g in 0..GAPS {
                    self.entered.next = self.entered.val() | self.between[g].val();
                    self.back_steps[last - i].passing[g].next = self.entered.val();
                    self.back_steps[last - i].gaps[g].next = self.gaps[g].q.val();
                }
                if self.top_after.val() {
                    self.entered.next = self.entered.val() | self.top_symbol.val();
                }
                for c in 0..COLOURS {
                    self.back_steps[last - i].symbols[c].next = self.symbols[c].q.val();
                }
                for v in 0..VALUES {
                    self.back_steps[last - i].excluded[v].next =
                        self.back_read[v].q.val().get_bit(last - i);
                }
                self.back_steps[last - i].states.next = self.states.val();
                self.back_steps[last - i].entered.next = self.entered.val();
                self.lead.next = (self.lead.val() || self.states.val().get_bit(0))
                    && !self.back_read[0].q.val().get_bit(last - i);
                self.back_leads.next = self.back_leads.val().replace_bit(last - i, self.lead.val());
                self.states.next = self.back_steps[last - i].after.val();
                for g in 0..GAPS {
                    self.between[g].next = self.back_steps[last - i].between[g].val();
                }
                self.top_after.next =
                    self.top_after.val() && !self.back_read[0].q.val().get_bit(last - i);
            }
        }

        self.forward_leads.d.next = self.leads.val();
        self.backward_leads.d.next = self.back_leads.val();
        self.top.d.next = self.top_after.val();
        if self.pace.first.val() {
            self.forward_leads.d.next = self.last_lead.val();
            self.backward_leads.d.next = 0.into();
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
            self.forward[i].first.next = self.pace.first.val();
            self.forward[i].first_states.next = 0.into();
            self.forward[i].after.next = self.front_steps[i].after.val();
            self.forward[i].store.next = self.pace.busy.val();
            self.forward[i].group.next = self.pace.front_step.val();
            self.forward[i].met_group.next = self.pace.back_meet.val();
            self.backward[i].first.next = self.pace.first.val();
            self.backward[i].first_states.next = self.last_symbol.val();
            self.backward[i].after.next = self.back_steps[i].after.val();
            self.backward[i].store.next = self.pace.busy.val();
            self.backward[i].group.next = self.pace.back_step.val();
            self.backward[i].met_group.next = self.pace.front_meet.val();
            self.front_meets[i].ahead.next = self.forward[i].states.val();
            self.front_meets[i].ahead_lead.next = self.forward_leads.q.val().get_bit(i);
            self.front_meets[i].behind.next = self.backward[i].met_states.val();
            self.front_meets[i].behind_lead.next =
                self.backward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].ahead.next = self.forward[i].met_states.val();
            self.back_meets[i].ahead_lead.next =
                self.forward_leads_store.read_data.val().get_bit(i);
            self.back_meets[i].behind.next = self.backward[i].states.val();
            self.back_meets[i].behind_lead.next = self.backward_leads.q.val().get_bit(i);
            for c in 0..COLOURS {
                self.front_meets[i].symbols[c].next = self.symbols[c].q.val();
                self.back_meets[i].symbols[c].next = self.symbols[c].q.val();
            }
            for g in 0..GAPS {
                self.forward[i].between_after[g].next = self.front_steps[i].between[g].val();
                self.backward[i].between_after[g].next = self.back_steps[i].between[g].val();
                self.front_meets[i].ahead_between[g].next = self.forward[i].between[g].val();
                self.front_meets[i].behind_between[g].next = self.backward[i].met_between[g].val();
                self.back_meets[i].ahead_between[g].next = self.forward[i].met_between[g].val();
                self.back_meets[i].behind_between[g].next = self.backward[i].between[g].val();
            }
        }

        self.result_packer.clear.next = self.clear.val();
        self.result_packer.meeting.next = self.pace.meeting.val();
        self.result_packer.front.next = self.pace.front_meet.val();
        self.result_packer.back.next = self.pace.back_meet.val();
        self.empty_cells.next = 0.into();
        for i in 0..CELLS_PER_STEP {
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.front_meets[i].conflict.val());
        }
        self.result_packer.front_empty.next = self.empty_cells.val();
        for i in 0..CELLS_PER_STEP {
            self.empty_cells.next =
                (self.empty_cells.val()).replace_bit(i, self.back_meets[i].conflict.val());
        }
        self.result_packer.back_empty.next = self.empty_cells.val();
        for v in 0..VALUES {
            self.excluded_cells[v].next = 0.into();
            for i in 0..CELLS_PER_STEP {
                self.excluded_cells[v].next = self.excluded_cells[v]
                    .val()
                    .replace_bit(i, self.front_meets[i].excluded[v].val());
            }
            self.result_packer.front_excluded[v].next = self.excluded_cells[v].val();
            for i in 0..CELLS_PER_STEP {
                self.excluded_cells[v].next = self.excluded_cells[v]
                    .val()
                    .replace_bit(i, self.back_meets[i].excluded[v].val());
            }
            self.result_packer.back_excluded[v].next = self.excluded_cells[v].val();
            self.result_packer.front_before[v].next = self.front_before[v].q.val();
            self.result_packer.back_before[v].next = self.back_before[v].q.val();
            self.excluded[v].next = self.result_packer.excluded[v].val();
        }
        self.conflict.next = self.result_packer.conflict.val();
        self.fresh.next = self.result_packer.fresh.val();
    }
}

/// The sequencer of a visit: which groups are read, stepped over and intersected in each cycle, and when the visit ends.
/// Interface: `start`, then group numbers in each cycle; a group is read, stepped over and, past the midpoint, intersected in consecutive
/// cycles.
///
/// Counters for lines of up to 2^`GROUP_BITS` groups.
#[derive(LogicBlock, Default)]
pub struct Pace<const GROUP_BITS: usize> {
    /// Discards the visit, even one that starts in this cycle.
    pub clear: Signal<In, Bit>,
    /// The next cycle is the first of a visit.
    pub start: Signal<In, Bit>,
    /// Number of groups of cells per line.
    pub groups: Signal<In, Bits<GROUP_COUNT_BITS>>,

    /// A visit is running.
    pub busy: Dff<Bit, Out>,
    /// First cycle of a visit, valid while `busy`.
    pub first: Signal<Out, Bit>,
    /// Last cycle of a visit.
    pub ends: Dff<Bit, Out>,
    /// Both directions have stepped over the groups `front_meet` and `back_meet`, which are intersected in this cycle.
    pub meeting: Dff<Bit, Out>,
    /// Group that the forward direction reads in this cycle.
    pub front_read: Dff<Bits<GROUP_BITS>, Out>,
    /// Group that the forward direction reads in the next cycle.
    pub front_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the forward direction steps over in this cycle.
    pub front_step: Dff<Bits<GROUP_BITS>, Out>,
    /// Group that the forward direction stepped over in the previous cycle.
    pub front_meet: Dff<Bits<GROUP_BITS>, Out>,
    /// Group that the backward direction reads in this cycle.
    pub back_read: Dff<Bits<GROUP_BITS>, Out>,
    /// Group that the backward direction reads in the next cycle.
    pub back_next: Signal<Out, Bits<GROUP_BITS>>,
    /// Group that the backward direction steps over in this cycle.
    pub back_step: Dff<Bits<GROUP_BITS>, Out>,
    /// Group that the backward direction stepped over in the previous cycle.
    pub back_meet: Dff<Bits<GROUP_BITS>, Out>,

    step: Dff<Bits<GROUP_COUNT_BITS>>,
    almost: Dff<Bit>,

    groups_less: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    groups_more: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    twice: Signal<Local, Bits<GROUP_COUNT_BITS>>,
    continues: Signal<Local, Bit>,
}

impl<const GROUP_BITS: usize> Logic for Pace<GROUP_BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        // The last step is number `groups` + 1. Groups are intersected from the midpoint on: when 2 (step - 2) + 1 is at least `groups`.
        self.groups_less.next = self.groups.val() - 1;
        self.groups_more.next = self.groups.val() + 1;
        self.twice.next = self.step.q.val() + self.step.q.val();
        self.continues.next = self.busy.q.val() && !self.ends.q.val();
        self.almost.d.next = self.continues.val() && (self.step.q.val() == self.groups_less.val());
        self.ends.d.next = self.continues.val() && self.almost.q.val();
        self.meeting.d.next = self.continues.val() && (self.twice.val() >= self.groups_more.val());
        self.busy.d.next = self.continues.val();
        if self.busy.q.val() {
            self.step.d.next = self.step.q.val() + 1;
            self.front_read.d.next = self.front_read.q.val() + 1;
            self.back_read.d.next = self.back_read.q.val() - 1;
        }
        self.front_step.d.next = self.front_read.q.val();
        self.front_meet.d.next = self.front_step.q.val();
        self.back_step.d.next = self.back_read.q.val();
        self.back_meet.d.next = self.back_step.q.val();
        if self.start.val() {
            self.busy.d.next = true;
            self.step.d.next = 0.into();
            self.front_read.d.next = 0.into();
            self.back_read.d.next =
                bit_cast::<GROUP_BITS, GROUP_COUNT_BITS>(self.groups_less.val());
        }
        self.front_next.next = self.front_read.d.val();
        self.back_next.next = self.back_read.d.val();
        // `clear` arrives late in the cycle, so it comes last: it becomes the registers' reset input.
        if self.clear.val() {
            self.busy.d.next = false;
            self.almost.d.next = false;
            self.ends.d.next = false;
            self.meeting.d.next = false;
        }

        self.first.next = self.step.q.val() == 0;
    }
}

/// The sets of one direction after a cell of each group.
/// Interface: `after` is the set after the group that is stepped over: a register has it one cycle later, and the store has it for
/// `met_group` from then on.
///
/// Sets of symbols 1 to `SIDE` and, with several colours, of optional blanks, for lines of up to 2^`GROUP_BITS` groups.
#[derive(LogicBlock, Default)]
pub struct CellSets<const SIDE: usize, const GAPS: usize, const GROUP_BITS: usize> {
    /// First cycle of a visit: the register takes `first_states` instead of `after`.
    pub first: Signal<In, Bit>,
    /// Set of symbols before the first group, with `first`.
    pub first_states: Signal<In, Bits<SIDE>>,
    /// Set of symbols after the group stepped over in this cycle, one bit per symbol.
    pub after: Signal<In, Bits<SIDE>>,
    /// Set of optional blanks after the group stepped over in this cycle, one bit per symbol.
    pub between_after: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Stores the sets of this cycle.
    pub store: Signal<In, Bit>,
    /// Group that is stepped over, with `store`.
    pub group: Signal<In, Bits<GROUP_BITS>>,
    /// Group whose stored sets are read.
    pub met_group: Signal<In, Bits<GROUP_BITS>>,
    /// Set of symbols after the group stepped over in the previous cycle.
    pub states: Dff<Bits<SIDE>, Out>,
    /// Set of optional blanks after the group stepped over in the previous cycle.
    pub between: Array<Dff<Bits<SIDE>, Out>, GAPS>,
    /// Stored set of symbols of `met_group`.
    pub met_states: Signal<Out, Bits<SIDE>>,
    /// Stored set of optional blanks of `met_group`.
    pub met_between: Array<Signal<Out, Bits<SIDE>>, GAPS>,

    stored: LutRam<SIDE, GROUP_BITS>,
    stored_between: Array<LutRam<SIDE, GROUP_BITS>, GAPS>,
}

impl<const SIDE: usize, const GAPS: usize, const GROUP_BITS: usize> Logic
    for CellSets<SIDE, GAPS, GROUP_BITS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.states.d.next = self.after.val();
        if self.first.val() {
            self.states.d.next = self.first_states.val();
        }
        self.stored.write_enable.next = self.store.val();
        self.stored.write_address.next = self.group.val();
        self.stored.write_data.next = self.after.val();
        self.stored.read_address.next = self.met_group.val();
        self.met_states.next = self.stored.read_data.val();
        for g in 0..GAPS {
            self.between[g].d.next = self.between_after[g].val();
            if self.first.val() {
                self.between[g].d.next = 0.into();
            }
            self.stored_between[g].write_enable.next = self.store.val();
            self.stored_between[g].write_address.next = self.group.val();
            self.stored_between[g].write_data.next = self.between_after[g].val();
            self.stored_between[g].read_address.next = self.met_group.val();
            self.met_between[g].next = self.stored_between[g].read_data.val();
        }
    }
}

/// One cell's step of a line automaton.
/// Interface: combinational; `after` is the set of symbols that can occupy the cell, `between` the set of optional blanks.
///
/// A step over symbols 1 to `SIDE`.
#[derive(LogicBlock, Default)]
pub struct Step<const SIDE: usize, const COLOURS: usize, const VALUES: usize, const GAPS: usize> {
    /// Filled symbols of the clue by colour, one bit per symbol from symbol 1.
    pub symbols: Array<Signal<In, Bits<SIDE>>, COLOURS>,
    /// Symbols that an optional blank may follow, one bit per symbol.
    pub gaps: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Set of symbols that can occupy the previous cell in the direction of the step, one bit per symbol.
    pub states: Signal<In, Bits<SIDE>>,
    /// Symbols that can be entered: `states` and the optional blanks moved by one symbol in the direction of the step, including moves
    /// from symbols 0 and `SIDE` + 1.
    pub entered: Signal<In, Bits<SIDE>>,
    /// Optional blanks that can be entered or stayed in, at the symbol that each of them follows.
    pub passing: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Values that the cell cannot have, one signal per value.
    pub excluded: Array<Signal<In, Bit>, VALUES>,
    /// Set of symbols that can occupy the cell, one bit per symbol.
    pub after: Signal<Out, Bits<SIDE>>,
    /// Set of optional blanks that can occupy the cell, at the symbol that each of them follows.
    pub between: Array<Signal<Out, Bits<SIDE>>, GAPS>,
    filled: Signal<Local, Bits<SIDE>>,
    allowed: Signal<Local, Bits<SIDE>>,
    by_blank: Signal<Local, Bits<SIDE>>,
    passed: Array<Signal<Local, Bits<SIDE>>, GAPS>,
}

impl<const SIDE: usize, const COLOURS: usize, const VALUES: usize, const GAPS: usize> Logic
    for Step<SIDE, COLOURS, VALUES, GAPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.filled.next = 0.into();
        self.allowed.next = 0.into();
        for c in 0..COLOURS {
            self.filled.next = self.filled.val() | self.symbols[c].val();
            if !self.excluded[c + 1].val() {
                self.allowed.next = self.allowed.val() | self.symbols[c].val();
            }
        }
        self.by_blank.next = (self.states.val() | self.entered.val()) & !self.filled.val();
        if self.excluded[0].val() {
            self.by_blank.next = 0.into();
        }
        self.after.next = (self.entered.val() & self.allowed.val()) | self.by_blank.val();
        for g in 0..GAPS {
            self.passed[g].next = self.passing[g].val() & self.gaps[g].val();
            if self.excluded[0].val() {
                self.passed[g].next = 0.into();
            }
            self.between[g].next = self.passed[g].val();
        }
    }
}

/// Intersects the forward and the backward sets at one cell, to determine the values that the cell can have.
/// Interface: combinational, from the sets that can occupy the cell, those from the front and those from the back.
///
/// Intersection at one cell, over symbols 0 to `SIDE`.
#[derive(LogicBlock, Default)]
pub struct Meet<const SIDE: usize, const COLOURS: usize, const VALUES: usize, const GAPS: usize> {
    /// Filled symbols of the clue by colour, one bit per symbol from symbol 1.
    pub symbols: Array<Signal<In, Bits<SIDE>>, COLOURS>,
    /// Set from the front: symbols 1 to `SIDE`, one bit per symbol.
    pub ahead: Signal<In, Bits<SIDE>>,
    /// The set from the front contains symbol 0.
    pub ahead_lead: Signal<In, Bit>,
    /// Set from the front: optional blanks.
    pub ahead_between: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Set from the back: symbols 1 to `SIDE`, one bit per symbol.
    pub behind: Signal<In, Bits<SIDE>>,
    /// The set from the back contains symbol 0.
    pub behind_lead: Signal<In, Bit>,
    /// Set from the back: optional blanks.
    pub behind_between: Array<Signal<In, Bits<SIDE>>, GAPS>,
    /// Values that the cell cannot have, one signal per value.
    pub excluded: Array<Signal<Out, Bit>, VALUES>,
    /// The cell has no possible value.
    pub conflict: Signal<Out, Bit>,
    both: Signal<Local, Bits<SIDE>>,
    filled: Signal<Local, Bits<SIDE>>,
    can_fill: Signal<Local, Bit>,
    can_blank: Signal<Local, Bit>,
}

impl<const SIDE: usize, const COLOURS: usize, const VALUES: usize, const GAPS: usize> Logic
    for Meet<SIDE, COLOURS, VALUES, GAPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.both.next = self.ahead.val() & self.behind.val();
        self.filled.next = 0.into();
        for c in 0..COLOURS {
            self.filled.next = self.filled.val() | self.symbols[c].val();
            self.excluded[c + 1].next = !(self.both.val() & self.symbols[c].val()).any();
        }
        self.can_fill.next = (self.both.val() & self.filled.val()).any();
        self.can_blank.next = (self.both.val() & !self.filled.val()).any()
            || (self.ahead_lead.val() && self.behind_lead.val());
        for g in 0..GAPS {
            self.can_blank.next = self.can_blank.val()
                || (self.ahead_between[g].val() & self.behind_between[g].val()).any();
        }
        self.excluded[0].next = !self.can_blank.val();
        self.conflict.next = !self.can_fill.val() && !self.can_blank.val();
    }
}
