//! Sends the reply to a board: the size, the cells (only if solved, stalled or multiple), a check if the board had one, and the status.
//! Sends the identity on request.
//! Interface: `done` or `refuse` samples the result; `fetch` starts a source of cell messages ([`CellReader`](super::CellReader) or
//! [`CellPacker`](super::clue::CellPacker)), which are passed on from `cells_*` with a valid / ready handshake; bytes leave through `byte_*`.
//! Source: docs/reference/protocol.md; the published 16-bit board protocol, with the status in the end board's index.

use super::{INDEX, MessageTx, PAYLOAD, control_code, message_code};
use crate::prelude::*;
use nonogram_protocol::{BuildIdentity, IDENTITY_STATUS, IDENTITY_WORDS, Status, control};

/// Width of the number of an identity's word.
const WORD: usize = 4;
const _: () = assert!(IDENTITY_WORDS <= 1 << WORD, "widen the number of a word");
/// Number of an identity's first words, which are constants; the other four are clock frequency and baud rate, which are parameters.
const CONSTANT_WORDS: usize = 6;
const _: () =
    assert!(IDENTITY_WORDS == CONSTANT_WORDS + 4, "assign the new word in Assembler::update");

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum AssemblerState {
    Idle,
    Rows,
    Columns,
    Cells,
    Identity,
    Check,
    End,
}

/// Reply assembler.
#[derive(LogicBlock, SmartDefault)]
pub struct Assembler {
    /// Discards the reply in progress.
    pub reset: Signal<In, Bit>,
    /// The core has reached a verdict: starts a reply with `status` (only while `idle`).
    pub done: Signal<In, Bit>,
    /// Status code of the verdict, valid with `done`.
    pub status: Signal<In, Bits<3>>,
    /// Starts a reply without the core, with status `result` (only while `idle`).
    pub refuse: Signal<In, Bit>,
    /// Status code, valid with `refuse`; [`IDENTITY_STATUS`] sends the identity's words instead of cells.
    pub result: Signal<In, Bits<3>>,
    /// Rows of the board, as received; sampled with `done` and `refuse`.
    pub rows: Signal<In, Bits<INDEX>>,
    /// Columns of the board, as received; sampled with `done` and `refuse`.
    pub columns: Signal<In, Bits<INDEX>>,
    /// The reply has a check before its end board; sampled with `done` and `refuse`.
    pub checked: Signal<In, Bit>,
    /// Value from which the check starts: that of the board's check, or 0 for the identity; sampled with `done` and `refuse`.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// All messages of the previous reply have been passed to the sender.
    pub idle: Signal<Out, Bit>,
    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    pub last_status: Dff<Bits<3>, Out>,
    /// Starts the source of the cells: high for one cycle.
    pub fetch: Signal<Out, Bit>,
    /// Rows of the picture, valid from `fetch` until `cells_end`.
    pub cells_rows: Dff<Bits<INDEX>, Out>,
    /// Columns of the picture, valid from `fetch` until `cells_end`.
    pub cells_columns: Dff<Bits<INDEX>, Out>,
    /// `cells_message` holds a message with cells.
    pub cells_valid: Signal<In, Bit>,
    /// Message with cells, while `cells_valid`.
    pub cells_message: Signal<In, Bits<16>>,
    /// With `cells_valid`: accepts the message at this clock edge.
    pub cells_ready: Signal<Out, Bit>,
    /// The source has no message after this cycle: high for one cycle.
    pub cells_end: Signal<In, Bit>,
    /// `byte_data` holds a byte to send; stable until `byte_ready`, except at a reset.
    pub byte_valid: Signal<Out, Bit>,
    /// Byte to send, while `byte_valid`.
    pub byte_data: Signal<Out, Bits<8>>,
    /// The byte is the last one of a reply or of the identity, while `byte_valid`.
    pub byte_last: Signal<Out, Bit>,
    /// With `byte_valid`: the transmitter accepts the byte at this clock edge.
    pub byte_ready: Signal<In, Bit>,

    sender: MessageTx,
    state: Dff<AssemblerState>,
    with_check: Dff<Bit>,
    first_sum: Dff<Bits<PAYLOAD>>,
    word: Dff<Bits<WORD>>,

    outcome: Signal<Local, Bits<3>>,
    picture: Signal<Local, Bit>,
    identity_word: Signal<Local, Bits<16>>,
    message: Signal<Local, Bits<16>>,
    send: Signal<Local, Bit>,
    /// The messages of the identity, in the order in which they are sent.
    words: [Signal<Local, Bits<16>>; IDENTITY_WORDS],

    #[default(control_code(control::START_BOARD))]
    start_board: Constant<Bits<16>>,
    #[default(control_code(control::CELLS))]
    cells_code: Constant<Bits<16>>,
    #[default(control_code(control::CHECK))]
    check: Constant<Bits<16>>,
    #[default(control_code(control::END_BOARD))]
    end_board: Constant<Bits<16>>,
    #[default(constant(Status::Solved as u64))]
    solved: Constant<Bits<3>>,
    #[default(constant(Status::Stalled as u64))]
    stalled: Constant<Bits<3>>,
    #[default(constant(Status::Multiple as u64))]
    multiple: Constant<Bits<3>>,
    #[default(constant(u64::from(IDENTITY_STATUS)))]
    identity: Constant<Bits<3>>,
    /// The first messages of the identity, in the order in which they are sent.
    #[default(from_fn(|_| control_code(control::CELLS)))]
    constant_words: [Constant<Bits<16>>; CONSTANT_WORDS],
    /// Clock frequency, kHz.
    clock_khz: Parameter,
    /// Baud rate.
    baud: Parameter,
    #[default(constant(IDENTITY_WORDS as u64 - 1))]
    words_last: Constant<Bits<WORD>>,
}

