//! The controller of the search: status bits in, command bits out, no data, so it is the same in every build.
//! Interface: conditions are sampled in each cycle, and commands are valid in the same cycle. `start` leaves `Idle`, the four `end_`
//! commands return to it.
//! Full probing as in Wu et al., "An efficient approach to solving nonograms" (2013); selective repeat as in the ICGA Journal, 2018.
//!
//! Transitions. Of the rows of a state the first whose condition holds applies; conditions name inputs and registers. The last column has
//! the commands of that cycle, and the registers that change at its end. The proof `control` compares each row with the emitted Verilog.
//!
//! | state | condition | next state | commands and register updates |
//! |---|---|---|---|
//! | Idle | | Idle | |
//! | Propagate | stop and (decided or in_probe) | UndoFetch | abort, undoing=All |
//! | Propagate | conflict and in_probe | UndoFetch | abort, refutes, undoing=Refuted |
//! | Propagate | conflict and decided | UndoFetch | abort, undoing=Decision |
//! | Propagate | conflict and found | Idle | abort, end_solved |
//! | Propagate | conflict | Idle | abort, end_unsolvable |
//! | Propagate | in_probe and fact_valid and not fact_taken | UndoFetch | abort, undoing=Refuted |
//! | Propagate | not quiet or noting | Propagate | |
//! | Propagate | in_probe and complete and only_first_solution | Save | keep_solution, save_undecided=0 |
//! | Propagate | in_probe | Harvest | end_probe |
//! | Propagate | complete and found | Idle | end_multiple |
//! | Propagate | complete and decided and not only_first_solution | Save | keep_solution, save_undecided=0, found=1 |
//! | Propagate | complete | Save | keep_solution, save_undecided=0 |
//! | Propagate | only_line_logic | Save | keep_solution, save_undecided=1 |
//! | Propagate | not all_settled | Propagate | settled |
//! | Propagate | resume | ScanFetch | settled, begin_scan |
//! | Propagate | | ScanFetch | settled, begin_scan, begin_pass, resume=1, any_cell=0 |
//! | Fetch | first_value and not filled_consistent and not blank_consistent | WriteRow | choose_value, first_value=0, second_value=1 |
//! | Fetch | first_value | WriteRow | choose_value, first_value=0, second_value=0 |
//! | Fetch | | WriteRow | |
//! | WriteRow | | WriteColumn | |
//! | WriteColumn | | Propagate | |
//! | Harvest | not rows_left | UndoFetch | undoing=Probe |
//! | Harvest | | Harvest | |
//! | UndoFetch | undoing == Probe and fact_valid and not fact_taken and noting | UndoFetch | undoing=Refuted |
//! | UndoFetch | undoing == Probe and fact_valid and not fact_taken | Undo | undoing=Refuted |
//! | UndoFetch | noting | UndoFetch | |
//! | UndoFetch | | Undo | |
//! | Undo | undoing == Probe and at_mark and second_value | Fetch | flip_value, second_value=0 |
//! | Undo | undoing == Probe and at_mark | ScanFetch | keep_gain, in_probe=0 |
//! | Undo | undoing == Probe and fact_valid and not fact_taken | Undo | undoing=Refuted |
//! | Undo | undoing == Refuted and at_mark | Fetch | select_fact, rewind_scan, in_probe=0, scan_done=0, fact_taken=1 |
//! | Undo | undoing == Decision and top_is_decision | Fetch | select_decision, forget_news, resume=0 |
//! | Undo | undoing == All and at_first and found | Idle | forget_decisions, end_undecided, in_probe=0 |
//! | Undo | undoing == All and at_first | Save | forget_decisions, keep_solution, save_undecided=1, in_probe=0 |
//! | Undo | | Undo | |
//! | ScanFetch | fact_valid and not fact_taken | Fetch | select_fact, rewind_scan, scan_done=0, fact_taken=1 |
//! | ScanFetch | stop and (decided or in_probe) | UndoFetch | undoing=All |
//! | ScanFetch | stop and found | Idle | end_undecided |
//! | ScanFetch | stop | Save | keep_solution, save_undecided=1 |
//! | ScanFetch | | ScanRead | |
//! | ScanRead | fact_valid and not fact_taken | Fetch | select_fact, rewind_scan, scan_done=0, fact_taken=1 |
//! | ScanRead | | Scan | |
//! | Scan | fact_valid and not fact_taken | Fetch | select_fact, rewind_scan, scan_done=0, fact_taken=1 |
//! | Scan | hit and not scan_done and any_cell | Decide | select_hit, fill_value |
//! | Scan | hit and not scan_done | Fetch | select_hit, begin_probe, in_probe=1, first_value=1 |
//! | Scan | widens | ScanFetch | |
//! | Scan | not last_row | Scan | |
//! | Scan | not all_exhausted | Scan | scan_done=1 |
//! | Scan | news_left | ScanFetch | begin_pass, rewind_scan, scan_done=0, resume=1, any_cell=0 |
//! | Scan | branch_valid | Decide | select_branch, scan_done=0 |
//! | Scan | | ScanFetch | rewind_scan, scan_done=0, any_cell=1 |
//! | Decide | | Fetch | forget_news, resume=0 |
//! | Save | saved and found | UndoFetch | undoing=Decision |
//! | Save | saved and save_undecided | Idle | end_undecided |
//! | Save | saved | Idle | end_solved |
//! | Save | | Save | |
//!
//! In any state `clear` leads to `Idle`, else `start` to `Propagate`, with all registers of the search at their first values; the commands
//! of that cycle are still the state's.

