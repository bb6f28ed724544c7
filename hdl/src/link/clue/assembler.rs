//! Sends the reply to a clue board: the size, the packed cells (only if solved, stalled or multiple), a check if the board had one, and
//! the status. Sends the identity on request.
//! Interface: `start` samples the result; the assembler reads the picture cell by cell through `read_*`, with a latency of three cycles,
//! while the previous message is being sent, and sends the reply through `byte_*`.
//! Source: docs/reference/protocol.md, section "Clue boards".

use super::super::{CONSTANT_WORDS, INDEX, MessageTx, PAYLOAD, control_code, message_code};
use super::{CellPacker, PLACE};
use crate::widgets::{Dff, Parameter, SkipWhenIdle, constant, inputs};
use nonogram_protocol::{BuildIdentity, IDENTITY_STATUS, IDENTITY_WORDS, Status, control};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use std::array::from_fn;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum ClueAssemblerState {
    Idle,
    Rows,
    Columns,
    Read,
    Cells,
    Identity,
    Check,
    End,
}

/// Assembler of packed replies.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueAssembler {
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
    /// Row of the cell to read.
    pub read_row: Signal<Out, Bits<PLACE>>,
    /// Column of the cell to read.
    pub read_column: Signal<Out, Bits<PLACE>>,
    /// The cell addressed three cycles ago is known.
    pub read_known: Signal<In, Bit>,
    /// The cell addressed three cycles ago is filled; valid with `read_known`.
    pub read_filled: Signal<In, Bit>,
    /// `byte_data` holds a byte to send.
    pub byte_send: Signal<Out, Bit>,
    /// Byte to send, while `byte_send`.
    pub byte_data: Signal<Out, Bits<8>>,
    /// With `byte_send`: the transmitter accepts the byte at this clock edge.
    pub byte_ready: Signal<In, Bit>,

    sender: SkipWhenIdle<MessageTx>,
    packer: CellPacker,
    state: Dff<ClueAssemblerState>,
    result: Dff<Bits<3>>,
    height: Dff<Bits<INDEX>>,
    width: Dff<Bits<INDEX>>,
    with_check: Dff<Bit>,
    first_sum: Dff<Bits<PAYLOAD>>,
    word: Dff<Bits<INDEX>>,

    begins: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    next_plane: Signal<Local, Bit>,
    picture: Signal<Local, Bit>,
    last_word: Signal<Local, Bit>,
    identity_word: Signal<Local, Bits<16>>,
    index_bits: Signal<Local, Bits<16>>,
    control: Signal<Local, Bits<16>>,
    message: Signal<Local, Bits<16>>,
    /// The messages of the identity, in the order in which they are sent.
    words: [Signal<Local, Bits<16>>; IDENTITY_WORDS],
    send: Signal<Local, Bit>,

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
    undecided: Constant<Bits<3>>,
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
    words_last: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    no_word: Constant<Bits<INDEX>>,
    #[default(constant(1))]
    next_index: Constant<Bits<INDEX>>,
}

inputs!(ClueAssembler:
    reset, start, status, rows, columns, checked, seed, read_known, read_filled, byte_ready);

impl ClueAssembler {
    /// Sets the identity that the design reports.
    pub fn set_identity(&mut self, identity: &BuildIdentity) {
        let words = identity.words();
        self.constant_words = from_fn(|word| message_code(control::CELLS, words[word]));
        self.clock_khz = Parameter::new(identity.clock_khz);
        self.baud = Parameter::new(identity.baud);
    }
}

