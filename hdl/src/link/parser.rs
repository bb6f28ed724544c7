//! Receives a board message by message, stores its options, and launches the core or an error reply.
//! Interface: messages from the framer; words and counts to the core; one `launch` per board.
//! Source: the published 16-bit board protocol; docs/reference/protocol.md has limits, checks and statuses.

use super::clue::PLACE;
use super::{Decoder, INDEX, Legality, LineCounter, OptionCells, StoreWriter};
use crate::core::{FLAG, LINE, LINE_FLAG, LINES, POSITION};
use crate::widgets::{Dff, SkipWhenIdle, checked, constant, inputs};
use nonogram_protocol::{IDENTITY_STATUS, Status};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// `result` of a board without a fault so far.
const NONE: u64 = 0;

/// Position of the parser in a board.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum ParserState {
    /// Outside a board.
    Idle,
    /// The first start board has been received.
    Columns,
    /// Between lines.
    Between,
    /// In the options of a line.
    Line,
    /// The board has been rejected; skips messages up to its end.
    Bad,
    /// A result or the identity is due; waits until the previous reply has been sent.
    Launch,
    /// The core is solving.
    Wait,
}

/// Board parser for boards up to `S` x `S`, `MAX` options per line and a store of 2^`AW` words.
#[derive(LogicBlock, SmartDefault)]
pub struct Parser<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64>
{
    /// Clock.
    #[default(checked(Self::FITS))]
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

    /// Writes `store_data` into the store.
    pub store_write: Signal<Out, Bit>,
    /// Address in the store.
    pub store_address: Signal<Out, Bits<AW>>,
    /// Word to store: header or option.
    pub store_data: Signal<Out, Bits<16>>,
    /// The word is a line's header.
    pub store_header: Signal<Out, Bit>,
    /// Writes `count_data` as a line's option count.
    pub count_write: Signal<Out, Bit>,
    /// Line of the count: column flag and position.
    pub count_line: Signal<Out, Bits<LINE>>,
    /// Option count.
    pub count_data: Signal<Out, Bits<CW>>,

    /// The board is complete: high for one cycle.
    pub launch: Signal<Out, Bit>,
    /// With `launch`: 0 to solve the board, else the status to reply; [`IDENTITY_STATUS`] requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check; valid with `launch`.
    pub checked: Signal<Out, Bit>,
    /// Rows of the board, as received.
    pub rows: Signal<Out, Bits<INDEX>>,
    /// Columns of the board, as received.
    pub columns: Signal<Out, Bits<INDEX>>,
    /// Number of lines: rows and columns.
    pub lines: Signal<Out, Bits<LINES>>,
    /// Cells that exist in a row.
    pub row_mask: Signal<Out, Bits<S>>,
    /// Cells that exist in a column.
    pub column_mask: Signal<Out, Bits<S>>,
    /// Number of words stored.
    pub words: Signal<Out, Bits<PW>>,
    /// A launch is accepted.
    pub ready: Signal<In, Bit>,
    /// The core has reached a verdict.
    pub core_done: Signal<In, Bit>,

    /// Current state.
    pub state: Dff<ParserState>,
    height: Dff<Bits<INDEX>>,
    width: Dff<Bits<INDEX>>,
    in_row: Dff<Bits<S>>,
    in_column: Dff<Bits<S>>,
    /// The last two messages were a pair of start boards.
    paired: Dff<Bit>,
    /// The start board that has come is the third one in a row.
    spare: Dff<Bit>,
    /// The last message was a broken check, whose second byte begins the next one.
    slipped: Dff<Bit>,
    options: Dff<Bits<CW>>,
    outcome: Dff<Bits<3>>,
    bad_check: Dff<Bit>,
    has_check: Dff<Bit>,

    decoder: SkipWhenIdle<Decoder<S>>,
    legality: Legality<S>,
    counter: SkipWhenIdle<LineCounter>,
    cells: OptionCells<S>,
    writer: StoreWriter<S, AW, PW>,
    decoded: Dff<Bit>,
    judged: Dff<Bit>,
    option_complete: Dff<Bit>,
    options_full: Dff<Bit>,