use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// The states. The numbers are chosen so that the row to read depends on their upper bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum State {
    /// No search is running.
    Idle,
    /// Waits until no line is marked or visited, or for a contradiction.
    Propagate,
    /// Reads the row of the current cell.
    Fetch,
    /// Pushes the row's entry, writes the cell into the columns' copy, and reads its column.
    WriteRow,
    /// Records the values that a consistent probe has set, one row per cycle.
    Harvest,
    /// Pushes the column's entry, and writes the cell into the rows' copy.
    WriteColumn,
    /// Reads the trail, once the finding in the pipeline register has been pushed.
    UndoFetch,
    /// Pops one entry of the trail per cycle and restores it.
    Undo,
    /// Reads the first row to scan.
    ScanFetch,
    /// Reads the second row to scan.
    ScanRead,
    /// Searches the next cell to probe, one row per cycle.
    Scan,
    /// Pushes a decision.
    Decide,
    /// Copies the board into the solution buffer, one row per cycle.
    Save,
}

/// Why entries are popped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, LogicState)]
pub enum Undoing {
    /// The probe is consistent.
    Probe,
    /// The probe is refuted: the opposite value holds.
    Refuted,
    /// The decision is exhausted: the opposite value holds.
    Decision,
    /// The search ends.
    All,
}

/// The finite-state machine of the search.
#[derive(LogicBlock, Default)]
pub struct Control {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Ends the search without a verdict.
    pub clear: Signal<In, Bit>,
    /// Starts a search.
    pub start: Signal<In, Bit>,
    /// Only line logic is requested, valid with `start`.
    pub line_logic: Signal<In, Bit>,
    /// Only a first solution is requested, valid with `start`.
    pub first_solution: Signal<In, Bit>,
    /// The host ends the search: one cycle.
    pub cancel: Signal<In, Bit>,
    /// The cycle limit is reached: one cycle.
    pub expires: Signal<In, Bit>,
    /// Only the reserve of the trail is left.
    pub trail_full: Signal<In, Bit>,

    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<In, Bit>,
    /// A visit has found a contradiction.
    pub conflict: Signal<In, Bit>,
    /// Every cell of the board is known, as of the cycle before.
    pub complete: Signal<In, Bit>,
    /// A finding is in the pipeline register before the trail.
    pub noting: Signal<In, Bit>,
    /// The trail has a decision.
    pub decided: Signal<In, Bit>,
    /// The entry on top of the trail is the first of the current probe.
    pub at_mark: Signal<In, Bit>,
    /// The entry on top of the trail is its only one.
    pub at_first: Signal<In, Bit>,
    /// The entry on top of the trail is a decision.
    pub top_is_decision: Signal<In, Bit>,