impl Logic for ClueAssembler {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, result, height, width, with_check, first_sum, word
        );
        clock!(self, clock, sender, packer);

        self.sender.reset.next = self.reset.val();
        self.sender.byte_ready.next = self.byte_ready.val();
        self.byte_send.next = self.sender.byte_send.val();
        self.byte_data.next = self.sender.byte_data.val();
        self.send.next = false;
        self.idle.next = self.state.q.val() == ClueAssemblerState::Idle;

        self.begins.next = false;
        self.clears.next = false;
        self.next_plane.next = false;
        self.packer.reset.next = self.reset.val();
        self.packer.read.next = self.state.q.val() == ClueAssemblerState::Read;
        self.packer.rows.next = self.height.q.val();
        self.packer.columns.next = self.width.q.val();
        self.read_row.next = self.packer.read_row.val();
        self.read_column.next = self.packer.read_column.val();
        self.packer.read_known.next = self.read_known.val();
        self.packer.read_filled.next = self.read_filled.val();
        self.picture.next = (self.result.q.val() == self.solved.val())
            || (self.result.q.val() == self.undecided.val())
            || (self.result.q.val() == self.multiple.val());
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
        self.last_word.next = self.word.q.val() == self.words_last.val();

        // Index and control field of the message, by state; the defaults are those of packed cells.
        self.index_bits.next = bit_cast::<16, INDEX>(self.packer.cells.val());
        self.control.next = self.cells_code.val();

        match self.state.q.val() {
            ClueAssemblerState::Idle => {
                // A message of the previous reply may still be in the sender.
                self.result.d.next = self.status.val();
                self.height.d.next = self.rows.val();
                self.width.d.next = self.columns.val();
                self.with_check.d.next = self.checked.val();
                self.first_sum.d.next = self.seed.val();
                self.begins.next = true;
                self.word.d.next = self.no_word.val();
                if self.start.val() {
                    self.state.d.next = ClueAssemblerState::Rows;
                }
            }
            ClueAssemblerState::Rows => {
                self.index_bits.next = bit_cast::<16, INDEX>(self.height.q.val());
                self.control.next = self.start_board.val();
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = ClueAssemblerState::Columns;
                }
            }
            ClueAssemblerState::Columns => {
                self.index_bits.next = bit_cast::<16, INDEX>(self.width.q.val());
                self.control.next = self.start_board.val();
                self.clears.next = true;
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = ClueAssemblerState::Check;
                    if self.picture.val() {
                        self.state.d.next = ClueAssemblerState::Read;
                    }
                    if self.result.q.val() == self.identity.val() {
                        self.state.d.next = ClueAssemblerState::Identity;
                    }
                }
            }
            ClueAssemblerState::Read => {
                if self.packer.full.val() {
                    self.state.d.next = ClueAssemblerState::Cells;
                }
            }
            ClueAssemblerState::Cells => {
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.clears.next = true;
                    self.state.d.next = ClueAssemblerState::Read;
                    if self.packer.ended.val() {
                        self.next_plane.next = true;
                        if self.packer.second.val() || self.packer.all_known.val() {
                            self.state.d.next = ClueAssemblerState::Check;
                        }
                    }
                }
            }
            ClueAssemblerState::Identity => {
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.word.d.next = self.word.q.val() + self.next_index.val();
                    if self.last_word.val() {
                        self.state.d.next = ClueAssemblerState::Check;
                    }
                }
            }
            ClueAssemblerState::Check => {
                if !self.with_check.q.val() {
                    self.state.d.next = ClueAssemblerState::End;
                } else if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = ClueAssemblerState::End;
                }
            }
            ClueAssemblerState::End => {
                self.index_bits.next = bit_cast::<16, 3>(self.result.q.val());
                self.control.next = self.end_board.val();
                if self.sender.ready.val() {
                    self.send.next = true;
                    self.state.d.next = ClueAssemblerState::Idle;
                }
            }
            _ => {
                self.state.d.next = ClueAssemblerState::Idle;
            }
        }

        self.message.next = (self.index_bits.val() << 1) | self.control.val();
        if self.packer.second.val() && (self.state.q.val() == ClueAssemblerState::Cells) {
            self.message.next = self.message.val().replace_bit(0, true);
        }
        if self.state.q.val() == ClueAssemblerState::Identity {
            self.message.next = self.identity_word.val();
        }
        if self.state.q.val() == ClueAssemblerState::Check {
            self.message.next = bit_cast::<16, 13>(self.sender.crc.val()) | self.check.val();
        }

        self.packer.restart.next = self.begins.val();
        self.packer.clear.next = self.clears.val();
        self.packer.next_plane.next = self.next_plane.val();
        // Each port of the sender is driven once per evaluation: an event-driven simulator can re-evaluate two blocks endlessly if each
        // drives the other more than once.
        self.sender.send.next = self.send.val();
        self.sender.first.next = self.state.q.val() == ClueAssemblerState::Rows;
        self.sender.seed.next = self.first_sum.q.val();
        self.sender.message.next = self.message.val();

        if self.reset.val() {
            self.state.d.next = ClueAssemblerState::Idle;
        }
    }
}
