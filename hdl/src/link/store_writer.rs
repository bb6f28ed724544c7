//! Writes a board's lines into the option store, one word at a time.
//! Interface: `put` writes a header or an option, at most once per two cycles; `full` is asserted two cycles after the `put` of the last
//! word; `put` is ignored while `full`.
//! Source: own; the words are those of the published design's option store.

use crate::core::{COLUMN_FLAG, FLAG, POSITION};
use crate::widgets::{Dff, checked, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Writer of headers and of options of up to `S` cells, for a store of 2^`AW` words (`PW` = `AW` + 1).
#[derive(LogicBlock, SmartDefault)]
pub struct StoreWriter<const S: usize, const AW: usize, const PW: usize> {
    /// Clock.
    #[default(checked(Self::FITS))]
    pub clock: Signal<In, Clock>,
    /// Restarts at the store's first word.
    pub clear: Signal<In, Bit>,
    /// Writes a header or `option` at this clock edge; ignored while `full`.
    pub put: Signal<In, Bit>,
    /// With `put`: high to write a header, low to write `option`.
    pub is_header: Signal<In, Bit>,
    /// The line of the header is a column; valid with `put`.
    pub column: Signal<In, Bit>,
    /// Position of the header's line, valid with `put`.
    pub position: Signal<In, Bits<POSITION>>,
    /// Option to write, cell 0 in bit 0; valid with `put`.
    pub option: Signal<In, Bits<S>>,
    /// Number of words written since `clear`.
    pub words: Signal<Out, Bits<PW>>,
    /// The store was full in the previous cycle.
    pub full: Signal<Out, Bit>,

    /// Write enable of the store.
    pub write: Signal<Out, Bit>,
    /// Address of the word to write, valid with `write`.
    pub address: Signal<Out, Bits<AW>>,
    /// Word to write, valid with `write`.
    pub data: Signal<Out, Bits<16>>,

    stored: Dff<Bits<PW>>,
    store_full: Dff<Bit>,
    header: Signal<Local, Bits<16>>,
    word: Signal<Local, Bits<16>>,
    writes: Signal<Local, Bit>,
    #[default(constant(0))]
    pointer_zero: Constant<Bits<PW>>,
    #[default(constant(1))]
    pointer_one: Constant<Bits<PW>>,
    #[default(constant(1_u64 << AW))]
    capacity: Constant<Bits<PW>>,
    #[default(constant(COLUMN_FLAG))]
    column_flag: Constant<Bits<FLAG>>,
}

impl<const S: usize, const AW: usize, const PW: usize> StoreWriter<S, AW, PW> {
    /// Checks the parameters at compile time.
    const FITS: () = assert!(
        PW == AW + 1,
        "PW must be AW + 1: pointers are one bit wider than the address"
    );
}

impl<const S: usize, const AW: usize, const PW: usize> Logic for StoreWriter<S, AW, PW> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, stored, store_full);
        self.header.next = bit_cast::<16, POSITION>(self.position.val());
        if self.column.val() {
            self.header.next = self
                .header
                .val()
                .replace_bit(self.column_flag.val().index(), true);
        }
        self.address.next = bit_cast::<AW, PW>(self.stored.q.val());
        self.word.next = bit_cast::<16, S>(self.option.val());
        if self.is_header.val() {
            self.word.next = self.header.val();
        }
        self.data.next = self.word.val();
        self.writes.next = self.put.val() && !self.store_full.q.val();
        self.write.next = self.writes.val();
        if self.writes.val() {
            self.stored.d.next = self.stored.q.val() + self.pointer_one.val();
        }
        if self.clear.val() {
            self.stored.d.next = self.pointer_zero.val();
        }
        self.store_full.d.next = self.stored.q.val() == self.capacity.val();
        self.words.next = self.stored.q.val();
        self.full.next = self.store_full.q.val();
    }
}