    /// Filled is known to be consistent for the current cell, valid in the cycle after `hit`.
    pub filled_consistent: Signal<In, Bit>,
    /// Blank is known to be consistent for the current cell, valid in the cycle after `hit`.
    pub blank_consistent: Signal<In, Bit>,
    /// Rows are left to harvest.
    pub rows_left: Signal<In, Bit>,
    /// The judged row has a candidate.
    pub hit: Signal<In, Bit>,
    /// The scan starts again for cells with fewer known neighbours.
    pub widens: Signal<In, Bit>,
    /// The judged row is the last one.
    pub last_row: Signal<In, Bit>,
    /// The pass has brought news for a next pass.
    pub news_left: Signal<In, Bit>,
    /// The last row is copied into the solution buffer in this cycle.
    pub saved: Signal<In, Bit>,

    /// All probers are settled.
    pub all_settled: Signal<In, Bit>,
    /// All probers are exhausted.
    pub all_exhausted: Signal<In, Bit>,
    /// A refuted probe is broadcast to all probers, until all are settled.
    pub fact_valid: Signal<In, Bit>,
    /// There is a cell to branch on.
    pub branch_valid: Signal<In, Bit>,

    /// A search is running.
    pub running: Signal<Out, Bit>,
    /// The current value of the current cell is being probed.
    pub probing: Signal<Out, Bit>,
    /// Ends all visits and clears all marks.
    pub abort: Signal<Out, Bit>,
    /// All that follows without further probes is known.
    pub settled: Signal<Out, Bit>,
    /// The probe of the current cell is refuted.
    pub refutes: Signal<Out, Bit>,
    /// Nothing is left to probe in this pass.
    pub exhausted: Signal<Out, Bit>,

    /// Reads the row of the current cell.
    pub read_cell: Signal<Out, Bit>,
    /// Reads the next row to harvest.
    pub read_harvest: Signal<Out, Bit>,
    /// Reads the next row to scan.
    pub read_scan: Signal<Out, Bit>,
    /// Reads the next row to save.
    pub read_save: Signal<Out, Bit>,

    /// State `Fetch`: the current cell is written in the next cycles.
    pub fetch: Signal<Out, Bit>,
    /// State `WriteRow`.
    pub write_row: Signal<Out, Bit>,
    /// State `WriteColumn`.
    pub write_column: Signal<Out, Bit>,
    /// State `Harvest`.
    pub harvest: Signal<Out, Bit>,
    /// State `Undo`: pops an entry.
    pub undo: Signal<Out, Bit>,
    /// State `Scan`: the row read two cycles before is judged.
    pub judge: Signal<Out, Bit>,
    /// State `Decide`: pushes a decision.
    pub decide: Signal<Out, Bit>,
    /// State `Save`.
    pub save: Signal<Out, Bit>,

    /// The current cell becomes the scan's candidate.
    pub select_hit: Signal<Out, Bit>,
    /// The current cell becomes the one to branch on.
    pub select_branch: Signal<Out, Bit>,
    /// The current cell becomes the decision on top of the trail, with the opposite value; the decision is popped.
    pub select_decision: Signal<Out, Bit>,
    /// The current cell becomes the refuted probe, with the opposite value: the broadcast one, or its own.
    pub select_fact: Signal<Out, Bit>,
    /// The current value becomes filled.
    pub fill_value: Signal<Out, Bit>,
    /// The current value becomes the first one to probe.
    pub choose_value: Signal<Out, Bit>,
    /// The current value becomes the opposite one.
    pub flip_value: Signal<Out, Bit>,

    /// A scan begins: a trail without decisions is emptied.
    pub begin_scan: Signal<Out, Bit>,
    /// A pass over the board begins.
    pub begin_pass: Signal<Out, Bit>,
    /// State `Propagate` before a new pass: the scan stays at the first row. `begin_pass` itself arrives too late in the cycle.
    pub hold_scan: Signal<Out, Bit>,
    /// Every unknown cell is a candidate of the scan.
    pub take_any: Signal<Out, Bit>,
    /// The scan returns to the first row.
    pub rewind_scan: Signal<Out, Bit>,
    /// The first probe of a cell begins.
    pub begin_probe: Signal<Out, Bit>,
    /// A probe has propagated without contradiction.
    pub end_probe: Signal<Out, Bit>,
    /// The probes of a cell are over: its gains are compared with the best.
    pub keep_gain: Signal<Out, Bit>,
    /// No line has news.
    pub forget_news: Signal<Out, Bit>,
    /// The trail has no decision any more.
    pub forget_decisions: Signal<Out, Bit>,
    /// The board is copied into the solution buffer from the next cycle on.
    pub keep_solution: Signal<Out, Bit>,

