//! One lane of a side: a share of the options of each line, filtered at one option per cycle.
//! Interface: the side drives addresses and stage flags; the lane outputs what its survivors have in common.
//! Source: the known/assigned option elimination of the published design; docs/reference/parallel-core.md has the split into lanes.

use super::PLACE;
use crate::prelude::*;

/// Options of up to 16 lines of up to `S` cells, in 2^`OW` words per line (`LW` = `OW` + [`PLACE`]).
///
/// Each line's options have their own part of the store, from offset 0: survivors are written back in place,
/// behind the reader. Stages: W (store output), K (compare with known cells), A (accumulate, write back), D (output, store the count).
#[derive(LogicBlock, SmartDefault)]
pub struct Lane<const S: usize, const OW: usize, const LW: usize> {
    /// Fetches a word of the store into W.
    #[default({ const { assert!(LW == OW + PLACE) }; Signal::default() })]
    pub read: Signal<In, Bit>,
    /// Line of the word to fetch, valid with `read`.
    pub read_place: Signal<In, Bits<PLACE>>,
    /// Offset of the word to fetch within its line, valid with `read`.
    pub read_offset: Signal<In, Bits<OW>>,
    /// With `read`: the word is the line's first; also fetches the line's option count.
    pub read_first: Signal<In, Bit>,
    /// Value that `read_offset` has without `read_first`; registered, and so available early in the cycle.
    pub onward_offset: Signal<In, Bits<OW>>,
    /// W: a word has been fetched; it is an option if `w_offset` is below the line's option count.
    pub w_valid: Signal<In, Bit>,
    /// W: offset of the word within its line, valid with `w_valid`.
    pub w_offset: Signal<In, Bits<OW>>,
    /// In the cycle after `read_first`: the line has at most two words in this lane.
    pub at_most_two: Signal<Out, Bit>,
    /// From the cycle after `read_first` on: the word after `onward_offset` is the line's last in this lane, or beyond it.
    pub ends_next: Signal<Out, Bit>,

    /// Feeds a received option directly into K.
    pub arrive: Signal<In, Bit>,
    /// Received option, valid with `arrive`.
    pub arrive_word: Signal<In, Bits<S>>,

    /// K: known cells of the line.
    pub known: Signal<In, Bits<S>>,
    /// K: filled cells among `known`.
    pub assigned: Signal<In, Bits<S>>,
    /// A: resets the result: the word is the first of its line, or the line's header has arrived.
    pub a_first: Signal<In, Bit>,
    /// A: line of the word.
    pub a_place: Signal<In, Bits<PLACE>>,
    /// A: the word is an option that has survived.
    pub a_keep: Dff<Bit, Out>,
    /// D: the last word of a line was in A in the previous cycle; stores the number of survivors as the line's option count.
    pub d_last: Signal<In, Bit>,
    /// D: line whose count is stored, valid with `d_last`.
    pub d_place: Signal<In, Bits<PLACE>>,
    /// D: cells filled in all survivors (all cells if there is none).
    pub always1: Dff<Bits<S>, Out>,
    /// D: cells blank in all survivors (all cells if there is none).
    pub always0: Dff<Bits<S>, Out>,
    /// D: there is at least one survivor.
    pub any: Dff<Bit, Out>,
    /// D: there is at most one survivor.
    pub few: Signal<Out, Bit>,

    /// Option store.
    pub store: Ram<S, LW>,
    /// Number of options of each line in this lane.
    pub counts: Ram<OW, PLACE>,
    k_valid: Dff<Bit>,
    k_word: Dff<Bits<S>>,
    a_word: Dff<Bits<S>>,
    kept: Dff<Bits<OW>>,
    many: Dff<Bit>,

    address: Signal<Local, Bits<LW>>,
    put_address: Signal<Local, Bits<LW>>,
    difference: Signal<Local, Bits<S>>,
    put_offset: Signal<Local, Bits<OW>>,
    ones_before: Signal<Local, Bits<S>>,
    zeros_before: Signal<Local, Bits<S>>,
    some_before: Signal<Local, Bit>,
    many_before: Signal<Local, Bit>,
}

impl<const S: usize, const OW: usize, const LW: usize> Logic for Lane<S, OW, LW> {
    #[hdl_gen]
    fn update(&mut self) {
        // Fetch: the line in the low address bits, the offset above.
        self.put_offset.next = self.kept.q.val();
        if self.a_first.val() {
            self.put_offset.next = 0.into();
        }
        self.address.next = (bit_cast::<LW, OW>(self.read_offset.val()) << 4)
            | bit_cast::<LW, PLACE>(self.read_place.val());
        self.put_address.next = (bit_cast::<LW, OW>(self.put_offset.val()) << 4)
            | bit_cast::<LW, PLACE>(self.a_place.val());
        self.store.read_enable.next = self.read.val();
        self.store.read_address.next = self.address.val();
        self.counts.read_enable.next = self.read_first.val();
        self.counts.read_address.next = self.read_place.val();
        self.at_most_two.next = self.counts.read_data.val() <= 2;
        self.ends_next.next = self.counts.read_data.val() <= (self.onward_offset.val() + 2);

        // W: the fetched or the received option.
        self.k_valid.d.next =
            self.w_valid.val() && (self.w_offset.val() < self.counts.read_data.val());
        self.k_word.d.next = self.store.read_data.val();
        if self.arrive.val() {
            self.k_valid.d.next = true;
            self.k_word.d.next = self.arrive_word.val();
        }

        // K: an option survives if it contradicts no known cell.
        self.difference.next = self.k_word.q.val() ^ self.assigned.val();
        self.difference.next = self.difference.val() & self.known.val();
        self.a_keep.d.next = self.k_valid.q.val() && !self.difference.val().any();
        self.a_word.d.next = self.k_word.q.val();

        // A: write survivors back, and accumulate what they have in common.
        self.store.write_enable.next = self.a_keep.q.val();
        self.store.write_address.next = self.put_address.val();
        self.store.write_data.next = self.a_word.q.val();
        self.ones_before.next = self.always1.q.val();
        self.zeros_before.next = self.always0.q.val();
        self.some_before.next = self.any.q.val();
        self.many_before.next = self.many.q.val();
        if self.a_first.val() {
            self.ones_before.next = !bits::<S>(0);
            self.zeros_before.next = !bits::<S>(0);
            self.some_before.next = false;
            self.many_before.next = false;
        }
        self.always1.d.next = self.ones_before.val();
        self.always0.d.next = self.zeros_before.val();
        self.any.d.next = self.some_before.val();
        self.many.d.next = self.many_before.val();
        self.kept.d.next = self.put_offset.val();
        if self.a_keep.q.val() {
            self.always1.d.next = self.ones_before.val() & self.a_word.q.val();
            self.always0.d.next = self.zeros_before.val() & !self.a_word.q.val();
            self.any.d.next = true;
            self.many.d.next = self.some_before.val();
            self.kept.d.next = self.put_offset.val() + 1;
        }

        // D: output the result, and store the option count.
        self.few.next = !self.many.q.val();
        self.counts.write_enable.next = self.d_last.val();
        self.counts.write_address.next = self.d_place.val();
        self.counts.write_data.next = self.kept.q.val();
    }
}
