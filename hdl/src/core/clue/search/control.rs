//! The controller of the search: status bits in, command bits out, no data, so it is the same in every build.
//! Interface: conditions are sampled in each cycle, and commands are valid in the same cycle. `start` begins a search; `clear`,
//! `end_solved`, `end_unsolvable`, `end_undecided` and `end_multiple` end it. The [`StateDecoder`](super::StateDecoder) derives the
//! commands that depend on the state alone.
//! Source: full probing, Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat, ICGA Journal, 2018.
//!
//! Transitions: the first row of a state whose condition holds applies; conditions name inputs and registers. The last column lists the
//! commands of that cycle except `hold_scan` and `keep_undecided`, and the registers that the transition changes. The proof `control`
//! compares each row with the emitted Verilog.
//!
//! | state | condition | next state | commands and register updates |
//! |---|---|---|---|
//! | Idle | | Idle | |
//! | Propagate | stop and (decided or in_probe) | UndoFetch | abort, undoing=All |
//! | Propagate | conflict and in_probe | UndoFetch | abort, undoing=Refuted |
//! | Propagate | (conflict or full) and in_dive | UndoFetch | abort, undoing=Refuted |
//! | Propagate | conflict and decided | UndoFetch | abort, undoing=Decision |
//! | Propagate | conflict and found | Idle | abort, end_solved |
//! | Propagate | conflict | Idle | abort, end_unsolvable |
//! | Propagate | not quiet or noting | Propagate | |
//! | Propagate | in_probe and complete and only_first_solution | Save | keep_solution, save_undecided=0, dives=0, in_dive=0 |
//! | Propagate | in_probe | Harvest | end_probe |
//! | Propagate | complete and found | Idle | end_multiple |
//! | Propagate | complete and decided and not only_first_solution | Save | keep_solution, find, save_undecided=0, found=1, dives=0, in_dive=0 |
//! | Propagate | complete | Save | keep_solution, save_undecided=0, dives=0, in_dive=0 |
//! | Propagate | only_line_logic | Save | keep_solution, save_undecided=1, dives=0, in_dive=0 |
//! | Propagate | dives | ScanFetch | begin_scan, any_cell=1 |
//! | Propagate | resume | ScanFetch | begin_scan |
//! | Propagate | | ScanFetch | begin_scan, begin_pass, resume=1, any_cell=0 |
//! | Fetch | first_value | WriteRow | choose_value, first_value=0 |
//! | Fetch | | WriteRow | |
//! | WriteRow | | WriteColumn | |
//! | WriteColumn | | Propagate | |
//! | Harvest | not rows_left | UndoFetch | undoing=Probe |
//! | Harvest | | Harvest | |
//! | UndoFetch | noting | UndoFetch | |
//! | UndoFetch | | Undo | |
//! | Undo | undoing == Probe and at_mark and values_left | Fetch | next_value |
//! | Undo | undoing == Probe and at_mark | ScanFetch | keep_gain, in_probe=0 |
//! | Undo | undoing == Refuted and at_mark and in_probe | Fetch | select_refuted, rewind_scan, in_probe=0 |
//! | Undo | undoing == Refuted and at_mark | Propagate | end_dive, dives=0, in_dive=0 |
//! | Undo | undoing == Decision and top_is_decision | Fetch | select_decision, forget_news, resume=0 |
//! | Undo | undoing == All and at_first and found | Idle | forget_decisions, end_undecided, in_probe=0 |
//! | Undo | undoing == All and at_first | Save | forget_decisions, keep_solution, save_undecided=1, in_probe=0, dives=0, in_dive=0 |
//! | Undo | | Undo | |
//! | ScanFetch | stop and (decided or in_probe) | UndoFetch | undoing=All |
//! | ScanFetch | stop and found | Idle | end_undecided |
//! | ScanFetch | stop | Save | keep_solution, save_undecided=1, dives=0, in_dive=0 |
//! | ScanFetch | | ScanRead | |
//! | ScanRead | | Scan | |
//! | Scan | hit and any_cell | Decide | select_hit |
//! | Scan | hit | Fetch | select_hit, begin_probe, in_probe=1, first_value=1 |
//! | Scan | widens | ScanFetch | |
//! | Scan | not last_row | Scan | |
//! | Scan | news_left | ScanFetch | begin_pass, end_pass, rewind_scan, resume=1, any_cell=0 |
//! | Scan | branch_valid | Decide | select_branch, end_pass |
//! | Scan | | ScanFetch | take_any, end_pass, rewind_scan, any_cell=1 |
//! | Decide | in_dive | Fetch | fill_value |
//! | Decide | dives | Fetch | fill_value, begin_dive, in_dive=1 |
//! | Decide | any_cell | Fetch | fill_value, begin_node, forget_news, resume=0, dives=1 |
//! | Decide | | Fetch | begin_node, forget_news, resume=0, dives=1 |
//! | Save | saved and found | UndoFetch | undoing=Decision |
//! | Save | saved and save_undecided | Idle | end_undecided |
//! | Save | saved | Idle | end_solved |
//! | Save | | Save | |
//!
//! In any state `clear` leads to `Idle`, else `start` to `Propagate`; `start` also initialises the flags that a search may read before it
//! sets them. The commands of that cycle are those of the current state.

