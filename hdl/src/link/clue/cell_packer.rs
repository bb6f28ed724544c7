//! Packs the cells of a picture into the messages of a reply, plane by plane: the bits of their colours, then which cells are known.
//! Interface: `start` begins a picture. The packer requests the cells of a message, one per cycle, and each arrives three cycles later;
//! messages leave through `valid` and `ready`, and `finished` is high in the last cycle of the picture.
//! Source: docs/reference/protocol.md: twelve cells per message in row-major order, the first cell in the top bit.

use super::{COLOUR, PLACE, PLANES};
use crate::link::{INDEX, control_code};
use crate::prelude::*;
use nonogram_protocol::control;

/// Packer of cells.
#[derive(LogicBlock, SmartDefault)]
pub struct CellPacker {
    /// Discards the picture in progress, including the cells that have been requested but have not arrived.
    pub reset: Signal<In, Bit>,
    /// Begins a picture.
    pub start: Signal<In, Bit>,
    /// Rows of the picture, stable from `start` until `finished`.
    pub rows: Signal<In, Bits<INDEX>>,
    /// Columns of the picture, stable from `start` until `finished`.
    pub columns: Signal<In, Bits<INDEX>>,
    /// Number of planes that hold the colours of the cells: 1, 2 or 3; sampled with `start`.
    pub planes: Signal<In, Bits<PLANES>>,

    /// Row of the cell to read.
    pub read_row: Dff<Bits<PLACE>, Out>,
    /// Column of the cell to read.
    pub read_column: Dff<Bits<PLACE>, Out>,
    /// The cell addressed three cycles ago is known.
    pub read_known: Signal<In, Bit>,
    /// Colour of the cell addressed three cycles ago, 0 for a blank cell; valid with `read_known`.
    pub read_code: Signal<In, Bits<COLOUR>>,

    /// `message` holds a message: all its cells have arrived.
    pub valid: Dff<Bit, Out>,
    /// Message with up to twelve cells of a plane, while `valid`.
    pub message: Signal<Out, Bits<16>>,
    /// With `valid`: the message is accepted at this clock edge.
    pub ready: Signal<In, Bit>,
    /// The picture has no message after this cycle: high for one cycle.
    pub finished: Signal<Out, Bit>,

    /// A picture is in progress.
    active: Dff<Bit>,
    /// The plane that is being packed: bit `plane` - 1 of the colours, or with 0 which cells are known.
    plane: Dff<Bits<PLANES>>,
    /// Every cell that has arrived is known.
    known_so_far: Dff<Bit>,
    /// The last cell of the plane has been requested.
    plane_ended: Dff<Bit>,
    /// The last cell of a message has been requested, and `offered` does not hold that message yet.
    asked: Dff<Bit>,
    /// A cell was requested one, two, and three cycles ago; the last of them arrives now.
    cells: Array<Dff<Bit>, 3>,
    /// The cell requested one, two, and three cycles ago is the last one of its message.
    lasts: Array<Dff<Bit>, 3>,
    /// Position in the message of the next cell to request, one-hot.
    asks_for: Dff<Bits<INDEX>>,
    /// Position in the message of the next cell to arrive, one-hot.
    place: Dff<Bits<INDEX>>,
    /// Cells of the message that arrives.
    word: Dff<Bits<INDEX>>,
    /// All cells of `word` have arrived.
    full: Dff<Bit>,
    offered_word: Dff<Bits<INDEX>>,
    offered_known: Dff<Bit>,
    offered_last: Dff<Bit>,

    asking: Signal<Local, Bit>,
    asks_last: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    ends_plane: Signal<Local, Bit>,
    ends_picture: Signal<Local, Bit>,
    in_known: Signal<Local, Bit>,
    colour_bit: Signal<Local, Bit>,
    next_row: Signal<Local, Bits<PLACE>>,
    next_column: Signal<Local, Bits<PLACE>>,

    #[default(constant(1))]
    last_colour_plane: Constant<Bits<PLANES>>,
    #[default(constant(2))]
    second_plane: Constant<Bits<PLANES>>,
    #[default(constant(3))]
    third_plane: Constant<Bits<PLANES>>,
    #[default(constant(1 << (INDEX - 1)))]
    first_cell: Constant<Bits<INDEX>>,
    #[default(control_code(control::CELLS))]
    cells_code: Constant<Bits<16>>,
}

impl Logic for CellPacker {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_row.next = self.read_row.q.val() + 1;
        self.next_column.next = self.read_column.q.val() + 1;
        // The position after 63 is 0, and so are the lower bits of 64 rows or columns.

