//! Packs the cells of a picture into the messages of a reply, plane by plane.
//! Interface: `restart` begins a reply, `clear` a message. While `read` is high, the packer requests the cells of the message, one per
//! cycle, and each arrives three cycles later. `full` is high once all cells of the message have arrived.
//! Source: own; docs/reference/protocol.md: twelve cells per message in row-major order, the first cell in the top bit.

use super::super::INDEX;
use super::PLACE;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Packer of cells.
#[derive(LogicBlock, SmartDefault)]
pub struct CellPacker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the cells that have been requested but have not arrived.
    pub reset: Signal<In, Bit>,
    /// Returns to the first cell of the picture and to the plane of filled cells.
    pub restart: Signal<In, Bit>,
    /// Begins a message: discards the cells of the previous one.
    pub clear: Signal<In, Bit>,
    /// Begins the second plane: the known cells.
    pub next_plane: Signal<In, Bit>,
    /// Requests one cell per cycle until all cells of the message have been requested.
    pub read: Signal<In, Bit>,
    /// Number of rows of the picture.
    pub rows: Signal<In, Bits<INDEX>>,
    /// Number of columns of the picture.
    pub columns: Signal<In, Bits<INDEX>>,

    /// Row of the cell to read.
    pub read_row: Signal<Out, Bits<PLACE>>,
    /// Column of the cell to read.
    pub read_column: Signal<Out, Bits<PLACE>>,
    /// The cell addressed three cycles ago is known.
    pub read_known: Signal<In, Bit>,
    /// The cell addressed three cycles ago is filled; valid with `read_known`.
    pub read_filled: Signal<In, Bit>,

    /// All cells of the message have arrived.
    pub full: Signal<Out, Bit>,
    /// Cells of the message, the first in the top bit; valid with `full`.
    pub cells: Signal<Out, Bits<INDEX>>,
    /// The message has the last cell of its plane, valid with `full`.
    pub ended: Signal<Out, Bit>,
    /// The plane of known cells is being packed; low for the plane of filled cells.
    pub second: Signal<Out, Bit>,
    /// Every cell of the picture is known, valid with `full` and `ended`.
    pub all_known: Signal<Out, Bit>,

    row: Dff<Bits<PLACE>>,
    column: Dff<Bits<PLACE>>,
    in_second: Dff<Bit>,
    known_so_far: Dff<Bit>,
    /// The last cell of the plane has been requested.
    plane_ended: Dff<Bit>,
    /// The last cell of the message has been requested.
    asked: Dff<Bit>,
    /// A cell was requested one cycle ago.
    asked_once: Dff<Bit>,
    /// A cell was requested two cycles ago.
    asked_twice: Dff<Bit>,
    /// A cell was requested three cycles ago, and arrives now.
    arrives: Dff<Bit>,
    /// Position in the message of the next cell to request, one-hot.
    asks_for: Dff<Bits<INDEX>>,
    /// Position in the message of the next cell to arrive, one-hot.
    place: Dff<Bits<INDEX>>,
    word: Dff<Bits<INDEX>>,

    asking: Signal<Local, Bit>,
    cell_bit: Signal<Local, Bit>,
    next_row: Signal<Local, Bits<PLACE>>,
    next_column: Signal<Local, Bits<PLACE>>,
    last_row: Signal<Local, Bit>,
    last_column: Signal<Local, Bit>,

    #[default(constant(0))]
    origin: Constant<Bits<PLACE>>,
    #[default(constant(1))]
    next_place: Constant<Bits<PLACE>>,
    #[default(constant(0))]
    no_cells: Constant<Bits<INDEX>>,
    #[default(constant(1 << (INDEX - 1)))]
    first_cell: Constant<Bits<INDEX>>,
}

impl Logic for CellPacker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            row,
            column,
            in_second,
            known_so_far,
            plane_ended,
            asked,
            asked_once,
            asked_twice,
            arrives,
            asks_for,
            place,
            word
        );
        self.next_row.next = self.row.q.val() + self.next_place.val();
        self.next_column.next = self.column.q.val() + self.next_place.val();
        self.last_row.next = self.next_row.val() == bit_cast::<PLACE, INDEX>(self.rows.val());
        self.last_column.next =
            self.next_column.val() == bit_cast::<PLACE, INDEX>(self.columns.val());

        self.asking.next = self.read.val() && !self.asked.q.val();
        self.asked_once.d.next = self.asking.val();
        self.asked_twice.d.next = self.asked_once.q.val();
        self.arrives.d.next = self.asked_twice.q.val();
        self.cell_bit.next =
            self.read_known.val() && (self.in_second.q.val() || self.read_filled.val());
        if self.asking.val() {
            self.asks_for.d.next = self.asks_for.q.val() >> 1;
            self.asked.d.next = self.asks_for.q.val().get_bit(0);
            self.column.d.next = self.next_column.val();
            if self.last_column.val() {
                self.column.d.next = self.origin.val();
                self.row.d.next = self.next_row.val();
                if self.last_row.val() {
                    self.row.d.next = self.origin.val();
                    self.asked.d.next = true;
                    self.plane_ended.d.next = true;
                }
            }
        }
        if self.arrives.q.val() {
            self.place.d.next = self.place.q.val() >> 1;
            if self.cell_bit.val() {
                self.word.d.next = self.word.q.val() | self.place.q.val();
            }
            if !self.read_known.val() {
                self.known_so_far.d.next = false;
            }
        }

        if self.restart.val() {
            self.row.d.next = self.origin.val();
            self.column.d.next = self.origin.val();
            self.in_second.d.next = false;
            self.known_so_far.d.next = true;
            self.plane_ended.d.next = false;
        }
        if self.clear.val() {
            self.asked.d.next = false;
            self.asks_for.d.next = self.first_cell.val();
            self.place.d.next = self.first_cell.val();
            self.word.d.next = self.no_cells.val();
        }
        if self.next_plane.val() {
            self.plane_ended.d.next = false;
            self.in_second.d.next = true;
        }
        if self.reset.val() {
            self.asked_once.d.next = false;
            self.asked_twice.d.next = false;
            self.arrives.d.next = false;
        }

        self.read_row.next = self.row.q.val();
        self.read_column.next = self.column.q.val();
        self.full.next = self.asked.q.val()
            && !self.asked_once.q.val()
            && !self.asked_twice.q.val()
            && !self.arrives.q.val();
        self.cells.next = self.word.q.val();
        self.ended.next = self.plane_ended.q.val();
        self.second.next = self.in_second.q.val();
        self.all_known.next = self.known_so_far.q.val();
    }
}
