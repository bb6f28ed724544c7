//! Receives a board message by message, stores its options, and launches the core, an error reply or the identity.
//! Interface: accepts messages from the framer, each decoded, judged and executed in three cycles; writes words and counts to the core;
//! asserts `launch` once per complete board or identity request.
//! Source: the published 16-bit board protocol; docs/reference/protocol.md has checks and statuses.

use super::clue::PLACE;
use super::{
    BoardOutcome, BoardSize, Decoder, INDEX, KindIn, Legality, LineCounter, OptionCells,
    OptionCount, PAYLOAD, SizeMasks, Stages, StoreWriter,
};
use crate::core::{FLAG, LINE, LINE_FLAG, LINES, POSITION};
use crate::widgets::{Dff, SkipWhenIdle, checked, constant, inputs};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Position of the parser in a board.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum ParserState {
    /// Outside a board.
    Idle,
    /// The first start board has been received.
    Columns,
    /// Between lines.
    Between,
    /// Within a line.
    Line,
    /// The board has been rejected; skips messages up to its end board or to the next start board.
    Bad,
    /// The core, an error reply or the identity is to be launched; waits until `ready`.
    Launch,
    /// The core is solving.
    Wait,
}

/// Parser of boards up to `S` x `S` with up to `MAX` options per line (counted in `CW` bits), for a store of 2^`AW` words
/// (`PW` = `AW` + 1).
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
    /// Message from the framer, valid with `valid`.
    pub message: Signal<In, Bits<16>>,
    /// Error flag of the message, valid with `valid`.
    pub error: Signal<In, Bit>,
    /// The message's payload equals the CRC of the messages before it; valid with `valid`.
    pub check_matches: Signal<In, Bit>,
    /// The serial line has been idle for the pause time: high for one cycle.
    pub paused: Signal<In, Bit>,
    /// Stalls start boards while the previous board is still in use.
    pub hold: Signal<In, Bit>,
    /// Requests `paused` even if no half message is pending.
    pub watch: Signal<Out, Bit>,
    /// Accepts the message at this clock edge.
    pub take: Signal<Out, Bit>,
    /// With `take`: the bytes are out of step, so only the first is discarded.
    pub shift: Signal<Out, Bit>,
    /// With `take`: the message begins a board or an identity request.
    pub first: Signal<Out, Bit>,

    /// Writes `store_data` into the store.
    pub store_write: Signal<Out, Bit>,
    /// Address of the word to store, valid with `store_write`.
    pub store_address: Signal<Out, Bits<AW>>,
    /// Word to store, valid with `store_write`: header or option.
    pub store_data: Signal<Out, Bits<16>>,
    /// The word to store is a header, valid with `store_write`.
    pub store_header: Signal<Out, Bit>,
    /// Writes `count_data` as a line's option count.
    pub count_write: Signal<Out, Bit>,
    /// Line of the word and of the count, valid with `store_write` or `count_write`: column flag and position.
    pub count_line: Signal<Out, Bits<LINE>>,
    /// Number of options of the line, valid with `count_write`.
    pub count_data: Signal<Out, Bits<CW>>,

    /// A board or an identity request is complete: high for one cycle.
    pub launch: Signal<Out, Bit>,
    /// With `launch`: 0 to solve the board, else the status to reply;
    /// [`IDENTITY_STATUS`](nonogram_protocol::IDENTITY_STATUS) requests the identity.
    pub result: Signal<Out, Bits<3>>,
    /// The board had a check, or the identity is requested; valid from `launch` until the reply starts.
    pub checked: Signal<Out, Bit>,
    /// Value of the board's check, 0 without a check and for the identity; valid from `launch` until the reply starts.
    pub seed: Signal<Out, Bits<PAYLOAD>>,
    /// Number of rows, as received; valid from `launch` until the reply starts.
    pub rows: Signal<Out, Bits<INDEX>>,
    /// Number of columns, as received; valid from `launch` until the reply starts.
    pub columns: Signal<Out, Bits<INDEX>>,
    /// Number of lines (rows and columns), valid with `launch`.
    pub lines: Signal<Out, Bits<LINES>>,
    /// Cells that exist in a row, one bit per cell; stable from the first line of a board until the next start board.
    pub row_mask: Signal<Out, Bits<S>>,
    /// Cells that exist in a column, one bit per cell; stable from the first line of a board until the next start board.
    pub column_mask: Signal<Out, Bits<S>>,
    /// Number of words stored, valid with `launch`.
    pub words: Signal<Out, Bits<PW>>,
    /// `launch` may be asserted: no reply is in progress.
    pub ready: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,

    /// Position of the parser in a board.
    pub state: Dff<ParserState>,
    /// The last two messages were a pair of start boards that is not an identity request.
    paired: Dff<Bit>,
    /// The last start board received as the first of a pair came directly after a pair.
    spare: Dff<Bit>,
    /// The last message was a broken check, whose second byte begins the next message.
    slipped: Dff<Bit>,

    decoder: SkipWhenIdle<Decoder<S>>,
    stages: Stages,
    legality: Legality<S>,
    outcome: BoardOutcome,
    size: BoardSize<S>,
    masks: SizeMasks<S>,
    counter: SkipWhenIdle<LineCounter>,
    cells: OptionCells<S>,
    options: OptionCount<CW, MAX>,
    writer: StoreWriter<S, AW, PW>,

    listening: Signal<Local, Bit>,
    line_mask: Signal<Local, Bits<S>>,
    waits: Signal<Local, Bit>,
    in_board: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    swaps: Signal<Local, Bit>,
    identity: Signal<Local, Bit>,
    checks: Signal<Local, Bit>,
    fault: Signal<Local, Bit>,
    second: Signal<Local, Bit>,
    line_ends: Signal<Local, Bit>,

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
        "CW is too small: the option counts must hold MAX"
    );
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64> Logic
    for Parser<S, AW, PW, CW, MAX>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, paired, spare, slipped);
        clock!(
            self, clock, decoder, stages, legality, outcome, size, masks, counter, cells, options,
            writer
        );
        self.take.next = false;
        self.shift.next = false;
        self.first.next = false;
        self.second.next = false;
        self.identity.next = false;
        self.launch.next = false;

        self.rows.next = self.size.rows.val();
        self.columns.next = self.size.columns.val();
        self.lines.next = bit_cast::<LINES, INDEX>(self.size.rows.val())
            + bit_cast::<LINES, INDEX>(self.size.columns.val());
        self.row_mask.next = self.masks.row_mask.val();
        self.column_mask.next = self.masks.column_mask.val();
        self.words.next = self.writer.words.val();
        self.checked.next = self.outcome.checked.val();
        self.seed.next = self.outcome.seed.val();
        self.result.next = self.outcome.result.val();

        self.in_board.next = self.state.q.val() != ParserState::Idle;
        self.waits.next = self.hold.val() && self.decoder.kind.start_board.val();
        self.listening.next = (self.state.q.val() != ParserState::Launch)
            && (self.state.q.val() != ParserState::Wait)
            && !self.waits.val();
        self.stages.reset.next = self.reset.val();
        self.stages.offered.next = self.listening.val() && self.valid.val();

        // First cycle: kind of the message, and progress in the line and the store.
        self.decoder.message.next = self.message.val();
        self.decoder.error.next = self.error.val();
        self.decoder.check_matches.next = self.check_matches.val();
        self.decoder.after_check.next = self.slipped.q.val();
        self.line_mask.next = self.masks.row_mask.val();
        if self.counter.column.val() {
            self.line_mask.next = self.masks.column_mask.val();
        }
        self.cells.line_mask.next = self.line_mask.val();

        // Second cycle: judge whether the message is legal.
        KindIn::<S>::join(&mut self.legality.kind, &mut self.decoder.kind);
        self.legality.in_start.next = self.state.q.val() == ParserState::Columns;
        self.legality.first_empty.next = self.size.rows_empty.val();
        self.legality.between.next = self.state.q.val() == ParserState::Between;
        self.legality.in_line.next = self.state.q.val() == ParserState::Line;
        self.legality.bad.next = self.state.q.val() == ParserState::Bad;
        self.legality.complete.next = self.counter.complete.val();
        self.legality.checked.next = self.outcome.checked.val();
        self.legality.line_mask.next = self.line_mask.val();
        self.legality.seen.next = self.cells.seen.val();
        self.legality.option_complete.next = self.cells.complete.val();
        self.legality.options_full.next = self.options.full.val();
        self.legality.store_full.next = self.writer.full.val();

        // A start board without its second is discarded after a pause.
        self.watch.next = self.state.q.val() == ParserState::Columns;
        if self.paused.val() && (self.state.q.val() == ParserState::Columns) {
            self.state.d.next = ParserState::Idle;
        }
        if self.paused.val() {
            self.slipped.d.next = false;
        }

        // Third cycle. The last two of an odd number of consecutive start boards are the pair.
        self.swap.next = self.spare.q.val()
            && !self.decoder.kind.start_board.val()
            && (self.state.q.val() == ParserState::Columns);
        self.swaps.next = self.stages.execute.val() && self.swap.val();
        if self.swaps.val() {
            self.spare.d.next = false;
            self.state.d.next = ParserState::Bad;
            if !self.size.columns_empty.val()
                && !self.size.columns_too_big.val()
                && !self.outcome.decided.val()
            {
                self.state.d.next = ParserState::Between;
            }
        } else if self.stages.execute.val() {
            self.take.next = true;
            self.shift.next = self.decoder.out_of_step.val();
            self.slipped.d.next = self.decoder.is_broken_check.val();
            self.paired.d.next = false;
            if self.decoder.kind.start_board.val() {
                if self.state.q.val() == ParserState::Columns {
                    self.second.next = true;
                    self.paired.d.next = !self.legality.asks.val();
                    self.state.d.next = ParserState::Between;
                    if self.outcome.decided.val() {
                        self.state.d.next = ParserState::Bad;
                    }
                    if self.legality.asks.val() {
                        self.identity.next = true;
                        self.state.d.next = ParserState::Launch;
                    }
                } else {
                    self.first.next = true;
                    self.spare.d.next = self.paired.q.val();
                    self.state.d.next = ParserState::Columns;
                }
            } else if self.decoder.kind.end_board.val() {
                if self.in_board.val() {
                    self.state.d.next = ParserState::Launch;
                }
            } else if self.decoder.kind.start_line.val() {
                if !self.legality.malformed.val() {
                    self.state.d.next = ParserState::Line;
                }
            } else if self.decoder.kind.end_line.val() && self.legality.put.val() {
                self.state.d.next = ParserState::Between;
            }
        }

        self.checks.next = self.take.val()
            && self.in_board.val()
            && (self.decoder.kind.check.val() || self.decoder.is_broken_check.val());
        self.line_ends.next =
            self.take.val() && self.decoder.kind.end_line.val() && self.legality.put.val();

        // Sizes, cells and options of the board so far.
        self.size.index.next = self.decoder.index.val();
        self.size.first.next = self.first.val();
        self.size.clear_columns.next = !self.paired.q.val();
        self.size.second.next = self.second.val();
        self.size.legal.next = true;
        self.size.swap.next = self.swaps.val();
        self.masks.mask.next = self.decoder.size_mask.val();
        self.masks.first.next = self.first.val();
        self.masks.second.next = self.second.val();
        self.masks.swap.next = self.swaps.val();
        self.options.clear.next = self.take.val() && self.decoder.kind.start_line.val();
        self.options.count.next = self.take.val() && self.decoder.kind.option_end.val();
        self.cells.clear.next = self.options.clear.val() || self.options.count.val();
        self.cells.take.next = self.take.val() && self.decoder.kind.assignment.val();
        self.cells.cell_bit.next = self.decoder.kind.cell_bit.val();
        self.cells.filled.next = self.message.val().get_bit(0);
        self.counter.rows.next = self.size.core_rows.val();
        self.counter.columns.next = self.size.core_columns.val();
        self.counter.clear.next = self.first.val();
        self.counter.advance.next = self.line_ends.val();
        self.count_write.next = self.line_ends.val();

        // Write the word to the store, unless it is full.
        self.count_line.next = bit_cast::<LINE, PLACE>(self.counter.position.val())
            .replace_bit(self.line_flag.val().index(), self.counter.column.val());
        self.count_data.next = self.options.following.val();
        self.writer.clear.next = self.first.val();
        self.writer.put.next = self.take.val() && self.legality.put.val();
        self.writer.is_header.next = self.decoder.kind.start_line.val();
        self.writer.column.next = self.counter.column.val();
        self.writer.position.next = bit_cast::<POSITION, PLACE>(self.counter.position.val());
        self.writer.option.next = self.cells.value.val();
        self.store_write.next = self.writer.write.val();
        self.store_address.next = self.writer.address.val();
        self.store_data.next = self.writer.data.val();
        self.store_header.next = self.decoder.kind.start_line.val();

        // A board includes its start boards even if they are illegal.
        self.fault.next = self.take.val()
            && (self.legality.malformed.val() || self.legality.too_large.val())
            && (self.first.val() || self.in_board.val());
        if self.fault.val() && !self.first.val() && !self.decoder.kind.end_board.val() {
            self.state.d.next = ParserState::Bad;
        }

        self.outcome.reset.next = self.reset.val();
        self.outcome.begin_board.next = self.first.val();
        self.outcome.fault.next = self.fault.val();
        self.outcome.malformed.next = self.legality.malformed.val();
        self.outcome.swap.next = self.swaps.val();
        self.outcome.middle_empty.next = self.size.columns_empty.val();
        self.outcome.middle_too_big.next = self.size.columns_too_big.val();
        self.outcome.identity.next = self.identity.val();
        self.outcome.check.next = self.checks.val();
        self.outcome.payload.next = bit_cast::<PAYLOAD, 16>(self.message.val());
        self.outcome.crc_matches.next =
            self.decoder.kind.check.val() && self.decoder.crc_matches.val();
        self.outcome.overflow.next = false;
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
            self.paired.d.next = false;
            self.slipped.d.next = false;
        }
    }
}
