//! Position of a parser in a board, the size and the status of the board, and the launch of the core or of a reply.
//! Interface: a message is judged in the first cycle in which it is valid, and executed and accepted (`ready`) in the second; `begin_board`, `start`
//! and `refuse` are high for one cycle.
//! Source: docs/reference/protocol.md defines the faults and the statuses.

use super::clue::SIZE;
use super::{INDEX, MessageIn, PAYLOAD};
use crate::prelude::*;
use nonogram_protocol::{IDENTITY_STATUS, Status};

/// Position of a parser in a board.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum BoardState {
    /// Outside a board, or after its first start board.
    Idle,
    /// Between the start boards and the end board of a board without a fault.
    Open,
    /// The board has been rejected; skips messages up to its end board or to the next start board.
    Bad,
    /// The core, an error reply or the identity is to be launched; waits until `reply_ready`, and for the core until `core_ready`.
    Launch,
    /// The core is solving.
    Solve,
}

/// Controller of a parser of boards up to `SIDE` x `SIDE`.
#[derive(LogicBlock, SmartDefault)]
pub struct BoardControl<const SIDE: usize> {
    /// Discards the board.
    pub reset: Signal<In, Bit>,
    /// Message from the framer.
    pub message: MessageIn,
    /// Accepts the message at this clock edge.
    pub ready: Signal<Out, Bit>,
    /// The message is executed in this cycle: `ready`, but not for a swap.
    pub take: Signal<Out, Bit>,
    /// A swap is executed in this cycle.
    pub swap: Signal<Out, Bit>,
    /// Stalls all messages.
    pub stall: Signal<In, Bit>,
    /// Stalls start boards while the previous board is still in use.
    pub hold: Signal<In, Bit>,

    /// In the first cycle of a message that is neither a start board nor an end board nor a check: it is illegal at its place.
    pub wrong: Signal<In, Bit>,
    /// In the first cycle of such a message: it exceeds a limit of the build.
    pub oversized: Signal<In, Bit>,
    /// All lines of the board have been received.
    pub complete: Signal<In, Bit>,
    /// The blocks of a line do not fit the line, so the board is unsolvable; low for boards of options.
    pub overflow: Signal<In, Bit>,
    /// The message is legal at its place; valid in the cycle in which it is executed.
    pub legal: Signal<Out, Bit>,
    /// The board has no fault, and its start boards have been received but not its end board.
    pub open: Signal<Out, Bit>,
    /// The core is solving.
    pub solving: Signal<Out, Bit>,

    /// A board of legal size begins: high for one cycle, in which its size is valid.
    pub begin_board: Dff<Bit, Out>,
    /// Number of rows of a board of legal size, stable until the next pair of start boards.
    pub board_rows: Dff<Bits<SIZE>, Out>,
    /// Number of columns of a board of legal size, stable until the next pair of start boards.
    pub board_columns: Dff<Bits<SIZE>, Out>,
    /// Number of rows, as received.
    pub rows: Dff<Bits<INDEX>, Out>,
    /// Number of columns, as received.
    pub columns: Dff<Bits<INDEX>, Out>,

    /// The assembler accepts `refuse`, and the reply to a board that is started.
    pub reply_ready: Signal<In, Bit>,
    /// The core accepts `start`.
    pub core_ready: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,
    /// The core starts to solve the board: high for one cycle; only while `reply_ready` and only while `core_ready`.
    pub start: Signal<Out, Bit>,
    /// The board is rejected, or the identity is requested: high for one cycle; only while `reply_ready`.
    pub refuse: Signal<Out, Bit>,
    /// Status to reply, valid with `refuse`; [`IDENTITY_STATUS`] requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check, or the identity is requested.
    pub checked: Dff<Bit, Out>,
    /// Value of the board's last check, as received; 0 without a check and for an identity request.
    pub seed: Dff<Bits<PAYLOAD>, Out>,

    /// Position in the board.
    pub state: Dff<BoardState>,
    judged: Dff<Bit>,
    out_of_order: Dff<Bit>,
    beyond: Dff<Bit>,
    too_big: Dff<Bit>,
    first_fault: Dff<Bits<3>>,
    bad_check: Dff<Bit>,

    index: Signal<Local, Bits<INDEX>>,
    listening: Signal<Local, Bit>,
    in_board: Signal<Local, Bit>,
    expects_end: Signal<Local, Bit>,
    faulty: Signal<Local, Bit>,
    fault: Signal<Local, Bit>,
    middle_fault: Signal<Local, Bits<3>>,
    outcome: Signal<Local, Bits<3>>,

    #[default(constant(SIDE as u64))]
    largest: Constant<Bits<INDEX>>,
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

impl<const SIDE: usize> Logic for BoardControl<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        self.index.next = bit_cast::<INDEX, 16>(self.message.bits.val() >> 1);
        self.too_big.d.next = self.index.val() > self.largest.val();

        // A message is judged in its first cycle, and executed in the second.
        self.listening.next = (self.state.q.val() != BoardState::Launch)
            && !self.stall.val()
            && !((self.message.first.val() || self.message.second.val())
                && (self.hold.val() || (self.state.q.val() == BoardState::Solve)));
        self.ready.next = self.judged.q.val() && self.message.valid.val() && self.listening.val();
        self.judged.d.next = self.message.valid.val() && self.listening.val() && !self.ready.val();
        self.take.next = self.ready.val() && !self.message.swap.val();
        self.swap.next = self.ready.val() && self.message.swap.val();

