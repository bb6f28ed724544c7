//! Sends the reply to a board: the size, the known cells (only if solved or stalled), a check if the board had one, and the status.
//! Sends the identity on request.
//! Interface: `start` samples the result; the assembler reads the board row by row (`select*`, `known`, `assigned`) and sends the reply
//! through `byte_*`.
//! Source: the published 16-bit board protocol, with the status in the end board's index.

use super::{CONSTANT_WORDS, INDEX, MessageTx, PAYLOAD, control_code, message_code};
use crate::core::POSITION;
use crate::widgets::{Dff, Parameter, SkipWhenIdle, constant, inputs};
use nonogram_protocol::{BuildIdentity, IDENTITY_STATUS, IDENTITY_WORDS, Status, control};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum AssemblerState {
    Idle,
    Rows,
    Columns,
    Select,
    Settle,
    Cells,
    Identity,
    Check,
    End,
}

/// Reply assembler for boards up to `S` x `S`.
#[derive(LogicBlock, SmartDefault)]
pub struct Assembler<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the reply in progress.
    pub reset: Signal<In, Bit>,
    /// Starts a reply (only while `idle`); samples the inputs from `status` to `seed`.
    pub start: Signal<In, Bit>,
    /// Status code of the result; [`IDENTITY_STATUS`] sends the identity's words instead of cells.
    pub status: Signal<In, Bits<3>>,
    /// Rows of the board, as received.
    pub rows: Signal<In, Bits<INDEX>>,
    /// Columns of the board, as received.
    pub columns: Signal<In, Bits<INDEX>>,
    /// The reply has a check before its end board.
    pub checked: Signal<In, Bit>,
    /// Value from which the check starts: that of the board's check, or 0 for the identity.
    pub seed: Signal<In, Bits<PAYLOAD>>,
    /// All messages of the previous reply have been passed to the sender.
    pub idle: Signal<Out, Bit>,
    /// Fetches the row at `select_position`; `known` and `assigned` show it two cycles later.
    pub select: Signal<Out, Bit>,
    /// Row to fetch, valid with `select`.
    pub select_position: Signal<Out, Bits<POSITION>>,
    /// Known cells of the row fetched last, cell 0 in bit 0.
    pub known: Signal<In, Bits<S>>,
    /// Filled cells among `known`.
    pub assigned: Signal<In, Bits<S>>,
    /// `byte_data` holds a byte to send.
    pub byte_send: Signal<Out, Bit>,
    /// Byte to send, while `byte_send`.
    pub byte_data: Signal<Out, Bits<8>>,
    /// With `byte_send`: the transmitter accepts the byte at this clock edge.
    pub byte_ready: Signal<In, Bit>,
    sender: SkipWhenIdle<MessageTx>,
    state: Dff<AssemblerState>,
    result: Dff<Bits<3>>,
    height: Dff<Bits<INDEX>>,
    width: Dff<Bits<INDEX>>,
    with_check: Dff<Bit>,
    first_sum: Dff<Bits<PAYLOAD>>,
    row: Dff<Bits<POSITION>>,
    column: Dff<Bits<POSITION>>,
    index: Dff<Bits<INDEX>>,
    settled: Dff<Bit>,
    index_bits: Signal<Local, Bits<16>>,
    control: Signal<Local, Bits<16>>,
    next_row: Signal<Local, Bits<POSITION>>,
    next_column: Signal<Local, Bits<POSITION>>,
    picture: Signal<Local, Bit>,
    last_row: Signal<Local, Bit>,
    last_column: Signal<Local, Bit>,
    cell_known: Signal<Local, Bit>,
    cell_value: Signal<Local, Bit>,
    word: Signal<Local, Bits<16>>,
    last_word: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    /// The messages of the identity, in the order in which they are sent.
    words: [Signal<Local, Bits<16>>; IDENTITY_WORDS],
    send: Signal<Local, Bit>,
    message: Signal<Local, Bits<16>>,
    #[default(control_code(control::START_BOARD))]
    start_board: Constant<Bits<16>>,
    #[default(control_code(control::ASSIGNMENT))]
    assignment: Constant<Bits<16>>,
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
    words_last: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    origin: Constant<Bits<POSITION>>,
    #[default(constant(1))]
    next_position: Constant<Bits<POSITION>>,
    #[default(constant(0))]
    first_index: Constant<Bits<INDEX>>,
    #[default(constant(1))]
    next_index: Constant<Bits<INDEX>>,
}

inputs!(Assembler<S>, [const S: usize]:
    reset, start, status, rows, columns, checked, seed, known, assigned, byte_ready);

impl<const S: usize> Assembler<S> {
    /// Sets the identity that the design reports.
    pub fn set_identity(&mut self, identity: &BuildIdentity) {
        let words = identity.words();
        self.constant_words = from_fn(|word| message_code(control::CELLS, words[word]));
        self.clock_khz = Parameter::new(identity.clock_khz);
        self.baud = Parameter::new(identity.baud);
    }
}