use super::commands::{CommandsOut, Conditions, FlagsIn};
use super::state::{State, Undoing};
use crate::prelude::*;

/// The finite-state machine of the search.
#[derive(LogicBlock, Default)]
pub struct Control {
    /// Ends the search without a verdict.
    pub clear: Signal<In, Bit>,
    /// Starts a search.
    pub start: Signal<In, Bit>,
    /// Status of the units that the controller commands and of line logic.
    pub when: Conditions,
    /// Flags of the search: request, probe, pass and proof.
    pub flags: FlagsIn,
    /// Current state, for the decoder of the commands that depend on it alone.
    pub state: Dff<State, Out>,
    /// Commands that depend on conditions.
    pub command: CommandsOut,

    undoing: Dff<Undoing>,

    propagate: Signal<Local, Bit>,
    undo: Signal<Local, Bit>,
    scan: Signal<Local, Bit>,
    certain: Signal<Local, Bit>,
    stops: Signal<Local, Bit>,
    conflicts: Signal<Local, Bit>,
    rests: Signal<Local, Bit>,
    fails: Signal<Local, Bit>,
    solves: Signal<Local, Bit>,
    stalls: Signal<Local, Bit>,
    gives_up: Signal<Local, Bit>,
    candidate: Signal<Local, Bit>,
    halts: Signal<Local, Bit>,
    probed: Signal<Local, Bit>,
    rescans: Signal<Local, Bit>,
    fetches: Signal<Local, Bit>,
    saved: Signal<Local, Bit>,
    starts_undo: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl Logic for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.propagate.next = self.state.q.val() == State::Propagate;
        self.scan.next = self.state.q.val() == State::Scan;
        self.undo.next = self.state.q.val() == State::Undo;
        self.certain.next = !self.when.decided.val() && !self.flags.in_probe.val();
        self.command.hold_scan.next = self.propagate.val() && !self.flags.resume.val();

        // Propagate: stopped, contradicted, or quiet.
        self.stops.next = self.propagate.val() && self.flags.stop.val() && !self.certain.val();
        self.conflicts.next = self.propagate.val()
            && (self.when.conflict.val() || (self.when.full.val() && self.flags.in_dive.val()))
            && !self.stops.val();
        self.command.abort.next = self.stops.val() || self.conflicts.val();
        self.rests.next = self.propagate.val()
            && self.when.quiet.val()
            && !self.when.noting.val()
            && !self.command.abort.val();
        self.fails.next = self.conflicts.val() && self.certain.val() && !self.flags.in_dive.val();
        self.solves.next = self.rests.val()
            && self.when.complete.val()
            && (!self.flags.in_probe.val() || self.flags.only_first_solution.val());
        self.command.end_probe.next =
            self.rests.val() && self.flags.in_probe.val() && !self.solves.val();
        self.stalls.next =
            self.rests.val() && !self.flags.in_probe.val() && !self.when.complete.val();
        self.command.begin_scan.next = self.stalls.val() && !self.flags.only_line_logic.val();

        // Fetch and Undo.
        self.command.choose_value.next =
            (self.state.q.val() == State::Fetch) && self.flags.first_value.val();
        self.probed.next =
            self.undo.val() && (self.undoing.q.val() == Undoing::Probe) && self.when.at_mark.val();
        self.command.next_value.next = self.probed.val() && self.when.values_left.val();
        self.command.keep_gain.next = self.probed.val() && !self.when.values_left.val();
        self.command.select_decision.next = self.undo.val()
            && (self.undoing.q.val() == Undoing::Decision)
            && self.when.top_is_decision.val();
        self.command.forget_decisions.next =
            self.undo.val() && (self.undoing.q.val() == Undoing::All) && self.when.at_first.val();
        self.command.select_refuted.next = self.undo.val()
            && (self.undoing.q.val() == Undoing::Refuted)
            && self.when.at_mark.val()
            && self.flags.in_probe.val();
        self.command.end_dive.next = self.undo.val()
            && (self.undoing.q.val() == Undoing::Refuted)
            && self.when.at_mark.val()
            && !self.flags.in_probe.val();
        self.command.begin_dive.next = (self.state.q.val() == State::Decide)
            && self.flags.dives.val()
            && !self.flags.in_dive.val();
        self.command.begin_node.next = (self.state.q.val() == State::Decide)
            && !self.flags.dives.val()
            && !self.flags.in_dive.val();
        self.command.forget_news.next =
            self.command.select_decision.val() || self.command.begin_node.val();

