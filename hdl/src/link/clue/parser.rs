//! Receives a clue board message by message, hands its blocks to the core, and launches the search or an error reply.
//! Interface: messages from the framer; `begins`, blocks and `start` to the core; one `launch` per board.
//! A message is decoded in its first cycle, judged in the second, and executed in the third; then its blocks are handed over.

use super::super::{INDEX, LineCounter};
use super::{BlockFeeder, ClueDecoder, LIMIT, MODE, PLACE, Requests, SearchEnd};
use crate::widgets::{Dff, SkipWhenIdle, constant, inputs};
use nonogram_protocol::{IDENTITY_STATUS, Status};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Position of the parser in a board.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum ClueParserState {
    /// Outside a board.
    Idle,
    /// The first start board has been received.
    Columns,
    /// In the requests and lines.
    Lines,
    /// The board has been rejected; skips messages up to its end.
    Bad,
    /// A result or the identity is due; waits until the previous reply has been sent.
    Launch,
    /// The core is searching.
    Wait,
}

/// Parser of clue boards up to `S` x `S`.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueParser<const S: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the board.
    pub reset: Signal<In, Bit>,
    /// `message` holds a whole message.
    pub valid: Signal<In, Bit>,
    /// Message from the framer.
    pub message: Signal<In, Bits<16>>,
    /// The message has an error flag.
    pub error: Signal<In, Bit>,
    /// The message's payload equals the CRC of the messages before it.
    pub check_matches: Signal<In, Bit>,
    /// The line has paused.
    pub paused: Signal<In, Bit>,
    /// Stalls start boards, while the previous board is still needed.
    pub hold: Signal<In, Bit>,
    /// A pause is significant in this state.
    pub watch: Signal<Out, Bit>,
    /// Accepts the message.
    pub take: Signal<Out, Bit>,
    /// With `take`: the bytes are out of step, so only the first is discarded.
    pub shift: Signal<Out, Bit>,
    /// With `take`: the message begins a board.
    pub first: Signal<Out, Bit>,

    /// A board's size is known: high for one cycle, with `begin_rows` and `begin_columns`.
    pub begins: Signal<Out, Bit>,
    /// Number of rows, stable from `begins` to the next one.
    pub begin_rows: Signal<Out, Bits<PLACE>>,
    /// Number of columns, stable from `begins` to the next one.
    pub begin_columns: Signal<Out, Bits<PLACE>>,
    /// A block is handed over: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Cells of the block, valid with `block`.
    pub block_length: Signal<Out, Bits<PLACE>>,
    /// With `block` and `line_end`: the line is a column.
    pub block_column: Signal<Out, Bit>,
    /// Position of the line, valid with `block` and `line_end`.
    pub block_position: Signal<Out, Bits<PLACE>>,
    /// The line's blocks are complete: high for one cycle.
    pub line_end: Signal<Out, Bit>,
    /// Extent of the search, valid with `launch`.
    pub mode: Signal<Out, Bits<MODE>>,
    /// Limit in units of 1024 cycles, 0 for none; valid with `launch`.
    pub limit: Signal<Out, Bits<LIMIT>>,
    /// Ends the search: high for one cycle.
    pub cancel: Signal<Out, Bit>,
    /// The core accepts an event in this cycle.
    pub core_ready: Signal<In, Bit>,
    /// The core has reached a verdict.
    pub core_done: Signal<In, Bit>,

    /// The board is complete: high for one cycle.
    pub launch: Signal<Out, Bit>,
    /// With `launch`: 0 to search, else the status to reply; [`IDENTITY_STATUS`] requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check; valid with `launch`.
    pub checked: Signal<Out, Bit>,
    /// Rows of the board, as received.
    pub rows: Signal<Out, Bits<INDEX>>,
    /// Columns of the board, as received.
    pub columns: Signal<Out, Bits<INDEX>>,
    /// A launch is accepted.
    pub ready: Signal<In, Bit>,

    /// Current state.
    pub state: Dff<ClueParserState>,
    height: Dff<Bits<INDEX>>,
    width: Dff<Bits<INDEX>>,
    core_height: Dff<Bits<PLACE>>,
    core_width: Dff<Bits<PLACE>>,
    beginning: Dff<Bit>,
    /// The last two messages were a pair of start boards.
    paired: Dff<Bit>,
    /// The start board that has come is the third one in a row.
    spare: Dff<Bit>,
    /// The last message was a broken check, whose second byte begins the next one.
    slipped: Dff<Bit>,
    in_lines: Dff<Bit>,
    outcome: Dff<Bits<3>>,
    bad_check: Dff<Bit>,
    has_check: Dff<Bit>,

    decoder: SkipWhenIdle<ClueDecoder<S>>,
    feeder: SkipWhenIdle<BlockFeeder>,
    counter: SkipWhenIdle<LineCounter>,
    requests: SkipWhenIdle<Requests>,
    search_end: SkipWhenIdle<SearchEnd>,
    decoded: Dff<Bit>,
    judged: Dff<Bit>,
    malformed: Dff<Bit>,
    too_large: Dff<Bit>,
    asks: Dff<Bit>,

    in_board: Signal<Local, Bit>,
    listening: Signal<Local, Bit>,
    expects_check: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    oversized: Signal<Local, Bit>,
    pending: Signal<Local, Bit>,
    identifies: Signal<Local, Bit>,
    middle_empty: Signal<Local, Bit>,
    middle_too_big: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    act: Signal<Local, Bit>,
    fault: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
    takes_mode: Signal<Local, Bit>,
    takes_limit: Signal<Local, Bit>,

    #[default(constant(S as u64))]
    largest: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    no_size: Constant<Bits<INDEX>>,
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

