//! Expands the blocks of a line into the symbols of its automaton.
//! Interface: `block` or `line_end` while `ready`; a block of length k takes k + 1 cycles; `clue` is valid for one cycle, the first after
//! `line_end` in which `bus_taken` is low.
//! Source: own; one blank symbol separates consecutive blocks.

use super::interfaces::ClueOut;
use crate::widgets::{Dff, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The loader of clues of up to `SIDE` + 1 symbols after the leading blank.
#[derive(LogicBlock, SmartDefault)]
pub struct ClueLoader<const SIDE: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Discards the current line, and a clue that waits for the bus.
    pub clear: Signal<In, Bit>,
    /// Accepts a block of the current line; only while `ready`.
    pub block: Signal<In, Bit>,
    /// Length of the block in cells, with `block`.
    pub block_length: Signal<In, Bits<6>>,
    /// Ends the current line; only while `ready`.
    pub line_end: Signal<In, Bit>,
    /// Line that ends, with `line_end`: bit 5 is set for a column, bits 4..0 are the position.
    pub line: Signal<In, Bits<6>>,
    /// A finding is on the bus, so no clue can be stored in this cycle.
    pub bus_taken: Signal<In, Bit>,
    /// The loader can accept `block` or `line_end` in this cycle.
    pub ready: Signal<Out, Bit>,

    /// Clue of the line that has ended, for one cycle.
    pub clue: ClueOut<SIDE>,

    /// Number of cells of the block that are still to be expanded.
    remaining: Dff<Bits<6>>,
    /// A block is being expanded.
    expands: Dff<Bit>,
    /// Next symbol of the line, one-hot from symbol 1; 0 if it is symbol `SIDE` + 1.
    symbol: Dff<Bits<SIDE>>,
    symbol_is_top: Dff<Bit>,
    filled: Dff<Bits<SIDE>>,
    pending: Dff<Bit>,
    pending_line: Dff<Bits<6>>,

    shifts: Signal<Local, Bit>,
    is_stored: Signal<Local, Bit>,

    #[default(constant(0))]
    none: Constant<Bits<SIDE>>,
    #[default(constant(1))]
    first: Constant<Bits<SIDE>>,
    #[default(constant(1 << (SIDE - 1)))]
    last: Constant<Bits<SIDE>>,
    #[default(constant(1))]
    one: Constant<Bits<6>>,
}

impl<const SIDE: usize> Logic for ClueLoader<SIDE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            remaining,
            expands,
            symbol,
            symbol_is_top,
            filled,
            pending,
            pending_line
        );

        self.shifts.next = false;
        if self.expands.q.val() {
            self.filled.d.next = self.filled.q.val() | self.symbol.q.val();
            self.remaining.d.next = self.remaining.q.val() - self.one.val();
            self.expands.d.next = self.remaining.q.val() != self.one.val();
            self.shifts.next = true;
        } else if self.block.val() {
            self.remaining.d.next = self.block_length.val();
            self.expands.d.next = self.block_length.val().any();
            self.shifts.next = self.filled.q.val().any();
        }
        if self.shifts.val() {
            self.symbol.d.next = self.symbol.q.val() << 1;
            self.symbol_is_top.d.next = (self.symbol.q.val() & self.last.val()).any();
        }

        self.is_stored.next = self.pending.q.val() && !self.bus_taken.val();
        if self.line_end.val() {
            self.pending.d.next = true;
            self.pending_line.d.next = self.line.val();
        }
        if self.is_stored.val() || self.clear.val() {
            self.pending.d.next = false;
            self.filled.d.next = self.none.val();
            self.symbol.d.next = self.first.val();
            self.symbol_is_top.d.next = false;
        }
        if self.clear.val() {
            self.expands.d.next = false;
        }

        self.ready.next = !self.expands.q.val() && !self.pending.q.val();
        self.clue.valid.next = self.is_stored.val();
        self.clue.line.next = self.pending_line.q.val();
        self.clue.filled_symbols.next = self.filled.q.val();
        self.clue.last_symbol.next = self.symbol.q.val();
        self.clue.last_is_top.next = self.symbol_is_top.q.val();
    }
}