    /// Ends the search: solved, and in a full proof unique.
    pub end_solved: Signal<Out, Bit>,
    /// Ends the search: no solution.
    pub end_unsolvable: Signal<Out, Bit>,
    /// Ends the search: undecided.
    pub end_undecided: Signal<Out, Bit>,
    /// Ends the search: more than one solution.
    pub end_multiple: Signal<Out, Bit>,

    state: Dff<State>,
    undoing: Dff<Undoing>,
    only_line_logic: Dff<Bit>,
    only_first_solution: Dff<Bit>,
    /// The search is to end: limit, cancel or full trail.
    stop: Dff<Bit>,
    in_probe: Dff<Bit>,
    /// The pass goes on after propagation.
    resume: Dff<Bit>,
    /// The next `Fetch` chooses the first value to probe.
    first_value: Dff<Bit>,
    /// The opposite value is probed, too.
    second_value: Dff<Bit>,
    /// The pass takes any unknown cell as a decision.
    any_cell: Dff<Bit>,
    scan_done: Dff<Bit>,
    /// The broadcast cell has been written.
    fact_taken: Dff<Bit>,
    /// The solution buffer has a solution, and a second one is searched.
    found: Dff<Bit>,
    /// The board that is saved is undecided.
    save_undecided: Dff<Bit>,

    certain: Signal<Local, Bit>,
    fact_pending: Signal<Local, Bit>,
    starts_undo: Signal<Local, Bit>,
    starts_save: Signal<Local, Bit>,
    starts_pass: Signal<Local, Bit>,
    takes_fact: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl Logic for Control {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            undoing,
            only_line_logic,
            only_first_solution,
            stop,
            in_probe,
            resume,
            first_value,
            second_value,
            any_cell,
            scan_done,
            fact_taken,
            found,
            save_undecided
        );
        self.certain.next = !self.decided.val() && !self.in_probe.q.val();
        self.fact_pending.next = self.fact_valid.val() && !self.fact_taken.q.val();
        if self.trail_full.val() || self.expires.val() || self.cancel.val() {
            self.stop.d.next = true;
        }
        if !self.fact_valid.val() {
            self.fact_taken.d.next = false;
        }

        self.running.next = true;
        self.probing.next = self.in_probe.q.val();
        self.abort.next = false;
        self.settled.next = false;
        self.refutes.next = false;
        self.exhausted.next = self.scan_done.q.val();
        self.read_cell.next = false;
        self.read_harvest.next = false;
        self.read_scan.next = false;
        self.read_save.next = false;
        self.fetch.next = false;
        self.write_row.next = false;
        self.write_column.next = false;
        self.harvest.next = false;
        self.undo.next = false;
        self.judge.next = false;
        self.decide.next = false;
        self.save.next = false;
        self.select_hit.next = false;
        self.select_branch.next = false;
        self.select_decision.next = false;
        self.fill_value.next = false;
        self.choose_value.next = false;
        self.flip_value.next = false;
        self.begin_scan.next = false;
        self.hold_scan.next = false;
        self.take_any.next = self.any_cell.q.val();
        self.rewind_scan.next = false;
        self.begin_probe.next = false;
        self.end_probe.next = false;
        self.keep_gain.next = false;
        self.forget_news.next = false;
        self.forget_decisions.next = false;
        self.end_solved.next = false;
        self.end_unsolvable.next = false;
        self.end_undecided.next = false;
        self.end_multiple.next = false;
        self.starts_undo.next = false;
        self.starts_save.next = false;
        self.starts_pass.next = false;
        self.takes_fact.next = false;

