//! The trail: a stack of what was learned and decided, its top entry in registers.
//! Interface: `push` or `pop`, one a clock; `word` and `meta` are the top entry. Between a push and a pop lies a clock without either.

use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A trail of 2^`A` entries, each of a line and `S` cells. It says that it is full with `R` entries left.
#[derive(LogicBlock, SmartDefault)]
pub struct Trail<const S: usize, const A: usize, const R: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget all entries.
    pub clear: Signal<In, Bit>,
    /// A new entry.
    pub push: Signal<In, Bit>,
    /// Its line or cell.
    pub push_meta: Signal<In, Bits<8>>,
    /// Its cells.
    pub push_word: Signal<In, Bits<S>>,
    /// Take the top entry off.
    pub pop: Signal<In, Bit>,
    /// The number of entries.
    pub top: Signal<Out, Bits<A>>,
    /// The top entry's line or cell.
    pub meta: Signal<Out, Bits<8>>,
    /// The top entry's cells.
    pub word: Signal<Out, Bits<S>>,
    /// The search is to end for want of room.
    pub full: Signal<Out, Bit>,

    count: Dff<Bits<A>>,
    top_meta: Dff<Bits<8>>,
    top_word: Dff<Bits<S>>,
    metas: Ram<8, A>,
    words: Ram<S, A>,
    below: Signal<Local, Bits<A>>,

    #[default(constant(0))]
    none: Constant<Bits<A>>,
    #[default(constant(1))]
    one: Constant<Bits<A>>,
    #[default(constant(2))]
    two: Constant<Bits<A>>,
    #[default(constant(3))]
    three: Constant<Bits<A>>,
    #[default(constant((1 << A) - R))]
    most: Constant<Bits<A>>,
}

impl<const S: usize, const A: usize, const R: u64> Logic for Trail<S, A, R> {
    #[cfg_attr(feature = "native", hdl_gen)]
    fn update(&mut self) {
        dff_setup!(self, clock, count, top_meta, top_word);
        clock!(self, clock, metas, words);

        // The memories hold what is below the top entry; the one that a pop brings up is read in the clock before.
        self.below.next = self.count.q.val() - self.two.val();
        if self.pop.val() {
            self.below.next = self.count.q.val() - self.three.val();
            self.count.d.next = self.count.q.val() - self.one.val();
            self.top_meta.d.next = self.metas.read_data.val();
            self.top_word.d.next = self.words.read_data.val();
        }
        if self.push.val() {
            self.count.d.next = self.count.q.val() + self.one.val();
            self.top_meta.d.next = self.push_meta.val();
            self.top_word.d.next = self.push_word.val();
        }
        if self.clear.val() {
            self.count.d.next = self.none.val();
        }
        self.metas.read_enable.next = true;
        self.metas.read_address.next = self.below.val();
        self.metas.write_enable.next = self.push.val();
        self.metas.write_address.next = self.count.q.val() - self.one.val();
        self.metas.write_data.next = self.top_meta.q.val();
        self.words.read_enable.next = true;
        self.words.read_address.next = self.below.val();
        self.words.write_enable.next = self.push.val();
        self.words.write_address.next = self.count.q.val() - self.one.val();
        self.words.write_data.next = self.top_word.q.val();

        self.top.next = self.count.q.val();
        self.meta.next = self.top_meta.q.val();
        self.word.next = self.top_word.q.val();
        self.full.next = self.count.q.val() >= self.most.val();
    }
}
