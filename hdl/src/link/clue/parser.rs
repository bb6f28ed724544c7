//! Receives a clue board message by message, passes its blocks to the core, and launches the search, an error reply or the identity.
//! Interface: accepts messages from the framer, each decoded, judged and executed in three cycles; passes `begins` and blocks to the core;
//! asserts `launch` once per complete board or identity request.
//! Source: docs/reference/protocol.md, section "Clue boards".

use super::super::{BoardOutcome, BoardSize, INDEX, LineCounter, PAYLOAD, Stages};
use super::{
    BlockFeeder, ClueDecoder, ClueLegality, KindIn, LIMIT, MODE, PLACE, Requests, SearchEnd,
};
use crate::widgets::{Dff, SkipWhenIdle, inputs};
use rust_hdl::prelude::*;

/// Position of the parser in a board.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum ClueParserState {
    /// Outside a board.
    Idle,
    /// The first start board has been received.
    Columns,
    /// Between the start boards and the end of the board: requests and lines.
    Lines,
    /// The board has been rejected; skips messages up to its end board or to the next start board.
    Bad,
    /// The search, an error reply or the identity is to be launched; waits until `ready`, and before a search until `core_ready`.
    Launch,
    /// The core is searching.
    Wait,
}

/// Parser of clue boards up to `SIDE` x `SIDE`.
#[derive(LogicBlock, Default)]
pub struct ClueParser<const SIDE: usize> {
    /// Clock.
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

    /// A board begins, with a legal size in `begin_rows` and `begin_columns`: high for one cycle.
    pub begins: Signal<Out, Bit>,
    /// Number of rows, valid with `begins` and stable until the next pair of start boards.
    pub begin_rows: Signal<Out, Bits<PLACE>>,
    /// Number of columns, valid with `begins` and stable until the next pair of start boards.
    pub begin_columns: Signal<Out, Bits<PLACE>>,
    /// A block is passed to the core: high for one cycle.
    pub block: Signal<Out, Bit>,
    /// Length of the block in cells, valid with `block`.
    pub block_length: Signal<Out, Bits<PLACE>>,
    /// The line is a column, valid with `block` or `line_end`.
    pub block_column: Signal<Out, Bit>,
    /// Position of the line, valid with `block` or `line_end`.
    pub block_position: Signal<Out, Bits<PLACE>>,
    /// The line's blocks are complete: high for one cycle.
    pub line_end: Signal<Out, Bit>,
    /// Search mode (full proof, line logic only, or first solution), valid with `launch`.
    pub mode: Signal<Out, Bits<MODE>>,
    /// Limit in units of 1024 cycles, 0 for none; valid with `launch`.
    pub limit: Signal<Out, Bits<LIMIT>>,
    /// Cancels the search: high for one cycle.
    pub cancel: Signal<Out, Bit>,
    /// The core accepts a block, a line end or a start in this cycle.
    pub core_ready: Signal<In, Bit>,
    /// The core has reached a verdict: high for one cycle.
    pub core_done: Signal<In, Bit>,

    /// A board or an identity request is complete: high for one cycle.
    pub launch: Signal<Out, Bit>,
    /// With `launch`: 0 to search, else the status to reply;
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
    /// `launch` may be asserted: no reply is in progress.
    pub ready: Signal<In, Bit>,

    /// Position of the parser in a board.
    pub state: Dff<ClueParserState>,
    beginning: Dff<Bit>,
    /// The last two messages were a pair of start boards that is not an identity request.
    paired: Dff<Bit>,
    /// The last start board received as the first of a pair came directly after a pair.
    spare: Dff<Bit>,
    /// The last message was a broken check, whose second byte begins the next message.
    slipped: Dff<Bit>,
    in_lines: Dff<Bit>,

    decoder: SkipWhenIdle<ClueDecoder<SIDE>>,
    stages: Stages,
    legality: ClueLegality,
    size: BoardSize<SIDE>,
    outcome: BoardOutcome,
    feeder: SkipWhenIdle<BlockFeeder>,
    counter: SkipWhenIdle<LineCounter>,
    requests: SkipWhenIdle<Requests>,
    search_end: SkipWhenIdle<SearchEnd>,