        // Scan: hits a candidate, restarts, or ends.
        self.candidate.next = self.scan.val() && self.when.hit.val();
        self.command.select_hit.next = self.candidate.val();
        self.command.fill_value.next = (self.state.q.val() == State::Decide)
            && (self.flags.any_cell.val() || self.flags.dives.val() || self.flags.in_dive.val());
        self.command.begin_probe.next = self.candidate.val() && !self.flags.any_cell.val();
        self.command.end_pass.next = self.scan.val()
            && self.when.last_row.val()
            && !self.candidate.val()
            && !self.when.widens.val();
        self.command.begin_pass.next =
            (self.command.begin_scan.val() && !self.flags.dives.val() && !self.flags.resume.val())
                || (self.command.end_pass.val() && self.when.news_left.val());
        self.command.select_branch.next = self.command.end_pass.val()
            && !self.when.news_left.val()
            && self.when.branch_valid.val();
        self.command.take_any.next = self.command.end_pass.val()
            && !self.when.news_left.val()
            && !self.when.branch_valid.val();
        self.rescans.next = self.command.begin_scan.val()
            || self.command.begin_pass.val()
            || self.command.take_any.val()
            || (self.scan.val() && self.when.widens.val() && !self.candidate.val());
        self.fetches.next = self.command.begin_probe.val()
            || self.command.select_refuted.val()
            || self.command.next_value.val()
            || self.command.select_decision.val();
        self.command.rewind_scan.next = self.command.select_refuted.val()
            || (self.command.end_pass.val() && !self.command.select_branch.val());

        // Save, and the end of the search.
        self.halts.next = (self.state.q.val() == State::ScanFetch) && self.flags.stop.val();
        self.gives_up.next =
            self.command.forget_decisions.val() || (self.halts.val() && self.certain.val());
        self.command.end_multiple.next =
            self.solves.val() && self.flags.found.val() && !self.flags.in_probe.val();
        self.command.keep_solution.next = (self.solves.val() && !self.command.end_multiple.val())
            || (self.stalls.val() && self.flags.only_line_logic.val())
            || (self.gives_up.val() && !self.flags.found.val());
        self.command.keep_undecided.next = !self.solves.val();
        self.command.find.next = self.solves.val()
            && self.when.decided.val()
            && !self.flags.only_first_solution.val()
            && !self.flags.found.val();
        self.saved.next = (self.state.q.val() == State::Save) && self.when.saved.val();
        self.command.end_solved.next = (self.fails.val() && self.flags.found.val())
            || (self.saved.val() && !self.flags.found.val() && !self.flags.save_undecided.val());
        self.command.end_unsolvable.next = self.fails.val() && !self.flags.found.val();
        self.command.end_undecided.next = (self.gives_up.val() && self.flags.found.val())
            || (self.saved.val() && !self.flags.found.val() && self.flags.save_undecided.val());
        self.starts_undo.next = (self.command.abort.val() && !self.fails.val())
            || ((self.state.q.val() == State::Harvest) && !self.when.rows_left.val())
            || (self.halts.val() && !self.certain.val())
            || (self.saved.val() && self.flags.found.val());

        // The next state: the default successor of the current state, unless a command overrides it.
        match self.state.q.val() {
            State::Fetch => {
                self.state.d.next = State::WriteRow;
            }
            State::WriteRow => {
                self.state.d.next = State::WriteColumn;
            }
            State::WriteColumn => {
                self.state.d.next = State::Propagate;
            }
            State::UndoFetch => {
                if !self.when.noting.val() {
                    self.state.d.next = State::Undo;
                }
            }
            State::ScanFetch => {
                self.state.d.next = State::ScanRead;
            }
            State::ScanRead => {
                self.state.d.next = State::Scan;
            }
            State::Decide => {
                self.state.d.next = State::Fetch;
            }
            _ => {
                self.state.d.next = self.state.q.val();
            }
        }
        if self.command.end_probe.val() {
            self.state.d.next = State::Harvest;
        }
        if self.command.end_dive.val() {
            self.state.d.next = State::Propagate;
        }
        if self.rescans.val() || self.command.keep_gain.val() {
            self.state.d.next = State::ScanFetch;
        }
        if (self.candidate.val() && self.flags.any_cell.val()) || self.command.select_branch.val() {
            self.state.d.next = State::Decide;
        }
        if self.fetches.val() {
            self.state.d.next = State::Fetch;
        }
        if self.starts_undo.val() {
            self.state.d.next = State::UndoFetch;
        }
        if self.command.keep_solution.val() {
            self.state.d.next = State::Save;
        }
        if self.starts_undo.val() {
            self.undoing.d.next = Undoing::Probe;
            if self.command.abort.val() && (self.flags.in_probe.val() || self.flags.in_dive.val()) {
                self.undoing.d.next = Undoing::Refuted;
            } else if self.command.abort.val() || self.saved.val() {
                self.undoing.d.next = Undoing::Decision;
            }
            if self.stops.val() || self.halts.val() {
                self.undoing.d.next = Undoing::All;
            }
        }
        self.ends.next = self.command.end_solved.val()
            || self.command.end_unsolvable.val()
            || self.command.end_undecided.val()
            || self.command.end_multiple.val();
        if self.ends.val() {
            self.state.d.next = State::Idle;
        }

        if self.start.val() {
            self.state.d.next = State::Propagate;
        }
        if self.clear.val() {
            self.state.d.next = State::Idle;
        }
    }
}
