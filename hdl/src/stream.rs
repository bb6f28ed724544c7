//! A core with its link: receives boards and requests as bytes, and sends replies and the identity as bytes.
//! Interface: two AXI4-Streams of one byte per beat; boards and requests enter through s_axis, replies and the identity leave through m_axis.
//! The only path from an input to an output in the same cycle is from s_axis_tvalid to s_axis_tready.
//! Source: the structure of the published design (parser, store, solver, assembler); AMBA AXI-Stream (ARM IHI 0051).

use crate::core::clue::ClueCore;
use crate::core::{Classic, Parallel};
use crate::design::*;
use crate::link::clue::{CellPacker, ClueParser};
use crate::link::{Assembler, CellReader, Framer, MessageIn, Parser};
use crate::prelude::*;
use crate::top::QUEUE;
use crate::uart::{UartRx, UartTx};

/// A design behind AXI4-Streams, and the same behind a UART, for one of the cores, given its parser and the source of the cells of a reply.
/// The last argument connects the ports that the cores do not have in common; its `self` must have the scope of `#[hdl_gen]`.
macro_rules! stream {
    ($(#[$doc:meta])* $name:ident, $top:ident, [$($decl:tt)*], [$($use:tt),*], $core:ty, $parser:ty, $picture:ty, packed cells: $packed:tt,
     ($hash:tt $generator:tt $self:ident) { $($connections:tt)* }) => {
        $(#[$doc])*
        #[derive(LogicBlock, Default)]
        pub struct $name<$($decl)*> {
            /// Synchronous reset, active low: discards the board and the reply in progress.
            pub aresetn: Signal<In, Bit>,
            /// `s_axis_tdata` holds a byte of a board or request; stable until `s_axis_tready`.
            pub s_axis_tvalid: Signal<In, Bit>,
            /// Byte of a board or request, while `s_axis_tvalid`.
            pub s_axis_tdata: Signal<In, Bits<8>>,
            /// With `s_axis_tvalid`: the last byte of a packet. Half a message that it leaves is discarded at once instead of after the pause;
            /// 0 if the source has no packets.
            pub s_axis_tlast: Signal<In, Bit>,
            /// With `s_axis_tvalid`: the byte is damaged, or bytes before it are missing; its message is rejected. 0 if the source has no
            /// such flag.
            pub s_axis_tuser: Signal<In, Bit>,
            /// The byte is accepted at this clock edge.
            pub s_axis_tready: Signal<Out, Bit>,
            /// `m_axis_tdata` holds a byte of a reply or of the identity; stable until `m_axis_tready`, except at a reset.
            pub m_axis_tvalid: Signal<Out, Bit>,
            /// Byte of a reply, while `m_axis_tvalid`.
            pub m_axis_tdata: Signal<Out, Bits<8>>,
            /// With `m_axis_tvalid`: the last byte of a reply or of the identity.
            pub m_axis_tlast: Signal<Out, Bit>,
            /// With `m_axis_tvalid`: the byte is accepted at this clock edge.
            pub m_axis_tready: Signal<In, Bit>,
            /// The core is solving a board.
            pub solving: Signal<Out, Bit>,
            /// The core starts to solve a board: high for one cycle.
            pub launched: Signal<Out, Bit>,
            /// The core has reached a verdict: high for one cycle.
            pub decided: Signal<Out, Bit>,
            /// A reply or the identity is being assembled; its last message is still to be transmitted when this goes low.
            pub replying: Signal<Out, Bit>,
            /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
            pub status: Signal<Out, Bits<3>>,

            /// Pairs received bytes into messages.
            pub framer: Framer,
            /// Checks a board and passes it to the core; recognises identity requests.
            pub parser: $parser,
            /// Solves the board.
            pub core: Boxed<$core>,
            /// Sends replies: status and cells, or the identity.
            pub assembler: Assembler,
            /// Reads the cells of the reply.
            pub picture: $picture,
            reset: Signal<Local, Bit>,
        }

        impl<$($decl)*> Logic for $name<$($use),*> {
            $hash $generator
            fn update(&mut $self) {
                $self.reset.next = !$self.aresetn.val();
                $self.framer.reset.next = $self.reset.val();
                $self.parser.reset.next = $self.reset.val();
                $self.core.reset.next = $self.reset.val();
                $self.assembler.reset.next = $self.reset.val();
                $self.picture.reset.next = $self.reset.val();

                $self.framer.byte_valid.next = $self.s_axis_tvalid.val();
                $self.framer.byte_data.next = $self.s_axis_tdata.val();
                $self.framer.byte_last.next = $self.s_axis_tlast.val();
                $self.framer.byte_error.next = $self.s_axis_tuser.val();
                $self.s_axis_tready.next = $self.framer.byte_ready.val();
                $self.framer.packed_cells.next = $packed;
                MessageIn::join(&mut $self.parser.message, &mut $self.framer.message);
                $self.framer.ready.next = $self.parser.ready.val();
                $self.parser.reply_ready.next = $self.assembler.idle.val();
                $self.parser.hold.next =
                    $self.core.keeps_board.val() && !$self.assembler.idle.val();

                // The core solves a valid board; the assembler answers a rejected board or an identity request directly.
                $self.core.begin_board.next = $self.parser.begin_board.val();
                $self.core.start.next = $self.parser.start.val();
                $self.parser.core_done.next = $self.core.done.val();
                $self.assembler.done.next = $self.core.done.val();
                $self.assembler.status.next = $self.core.status.val();
                $self.assembler.refuse.next = $self.parser.refuse.val();
                $self.assembler.result.next = $self.parser.result.val();
                $self.assembler.rows.next = $self.parser.rows.val();
                $self.assembler.columns.next = $self.parser.columns.val();
                $self.assembler.checked.next = $self.parser.checked.val();
                $self.assembler.seed.next = $self.parser.seed.val();
                $self.picture.start.next = $self.assembler.fetch.val();
                $self.picture.rows.next = $self.assembler.cells_rows.val();
                $self.picture.columns.next = $self.assembler.cells_columns.val();
                $self.assembler.cells_valid.next = $self.picture.valid.val();
                $self.assembler.cells_message.next = $self.picture.message.val();
                $self.assembler.cells_end.next = $self.picture.finished.val();
                $self.picture.ready.next = $self.assembler.cells_ready.val();
                $self.assembler.byte_ready.next = $self.m_axis_tready.val();
                $self.m_axis_tvalid.next = $self.assembler.byte_valid.val();
                $self.m_axis_tdata.next = $self.assembler.byte_data.val();
                $self.m_axis_tlast.next = $self.assembler.byte_last.val();

                $self.status.next = $self.assembler.last_status.val();
                $self.solving.next = $self.core.running.val();
                $self.launched.next = $self.parser.start.val();
                $self.decided.next = $self.core.done.val();
                $self.replying.next = !$self.assembler.idle.val();
                $($connections)*
            }
        }

        stream_design!($name, [$($decl)*], [$($use),*]);

        top! {
            /// A stream top behind a UART, with the same parameters.
            $top, [$($decl)*], [$($use),*], $name<$($use),*>
        }
    };
}

/// A design behind AXI4-Streams, for one of the option cores.
macro_rules! option_stream {
    ($(#[$doc:meta])* $name:ident, $top:ident, [$($decl:tt)*], [$($use:tt),*], $core:ty) => {
        stream! {
            $(#[$doc])*
            $name, $top, [$($decl)*], [$($use),*], $core, Parser<S, AW, PW, CW, MAX>, CellReader<S>, packed cells: false,
            (#[hdl_gen] self) {
                self.parser.start_line.next = self.framer.start_line.val();
                self.parser.assignment.next = self.framer.assignment.val();
                self.parser.next_option.next = self.framer.next_option.val();
                self.parser.end_line.next = self.framer.end_line.val();
                self.core.store_write.next = self.parser.store_write.val();
                self.core.store_address.next = self.parser.store_address.val();
                self.core.store_data.next = self.parser.store_data.val();
                self.core.store_header.next = self.parser.store_header.val();
                self.core.count_write.next = self.parser.count_write.val();
                self.core.count_line.next = self.parser.count_line.val();
                self.core.count_data.next = self.parser.count_data.val();
                self.core.words.next = self.parser.words.val();
                self.core.lines.next = self.parser.lines.val();
                self.core.row_mask.next = self.parser.row_mask.val();
                self.core.column_mask.next = self.parser.column_mask.val();
                self.core.select.next = self.picture.select.val();
                self.core.select_position.next = self.picture.select_position.val();
                self.picture.known.next = self.core.known.val();
                self.picture.assigned.next = self.core.assigned.val();
            }
        }
    };
}

option_stream! {
    /// Stream top with the classic core.
    ///
    /// Boards of up to `S` x `S` cells; a store of 2^`AW` words (`PW` = `AW` + 1); up to `MAX` options per line, counted in `CW` bits.
    StreamTop, Top,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64],
    [S, AW, PW, CW, MAX],
    Classic<S, AW, PW, CW>
}

option_stream! {
    /// Stream top with the parallel core.
    ///
    /// The parameters are those of [`StreamTop`], but 2^`AW` is the maximum number of words of a board. Each side has `L` lanes of 2^`OW`
    /// words per line (`LW` = `OW` + [`PLACE`](crate::core::parallel::PLACE)).
    ParallelStreamTop, ParallelTop,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64,
     const L: usize, const OW: usize, const LW: usize],
    [S, AW, PW, CW, MAX, L, OW, LW],
    Parallel<S, AW, PW, CW, L, OW, LW>
}

stream! {
    /// Stream top with the clue core.
    ///
    /// Boards of up to `SIDE` x `SIDE` cells in `COLOURS` colours; `GROUPS` = `SIDE` / `CELLS_PER_STEP` groups (at most 2^`GROUP_BITS`) of
    /// `CELLS_PER_STEP` cells per line; the widths that [`clue_widths`](crate::builds::clue_widths) computes; `ENGINES` engines that serve `LINES` rows and `LINES` columns each; a trail of 2^`TRAIL_BITS` entries.
    ClueStreamTop, ClueTop,
    [const SIDE: usize, const POSITION_BITS: usize, const COLOURS: usize, const VALUES: usize, const PLANES: usize,
     const VALUE_BITS: usize, const GAPS: usize, const TAG_BITS: usize, const CELLS_PER_STEP: usize, const GROUPS: usize,
     const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize],
    [SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES,
     TRAIL_BITS],
    ClueCore<SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES,
        ENGINES, TRAIL_BITS>,
    ClueParser<SIDE, COLOURS>, CellPacker, packed cells: true,
    (#[hdl_gen] self) {
        self.parser.cells.next = self.framer.cells.val();
        self.parser.request.next = self.framer.next_option.val();
        self.parser.core_ready.next = self.core.ready.val();
        self.core.rows.next = self.parser.board_rows.val();
        self.core.columns.next = self.parser.board_columns.val();
        self.core.block.next = self.parser.block.val();
        self.core.block_end.next = self.parser.block_end.val();
        self.core.block_colour.next = self.parser.block_colour.val();
        self.core.line_end.next = self.parser.line_end.val();
        self.core.block_column.next = self.parser.block_column.val();
        self.core.block_position.next = self.parser.block_position.val();
        self.core.mode.next = self.parser.mode.val();
        self.core.limit.next = self.parser.limit.val();
        self.core.cancel.next = self.parser.cancel.val();
        self.core.read_row.next = self.picture.read_row.val();
        self.core.read_column.next = self.picture.read_column.val();
        self.picture.read_known.next = self.core.read_known.val();
        self.picture.planes.next = self.parser.planes.val();
        self.picture.read_code.next = self.core.read_code.val();
    }
}