    in_board: Signal<Local, Bit>,
    listening: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    second: Signal<Local, Bit>,
    legal: Signal<Local, Bit>,
    swaps: Signal<Local, Bit>,
    fault: Signal<Local, Bit>,
    identity: Signal<Local, Bit>,
    checks: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
    legal_take: Signal<Local, Bit>,
}

inputs!(ClueParser<SIDE>, [const SIDE: usize]:
    reset, valid, message, error, check_matches, paused, hold, core_ready, core_done, ready);

impl<const SIDE: usize> Logic for ClueParser<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, state, beginning, paired, spare, slipped, in_lines
        );
        clock!(
            self, clock, decoder, stages, legality, size, outcome, feeder, counter, requests,
            search_end
        );
        self.take.next = false;
        self.shift.next = false;
        self.first.next = false;
        self.second.next = false;
        self.legal.next = false;
        self.identity.next = false;
        self.loads.next = false;
        self.launch.next = false;

        self.rows.next = self.size.rows.val();
        self.columns.next = self.size.columns.val();
        self.begins.next = self.beginning.q.val();
        self.begin_rows.next = self.size.core_rows.val();
        self.begin_columns.next = self.size.core_columns.val();
        self.mode.next = self.requests.mode.val();
        self.limit.next = self.requests.limit.val();
        self.checked.next = self.outcome.checked.val();
        self.seed.next = self.outcome.seed.val();
        self.result.next = self.outcome.result.val();
        self.in_board.next = (self.state.q.val() != ClueParserState::Idle)
            && (self.state.q.val() != ClueParserState::Wait);
        // During a search only start boards stall. An end board and a start board with index 0 cancel the search; other messages are
        // discarded, as between boards.
        self.waits.next = self.decoder.kind.start_board.val()
            && (self.hold.val() || (self.state.q.val() == ClueParserState::Wait));
        self.listening.next = (self.state.q.val() != ClueParserState::Launch)
            && !self.feeder.busy.val()
            && !self.waits.val();
        self.stages.reset.next = self.reset.val();
        self.stages.offered.next = self.listening.val() && self.valid.val();

        // First cycle: kind of the message.
        self.decoder.message.next = self.message.val();
        self.decoder.error.next = self.error.val();
        self.decoder.check_matches.next = self.check_matches.val();
        self.decoder.after_check.next = self.slipped.q.val();

        // Second cycle: judge whether the message is legal.
        KindIn::join(&mut self.legality.kind, &mut self.decoder.kind);
        self.legality.in_start.next = self.state.q.val() == ClueParserState::Columns;
        self.legality.first_empty.next = self.size.rows_empty.val();
        self.legality.in_board.next = self.state.q.val() == ClueParserState::Lines;
        self.legality.in_lines.next = self.in_lines.q.val();
        self.legality.bad.next = self.state.q.val() == ClueParserState::Bad;
        self.legality.complete.next = self.counter.complete.val();
        self.legality.checked.next = self.outcome.checked.val();
        self.legality.limit_full.next = self.requests.full.val();

        // A start board without its second is discarded after a pause.
        self.watch.next = self.state.q.val() == ClueParserState::Columns;
        if self.paused.val() && (self.state.q.val() == ClueParserState::Columns) {
            self.state.d.next = ClueParserState::Idle;
        }
        if self.paused.val() {
            self.slipped.d.next = false;
        }

        // Third cycle. The last two of an odd number of consecutive start boards are the pair.
        self.swap.next = self.spare.q.val()
            && !self.decoder.kind.start_board.val()
            && (self.state.q.val() == ClueParserState::Columns);
        self.beginning.d.next = false;
        self.swaps.next = self.stages.execute.val() && self.swap.val();
        if self.swaps.val() {
            self.spare.d.next = false;
            self.state.d.next = ClueParserState::Bad;
            if !self.size.columns_empty.val()
                && !self.size.columns_too_big.val()
                && !self.outcome.decided.val()
            {
                self.beginning.d.next = true;
                self.state.d.next = ClueParserState::Lines;
            }
        } else if self.stages.execute.val() {
            self.take.next = true;
            self.shift.next = self.decoder.out_of_step.val();
            self.slipped.d.next = self.decoder.is_broken_check.val();
            self.paired.d.next = false;
            if self.decoder.kind.start_board.val() {
                if self.state.q.val() == ClueParserState::Columns {
                    self.second.next = true;
                    self.paired.d.next = !self.legality.asks.val();
                    self.state.d.next = ClueParserState::Lines;
                    if self.outcome.decided.val() {
                        self.state.d.next = ClueParserState::Bad;
                    } else if !self.legality.malformed.val() && !self.legality.too_large.val() {
                        self.legal.next = true;
                        self.beginning.d.next = !self.legality.asks.val();
                    }
                    if self.legality.asks.val() {
                        self.identity.next = true;
                        self.state.d.next = ClueParserState::Launch;
                    }
                } else {
                    self.first.next = true;
                    self.spare.d.next = self.paired.q.val();
                    self.state.d.next = ClueParserState::Columns;
                    self.in_lines.d.next = false;
                }
            } else if self.decoder.kind.end_board.val() {
                if self.in_board.val() {
                    self.state.d.next = ClueParserState::Launch;
                }
            } else if self.decoder.kind.cells.val() && !self.legality.malformed.val() {
                self.in_lines.d.next = true;
                self.loads.next = true;
            }
        }

        self.checks.next = self.take.val()
            && self.in_board.val()
            && (self.decoder.kind.check.val() || self.decoder.is_broken_check.val());
        self.legal_take.next = self.take.val() && !self.legality.malformed.val();
        self.requests.take_mode.next = self.legal_take.val() && self.decoder.kind.mode.val();
        self.requests.take_limit.next = self.legal_take.val() && self.decoder.kind.limit.val();
        self.size.index.next = self.decoder.index.val();
        self.size.first.next = self.first.val();
        self.size.clear_columns.next = !self.paired.q.val();
        self.size.second.next = self.second.val();
        self.size.legal.next = self.legal.val();
        self.size.swap.next = self.swaps.val();
        self.requests.clear.next = self.first.val();
        self.requests.message.next = self.message.val();

        // Pass the blocks of the message to the core.
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
        self.counter.rows.next = self.size.core_rows.val();
        self.counter.columns.next = self.size.core_columns.val();

        // A board includes its start boards even if they are illegal.
        self.fault.next = self.take.val()
            && (self.first.val() || self.in_board.val())
            && (self.legality.malformed.val() || self.legality.too_large.val());
        if self.fault.val() && !self.first.val() && !self.decoder.kind.end_board.val() {
            self.state.d.next = ClueParserState::Bad;
        }
        if self.feeder.overflow.val() {
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
        self.outcome.overflow.next = self.feeder.overflow.val();
        self.search_end.reset.next = self.reset.val();
        self.search_end.searching.next = self.state.q.val() == ClueParserState::Wait;
        self.search_end.done.next = self.core_done.val();
        self.search_end.end_board.next =
            self.stages.execute.val() && self.decoder.kind.end_board.val();
        self.search_end.valid.next = self.valid.val();
        self.search_end.take.next = self.take.val();
        self.search_end.is_start_board.next = self.decoder.kind.start_board.val();
        self.search_end.empty.next = self.decoder.kind.empty.val();
        self.cancel.next = self.search_end.cancel.val();
        if (self.state.q.val() == ClueParserState::Wait) && self.core_done.val() {
            self.state.d.next = ClueParserState::Idle;
        }

        if self.reset.val() {
            self.state.d.next = ClueParserState::Idle;
            self.beginning.d.next = false;
            self.paired.d.next = false;
            self.slipped.d.next = false;
        }
    }
}
