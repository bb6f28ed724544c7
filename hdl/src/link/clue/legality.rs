//! Judges whether a message of a clue board is legal at its place.
//! Interface: the inputs are the decoded message and the parser's position in the board; the outputs are valid one cycle later.
//! Source: docs/reference/protocol.md, section "Clue boards".

use super::KindIn;
use crate::widgets::Dff;
use rust_hdl::prelude::*;

/// Judges the messages of clue boards.
#[derive(LogicBlock, Default)]
pub struct ClueLegality {
    /// Clock.
    pub clock: Signal<In, Clock>,

    /// Kind of the message.
    pub kind: KindIn,

    /// The parser waits for the second start board.
    pub in_start: Signal<In, Bit>,
    /// The first start board had index 0.
    pub first_empty: Signal<In, Bit>,
    /// The parser accepts requests and lines.
    pub in_board: Signal<In, Bit>,
    /// The first line has begun, so a request is illegal.
    pub in_lines: Signal<In, Bit>,
    /// The parser skips the rest of a board that it has rejected.
    pub bad: Signal<In, Bit>,
    /// All lines of the board have been received.
    pub complete: Signal<In, Bit>,
    /// The board's check has been received.
    pub checked: Signal<In, Bit>,
    /// The limit has no bits left for a further digit.
    pub limit_full: Signal<In, Bit>,

    /// The message is corrupted, or illegal at its place in the board; valid one cycle after the inputs.
    pub malformed: Signal<Out, Bit>,
    /// The message exceeds a limit of the build; valid one cycle after the inputs.
    pub too_large: Signal<Out, Bit>,
    /// The message, if it is a start board, completes an identity request; valid one cycle after the inputs.
    pub asks: Signal<Out, Bit>,

    wrong: Dff<Bit>,
    oversized: Dff<Bit>,
    identifies: Dff<Bit>,
    is_identity: Signal<Local, Bit>,
    expects_end: Signal<Local, Bit>,
}

impl Logic for ClueLegality {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, wrong, oversized, identifies);
        self.expects_end.next = self.bad.val();
        if self.in_board.val() {
            self.expects_end.next = self.complete.val();
        }
        // A pair of start boards with index 0 requests the identity.
        self.is_identity.next =
            self.kind.empty.val() && self.in_start.val() && self.first_empty.val();
        self.identifies.d.next = self.is_identity.val();
        self.wrong.d.next = true;
        self.oversized.d.next = false;
        if self.kind.start_board.val() {
            self.wrong.d.next = self.kind.empty.val() && !self.is_identity.val();
            self.oversized.d.next = self.kind.too_big.val();
        } else if self.kind.end_board.val() || self.kind.check.val() {
            self.wrong.d.next = !self.expects_end.val();
        } else if self.in_board.val() {
            if self.kind.mode.val() {
                self.wrong.d.next = self.in_lines.val();
            } else if self.kind.limit.val() {
                self.wrong.d.next = self.in_lines.val() || self.limit_full.val();
            } else if self.kind.cells.val() {
                self.wrong.d.next = self.complete.val() || self.checked.val();
            }
        }
        self.malformed.next = self.wrong.q.val();
        self.too_large.next = self.oversized.q.val();
        self.asks.next = self.identifies.q.val();
    }
}