        match self.state.q.val() {
            State::Idle => {
                self.running.next = false;
            }
            State::Propagate => {
                self.hold_scan.next = !self.resume.q.val();
                if self.stop.q.val() && !self.certain.val() {
                    self.abort.next = true;
                    self.starts_undo.next = true;
                    self.undoing.d.next = Undoing::All;
                } else if self.conflict.val() {
                    self.abort.next = true;
                    if self.in_probe.q.val() {
                        self.refutes.next = true;
                        self.starts_undo.next = true;
                        self.undoing.d.next = Undoing::Refuted;
                    } else if self.decided.val() {
                        self.starts_undo.next = true;
                        self.undoing.d.next = Undoing::Decision;
                    } else if self.found.q.val() {
                        self.end_solved.next = true;
                    } else {
                        self.end_unsolvable.next = true;
                    }
                } else if self.in_probe.q.val() && self.fact_pending.val() {
                    self.abort.next = true;
                    self.starts_undo.next = true;
                    self.undoing.d.next = Undoing::Refuted;
                } else if self.quiet.val() && !self.noting.val() {
                    if self.in_probe.q.val() {
                        if self.complete.val() && self.only_first_solution.q.val() {
                            self.starts_save.next = true;
                            self.save_undecided.d.next = false;
                        } else {
                            self.end_probe.next = true;
                            self.state.d.next = State::Harvest;
                        }
                    } else if self.complete.val() {
                        if self.found.q.val() {
                            self.end_multiple.next = true;
                        } else {
                            self.starts_save.next = true;
                            self.save_undecided.d.next = false;
                            if self.decided.val() && !self.only_first_solution.q.val() {
                                self.found.d.next = true;
                            }
                        }
                    } else if self.only_line_logic.q.val() {
                        self.starts_save.next = true;
                        self.save_undecided.d.next = true;
                    } else {
                        self.settled.next = true;
                        if self.all_settled.val() {
                            self.begin_scan.next = true;
                            self.starts_pass.next = !self.resume.q.val();
                            self.state.d.next = State::ScanFetch;
                        }
                    }
                }
            }
            State::Fetch => {
                self.read_cell.next = true;
                self.fetch.next = true;
                if self.first_value.q.val() {
                    self.choose_value.next = true;
                    self.first_value.d.next = false;
                    self.second_value.d.next =
                        !self.filled_consistent.val() && !self.blank_consistent.val();
                }
                self.state.d.next = State::WriteRow;
            }
            State::WriteRow => {
                self.read_cell.next = true;
                self.write_row.next = true;
                self.state.d.next = State::WriteColumn;
            }
            State::WriteColumn => {
                self.read_harvest.next = true;
                self.write_column.next = true;
                self.state.d.next = State::Propagate;
            }
            State::Harvest => {
                self.read_harvest.next = true;
                self.harvest.next = true;
                if !self.rows_left.val() {
                    self.starts_undo.next = true;
                    self.undoing.d.next = Undoing::Probe;
                }
            }
            State::UndoFetch => {
                self.read_harvest.next = true;
                if !self.noting.val() {
                    self.state.d.next = State::Undo;
                }
                if self.fact_pending.val() && (self.undoing.q.val() == Undoing::Probe) {
                    self.undoing.d.next = Undoing::Refuted;
                }
            }
            State::Undo => {
                self.read_harvest.next = true;
                self.undo.next = true;
                match self.undoing.q.val() {
                    Undoing::Probe => {
                        if self.at_mark.val() {
                            if self.second_value.q.val() {
                                self.flip_value.next = true;
                                self.second_value.d.next = false;
                                self.state.d.next = State::Fetch;
                            } else {
                                self.keep_gain.next = true;
                                self.in_probe.d.next = false;
                                self.state.d.next = State::ScanFetch;
                            }
                        } else if self.fact_pending.val() {
                            self.undoing.d.next = Undoing::Refuted;
                        }
                    }
                    Undoing::Refuted => {
                        if self.at_mark.val() {
                            self.in_probe.d.next = false;
                            self.takes_fact.next = true;
                        }
                    }
                    Undoing::Decision => {
                        if self.top_is_decision.val() {
                            self.select_decision.next = true;
                            self.forget_news.next = true;
                            self.resume.d.next = false;
                            self.state.d.next = State::Fetch;
                        }
                    }
                    _ => {
                        if self.at_first.val() {
                            self.forget_decisions.next = true;
                            self.in_probe.d.next = false;
                            self.end_undecided.next = self.found.q.val();
                            self.starts_save.next = !self.found.q.val();
                            if !self.found.q.val() {
                                self.save_undecided.d.next = true;
                            }
                        }
                    }
                }
            }
            State::ScanFetch => {
                self.read_scan.next = true;
                if self.fact_pending.val() {
                    self.takes_fact.next = true;
                } else if self.stop.q.val() {
                    if !self.certain.val() {
                        self.starts_undo.next = true;
                        self.undoing.d.next = Undoing::All;
                    } else if self.found.q.val() {
                        self.end_undecided.next = true;
                    } else {
                        self.starts_save.next = true;
                        self.save_undecided.d.next = true;
                    }
                } else {
                    self.state.d.next = State::ScanRead;
                }
            }
            State::ScanRead => {
                self.read_scan.next = true;
                self.takes_fact.next = self.fact_pending.val();
                self.state.d.next = State::Scan;
            }
            State::Scan => {
                self.read_scan.next = true;
                self.judge.next = true;
                if self.fact_pending.val() {
                    self.takes_fact.next = true;
                } else if self.hit.val() && !self.scan_done.q.val() {
                    self.select_hit.next = true;
                    if self.any_cell.q.val() {
                        self.fill_value.next = true;
                        self.state.d.next = State::Decide;
                    } else {
                        self.begin_probe.next = true;
                        self.in_probe.d.next = true;
                        self.first_value.d.next = true;
                        self.state.d.next = State::Fetch;
                    }
                } else if self.widens.val() {
                    self.state.d.next = State::ScanFetch;
                } else if self.last_row.val() {
                    self.scan_done.d.next = !self.all_exhausted.val();
                    if self.all_exhausted.val() {
                        if self.news_left.val() {
                            self.starts_pass.next = true;
                            self.rewind_scan.next = true;
                            self.state.d.next = State::ScanFetch;
                        } else if self.branch_valid.val() {
                            self.select_branch.next = true;
                            self.state.d.next = State::Decide;
                        } else {
                            self.any_cell.d.next = true;
                            self.rewind_scan.next = true;
                            self.state.d.next = State::ScanFetch;
                        }
                    }
                }
            }
            State::Decide => {
                self.read_scan.next = true;
                self.decide.next = true;
                self.forget_news.next = true;
                self.resume.d.next = false;
                self.state.d.next = State::Fetch;
            }
            State::Save => {
                self.read_save.next = true;
                self.save.next = true;
                if self.saved.val() {
                    if self.found.q.val() {
                        self.starts_undo.next = true;
                        self.undoing.d.next = Undoing::Decision;
                    } else if self.save_undecided.q.val() {
                        self.end_undecided.next = true;
                    } else {
                        self.end_solved.next = true;
                    }
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }

        // What several rows of the table have in common.
        self.select_fact.next = self.takes_fact.val();
        if self.takes_fact.val() {
            self.rewind_scan.next = true;
            self.scan_done.d.next = false;
            self.fact_taken.d.next = true;
            self.state.d.next = State::Fetch;
        }
        if self.starts_undo.val() {
            self.state.d.next = State::UndoFetch;
        }
        self.keep_solution.next = self.starts_save.val();
        if self.starts_save.val() {
            self.state.d.next = State::Save;
        }
        self.begin_pass.next = self.starts_pass.val();
        if self.starts_pass.val() {
            self.resume.d.next = true;
            self.any_cell.d.next = false;
        }
        self.ends.next = self.end_solved.val()
            || self.end_unsolvable.val()
            || self.end_undecided.val()
            || self.end_multiple.val();
        if self.ends.val() {
            self.state.d.next = State::Idle;
        }

        if self.start.val() {
            self.state.d.next = State::Propagate;
            self.only_line_logic.d.next = self.line_logic.val();
            self.only_first_solution.d.next = self.first_solution.val();
            self.stop.d.next = false;
            self.in_probe.d.next = false;
            self.resume.d.next = false;
            self.first_value.d.next = false;
            self.scan_done.d.next = false;
            self.fact_taken.d.next = false;
            self.found.d.next = false;
        }
        if self.clear.val() {
            self.state.d.next = State::Idle;
        }
    }
}
