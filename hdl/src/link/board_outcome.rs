//! Outcome of the board being received: the status of its first fault or of a bad check, whether it has a check, and the check's value.
//! Interface: `begin_board` clears the outcome; an input in one cycle changes the outputs in the next.
//! Source: own; docs/reference/protocol.md defines the statuses.

use super::PAYLOAD;
use crate::widgets::{Dff, constant};
use nonogram_protocol::{IDENTITY_STATUS, Status};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Registers of a board's outcome.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardOutcome {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Clears the outcome.
    pub reset: Signal<In, Bit>,
    /// A board begins.
    pub begin_board: Signal<In, Bit>,
    /// A message is corrupted or illegal at its place, or the board exceeds a limit of the build.
    pub fault: Signal<In, Bit>,
    /// With `fault`: high if the message is corrupted or illegal at its place, low if the board is too large.
    pub malformed: Signal<In, Bit>,
    /// The last two of an odd number of consecutive start boards become the board's pair.
    pub swap: Signal<In, Bit>,
    /// With `swap`: the first start board of the new pair has index 0.
    pub middle_empty: Signal<In, Bit>,
    /// With `swap`: the index of the first start board of the new pair is above the build's side.
    pub middle_too_big: Signal<In, Bit>,
    /// The message completes an identity request.
    pub identity: Signal<In, Bit>,
    /// A check of the board is received.
    pub check: Signal<In, Bit>,
    /// With `check`: the check matches the board's bytes.
    pub crc_matches: Signal<In, Bit>,
    /// Value of the check, sampled with `check`.
    pub payload: Signal<In, Bits<PAYLOAD>>,
    /// The blocks of a line do not fit the line, so the board is unsolvable; low for boards of options.
    pub overflow: Signal<In, Bit>,

    /// The board has a fault (including blocks that do not fit, but not a bad check), or is an identity request.
    pub decided: Signal<Out, Bit>,
    /// 0 to solve the board, else the status to reply; [`IDENTITY_STATUS`] requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check, or is an identity request.
    pub checked: Signal<Out, Bit>,
    /// Value of the board's last check, as received; 0 without a check and for an identity request.
    pub seed: Signal<Out, Bits<PAYLOAD>>,

    first_fault: Dff<Bits<3>>,
    bad_check: Dff<Bit>,
    has_check: Dff<Bit>,
    last_check: Dff<Bits<PAYLOAD>>,

    #[default(constant(0))]
    no_check: Constant<Bits<PAYLOAD>>,
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
        dff_setup!(self, clock, first_fault, bad_check, has_check, last_check);
        if self.begin_board.val() {
            self.first_fault.d.next = self.none.val();
            self.bad_check.d.next = false;
            self.has_check.d.next = false;
            self.last_check.d.next = self.no_check.val();
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
            self.last_check.d.next = self.payload.val();
        }
        // The board's first fault decides its status, unless the check does not match.
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
        self.seed.next = self.last_check.q.val();
    }
}