impl<const S: usize> Logic for Assembler<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, result, height, width, with_check, first_sum, row, column, index,
            settled
        );
        clock!(self, clock, sender);

        self.sender.reset.next = self.reset.val();
        self.sender.byte_ready.next = self.byte_ready.val();
        self.byte_send.next = self.sender.byte_send.val();
        self.byte_data.next = self.sender.byte_data.val();
        self.send.next = false;
        self.idle.next = self.state.q.val() == AssemblerState::Idle;

        self.select.next = self.state.q.val() == AssemblerState::Select;
        self.select_position.next = self.row.q.val();
        self.next_row.next = self.row.q.val() + self.next_position.val();
        self.next_column.next = self.column.q.val() + self.next_position.val();
        self.last_row.next =
            self.next_row.val() == bit_cast::<POSITION, INDEX>(self.height.q.val());
        self.last_column.next =
            self.next_column.val() == bit_cast::<POSITION, INDEX>(self.width.q.val());
        self.cell_known.next = self.known.val().get_bit(self.column.q.val().index());
        self.cell_value.next = self.assigned.val().get_bit(self.column.q.val().index());
        self.picture.next = (self.result.q.val() == self.solved.val())
            || (self.result.q.val() == self.stalled.val());
        self.step.next = false;
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
        self.word.next = self.words[0].val();
        for i in 1..IDENTITY_WORDS {
            if self.index.q.val().index() == i {
                self.word.next = self.words[i].val();
            }
        }
        self.last_word.next = self.index.q.val() == self.words_last.val();

        // Index and control field of the message, by state; the defaults are those of a cell.
        self.index_bits.next = bit_cast::<16, INDEX>(self.index.q.val());
        self.control.next = self.assignment.val();

        match self.state.q.val() {
            AssemblerState::Idle => {
                // A message of the previous reply may still be in the sender.
                self.row.d.next = self.origin.val();
                self.column.d.next = self.origin.val();
                self.index.d.next = self.first_index.val();
                self.result.d.next = self.status.val();
                self.height.d.next = self.rows.val();
                self.width.d.next = self.columns.val();
                self.with_check.d.next = self.checked.val();
                self.first_sum.d.next = self.seed.val();
                if self.start.val() {
                    self.state.d.next = AssemblerState::Rows;
                }
            }
            AssemblerState::Rows => {
                self.index_bits.next = bit_cast::<16, INDEX>(self.height.q.val());
                self.control.next = self.start_board.val();
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = AssemblerState::Columns;
                }
            }
            AssemblerState::Columns => {
                self.index_bits.next = bit_cast::<16, INDEX>(self.width.q.val());
                self.control.next = self.start_board.val();
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = AssemblerState::Check;
                    if self.picture.val() {
                        self.state.d.next = AssemblerState::Select;
                    }
                    if self.result.q.val() == self.identity.val() {
                        self.state.d.next = AssemblerState::Identity;
                    }
                }
            }
            AssemblerState::Select => {
                self.settled.d.next = false;
                self.state.d.next = AssemblerState::Settle;
            }
            AssemblerState::Settle => {
                self.settled.d.next = true;
                if self.settled.q.val() {
                    self.state.d.next = AssemblerState::Cells;
                }
            }
            AssemblerState::Cells => {
                if !self.cell_known.val() {
                    self.step.next = true;
                } else if self.sender.ready.val() {
                    self.send.next = true;
                    self.step.next = true;
                }
            }
            AssemblerState::Identity => {
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.index.d.next = self.index.q.val() + self.next_index.val();
                    if self.last_word.val() {
                        self.state.d.next = AssemblerState::Check;
                    }
                }
            }
            AssemblerState::Check => {
                if !self.with_check.q.val() {
                    self.state.d.next = AssemblerState::End;
                } else if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = AssemblerState::End;
                }
            }
            AssemblerState::End => {
                self.index_bits.next = bit_cast::<16, 3>(self.result.q.val());
                self.control.next = self.end_board.val();
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = AssemblerState::Idle;
                }
            }
            _ => {
                self.state.d.next = AssemblerState::Idle;
            }
        }

        self.message.next = (self.index_bits.val() << 1) | self.control.val();
        if self.cell_value.val() && (self.state.q.val() == AssemblerState::Cells) {
            self.message.next = self.message.val().replace_bit(0, true);
        }
        if self.state.q.val() == AssemblerState::Identity {
            self.message.next = self.word.val();
        }
        if self.state.q.val() == AssemblerState::Check {
            self.message.next = bit_cast::<16, 13>(self.sender.crc.val()) | self.check.val();
        }

        // Each port of the sender is driven once per evaluation: an event-driven simulator can re-evaluate two blocks endlessly if each
        // drives the other more than once.
        self.sender.send.next = self.send.val();
        self.sender.first.next = self.state.q.val() == AssemblerState::Rows;
        self.sender.seed.next = self.first_sum.q.val();
        self.sender.message.next = self.message.val();

        if self.step.val() {
            self.index.d.next = self.index.q.val() + self.next_index.val();
            self.column.d.next = self.next_column.val();
            if self.last_column.val() {
                self.column.d.next = self.origin.val();
                self.row.d.next = self.next_row.val();
                self.state.d.next = AssemblerState::Select;
                if self.last_row.val() {
                    self.state.d.next = AssemblerState::Check;
                }
            }
        }

        if self.reset.val() {
            self.state.d.next = AssemblerState::Idle;
        }
    }
}