        // The cells of a message are requested while the message before it is on its way, if that one will not have to wait.
        self.asking.next = self.active.q.val()
            && !self.plane_ended.q.val()
            && (!self.asked.q.val() || !self.valid.q.val());
        self.asks_last.next = self.asks_for.q.val().get_bit(0);
        if self.asking.val() {
            self.asks_for.d.next = self.asks_for.q.val() >> 1;
            self.read_column.d.next = self.next_column.val();
            if self.next_column.val() == bit_cast::<PLACE, INDEX>(self.columns.val()) {
                self.read_column.d.next = 0.into();
                self.read_row.d.next = self.next_row.val();
                if self.next_row.val() == bit_cast::<PLACE, INDEX>(self.rows.val()) {
                    self.read_row.d.next = 0.into();
                    self.asks_last.next = true;
                    self.plane_ended.d.next = true;
                }
            }
            if self.asks_last.val() {
                self.asks_for.d.next = self.first_cell.val();
            }
        }
        self.cells[0].d.next = self.asking.val();
        self.lasts[0].d.next = self.asks_last.val();
        self.cells[1].d.next = self.cells[0].q.val();
        self.lasts[1].d.next = self.lasts[0].q.val();
        self.cells[2].d.next = self.cells[1].q.val();
        self.lasts[2].d.next = self.lasts[1].q.val();

        // The message that is complete is offered as soon as the one before it has been accepted.
        self.moves.next = self.full.q.val() && (!self.valid.q.val() || self.ready.val());
        if self.ready.val() {
            self.valid.d.next = false;
        }
        if self.moves.val() {
            self.valid.d.next = true;
            self.offered_word.d.next = self.word.q.val();
            self.full.d.next = false;
            self.word.d.next = 0.into();
            self.asked.d.next = false;
        }
        if self.asking.val() && self.asks_last.val() {
            self.asked.d.next = true;
        }
        self.in_known.next = !self.plane.q.val().any();
        self.colour_bit.next = self.read_code.val().get_bit(0);
        if self.plane.q.val() == self.second_plane.val() {
            self.colour_bit.next = self.read_code.val().get_bit(1);
        } else if self.plane.q.val() == self.third_plane.val() {
            self.colour_bit.next = self.read_code.val().get_bit(2);
        }
        if self.cells[2].q.val() {
            self.place.d.next = self.place.q.val() >> 1;
            if self.read_known.val() && (self.in_known.val() || self.colour_bit.val()) {
                self.word.d.next = self.word.q.val() | self.place.q.val();
                if self.moves.val() {
                    self.word.d.next = self.place.q.val();
                }
            }
            if !self.read_known.val() {
                self.known_so_far.d.next = false;
            }
            if self.lasts[2].q.val() {
                self.place.d.next = self.first_cell.val();
                self.full.d.next = true;
            }
        }

        // The next plane is requested when the last message of the plane is offered, because it is known then whether the plane follows.
        self.ends_plane.next = self.moves.val() && self.plane_ended.q.val();
        for i in 0..3 {
            if self.cells[i].q.val() {
                self.ends_plane.next = false;
            }
        }
        self.ends_picture.next = self.ends_plane.val()
            && (self.in_known.val()
                || (self.known_so_far.q.val()
                    && (self.plane.q.val() == self.last_colour_plane.val())));
        if self.moves.val() {
            self.offered_known.d.next = self.in_known.val();
            self.offered_last.d.next = self.ends_picture.val();
        }
        if self.ends_plane.val() && !self.ends_picture.val() {
            self.plane_ended.d.next = false;
            self.plane.d.next = self.plane.q.val() - self.last_colour_plane.val();
        }

        self.message.next =
            (bit_cast::<16, INDEX>(self.offered_word.q.val()) << 1) | self.cells_code.val();
        if self.offered_known.q.val() {
            self.message.next = self.message.val().replace_bit(0, true);
        }
        self.finished.next = self.valid.q.val() && self.ready.val() && self.offered_last.q.val();

        if self.start.val() {
            self.active.d.next = true;
            self.read_row.d.next = 0.into();
            self.read_column.d.next = 0.into();
            self.plane.d.next = self.planes.val();
            self.known_so_far.d.next = true;
            self.plane_ended.d.next = false;
            self.asked.d.next = false;
            self.asks_for.d.next = self.first_cell.val();
            self.place.d.next = self.first_cell.val();
            self.word.d.next = 0.into();
        }
        if self.reset.val() {
            for i in 0..3 {
                self.cells[i].d.next = false;
            }
            self.full.d.next = false;
            self.valid.d.next = false;
        }
        if self.finished.val() || self.reset.val() {
            self.active.d.next = false;
        }
    }
}
