//! The signals of the controller, as ports that travel together: conditions in, commands out, and the flags.
//! Interface: conditions are sampled in each cycle; commands are valid in the cycle of their condition; flags change in the next.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive makes have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// Commands that depend on conditions.
    CommandsOut "CommandsOut", CommandsIn "CommandsIn", {
        /// Ends all visits and clears all marks.
        abort: Bit,
        /// All that follows without further probes is known.
        settled: Bit,
        /// The probe of the current cell is refuted.
        refutes: Bit,
        /// The current cell becomes the scan's candidate.
        select_hit: Bit,
        /// The current cell becomes the one to branch on.
        select_branch: Bit,
        /// The current cell becomes the decision on top of the trail, with the opposite value; the decision is popped.
        select_decision: Bit,
        /// The current cell becomes the refuted probe, with the opposite value: the broadcast one, or its own.
        select_fact: Bit,
        /// The current value becomes filled.
        fill_value: Bit,
        /// The current value becomes the first one to probe.
        choose_value: Bit,
        /// The current value becomes the opposite one.
        flip_value: Bit,
        /// A scan begins: a trail without decisions is emptied.
        begin_scan: Bit,
        /// A pass over the board begins.
        begin_pass: Bit,
        /// State `Propagate` before a new pass: the scan stays at the first row. `begin_pass` itself arrives too late in the cycle.
        hold_scan: Bit,
        /// The scan returns to the first row.
        rewind_scan: Bit,
        /// The first probe of a cell begins.
        begin_probe: Bit,
        /// A probe has propagated without contradiction.
        end_probe: Bit,
        /// The probes of a cell are over: its gains are compared with the best.
        keep_gain: Bit,
        /// No line has news.
        forget_news: Bit,
        /// The trail has no decision any more.
        forget_decisions: Bit,
        /// The board is copied into the solution buffer from the next cycle on.
        keep_solution: Bit,
        /// Ends the search: solved, and in a full proof unique.
        end_solved: Bit,
        /// Ends the search: no solution.
        end_unsolvable: Bit,
        /// Ends the search: undecided.
        end_undecided: Bit,
        /// Ends the search: more than one solution.
        end_multiple: Bit,
        /// The pass takes any unknown cell as a decision from now on.
        take_any: Bit,
        /// Nothing is left to probe in this pass, and other probers are not exhausted yet.
        exhaust_scan: Bit,
        /// All probers are exhausted: the pass is over.
        end_pass: Bit,
        /// A first solution is found, and a second one is searched.
        find: Bit,
        /// The board that is copied is undecided, with `keep_solution`.
        keep_undecided: Bit,
    }
}

ports! {
    /// What the search remembers between its states.
    FlagsOut "FlagsOut", FlagsIn "FlagsIn", {
        /// Only line logic is requested.
        only_line_logic: Bit,
        /// Only a first solution is requested.
        only_first_solution: Bit,
        /// The search is to end: limit, cancel or full trail.
        stop: Bit,
        /// The current value of the current cell is being probed.
        in_probe: Bit,
        /// The pass goes on after propagation.
        resume: Bit,
        /// The next `Fetch` chooses the first value to probe.
        first_value: Bit,
        /// The opposite value is probed, too.
        second_value: Bit,
        /// The pass takes any unknown cell as a decision.
        any_cell: Bit,
        /// Nothing is left to probe in this pass.
        scan_done: Bit,
        /// The broadcast cell has been written.
        fact_taken: Bit,
        /// The solution buffer has a solution, and a second one is searched.
        found: Bit,
        /// The board that is copied is undecided.
        save_undecided: Bit,
    }
}

/// Status of the units that the controller commands, of line logic, and of the other probers.
#[derive(LogicInterface, Default)]
pub struct Conditions {
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
}
