//! The outcome of a board that arrives: the status of its first fault, and whether it has a check.
//! Interface: `begin_board` clears it; each fault is reported in one cycle, and changes the outputs in the next.
//! Source: docs/reference/protocol.md, whose statuses these are.

use crate::widgets::{Dff, constant};
use nonogram_protocol::{IDENTITY_STATUS, Status};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The registers of the outcome.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardOutcome {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the board.
    pub reset: Signal<In, Bit>,
    /// A board begins.
    pub begin_board: Signal<In, Bit>,
    /// A message is out of place, or the board too large.
    pub fault: Signal<In, Bit>,
    /// With `fault`: the message is out of place.
    pub malformed: Signal<In, Bit>,
    /// Of three start boards the middle one counts in place of the first.
    pub swap: Signal<In, Bit>,
    /// With `swap`: its index is 0.
    pub middle_empty: Signal<In, Bit>,
    /// With `swap`: its index is above the build's side.
    pub middle_too_big: Signal<In, Bit>,
    /// The message completes the request of the identity.
    pub identity: Signal<In, Bit>,
    /// The board's check has been received.
    pub check: Signal<In, Bit>,
    /// With `check`: it matches.
    pub crc_matches: Signal<In, Bit>,
    /// The blocks of a line do not fit, so no picture has this line; only boards of clues have blocks.
    pub overflow: Signal<In, Bit>,

    /// The board has a fault other than its check, or is a request of the identity.
    pub decided: Signal<Out, Bit>,
    /// 0 to solve the board, else the status to reply; [`IDENTITY_STATUS`] requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check.
    pub checked: Signal<Out, Bit>,

    first_fault: Dff<Bits<3>>,
    bad_check: Dff<Bit>,
    has_check: Dff<Bit>,

    #[default(constant(0))]
    none: Constant<Bits<3>>,
    #[default(constant(Status::Unsolvable as u64))]
    unsolvable_code: Constant<Bits<3>>,
    #[default(constant(Status::BadCheck as u64))]
    bad_check_code: Constant<Bits<3>>,
    #[default(constant(Status::TooLarge as u64))]
    too_large_code: Constant<Bits<3>>,
    #[default(constant(Status::Malformed as u64))]
    malformed_code: Constant<Bits<3>>,
    #[default(constant(u64::from(IDENTITY_STATUS)))]
    identity_code: Constant<Bits<3>>,
}

impl Logic for BoardOutcome {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first_fault, bad_check, has_check);
        if self.begin_board.val() {
            self.first_fault.d.next = self.none.val();
            self.bad_check.d.next = false;
            self.has_check.d.next = false;
        }
        if self.swap.val() {
            if self.middle_empty.val() {
                self.first_fault.d.next = self.malformed_code.val();
            } else if self.middle_too_big.val() {
                self.first_fault.d.next = self.too_large_code.val();
            }
        }
        if self.identity.val() {
            self.first_fault.d.next = self.identity_code.val();
            self.has_check.d.next = true;
        }
        if self.check.val() {
            self.has_check.d.next = true;
            self.bad_check.d.next = !self.crc_matches.val();
        }
        // A board's first fault decides its status.
        if self.fault.val() && (self.begin_board.val() || !self.first_fault.q.val().any()) {
            self.first_fault.d.next = self.too_large_code.val();
            if self.malformed.val() {
                self.first_fault.d.next = self.malformed_code.val();
            }
        }
        if self.overflow.val() {
            self.first_fault.d.next = self.unsolvable_code.val();
        }
        if self.reset.val() {
            self.first_fault.d.next = self.none.val();
            self.bad_check.d.next = false;
            self.has_check.d.next = false;
        }
        self.decided.next = self.first_fault.q.val().any();
        self.result.next = self.first_fault.q.val();
        if self.bad_check.q.val() {
            self.result.next = self.bad_check_code.val();
        }
        self.checked.next = self.has_check.q.val();
    }
}
