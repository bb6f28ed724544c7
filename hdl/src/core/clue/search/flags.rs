//! The flags of the search, one bit each: request, probe, pass and proof.
//! Interface: commands and inputs change the flags at the clock edge; `start` initialises those that a search may read before it sets them.
//!
//! The transition table in `control.rs` lists the updates by commands.

use super::commands::{CommandsIn, FlagsOut};
use crate::prelude::*;

/// The registers of the flags.
#[derive(LogicBlock, Default)]
pub struct Flags {
    /// Starts a search.
    pub start: Signal<In, Bit>,
    /// Only line logic is requested, with `start`.
    pub line_logic: Signal<In, Bit>,
    /// Only a first solution is requested, with `start`.
    pub first_solution: Signal<In, Bit>,
    /// Cancels the search; high for one cycle.
    pub cancel: Signal<In, Bit>,
    /// The cycle limit is reached; high for one cycle.
    pub expires: Signal<In, Bit>,
    /// The trail has no free entries except those in reserve.
    pub trail_full: Signal<In, Bit>,
    /// Commands of the controller in this cycle.
    pub command: CommandsIn,
    /// Flags of the search.
    pub flags: FlagsOut,

    only_line_logic: Dff<Bit>,
    only_first_solution: Dff<Bit>,
    stop: Dff<Bit>,
    in_probe: Dff<Bit>,
    resume: Dff<Bit>,
    first_value: Dff<Bit>,
    any_cell: Dff<Bit>,
    dives: Dff<Bit>,
    in_dive: Dff<Bit>,
    found: Dff<Bit>,
    save_undecided: Dff<Bit>,
}

impl Logic for Flags {
    #[hdl_gen]
    fn update(&mut self) {
        if (self.trail_full.val() && !self.in_dive.q.val())
            || self.expires.val()
            || self.cancel.val()
        {
            self.stop.d.next = true;
        }
        if self.command.begin_probe.val() {
            self.in_probe.d.next = true;
            self.first_value.d.next = true;
        }
        if self.command.choose_value.val() {
            self.first_value.d.next = false;
        }
        if self.command.keep_gain.val()
            || self.command.forget_decisions.val()
            || self.command.select_refuted.val()
        {
            self.in_probe.d.next = false;
        }
        if self.command.forget_news.val() {
            self.resume.d.next = false;
        }
        if self.command.begin_pass.val() {
            self.resume.d.next = true;
            self.any_cell.d.next = false;
        }
        if self.command.begin_scan.val() && self.dives.q.val() {
            self.any_cell.d.next = true;
        }
        if self.command.take_any.val() {
            self.any_cell.d.next = true;
        }
        if self.command.begin_node.val() {
            self.dives.d.next = true;
        }
        if self.command.begin_dive.val() {
            self.in_dive.d.next = true;
        }
        if self.command.end_dive.val() || self.command.keep_solution.val() {
            self.dives.d.next = false;
            self.in_dive.d.next = false;
        }
        if self.command.find.val() {
            self.found.d.next = true;
        }
        if self.command.keep_solution.val() {
            self.save_undecided.d.next = self.command.keep_undecided.val();
        }
        if self.start.val() {
            self.only_line_logic.d.next = self.line_logic.val();
            self.only_first_solution.d.next = self.first_solution.val();
            self.stop.d.next = false;
            self.in_probe.d.next = false;
            self.resume.d.next = false;
            self.first_value.d.next = false;
            self.dives.d.next = true;
            self.in_dive.d.next = false;
            self.found.d.next = false;
        }
        self.flags.only_line_logic.next = self.only_line_logic.q.val();
        self.flags.only_first_solution.next = self.only_first_solution.q.val();
        self.flags.stop.next = self.stop.q.val();
        self.flags.in_probe.next = self.in_probe.q.val();
        self.flags.resume.next = self.resume.q.val();
        self.flags.first_value.next = self.first_value.q.val();
        self.flags.any_cell.next = self.any_cell.q.val();
        self.flags.dives.next = self.dives.q.val();
        self.flags.in_dive.next = self.in_dive.q.val();
        self.flags.found.next = self.found.q.val();
        self.flags.save_undecided.next = self.save_undecided.q.val();
    }
}