    listening: Signal<Local, Bit>,
    expects_check: Signal<Local, Bit>,
    line_mask: Signal<Local, Bits<S>>,
    middle_empty: Signal<Local, Bit>,
    middle_too_big: Signal<Local, Bit>,
    pending: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    act: Signal<Local, Bit>,
    fault: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    option_begins: Signal<Local, Bit>,
    assigns: Signal<Local, Bit>,
    line_ends: Signal<Local, Bit>,

    #[default(constant(S as u64))]
    largest: Constant<Bits<INDEX>>,
    #[default(constant(0))]
    no_size: Constant<Bits<INDEX>>,
    #[default(constant(NONE))]
    none: Constant<Bits<3>>,
    #[default(constant(Status::BadCheck as u64))]
    bad_check_code: Constant<Bits<3>>,
    #[default(constant(Status::TooLarge as u64))]
    too_large_code: Constant<Bits<3>>,
    #[default(constant(Status::Malformed as u64))]
    malformed_code: Constant<Bits<3>>,
    #[default(constant(u64::from(IDENTITY_STATUS)))]
    identity_code: Constant<Bits<3>>,
    #[default(constant(0))]
    count_zero: Constant<Bits<CW>>,
    #[default(constant(1))]
    count_one: Constant<Bits<CW>>,
    #[default(constant(MAX))]
    most_options: Constant<Bits<CW>>,
    #[default(constant(LINE_FLAG))]
    line_flag: Constant<Bits<FLAG>>,
}

