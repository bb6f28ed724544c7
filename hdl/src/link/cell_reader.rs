//! Reads the known cells of a picture row by row, and passes each on as a message.
//! Interface: `start` begins a picture; rows are fetched with `select` and arrive two cycles later; messages leave through `valid` and
//! `ready`, and `finished` is high in the last cycle of the picture.
//! Source: the published 16-bit board protocol: one assignment per cell, in row-major order.

use super::{INDEX, control_code};
use crate::core::POSITION;
use crate::prelude::*;
use nonogram_protocol::control;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum ReaderState {
    Idle,
    Select,
    Settle,
    Cells,
}

/// Reader of pictures up to `S` x `S`.
#[derive(LogicBlock, SmartDefault)]
pub struct CellReader<const S: usize> {
    /// Discards the picture in progress.
    pub reset: Signal<In, Bit>,
    /// Begins a picture.
    pub start: Signal<In, Bit>,
    /// Rows of the picture, stable from `start` until `finished`.
    pub rows: Signal<In, Bits<INDEX>>,
    /// Columns of the picture, stable from `start` until `finished`.
    pub columns: Signal<In, Bits<INDEX>>,
    /// Fetches the row at `select_position`; `known` and `assigned` show it two cycles later.
    pub select: Signal<Out, Bit>,
    /// Row to fetch, valid with `select`.
    pub select_position: Dff<Bits<POSITION>, Out>,
    /// Known cells of the row fetched last, cell 0 in bit 0.
    pub known: Signal<In, Bits<S>>,
    /// Filled cells among `known`.
    pub assigned: Signal<In, Bits<S>>,
    /// `message` holds a message.
    pub valid: Signal<Out, Bit>,
    /// Message with a known cell, while `valid`.
    pub message: Signal<Out, Bits<16>>,
    /// With `valid`: the message is accepted at this clock edge.
    pub ready: Signal<In, Bit>,
    /// The picture has no message after this cycle: high for one cycle.
    pub finished: Signal<Out, Bit>,

    state: Dff<ReaderState>,
    column: Dff<Bits<POSITION>>,
    index: Dff<Bits<INDEX>>,
    settled: Dff<Bit>,
    reading: Signal<Local, Bit>,
    cell_known: Signal<Local, Bit>,
    next_row: Signal<Local, Bits<POSITION>>,
    next_column: Signal<Local, Bits<POSITION>>,
    last_column: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    #[default(control_code(control::ASSIGNMENT))]
    assignment: Constant<Bits<16>>,
}

impl<const S: usize> Logic for CellReader<S> {
    #[hdl_gen]
    fn update(&mut self) {
        self.select.next = self.state.q.val() == ReaderState::Select;
        self.next_row.next = self.select_position.q.val() + 1;
        self.next_column.next = self.column.q.val() + 1;
        self.last_column.next =
            self.next_column.val() == bit_cast::<POSITION, INDEX>(self.columns.val());

        self.reading.next = self.state.q.val() == ReaderState::Cells;
        self.cell_known.next = self.known.val().get_bit(self.column.q.val().index());
        self.valid.next = self.reading.val() && self.cell_known.val();
        self.message.next =
            (bit_cast::<16, INDEX>(self.index.q.val()) << 1) | self.assignment.val();
        if self.assigned.val().get_bit(self.column.q.val().index()) {
            self.message.next = self.message.val().replace_bit(0, true);
        }
        self.step.next = self.reading.val() && (self.ready.val() || !self.cell_known.val());
        self.finished.next = self.step.val()
            && self.last_column.val()
            && (self.next_row.val() == bit_cast::<POSITION, INDEX>(self.rows.val()));

        if self.state.q.val() == ReaderState::Select {
            self.settled.d.next = false;
            self.state.d.next = ReaderState::Settle;
        }
        if self.state.q.val() == ReaderState::Settle {
            self.settled.d.next = true;
            if self.settled.q.val() {
                self.state.d.next = ReaderState::Cells;
            }
        }
        if self.step.val() {
            self.index.d.next = self.index.q.val() + 1;
            self.column.d.next = self.next_column.val();
            if self.last_column.val() {
                self.column.d.next = 0.into();
                self.select_position.d.next = self.next_row.val();
                self.state.d.next = ReaderState::Select;
            }
        }
        if self.start.val() {
            self.select_position.d.next = 0.into();
            self.column.d.next = 0.into();
            self.index.d.next = 0.into();
            self.state.d.next = ReaderState::Select;
        }
        if self.finished.val() || self.reset.val() {
            self.state.d.next = ReaderState::Idle;
        }
    }
}
