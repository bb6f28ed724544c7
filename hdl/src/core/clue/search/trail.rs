//! The trail: a stack of previously known cells of lines, and of decisions; its top entry is in registers.
//! Interface: one `push` or `pop` per cycle; `tag` and `word` are the top entry. A pop is at least two cycles after a push.
//! Source: own; the entries below the top are in block RAM.

use crate::widgets::{Dff, Ram, constant};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// A trail of 2^`TRAIL_BITS` entries with a word of `SIDE` bits each; `full` is asserted while at most `RESERVE` are free.
#[derive(LogicBlock, SmartDefault)]
pub struct Trail<const SIDE: usize, const TRAIL_BITS: usize, const RESERVE: u64> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Removes all entries.
    pub clear: Signal<In, Bit>,
    /// Pushes an entry.
    pub push: Signal<In, Bit>,
    /// Tag of the new entry, valid with `push`.
    pub push_tag: Signal<In, Bits<8>>,
    /// Word of the new entry, valid with `push`.
    pub push_word: Signal<In, Bits<SIDE>>,
    /// Removes the top entry.
    pub pop: Signal<In, Bit>,
    /// Number of entries.
    pub top: Signal<Out, Bits<TRAIL_BITS>>,
    /// Tag of the top entry, valid while the trail has entries.
    pub tag: Signal<Out, Bits<8>>,
    /// Word of the top entry, valid while the trail has entries.
    pub word: Signal<Out, Bits<SIDE>>,
    /// At most `RESERVE` entries are free.
    pub full: Signal<Out, Bit>,

    count: Dff<Bits<TRAIL_BITS>>,
    top_tag: Dff<Bits<8>>,
    top_word: Dff<Bits<SIDE>>,
    tags: Ram<8, TRAIL_BITS>,
    words: Ram<SIDE, TRAIL_BITS>,
    below: Signal<Local, Bits<TRAIL_BITS>>,

    #[default(constant(0))]
    none: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(1))]
    one: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(2))]
    two: Constant<Bits<TRAIL_BITS>>,
    #[default(constant(3))]
    three: Constant<Bits<TRAIL_BITS>>,
    #[default(constant((1 << TRAIL_BITS) - RESERVE))]
    limit: Constant<Bits<TRAIL_BITS>>,
}

impl<const SIDE: usize, const TRAIL_BITS: usize, const RESERVE: u64> Logic
    for Trail<SIDE, TRAIL_BITS, RESERVE>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, top_tag, top_word);
        clock!(self, clock, tags, words);

        // The memories hold the entries below the top; the entry that a pop uncovers is read in the previous cycle.
        self.below.next = self.count.q.val() - self.two.val();
        if self.pop.val() {
            self.below.next = self.count.q.val() - self.three.val();
            self.count.d.next = self.count.q.val() - self.one.val();
            self.top_tag.d.next = self.tags.read_data.val();
            self.top_word.d.next = self.words.read_data.val();
        }
        if self.push.val() {
            self.count.d.next = self.count.q.val() + self.one.val();
            self.top_tag.d.next = self.push_tag.val();
            self.top_word.d.next = self.push_word.val();
        }
        if self.clear.val() {
            self.count.d.next = self.none.val();
        }
        self.tags.read_enable.next = true;
        self.tags.read_address.next = self.below.val();
        self.tags.write_enable.next = self.push.val();
        self.tags.write_address.next = self.count.q.val() - self.one.val();
        self.tags.write_data.next = self.top_tag.q.val();
        self.words.read_enable.next = true;
        self.words.read_address.next = self.below.val();
        self.words.write_enable.next = self.push.val();
        self.words.write_address.next = self.count.q.val() - self.one.val();
        self.words.write_data.next = self.top_word.q.val();

        self.top.next = self.count.q.val();
        self.tag.next = self.top_tag.q.val();
        self.word.next = self.top_word.q.val();
        self.full.next = self.count.q.val() >= self.limit.val();
    }
}