impl Assembler {
    /// Sets the identity that the design reports.
    pub fn set_identity(&mut self, identity: &BuildIdentity) {
        let words = identity.words();
        self.constant_words = from_fn(|word| message_code(control::CELLS, words[word]));
        self.clock_khz = Parameter::new(identity.clock_khz);
        self.baud = Parameter::new(identity.baud);
    }
}

impl Logic for Assembler {
    #[hdl_gen]
    fn update(&mut self) {
        self.sender.reset.next = self.reset.val();
        self.sender.byte_ready.next = self.byte_ready.val();
        self.byte_valid.next = self.sender.byte_valid.val();
        self.byte_data.next = self.sender.byte_data.val();
        self.byte_last.next = self.sender.byte_last.val();
        self.idle.next = self.state.q.val() == AssemblerState::Idle;

        self.outcome.next = self.status.val();
        if self.refuse.val() {
            self.outcome.next = self.result.val();
        }
        self.picture.next = (self.last_status.q.val() == self.solved.val())
            || (self.last_status.q.val() == self.stalled.val())
            || (self.last_status.q.val() == self.multiple.val());
        for i in 0..CONSTANT_WORDS {
            self.words[i].next = self.constant_words[i].val();
        }
        self.words[6].next = bit_cast::<16, PAYLOAD>(self.clock_khz.val().get_bits::<PAYLOAD>(13))
            | self.cells_code.val();
        self.words[7].next = bit_cast::<16, PAYLOAD>(self.clock_khz.val().get_bits::<PAYLOAD>(0))
            | self.cells_code.val();
        self.words[8].next = bit_cast::<16, PAYLOAD>(self.baud.val().get_bits::<PAYLOAD>(13))
            | self.cells_code.val();
        self.words[9].next =
            bit_cast::<16, PAYLOAD>(self.baud.val().get_bits::<PAYLOAD>(0)) | self.cells_code.val();
        self.identity_word.next = self.words[0].val();
        for i in 1..IDENTITY_WORDS {
            if self.word.q.val().index() == i {
                self.identity_word.next = self.words[i].val();
            }
        }

        self.message.next = self.cells_message.val();
        self.send.next = self.sender.ready.val();
        self.cells_ready.next = false;
        self.fetch.next = false;
        match self.state.q.val() {
            AssemblerState::Idle => {
                // A message of the previous reply may still be in the sender.
                self.cells_rows.d.next = self.rows.val();
                self.cells_columns.d.next = self.columns.val();
                self.with_check.d.next = self.checked.val();
                self.first_sum.d.next = self.seed.val();
                self.word.d.next = 0.into();
                self.send.next = false;
                if self.done.val() || self.refuse.val() {
                    self.last_status.d.next = self.outcome.val();
                    self.state.d.next = AssemblerState::Rows;
                }
            }
            AssemblerState::Rows => {
                self.message.next =
                    (bit_cast::<16, INDEX>(self.cells_rows.q.val()) << 1) | self.start_board.val();
                if self.sender.ready.val() {
                    self.state.d.next = AssemblerState::Columns;
                }
            }
            AssemblerState::Columns => {
                self.message.next = (bit_cast::<16, INDEX>(self.cells_columns.q.val()) << 1)
                    | self.start_board.val();
                if self.sender.ready.val() {
                    self.state.d.next = AssemblerState::Check;
                    if self.picture.val() {
                        self.fetch.next = true;
                        self.state.d.next = AssemblerState::Cells;
                    }
                    if self.last_status.q.val() == self.identity.val() {
                        self.state.d.next = AssemblerState::Identity;
                    }
                }
            }
            AssemblerState::Cells => {
                self.cells_ready.next = self.sender.ready.val();
                self.send.next = self.sender.ready.val() && self.cells_valid.val();
                if self.cells_end.val() {
                    self.state.d.next = AssemblerState::Check;
                }
            }
            AssemblerState::Identity => {
                self.message.next = self.identity_word.val();
                if self.sender.ready.val() {
                    self.word.d.next = self.word.q.val() + 1;
                    if self.word.q.val() == self.words_last.val() {
                        self.state.d.next = AssemblerState::Check;
                    }
                }
            }
            AssemblerState::Check => {
                self.message.next = bit_cast::<16, 13>(self.sender.crc.val()) | self.check.val();
                self.send.next = self.sender.ready.val() && self.with_check.q.val();
                if self.sender.ready.val() || !self.with_check.q.val() {
                    self.state.d.next = AssemblerState::End;
                }
            }
            AssemblerState::End => {
                self.message.next =
                    (bit_cast::<16, 3>(self.last_status.q.val()) << 1) | self.end_board.val();
                if self.sender.ready.val() {
                    self.state.d.next = AssemblerState::Idle;
                }
            }
            _ => {
                self.send.next = false;
                self.state.d.next = AssemblerState::Idle;
            }
        }

        // Each port of the sender is driven once per evaluation: an event-driven simulator can re-evaluate two blocks endlessly if each
        // drives the other more than once.
        self.sender.valid.next = self.send.val();
        self.sender.first.next = self.state.q.val() == AssemblerState::Rows;
        self.sender.seed.next = self.first_sum.q.val();
        self.sender.message.next = self.message.val();
        self.sender.last.next = self.state.q.val() == AssemblerState::End;

        if self.reset.val() {
            self.last_status.d.next = self.solved.val();
            self.state.d.next = AssemblerState::Idle;
        }
    }
}