inputs!(ClueParser<S>, [const S: usize]:
    reset, valid, message, error, check_matches, paused, hold, core_ready, core_done, ready);

impl<const S: usize> Logic for ClueParser<S> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            height,
            width,
            core_height,
            core_width,
            beginning,
            paired,
            spare,
            slipped,
            in_lines,
            outcome,
            bad_check,
            has_check,
            decoded,
            judged,
            malformed,
            too_large,
            asks
        );
        clock!(self, clock, decoder, feeder, counter, requests, search_end);
        self.take.next = false;
        self.shift.next = false;
        self.first.next = false;
        self.loads.next = false;
        self.takes_mode.next = false;
        self.takes_limit.next = false;
        self.launch.next = false;

        self.rows.next = self.height.q.val();
        self.columns.next = self.width.q.val();
        self.begins.next = self.beginning.q.val();
        self.begin_rows.next = self.core_height.q.val();
        self.begin_columns.next = self.core_width.q.val();
        self.mode.next = self.requests.mode.val();
        self.limit.next = self.requests.limit.val();
        self.checked.next = self.has_check.q.val();
        self.result.next = self.outcome.q.val();
        if self.bad_check.q.val() {
            self.result.next = self.bad_check_code.val();
        }
        self.in_board.next = (self.state.q.val() != ClueParserState::Idle)
            && (self.state.q.val() != ClueParserState::Wait);
        // During a search only a start board waits; other messages are accepted and discarded, as between boards.
        self.waits.next = self.decoder.is_start_board.val()
            && (self.hold.val() || (self.state.q.val() == ClueParserState::Wait));
        self.listening.next = (self.state.q.val() != ClueParserState::Launch)
            && !self.feeder.busy.val()
            && !self.waits.val();
        self.act.next = self.judged.q.val() && self.listening.val() && self.valid.val();
        self.pending.next = self.listening.val() && self.valid.val() && !self.act.val();
        self.decoded.d.next = self.pending.val();
        self.judged.d.next = self.pending.val() && self.decoded.q.val();

        // First cycle: kind of the message.
        self.expects_check.next = self.state.q.val() == ClueParserState::Bad;
        if self.state.q.val() == ClueParserState::Lines {
            self.expects_check.next = self.counter.complete.val();
        }
        self.decoder.message.next = self.message.val();
        self.decoder.error.next = self.error.val();
        self.decoder.check_matches.next = self.check_matches.val();
        self.decoder.after_check.next = self.slipped.q.val();

        // Second cycle: is the message legal?
        // A pair of start boards with index 0 requests the identity.
        self.identifies.next = self.decoder.empty.val()
            && (self.state.q.val() == ClueParserState::Columns)
            && !self.height.q.val().any();
        self.asks.d.next = self.identifies.val();
        self.wrong.next = true;
        self.oversized.next = false;
        if self.decoder.is_start_board.val() {
            self.wrong.next = self.decoder.empty.val() && !self.identifies.val();
            self.oversized.next = self.decoder.too_big.val();
        } else if self.decoder.is_end_board.val() {
            self.wrong.next =
                (self.state.q.val() != ClueParserState::Bad) && !self.expects_check.val();
        } else if self.decoder.is_check.val() {
            self.wrong.next = !self.expects_check.val();
        } else if self.state.q.val() == ClueParserState::Lines {
            if self.decoder.is_mode.val() {
                self.wrong.next = self.in_lines.q.val();
            } else if self.decoder.is_limit.val() {
                self.wrong.next = self.in_lines.q.val() || self.requests.full.val();
            } else if self.decoder.is_cells.val() {
                self.wrong.next = self.counter.complete.val() || self.has_check.q.val();
            }
        }
        self.malformed.d.next = self.wrong.val();
        self.too_large.d.next = self.oversized.val();

        // A start board without its second is discarded after a pause.
        self.watch.next = self.state.q.val() == ClueParserState::Columns;
        if self.paused.val() && (self.state.q.val() == ClueParserState::Columns) {
            self.state.d.next = ClueParserState::Idle;
        }
        if self.paused.val() {
            self.slipped.d.next = false;
        }

        // Third cycle. Of an odd number of consecutive start boards, the last two are the pair.
        self.swap.next = self.spare.q.val()
            && !self.decoder.is_start_board.val()
            && (self.state.q.val() == ClueParserState::Columns);
        self.middle_empty.next = !self.width.q.val().any();
        self.middle_too_big.next = self.width.q.val() > self.largest.val();
        self.beginning.d.next = false;
        if self.act.val() && self.swap.val() {
            self.height.d.next = self.width.q.val();
            self.width.d.next = self.height.q.val();
            self.core_height.d.next = bit_cast::<PLACE, INDEX>(self.width.q.val());
            self.core_width.d.next = bit_cast::<PLACE, INDEX>(self.height.q.val());
            self.spare.d.next = false;
            self.state.d.next = ClueParserState::Bad;
            if self.middle_empty.val() {
                self.outcome.d.next = self.malformed_code.val();
            } else if self.middle_too_big.val() {
                self.outcome.d.next = self.too_large_code.val();
            } else if !self.outcome.q.val().any() {
                self.beginning.d.next = true;
                self.state.d.next = ClueParserState::Lines;
            }
        } else if self.act.val() {
            self.take.next = true;
            self.shift.next = self.decoder.out_of_step.val();
            self.slipped.d.next = self.decoder.is_broken_check.val();
            self.paired.d.next = false;
            if self.decoder.is_start_board.val() {
                if self.state.q.val() == ClueParserState::Columns {
                    self.width.d.next = self.decoder.index.val();
                    self.paired.d.next = !self.asks.q.val();
                    self.state.d.next = ClueParserState::Lines;
                    if self.outcome.q.val().any() {
                        self.state.d.next = ClueParserState::Bad;
                    } else if !self.malformed.q.val() && !self.too_large.q.val() {
                        self.core_height.d.next = bit_cast::<PLACE, INDEX>(self.height.q.val());
                        self.core_width.d.next = bit_cast::<PLACE, INDEX>(self.decoder.index.val());
                        self.beginning.d.next = !self.asks.q.val();
                    }
                    if self.asks.q.val() {
                        self.outcome.d.next = self.identity_code.val();
                        self.has_check.d.next = true;
                        self.state.d.next = ClueParserState::Launch;
                    }
                } else {
                    self.first.next = true;
                    self.height.d.next = self.decoder.index.val();
                    if !self.paired.q.val() {
                        self.width.d.next = self.no_size.val();
                    }
                    self.spare.d.next = self.paired.q.val();
                    self.state.d.next = ClueParserState::Columns;
                    self.in_lines.d.next = false;
                    self.outcome.d.next = self.none.val();
                    self.bad_check.d.next = false;
                    self.has_check.d.next = false;
                }
            } else if self.decoder.is_end_board.val() {
                if self.in_board.val() {
                    self.state.d.next = ClueParserState::Launch;
                }
            } else if self.decoder.is_check.val() && self.in_board.val() {
                self.has_check.d.next = true;
                self.bad_check.d.next = !self.decoder.crc_matches.val();
            } else if self.decoder.is_broken_check.val() && self.in_board.val() {
                self.has_check.d.next = true;
                self.bad_check.d.next = true;
            } else if self.decoder.is_mode.val() && !self.malformed.q.val() {
                self.takes_mode.next = true;
            } else if self.decoder.is_limit.val() && !self.malformed.q.val() {
                self.takes_limit.next = true;
            } else if self.decoder.is_cells.val() && !self.malformed.q.val() {
                self.in_lines.d.next = true;
                self.loads.next = true;
            }
        }

        self.requests.clear.next = self.first.val();
        self.requests.take_mode.next = self.takes_mode.val();
        self.requests.take_limit.next = self.takes_limit.val();
        self.requests.message.next = self.message.val();

        // Hand the message's blocks to the core.
        self.feeder.clear.next = self.reset.val() || self.beginning.q.val();
        self.feeder.load.next = self.loads.val();
        self.feeder.message.next = self.message.val();
        self.feeder.length.next = self.counter.length.val();
        self.feeder.ready.next = self.core_ready.val();
        self.block.next = self.feeder.block.val();
        self.block_length.next = self.feeder.block_length.val();
        self.block_column.next = self.counter.column.val();
        self.block_position.next = self.counter.position.val();
        self.line_end.next = self.feeder.line_end.val();
        self.counter.clear.next = self.first.val();
        self.counter.advance.next = self.feeder.line_end.val();
        self.counter.rows.next = self.core_height.q.val();
        self.counter.columns.next = self.core_width.q.val();

        // A board's first fault decides its status. Both start boards are part of it nevertheless.
        self.fault.next = self.take.val()
            && (self.first.val() || self.in_board.val())
            && (self.malformed.q.val() || self.too_large.q.val());
        if self.fault.val() && (self.first.val() || !self.outcome.q.val().any()) {
            self.outcome.d.next = self.too_large_code.val();
            if self.malformed.q.val() {
                self.outcome.d.next = self.malformed_code.val();
            }
        }
        if self.fault.val() && !self.first.val() && !self.decoder.is_end_board.val() {
            self.state.d.next = ClueParserState::Bad;
        }
        // No picture has a line that its blocks do not fit.
        if self.feeder.overflow.val() {
            self.outcome.d.next = self.unsolvable_code.val();
            self.state.d.next = ClueParserState::Bad;
        }

        if (self.state.q.val() == ClueParserState::Launch) && self.ready.val() {
            if self.result.val().any() {
                self.launch.next = true;
                self.state.d.next = ClueParserState::Idle;
            } else if self.core_ready.val() {
                self.launch.next = true;
                self.state.d.next = ClueParserState::Wait;
            }
        }

        self.search_end.reset.next = self.reset.val();
        self.search_end.searching.next = self.state.q.val() == ClueParserState::Wait;
        self.search_end.done.next = self.core_done.val();
        self.search_end.end_board.next = self.act.val() && self.decoder.is_end_board.val();
        self.search_end.valid.next = self.valid.val();
        self.search_end.take.next = self.take.val();
        self.search_end.is_start_board.next = self.decoder.is_start_board.val();
        self.search_end.empty.next = self.decoder.empty.val();
        self.cancel.next = self.search_end.cancel.val();
        if (self.state.q.val() == ClueParserState::Wait) && self.core_done.val() {
            self.state.d.next = ClueParserState::Idle;
        }

        if self.reset.val() {
            self.state.d.next = ClueParserState::Idle;
            self.decoded.d.next = false;
            self.judged.d.next = false;
            self.beginning.d.next = false;
            self.paired.d.next = false;
            self.slipped.d.next = false;
            self.outcome.d.next = self.none.val();
            self.bad_check.d.next = false;
            self.has_check.d.next = false;
        }
    }
}