        self.expects_end.next = (self.state.q.val() == BoardState::Bad)
            || ((self.state.q.val() == BoardState::Open) && self.complete.val());
        self.out_of_order.d.next = self.wrong.val();
        self.beyond.d.next = self.oversized.val();
        if self.message.first.val() || self.message.second.val() {
            self.out_of_order.d.next = self.message.empty.val() && !self.message.identity.val();
            self.beyond.d.next = self.too_big.q.val();
        } else if self.message.end_board.val() || self.message.check.val() {
            self.out_of_order.d.next = !self.expects_end.val();
            self.beyond.d.next = false;
        }
        self.faulty.next = self.out_of_order.q.val() || self.beyond.q.val();
        self.legal.next = !self.faulty.val();

        // Size of the board.
        if self.take.val() && self.message.first.val() {
            self.rows.d.next = self.index.val();
            if !self.message.after_pair.val() {
                self.columns.d.next = 0.into();
            }
        }
        if self.take.val() && self.message.second.val() {
            self.columns.d.next = self.index.val();
            self.board_rows.d.next = bit_cast::<SIZE, INDEX>(self.rows.q.val());
            self.board_columns.d.next = bit_cast::<SIZE, INDEX>(self.index.val());
        }
        self.middle_fault.next = self.first_fault.q.val();
        if self.swap.val() {
            self.rows.d.next = self.columns.q.val();
            self.columns.d.next = self.rows.q.val();
            self.board_rows.d.next = bit_cast::<SIZE, INDEX>(self.columns.q.val());
            self.board_columns.d.next = bit_cast::<SIZE, INDEX>(self.rows.q.val());
            if !self.columns.q.val().any() {
                self.middle_fault.next = self.malformed_code.val();
            } else if self.columns.q.val() > self.largest.val() {
                self.middle_fault.next = self.too_large_code.val();
            }
        }

        // Position in the board. A board includes its start boards even if they are illegal.
        self.begin_board.d.next = false;
        self.in_board.next = self.message.begun.val()
            || (self.state.q.val() == BoardState::Open)
            || (self.state.q.val() == BoardState::Bad);
        self.fault.next = self.take.val()
            && self.faulty.val()
            && (self.message.first.val() || self.in_board.val());
        if self.swap.val() || (self.take.val() && self.message.second.val()) {
            self.state.d.next = BoardState::Bad;
            if !self.middle_fault.val().any() && !self.fault.val() {
                self.begin_board.d.next = true;
                self.state.d.next = BoardState::Open;
            }
            if self.take.val() && self.message.identity.val() {
                self.state.d.next = BoardState::Launch;
            }
        } else if self.take.val() && self.message.first.val() {
            self.state.d.next = BoardState::Idle;
        } else if self.take.val() && self.message.end_board.val() && self.in_board.val() {
            self.state.d.next = BoardState::Launch;
        } else if self.fault.val() || self.overflow.val() {
            self.state.d.next = BoardState::Bad;
        }

        // Status of the board: that of its first fault, unless its check does not match.
        if self.swap.val() {
            self.first_fault.d.next = self.middle_fault.val();
        }
        if self.take.val() && self.message.first.val() {
            self.first_fault.d.next = 0.into();
            self.bad_check.d.next = false;
            self.checked.d.next = false;
            self.seed.d.next = 0.into();
        }
        if self.fault.val() && (self.message.first.val() || !self.first_fault.q.val().any()) {
            self.first_fault.d.next = self.too_large_code.val();
            if self.out_of_order.q.val() {
                self.first_fault.d.next = self.malformed_code.val();
            }
        }
        if self.overflow.val() {
            self.first_fault.d.next = self.unsolvable_code.val();
        }
        if self.take.val() && self.message.identity.val() {
            self.first_fault.d.next = self.identity_code.val();
            self.checked.d.next = true;
        }
        if self.take.val()
            && self.in_board.val()
            && (self.message.check.val() || self.message.broken_check.val())
        {
            self.checked.d.next = true;
            self.bad_check.d.next =
                self.message.broken_check.val() || !self.message.crc_matches.val();
            self.seed.d.next = bit_cast::<PAYLOAD, 16>(self.message.bits.val());
        }

        // Launch.
        self.outcome.next = self.first_fault.q.val();
        if self.bad_check.q.val() {
            self.outcome.next = self.bad_check_code.val();
        }
        self.start.next = false;
        self.refuse.next = false;
        if (self.state.q.val() == BoardState::Launch) && self.reply_ready.val() {
            if self.outcome.val().any() {
                self.refuse.next = true;
                self.state.d.next = BoardState::Idle;
            } else if self.core_ready.val() {
                self.start.next = true;
                self.state.d.next = BoardState::Solve;
            }
        }
        if (self.state.q.val() == BoardState::Solve) && self.core_done.val() {
            self.state.d.next = BoardState::Idle;
        }

        if self.reset.val() {
            self.state.d.next = BoardState::Idle;
            self.judged.d.next = false;
            self.begin_board.d.next = false;
            self.first_fault.d.next = 0.into();
            self.bad_check.d.next = false;
            self.checked.d.next = false;
        }

        self.open.next = self.state.q.val() == BoardState::Open;
        self.solving.next = self.state.q.val() == BoardState::Solve;
        self.result.next = self.outcome.val();
    }
}