inputs!(Parser<S, AW, PW, CW, MAX>, [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64]:
    reset, valid, message, error, check_matches,
    paused, hold, ready, core_done);

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64>
    Parser<S, AW, PW, CW, MAX>
{
    /// Checks the parameters at compile time.
    const FITS: () = assert!(
        MAX < 1 << CW,
        "the counts hold the most options that a line may have"
    );
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64> Logic
    for Parser<S, AW, PW, CW, MAX>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            height,
            width,
            in_row,
            in_column,
            paired,
            spare,
            slipped,
            options,
            outcome,
            bad_check,
            has_check,
            decoded,
            judged,
            option_complete,
            options_full
        );
        clock!(self, clock, decoder, legality, counter, cells, writer);
        self.take.next = false;
        self.shift.next = false;
        self.begins.next = false;
        self.launch.next = false;
        self.line_ends.next = false;
        self.option_begins.next = false;
        self.assigns.next = false;

        self.rows.next = self.height.q.val();
        self.columns.next = self.width.q.val();
        self.lines.next = bit_cast::<LINES, INDEX>(self.height.q.val())
            + bit_cast::<LINES, INDEX>(self.width.q.val());
        self.row_mask.next = self.in_row.q.val();
        self.column_mask.next = self.in_column.q.val();
        self.words.next = self.writer.words.val();
        self.checked.next = self.has_check.q.val();
        self.result.next = self.outcome.q.val();
        if self.bad_check.q.val() {
            self.result.next = self.bad_check_code.val();
        }

        // A message is decoded in its first cycle, judged in the second, and executed in the third.
        self.waits.next = self.hold.val() && self.decoder.is_start_board.val();
        self.listening.next = (self.state.q.val() != ParserState::Launch)
            && (self.state.q.val() != ParserState::Wait)
            && !self.waits.val();
        self.act.next = self.judged.q.val() && self.listening.val() && self.valid.val();
        self.pending.next = self.listening.val() && self.valid.val() && !self.act.val();
        self.decoded.d.next = self.pending.val();
        self.judged.d.next = self.pending.val() && self.decoded.q.val();

        // First cycle: kind of the message, and progress in the line and the store.
        self.expects_check.next = self.state.q.val() == ParserState::Bad;
        if self.state.q.val() == ParserState::Between {
            self.expects_check.next = self.counter.complete.val();
        }
        self.decoder.message.next = self.message.val();
        self.decoder.error.next = self.error.val();
        self.decoder.check_matches.next = self.check_matches.val();
        self.decoder.after_check.next = self.slipped.q.val();
        self.line_mask.next = self.in_row.q.val();
        if self.counter.column.val() {
            self.line_mask.next = self.in_column.q.val();
        }
        self.option_complete.d.next = self.cells.seen.val() == self.line_mask.val();
        self.options_full.d.next = self.options.q.val() == self.most_options.val();

        // Second cycle: is the message legal?
        self.legality.start_board.next = self.decoder.is_start_board.val();
        self.legality.empty.next = self.decoder.empty.val();
        self.legality.too_big.next = self.decoder.too_big.val();
        self.legality.end_board.next = self.decoder.is_end_board.val();
        self.legality.check.next = self.decoder.is_check.val();
        self.legality.start_line.next = self.decoder.is_start_line.val();
        self.legality.payload.next = self.decoder.payload.val();
        self.legality.assignment.next = self.decoder.is_assignment.val();
        self.legality.cell_bit.next = self.decoder.cell_bit.val();
        self.legality.option_end.next = self.decoder.is_option_end.val();
        self.legality.in_start.next = self.state.q.val() == ParserState::Columns;
        self.legality.first_empty.next = !self.height.q.val().any();
        self.legality.between.next = self.state.q.val() == ParserState::Between;
        self.legality.in_line.next = self.state.q.val() == ParserState::Line;
        self.legality.bad.next = self.state.q.val() == ParserState::Bad;
        self.legality.expects_end.next = self.expects_check.val();
        self.legality.complete.next = self.counter.complete.val();
        self.legality.checked.next = self.has_check.q.val();
        self.legality.line_mask.next = self.line_mask.val();
        self.legality.seen.next = self.cells.seen.val();
        self.legality.option_complete.next = self.option_complete.q.val();
        self.legality.options_full.next = self.options_full.q.val();
        self.legality.store_full.next = self.writer.full.val();

        // A start board without its second is discarded after a pause.
        self.watch.next = self.state.q.val() == ParserState::Columns;
        if self.paused.val() && (self.state.q.val() == ParserState::Columns) {
            self.state.d.next = ParserState::Idle;
        }
        if self.paused.val() {
            self.slipped.d.next = false;
        }

        // Third cycle. Of an odd number of consecutive start boards, the last two are the pair.
        self.swap.next = self.spare.q.val()
            && !self.decoder.is_start_board.val()
            && (self.state.q.val() == ParserState::Columns);
        self.middle_empty.next = !self.width.q.val().any();
        self.middle_too_big.next = self.width.q.val() > self.largest.val();
        if self.act.val() && self.swap.val() {
            self.height.d.next = self.width.q.val();
            self.width.d.next = self.height.q.val();
            self.in_column.d.next = self.in_row.q.val();
            self.in_row.d.next = self.in_column.q.val();
            self.spare.d.next = false;
            self.state.d.next = ParserState::Bad;
            if self.middle_empty.val() {
                self.outcome.d.next = self.malformed_code.val();
            } else if self.middle_too_big.val() {
                self.outcome.d.next = self.too_large_code.val();
            } else if !self.outcome.q.val().any() {
                self.state.d.next = ParserState::Between;
            }
        } else if self.act.val() {
            self.take.next = true;
            self.shift.next = self.decoder.out_of_step.val();
            self.slipped.d.next = self.decoder.is_broken_check.val();
            self.paired.d.next = false;
            if self.decoder.is_start_board.val() {
                if self.state.q.val() == ParserState::Columns {
                    self.width.d.next = self.decoder.index.val();
                    self.paired.d.next = !self.legality.asks.val();
                    self.in_row.d.next = self.decoder.size_mask.val();
                    self.state.d.next = ParserState::Between;
                    if self.outcome.q.val().any() {
                        self.state.d.next = ParserState::Bad;
                    }
                    if self.legality.asks.val() {
                        self.outcome.d.next = self.identity_code.val();
                        self.has_check.d.next = true;
                        self.state.d.next = ParserState::Launch;
                    }
                } else {
                    self.begins.next = true;
                    self.height.d.next = self.decoder.index.val();
                    if !self.paired.q.val() {
                        self.width.d.next = self.no_size.val();
                    }
                    self.spare.d.next = self.paired.q.val();
                    self.in_column.d.next = self.decoder.size_mask.val();
                    self.state.d.next = ParserState::Columns;
                    self.outcome.d.next = self.none.val();
                    self.bad_check.d.next = false;
                    self.has_check.d.next = false;
                }
            } else if self.decoder.is_end_board.val() {
                if self.state.q.val() != ParserState::Idle {
                    self.state.d.next = ParserState::Launch;
                }
            } else if self.decoder.is_check.val() {
                self.has_check.d.next = true;
                self.bad_check.d.next = !self.decoder.sum_matches.val();
            } else if self.decoder.is_broken_check.val()
                && (self.state.q.val() != ParserState::Idle)
            {
                self.has_check.d.next = true;
                self.bad_check.d.next = true;
            } else if self.decoder.is_start_line.val() {
                self.option_begins.next = true;
                self.options.d.next = self.count_zero.val();
                if !self.legality.malformed.val() {
                    self.state.d.next = ParserState::Line;
                }
            } else if self.decoder.is_assignment.val() {
                self.assigns.next = true;
            } else if self.decoder.is_option_end.val() {
                self.option_begins.next = true;
                self.options.d.next = self.options.q.val() + self.count_one.val();
                if self.decoder.is_end_line.val() && self.legality.put.val() {
                    self.line_ends.next = true;
                    self.state.d.next = ParserState::Between;
                }
            }
        }

        // Each port below is driven once.
        self.cells.clear.next = self.option_begins.val();
        self.cells.take.next = self.assigns.val();
        self.cells.cell_bit.next = self.decoder.cell_bit.val();
        self.cells.filled.next = self.message.val().get_bit(0);
        self.counter.rows.next = bit_cast::<PLACE, INDEX>(self.height.q.val());
        self.counter.columns.next = bit_cast::<PLACE, INDEX>(self.width.q.val());
        self.first.next = self.begins.val();
        self.counter.clear.next = self.begins.val();
        self.counter.advance.next = self.line_ends.val();
        self.count_write.next = self.line_ends.val();

        // Write to the store, if there is space.
        self.count_line.next = bit_cast::<LINE, PLACE>(self.counter.position.val())
            .replace_bit(self.line_flag.val().index(), self.counter.column.val());
        self.count_data.next = self.options.q.val() + self.count_one.val();
        self.writer.clear.next = self.begins.val();
        self.writer.put.next = self.take.val() && self.legality.put.val();
        self.writer.is_header.next = self.decoder.is_start_line.val();
        self.writer.column.next = self.counter.column.val();
        self.writer.position.next = bit_cast::<POSITION, PLACE>(self.counter.position.val());
        self.writer.option.next = self.cells.value.val();
        self.store_write.next = self.writer.write.val();
        self.store_address.next = self.writer.address.val();
        self.store_data.next = self.writer.data.val();
        self.store_header.next = self.decoder.is_start_line.val();

        // A board's first fault decides its status. Both start boards are part of it nevertheless.
        self.fault.next = self.take.val()
            && (self.legality.malformed.val() || self.legality.too_large.val())
            && (self.begins.val() || (self.state.q.val() != ParserState::Idle));
        if self.fault.val() && (self.begins.val() || !self.outcome.q.val().any()) {
            self.outcome.d.next = self.too_large_code.val();
            if self.legality.malformed.val() {
                self.outcome.d.next = self.malformed_code.val();
            }
        }
        if self.fault.val() && !self.begins.val() && !self.decoder.is_end_board.val() {
            self.state.d.next = ParserState::Bad;
        }

        if (self.state.q.val() == ParserState::Launch) && self.ready.val() {
            self.launch.next = true;
            self.state.d.next = ParserState::Idle;
            if !self.result.val().any() {
                self.state.d.next = ParserState::Wait;
            }
        }
        if (self.state.q.val() == ParserState::Wait) && self.core_done.val() {
            self.state.d.next = ParserState::Idle;
        }

        if self.reset.val() {
            self.state.d.next = ParserState::Idle;
            self.decoded.d.next = false;
            self.judged.d.next = false;
            self.paired.d.next = false;
            self.slipped.d.next = false;
            self.outcome.d.next = self.none.val();
            self.bad_check.d.next = false;
            self.has_check.d.next = false;
        }
    }
}
