//! Bundles of the controller's signals: conditions in, commands out, and the flags.
//! Interface: conditions are sampled in each cycle; commands are valid in the cycle of their condition; flags change one cycle later.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use crate::prelude::*;

ports! {
    /// Commands that depend on conditions.
    CommandsOut "CommandsOut", CommandsIn "CommandsIn", {
        /// Aborts all visits and clears all marks.
        abort: Bit,
        /// Selects the scan's candidate as the current cell.
        select_hit: Bit,
        /// Selects the cell to branch on as the current cell.
        select_branch: Bit,
        /// Selects the decision on top of the trail as the current cell, with its value refuted; the decision is popped.
        select_decision: Bit,
        /// Keeps the current cell, whose probe is refuted, with its value refuted.
        select_refuted: Bit,
        /// Sets the current value to the lowest possible colour.
        fill_value: Bit,
        /// Sets the current value to the first one to probe: the lowest that is possible and not known to be consistent.
        choose_value: Bit,
        /// Sets the current value to the next one to probe.
        next_value: Bit,
        /// Begins a scan; a trail without decisions is emptied.
        begin_scan: Bit,
        /// Begins a pass over the board.
        begin_pass: Bit,
        /// Holds the scan at the first row, in state `Propagate` before a new pass; `begin_pass` itself arrives too late in the cycle.
        hold_scan: Bit,
        /// Restarts the scan: at the first row, for cells with known neighbours on both sides.
        rewind_scan: Bit,
        /// Begins the first probe of a cell.
        begin_probe: Bit,
        /// A probe has propagated without contradiction, and does not end the search.
        end_probe: Bit,
        /// The probes of a cell have ended without contradiction: compares its gains with those of the best cell.
        keep_gain: Bit,
        /// Clears the news of all lines.
        forget_news: Bit,
        /// All decisions have been undone: clears their count.
        forget_decisions: Bit,
        /// Copies the board into the solution buffer from the next cycle on.
        keep_solution: Bit,
        /// Makes a decision outside a dive: a node of the search begins.
        begin_node: Bit,
        /// Makes the first decision of a dive.
        begin_dive: Bit,
        /// The decisions of the dive have been withdrawn.
        end_dive: Bit,
        /// Ends the search: solved, and unique unless only a first solution was requested.
        end_solved: Bit,
        /// Ends the search: no solution.
        end_unsolvable: Bit,
        /// Ends the search: undecided; only certain cells are reported as known.
        end_undecided: Bit,
        /// Ends the search: more than one solution.
        end_multiple: Bit,
        /// From now on the scan takes the first unknown cell as a decision.
        take_any: Bit,
        /// No cell is left to probe: the pass is over.
        end_pass: Bit,
        /// A first solution has been found; the search continues for a second one.
        find: Bit,
        /// The board that is copied is undecided, with `keep_solution`.
        keep_undecided: Bit,
    }
}

ports! {
    /// The flags of the search: request, probe, pass and proof.
    FlagsOut "FlagsOut", FlagsIn "FlagsIn", {
        /// Only line logic is requested.
        only_line_logic: Bit,
        /// Only a first solution is requested.
        only_first_solution: Bit,
        /// The search must end: limit reached, cancelled, or trail full outside a dive.
        stop: Bit,
        /// The current value of the current cell is being probed.
        in_probe: Bit,
        /// The current pass continues after propagation.
        resume: Bit,
        /// State `Fetch` chooses the first value to probe.
        first_value: Bit,
        /// The scan takes the first unknown cell as a decision.
        any_cell: Bit,
        /// The search dives: it decides without probes until the first contradiction.
        dives: Bit,
        /// A decision of the dive is on the trail.
        in_dive: Bit,
        /// The solution buffer holds a first solution; the search continues for a second one.
        found: Bit,
        /// The board that is copied is undecided.
        save_undecided: Bit,
    }
}

/// Status of the units that the controller commands, of and of line logic.
#[derive(LogicInterface, Default)]
pub struct Conditions {
    /// No line is marked or visited, and no finding is pending.
    pub quiet: Signal<In, Bit>,
    /// A visit has found a contradiction.
    pub conflict: Signal<In, Bit>,
    /// Every cell of the board was known in the previous cycle.
    pub complete: Signal<In, Bit>,
    /// A finding is in the pipeline register before the trail.
    pub noting: Signal<In, Bit>,
    /// The trail is full but for its reserve.
    pub full: Signal<In, Bit>,
    /// The trail holds a decision.
    pub decided: Signal<In, Bit>,
    /// The entry on top of the trail is the first of the current probe; valid during a probe.
    pub at_mark: Signal<In, Bit>,
    /// The trail has exactly one entry.
    pub at_first: Signal<In, Bit>,
    /// The entry on top of the trail is a decision.
    pub top_is_decision: Signal<In, Bit>,

    /// Values of the current cell are left to probe.
    pub values_left: Signal<In, Bit>,
    /// Rows are left to harvest.
    pub rows_left: Signal<In, Bit>,
    /// The judged row has a candidate.
    pub hit: Signal<In, Bit>,
    /// The judged row is the last one, and the scan does not yet accept every cell: if the row has no candidate, the scan restarts for
    /// cells with fewer known neighbours.
    pub widens: Signal<In, Bit>,
    /// The judged row is the last one.
    pub last_row: Signal<In, Bit>,
    /// In the previous cycle, at least one line had news for the next pass.
    pub news_left: Signal<In, Bit>,
    /// The last row is copied into the solution buffer in this cycle.
    pub saved: Signal<In, Bit>,
    /// A cell to branch on exists.
    pub branch_valid: Signal<In, Bit>,
}
